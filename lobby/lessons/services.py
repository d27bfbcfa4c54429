"""What may a person do with lessons? Enter a scene, be judged, go on where they were. What a scene is and when it is passed is the game's to say.

Nothing is judged while a step resolves: a verdict follows from the stored steps of the match, so it is worked out when somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

import games
from games.core import lessons, simulate
from games.core.contract import Game, Json
from games.core.lessons import Lesson, Moment, Scene, Verdict
from lobby.accounts.models import User
from lobby.lessons.models import Passed, Run
from lobby.matches import acts, audience, seating, wake
from lobby.matches.errors import NoMatch
from lobby.matches.models import Match, Seat
from lobby.matches.positions import game_of, position

KEPT = timedelta(days=7)
"""How long a match of a lesson is there to go on with. What was passed in it stays."""
BATCH = 500


class NoLesson(NoMatch):
    """The game has none of that name, or no such scene."""

    code = "no_lesson"
    text = _("There is no such lesson.")


@dataclass(frozen=True)
class Standing:
    """How a match stands that plays a scene."""

    game: Game
    lesson: Lesson
    scene: Scene
    number: int
    """Of the scene in its lesson; 1 is the first."""
    verdict: Verdict
    steps: int
    """Played in this match."""

    @property
    def following(self) -> Scene | None:
        """The scene after this one."""
        return self.lesson.scenes[self.number] if self.number < len(self.lesson.scenes) else None


def lesson_of(game_id: str, lesson_id: str) -> tuple[Game, Lesson]:
    """The lesson of that id and its game; raises NoLesson."""
    if game_id in games.GAMES:
        game = games.get(game_id)
        for lesson in game.lessons:
            if lesson.id == lesson_id:
                return game, lesson
    raise NoLesson


def scene_of(lesson: Lesson, scene_id: str) -> Scene:
    """The scene of that id; raises NoLesson."""
    for scene in lesson.scenes:
        if scene.id == scene_id:
            return scene
    raise NoLesson


def passed(user_id: int | None, game_id: str) -> set[tuple[str, str]]:
    """(lesson, scene) of all that a person has passed in a game."""
    if user_id is None:
        return set()
    return set(Passed.objects.filter(user_id=user_id, game=game_id).values_list("lesson", "scene"))


def next_scene(user_id: int | None, game_id: str, lesson: Lesson) -> Scene:
    """The first scene that the person has not passed; the first of all when there is none."""
    done = passed(user_id, game_id)
    return next((scene for scene in lesson.scenes if (lesson.id, scene.id) not in done), lesson.scenes[0])


def enter(*, user: User, game_id: str, lesson_id: str, scene_id: str = "", again: bool = False) -> Match:
    """The match in which the person plays that scene, or the next one not passed; one that is open goes on unless it is to be played `again`.

    The match that the person comes from stays, for a page may still show it; those before it are forgotten.
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
    """How the person's scene stands now; that it is passed is noted. Raises NoMatch for everybody else."""
    run = Run.objects.select_related("match").filter(match_id=match_id).first()
    if run is None or run.user_id != user_id:
        raise NoMatch
    match = run.match
    game, lesson = lesson_of(match.game, run.lesson)
    scene = scene_of(lesson, run.scene)
    found = lessons.verdict(scene, _moments(match, scene))
    if found == "passed":
        Passed.objects.get_or_create(user_id=run.user_id, game=game.id, lesson=lesson.id, scene=scene.id)
    number = lesson.scenes.index(scene) + 1
    return Standing(game, lesson, scene, number, found, match.step)


def written_orders(match_id: str, step: int, seat: int) -> Json | None:
    """What the script of a lesson has this seat order at `step`; None: the bot that sits there decides (`simulate.written_orders`)."""
    run = Run.objects.select_related("match").filter(match_id=match_id).first()
    if run is None:
        return None
    game, lesson = lesson_of(run.match.game, run.lesson)
    return simulate.written_orders(game, scene_of(lesson, run.scene), position(match_id, step).state, step, seat)


def expire(now: datetime) -> int:
    """Forget a batch of matches of lessons that are too old to go on with; how many."""
    old = Match.objects.filter(kind=Match.Kind.LESSON, created_at__lte=now - KEPT)
    forgotten = 0
    for match in old.only("pk").order_by("pk")[:BATCH]:
        with acts.passing(transaction.atomic):
            _forget(match)
            forgotten += 1
    return forgotten


def on_account_closed(user: User, **kwargs: Any) -> None:
    """Nobody will come back for what was played or passed."""
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
    """The steps of the match as the seat of the scene knows them."""
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
