"""Pages of the ladder: all games, the standings of one, what a program has played."""

from __future__ import annotations

from typing import Any

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

import games
from lobby.accounts.models import User
from lobby.bots.programs import why_off
from lobby.ladder import services
from lobby.ladder.models import Entry
from lobby.matches.errors import ServiceError
from lobby.matches.models import Program
from lobby.pages import lists, rating_pages
from lobby.platform.http.paging import ShortPaginator
from lobby.ratings import standing
from lobby.ratings.formula import SETTLED_AFTER

A_PAGE = 50
BEST = 5
MATCHES_A_PAGE = 30


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every game with its best programs."""
    now = timezone.now()
    counts = services.counts_by_game(now)
    found = [
        {
            "id": game.id,
            "name": gettext(game.name),
            "lines": services.lines(list(services.standings(game.id, now)[:BEST]), 1),
            "count": counts.get(game.id, 0),
        }
        for game in services.ladder_games()
    ]
    context = {
        "games": found,
        "mine": [(one, gettext(games.get(one.game).name)) for one in _mine(request)],
        "runs": settings.LADDER_MATCHES > 0,
    }
    return render(request, "ladder/index.html", context)


@require_safe
def game_page(request: HttpRequest, game_id: str) -> HttpResponse:
    """The standings of a game."""
    try:
        game = services.game_of_ladder(game_id)
    except ServiceError:
        raise Http404 from None
    page = ShortPaginator(services.standings(game.id, timezone.now()), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "game": {"id": game.id, "name": gettext(game.name)},
        "lines": services.lines(list(page.object_list), page.start_index()),
        "page": page,
        "bots": services.bots(game),
        "going_on": lists.cards(services.going_on(game.id)),
        "mine": {program.pk for program in _mine(request)},
        "settled_after": SETTLED_AFTER,
        "runs": settings.LADDER_MATCHES > 0,
    }
    return render(request, "ladder/game.html", context)


@require_safe
def program_page(request: HttpRequest, program_id: int) -> HttpResponse:
    """What a program has played, how its rating came about, and for its owner what went wrong."""
    try:
        program = services.shown_program(program_id)
    except ServiceError:
        raise Http404 from None
    if program.game not in games.GAMES:
        raise Http404
    is_owner = request.user.pk is not None and program.owner_id == request.user.pk
    entry = Entry.objects.filter(program=program).first()
    page = ShortPaginator(services.results(program), MATCHES_A_PAGE).get_page(request.GET.get("page"))
    shown = services.rating_of(program)
    past = [] if shown is None else standing.history(shown.id)
    context: dict[str, Any] = {
        "program": program,
        "game_name": gettext(games.get(program.game).name),
        "owner": program.owner if program.owner is not None and program.owner.is_active else None,
        "is_owner": is_owner,
        "entry": entry,
        "is_off": bool(program.switched_off),
        "why_off": why_off(program) if is_owner else "",
        "left": None if entry is None else services.left_today(entry, timezone.now()),
        "quota": settings.LADDER_QUOTA,
        "page": page,
        "played": services.played(list(page.object_list), for_owner=is_owner),
        "shown": shown,
        "settled_after": SETTLED_AFTER,
    }
    if shown is not None:
        context |= {"past": past[::-1], "rating_page": rating_pages.charts(shown, past, [])}
    return render(request, "ladder/program.html", context)


@login_required(login_url="guest")
@require_POST
def act(request: HttpRequest, program_id: int, action: str) -> HttpResponse:
    """Put a program of one's own on the ladder, or take it off."""
    if action not in {"enter", "leave"}:
        raise Http404
    refused = ratelimit.consume_or_429(request, action="program")
    if refused:
        return refused
    assert isinstance(request.user, User)
    try:
        if action == "enter":
            services.enter(user=request.user, program_id=program_id)
            messages.success(request, _("It is on the ladder and plays when the site has time."))
            return redirect("ladder_program", program_id)
        services.leave(user=request.user, program_id=program_id)
        messages.success(request, _("It has left the ladder. Its rating stays."))
    except ServiceError as error:
        messages.error(request, error.message)
    return redirect("program", program_id)


def _mine(request: HttpRequest) -> list[Program]:
    """One's own programs on the ladder."""
    if request.user.pk is None:
        return []
    found = Program.objects.filter(owner=request.user.pk, ladder_entry__isnull=False, game__in=list(games.GAMES))
    return list(found.order_by("game", "-pk"))
