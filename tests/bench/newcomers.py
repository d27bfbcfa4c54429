"""How does a newcomer play who has passed the lesson? Careless but willing: a few acts a round, the nearest target, no plan and no tactics.

Seven such newcomers in ten should win their first match, which is against the easy bot on the preset `quick`
(`tests/games/test_newcomers.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.simulate import OwnBot

Json = Any

ACTS = 2
"""Orders that a newcomer gives in a round, of those that are asked for every round."""


def planet_conquer(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """From the largest garrisons half to the nearest planet that is not its own, unless the bubble says that the battle is lost; no tactics."""
    moves = []
    for source in sorted(choices["sources"], key=lambda one: (-one["units"], one["planet"]))[:ACTS]:
        units = source["units"] // 2
        ways = [way for way in source["targets"] if units > _strength(view, way["planet"])]
        rng.shuffle(ways)
        ways.sort(key=lambda way: (view["planets"][way["planet"]]["owner"] == view["seat"], way["rounds"]))
        if ways:
            moves.append({"from": source["planet"], "to": ways[0]["planet"], "units": units})
    return {"moves": moves, "tactic": None, "resign": False}


def _strength(view: Json, planet: int) -> float:
    """What a battle there would take now, as far as it is seen; nothing on one's own."""
    there = view["planets"][planet]
    return 0.0 if there["owner"] == view["seat"] else (there["units"] or 0) * view["map"]["planets"][planet]["def"]


def hundred_clubs(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """The money in two halves on two cells at the edge of its land, those with the most members of free land beside them; peace with all."""
    if view["phase"] != "rounds" or not view["me"]["alive"]:
        return {}
    edge = [(gain, x, y) for x, y in _own(view) if (gain := _free_members(view, x, y))]
    rng.shuffle(edge)
    edge.sort(key=lambda one: -one[0])
    size = choices["saving"] // ACTS // choices["campaign_price"]
    campaigns = [{"at": [x, y], "size": size} for _, x, y in edge[:ACTS] if size]
    return {"diplomacy": {}, "campaigns": campaigns, "capital": None}


def _own(view: Json) -> Iterator[tuple[int, int]]:
    for y, row in enumerate(view["owners"]):
        yield from ((x, y) for x, owner in enumerate(row) if owner == str(view["you"]))


def _free_members(view: Json, x: int, y: int) -> int:
    """Members of the cells around that nobody is known to have."""
    rows, found = view["map"]["rows"], 0
    for u, v in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
        if 0 <= v < len(rows) and 0 <= u < len(rows[v]) and view["owners"][v][u] in ".?":
            found += view["terrain"][rows[v][u]]["members"]
    return found


def deep_blue(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Cargo ships fetch metal; of the others two a round get a course to the nearest island not its own or to the enemy base, and who has
    somebody in reach fires at whom is nearest. The base builds a ship that can be paid, by lot."""
    elements = view["elements"]
    own = [one for one in elements if one["seat"] == view["seat"] and "pos" in one]
    units: dict[str, Json] = {}
    mines = [one for one in elements if one["kind"] == "mine" and one["metal"]]
    for one in own:
        if one["kind"] == "cargo" and mines and not one.get("standing"):
            mine = min(mines, key=lambda other: (_apart(one, other), other["id"]))
            units[str(one["id"])] = {"standing": {"type": "collect_run", "target": mine["id"]}}
    shots: dict[str, list[Json]] = {}
    for choice in choices:
        for key, order in choice["orders"].get("units", {}).items():
            if order.get("command", {}).get("type") == "attack":
                shots.setdefault(key, []).append(order)
    at = {one["id"]: one for one in elements}
    fighters = [one for one in own if one["kind"] != "cargo"]
    rng.shuffle(fighters)
    acts = ACTS
    for one in fighters:
        near = shots.get(str(one["id"]))
        if near:
            units[str(one["id"])] = min(near, key=lambda order: _apart(one, at[order["command"]["target"]]))
        elif one.get("destination") is None and acts:
            goals = [
                other for other in elements if other["kind"] in ("island", "base") and other["seat"] != view["seat"]
            ]
            x, y = min(goals, key=lambda other: (_apart(one, other), other["id"]))["rect"][:2]
            units[str(one["id"])] = {"move": [x - 1, y - 1]}
            acts -= 1
    ships = [one["orders"]["production"][0] for one in choices if "production" in one["orders"] and one["adds"]]
    payable = [ship for ship in ships if ship["kind"] != "formation"]
    build = [payable[rng.randrange(len(payable))]] if payable and len(view["queue"]) < 2 else []
    return {"units": units, "production": build}


def _apart(one: Json, other: Json) -> int:
    a, b = (unit.get("rect") or [*unit["pos"][:2], *unit["pos"][:2]] for unit in (one, other))
    return int(max(b[0] - a[2], a[0] - b[2], 0) + max(b[1] - a[3], a[1] - b[3], 0))


def frames(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """What hits first, then mechs out of the hangar and forward, then cards; by lot among equals. Answers with the first card offered."""
    open_ones = [one["orders"] for one in choices if one.get("orders") and not one.get("adds")]
    if view["phase"] == "window":
        return open_ones[min(1, len(open_ones) - 1)]
    rng.shuffle(open_ones)
    return min(open_ones, key=_eagerness)


def _eagerness(order: Json) -> int:
    """How soon a newcomer thinks of an order: 0 first."""
    do = order.get("act", {}).get("do") or order["type"]
    return EAGER.index(do) if do in EAGER else len(EAGER)


EAGER = ("fleet", "victory", "attack", "fire", "deploy", "move", "resupply", "end_turn")


def cosmos(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Every planet gets the routine Economy, and Weapon after two fifths of the match, again when the board says that its bids have ended."""
    name = "economy" if 5 * view["round"] < 2 * view["rounds"] else "weapon"
    rules = view["tables"]["routines"]["planet"][name]["reflexes"]
    planets = [one for one in view["own"] if one["kind"] == "planet"]
    given: dict[str, str] = memory.setdefault("given", {})
    idle = [one["id"] for one in planets if given.get(str(one["id"])) != name or one.get("bids_left") == 0]
    given.update(dict.fromkeys(map(str, idle), name))
    return {"standing": [{"id": planet, "reflexes": rules} for planet in idle]}


NEWCOMERS = {
    answer.__name__: OwnBot("newcomer", answer) for answer in (planet_conquer, hundred_clubs, deep_blue, frames, cosmos)
}
"""By game."""
