"""How does the board of a match look in small, to this reader? SVG for cards of lists; PNG for previews of links, which are for strangers.

The picture is made from the view that the reader gets as well on the page of the match, with the same delay: `audience.picture`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from allauth.core import ratelimit
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

import games
from games.core.events import PUBLIC, REFEREE
from lobby.accounts.models import User
from lobby.builds import services as builds
from lobby.fog import audience
from lobby.fog.audience import Audience
from lobby.matches.errors import ServiceError
from lobby.matches.models import Match, Seat
from lobby.pages import drawing, map_pictures
from lobby.pages.lobby_pages import visible_match
from lobby.platform.http.request_kinds import may_take_long
from lobby.platform.protocol.server import AudienceName
from lobby.platform.storage.lru import ByteLRU

_DRAWN: ByteLRU[tuple[str, Audience, int, bool, str], bytes] = ByteLRU(most_bytes=8_000_000, most=5_000)
"""Drawn pictures: an SVG has 0.2 to 5 KB, a PNG 10 to 40."""


def _in_colours(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that is an SVG, as often as anybody may ask for one; `view` gets the colours of `?theme=`."""

    @require_safe
    @wraps(view)
    def shown(request: HttpRequest, **named: str) -> HttpResponse:
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="picture", limit_get=True)
        return refused or view(request, "light" if request.GET.get("theme") == "light" else "dark", **named)

    return shown


@_in_colours
def board_svg(request: HttpRequest, theme: drawing.Theme, match_id: str) -> HttpResponse:
    """The board at `?step=`, or at the newest step before it that this reader may see, in the colours of `?theme=`."""
    match = visible_match(request, match_id)
    seats = list(match.seats.all())
    reader = _reader(match, request.user.pk, seats, request.GET.get("as", ""))
    step = _step(match, reader, request.GET.get("step", ""))
    response = HttpResponse(_drawn(match, reader, step, theme, "svg"), content_type="image/svg+xml")
    if not request.user.is_authenticated and request.GET.get("step") == str(step):
        # The address names the step, which never changes; a shared cache stores nothing, for a match may be closed again.
        response.headers["Cache-Control"] = "private, max-age=3600"
    return response


@_in_colours
def build_svg(request: HttpRequest, theme: drawing.Theme, game_id: str, word: str, key: str) -> HttpResponse:
    """A ready-made build, a shared one or one of the reader's own in small, in the colours of `?theme=`."""
    try:
        workshop = builds.workshop_of(game_id)
        person = request.user if isinstance(request.user, User) else None
        content, faults = workshop.judge({}, builds.called(person, game_id, key)[1])
    except ServiceError:
        raise Http404 from None
    if faults or workshop.picture is None or workshop.word != word:
        raise Http404
    response = HttpResponse(drawing.svg(workshop.picture(content), theme), content_type="image/svg+xml")
    response.headers["Cache-Control"] = "private, max-age=60"
    return response


@_in_colours
def table_map_svg(request: HttpRequest, theme: drawing.Theme, match_id: str) -> HttpResponse:
    """The map of a table at which nobody plays yet, in the colours of `?theme=`: what its page shows to everybody who may see it."""
    match = visible_match(request, match_id)
    game = games.get(match.game)
    picture = None
    if match.status == Match.Status.OPEN and game.workshop is not None:
        picture = map_pictures.of(game, match.options.get(game.workshop.option))
    if picture is None:
        raise Http404
    response = HttpResponse(drawing.svg(picture, theme), content_type="image/svg+xml")
    # The options of a table do not change; a shared cache stores nothing, for a table may be closed.
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


@require_safe
@may_take_long("GET")
def board_png(request: HttpRequest, match_id: str) -> HttpResponse:
    """The same as a large picture, as strangers see it, whoever asks: it is shown beside a link."""
    refused: HttpResponse | None = ratelimit.consume_or_429(request, action="preview", limit_get=True)
    if refused:
        return refused
    match = visible_match(request, match_id)
    seats = list(match.seats.all())
    if not audience.is_visible(match, seats, None):
        raise Http404
    reader = _reader(match, None, seats, request.GET.get("as", ""))
    step = _step(match, reader, request.GET.get("step", ""))
    return HttpResponse(_drawn(match, reader, step, "dark", "png"), content_type="image/png")


def shown_to_strangers(match: Match, seats: list[Seat], as_: str, step: str) -> tuple[AudienceName, int] | None:
    """Whose view and which step the preview of a link shows: what the link says if strangers may see it, else the most that they may.

    None: they may see nothing of the match yet, or its game draws no pictures.
    """
    if not audience.is_visible(match, seats, None):
        return None
    try:
        reader = _reader(match, None, seats, as_)
        found = _step(match, reader, step)
    except Http404:
        return None
    # Not drawn here: a game that fails must not take the page of its match along.
    return (reader.name, found) if games.get(match.game).picture is not None else None


def _reader(match: Match, user_id: int | None, seats: list[Seat], wanted: str) -> Audience:
    """The wanted audience if this person may be it, else the one whose view the page of the match begins with."""
    as_: AudienceName | None = None
    if wanted == REFEREE:
        as_ = REFEREE
    elif wanted == PUBLIC:
        as_ = PUBLIC
    elif wanted.isascii() and wanted.isdigit() and len(wanted) < 4:
        as_ = int(wanted)
    try:
        if as_ is not None:
            return audience.may_watch(match, user_id, as_, seats)
    except ServiceError:
        pass
    return audience.may_watch(match, user_id, audience.best_to_watch(match, user_id, seats), seats)


def _step(match: Match, reader: Audience, wanted: str) -> int:
    newest = audience.newest_step(match, reader)
    if newest is None:
        raise Http404
    is_number = wanted.isascii() and wanted.isdigit() and len(wanted) < 10
    return min(int(wanted), newest) if is_number else newest


def _drawn(match: Match, reader: Audience, step: int, theme: drawing.Theme, form: str) -> bytes:
    key = match.pk, reader, step, theme == "light", form
    made = _DRAWN.get(key)
    if made is None:
        picture = audience.picture(match, reader, step)
        if picture is None:
            raise Http404
        made = drawing.svg(picture, theme) if form == "svg" else drawing.png(picture, theme)
        _DRAWN.put(key, made, len(made))
    return made
