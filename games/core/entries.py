"""What does one step add to the numbers of a finished match? Entries, which `games.core.statistics` sums up."""

from __future__ import annotations

from typing import Literal, NamedTuple

Table = Literal["points", "luck", "spent"]


class Entry(NamedTuple):
    """What a step adds to one number of one seat."""

    table: Table
    seat: int
    row: str
    """A message (`gettext_noop`). Rows stand in the order in which they first come."""
    amount: float
    expected: float | None = None
    """Of `luck`: what chance would have given on the average."""
