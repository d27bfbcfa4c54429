"""Pages of a match and the data that they load: match, replay, frames, download, the demo of the landing page."""

import json
from typing import Any

import brotli
import orjson
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_safe

import games
from games.core.events import PUBLIC, REFEREE
from lobby.accounts.models import User
from lobby.achievements import path_progress
from lobby.fog import audience, fairness
from lobby.matches import openings, sharing, terms, words
from lobby.matches.errors import NotAllowed, ServiceError
from lobby.matches.models import Match, Seat
from lobby.pages import answers, demo, link_previews, lists, pictures, table_page
from lobby.pages.lobby_pages import visible_match
from lobby.platform.assets import browser_modules
from lobby.platform.http import scripts
from lobby.platform.http.request_kinds import may_take_long
from lobby.platform.protocol.server import AudienceName
from lobby.ratings import standing
from lobby.tables import forks
from lobby.talk import notes, transcript
from lobby.watch import replay

SOCKET = f"{settings.ROOT}ws/play/"
DEMO_SECONDS = 3600
PACKED_FROM = 1000
"""Least size in bytes for which compression is worth its time."""


@require_safe
def match_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """The board and everything around it; an open table has a page of its own."""
    match = visible_match(request, match_id)
    if match.status == Match.Status.OPEN:
        return redirect("table", match.pk)
    if match.kind == Match.Kind.LESSON:
        return redirect("lesson_match", match.pk)
    return render(request, "match/match.html", match_context(request, match))


@require_safe
def replay_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """The match from its beginning; `?step=`, `?as=` and `?coach=1` are read by the page's script."""
    match = visible_match(request, match_id)
    if match.status == Match.Status.OPEN:
        return redirect("table", match.pk)
    context = match_context(request, match)
    seats = list(match.seats.all())
    theirs = audience.known_as_theirs(match, seats, request.user.pk)
    context["page"] |= {
        **forks.what_can_be_learnt(request.user.pk, match),
        "levels": {bot.id: words.bot_name(bot) for bot in games.get(match.game).bots},
        "is_over": audience.is_over(match),
        "opens_as": _opens_as(match, seats, request.user.pk),
        "theirs": theirs,
        "console": bool(audience.seats_of_programs(seats, request.user.pk)),
    }
    return render(request, "match/replay.html", context)


def _opens_as(match: Match, seats: list[Seat], user_id: int | None) -> str:
    """As whom the replay is seen first: the seat of the reader's program, else the truth if it is open, else "", what is theirs to see."""
    best = audience.best_to_watch(match, user_id, seats)
    if isinstance(best, int) and best in audience.known_as_theirs(match, seats, user_id):
        return str(best)
    try:
        audience.may_watch(match, user_id, REFEREE, seats)
    except ServiceError:
        return ""
    return REFEREE


@require_safe
@may_take_long("GET")
def frames(request: HttpRequest, match_id: str) -> HttpResponse:
    """Frames `first` to `last` of the audience `as`, or `steps` (3,4,17), as JSON; frames that this audience may not see are left out.

    With `chances`, the estimates of all steps stand beside the scores of a match that is over.
    """
    match = visible_match(request, match_id)
    try:
        if "steps" in request.GET:
            chosen = [_whole(text, "steps") for text in request.GET["steps"].split(",")]
            found = replay.chosen_frames(match, request.user.pk, _perspective(request.GET.get("as", "")), chosen)
            return _packed(HttpResponse(orjson.dumps({"frames": found}), content_type="application/json"), request)
        answer = replay.frames(
            match,
            request.user.pk,
            _perspective(request.GET.get("as", "")),
            _step(request, "first"),
            _step(request, "last"),
            with_chances="chances" in request.GET,
        )
    except ServiceError as error:
        return answers.refusal(error)
    return _packed(HttpResponse(orjson.dumps(answer), content_type="application/json"), request)


@require_safe
@may_take_long("GET")
def run(request: HttpRequest, match_id: str) -> HttpResponse:
    """The same frames in fewer bytes; `without` names keys of the view that the page does not read."""
    match = visible_match(request, match_id)
    try:
        packed = replay.run(
            match,
            request.user.pk,
            _perspective(request.GET.get("as", "")),
            _step(request, "first"),
            _step(request, "last"),
            set(request.GET.get("without", "").split(",")),
        )
    except ServiceError as error:
        return answers.refusal(error)
    if _reads_brotli(request):
        response = HttpResponse(packed, content_type="application/json", headers={"Content-Encoding": "br"})
    else:
        response = HttpResponse(brotli.decompress(packed), content_type="application/json")
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _reads_brotli(request: HttpRequest) -> bool:
    return "br" in request.headers.get("Accept-Encoding", "")


def _packed(response: HttpResponse, request: HttpRequest) -> HttpResponse:
    """With brotli, whose window covers several frames, so that repeated content costs little; gzip's window is smaller than a frame."""
    patch_vary_headers(response, ["Accept-Encoding"])
    if _reads_brotli(request) and len(response.content) > PACKED_FROM:
        response.content = brotli.compress(response.content, quality=replay.BROTLI_QUALITY, lgwin=replay.BROTLI_WINDOW)
        response.headers["Content-Encoding"] = "br"
    return response


@require_safe
def fairness_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """The fingerprint of the match's seed, from the open table on; the seed itself once the match is over."""
    match = visible_match(request, match_id)
    seed = fairness.revealed_seed(match)
    game = games.get(match.game)
    context = {
        "match": match,
        "game_name": gettext(game.name),
        "headline": words.headline(game, match.options),
        "fingerprint": fairness.seed_hash(match.pk, match.seed),
        "seed": seed,
        "text": None if seed is None else fairness.seed_text(match.pk, seed),
        "can_replay": seed is not None and match.started_at is not None,
        "entered": [
            {"name": lists.sitter(game, match, seat, None).name, "seat": words.seat(seat.number)}
            for seat in fairness.entered(match)
        ],
        "is_told_later": audience.hides_names(match) and fairness.has_lot(match),
        "letters": words.SEAT_LETTERS,
    }
    return render(request, "match/fairness.html", context)


@require_safe
def talk_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """The chat lines that this person may read now: JSON for a script, else a page."""
    match = visible_match(request, match_id)
    if scripts.wants_json(request):
        return JsonResponse(transcript.as_data(match, request.user.pk))
    if match.status == Match.Status.OPEN:
        return redirect("table", match.pk)
    context = {
        "match": match,
        "game_name": gettext(games.get(match.game).name),
        "headline": words.headline(games.get(match.game), match.options),
        "press": words.press(match),
        "talks": transcript.as_channels(match, request.user.pk),
    }
    return render(request, "match/talk.html", context)


@login_required(login_url="guest")
@require_http_methods(["GET", "HEAD", "POST"])
def notes_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """The person's own notes on the match, as JSON {"text"}: read or replaced."""
    assert isinstance(request.user, User)
    try:
        if request.method == "POST":
            notes.write(user=request.user, match_id=match_id, text=_text(request))
        text = notes.read(user=request.user, match_id=match_id)
    except ServiceError as error:
        return answers.refusal(error)
    answer = JsonResponse({"text": text})
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _text(request: HttpRequest) -> str:
    try:
        sent = json.loads(request.body)
    except ValueError:
        sent = None
    if not isinstance(sent, dict) or not isinstance(sent.get("text"), str):
        raise NotAllowed("text", gettext("A note is text."))
    text: str = sent["text"]
    return text


@require_safe
@may_take_long("GET")
def download(request: HttpRequest, match_id: str) -> HttpResponse:
    """The finished match as a file: options, seed, orders, rules version."""
    match = visible_match(request, match_id)
    if not audience.is_over(match):
        return answers.refusal(NotAllowed("", gettext("The record is open when the match is over.")))
    try:
        response = JsonResponse(replay.record_of_owners(match, request.user.pk), json_dumps_params={"indent": 1})
    except ServiceError as error:
        return answers.refusal(error)
    response.headers["Content-Disposition"] = f'attachment; filename="{match.game}-{match.pk}.json"'
    return response


@require_safe
@may_take_long("GET")
def demo_frames(request: HttpRequest, game_id: str) -> HttpResponse:
    """A recorded match between bots under fog, for the landing page."""
    if game_id not in games.GAMES:
        raise Http404
    response = HttpResponse(demo.recording(game_id), content_type="application/json")
    response.headers["Cache-Control"] = f"public, max-age={DEMO_SECONDS}"
    return response


def match_context(request: HttpRequest, match: Match) -> dict[str, Any]:
    """The part of a match page that does not come from its socket."""
    game = games.get(match.game)
    board = browser_modules.of_game(match.game, "main.js")
    preview = link_previews.of_match(request, match)
    page = {
        "match": match.pk,
        "game": match.game,
        "has_board": bool(board),
        "socket": SOCKET,
        "play": reverse("play"),
        "sign_up": reverse("account_signup") if isinstance(request.user, User) and request.user.is_guest else None,
        "person": request.user.pk,
        "is_over": audience.is_over(match),
        "share": None if preview is None else [preview.title, preview.text],
        # Of a match that only a link opens nobody else may know until it is over, while this page is open.
        "share_after": match.kind == Match.Kind.ORDINARY and not match.sealed,
        "watch_as": audience.best_to_watch(match, request.user.pk, list(match.seats.all())),
        "is_imagined": game.imagine is not None,
        "misses": terms.MISSES,
        "bots": {bot.id: gettext(bot.name) for bot in game.bots},
        "strongest": game.strongest_bot.id if game.bots else "",
        "reasons": words.reasons(game),
        "preferences": words.preferences(game),
        "until": words.until(game),
        "vocabulary": words.vocabulary(game),
        "ratings": _ratings(match),
        "path": path_progress.stop_names(match.game),
        "stop": path_progress.stop_of(match, list(match.seats.all())),
        "way_back": reverse("account_way_back") if table_page.offers_way_back(request.user, match) else "",
    }
    return {
        "match": match,
        "game_name": gettext(game.name),
        "way": _way(match),
        "headline": words.headline(game, match.options),
        "page": page,
        "preview": preview,
        "picture": pictures.of_game(match.game, "card", get_language() or ""),
        "has_program": match.seats.filter(sharing.seen_by(request.user.pk, "program")).exists()
        if request.user.pk
        else False,
        "board": board,
        "style": browser_modules.of_game(match.game, f"{match.game}.css"),
    }


def _way(match: Match) -> str:
    """The preset that the table plays, in words; "" of a table with options of its own, a lesson or a sandbox."""
    if match.kind not in {Match.Kind.ORDINARY, Match.Kind.HOT_SEAT}:
        return ""
    found = openings.way(match, len(match.seats.all()))
    return "" if found is None else gettext(games.get(match.game).presets[found].label)


def _ratings(match: Match) -> dict[int, list[Any]]:
    """{seat: [points, True if provisional, name]}; empty if players are hidden or one person plays several seats.

    Another person may take the seat while the page is open; the name says whose rating it is.
    """
    if audience.hides_names(match) or match.kind != Match.Kind.ORDINARY:
        return {}
    shown = standing.of_players([match]).get(match.pk, {})
    names = {seat.number: str(seat.user or seat.program or "") for seat in match.seats.all()}
    return {seat: [rating.points, rating.is_provisional, names[seat]] for seat, rating in shown.items()}


def _perspective(wanted: str) -> AudienceName | None:
    if not wanted:
        return None
    if wanted == PUBLIC:
        return PUBLIC
    if wanted == REFEREE:
        return REFEREE
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 4:
        return int(wanted)
    raise NotAllowed("as")


def _step(request: HttpRequest, name: str) -> int | None:
    value = request.GET.get(name, "")
    return _whole(value, name) if value else None


def _whole(value: str, name: str) -> int:
    if value.isascii() and value.isdigit() and len(value) < 10:
        return int(value)
    raise NotAllowed(name, gettext("A step is a whole number."))
