"""What do requests and answers about the ladder look like?"""

from __future__ import annotations

from rest_framework import serializers

from lobby.ladder import services


class LadderQuery(serializers.Serializer):
    """Selects a ladder."""

    page = serializers.IntegerField(
        min_value=1, max_value=20, required=False, default=1, help_text="Fifty entries each."
    )

    def get_fields(self) -> dict[str, serializers.Field]:
        """With the games of the site as they are now."""
        known = [game.id for game in services.ladder_games()]
        return {"game": serializers.ChoiceField(choices=known), **super().get_fields()}


class PageQuery(serializers.Serializer):
    """Selects a page."""

    page = serializers.IntegerField(
        min_value=1, max_value=1000, required=False, default=1, help_text="Thirty entries each."
    )


class LadderLineSerializer(serializers.Serializer):
    """A program of the standings."""

    rank = serializers.IntegerField()
    program = serializers.IntegerField()
    name = serializers.CharField()
    owner = serializers.CharField(help_text="Who has written it.")
    owner_slug = serializers.CharField(help_text="Its owner in addresses.")
    points = serializers.IntegerField()
    is_provisional = serializers.BooleanField()
    matches = serializers.IntegerField(help_text="That counted.")


class LadderSerializer(serializers.Serializer):
    """The standings of a game."""

    pages = serializers.IntegerField()
    results = LadderLineSerializer(many=True)


class OpponentSerializer(serializers.Serializer):
    """Another player of the match."""

    name = serializers.CharField(allow_blank=True, help_text="Empty: a program that was removed.")
    program = serializers.IntegerField(allow_null=True)
    is_bot = serializers.BooleanField()


class FaultsSerializer(serializers.Serializer):
    """Counts of what went wrong."""

    failed = serializers.IntegerField(help_text="Runs that failed.")
    late = serializers.IntegerField(help_text="Runs that took too long, or were not begun because earlier ones had.")
    refused = serializers.IntegerField(help_text="Steps whose orders the game refused.")
    was_off = serializers.BooleanField(help_text="The seat was off before the end.")


class LadderMatchSerializer(serializers.Serializer):
    """A match of a program."""

    match = serializers.CharField()
    at = serializers.DateTimeField(help_text="When it began.")
    is_over = serializers.BooleanField()
    seat = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True, help_text="Null while it goes on, and where it has no result.")
    shares_place = serializers.BooleanField()
    opponents = OpponentSerializer(many=True)
    change = serializers.IntegerField(allow_null=True, help_text="Of the program's rating; null before it is rated.")
    faults = FaultsSerializer()
    fault = serializers.CharField(allow_blank=True, help_text="What went wrong last; for the program's owner alone.")


class LadderMatchesSerializer(serializers.Serializer):
    """Matches of a program on the ladder, newest first."""

    pages = serializers.IntegerField()
    results = LadderMatchSerializer(many=True)
