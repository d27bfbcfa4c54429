"""Which built-in bots does Deep Blue have? Three levels, weakest first; how each thinks is in `bots/`."""

from __future__ import annotations

from games.core.contract import Bot
from games.core.text import gettext_noop
from games.deep_blue.bots import sailor

BOTS: tuple[Bot, ...] = (
    Bot(
        "easy",
        gettext_noop("Sailor"),
        gettext_noop("Every ship for itself, on patrol between islands and your base. For a first match."),
        sailor.decide,
    ),
)
"""Weakest first."""
