"""How long can a match last, and what makes it shorter? Its round limit, or that of its map (chapter 6)."""

from __future__ import annotations

from typing import Any

from games.core.clocks import Longest
from games.planet_conquer.constants import MAX_ROUND
from games.planet_conquer.generator import round_limit
from games.planet_conquer.maps import SMALL, built_in
from games.planet_conquer.setup import DRAWN, preview

FIRST_ROUND = 3
"""Times of an ordinary step that the first round has."""


def longest(options: dict[str, Any], seats: int) -> Longest:
    """A step is a round."""
    rounds = options["max_round"] or _limit_of_map(options)
    return Longest(rounds, rounds, rounds - 1 + FIRST_ROUND)


def _limit_of_map(options: dict[str, Any]) -> int:
    document, wish = preview(options)["map"], options["map"]
    if wish == DRAWN:
        document = max((built_in(key).document for key in SMALL), key=lambda one: one["max_round"])
    if document is None:
        return round_limit(wish["generate"]["per_sector"] if isinstance(wish, dict) else None)
    limit: int = document["max_round"]
    return limit


def shorter(options: dict[str, Any], seats: int, steps: int) -> dict[str, Any]:
    """A round limit of so many rounds."""
    wanted = max(MAX_ROUND[0], steps)
    return {"max_round": wanted} if longest(options, seats).rounds > wanted else {}
