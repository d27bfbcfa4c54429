"""Pages of puzzles: those of the day, past ones, practice, and the match that plays one."""

from __future__ import annotations

from datetime import date

from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from games.core import puzzles
from games.core.contract import Game
from games.core.puzzles import Puzzle
from lobby.accounts.models import User
from lobby.accounts.views import become_guest, person_of
from lobby.fog import audience
from lobby.lessons.services import NoLesson
from lobby.matches.errors import NoMatch, ServiceError, TooMany
from lobby.matches.models import Match
from lobby.pages import answers, drawing
from lobby.pages.lobby_pages import visible_match
from lobby.pages.match_pages import match_context
from lobby.platform.http import scripts
from lobby.platform.storage.lru import ByteLRU
from lobby.puzzles import pages, playing, services
from lobby.puzzles.services import NoPuzzle, Progress


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The puzzles of today, with streaks and ratings."""
    user, now = _known(request), timezone.now()
    if user is not None:
        services.settle(user, now)
    context = {"games": pages.of_games(user, now), "streak": pages.overall(user, now)}
    return render(request, "puzzles/index.html", context)


@require_safe
def of_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The past days of one game, and practice."""
    try:
        game = services.game_with(game_id)
    except NoPuzzle:
        raise Http404 from None
    user, now = _known(request), timezone.now()
    standing = next(one for one in pages.of_games(user, now) if one.id == game.id)
    context = {
        "game": standing,
        "past": pages.past(user, game, now),
        "has_practice": services.to_practise(user, game, now) is not None,
    }
    return render(request, "puzzles/game.html", context)


_DRAWN: ByteLRU[tuple[str, str, str], bytes] = ByteLRU(most_bytes=1_000_000, most=500)


@require_safe
def picture(request: HttpRequest, game_id: str, day: str) -> HttpResponse:
    """The board of a day's puzzle in small, as whoever solves it sees it at the beginning, in the colours of `?theme=`."""
    refused: HttpResponse | None = ratelimit.consume_or_429(request, action="picture", limit_get=True)
    if refused:
        return refused
    try:
        game, puzzle = _wanted(game_id, day)
    except NoPuzzle:
        raise Http404 from None
    if puzzle is None:
        raise Http404
    theme: drawing.Theme = "light" if request.GET.get("theme") == "light" else "dark"
    key = game.id, puzzle.id, theme
    drawn = _DRAWN.get(key)
    if drawn is None:
        seen = audience.picture_of_scene(game, puzzles.scene_of(game, puzzle))
        if seen is None:
            raise Http404
        drawn = drawing.svg(seen, theme)
        _DRAWN.put(key, drawn, len(drawn))
    response = HttpResponse(drawn, content_type="image/svg+xml")
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


@require_POST
def enter(request: HttpRequest, game_id: str) -> HttpResponse:
    """Begin the puzzle of the posted `day`, or without one a puzzle to practise. Somebody without an account becomes a guest first."""
    try:
        game, wanted = _wanted(game_id, request.POST.get("day", ""))
    except NoPuzzle:
        raise Http404 from None
    if not request.user.is_authenticated:
        refused = become_guest(request, "")
        if refused:
            return refused
    user = person_of(request)
    puzzle = wanted or services.to_practise(user, game, timezone.now())
    if puzzle is None:
        messages.info(request, services.ALL_TRIED)
        return redirect("puzzles_of_game", game.id)
    return _begun(request, game, puzzle, again=False)


@require_POST
def again(request: HttpRequest, match_id: str) -> HttpResponse:
    """Begin the puzzle of this match once more, from its first position."""
    try:
        progress = _progress(request, match_id)
    except ServiceError:
        raise Http404 from None
    return _begun(request, progress.standing.game, progress.puzzle, again=True)


@require_safe
def puzzle_match(request: HttpRequest, match_id: str) -> HttpResponse:
    """The board of a puzzle, with its question."""
    match = visible_match(request, match_id)
    try:
        progress = _progress(request, match_id)
    except NoLesson:
        return redirect("lesson_match", match_id)
    except ServiceError:
        raise Http404 from None
    context = match_context(request, match)
    context["page"]["lesson"] = pages.shown(progress)
    context["lesson"] = {"url": reverse("puzzles")}
    return render(request, "match/match.html", context)


@require_safe
def verdict(request: HttpRequest, match_id: str) -> HttpResponse:
    """How the puzzle stands now, as JSON; the first try is judged with it."""
    try:
        progress = _progress(request, match_id)
    except ServiceError as error:
        return answers.refusal(error)
    return _unkept(JsonResponse(pages.verdict(progress)))


@require_safe
def solution(request: HttpRequest, match_id: str) -> HttpResponse:
    """The best answer as drafts, and why it works, as JSON. Refused before the first try is decided."""
    try:
        progress = _progress(request, match_id)
        found = services.solution(progress)
    except ServiceError as error:
        return answers.refusal(error)
    return _unkept(JsonResponse({**found, "why": pages.said(progress, progress.standing.scene.learned)}))


@require_POST
def play_on(request: HttpRequest, match_id: str) -> HttpResponse:
    """Begin a match against bots from the position of the puzzle."""
    try:
        progress = _progress(request, match_id)
    except ServiceError:
        raise Http404 from None
    try:
        if not ratelimit.consume(request, action="lesson"):
            raise TooMany("", gettext("Too many clicks in a short time. Wait a minute, please."))
        match = playing.play_on(person_of(request), progress)
    except ServiceError as error:
        return _refused(request, error)
    return _sent(request, reverse("match", args=[match.pk]))


def _known(request: HttpRequest) -> User | None:
    return person_of(request) if request.user.is_authenticated else None


def _progress(request: HttpRequest, match_id: str) -> Progress:
    """The puzzle of this match. Raises NoMatch for everybody but its person."""
    user = _known(request)
    if user is None:
        raise NoMatch
    return services.progress(user=user, match_id=match_id, now=timezone.now())


def _wanted(game_id: str, day: str) -> tuple[Game, Puzzle | None]:
    """The game, and the puzzle of the day if one is named. Raises NoPuzzle."""
    game = services.game_with(game_id)
    if not day:
        return game, None
    try:
        return game, services.asked(game, date.fromisoformat(day), timezone.now())
    except ValueError:
        raise NoPuzzle from None


def _begun(request: HttpRequest, game: Game, puzzle: Puzzle, *, again: bool) -> HttpResponse:
    try:
        if not ratelimit.consume(request, action="lesson"):
            raise TooMany("", gettext("Too many clicks in a short time. Wait a minute, please."))
        match: Match = services.begin(user=person_of(request), game=game, puzzle=puzzle, again=again)
    except ServiceError as error:
        return _refused(request, error)
    return _sent(request, reverse("puzzle_match", args=[match.pk]))


def _refused(request: HttpRequest, error: ServiceError) -> HttpResponse:
    if scripts.wants_json(request):
        return answers.refusal(error)
    if isinstance(error, NoMatch):
        raise Http404 from None
    messages.error(request, error.message)
    return redirect("puzzles")


def _sent(request: HttpRequest, url: str) -> HttpResponse:
    return JsonResponse({"url": url}) if scripts.wants_json(request) else redirect(url)


def _unkept(answer: HttpResponse) -> HttpResponse:
    answer.headers["Cache-Control"] = "no-store"
    return answer
