"""Chapter 14: what planes go for that lies still or that nobody holds."""

from __future__ import annotations

from typing import Any

from games.deep_blue import GAME
from games.deep_blue.bots import wings
from games.deep_blue.bots.world import World
from games.deep_blue.state import State
from tests.games.deep_blue.boards import sea

WING = (2, 4, 4, 0)


def world_of(state: State) -> World:
    return World(GAME.view(state, 0))


def shown(world: World, key: int) -> Any:
    return world.elements[key]


def test_planes_strike_submarines_that_lie_still() -> None:
    """Straight above, and never two formations above one; a submarine that has sailed since the last round is let go."""
    units = ((WING, 0, 8, 8), (WING, 0, 8, 9), ("submarine", 1, 10, 9), ("destroyer", 0, 10, 10))
    memory: dict[str, Any] = {}
    assert wings.lying_still(world_of(sea(*units)), memory) == set()
    world = world_of(sea(*units))
    assert wings.lying_still(world, memory) == {3}
    flights = wings.fly(world, [shown(world, 1), shown(world, 2)], set(), True, {3})
    assert [at for at in flights.values() if at == (10, 9)] == [(10, 9)]
    moved = world_of(sea(units[0], units[1], ("submarine", 1, 11, 9), units[3]))
    assert wings.lying_still(moved, memory) == set()
    flights = wings.fly(moved, [shown(moved, 1), shown(moved, 2)], set(), True, set())
    assert (11, 9) not in flights.values()


def test_planes_take_islands_that_nobody_holds() -> None:
    """No gun defends them, and there must be time enough for one to pay; of what somebody holds they stay away."""
    world = world_of(sea((WING, 0, 8, 8)))
    island = min(world.islands, key=lambda one: world.apart(shown(world, 1), one))
    assert wings.fly(world, [shown(world, 1)], set(), True, set()) == {1: tuple(island["rect"][:2])}
    late = world_of(sea((WING, 0, 8, 8), round_limit=wings.PAYS_BACK))
    assert wings.fly(late, [shown(late, 1)], set(), True, set()) == {1: late.place(late.base)}
    for one in world.islands:
        one["seat"] = 1
    assert wings.fly(world, [shown(world, 1)], set(), True, set()) == {1: world.place(world.base)}
