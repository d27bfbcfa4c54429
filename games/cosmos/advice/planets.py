"""Which planet is worth taking, saving for or holding, and which miner pays?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any

from games.core.text import Phrase, phrase
from games.cosmos.advice.desk import KEEP, Desk, Entry, advised, build, called, stands
from games.cosmos.advice.words import (
    A_SHIP,
    AGO,
    BACK,
    BARE,
    CHANGES_SIDES,
    DEFENDED,
    EVOLVES,
    FAR,
    FIRST_COME,
    FREE,
    GUESSED,
    HOLD,
    IDLE,
    KEEP_IT,
    KEPT,
    LACKS,
    LACKS_BIDS,
    LAST_ONE,
    MINE,
    NO_RISK,
    PAYS,
    PLANET_MORE,
    PLANET_PAYS,
    RAID,
    SAVE,
    SEND,
    STAYS_YOURS,
    STILL_FALLS,
    STOP,
    STOPPED,
    STORM,
    STORMED,
    SURE,
    TAKE,
)
from games.cosmos.bare import least_burst
from games.cosmos.bots.fleets import needed
from games.cosmos.bots.sky import d2, tiles_between
from games.cosmos.bots.treasury import best_miner
from games.cosmos.constants import BURST_OVERHEAD, MINING_DELAY, mining_income, planet_income

Json = Any
Taken = Callable[[Json, int], Json]
"""What orders come to that go for somebody, as `attacks` of the forecast tells it; None: they neither take nor destroy it."""
AHEAD = 75
"""Rounds in which a ship that is sent out now is looked for at its goal."""
CHEAP = 150
"""The most energy for which it is worth to wait and build nothing."""
PATIENCE = 25
"""Rounds that one saves for a planet."""
FRESH = 10
"""Rounds in which a planet of a rival is about as it was seen."""
SURVIVES = 0.9967
"""How likely a miner of whom nothing is known lives for another round, as the strong bots begin."""
TRIED = 2
"""Attacks of a kind that are played ahead: each costs as much as a forecast."""
SIZES, MOST_TRIED = (1.0, 1.5, 2.25), 4
"""What a ship has that is sent at a rival's planet, times what it needs alone, and how many such are played ahead."""
SETTLES, A_TILE = 10, 2
"""Rounds until a new ship moves, and the most that a tile of the way takes it, about."""
LEAST_MINER = 41
"""A miner that is worth an order, once there is one."""


def hold(desk: Desk, bare: list[Json]) -> Iterator[Entry]:
    """A planet that spends what would keep it from falling."""
    for row in bare:
        id_ = row["planet"]
        if id_ in desk.busy or desk.reflex(id_, "auto_build") or desk.reflex(id_, "auto_charge"):
            # Its bids end, a ship that is drafted is built all the same.
            has = desk.left[id_] + desk.bids_of(id_)
            data = {"planet": called(id_), "left": row["left"], "burst": row["burst"], "foe": called(row["foe"])}
            desk.spends(next(one for one in desk.planets if one["id"] == id_), has)
            orders = stands(id_, {"movement": None, "reflexes": []})
            terms = (phrase(BARE), *_held(desk, id_, has, row["burst"]))
            yield advised("hold", id_, id_, phrase(HOLD, **data), terms, orders)


def _held(desk: Desk, id_: int, has: int, burst: int) -> tuple[Phrase, Phrase]:
    """What it gives a planet to spend nothing, and what may go wrong: what it has may be too little all the same."""
    if has > burst:
        return phrase(STAYS_YOURS), phrase(NO_RISK)
    one = next(one for one in desk.planets if one["id"] == id_)
    gains = (one["income"] + one["mining_income"]) * desk.sky.stride
    return phrase(DEFENDED, energy=has + gains), phrase(STILL_FALLS, burst=burst)


def _to_take(id_: int) -> Json:
    """What a battleship does that is to take a planet: it goes there, and bursts only if that takes one."""
    return {
        "movement": {"type": "pursue", "id": id_},
        "reflexes": [{"type": "auto_overload", "only_capture": True, "min_planets": 1}],
    }


def take(desk: Desk, taken: Taken) -> Iterator[Entry]:
    """The planet of nobody that is taken most cheaply: by a ship that is there, else by one that is built."""
    sky, view, tried = desk.sky, desk.view, 0
    for cost, planet in _goals(desk):
        if tried == TRIED:
            return
        ships = [one for one in sky.own["battleship"] if one["energy"] >= cost and desk.is_idle(one)]
        rules = _to_take(planet["id"])
        if ships:
            ship = min(ships, key=lambda one: (one["energy"], one["id"]))
            orders = stands(ship["id"], rules)
            says = phrase(SEND, planet=called(planet["id"]), ship=called(ship["id"]))
            reached, tried = _reached(view, planet, orders, taken, _rounds_to(planet, ship, 0)), tried + 1
            if reached is None:
                continue
            terms = (phrase(A_SHIP, energy=ship["energy"]), _planet_more(desk, ship["energy"]), reached[0])
            yield advised("take", planet["id"], ship["id"], says, terms, orders)
            return
        found = None if desk.sends else desk.builder(cost, planet["pos"], keep=1, instead=True)
        if found is not None:
            home, way = found
            orders = build(home["id"], "battleship", cost, way, rules)
            says = phrase(TAKE, planet=called(planet["id"]), home=called(home["id"]))
            reached, tried = _reached(view, planet, orders, taken, _rounds_to(planet, home, SETTLES)), tried + 1
            if reached is None or not _is_paid(desk, cost, reached[1]):
                continue
            terms = (desk.pays(home, cost), _planet_more(desk, cost), reached[0])
            yield advised("take", planet["id"], home["id"], says, terms, orders)
            return


def _goals(desk: Desk) -> list[tuple[int, Json]]:
    """What planets of nobody cost that nobody of the seat goes for, the cheapest first."""
    sky = desk.sky
    least = least_burst(desk.view)
    goals = [one for one in sky.neutral if one["id"] not in desk.aims]
    priced = [(max(least, BURST_OVERHEAD + 1 + sky.energy_of(one, 0)), one) for one in goals]
    return sorted(priced, key=lambda row: (row[0], row[1]["id"]))


def _rounds_to(planet: Json, one: Json, waits: int) -> int:
    """Rounds until a ship is there from where somebody is, at most about."""
    return waits + A_TILE * tiles_between(one["pos"], planet["pos"])


def _is_paid(desk: Desk, price: int, rounds: int) -> bool:
    """Does a planet that is taken in so many rounds bring its price before the end?"""
    sky = desk.sky
    return sum(planet_income(sky.round + i) for i in range(rounds, sky.left)) >= price


def _planet_more(desk: Desk, price: int) -> Phrase:
    """What a planet of nobody brings, and how long that takes to be its price; the rest of the match may be too short for it."""
    sky, income = desk.sky, desk.sky.income()
    gained = accumulate(planet_income(sky.round + i) for i in range(sky.left))
    rounds = next((i for i, sum_ in enumerate(gained, 1) if sum_ >= price), None)
    return phrase(PLANET_MORE, income=income) if rounds is None else phrase(PLANET_PAYS, income=income, rounds=rounds)


def _reached(view: Json, planet: Json, orders: Json, taken: Taken, rounds: int) -> tuple[Phrase, int] | None:
    """What may go wrong, and in how many rounds it is taken; None: it is in reach, and is not. `rounds`: those that the way may take."""
    line = taken(orders, planet["id"])
    if line is not None:
        return phrase(SURE, round=line["round"], left=line["after"]), line["round"] - view["round"]
    if "round" in planet:
        return phrase(AGO, round=planet["round"]), rounds
    return (phrase(FAR, rounds=AHEAD), rounds) if rounds > AHEAD else None


def raid(desk: Desk, taken: Taken) -> Iterator[Entry]:
    """A rival's planet that a battleship which is there takes, also one that is under way to somebody else."""
    sky = desk.sky
    least = least_burst(desk.view)
    goals = [one for one in sky.hostile if one["id"] not in desk.aims and "round" not in one]
    strong = [
        (tiles_between(ship["pos"], goal["pos"]), goal["energy"], goal["id"], ship["id"])
        for ship in sky.own["battleship"]
        for goal in goals
        if ship["id"] not in desk.told and ship["energy"] >= least
        and (ship["energy"] - BURST_OVERHEAD) * sky.factor(sky.seat) > goal["energy"]
    ]  # fmt: skip
    for _, _, id_, ship in sorted(strong)[:TRIED]:
        orders = stands(ship, _to_take(id_))
        line = taken(orders, id_)
        if line is not None:
            says = phrase(RAID, planet=called(id_), ship=called(ship))
            gives = phrase(LAST_ONE if len(sky.hostile) == 1 else CHANGES_SIDES)
            risk = phrase(STORMED, round=line["round"], energy=line["before"], left=line["after"])
            price = phrase(A_SHIP, energy=next(one["energy"] for one in sky.own["battleship"] if one["id"] == ship))
            yield advised("storm", id_, ship, says, (price, gives, risk), orders)
            return


def storm(desk: Desk, taken: Taken) -> Iterator[Entry]:
    """A rival's planet that one ship of a planet near by would take as far as it can be told: the smallest ship of a few that is seen to."""
    sky, tried = desk.sky, 0
    for planet in sky.hostile:
        if planet["id"] in desk.aims or desk.view["round"] - planet.get("round", desk.view["round"]) > FRESH:
            continue
        way = min((tiles_between(one["pos"], planet["pos"]) for one in desk.planets), default=0)
        ahead = SETTLES + A_TILE * way
        least = int(needed(sky, planet, ahead) / sky.factor(sky.seat))
        for size in SIZES if sky.left > ahead and not desk.sends else ():
            energy = int(least * size) + BURST_OVERHEAD
            found = desk.builder(energy, planet["pos"])
            if found is None or tried == MOST_TRIED:
                break
            home, side = found
            orders = build(home["id"], "battleship", energy, side, _to_take(planet["id"]))
            line, tried = taken(orders, planet["id"]), tried + 1
            # Who shares the burst is in sight as well.
            if line is None and "round" not in planet and ahead <= AHEAD:
                continue
            says = phrase(STORM, planet=called(planet["id"]), home=called(home["id"]))
            gives = phrase(LAST_ONE if len(sky.hostile) == 1 else CHANGES_SIDES)
            risk = (
                phrase(STORMED, round=line["round"], energy=line["before"], left=line["after"])
                if line
                else phrase(GUESSED, energy=sky.energy_of(planet, ahead))
            )
            yield advised("storm", planet["id"], home["id"], says, (desk.pays(home, energy), gives, risk), orders)
            return


def save(desk: Desk) -> Iterator[Entry]:
    """For the cheapest planet of nobody, if it can be paid soon, the own one that lies nearest builds nothing."""
    cost, goal = next(iter(_goals(desk)), (CHEAP + 1, None))
    if goal is None:
        return
    home = min(desk.planets, key=lambda one: (d2(one["pos"], goal["pos"]), one["id"]), default=None)
    if home is None or home["id"] in desk.busy or cost > CHEAP:
        return
    lacks = cost + 1 - home["energy"]
    rounds = -(-lacks // max(1, home["income"] + home["mining_income"]))
    if not lacks > 0 or rounds > PATIENCE or not _is_paid(desk, cost, rounds + _rounds_to(goal, home, SETTLES)):
        return
    data = {"price": cost, "has": home["energy"], "round": desk.view["round"] + rounds}
    says = phrase(SAVE, planet=called(goal["id"]), price=cost, home=called(home["id"]))
    builds, bids = desk.reflex(home["id"], "auto_build"), desk.reflex(home["id"], "auto_charge")
    # What it bids it does not save.
    reflexes = desk.without(home["id"], "auto_build", "auto_charge")
    orders = stands(home["id"], {"movement": None, "reflexes": reflexes}) if builds or bids else None
    terms = (phrase(LACKS_BIDS if bids else LACKS, **data), _planet_more(desk, cost), phrase(FIRST_COME))
    yield advised("save", goal["id"], home["id"], says, terms, orders)


def keep(desk: Desk) -> Iterator[Entry]:
    """Nothing is spent: the richest planet keeps what it has."""
    for planet in desk.planets[:1]:
        id_, data = planet["id"], {"energy": planet["energy"], "income": planet["income"] + planet["mining_income"]}
        terms = (phrase(FREE), phrase(KEPT, **data), phrase(IDLE))
        yield advised("keep", id_, id_, phrase(KEEP_IT, home=called(id_)), terms, None)


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
                yield advised("stop", id_, id_, says, (phrase(FREE), phrase(STOPPED), phrase(NO_RISK)), orders)
                return
            continue
        way = desk.side(planet)
        size = best_miner(int(desk.left[id_]) - KEEP, sky.left, SURVIVES, sky.evolution_age)
        has_some = any(one["home"] == id_ for one in sky.own["miner"])
        if builds or id_ in desk.busy or not way or size < (LEAST_MINER if has_some else 1) or desk.foe_near(planet):
            continue
        pay, from_ = mining_income(size), desk.view["round"] + MINING_DELAY
        says = phrase(MINE, home=called(id_), energy=size)
        evolves = sky.left > sky.evolution_age
        rounds = min(sky.left, sky.evolution_age) - MINING_DELAY
        data = {"pay": pay, "round": from_, "sum": pay * rounds}
        gives = (
            phrase(EVOLVES, ship=desk.view["round"] + sky.evolution_age, **data) if evolves else phrase(PAYS, **data)
        )
        terms = (desk.pays(planet, size), gives, phrase(BACK, round=from_ + -(-size // pay)))
        yield advised("mine", id_, id_, says, terms, build(id_, "miner", size, way))
        return
