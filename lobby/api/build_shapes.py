"""What do requests and answers about builds look like? The game's workshop describes and judges their content."""

from __future__ import annotations

from rest_framework import serializers

from lobby.api.serializers import ErrorSerializer
from lobby.api.text_fields import LabelField
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
    """A build, and the target that it is measured against."""

    against = serializers.CharField(max_length=40, help_text="One of `targets` of the description.")


class JudgeMineForm(serializers.Serializer):
    """The game of the builds, and the options of the table that they are for."""

    game = serializers.CharField(max_length=40)
    options = serializers.DictField(required=False, help_text="Of a table; what is left out has its default.")


class JudgedMineSerializer(serializers.Serializer):
    """The faults of one of one's own builds."""

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
    """Selects a game."""

    game = serializers.CharField(max_length=40, required=False)


class BuildForm(serializers.Serializer):
    """A new build; it may be unfinished."""

    game = serializers.CharField(max_length=40)
    name = LabelField(longest=LONGEST_NAME)
    content = serializers.JSONField()


class BuildChange(serializers.Serializer):
    """A change of a build: its name, its content, or both."""

    name = LabelField(longest=LONGEST_NAME, required=False)
    content = serializers.JSONField(required=False)


class SharedSerializer(serializers.Serializer):
    """A shared build; it has no faults."""

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
