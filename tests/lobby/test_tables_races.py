"""What comes of a table when several people do something to it at the same moment? One after the other, whichever comes first."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from lobby.accounts.models import User
from lobby.matches.errors import NoMatch, ServiceError
from lobby.matches.models import Match, Seat, Step
from lobby.tables import services as tables
from lobby.tables.services import NotComplete, NotOpen, Settings, TableFull

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
ROUNDS = 5


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


def together(*calls: Callable[[], Any]) -> list[Any]:
    """The results of calls that begin at the same moment, each in a thread of its own; a refusal is a result."""
    line = Barrier(len(calls))

    def call(one: Callable[[], Any]) -> Any:
        try:
            line.wait(10)
            return one()
        except ServiceError as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(call, calls))


def opened(host: User, *others: User, seats: int = 2) -> Match:
    match = tables.create_table(user=host, game_id="toy", options={}, settings=Settings(seats=seats, step_seconds=30))
    for person in others:
        tables.join(user=person, match_id=match.pk)
        tables.set_table_ready(user=person, match_id=match.pk, ready=True)
    return match


def people_at(match: Match) -> list[int | None]:
    return sorted(pk for pk in Seat.objects.filter(match=match).values_list("user", flat=True) if pk)


def test_the_last_seat_is_taken_once(alice, bob, charlie, dana):
    for _ in range(ROUNDS):
        match = opened(alice)
        answers = together(*[partial(tables.join, user=person, match_id=match.pk) for person in (bob, charlie, dana)])
        assert sum(isinstance(answer, Match) for answer in answers) == 1
        assert sum(isinstance(answer, TableFull) for answer in answers) == 2
        assert len(people_at(match)) == 2
        match.delete()


def test_two_tabs_sit_in_one_seat(alice, bob):
    for _ in range(ROUNDS):
        match = opened(alice, seats=4)
        together(*[partial(tables.join, user=bob, match_id=match.pk)] * 3)
        assert people_at(match) == sorted([alice.pk, bob.pk])
        match.delete()


def test_whoever_leaves_while_it_starts_has_left_or_plays(alice, bob):
    for _ in range(ROUNDS):
        match = opened(alice, bob)
        started, left = together(
            partial(tables.start, user=alice, match_id=match.pk), partial(tables.leave, user=bob, match_id=match.pk)
        )
        match.refresh_from_db()
        if isinstance(started, NotComplete):
            assert (match.status, people_at(match)) == ("open", [alice.pk])
        else:
            assert isinstance(left, NotOpen)
            assert (match.status, people_at(match)) == ("running", sorted([alice.pk, bob.pk]))
        match.delete()


def test_it_starts_once(alice, bob):
    for _ in range(ROUNDS):
        match = opened(alice, bob)
        answers = together(*[partial(tables.start, user=alice, match_id=match.pk)] * 2)
        assert sorted(type(answer) for answer in answers if not isinstance(answer, Match)) == [NotOpen]
        assert Step.objects.filter(match=match).count() == 1
        assert sorted(Seat.objects.filter(match=match).values_list("number", flat=True)) == [0, 1]
        match.delete()


def test_a_rematch_asked_for_by_both_at_once_is_one_match(alice, bob, make_match):
    for _ in range(ROUNDS):
        old = make_match()
        Match.objects.filter(pk=old.pk).update(status="finished", deadline=None, due_at=None)
        answers = together(*[partial(tables.rematch, user=person, match_id=old.pk) for person in (alice, bob)])
        assert len({answer.pk for answer in answers}) == 1
        (match,) = Match.objects.filter(rematch_of=old)
        assert (match.status, people_at(match)) == ("running", sorted([alice.pk, bob.pk]))


def test_an_old_table_starts_or_closes(alice, bob):
    for _ in range(ROUNDS):
        match = opened(alice, bob)
        Match.objects.filter(pk=match.pk).update(created_at=timezone.now() - timedelta(days=1))
        started, closed = together(partial(tables.start, user=alice, match_id=match.pk), tables.expire_tables)
        assert isinstance(started, NoMatch) == (closed == 1)
        assert Match.objects.filter(pk=match.pk, status="running").count() == 1 - closed
