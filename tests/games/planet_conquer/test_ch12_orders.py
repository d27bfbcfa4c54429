"""Chapter 12: orders and errors. Every code, its path, the order of checks."""

from typing import Any

import pytest

from games.core.errors import OrderError
from games.planet_conquer import GAME
from tests.games.planet_conquer.boards import board, crossing, play, random_states, tactic

GOOD = {"from": "A", "to": "M", "units": 5}


def position(**more: Any) -> Any:
    """Seat 0 at A (50) and F (20), seat 1 at B, seat 2 out."""
    state = board(crossing(), {"A": (0, 50), "F": (0, 20), "B": (1, 50), "C": (2, 5)}, seats=3, **more)
    state, _ = play(state, {2: {"resign": True}})
    return state


ERRORS: list[tuple[Any, str, str]] = [
    ([], "not_an_object", ""),
    (None, "not_an_object", ""),
    ({"speed": 1}, "unknown_field", "speed"),
    ({"moves": {}}, "bad_type", "moves"),
    ({"moves": None}, "bad_type", "moves"),
    ({"moves": [GOOD] * 1001}, "too_many_moves", "moves"),
    ({"moves": [5]}, "not_an_object", "moves[0]"),
    ({"moves": [GOOD, GOOD, "x"]}, "not_an_object", "moves[2]"),
    ({"moves": [{**GOOD, "speed": 1}]}, "unknown_field", "moves[0].speed"),
    ({"moves": [{"from": 0, "units": 1}]}, "missing_field", "moves[0].to"),
    ({"moves": [{"to": 0, "units": 1}]}, "missing_field", "moves[0].from"),
    ({"moves": [{"from": 0, "to": 4}]}, "missing_field", "moves[0].units"),
    ({"moves": [{**GOOD, "units": 3.0}]}, "bad_type", "moves[0].units"),
    ({"moves": [{**GOOD, "units": True}]}, "bad_type", "moves[0].units"),
    ({"moves": [{**GOOD, "units": "5"}]}, "bad_type", "moves[0].units"),
    ({"moves": [{**GOOD, "from": None}]}, "bad_type", "moves[0].from"),
    ({"moves": [{**GOOD, "to": True}]}, "bad_type", "moves[0].to"),
    ({"moves": [{**GOOD, "from": "Z"}]}, "unknown_planet", "moves[0].from"),
    ({"moves": [GOOD, {**GOOD, "to": 6}]}, "unknown_planet", "moves[1].to"),
    ({"moves": [{**GOOD, "to": -1}]}, "unknown_planet", "moves[0].to"),
    ({"moves": [{**GOOD, "to": 10**6000}]}, "unknown_planet", "moves[0].to"),
    ({"moves": [{**GOOD, "units": 0}]}, "bad_units", "moves[0].units"),
    ({"moves": [{**GOOD, "units": -5}]}, "bad_units", "moves[0].units"),
    ({"moves": [GOOD, {**GOOD, "from": "B"}]}, "not_your_planet", "moves[1].from"),
    ({"moves": [{**GOOD, "from": "M", "to": "A"}]}, "not_your_planet", "moves[0].from"),
    ({"moves": [GOOD, {**GOOD, "to": "B"}]}, "no_route", "moves[1].to"),
    ({"moves": [{**GOOD, "to": "A"}]}, "no_route", "moves[0].to"),
    ({"moves": [{**GOOD, "units": 51}]}, "not_enough_units", "moves[0].units"),
    ({"moves": [{**GOOD, "units": 30}, {**GOOD, "to": "F", "units": 21}]}, "not_enough_units", "moves[1].units"),
    ({"moves": [{**GOOD, "units": 10**6000}]}, "not_enough_units", "moves[0].units"),
    ({"resign": 1}, "bad_type", "resign"),
    ({"resign": None}, "bad_type", "resign"),
    ({"tactic": "god"}, "not_an_object", "tactic"),
    ({"tactic": {}}, "missing_field", "tactic.type"),
    ({"tactic": {"type": 3}}, "bad_type", "tactic.type"),
    ({"tactic": {"type": "god", "power": 3}}, "unknown_field", "tactic.power"),
    ({"tactic": {"type": "nuke"}}, "unknown_tactic", "tactic.type"),
    ({"tactic": {"type": "god", "seat": 1, "planet": 0}}, "unexpected_field", "tactic.seat"),
    ({"tactic": {"type": "eleminate", "planet": 0}}, "unexpected_field", "tactic.planet"),
    ({"tactic": {"type": "god"}}, "missing_field", "tactic.planet"),
    ({"tactic": {"type": "teleport", "from": 0, "to": 1}}, "missing_field", "tactic.units"),
    ({"tactic": {"type": "god", "planet": 1.0}}, "bad_type", "tactic.planet"),
    ({"tactic": {"type": "god", "planet": "Q"}}, "unknown_planet", "tactic.planet"),
    ({"tactic": {"type": "defend", "planet": "B"}}, "not_your_planet", "tactic.planet"),
    ({"tactic": {"type": "boost", "planet": "M"}}, "not_your_planet", "tactic.planet"),
    ({"tactic": {"type": "attack", "planet": "A"}}, "your_planet", "tactic.planet"),
    ({"tactic": {"type": "teleport", "from": "B", "to": "A", "units": 1}}, "not_your_planet", "tactic.from"),
    ({"tactic": {"type": "teleport", "from": "A", "to": "A", "units": 1}}, "same_planet", "tactic.to"),
    ({"tactic": {"type": "teleport", "from": "A", "to": "X", "units": 1}}, "unknown_planet", "tactic.to"),
    ({"tactic": {"type": "teleport", "from": "A", "to": "B", "units": 0}}, "bad_units", "tactic.units"),
    ({"tactic": {"type": "teleport", "from": "A", "to": "B", "units": 51}}, "not_enough_units", "tactic.units"),
    (
        {"moves": [GOOD], "tactic": {"type": "teleport", "from": "A", "to": "B", "units": 46}},
        "not_enough_units",
        "tactic.units",
    ),
    ({"tactic": {"type": "swap", "seat": 3}}, "unknown_seat", "tactic.seat"),
    ({"tactic": {"type": "swap", "seat": -1}}, "unknown_seat", "tactic.seat"),
    ({"tactic": {"type": "swap", "seat": "1"}}, "bad_type", "tactic.seat"),
    ({"tactic": {"type": "swap", "seat": 0}}, "own_seat", "tactic.seat"),
    ({"tactic": {"type": "swap", "seat": 2}}, "seat_out", "tactic.seat"),
]


@pytest.mark.parametrize("orders,code,path", ERRORS, ids=map(str, range(len(ERRORS))))
def test_12_errors(orders: Any, code: str, path: str) -> None:
    """12: each refusal has its code, the exact path, and a sentence."""
    with pytest.raises(OrderError) as refused:
        GAME.check(position(), 0, orders)
    assert (refused.value.code, refused.value.path) == (code, path)
    assert refused.value.message
    assert "%(" not in refused.value.message


def test_12_errors_of_the_table_and_the_clock() -> None:
    """12: tactic_disabled, too_late, not_enough_points, not_pending, with their data."""
    state = position(tactics=["terminator", "god"], max_round=300)
    for orders, code in ((tactic("defend", planet="A"), "tactic_disabled"), (tactic("eliminate"), "tactic_disabled")):
        with pytest.raises(OrderError) as refused:
            GAME.check(state, 0, orders)
        assert (refused.value.code, refused.value.path) == (code, "tactic.type")
    state.points[0] = 2
    with pytest.raises(OrderError) as refused:
        GAME.check(state, 0, tactic("terminator", planet="A"))
    assert (refused.value.code, refused.value.path) == ("not_enough_points", "tactic.type")
    assert refused.value.data == {"have": 2, "cost": 3}
    with pytest.raises(OrderError) as refused:
        GAME.check(state, 2, {})
    assert (refused.value.code, refused.value.path) == ("not_pending", "")
    over, _ = play(state, {1: {"resign": True}})
    with pytest.raises(OrderError) as refused:
        GAME.check(over, 0, {"resign": True})
    assert refused.value.code == "not_pending"


@pytest.mark.parametrize(
    "name", ["terminator", "eleminate", "halt", "boost", "swap", "defend", "attack", "fast", "teleport", "god"]
)
def test_12_too_late(name: str) -> None:
    """9, 12: not in the last round: terminator, eleminate, halt, boost; not in the last tenth: swap; the others always."""
    parameters: dict[str, Any] = {
        "swap": {"seat": 1}, "eleminate": {}, "teleport": {"from": "A", "to": "B", "units": 1}, "attack": {"planet": "B"},
    }.get(name, {"planet": "A"})  # fmt: skip
    limits = {"terminator": 99, "eleminate": 99, "halt": 99, "boost": 99, "swap": 90}
    last = limits.get(name, 100)
    state = board(crossing(), {"A": (0, 50), "B": (1, 50)}, max_round=100, round=last)
    assert GAME.check(state, 0, tactic(name, **parameters))
    if name in limits:
        state.round += 1
        with pytest.raises(OrderError) as refused:
            GAME.check(state, 0, tactic(name, **parameters))
        assert (refused.value.code, refused.value.path) == ("too_late", "tactic.type")


def test_12_every_code_is_tested() -> None:
    """12: no code of the table is without a test."""
    tested = {code for _, code, _ in ERRORS} | {"tactic_disabled", "too_late", "not_enough_points", "not_pending"}
    assert tested == {
        "not_pending", "not_an_object", "unknown_field", "missing_field", "bad_type", "too_many_moves", "unknown_planet",
        "not_your_planet", "no_route", "bad_units", "not_enough_units", "unknown_tactic", "tactic_disabled", "not_enough_points",
        "unexpected_field", "your_planet", "same_planet", "unknown_seat", "own_seat", "seat_out", "too_late",
    }  # fmt: skip


def test_12_normal_form() -> None:
    """12: three fields, ids for keys, order kept, nothing merged; `eliminate` is rewritten; checking again changes nothing."""
    state = position()
    orders = {
        "moves": [{"units": 2, "from": "A", "to": 4}, {"from": 0, "to": "M", "units": 3}],
        "tactic": {"type": "eliminate"},
    }
    normal = GAME.check(state, 0, orders)
    assert normal == {
        "moves": [{"from": 0, "to": 4, "units": 2}, {"from": 0, "to": 4, "units": 3}],
        "tactic": {"type": "eleminate"},
        "resign": False,
    }
    assert GAME.check(state, 0, normal) == normal
    assert GAME.check(state, 0, {}) == GAME.default_orders(state, 0) == {"moves": [], "tactic": None, "resign": False}


ORDER_OF_CHECKS: list[tuple[Any, str]] = [
    ({"moves": [5], "tactic": 3}, "tactic"),
    ({"moves": [5], "resign": 3}, "resign"),
    ({"moves": [{**GOOD, "units": 0}], "tactic": {"type": "nuke"}}, "moves[0].units"),
    ({"moves": [{**GOOD, "units": 0}, 5]}, "moves[0].units"),
    ({"moves": [{"from": "Z", "to": "Z", "units": "x"}]}, "moves[0].units"),
    ({"moves": [{"from": "Z", "to": "Y", "units": 0}]}, "moves[0].from"),
    ({"moves": [{"from": "B", "to": "Y", "units": 0}]}, "moves[0].to"),
    ({"moves": [{"from": "B", "to": "B", "units": 0}]}, "moves[0].units"),
    ({"moves": [{"from": "B", "to": "B", "units": 1}]}, "moves[0].from"),
    ({"moves": [{"from": "A", "to": "A", "units": 99}]}, "moves[0].to"),
    ({"tactic": {"type": "nuke", "power": 1}}, "tactic.power"),
    ({"tactic": {"type": "defend", "seat": 1}}, "tactic.seat"),
    ({"tactic": {"type": "teleport", "from": "B", "to": "B", "units": 0}}, "tactic.from"),
    ({"tactic": {"type": "teleport", "from": "A", "to": "A", "units": 0}}, "tactic.to"),
]


@pytest.mark.parametrize("orders,path", ORDER_OF_CHECKS, ids=map(str, range(len(ORDER_OF_CHECKS))))
def test_12_order_of_checks(orders: Any, path: str) -> None:
    """12: the whole order's shape, moves in list order, then the tactic; within each as chapter 12 says."""
    with pytest.raises(OrderError) as refused:
        GAME.check(position(), 0, orders)
    assert refused.value.path == path


def test_12_points_are_checked_last() -> None:
    """12: not_enough_points comes after everything else."""
    state = position()
    state.points[0] = 0
    with pytest.raises(OrderError) as refused:
        GAME.check(state, 0, tactic("defend", planet="B"))
    assert refused.value.code == "not_your_planet"


def test_12_resign_is_checked_but_ignored() -> None:
    """12: with resign true the rest is checked and ignored."""
    with pytest.raises(OrderError):
        GAME.check(position(), 0, {"resign": True, "moves": [5]})
    assert GAME.check(position(), 0, GAME.resign_orders)["resign"]


def test_12_choices_are_legal() -> None:
    """12: everything `choices` lists passes the check, and sources are exactly the seat's garrisons."""
    for state, _ in random_states("choices", 25, [(3, {"map": "trident", "points_per_round": 15, "max_round": 30})]):
        for seat in GAME.pending(state):
            found = GAME.choices(state, seat)
            assert [(s["planet"], s["units"]) for s in found["sources"]] == [
                (planet, state.units[planet]) for planet, owner in enumerate(state.owner) if owner == seat
            ]
            for source in found["sources"]:
                for target in source["targets"]:
                    GAME.check(
                        state,
                        seat,
                        {"moves": [{"from": source["planet"], "to": target["planet"], "units": source["units"]}]},
                    )
            for entry in found["tactics"]:
                for key, values in entry["targets"].items():
                    for value in values:
                        chosen = {other: options[0] for other, options in entry["targets"].items()} | {key: value}
                        if entry["type"] == "teleport":
                            chosen["units"] = 1
                            if chosen["from"] == chosen["to"]:
                                continue
                        GAME.check(state, seat, tactic(entry["type"], **chosen))
