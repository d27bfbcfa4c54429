"""Who wants to play a match once more? Those of its people who sit at the table of its rematch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from lobby.matches import clock, terms
from lobby.matches.models import Match, Seat
from lobby.platform.protocol.server import RematchOffer


@dataclass(frozen=True, slots=True)
class Rematch:
    """The table or match in which a match is played once more."""

    id: str
    by: tuple[int, ...]
    """Seats of the first match whose people sit there."""
    until: datetime
    """Until when its seats are kept for them."""
    begun: bool
    full: bool
    """Every seat is taken."""


def read(over: Mapping[str, Sequence[Seat]]) -> dict[str, Rematch]:
    """Match → its rematch, for those of these matches, given with their seats, that have one."""
    tables = list(Match.objects.filter(rematch_of__in=over).only("status", "created_at", "rematch_of")) if over else []
    if not tables:
        return {}
    sitting: dict[str, list[Seat]] = {}
    for seat in Seat.objects.filter(match__in=tables).only("match", "user", "bot", "program"):
        sitting.setdefault(seat.match_id, []).append(seat)
    found: dict[str, Rematch] = {}
    for table in tables:
        until = terms.reserved_until(table)
        assert until is not None
        assert table.rematch_of_id is not None
        seats = sitting.get(table.pk, [])
        people = {seat.user_id for seat in seats if seat.user_id is not None}
        by = tuple(seat.number for seat in over[table.rematch_of_id] if seat.user_id in people)
        begun, full = table.status != Match.Status.OPEN, not any(seat.is_free for seat in seats)
        found[table.rematch_of_id] = Rematch(table.pk, by, until, begun, full)
    return found


def offer(rematch: Rematch) -> RematchOffer:
    """The same as a page of the first match is told."""
    return RematchOffer(
        seats=sorted(rematch.by),
        until=clock.milliseconds(rematch.until),
        begun=rematch.begun,
        full=rematch.full,
    )
