"""Where does every unit go, how far does it come in each round, and where does its fuel end? As the engine plans it (6.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.deep_blue.constants import AIR
from games.deep_blue.forecast.scene import Scene
from games.deep_blue.resolve.movement import Crowd, course, going
from games.deep_blue.resolve.work import Work
from games.deep_blue.state import Element

Json = Any


@dataclass(slots=True)
class Way:
    """The way of one unit from its cell on."""

    unit: Element
    """As it was before the round."""
    path: list[list[int]]
    """[x, y] of every cell, its own first, as far as it leads at all."""
    stops: list[int]
    """Where in the path it is at the end of this round and of each later one."""
    fuel_ends: int | None
    """Where in the path the tank is dry; None if that is not before the end."""
    fuel: int
    """Fuel left at the end of the path, or where it ends."""
    stopped: str | None = None
    """Why it stops in this round: the word of the event `move`; None if it does not go anywhere."""

    def shown(self, destination: Json) -> dict[str, Json]:
        """As the forecast gives it. `rounds`: rounds to the end of the path; None if the fuel ends before."""
        return {
            "path": self.path, "stops": self.stops, "fuel_ends": self.fuel_ends, "fuel": self.fuel,
            "rounds": len(self.stops) if self.fuel_ends is None else None, "destination": destination,
            "reaches": self.path[-1] == destination, "stopped": self.stopped,
        }  # fmt: skip


def ways(scene: Scene) -> dict[int, Way]:
    """Of every own unit that moves in this round or has somewhere to go after it, by id."""
    after, board = scene.after, scene.known.board
    trails = {body["id"]: body for body in scene.notes["move"]}
    after.sent.clear()
    crowds = {one.id: crowd for one, crowd in going(after)}
    found = {}
    for one in scene.own():
        later, trail = scene.later(one), trails.get(one.id)
        if not one.is_unit or (trail is None and one.id not in crowds):
            continue
        path = trail["path"] if trail is not None else [[one.x, one.y]]
        stopped = trail["stopped"] if trail is not None else None
        if later is None:
            found[one.id] = Way(one, path, [len(path) - 1], len(path) - 1 if stopped == "fuel" else None, 0, stopped)
            continue
        ahead = rest(after, later, crowds[one.id]) if one.id in crowds else []
        if ahead and stopped is None:
            # Kept from every step by friends on their way; there is no event of that.
            stopped = "blocked"
        found[one.id] = lay(one, path, board.places(ahead), later.fuel, stopped)
    return found


def rest(work: Work, one: Element, crowd: Crowd) -> list[int]:
    """All cells of the way of a unit from where it is now."""
    return course(work, one, crowd, work.board.stride * work.board.height)[0]


def lay(one: Element, path: list[list[int]], ahead: list[list[int]], fuel: int, stopped: str | None) -> Way:
    """A way of the cells of this round and those ahead, with `fuel` left in between."""
    here, speed = len(path) - 1, one.table.speed
    steps = len(ahead)
    stops = [here, *(here + min(done, steps) for done in range(speed, steps + speed, speed) if ahead)]
    # A formation falls with its last drop, also where it wanted to go.
    is_dry = fuel < steps or (fuel == steps > 0 and one.level == AIR)
    return Way(one, path + ahead, stops, here + fuel if is_dry else None, max(0, fuel - steps), stopped)
