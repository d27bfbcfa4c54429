"""The page on which the host and the co-hosts steer a contest: how far it is, what fails, and a form for each act."""

from __future__ import annotations

from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from lobby.accounts import reports
from lobby.accounts.forms import ReportForm
from lobby.accounts.models import User
from lobby.accounts.views import person_of
from lobby.contests import oversight, serializers, services, steering, words
from lobby.contests.models import Contest
from lobby.contests.pages import found_contest
from lobby.contests.steering_forms import BY_ACT, FORMS, ActForm, TableForm
from lobby.matches import length
from lobby.matches import words as match_words
from lobby.matches.errors import ServiceError
from lobby.platform.http import page_limits, site_address
from lobby.platform.http.null_characters import NUL
from lobby.platform.http.request_kinds import may_take_long
from lobby.tables.services import NotHost

PARTS = ("head", "progress", "acts", "log")
"""Of the page, that change while a contest runs; each has a template."""


@login_required(login_url="guest")
@require_http_methods(["GET", "HEAD", "POST"])
@may_take_long("GET")
def steer(request: HttpRequest, contest_id: int) -> HttpResponse:
    """How far it is; a press does one act. What is refused comes back with what was typed."""
    contest, person = _steered(request, contest_id)
    if request.method != "POST":
        return _page(request, contest, person)
    act, form = request.POST.get("act", ""), None
    if seconds := page_limits.wait(request, "contest_act"):
        if act not in BY_ACT:
            return page_limits.too_fast(request, seconds, request.path)
        form = BY_ACT[act](contest, person, request.POST)
        form.add_error(None, page_limits.said(request, "contest_act"))
        return _page(request, contest, person, form, status=429)
    if act in BY_ACT:
        form = BY_ACT[act](contest, person, request.POST)
        if not form.is_valid():
            return _page(request, contest, person, form)
        if isinstance(form, TableForm) and "sure" not in request.POST:
            return _page(request, contest, person, form, asks=act)
    try:
        steering.do(user=person, contest_id=contest.pk, act=act, given=form.given() if form else _given(request))
    except NotHost as error:
        raise PermissionDenied from error
    except ServiceError as error:
        if form is not None and form.is_offered:
            form.refuse(error)
            return _page(request, contest, person, form)
        messages.error(request, error.message)
    else:
        messages.success(request, str(words.ACTS[_LOGGED.get(act, act)]))
    return redirect("contest_steer", contest.pk)


_LOGGED = {"stage": "dates"}
"""Acts that the log calls otherwise."""


@login_required(login_url="guest")
@require_safe
@may_take_long("GET")
def steer_now(request: HttpRequest, contest_id: int) -> HttpResponse:
    """For the script of that page: its parts as they are now."""
    contest, person = _steered(request, contest_id)
    context = _context(request, contest, person)
    parts = {name: render_to_string(f"contests/_steer_{name}.html", context, request) for name in PARTS}
    return JsonResponse({"parts": parts, "is_over": contest.is_over})


def _steered(request: HttpRequest, contest_id: int) -> tuple[Contest, User]:
    """The contest, and the person who steers it. Raises Http404, PermissionDenied."""
    contest, person = found_contest(contest_id), person_of(request)
    if not services.steers(contest, person):
        raise PermissionDenied
    return contest, person


@login_required(login_url="guest")
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, contest_id: int, act_id: int) -> HttpResponse:
    """Report to staff what a host has written to the entrants."""
    contest, person = found_contest(contest_id), person_of(request)
    message = oversight.message(contest, act_id)
    if message is None or message.user is None:
        raise Http404
    form = ReportForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        refused = ratelimit.consume_or_429(request, action="people")
        if refused:
            return refused
        try:
            reports.report(
                reporter=person, person=message.user, act_id=message.pk, text=message.text, **form.cleaned_data
            )
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, gettext("Staff will look at it. Thank you."))
            return redirect("contest", contest.pk)
    context = {"form": form, "message": message, "back": ("contest", contest.pk)}
    return render(request, "people/report.html", context, status=400 if form.is_bound else 200)


def _given(request: HttpRequest) -> dict[str, Any]:
    """What the acts without a form of their own take."""
    return {"person": request.POST.get("person", "").replace(NUL, "").strip()}


def _page(
    request: HttpRequest,
    contest: Contest,
    person: User,
    filled: ActForm | None = None,
    *,
    asks: str = "",
    status: int = 400,
) -> HttpResponse:
    """`filled`: the form that was sent; `asks`: the act that is done once it is confirmed; `status`: of a form that was refused."""
    context = _context(request, contest, person, filled) | {"asks": asks}
    is_wrong = filled is not None and not asks
    return render(request, "contests/steer.html", context, status=status if is_wrong else 200)


def _context(request: HttpRequest, contest: Contest, person: User, filled: ActForm | None = None) -> dict[str, Any]:
    now = timezone.now()
    found, phase = oversight.progress(contest, now), serializers.phase(contest, now)
    seconds, invitation = found["expected"]["match_seconds"], found["invitation"]
    entrants = (one for one in serializers.entrants(contest) if not one["is_organiser"])
    playing = [one for one in entrants if not one["is_removed"] and not one["is_withdrawn"]]
    acts = () if contest.is_over else FORMS
    format_ = "" if found["stage"] is None else contest.stages.get(number=found["stage"]).format
    return {
        "contest": contest,
        "invitation": invitation,
        "invitation_address": invitation and site_address.absolute(request, invitation["address"]),
        "phase": phase,
        "phase_name": words.PHASES[phase],
        "progress": found,
        "is_released": serializers.is_released(contest),
        "here": [one for one in playing if one["is_checked_in"]],
        "absent": [one for one in playing if not one["is_checked_in"]],
        "forms": {one.ACTS[0]: filled if type(filled) is one else one(contest, person) for one in acts},
        "usual": "" if seconds is None else match_words.duration(seconds) if seconds < 60 else length.span(seconds),
        "is_host": contest.host_id == person.pk,
        "cohosts": [known for one in contest.cohosts.all() if (known := serializers.person(one)) is not None],
        "acts": words.acts(oversight.log(contest)),
        "format_name": words.FORMATS.get(format_, ""),
        "void_means": words.VOID.get(format_, words.VOID_ELSEWHERE),
    }
