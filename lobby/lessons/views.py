"""Pages of lessons: the lessons of each game with the person's progress, entering a scene, and the match that plays it."""

from __future__ import annotations

from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST, require_safe

import games
from games.core.contract import Game
from games.core.lessons import Lesson
from games.core.names import called, in_language
from games.core.puzzles import LESSON
from games.core.text import phrase, spoken
from lobby.accounts.views import become_guest, person_of
from lobby.lessons import services
from lobby.lessons.services import Standing
from lobby.matches.errors import NoMatch, ServiceError, TooMany
from lobby.pages import answers
from lobby.pages.lobby_pages import visible_match
from lobby.pages.match_pages import match_context
from lobby.platform.http import scripts


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The lessons of all games."""
    shown = [_game_shown(game, request.user.pk) for game in games.all_games() if game.lessons]
    return render(request, "lessons/index.html", {"games": shown})


@require_safe
def game_lessons(request: HttpRequest, game_id: str) -> HttpResponse:
    """The lessons and puzzles of one game, with their scenes."""
    if game_id not in games.GAMES or not games.get(game_id).lessons:
        raise Http404
    game = games.get(game_id)
    return render(request, "lessons/game.html", {"game": _game_shown(game, request.user.pk)})


@require_POST
def enter(request: HttpRequest, game_id: str, lesson_id: str) -> HttpResponse:
    """Enter the named scene, or the next one not passed. A person without an account becomes a guest first."""
    try:
        services.lesson_of(game_id, lesson_id)
    except services.NoLesson:
        raise Http404 from None
    if lesson_id == LESSON:
        # Mined puzzles have pages of their own, which count the first try.
        raise Http404
    if not request.user.is_authenticated:
        refused = become_guest(request, "")
        if refused:
            return refused
    try:
        if not ratelimit.consume(request, action="lesson"):
            raise TooMany("", gettext("Too many clicks in a short time. Wait a minute, please."))
        match = services.enter(
            user=person_of(request),
            game_id=game_id,
            lesson_id=lesson_id,
            scene_id=request.POST.get("scene", ""),
            again=request.POST.get("again") == "1",
        )
    except ServiceError as error:
        if scripts.wants_json(request):
            return answers.refusal(error)
        if isinstance(error, NoMatch):
            raise Http404 from None
        messages.error(request, error.message)
        return redirect("lessons", game_id)
    url = reverse("lesson_match", args=[match.pk])
    return JsonResponse({"url": url}) if scripts.wants_json(request) else redirect(url)


@require_safe
def lesson_match(request: HttpRequest, match_id: str) -> HttpResponse:
    """The board of a scene, with its texts; without them where a release has taken the scene out."""
    match = visible_match(request, match_id)
    try:
        standing = services.standing(user_id=request.user.pk, match_id=match_id)
    except services.NoLesson:
        return render(request, "match/match.html", match_context(request, match))
    except ServiceError:
        raise Http404 from None
    if standing.lesson.id == LESSON:
        return redirect("puzzle_match", match_id)
    context = match_context(request, match)
    context["page"]["lesson"] = _scene_shown(standing, match_id)
    context["lesson"] = {"url": reverse("lessons", args=[match.game])}
    return render(request, "match/match.html", context)


@require_safe
def verdict(request: HttpRequest, match_id: str) -> HttpResponse:
    """The verdict on the scene now, as JSON."""
    try:
        standing = services.standing(user_id=request.user.pk, match_id=match_id)
    except ServiceError as error:
        return answers.refusal(error)
    if standing.lesson.id == LESSON:
        return redirect("puzzle_verdict", match_id)
    answer = JsonResponse(_verdict_shown(standing))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _verdict_shown(standing: Standing) -> dict[str, Any]:
    return {
        "verdict": standing.verdict,
        "steps": standing.steps,
        # Only a person who has passed the scene reads what it teaches.
        "learned": _said(standing, standing.scene.learned) if standing.verdict == "passed" else "",
    }


def _scene_shown(standing: Standing, match_id: str) -> dict[str, Any]:
    lesson, scene, following = standing.lesson, standing.scene, standing.following
    return {
        **_verdict_shown(standing),
        "lesson": gettext(lesson.title),
        "is_puzzle": lesson.is_puzzle,
        "number": standing.number,
        "count": len(lesson.scenes),
        "title": gettext(scene.title),
        "text": _said(standing, scene.text),
        "goal": _said(standing, scene.goal),
        "hint": _said(standing, scene.hint),
        "limit": scene.limit,
        "scene": scene.id,
        "following": "" if following is None else following.id,
        "enter": reverse("lesson_enter", args=[standing.game.id, lesson.id]),
        "after": _after(standing),
        "leave": reverse("lessons", args=[standing.game.id]),
        "play": reverse("play"),
        "game": standing.game.id,
        "state": reverse("lesson_verdict", args=[match_id]),
    }


def _said(standing: Standing, text: str) -> str:
    """A text of the scene, with the names that stand on the board."""
    places = {place: called(standing.books[book], key) for place, (book, key) in standing.scene.named.items()}
    language = get_language() or ""
    return spoken(phrase(text, **{place: in_language(name, language) for place, name in places.items()}), gettext)


def _after(standing: Standing) -> dict[str, str] | None:
    """Address and title of the next lesson or puzzle; None before the last scene of this one, or if no other follows."""
    known = standing.game.lessons
    place = known.index(standing.lesson) + 1
    if standing.following is not None or place == len(known):
        return None
    return {
        "enter": reverse("lesson_enter", args=[standing.game.id, known[place].id]),
        "title": gettext(known[place].title),
    }


def _game_shown(game: Game, user_id: int | None) -> dict[str, Any]:
    done = services.passed(user_id, game.id)
    shown = [_lesson_shown(lesson, done) for lesson in game.lessons]
    return {
        "id": game.id,
        "name": gettext(game.name),
        "summary": gettext(game.summary),
        "lessons": [one for one in shown if not one["is_puzzle"]],
        "puzzles": [one for one in shown if one["is_puzzle"]],
    }


def _lesson_shown(lesson: Lesson, done: set[tuple[str, str]]) -> dict[str, Any]:
    scenes = [
        {"id": scene.id, "title": gettext(scene.title), "is_passed": (lesson.id, scene.id) in done}
        for scene in lesson.scenes
    ]
    passed = sum((lesson.id, scene.id) in done for scene in lesson.scenes)
    return {
        "id": lesson.id,
        "title": gettext(lesson.title),
        "text": gettext(lesson.text),
        "is_puzzle": lesson.is_puzzle,
        "scenes": scenes,
        "passed": passed,
        "is_begun": 0 < passed < len(scenes),
        "is_done": passed == len(scenes),
    }
