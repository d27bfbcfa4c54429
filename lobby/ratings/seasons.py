"""Which season is it? A quarter of the year, by the clock of the site (UTC). Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime

_FORM = re.compile(r"(\d{4})-([1-4])")


def season_of(moment: datetime) -> str:
    """The season of a moment: `2026-4` is the last quarter of 2026."""
    there = moment.astimezone(UTC)
    return f"{there.year}-{(there.month + 2) // 3}"


def is_season(text: str) -> bool:
    """True if this is the name of a season."""
    return _FORM.fullmatch(text) is not None


def first_day(season: str) -> date:
    """The first day of the season."""
    year, quarter = _parts(season)
    return date(year, 3 * quarter - 2, 1)


def end(season: str) -> date:
    """The first day after it."""
    year, quarter = _parts(season)
    return date(year + quarter // 4, 3 * quarter % 12 + 1, 1)


def back_to(first: str, last: str) -> Iterator[str]:
    """The seasons from `last` back to `first`, both included."""
    year, quarter = _parts(last)
    while (season := f"{year}-{quarter}") >= first:
        yield season
        year, quarter = (year, quarter - 1) if quarter > 1 else (year - 1, 4)


def _parts(season: str) -> tuple[int, int]:
    found = _FORM.fullmatch(season)
    if found is None:
        raise ValueError(season)
    return int(found[1]), int(found[2])
