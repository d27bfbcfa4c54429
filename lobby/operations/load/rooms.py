"""Where do the matches of a load test come from? From the site's own database: people, sessions and running matches, taken away again at the end."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.core.contract import Game, Json
from games.core.simulate import open_table
from lobby.accounts.models import User
from lobby.matches import referee, threads
from lobby.matches.models import Match, Seat

STEP_SECONDS = 60
"""Longer than any answer should take; a step that needs it counts as a fault of the site."""


@dataclass(frozen=True)
class Room:
    """One running match and the session key of each of its seats' people."""

    match_id: str
    sessions: tuple[str, ...]


@dataclass
class Rooms:
    """Makes rooms of one kind, and remembers them."""

    game: Game
    seats: int
    options: dict[str, Json]
    people: list[str] = field(default_factory=list)
    """Names that nobody else has; a number may be given to somebody else if its row was never committed."""
    matches: list[str] = field(default_factory=list)
    sessions: list[str] = field(default_factory=list)

    def open(self) -> Room:
        """Begin one more match between new people; raises OptionError."""
        seed = secrets.token_hex(8)
        options = open_table(self.game, self.options, self.seats, seed)
        with threads.writing():
            match = Match.objects.create(
                game=self.game.id,
                options=options,
                seed=seed,
                rules_version=self.game.rules_version,
                step_seconds=STEP_SECONDS,
                visibility=Match.Visibility.PUBLIC,
                spectator_delay=self.game.spectators_late,
            )
            # If the answer to the commit is lost, the match is there all the same.
            self.matches.append(match.pk)
            keys = []
            for number in range(self.seats):
                person = self._person()
                Seat.objects.create(match=match, number=number, user=person)
                keys.append(self._session(person))
            referee.begin(match, timezone.now())
        return Room(match.pk, tuple(keys))

    def close(self) -> None:
        """Take everything away that was made here."""
        with threads.writing():
            Match.objects.filter(pk__in=self.matches).delete()
            User.objects.filter(username__in=self.people).delete()
            Session.objects.filter(pk__in=self.sessions).delete()

    def _person(self) -> User:
        person = User(username=f"load-{secrets.token_hex(8)}", name="Load test", is_guest=True)
        person.set_unusable_password()
        person.save()
        self.people.append(person.username)
        return person

    def _session(self, person: User) -> str:
        session = SessionStore()
        session[SESSION_KEY] = str(person.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = person.get_session_auth_hash()
        session.set_expiry(timedelta(days=1))
        session.create()
        assert session.session_key is not None
        self.sessions.append(session.session_key)
        return session.session_key
