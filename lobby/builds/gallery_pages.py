"""The gallery of a game's maps as a page: what people have made, with pictures. It works without scripts."""

from __future__ import annotations

from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

import games
from lobby.accounts.models import User
from lobby.accounts.views import person_of
from lobby.builds import gallery, services
from lobby.builds.views import named
from lobby.matches.errors import ServiceError
from lobby.platform.http.paging import ShortPaginator

A_PAGE = 12


@require_safe
def gallery_page(request: HttpRequest, game_id: str, word: str) -> HttpResponse:
    """One page of the gallery, as the address asks: `sort`, `seats`, `mine` for one's favourites, `page`."""
    workshop = named(game_id, word, gallery.workshop_of)
    asked = _asked(request.GET, game_id)
    user = request.user if isinstance(request.user, User) else None
    user_id = None if user is None else user.pk
    rows = gallery.listed(
        game_id,
        user_id,
        sort=asked["sort"],
        seats=asked["seats"],
        favourites=asked["mine"] and user_id is not None,
    )
    page = ShortPaginator(rows, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "game": {"id": game_id, "name": gettext(games.get(game_id).name)},
        "workshop": {"word": workshop.word, "name": gettext(workshop.name)},
        "has_picture": workshop.picture is not None,
        "page": page,
        "maps": gallery.shown(game_id, user_id, list(page)),
        "sorts": gallery.SORTS.items(),
        "seats": games.get(game_id).seats,
        "asked": asked,
        "is_filtered": asked["seats"] is not None or asked["mine"],
        "has_account": user is not None and not user.is_guest,
        "back": _address_part(asked, page.number),
    }
    return render(request, "builds/gallery.html", context)


@login_required
@require_POST
def like(request: HttpRequest, game_id: str, word: str, code: str) -> HttpResponse:
    """Give a map a heart, or take it back if `off` is sent; then back to where the map was."""
    named(game_id, word, gallery.workshop_of)
    refused = ratelimit.consume_or_429(request, action="build")
    if refused:
        return refused
    try:
        gallery.like(user=person_of(request), game_id=game_id, code=code, is_liked="off" not in request.POST)
    except services.NoBuild:
        raise Http404 from None
    except ServiceError as error:
        messages.error(request, error.message)
    asked = QueryDict(request.POST.get("back", "")[:200])
    number = asked.get("page", "")
    part = _address_part(
        _asked(asked, game_id), int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 1
    )
    return redirect(f"{reverse('gallery', args=[game_id, word])}?{part}#map-{code}")


def _asked(sent: QueryDict, game_id: str) -> dict[str, Any]:
    """What an address asks for, without what it cannot ask for."""
    sort, seats = sent.get("sort", ""), sent.get("seats", "")
    known = {str(number) for number in games.get(game_id).seats}
    return {
        "sort": sort if sort in gallery.SORTS else "played",
        "seats": int(seats) if seats in known else None,
        "mine": sent.get("mine") == "1",
    }


def _address_part(asked: dict[str, Any], page: int) -> str:
    found = QueryDict(mutable=True)
    found["sort"] = asked["sort"]
    if asked["seats"] is not None:
        found["seats"] = str(asked["seats"])
    if asked["mine"]:
        found["mine"] = "1"
    if page > 1:
        found["page"] = str(page)
    return found.urlencode()
