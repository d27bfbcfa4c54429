"""Chapter 9: what others see of tactics."""

from typing import Any

import pytest

from games.planet_conquer import GAME
from games.planet_conquer.constants import TACTICS
from games.planet_conquer.state import State
from tests.games.planet_conquer.boards import PARAMETERS, board, crossing, heard, play, tactic

SIGHTED, BLIND = 1, 2
"""Seat 1 holds the planet M; seat 2 is far away at G and sees only C beside it."""


def watched(**more: Any) -> State:
    """Seat 0 plays on M, seat 1 sees M, seat 2 does not."""
    source = crossing(seats=4)
    source["planets"] += [{"key": "G", "at": [900, 900], "def": 1, "res": 1, "cos": 0, "max": 1000}]
    source["routes"] += [["G", "C", 9]]
    holds = {"A": (0, 50), "M": (1, 20), "G": (2, 50)} | more.pop("holds", {})
    return board(source, holds, seats=3, **more)


@pytest.mark.parametrize("name,named", [("terminator", False), ("halt", False), ("god", True)])
def test_9_seen_by_those_in_sight(name: str, named: bool) -> None:
    """Table of sight: told to those with the planet in sight, with the seat only where the table says so."""
    _, events = play(watched(), {0: tactic(name, planet="M")})
    told = {seat: [event["seat"] for event in heard(events, seat, "tactic_played")] for seat in range(3)}
    assert told == {0: [0], SIGHTED: [0 if named else None], BLIND: []}


@pytest.mark.parametrize("name", ["defend", "boost"])
def test_9_seen_with_the_owner(name: str) -> None:
    """Table of sight: defend and boost are seen with their owner."""
    state = watched(holds={"M": (0, 20), "B": (1, 9)})
    after, events = play(state, {0: tactic(name, planet="M")})
    told = {seat: [event["seat"] for event in heard(events, seat, "tactic_played")] for seat in range(3)}
    assert told == {0: [0], SIGHTED: [0], BLIND: []}
    shown = {seat: GAME.view(after, seat)["planets"][4]["effects"] for seat in range(3)}
    assert [effect["seat"] for effect in shown[SIGHTED]] == [0]
    assert shown[BLIND] == []


@pytest.mark.parametrize("name", ["attack", "fast"])
def test_9_seen_by_nobody_else(name: str) -> None:
    """Table of sight: attack and fast are told to their seat only; attack shows as a weight in the battle."""
    after, events = play(watched(), {0: tactic(name, planet="M", moves=[("A", "M", 1)])})
    assert [len(heard(events, seat, "tactic_played")) for seat in range(3)] == [1, 0, 0]
    for seat in range(3):
        view = GAME.view(after, seat)
        assert [line["planet"] for line in view["attacks"]] == ([4] if seat == 0 and name == "attack" else [])
        assert all(effect["type"] != "attack" for planet in view["planets"] for effect in planet["effects"])
    if name == "attack":
        assert heard(events, SIGHTED, "battle")[0]["sides"][0]["attack"]


def test_9_seen_teleport() -> None:
    """Table of sight: only its seat hears of the launch; the side it falls upon sees the arrival."""
    _, events = play(watched(), {0: tactic("teleport", **{"from": "A", "to": "M", "units": 5})})
    assert [len(heard(events, seat, "tactic_played")) for seat in range(3)] == [1, 0, 0]
    assert [len(heard(events, seat, "fleet_launched")) for seat in range(3)] == [1, 0, 0]
    assert heard(events, SIGHTED, "battle")[0]["sides"][0]["teleported"] == 5
    assert heard(events, BLIND, "battle") == []


@pytest.mark.parametrize("name", ["eleminate", "swap"])
def test_9_seen_by_all(name: str) -> None:
    """Table of sight: eleminate and swap are announced to all, with their seats."""
    after, events = play(watched(), {0: tactic(name, **({"seat": 2} if name == "swap" else {}))})
    for seat in range(3):
        assert heard(events, seat, "tactic_played")[0]["seat"] == 0
        line = GAME.view(after, seat)["announcements"][0]
        assert (line["type"], line["seat"], line["target"]) == (name, 0, 2 if name == "swap" else None)
    assert GAME.view(after, "public")["announcements"][0]["seat"] == 0


def test_9_seen_terminator_announcement() -> None:
    """Table of sight: announced to those with the planet in sight without a seat; its seat always sees its own."""
    after, _ = play(
        watched(holds={"B": (1, 9), "M": (None, 0), "A": (0, 50)}),
        {0: tactic("terminator", planet="G"), 2: tactic("terminator", planet="B")},
    )
    lines = {
        seat: [(line["planet"], line["seat"]) for line in GAME.view(after, seat)["announcements"]] for seat in range(3)
    }
    far = after.chart.ids["G"]
    assert lines == {0: [(far, 0)], 1: [(1, None)], 2: [(1, 2), (far, None)]}
    assert GAME.view(after, "public")["announcements"] == []


def test_9_seen_halt_while_it_lasts() -> None:
    """Table of sight: the icon of a halt is seen with the planet, without its seat; one's own halts also out of sight."""
    after, _ = play(watched(), {0: tactic("halt", planet="G"), 2: tactic("halt", planet="M")})
    far = after.chart.ids["G"]
    shown = {
        seat: {p["id"]: [e["seat"] for e in p["effects"]] for p in GAME.view(after, seat)["planets"] if p["effects"]}
        for seat in range(3)
    }
    assert shown == {0: {4: [None], far: [0]}, 1: {4: [None]}, 2: {4: [2], far: [None]}}
    assert GAME.view(after, 0)["planets"][far]["seen"] == "never"


def test_9_seen_god_by_all_sides() -> None:
    """Table of sight: god is told to those in sight and to every side of the battle."""
    state = watched(holds={"A": (0, 50), "M": (None, 0), "B": (1, 9)})
    orders = {
        0: tactic("god", planet="F", moves=[("A", "F", 1)]),
        2: tactic("teleport", **{"from": "G", "to": "F", "units": 9}),
    }
    _, events = play(state, orders)
    told = [[event["tactic"]["type"] for event in heard(events, seat, "tactic_played")] for seat in range(3)]
    assert told == [["god"], [], ["teleport", "god"]]


def test_9_seen_in_open_games() -> None:
    """Table of sight: in open games everybody sees every tactic with its seat."""
    for name in TACTICS:
        parameters = PARAMETERS[name] | ({"planet": "M"} if name == "attack" else {})
        after, events = play(watched(fog=False), {0: tactic(name, **parameters)})
        for seat in range(3):
            assert [event["seat"] for event in heard(events, seat, "tactic_played")] == [0]
        view = GAME.view(after, 1)
        assert view["planets"] == GAME.view(after, "referee")["planets"]
        assert all(line["seat"] == 0 for line in view["announcements"])


def test_9_hidden_seats_do_not_show_by_order() -> None:
    """11.3: the order of events and announcements does not tell who played a hidden tactic."""
    for hidden, other in ((0, 2), (2, 0)):
        state = watched(points=200)
        orders = {hidden: tactic("halt", planet="M"), other: tactic("god", planet="M")}
        _, events = play(state, orders)
        assert [event["tactic"]["type"] for event in heard(events, SIGHTED, "tactic_played")] == ["halt", "god"]
        orders = {hidden: tactic("terminator", planet="M"), other: tactic("eleminate")}
        after, _ = play(state, orders)
        assert [line["type"] for line in GAME.view(after, SIGHTED)["announcements"]] == ["terminator", "eleminate"]


def test_9_issuers_of_one_strike() -> None:
    """9.1, 14: of two terminators on one planet each issuer hears the strike, and no one learns of the other."""
    state = watched(pending=[("terminator", 2, "M", None, 5), ("terminator", 0, "M", None, 5)])
    _, events = play(state)
    assert [[event["seat"] for event in heard(events, seat, "strike")] for seat in range(3)] == [[0], [None], [None]]
