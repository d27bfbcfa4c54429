"""What do requests and answers about ratings look like?"""

from __future__ import annotations

from rest_framework import serializers

import games
from lobby.ratings.models import Board, Pace, RatedMatch
from lobby.ratings.seasons import is_season

UNRATED = "unrated"
"""The verdict on a match that was not looked at."""


class ShownRatingSerializer(serializers.Serializer):
    """A rating beside a name."""

    points = serializers.IntegerField()
    is_provisional = serializers.BooleanField()


class StandingSerializer(serializers.Serializer):
    """A person's rating in one game at one pace."""

    game = serializers.CharField()
    game_name = serializers.CharField()
    pace = serializers.ChoiceField(choices=Pace.values)
    points = serializers.IntegerField()
    spread = serializers.IntegerField(help_text="The deviation, in points.")
    matches = serializers.IntegerField(help_text="That counted.")
    is_provisional = serializers.BooleanField()
    better_than = serializers.IntegerField(allow_null=True, help_text="Percent of the settled ratings below it.")
    played_at = serializers.DateTimeField(allow_null=True)


class PastSerializer(serializers.Serializer):
    """One match of a history."""

    match = serializers.CharField()
    at = serializers.DateTimeField()
    points = serializers.IntegerField(help_text="After it.")
    change = serializers.IntegerField()
    is_provisional = serializers.BooleanField()


class ShareSerializer(serializers.Serializer):
    """How many players have a rating in a range."""

    low = serializers.IntegerField(help_text="Where the range of 50 points begins.")
    players = serializers.IntegerField()


class CourseSerializer(StandingSerializer):
    """How a rating came about, and where it lies among all."""

    best = serializers.IntegerField(allow_null=True, help_text="When it was not provisional.")
    history = PastSerializer(many=True, help_text="The newest 500 matches, oldest first.")
    distribution = ShareSerializer(many=True)


class LeaderboardQuery(serializers.Serializer):
    """Selects a list."""

    pace = serializers.ChoiceField(choices=Pace.values, required=False, default=Pace.LIVE.value)
    board = serializers.ChoiceField(choices=Board.values, required=False, default=Board.PEOPLE.value)
    season = serializers.CharField(
        max_length=7,
        required=False,
        default="",
        help_text="Such as `2026-11`, November and December 2026; by default of all times.",
    )
    page = serializers.IntegerField(
        min_value=1, max_value=20, required=False, default=1, help_text="Fifty entries each."
    )

    def get_fields(self) -> dict[str, serializers.Field]:
        """With the games of the site as they are now."""
        fields: dict[str, serializers.Field] = super().get_fields()
        return {"game": serializers.ChoiceField(choices=list(games.GAMES)), **fields}

    def validate_season(self, season: str) -> str:
        """A valid season, or ""."""
        if season and not is_season(season):
            raise serializers.ValidationError(
                "A season is a year and its first month, such as 2026-11: January, March, May and so on."
            )
        return season


class LineSerializer(serializers.Serializer):
    """One player of a list."""

    rank = serializers.IntegerField()
    name = serializers.CharField()
    slug = serializers.CharField(allow_blank=True, help_text="Of a person, in addresses.")
    owner = serializers.CharField(allow_blank=True, help_text="Of a program: who has written it.")
    points = serializers.IntegerField()
    matches = serializers.IntegerField(help_text="That counted, in all or in the season.")


class LeaderboardSerializer(serializers.Serializer):
    """A list of the best."""

    seasons = serializers.ListField(
        child=serializers.CharField(), help_text="Those for which there are lists, newest first."
    )
    pages = serializers.IntegerField()
    results = LineSerializer(many=True)


class LeagueQuery(serializers.Serializer):
    """Selects a division."""

    pace = serializers.ChoiceField(choices=Pace.values, required=False, default=Pace.LIVE.value)
    season = serializers.CharField(
        max_length=7, required=False, default="", help_text="Such as `2026-11`; by default that of now."
    )
    league = serializers.IntegerField(
        min_value=1, max_value=30, required=False, default=1, help_text="1 is the highest."
    )
    division = serializers.IntegerField(min_value=1, max_value=10**6, required=False, default=1)

    def get_fields(self) -> dict[str, serializers.Field]:
        """With the games of the site as they are now."""
        fields: dict[str, serializers.Field] = super().get_fields()
        return {"game": serializers.ChoiceField(choices=list(games.GAMES)), **fields}

    validate_season = LeaderboardQuery.validate_season


class LeagueLineSerializer(serializers.Serializer):
    """One person of a division."""

    rank = serializers.IntegerField()
    name = serializers.CharField()
    slug = serializers.CharField(help_text="In addresses.")
    points = serializers.IntegerField()
    matches = serializers.IntegerField(help_text="That counted in the season.")
    move = serializers.IntegerField(help_text="-1: goes up a league, 1: goes down, 0: stays, if the season ended now.")


class LeagueSizeSerializer(serializers.Serializer):
    """One league of a season."""

    league = serializers.IntegerField()
    divisions = serializers.IntegerField()
    people = serializers.IntegerField()


class LeagueSerializer(serializers.Serializer):
    """A division of a league."""

    season = serializers.CharField()
    last_day = serializers.DateField(help_text="Of the season.")
    leagues = LeagueSizeSerializer(many=True)
    league = serializers.IntegerField()
    division = serializers.IntegerField()
    results = LeagueLineSerializer(many=True)


class EffectSerializer(serializers.Serializer):
    """How a match changed the rating of a seat."""

    seat = serializers.IntegerField()
    before = serializers.IntegerField()
    points = serializers.IntegerField(help_text="After it.")
    change = serializers.IntegerField()
    is_provisional = serializers.BooleanField()
    has_left = serializers.BooleanField(help_text="Was gone before the end, and carries the loss.")


class RivalSerializer(serializers.Serializer):
    """The next better player of the list in which the match counts."""

    name = serializers.CharField()
    slug = serializers.CharField(allow_blank=True, help_text="Of a person, in addresses.")
    points = serializers.IntegerField()
    chance = serializers.IntegerField(help_text="Percent: how often you are expected to win against them.")


class EffectsSerializer(serializers.Serializer):
    """What a match did to ratings."""

    verdict = serializers.ChoiceField(
        choices=[*RatedMatch.Verdict.values, UNRATED],
        help_text="`nobody`: there is nobody whom it can rate. `void`: staff have taken it back. `unrated`: not over, or casual.",
    )
    changes = EffectSerializer(many=True)
    rival = RivalSerializer(
        allow_null=True, help_text="Who is next above you in the list of all time; null for whoever was not rated here."
    )
