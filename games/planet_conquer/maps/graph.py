"""Is a map in one piece, and are its starts equally good? Shortest ways over routes."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import Any


def lost_parts(keys: Sequence[str], routes: Sequence[Sequence[Any]]) -> list[int]:
    """One planet of each part of the map that cannot be reached from planet 0, the first of it."""
    ways: dict[str, list[str]] = {key: [] for key in keys}
    for route in routes:
        ways[route[0]].append(route[1])
        ways[route[1]].append(route[0])
    reached: set[str] = set()
    found = []
    for i, key in enumerate(keys):
        if key in reached:
            continue
        if i:
            found.append(i)
        reached.add(key)
        todo = [key]
        while todo:
            for other in ways[todo.pop()]:
                if other not in reached:
                    reached.add(other)
                    todo.append(other)
    return found


def travel_times(start: str, document: dict[str, Any]) -> dict[str, int]:
    """Rounds of the shortest way from `start` to every planet of an expanded map."""
    ways: dict[str, list[tuple[str, int]]] = {planet["key"]: [] for planet in document["planets"]}
    for a, b, rounds, _ in document["routes"]:
        ways[a].append((b, rounds))
        ways[b].append((a, rounds))
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        far, key = heapq.heappop(heap)
        if far > best[key]:
            continue
        for other, rounds in ways[key]:
            if far + rounds < best.get(other, far + rounds + 1):
                best[other] = far + rounds
                heapq.heappush(heap, (far + rounds, other))
    return best


def find_asymmetry(document: dict[str, Any]) -> bool:
    """Do the starts differ in how far the planets lie and what these are worth (chapter 3, warning `asymmetric`)?"""
    outlooks = set()
    for start in document["starts"]:
        times = travel_times(start, document)
        outlooks.add(
            tuple(sorted((times[p["key"]], p["def"], p["res"], p["cos"], p["max"]) for p in document["planets"]))
        )
    return len(outlooks) > 1


def looks_alike(document: dict[str, Any]) -> bool:
    """Does the map look the same from each start, however far one follows its routes?

    The colour of a planet is what it is and, over and over, the routes that leave it with the colours at their other ends (colour refinement,
    Weisfeiler and Leman), where the start from which one looks has a colour of its own. Maps that can be turned or mirrored onto themselves are
    alike; maps that only have the same planets at the same distances are not. False without two starts.
    """
    ways: dict[str, list[tuple[int, int, str]]] = {planet["key"]: [] for planet in document["planets"]}
    for one, other, rounds, fee in document["routes"]:
        ways[one].append((rounds, fee, other))
        ways[other].append((rounds, fee, one))
    numbers: dict[Any, int] = {}

    def outlook(start: str) -> list[int]:
        found = {
            planet["key"]: (planet["kind"], planet["def"], planet["res"], planet["cos"], planet["max"], planet["natives"],
                            planet["key"] in document["starts"], planet["key"] == start)
            for planet in document["planets"]
        }  # fmt: skip
        colours = {key: numbers.setdefault(what, len(numbers)) for key, what in found.items()}
        for _ in colours:
            seen = {
                key: (colour, *sorted((rounds, fee, colours[other]) for rounds, fee, other in ways[key]))
                for key, colour in colours.items()
            }
            colours = {key: numbers.setdefault(what, len(numbers)) for key, what in seen.items()}
        return sorted(colours.values())

    return len(document["starts"]) > 1 and len({tuple(outlook(start)) for start in document["starts"]}) == 1
