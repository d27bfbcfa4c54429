"""The page on which the host and the co-hosts steer a contest: how far it is, what fails, and a form for each act."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from lobby.accounts import invitations, reports
from lobby.accounts.forms import ReportForm
from lobby.accounts.views import person_of
from lobby.contests import lists, oversight, plans, replaying, serializers, services, steering, words
from lobby.contests.forms import Moment
from lobby.contests.models import Contest
from lobby.contests.pages import found_contest
from lobby.matches import length
from lobby.matches.errors import ServiceError
from lobby.platform.http import site_address
from lobby.platform.http.null_characters import NUL
from lobby.platform.http.request_kinds import may_take_long
from lobby.tables.services import NotHost


class DatesForm(forms.Form):
    """The dates of a contest, in its time zone."""

    opens_at = Moment(label=_("The entry opens"))
    closes_at = Moment(label=_("The entry closes"))
    starts_at = Moment(label=_("The contest starts"))
    check_in_minutes = forms.IntegerField(
        label=_("Minutes of check-in before the start"), min_value=0, max_value=plans.CHECK_IN[-1]
    )

    def __init__(self, contest: Contest, data: QueryDict | None = None) -> None:
        self.zone = ZoneInfo(contest.time_zone)
        shown = {name: getattr(contest, name).astimezone(self.zone) for name in _MOMENTS}
        super().__init__(data, initial={**shown, "check_in_minutes": contest.check_in_minutes})

    def given(self) -> dict[str, Any]:
        """The valid dates as moments."""
        found = dict(self.cleaned_data)
        return found | {name: found[name].replace(tzinfo=self.zone) for name in _MOMENTS}


_MOMENTS = ("opens_at", "closes_at", "starts_at")


class StageForm(forms.Form):
    """When a later stage begins at the earliest, or the next round of the one that runs; in the time zone of the contest."""

    stage = forms.TypedChoiceField(label=_("Stage"), coerce=int)
    not_before = Moment(label=_("No earlier than"))

    def __init__(self, contest: Contest, data: QueryDict | None = None) -> None:
        self.zone = ZoneInfo(contest.time_zone)
        super().__init__(data)
        stages = [one for one in contest.stages.filter(finished_at=None) if one.number or one.started_at]
        field = self.fields["stage"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(str(one.number), f"{one.number + 1}. {words.FORMATS[one.format]}") for one in stages]
        first = next((one.not_before or one.next_at for one in stages), None)
        self.initial["not_before"] = (first or max(contest.starts_at, timezone.now())).astimezone(self.zone)

    def given(self) -> dict[str, Any]:
        """The valid form as an act takes it."""
        found = dict(self.cleaned_data)
        return found | {"not_before": found["not_before"].replace(tzinfo=self.zone)}


@login_required(login_url="guest")
@require_http_methods(["GET", "HEAD", "POST"])
@may_take_long("GET")
def steer(request: HttpRequest, contest_id: int) -> HttpResponse:
    """How far it is; a press does one act."""
    contest, person = found_contest(contest_id), person_of(request)
    if not services.steers(contest, person):
        raise PermissionDenied
    if request.method != "POST":
        return _page(request, contest)
    refused = ratelimit.consume_or_429(request, action="contest_act")
    if refused:
        return refused
    act, given = request.POST.get("act", ""), _given(request)
    if act in _FORMS:
        form = _FORMS[act](contest, request.POST)
        if not form.is_valid():
            return _page(request, contest, **{act: form})
        given |= form.given()
    try:
        steering.do(user=person, contest_id=contest.pk, act=act, given=given)
    except NotHost as error:
        raise PermissionDenied from error
    except ServiceError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, str(words.ACTS[_LOGGED.get(act, act)]))
    return redirect("contest_steer", contest.pk)


_LOGGED = {"stage": "dates"}
"""Acts that the log calls otherwise."""
_FORMS: dict[str, type[DatesForm] | type[StageForm]] = {"dates": DatesForm, "stage": StageForm}
"""By the acts that they are for."""


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
    """What was sent beside the act; a table is its three numbers with dots between."""
    sent = request.POST
    found: dict[str, Any] = {"text": sent.get("text", ""), "person": sent.get("person", "").replace(NUL, "").strip()}
    if "listed" in sent:
        found["listed"] = lists.split(sent["listed"][: lists.LONGEST])
    for name in ("entrant", "people", "days"):
        if sent.get(name, "").isdecimal():
            found[name] = min(int(sent[name][:12]), 2**31 - 1)
    numbers = sent.get("table", "").split(".")
    if len(numbers) == 3 and all(one.isdecimal() for one in numbers):
        found |= {name: int(one[:6]) for name, one in zip(("stage", "round", "number"), numbers, strict=True)}
    return found


def _page(request: HttpRequest, contest: Contest, **wrong: forms.Form) -> HttpResponse:
    """`wrong`: a form with mistakes, by its act."""
    now = timezone.now()
    found = oversight.progress(contest, now)
    seconds = found["expected"]["match_seconds"]
    for table in found["last_tables"]:
        table["state_name"] = words.STATES[table["state"]]
    playable, plays_here = replaying.open_to(contest, person_of(request))
    where = {(one.stage.number, one.round, one.number) for one in playable}
    invitation = found["invitation"]
    entrants = [one for one in serializers.entrants(contest) if not one["is_organiser"] and not one["is_removed"]]
    playing = [one for one in entrants if not one["is_withdrawn"]]
    context = {
        "contest": contest,
        "invitation": invitation,
        "invitation_address": invitation and site_address.absolute(request, invitation["address"]),
        "most_people": min(invitations.MOST, invitations.left(person_of(request), now)),
        "most_days": invitations.DAYS,
        "phase": serializers.phase(contest, now),
        "phase_name": words.PHASES[serializers.phase(contest, now)],
        "progress": found,
        "tables": [one for one in found["last_tables"] if (one["stage"], one["round"], one["number"]) in where],
        "plays_here": plays_here,
        "is_released": serializers.is_released(contest),
        "entrants": entrants,
        "here": [one for one in playing if one["is_checked_in"]],
        "absent": [one for one in playing if not one["is_checked_in"]],
        "dates": wrong.get("dates") or DatesForm(contest),
        "stage_form": wrong.get("stage") or StageForm(contest),
        "usual": "" if seconds is None else length.span(seconds),
        "listed": "\n".join(
            contest.listed.filter(user__is_active=True).order_by("user__name_key").values_list("user__name", flat=True)
        ),
        "is_host": contest.host_id == request.user.pk,
        "cohosts": [known for one in contest.cohosts.all() if (known := serializers.person(one)) is not None],
        "acts": words.acts(oversight.log(contest)),
        "longest": steering.LONGEST_TEXT,
        "format_name": ""
        if found["stage"] is None
        else words.FORMATS[contest.stages.get(number=found["stage"]).format],
    }
    return render(request, "contests/steer.html", context, status=400 if wrong else 200)
