"""In which matches did whose programs fail, and where did the game refuse their orders? Default orders were played in their place.

Of a match that is over. To those who steer the contest it is said without numbers, which would tell how long a sealed match was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lobby.contests.models import Entrant, HandIn, Place
from lobby.matches.models import Match, ProgramMemory, Seat

_NOT_ITS_FAILURES = {"refused", "crash"}
"""Of what is counted: the game was asked for these orders, or a worker ended."""


@dataclass(frozen=True)
class Played:
    """A match of an entrant, and in how many of its steps the program failed or its orders were refused."""

    match: str
    failed: int
    refused: int
    steps: int
    was_off: bool = False
    """Switched off for the rest of it."""

    @property
    def failed_share(self) -> str:
        """`all`, `some` or ""."""
        return _share(self.failed, self.steps)

    @property
    def refused_share(self) -> str:
        """`all`, `some` or ""."""
        return _share(self.refused, self.steps)


def _share(count: int, steps: int) -> str:
    return "" if not count else "all" if count >= steps else "some"


def in_last(played: Mapping[int, list[Played]]) -> dict[int, Played]:
    """Of `in_matches`: the last match of those whose programs failed there, or whose orders the game refused."""
    return {pk: lines[-1] for pk, lines in played.items() if lines[-1].failed or lines[-1].refused}


def in_matches(entrants: Iterable[Entrant]) -> dict[int, list[Played]]:
    """{entrant: its matches that are over, in the order of play}, of programs that have played."""
    ids = [one.pk for one in entrants if one.is_program]
    over = Place.objects.filter(entrant__in=ids, is_forfeit=False, table__match__status=Match.Status.FINISHED)
    played: dict[int, list[tuple[str, int | None, int]]] = {}
    rows = over.order_by("table__stage__number", "table__round", "table__number", "pk")
    for pk, match_id, version, steps in rows.values_list("entrant", "table__match", "version", "table__match__step"):
        played.setdefault(pk, []).append((match_id, version, steps))
    handed_in = HandIn.objects.filter(entrant__in=list(played), program__isnull=False)
    programs: dict[tuple[int, int | None], int] = {
        (one, version): program for one, version, program in handed_in.values_list("entrant", "version", "program")
    }
    matches = {match_id for rows in played.values() for match_id, *_ in rows}
    seats = {
        (match_id, program): number
        for match_id, program, number in Seat.objects.filter(match__in=matches, program__isnull=False).values_list(
            "match", "program", "number"
        )
    }
    counts = {
        (match_id, seat): told or {}
        for match_id, seat, told in ProgramMemory.objects.filter(match__in=matches).values_list(
            "match", "seat", "counts"
        )
    }
    found: dict[int, list[Played]] = {}
    for pk, lines in played.items():
        for match_id, version, steps in lines:
            seat = seats.get((match_id, programs.get((pk, version), 0)))
            told = {} if seat is None else counts.get((match_id, seat), {})
            # A program is asked once a step, or for each of its units, where a step is no more than failed.
            failed = min(steps, sum(n for what, n in told.items() if what not in _NOT_ITS_FAILURES))
            found.setdefault(pk, []).append(Played(match_id, failed, told.get("refused", 0), steps, "off" in told))
    return found
