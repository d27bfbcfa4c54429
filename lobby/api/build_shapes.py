"""What goes in and out of the endpoints of builds? Their contents are the game's own: described by its workshop, judged by it."""

from __future__ import annotations

from rest_framework import serializers

from lobby.api.serializers import ErrorSerializer
from lobby.builds.services import LONGEST_NAME


class WorkshopSerializer(serializers.Serializer):
    """What can be built for a game; `description` is the game's own, its messages in English (see the catalog of the site)."""

    word = serializers.CharField(help_text="Part of its page's address.")
    name = serializers.CharField()
    one = serializers.CharField(help_text="What one build is called.")
    help = serializers.CharField()
    most_bytes = serializers.IntegerField(help_text="Of the JSON text of a build.")
    description = serializers.JSONField()


class JudgeForm(serializers.Serializer):
    """A build, and the options of the table that it is meant for."""

    content = serializers.JSONField()
    options = serializers.DictField(required=False, help_text="Of a table; what is left out has its default.")


class MeasureForm(JudgeForm):
    """And what it is measured against."""

    against = serializers.CharField(max_length=40, help_text="One of `targets` of the description.")


class JudgeMineForm(serializers.Serializer):
    """Of which game, and the options of the table that one would bring them to."""

    game = serializers.CharField(max_length=40)
    options = serializers.DictField(required=False, help_text="Of a table; what is left out has its default.")


class JudgedMineSerializer(serializers.Serializer):
    """What is wrong with one of one's own builds."""

    id = serializers.IntegerField()
    faults = ErrorSerializer(many=True)


class JudgedSerializer(serializers.Serializer):
    """The build in normal form, or as it came with everything that is wrong."""

    content = serializers.JSONField()
    faults = ErrorSerializer(many=True)


class MeasuredSerializer(serializers.Serializer):
    """Averages, as the game has them."""

    measured = serializers.JSONField()


class GameQuery(serializers.Serializer):
    """Of which game."""

    game = serializers.CharField(max_length=40, required=False)


class BuildForm(serializers.Serializer):
    """A new build; it may be unfinished."""

    game = serializers.CharField(max_length=40)
    name = serializers.CharField(max_length=LONGEST_NAME)
    content = serializers.JSONField()


class BuildChange(serializers.Serializer):
    """Another name, other contents, or both."""

    name = serializers.CharField(max_length=LONGEST_NAME, required=False)
    content = serializers.JSONField(required=False)


class SharedSerializer(serializers.Serializer):
    """What somebody has shared; it has no faults."""

    game = serializers.CharField()
    name = serializers.CharField()
    content = serializers.JSONField()
    code = serializers.CharField()


class BuildSerializer(serializers.Serializer):
    """A build of one's own."""

    id = serializers.IntegerField()
    game = serializers.CharField()
    name = serializers.CharField()
    content = serializers.JSONField()
    code = serializers.CharField(allow_null=True, help_text="Whoever has it may read the build; null: nobody has.")
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
