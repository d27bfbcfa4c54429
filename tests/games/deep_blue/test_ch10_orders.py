"""Chapter 10: every refusal with its code and path; normal form."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.errors import OrderError
from games.deep_blue import GAME
from tests.games.deep_blue.boards import BASE0, ISLAND0, MINE0, attack, go, sea, unit

UNITS = (
    ("destroyer", 0, 8, 10), ("cruiser", 1, 11, 10), ("submarine", 0, 9, 12), ((4, 2, 3, 1), 0, 9, 9),
    ("cargo", 0, 5, 3), ("battleship", 0, 8, 20), ("cargo", 1, 20, 2),
)  # fmt: skip

REFUSED: list[tuple[str, str, Any]] = [
    ("bad_shape", "", []),
    ("bad_shape", "surplus", {"surplus": 1}),
    ("bad_shape", "resign", {"resign": False}),
    ("bad_shape", "units", {"units": []}),
    ("bad_shape", "units.1", {"units": {"1": 3}}),
    ("bad_shape", "units.1.move", {"units": {"1": {"move": [1]}}}),
    ("bad_shape", "units.1.command", {"units": {"1": {"command": {}}}}),
    ("bad_shape", "units.1.command.planes", {"units": {"1": {"command": {"type": "attack", "planes": 1}}}}),
    ("bad_shape", "units.1.command.cell", {"units": {"1": attack(None, cell=[1, 2])}}),
    ("bad_shape", "units.1.command.target", {"units": {"1": {"command": {"type": "attack", "target": "2"}}}}),
    ("bad_shape", "production", {"production": {}}),
    ("unknown_unit", "units.99", {"units": {"99": {}}}),
    ("unknown_unit", "units.7", {"units": {"7": {}}}),
    ("unknown_unit", "units.01", {"units": {"01": {}}}),
    ("not_yours", "units.2", {"units": {"2": {}}}),
    ("not_yours", f"units.{ISLAND0}", {"units": {str(ISLAND0): {}}}),
    ("cannot_move", f"units.{BASE0}.move", {"units": {str(BASE0): {"move": [1, 1]}}}),
    ("out_of_map", "units.1.move", {"units": {"1": {"move": [24, 0]}}}),
    ("out_of_map", "units.1.command.cell", {"units": {"1": attack(None, cell=[1, 2, 3])}}),
    ("out_of_map", "production[0].rally", {"production": [{"kind": "cargo", "rally": [-1, 0]}]}),
    ("bad_command", "units.3.command.type", {"units": {"3": {"command": {"type": "self_destruct"}}}}),
    ("no_ammo", "units.6.command", {"units": {"6": attack(None, cell=[9, 20, 1])}}),
    ("out_of_range", "units.1.command", {"units": {"1": attack(None, cell=[16, 10, 1])}}),
    ("out_of_range", "units.3.command", {"units": {"3": attack(None, cell=[9, 12, 2])}}),
    ("not_visible", "units.1.command.target", {"units": {"1": attack(7)}}),
    ("bad_target", "units.1.command.target", {"units": {"1": attack(3)}}),
    ("bad_target", "units.1.command.target", {"units": {"1": attack(MINE0)}}),
    ("bad_target", "units.1.command", {"units": {"1": attack()}}),
    ("bad_target", "units.1.command.cell", {"units": {"1": attack(2, cell=[9, 10, 1])}}),
    ("bad_target", "units.1.command.cell", {"units": {"1": attack(None, cell=[9, 12, 0])}}),
    ("bad_target", "units.5.command.target", {"units": {"5": {"command": {"type": "supply", "target": 4}}}}),
    ("bad_target", "units.5.command.target", {"units": {"5": {"command": {"type": "collect", "target": ISLAND0}}}}),
    ("bad_strikes", "units.1.command.strikes", {"units": {"1": attack(2, "fire", "fire")}}),
    ("bad_strikes", "units.1.command.strikes[1]", {"units": {"1": attack(2, "fire", "ram")}}),
    ("bad_strikes", "units.3.command.strikes", {"units": {"3": attack(ISLAND0)}}),
    ("bad_amount", "units.5.command.fuel", {"units": {"5": {"command": {"type": "supply", "target": BASE0, "fuel": -1}}}}),
    ("bad_planes", "production[0].planes", {"production": [{"kind": "formation"}]}),
    ("bad_planes", "production[0].planes", {"production": [{"kind": "formation", "planes": [5, 5, 5, -5]}]}),
    ("bad_planes", "production[0].planes", {"production": [{"kind": "cargo", "planes": [4, 2, 3, 1]}]}),
    ("bad_kind", "production[0].kind", {"production": [{"kind": "base"}]}),
    ("queue_full", "production", {"production": [{"kind": "cargo"}] * 11}),
    ("no_metal", "production", {"production": [{"kind": "battleship"}] * 6}),
    ("too_far", "units.5.command.target", {"units": {"5": {"command": {"type": "supply", "target": 6}}}}),
]  # fmt: skip


def position() -> Any:
    state = sea(*UNITS)
    unit(state, 6).ammo = 0
    unit(state, 3).x = 10
    unit(state, 3).y = 4
    return state


@pytest.mark.parametrize(("code", "path", "orders"), REFUSED, ids=[f"{row[0]}-{i}" for i, row in enumerate(REFUSED)])
def test_refusals(code: str, path: str, orders: Any) -> None:
    state = position() if code == "bad_strikes" or code != "bad_target" else sea(*UNITS)
    with pytest.raises(OrderError) as refused:
        GAME.check(state, 0, orders)
    assert (refused.value.code, refused.value.path) == (code, path)
    assert refused.value.message


def test_out_of_sight() -> None:
    """5.2.3."""
    with pytest.raises(OrderError) as refused:
        GAME.check(sea(("battleship", 0, 4, 10), weather=-4), 0, {"units": {"1": attack(None, cell=[12, 10, 1])}})
    assert (refused.value.code, refused.value.path) == ("out_of_sight", "units.1.command")


def test_not_pending() -> None:
    state, _ = go(sea(), {"resign": True})
    with pytest.raises(OrderError) as refused:
        GAME.check(state, 0, {})
    assert refused.value.code == "not_pending"


def test_normal_form() -> None:
    """10: ids sorted as numbers, absent parts dropped, strikes, cells and limits filled in; normal orders stay."""
    given = {
        "units": {
            str(BASE0): {"command": {"type": "repair", "target": 5}},
            "5": {"move": [6, 3], "command": {"type": "supply", "target": BASE0, "fuel": 5}},
            "1": attack(2),
            "3": {},
        },
        "production": [{"kind": "formation", "planes": [4, 2, 3, 1], "rally": None}],
    }
    normal = GAME.check(sea(*UNITS), 0, given)
    assert normal == {
        "units": {
            "1": {"command": {"type": "attack", "target": 2, "cell": [11, 10, 1], "strikes": ["fire", "torpedo"]}},
            "5": {
                "move": [6, 3],
                "command": {"type": "supply", "target": BASE0, "fuel": 5, "ammo": None, "metal": None},
            },
            str(BASE0): {"command": {"type": "repair", "target": 5, "planes": None}},
        },
        "production": [{"kind": "formation", "planes": [4, 2, 3, 1]}],
    }
    assert list(normal["units"]) == ["1", "5", str(BASE0)]
    assert GAME.check(sea(*UNITS), 0, normal) == normal


def test_every_choice_is_legal() -> None:
    """Entries of `choices` are orders that the check accepts; there is something to build, to attack and to supply."""
    state = sea(*UNITS)
    assert GAME.choices is not None
    found = GAME.choices(state, 0)
    for entry in found:
        GAME.check(state, 0, entry["orders"])
        assert "%(" not in entry["label"]
    labels = " ".join(entry["label"] for entry in found)
    assert "Build: battleship" in labels and "destroyer 1 attacks cruiser 2" in labels and "supplies" in labels
