"""Chapter 13: the view."""

from typing import Any

import pytest

from games.planet_conquer import GAME
from games.planet_conquer.constants import TACTICS
from tests.games.planet_conquer.boards import board, crossing, play, random_states

KEYS = {
    "game", "version", "round", "max_round", "phase", "fog", "seat", "you", "seats", "planets", "fleets", "announcements", "attacks",
    "tactics", "map", "rules", "result",
}  # fmt: skip


def position(**more: Any) -> Any:
    """Two seats, a fee, an effect, a fleet, an announcement."""
    return board(
        crossing(rounds=2, A={"cos": 5}),
        {"A": (0, 50), "B": (1, 60), "F": (0, 7)},
        fleets=[(0, "A", "M", 5, 2)],
        effects=[("defend", "A", 0, 7), ("attack", "B", 0, 6)],
        pending=[("swap", 1, None, 0, 5)],
        **more,
    )


def test_13_all_fields_always() -> None:
    """13: every audience gets all fields; the referee `pending` too; nothing else."""
    for fog in (True, False):
        state = position(fog=fog)
        for audience in (0, 1, "public"):
            assert set(GAME.view(state, audience)) == KEYS
        assert set(GAME.view(state, "referee")) == KEYS | {"pending"}


def test_13_you() -> None:
    """13: own totals, lost turns and fee."""
    state = position(maintain_fee=True)
    assert GAME.view(state, 0)["you"] == {
        "points": 100, "planets": 2, "units": 62, "lost_turns": 0, "lost_turn_limit": 3,
        "fee": {"on": True, "base_line": 1500, "quarters": 4, "next_step_at": 1500},
    }  # fmt: skip
    assert GAME.view(position(), 0)["you"]["fee"] == {
        "on": False,
        "base_line": None,
        "quarters": 4,
        "next_step_at": None,
    }
    assert GAME.view(state, "public")["you"] is None
    assert GAME.view(state, "referee")["you"] is None


def test_13_you_of_a_seat_that_is_out() -> None:
    """13: it keeps `you`, with what it has left."""
    state = board(crossing(), {"A": (0, 9), "B": (1, 9), "C": (2, 9)}, seats=3)
    state, _ = play(state, {2: {"resign": True}})
    you = GAME.view(state, 2)["you"]
    assert (you["planets"], you["units"]) == (0, 0)
    assert {line["why_not"] for line in GAME.view(state, 2)["tactics"]} == {"not_pending"}


def test_13_planets() -> None:
    """13: the fields of a planet seen now; `next` is what it grows to."""
    planets = GAME.view(position(), 0)["planets"]
    assert planets[0] == {
        "id": 0, "seen": "now", "owner": 0, "units": 50, "as_of": 5, "next": 55, "effects": [{"type": "defend", "seat": 0, "until": 7}],
    }  # fmt: skip
    assert planets[4]["next"] == 0
    assert planets[1]["seen"] == "never"


@pytest.mark.parametrize(
    "effects,after",
    [
        ([], 55),
        ([("boost", "A", 0, 8)], 60),
        ([("halt", "A", 1, 8)], 50),
        ([("halt", "A", 1, 8), ("boost", "A", 0, 8)], 50),
    ],
)
def test_13_next(effects: list[Any], after: int) -> None:
    """13: `next` knows boost and halt, and is what the next production makes of it."""
    state = board(crossing(A={"cos": 5}), {"A": (0, 50), "B": (1, 60)}, effects=effects)
    assert GAME.view(state, 0)["planets"][0]["next"] == after
    assert play(state)[0].units[0] == after


def test_13_next_with_fee() -> None:
    """13: own planets with the true level, as the next upkeep would have it now."""
    state = board(crossing(A={"cos": 8}), {"A": (0, 900), "F": (0, 700), "B": (1, 60)}, maintain_fee=True)
    assert GAME.view(state, 0)["you"]["fee"]["quarters"] == 2
    assert GAME.view(state, 0)["planets"][0]["next"] == 904


def test_13_next_is_right_in_random_play() -> None:
    """13: for every own planet that nothing happens to, `next` is what the round makes of it."""
    compared = 0
    tables = [(2, {"map": "sunken_temple", "points_per_round": 9, "max_round": 40})]
    for state, _ in random_states("next", 60, tables):
        after, events = play(state)
        touched = {event["planet"] for event in events if "planet" in event and event["type"] != "production"}
        if any(event["type"] in ("seat_out", "swapped") for event in events) or GAME.outcome(after):
            continue
        for seat in GAME.pending(state):
            view = GAME.view(state, seat)
            if view["you"]["fee"]["quarters"] != 4:
                continue
            for planet in view["planets"]:
                if planet["owner"] == seat and planet["seen"] == "now" and planet["id"] not in touched:
                    compared += 1
                    assert after.units[planet["id"]] == planet["next"]
    assert compared > 50


def test_13_attacks_and_effects() -> None:
    """13: own attacks in `attacks`; the referee sees them at their planets."""
    state = position()
    assert GAME.view(state, 0)["attacks"] == [{"planet": 1, "until": 6}]
    assert GAME.view(state, 1)["attacks"] == []
    assert GAME.view(state, "referee")["attacks"] == []
    assert GAME.view(state, "referee")["planets"][1]["effects"] == [{"type": "attack", "seat": 0, "until": 6}]


def test_13_tactics() -> None:
    """13: all ten in the order of chapter 9; `why_not` is the first reason that applies."""
    state = position(max_round=10, tactics=["terminator", "swap", "defend", "god"])
    state.round = 10
    state.points[0] = 2
    lines = GAME.view(state, 0)["tactics"]
    assert [line["type"] for line in lines] == list(TACTICS)
    why = {line["type"]: line["why_not"] for line in lines}
    assert why["attack"] == "tactic_disabled"
    assert why["terminator"] == "too_late"
    assert why["swap"] == "too_late"
    assert why["god"] == "not_enough_points"
    assert why["defend"] is None
    assert all(line["allowed"] == (line["why_not"] is None) for line in lines)
    assert GAME.view(state, "referee")["tactics"] == []


def test_13_costs_of_the_table() -> None:
    """13, 20: costs in the view are those of the table."""
    costs = {line["type"]: line["cost"] for line in GAME.view(position(tactic_costs={"god": 15}), 0)["tactics"]}
    assert (costs["god"], costs["swap"]) == (15, 40)


def test_13_public_view() -> None:
    """13: under fog a seat without sight and memory; without fog and at the end the referee's view without `pending`."""
    view = GAME.view(position(), "public")
    assert {planet["seen"] for planet in view["planets"]} == {"never"}
    assert all(planet["effects"] == [] for planet in view["planets"])
    assert (view["seat"], view["fleets"], view["attacks"], view["tactics"]) == (None, [], [], [])
    assert [line["units"] for line in view["seats"]] == [None, None]
    assert [line["type"] for line in view["announcements"]] == ["swap"]
    truth = GAME.view(position(fog=False), "referee")
    del truth["pending"]
    assert GAME.view(position(fog=False), "public") == truth


def test_13_static_keys_are_static() -> None:
    """13: `map` and `rules` are the same for every audience and all match long."""
    first: dict[str, Any] = {}
    for state, _ in random_states("static", 30, [(2, {"map": "tightrope", "points_per_round": 9, "max_round": 100})]):
        for audience in (0, 1, "public", "referee"):
            view = GAME.view(state, audience)
            for key in GAME.static_keys:
                assert view[key] == first.setdefault(key, view[key])


def test_13_map() -> None:
    """13: the expanded explicit map, with its size."""
    shown = GAME.view(position(), "public")["map"]
    assert (shown["id"], shown["size"]) == ("test", 1000)
    assert shown["routes"][0] == ["A", "M", 2, 0]
    assert shown["planets"][0]["id"] == 0
