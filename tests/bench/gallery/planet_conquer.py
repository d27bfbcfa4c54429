"""Simple bots for Planet Conquer: each sends its garrisons by one idea."""

from __future__ import annotations

from typing import Any

Json = Any


def neighbours(view: Json) -> dict[int, list[tuple[int, int]]]:
    """Per planet its neighbours and the rounds to them."""
    ids = {planet["key"]: i for i, planet in enumerate(view["map"]["planets"])}
    near: dict[int, list[tuple[int, int]]] = {i: [] for i in ids.values()}
    for a, b, rounds, *_ in view["map"]["routes"]:
        near[ids[a]].append((ids[b], rounds))
        near[ids[b]].append((ids[a], rounds))
    return near


def power(view: Json, planet: int) -> float:
    """What it takes to take a planet, as it is known."""
    return float((view["planets"][planet]["units"] or 0) * view["map"]["planets"][planet]["def"])


def mine(view: Json) -> list[Json]:
    """Own planets."""
    return [planet for planet in view["planets"] if planet["owner"] == view["seat"]]


def steps(view: Json, goals: set[int]) -> dict[int, tuple[int, int]]:
    """Per planet the rounds to the nearest goal and the next planet on the way."""
    near, found = neighbours(view), {goal: (0, goal) for goal in goals}
    queue = sorted((0, goal) for goal in goals)
    while queue:
        rounds, at = queue.pop(0)
        for other, more in near[at]:
            if other not in found or rounds + more < found[other][0]:
                found[other] = (rounds + more, at)
                queue.append((rounds + more, other))
        queue.sort()
    return found


def enemies(view: Json) -> set[int]:
    """Known planets of others, else homes never seen."""
    known = {planet["id"] for planet in view["planets"] if planet["owner"] not in (None, view["seat"])}
    ids = {planet["key"]: i for i, planet in enumerate(view["map"]["planets"])}
    starts = {ids[key] for key in view["map"]["starts"]}
    return known or {start for start in starts if view["planets"][start]["seen"] == "never"} or starts


def orders(moves: list[Json], tactic: Json = None) -> Json:
    """Whole orders."""
    return {"moves": [move for move in moves if move["units"] > 0], "tactic": tactic, "resign": False}


def can(view: Json, kind: str) -> bool:
    """May the tactic be played now?"""
    return any(row["type"] == kind and row["allowed"] for row in view["tactics"])


def rush(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Everything straight at the nearest enemy, always."""
    way = steps(view, enemies(view))
    moves = [{"from": p["id"], "to": way[p["id"]][1], "units": p["units"]} for p in mine(view) if way[p["id"]][0]]
    return orders(moves)


def hammer(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Gathers 250 units at home, then everything straight at the nearest enemy; boost while it waits."""
    if sum(planet["units"] for planet in mine(view)) > 250 or memory.get("gone"):
        memory["gone"] = True
        return rush(view, choices, rng, memory)
    tactic = {"type": "boost", "planet": mine(view)[0]["id"]} if can(view, "boost") and mine(view) else None
    return orders([], tactic)


def turtle(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Takes what is free next door, otherwise stays at home and defends its largest garrison."""
    near, moves = neighbours(view), []
    for planet in mine(view):
        free = [
            q for q, _ in near[planet["id"]] if view["planets"][q]["owner"] is None and not view["planets"][q]["units"]
        ]
        share = planet["units"] // (2 * len(free)) if free else 0
        moves += [{"from": planet["id"], "to": q, "units": min(share, 25)} for q in free]
    largest = max(mine(view), key=lambda planet: planet["units"], default=None)
    tactic = {"type": "defend", "planet": largest["id"]} if largest and can(view, "defend") else None
    return orders(moves, tactic)


def greedy(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Every garrison sends two thirds to the weakest neighbour that it beats, else to the front."""
    near, way, moves = neighbours(view), steps(view, enemies(view)), []
    for planet in mine(view):
        targets = [q for q, _ in near[planet["id"]] if view["planets"][q]["owner"] != view["seat"]]
        target = min(targets, key=lambda q: (power(view, q), q), default=None)
        force = planet["units"] * 2 // 3
        if target is not None and force > power(view, target) + 2:
            moves.append({"from": planet["id"], "to": target, "units": force})
        elif target is None and way[planet["id"]][0]:
            moves.append({"from": planet["id"], "to": way[planet["id"]][1], "units": force})
    return orders(moves)


def spread(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Divides every garrison evenly over all neighbours, own ones too."""
    near, moves = neighbours(view), []
    for planet in mine(view):
        targets = near[planet["id"]]
        share = planet["units"] // (len(targets) + 1)
        moves += [{"from": planet["id"], "to": q, "units": share} for q, _ in targets if share > 3]
    return orders(moves)


def strike(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Greedy with a terminator on the strongest enemy garrison in sight whenever it can be paid."""
    seen = [p for p in view["planets"] if p["seen"] == "now" and p["owner"] not in (None, view["seat"])]
    target = max(seen, key=lambda planet: (planet["units"], planet["id"]), default=None)
    tactic = {"type": "terminator", "planet": target["id"]} if target and can(view, "terminator") else None
    return {**greedy(view, choices, rng, memory), "tactic": tactic}


def saver(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Turtle that saves up for the great tactics: swap with the strongest, or everything in sight dies."""
    given = turtle(view, choices, rng, memory)
    others = [row["seat"] for row in view["seats"] if row["status"] == "in" and row["seat"] != view["seat"]]
    if others and can(view, "swap"):
        return {**given, "tactic": {"type": "swap", "seat": others[0]}}
    if not any(row["type"] == "swap" and row["why_not"] != "tactic_disabled" for row in view["tactics"]):
        return {**given, "tactic": {"type": "eleminate"} if can(view, "eleminate") else None}
    return {**given, "tactic": None}


def god(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Greedy that plays god with a single unit on the strongest enemy garrison next door."""
    given, near = greedy(view, choices, rng, memory), neighbours(view)
    prey = [
        (view["planets"][q]["units"], planet["id"], q)
        for planet in mine(view)
        for q, rounds in near[planet["id"]]
        if rounds == 1 and view["planets"][q]["owner"] not in (None, view["seat"]) and planet["units"] > 1
    ]
    if not prey or not can(view, "god"):
        return given
    _, source, target = max(prey)
    moves = [move for move in given["moves"] if move["from"] != source]
    return orders([*moves, {"from": source, "to": target, "units": 1}], {"type": "god", "planet": target})


def wait(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Nothing, ever."""
    return orders([])


BOTS = {
    "rush": rush, "hammer": hammer, "turtle": turtle, "greedy": greedy, "spread": spread, "strike": strike, "saver": saver, "god": god,
    "pass": wait,
}  # fmt: skip
