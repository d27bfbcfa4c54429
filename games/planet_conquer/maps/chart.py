"""What does the engine ask of a map? Tables made once from an expanded map document and shared by all states of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Document = Mapping[str, Any]


def thousandths(number: float) -> int:
    """Exact thousandths of a number that has at most three decimals."""
    return round(number * 1000)


class GameMap:
    """An expanded map (chapter 3) with what follows from it, indexed by planet id. Never changed."""

    __slots__ = (
        "cos", "count", "defence", "document", "everywhere", "ids", "limit", "natives", "near", "never", "res", "rounds", "starts",
        "total_max", "ways",
    )  # fmt: skip

    def __init__(self, document: Document) -> None:
        planets = document["planets"]
        self.document = document
        """Format 1, explicit layout, all fields, with `size` and planets' `id`: what views show as `map`."""
        self.count = len(planets)
        self.ids: dict[str, int] = {planet["key"]: planet["id"] for planet in planets}
        self.defence = tuple(thousandths(planet["def"]) for planet in planets)
        self.res = tuple(thousandths(planet["res"]) for planet in planets)
        self.cos = tuple(thousandths(planet["cos"]) for planet in planets)
        self.limit: tuple[int, ...] = tuple(planet["max"] for planet in planets)
        self.natives: tuple[int, ...] = tuple(planet["natives"] for planet in planets)
        self.everywhere = (1 << self.count) - 1
        """Bit set of all planets."""
        self.total_max = sum(self.limit)
        rounds: list[dict[int, int]] = [{} for _ in planets]
        for route in document["routes"]:
            a, b = self.ids[route[0]], self.ids[route[1]]
            rounds[a][b] = rounds[b][a] = route[2]
        self.rounds = tuple({q: ways[q] for q in sorted(ways)} for ways in rounds)
        """Per planet: neighbour → rounds of travel, neighbours ascending."""
        self.ways = tuple([{"planet": q, "rounds": ways[q]} for q in sorted(ways)] for ways in rounds)
        """Per planet the same as `choices` lists it; whoever gets it reads it and changes nothing."""
        self.near = tuple(sum((1 << q for q in ways), 1 << p) for p, ways in enumerate(rounds))
        """Bit set of each planet and its neighbours: what an owner sees from it (rule 11.1)."""
        self.never: tuple[dict[str, Any], ...] = tuple(
            {"id": p, "seen": "never", "owner": None, "units": None, "as_of": None, "next": None, "effects": []}
            for p in range(self.count)
        )
        """How a view shows planets that were never seen."""
        self.starts = tuple(self.ids[key] for key in document["starts"])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameMap) and self.document == other.document

    def __hash__(self) -> int:
        return hash(self.document["id"])

    @property
    def seats(self) -> range:
        """Allowed numbers of seats."""
        return range(self.document["seats"]["min"], self.document["seats"]["max"] + 1)
