"""Chapter 5: order of attacks, lines of fire, splash, capture, blind fire."""

from __future__ import annotations

import pytest

from games.core.errors import OrderError
from games.deep_blue import GAME
from games.deep_blue.resolve.strikes import line
from tests.games.deep_blue.boards import BASE1, ISLAND0, MISSES, Dice, attack, go, look, sea, told, unit


def test_both_fire_with_the_strength_of_the_start() -> None:
    """5.1: who is sunk first in the phase fires all the same."""
    state = sea(("battleship", 0, 8, 10), ("cargo", 0, 8, 12), ("battleship", 1, 11, 10))
    unit(state, 1).health = unit(state, 3).health = 10
    after, events = go(state, {1: attack(3)}, {3: attack(1)})
    assert 1 not in after.elements and 3 not in after.elements
    assert [event["result"] for event in told(events, "strike")] == ["hit", "hit"]


def test_a_strike_at_the_dead_is_wasted() -> None:
    """5.1: ammo is spent, nothing happens."""
    state = sea(("battleship", 0, 8, 10), ("battleship", 0, 8, 11), ("cargo", 1, 10, 10))
    unit(state, 3).health = 5
    after, events = go(state, {1: attack(3), 2: attack(3)})
    assert [event["result"] for event in told(events, "strike")] == ["hit", "overkill"]
    assert unit(after, 2).ammo == 45


def test_an_island_flips_with_its_stocks() -> None:
    """5.1: to the seat that brought it to 0, health full at once."""
    state = sea(("battleship", 0, 9, 2))
    island = unit(state, ISLAND0)
    island.seat, island.health, island.fuel, island.metal = 1, 20, 30, 40
    look(state)
    after, events = go(state, {1: attack(ISLAND0)})
    found = unit(after, ISLAND0)
    assert (found.seat, found.health, found.fuel, found.metal) == (0, 300, 30, 40)
    assert told(events, "captured")[0]["from_seat"] == 1
    assert after.tallies[0].damage == 20
    assert after.tallies[0].islands == 1


def test_own_splash_never_takes_an_own_island() -> None:
    """5.1: damage of its own seat leaves an island 1 health."""
    state = sea(("battleship", 0, 11, 7), ("cargo", 1, 11, 4))
    island = unit(state, ISLAND0)
    island.seat, island.health = 0, 1
    look(state)
    after, _ = go(state, {1: attack(2)})
    assert (unit(after, ISLAND0).seat, unit(after, ISLAND0).health) == (0, 1)


def test_damage_to_neutral_islands_does_not_score() -> None:
    """5.3.7."""
    after, _ = go(sea(("battleship", 0, 9, 2)), {1: attack(ISLAND0)})
    assert unit(after, ISLAND0).health == 300 - 34
    assert after.tallies[0].damage == 0


@pytest.mark.parametrize(("a", "b", "cells"), [
    ((0, 0), (3, 1), [(1, 0), (2, 1)]),
    ((0, 0), (2, 1), [(1, 1)]),
    ((5, 5), (1, 5), [(4, 5), (3, 5), (2, 5)]),
    ((4, 4), (2, 2), [(3, 3)]),
    ((4, 4), (4, 4), []),
])  # fmt: skip
def test_line(a: tuple[int, int], b: tuple[int, int], cells: list[tuple[int, int]]) -> None:
    """5.3.2: cells between, rounded away from the start."""
    assert line(a, b) == cells


@pytest.mark.parametrize(("friendly", "hit"), [(True, 2), (False, 3)])
def test_a_torpedo_hits_what_is_in_its_way(friendly: bool, hit: int) -> None:
    """5.3.2: friend or foe, without a dodge roll; own units are passed when friendly fire is off."""
    state = sea(("destroyer", 0, 8, 10), ("cargo", 0, 10, 10), ("cruiser", 1, 12, 10), friendly_fire=friendly)
    dice = Dice()
    after, events = go(state, {1: attack(3, "torpedo")}, rng=dice)
    strike = told(events, "strike")[0]
    assert strike["target"] == hit
    assert strike["result"] == ("blocked_by_unit" if friendly else "hit")
    assert len(dice.asked) == (0 if friendly else 1)
    assert after.tallies[0].damage == (0 if friendly else 16)


def test_a_torpedo_is_lost_on_land_and_fire_is_not() -> None:
    """5.3.2: fire arcs over everything."""
    state = sea(("destroyer", 0, 8, 10), ("cruiser", 1, 12, 10), land=[(10, 10)])
    after, events = go(state, {1: attack(2, "torpedo", "fire")})
    assert [event["result"] for event in told(events, "strike")] == ["lost_on_land", "hit"]
    assert unit(after, 1).ammo == 32


def test_no_second_strike_at_a_sunk_target() -> None:
    """5.3.1: and its ammo is kept."""
    state = sea(("destroyer", 0, 8, 10), ("cruiser", 1, 10, 10))
    unit(state, 2).health = 3
    after, events = go(state, {1: attack(2)})
    assert len(told(events, "strike")) == 1
    assert unit(after, 1).ammo == 36


def test_holding_back() -> None:
    """5.2.5: an empty list fires nothing and spends nothing."""
    state = sea(("destroyer", 0, 8, 10), ("cruiser", 1, 10, 10))
    after, events = go(state, {1: {"command": {"type": "attack", "target": 2, "strikes": []}}})
    assert not told(events, "strike")
    assert unit(after, 1).ammo == 40


def test_an_empty_cell() -> None:
    """5.2: no effect, ammo is spent, no throw."""
    dice = Dice()
    after, events = go(sea(("destroyer", 0, 8, 10)), {1: attack(None, "fire", cell=[10, 10, 1])}, rng=dice)
    assert told(events, "strike")[0]["result"] == "empty"
    assert (unit(after, 1).ammo, dice.asked) == (36, [])


def test_blind_fire_in_a_storm() -> None:
    """5.2.3: who sees nothing on a layer may fire blind at it; the submarine is hit unseen."""
    state = sea(("destroyer", 0, 8, 10), ("submarine", 1, 10, 10), weather=-12)
    after, events = go(state, {1: attack(None, cell=[10, 10, 0])})
    assert unit(after, 2).health < 30
    own = [event for event in events if event["type"] == "strike" and event["to"] == [0, 1]]
    assert not own
    redacted = next(event for event in events if event["type"] == "strike" and "redacted" in event)
    assert (redacted["attacker"], redacted["from"], redacted["target"]) == (None, None, 2)


def test_own_and_shared_spotting() -> None:
    """5.2.3: with `own` the attacker must see the cell itself, with `shared` the seat."""
    units = (("battleship", 0, 4, 10), ("cruiser", 1, 12, 10), ("destroyer", 0, 10, 12))
    with pytest.raises(OrderError) as refused:
        GAME.check(sea(*units, weather=-4), 0, {"units": {"1": attack(2)}})
    assert refused.value.code == "out_of_sight"
    assert GAME.check(sea(*units, weather=-4, spotting="shared"), 0, {"units": {"1": attack(2)}})


def test_an_interceptor_is_fought_instead() -> None:
    """5.6: another enemy formation on the way to an air cell."""
    state = sea(((10, 0, 0, 0), 0, 8, 10), ((0, 0, 10, 0), 1, 10, 10), ((0, 10, 0, 0), 1, 11, 10))
    after, events = go(state, {1: attack(3)})
    assert told(events, "air_combat")[0]["defender"] == 2
    assert 2 not in after.elements and 3 in after.elements
    assert unit(after, 1).ammo == 48


def test_the_target_cell_of_a_rectangle() -> None:
    """5.2: the cell nearest to the attacker, of equal ones the least y, then x."""
    state = sea(("battleship", 0, 15, 18))
    orders = GAME.check(state, 0, {"units": {"1": attack(BASE1)}})
    assert orders["units"]["1"]["command"]["cell"] == [19, 19, 1]


def test_misses_spend_ammo_of_both_strikes() -> None:
    """5.3.4: one roll per strike."""
    state = sea(("destroyer", 0, 8, 10), ("cruiser", 1, 10, 10))
    dice = Dice(rest=MISSES)
    after, _ = go(state, {1: attack(2)}, rng=dice)
    assert (unit(after, 1).ammo, dice.asked) == (32, [64, 64])
