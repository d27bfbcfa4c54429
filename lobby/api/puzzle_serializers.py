"""What do requests and answers about puzzles look like?"""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

import games
from lobby.puzzles.models import PuzzleTry

STATES = ("new", *PuzzleTry.Result.values, "late")


class PuzzleForm(serializers.Serializer):
    """Which puzzle to begin."""

    day = serializers.DateField(
        required=False, help_text="Today or one of the 29 days before. Without it: one to practise."
    )
    again = serializers.BooleanField(
        required=False,
        default=False,
        help_text="From its first position, once more. After a step this gives up an open first try.",
    )

    def get_fields(self) -> dict[str, Any]:
        """With the games of the site as they are now."""
        known = [game.id for game in games.all_games() if game.puzzles is not None]
        return {"game": serializers.ChoiceField(choices=known), **super().get_fields()}


class PuzzleOfGameSerializer(serializers.Serializer):
    """Today's puzzle of a game, and how I stand."""

    game = serializers.CharField(source="id")
    day = serializers.DateField()
    state = serializers.ChoiceField(
        choices=STATES, help_text="`failed`: not at the first try; `late`: solved after that."
    )
    streak = serializers.IntegerField(help_text="Days in a row.")
    best = serializers.IntegerField(help_text="The longest streak.")
    points = serializers.IntegerField(allow_null=True, help_text="My rating; null before the first rated try.")
    is_provisional = serializers.BooleanField()
    tried = serializers.IntegerField()
    count = serializers.IntegerField(help_text="Puzzles of the game in all.")
    still_open = serializers.DateField(
        allow_null=True, help_text="The day before, while it still counts in my time zone and is not solved."
    )


class PuzzlesSerializer(serializers.Serializer):
    """Today's puzzles."""

    streak = serializers.IntegerField(help_text="Days in a row with a solved puzzle of any game.")
    games = PuzzleOfGameSerializer(many=True)


class PuzzleSerializer(serializers.Serializer):
    """A puzzle on its board. What helps is empty before the first try is decided."""

    match = serializers.CharField(help_text="Where to play it: give orders as in any match.")
    game = serializers.CharField()
    seat = serializers.IntegerField()
    goal = serializers.CharField(help_text="The question.")
    limit = serializers.IntegerField(help_text="Steps that may be played.")
    verdict = serializers.ChoiceField(choices=("open", "passed", "failed"))
    steps = serializers.IntegerField(help_text="Played in this match.")
    first = serializers.ChoiceField(
        choices=PuzzleTry.Result.choices, help_text="What the first try has come to; it alone is rated."
    )
    points = serializers.IntegerField(allow_null=True, help_text="My rating after the first try.")
    change = serializers.IntegerField(allow_null=True)
    hint = serializers.CharField(allow_blank=True)
    learned = serializers.CharField(allow_blank=True)
    solution = serializers.JSONField(help_text="The orders of the best answer; null before the first try is decided.")
