"""Simple bots for Frames: each scores the orders that the view lists by one idea, and gives the best."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.frames.constants import AP_COST

Json = Any
Answer = Callable[[Json, Json, Any, Json], Json]
Score = Callable[[Json, Json], float]
"""What an order is worth in a view; below 0: rather nothing."""


def act_of(order: Json) -> Json:
    """What a mech does in it, {} if none does."""
    return order.get("act") or {}


def is_at_ship(view: Json, order: Json) -> bool:
    """Is it a shot at the enemy warship?"""
    return (act_of(order).get("target") or order.get("target")) == f"s{1 - view['you']}"


def steps(view: Json, at: list[int]) -> int:
    """Moves from an area to the enemy ship area, whatever stands in between."""
    return abs(at[0] - 1) + abs(at[1] - (0 if view["you"] == 0 else 4))


def gained(view: Json, act: Json) -> int:
    """Moves towards the enemy ship area that a move saves."""
    mechs = {mech["id"]: mech for mech in view["seats"][view["you"]]["mechs"]}
    return steps(view, mechs[act["unit"]]["at"]) - steps(view, act["path"][-1])


def damage(view: Json, order: Json) -> float:
    """Printed damage of all shots of an attack."""
    name = order.get("weapon") if order["type"] == "fire" else act_of(order).get("weapon")
    weapon = view["cards"][name.split("#")[0]].get("weapon") if name else None
    return float(weapon["shots"] * weapon["damage"]) if weapon else 0.0


def player(score: Score, fleets: tuple[str, ...], victory: str, *, reacts: bool = True) -> Answer:
    """A bot that brings one of these fleets, chooses this way to win, and always gives the order with the best score."""

    def answer(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
        legal = view["legal"]
        if view["phase"] == "fleet":
            return {"type": "fleet", "starter": rng.choice(fleets)}
        if view["phase"] == "victory":
            return {"type": "victory", "choice": victory}
        if view["phase"] in ("window", "choose"):
            return legal[-1 if reacts else 0]
        ranked = sorted(legal, key=lambda order: score(view, order) + rng.random() / 100, reverse=True)
        if view["phase"] != "plan":
            stop = {"type": "end_turn" if view["phase"] == "main" else "finish"}
            return ranked[0] if score(view, ranked[0]) >= 0 else stop
        plan: Json = {"type": "plan", "actions": [], "end_acts": [], "standing": [], "prefer": []}
        left, used = view["ap"], set()
        for order in ranked:
            doers = {order.get("mech"), order.get("pilot"), act_of(order).get("unit"), order.get("weapon")} - {None}
            price = 1 if order["type"] == "ship_skill" else AP_COST.get(order["type"], 9)
            if order["type"] != "operate_all" and score(view, order) >= 0 and price <= left and not doers & used:
                plan["actions"].append(order)
                left, used = left - price, used | doers
        return plan

    return answer


def raid(view: Json, order: Json) -> float:
    """Mechs forward, whatever happens; another one only if nobody can walk."""
    if act_of(order).get("do") == "move":
        return 10.0 * gained(view, act_of(order)) - steps(view, act_of(order)["path"][-1])
    return 1.0 if order["type"] == "deploy" else 0.0 if order["type"] in ("end_turn", "finish") else -1.0


def rush(view: Json, order: Json) -> float:
    """As a raid, but with as many mechs as there are pilots, and shots for what is left over."""
    return 20.0 if order["type"] == "deploy" else max(raid(view, order), damage(view, order) / 20 - 0.01)


def broadside(view: Json, order: Json) -> float:
    """The heaviest weapon at the enemy warship in every turn; mechs that are near it shoot at it too."""
    return damage(view, order) * 10 if is_at_ship(view, order) else raid(view, order) / 10


def hunter(view: Json, order: Json) -> float:
    """The most printed damage at any mech, else forward to meet one."""
    if damage(view, order) and not is_at_ship(view, order):
        return 30 + damage(view, order)
    return damage(view, order) + 1 if damage(view, order) else raid(view, order) / 2


def turtle(view: Json, order: Json) -> float:
    """All mechs out, none forward; shoots at what comes, repairs, and waits until the totals are compared."""
    if act_of(order).get("do") == "move" or order["type"] in ("recall", "captain", "ship_skill"):
        return -1.0
    known = {"deploy": 50.0, "play": 40.0, "use_gear": 5.0, "resupply": 3.0, "end_turn": 0.0, "finish": 0.0}
    return 10 + damage(view, order) if damage(view, order) else known.get(order["type"], -1.0)


def everything(view: Json, order: Json) -> float:
    """Every card, skill and piece of gear as soon as it can be played, then shots, then forward."""
    if (
        order["type"] in ("play", "captain", "ship_skill", "use_gear", "autocannon")
        or act_of(order).get("do") == "gear"
    ):
        return 100.0
    return max(10 * damage(view, order) - 0.5, raid(view, order))


def giant(view: Json, order: Json) -> float:
    """Spends the hull on extra acts until it is small enough, becomes a giant, and walks over whatever there is."""
    if order["type"] == "ship_skill":
        return 200.0
    if order["type"] == "deploy":
        return 90.0
    return max(10 * damage(view, order) - 0.5, raid(view, order) / 2)


def battery(view: Json, order: Json) -> float:
    """Gathers energy until there are six tokens, then fires a Siege Focus Laser at the warship."""
    energy = view["seats"][view["you"]]["energy"]
    if order.get("weapon") == "siege_laser" and is_at_ship(view, order):
        return 80.0 if energy >= 6 else -1.0
    return {"gather": 40.0, "deploy": -1.0, "end_turn": 0.0, "finish": 0.0}.get(order["type"], -1.0)


def first(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Whatever stands at the top of the list of choices."""
    if view["phase"] == "plan":
        return view["default"]
    return next((one["orders"] for one in choices if one.get("orders") and not one.get("adds")), view["default"])


def wait(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Nothing, ever."""
    return view["default"]


BOTS: dict[str, Answer] = {
    "raid": player(raid, ("red_lance", "colossus"), "raid", reacts=False),
    "rush": player(rush, ("red_lance", "colossus", "three_treasures"), "raid"),
    "broadside": player(broadside, ("iron_comet", "glass_cannon", "reactor_wall"), "annihilation"),
    "hunter": player(hunter, ("colossus", "iron_comet", "three_treasures"), "annihilation"),
    "turtle": player(turtle, ("three_treasures", "colossus", "iron_comet"), "arms_race"),
    "everything": player(everything, ("colossus", "red_lance", "iron_comet"), "raid"),
    "giant": player(giant, ("colossus", "three_treasures"), "annihilation"),
    "battery": player(battery, ("reactor_wall",), "annihilation"),
    "first": first,
    "pass": wait,
}
