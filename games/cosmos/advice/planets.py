"""Which planet is worth taking, saving for or holding, and which miner pays?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.core.text import Phrase, phrase
from games.cosmos.advice.desk import KEEP, Desk, Entry, advised, build, called, stands
from games.cosmos.advice.words import (
    A_SHIP,
    AGO,
    BACK,
    BARE,
    CERTAIN,
    ENERGY,
    FAR,
    FREE,
    GUESSED,
    HOLD,
    LACKS,
    MINE,
    SAVE,
    SEND,
    STOP,
    STORM,
    SURE,
    TAKE,
)
from games.cosmos.bots.fleets import needed
from games.cosmos.bots.sky import d2, tiles_between
from games.cosmos.bots.treasury import best_miner
from games.cosmos.constants import BURST_OVERHEAD, MINING_DELAY, mining_income

Json = Any
AHEAD = 50
"""Rounds in which a ship that is sent out now is looked for at its goal."""
CHEAP = 150
"""The most energy for which it is worth to wait and build nothing."""
PATIENCE = 25
"""Rounds that one saves for a planet."""
FRESH = 10
"""Rounds in which a planet of a rival is about as it was seen."""
PAYS_UNTIL = 30
"""Rounds before the end from which on a planet of nobody brings less than it costs."""
SURVIVES = 0.9967
"""How likely a miner of whom nothing is known lives for another round, as the strong bots begin."""
LEAST_MINER = 41
"""A miner that is worth an order, once there is one."""


def hold(desk: Desk, bare: list[Json]) -> Iterator[Entry]:
    """A planet that spends what would keep it from falling."""
    for row in bare:
        id_ = row["planet"]
        if id_ in desk.busy or desk.reflex(id_, "auto_build") or desk.reflex(id_, "auto_charge"):
            has = next(one["energy"] for one in desk.planets if one["id"] == id_)
            data = {"planet": called(id_), "left": row["left"], "burst": row["burst"], "foe": called(row["foe"])}
            desk.spends(next(one for one in desk.planets if one["id"] == id_), has)
            orders = stands(id_, {"movement": None, "reflexes": []})
            yield advised("hold", id_, id_, phrase(HOLD, **data), phrase(BARE), _against(has, row["burst"]), orders)


def _against(has: int, burst: int) -> Phrase:
    return phrase(CERTAIN) if has > burst else phrase(GUESSED, energy=has)


def take(desk: Desk, taken: Callable[[Json, int], int | None]) -> Iterator[Entry]:
    """The planet that is taken most cheaply: by a ship that is there, by one that is built; else what is saved for it."""
    sky, view = desk.sky, desk.view
    goals = [one for one in sky.neutral if one["id"] not in desk.aims] if sky.left > PAYS_UNTIL else []
    least = BURST_OVERHEAD + int(view["rules"]["overload_min_remaining"])

    def price(planet: Json) -> int:
        return max(least, BURST_OVERHEAD + 1 + sky.energy_of(planet, 0))

    for planet in sorted(goals, key=lambda one: (price(one), one["id"])):
        cost = price(planet)
        ships = [one for one in sky.own["battleship"] if one["energy"] >= cost and desk.is_idle(one)]
        rules: Json = {
            "movement": {"type": "pursue", "id": planet["id"]},
            "reflexes": [{"type": "auto_overload", "only_capture": True, "min_planets": 1}],
        }
        if ships:
            ship = min(ships, key=lambda one: (one["energy"], one["id"]))
            orders = stands(ship["id"], rules)
            says = phrase(SEND, planet=called(planet["id"]), ship=called(ship["id"]))
            paid = phrase(A_SHIP, energy=ship["energy"])
            desk.told |= {ship["id"]}
            yield advised("take", planet["id"], ship["id"], says, paid, _reached(view, planet, orders, taken), orders)
            return
        found = desk.builder(cost, planet["pos"], keep=1)
        if found is not None:
            home, way = found
            orders = build(home["id"], "battleship", cost, way, rules)
            says = phrase(TAKE, planet=called(planet["id"]), home=called(home["id"]))
            paid = phrase(ENERGY, price=cost, has=desk.left[home["id"]])
            odds = _reached(view, planet, orders, taken)
            desk.spends(home, cost)
            yield advised("take", planet["id"], home["id"], says, paid, odds, orders)
            return
    yield from _storm(desk)
    if goals:
        yield from _save(desk, min(goals, key=lambda one: (price(one), one["id"])), price)


def _reached(view: Json, planet: Json, orders: Json, taken: Callable[[Json, int], int | None]) -> Phrase:
    round_ = taken(orders, planet["id"])
    if round_ is not None:
        return phrase(SURE, round=round_)
    if "round" in planet:
        return phrase(AGO, round=planet["round"])
    return phrase(FAR, rounds=AHEAD)


def _storm(desk: Desk) -> Iterator[Entry]:
    """A rival's planet that one ship of a planet near by would take as far as it can be told."""
    sky = desk.sky
    for planet in sky.hostile:
        if planet["id"] in desk.aims or desk.view["round"] - planet.get("round", desk.view["round"]) > FRESH:
            continue
        way = min((tiles_between(one["pos"], planet["pos"]) for one in desk.planets), default=0)
        ahead = 10 + 2 * way
        energy = int(needed(sky, planet, ahead) / sky.factor(sky.seat)) + BURST_OVERHEAD
        found = desk.builder(energy, planet["pos"]) if sky.left > ahead else None
        if found is not None:
            home, side = found
            rules: Json = {
                "movement": {"type": "pursue", "id": planet["id"]},
                "reflexes": [{"type": "auto_overload", "only_capture": True, "min_planets": 1}],
            }
            orders = build(home["id"], "battleship", energy, side, rules)
            paid = phrase(ENERGY, price=energy, has=desk.left[home["id"]])
            desk.spends(home, energy)
            says = phrase(STORM, planet=called(planet["id"]), home=called(home["id"]))
            odds = phrase(GUESSED, energy=sky.energy_of(planet, ahead))
            yield advised("storm", planet["id"], home["id"], says, paid, odds, orders)
            return


def _save(desk: Desk, goal: Json, price: Callable[[Json], int]) -> Iterator[Entry]:
    """For a planet that can be paid soon the one that lies nearest builds nothing."""
    cost = price(goal)
    home = min(desk.planets, key=lambda one: (d2(one["pos"], goal["pos"]), one["id"]), default=None)
    if home is None or home["id"] in desk.busy or cost > CHEAP:
        return
    lacks = cost + 1 - desk.left[home["id"]]
    rounds = -(-lacks // max(1, home["income"] + home["mining_income"]))
    if not lacks > 0 or rounds > PATIENCE:
        return
    data = {"price": cost, "has": home["energy"], "round": desk.view["round"] + rounds}
    says = phrase(SAVE, planet=called(goal["id"]), price=cost, home=called(home["id"]))
    builds = desk.reflex(home["id"], "auto_build")
    orders = (
        stands(home["id"], {"movement": None, "reflexes": desk.without(home["id"], "auto_build")}) if builds else None
    )
    desk.spends(home, desk.left[home["id"]])
    yield advised("save", goal["id"], home["id"], says, phrase(LACKS, **data), phrase(CERTAIN), orders)


def mines(desk: Desk) -> Iterator[Entry]:
    """A miner that pays more than it costs; or the end of those that do not any more."""
    sky = desk.sky
    for planet in desk.planets:
        id_ = planet["id"]
        builds = desk.reflex(id_, "auto_build")
        if builds and id_ not in desk.told:
            if any(ship["kind"] == "miner" for ship in builds["pattern"]) and not best_miner(
                int(desk.left[id_]) + KEEP, sky.left, SURVIVES, sky.evolution_age
            ):
                orders = {"standing": [{"id": id_, "reflexes": desk.without(id_, "auto_build")}]}
                says = phrase(STOP, home=called(id_))
                yield advised("stop", id_, id_, says, phrase(FREE), phrase(CERTAIN), orders)
                return
            continue
        way = desk.side(planet)
        size = best_miner(int(desk.left[id_]) - KEEP, sky.left, SURVIVES, sky.evolution_age)
        has_some = any(one["home"] == id_ for one in sky.own["miner"])
        if builds or id_ in desk.busy or not way or size < (LEAST_MINER if has_some else 1):
            continue
        pay, from_ = mining_income(size), desk.view["round"] + MINING_DELAY
        says = phrase(MINE, home=called(id_), pay=pay, round=from_)
        price = phrase(ENERGY, price=size, has=desk.left[id_])
        odds = phrase(BACK, round=from_ + -(-size // pay))
        desk.spends(planet, size)
        yield advised("mine", id_, id_, says, price, odds, build(id_, "miner", size, way))
        return
