"""The pages of notices: the list, and the links in mails that end something without a session."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lobby.accounts.models import User
from lobby.accounts.views import person_of
from lobby.matches.models import Match
from lobby.notices import links, reading, unsubscribing, words, writing
from lobby.notices.models import Notice
from lobby.platform.http import scripts
from lobby.platform.http.paging import ShortPaginator
from lobby.store import wake

A_PAGE = 30


@login_required(login_url="guest")
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """All notices of the person, newest first."""
    person = person_of(request)
    unread = {one.pk for one in reading.unread(person.pk)}
    shown = ShortPaginator(reading.of(person.pk), A_PAGE).get_page(request.GET.get("page"))
    context = {"page": shown, "lines": words.lines(list(shown.object_list)), "unread": len(unread)}
    return render(request, "notices/list.html", context)


@login_required(login_url="guest")
@require_safe
def follow(request: HttpRequest, notice_id: int) -> HttpResponse:
    """Go where a notice leads; it has been read then."""
    person = person_of(request)
    notice = Notice.objects.filter(user=person, pk=notice_id).first()
    if notice is None:
        raise Http404
    (line,) = words.lines([notice])
    _read(person, [notice_id])
    return redirect(line.url)


@login_required(login_url="guest")
@require_POST
def read(request: HttpRequest) -> HttpResponse:
    """Mark as read: those with the ids in `id`, or all."""
    person = person_of(request)
    ids = [int(one) for one in request.POST.getlist("id") if one.isascii() and one.isdigit() and len(one) < 19]
    _read(person, ids if "id" in request.POST else None)
    return HttpResponse(status=204) if scripts.wants_json(request) else redirect("notices")


def _read(person: User, ids: list[int] | None) -> None:
    if reading.mark_read(person.pk, ids=ids):
        # Other pages of the person show the new number too.
        wake.publish_from_thread([writing.call_of(person.pk)])


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, signed: str) -> HttpResponse:
    """End what the signed link names: with a press on the page, or by a mail program (RFC 8058). No session is needed, so none protects it."""
    what = links.read(signed)
    user = None if what is None else User.objects.filter(pk=what.user_id, is_active=True).first()
    if what is None or user is None:
        raise Http404
    match = Match.objects.filter(pk=what.match_id).first() if what.match_id else None
    with translation.override(user.language or translation.get_language()):
        kind = str(Notice.Kind(what.kind).label) if what.kind else ""
        is_ended = unsubscribing.is_ended(what)
        if request.method == "POST":
            is_ended = "again" not in request.POST
            unsubscribing.end(what) if is_ended else unsubscribing.begin_again(what)
        game = words.game_name(match.game) if match is not None else ""
        context = {"kind": kind, "is_match": bool(what.match_id), "game": game, "is_ended": is_ended}
        return render(request, "notices/stop.html", context)


@login_required(login_url="guest")
@require_POST
def mute(request: HttpRequest, match_id: str) -> HttpResponse:
    """Hear nothing of a match, or again with `again`."""
    person = person_of(request)
    if not Match.objects.filter(pk=match_id, seats__user=person).exists():
        raise Http404
    what = links.Stop(person.pk, match_id=match_id)
    if "again" in request.POST:
        unsubscribing.begin_again(what)
        messages.success(request, gettext("You hear of this match again."))
    else:
        unsubscribing.end(what)
        messages.success(request, gettext("You hear nothing more of this match."))
    return redirect("account_notices")
