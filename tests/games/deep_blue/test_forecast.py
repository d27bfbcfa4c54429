"""What the forecast says of drafts and questions, on small boards where every number can be reckoned by hand (10, Forecast)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.core.errors import OrderError
from games.deep_blue import GAME
from games.deep_blue.board import board_of
from games.deep_blue.constants import KINDS
from games.deep_blue.dock import price
from games.deep_blue.state import State
from tests.games.deep_blue.boards import BASE0, BASE1, ISLAND0, MINE0, attack, go, look, sea, unit, wrap


def foretold(state: State, orders: Any = None, seat: int = 0, **ask: Any) -> Any:
    """The forecast of these orders, with these questions."""
    assert GAME.forecast is not None
    drafts = wrap(orders)
    return GAME.forecast(GAME.view(state, seat), {**drafts, "ask": ask} if ask else drafts)


def report(state: State, orders: Any, number: int = 1) -> Any:
    return foretold(state, orders)["units"][str(number)]


def codes(lines: Any) -> list[str]:
    return [line["code"] for line in lines]


# Ways.


def test_a_way_of_several_rounds() -> None:
    """6.1: speed 8, fuel by steps."""
    way = report(sea(("destroyer", 0, 5, 12)), {1: {"move": [15, 17]}})["way"]
    assert (way["path"][0], way["path"][-1], len(way["path"])) == ([5, 12], [15, 17], 16)
    assert (way["stops"], way["rounds"], way["fuel"], way["fuel_ends"]) == ([8, 15], 2, 135, None)
    assert (way["destination"], way["reaches"], way["stopped"]) == ([15, 17], True, "speed")


def test_a_way_that_the_fuel_does_not_last_for() -> None:
    state = sea(("destroyer", 0, 5, 12), ((4, 2, 3, 1), 0, 5, 14))
    unit(state, 1).fuel, unit(state, 2).fuel = 10, 10
    ship = report(state, {1: {"move": [15, 17]}})
    assert (ship["way"]["fuel_ends"], ship["way"]["rounds"], ship["way"]["fuel"]) == (10, None, 0)
    assert {"code": "out_of_fuel", "cell": ship["way"]["path"][10], "rounds": 1} in ship["warnings"]
    plane = report(state, {2: {"move": [15, 14]}}, 2)
    assert plane["after"] is None and plane["way"]["fuel_ends"] == 10
    assert codes(plane["warnings"]) == ["crash"]


def test_a_formation_that_cannot_come_back() -> None:
    state = sea(((4, 2, 3, 1), 0, 6, 6))
    unit(state, 1).fuel = 20
    assert {"code": "no_return", "fuel": 10, "needs": 14} in report(state, {1: {"move": [16, 6]}})["warnings"]


def test_blocked_and_unreachable() -> None:
    state = sea(
        ("destroyer", 0, 5, 10), ("cargo", 0, 5, 12), ("cargo", 0, 4, 11), ("cargo", 0, 6, 11), ("cargo", 0, 5, 9)
    )
    shut = [(4, 10), (6, 10), (4, 9), (6, 9)]
    state = sea(*[("destroyer", 0, 5, 10), ("cargo", 0, 5, 11), ("cargo", 0, 5, 9)], land=shut)
    blocked = report(state, {1: {"move": [5, 14]}})
    assert "blocked" in codes(blocked["warnings"]) and blocked["after"]["pos"] == [5, 10, 1]
    assert {"code": "unreachable", "cell": [5, 3]} in report(sea(("cargo", 0, 5, 10)), {1: {"move": [3, 3]}})[
        "warnings"
    ]


# Attacks.


def test_worked_example_a() -> None:
    """5.3: 10 of damage, 55 in 64; a destroyer beside takes 4 of it as splash."""
    state = sea(("destroyer", 0, 8, 12), ("cruiser", 1, 11, 12), ("destroyer", 1, 11, 13))
    told = report(state, {1: attack(2, "fire")})["attack"]
    (strike,) = told["strikes"]
    assert (strike["damage"], strike["hits"], strike["chance"]) == (10, [55, 64], 85)
    assert strike["splash"] == [{"id": 3, "damage": 4, "own": False}]
    assert (told["expected"], told["sinks"], told["distance"], told["reach"]) == (8.6, 0, 3, 7)
    back = told["back"]
    assert [(one["kind"], one["damage"], one["hits"]) for one in back["strikes"]] == [
        ("fire", 21, [72, 81]), ("torpedo", 7, [72, 81]),
    ]  # fmt: skip


def test_two_strikes_and_the_chance_to_sink() -> None:
    """Fire 11 and torpedo 20 against 20 health at distance 2: the torpedo alone sinks, both together too."""
    state = sea(("destroyer", 0, 8, 12), ("cargo", 1, 10, 12))
    unit(state, 2).health = 20
    told = report(state, {1: attack(2)})["attack"]
    assert [one["damage"] for one in told["strikes"]] == [12, 20]
    # 60 in 64 for each; the first alone does not sink.
    assert told["sinks"] == 100 * 60 // 64
    assert told["expected"] == round((60 / 64) * 20 + (4 / 64) * (60 / 64) * 12, 1)


def test_own_units_in_line_and_splash() -> None:
    state = sea(("destroyer", 0, 8, 12), ("carrier", 1, 12, 12), ("cargo", 0, 10, 12), ("cargo", 0, 12, 13))
    told = report(state, {1: attack(2)})
    assert codes(told["warnings"]) == ["own_in_splash", "own_in_line"]
    torpedo = told["attack"]["strikes"][1]
    assert told["warnings"][1]["damage"] == torpedo["damage"] > 0
    assert (torpedo["result"], torpedo["meets"], torpedo["at"]) == ("blocked_by_unit", 3, [10, 12, 1])
    after, _ = go(state, {1: attack(2, "torpedo")})
    assert (
        unit(after, 3).health
        == 60 - torpedo["damage"]
        == foretold(state, {1: attack(2, "torpedo")})["units"]["3"]["after"]["health"]
    )


def test_no_strike_is_proposed_that_harms_ones_own_side_more_than_the_other() -> None:
    state = sea(("destroyer", 0, 8, 12), ("carrier", 1, 12, 12), ("cargo", 0, 10, 12))
    asked = foretold(state, units=[1], targets=[2])
    (offer,) = asked["ask"]["units"]["1"]["commands"]
    assert offer["strikes"] == ["fire"] == [one["kind"] for one in offer["volley"]["strikes"]]
    assert [(line["id"], line["target"]) for line in asked["attention"] if line["code"] == "in_reach"] == [(1, 2)]
    # A submarine has torpedoes alone: nobody is told that it can fire, and whoever fires all the same is told what comes of it.
    state = sea(("submarine", 0, 8, 12), ("submarine", 1, 10, 12), ("submarine", 0, 9, 12))
    asked = foretold(state, units=[1], targets=[2])
    (offer,) = asked["ask"]["units"]["1"]["commands"]
    assert [(one["kind"], one["meets"]) for one in offer["volley"]["strikes"]] == [("torpedo", 3)]
    assert [line["id"] for line in asked["attention"] if line["code"] == "in_reach"] == [3], (
        "only whoever has a free way"
    )


def test_torpedoes_lost_on_land_and_shots_into_the_dark() -> None:
    state = sea(("destroyer", 0, 8, 12), ("carrier", 1, 12, 12), land=[(10, 12)])
    assert codes(report(state, {1: attack(2, "torpedo")})["warnings"]) == ["lost_on_land", "no_damage"]
    assert codes(report(state, {1: attack(cell=[8, 15, 1])})["warnings"]) == ["nobody_seen"]
    assert codes(report(state, {1: attack(2)} | {1: {**attack(2), "move": [2, 12]}})["warnings"])[-1] == "out_of_sight"


def test_air_cover_over_the_target() -> None:
    """As worked example G, with a guessed guard and a cruiser that supports it: nothing is left for a strike."""
    state = sea(((0, 0, 10, 0), 0, 8, 12), ("cruiser", 1, 10, 12), ((4, 2, 3, 1), 1, 10, 12))
    told = report(state, {1: attack(2)})
    combat = told["attack"]["combat"]
    assert combat["defender"] == 3 and combat["band"] == "lost_control" and combat["guessed"]
    assert combat["losses"][0] == 80 and combat["planes"] == [0, 0, 0, 0] and told["attack"]["strikes"] == []
    assert codes(told["warnings"])[0] == "air_cover"
    duel = report(state, {1: attack(3)})["attack"]
    assert duel["strikes"] == [] and duel["combat"]["losses"] == [80, 0]


def test_what_is_refused_is_left_out_and_said() -> None:
    state = sea(("destroyer", 0, 5, 12), ("carrier", 1, 20, 12))
    told = foretold(state, {"units": {"1": {**attack(BASE1), "move": [6, 12]}, "77": {"move": [1, 1]}}})
    assert [(one["path"], one["code"]) for one in told["refused"]] == [
        ("units.1.command", "out_of_range"), ("units.77", "unknown_unit"),
    ]  # fmt: skip
    assert told["refused"][0]["message"] in GAME.words
    assert told["units"]["1"]["after"]["pos"] == [6, 12, 1]


# Services and the yard.


def test_services_say_what_flows() -> None:
    state = sea(("cargo", 0, 7, 4), ("destroyer", 0, 8, 4), ("cargo", 0, 20, 12))
    unit(state, 1).metal, unit(state, 2).fuel = 10, 100
    give = {"type": "supply", "target": 2, "fuel": 30, "ammo": 0}
    told = report(state, {1: {"command": give}})["service"]
    assert (told["flows"], told["left"], told["failed"]) == (
        {"fuel": 30, "ammo": 0, "metal": 0}, {"fuel": 130, "ammo": 40, "metal": 0}, None,
    )  # fmt: skip
    load = report(state, {1: {"move": [7, 3], "command": {"type": "collect", "target": MINE0}}})
    assert (load["service"]["flows"]["metal"], load["service"]["left"]["metal"], load["after"]["metal"]) == (
        40,
        360,
        50,
    )
    far = report(state, {1: {"command": {"type": "supply", "target": 2}, "move": [7, 12]}})
    assert far["warnings"][0] == {"code": "fails", "reason": "out_of_range"}


def test_a_blast_and_its_victims() -> None:
    state = sea(("cargo", 0, 10, 12), ("destroyer", 1, 11, 12), ("cargo", 0, 10, 13))
    told = report(state, {1: {"command": {"type": "self_destruct"}}})
    assert told["service"]["blast"] == 25
    assert [(one["id"], one["damage"], one["own"]) for one in told["service"]["victims"]] == [
        (2, 16, False),
        (3, 15, True),
    ]
    assert told["warnings"] == [{"code": "own_in_blast", "ids": [[3, 15]]}]
    assert foretold(state, units=[1])["ask"]["units"]["1"]["blast"]["victims"] == [
        {"id": 2, "damage": 16, "own": False}, {"id": 3, "damage": 15, "own": True},
    ]  # fmt: skip


def test_the_yard() -> None:
    state = sea(("battleship", 0, 5, 12), population_cap=10)
    unit(state, BASE0).metal = 40
    told = foretold(state, {"production": [{"kind": "cargo"}, {"kind": "cruiser"}, {"kind": "cruiser"}]})
    yard = told["production"]
    assert (yard["metal"], yard["population"], yard["room"]) == ([40, 12], [5, 9, 10], 8)
    assert [one["fails"] for one in yard["entries"]] == [False, False, True]
    assert codes(yard["warnings"]) == ["no_metal"] and told["refused"][0]["code"] == "no_metal"
    costs = {(one["kind"], one["composition"]): (one["cost"], one["refused"], one["waits"]) for one in yard["products"]}
    assert costs["destroyer", None] == (12, None, True) and costs["formation", "balanced"] == (22, "no_metal", True)
    full = foretold(state, {"production": [{"kind": "cruiser"}, {"kind": "cruiser"}]})["production"]
    assert [one["waiting"] for one in full["entries"]] == [None, "population"]
    assert full["warnings"] == [{"code": "over_population", "population": 11, "cap": 10}]


def test_what_services_take_does_not_refuse_what_is_paid_before_them() -> None:
    """Entries are paid when orders are checked, a refit in the service phase."""
    state = sea(((4, 2, 3, 1), 0, 3, 3))
    unit(state, BASE0).metal = price("battleship", None)
    refit = {BASE0: {"command": {"type": "repair", "target": 1, "planes": [2, 0, 0, 8]}}}
    yard = foretold(state, refit)["production"]
    assert yard["metal"] == [34, 27]
    refused = {one["kind"]: one["refused"] for one in yard["products"]}
    assert refused["battleship"] is None
    GAME.check(state, 0, {**wrap(refit), "production": [{"kind": "battleship"}]})


# Questions.


def test_a_unit_asked_about() -> None:
    state = sea(("destroyer", 0, 8, 12), ("cruiser", 1, 11, 12), ("cargo", 0, 9, 12), weather=-4)
    told = foretold(state, units=[1], planes=[4, 2, 3, 1], cell=[12, 12, 1])["ask"]
    mine = told["units"]["1"]
    assert mine["sight"] == [1, 5, 4]
    assert mine["fire"][1] == {"reach": 7, "radius": 5, "aims": "own", "bands": [[75, 4], [50, 5], [25, 5]]}
    assert mine["fire"][0] == {"reach": 5, "radius": 1, "aims": "own", "bands": [[75, 1], [50, 1], [25, 1]]}
    assert mine["reach"]["speed"] == 8 and len(mine["reach"]["round"]) == 24
    assert sum(bin(int(row, 16)).count("1") for row in mine["reach"]["round"]) > 100
    by = {(one["type"], one["target"]): one for one in mine["commands"]}
    assert by["attack", 2]["volley"]["strikes"][0]["damage"] == 10
    assert by["attack", BASE1]["refused"]["code"] == "out_of_range"
    assert ("supply", 3) not in by
    assert mine["cell"]["way"]["path"][-1] == [12, 12] and mine["cell"]["volley"] is not None
    assert mine["standing"] == ["patrol", "escort", "attack_at_will"]
    assert (told["planes"]["attack"], told["planes"]["health"], told["planes"]["cost"]) == ([32, 26, 38], 69, 22)


def test_blind_and_shared_aim() -> None:
    blind = foretold(sea(("battleship", 0, 8, 12), weather=-12), units=[1])["ask"]["units"]["1"]["fire"]
    assert blind[0] is None and (blind[1]["aims"], blind[1]["radius"]) == ("blind", 9)
    shared = foretold(sea(("battleship", 0, 8, 12), spotting="shared"), units=[1])["ask"]["units"]["1"]["fire"]
    assert (shared[1]["aims"], shared[2]["radius"]) == ("shared", 5)


def test_several_units_and_a_target() -> None:
    state = sea(("destroyer", 0, 8, 12), ("cargo", 0, 8, 13), ("cruiser", 1, 11, 12))
    told = foretold(state, units=[1, 2, 3], targets=[3], cell=[9, 9, 1])["ask"]
    assert sorted(told["units"]) == ["1", "2"]
    assert [one["type"] for one in told["units"]["1"]["commands"]] == ["attack"] and told["units"]["2"][
        "commands"
    ] == []
    assert told["units"]["1"]["reach"] is None and told["units"]["1"]["cell"]["way"]["rounds"] == 1
    assert told["targets"]["3"]["sight"] == [3, 9, 10]


def test_a_giver_asked_about() -> None:
    state = sea(("cargo", 0, 9, 4), ("destroyer", 0, 10, 4))
    unit(state, 2).fuel, unit(state, ISLAND0).seat, unit(state, ISLAND0).ammo = 100, 0, 30
    unit(state, 1).ammo = 100
    look(state)
    by = {(one["type"], one["target"]): one for one in foretold(state, units=[1])["ask"]["units"]["1"]["commands"]}
    assert by["supply", 2]["most"] == {"fuel": 50, "ammo": 0, "metal": 0}
    assert by["collect", ISLAND0]["most"] == {"fuel": 0, "ammo": 20, "metal": 0}
    assert foretold(state, units=[1])["ask"]["units"]["1"]["home"] > 3


@pytest.mark.parametrize(
    ("ask", "path"),
    [
        ([], "ask"),
        ({"unit": [1]}, "ask.unit"),
        ({"units": 1}, "ask.units"),
        ({"targets": list(range(99))}, "ask.targets"),
        ({"cell": [1, 2]}, "ask.cell"),
        ({"cell": [1, 99, 1]}, "ask.cell"),
        ({"planes": [10, 0, 0, 1]}, "ask.planes"),
    ],
)
def test_questions_that_are_none(ask: Any, path: str) -> None:
    assert GAME.forecast is not None
    with pytest.raises(OrderError) as refused:
        GAME.forecast(GAME.view(sea(("cargo", 0, 9, 4)), 0), {"ask": ask})
    assert refused.value.path == path


def test_orders_themselves_ask_nothing() -> None:
    with pytest.raises(OrderError) as refused:
        GAME.check(sea(("cargo", 0, 9, 4)), 0, {"ask": {"units": [1]}})
    assert (refused.value.code, refused.value.path) == ("bad_shape", "ask")


def test_views_and_drafts_stay_as_they_are() -> None:
    state = sea(("destroyer", 0, 8, 12), ("cruiser", 1, 11, 12))
    view, orders = GAME.view(state, 0), {"units": {"1": attack(2)}, "ask": {"units": [1]}}
    before = json.dumps([view, orders])
    assert GAME.forecast is not None
    assert GAME.forecast(view, orders) == GAME.forecast(json.loads(json.dumps(view)), orders)
    assert json.dumps([view, orders]) == before


def test_zones_say_where_units_come_and_where_they_can_be_shot_at_by_what_is_seen() -> None:
    state = sea(("destroyer", 0, 8, 12), ("cruiser", 0, 12, 12), ("submarine", 0, 8, 14), ("battleship", 1, 8, 20))
    asked = foretold(state, units=[1, 2], zones=True)["ask"]
    alone = [foretold(state, units=[key])["ask"]["units"][str(key)]["reach"]["round"] for key in (1, 2)]
    board = board_of(*GAME.view(state, 0)["size"])
    one, other = map(board.from_hex, alone)
    assert board.from_hex(asked["zones"]["reach"]) == one | other, "a group's cells are those of all its units"
    danger = board.from_hex(asked["zones"]["danger"])
    far = KINDS["battleship"].speed + min(KINDS["battleship"].reach[1], KINDS["battleship"].sight[1])
    assert danger >> board.cell(8, 20 - far) & 1
    assert not danger >> board.cell(8, 20 - far - 1) & 1
    under = board.from_hex(foretold(state, units=[3], zones=True)["ask"]["zones"]["danger"])
    assert not under >> board.cell(8, 14) & 1, "a battleship cannot hurt what is below it"
    assert "zones" not in foretold(state, units=[1])["ask"]


def test_what_planes_reach_is_told_apart_from_what_ships_and_buildings_do() -> None:
    state = sea(("destroyer", 0, 8, 12), ((4, 2, 3, 1), 1, 12, 14))
    board = board_of(*GAME.view(state, 0)["size"])
    zones = foretold(state, units=[1], zones=True)["ask"]["zones"]
    at = board.cell(8, 12)
    assert board.from_hex(zones["wings"]) >> at & 1
    assert not board.from_hex(zones["danger"]) >> at & 1


def test_base_and_ships_that_fire_at_one_target_are_one_sum_before_the_press_too() -> None:
    state = sea(("destroyer", 0, 8, 12), ("cruiser", 0, 9, 11), ("cargo", 1, 10, 12))
    orders = {"units": {"1": attack(3)}}
    assert GAME.forecast is not None
    asked = GAME.forecast(GAME.view(state, 0), {**orders, "ask": {"units": [2], "targets": [3]}})["ask"]
    (line,) = asked["joint"]
    assert line["units"] == [1, 2] and asked["together"] == []
    done = GAME.forecast(GAME.view(state, 0), {"units": {"1": attack(3), "2": attack(3)}})["together"]
    assert [(one["units"], one["expected"], one["sinks"]) for one in done] == [
        ([1, 2], line["expected"], line["sinks"])
    ], "what the press will say"
    assert foretold(state, units=[2], targets=[3])["ask"]["joint"] == [], "nobody fires at it yet"


# Several at one target.


def test_a_group_is_told_how_many_are_enough_and_what_all_do() -> None:
    state = sea(*[("destroyer", 0, 8 + i, 12) for i in range(4)], ("cargo", 1, 9, 13))
    (line,) = foretold(state, units=[1, 2, 3, 4], targets=[5])["ask"]["together"]
    enough = line.pop("enough")
    assert (line["target"], line["units"]) == (5, [1, 2, 3, 4])
    assert 0 < len(enough["units"]) < 4 and 90 <= enough["sinks"] <= line["sinks"]
    # One fewer would not do.
    fewer = foretold(state, units=enough["units"][:-1], targets=[5])["ask"]["units"]
    assert all(able["commands"][0]["volley"]["sinks"] < 90 for able in fewer.values())
    # What nobody sinks takes all of them.
    strong = sea(*[("destroyer", 0, 8 + i, 12) for i in range(4)], ("battleship", 1, 9, 13))
    (line,) = foretold(strong, units=[1, 2, 3, 4], targets=[5])["ask"]["together"]
    assert line.pop("enough") == line and line["sinks"] == 0
    assert foretold(state, units=[1], targets=[5])["ask"]["together"] == []


def test_drafts_at_one_target_are_told_together_as_the_question_tells_them() -> None:
    state = sea(("destroyer", 0, 8, 12), ("cruiser", 0, 9, 12), ("destroyer", 1, 10, 13))
    asked = foretold(state, units=[1, 2], targets=[3])["ask"]["together"][0]
    orders = {number: {"command": {"type": "attack", "target": 3}} for number in (1, 2)}
    (drafted,) = foretold(state, orders)["together"]
    assert drafted == {key: value for key, value in asked.items() if key != "enough"}
    assert foretold(state, {1: orders[1]})["together"] == []
    # The same as that of one alone, by the same reckoning.
    alone = report(state, {1: orders[1]})["attack"]
    assert alone["expected"] < drafted["expected"]


def test_many_guns_take_no_longer_than_they_have_outcomes() -> None:
    """Twenty ships with two strikes each would be a million million outcomes one by one."""
    state = sea(*[("destroyer", 0, 7 + i % 5, 10 + i // 5) for i in range(20)], ("battleship", 1, 9, 14))
    (line,) = foretold(state, units=list(range(1, 21)), targets=[21])["ask"]["together"]
    assert 0 < line["expected"] <= 150
