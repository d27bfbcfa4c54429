"""How do the orders of programs get to disk? All of a step in one transaction, together with the programs' memories.

Records of a driven step are not checked, because `resolve` on them gives the state that the programs have seen. A process that plays a
step second, after a crash or beside another process, stores nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from games.core.contract import Json
from lobby.matches import sharing
from lobby.matches.errors import NoMatch
from lobby.matches.models import Match, Orders, Program, ProgramMemory, Seat
from lobby.notices import writing
from lobby.notices.models import Notice
from lobby.notices.writing import News
from lobby.store import acts


@dataclass(frozen=True)
class SeatRecord:
    """What one seat's program did in a step, and its memory."""

    orders: Json
    entities: dict[str, str]
    overtimes: int
    console: list[Json]
    refused: Json = None
    """What was wrong with its orders, for the program's next turn; None: nothing."""
    strikes: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    gave_up: str = ""
    """The seat is off from this step on, and why."""


def store_records(*, match_id: str, step: int, records: Mapping[int, SeatRecord]) -> bool:
    """Store what the programs of a step did. Returns False if the match has left this step or the records are already stored.

    A seat that has resigned meanwhile keeps its resignation.
    """
    with acts.acting():
        try:
            match = acts.lock(match_id)
        except NoMatch:
            return False
        if match.status != Match.Status.RUNNING or match.step != step:
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
                    "refused": record.refused, "strikes": record.strikes, "counts": record.counts,
                },
            )  # fmt: skip
        _note_failures(match_id, {seat: record.gave_up for seat, record in records.items() if record.gave_up})
        Match.objects.filter(pk=match_id).update(revision=F("revision") + 1)
    return True


def _note_failures(match_id: str, why: Mapping[int, str]) -> None:
    """Count a match in which a program's seat is off; with too many of them the program begins no more."""
    seats = Seat.objects.filter(match_id=match_id, number__in=list(why), program__isnull=False)
    for number, program_id in seats.order_by("program_id").values_list("number", "program_id"):
        program = Program.objects.select_for_update(of=("self",)).get(pk=program_id)
        program.failures += 1
        if program.failures >= settings.PROGRAM_FAILURES and not program.switched_off:
            program.switched_off, program.switched_off_at = why[number], timezone.now()
            writing.tell(
                [
                    News(user_id, Notice.Kind.PROGRAM, f"{program_id}", data={"program": program_id})
                    for user_id in sharing.owner_and_partners(program)
                ]
            )
        program.save(update_fields=["failures", "switched_off", "switched_off_at"])
