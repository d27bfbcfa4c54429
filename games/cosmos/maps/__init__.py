"""Which maps come with the game, and for how many seats is each of them fair? Chapter 3.6.

Files here are map documents (3.4); `parse` checks them as it checks those that a table brings along.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

from games.core.text import gettext_noop
from games.cosmos.maps.parse import DENSITY, MOST_NEUTRAL, MOST_STARTS, SIZE, Document, faults_of, read_map

BUILT_IN: dict[str, str] = {
    "two_galaxies": gettext_noop("Two Galaxies (2 seats, 44×32)"),
    "long_river": gettext_noop("Long River (2 seats, 48×32)"),
    "ring_of_aether": gettext_noop("Ring of Aether (2 or 4 seats, 33×33)"),
    "archipelago": gettext_noop("Archipelago of Light (2 or 4 seats, 41×41)"),
    "pinwheel": gettext_noop("Pinwheel (4 seats, 36×36)"),
    "crown_of_eight": gettext_noop("Crown of Eight (4 or 8 seats, 48×48)"),
}
"""Id and label, in the order in which lobbies list them."""

SEATS: dict[str, tuple[int, ...]] = {
    "two_galaxies": (2,),
    "long_river": (2,),
    "ring_of_aether": (2, 4),
    "archipelago": (2, 4),
    "pinwheel": (4,),
    "crown_of_eight": (4, 8),
}
"""Numbers of seats for which a map is fair: every seat's place can be turned or mirrored onto every other's, with all that is on the map."""


def fair_seats(group: str) -> range:
    """The numbers of seats for which any map with this symmetry is fair, as those in `SEATS` are."""
    return {"mirror_xy": range(2, 5, 2), "rotate_90": range(4, 5), "eightfold": range(4, 9, 4)}.get(group, range(2, 3))


@cache
def built_in(name: str) -> Document:
    """A map that comes with the game; KeyError if there is none of that name."""
    if name not in BUILT_IN:
        raise KeyError(name)
    return read_map(json.loads(resources.files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8")))


def chosen(options: dict[str, Any]) -> Document | None:
    """The map that a table has chosen; None: it is drawn when the match begins."""
    value = options["map"]
    return built_in(value) if isinstance(value, str) else value


__all__ = [
    "BUILT_IN",
    "DENSITY",
    "MOST_NEUTRAL",
    "MOST_STARTS",
    "SEATS",
    "SIZE",
    "Document",
    "built_in",
    "chosen",
    "fair_seats",
    "faults_of",
    "read_map",
]
