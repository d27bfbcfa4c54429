"""Leaks that a second reader has found."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.core.events import filter_for
from games.cosmos import GAME
from games.cosmos.sight import first_look
from games.cosmos.state import State
from tests.games.cosmos.boards import play, world

HOME = (10_001, "planet", 0, 2, 2, 100)


def steps_of(state: State, orders: dict[str, Any]) -> list[Any]:
    """Where an order of seat 0 leads its ships in a round."""
    return [event["pos"] for event in filter_for(play(state, {0: orders})[1], 0) if event["type"] == "moved"]


@pytest.mark.parametrize("movement", [{"type": "explore"}, {"type": "stay_near", "within": 2}])
def test_a_captured_ship_does_not_know_the_way_home(movement: dict[str, Any]) -> None:
    """6.2.6, 8.2: its birthplace is a planet that its new owner has never seen."""
    orders = {"standing": [{"id": 20_000, "movement": movement}]}
    views, steps = set(), set()
    for x, y in ((29, 29), (29, 2), (2, 29)):
        state = world(HOME, (10_002, "planet", 1, x, y, 100), (20_000, "battleship", 0, 15, 15, 30, {"home": 10_002}))
        views.add(json.dumps(GAME.view(state, 0)))
        steps.add(json.dumps(steps_of(state, orders)))
    assert len(views) == 1
    assert len(steps) == 1


def test_a_captured_ship_finds_a_home_that_its_owner_has_seen() -> None:
    """7.2: planets are remembered for ever."""
    state = world(
        HOME, (10_002, "planet", 1, 29, 2, 100), (20_000, "battleship", 0, 15, 15, 30, {"home": 10_002}),
        (20_001, "scout", 0, 28, 3, 9),
    )  # fmt: skip
    stored = GAME.to_json(state)
    stored["entities"] = [row for row in stored["entities"] if row[0] != 20_001]
    stored["seen"][0] = []
    state = GAME.from_json(stored)
    assert [ghost["id"] for ghost in GAME.view(state, 0)["ghosts"]] == [10_002]
    orders = {"standing": [{"id": 20_000, "movement": {"type": "stay_near", "within": 2}}]}
    assert steps_of(state, orders) == [[16, 14]]


def test_gone_is_told_to_the_last_owner_only() -> None:
    """8.5: whose ship was captured does not hear of it any more, though its own order for it stands."""
    state = world(
        HOME, (10_002, "planet", 1, 29, 29, 100), (10_003, "planet", 2, 29, 2, 100), (20_000, "battleship", 1, 15, 15, 30),
        seats=3,
    )  # fmt: skip
    state.direct[0, 20_000] = (({"do": "move", "dir": "north"},), 50, None)
    _, events = play(state, {1: {"resign": True}})
    assert [event for event in filter_for(events, 0) if event["type"] == "order_failed"] == []


@pytest.mark.parametrize("goal", [[34, 15], [33, 20], [20, 19]])
def test_without_knowledge_of_the_size_no_way_tells_of_an_unseen_edge(goal: list[int]) -> None:
    """7.2, 8.2: on a narrow and on a wide map the first steps are the same, as long as both look the same."""
    views, ways = set(), set()
    for width in (32, 40):
        rows = (
            HOME,
            (10_002, "planet", 1, 20, 29, 100),
            (20_000, "battleship", 0, 15, 15, 30),
            (20_001, "miner", 0, 16, 15, 9),
        )
        state = world(*rows, map_knowledge="none")
        stored = json.loads(json.dumps(GAME.to_json(state)))
        stored["size"] = [width, 32]
        stored["aether"] = [[1000] * width] * 32
        stored["known"] = ["0", "0"]
        state = GAME.from_json(stored)
        first_look(state)
        movement = {"type": "move_to", "to": goal, "path": "cheap"}
        views.add(json.dumps(GAME.view(state, 0)))
        ways.add(json.dumps(steps_of(state, {"standing": [{"id": 20_000, "movement": movement}]})))
    assert len(views) == 1
    assert len(ways) == 1
