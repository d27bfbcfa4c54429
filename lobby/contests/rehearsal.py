"""Who takes part in a rehearsal of a contest, which version of theirs plays, how are its matches played, and how far is it?

Entrants of a database that is thrown away, with bots in place of texts. Matches are played by processes of this machine, side by side.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.apps import apps
from django.db import connection
from django.utils import timezone

import games
from games.core.simulate import AnyBot, MatchRecord
from lobby.accounts.models import User
from lobby.contests import forecast, hand_ins, results, scheduler, services, versions
from lobby.contests.models import Contest, Entrant, Table
from lobby.contests.plans import Plan
from lobby.matches.models import Match, Program, Seat

log = logging.getLogger("fogbound.contests")

Data = dict[str, Any]
Play = Callable[[str, Data, tuple[str, ...], str, int], MatchRecord]
"""`play(game, options, bots, seed, budget)` plays a match between the bots of these ids, in another process; options as a host has chosen them."""

LONGEST = 400
"""Days after which a contest counts as stuck."""
LEAST_PLAYED = 3
"""Matches, before how long all take can be told from how long these took."""


@dataclass
class Rehearsed:
    """An entrant with the versions of its program, the first one first."""

    name: str
    bots: list[AnyBot]


@dataclass
class Playing:
    """The entrants of an announced contest, and what of their versions is still to be handed in."""

    bots: dict[int, tuple[str, AnyBot]] = field(default_factory=dict)
    """(entrant's name, bot) by the id of the program that stands for it."""
    texts: dict[int, list[Program]] = field(default_factory=dict)
    """The versions of entrants that have several, by the id of the entrant."""
    handed_in: dict[int, int] = field(default_factory=dict)
    """How many of them were handed in."""

    def hand_in(self, contest: Contest, now: datetime) -> None:
        """A day of the race: whoever has a better version hands it in once the one before has played in a round. It counts as on the site."""
        race = contest.stages.get(number=0)
        drawn = race.tables.order_by().values("round").distinct().count()
        for entrant_id, texts in self.texts.items():
            known = self.handed_in[entrant_id]
            if known < len(texts) and known <= drawn and hand_ins.is_open(contest, now):
                entrant = Entrant.objects.select_related("user").get(pk=entrant_id)
                assert entrant.user is not None
                hand_ins.hand_in(
                    user=entrant.user,
                    contest_id=contest.pk,
                    entrant_id=entrant.pk,
                    program_id=texts[known].pk,
                    now=now,
                )
                self.handed_in[entrant_id] = known + 1

    def versions_in(self, tables: Iterable[Data]) -> dict[str, list[Data]]:
        """Of entrants with several versions: games and victories alone of each, by the tables of the results. One that came too late has none."""
        played: dict[tuple[int, int], list[bool]] = {}
        for table in tables:
            if len(table["places"]) < 2:
                continue
            places = [one["place"] for one in table["places"]]
            for one in table["places"]:
                won = one["place"] == 1 and places.count(1) == 1
                played.setdefault((one["entrant"]["id"], one["version"]), []).append(won)
        found = {}
        for entrant_id, texts in self.texts.items():
            name, _bot = self.bots[texts[0].pk]
            each = [played.get((entrant_id, number), []) for number in range(1, len(texts) + 1)]
            found[name] = [
                {"version": number, "games": len(won), "won": sum(won)} for number, won in enumerate(each, start=1)
            ]
        return found


def announced(plan: Plan, entrants: Iterable[Rehearsed], seed: str) -> tuple[Contest, Playing]:
    """The contest with all who take part; `seed` "" draws one."""
    contest = services.store(plan, host=None)
    if seed:
        contest.seed = seed
        contest.save(update_fields=["seed"])
    playing = Playing()
    for number, one in enumerate(entrants):
        # Only somebody can hand in versions.
        owner = User.objects.create(username=f"home-{number}", name=f"Home {number}") if len(one.bots) > 1 else None
        texts = [Program.objects.create(game=plan.game, name=one.name, text="", owner=owner) for _bot in one.bots]
        playing.bots |= {text.pk: (one.name, bot) for text, bot in zip(texts, one.bots, strict=True)}
        entrant = Entrant.objects.create(
            contest=contest, user=owner, program=texts[0], is_program=True, program_name=one.name
        )
        if owner is not None:
            versions.note_entered(entrant, contest.starts_at)
            playing.texts[entrant.pk], playing.handed_in[entrant.pk] = texts, 1
    return contest, playing


def make_tables() -> None:
    """The tables of a database that is new and thrown away: all at once. What migrations of stored rows would do takes a hundred times as long."""
    with connection.schema_editor() as editor:
        for model in apps.get_models():
            editor.create_model(model)


class Home:
    """Plays the matches of tables side by side in the processes of `pool`.

    Their ends are told in the order of their beginnings, so that the same seed makes the same contest on every machine.
    """

    def __init__(self, pool: Executor, play: Play, bots: dict[int, tuple[str, AnyBot]]) -> None:
        self.bots = bots
        self.failures: dict[str, Data] = {}
        """How often programs failed, by their names, and with what at first."""
        self.refusals: dict[str, Data] = {}
        """How often the game refused their orders, in how many decisions of all, and why at first."""
        self._pool, self._play = pool, play
        self._running: deque[tuple[str, tuple[str, ...], Future[MatchRecord]]] = deque()

    def __call__(self, contest: Contest, options: Data, sitters: Sequence[scheduler.Sitter], seed: str) -> Match:
        names, bots = zip(*[self.bots[sitter.pk] for sitter in sitters], strict=True)
        match = Match.objects.create(
            game=contest.game,
            options=options,
            seed=seed,
            rules_version=games.get(contest.game).rules_version,
            status=Match.Status.RUNNING,
            step_seconds=contest.step_seconds,
            arranged=Match.Arranged.CONTEST,
            started_at=timezone.now(),
        )
        Seat.objects.bulk_create(
            Seat(match=match, number=number, program_id=sitter.pk) for number, sitter in enumerate(sitters)
        )
        ids = tuple(bot.id for bot in bots)
        self._running.append(
            (match.pk, names, self._pool.submit(self._play, contest.game, options, ids, seed, contest.budget))
        )
        return match

    def settle(self) -> bool:
        """Wait for the match that has begun first, and store how it ended; False if none runs. Raises BrokenExecutor."""
        if not self._running:
            return False
        match_id, names, playing = self._running.popleft()
        match = Match.objects.filter(pk=match_id)
        try:
            record = playing.result()
        except BrokenExecutor:
            raise
        except Exception:
            log.exception("a match cannot be played")
            match.update(status=Match.Status.ABORTED, finished_at=timezone.now())
            return True
        self._note(names, record)
        for number, place in enumerate(record.ranks):
            Seat.objects.filter(match=match_id, number=number).update(place=place)
        match.update(
            options=record.options,
            status=Match.Status.FINISHED,
            step=record.steps,
            outcome={"reason": record.reason, "places": list(record.ranks)},
            finished_at=timezone.now(),
        )
        return True

    def _note(self, names: tuple[str, ...], record: MatchRecord) -> None:
        for told, found in ((self.failures, record.failures), (self.refusals, record.refusals)):
            for _step, seat, why in found:
                told.setdefault(names[seat], {"decisions": 0, "first": why})["decisions"] += 1


@dataclass(frozen=True)
class Progress:
    """How far a rehearsal is."""

    stage: int
    """From 0, as `round`."""
    stages: int
    format: str
    round: int
    done: int
    """Tables of the round that are over, of `tables`."""
    tables: int
    played: int
    """Matches of the whole contest, of about `all`."""
    all: int
    ends_at: datetime | None
    """About; None until some matches are over."""


def play_all(contest: Contest, playing: Playing, home: Home, told: Callable[[], None]) -> bool:
    """Play the contest to its end, a day after the other without waiting for one; `told` after each match. False if it does not end."""
    for day in range(LONGEST):
        today = contest.starts_at + timedelta(days=day)
        scheduler.go_on(contest.pk, now=today, begin=home)
        while home.settle():
            scheduler.go_on(contest.pk, now=today, begin=home)
            told()
        contest.refresh_from_db()
        if contest.is_over:
            return True
        playing.hand_in(contest, today)
    return False


def progress(contest: Contest, begun: float) -> Progress | None:
    """How far it is; `begun` is the monotonic second at which it began. None between stages."""
    stage = contest.stages.filter(started_at__isnull=False, finished_at=None).first()
    if stage is None:
        return None
    number = max(0, results.rounds(results.played_in(stage)) - 1)
    here = [one for one in stage.tables.filter(round=number).prefetch_related("places") if len(one.places.all()) > 1]
    played = Table.objects.filter(stage__contest=contest, is_over=True, match__isnull=False).count()
    left = forecast.matches_left(contest, timezone.now())
    seconds = time.monotonic() - begun
    return Progress(
        stage=stage.number,
        stages=contest.stages.count(),
        format=stage.format,
        round=number,
        done=sum(one.is_over for one in here),
        tables=len(here),
        played=played,
        all=played + left,
        ends_at=timezone.now() + timedelta(seconds=seconds / played * left) if played >= LEAST_PLAYED else None,
    )
