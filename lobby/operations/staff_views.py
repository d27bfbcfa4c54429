"""Pages for staff: running matches, one match with the possible actions, and the announcement of maintenance.

The permission to view matches in the admin opens the pages; the permission to change them allows actions, except on a match in which the
member of staff plays. Other accounts are refused; visitors without a session are sent to the log-in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games
from lobby.accounts import sanctions
from lobby.accounts.models import User
from lobby.accounts.staff import WhyForm
from lobby.bots import policy
from lobby.governance import oversight
from lobby.matches.errors import ServiceError
from lobby.matches.models import GOES_ON, Match
from lobby.notices import mail_folder
from lobby.operations import maintenance, running, timeline
from lobby.operations.staff_forms import ExtendForm, MaintenanceForm, SeatForm, SetBackForm
from lobby.platform.http.paging import ShortPaginator
from lobby.play import interruptions

ROWS_A_PAGE = 50
MAILS_SHOWN = 30
VIEW, CHANGE = "lobby.view_match", "lobby.change_match"
CHANGE_MAINTENANCE = "lobby.change_maintenance"


@dataclass(frozen=True)
class Act:
    """An action of staff on a match."""

    name: str
    title: str | Promise
    explanation: str | Promise
    form: type[WhyForm]
    service: Callable[..., Any]
    fits: Callable[[Match], bool]
    is_grave: bool = False
    mends: bool = False
    """True if the action ends a fault; staff who play in the match may do that too."""


def _runs(match: Match) -> bool:
    return match.status == Match.Status.RUNNING


def _is_paused(match: Match) -> bool:
    return match.status == Match.Status.PAUSED


ACTS: dict[str, Act] = {
    act.name: act
    for act in (
        Act(
            "pause",
            gettext_lazy("Pause"),
            gettext_lazy("The clock stops until staff start it again. No vote ends this pause."),
            WhyForm,
            oversight.pause,
            lambda match: _runs(match) or (_is_paused(match) and not interruptions.awaits_staff(match)),
        ),
        Act(
            "resume",
            gettext_lazy("Resume"),
            gettext_lazy(
                "The clock continues with the time that was left. Do this when the cause of the pause has been fixed. A step that has"
                " failed is tried again."
            ),
            WhyForm,
            oversight.resume,
            _is_paused,
            mends=True,
        ),
        Act(
            "extend",
            gettext_lazy("Give more time"),
            gettext_lazy("The deadline of this step moves, for every seat."),
            ExtendForm,
            oversight.extend,
            _runs,
        ),
        Act(
            "give_back",
            gettext_lazy("Give a seat back"),
            gettext_lazy(
                "Whoever was absent plays on: a bot leaves the seat, and so does somebody who has taken it over, who may only watch from then on."
            ),
            SeatForm,
            oversight.give_back,
            lambda match: match.seats.exclude(autopilot="").exists() or match.departures.exists(),
        ),
        Act(
            "set_back",
            gettext_lazy("Set back"),
            gettext_lazy(
                "This match stands still, and a new one begins at that step with the same seats, options and clock. What is hidden"
                " here stays hidden until the new one is over. Whoever has this match open is shown the way. Programs begin with an empty"
                " memory."
            ),
            SetBackForm,
            oversight.set_back,
            lambda match: not match.is_private,
            is_grave=True,
        ),
        Act(
            "void",
            gettext_lazy("Void"),
            gettext_lazy("The match ends without a result. Everything in it becomes public. This cannot be undone."),
            WhyForm,
            oversight.void,
            lambda match: True,
            is_grave=True,
            mends=True,
        ),
    )
}

View = Callable[..., HttpResponse]


def staff_only(permission: str) -> Callable[[View], View]:
    """Require staff with this permission. Raises PermissionDenied for other accounts."""

    def decorate(view: View) -> View:
        @wraps(view)
        @login_required
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            user = request.user
            if not (isinstance(user, User) and user.is_staff and user.has_perm(permission)):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return checked

    return decorate


@require_safe
@staff_only(VIEW)
def matches(request: HttpRequest) -> HttpResponse:
    """Running matches, all or one kind of trouble."""
    trouble, game = request.GET.get("trouble", ""), request.GET.get("game", "")
    assert isinstance(request.user, User)
    found = running.running(trouble if trouble in running.TROUBLE else "", game if game in games.GAMES else "")
    page = ShortPaginator(found, ROWS_A_PAGE).get_page(request.GET.get("page"))
    own = running.played_by(request.user, page.object_list)
    context = {
        "rows": [running.row(match, is_own=match.pk in own) for match in page.object_list],
        "page": page,
        "trouble": trouble,
        "game": game,
        "games": games.all_games(),
        "has_maintenance": maintenance.current() is not None,
    }
    return render(request, "staff/matches.html", context)


@require_safe
@staff_only(VIEW)
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """One match and the possible actions."""
    return _match_page(request, _find(match_id))


@require_POST
@staff_only(CHANGE)
def act(request: HttpRequest, match_id: str, name: str) -> HttpResponse:
    """Perform the action and redirect to the match; show the form again if it is refused."""
    if name not in ACTS:
        raise Http404
    subject, chosen = _find(match_id), ACTS[name]
    form = chosen.form(request.POST, prefix=name)
    if form.is_valid():
        try:
            chosen.service(staff=request.user, match_id=match_id, **form.cleaned_data)
        except ServiceError as error:
            form.add_error(error.path if error.path in form.fields else None, error.message)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("%(row)s: done.") % {"row": chosen.title})
            return redirect("staff_match", match_id)
    return _match_page(request, subject, refused=form)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_only(CHANGE_MAINTENANCE)
def maintenance_page(request: HttpRequest) -> HttpResponse:
    """Set or remove the announcement of maintenance."""
    assert isinstance(request.user, User)
    form = MaintenanceForm(request.POST if request.method == "POST" and "off" not in request.POST else None)
    if request.method == "POST" and "off" in request.POST:
        maintenance.take_back()
        sanctions.log_act(staff=request.user, act="maintenance off", subject="")
        messages.success(request, _("Nothing is announced any more."))
        return redirect("staff_maintenance")
    if form.is_valid():
        row = maintenance.announce(**form.cleaned_data)
        sanctions.log_act(staff=request.user, act="maintenance on", subject=row, until=row.at)
        messages.success(request, _("It is announced on every page."))
        return redirect("staff_maintenance")
    context = {"form": form, "announced": maintenance.current()}
    return render(request, "staff/maintenance.html", context, status=400 if form.is_bound else 200)


LAYERS: dict[str, Promise] = {
    "namespaces": gettext_lazy("Namespaces: no files but its own, no network, no other processes (bubblewrap)"),
    "capabilities": gettext_lazy("No capabilities"),
    "own_user": gettext_lazy("A user of its own, where the site runs as root"),
    "user_namespace": gettext_lazy("A user namespace"),
    "limits": gettext_lazy("Limits of processor time, memory and files"),
    "processes": gettext_lazy("A limit of threads"),
    "no_new_privileges": gettext_lazy("No new privileges"),
    "landlock": gettext_lazy("Landlock: reads what it is made of, and nothing else"),
    "seccomp": gettext_lazy("A filter of system calls (seccomp)"),
}


@require_safe
@staff_only(VIEW)
def confinement_page(request: HttpRequest) -> HttpResponse:
    """How people's programs are confined in the process that answers."""
    found = policy.here()
    context = {
        "rows": [(words, name in found.layers) for name, words in LAYERS.items()],
        "is_allowed": policy.is_allowed(),
        "is_enough": not found.missing,
    }
    return render(request, "staff/confinement.html", context)


@require_safe
@staff_only(VIEW)
def mails_page(request: HttpRequest) -> HttpResponse:
    """What a site without a mail server would have sent. For superusers: there are links in it that set a new password."""
    if not request.user.is_superuser:
        raise PermissionDenied
    if settings.EMAIL_HOST:
        raise Http404
    return render(request, "staff/mails.html", {"mails": list(mail_folder.newest(MAILS_SHOWN))})


def _find(match_id: str) -> Match:
    found = Match.objects.filter(pk=match_id).exclude(status=Match.Status.OPEN).defer("options").first()
    if found is None:
        raise Http404
    return found


def _match_page(request: HttpRequest, subject: Match, *, refused: forms.Form | None = None) -> HttpResponse:
    assert isinstance(request.user, User)
    may_act = subject.status in GOES_ON and not subject.set_aside and request.user.has_perm(CHANGE)
    fitting = [act for act in ACTS.values() if may_act and act.fits(subject)]
    barred = {
        mends: oversight.is_barred(request.user, subject, mends=mends) for mends in {act.mends for act in fitting}
    }
    allowed = [act for act in fitting if not barred[act.mends]]
    shown = [
        (act, refused if refused is not None and refused.prefix == act.name else act.form(prefix=act.name))
        for act in allowed
    ]
    is_own = bool(running.played_by(request.user, [subject]))
    context = {
        "row": running.row(subject, is_own=is_own),
        "acts": shown,
        "own": oversight.OWN_MATCH if len(allowed) < len(fitting) else "",
        "refused": refused,
        "seats": running.seats(subject, is_own=is_own),
        "moments": timeline.of(subject, is_own=is_own and subject.status in GOES_ON),
    }
    return render(request, "staff/match.html", context, status=400 if refused is not None else 200)
