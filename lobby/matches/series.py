"""How did the scores of a match go, step by step? Each is stored with its step; those of older steps are worked out from the position.

They tell what was secret, so whoever asks here has made sure that the match is over.
"""

from __future__ import annotations

from functools import lru_cache

from games.core.contract import Game, Json, State
from lobby.matches.models import Match, Step
from lobby.matches.positions import canonical, game_of, unpack

Series = dict[str, list[list[float]]]
"""By the name of each series, main one first: per step a number for each seat."""

READ_AT_ONCE = 50
"""Positions: those of a whole match would take too much memory."""


def scores_text(game: Game, state: State) -> str | None:
    """The scores of a state as JSON, series in the order of the game; None where the game has none."""
    if game.scores is None:
        return None
    return canonical([[name, list(values)] for name, values in game.scores(state).items()]).decode()


def of_match(match: Match) -> Series:
    """All series of a match, from its first step to its last."""
    return _of_match(match.pk, match.step)


@lru_cache(maxsize=200)
def _of_match(match_id: str, last: int) -> Series:
    match = Match.objects.get(pk=match_id)
    if game_of(match).scores is None:
        return {}
    steps = Step.objects.filter(match=match, number__lte=last)
    stored = dict(steps.values_list("number", "scores"))
    stored |= _worked_out(match, [number for number, scores in stored.items() if scores is None])
    series: Series = {}
    for _, scores in sorted(stored.items()):
        for name, values in scores or ():
            series.setdefault(name, []).append(values)
    return series


def fill(match: Match) -> int:
    """Store the scores of those steps of a match that have none yet; returns how many these were."""
    missing = list(
        Step.objects.filter(match=match, scores__isnull=True).order_by("number").values_list("number", flat=True)
    )
    for number, scores in _worked_out(match, missing).items():
        Step.objects.filter(match=match, number=number).update(scores=scores)
    return len(missing)


def _worked_out(match: Match, numbers: list[int]) -> dict[int, Json]:
    """Scores of these steps as they would be stored, from their positions."""
    game = game_of(match)
    if game.scores is None or not numbers:
        return {}
    states = Step.objects.filter(match=match, number__gte=numbers[0], number__lte=numbers[-1], scores__isnull=True)
    return {
        number: [[name, list(values)] for name, values in game.scores(game.from_json(unpack(state))).items()]
        for number, state in states.order_by("number").values_list("number", "state").iterator(chunk_size=READ_AT_ONCE)
    }
