"""What a forecast warns of before an order is given: attacks in vain, mechs that come within reach, energy that is missed. Nobody warns of nothing."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.text import spoken
from games.frames import GAME
from tests.games.frames.positions import BISON, PEGASUS, fire, mech, move, position


def harm(state: Any, order: Any) -> list[str]:
    """What the forecast of one order of seat 0 says of harm, in English."""
    assert GAME.forecast is not None
    (entry,) = GAME.forecast(GAME.view(state, 0), order)["orders"]
    return [spoken(said) for said in entry["harm"]]


def test_an_attack_that_cannot_land_is_said_to_be_in_vain():
    """The Siege Rail Catapult of the Pegasus needs 5 or less against a warship and less than nothing against a mech."""
    state = position({"ship": PEGASUS, "weapons": ["siege_railgun"]}, {"mechs": [mech("hammer", [0, 2])]})
    assert harm(state, fire("siege_railgun", "m1_0")) == ["This attack cannot land."]
    assert harm(state, fire("siege_railgun", "s1")) == []


@pytest.mark.parametrize(("place", "count"), [([0, 0], 0), ([1, 2], 1)])
def test_a_mech_that_comes_within_reach_of_more_enemies_is_warned_of(place, count):
    state = position({"mechs": [mech("hammer", [0, 3])]}, {"mechs": [mech("hammer", place)]})
    near = harm(state, move("m0_0", [1, 3]))
    assert len(near) == count
    if count:
        assert near == ["1 enemy mech could strike Hammer 1 there."]


@pytest.mark.parametrize("state_of_it", ["disabled", "em_locked"])
def test_a_mech_that_cannot_act_is_no_threat(state_of_it):
    state = position({"mechs": [mech("hammer", [0, 3])]}, {"mechs": [mech("hammer", [1, 2])]})
    setattr(state.sides[1].mechs[0], state_of_it, 2)
    assert harm(state, move("m0_0", [1, 3])) == []


def test_the_last_energy_of_a_charged_shield_is_warned_of():
    weapons = ["siege_laser"]
    for energy, told in ((2, True), (0, False)):
        state = position({"ship": BISON, "weapons": weapons, "energy": energy})
        said = harm(state, fire("siege_laser", "s1"))
        assert any("Charged Shield" in line for line in said) is told


def test_energy_that_is_lost_with_the_turn_is_warned_of():
    for gathered in (False, True):
        state = position({"energy": 1})
        state.sides[0].gathered = gathered
        lost = "Energy that was not gathered this turn is lost."
        assert (lost in harm(state, {"type": "end_turn"})) is not gathered


def test_the_mechs_that_a_last_volley_costs_are_counted():
    blue = {"energy": 2, "captain": "tom_steel", "gained": ["facing_death"]}
    state = position({**blue, "mechs": [mech("hammer", [0, 3]), mech("sword", [1, 3])]})
    said = harm(state, {"type": "captain", "skill": "facing_death"})
    assert said == ["Your 2 mechs on the board are destroyed by it."]


def test_what_is_hidden_is_not_told():
    """Two worlds: which card the enemy holds changes no warning."""
    found = []
    for card in ("warp_shield", "emp_grenade"):
        red = {"mechs": [mech("hammer", [1, 2])], "hand": [card]}
        state = position({"weapons": ["thermal_beam"], "mechs": [mech("hammer", [0, 3])]}, red)
        found.append([harm(state, move("m0_0", [1, 3])), harm(state, fire("thermal_beam", "m1_0"))])
    assert found[0] == found[1]
    assert found[0][0]
