"""What may an entrant do with versions of a program while a race runs? Hand in a new one, or go back to an earlier one. Of a team its captain does.

It counts from the next evening on, before the start at once. Going back is handing in the program of that version once more, so both are one act.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import games
from lobby.accounts.models import User
from lobby.contests import evenings, services, versions
from lobby.contests.models import Contest, Entrant, HandIn
from lobby.matches.errors import NotAllowed, TooMany
from lobby.matches.models import Program
from lobby.store import acts
from lobby.tables import services as tables

A_DAY = 20
"""Versions of one entrant."""


class TooManyVersions(TooMany):
    """`data`: `limit`, `seconds`."""

    text = _("You have handed in %(limit)s versions in a day. Go on tomorrow.")


def is_open(contest: Contest, now: datetime) -> bool:
    """Are new versions taken now?"""
    if contest.evening is None or contest.is_over:
        return False
    return contest.frozen_at is None or now < contest.frozen_at


@acts.acting(transaction.atomic)
def hand_in(*, user: User, contest_id: int, entrant_id: int, program_id: int, now: datetime | None = None) -> HandIn:
    """Let this program be the newest version of an entrant of one's own. Raises NoContest, NotAllowed with the field, TooManyVersions."""
    contest = services.held(contest_id)
    # Not before: whoever waited for the lock in the moment of the freeze is late.
    now = now or timezone.now()
    if contest.evening is None:
        raise NotAllowed("", _("Programs stay as they have entered in this contest."))
    if not is_open(contest, now):
        raise NotAllowed("", _("The programs are frozen: what follows is played with the versions that count now."))
    entrant = contest.entrants.filter(
        pk=entrant_id, user=user, is_program=True, is_organiser=False, withdrawn_at=None, missed=False
    ).first()
    if entrant is None:
        raise NotAllowed("entrant", _("You have no such program in this contest."))
    program = choices(entrant, contest).filter(pk=program_id).first()
    if program is None:
        tables.refuse_switched_off(_kept(entrant, contest), program_id, "program")
        raise NotAllowed("program", _("You have no such program."))
    others = HandIn.objects.filter(entrant__contest=contest, program=program).exclude(entrant=entrant)
    if others.exists():
        raise NotAllowed("program", _("This program is a version of another entry."))
    known = list(entrant.hand_ins.order_by("pk"))
    if known and known[-1].program_id == program.pk:
        raise NotAllowed("program", _("This is the version that you have handed in last."))
    if sum(one.at > now - services.DAY for one in known) >= A_DAY:
        raise TooManyVersions(limit=A_DAY, seconds=round(services.DAY.total_seconds()))
    if contest.status == Contest.Status.PLANNED:
        entrant.program = program
        entrant.save(update_fields=["program"])
        return versions.note_entered(entrant, now) or known[-1]
    return HandIn.objects.create(
        entrant=entrant,
        version=versions.number_of(entrant, program),
        program=program,
        name=program.name,
        digest=versions.digest_of(program),
        counts_from=evenings.later(contest, now),
        at=now,
    )


def choices(entrant: Entrant, contest: Contest) -> QuerySet[Program]:
    """Programs that can be its next version, the newest first: those of its owner, or of its team."""
    return _kept(entrant, contest).filter(switched_off="").order_by("-pk")


def _kept(entrant: Entrant, contest: Contest) -> QuerySet[Program]:
    if entrant.team_id is None:
        return tables.kept_by(entrant.user_id, games.get(contest.game))
    return Program.objects.filter(team_versions__team=entrant.team_id)


def of(entrant: Entrant) -> list[HandIn]:
    """What was handed in for an entrant, the newest first; each version once, as it was handed in last."""
    found: dict[int, HandIn] = {}
    for one in entrant.hand_ins.select_related("program").defer("program__text").order_by("-pk"):
        found.setdefault(one.version, one)
    return list(found.values())
