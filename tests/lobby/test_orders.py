"""Orders that people send: stored before they are acknowledged, replaced, refused with a reason."""

import asyncio
from datetime import timedelta

import pytest
from django.utils import timezone

from games.core.errors import OrderError
from lobby.governance import votes
from lobby.matches.errors import (
    NoMatch,
    NotPending,
    NotRunning,
    NotYourSeat,
    TooLate,
    Unavailable,
    WrongStep,
    as_answer,
)
from lobby.matches.models import Match, Orders, Seat
from lobby.platform.process import threads
from lobby.play import services, timer
from lobby.play.entries import Overtaken

pytestmark = pytest.mark.django_db(transaction=True)

STAY = {"walk": 0, "throw": None, "resign": False}
LEFT = STAY | {"walk": -1}


async def stored(match):
    rows = Orders.objects.filter(match=match).order_by("seat", "revision")
    return [(row.seat, row.step, row.revision, row.orders, row.ready, row.by) async for row in rows]


@pytest.mark.postgres
async def test_orders_are_on_disk_when_the_answer_comes(make_match, alice):
    match = make_match()
    answer = await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders={"walk": -1})
    assert (answer.orders, answer.ready, answer.revision) == (LEFT, False, 1)
    assert await stored(match) == [(0, 0, 1, LEFT, False, "person")]


async def test_orders_for_a_slow_match_are_checked_apart(make_match, alice, monkeypatch):
    slow, quick = make_match(), make_match()
    apart, together = [], []
    put, put_many = services._SUBMISSIONS.put, services.JOURNAL.put_many
    monkeypatch.setattr(services.resolving, "is_quick", lambda match_id: match_id == quick.pk)
    monkeypatch.setattr(services._SUBMISSIONS, "put", lambda asked: put(apart.extend(asked) or asked))
    monkeypatch.setattr(services.JOURNAL, "put_many", lambda asked: put_many(together.extend(asked) or asked))
    asked = [(slow, 1), (quick, 1), (slow, -1), (quick, -1)]
    await asyncio.gather(
        *(
            services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders={"walk": walk})
            for match, walk in asked
        )
    )
    assert [one.match_id for one, _ in apart] == [slow.pk] * 2
    unchecked = [one.match_id for one, _ in together if isinstance(one, services.Submission)]
    assert unchecked == [quick.pk] * 2
    for match in (slow, quick):
        assert [(row[2], row[3]["walk"]) for row in await stored(match)] == [(1, 1), (2, -1)], (
            "in the order they came in"
        )


@pytest.mark.postgres
async def test_later_orders_replace_earlier_ones_until_the_step_is_over(make_match, alice):
    match = make_match()
    for walk in (-1, 1, 0):
        await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders={"walk": walk}, ready=True)
    assert [(row[2], row[3]["walk"]) for row in await stored(match)] == [(1, -1), (2, 1), (3, 0)]


@pytest.mark.postgres
async def test_orders_that_waited_longer_than_newer_ones_are_refused(make_match, alice):
    """A slow game checks orders apart, so those of one window may come to the disk after the newer ones of another."""
    match = make_match()
    waiting = services.Submission(match_id=match.pk, step=0, orders={"walk": -1}, ready=True, user_id=alice.pk)
    await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders={"walk": 1})
    with pytest.raises(Overtaken):
        await services.JOURNAL.store(waiting)
    assert [(row[2], row[3]["walk"], row[4]) for row in await stored(match)] == [(1, 1, False)]


@pytest.mark.postgres
async def test_a_clock_that_was_set_back_refuses_no_orders(make_match, alice):
    match = make_match()
    await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders={"walk": 1})
    await Orders.objects.filter(match=match).aupdate(created_at=timezone.now() + timedelta(minutes=1))
    await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders={"walk": -1})
    assert [(row[2], row[3]["walk"]) for row in await stored(match)] == [(1, 1), (2, -1)]


@pytest.mark.postgres
async def test_ready_is_separate_from_stored(make_match, alice):
    match = make_match()
    await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders={"walk": -1})
    answer = await services.set_ready(user_id=alice.pk, match_id=match.pk, step=0, ready=True)
    assert (answer.orders, answer.ready) == (LEFT, True)
    answer = await services.set_ready(user_id=alice.pk, match_id=match.pk, step=0, ready=False)
    assert (answer.orders, answer.ready) == (LEFT, False)


async def test_ready_without_orders_stores_the_default_ones(make_match, alice):
    match = make_match()
    answer = await services.set_ready(user_id=alice.pk, match_id=match.pk, step=0, ready=True)
    assert answer.orders == STAY


@pytest.mark.postgres
async def test_orders_that_are_taken_back_leave_the_default_ones(make_match, alice):
    match = make_match()
    await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders={"walk": -1})
    answer = await services.set_ready(user_id=alice.pk, match_id=match.pk, step=0, ready=False, clear=True)
    assert (answer.orders, answer.ready, answer.revision) == (STAY, False, 2)


async def test_refused_orders_name_the_field_and_change_nothing(make_match, alice):
    match = make_match()
    with pytest.raises(OrderError) as refusal:
        await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders={"throw": 99})
    answer = as_answer(refusal.value, prefix="orders")
    assert answer == {
        "code": "out_of_range",
        "path": "orders.throw",
        "message": "Throw at a cell from 0 to 6.",
        "data": {"last": 6},
    }
    assert await stored(match) == []


async def test_whoever_has_no_seat_is_refused(make_match, charlie):
    match = make_match()
    with pytest.raises(NotYourSeat):
        await services.submit_orders(user_id=charlie.pk, match_id=match.pk, step=0, orders=STAY)
    assert await stored(match) == []


async def test_a_match_that_one_may_not_see_answers_like_one_that_does_not_exist(make_match, charlie):
    match = make_match(visibility=Match.Visibility.LINK)
    answers = []
    for match_id in (match.pk, "nosuchmtch"):
        for call in (
            services.submit_orders(user_id=charlie.pk, match_id=match_id, step=0, orders={"throw": 99}),
            services.set_ready(user_id=charlie.pk, match_id=match_id, step=0, ready=True),
            services.resign(user_id=charlie.pk, match_id=match_id),
            threads.run(threads.SERVICES, votes.vote, user_id=charlie.pk, match_id=match_id, kind="pause", value=True),
            threads.run(threads.SERVICES, services.come_back, user_id=charlie.pk, match_id=match_id),
            threads.run(threads.SERVICES, services.set_watchable, user_id=charlie.pk, match_id=match_id, value=True),
            threads.run(threads.SERVICES, services.forecast, user_id=charlie.pk, match_id=match_id, step=0, orders={}),
        ):
            with pytest.raises(NoMatch) as refusal:
                await call
            answers.append(as_answer(refusal.value))
    assert all(answer == answers[0] for answer in answers)


async def test_orders_for_another_step_are_refused_and_told_which_one_is_due(make_match, alice, bob):
    match = make_match()
    with pytest.raises(WrongStep) as refusal:
        await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=1, orders=STAY)
    assert as_answer(refusal.value)["data"] == {"step": 0}
    for person in (alice, bob):
        await services.submit_orders(user_id=person.pk, match_id=match.pk, step=0, orders=STAY, ready=True)
    await timer.settle()
    with pytest.raises(WrongStep) as refusal:
        await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders=STAY)
    assert as_answer(refusal.value)["data"] == {"step": 1}


async def test_orders_after_the_deadline_are_too_late_even_if_nobody_has_looked(make_match, alice):
    match = make_match(now=timezone.now() - timedelta(seconds=91))
    with pytest.raises(TooLate):
        await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders=STAY)
    with pytest.raises(TooLate):
        await services.set_ready(user_id=alice.pk, match_id=match.pk, step=0, ready=True)
    assert await stored(match) == []


async def test_a_time_bank_accepts_orders_after_the_deadline(make_match, alice, bob):
    match = make_match(now=timezone.now() - timedelta(seconds=91), bank_seconds=60)
    await Seat.objects.filter(match=match, user=bob).aupdate(bank_ms=500)
    await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders=STAY)
    with pytest.raises(TooLate):
        await services.submit_orders(user_id=bob.pk, match_id=match.pk, step=0, orders=STAY)


@pytest.mark.parametrize(
    "status", [Match.Status.OPEN, Match.Status.PAUSED, Match.Status.FINISHED, Match.Status.ABORTED]
)
async def test_a_match_that_does_not_run_takes_no_orders(make_match, alice, status):
    match = make_match()
    await Match.objects.filter(pk=match.pk).aupdate(status=status)
    with pytest.raises(NotRunning):
        await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders=STAY)
    assert await stored(match) == []


async def test_a_seat_that_is_out_owes_nothing(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie], options={"hearts": 1})
    await services.resign(user_id=charlie.pk, match_id=match.pk)
    for person in (alice, bob):
        await services.submit_orders(user_id=person.pk, match_id=match.pk, step=0, orders=STAY, ready=True)
    await timer.settle()
    with pytest.raises(NotPending):
        await services.submit_orders(user_id=charlie.pk, match_id=match.pk, step=1, orders=STAY)


def test_a_forecast_stores_nothing(make_match, alice):
    match = make_match()
    answer = services.forecast(user_id=alice.pk, match_id=match.pk, step=0, orders={"walk": 1})
    assert set(answer) == {"cell"}
    assert not Orders.objects.exists()
    with pytest.raises(OrderError):
        services.forecast(user_id=alice.pk, match_id=match.pk, step=0, orders={"walk": 7})
    with pytest.raises(WrongStep):
        services.forecast(user_id=alice.pk, match_id=match.pk, step=1, orders={})


async def test_a_game_that_fails_on_orders_stores_nothing_and_stops_nobody(make_match, alice, bob, replace_toy):
    match = make_match()

    def fail(state, seat, orders):
        if seat == 0:
            raise ZeroDivisionError
        return orders

    replace_toy(check=fail)
    with pytest.raises(Unavailable):
        await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders=STAY)
    await services.submit_orders(user_id=bob.pk, match_id=match.pk, step=0, orders=STAY)
    assert [row[0] for row in await stored(match)] == [1]
    assert (await Match.objects.aget(pk=match.pk)).status == Match.Status.RUNNING
