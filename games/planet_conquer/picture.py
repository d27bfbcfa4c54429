"""What does a view look like in small? Planets with their owners, routes, and fleets on their way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.picture import Disc, Line, Mark, Picture, Shape
from games.core.picture import picture as drawn

MARGIN = 60
"""Units of the chart around its outermost planets."""
RADIUS, BASE_RADIUS, FLEET_RADIUS = 26, 38, 15


def picture(view: dict[str, Any]) -> Picture:
    """The chart as this view shows it."""
    places = [planet["at"] for planet in view["map"]["planets"]]
    left, top = (min(place[axis] for place in places) - MARGIN for axis in (0, 1))
    width, height = (max(place[axis] for place in places) + MARGIN - start for axis, start in ((0, left), (1, top)))
    spots = [(x - left, y - top) for x, y in places]
    return drawn(width, height, _shapes(view, spots))


def _shapes(view: dict[str, Any], spots: list[tuple[int, int]]) -> Iterator[Shape]:
    planets = view["map"]["planets"]
    by_key = {planet["key"]: spots[planet["id"]] for planet in planets}
    for one, other, *_ in view["map"]["routes"]:
        (x1, y1), (x2, y2) = by_key[one], by_key[other]
        yield Line(x1, y1, x2, y2, 4, "line")
    for planet, (x, y) in zip(planets, spots, strict=True):
        shown = view["planets"][planet["id"]]
        radius = BASE_RADIUS if planet["kind"] == "base" else RADIUS
        if shown["owner"] is not None:
            yield Mark(x, y, radius, shown["owner"], shown["seen"] != "now")
        else:
            yield Disc(x, y, radius * 0.8, "nobody", shown["seen"] == "never")
    for fleet in view["fleets"]:
        (x1, y1), (x2, y2) = spots[fleet["from"]], spots[fleet["to"]]
        part = 1 - fleet["left"] / max(1, fleet["length"])
        yield Mark(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, FLEET_RADIUS, fleet["seat"])
