"""What may a person do with lessons? Enter a scene, get a verdict, continue. The game defines the scenes and when they are passed.

Resolving a step computes no verdict. A verdict follows from the stored steps of the match, so it is computed on request.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

import games
from games.core import lessons, puzzles, simulate
from games.core.contract import Game, Json
from games.core.lessons import Lesson, Moment, Scene, Verdict
from games.core.names import Book
from lobby.accounts.models import User
from lobby.fog import audience
from lobby.lessons.models import Passed, Run
from lobby.matches.errors import NoMatch
from lobby.matches.models import Match, Seat
from lobby.store import acts, wake
from lobby.store.positions import game_of, position
from lobby.tables import seating

KEPT = timedelta(days=7)
"""How long a match of a lesson is kept and can be continued. Scenes passed in it stay passed."""
BATCH = 500


class NoLesson(NoMatch):
    """The game has no lesson of that id, or the lesson has no such scene."""

    code = "no_lesson"
    text = _("There is no such lesson.")


@dataclass(frozen=True)
class Standing:
    """The progress of a match that plays a scene."""

    game: Game
    match: Match
    lesson: Lesson
    scene: Scene
    number: int
    """Number of the scene in its lesson, from 1."""
    verdict: Verdict
    steps: int
    """Steps played in this match."""
    books: Mapping[str, Book]
    """What things of the match are called."""

    @property
    def following(self) -> Scene | None:
        """The next scene of the lesson; None after the last one."""
        return self.lesson.scenes[self.number] if self.number < len(self.lesson.scenes) else None


def lesson_of(game_id: str, lesson_id: str) -> tuple[Game, Lesson]:
    """The game and its lesson of that id, or its mined puzzles as one. Raises NoLesson."""
    if game_id in games.GAMES:
        game = games.get(game_id)
        if lesson_id == puzzles.LESSON and puzzles.pool(game):
            return game, puzzles.lesson_of(game)
        for lesson in game.lessons:
            if lesson.id == lesson_id:
                return game, lesson
    raise NoLesson


def scene_of(lesson: Lesson, scene_id: str) -> Scene:
    """The scene of that id. Raises NoLesson."""
    for scene in lesson.scenes:
        if scene.id == scene_id:
            return scene
    raise NoLesson


def passed(user_id: int | None, game_id: str) -> set[tuple[str, str]]:
    """Ids (lesson, scene) of all scenes that a person has passed in a game."""
    if user_id is None:
        return set()
    return set(Passed.objects.filter(user_id=user_id, game=game_id).values_list("lesson", "scene"))


def next_scene(user_id: int | None, game_id: str, lesson: Lesson) -> Scene:
    """The first scene that the person has not passed; the first scene if all are passed."""
    done = passed(user_id, game_id)
    return next((scene for scene in lesson.scenes if (lesson.id, scene.id) not in done), lesson.scenes[0])


def enter(*, user: User, game_id: str, lesson_id: str, scene_id: str = "", again: bool = False) -> Match:
    """The match in which the person plays that scene, or without `scene_id` the next scene not passed. Raises NoLesson.

    A match of the scene that is still open is continued, unless `again` asks for a new one.
    The person's latest match of a lesson stays, because a page may still show it. Older ones are deleted.
    """
    game, lesson = lesson_of(game_id, lesson_id)
    scene = scene_of(lesson, scene_id) if scene_id else next_scene(user.pk, game.id, lesson)
    if not again:
        for run in Run.objects.filter(user=user, match__game=game.id, lesson=lesson.id, scene=scene.id):
            if _goes_on(run):
                return run.match
    options, start = simulate.open_scene(game, scene)
    with acts.acting(transaction.atomic):
        User.objects.select_for_update().filter(pk=user.pk).first()  # two requests at once would leave two matches
        for old in list(Match.objects.filter(run__user=user).order_by("-run__pk").only("pk"))[1:]:
            _forget(old)
        match = seating.begin_lesson(
            user=user,
            game=game,
            options=options,
            seats=scene.seats,
            seat=scene.seat,
            bot=scene.rivals or game.bots[0].id,
            seed=scene.seed,
            start=start,
            first_step=scene.first_step,
        )
        Run.objects.create(match=match, user=user, lesson=lesson.id, scene=scene.id)
    return match


def standing(*, user_id: int | None, match_id: str) -> Standing:
    """The progress of the person's scene now; records a passed scene. Raises NoMatch if the match is not a scene of this person."""
    run = Run.objects.select_related("match").filter(match_id=match_id).first()
    if run is None or run.user_id != user_id:
        raise NoMatch
    match = run.match
    game, lesson = lesson_of(match.game, run.lesson)
    scene = scene_of(lesson, run.scene)
    found = lessons.verdict(scene, _moments(match, scene))
    if found == "passed" and lesson.id != puzzles.LESSON:
        Passed.objects.get_or_create(user_id=run.user_id, game=game.id, lesson=lesson.id, scene=scene.id)
    number = lesson.scenes.index(scene) + 1
    return Standing(game, match, lesson, scene, number, found, match.step, audience.static_view(match).get("names", {}))


def written_orders(match_id: str, step: int, seat: int) -> Json | None:
    """The orders that the script of a lesson gives this seat at `step`; None: the seat's bot decides (`simulate.written_orders`).

    Default orders where a release has taken the scene out: what is being played goes on.
    """
    run = Run.objects.select_related("match").filter(match_id=match_id).first()
    if run is None:
        return None
    state = position(match_id, step).state
    try:
        game, lesson = lesson_of(run.match.game, run.lesson)
        scene = scene_of(lesson, run.scene)
    except NoLesson:
        return game_of(run.match).default_orders(state, seat)
    return simulate.written_orders(game, scene, state, step, seat)


def expire(now: datetime) -> int:
    """Delete a batch of lesson matches that are older than `KEPT`; returns how many. Locked ones are left for the next call."""
    old = Match.objects.filter(kind=Match.Kind.LESSON, created_at__lte=now - KEPT)
    forgotten = 0
    for match in old.only("pk").order_by("pk")[:BATCH]:
        with acts.skip_if_locked(transaction.atomic):
            _forget(match)
            forgotten += 1
    return forgotten


def on_account_closed(user: User, **kwargs: Any) -> None:
    """Delete the lesson matches and passed scenes of a closed account."""
    for match in Match.objects.filter(run__user=user).only("pk"):
        _forget(match)
    Passed.objects.filter(user=user).delete()


def _forget(match: Match) -> None:
    match_id = match.pk
    match.delete()
    wake.publish_soon(match_id)


def _goes_on(run: Run) -> bool:
    match = run.match
    if match.status != Match.Status.RUNNING or match.rules_version != game_of(match).rules_version:
        return False
    scene = scene_of(lesson_of(match.game, run.lesson)[1], run.scene)
    is_held = Seat.objects.filter(match=match, user_id=run.user_id, resigned=False).exists()
    return is_held and lessons.verdict(scene, _moments(match, scene)) == "open"


def _moments(match: Match, scene: Scene) -> Iterator[Moment]:
    """The resolved steps of the match from the view of the scene's seat."""
    for step in range(1, match.step + 1):
        orders = position(match.pk, step).orders.get(scene.seat)
        places = match.outcome["places"] if match.outcome is not None and step == match.step else None
        yield Moment(
            step=step,
            before=audience.seat_view(match, scene.seat, step - 1),
            orders=orders,
            after=audience.seat_view(match, scene.seat, step),
            events=audience.seat_events(match, scene.seat, step),
            place=None if places is None else places[scene.seat],
        )
