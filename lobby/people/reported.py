"""Which reports may a member of staff see? None about themselves, and none from a match that they or a program of theirs are playing."""

from __future__ import annotations

from django.db.models import QuerySet

from lobby.accounts import persons
from lobby.accounts.models import Report, User
from lobby.matches.models import UNFINISHED, Seat


def seen_by(staff: User, reports: QuerySet[Report]) -> QuerySet[Report]:
    """Those of the reports that this member of staff may see."""
    # Few matches are not over. Asked for each report, the database would read all matches instead.
    playing = Seat.objects.filter(persons.playing(staff), match__status__in=UNFINISHED).values("match")
    return reports.exclude(match__in=playing).exclude(persons.of(staff, "person"))
