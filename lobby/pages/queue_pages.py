"""The page of the queue for a quick match: choose game and pace, wait, and play against a bot if the wait is too long."""

from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

import games
from lobby.accounts.models import User
from lobby.matches.errors import ServiceError
from lobby.matches.people import Ticket
from lobby.tables import queue


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Choose, wait, or go to the match that was found. Loading this page records that the person still waits."""
    ticket = None
    if isinstance(request.user, User):
        found = queue.fetch(user=request.user)
        if found is not None:
            return redirect("match", found)
        queue.stay([request.user.pk])
        ticket = queue.waiting(request.user.pk)
    return render(request, "lobby/quick.html", _context(request, ticket))


@require_POST
def enter(request: HttpRequest) -> HttpResponse:
    """Enter the queue."""
    if not isinstance(request.user, User):
        return redirect(f"{reverse('guest')}?{urlencode({'next': reverse('quick')})}")
    refused = ratelimit.consume_or_429(request, action="table_action")
    if refused:
        return refused
    try:
        queue.enter(
            user=request.user,
            game_id=request.POST.get("game", ""),
            pace=request.POST.get("pace", ""),
            rated="rated" in request.POST,
        )
    except ServiceError as error:
        messages.error(request, error.message)
    return redirect("quick")


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Leave the queue."""
    if isinstance(request.user, User):
        try:
            queue.leave(user=request.user)
        except ServiceError as error:
            messages.error(request, error.message)
    return redirect("quick")


def _context(request: HttpRequest, ticket: Ticket | None) -> dict[str, Any]:
    wanted = request.GET.get("game", "")
    known = list(games.all_games())
    game = games.get(wanted) if wanted in games.GAMES else known[0]
    return {
        "ticket": ticket,
        "ticket_game": gettext(games.get(ticket.game).name) if ticket else "",
        "ticket_pace": queue.PACES[queue.Pace(ticket.pace)] if ticket else "",
        "games": [{"id": one.id, "name": gettext(one.name), "is_chosen": one.id == game.id} for one in known],
        "paces": [
            {"id": pace, "name": name, "is_chosen": pace == queue.Pace.NORMAL} for pace, name in queue.PACES.items()
        ],
        "may_be_rated": not (isinstance(request.user, User) and request.user.is_guest),
        "page": {
            "waited": max(0, (timezone.now() - ticket.created_at).total_seconds()) if ticket else None,
            "bots_after": queue.BOTS_AFTER.total_seconds(),
        },
    }
