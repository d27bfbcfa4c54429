"""What is sent and answered about versions of programs in contests, and about organisers' programs."""

from __future__ import annotations

from rest_framework import serializers

from lobby.api.contest_serializers import EntrantSerializer
from lobby.api.serializers import GREATEST


class HandInForm(serializers.Serializer):
    """A new version of a program that takes part, or an earlier one again."""

    entrant = serializers.IntegerField(min_value=0, max_value=GREATEST, help_text="Its `id`.")
    program = serializers.IntegerField(min_value=0, max_value=GREATEST, help_text="A program of mine, or of my team.")


class VersionSerializer(serializers.Serializer):
    """A version of an entrant's program."""

    version = serializers.IntegerField(help_text="From 1.")
    name = serializers.CharField(help_text="Of the program.")
    program = serializers.IntegerField(allow_null=True, help_text="Its `id`; null if I have removed it.")
    digest = serializers.CharField(help_text="SHA-256 of its text in UTF-8.")
    at = serializers.DateTimeField(help_text="When it was handed in last.")
    counts_from = serializers.DateTimeField()
    counts_now = serializers.BooleanField()
    waits = serializers.BooleanField(help_text="`counts_from` has not come yet.")


class VersionsOfEntrantSerializer(serializers.Serializer):
    """The versions of an entrant of mine, the newest first."""

    entrant = EntrantSerializer()
    is_switched_off = serializers.BooleanField(help_text="Plays no more until a better version counts.")
    versions = VersionSerializer(many=True)


class HandInsSerializer(serializers.Serializer):
    """What I have handed in."""

    is_open = serializers.BooleanField(help_text="New versions are taken now.")
    entrants = VersionsOfEntrantSerializer(many=True)


class OwnChallengeSerializer(serializers.Serializer):
    """A challenge of mine."""

    match = serializers.CharField()
    at = serializers.DateTimeField()
    against = serializers.CharField(help_text="The name of the program.")
    place = serializers.IntegerField(allow_null=True, help_text="Mine; null before the end.")
    seats = serializers.IntegerField()
    is_over = serializers.BooleanField()


class OwnChallengesSerializer(serializers.Serializer):
    """My last challenges, the newest first."""

    left_today = serializers.IntegerField(help_text="In all contests.")
    challenges = OwnChallengeSerializer(many=True)


class OpenProgramSerializer(serializers.Serializer):
    """An organiser's program that everybody may read."""

    entrant = EntrantSerializer()
    text = serializers.CharField()
    digest = serializers.CharField(help_text="SHA-256 of the text in UTF-8.")
