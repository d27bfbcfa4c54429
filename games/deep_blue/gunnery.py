"""What may a volley do? Chances and damages of every strike, by the functions that settle them (5.3 to 5.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.deep_blue import formations
from games.deep_blue.constants import AIR, ISLAND_SCORE, STRIKES
from games.deep_blue.formulas import air_combat, hit_chance
from games.deep_blue.known import strikes_against
from games.deep_blue.resolve.attack import guard_over, met_in_air
from games.deep_blue.resolve.strikes import Gun, aim, distance_to, full_damage, mastery, scouts, splashed
from games.deep_blue.resolve.work import Work
from games.deep_blue.state import Element

Json = Any
Cell = tuple[int, int, int]

ENOUGH = 90
"""Chance in per cent of destroying the target from which on more guns are not proposed."""


def volley(work: Work, one: Element, kinds: list[int], cell: Cell) -> dict[str, Json]:
    """What `one` does by strikes of these kinds at a cell now. Nothing is changed.

    Of each strike: `chance` in per cent, rounded down, `hits` the same exactly as [hits, throws], `damage` what it takes off if it hits,
    cut to the health there is, `meets` the id of whom. `expected`: points of damage to others than the seat's own, to tenths;
    `sinks`: the chance in per cent, rounded down, that what stands in the cell is destroyed. `scouts`: formations that aid attacker and target.
    `gives`, of an island that nobody holds only: its points a round once it is taken; damage to it scores nothing (9).
    """
    x, y, level = cell
    gun = Gun.of(one)
    target = work.element_at(level, work.board.cell(x, y))
    combat, strikes, fought = None, [], 0
    if gun.planes is not None and kinds:
        enemy = met_in_air(work, gun, x, y) if level == AIR else guard_over(work, gun, x, y)
        if enemy is not None:
            combat = _combat(work, gun, enemy)
            fought = combat["losses"][1] if level == AIR else 0
    for kind in kinds if gun.planes is None or level != AIR else ():
        if gun.ammo == 0 or gun.health == 0:
            break
        strikes.append(_strike(work, gun, kind, cell))
    tenths = 10 * fought
    sinks = 100 if combat is not None and target is not None and fought >= target.health > 0 else 0
    for key in dict.fromkeys(strike["meets"] for strike in strikes if strike["meets"] is not None):
        met = work.state.elements[key]
        part, share = _chances(strikes, met)
        tenths += part if met.seat != gun.seat else 0
        sinks = share if met is target else sinks
    free: dict[str, Json] = {"gives": ISLAND_SCORE} if target is not None and target.is_free_island else {}
    return {
        **free, "cell": [x, y, level], "distance": distance_to(one, x, y, level), "reach": one.table.reach[level],
        "combat": combat, "strikes": strikes, "expected": tenths / 10, "sinks": sinks,
        "scouts": [scouts(work, gun.seat, x, y, Gun.of(one)), scouts(work, None if target is None else target.seat, x, y)],
    }  # fmt: skip


def worth_firing(work: Work, one: Element, command: Json) -> list[str]:
    """Of the strikes of a checked attack those that take more off others than off the seat's own, if they hit. Planes that fight first: all."""
    kinds: list[str] = command["strikes"]
    x, y, level = command["cell"]
    told = volley(work, one, [STRIKES.index(kind) for kind in kinds], (x, y, level))
    if told["combat"] is not None:
        return kinds
    elements = work.state.elements

    def harm(strike: dict[str, Json]) -> int:
        if strike["meets"] is None:
            return 0
        splash: int = sum(-met["damage"] if met["own"] else met["damage"] for met in strike["splash"])
        damage: int = strike["damage"]
        return splash + (-damage if elements[strike["meets"]].seat == one.seat else damage)

    useful = {strike["kind"] for strike in told["strikes"] if harm(strike) > 0}
    return [kind for kind in kinds if kind in useful]


def _strike(work: Work, gun: Gun, kind: int, cell: Cell) -> dict[str, Json]:
    x, y, level = cell
    ammo, aimed = gun.ammo, aim(work, gun, kind, x, y, level)
    gun.use()
    hits, throws = hit_chance(gun.element.table.reach[level], distance_to(gun.element, x, y, level))
    if aimed.result == "blocked_by_unit":
        hits = throws
    target, damage, splash = aimed.target, 0, []
    if target is not None and target.health > 0:
        damage = min(target.health, full_damage(work, gun, ammo, kind, target, aimed.x, aimed.y))
        splash = [
            {"id": other.id, "damage": min(other.health, amount), "own": other.seat == gun.seat}
            for other, amount, _ in splashed(work, gun, ammo, kind, target, aimed.x, aimed.y)
            if amount > 0
        ]
    return {
        "kind": STRIKES[kind], "chance": 100 * hits // throws, "hits": [hits, throws], "damage": damage, "ammo": ammo,
        "result": aimed.result, "at": [aimed.x, aimed.y, level], "meets": None if target is None else target.id,
        "splash": splash,
    }  # fmt: skip


def _chances(strikes: Sequence[dict[str, Json]], target: Element) -> tuple[int, int]:
    """Expected damage to a target in tenths of a point, and the chance in per cent that it is destroyed."""
    outcomes = {0: 1}
    every = 1
    for strike in strikes:
        if strike["meets"] == target.id:
            hits, throws = strike["hits"]
            every *= throws
            # By the damage done, at most the health: however many fire, these are few.
            after: dict[int, int] = {}
            for done, weight in outcomes.items():
                for share, amount in ((hits, strike["damage"]), (throws - hits, 0)):
                    total = min(target.health, done + amount)
                    after[total] = after.get(total, 0) + weight * share
            outcomes = after
    expected = sum(weight * done for done, weight in outcomes.items())
    sunk = outcomes.get(target.health, 0) if target.health > 0 else 0
    return (20 * expected + every) // (2 * every), 100 * sunk // every


def together(volleys: Mapping[int, dict[str, Json]], target: Element) -> dict[str, Json]:
    """What these volleys, by the id of who fires, do to `target` in one round: `units` the ids, `expected` and `sinks` as of one volley."""
    strikes = [strike for one in volleys.values() for strike in one["strikes"]]
    for one in volleys.values():
        if target.level == AIR and one["combat"] is not None and one["combat"]["defender"] == target.id:
            strikes.append({"meets": target.id, "hits": [1, 1], "damage": one["combat"]["losses"][1]})
    tenths, sinks = _chances(strikes, target)
    return {"target": target.id, "units": sorted(volleys), "expected": tenths / 10, "sinks": sinks}


def enough(volleys: Mapping[int, dict[str, Json]], target: Element) -> dict[str, Json]:
    """`together` of those that are expected to destroy `target`, with a chance of at least ENOUGH: whoever does most first, no more than that
    takes. All, if that is not enough."""
    by_worth = sorted(volleys, key=lambda one: (-volleys[one]["expected"], one))
    for count in range(1, len(by_worth)):
        found = together({one: volleys[one] for one in by_worth[:count]}, target)
        if found["sinks"] >= ENOUGH:
            return found
    return together(volleys, target)


def taken_by(work: Work, guns: Sequence[Element], target: Element) -> int:
    """The chance in per cent, rounded down, that the guns in their own order bring `target` to nothing in one round, each with its usual
    strikes from where it is. Air combats on the way are left out."""
    strikes: list[dict[str, Json]] = []
    for one in guns:
        power = one.table.attack if one.planes is None else formations.basic_attack(one.planes)
        gun = Gun.of(one)
        for kind in strikes_against(one.kind, power, target.level, not target.is_unit):
            if gun.ammo:
                strikes.append(_strike(work, gun, kind, _nearest(one, target)))
    return _chances(strikes, target)[1]


def _combat(work: Work, gun: Gun, enemy: Element) -> dict[str, Json]:
    """The air combat that comes first or is all there is; the gun is weakened by it (5.5, 5.6).

    `guessed`: the planes of enemy formations are never told, so mastery and losses are reckoned with likely ones.
    """
    assert enemy.planes is not None
    mine, yours = mastery(work, gun, enemy, enemy.planes)
    combat = air_combat(mine, yours)
    losses = [min(gun.health, combat.attacker_loss), min(enemy.health, combat.defender_loss)]
    gun.lose(combat.attacker_loss)
    gun.factor = combat.factor
    assert gun.planes is not None
    return {
        "defender": enemy.id, "mastery": [mine, yours], "band": combat.band, "losses": losses,
        "planes": list(gun.planes) if gun.health else [0] * len(gun.planes), "guessed": True,
    }  # fmt: skip


def reply(work: Work, target: Element, one: Element) -> dict[str, Json] | None:
    """What `target` could do to `one` where both are now; None if it cannot reach it or is out of ammo."""
    cell = _nearest(target, one)
    reach = target.table.reach[one.level]
    if target.seat is None or target.ammo == 0 or not reach or distance_to(target, *cell) > reach:
        return None
    power = target.table.attack if target.planes is None else formations.basic_attack(target.planes)
    kinds = strikes_against(target.kind, power, one.level, not one.is_unit)
    return volley(work, target, kinds, cell) if kinds else None


def _nearest(attacker: Element, target: Element) -> Cell:
    """The cell of a target that an attacker aims at."""
    x0, y0, x1, y1 = target.rect
    cells = ((x, y, target.level) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1))
    return min(cells, key=lambda cell: (distance_to(attacker, *cell), cell[1], cell[0]))
