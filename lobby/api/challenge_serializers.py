"""What is sent and answered about challenges."""

from __future__ import annotations

from rest_framework import serializers

from lobby.api.serializers import TableForm
from lobby.matches.models import Match
from lobby.matches.people import PersonalChallenge


class ChallengeForm(TableForm):
    """A table, and for whom it is."""

    player = serializers.CharField(max_length=150, help_text="The opponent in addresses: `slug`.")


class DeclineForm(serializers.Serializer):
    """Why not."""

    why = serializers.ChoiceField(choices=PersonalChallenge.Why.values, default=PersonalChallenge.Why.NONE)


class ChallengePlayerSerializer(serializers.Serializer):
    """One of the two."""

    name = serializers.CharField()
    slug = serializers.CharField()
    is_bot = serializers.BooleanField(help_text="A bot account.")


class ChallengeSerializer(serializers.Serializer):
    """Somebody asks somebody for a match."""

    id = serializers.CharField(help_text="That of the table and, once it is accepted, of the match.")
    game = serializers.CharField()
    status = serializers.ChoiceField(choices=PersonalChallenge.Status.values)
    why = serializers.ChoiceField(
        choices=PersonalChallenge.Why.values, allow_null=True, help_text="Why it was declined; null otherwise."
    )
    challenger = ChallengePlayerSerializer()
    challenged = ChallengePlayerSerializer()
    rated = serializers.BooleanField()
    clock = serializers.ChoiceField(
        choices=Match.Clock.values, allow_null=True, help_text="Null once the table is gone."
    )
    step_seconds = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()


class ChallengesSerializer(serializers.Serializer):
    """Those that concern me, newest first."""

    received = ChallengeSerializer(many=True)
    made = ChallengeSerializer(many=True)
