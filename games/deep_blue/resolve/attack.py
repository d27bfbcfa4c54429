"""Step 3 of a round: all attacks (5), then the dead are removed and islands flip."""

from __future__ import annotations

from typing import Any

from games.deep_blue.constants import AIR, FIRE, STRIKES
from games.deep_blue.memory import refresh
from games.deep_blue.resolve.news import Note
from games.deep_blue.resolve.strikes import Gun, fight, line, strike
from games.deep_blue.resolve.work import Work
from games.deep_blue.state import Element

Json = Any

PHASE = "attack"


def attack(work: Work) -> None:
    """Settle all attacks in random order, each with the strength of its attacker at the start of the phase (5.1)."""
    orders: list[list[tuple[int, Json]]] = [[], []]
    for seat in (0, 1):
        for key, given in work.orders[seat].get("units", {}).items():
            command = given.get("command")
            if command is None or command["type"] != "attack":
                continue
            if work.state.elements[int(key)].seat == seat:
                orders[seat].append((int(key), command))
    # Who is next is drawn among both; each seat's own attacks have an order that no attack of the other changes.
    turns = [seat for _, seat in sorted((key, seat) for seat in (0, 1) for key, _ in orders[seat])]
    work.rng.shuffle(turns)
    for own, luck in zip(orders, work.luck, strict=True):
        own.sort(key=lambda order: order[0])
        luck.shuffle(own)
    following = [iter(own) for own in orders]
    guns = {key: Gun.of(work.state.elements[key]) for own in orders for key, _ in own}
    for key, command in (next(following[seat]) for seat in turns):
        x, y, level = command["cell"]
        _attack(work, guns[key], [STRIKES.index(word) for word in command["strikes"]], x, y, level)
    lost_sight = bool(work.fallen) or any(
        one.planes != work.first_planes[one.id] for side in work.formations for one in side
    )
    work.bury(PHASE)
    if lost_sight:
        work.state.seen = None
    else:
        work.state.seen = work.before
    work.aimed = work.state.sight()
    refresh(work.state)


def _attack(work: Work, gun: Gun, kinds: list[int], x: int, y: int, level: int) -> None:
    if not kinds:
        return
    if gun.planes is not None and level == AIR:
        _dogfight(work, gun, x, y)
        return
    if gun.planes is not None:
        guard = guard_over(work, gun, x, y)
        if guard is not None:
            # 5.5: the air above the target must be fought for first, free of ammo.
            fight(work, gun, guard, work.first_planes[guard.id], PHASE)
            if gun.health == 0:
                return
    for kind in kinds:
        if gun.ammo == 0 or strike(work, gun, kind, x, y, level):
            return


def guard_over(work: Work, gun: Gun, x: int, y: int) -> Element | None:
    """The living enemy formation in the air of a cell (5.5)."""
    found = work.units_at[AIR].get(work.board.cell(x, y))
    return found if found is not None and found.health > 0 and found.seat != gun.seat else None


def met_in_air(work: Work, gun: Gun, x: int, y: int) -> Element | None:
    """The first enemy formation on the way of an attack on an air cell, that in the cell included (5.6)."""
    ways = (guard_over(work, gun, *at) for at in (*line(gun.origin[:2], (x, y)), (x, y)))
    return next((found for found in ways if found is not None), None)


def _dogfight(work: Work, gun: Gun, x: int, y: int) -> None:
    """Attack on an air cell: the first enemy formation on the way is fought instead (5.6)."""
    enemy = met_in_air(work, gun, x, y)
    if enemy is not None:
        fight(work, gun, enemy, work.first_planes[enemy.id], PHASE)
        gun.spend()
        return
    gun.spend()
    _tell_empty(work, gun, work.units_at[AIR].get(work.board.cell(x, y)), x, y)


def _tell_empty(work: Work, gun: Gun, dead: Element | None, x: int, y: int) -> None:
    cell = work.board.cell(x, y)
    body = {
        "phase": PHASE, "type": "strike", "attacker": gun.element.id, "from": list(gun.origin),
        "target": None if dead is None else dead.id, "owner": None if dead is None else dead.seat,
        "cell": [x, y, AIR], "kind": STRIKES[FIRE], "result": "empty" if dead is None else "overkill",
        "damage": 0, "splash": [],
    }  # fmt: skip
    source = (AIR, work.board.cell(gun.element.x, gun.element.y))
    work.notes.append(Note(body, {gun.seat}, source=source, goal=(AIR, cell)))
