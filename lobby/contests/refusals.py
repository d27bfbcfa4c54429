"""In which matches did the game refuse orders of whose programs? Default orders were played in their place.

Of a match that is over. To those who steer the contest it is said without numbers, which would tell how long a sealed match was.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lobby.contests.models import Entrant, HandIn, Place
from lobby.matches.models import Match, ProgramMemory, Seat


@dataclass(frozen=True)
class Refused:
    """A match of an entrant, and how often its orders were refused there."""

    match: str
    refused: int
    """Steps of its program, of `steps` in all."""
    steps: int

    @property
    def share(self) -> str:
        """`all` or `some`."""
        return "all" if self.refused >= self.steps else "some"


def in_last_matches(entrants: Iterable[Entrant]) -> dict[int, Refused]:
    """{entrant: its last match}, of those whose orders the game refused there."""
    return {pk: played[-1] for pk, played in in_matches(entrants).items() if played[-1].refused}


def in_matches(entrants: Iterable[Entrant]) -> dict[int, list[Refused]]:
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
        (match_id, seat): (told or {}).get("refused", 0)
        for match_id, seat, told in ProgramMemory.objects.filter(match__in=matches).values_list(
            "match", "seat", "counts"
        )
    }
    found: dict[int, list[Refused]] = {}
    for pk, lines in played.items():
        for match_id, version, steps in lines:
            seat = seats.get((match_id, programs.get((pk, version), 0)))
            refused = 0 if seat is None else counts.get((match_id, seat), 0)
            found.setdefault(pk, []).append(Refused(match_id, refused, steps))
    return found
