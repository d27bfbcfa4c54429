"""The calendar of a person's deadlines, at an address that only they know: programs that show calendars have no session."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe
from icalendar import Alarm, Calendar, Event, vDuration
from icalendar.enums import TRANSP

import games
from lobby.accounts.views import person_of
from lobby.matches import words
from lobby.matches.models import Match
from lobby.notices import links, wishes
from lobby.notices.models import Wishes
from lobby.notices.words import BRIEF, game_name
from lobby.pages import lists

LONG: Final = timedelta(minutes=30)
"""Length of an entry, which ends at the deadline."""
WARNS: Final = timedelta(hours=2)
"""How long before the entry a program that shows it reminds its reader."""
FRESH: Final = timedelta(minutes=30)
"""How often programs may ask."""


@cache_control(private=True, max_age=300)
@require_safe
def calendar(request: HttpRequest, code: str) -> HttpResponse:
    """The deadlines that wait for somebody, as iCalendar. They tell of the matches as much as the person's mails do."""
    refused: HttpResponse | None = ratelimit.consume_or_429(request, action="calendar", limit_get=True)
    if refused is not None:
        return refused
    chosen = Wishes.objects.select_related("user").filter(calendar=code, user__is_active=True).first()
    if chosen is None:
        raise Http404
    with translation.override(chosen.user.language or settings.LANGUAGE_CODE):
        text = _calendar(chosen).to_ical()
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


def _calendar(chosen: Wishes) -> Calendar:
    uid = f"deadlines-{chosen.user_id}@{links.host()}"
    made = Calendar.new(prodid="-//Fogbound//Deadlines//EN", version="2.0", name="Fogbound", uid=uid)
    # RFC 7986, 5.7: the type has to be said. The other one is what Outlook reads.
    made.add("refresh-interval", FRESH, {"VALUE": "DURATION"})
    made.add("x-published-ttl", vDuration(FRESH))
    for match in lists.waiting(chosen.user_id):
        if match.status == Match.Status.RUNNING and match.clock == Match.Clock.SLOW and match.deadline is not None:
            made.add_component(_entry(match, tells_more=chosen.tells_more))
    return made


def _entry(match: Match, *, tells_more: bool) -> Event:
    assert match.deadline is not None
    told = str(BRIEF["step"])
    if tells_more:
        step = words.step_of(games.get(match.game), match, match.step)
        told = gettext("%(game)s, %(step)s: your orders are due.") % {"game": game_name(match.game), "step": step}
    entry = Event.new(
        uid=f"{match.pk}-{match.step}@{links.host()}",
        summary=told,
        start=match.deadline - LONG,
        end=match.deadline,
        stamp=timezone.now(),
        url=links.site(reverse("match", args=[match.pk])),
        transparency=TRANSP.TRANSPARENT,
    )
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", told)
    alarm.add("trigger", -WARNS)
    entry.add_component(alarm)
    return entry


@login_required(login_url="guest")
@require_POST
def change(request: HttpRequest) -> HttpResponse:
    """Make the address of the person's calendar, make another one in its place, or end it (`end`)."""
    person = person_of(request)
    refused: HttpResponse | None = ratelimit.consume_or_429(request, action="notices")
    if refused is not None:
        return refused
    chosen = wishes.of(person)
    chosen.calendar = "" if "end" in request.POST else secrets.token_urlsafe(24)
    chosen.save()
    return redirect(f"{reverse('account_notices')}#calendar")
