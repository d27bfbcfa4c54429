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
