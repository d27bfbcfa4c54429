"""Chapter 5.2 to 5.6: who may fire what, splash, fire at planes, the fight for the air."""

from __future__ import annotations

import pytest

from games.core.errors import OrderError
from games.deep_blue import GAME
from games.deep_blue.formulas import air_combat
from tests.games.deep_blue.boards import BASE0, HITS, ISLAND0, Dice, attack, go, look, sea, told, unit


@pytest.mark.parametrize(
    ("attacker", "cell", "strikes"),
    [
        ("destroyer", [11, 10, 1], ["fire", "torpedo"]),
        ("destroyer", [11, 10, 0], ["torpedo"]),
        ("destroyer", [11, 10, 2], ["fire"]),
        ("battleship", [11, 10, 1], ["fire"]),
        ("submarine", [11, 10, 1], ["torpedo"]),
        ((2, 4, 4, 0), [11, 10, 1], ["fire", "torpedo"]),
        ((2, 4, 4, 0), [11, 10, 2], ["fire"]),
        ((10, 0, 0, 0), [11, 10, 1], ["fire"]),
    ],
)
def test_kinds_of_strikes_by_layer(attacker: object, cell: list[int], strikes: list[str]) -> None:
    """5.2.5: what is filled in is what the attacker has against that layer."""
    state = sea((attacker, 0, 10, 10))
    checked = GAME.check(state, 0, {"units": {"1": attack(cell=cell)}})
    assert checked["units"]["1"]["command"]["strikes"] == strikes


def test_buildings_fire_for_their_owner_only() -> None:
    """5.2.1: a base always, an island once it is somebody's and has ammo."""
    state = sea(("destroyer", 1, 8, 4), ("destroyer", 1, 14, 3), ("destroyer", 0, 8, 8))
    after, _ = go(state, {BASE0: attack(1)}, rng=Dice(rest=HITS))
    assert unit(after, 1).health == 70 - (40 - 9)
    with pytest.raises(OrderError) as refused:
        GAME.check(state, 0, {"units": {str(ISLAND0): attack(2)}})
    assert refused.value.code == "not_yours"
    unit(state, ISLAND0).seat, unit(state, ISLAND0).ammo = 0, 4
    look(state)
    after, events = go(state, {ISLAND0: attack(2)})
    assert unit(after, ISLAND0).ammo == 0 and told(events, "strike")[0]["attacker"] == ISLAND0


@pytest.mark.parametrize(("friendly_fire", "own_loss"), [(True, 4), (False, 0)])
def test_splash(friendly_fire: bool, own_loss: int) -> None:
    """5.3.6: a third, of what each neighbour would take, on the same layer; the attacker itself takes none."""
    state = sea(
        ("destroyer", 0, 10, 10), ("cruiser", 1, 12, 10), ("destroyer", 1, 13, 10), ("destroyer", 0, 12, 11),
        ("submarine", 1, 12, 9), ("destroyer", 1, 13, 11), ("destroyer", 0, 11, 10), friendly_fire=friendly_fire,
    )  # fmt: skip
    after, events = go(state, {1: attack(2, "fire"), 7: attack(2, "fire")})
    lost = {key: unit(state, key).health - unit(after, key).health for key in range(1, 8)}
    assert lost == {1: 0, 2: 20, 3: 8, 4: 2 * own_loss, 5: 0, 6: 0, 7: own_loss}
    assert [event["result"] for event in told(events, "strike")] == ["hit", "hit"]


def test_ships_fire_at_planes() -> None:
    """5.4: anti-air against no armour, planes are lost scouts first; no air mastery."""
    state = sea(("cruiser", 0, 10, 10), ((4, 2, 3, 1), 1, 12, 10))
    after, events = go(state, {1: attack(2)})
    assert (unit(after, 2).health, unit(after, 2).planes) == (49, (4, 0, 3, 0))
    assert not told(events, "air_combat")


def test_the_air_is_fought_for_even_over_an_empty_cell() -> None:
    """5.5: free of ammo; not when no strike is ordered."""
    state = sea(((10, 0, 0, 0), 0, 10, 10), ((2, 4, 4, 0), 1, 11, 10))
    after, events = go(state, {1: attack(None, cell=[11, 10, 1])})
    assert len(told(events, "air_combat")) == 1 and told(events, "strike")[0]["result"] == "empty"
    assert 2 not in after.elements
    held = {"command": {"type": "attack", "cell": [11, 10, 1], "strikes": []}}
    after, events = go(state, {1: held})
    assert not told(events, "air_combat") and not told(events, "strike") and unit(after, 2).health == 70


def test_friends_do_not_intercept_and_a_fight_spends_ammo_once() -> None:
    """5.6: own formations do not block; an attack on an air cell spends ammo_once and does nothing more."""
    state = sea(((10, 0, 0, 0), 0, 10, 10), ((4, 2, 3, 1), 0, 11, 10), ((2, 4, 4, 0), 1, 12, 10))
    after, events = go(state, {1: attack(3)})
    (fight,) = told(events, "air_combat")
    assert (fight["attacker"], fight["defender"]) == (1, 3) and not told(events, "strike")
    # 50 is cut to the 40 that eight fighters can carry, then 2 are spent.
    assert (unit(after, 1).planes, unit(after, 1).ammo) == ((8, 0, 0, 0), 38)


@pytest.mark.parametrize(
    ("mine", "yours", "band", "defender", "attacker", "factor"),
    [
        (31, 10, "full_control", 46 + 15, 0, (3, 2)),
        (5, 0, "full_control", 7 + 2, 0, (3, 2)),
        (30, 10, "advantage", 45, 6, (3, 2)),
        (15, 10, "even", 15, 10, (1, 1)),
        (0, 0, "even", 0, 0, (1, 1)),
        (10, 20, "even", 10, 20, (1, 1)),
        (9, 20, "inferior", 6, 20, (2, 3)),
        (10, 30, "inferior", 6, 30, (2, 3)),
        (9, 30, "lost_control", 0, 40, (2, 3)),
    ],
)
def test_bands(mine: int, yours: int, band: str, defender: int, attacker: int, factor: tuple[int, int]) -> None:
    """5.6: every band at its border."""
    combat = air_combat(mine, yours)
    assert (combat.band, combat.defender_loss, combat.attacker_loss, combat.factor) == (
        band,
        defender,
        attacker,
        factor,
    )
