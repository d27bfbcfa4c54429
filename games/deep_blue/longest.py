"""How long can a match last, what makes it shorter, and how late is it shown? Its round limit, or that of its map (18.2)."""

from __future__ import annotations

from typing import Any

from games.core.clocks import Late, Longest
from games.deep_blue.maps import SMALL, built_in
from games.deep_blue.maps.parse import DEFAULTS, LIMITS
from games.deep_blue.settings import DRAWN, GENERATED, chart_of


def longest(options: dict[str, Any], seats: int) -> Longest:
    """A step is a round."""
    rounds = options["round_limit"] or _limit_of_map(options)
    return Longest(rounds, rounds, rounds)


def _limit_of_map(options: dict[str, Any]) -> int:
    wish = options["map"]
    if wish == DRAWN:
        return max(int(built_in(key).document["round_limit"]) for key in SMALL)
    limit: int = (DEFAULTS if wish == GENERATED else chart_of(options).document)["round_limit"]
    return limit


def shorter(options: dict[str, Any], seats: int, steps: int) -> dict[str, Any]:
    """A round limit of so many rounds."""
    wanted = max(LIMITS["round_limit"][0], steps)
    return {"round_limit": wanted} if longest(options, seats).rounds > wanted else {}


def late(options: dict[str, Any]) -> Late:
    """Everything after ten rounds, or in the second half of a short match."""
    return Late(truth=max(2, min(10, longest(options, 2).rounds // 2)))
