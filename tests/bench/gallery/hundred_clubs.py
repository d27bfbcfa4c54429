"""Simple bots for Hundred Clubs: one greedy way to spend coins, and one idea each about neighbours and about the time to strike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Json = Any
Answer = Callable[[Json, Json, Any, Json], Json]

REACH = 4


class Table:
    """The view as grids, index [y, x]."""

    def __init__(self, view: Json) -> None:
        self.view, self.me = view, view["me"]
        rows = view["map"]["rows"]
        self.atk, self.members = (
            np.array([[view["terrain"][letter][key] for letter in row] for row in rows]) for key in ("atk", "members")
        )
        remembered = (view["memory"] or {"owners": view["owners"]})["owners"]
        pairs = [zip(now, old, strict=True) for now, old in zip(view["owners"], remembered, strict=True)]
        self.owner = np.array([[old if now == "?" else now for now, old in row] for row in pairs])
        self.own = self.owner == str(view["you"])
        self.clubs = {one["seat"]: one for one in view["players"] if one["relation"] != "undiscovered"}
        quarter, steps = np.array(view["kernel20"]), np.abs(np.arange(-REACH, REACH + 1))
        self.kernel = quarter[steps][:, steps]
        self.left = view["rounds"] - view["round"]

    def those(self, *relations: str) -> list[int]:
        """Known clubs of these relations."""
        return [seat for seat, one in self.clubs.items() if one["relation"] in relations]


def grow(mask: Any, steps: int = 1) -> Any:
    """Cells within so many steps of the mask."""
    for _ in range(steps):
        wide = np.pad(mask, 1)
        mask = wide[1:-1, 1:-1] | wide[:-2, 1:-1] | wide[2:, 1:-1] | wide[1:-1, :-2] | wide[1:-1, 2:]
    return mask


def spend(table: Table, coins: int, worth: Any, guard: float = 1.0) -> list[Json]:
    """Again and again the campaign with the most worth per coin; `guard` times the threshold must be beaten."""
    limit = guard * 20 * table.view["options"]["threshold"]
    need = np.pad(
        np.where((worth > 0) & (table.atk > 0), limit / np.maximum(table.atk, 1) + 1, 1e9), REACH, constant_values=1e9
    )
    value = np.pad(np.where(grow(table.own, REACH), worth, 0), REACH)
    price, felt, found = table.view["options"]["campaign_price"], np.zeros(need.shape), []
    if table.me["capital"]:
        x, y = table.me["capital"]
        felt[y : y + 9, x : x + 9] += table.kernel * table.me["capital_influence"]
    spots = [(int(y), int(x)) for y, x in zip(*np.nonzero(table.own & grow(worth > 0, 3)), strict=True)]
    while coins >= price and spots and len(found) < table.view["options"]["campaign_limit"]:
        best = (0.0, 0, (0, 0))
        for y, x in spots:
            area = (slice(y, y + 9), slice(x, x + 9))
            sizes = np.ceil((need[area] - felt[area]) / table.kernel).ravel()
            order = np.argsort(sizes, kind="stable")
            ordered, gains = sizes[order], np.where(sizes > 0, value[area].ravel(), 0)[order].cumsum()
            ratio = np.where((ordered > 0) & (ordered * price <= coins), gains / np.maximum(ordered, 1), 0)
            k = int(ratio.argmax())
            best = max(best, (float(ratio[k]), int(ordered[k]), (y, x)))
        if best[0] <= 0:
            break
        _, size, (y, x) = best
        felt[y : y + 9, x : x + 9] += table.kernel * size
        found.append({"at": [x, y], "size": size})
        coins -= size * price
    return found


def free(table: Table) -> Any:
    """Members of land that nobody is known to have."""
    return np.where((table.owner == ".") | (table.owner == "?"), table.members + 0.1, 0)


def land_of(table: Table, seats: list[int]) -> Any:
    """Members of land that these clubs are known to have, each worth two: one gets what the other loses."""
    return np.where(np.isin(table.owner, [str(seat) for seat in seats]), 2 * table.members + 0.2, 0)


def deep(table: Table) -> Json:
    """The own cell farthest from all that is not own."""
    depth = sum(~grow(~table.own & (table.atk > 0), steps) & table.own for steps in range(1, 6)) + 0 * table.members
    y, x = np.unravel_index(int(np.where(table.own, depth + 1, 0).argmax()), depth.shape)
    return [int(x), int(y)] if table.own.any() else None


def start(view: Json, bid: int) -> Json:
    """Orders before the first round: a bid, and the birthplace of whoever says nothing."""
    return {"bid": min(bid, view["options"]["initial_saving"])} if view["phase"] == "auction" else {}


def fighter(
    talk: Callable[[Table, Json], dict[int, str]], bid: int = 0, reserve: float = 0.0, guard: float = 1.5
) -> Answer:
    """Spends all but a reserve on free land and on land of enemies; `talk` is its diplomacy."""

    def answer(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
        if view["phase"] != "rounds":
            return start(view, bid)
        table = Table(view)
        if not table.own.any():
            return {}
        said = talk(table, memory)
        ripe = view["options"]["justify_rounds"] - 1
        enemies = [
            seat
            for seat in table.clubs
            if table.clubs[seat]["relation"] == "at_war"
            or said.get(seat) == "backstab"
            or (said.get(seat) == "justify_war" and view["me"]["justify"].get(str(seat), 0) >= ripe)
        ]
        coins = int((view["me"]["saving"] - len(said)) * (1 if enemies or table.left < 1 else 1 - reserve))
        campaigns = spend(table, coins, free(table) + land_of(table, enemies), guard if enemies else 1.0)
        return {"diplomacy": {str(k): v for k, v in said.items()}, "campaigns": campaigns, "capital": deep(table)}

    return answer


def peace(table: Table, memory: Json) -> dict[int, str]:
    """Wants no war."""
    return dict.fromkeys(table.clubs, "keep_neutral")


def stab(table: Table, memory: Json) -> dict[int, str]:
    """The knife for the first club it meets, war for all others."""
    said = dict.fromkeys(table.clubs, "justify_war")
    if table.those("neutral", "allied") and not table.me["backstab_used"]:
        said[table.those("neutral", "allied")[0]] = "backstab"
    return said


def war(table: Table, memory: Json) -> dict[int, str]:
    """War with everybody, as the rules have it."""
    return dict.fromkeys(table.clubs, "justify_war")


def later(rounds: int) -> Callable[[Table, Json], dict[int, str]]:
    """Peace, and the knife when so many rounds are left."""
    return lambda table, memory: stab(table, memory) if table.left < rounds else peace(table, memory)


def betray(table: Table, memory: Json) -> dict[int, str]:
    """Offers alliances, and stabs an ally of two rounds: by then it has seen where the other's capital stands."""
    allies = table.those("allied")
    memory["allied"] = memory.get("allied", 0) + 1 if allies else 0
    if table.those("at_war") or memory["allied"] > 2 or table.left < 2:
        return stab(table, memory)
    return dict.fromkeys(table.clubs, "form_alliance")


def mirror(table: Table, memory: Json) -> dict[int, str]:
    """An enemy to enemies and a friend to friends; otherwise it offers friendship every second round."""
    known = {"at_war": "justify_war", "allied": "form_alliance"}
    offer = "form_alliance" if table.view["round"] % 2 else "keep_neutral"
    return {seat: known.get(one["relation"], offer) for seat, one in table.clubs.items()}


def rush(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Towards the nearest other birthplace from the first round on, then everything at whoever is there."""
    if view["phase"] != "rounds":
        memory["others"] = [] if view["phase"] == "auction" else view["auction"]["chosen"]
        return start(view, 0)
    table = Table(view)
    if not table.own.any():
        return {}
    home = np.argwhere(table.own).mean(axis=0)
    known = np.argwhere(land_of(table, list(table.clubs)) > 0)
    goals = known if len(known) else np.array([[y, x] for x, y in (view["map"]["starts"] + memory.get("others", []))])
    goals = goals[np.abs(goals - home).sum(axis=1) > 3] if len(goals) else goals
    said = stab(table, memory)
    worth = free(table) + land_of(table, list(said))
    if len(goals):
        goal = goals[np.abs(goals - home).sum(axis=1).argmin()]
        ys, xs = np.indices(worth.shape)
        away = np.abs(ys - goal[0]) + np.abs(xs - goal[1])
        worth = worth * np.where(away < np.abs(home - goal).sum(), 3, 1)
    campaigns = spend(table, int(view["me"]["saving"] - len(said)), worth, 1.3 if said else 1.0)
    return {"diplomacy": {str(k): v for k, v in said.items()}, "campaigns": campaigns, "capital": deep(table)}


def turtle(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Free land first; once somebody is near, half its coins on its own border, evenly."""
    if view["phase"] != "rounds":
        return start(view, 0)
    table = Table(view)
    if not table.own.any():
        return {}
    coins = int(view["me"]["saving"])
    near = table.own & grow(land_of(table, list(table.clubs)) > 0, 3)
    spots = [(int(y), int(x)) for y, x in zip(*np.nonzero(near), strict=True)][:: max(1, int(near.sum()) // 14)][:16]
    size = coins // (2 * len(spots) * view["options"]["campaign_price"]) if spots else 0
    guards = [{"at": [x, y], "size": size} for y, x in spots if size]
    coins -= sum(one["size"] for one in guards) * view["options"]["campaign_price"]
    campaigns = (spend(table, coins, free(table)) + guards)[: view["options"]["campaign_limit"]]
    return {"diplomacy": {}, "campaigns": campaigns, "capital": deep(table)}


def beside(answer: Answer) -> Answer:
    """The same, born as near to the others as the rules let it be."""

    def nearby(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
        if view["phase"] != "birthplaces" or not view["auction"]["chosen"]:
            return answer(view, choices, rng, memory)
        table = Table(view)
        ys, xs = np.indices(table.members.shape)
        away = np.min([abs(ys - y) + abs(xs - x) for x, y in view["auction"]["chosen"]], axis=0)
        least = view["options"]["min_birth_distance"]
        legal = (away >= least) & (away <= least + 2) & (table.atk > 0)
        y, x = np.unravel_index(int(np.where(legal, table.members + 1, 0).argmax()), legal.shape)
        return {"birthplace": [int(x), int(y)]}

    return nearby


def wait(view: Json, choices: Json, rng: Any, memory: Json) -> Json:
    """Nothing, ever."""
    return {}


BOTS: dict[str, Answer] = {
    "greedy": fighter(peace),
    "stab": fighter(stab),
    "stab_light": fighter(stab, guard=1.0),
    "war": fighter(war),
    "rush": rush,
    "beside": beside(fighter(stab)),
    "turtle": turtle,
    "hoarder": fighter(later(6), reserve=0.5),
    "late_stab": fighter(later(2)),
    "bidder": fighter(stab, bid=20),
    "betrayer": fighter(betray),
    "mirror": fighter(mirror),
    "pass": wait,
}
