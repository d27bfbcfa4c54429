"""What is there to do for ships: prey, traces, what nobody has seen?"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

from games.core.text import phrase
from games.cosmos.advice.desk import Desk, Entry, advised, build, called, seen_at, stands
from games.cosmos.advice.planets import TRIED, Taken
from games.cosmos.advice.words import (
    A_SHIP,
    AS_IT_BURSTS,
    DEFENCE,
    DIRECTION_WORDS,
    FOE_NEAR,
    FOUND_OUT,
    FREE,
    GUARD,
    GUARDED,
    HUNT,
    HUNTER,
    KNOWN,
    LESS_FOR_HIM,
    LOOK,
    NOBODY_NEAR,
    ONE_OF,
    ONLY,
    PLANET_FOUND,
    SEEK,
    SEEK_FREE,
    SEEN_AGAIN,
    STRIKE,
    TRACE,
    TURNS,
    WEAK,
)
from games.cosmos.bots.sky import tiles_between
from games.cosmos.constants import BASE_COOLDOWN, BURST_OVERHEAD, DIRECTIONS, KIND_WORDS, SCOUT, mining_income
from games.cosmos.standing.routines import ROUTINES

Json = Any
UNKNOWN = 40
"""Percent of the map that are worth a scout while nobody has seen them."""
HUNTERS = 2
"""Scouts that hunt at a time: more would cost more than what they take apart."""
EYES = (2, 3)
"""Scouts that are under way; the second number once one should have met somebody, and has not."""
LATE = 40
"""The round from which on one should have."""
PAYS_UNTIL = 60
"""Rounds before the end from which on nobody looks for planets to take: they would not pay any more."""


def hunts(desk: Desk) -> Iterator[Entry]:
    """A rival's miner that a scout takes apart: one that is there, or one that is built for it."""
    sky, least = desk.sky, int(desk.view["analyse_min_defence"])
    prey = [one for one in sky.prey() if one["id"] not in desk.aims and mining_income(one["energy"])]
    chases = [(desk.rules[one["id"]].get("movement") or {}).get("type") == "pursue" for one in sky.own["scout"]]
    if not prey or not desk.planets or sum(chases) >= HUNTERS:
        return
    able = [
        one for one in sky.own["scout"]
        if one["defence"] >= least and one["id"] not in desk.told
        and (desk.rules[one["id"]].get("movement") or {}).get("type") != "pursue"
    ]  # fmt: skip
    seekers: list[Json] = able or desk.planets
    tiles, _, by, miner = min(
        ((tiles_between(one["pos"], goal["pos"]), goal["id"], one["id"], goal) for one in seekers for goal in prey),
        key=lambda row: row[:3],
    )
    rules: Json = {
        "movement": {"type": "pursue", "id": miner["id"]},
        "reflexes": [{"type": "auto_analyse", "chase": True}],
    }
    data = {"miner": called(miner["id"]), "pay": mining_income(miner["energy"])}
    gives, risk = phrase(LESS_FOR_HIM, pay=data["pay"]), seen_at(miner, tiles)
    if able:
        has = next(one["defence"] for one in able if one["id"] == by)
        price = phrase(DEFENCE, price=least, has=has) if least else phrase(FREE)
        says = phrase(HUNT, scout=called(by), **data)
        yield advised("hunt", miner["id"], by, says, (price, gives, risk), stands(by, rules))
        return
    if _builds_scout(desk):
        return
    # The least energy whose seven tenths are enough (4.1).
    energy = max(1, (10 * least + 6) // 7)
    found = desk.builder(energy, miner["pos"])
    if found is not None and tiles * BASE_COOLDOWN[SCOUT] < sky.left:
        home, way = found
        says = phrase(HUNTER, home=called(home["id"]), **data)
        terms = (desk.pays(home, energy), gives, seen_at(miner, tiles_between(home["pos"], miner["pos"])))
        yield advised("hunt", miner["id"], home["id"], says, terms, build(home["id"], "scout", energy, way, rules))


def strikes(desk: Desk, taken: Taken) -> Iterator[Entry]:
    """A battleship with nothing to do: at a miner that it destroys, whoever shares the burst."""
    sky, tried = desk.sky, 0
    for ship in sky.own["battleship"]:
        id_, burst = ship["id"], ship["energy"] - BURST_OVERHEAD
        if not desk.is_idle(ship) or burst <= 0:
            continue
        near = sorted((tiles_between(ship["pos"], one["pos"]), one["id"], one) for one in sky.prey())
        for tiles, miner, one in near:
            if burst > one["defence"] and miner not in desk.aims and tried < TRIED:
                rules: Json = {
                    "movement": {"type": "pursue", "id": miner},
                    "reflexes": [{"type": "auto_overload", "min_enemies": 1}],
                }
                orders, tried = stands(id_, rules), tried + 1
                if taken(orders, miner) is None:
                    continue
                says = phrase(STRIKE, ship=called(id_), miner=called(miner), burst=burst, defence=one["defence"])
                gives = phrase(LESS_FOR_HIM, pay=mining_income(one["energy"]))
                terms = (phrase(A_SHIP, energy=ship["energy"]), gives, seen_at(one, tiles))
                yield advised("strike", miner, id_, says, terms, orders)
                return


def guards(desk: Desk) -> Iterator[Entry]:
    """A battleship with nothing to do guards its home."""
    for ship in desk.sky.own["battleship"]:
        id_ = ship["id"]
        if desk.is_idle(ship) and ship["energy"] > BURST_OVERHEAD:
            near = desk.foe_near(ship)
            risk = phrase(NOBODY_NEAR) if near is None else phrase(FOE_NEAR, tiles=near[0], foe=called(near[1]["id"]))
            terms = (phrase(AS_IT_BURSTS, energy=ship["energy"]), phrase(GUARDED), risk)
            orders = stands(id_, ROUTINES["battleship"]["guard"])
            yield advised("guard", id_, id_, phrase(GUARD, ship=called(id_)), terms, orders)
            return


def scouts(desk: Desk) -> Iterator[Entry]:
    """Somebody who looks: at a rival's trace, or at what nobody has seen."""
    sky, view = desk.sky, desk.view
    scouts = [one for one in sky.own["scout"] if one["id"] not in desk.told]
    explorers = [one for one in scouts if _looks_around(desk, one)]
    traces = [
        one for one in view["ghosts"]
        if one["seat"] in view["alive"] and one["round"] < view["round"] - sky.stride and one["id"] not in desk.aims
    ]  # fmt: skip
    if explorers and traces and not sky.foes:
        tiles, _, scout, trace = min(
            (
                (tiles_between(one["pos"], goal["pos"]), -goal["round"], one, goal)
                for one in explorers
                for goal in traces
            ),
            key=lambda row: row[:2],
        )
        says = phrase(TRACE, kind=KIND_WORDS[trace["kind"]], ship=called(trace["id"]), scout=called(scout["id"]))
        orders = {"standing": [{"id": scout["id"], "movement": {"type": "move_to", "to": trace["pos"]}}]}
        terms = (phrase(FREE), phrase(SEEN_AGAIN), seen_at(trace, tiles))
        yield advised("trace", trace["id"], scout["id"], says, terms, orders)
    elif explorers and (desk.planets or sky.candidates):
        yield from _by_symmetry(desk, explorers)
    rows = view["map"]["aether"]
    tiles_known = sum(value is not None for row in rows or () for value in row)
    percent = 100 * tiles_known // max(1, sum(map(len, rows or ())))
    is_dark = rows is not None and view["rules"]["map_knowledge"] != "full" and 100 - percent >= UNKNOWN
    going = len(sky.own["scout"]) + sum(one["kind"] == "scout" for one in desk.drafted)
    if going < EYES[view["round"] > LATE and not sky.hostile] and is_dark and not _builds_scout(desk):
        found = desk.builder(1, desk.planets[0]["pos"] if desk.planets else [0, 0])
        if found is not None:
            home, way = found
            says = phrase(LOOK, home=called(home["id"]))
            terms = (desk.pays(home, 1), phrase(KNOWN, percent=percent), phrase(WEAK))
            orders = build(home["id"], "scout", 1, way, ROUTINES["scout"]["hunter"])
            yield advised("look", home["id"], home["id"], says, terms, orders)


def _builds_scout(desk: Desk) -> bool:
    """Does the draft build a scout? All that are new in a step are told the same: a weak one would go for a miner, or a strong one look around."""
    return any(one["kind"] == "scout" for one in desk.drafted)


def _looks_around(desk: Desk, scout: Json) -> bool:
    """Has it no place to go to, or is it there?"""
    movement = desk.rules[scout["id"]].get("movement") or {"type": "hold"}
    return movement["type"] in ("hold", "explore") or (movement["type"] == "move_to" and movement["to"] == scout["pos"])


def _by_symmetry(desk: Desk, explorers: list[Json]) -> Iterator[Entry]:
    """Where a rival may live or a planet of nobody may be, as the map is symmetric: the nearest of the places that nobody has looked at."""
    rivals = desk.sky.candidates if len(desk.planets) == 1 else []
    free = desk.sky.unfound() if desk.sky.left > PAYS_UNTIL else []
    if not rivals and not free:
        return
    home = desk.planets[0]["pos"] if desk.planets else explorers[0]["pos"]
    tiles, is_free, place, scout = min(
        (
            (tiles_between(one["pos"], goal), is_free, goal, one)
            for one in explorers
            for is_free, goals in enumerate((rivals, free))
            for goal in goals
        ),
        key=lambda row: row[:3],
    )
    dx, dy = place[0] - home[0], place[1] - home[1]
    way = max(
        DIRECTIONS, key=lambda name: (dx * DIRECTIONS[name][0] + dy * DIRECTIONS[name][1]) / hypot(*DIRECTIONS[name])
    )
    data = {"tiles": tiles_between(home, place), "dir": DIRECTION_WORDS[way]}
    says = phrase(SEEK_FREE if is_free else SEEK, scout=called(scout["id"]), **data)
    gives = phrase(FOUND_OUT)
    if is_free:
        gives = phrase(PLANET_FOUND, energy=min(desk.sky.energy_of(one, 0) for one in desk.sky.neutral))
    orders = {"standing": [{"id": scout["id"], "movement": {"type": "move_to", "to": place}}]}
    places = len(free if is_free else rivals)
    odds = phrase(ONE_OF, places=places, tiles=tiles) if places > 1 else phrase(ONLY, tiles=tiles)
    is_going = (desk.rules[scout["id"]].get("movement") or {"type": "hold"})["type"] == "explore"
    price = phrase(TURNS if is_going else FREE)
    yield advised("seek", scout["id"], scout["id"], says, (price, gives, odds), orders)
