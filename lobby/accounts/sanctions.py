"""What may staff do to a person, and where is it logged? They mute, suspend and replace offensive names. Each act needs a reason and is logged.

Every function is one transaction that changes the person and writes the `StaffAct`, so that neither exists without the other.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from lobby.accounts import persons
from lobby.accounts.models import NameChange, Report, StaffAct, User
from lobby.accounts.signals import account_suspended, report_settled


def may_act(user: User) -> bool:
    """False for closed accounts and suspended people, who may not play or change anything."""
    return user.is_active and not user.is_suspended


def may_play(field: str, now: datetime) -> Q:
    """Condition for rows whose user in `field` is not suspended now, nor the owner of that bot account; for users themselves if that is ""."""
    found = Q()
    way = f"{field}__" if field else ""
    for one in (way, f"{way}owner__"):
        found &= Q(**{f"{one}suspended_until": None}) | Q(**{f"{one}suspended_until__lte": now})
    return found


def log_act(
    *, staff: User, act: str, subject: object, why: str = "", person: User | None = None, until: datetime | None = None
) -> StaffAct:
    """Add what a member of staff has done to the audit log."""
    return StaffAct.objects.create(
        staff=staff,
        staff_name=staff.username,
        act=act,
        person=person,
        subject=str(subject)[:200],
        why=why,
        until=until,
    )


@transaction.atomic
def mute(*, staff: User, person: User, until: datetime, why: str) -> None:
    """Forbid the person to chat until that time. Raises PermissionDenied or ValidationError."""
    _check(staff, person, why, until)
    person.muted_until = until
    person.save(update_fields=["muted_until"])
    log_act(staff=staff, act="mute", person=person, subject=_called(person), why=why, until=until)


@transaction.atomic
def unmute(*, staff: User, person: User, why: str) -> None:
    """Allow the person to chat again."""
    _check(staff, person, why)
    person.muted_until = None
    person.save(update_fields=["muted_until"])
    log_act(staff=staff, act="unmute", person=person, subject=_called(person), why=why)


@transaction.atomic
def suspend(*, staff: User, person: User, until: datetime, why: str) -> None:
    """Suspend the person until then: no log-in and no play. They can read `why`. Bots take their seats in running matches."""
    _check(staff, person, why, until)
    person.suspended_until = until
    person.suspension_reason = why
    person.save(update_fields=["suspended_until", "suspension_reason"])
    account_suspended.send(sender=User, user=person)
    log_act(staff=staff, act="suspend", person=person, subject=_called(person), why=why, until=until)


@transaction.atomic
def end_suspension(*, staff: User, person: User, why: str) -> None:
    """End the suspension."""
    _check(staff, person, why)
    person.suspended_until = None
    person.suspension_reason = ""
    person.save(update_fields=["suspended_until", "suspension_reason"])
    log_act(staff=staff, act="end suspension", person=person, subject=_called(person), why=why)


@transaction.atomic
def take_name(*, staff: User, person: User, why: str) -> None:
    """Replace an offensive name by a neutral one."""
    _check(staff, person, why)
    old = person.name
    # The new name is stored, so it is in the person's language and not in that of the member of staff.
    with override(person.language or settings.LANGUAGE_CODE):
        person.name = gettext("Renamed %(number)s") % {"number": 100000 + secrets.randbelow(900000)}
    person.save(update_fields=["name"])
    if not person.is_guest:
        NameChange.objects.create(user=person, old=old, new=person.name)
    log_act(staff=staff, act="take name", person=person, subject=_called(person), why=why)


@transaction.atomic
def settle_report(*, staff: User, report: Report, acted: bool, why: str = "") -> None:
    """Close a report. Raises ValidationError if it has already been settled, or if this member of staff is a party to it."""
    if is_party(staff, report):
        raise ValidationError(
            _("You have a part in this report: only somebody else of the staff may decide."), code="own"
        )
    if not Report.objects.filter(pk=report.pk, status=Report.Status.OPEN).exists():
        raise ValidationError(_("Somebody has handled it already."), code="settled")
    report.status = Report.Status.ACTED if acted else Report.Status.DISMISSED
    report.handled_by = staff
    report.handled_at = timezone.now()
    report.save(update_fields=["status", "handled_by", "handled_at"])
    report_settled.send(sender=Report, report=report, acted=acted)
    log_act(staff=staff, act=f"report {report.status}", person=report.person, subject=report, why=why)


def is_party(staff: User, report: Report) -> bool:
    """True if the report is by this member of staff or about them, or about a match in which they or a program of theirs played."""
    mine = Report.objects.filter(persons.of(staff, "person", "reporter") | persons.playing(staff, "match__seats__"))
    return mine.filter(pk=report.pk).exists()


def _check(staff: User, person: User, why: str, until: datetime | None = None) -> None:
    behind = person if person.owner is None else person.owner
    if persons.is_same(person, staff) or ((behind.is_staff or behind.is_superuser) and not staff.is_superuser):
        raise PermissionDenied
    if not why.strip():
        raise ValidationError(_("Give a reason: it goes into the log."), code="required")
    if until is not None and until <= timezone.now():
        raise ValidationError(_("The end must be in the future."), code="past")


def _called(person: User) -> str:
    return f"{person.name} ({person.username})"
