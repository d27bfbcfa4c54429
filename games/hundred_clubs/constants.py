"""Tables of numbers and words, each with its rule; nothing here changes during a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.core.text import gettext_noop

GAME_ID = "hundred_clubs"
RULES_VERSION = "2"

MAX_SEATS = 8

Reason = Literal["last_round", "last_club", "nobody_left"]
REASONS: dict[str, str] = {
    "last_round": gettext_noop("The last round is over."),
    "last_club": gettext_noop("Only one club is left."),
    "nobody_left": gettext_noop("Nobody is left."),
}
"""Why a match ends, in words (9)."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """What a letter on the map means (2.1)."""

    key: str
    atk: int
    """Multiplies influence that attacks the cell; 0: can never be taken."""
    def_: int
    """Multiplies influence that defends the cell."""
    members: int
    """What the cell yields to its owner each round."""


TERRAIN: dict[str, Terrain] = {
    "D": Terrain("dormitory", 20, 20, 8),
    "T": Terrain("teaching", 20, 30, 5),
    "P": Terrain("playground", 30, 20, 5),
    "+": Terrain("road", 30, 10, 2),
    "~": Terrain("water", 0, 20, 0),
    "=": Terrain("bridge", 10, 15, 2),
    "a": Terrain("bridge_road", 15, 15, 2),
    ".": Terrain("grass", 10, 10, 1),
    "h": Terrain("residential", 20, 20, 1),
}
"""Letter → terrain, in the order of 2.1."""

TERRAIN_VIEW = {
    letter: {"key": kind.key, "atk": kind.atk, "def": kind.def_, "members": kind.members}
    for letter, kind in TERRAIN.items()
}
"""The table as views and previews show it."""

MAP_SIZE = (3, 64)
"""Least and greatest width and height of a map (3)."""
COEFFICIENT = (0, 1000)
"""Range of the values of an override (2.1)."""

GENERATED_SIZE = (15, 45)
GENERATED_SIZE_OF_EIGHT = (17, 45)
"""Width and height of a generated map, and of one with eight sectors; both odd (2.3)."""

KERNEL20: tuple[tuple[int, ...], ...] = (
    (20, 18, 16, 14, 8),
    (18, 16, 10, 6, 4),
    (16, 10, 6, 4, 2),
    (14, 6, 4, 2, 2),
    (8, 4, 2, 2, 1),
)
"""Influence of a campaign of size 1 in twentieths, by distance in rows and in columns (7.1)."""
REACH = 4
"""Rows and columns that a campaign reaches (7.1)."""
UNIT = 20
"""Influence is counted in parts of this size (7.2)."""

AROUND = 2
"""Members within this distance tell how good a birthplace is (2.3 step 7, 4.1)."""

PHASES = ("auction", "birthplaces", "rounds", "over")
"""In the order of a match (4)."""

UNDISCOVERED, NEUTRAL, ALLIED, AT_WAR = RELATIONS = ("undiscovered", "neutral", "allied", "at_war")
"""What two clubs are to each other (5.1)."""

KEEP_NEUTRAL, FORM_ALLIANCE, JUSTIFY_WAR, BACKSTAB = COMMANDS = (
    "keep_neutral",
    "form_alliance",
    "justify_war",
    "backstab",
)
"""What a club may order towards another one (5.1)."""

STATUS_QUO = {
    UNDISCOVERED: KEEP_NEUTRAL,
    NEUTRAL: KEEP_NEUTRAL,
    ALLIED: FORM_ALLIANCE,
    AT_WAR: JUSTIFY_WAR,
}
"""The command of a club that gives none, by relation (5.1)."""

UNSEEN, UNOWNED = "?", "."
"""Letters of cells whose owner is not known, and that belong to nobody (10.2)."""
