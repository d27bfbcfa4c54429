"""Where do the matches of a load test come from? People, sessions and running matches are created in the site's database, and removed."""

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
from lobby.matches.models import Match, Seat
from lobby.operations.load.kinds import SHORT_STEP_SECONDS, Kind
from lobby.platform.process import database
from lobby.play import referee

STEP_SECONDS = 60
"""Longer than any answer should take; a step that reaches this limit counts as a fault of the site."""


@dataclass(frozen=True)
class LoadMatch:
    """One running match and the session key of each of its seats' people."""

    match_id: str
    sessions: tuple[str, ...]
    kind: Kind = Kind.PEOPLE


@dataclass
class LoadMatches:
    """Creates matches of one game, and removes them at the end."""

    game: Game
    seats: int
    options: dict[str, Json]
    people: list[str] = field(default_factory=list)
    """Unique names of the created people. Not ids: the database may reuse an id whose row was never committed."""
    matches: list[str] = field(default_factory=list)
    sessions: list[str] = field(default_factory=list)

    def open(self, kind: Kind = Kind.PEOPLE) -> LoadMatch:
        """Begin one more match of new people; raises OptionError."""
        seed = secrets.token_hex(8)
        options = open_table(self.game, self.options, self.seats, seed)
        with database.writing():
            match = Match.objects.create(
                game=self.game.id,
                options=options,
                seed=seed,
                rules_version=self.game.rules_version,
                step_seconds=SHORT_STEP_SECONDS if kind is Kind.DEADLINES else STEP_SECONDS,
                visibility=Match.Visibility.PUBLIC,
                spectator_delay=1,
            )
            # Recorded before the commit: if its answer is lost, the match may exist all the same.
            self.matches.append(match.pk)
            keys = []
            people = self.seats - (kind is Kind.BOTS)
            for number in range(people, self.seats):
                Seat.objects.create(match=match, number=number, bot=self.game.bots[0].id, ready=True)
            for number in range(people):
                person = self._person()
                Seat.objects.create(match=match, number=number, user=person)
                keys.append(self._session(person))
            referee.begin(match, timezone.now())
        return LoadMatch(match.pk, tuple(keys), kind)

    def close(self) -> None:
        """Remove everything that was created here."""
        with database.writing():
            # Deadlines go on: a step that a referee saves while its match is deleted would keep it.
            Match.objects.filter(pk__in=self.matches).update(status=Match.Status.ABORTED)
        with database.writing():
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
