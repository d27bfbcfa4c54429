"""How do the orders of programs get to disk? All of a step in one transaction, together with what the programs keep.

Records of a driven step are no orders that somebody gave: they are not checked, because `resolve` on them gives the state that the
programs have seen. Whoever plays a step second, after a crash or beside another process, stores nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import F
from django.utils import timezone

from games.core.contract import Json
from lobby.matches import acts
from lobby.matches.models import Match, Orders, ProgramMemory, Seat


@dataclass(frozen=True)
class SeatRecord:
    """What one seat's program did in a step, and what it keeps."""

    orders: Json
    entities: dict[str, str]
    overtimes: int
    console: list[Json]


def store_records(*, match_id: str, step: int, records: Mapping[int, SeatRecord]) -> bool:
    """Store what the programs of a step did; False when it is not this step any more, or somebody has done so.

    A seat that has given up meanwhile keeps its resignation.
    """
    with acts.acting():
        match = Match.objects.select_for_update(no_key=True).defer("options").filter(pk=match_id).first()
        if match is None or match.status != Match.Status.RUNNING or match.step != step:
            return False
        here = Orders.objects.filter(match_id=match_id, step=step, seat__in=list(records))
        if here.filter(by=Orders.By.PROGRAM).exists():
            return False
        taken = set(here.values_list("seat", flat=True))
        playing = Seat.objects.filter(match_id=match_id, program__isnull=False, resigned=False)
        free = set(playing.values_list("number", flat=True)) - taken
        now = timezone.now()
        Orders.objects.bulk_create(
            Orders(
                match_id=match_id, step=step, seat=seat, revision=1, orders=record.orders, ready=True,
                by=Orders.By.PROGRAM, created_at=now,
            )
            for seat, record in sorted(records.items())
            if seat in free
        )  # fmt: skip
        for seat, record in sorted(records.items()):
            ProgramMemory.objects.update_or_create(
                match_id=match_id,
                seat=seat,
                defaults={
                    "entities": record.entities, "overtimes": record.overtimes, "console": record.console,
                },
            )  # fmt: skip
        Match.objects.filter(pk=match_id).update(revision=F("revision") + 1)
    return True
