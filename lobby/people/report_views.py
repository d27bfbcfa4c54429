"""Pages to report a person or a chat line to staff. Only lines that the person may read can be reported."""

import re

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from lobby.accounts import reports
from lobby.accounts.forms import ReportForm
from lobby.accounts.models import User
from lobby.builds import services as builds
from lobby.builds.models import Build
from lobby.builds.services import all_text
from lobby.matches.errors import ServiceError
from lobby.matches.models import ChatLine
from lobby.people.views import find_person
from lobby.talk import chat

_SEATS = re.compile(r"(\d{1,2}(,\d{1,2}){0,15})?")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_person(request: HttpRequest, slug: str) -> HttpResponse:
    """Report a person."""
    subject = find_person(slug)
    return _report(request, subject, None, back=("person", subject.slug))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_line(request: HttpRequest, match_id: str) -> HttpResponse:
    """Report a chat line; `room`, `to` and `number` of the address identify it as the socket does."""
    line = _line(request, match_id)
    if line is None or line.user is None:
        raise Http404
    return _report(request, line.user, line, back=("match", match_id))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_build(request: HttpRequest, code: str) -> HttpResponse:
    """Report what somebody has made and shares under this code."""
    try:
        build = builds.shared(code)
    except ServiceError:
        raise Http404 from None
    return _report(request, build.owner, None, back=("game", build.game), build=build)


def _line(request: HttpRequest, match_id: str) -> ChatLine | None:
    room, to, number = (request.GET.get(name, "") for name in ("room", "to", "number"))
    if not _SEATS.fullmatch(to) or not re.fullmatch(r"\d{1,9}", number) or room not in ChatLine.Room.values:
        return None
    members = tuple(int(seat) for seat in to.split(",")) if to else ()
    try:
        return chat.find_line(
            match_id=match_id, user_id=request.user.pk, room=room, members=members, number=int(number)
        )
    except ServiceError:
        return None


def _report(
    request: HttpRequest, subject: User, line: ChatLine | None, back: tuple[str, str], build: Build | None = None
) -> HttpResponse:
    form = ReportForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        refused = ratelimit.consume_or_429(request, action="people")
        if refused:
            return refused
        assert isinstance(request.user, User)
        try:
            reports.report(
                reporter=request.user,
                person=subject,
                match_id=line.match_id if line else None,
                line_id=line.pk if line else None,
                build_id=build.pk if build else None,
                # What the person says on their profile, or has made, may be another thing when staff look.
                text=line.text if line else all_text(build) if build else subject.about,
                **form.cleaned_data,
            )
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("Staff will look at it. Thank you."))
            return redirect(*back)
    context = {
        "form": form,
        "subject": None if line or build else subject,
        "line": line,
        "build": build,
        "back": back,
    }
    return render(request, "people/report.html", context, status=400 if form.is_bound else 200)
