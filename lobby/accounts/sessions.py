"""Where is a person logged in, and how do they log out elsewhere? allauth keeps the list; this page ends one session or all others."""

from typing import Any

from allauth.usersessions.internal.flows.sessions import end_other_sessions, end_sessions
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from lobby.accounts import known_devices
from lobby.accounts.models import User

_BROWSERS = (("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
_SYSTEMS = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "macOS"),
            ("Linux", "Linux"))  # fmt: skip


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sessions(request: HttpRequest) -> HttpResponse:
    """The list of sessions. POST with `session` ends that one; POST without it ends all but the current one."""
    if request.method == "POST":
        return _end(request)
    found = UserSession.objects.purge_and_list(request.user)
    rows = [
        {
            "id": one.pk,
            "since": one.created_at,
            "address": one.ip,
            "browser": browser(one.user_agent),
            "is_current": one.session_key == request.session.session_key,
        }
        for one in sorted(found, key=lambda one: one.created_at, reverse=True)
    ]
    return render(request, "usersessions/usersession_list.html", {"sessions": rows})


def _end(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    # Any of them may be the one of the session. This device is remembered with the answer.
    known_devices.forget(request.user)
    chosen = request.POST.get("session", "")
    if chosen:
        number = int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 16 else -1
        ended: Any = list(UserSession.objects.filter(user=request.user, pk=number))
        end_sessions(request, ended)
    else:
        end_other_sessions(request, request.user)
    if not request.user.is_authenticated:
        return redirect("landing")
    messages.success(request, _("Ended. Whoever used it must log in again."))
    return redirect("usersessions_list")


def browser(agent: str) -> str:
    """Browser and system in two words, as far as they are known; else the beginning of the user agent."""
    name = next((name for mark, name in _BROWSERS if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    return " · ".join(filter(None, (name, system))) or agent[:40] or _("unknown")
