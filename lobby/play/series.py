"""How did the scores of a match develop? Scores are stored with each step; those of old steps are computed from their positions.

Scores reveal secrets, so callers must make sure that the match is over.
"""

from __future__ import annotations

from functools import lru_cache

from games.core.chances import chances
from games.core.contract import Game, Json, State
from lobby.matches.models import Match, Step
from lobby.store import history
from lobby.store.positions import canonical, game_of, unpack

Series = dict[str, list[list[float]]]
"""Name of the series → for each step, a number for each seat. The main series comes first."""


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
    stored = {step.number: step.scores for step in history.steps(match_id, "scores", last=last)}
    stored |= _worked_out(match, [number for number, scores in stored.items() if scores is None])
    series: Series = {}
    for _, scores in sorted(stored.items()):
        for name, values in scores or ():
            series.setdefault(name, []).append(values)
    return series


@lru_cache(maxsize=200)
def _chances(match_id: str, last: int) -> list[list[int]]:
    game = game_of(Match.objects.get(pk=match_id))
    states = (game.from_json(unpack(step.state)) for step in history.steps(match_id, "state", last=last))
    return [found for state in states if (found := chances(game, state)) is not None]


def chances_of(match: Match) -> list[list[int]]:
    """For each position of a match the chances of its seats in thousandths; empty in games without an estimate. Secret like scores."""
    return _chances(match.pk, match.step) if game_of(match).chances is not None else []


def fill(match: Match) -> int:
    """Store scores for the steps of a match that have none. Returns the number of these steps."""
    missing = list(
        Step.objects.filter(match=match, scores__isnull=True).order_by("number").values_list("number", flat=True)
    )
    for number, scores in _worked_out(match, missing).items():
        Step.objects.filter(match=match, number=number).update(scores=scores)
    return len(missing)


def _worked_out(match: Match, numbers: list[int]) -> dict[int, Json]:
    """Step → scores in their stored form, computed from the positions."""
    game = game_of(match)
    if game.scores is None or not numbers:
        return {}
    return {
        step.number: [[name, list(values)] for name, values in game.scores(game.from_json(unpack(step.state))).items()]
        for step in history.steps(match.pk, "state", "scores", first=numbers[0], last=numbers[-1])
        if step.scores is None
    }
