"""Chapter 14, hard 13 to 15: what does the admiral do where no tank holds the way to the enemy base and home?"""

from __future__ import annotations

from typing import Any

import pytest

from games.core.rng import SeededRng
from games.deep_blue import GAME
from games.deep_blue.bot import ADMIRAL
from games.deep_blue.bots import campaign, convoy
from games.deep_blue.bots.captain import LEAST_FORCE, NEVER, Captain
from games.deep_blue.bots.lookahead import DEAR_STEP, Exchange
from games.deep_blue.bots.world import World
from games.deep_blue.state import State
from tests.games.deep_blue.boards import BASE0, look, sea, unit
from tests.games.deep_blue.test_ch14_bots import decide, world_of

WAVE = [("destroyer", 0, 12, 12), ("destroyer", 0, 13, 12), ("destroyer", 0, 12, 13), ("cruiser", 0, 13, 13)]


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small sea counts as a large one."""
    monkeypatch.setattr(World, "is_far", True)


def with_cargo() -> State:
    """A wave that has sailed, and an armed cargo ship at home without a load of metal, number 5."""
    state = sea(*WAVE, ("cargo", 0, 9, 9))
    unit(state, 5).metal = 0
    return state


@pytest.mark.parametrize(
    ("name", "is_far"),
    [("pocket_sound", False), ("mirror_cove", False), ("four_isles", False), ("broken_shelf", True), ("open_ocean", True)],
)  # fmt: skip
def test_what_is_far(name: str, is_far: bool) -> None:
    state = GAME.setup(GAME.check_options({"map": name}, 2), 2, SeededRng("far"))
    assert World(GAME.view(state, 0)).is_far == is_far


@pytest.mark.usefixtures("far")
def test_a_convoy_arms_who_sails() -> None:
    """The cargo ship comes beside whoever has least ammo, who waits for it, and gives it ammo and fuel."""
    state = with_cargo()
    unit(state, 2).ammo, unit(state, 2).fuel = 4, 60
    memory: dict[str, Any] = {"waves": [[1, 2, 3, 4]]}
    orders = decide(state, memory=memory)["units"]
    assert memory["convoy"] == [5]
    assert orders["5"]["command"] == {"type": "supply", "target": 2, "fuel": 90, "ammo": None, "metal": 0}
    assert sum(abs(a - b) for a, b in zip(orders["5"]["move"], (13, 12), strict=True)) == 1
    assert orders["2"]["move"] is None


@pytest.mark.usefixtures("far")
def test_a_convoy_without_anybody_to_serve_stays_at_the_rear() -> None:
    order = decide(with_cargo(), memory={"waves": [[1, 2, 3, 4]]})["units"]["5"]
    assert order.get("command") is None
    assert sum(abs(a - b) for a, b in zip(order["move"], (12, 12), strict=True)) == 1


def test_no_convoy_on_a_small_sea() -> None:
    memory: dict[str, Any] = {"waves": [[1, 2, 3, 4]]}
    decide(with_cargo(), memory=memory)
    assert not memory.get("convoy")


def test_who_joins_a_convoy() -> None:
    """One cargo ship for four ships, three at most; none that is empty, loaded with metal or far from home."""
    ships = [("cargo", 0, 6 + i, 6) for i in range(6)]
    state = sea(*ships, ("cargo", 0, 15, 15))
    for key in range(1, 8):
        unit(state, key).metal = 0
    unit(state, 1).ammo, unit(state, 2).metal = 0, 50
    world = world_of(state)
    fleet = [world.elements[1]] * 20
    memory: dict[str, Any] = {}
    assert [one["id"] for one in convoy.muster(world, fleet[:3], memory)] == []
    assert [one["id"] for one in convoy.muster(world, fleet[:8], memory)] == [3, 4]
    assert [one["id"] for one in convoy.muster(world, fleet, memory)] == [3, 4, 5]
    unit(state, 3).ammo = 0
    assert [one["id"] for one in convoy.muster(world_of(state), fleet, memory)] == [4, 5, 6]


@pytest.mark.usefixtures("far")
@pytest.mark.parametrize(("has_cargo", "health", "stays"), [(True, 70, True), (False, 70, False), (True, 20, False)])
def test_who_is_served_at_sea_does_not_turn_back_for_ammo(has_cargo: bool, health: int, stays: bool) -> None:
    state = with_cargo() if has_cargo else sea(*WAVE)
    unit(state, 1).ammo, unit(state, 1).health = 4, health
    memory: dict[str, Any] = {"waves": [[1, 2, 3, 4]]}
    decide(state, memory=memory)
    assert (1 in campaign.sailed(memory)) == stays


def test_a_superior_fleet_sails_far() -> None:
    """On a small sea it waits until the siege is won in its head; nowhere does it sail before anything can be known."""
    state = sea(*(("destroyer", 0, 6 + i % 4, 12 + i // 4) for i in range(13)))

    def least(round_number: int, *, is_far: bool) -> float:
        state.round = round_number
        world = world_of(state)
        vars(world)["is_far"] = is_far
        return Captain(ADMIRAL)._first_wave(world, world.fighters, {})

    assert least(12, is_far=True) == LEAST_FORCE
    assert least(12, is_far=False) == least(5, is_far=True) == NEVER


@pytest.mark.usefixtures("far")
@pytest.mark.parametrize(("damage", "fuel", "waits"), [(50, 900, True), (0, 900, False), (50, 1500, False)])
def test_who_leads_saves_oil_at_home(damage: int, fuel: int, waits: bool) -> None:
    """With less than 1000 fuel in the base: who is behind has to go out for islands."""
    state = sea(*(("destroyer", 0, 6 + i, 12) for i in range(4)))
    state.tallies[0].damage, state.tallies[1].damage = damage, 10
    unit(state, BASE0).fuel = fuel
    look(state)
    world = world_of(state)
    assert world.saves_oil == waits
    assert (Captain(ADMIRAL)._goal(world, world.fighters, {})["id"] == BASE0) == waits


@pytest.mark.usefixtures("far")
@pytest.mark.parametrize(("fuel", "chases"), [(900, False), (2000, True)])
def test_who_saves_oil_does_not_chase(fuel: int, chases: bool) -> None:
    """No cell is better for being nearer to the goal, and every step is dearer."""
    state = sea(("destroyer", 0, 6, 6), ("destroyer", 1, 13, 8))
    state.tallies[0].damage = 50
    unit(state, BASE0).fuel = fuel
    look(state)
    world = world_of(state)
    ship = world.elements[1]
    stations = Exchange(world, [ship], {1: world.foe_base}, set(), 0.8)._stations(ship)
    for_steps_alone = [-DEAR_STEP * (abs(one.at[0] - 6) + abs(one.at[1] - 6)) for one in stations]
    assert ([one.progress for one in stations] != pytest.approx(for_steps_alone)) == chases
