"""What do units do that patrol, escort, or fire at will (10.1)?"""

from __future__ import annotations

from typing import Any

from games.deep_blue.constants import KINDS
from games.deep_blue.standing.fire import best_shot
from games.deep_blue.standing.watch import Cell, Task, Watch, has_share

Json = Any

RESERVE = 4
"""Fuel for the rounds until the base has time."""
CLOSE = 2
"""Planar distance at which an escort is close enough."""


def at_will(watch: Watch, one: Json, standing: Json) -> Task:
    """Fires; goes where it was going."""
    return Task(_fire(watch, one), standing)


def patrol(watch: Watch, one: Json, standing: Json) -> Task:
    """From cell to cell in a ring, beginning with the nearest; fires at will; home for fuel and ammo in between."""
    cells = standing["cells"]
    x, y, layer = one["pos"]
    if "next" not in standing:
        nearest = min(range(len(cells)), key=lambda i: (abs(cells[i][0] - x) + abs(cells[i][1] - y), i))
        standing = {**standing, "next": nearest}
    if (returning := _home(watch, one, standing)) is not None:
        return returning
    standing = {key: value for key, value in standing.items() if key != "leg"}
    goal = cells[standing["next"]]
    apart = abs(goal[0] - x) + abs(goal[1] - y)
    # One who stands in the cell does not hold up the patrol.
    if apart == 0 or (apart == 1 and (goal[0], goal[1], layer) in watch.known.at):
        standing = {**standing, "next": (standing["next"] + 1) % len(cells)}
        goal = cells[standing["next"]]
    return Task({**watch.go(one, (goal[0], goal[1])), **_fire(watch, one)}, standing)


def escort(watch: Watch, one: Json, standing: Json) -> Task:
    """Stays within 2 of where the escorted unit will be; fires at will; home for fuel and ammo in between."""
    ward = watch.own(standing["unit"])
    if ward is None:
        return Task({}, None, "unit_lost")
    if (returning := _home(watch, one, standing)) is not None:
        return returning
    standing = {key: value for key, value in standing.items() if key != "leg"}
    to, (x, y) = watch.at_end(ward), one["pos"][:2]
    near = abs(to[0] - x) + abs(to[1] - y) <= CLOSE and (x, y) != to
    at: Cell = (x, y) if near else watch.berth(one, (*to, *to), 1)
    return Task({**watch.go(one, at), **_fire(watch, one)}, standing)


def _fire(watch: Watch, one: Json) -> dict[str, Json]:
    command = best_shot(watch, one)
    return {} if command is None else {"command": command}


def _home(watch: Watch, one: Json, standing: Json) -> Task | None:
    """Home while it lacks fuel or ammo: from when the fuel would not last for a round out and the way home from there, until the tank
    is three quarters and the magazine half full."""
    if standing.get("leg") == "home":
        is_ready = has_share(one, "fuel", 3, 4) and has_share(one, "ammo", 1, 2)
    else:
        kind = KINDS[one["kind"]]
        needs = watch.steps(one, watch.home(one)) + 2 * kind.speed + RESERVE
        is_ready = one["fuel"] >= needs and (one["ammo"] != 0 or not any(kind.reach))
    if is_ready:
        return None
    return Task({**watch.come_home(one), **_fire(watch, one)}, {**standing, "leg": "home"})
