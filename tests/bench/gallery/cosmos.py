"""Simple bots for Cosmos: standing orders that follow one idea, renewed every step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.cosmos.standing.routines import ROUTINES

Json = Any
Answer = Callable[[Json, Json, Any, Json], Json]

MINES = [{"kind": "miner", "energy": 63}, {"kind": "miner", "energy": 41}]
TAKE = {"type": "auto_overload", "radius": "best", "min_enemies": 1, "min_planets": 1, "only_capture": True}
CAUTIOUS = {"type": "flee", "kinds": ["scout"], "within": 20}
HUNT = {"type": "auto_analyse", "chase": True}


def build(pattern: list[Json], keep: int = 2, most: int = 40) -> Json:
    """A planet builds these in turn."""
    return {"type": "auto_build", "loop": True, "pattern": pattern, "keep": keep, "max_own": most}


def bid(permille: int, keep: int = 0) -> Json:
    """A planet bids a part of what it has above `keep`."""
    return {"type": "auto_charge", "mode": "share", "permille": permille, "keep": keep}


def rising(keep: int, start: int = 1) -> Json:
    """A planet bids more after a loss and less after a win."""
    return {"type": "auto_charge", "mode": "escalate", "start": start, "up_permille": 1200, "keep": keep}


def images(view: Json, memory: Json) -> list[list[int]]:
    """Where the enemy's planet may stand, if the map has two sides; the first is half a turn away."""
    first = next((one["pos"] for one in view["own"] if one["kind"] == "planet"), [0, 0])
    x, y = memory.setdefault("home", first)
    (ox, oy), (width, height) = view["map"]["origin"], view["map"]["size"]
    far, high = 2 * ox + width - 1 - x, 2 * oy + height - 1 - y
    return [[far, high], [far, y], [x, high]]


def planets(view: Json, *, neutral: bool) -> list[list[int]]:
    """Foreign planets that it has ever seen, neutral ones or those of the enemy."""
    found = [one for one in [*view["foreign"], *view["ghosts"]] if one["kind"] == "planet"]
    return [one["pos"] for one in found if (one["seat"] is None) == neutral]


def far(a: list[int], b: list[int]) -> int:
    """Squared distance."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def goal(view: Json, memory: Json, one: Json) -> list[int]:
    """The enemy's planet, or one of the places where it may be that no own ship has been to."""
    known = planets(view, neutral=False)
    been = memory.setdefault("been", [])
    guesses = images(view, memory)
    been += [i for i, pos in enumerate(guesses) if any(far(own["pos"], pos) <= 25 for own in view["own"])]
    left = [pos for i, pos in enumerate(guesses) if i not in been] or guesses
    return min(known, key=lambda pos: far(pos, one["pos"]), default=left[one["id"] % len(left)])


def sail(target: list[int], *reflexes: Json) -> Json:
    """To a tile, by the cheap way."""
    return {"movement": {"type": "move_to", "to": target, "path": "cheap"}, "reflexes": list(reflexes)}


def stay(*reflexes: Json) -> Json:
    """Near home."""
    return {"movement": {"type": "stay_near", "within": 20}, "reflexes": list(reflexes)}


def plan(view: Json, memory: Json, rules: dict[str, list[Json] | Json]) -> Json:
    """The standing orders of every own entity: of planets a list of reflexes, of ships what they do; "goal": sail for the enemy.

    Planets get theirs again when their bids have ended.
    """
    standing = []
    for one in view["own"]:
        rule = rules.get(one["kind"], stay(*([CAUTIOUS] if one["kind"] == "miner" else [])))
        if one["kind"] == "planet":
            rule = {"reflexes": rule if isinstance(rule, list) else []}
        elif rule == "goal":
            rule = sail(goal(view, memory, one), HUNT if one["kind"] == "scout" else TAKE)
        if memory.setdefault("given", {}).get(str(one["id"])) != rule or one.get("bids_left") == 0:
            memory["given"][str(one["id"])] = rule
            standing.append({"id": one["id"], **rule})
    return {"standing": standing}


def hammer(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """All energy into battleships as large as can be paid, straight at the enemy."""
    fleet = [build([{"kind": "scout", "energy": 1}, {"kind": "battleship", "permille": 1000}], 1), rising(40)]
    return plan(view, memory, {"planet": fleet, "battleship": "goal", "scout": "goal"})


def swarm(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Battleships of 40 and nothing else, which burst at whatever they can take."""
    burst = {**TAKE, "min_planets": 0}
    fleet = next(sail(goal(view, memory, one), burst) for one in view["own"])
    return plan(
        view, memory, {"planet": [build([{"kind": "battleship", "energy": 40}]), rising(20)], "battleship": fleet}
    )


def hunters(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Scouts of 1 against the enemy's miners, one for each miner of its own."""
    pattern = [{"kind": "scout", "energy": 1}, *MINES]
    return plan(view, memory, {"planet": [build(pattern), rising(10)], "scout": "goal"})


def miners(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Miners for two thirds of the match, then bids of a tenth."""
    is_late = 3 * view["round"] > 2 * view["rounds"]
    return plan(view, memory, {"planet": [bid(100)] if is_late else [rising(30), build(MINES, 5)]})


def hoarder(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Miners for a third of the match, then nothing; in the last third it bids all it has in equal parts."""
    left = view["rounds"] - view["round"] + 1
    if 3 * left <= view["rounds"]:
        return plan(view, memory, {"planet": [bid(max(20, 2000 // left))]})
    return plan(view, memory, {"planet": [build(MINES, 5)] if 3 * left > 2 * view["rounds"] else []})


def bidder(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Builds nothing and bids from the first round on."""
    return plan(view, memory, {"planet": [bid(50, 20)]})


def early(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Three miners, then rising bids, so that it has more than half of the points before the others bid."""
    return plan(view, memory, {"planet": [rising(0, 3), build(MINES, 5, 4)]})


def turtle(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Miners, guards around them that burst at whoever comes near, and a high reserve."""
    guard = stay({"type": "auto_overload", "radius": "best", "min_enemies": 1, "min_planets": 0, "only_capture": True})
    pattern = [*MINES, {"kind": "battleship", "energy": 30}]
    return plan(view, memory, {"planet": [build(pattern, 60), rising(60)], "battleship": guard})


def settler(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Looks for neutral planets, takes them with large battleships, and lets all planets mine and bid."""
    known = planets(view, neutral=True)
    fleet: Json = {"movement": {"type": "explore"}, "reflexes": [TAKE]}
    if known:
        fleet = sail(min(known, key=lambda pos: far(pos, memory.get("home", pos))), TAKE)
    pattern = [*MINES, {"kind": "scout", "energy": 1}, {"kind": "battleship", "permille": 900}]
    scout = {"movement": {"type": "explore"}, "reflexes": [HUNT]}
    images(view, memory)
    return plan(view, memory, {"planet": [build(pattern), rising(20)], "battleship": fleet, "scout": scout})


def late_rush(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Miners for a third of the match, then the largest battleships at the enemy, with scouts ahead."""
    pattern = MINES if 3 * view["round"] < view["rounds"] else [
        {"kind": "scout", "energy": 1}, {"kind": "battleship", "permille": 950}]  # fmt: skip
    return plan(view, memory, {"planet": [build(pattern), rising(20)], "battleship": "goal", "scout": "goal"})


def economist(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """The routine `economy` in the first step, and nothing ever after."""
    if memory.setdefault("done", False):
        return {}
    memory["done"] = True
    rules = {"movement": None, **ROUTINES["planet"]["economy"]}
    return {"standing": [{"id": one["id"], **rules} for one in view["own"] if one["kind"] == "planet"]}


def wait(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Nothing, ever."""
    return {}


BOTS: dict[str, Answer] = {
    "hammer": hammer, "swarm": swarm, "late_rush": late_rush, "hunters": hunters, "miners": miners, "hoarder": hoarder,
    "bidder": bidder, "early": early, "turtle": turtle, "settler": settler, "economist": economist, "pass": wait,
}  # fmt: skip
