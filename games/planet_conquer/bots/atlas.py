"""What about the map never changes in a match, in the form bots reckon with: numbers, routes, distances, worth of planets."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from games.core.contract import Json
from games.planet_conquer.maps.chart import thousandths
from games.planet_conquer.production import produce

Planet = tuple[int, int, int, int, int]
Route = tuple[int, int, int]

FAR = 10**6


class Atlas:
    """Tables of one map, indexed by planet id. Shared between bots and never changed."""

    __slots__ = (
        "count", "defence", "dist", "growth", "homes", "income", "limit", "natives", "near", "output", "reach", "rounds", "sweet", "toward", "value",
    )  # fmt: skip

    def __init__(self, planets: tuple[Planet, ...], routes: tuple[Route, ...], homes: tuple[int, ...]) -> None:
        self.count = len(planets)
        self.defence = [planet[0] for planet in planets]
        """def in thousandths."""
        self.growth = [planet[1] for planet in planets]
        """res in thousandths."""
        self.output = [planet[2] for planet in planets]
        """cos in thousandths."""
        self.limit = [planet[3] for planet in planets]
        self.natives = [planet[4] for planet in planets]
        self.homes = homes
        self.near: list[list[tuple[int, int]]] = [[] for _ in planets]
        """(neighbour, rounds) per planet, ascending by neighbour."""
        for a, b, rounds in routes:
            self.near[a].append((b, rounds))
            self.near[b].append((a, rounds))
        for ways in self.near:
            ways.sort()
        self.rounds = [dict(ways) for ways in self.near]
        """Per planet: neighbour → rounds."""
        self.reach = [sorted({p, *(q for q, _ in ways)}) for p, ways in enumerate(self.near)]
        """What a holder of the planet has in sight."""
        self.dist = [self._distances(start) for start in range(self.count)]
        self.toward = [[self._first_step(p, q) for q in range(self.count)] for p in range(self.count)]
        """The neighbour of p on a shortest way from p to q; p itself when they are the same."""
        self.sweet = [self._sweet(p) for p in range(self.count)]
        """The garrison that just fills the planet at the next production: more of it grows nothing."""
        self.income = [self._income(p) for p in range(self.count)]
        """Growth per round at a good garrison."""
        self.value = [
            self.income[p] + 0.02 * self.limit[p] + 0.008 * (self.defence[p] - 1000) + 4.0 * len(self.near[p])
            for p in range(self.count)
        ]

    def grown(self, planet: int, units: int) -> int:
        """Units after one production without fee, boost or halt (rule 8.1)."""
        return produce(units, self.limit[planet], self.growth[planet], self.output[planet])

    def _distances(self, start: int) -> list[int]:
        dist = [FAR] * self.count
        dist[start] = 0
        heap = [(0, start)]
        while heap:
            far, p = heappop(heap)
            if far > dist[p]:
                continue
            for q, rounds in self.near[p]:
                if far + rounds < dist[q]:
                    dist[q] = far + rounds
                    heappush(heap, (far + rounds, q))
        return dist

    def _first_step(self, start: int, goal: int) -> int:
        if start == goal:
            return start
        return min(self.near[start], key=lambda way: (way[1] + self.dist[way[0]][goal], way[0]))[0]

    def _sweet(self, planet: int) -> int:
        if self.growth[planet] <= 1000:
            return 1
        room = 1000 * self.limit[planet] - self.output[planet]
        return max(1, -(-room // self.growth[planet]))

    def _income(self, planet: int) -> float:
        limit = self.limit[planet]
        if self.growth[planet] < 1000:
            return max(0.0, float(self.grown(planet, 10) - 10))
        return float(max(self.grown(planet, u) - u for u in (limit // 4, limit // 2, 3 * limit // 4)))


@lru_cache(maxsize=32)
def _atlas(planets: tuple[Planet, ...], routes: tuple[Route, ...], homes: tuple[int, ...]) -> Atlas:
    return Atlas(planets, routes, homes)


def atlas_of(chart: Json) -> Atlas:
    """The atlas of a view's `map`."""
    ids = {planet["key"]: p for p, planet in enumerate(chart["planets"])}
    return _atlas(
        tuple(
            (
                thousandths(planet["def"]),
                thousandths(planet["res"]),
                thousandths(planet["cos"]),
                planet["max"],
                planet["natives"],
            )
            for planet in chart["planets"]
        ),
        tuple((ids[route[0]], ids[route[1]], route[2]) for route in chart["routes"]),
        tuple(ids[key] for key in chart["starts"]),
    )
