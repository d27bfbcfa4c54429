"""What is on: the best running match of each game, as late as its table says and as strangers see it; the last finished one where none is running.

`/tv/` shows all games, `/tv/<game>/` one, `/tv/<game>/frame/` the same for other sites that `FOGBOUND_EMBEDDERS` names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

import games
from games.core.events import PUBLIC
from lobby.fog import audience
from lobby.matches.models import Match
from lobby.pages import lists, picture_pages
from lobby.pages.lists import Card
from lobby.platform.protocol.server import AudienceName
from lobby.ratings import standing
from lobby.ratings.standing import Shown
from lobby.store.wake import AWAY

CHOSEN_SECONDS = 10
"""How long all processes show what one has chosen."""
CANDIDATES = 30
"""The newest public matches of a game, among which the best is chosen."""
ASKED_EVERY = 15
"""Seconds between two questions of an open page."""


@dataclass(frozen=True)
class Channel:
    """What is on of one game."""

    game: str
    name: str
    card: Card | None
    """None: nothing has been played in public."""
    as_: AudienceName = "public"
    step: int = 0
    is_running: bool = False
    is_dark: bool = False
    """Spectators see only what everybody knows, although there is more: that may be nothing."""

    @property
    def mark(self) -> str:
        """Changes with what is shown."""
        return f"{self.card.id if self.card else ''}:{self.step}:{self.is_running}"


def on(game_id: str) -> Channel:
    """What is on of a game now."""
    name = gettext(games.get(game_id).name)
    match = _chosen(game_id)
    if match is None:
        return Channel(game_id, name, None)
    shown = _shown(match)
    cards = lists.cards([match]) if shown is not None else []
    if shown is None or not cards:
        return Channel(game_id, name, None)
    is_running = not audience.is_over(match)
    return Channel(game_id, name, cards[0], *shown, is_running, is_dark=is_running and not _is_lit(match, shown))


def _chosen(game_id: str) -> Match | None:
    """The match that is on; the same for everybody for some seconds."""
    key = f"tv:{game_id}"
    try:
        known = cache.get(key)
    except AWAY:
        known = None
    if known is not None:
        return lists.shown(game_id).filter(pk=known).first()
    found = _best(game_id) or _last(game_id)
    with suppress(*AWAY):
        cache.set(key, found.pk if found else "", CHOSEN_SECONDS)
    return found


def _best(game_id: str) -> Match | None:
    running = [
        match
        for match in lists.running_matches(game_id, CANDIDATES, with_practice=False)
        if match.status == Match.Status.RUNNING and _can_be_seen(match)
    ]
    ratings = standing.of_players(running)
    # Where names are hidden, ratings are too.
    return max(running, key=lambda match: _worth(match, ratings.get(match.pk, {})), default=None)


def _can_be_seen(match: Match) -> bool:
    return _shown(match) is not None


def _shown(match: Match) -> tuple[AudienceName, int] | None:
    return picture_pages.shown_to_strangers(match, list(match.seats.all()), "", "")


def _worth(match: Match, ratings: Mapping[int, Shown]) -> tuple[bool, float, bool, int]:
    """What shows more than everybody knows first, then good players, then what moves quickly, then what has gone on for longer."""
    points = [] if audience.hides_names(match) else [one.points for one in ratings.values()]
    return (
        _is_lit(match, _shown(match)),
        sum(points) / len(points) if points else 0.0,
        match.clock == Match.Clock.LIVE,
        match.step,
    )


def _is_lit(match: Match, shown: tuple[AudienceName, int] | None) -> bool:
    return shown is not None and (shown[0] != PUBLIC or not audience.has_fog(match))


def _last(game_id: str) -> Match | None:
    finished = lists.public(game_id).filter(status=Match.Status.FINISHED).order_by("-created_at", "-id")
    return next((match for match in finished[:CANDIDATES] if _can_be_seen(match)), None)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """What is on of every game; those of which nothing is have one place for all."""
    channels = [on(game_id) for game_id in games.GAMES]
    shown = [one for one in channels if one.card is not None]
    silent = [one for one in channels if one.card is None]
    return render(request, "lobby/tv.html", {"channels": shown, "silent": silent})


@require_safe
def channel(request: HttpRequest, game_id: str) -> HttpResponse:
    """One game."""
    context = {"channel": _known(game_id), "every": ASKED_EVERY, "is_embeddable": bool(settings.EMBEDDERS)}
    return render(request, "lobby/tv_channel.html", context)


@require_safe
def now(request: HttpRequest, game_id: str) -> HttpResponse:
    """What an open page asks for: `{"mark", "html"}`."""
    shown = _known(game_id)
    context = {"channel": shown, "is_away": "frame" in request.GET}
    return JsonResponse({"mark": shown.mark, "html": render_to_string("lobby/_tv.html", context)})


def _known(game_id: str) -> Channel:
    if game_id not in games.GAMES:
        raise Http404
    return on(game_id)


def _for_others(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Only the sites of the setting may show this page in theirs; without any there is no such page."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.EMBEDDERS:
            raise Http404
        response: HttpResponseBase = csp_replace({"frame-ancestors": list(settings.EMBEDDERS)})(view)(
            request, *args, **kwargs
        )
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    return xframe_options_exempt(shown)


@_for_others
@require_safe
def frame(request: HttpRequest, game_id: str) -> HttpResponse:
    """One game for a frame in another site: a picture, names, and a way to the match in a window of its own."""
    return render(request, "lobby/tv_frame.html", {"channel": _known(game_id), "every": ASKED_EVERY})
