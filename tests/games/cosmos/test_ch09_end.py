"""Chapter 9: elimination, the last round, ranks; and the promises of the platform about every end."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.rng import step_rng
from games.cosmos import GAME
from games.cosmos.settings import PRESETS
from games.cosmos.state import State
from tests.games import test_contract
from tests.games.cosmos.boards import direct, play, world

HOME = (10_001, "planet", 0, 2, 2, 100)
THEIRS = (10_002, "planet", 1, 29, 29, 100)
BURST = {"do": "overload", "radius": 9}


def ranks(state: State) -> dict[int, int]:
    assert state.outcome is not None
    return {line["seat"]: line["rank"] for line in state.outcome["ranking"]}


def test_a_seat_without_entities_is_out_at_once() -> None:
    """9: even if its weapon leads; the last one left wins at the end of the round."""
    state = world(HOME, (20_000, "battleship", 0, 10, 10, 100), (20_001, "scout", 1, 11, 10, 9))
    state.points = [0, 50]
    after, events = play(state, {0: direct(20_000, BURST)})
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.reason, [place.seat for place in outcome.ranking]) == ("elimination", [0, 1])
    assert GAME.pending(after) == []
    assert events[-1]["type"] == "match_over"


def test_two_that_fall_in_one_slot_share_a_rank() -> None:
    """9: later elimination first, the same slot shared; a resignation counts as slot 0."""
    rows: list[Any] = [
        HOME,
        (20_000, "battleship", 0, 10, 10, 100),
        (20_001, "scout", 1, 11, 10, 9),
        (20_002, "scout", 2, 9, 10, 9),
    ]
    state = world(*rows, (10_003, "planet", 3, 25, 25, 9), seats=4)
    after, _ = play(state, {0: direct(20_000, BURST), 3: {"resign": True}})
    assert ranks(after) == {0: 1, 1: 2, 2: 2, 3: 4}
    assert after.outcome is not None
    assert after.outcome["reason"] == "elimination"


def test_all_resign_together() -> None:
    """9: they share the rank; the reason is the resignation."""
    after, _ = play(world(HOME, THEIRS), {0: {"resign": True}, 1: {"resign": True}})
    assert ranks(after) == {0: 1, 1: 1}
    assert after.outcome is not None
    assert after.outcome["reason"] == "resignation"


@pytest.mark.parametrize(
    ("points", "extra", "reason", "expected"),
    [([3, 2], [], "weapon", {0: 1, 1: 2}),
     ([2, 2], [(10_003, "planet", 1, 15, 15, 9)], "planets", {0: 2, 1: 1}),
     ([2, 2], [(20_003, "scout", 0, 15, 15, 1)], "energy", {0: 1, 1: 2}),
     ([2, 2], [], "draw", {0: 1, 1: 1})],
)  # fmt: skip
def test_the_ladder(points: list[int], extra: list[Any], reason: str, expected: dict[int, int]) -> None:
    """9 (1) to (4)."""
    state = world(HOME, THEIRS, *extra, round_=10, rounds=10)
    state.points = points
    after, _ = play(state, {})
    assert after.outcome is not None
    assert (after.outcome["reason"], after.outcome["rounds"]) == (reason, 10)
    assert ranks(after) == expected


def test_a_decisive_lead_ends_only_by_option() -> None:
    """9, 17 `end_when_decided`: more than the rounds left."""
    for option, points, over in ((False, [9, 0], False), (True, [9, 0], True), (True, [5, 0], False)):
        state = world(HOME, THEIRS, round_=5, rounds=10, end_when_decided=option)
        state.points = points
        after, _ = play(state, {})
        assert (after.phase == "over") == over
        if after.outcome is not None:
            assert (after.outcome["reason"], after.outcome["rounds"], ranks(after)) == ("decided", 5, {0: 1, 1: 2})


@pytest.mark.parametrize("name", PRESETS)
def test_people_need_not_play_on_when_it_is_decided(name: str) -> None:
    """17.1: all presets but the seed's whole game; a step is not played to its end either."""
    options = {**PRESETS[name].options, "rounds": 20}
    state = world(HOME, THEIRS, round_=11, **options)
    state.points = [10, 0]
    after, _ = play(state, {0: {"direct": [{"id": 10_001, "actions": [{"do": "charge", "energy": 1}]}]}})
    assert (after.phase == "over") == (name != "seed")
    if after.outcome is not None:
        assert (after.outcome["rounds"], after.outcome["reason"]) == (11, "decided")


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {"rounds": 20}), (8, {"rounds": 20}), (3, {"rounds": 20, "stride": 5})]
)
def test_promises_of_the_platform(seats: int, options: dict[str, Any]) -> None:
    """Silence finishes a match, giving up ends it."""
    for answer in ("missed", "default"):
        test_contract.test_silence_finishes_a_match(GAME, seats, options, answer)
    test_contract.test_giving_up_ends_it(GAME, seats, options)


def test_scores() -> None:
    state = GAME.setup(GAME.check_options({}, 2), 2, step_rng("scores", 0))
    assert GAME.scores is not None
    assert GAME.scores(state) == {"points": [0, 0], "planets": [1, 1], "energy": [151, 151]}
