"""Which matches does a soak consist of? Bots among themselves, every game at once, in the quick form that it offers; over and over."""

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
from lobby.matches import clock, referee, services, threads
from lobby.matches.errors import ServiceError
from lobby.matches.models import Match, Program, Seat

LATE = timedelta(seconds=20)
"""A match that was not stepped so long after it would have waited for its last bot is stuck."""
STANDSTILL = timedelta(seconds=10)
"""Whoever looks every second and comes so late stood still itself, and the site perhaps with it, which gives its matches that time back
first: what is late then is not stuck."""
PRESET = "quick"
PAUSE = 0.03
"""Seconds between two matches that begin, in which the site writes."""
WITH_PROGRAMS = 4
"""Of the matches of a game for which there is a text, one in so many is played by programs."""


@dataclass
class Bouts:
    """Matches that were begun here, and how those that go on are doing."""

    programs: Mapping[str, str]
    """Game → text of a program for it."""
    options: Mapping[str, Mapping[str, Json]]
    """Game → options beside those of its quick form."""
    step_seconds: int = 180
    """Bots wait for each other, two hundred matches for one thread that thinks."""
    begun: Counter[str] = field(default_factory=Counter)
    finished: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    _running: dict[str, tuple[int, datetime | None]] = field(default_factory=dict)
    """Match → the step it was last seen at, and since when."""
    _games: dict[str, str] = field(default_factory=dict)
    _looked: datetime = field(default_factory=timezone.now)
    _awake_since: datetime = field(default_factory=timezone.now)

    def fill(self, number: int) -> None:
        """Begin matches until so many go on, as many of one game as of another."""
        on = Counter(dict.fromkeys(games.GAMES, 0)) + Counter()
        on.update(self._games[match_id] for match_id in self._running)
        while len(self._running) < number:
            game_id = min(games.GAMES, key=lambda one: on[one])
            match_id = self._begin(games.get(game_id))
            self._running[match_id], self._games[match_id] = (-1, None), game_id
            on[game_id] += 1
            # SQLite lets in one who writes at a time, and whoever comes back at once comes before all who wait.
            time.sleep(PAUSE)

    def look(self, now: datetime) -> None:
        """Note what is over, and what has gone wrong. To be called every second."""
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
                # Time in which no referee lived has been given back: the deadline is the one of now. Once is enough.
                self.errors["match_stuck"] += 1
                self._running[match_id] = step, now

    def end(self) -> None:
        """End what still goes on, as staff would."""
        for match_id in self._running:
            try:
                services.staff_abort(match_id=match_id)
            except ServiceError:
                # It has come to its end in this moment.
                self.finished[self._games[match_id]] += 1
        self._running.clear()

    def _begin(self, game: Game) -> str:
        seats = game.seats[0]
        seed = secrets.token_hex(8)
        options = open_table(game, {**game.presets[PRESET].options, **self.options.get(game.id, {})}, seats, seed)
        text = self.programs.get(game.id, "")
        is_programs = bool(text) and self.begun[game.id] % WITH_PROGRAMS == 0
        self.begun[game.id] += 1
        with threads.writing():
            match = Match.objects.create(
                game=game.id,
                options=options,
                seed=seed,
                rules_version=game.rules_version,
                step_seconds=self.step_seconds,
                visibility=Match.Visibility.PUBLIC,
                spectator_delay=game.spectators_late,
            )
            for number in range(seats):
                if is_programs:
                    program, _ = Program.objects.get_or_create(game=game.id, name="soak", defaults={"text": text})
                    Seat.objects.create(match=match, number=number, program=program)
                else:
                    # The one that thinks least: many steps show more than clever ones.
                    Seat.objects.create(match=match, number=number, bot=game.bots[0].id)
            referee.begin(match, timezone.now())
        return match.pk
