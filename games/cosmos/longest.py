"""How long can a match last, and what makes it shorter? Its rounds, several of which may be one step (8.4)."""

from __future__ import annotations

from typing import Any

from games.core.clocks import Longest

LEAST = 10


def longest(options: dict[str, Any], seats: int) -> Longest:
    """The last step may have fewer rounds than the others."""
    steps = -(-options["rounds"] // options["stride"])
    return Longest(options["rounds"], steps, steps)


def shorter(options: dict[str, Any], seats: int, steps: int) -> dict[str, Any]:
    """Rounds for so many steps."""
    wanted = max(LEAST, steps * options["stride"])
    return {"rounds": wanted} if options["rounds"] > wanted else {}
