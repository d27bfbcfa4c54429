"""Who would win if two fleets met? Plays the exchange of fire on, round by round, with what each kind does to each; knows no places.

An admiral asks it before he builds and before he sails: what he has against what he knows and must expect of the enemy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp
from typing import Any

from games.deep_blue.bots.building import PLANES
from games.deep_blue.bots.world import World, expected, role, worth
from games.deep_blue.constants import KINDS
from games.deep_blue.formations import health_max, limits

Json = Any
Fleet = dict[str, float]
"""How many of each kind; `wing` is a formation that strikes. Parts of one are what is left of it, or hardly known."""

Mix = Sequence[tuple[str, float]]
"""Kinds and their shares."""

WARSHIPS = ("submarine", "destroyer", "cruiser", "battleship", "carrier")
FIGHTERS = (*WARSHIPS, "wing")
BASE = "base"
USUAL = 3
"""Planar distance at which fire is reckoned."""
AWAY = 0.5
"""Part of its fire that a formation gives: it flies home for fuel and ammo."""
ROUNDS = 10
"""Rounds that a battle lasts."""
SIEGE_ROUNDS = 24
"""Rounds for which a fleet stays before the enemy base."""
BASE_PRICE = 0.3
"""Metal that a point of health of a base is worth."""
FADING = 0.97
"""What is left each round of an enemy that is out of sight: he is somewhere."""
RESERVE = 120.0
"""Metal that the enemy has put into what nobody has seen, at the least."""
ENOUGH = 100.0
"""Metal of known enemies after which nothing else is expected."""
COMMON: Fleet = {"destroyer": 3, "cruiser": 2, "submarine": 3, "battleship": 2}
"""What an unseen fleet is taken for."""
SWING = 1.7
"""How far a mix leans: the best kind has so many times e of its share, the worst as little."""
SPENT = 0.25
"""Part of its fire that a fleet gives once its magazines are empty."""
INCOME = 4.0
"""Metal of new ships that a besieged base launches in a round."""


def _fresh(kind: str) -> Json:
    if kind == "wing":
        planes = PLANES["wing"]
        return {
            "kind": "formation", "planes": list(planes), "health": health_max(planes),
            "ammo": limits(planes)["ammo"], "limits": limits(planes),
        }  # fmt: skip
    table = KINDS[kind]
    return {"kind": kind, "health": table.health, "ammo": table.ammo}


@cache
def harm(kind: str, other: str) -> float:
    """Damage that one does to another in a round, at the usual distance or as near as a shot must be."""
    one, foe = _fresh(kind), _fresh(other)
    found = expected(one, foe, USUAL) or 0.5 * (expected(one, foe, 1) or expected(one, foe, 0))
    return found * AWAY if kind == "wing" and other != "submarine" else found


@cache
def price(kind: str) -> float:
    """Metal that a unit of the kind is worth."""
    return worth(_fresh(kind))


@cache
def health(kind: str) -> float:
    """Health of a sound unit of the kind."""
    return float(_fresh(kind)["health"])


def value(fleet: Mapping[str, float]) -> float:
    """Metal that a fleet is worth."""
    return sum(number * price(kind) for kind, number in fleet.items())


def own(world: World, units: list[Json]) -> Fleet:
    """A fleet of these own units, each counted by its health."""
    fleet: Fleet = {}
    for one in units:
        kind = "wing" if role(one) in ("wing", "guard") else one["kind"]
        if kind in FIGHTERS:
            fleet[kind] = fleet.get(kind, 0.0) + world.health_share(one)
    return fleet


def known(world: World) -> Fleet:
    """What of the enemy fights and is in sight or remembered."""
    fleet: Fleet = {}
    ghosts = [(one, world.round - one["round"]) for one in world.view["memory"]]
    for one, age in [*((foe, 0) for foe in world.foes), *ghosts]:
        kind = "wing" if one["kind"] == "formation" else one["kind"]
        if kind in FIGHTERS:
            fleet[kind] = fleet.get(kind, 0.0) + FADING**age * min(1.0, one["health"] / health(kind))
    return fleet


def believed(world: World, least: float) -> Fleet:
    """What is known of the enemy; what lacks to a fleet worth so much is like that, the more so the more is known, else a common fleet."""
    fleet = known(world)
    seen = value(fleet)
    lack = max(0.0, least - seen)
    alike = min(1.0, seen / ENOUGH)
    for mix, part in ((COMMON, 1 - alike), (dict(fleet), alike)):
        for kind, number in mix.items() if part else ():
            fleet[kind] = fleet.get(kind, 0.0) + part * lack * number / value(mix)
    return fleet


@cache
def endurance(kind: str) -> float:
    """Rounds of fire in a full magazine; the base alone fills one a round."""
    one = _fresh(kind)
    if not one["ammo"]:
        return float("inf")
    strikes = 2 if kind == "wing" else sum(power > 0 for power in KINDS[kind].attack)
    return float(one["ammo"]) / (KINDS["formation" if kind == "wing" else kind].ammo_once * strikes)


def fight(mine: Fleet, theirs: Fleet, rounds: int = ROUNDS, first: int = 0) -> tuple[Fleet, Fleet]:
    """What is left of both after so many rounds of fire, the first of them counted `first`; a `base` on either side fires and is fired at."""
    a, b = dict(mine), dict(theirs)
    for round_number in range(first, first + rounds):
        losses = _volley(a, b, round_number), _volley(b, a, round_number)
        for fleet, lost in ((b, losses[0]), (a, losses[1])):
            for kind, damage in lost.items():
                fleet[kind] = max(0.0, fleet[kind] - damage / health(kind))
    return a, b


def _volley(side: Fleet, other: Fleet, round_number: int) -> dict[str, float]:
    """Damage by kind: everybody fires where a round of fire is worth most, spread by how many there are; few when the magazines are empty."""
    found: dict[str, float] = {}
    for kind, number in side.items():
        if number <= 0:
            continue
        if kind == BASE:
            number = 1.0
        elif round_number >= endurance(kind):
            number *= SPENT
        targets, total = [], 0.0
        for foe, count in other.items():
            if count > 0:
                damage, urgency = _shot(kind, foe)
                weight = count * damage * urgency
                targets.append((foe, damage, weight))
                total += weight
        for foe, damage, weight in targets if total else ():
            found[foe] = found.get(foe, 0.0) + number * damage * weight / total
    return found


@cache
def _shot(kind: str, foe: str) -> tuple[float, float]:
    """The harm that a round of fire does, and how much it matters; asked thousands of times for one decision."""
    return harm(kind, foe), _urgency(foe)


def _urgency(kind: str) -> float:
    return BASE_PRICE if kind == BASE else price(kind) / health(kind)


def margin(mine: Fleet, theirs: Fleet, *, by_score: bool = False) -> float:
    """Metal, or with `by_score` points of damage, by which the battle ends better than it begins."""
    left, rest = fight(mine, theirs)
    total = _health if by_score else value
    return (total(left) - total(mine)) + (total(theirs) - total(rest))


def _health(fleet: Mapping[str, float]) -> float:
    return sum(number * health(kind) for kind, number in fleet.items())


def siege(mine: Fleet, theirs: Fleet, base: float) -> tuple[float, float, float]:
    """Share of the own fleet's worth left, worth of the enemy's, and health of his base after a siege.

    `base` is the health that it has; he launches new ships all the while.
    """
    a, b = dict(mine), {**theirs, BASE: base / health(BASE)}
    mix = theirs if value(theirs) else COMMON
    fresh = {kind: number * INCOME / value(mix) for kind, number in mix.items()}
    for round_number in range(SIEGE_ROUNDS):
        a, b = fight(a, b, 1, round_number)
        if b[BASE] <= 0 or not any(a.values()):
            break
        for kind, number in fresh.items():
            b[kind] = b.get(kind, 0.0) + number
    stands = b.pop(BASE)
    return value(a) / max(1.0, value(mine)), value(b), stands * health(BASE)


def shares(
    mine: Fleet, theirs: Fleet, mix: Mix, *, by_population: bool, by_score: bool, stakes: float
) -> list[tuple[str, float]]:
    """A mix of kinds, leaning towards those of which more would help most, for the metal or for the population that they take.

    `stakes` is the metal that a point of damage to the enemy base in a round is worth.
    """
    gains = {}
    for kind, _ in mix:
        size = KINDS["formation" if kind == "wing" else kind].population if by_population else price(kind)
        more = (12.0 if by_population else 60.0) / size
        larger = {**mine, kind: mine.get(kind, 0.0) + more}
        gains[kind] = margin(larger, theirs, by_score=by_score) + stakes * more * harm(kind, BASE)
    middle = sum(gains.values()) / len(gains)
    spread = max(abs(gain - middle) for gain in gains.values()) or 1.0
    return [(kind, part * exp(SWING * (gains[kind] - middle) / spread)) for kind, part in mix]
