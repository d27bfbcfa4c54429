"""What made a match, in numbers? Points by source, luck in lots and dice, what was spent, from the game's own account of each step.

They tell secrets of all seats, so only matches that are over have them.
"""

from __future__ import annotations

from typing import Any

import orjson
from django.utils.translation import gettext

from games.core.statistics import summed_up
from lobby.fog import audience
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match
from lobby.platform.storage.lru import ByteLRU
from lobby.store.positions import canonical, game_of, read_uncached

_KEPT: ByteLRU[tuple[str, int], bytes] = ByteLRU(most_bytes=1_000_000, most=500)


def of_match(match: Match) -> dict[str, list[dict[str, Any]]]:
    """Table ("points", "luck", "spent") → rows {"name", "values": a number for each seat, "expected": the same, or null}.

    `expected` is what chance would have given on the average. {} in a game without statistics. Raises NotAllowed before the end.
    """
    if not audience.is_over(match) or match.started_at is None:
        raise NotAllowed("", audience.NOT_OVER)
    key = match.pk, match.step
    kept = _KEPT.get(key)
    if kept is None:
        kept = canonical(_counted(match))
        _KEPT.put(key, kept, len(kept))
    return {name: [_row(**row) for row in rows] for name, rows in orjson.loads(kept).items()}


def _row(row: str, values: list[float], expected: list[float] | None) -> dict[str, Any]:
    return {"name": gettext(row), "values": values, "expected": expected}


def _counted(match: Match) -> dict[str, Any]:
    positions = read_uncached(match, 0, match.step)
    return summed_up(game_of(match), match.seats.count(), ((one.state, one.events) for one in positions))
