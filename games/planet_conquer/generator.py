"""Which map comes from `{"generate": {...}}`? A map with symmetry n, the same for every seat (chapter 4)."""

from __future__ import annotations

from math import isqrt
from typing import Any

from games.core.rng import Rng
from games.planet_conquer.maps.parse import position

LETTERS = "ABCDEFGHIJKLMNPQRSTU"
LIMITS: dict[str, tuple[int, int, int]] = {
    "seats": (2, 8, 0),
    "per_sector": (2, 20, 5),
    "pace": (1, 8, 3),
    "natives": (0, 1_000_000, 0),
}
"""Least, greatest and default value; `seats` has no default."""

Place = tuple[int, int]
Link = tuple[int, int, int, int]
"""Length, orbit a, orbit b, shift; orbit b = number of orbits means the centre."""


def round_limit(per_sector: int | None) -> int:
    """Rounds of a generated map with so many planets for each seat; None: as many as by default."""
    return min(600, 200 + 20 * (LIMITS["per_sector"][2] if per_sector is None else per_sector))


def generate(seats: int, per_sector: int, centre: bool, pace: int, natives: int, rng: Rng) -> dict[str, Any]:
    """A map document in orbit layout; the arguments are in range and seats * per_sector + 1 is at most 200."""
    orbits, places = _orbits(seats, per_sector, centre, rng)
    links = _links(places, seats, centre)
    lengths = sorted(link[0] for link in links)
    unit = max(1, lengths[len(lengths) // 2] // pace)
    source: dict[str, Any] = {
        "format": 1, "id": "generated", "name": "Generated map", "name_zh": "生成地图",
        "seats": {"min": 2, "max": seats}, "max_round": round_limit(per_sector),
        "symmetry": seats, "orbits": orbits,
    }  # fmt: skip
    if centre:
        source["centre"] = {"kind": "core", "natives": natives}
    source["links"] = [
        [LETTERS[a], "O" if b == per_sector else LETTERS[b], shift, min(12, max(1, (2 * length + unit) // (2 * unit)))]
        for length, a, b, shift in links
    ]
    source["starts"] = "A"
    return source


def _copies(radius: int, angle: float, seats: int) -> list[Place]:
    return [(at[0], at[1]) for at in (position(radius, angle, i, seats) for i in range(seats))]


def _apart(a: Place, b: Place) -> int:
    """Square of the distance."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _orbits(seats: int, per_sector: int, centre: bool, rng: Rng) -> tuple[list[dict[str, Any]], list[list[Place]]]:
    """Steps 1 and 2: orbits and where their copies lie."""
    orbits: list[dict[str, Any]] = [{"key": "A", "kind": "base", "radius": 430, "angle": 0}]
    places = [_copies(430, 0, seats)]
    least, rejected = 80, 0
    while len(orbits) < per_sector:
        radius = 110 + rng.randrange(351)
        tenths = rng.randrange(3600 // seats)
        angle = tenths // 10 if tenths % 10 == 0 else tenths / 10
        copies = _copies(radius, angle, seats)
        others = [place for orbit in places for place in orbit] + copies[1:] + ([(500, 500)] if centre else [])
        if any(_apart(copies[0], other) < least * least for other in others):
            rejected += 1
            if rejected % 60 == 0:
                least = max(20, least * 9 // 10)
            continue
        dice = rng.randrange(100)
        kind = "normal" if dice < 40 else "resource" if dice < 70 else "fortress" if dice < 85 else "wasteland"
        orbits.append({"key": LETTERS[len(orbits)], "kind": kind, "radius": radius, "angle": angle})
        places.append(copies)
    return orbits, places


def _length(a: Place, b: Place) -> int:
    """Distance rounded half up."""
    return (isqrt(4 * _apart(a, b)) + 1) // 2


def _links(places: list[list[Place]], seats: int, centre: bool) -> list[Link]:
    """Steps 3 to 5: the links that are taken, in the order of taking."""
    count = len(places)
    candidates: list[Link] = []
    for a in range(count):
        for b in range(a, count):
            shifts = range(1, seats // 2 + 1) if a == b else range(seats)
            candidates.extend((_length(places[a][0], places[b][s]), a, b, s) for s in shifts)
        if centre:
            candidates.append((_length(places[a][0], (500, 500)), a, count, 0))
    candidates.sort()
    parts = list(range(count * seats + 1))

    def part(p: int) -> int:
        while parts[p] != p:
            parts[p] = parts[parts[p]]
            p = parts[p]
        return p

    def joins(link: Link) -> bool:
        _, a, b, shift = link
        joined = False
        for i in range(seats):
            one = part(a * seats + i)
            two = part(count * seats if b == count else b * seats + (i + shift) % seats)
            if one != two:
                parts[one] = two
                joined = True
        return joined

    taken = [link for link in candidates if joins(link)]
    wanted = -(-3 * count // 2)
    for link in candidates:
        if len(taken) >= wanted:
            break
        if link not in taken:
            taken.append(link)
    return taken
