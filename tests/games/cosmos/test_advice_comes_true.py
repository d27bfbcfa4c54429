"""Does what is advised cost what it says, and do what it says? Matches in which every way that is offered is tried out, while the rival waits."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from games.core.rng import step_rng
from games.core.simulate import open_table
from games.core.text import spoken
from games.cosmos import GAME
from games.cosmos.advice import joined
from games.cosmos.choices import choices
from games.cosmos.constants import KIND_WORDS
from games.cosmos.forecast import forecast
from games.cosmos.settings import PRESETS
from games.cosmos.state import State
from tests.games.cosmos.boards import play, world
from tests.games.cosmos.test_advice import FREE, HIS_HOME, HIS_MINER, HOME, PEOPLE, RIVAL, SCOUT, SHIP, by_kind, home
from tests.sweeps import first

LATE = 5
"""Rounds by which an attack may come otherwise: what nobody has seen of the way is guessed, and the order of turns is drawn."""


def _advised(state: State) -> list[dict[str, Any]]:
    view = json.loads(json.dumps(GAME.view(state, 0)))
    found: list[dict[str, Any]] = forecast(view, {})["advice"]
    return found


def _pays(state: State, entry: dict[str, Any]) -> None:
    """No planet is to give more than it has, and what stays is what it has after the order, but for its bids and what it gains."""
    data = entry["price"]["data"] or {}
    assert min([value for value in data.values() if isinstance(value, int)], default=0) >= 0, spoken(entry["price"])
    builds = [(one["id"], action) for one in (entry["orders"] or {}).get("direct", ()) for action in one["actions"]]
    for id_, action in builds:
        assert action["energy"] == data["price"] <= data["has"] <= state.entities[id_].energy, spoken(entry["price"])


def _comes_true(state: State, entry: dict[str, Any]) -> bool | None:
    """Does the attack end as it was said? None: nothing was said for sure."""
    data = entry["risk"]["data"] or {}
    if entry["kind"] not in ("take", "storm", "strike") or (entry["kind"] != "strike" and "left" not in data):
        return None
    goal, until = entry["id"], data.get("round", state.round + 70) + LATE
    given = joined(GAME.check(state, 0, {}), entry["orders"])
    while state.phase != "over" and state.round <= until:
        state, _ = play(state, {0: given, 1: {}})
        given = {}
        there = state.entities.get(goal)
        if there is None or there.seat == 0:
            return True
    return state.phase == "over"


@pytest.mark.parametrize("seed", first(["a", "b", "c", "d", "e", "f"], 2))
def test_ways_cost_what_they_say_and_attacks_end_as_they_say(seed: str) -> None:
    state = GAME.setup(open_table(GAME, dict(PRESETS["quick"].options), 2, seed), 2, step_rng(seed, 0))
    ends: Counter[bool | None] = Counter()
    while state.phase != "over":
        found = _advised(state)
        for entry in found:
            _pays(state, entry)
            ends[_comes_true(state, entry)] += 1
        best: Any = next((entry["orders"] for entry in found if entry["orders"]), {})
        state, _ = play(state, {0: best, 1: {}}, f"{seed}{state.round}")
    # Whom nobody has seen may share a burst.
    assert ends[True] >= 5 and ends[True] >= 4 * ends[False], ends


def test_a_burst_that_a_planet_of_ones_own_would_share_is_not_offered() -> None:
    miner = (HIS_MINER, "miner", 1, 14, 9, 21, {"born": 0, "home": HIS_HOME})
    ship = (SHIP, "battleship", 0, 9, 9, 34)
    alone = world(home(20), ship, miner, RIVAL, round_=61, **PEOPLE)
    assert by_kind(_advised(alone))["strike"]["id"] == HIS_MINER
    beside = [
        (FREE + at, "planet", 0, 14 + dx, 9 + dy, 20) for at, (dx, dy) in enumerate(((-1, -1), (-1, 0), (-1, 1)), 100)
    ]
    assert "strike" not in by_kind(_advised(world(home(20), ship, miner, *beside, RIVAL, round_=61, **PEOPLE)))


def test_bids_that_are_over_cost_a_ship_nothing() -> None:
    rule = {"type": "auto_charge", "mode": "fixed", "energy": 1, "keep": 0}
    state = world(home(57), (FREE, "planet", None, 12, 8, 26), RIVAL, **{**PEOPLE, "bids_last": 5})
    state, _ = play(state, {0: {"standing": [{"id": HOME, "reflexes": [rule]}]}, 1: {}})
    has = state.entities[HOME].energy
    data = by_kind(_advised(state))["take"]["price"]["data"]
    assert (data["has"], data["left"]) == (has, has - data["price"])


def test_no_planet_is_offered_that_does_not_bring_its_price_before_the_end() -> None:
    late = [world(home(150), (FREE, "planet", None, 12, 8, 30), RIVAL, round_=at, **PEOPLE) for at in (120, 186)]
    assert ["take" in by_kind(_advised(state)) for state in late] == [True, False]


def test_the_way_of_a_hunter_is_that_from_the_planet_that_builds_it() -> None:
    near, miner = (FREE, "planet", 0, 26, 8, 5), (HIS_MINER, "miner", 1, 27, 9, 41, {"born": 0, "home": HIS_HOME})
    state = world(home(100), near, (SCOUT, "scout", 0, 20, 8, 1), miner, RIVAL, round_=61, **PEOPLE)
    hunt = by_kind(_advised(state))["hunt"]
    assert (hunt["by"], hunt["risk"]["data"]["tiles"]) == (HOME, 19)


def test_no_miner_is_offered_that_does_not_bring_its_price_before_the_end() -> None:
    for at, is_offered in ((130, True), (131, False)):
        state = world(home(150), RIVAL, round_=at, **PEOPLE)
        kinds = [one["data"]["kind"] for one in choices(state, 0) or () if "dir" in one["data"]]
        assert KIND_WORDS["scout"] in kinds
        told = forecast(json.loads(json.dumps(GAME.view(state, 0))), {})["usual"]
        assert (KIND_WORDS["miner"] in kinds, "miner" in told) == (is_offered, is_offered), at


def test_against_a_burst_that_is_shared_a_larger_ship_is_offered_before_a_miner_is_hunted() -> None:
    his, miner = (HIS_HOME, "planet", 1, 13, 8, 16), (HIS_MINER, "miner", 1, 14, 8, 30, {"born": 0, "home": HIS_HOME})
    price: dict[int, int] = {}
    for more in ((), ((12, 7), (12, 9), (13, 7), (13, 9))):
        scouts = [(SCOUT + 100 + at, "scout", 0, *pos, 15) for at, pos in enumerate(more)]
        first_way = _advised(world(home(250), his, miner, *scouts, round_=61, **PEOPLE))[0]
        assert (first_way["kind"], first_way["id"]) == ("storm", HIS_HOME)
        price[len(more)] = first_way["price"]["data"]["price"]
    assert price[4] > price[0]
