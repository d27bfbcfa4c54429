"""Time banks: a seat that is not ready lives on its own, and pays for what it used."""

from datetime import timedelta

import pytest
from django.utils import timezone

from lobby.matches.models import Match, Seat
from lobby.play import referee

pytestmark = pytest.mark.django_db(transaction=True)


def after(match, seconds):
    moment = match.deadline + timedelta(seconds=seconds)
    return lambda: moment


@pytest.fixture
def match(make_match):
    match = make_match(now=timezone.now(), bank_seconds=60)
    match.refresh_from_db()
    return match


def banks(match):
    return list(Seat.objects.filter(match=match).order_by("number").values_list("bank_ms", flat=True))


def test_the_step_goes_on_while_a_bank_runs(match, order):
    order(match, 0)
    assert referee.advance_once(match.pk, after(match, 0)) is None
    assert Match.objects.get(pk=match.pk).due_at == match.deadline + timedelta(seconds=60)
    assert referee.advance_once(match.pk, after(match, 59.9)) is None
    assert referee.advance_once(match.pk, after(match, 60)) == 1
    assert banks(match) == [60_000, 0]


def test_each_pays_until_it_was_ready(match, order):
    order(match, 0, at=match.deadline + timedelta(seconds=2))
    order(match, 1, at=match.deadline + timedelta(seconds=15.5))
    assert referee.advance_once(match.pk, after(match, 15.6)) == 1
    assert banks(match) == [58_000, 44_500]


def test_who_takes_the_word_back_pays_until_the_last_one(match, order):
    order(match, 0, at=match.deadline - timedelta(seconds=5))
    order(match, 0, at=match.deadline + timedelta(seconds=3), ready=False)
    order(match, 0, at=match.deadline + timedelta(seconds=8))
    order(match, 0, at=match.deadline + timedelta(seconds=12), walk=1)
    order(match, 1, at=match.deadline + timedelta(seconds=20))
    assert referee.advance_once(match.pk, after(match, 21)) == 1
    assert banks(match) == [52_000, 40_000], "changing orders while ready is free"


def test_a_ready_seat_pays_nothing_while_others_think(match, order):
    order(match, 0)
    order(match, 1, at=match.deadline + timedelta(seconds=30))
    assert referee.advance_once(match.pk, after(match, 30)) == 1
    assert banks(match) == [60_000, 30_000]


def test_a_spent_bank_does_not_come_back(match, order):
    order(match, 0)
    referee.advance_once(match.pk, after(match, 60))
    match.refresh_from_db()
    order(match, 0, step=1)
    assert referee.advance_once(match.pk, after(match, 0)) == 2
    assert banks(match) == [60_000, 0]
