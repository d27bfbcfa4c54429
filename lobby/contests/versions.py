"""Which version of an entrant's program plays? The one that was in force when its round was drawn, whatever is handed in later.

What is checked is what runs: a version is a stored program, whose text never changes, with its digest.
"""

from __future__ import annotations

import hashlib
from datetime import datetime

from lobby.contests.models import Contest, Entrant, HandIn, Place
from lobby.matches.models import Program


def digest_of(program: Program) -> str:
    """SHA-256 of its text in UTF-8, as hex."""
    return hashlib.sha256(program.text.encode()).hexdigest()


def note_entered(entrant: Entrant, now: datetime) -> HandIn | None:
    """The program with which somebody enters, or which they choose before the start, is a version that counts at once; None for a person, and
    for one that counts already. Inside the caller's transaction."""
    if entrant.program is None:
        return None
    # What was handed in before and waits is no longer meant.
    entrant.hand_ins.filter(has_counted=False).update(has_counted=True)
    version = number_of(entrant, entrant.program)
    if version == entrant.version:
        return None
    entrant.version = version
    entrant.program_name = entrant.program_name or entrant.program.name
    entrant.save(update_fields=["version", "program_name"])
    return HandIn.objects.create(
        entrant=entrant,
        version=version,
        program=entrant.program,
        name=entrant.program.name,
        digest=digest_of(entrant.program),
        counts_from=now,
        has_counted=True,
        at=now,
    )


def number_of(entrant: Entrant, program: Program) -> int:
    """Of this program among the versions of an entrant: its own if it was handed in before, else the next one."""
    known = list(entrant.hand_ins.values_list("program", "version"))
    # Programs that were removed since have no id, and keep their numbers.
    own = next((version for one, version in known if one == program.pk), None)
    return own or 1 + max((version for _program, version in known), default=0)


def come_into_force(contest: Contest, now: datetime) -> None:
    """From now on those versions count whose time has come, the latest of each entrant. Inside the transaction that holds the contest."""
    waiting = HandIn.objects.filter(entrant__contest=contest, has_counted=False, counts_from__lte=now)
    due = list(waiting.select_related("program").defer("program__text"))
    newest = {one.entrant_id: one for one in due if one.program is not None}
    for entrant_id, one in newest.items():
        Entrant.objects.filter(pk=entrant_id).update(program=one.program, version=one.version)
    HandIn.objects.filter(pk__in=[one.pk for one in due]).update(has_counted=True)


def is_there(place: Place) -> bool:
    """Can who sits at this place play now, with the version that was in force when the round was drawn?"""
    entrant = place.entrant
    if place.version in {None, entrant.version}:
        return entrant.is_there
    program = program_of(place)
    return entrant.takes_part and program is not None and not program.switched_off


def program_of(place: Place) -> Program | None:
    """The program that plays at this place; None for a person, or if it was removed."""
    if place.version in {None, place.entrant.version}:
        return place.entrant.program
    found = HandIn.objects.filter(entrant=place.entrant_id, version=place.version, program__isnull=False)
    one = found.select_related("program").first()
    return None if one is None else one.program
