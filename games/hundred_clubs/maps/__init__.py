"""Which map comes with the game, and what is any map in the form the engine plays on?

`campus` holds the built-in map, `parse` checks map objects from outside, `chart` is what the engine asks of a map.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from games.core.text import gettext_noop
from games.hundred_clubs.maps.campus import CAMPUS
from games.hundred_clubs.maps.chart import Cell, Chart, Grid, Mask, draw, near_sum
from games.hundred_clubs.maps.parse import faults_of, read_map

BUILT_IN: dict[str, str] = {"campus": gettext_noop("Campus (25 by 35)")}
"""Id and label, in the order in which lobbies list them (2.2)."""


@lru_cache(maxsize=64)
def _drawn(text: str) -> Chart:
    return draw(json.loads(text))


def chart_of(document: dict[str, Any]) -> Chart:
    """The chart of a map object known to be good (checked options, a stored state, a view). The same text gives the same object."""
    return _drawn(json.dumps(document, separators=(",", ":")))


def campus() -> Chart:
    """The built-in map (2.2)."""
    return chart_of(CAMPUS)


__all__ = [
    "BUILT_IN",
    "CAMPUS",
    "Cell",
    "Chart",
    "Grid",
    "Mask",
    "campus",
    "chart_of",
    "draw",
    "faults_of",
    "near_sum",
    "read_map",
]
