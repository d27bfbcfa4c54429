"""Which matches does a soak test play? Matches between bots, of every game at the same time, with the quick preset, again and again."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import timezone

import games
from games.core.contract import Game, Json
from games.core.simulate import open_table
from lobby.matches import clock
from lobby.matches.errors import ServiceError
from lobby.matches.models import Match, Program, Seat
from lobby.platform.process import database
from lobby.play import referee, services

LATE = timedelta(seconds=20)
"""A match is stuck if a step is not resolved this long after the time at which it stops waiting for bots."""
STANDSTILL = timedelta(seconds=10)
"""If the check that runs every second is this late, the machine stood still, perhaps the site too. The site then first gives its matches
that time back, so late steps do not count as stuck."""
PRESET = "quick"
PAUSE = 0.03
"""Seconds between the starts of two matches, in which the site can write."""
WITH_PROGRAMS = 4
"""Programs play one in this many matches of each game for which a program is given."""


@dataclass
class Bouts:
    """The matches of a soak test and their progress."""

    programs: Mapping[str, str]
    """Game → text of a program for it."""
    options: Mapping[str, Mapping[str, Json]]
    """Game → options besides those of its quick preset."""
    step_seconds: int = 180
    """Long, because one thread decides for the bots of two hundred matches."""
    begun: Counter[str] = field(default_factory=Counter)
    finished: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    _running: dict[str, tuple[int, datetime | None]] = field(default_factory=dict)
    """Match → the step that was last seen, and since when it has been seen."""
    _games: dict[str, str] = field(default_factory=dict)
    _looked: datetime = field(default_factory=timezone.now)
    _awake_since: datetime = field(default_factory=timezone.now)

    def fill(self, number: int) -> None:
        """Begin matches until `number` are running, equally many of each game."""
        on = Counter(dict.fromkeys(games.GAMES, 0)) + Counter()
        on.update(self._games[match_id] for match_id in self._running)
        while len(self._running) < number:
            game_id = min(games.GAMES, key=lambda one: on[one])
            match_id = self._begin(games.get(game_id))
            self._running[match_id], self._games[match_id] = (-1, None), game_id
            on[game_id] += 1
            # SQLite allows one writer at a time, and one that returns at once gets the lock before all that wait.
            time.sleep(PAUSE)

    def look(self, now: datetime) -> None:
        """Record finished matches and errors. Must be called every second."""
        if now - self._looked > STANDSTILL:
            self._awake_since = now
        self._looked = now
        found = Match.objects.filter(pk__in=self._running).values_list("pk", "status", "step", "deadline")
        for match_id, status, step, deadline in found:
            known, seen = self._running[match_id]
            if status == Match.Status.FINISHED:
                self.finished[self._games.pop(match_id)] += 1
                del self._running[match_id]
            elif status != Match.Status.RUNNING:
                self.errors[f"match_{status}"] += 1
                del self._running[match_id], self._games[match_id]
            elif step != known:
                self._running[match_id] = step, now
            elif deadline is not None and now > max(clock.bot_until(deadline), seen or now, self._awake_since) + LATE:
                # The deadline already includes downtime that was given back. Each stuck step counts once.
                self.errors["match_stuck"] += 1
                self._running[match_id] = step, now

    def end(self) -> None:
        """Abort the matches that still run, as staff would."""
        for match_id in self._running:
            try:
                services.staff_abort(match_id=match_id)
            except ServiceError:
                # It has ended in the meantime.
                self.finished[self._games[match_id]] += 1
        self._running.clear()

    def _begin(self, game: Game) -> str:
        seats = game.seats[0]
        seed = secrets.token_hex(8)
        options = open_table(game, {**game.presets[PRESET].options, **self.options.get(game.id, {})}, seats, seed)
        text = self.programs.get(game.id, "")
        is_programs = bool(text) and self.begun[game.id] % WITH_PROGRAMS == 0
        self.begun[game.id] += 1
        with database.writing():
            match = Match.objects.create(
                game=game.id,
                options=options,
                seed=seed,
                rules_version=game.rules_version,
                step_seconds=self.step_seconds,
                visibility=Match.Visibility.PUBLIC,
                spectator_delay=1,
            )
            for number in range(seats):
                if is_programs:
                    program, _ = Program.objects.get_or_create(game=game.id, name="soak", defaults={"text": text})
                    Seat.objects.create(match=match, number=number, program=program)
                else:
                    # The fastest bot: many steps reveal more than good moves.
                    Seat.objects.create(match=match, number=number, bot=game.bots[0].id)
            referee.begin(match, timezone.now())
        return match.pk
