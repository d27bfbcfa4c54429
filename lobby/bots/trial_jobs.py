"""Who may have a trial, who plays it, and how long is it kept? A person has at most one at a time, in one of a few places of the site.

`begin` stores a trial and returns; a runner of any process claims it with a conditional update, stores positions as they are reached, and
says at intervals that it lives. What no living runner knows of ends with a reason, so nobody waits for it in vain. No lock is held while
programs run.

A study of a finished match (`study`) and the check of a map (`fairness`) are trials too: they take the same places, and a person has one of all
at a time.
"""

from __future__ import annotations

import json
import logging
import math
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import IntegrityError
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import get_language, gettext, override
from django.utils.translation import gettext_lazy as _

import games
from games.core import fairness, study
from games.core.contract import Json
from games.core.text import gettext_noop
from lobby.accounts import persons, switches
from lobby.accounts.models import User
from lobby.bots.forms import refusal_answer
from lobby.bots.loader import NOT_STARTED, ProgramNotStarted, ProgramRefused
from lobby.bots.programs import TRIALS, game_with_programs
from lobby.bots.sandbox import Sandbox
from lobby.bots.trial import GUEST_SECONDS, MOST_SECONDS, Piece, play_trial, trial_seed
from lobby.bots.workers import NoWorker
from lobby.builds import admission
from lobby.builds.models import Build
from lobby.fog import audience
from lobby.matches.errors import NotAllowed, TooMany
from lobby.matches.models import Match
from lobby.matches.trials import KEPT, Trial, TrialPart
from lobby.platform.process import database
from lobby.store import wake
from lobby.store.positions import canonical, game_of, pack_text, unpack
from lobby.tables import switched

log = logging.getLogger("fogbound.trials")

PROGRESS_SECONDS = 0.3
"""Positions of so many seconds are stored together."""
MOST_BYTES = 8 * 2**20
"""A trial ends when the texts of its positions and runs together are longer."""
ALONE: Final = timedelta(seconds=15)
"""A trial that no runner has known of for so long is left alone: a waiting one ends, one that was being played is played again from its
start by another runner, and ends if none has taken it after the same time again."""
MOST_TRIES = 2
"""A trial during which so many runners died is not played again."""

STUDY_SECONDS, STUDY_GUEST_SECONDS = 180.0, 120.0
"""How long a study of a match may take, by the clock on the wall, its rests included."""
STUDY_WORK = 2 / 9
"""It may work for this part of that time: on a machine that has nothing else to do it ends in a third of it, on a busy one as well informed."""
CHECK_SECONDS, CHECK_GUEST_SECONDS = 120.0, 60.0
"""How long the check of a map may take; it works for `CHECK_WORK` of that."""
CHECK_WORK = 1 / 3
REST, LONGEST_REST = 0.5, 0.05
"""After each step of a play-out its thread rests for this part of the time that the step took, at most so many seconds: people are served too."""

WHY: Final = {
    "no_runner": gettext_noop("No process of this site plays trials at the moment. Try again later."),
    "lost": gettext_noop("What played the trial was ended twice before its end. You can start it again."),
    "fault": gettext_noop("The game failed in this trial. It has been logged."),
}
"""Why a trial failed, besides what is wrong with its text."""


class OneTrial(TooMany):
    """The person has an active trial. `data`: `limit`, `seconds`, and `trial`: its id if this account asked for it, else None."""

    text = _(
        "You have a trial or a study already. You can start another one when it has ended, in at most %(seconds)s seconds, or is cancelled."
    )


class NoPlace(TooMany):
    """All places are taken. `data`: `limit`, `seconds`."""

    text = _("All places for trials are taken. Try again in %(seconds)s seconds.")


class NoPlaceForGuests(NoPlace):
    """All places of guests are taken. `data`: `limit`, `seconds`."""

    text = _(
        "All places that guests have for trials are taken. Try again in %(seconds)s seconds, or sign up: accounts have more places and longer trials."
    )


# --- Whoever asks


def begin(*, user: User, game_id: str, text: str, level: str, seed: str, steps: int) -> Trial:
    """Store a trial that waits for a runner. Raises NoMatch, NotAllowed for an unknown level, OneTrial and NoPlace; nothing is run here."""
    switched.require(switches.PROGRAMS)
    game = game_with_programs(game_id)
    if level not in {bot.id for bot in game.bots}:
        raise NotAllowed("level", _("There is no such bot."))
    seconds = (GUEST_SECONDS, MOST_SECONDS)
    return _begin(user, seconds, game=game.id, text=text, level=level, seed=seed, wanted=steps)


def begin_study(*, user: User, match: Match, seat: int) -> Trial:
    """Store a study of that match, which `coach` has allowed, for that seat. Raises OneTrial and NoPlace; nothing is played here."""
    bot, seconds = game_of(match).strongest_bot, (STUDY_GUEST_SECONDS, STUDY_SECONDS)
    seed = f"study:{match.pk}:{seat}"
    return _begin(
        user,
        seconds,
        game=match.game,
        match=match,
        seat=seat,
        text="",
        level=bot.id,
        seed=seed,
        wanted=study.MOST_PLAYS,
    )


def begin_check(*, user: User, build: Build, content: Json) -> Trial:
    """Store a check of that map, whose content has no faults. Raises OneTrial and NoPlace; nothing is played here."""
    bots = games.get(build.game).bots
    level = next((bot.id for bot in bots if bot.strength == "medium"), bots[len(bots) // 2].id)
    return _begin(
        user,
        (CHECK_GUEST_SECONDS, CHECK_SECONDS),
        game=build.game,
        build=build,
        text=canonical(content).decode(),
        level=level,
        # Of the map, not of its owner: whoever asks again, or for a copy, sees the same matches, and luck cannot be tried twice.
        seed=f"fair:{admission.fingerprint_of(build.game, content)[:32]}",
        wanted=fairness.MOST_MATCHES,
    )


def _begin(user: User, seconds: tuple[float, float], **facts: Any) -> Trial:
    """`seconds`: those of a guest, and of others."""
    person = persons.behind(user)
    places = _places(person)
    give_up(timezone.now())
    for _try in range(settings.TRIAL_PLACES):
        # Somebody else may take the place, or another request of this person begin, at the same moment.
        with suppress(IntegrityError), database.writing():
            place = _free_place(user, person, places)
            Trial.objects.filter(user=user).exclude(status__in=Trial.ACTIVE).delete()
            trial = Trial.objects.create(
                user=user,
                person=person,
                language=get_language() or settings.LANGUAGE_CODE,
                seconds=seconds[0] if person.is_guest else seconds[1],
                place=place,
                **facts,
            )
            wake.publish_soon(trial.pk)
            return trial
    raise NoPlace(key="trials", limit=len(places), seconds=1)


def _places(person: User) -> list[int]:
    """The places that a person may take, in the order in which they are tried: guests have the lower half, and others take it last."""
    most: int = settings.TRIAL_PLACES
    return list(range(most // 2)) if person.is_guest else list(reversed(range(most)))


def _free_place(user: User, person: User, places: list[int]) -> int:
    now = timezone.now()
    taken = {trial.place: trial for trial in Trial.objects.filter(status__in=Trial.ACTIVE).defer("text", "head")}
    for trial in taken.values():
        if trial.person_id == person.pk:
            mine = trial.pk if trial.user_id == user.pk and trial.has_program else None
            raise OneTrial(key="trial", limit=1, seconds=_seconds_left(trial, now), trial=mine)
    for place in places:
        if place not in taken:
            return place
    seconds = min(_seconds_left(trial, now) for place, trial in taken.items() if place in places)
    raise (NoPlaceForGuests if person.is_guest else NoPlace)(key="trials", limit=len(places), seconds=seconds)


def _seconds_left(trial: Trial, now: datetime) -> int:
    """Whole seconds until the trial is over, if it begins at once or has begun."""
    used = (now - trial.begun_at).total_seconds() if trial.begun_at else 0.0
    return max(1, math.ceil(trial.seconds - used))


def own(user: User, trial_id: str) -> Trial:
    """The account's trial of that id, without its text. Raises Trial.DoesNotExist, also for somebody else's and one that is no longer kept."""
    return _kept(user).filter(match=None, build=None).get(pk=trial_id)


def own_study(user: User, match_id: str, seat: int) -> Trial | None:
    """The account's study of that match for that seat; None if there is none, or it is no longer kept."""
    return _kept(user).filter(match=match_id, seat=seat).first()


def own_check(user: User, build_id: int) -> Trial | None:
    """The account's check of that map; None if there is none, or it is no longer kept."""
    return Trial.objects.filter(pk__in=_kept(user).filter(build=build_id).values("pk")).first()


def _kept(user: User) -> QuerySet[Trial]:
    now = timezone.now()
    give_up(now)
    is_kept = Q(ended_at=None) | Q(ended_at__gt=now - KEPT)
    return Trial.objects.filter(is_kept, user=user).order_by("-created_at").defer("text")


def active(user: User, game_id: str) -> Trial | None:
    """The account's trial of that game that waits or is played."""
    give_up(timezone.now())
    mine = Trial.objects.filter(user=user, game=game_id, match=None, build=None, status__in=Trial.ACTIVE)
    return mine.defer("text", "head").first()


def cancel(trial: Trial) -> None:
    """End a trial, whatever it does now; harmless if it has ended. Its runner stops with the step that it plays."""
    with database.writing():
        active = Trial.objects.filter(pk=trial.pk, status__in=Trial.ACTIVE)
        active.update(status=Trial.Status.CANCELLED, ended_at=timezone.now())
    wake.publish_soon(trial.pk)


def serialize(trial: Trial, since: int = 0) -> dict[str, Any]:
    """A trial for its owner: how it stands, and its positions from step `since` on with the runs that led to them."""
    # What its runner has stored since the trial was read has to wait: its head is not known yet, or it is told with the next answer.
    known = trial.parts.filter(number__range=(since, trial.played)).order_by("number") if trial.head else ()
    pieces = [piece for part in known for piece in unpack(part.content) if piece["frame"]["step"] >= since]
    head = unpack(trial.head) if trial.head and since == 0 else {"options": {}, "names": [], "static": {}}
    return {
        "id": trial.pk,
        "game": trial.game,
        "level": trial.level,
        "seed": trial.seed,
        "status": trial.status,
        "wanted": trial.wanted,
        "played": trial.played,
        "seconds": trial.seconds,
        "ended": trial.ended or None,
        "refusal": _refusal(trial),
        **head,
        "frames": [piece["frame"] for piece in pieces],
        "runs": [piece["runs"] for piece in pieces if piece["frame"]["step"] > 0],
    }


def serialize_study(trial: Trial) -> dict[str, Any]:
    """A study for its owner: how it stands, and what it has found so far (`study.Found`)."""
    return _serialize_search(trial, {"bot": trial.level, "ahead": 0, "looked_at": 0, "turns": []})


def serialize_check(trial: Trial) -> dict[str, Any]:
    """The check of a map for its owner: how it stands, and what it has found so far (`Fairness.found`)."""
    nothing = {"bot": trial.level, "matches": 0, "starts": [], "steps": None, "minutes": None}
    return _serialize_search(trial, nothing)


def _serialize_search(trial: Trial, nothing: dict[str, Json]) -> dict[str, Any]:
    found = unpack(trial.head) if trial.head else nothing
    facts = {name: getattr(trial, name) for name in ("status", "wanted", "played", "seconds")}
    elapsed = (trial.ended_at or timezone.now()) - trial.begun_at if trial.begun_at else timedelta()
    return {**facts, "elapsed": round(elapsed.total_seconds(), 1), "refusal": _refusal(trial), **found}


def _refusal(trial: Trial) -> Json:
    refusal: Json = trial.refusal
    words = WHY.get(refusal["code"]) if refusal else None
    return {**refusal, "message": gettext(words)} if words else refusal


def on_account_closed(user: User, **kwargs: Any) -> None:
    """Delete the trials of a closed account, and of the bot accounts of its person."""
    Trial.objects.filter(Q(user=user) | Q(person=user)).delete()


# --- Whoever plays


def give_up(now: datetime) -> None:
    """End the trials that no runner has taken or goes on with."""
    waiting = Q(status=Trial.Status.WAITING, alive_at__lt=now - ALONE)
    running = Q(status=Trial.Status.RUNNING, alive_at__lt=now - 2 * ALONE)
    _fail_all(Trial.objects.filter(waiting | running), "no_runner", now)


def look_after(mark: str, now: datetime) -> list[str]:
    """What the runner with this mark does at intervals: say that it lives. Returns the trials to play, the oldest first."""
    lost = Trial.objects.filter(status=Trial.Status.RUNNING, alive_at__lt=now - ALONE).exclude(holder=mark)
    _fail_all(lost.filter(tries__gte=MOST_TRIES), "lost", now)
    known = Trial.objects.filter(Q(status=Trial.Status.WAITING) | Q(status=Trial.Status.RUNNING, holder=mark))
    if known.exists():
        with database.writing():
            known.update(alive_at=now)
    open_ = Trial.objects.filter(Q(status=Trial.Status.WAITING) | Q(pk__in=lost.values("pk")))
    return list(open_.order_by("created_at").values_list("pk", flat=True))


def _fail_all(trials: QuerySet[Trial], code: str, now: datetime) -> None:
    ids = list(trials.values_list("pk", flat=True))
    if ids:
        refusal = {"code": code, "path": "", "message": "", "data": {}}
        with database.writing():
            trials.filter(pk__in=ids).update(status=Trial.Status.FAILED, refusal=refusal, ended_at=now)
        wake.publish_from_thread(ids)


def claim(trial_id: str, mark: str) -> Trial | None:
    """The trial, which now belongs to the runner with this mark alone; None if it waits for nobody."""
    now = timezone.now()
    left = Q(status=Trial.Status.RUNNING, alive_at__lt=now - ALONE, tries__lt=MOST_TRIES)
    free = Trial.objects.filter(Q(status=Trial.Status.WAITING) | left, pk=trial_id)
    if not free.exists():
        return None
    with database.writing():
        if not free.update(
            status=Trial.Status.RUNNING,
            holder=mark,
            tries=F("tries") + 1,
            alive_at=now,
            begun_at=now,
            played=0,
            head=b"",
        ):
            return None
        TrialPart.objects.filter(trial_id=trial_id).delete()
    wake.publish_from_thread([trial_id])
    # Its account may have been closed at this very moment.
    return Trial.objects.filter(pk=trial_id).first()


def play(trial_id: str, mark: str, is_ending: Callable[[], bool], sandbox: Sandbox = TRIALS) -> None:
    """Claim a trial and play it to its end, unless it is cancelled or the process ends, which gives it back. Slow."""
    trial = claim(trial_id, mark)
    if trial is None:
        return
    try:
        with override(trial.language):
            if trial.has_program:
                _play(trial, is_ending, sandbox)
            else:
                _look_into(trial, is_ending)
    except ProgramRefused as refusal:
        with override(trial.language):
            _end(trial, refusal_answer(refusal))
    except DatabaseError:
        # Another runner begins it again when nobody has known of it for a while.
        log.exception("%s: the database is away", trial)
    except Exception:
        log.exception("%s: the game %s failed", trial, trial.game)
        _end(trial, {"code": "fault", "path": "", "message": "", "data": {}})


def _play(trial: Trial, is_ending: Callable[[], bool], sandbox: Sandbox) -> None:
    game = games.get(trial.game)
    assert game.programs is not None
    try:
        prepared = sandbox.prepare(game.programs.rules(trial.text), trial.text)
        course = play_trial(
            game=game,
            prepared=prepared,
            level=trial.level,
            seed=trial_seed(trial.seed),
            steps=trial.wanted,
            seconds=trial.seconds,
            sandbox=sandbox,
        )
        pieces: list[Piece] = []
        stored, size = -math.inf, 0
        for piece in course:
            pieces.append(piece)
            if not piece.ended and time.monotonic() - stored < PROGRESS_SECONDS and not is_ending():
                continue
            length = _store(trial, pieces, size)
            if length is None:
                return
            pieces, stored, size = [], time.monotonic(), size + length
            if is_ending() and not piece.ended:
                _give_back(trial)
                return
    except NoWorker:
        raise ProgramNotStarted(NOT_STARTED) from None


def _study_of(trial: Trial) -> study.Study:
    match, seat = trial.match, trial.seat
    assert match is not None and seat is not None
    return study.Study(
        game=game_of(match),
        options=match.options,
        seats=match.seats.count(),
        seat=seat,
        view_of=partial(audience.seat_view_uncached, match, seat),
        last=match.step,
        seconds=trial.seconds * STUDY_WORK,
        patience=trial.seconds,
        seed=trial.seed,
        now=time.monotonic,
        worked=time.thread_time,
    )


def _check_of(trial: Trial) -> fairness.Fairness:
    game, content = games.get(trial.game), json.loads(trial.text)
    workshop = game.workshop
    assert workshop is not None and workshop.seats is not None
    return fairness.Fairness(
        game=game,
        options={workshop.option: content, **workshop.fixed},
        seats=workshop.seats(content)[-1] if workshop.starts is None else workshop.starts(content),
        bot=game.bot(trial.level),
        seconds=trial.seconds * CHECK_WORK,
        patience=trial.seconds,
        seed=trial.seed,
        now=time.monotonic,
        worked=time.thread_time,
    )


def _look_into(trial: Trial, is_ending: Callable[[], bool]) -> None:
    """Play the study of a match or the check of a map, and store what it has found so far at intervals."""
    looked = _study_of(trial) if trial.build_id is None else _check_of(trial)
    stored = worked = time.monotonic()
    for _step in looked.course():
        time.sleep(min(LONGEST_REST, (time.monotonic() - worked) * REST))
        worked = time.monotonic()
        if is_ending():
            _give_back(trial)
            return
        if time.monotonic() - stored < PROGRESS_SECONDS:
            continue
        if not _store_study(trial, looked):
            return
        stored = time.monotonic()
    if _store_study(trial, looked, status=Trial.Status.DONE, ended_at=timezone.now()) and trial.build_id is not None:
        with database.writing():
            admission.on_checked(trial.game, json.loads(trial.text), looked.found())


def _store_study(trial: Trial, looked: study.Study | fairness.Fairness, **changes: Any) -> bool:
    """False if the study does not go on for this runner: it is cancelled."""
    head = pack_text(canonical(looked.found()))
    with database.writing():
        return bool(_held(trial).update(played=looked.plays, alive_at=timezone.now(), head=head, **changes))


def _store(trial: Trial, pieces: list[Piece], size: int) -> int | None:
    """Store positions; returns the length of their text, None if the trial does not go on for this runner."""
    text = canonical([{"frame": piece.frame, "runs": piece.runs} for piece in pieces])
    last = pieces[-1]
    ended = last.ended or ("size" if size + len(text) > MOST_BYTES else "")
    now = timezone.now()
    changes: dict[str, Any] = {"played": last.frame["step"], "alive_at": now}
    if pieces[0].head is not None:
        changes["head"] = pack_text(canonical(pieces[0].head))
    if ended:
        changes |= {"status": Trial.Status.DONE, "ended": ended, "ended_at": now}
    with database.writing():
        if not _held(trial).update(**changes):
            return None
        TrialPart.objects.create(trial=trial, number=last.frame["step"], content=pack_text(text))
    wake.publish_from_thread([trial.pk])
    return None if ended else len(text)


def _give_back(trial: Trial) -> None:
    """Let another runner play it from its start; this one did nothing wrong."""
    with database.writing():
        _held(trial).update(status=Trial.Status.WAITING, tries=F("tries") - 1, begun_at=None)
    wake.publish_from_thread([trial.pk])


def _end(trial: Trial, refusal: Json) -> None:
    with database.writing():
        _held(trial).update(status=Trial.Status.FAILED, refusal=refusal, ended_at=timezone.now())
    wake.publish_from_thread([trial.pk])


def _held(trial: Trial) -> QuerySet[Trial]:
    """The trial, as long as it is played and this runner has it."""
    return Trial.objects.filter(pk=trial.pk, status=Trial.Status.RUNNING, holder=trial.holder)
