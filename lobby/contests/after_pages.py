"""Pages for when a contest is over: all of it as one file, and a certificate for each entrant."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from allauth.core import ratelimit
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

import games
from lobby.contests import export, serializers, words
from lobby.contests.pages import found_contest
from lobby.platform.http.request_kinds import may_take_long


@require_safe
@may_take_long("GET")
def whole_file(request: HttpRequest, contest_id: int) -> HttpResponse | StreamingHttpResponse:
    """Results and replays, as far as they may be known."""
    contest = found_contest(contest_id)
    refused: HttpResponse | None = ratelimit.consume_or_429(request, action="download", limit_get=True)
    if refused:
        return refused
    headers = {"Content-Disposition": f'attachment; filename="fogbound-contest-{contest.pk}.zip"'}
    return StreamingHttpResponse(export.parts(contest), content_type="application/zip", headers=headers)


@require_safe
def certificate(request: HttpRequest, contest_id: int, entrant_id: int) -> HttpResponse:
    """What an entrant has reached, to be printed or kept as a picture."""
    contest = found_contest(contest_id)
    found = serializers.certificate(contest, entrant_id)
    if found is None:
        raise Http404
    zone = ZoneInfo(contest.time_zone)
    days = {moment.astimezone(zone).date() for moment in (contest.starts_at, contest.finished_at) if moment}
    context = {
        "contest": serializers.facts(contest, timezone.now()),
        "is_of_a_day": len(days) == 1,
        "game_name": gettext(games.get(contest.game).name),
        "formats": [words.FORMATS[one.format] for one in contest.stages.all()],
    }
    return render(request, "contests/certificate.html", {**context, **found})
