"""What do answers about achievements and paths look like?"""

from __future__ import annotations

from rest_framework import serializers


class AchievementSerializer(serializers.Serializer):
    """An achievement, with what one person has of it."""

    game = serializers.CharField(allow_blank=True, help_text="Empty: of the site.")
    key = serializers.CharField()
    name = serializers.CharField()
    text = serializers.CharField()
    icon = serializers.CharField()
    percent = serializers.IntegerField(
        allow_null=True, help_text="How many of a hundred players have it; null: nobody."
    )
    times = serializers.IntegerField(help_text="How many matches, rivals or games it needs.")
    done = serializers.IntegerField(help_text="How many of these there are.")
    at = serializers.DateTimeField(allow_null=True, help_text="When it was achieved; null: not yet.")
    match = serializers.CharField(allow_null=True, help_text="The match in which that was, if you may see it.")


class ShelfSerializer(serializers.Serializer):
    """What a person has achieved in one game, or on the site."""

    game = serializers.CharField(allow_blank=True)
    name = serializers.CharField()
    lines = AchievementSerializer(many=True, help_text="Newest first.")
    whole = serializers.IntegerField(help_text="How many there are.")


class StarSerializer(serializers.Serializer):
    """A star of a stop."""

    name = serializers.CharField()
    text = serializers.CharField()
    is_had = serializers.BooleanField()


class StopSerializer(serializers.Serializer):
    """A stop of a path: a match against bots."""

    key = serializers.CharField(help_text="For `stop` of `POST /api/tables/quick/`.")
    name = serializers.CharField()
    where = serializers.CharField()
    minutes = serializers.IntegerField()
    stars = StarSerializer(many=True)
    is_next = serializers.BooleanField()


class EarnedSerializer(serializers.Serializer):
    """What a match has brought you."""

    is_counted = serializers.BooleanField(
        help_text="The match was looked through, which happens a moment after its end."
    )
    earned = AchievementSerializer(many=True)
    stop = StopSerializer(
        allow_null=True, help_text="The stop of the path that the match was, with all stars you have there."
    )
