"""Simple bots for Deep Blue: cargo ships fetch metal by standing orders, everything else follows one idea."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Json = Any
Answer = Callable[[Json, Json, Any, Json], Json]

WINGS = {"formation": [2, 4, 4, 0]}


def rect(one: Json) -> list[int]:
    """Its cells, as a rectangle."""
    return list(one["rect"]) if "rect" in one else [one["pos"][0], one["pos"][1], one["pos"][0], one["pos"][1]]


def apart(a: Json, b: Json) -> int:
    """Planar distance of two elements."""
    p, q = rect(a), rect(b)
    return max(q[0] - p[2], p[0] - q[2], 0) + max(q[1] - p[3], p[1] - q[3], 0)


def own(view: Json, *kinds: str) -> list[Json]:
    """Own units of these kinds, or all that are no cargo ships."""
    units = [one for one in view["elements"] if one["seat"] == view["seat"] and "pos" in one]
    return [one for one in units if (one["kind"] in kinds if kinds else one["kind"] != "cargo")]


def bases(view: Json) -> tuple[Json, Json]:
    """Own base, the enemy's."""
    found = sorted(
        (one for one in view["elements"] if one["kind"] == "base"), key=lambda one: one["seat"] != view["seat"]
    )
    return found[0], found[1]


def production(view: Json, kinds: list[str], cargos: int = 3) -> list[Json]:
    """Cargo ships up to a number, then these kinds in turn, as long as metal lasts."""
    base, tables = bases(view)[0], view["tables"]["kinds"]
    metal, entries = base["metal"], []
    count = len(own(view, "cargo")) + sum(one["kind"] == "cargo" for one in view["queue"])
    turn = len(own(view)) + len(view["queue"])
    while len(view["queue"]) + len(entries) < 6:
        kind = "cargo" if count < cargos else kinds[turn % len(kinds)]
        price = 24 if kind in WINGS else tables[kind]["cost"]
        if price > metal:
            break
        metal, count, turn = metal - price, count + (kind == "cargo"), turn + 1
        entries.append({"kind": kind, **({"planes": WINGS[kind]} if kind in WINGS else {})})
    return entries


def hauls(view: Json) -> dict[str, Json]:
    """Cargo ships fetch metal from the nearest mine, every third fuel."""
    base, orders = bases(view)[0], {}
    for i, ship in enumerate(own(view, "cargo")):
        kind, key = ("oilfield", "fuel") if i % 3 == 2 else ("mine", "metal")
        found = [one for one in view["elements"] if one["kind"] == kind and one[key] != 0]
        if found and not ship.get("standing"):
            source = min(found, key=lambda one: (apart(base, one), one["id"]))
            orders[str(ship["id"])] = {"standing": {"type": "collect_run", "target": source["id"]}}
    return orders


def sail(view: Json, units: list[Json], goal: Json) -> dict[str, Json]:
    """Straight to a goal, firing at will, at the goal itself as soon as it is in range."""
    orders: dict[str, Json] = {}
    for one in units:
        order: Json = {"move": rect(goal)[:2]}
        reach = view["tables"]["kinds"][one["kind"]]["reach"][1] - (one["pos"][2] != 1)
        if not one.get("standing"):
            order["standing"] = {"type": "attack_at_will"}
        if reach > 0 and apart(one, goal) <= min(reach, 4) and one["pos"][2] != 2:
            order["move"] = None
        if 0 < apart(one, goal) <= reach and goal["seat"] != view["seat"] and one["pos"][2] == 1 and one["ammo"]:
            order["command"] = {"type": "attack", "target": goal["id"]}
        orders[str(one["id"])] = order
    return orders


def mend(view: Json) -> dict[str, Json]:
    """The base repairs whoever is worst off beside it."""
    base = bases(view)[0]
    near = [one for one in own(view) if apart(one, base) <= (0 if one["pos"][2] == 2 else 1)]
    worst = min(near, key=lambda one: (one["health"], one["id"]), default=None)
    return {str(base["id"]): {"command": {"type": "repair", "target": worst["id"]}}} if worst else {}


def rusher(*kinds: str, least: int = 1, cargos: int = 3) -> Answer:
    """Builds these kinds alone and sails straight at the enemy base, `least` of them at first, then each as it comes."""

    def answer(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
        memory["gone"] = memory.get("gone") or len(own(view, *kinds)) >= least
        home, goal = bases(view)
        fleet = sail(view, own(view), goal if memory["gone"] else home)
        return {"units": {**mend(view), **hauls(view), **fleet}, "production": production(view, list(kinds), cargos)}

    return answer


def turtle(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """A mixed fleet that never leaves home."""
    fleet = sail(view, own(view), bases(view)[0])
    kinds = ["destroyer", "cruiser", "submarine", "battleship"]
    return {"units": {**mend(view), **hauls(view), **fleet}, "production": production(view, kinds)}


def islander(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Takes islands one by one, the nearest first, and sits on them."""
    home, _ = bases(view)
    free = [one for one in view["elements"] if one["kind"] == "island" and one["seat"] != view["seat"]]
    goal = min(free or [home], key=lambda one: (apart(one, home), one["id"]))
    units = {**mend(view), **hauls(view), **sail(view, own(view), goal)}
    return {"units": units, "production": production(view, ["cruiser", "destroyer"])}


def raider(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Submarines and destroyers that go for cargo ships in sight, else for the mines beside the enemy base."""
    _, goal = bases(view)
    prey = [one for one in view["elements"] if one["seat"] == 1 - view["seat"] and one["kind"] == "cargo"]
    mines = [one for one in view["elements"] if one["kind"] == "mine"]
    post = min(prey or mines or [goal], key=lambda one: (apart(one, goal), one["id"]))
    fleet = sail(view, own(view), {**post, "seat": view["seat"]})
    return {"units": {**mend(view), **hauls(view), **fleet}, "production": production(view, ["submarine", "destroyer"])}


def wait(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Nothing, ever."""
    return {}


BOTS: dict[str, Answer] = {
    "battleships": rusher("battleship"),
    "destroyers": rusher("destroyer"),
    "cruisers": rusher("cruiser"),
    "submarines": rusher("submarine"),
    "planes": rusher("formation"),
    "mixed": rusher("destroyer", "cruiser", "battleship"),
    "armada": rusher("battleship", "cruiser", least=6, cargos=4),
    "all_in": rusher("destroyer", cargos=2),
    "turtle": turtle,
    "islander": islander,
    "raider": raider,
    "pass": wait,
}
