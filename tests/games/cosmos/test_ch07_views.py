"""Chapters 4.5 and 7: what entities and seats know, and what they do not."""

from __future__ import annotations

import json
from typing import Any

from games.core.events import filter_for
from games.core.rng import SeededRng, step_rng
from games.cosmos import GAME
from games.cosmos.constants import DETECT
from games.cosmos.senses import entity_view
from games.cosmos.state import State
from tests.games.cosmos.boards import direct, match, play, random_orders, told, work_of, world

HOME = (10_001, "planet", 0, 2, 2, 100)
THEIRS = (10_002, "planet", 1, 29, 29, 100)


def as_bytes(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def test_miners_look_like_battleships_without_true_sight() -> None:
    """4.5: also own ones, to others; nobody mistakes itself."""
    state = world(
        HOME,
        THEIRS,
        (20_000, "battleship", 0, 10, 10, 9),
        (20_001, "miner", 1, 11, 11, 9),
        (20_002, "miner", 0, 9, 9, 9),
    )
    work = work_of(state)
    kinds = {one["id"]: one["kind"] for one in entity_view(work, state.entities[20_000])["sensed"]}
    assert kinds == {20_000: "battleship", 20_001: "battleship", 20_002: "battleship"}
    view = entity_view(work, state.entities[20_002])
    assert {one["id"]: one["kind"] for one in view["sensed"]}[20_002] == view["me"]["kind"] == "miner"
    (foreign,) = GAME.view(state, 0)["foreign"]
    assert (foreign["kind"], foreign["sure"], foreign["seen_by"]) == ("battleship", False, [20_000, 20_002])
    seen = world(HOME, THEIRS, (20_000, "scout", 0, 10, 10, 9), (20_001, "miner", 1, 11, 11, 9))
    (foreign,) = GAME.view(seen, 0)["foreign"]
    assert (foreign["kind"], foreign["sure"]) == ("miner", True)


def test_entity_view_of_the_edges() -> None:
    """7.1: an edge is told if the first line beyond it is within detection; tiles off the map are null."""
    state = world(HOME, THEIRS, (20_000, "miner", 0, 3, 27, 9))
    state.origin = (-100, 50)
    view = entity_view(work_of(state), state.entities[20_000])
    assert view["edges"] == [-100, None, None, None]
    rows = {row[1]: row for row in view["aether"]["rows"]}
    assert rows[77] == [-101, 77, [None] + [1000] * 8]
    assert len(rows) == 9
    state.entities[20_000].at = state.geometry.at(4, 28)
    view = entity_view(work_of(state), state.entities[20_000])
    assert view["edges"] == [None, None, None, 81]
    assert view["me"]["pos"] == [-96, 78]
    assert "origin" not in as_bytes(view)


def test_blips_and_ghosts() -> None:
    """7.2: the ring of a scout gives bare positions; what is out of sight is remembered until its tile is seen empty."""
    state = world(HOME, THEIRS, (20_000, "scout", 0, 10, 10, 9), (20_001, "battleship", 1, 16, 11, 9))
    view = GAME.view(state, 0)
    assert (view["foreign"], view["blips"], view["ghosts"]) == ([], [[16, 11]], [])
    state, _ = play(state, {1: direct(20_001, {"do": "move", "dir": "west"})})
    assert [one["id"] for one in GAME.view(state, 0)["foreign"]] == [20_001]
    state, _ = play(state, {1: direct(20_001, {"do": "move", "dir": "east"})})
    view = GAME.view(state, 0)
    assert view["foreign"] == []
    assert view["ghosts"] == [], "its last tile is in sight and empty"
    assert view["blips"] == [[16, 11]]


def test_a_ghost_stays_out_of_sight() -> None:
    """7.2."""
    state = world(HOME, THEIRS, (20_000, "scout", 0, 10, 10, 9), (20_001, "battleship", 1, 15, 10, 9))
    state.entities[20_000].cooldown = 0.0
    state, _ = play(
        state, {0: direct(20_000, {"do": "move", "dir": "west"}), 1: direct(20_001, {"do": "move", "dir": "east"})}
    )
    (ghost,) = GAME.view(state, 0)["ghosts"]
    assert (ghost["id"], ghost["kind"], ghost["pos"], ghost["round"]) == (20_001, "battleship", [15, 10], 1)
    state.entities[20_000].cooldown = 0.0
    state, _ = play(state, {0: direct(20_000, {"do": "move", "dir": "east"})})
    assert GAME.view(state, 0)["ghosts"] == []


def test_what_is_known_of_the_map() -> None:
    """7.2 `map_knowledge`."""
    for knowledge in ("none", "size", "full"):
        shown = GAME.view(world(HOME, THEIRS, map_knowledge=knowledge), 0)["map"]
        if knowledge == "none":
            assert (shown["origin"], shown["size"], shown["aether"]) == (None, None, None)
            assert len(shown["tiles"]) == sum(
                1 for x in range(32) for y in range(32) if (x - 2) ** 2 + (y - 2) ** 2 <= 40
            )
        else:
            assert shown["size"] == [32, 32]
            hidden = sum(row.count(None) for row in shown["aether"])
            assert (hidden == 0) == (knowledge == "full")


def test_events_reach_only_who_senses_their_place() -> None:
    """11: the hidden end of a move is null; the planet that built is null to who does not sense it."""
    state = world(HOME, THEIRS, (20_000, "battleship", 0, 10, 10, 9), (20_001, "scout", 1, 15, 10, 9))
    _, events = play(state, {0: direct(20_000, {"do": "move", "dir": "west"})})
    assert [event["pos"] for event in filter_for(events, 1) if event["type"] == "moved"] == [None]
    assert [event["from"] for event in filter_for(events, 1) if event["type"] == "moved"] == [[10, 10]]
    assert [event["pos"] for event in filter_for(events, "referee") if event["type"] == "moved"] == [[9, 10]]
    state = world(HOME, THEIRS, (20_001, "battleship", 1, 8, 2, 9))
    build = {"do": "build", "kind": "miner", "dir": "east", "energy": 21}
    _, events = play(state, {0: direct(10_001, build)})
    (seen,) = [event for event in filter_for(events, 1) if event["type"] == "built"]
    assert (seen["kind"], seen["planet"]) == ("battleship", None)
    (own,) = [event for event in filter_for(events, 0) if event["type"] == "built"]
    assert (own["kind"], own["planet"]) == ("miner", 10_001)


def test_a_burst_tells_only_targets_in_sight() -> None:
    """11: also in their number."""
    state = world(
        HOME, THEIRS, (20_000, "battleship", 0, 10, 10, 100), (20_001, "miner", 0, 7, 10, 9), (20_002, "battleship", 1, 13, 10, 9),
        (20_003, "miner", 1, 10, 13, 9, {"defence": 0}),
    )  # fmt: skip
    far = world(
        HOME,
        THEIRS,
        (20_000, "battleship", 0, 10, 10, 100),
        (20_001, "miner", 0, 7, 10, 9),
        (20_009, "battleship", 1, 15, 10, 9),
    )
    _, events = play(state, {0: direct(20_000, {"do": "overload", "radius": 9})})
    (full,) = [event for event in filter_for(events, 0) if event["type"] == "overloaded"]
    assert full["n"] == 3
    assert {hit["id"]: hit["result"] for hit in full["hits"]} == {
        20_001: "healed",
        20_002: "captured",
        20_003: "destroyed",
    }
    _, events = play(far, {0: direct(20_000, {"do": "overload", "radius": 9})})
    (part,) = [event for event in filter_for(events, 1) if event["type"] == "overloaded"]
    assert (part["n"], part["hits"], part["void"]) == (0, [], True)


def other_world(state: State, seat: int, dice: SeededRng) -> State | None:
    """The same position with an unseen ship of another seat elsewhere and otherwise; None if there is none."""
    geometry, data = state.geometry, GAME.to_json(state)
    detected = 0
    for entity in state.own(seat):
        detected |= geometry.mask(DETECT[entity.kind], entity.at)
    hidden = [
        row
        for row in data["entities"]
        if row[2] not in (None, seat) and row[1] != "planet" and not detected & geometry.bit[geometry.at(*row[3:5])]
    ]
    taken = geometry.bit[0] | detected | state.board.everybody
    free = [geometry.xy[place] for place in geometry.tiles if not taken & geometry.bit[place]]
    if not hidden or not free:
        return None
    ship = dice.choice(hidden)
    ship[1] = "battleship" if ship[1] == "miner" else "miner"
    ship[3:5] = dice.choice(free)
    ship[5] += 5
    return GAME.from_json(data)


def test_two_worlds() -> None:
    """A seat's view, and the answers to its orders, never change when what it does not sense changes."""
    dice, compared = SeededRng("two worlds"), 0
    for seats, rounds in ((2, 150), (4, 80)):
        for state in match(seats, f"worlds-{seats}", rounds):
            for seat in state.living():
                changed = other_world(state, seat, dice)
                if changed is None:
                    continue
                compared += 1
                assert as_bytes(GAME.view(state, seat)) == as_bytes(GAME.view(changed, seat))
                orders = random_orders(state, seat, dice)
                assert GAME.check(state, seat, orders) == GAME.check(changed, seat, orders)
    assert compared > 300


def test_strangers_and_referees() -> None:
    """7.2: a stranger sees what is public, the referee everything; the eliminated see as the option says."""
    state = world(HOME, THEIRS, (20_000, "miner", 0, 10, 10, 9), public_weapons=True)
    public = GAME.view(state, "public")
    assert public["points"] == [0, 0]
    assert "own" not in public and "foreign" not in public
    referee = GAME.view(state, "referee")
    assert [one["kind"] for one in referee["foreign"]] == ["planet", "planet", "miner"]
    for reveal in (True, False):
        over, _ = play(world(HOME, THEIRS, seats=2, reveal_on_elimination=reveal), {1: {"resign": True}})
        assert bool(GAME.view(over, 1).get("foreign")) == reveal


def test_views_are_the_same_after_storage() -> None:
    state = GAME.setup(GAME.check_options({}, 2), 2, step_rng("stored", 0))
    again = GAME.from_json(json.loads(json.dumps(GAME.to_json(state))))
    assert as_bytes(GAME.view(state, 0)) == as_bytes(GAME.view(again, 0))
    assert told([], "any") == []
