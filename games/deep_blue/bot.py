"""Which built-in bots does Deep Blue have? Three levels, weakest first; how each thinks is in `bots/`."""

from __future__ import annotations

from games.core.contract import Bot
from games.core.text import gettext_noop
from games.deep_blue.bots import sailor
from games.deep_blue.bots.captain import Captain, Character

CAPTAIN = Character(
    mix=(("destroyer", 3), ("cruiser", 2), ("submarine", 3), ("battleship", 1), ("wing", 2)),
    cargos=3, scouts=3, carriers=0, assault=150, odds=1.5, retreat=0.4, base_value=200.0, queue=4, is_admiral=False,
)  # fmt: skip
ADMIRAL = Character(
    mix=(("destroyer", 3), ("cruiser", 2), ("submarine", 3), ("battleship", 2), ("wing", 1)),
    cargos=4, scouts=3, carriers=1, assault=150, odds=1.5, retreat=0.4, base_value=300.0, queue=10, is_admiral=True,
)  # fmt: skip

BOTS: tuple[Bot, ...] = (
    Bot(
        "easy",
        gettext_noop("Sailor"),
        gettext_noop("Every ship for itself, on patrol between islands and your base. For a first match."),
        sailor.decide,
        strength="easy",
    ),
    Bot(
        "medium",
        gettext_noop("Captain"),
        gettext_noop("Gathers a mixed fleet, takes islands, then sails against your base with all guns on one target."),
        Captain(CAPTAIN).decide,
        strength="medium",
    ),
    Bot(
        "hard",
        gettext_noop("Admiral"),
        gettext_noop("Plays battles on in its head before it builds and sails, and weighs the fire of every step."),
        Captain(ADMIRAL).decide,
        strength="hard",
    ),
)
"""Weakest first."""
