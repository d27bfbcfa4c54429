"""How does a plan become orders that `check` accepts, and which tactics may the seat play now?"""

from __future__ import annotations

from games.core.contract import Json, Orders
from games.planet_conquer.bots.world import Plan, Tactic, World

PLANET_TACTICS = frozenset({"terminator", "defend", "attack", "fast", "halt", "boost", "god"})


def is_affordable(world: World, seat: int, kind: str, *, keep: int = 0) -> bool:
    """Whether the tactic is allowed at this table, not too late, and leaves `keep` points."""
    cost = world.costs.get(kind)
    return cost is not None and world.points[seat] >= cost + keep


def to_orders(plan: Plan, view: Json) -> Orders:
    """Orders of a plan; moves on one route are merged and cut to the garrison, so that they are always legal."""
    left = {planet["id"]: planet["units"] for planet in view["planets"] if planet["owner"] == view["seat"]}
    tactic = plan.tactic
    if tactic is not None and tactic.type == "teleport":
        left[tactic.source] -= tactic.units
    merged: dict[tuple[int, int], int] = {}
    for source, target, wanted in plan.moves:
        units = min(wanted, left.get(source, 0))
        if units > 0:
            left[source] -= units
            merged[source, target] = merged.get((source, target), 0) + units
    return {
        "moves": [{"from": source, "to": target, "units": units} for (source, target), units in merged.items()],
        "tactic": None if tactic is None else tactic_order(tactic),
        "resign": False,
    }


def tactic_order(tactic: Tactic) -> Json:
    """The tactic in the form of an order."""
    if tactic.type in PLANET_TACTICS:
        return {"type": tactic.type, "planet": tactic.planet}
    if tactic.type == "teleport":
        return {"type": "teleport", "from": tactic.source, "to": tactic.planet, "units": tactic.units}
    if tactic.type == "swap":
        return {"type": "swap", "seat": tactic.seat}
    return {"type": tactic.type}
