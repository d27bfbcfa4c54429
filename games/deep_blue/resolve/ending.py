"""Step 7 of a round: scores, memory, the end of the match (9)."""

from __future__ import annotations

from typing import Any

from games.deep_blue.constants import Reason
from games.deep_blue.memory import refresh
from games.deep_blue.resolve.work import Work
from games.deep_blue.state import State


def score(work: Work) -> None:
    """Count the islands and tell what everybody has."""
    state = work.state
    for seat in (0, 1):
        tally = state.tallies[seat]
        tally.islands += sum(one.kind == "island" for one in state.own(seat))
    for seat, points in enumerate(state.scores()):
        note = work.tell("score", "score", {seat}, (), seat=seat, score=points, **state.tallies[seat].parts())
        note.versions[1 - seat] = {"phase": "score", "type": "score", "seat": seat, "score": points}
    state.quiet = state.quiet + 1 if work.is_quiet else 0


def finish(work: Work) -> None:
    """Judge the round; if the match goes on, the next one begins. Then both seats look around."""
    state = work.state
    reason = _reason(state)
    if reason is None:
        state.round += 1
    else:
        standing = [seat for seat in (0, 1) if state.base(seat).health > 0]
        end(state, reason, standing[0] if reason == "base_destroyed" else None)
        work.tell("end", "end", {0, 1}, (), outcome=state.result)
    state.struck = {key: loss for key, loss in sorted(state.struck.items()) if key in state.elements}
    state.seen = None
    refresh(state)


def _reason(state: State) -> Reason | None:
    fallen = sum(state.base(seat).health == 0 for seat in (0, 1))
    if fallen:
        return "base_destroyed" if fallen == 1 else "both_bases_destroyed"
    if state.round >= state.settings.round_limit:
        return "round_limit"
    rounds = state.settings.stalemate_rounds
    return "stalemate" if rounds and state.quiet >= rounds else None


def end(state: State, reason: Reason, winner: int | None = None) -> None:
    """Note the result, in place; without a winner the higher score decides, equal scores are a draw."""
    scores = state.scores()
    if winner is None and scores[0] != scores[1]:
        winner = 0 if scores[0] > scores[1] else 1
    ranking: list[Any] = [[0, 1]] if winner is None else [[winner], [1 - winner]]
    state.result = {"ranking": ranking, "reason": reason, "scores": scores}
