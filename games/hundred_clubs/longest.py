"""How long can a match last, and what makes it shorter? Chapters 3 and 4: the opening, then its rounds."""

from __future__ import annotations

from typing import Any

from games.core.clocks import Longest

CHOOSING = 0.5
"""Times of an ordinary step that a club has to choose its birthplace."""


def longest(options: dict[str, Any], seats: int) -> Longest:
    """An auction and one choice after the other, unless birthplaces are drawn; secret extra rounds count in full."""
    rounds = options["rounds"] + options["end_jitter"]
    steps, time = (0, 0.0) if options["starts"] != "auction" else (1 + seats, 1 + CHOOSING * seats)
    return Longest(rounds, steps + rounds, time + rounds)


def shorter(options: dict[str, Any], seats: int, steps: int) -> dict[str, Any]:
    """So many rounds that with the opening the steps suffice."""
    most = longest(options, seats).steps or 0
    return {"rounds": max(1, options["rounds"] - (most - steps))} if most > steps else {}
