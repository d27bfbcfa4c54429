"""Which kinds of match does a load test play? They differ in who sits in the last seat."""

from __future__ import annotations

from enum import StrEnum

SHORT_STEP_SECONDS = 10
"""Where somebody lets deadlines pass. Longer than a process that hangs keeps its people away, so that nobody misses two in a row by it."""


class Kind(StrEnum):
    """Who sits in the last seat of a match; people who always answer sit in the others."""

    PEOPLE = "people"
    """One more of those."""
    DEADLINES = "deadlines"
    """A person who lets every second step pass: a referee ends it at its deadline."""
    BOTS = "bots"
    """A built-in bot, which the site's bot runner plays."""
