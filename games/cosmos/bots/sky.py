"""What does a seat know of its sky? The view by kinds, where opponents may live, and how strong a burst could be. Chapter 7.2."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.cosmos.constants import (
    BURST_OVERHEAD,
    DIRECTION_NAMES,
    DIRECTIONS,
    KIND_NUMBER,
    MAX_RADIUS,
    SENSE,
    planet_income,
)
from games.cosmos.symmetry import SQUARE, allowed, images

Json = Any
Pos = list[int]
DISC = tuple(
    (dx, dy) for dx in range(-3, 4) for dy in range(-3, 4) if 0 < dx * dx + dy * dy <= MAX_RADIUS
)  # fmt: skip
"""From where a burst can reach a tile."""
MANY = 4
"""Miners that a scout lives to take apart where that costs it nothing."""
FRESH = 60
"""Rounds for which a miner that is out of sight is believed to be where it was."""
NEIGHBOURS = 36
"""A burst that reaches a planet reaches nobody farther from it."""
WATCHED = 6
"""Looks at a hostile planet by which its growth is judged."""


def d2(a: Pos, b: Pos) -> int:
    """Squared distance of two tiles."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def tiles_between(a: Pos, b: Pos) -> int:
    """Steps from one tile to the other on an empty board."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def opposite(way: str) -> str:
    """The direction that leads back."""
    return DIRECTION_NAMES[(DIRECTION_NAMES.index(way) + 4) % 8]


class Sky:
    """A seat's view, read once a step. `memory` holds what the seat keeps: places of its first planets, places found empty."""

    def __init__(self, view: Json, memory: dict[str, Json]) -> None:
        self.view, self.memory = view, memory
        self.seat, self.round, self.stride = view["seat"], view["round"], view["stride"]
        self.left = view["rounds"] - view["round"] + 1
        """Rounds still to be played, the coming one included."""
        self.evolution_age = int(view["tables"]["evolution_age"])
        """Rounds until a miner evolves (6.5)."""
        self.factors = {row["seat"]: float(row["factor"]) for row in view["bonus"]}
        self.own = {kind: [one for one in view["own"] if one["kind"] == kind] for kind in KIND_NUMBER}
        self.foes = [one for one in view["foreign"] if one["seat"] is not None]
        """Entities of opponents in sight, planets too."""
        self.taken = {(one["pos"][0], one["pos"][1]): one["seat"] for one in [*view["own"], *view["foreign"]]}
        """Whose entity is seen on a tile."""
        old = [one for one in view["ghosts"] if one["kind"] == "planet"]
        planets = [*(one for one in view["foreign"] if one["kind"] == "planet"), *old]
        self.neutral = [one for one in planets if one["seat"] is None or one["seat"] not in view["alive"]]
        """Neutral planets, as last seen."""
        self.hostile = [one for one in planets if one["seat"] is not None and one["seat"] in view["alive"]]
        """Planets of living opponents, as last seen."""
        home = [one["pos"] for one in self.own["planet"]]
        self.home: list[Pos] = memory.setdefault("home", home)
        """Where its own planets stood at the start."""
        self._note_energies()
        self.candidates = [] if self.hostile else self._candidates()
        """Tiles on which an opponent's first planet may stand, while none of his is known."""

    def income(self) -> int:
        """What a planet gains in this round (5.1)."""
        return planet_income(self.round)

    def factor(self, seat: int | None) -> float:
        """The bonus factor of a seat's bursts now (6.3)."""
        return self.factors.get(seat, 1.0) if seat is not None else 1.0

    def senses(self, pos: Pos) -> bool:
        """Does any own entity sense this tile?"""
        return any(d2(one["pos"], pos) <= SENSE[KIND_NUMBER[one["kind"]]] for one in self.view["own"])

    def energy_of(self, planet: Json, ahead: int) -> int:
        """What a foreign planet will have in so many rounds: a neutral one has its income, another one goes on as it has of late."""
        since = ahead + (self.round - planet["round"] if "round" in planet else 0)
        if planet["seat"] is None:
            return int(planet["energy"]) + (since * self.income() if self.view["rules"]["neutral_income"] else 0)
        seen = self.memory["energies"].get(str(planet["id"]), [])
        gain = float(self.income())
        if len(seen) > 1:
            gain = (seen[-1][1] - seen[0][1]) / (seen[-1][0] - seen[0][0])
        return int(planet["energy"] + max(0.0, gain) * since)

    def density(self, pos: Pos) -> int:
        """Thousandths of a tile, a middling number where it is not known."""
        shown = self.view["map"]
        if shown["origin"] is None:
            return 550
        (ox, oy), rows = shown["origin"], shown["aether"]
        return int(rows[pos[1] - oy][pos[0] - ox] or 550)

    def _note_energies(self) -> None:
        """Keep what hostile planets had when they were last seen, some times back."""
        old = self.memory.get("energies", {})
        kept = self.memory["energies"] = {}
        for planet in self.hostile:
            seen = old.get(str(planet["id"]), [])
            if "round" not in planet and (not seen or seen[-1][0] < self.round):
                seen = [*seen, [self.round, planet["energy"]]][-WATCHED:]
            kept[str(planet["id"])] = seen

    def divided(self, planet: Json) -> int:
        """Among how many targets at least a burst is divided that comes near enough to a planet: those of its side around it take their
        shares. Others go out of the way, or are what bursts."""
        x, y = planet["pos"]
        least = MAX_RADIUS
        there = [
            tile
            for tile, seat in self.taken.items()
            if seat == planet["seat"] and d2([*tile], planet["pos"]) <= NEIGHBOURS
        ]
        for dx, dy in DISC:
            place = (x + dx, y + dy)
            if place not in self.taken:
                radius = dx * dx + dy * dy
                hit = sum((place[0] - u) ** 2 + (place[1] - v) ** 2 <= radius for u, v in there)
                least = min(least, max(1, hit))
        return least

    def gaps(self, planet: Json) -> list[str]:
        """Two opposite directions in which the ring around a planet stays open for the ships that go out: the densest ones."""
        pairs = []
        for name in DIRECTION_NAMES[:4]:
            there = [self.beside(planet, way) for way in (name, opposite(name))]
            if all(pos is not None for pos in there):
                pairs.append((sum(self.density(pos) for pos in there if pos is not None), name))
        return [max(pairs)[1], opposite(max(pairs)[1])] if pairs else []

    def beside(self, planet: Json, way: str) -> Pos | None:
        """The tile next to a planet in a direction; None off the map, as far as its size is known."""
        (x, y), (dx, dy) = planet["pos"], DIRECTIONS[way]
        shown = self.view["map"]
        if shown["origin"] is not None:
            (ox, oy), (width, height) = shown["origin"], shown["size"]
            if not (0 <= x + dx - ox < width and 0 <= y + dy - oy < height):
                return None
        return [x + dx, y + dy]

    def free_ways(self, planet: Json, *, ring: bool) -> list[str]:
        """Directions to the free tiles of the ring around a planet, or to those of its gaps; the densest first."""
        gaps, found = self.gaps(planet), []
        for way in DIRECTION_NAMES:
            pos = self.beside(planet, way)
            if (way not in gaps) == ring and pos is not None and (pos[0], pos[1]) not in self.taken:
                found.append((-self.density(pos), way))
        return [way for _, way in sorted(found)]

    def is_in_ring(self, one: Json) -> bool:
        """Does an own ship stand beside an own planet, but in none of the gaps?"""
        for planet in self.own["planet"]:
            if d2(planet["pos"], one["pos"]) <= 2:
                return all(self.beside(planet, way) != one["pos"] for way in self.gaps(planet))
        return False

    def raiders(self, planet: Json, ahead: int) -> list[Json]:
        """Hostile battleships in sight that can burst at a planet within so many rounds; what may be a miner counts as one."""
        reach = ahead + 3
        return [
            one for one in self.foes
            if one["kind"] == "battleship" and one["energy"] >= 20 and tiles_between(one["pos"], planet["pos"]) <= reach
        ]  # fmt: skip

    def danger(self, planet: Json, ahead: int) -> int:
        """Energy that the battleships in sight could take from a planet within so many rounds, all together."""
        raiders = self.raiders(planet, ahead)
        if not raiders:
            return 0
        shared = self.divided(planet)
        return sum(int((one["energy"] - BURST_OVERHEAD) * self.factor(one["seat"])) // shared + 1 for one in raiders)

    def strength(self, ships: Iterable[Json]) -> float:
        """What the bursts of own battleships take from single targets, all together."""
        return float(sum(max(0, one["energy"] - BURST_OVERHEAD) for one in ships) * self.factor(self.seat))

    def kills_of(self, scout: Json) -> int:
        """How many miners an own scout can still take apart, as far as its defence decides (6.3)."""
        least = int(self.view["analyse_min_defence"])
        return int(scout["defence"]) // least if least else MANY

    def hunters(self, pos: Pos, within: int) -> list[Json]:
        """Hostile scouts in sight near a tile that can take a miner apart."""
        least = int(self.view["analyse_min_defence"])
        scouts = (one for one in self.foes if one["kind"] == "scout" and one["defence"] >= least)
        return [one for one in scouts if d2(one["pos"], pos) <= within]

    def prey(self) -> list[Json]:
        """Miners of opponents, those seen of late included."""
        old = (one for one in self.view["ghosts"] if one["round"] > self.round - FRESH)
        return [one for one in [*self.foes, *old] if one["kind"] == "miner" and one["seat"] in self.view["alive"]]

    def _candidates(self) -> list[Pos]:
        """Images of the first own planets that nobody has looked at yet."""
        empty = self.memory.setdefault("empty", [])
        found = [pos for pos in self._images(self.home) if pos not in empty]
        looked = [pos for pos in found if self.senses(pos)]
        empty += looked
        return [pos for pos in found if pos not in looked]

    def unfound(self) -> list[Pos]:
        """Images of the neutral planets that are known, on tiles of which nothing is known: there may be others."""
        shown = self.view["map"]
        places = [list(one["pos"]) for one in self.neutral]
        dark = []
        for pos in self._images(places):
            x, y = pos[0] - shown["origin"][0], pos[1] - shown["origin"][1]
            if shown["aether"][y][x] is None:
                dark.append(pos)
        return dark

    def _images(self, places: list[Pos]) -> list[Pos]:
        """Images of these places, without themselves, under all symmetries that what is known allows (3.2); none on a map of unknown size."""
        shown = self.view["map"]
        if shown["origin"] is None:
            return []
        (ox, oy), (width, height) = shown["origin"], shown["size"]
        found: list[Pos] = []
        for group in self._groups(shown, width, height):
            for x, y in places:
                for u, v in images(group, width, height, x - ox, y - oy):
                    pos = [u + ox, v + oy]
                    if pos not in found and pos not in places:
                        found.append(pos)
        return found

    def _groups(self, shown: Json, width: int, height: int) -> list[str]:
        """The symmetries that the map may have: densities of images are equal."""
        seats = self.view["seats"]
        groups: list[str] = self.memory.setdefault("groups", allowed(seats, width, height))
        if len(groups) > 1:
            rows = shown["aether"]
            tiles = [(x, y, a) for y, row in enumerate(rows) for x, a in enumerate(row) if a is not None]
            fits = []
            for group in groups:
                places = ((a, images(group, width, height, x, y)) for x, y, a in tiles)
                if all(rows[v][u] in (None, a) for a, orbit in places for u, v in orbit):
                    fits.append(group)
            self.memory["groups"] = groups = fits or [group for group in groups if group not in SQUARE]
        return groups
