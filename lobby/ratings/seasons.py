"""Which season is it? Two months of the year, by the clock of the site (UTC). Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime

MONTHS = 2
_FORM = re.compile(r"(\d{4})-(01|03|05|07|09|11)")


def season_of(moment: datetime) -> str:
    """The season of a moment, named by its first month: `2026-11` is November and December 2026."""
    there = moment.astimezone(UTC)
    return _named(there.year, there.month - (there.month - 1) % MONTHS)


def is_season(text: str) -> bool:
    """True if this is the name of a season."""
    return _FORM.fullmatch(text) is not None


def first_day(season: str) -> date:
    """The first day of the season."""
    year, month = _parts(season)
    return date(year, month, 1)


def end(season: str) -> date:
    """The first day after it."""
    return first_day(after(season))


def after(season: str) -> str:
    """The next season."""
    year, month = _parts(season)
    return _named(year, month + MONTHS) if month + MONTHS <= 12 else _named(year + 1, 1)


def before(season: str) -> str:
    """The season before it."""
    year, month = _parts(season)
    return _named(year, month - MONTHS) if month > MONTHS else _named(year - 1, 13 - MONTHS)


def back_to(first: str, last: str) -> Iterator[str]:
    """The seasons from `last` back to `first`, both included."""
    season = last
    while season >= first:
        yield season
        season = before(season)


def _named(year: int, month: int) -> str:
    return f"{year:04}-{month:02}"


def _parts(season: str) -> tuple[int, int]:
    found = _FORM.fullmatch(season)
    if found is None:
        raise ValueError(season)
    return int(found[1]), int(found[2])
