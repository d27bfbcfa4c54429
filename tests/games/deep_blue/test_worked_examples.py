"""The worked examples A to M of the rules, played through the engine."""

from __future__ import annotations

import pytest

from games.deep_blue.board import board_of
from games.deep_blue.state import Tally
from tests.games.deep_blue.boards import (
    BASE0,
    BASE1,
    MISSES,
    Dice,
    attack,
    go,
    sea,
    told,
    unit,
)  # fmt: skip


def test_casualties() -> None:
    """1: 4/2/3/1 with 69 health and 90 fuel loses 20."""
    state = sea(((4, 2, 3, 1), 0, 10, 10))
    one = unit(state, 1)
    one.fuel = 90
    one.lose(20)
    assert (one.health, one.planes, one.fuel, one.ammo) == (49, (4, 0, 3, 0), 70, 32)


@pytest.mark.parametrize(("weather", "cells"), [(-4, 61), (-9, 1)])
def test_sight_of_a_destroyer(weather: int, cells: int) -> None:
    """4: what a destroyer sees on the surface in fog."""
    board, radius = board_of(80, 80), max(0, 9 + weather)
    assert board.around((40, 40, 40, 40), radius).bit_count() == cells


def test_a_destroyer_fires_at_a_cruiser() -> None:
    """A: 10 damage at distance 3, 55 in 64; a destroyer beside the cruiser takes 4."""
    state = sea(("destroyer", 0, 8, 10), ("cruiser", 1, 11, 10), ("destroyer", 1, 12, 10))
    dice = Dice([54])
    after, events = go(state, {1: attack(2, "fire")}, rng=dice)
    assert dice.asked == [64]
    strike = told(events, "strike")[0]
    assert (strike["result"], strike["damage"], strike["splash"]) == ("hit", 10, [[3, 4]])
    assert (unit(after, 2).health, unit(after, 3).health) == (85, 66)
    assert told(go(state, {1: attack(2, "fire")}, rng=Dice([55]))[1], "strike")[0]["result"] == "miss"


def test_scouts_and_the_factor_of_ammo() -> None:
    """B: a battleship with 20 of 50 ammo, two own scout formations and one of the enemy: 31 damage, 19 in 100."""
    state = sea(
        ("battleship", 0, 4, 10), ("cruiser", 1, 13, 10), ((4, 2, 3, 1), 0, 12, 12), ((4, 2, 3, 1), 0, 14, 12),
        ((4, 2, 3, 1), 1, 13, 14),
    )  # fmt: skip
    unit(state, 1).ammo = 20
    dice = Dice([18])
    after, _ = go(state, {1: attack(2)}, rng=dice)
    assert dice.asked[0] == 100
    assert unit(after, 2).health == 95 - 31
    assert unit(after, 1).ammo == 15


def test_a_formation_strikes_a_carrier_twice() -> None:
    """C: torpedo 28 with ammo 42, then fire 15 with ammo 40."""
    state = sea(((2, 4, 4, 0), 0, 8, 10), ("carrier", 1, 10, 10))
    dice = Dice()
    after, events = go(state, {1: attack(2, "torpedo", "fire")}, rng=dice)
    assert [event["damage"] for event in told(events, "strike")] == [28, 15]
    assert dice.asked[:2] == [25, 25]
    assert unit(after, 1).ammo == 38


def test_a_submarine_short_of_ammo() -> None:
    """D: 5 of 24: 40 becomes 16, minus 4."""
    state = sea(("submarine", 0, 8, 10), ("carrier", 1, 11, 10))
    unit(state, 1).ammo = 5
    after, _ = go(state, {1: attack(2)})
    assert unit(after, 2).health == 140 - 12


def test_even_air_combat_with_support() -> None:
    """E: 50 against 41 (38 with the help of its own scout) and 10 of a destroyer beside it."""
    state = sea(((10, 0, 0, 0), 0, 8, 10), ((4, 2, 3, 1), 1, 11, 10), ("destroyer", 1, 12, 10))
    after, events = go(state, {1: attack(2)})
    fight = told(events, "air_combat")[0]
    # The defender's own scout helps: 38 * 11 // 10 = 41.
    assert (fight["mastery"], fight["band"]) == ([50, 51], "even")
    assert fight["losses"] == [51, 50]
    assert unit(after, 2).health == 19


def test_advantage() -> None:
    """F: 50 against 30: the defender is lost, the attacker loses 20."""
    state = sea(((10, 0, 0, 0), 0, 8, 10), ((2, 4, 4, 0), 1, 11, 10))
    after, events = go(state, {1: attack(2)})
    fight = told(events, "air_combat")[0]
    assert (fight["mastery"], fight["band"], fight["losses"]) == ([50, 30], "advantage", [20, 70])
    assert 2 not in after.elements
    assert unit(after, 1).health == 50


def test_lost_control_before_a_strike() -> None:
    """G: ten bombers (12) under a guard of 4/2/4/0 (40) lose 53; four are left and strike the cruiser for 4."""
    state = sea(((0, 0, 10, 0), 0, 9, 9), ("cruiser", 1, 9, 10), ((4, 2, 4, 0), 1, 9, 10))
    unit(state, 2).ammo = 0
    after, events = go(state, {1: attack(2)})
    fight, strike = told(events, "air_combat")[0], told(events, "strike")[0]
    assert (fight["mastery"], fight["band"], fight["losses"]) == ([12, 40], "lost_control", [53, 0])
    assert (unit(after, 1).health, unit(after, 1).planes) == (27, (0, 0, 4, 0))
    assert (strike["result"], strike["damage"]) == ("hit", 4)


def test_the_ship_below_supports_its_guard() -> None:
    """G: with ammo the cruiser below gives its 20, and no bomber is left to strike."""
    state = sea(((0, 0, 10, 0), 0, 9, 9), ("cruiser", 1, 9, 10), ((4, 2, 4, 0), 1, 9, 10))
    after, events = go(state, {1: attack(2)})
    assert told(events, "air_combat")[0]["mastery"] == [12, 60]
    assert not told(events, "strike")
    assert 1 not in after.elements


def test_full_control() -> None:
    """H: 50 against 12: all 80 lost, nothing in return."""
    state = sea(((10, 0, 0, 0), 0, 8, 10), ((0, 0, 10, 0), 1, 11, 10))
    after, events = go(state, {1: attack(2)})
    fight = told(events, "air_combat")[0]
    assert (fight["band"], fight["losses"]) == ("full_control", [0, 80])
    assert 2 not in after.elements


def test_a_battle_on_the_way() -> None:
    """I: destroyer and cruiser want the same cell in step 3; the destroyer gets it, the cruiser is halted."""
    state = sea(("destroyer", 0, 7, 10), ("cruiser", 1, 13, 10))
    dice = Dice()
    after, events = go(state, {1: {"move": [11, 10]}}, {2: {"move": [9, 10]}}, rng=dice)
    battle = told(events, "battle")[0]
    assert sorted(battle["strikes"]) == [
        [1, "fire", "hit", 10], [1, "torpedo", "hit", 16], [2, "fire", "hit", 21], [2, "torpedo", "hit", 7],
    ]  # fmt: skip
    assert (unit(after, 1).x, unit(after, 2).x) == (10, 11)
    assert {move["id"]: move["stopped"] for move in told(events, "move")}[2] == "halted"
    assert sorted(dice.asked[:4]) == [64, 64, 81, 81]


def test_a_formation_crashes_on_the_way_home() -> None:
    """J: 49 health, fuel 3, 5 steps from home: a destroyer below the third cell loses 14."""
    state = sea(((7, 0, 0, 3), 0, 9, 12), ("destroyer", 1, 6, 12))
    plane = unit(state, 1)
    plane.planes = plane.planes_max = (7, 0, 0, 0)
    plane.health, plane.fuel, plane.ammo = 49, 3, 10
    after, events = go(state, {1: {"move": [4, 12]}})
    crash = told(events, "crash")[0]
    assert (crash["pos"], crash["victim"], crash["damage"]) == ([6, 12, 2], 2, 14)
    assert 1 not in after.elements
    assert unit(after, 2).health == 56


@pytest.mark.parametrize(
    ("metal", "planes", "paid", "health"), [(200, (4, 2, 3, 1), 15, 69), (11, (4, 0, 3, 0), 10, 52)]
)
def test_refit(metal: int, planes: tuple[int, ...], paid: int, health: int) -> None:
    """K: 2/0/1/0 at 20 of 22 refitted to 4/2/3/1 for 15 metal; with 11 metal the torpedoers end it."""
    state = sea(((4, 2, 3, 1), 0, 3, 3))
    plane = unit(state, 1)
    plane.planes, plane.health, plane.fuel, plane.ammo = (2, 0, 1, 0), 20, 20, 5
    unit(state, BASE0).metal = metal
    after, _ = go(state, {BASE0: {"command": {"type": "repair", "target": 1}}})
    found = unit(after, 1)
    assert (found.planes, found.health, unit(after, BASE0).metal) == (planes, health, metal - paid)
    assert (found.fuel, found.ammo, found.planes_max) == (found.fuel_max, found.ammo_max, planes)


def test_repair_of_a_ship_is_free() -> None:
    """K: a destroyer with 30 of 70 is whole again for nothing."""
    state = sea(("destroyer", 0, 5, 3))
    unit(state, 1).health = 30
    after, _ = go(state, {BASE0: {"command": {"type": "repair", "target": 1}}})
    assert (unit(after, 1).health, unit(after, BASE0).metal) == (70, 200)


def test_a_full_cargo_explodes() -> None:
    """L: blast 25: a destroyer beside it loses 16, a base 10."""
    state = sea(("cargo", 0, 18, 20), ("destroyer", 1, 18, 19))
    after, events = go(state, {1: {"command": {"type": "self_destruct"}}})
    assert told(events, "self_destruct")[0]["blast"] == 25
    assert (unit(after, 2).health, unit(after, BASE1).health) == (54, 990)
    assert after.tallies[0].damage == 26
    assert 1 not in after.elements


def test_a_giver_may_strand_itself() -> None:
    """L: 120 fuel of a cargo fill a destroyer with 30 of 150."""
    state = sea(("cargo", 0, 10, 10), ("destroyer", 0, 11, 10))
    unit(state, 1).fuel, unit(state, 2).fuel = 120, 30
    after, _ = go(state, {1: {"command": {"type": "supply", "target": 2}}})
    assert (unit(after, 1).fuel, unit(after, 2).fuel) == (0, 150)


def test_score() -> None:
    """M: 320 damage, 90 islands and rounds, 640 fuel, 95 metal."""
    assert Tally(320, 90, 640, 95).points({"fuel": 10, "metal": 2}) == 1331


def test_a_miss_harms_nobody() -> None:
    """5.3.4: no effect and no splash."""
    state = sea(("destroyer", 0, 8, 10), ("cruiser", 1, 11, 10), ("destroyer", 1, 12, 10))
    after, _ = go(state, {1: attack(2)}, rng=Dice(rest=MISSES))
    assert (unit(after, 2).health, unit(after, 3).health, unit(after, 1).ammo) == (95, 70, 32)
