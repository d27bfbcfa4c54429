"""What do staff see of one person? Their account, names, matches, reports, devices, what goes out to them, and what staff have done.

No secret and no address from which they play: no key of a session, no second factor, no text of a notice, no match whose table hides names as long
as it goes on. Each look is in the audit log.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.utils import quote
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import games
from lobby.accounts import persons, sanctions
from lobby.accounts.models import Report, StaffAct, User
from lobby.accounts.sessions import browser
from lobby.fog import audience
from lobby.matches.models import Match
from lobby.notices.models import Delivery, Device, Hook, Notice
from lobby.operations.staff_views import staff_only
from lobby.people import reported
from lobby.people.views import find_person
from lobby.platform.http import access_log

VIEW_USER: Final = "lobby.view_user"
ROWS: Final = 30
LOOK: Final = "look at person"
LOOKS_APART: Final = timedelta(hours=1)
"""Of looks by the same member of staff within this time the first is logged."""


@dataclass(frozen=True)
class Played:
    """A match of the person, whose other seats are not named here."""

    id: str
    game: str
    status: str
    at: datetime
    place: int | None
    missed: int


@require_safe
@staff_only(VIEW_USER)
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """All of one person on one page."""
    person = find_person(slug)
    assert isinstance(request.user, User)
    staff = request.user
    _note(staff, person)
    context = {
        "person": person,
        "account": _account(person),
        "accounts": _others(person),
        "names": person.name_changes.all()[:ROWS],
        "matches": _matches(person, staff),
        "about": reported.seen_by(staff, Report.objects.filter(person=person)).order_by("-created_at")[:ROWS],
        "made": reported.seen_by(staff, Report.objects.filter(reporter=person)).order_by("-created_at")[:ROWS],
        "devices": _devices(person),
        "hooks": Hook.objects.filter(user=person).order_by("-pk")[:ROWS],
        "kinds": _kinds(person),
        "waiting": _waiting(person),
        "acts": StaffAct.objects.filter(person=person)[:ROWS],
        "admin": reverse("admin:lobby_user_change", args=[quote(person.pk)])
        if staff.has_perm("lobby.change_user")
        else "",
    }
    return render(request, "staff/person.html", context)


def _note(staff: User, person: User) -> None:
    since = timezone.now() - LOOKS_APART
    if not StaffAct.objects.filter(staff=staff, person=person, act=LOOK, at__gt=since).exists():
        sanctions.log_act(staff=staff, act=LOOK, person=person, subject=f"{person.name} ({person.username})")


def _account(person: User) -> dict[str, Any]:
    """Facts of the account. Whether there is a second factor, not which."""
    return {
        "has_confirmed": EmailAddress.objects.filter(user=person, verified=True).exists(),
        "digest": access_log.digest(persons.person_id(person)),
        "has_factor": Authenticator.objects.filter(user=person).exists(),
        "muted_until": person.mute_ends,
        "suspended_until": person.suspension_ends,
    }


def _others(person: User) -> list[User]:
    """The owner of a bot account, or the bot accounts of a person."""
    return [person.owner] if person.owner is not None else list(User.objects.filter(owner=person).order_by("pk")[:ROWS])


def _matches(person: User, staff: User) -> list[Played]:
    """The newest, without those that the member of staff plays as well, or whose table hides names, before their end."""
    found: list[Played] = []
    seats = (
        person.seats.filter(program=None).select_related("match").defer("match__options").order_by("-match__created_at")
    )
    for seat in seats[: 2 * ROWS]:
        match = seat.match
        is_secret = audience.hides_names(match) or match.seats.filter(persons.playing(staff)).exists()
        if match.status == Match.Status.OPEN or match.sealed or (is_secret and not audience.is_over(match)):
            continue
        name = _(games.get(match.game).name) if match.game in games.GAMES else match.game
        found.append(Played(match.pk, name, match.get_status_display(), match.created_at, seat.place, seat.missed))
    return found[:ROWS]


def _devices(person: User) -> list[tuple[str, str, datetime | None]]:
    """What it is, which browser, and since when."""
    sessions = UserSession.objects.filter(user=person).order_by("-created_at")[:ROWS]
    pushes = Device.objects.filter(user=person).order_by("-pk")[:ROWS]
    return [
        *((_("logged in"), browser(one.user_agent), one.created_at) for one in sessions),
        *((_("shows notices"), one.browser, None) for one in pushes),
    ]


def _kinds(person: User) -> list[tuple[str, int]]:
    """How many notices of each kind they got in the time for which notices are kept."""
    counted = Notice.objects.filter(user=person).values_list("kind").annotate(number=Count("pk")).order_by("-number")
    return [(str(Notice.Kind(kind).label), number) for kind, number in counted]


def _waiting(person: User) -> list[tuple[str, int, datetime]]:
    """What is on its way to them: by which way, how often tried, and when next."""
    rows = Delivery.objects.filter(notice__user=person).order_by("due_at").values_list("way", "attempts", "due_at")
    words = {
        Delivery.Way.MAIL: _("Mail"),
        Delivery.Way.DIGEST: _("Mail of the day"),
        Delivery.Way.PUSH: _("Devices"),
        Delivery.Way.HOOK: _("Webhooks"),
    }
    return [(words.get(Delivery.Way(way), way), attempts, due) for way, attempts, due in rows[:ROWS]]
