"""Is what has become of deliveries noted together, and each of it although something is wrong with another one?"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import InterfaceError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from lobby.notices import noting, outbox
from lobby.notices.models import Delivery

pytestmark = pytest.mark.django_db(transaction=True)
Way = Delivery.Way


def deliveries(number: int) -> list[int]:
    return [Delivery.objects.create(way=Way.MAIL, target=n, key=f"step:x:{n}").pk for n in range(number)]


@contextmanager
def busy() -> Iterator[None]:
    """What is noted meanwhile is noted together."""
    begun, stopped = threading.Event(), threading.Event()

    def hold() -> None:
        begun.set()
        stopped.wait(20)

    holding = noting.note(hold)
    assert begun.wait(20)
    yield
    stopped.set()
    holding.result(20)


def test_what_comes_while_one_transaction_is_written_goes_into_the_next_together(monkeypatch):
    ids, written = deliveries(5), []
    real = outbox.done

    def done(told, way, result):
        written.append(list(told))
        real(told, way, result)

    monkeypatch.setattr(outbox, "done", done)
    with busy():
        notes = [noting.done([pk], Way.MAIL, "sent") for pk in ids]
    for one in notes:
        one.result(20)
    assert written == [ids]
    assert not Delivery.objects.exists()


def test_what_is_wrong_with_one_keeps_no_other_from_being_noted():
    ids = deliveries(3)

    def fails() -> None:
        raise ValueError("wrong")

    with busy():
        notes = [noting.done([ids[0]], Way.MAIL, "sent"), noting.note(fails), noting.done(ids[1:], Way.MAIL, "sent")]
    assert [type(one.exception(20)) for one in notes] == [type(None), ValueError, type(None)]
    assert not Delivery.objects.exists()


def test_a_database_that_is_away_is_not_asked_once_for_each(monkeypatch):
    asked, ids = [], deliveries(3)

    def away(told, way, result):
        asked.append(list(told))
        raise InterfaceError("away")

    monkeypatch.setattr(outbox, "done", away)
    with busy():
        notes = [noting.done([pk], Way.MAIL, "sent") for pk in ids]
    assert [type(one.exception(20)) for one in notes] == [InterfaceError] * 3
    assert asked == [ids]
    assert Delivery.objects.count() == 3, "they are there still, and go out again under their ids"


def test_a_mail_whose_lease_is_fresh_is_handed_over_without_a_write():
    deliveries(1)
    taken = outbox.take([Way.MAIL], 1, timezone.now())
    with CaptureQueriesContext(connection) as asked:
        assert outbox.hand_over(taken)
    assert [one["sql"].split()[0] for one in asked.captured_queries] == ["SELECT"]
    soon = timezone.now() + outbox.LEASE / 3
    Delivery.objects.update(leased_until=soon)
    assert outbox.hand_over(taken) and Delivery.objects.get().leased_until > soon, "a lease that ends soon is renewed"
