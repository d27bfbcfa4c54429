"""How long can a match last, what makes it shorter, and how late is it shown? Its rounds, several of which may be one step (8.4)."""

from __future__ import annotations

from typing import Any

from games.core.clocks import Late, Longest

LEAST = 10
LATEST = 40
"""Greatest number of steps by which spectators are late."""


def longest(options: dict[str, Any], seats: int) -> Longest:
    """The last step may have fewer rounds than the others."""
    steps = -(-options["rounds"] // options["stride"])
    return Longest(options["rounds"], steps, steps)


def shorter(options: dict[str, Any], seats: int, steps: int) -> dict[str, Any]:
    """Rounds for so many steps."""
    wanted = max(LEAST, steps * options["stride"])
    return {"rounds": wanted} if options["rounds"] > wanted else {}


def late(options: dict[str, Any]) -> Late:
    """Everything after a quarter of the longest match: the order of steps, not of rounds, is what people see."""
    steps = longest(options, 2).steps
    assert steps is not None
    return Late(truth=max(2, min(LATEST, steps // 4)))
