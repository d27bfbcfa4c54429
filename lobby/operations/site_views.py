"""Pages for staff about the site itself: what is announced, what is switched off, and which limits hold. Each change is in the audit log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games
from lobby.accounts import sanctions, switches
from lobby.accounts.models import StaffAct, User
from lobby.accounts.staff import WhyForm
from lobby.operations import announcements
from lobby.operations.staff_forms import AnnouncementForm, RatesForm
from lobby.operations.staff_views import staff_only

CHANGE_SWITCH: Final = "lobby.change_switch"
CHANGE_ANNOUNCEMENT: Final = "lobby.change_announcement"
ACTS_SHOWN: Final = 30

KINDS: Final[dict[str, tuple[Promise, Promise]]] = {
    switches.SIGN_UP: (
        gettext_lazy("Sign-up"),
        gettext_lazy("Off: nobody gets a new account. Guests play, and whoever has an account logs in."),
    ),
    switches.GUESTS: (
        gettext_lazy("Guests"),
        gettext_lazy("Off: nobody comes in without an account. Guests who are here play on."),
    ),
    switches.CONTESTS: (
        gettext_lazy("Contests"),
        gettext_lazy("Off: none is announced, and nobody enters one. Those that are under way go on."),
    ),
    switches.PROGRAMS: (
        gettext_lazy("Programs"),
        gettext_lazy(
            "Off: none is saved, tried or brought to a table, and the ladder rests. Matches that have begun go on."
        ),
    ),
}
GAME_OFF: Final = gettext_lazy("Off: no match of it begins. Those that have begun go on, and their replays stay.")
LIMITS: Final[dict[str, Promise]] = {
    "guest": gettext_lazy("New guests"),
    "quick_match": gettext_lazy("Quick matches"),
    "table": gettext_lazy("New tables"),
    "table_action": gettext_lazy("Acts at a table"),
    "program": gettext_lazy("Programs that are saved"),
    "program_check": gettext_lazy("Programs that are checked while they are written"),
    "program_trial": gettext_lazy("Trials of programs"),
    "lesson": gettext_lazy("Lessons and puzzles"),
    "contest": gettext_lazy("New contests"),
    "contest_act": gettext_lazy("Acts in contests"),
    "people": gettext_lazy("Following, blocking, reporting"),
    "message": gettext_lazy("Private messages"),
    "club": gettext_lazy("Acts in clubs"),
    "search": gettext_lazy("Searches for people"),
    "picture": gettext_lazy("Pictures of boards"),
}


@require_safe
@staff_only(CHANGE_SWITCH)
def switches_page(request: HttpRequest) -> HttpResponse:
    """What is switched off, which limits hold, and who has changed what."""
    return _switches(request)


@require_POST
@staff_only(CHANGE_SWITCH)
def turn(request: HttpRequest, name: str) -> HttpResponse:
    """Switch something off, or on again."""
    title = _titles().get(name)
    if title is None:
        raise Http404
    # As the button said, whatever this process knows by now.
    off = request.POST.get("off") == "1"
    return _changed(
        request, name, WhyForm, lambda told: switches.turn(staff=_staff(request), name=name, off=off, **told)
    )


@require_POST
@staff_only(CHANGE_SWITCH)
def limit(request: HttpRequest, name: str) -> HttpResponse:
    """Change a limit, or let that of the settings hold again."""
    if name not in LIMITS:
        raise Http404
    return _changed(
        request, switches.LIMIT + name, RatesForm, lambda told: switches.limit(staff=_staff(request), name=name, **told)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@staff_only(CHANGE_ANNOUNCEMENT)
def announcements_page(request: HttpRequest) -> HttpResponse:
    """Announce something on every page for a time, and take it back."""
    if request.method == "POST" and "off" in request.POST:
        number = request.POST["off"]
        row = announcements.take_back(int(number)) if number.isascii() and number.isdigit() else None
        if row is not None:
            sanctions.log_act(staff=_staff(request), act="announcement off", subject=row)
        messages.success(request, _("It is announced no more."))
        return redirect("staff_announcements")
    form = AnnouncementForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        row = announcements.announce(**form.cleaned_data)
        sanctions.log_act(staff=_staff(request), act="announcement on", subject=row, until=row.ends_at)
        messages.success(request, _("It is announced on every page."))
        return redirect("staff_announcements")
    context = {"form": form, "rows": announcements.coming()}
    return render(request, "staff/announcements.html", context, status=400 if form.is_bound else 200)


def _changed(
    request: HttpRequest, name: str, form_class: type[WhyForm], change: Callable[[dict[str, Any]], None]
) -> HttpResponse:
    form = form_class(request.POST, prefix=name)
    if form.is_valid():
        try:
            change(form.cleaned_data)
        except ValidationError as error:
            form.add_error("rates" if "rates" in form.fields else None, error)
        else:
            messages.success(request, _("It holds everywhere within a few seconds."))
            return redirect("staff_switches")
    return _switches(request, refused=form)


def _switches(request: HttpRequest, *, refused: forms.Form | None = None) -> HttpResponse:
    def form_of(name: str, form_class: type[WhyForm], **initial: Any) -> forms.Form:
        if refused is not None and refused.prefix == name:
            return refused
        return form_class(prefix=name, initial=initial)

    switches.refresh()
    held = switches.limits()
    context = {
        "switches": [
            {
                "name": name,
                "title": title,
                "words": words,
                "is_off": switches.is_off(name),
                "form": form_of(name, WhyForm),
            }
            for name, (title, words) in _titles().items()
        ],
        "limits": [
            {
                "name": name,
                "title": title,
                "given": switches.given(name),
                "held": held.get(name, ""),
                "form": form_of(switches.LIMIT + name, RatesForm, rates=held.get(name, "")),
            }
            for name, title in LIMITS.items()
        ],
        "acts": StaffAct.objects.filter(act__in=switches.ACTS)[:ACTS_SHOWN],
    }
    return render(request, "staff/switches.html", context, status=200 if refused is None else 400)


def _titles() -> dict[str, tuple[str | Promise, str | Promise]]:
    """Name of a switch → its title, and what is so while it is off."""
    of_games = {switches.GAME + game.id: (_(game.name), GAME_OFF) for game in games.all_games()}
    return {**KINDS, **of_games}


def _staff(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
