"""Who plays in the tests of the platform, and how does a match get under way quickly?

Alice and Bob play, Charlie must see nothing that is not public, Dana is staff. Every test here that touches the database
commits for real, because the match service works in threads of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Protocol

import psycopg
import pytest
from django.db import connection, transaction
from django.utils import timezone

import games
from games.core.contract import Game
from games.core.simulate import open_table
from lobby.accounts import bot_accounts
from lobby.accounts.models import User
from lobby.achievements import counting as achievements
from lobby.bots import hosted, trial, workers
from lobby.contests import background as contests
from lobby.matches.models import Match, Seat
from lobby.play import journal, referee
from lobby.ratings import background as ratings
from lobby.store import positions
from tests.games.toy import DEFAULT_ORDERS
from tests.games.toy import GAME as TOY


class MakeMatch(Protocol):
    """What the fixture `make_match` gives."""

    def __call__(
        self,
        people: Sequence[User] = ...,
        bots: Sequence[str] = (),
        *,
        game: str = "toy",
        options: dict[str, Any] | None = None,
        now: datetime | None = None,
        **fields: Any,
    ) -> Match: ...


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The toy game is among the games."""
    monkeypatch.setitem(games.GAMES, "toy", "tests.games.toy")
    yield TOY
    games.get.cache_clear()
    positions.forget()


@pytest.fixture(autouse=True)
def all_worked_off(request: pytest.FixtureRequest) -> Iterator[None]:
    """The end of a match sets off work in threads: it is over before the tables are emptied, or PostgreSQL sees a deadlock."""
    asks = request.node.get_closest_marker("django_db") or "transactional_db" in request.fixturenames
    if asks:
        request.getfixturevalue("db")
    yield
    if asks:
        contests.settle()
        ratings.settle()
        achievements.settle()


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of programs are judged by what they count: on a busy machine a clock would stop them first."""
    minute = 60.0
    monkeypatch.setitem(workers.LIMITS, "max_feed_duration_secs", minute)
    monkeypatch.setattr(workers, "REQUEST_SECONDS", minute)
    monkeypatch.setattr(hosted, "STEP_SECONDS", minute)
    monkeypatch.setattr(trial, "FIRST_SECONDS", minute)


@pytest.fixture
def order() -> Callable[..., journal.Stored]:
    """Stores checked orders of the toy for a seat, as the journal does for a service."""

    def store(
        match: Match,
        seat: int,
        *,
        step: int = 0,
        ready: bool = True,
        at: datetime | None = None,
        by="person",
        **orders: Any,
    ):
        entry = journal.Entry(match.pk, step, seat, DEFAULT_ORDERS | orders, ready, by, at or timezone.now())
        (result,) = journal.write([entry]).results
        assert isinstance(result, journal.Stored), result
        return result

    return store


@pytest.fixture
def replace_toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Exchanges functions of the toy game, for tests of what no sound game does."""

    def exchange(**functions: Any) -> None:
        monkeypatch.setattr("tests.games.toy.GAME", replace(TOY, **functions))
        games.get.cache_clear()

    yield exchange
    # Nobody after this test gets what was exchanged.
    games.get.cache_clear()


def _person(name: str, **fields: Any) -> User:
    return User.objects.create_user(name.lower(), f"{name.lower()}@example.org", "lantern-42-oil", name=name, **fields)


@pytest.fixture
def alice(transactional_db: None) -> User:
    return _person("Alice")


@pytest.fixture
def bob(transactional_db: None) -> User:
    return _person("Bob")


@pytest.fixture
def charlie(transactional_db: None) -> User:
    return _person("Charlie")


@pytest.fixture
def dana(transactional_db: None) -> User:
    return _person("Dana", is_staff=True, is_superuser=True)


@dataclass
class Pair:
    """Two accounts, and whether one person stands behind both."""

    one: User
    other: User
    is_one_person: bool


@pytest.fixture
def bot(alice) -> Callable[..., User]:
    def make(name: str = "Robo", owner: User = alice) -> User:
        return bot_accounts.create_bot_account(owner=owner, name=name)

    return make


@pytest.fixture(params=["owner and bot", "two bots", "two persons", "bots of two persons"])
def pair(request, alice, bob, bot) -> Pair:
    if request.param == "owner and bot":
        return Pair(alice, bot(), True)
    if request.param == "two bots":
        return Pair(bot("Robo"), bot("Robotta"), True)
    if request.param == "two persons":
        return Pair(alice, bob, False)
    return Pair(bot("Robo"), bot("Robotta", bob), False)


@pytest.fixture
def make_match(alice: User, bob: User) -> MakeMatch:
    """Makes a running match: people in the first seats, bots (by their ids) in the next ones."""

    def begin(
        people: Sequence[User] = (alice, bob),
        bots: Sequence[str] = (),
        *,
        game: str = "toy",
        options: dict[str, Any] | None = None,
        now: datetime | None = None,
        **fields: Any,
    ) -> Match:
        rules = games.get(game)
        seats = len(people) + len(bots)
        with transaction.atomic():
            match = Match.objects.create(
                game=game,
                options=open_table(rules, options or {}, seats, "a table of the tests"),
                rules_version=rules.rules_version,
                host=people[0] if people else None,
                **{"step_seconds": 30, **fields},
            )
            Seat.objects.bulk_create(
                [Seat(match=match, number=number, user=person) for number, person in enumerate(people)]
                + [Seat(match=match, number=number, bot=bot) for number, bot in enumerate(bots, start=len(people))]
            )
            referee.begin(match, now or timezone.now())
        return match

    def make(*args: Any, **kwargs: Any) -> Match:
        # In a thread, because async tests may not touch the database in their own.
        with ThreadPoolExecutor(1) as pool:
            match = pool.submit(begin, *args, **kwargs).result()
            pool.submit(lambda: connection.close()).result()
        return match

    return make


@pytest.fixture
def peer() -> Iterator[psycopg.Connection]:
    """The connection of a process that hangs in the middle of a transaction."""
    known = connection.settings_dict
    with psycopg.connect(
        host=known["HOST"], port=known["PORT"], user=known["USER"], password=known["PASSWORD"], dbname=known["NAME"]
    ) as line:
        yield line
        line.rollback()


@pytest.fixture
def lock(peer: psycopg.Connection) -> Callable[[Match], None]:
    """Has that process lock a match, as its writer of orders does."""

    def take(match: Match) -> None:
        peer.execute("SELECT 1 FROM lobby_match WHERE id = %s FOR NO KEY UPDATE", [match.pk])

    return take
