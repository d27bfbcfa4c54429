"""Who does not answer: default orders, then a bot, and the seat is given back to whoever returns."""

from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import OperationalError, transaction
from django.utils import timezone

from games.core.clocks import ClockKind, Timing
from lobby.bots.builtin import Runner, matches_with_bots
from lobby.governance import substitutes, withdrawal
from lobby.matches import clock
from lobby.matches.errors import NotRunning, NotYourSeat
from lobby.matches.models import Match, Orders, Seat
from lobby.platform.process import database, threads
from lobby.play import interruptions, journal, referee, services, timer
from lobby.store import positions, wake
from tests.games.toy import DEFAULT_ORDERS as STAY
from tests.lobby.sweeping import sweep

pytestmark = pytest.mark.django_db(transaction=True)

LONG = {"rounds": 60, "hearts": 9}


async def in_thread(function, *args, **kwargs):
    return await threads.run(threads.SERVICES, function, *args, **kwargs)


def resolve_at_deadline(match):
    """Let the ordinary time of the step pass."""
    match.refresh_from_db()
    return referee.advance_once(match.pk, lambda: match.deadline)


def sit_down(match, person, *, newcomer):
    """Take the second seat from its bot: one's own, or that of somebody who is away."""
    if newcomer:
        substitutes.take_over(user=person, match_id=match.pk, number=1)
    else:
        services.come_back(user_id=person.pk, match_id=match.pk)


def seat_of(match, number):
    return Seat.objects.get(match=match, number=number)


def test_a_missed_step_reaches_the_engine_as_none(make_match, order):
    match = make_match(options=LONG)
    order(match, 0, walk=1)
    assert resolve_at_deadline(match) == 1
    assert positions.position(match.pk, 1).orders == {0: STAY | {"walk": 1}, 1: None}
    assert [seat.missed for seat in match.seats.all()] == [0, 1]


def test_misses_count_in_a_row_only(make_match, order):
    match = make_match(options=LONG)
    order(match, 0)
    resolve_at_deadline(match)
    assert seat_of(match, 1).missed == 1
    order(match, 0, step=1)
    order(match, 1, step=1, ready=False)
    resolve_at_deadline(match)
    assert seat_of(match, 1).missed == 0
    order(match, 0, step=2)
    resolve_at_deadline(match)
    assert (seat_of(match, 1).missed, seat_of(match, 1).autopilot) == (1, "")


@pytest.mark.postgres
def test_after_two_misses_in_a_row_a_bot_takes_the_seat(make_match, order):
    match = make_match(options=LONG)
    for step in range(2):
        assert not seat_of(match, 1).autopilot
        order(match, 0, step=step)
        resolve_at_deadline(match)
    assert seat_of(match, 1).autopilot == "thrower"
    assert not seat_of(match, 0).autopilot


def test_whoever_misses_a_step_too_short_to_tell_is_not_away(make_match, replace_toy, order):
    """A window of a few seconds: no bot takes the seat, and nobody is told who let it pass without an answer."""
    window = ClockKind("Window", 0.2, uses_bank=False, tells_absence=False)
    replace_toy(clocks={"window": window}, timing=lambda state: Timing("window", hold=(0.5, 2.5)))
    match = make_match(options=LONG)
    for step in range(3):
        order(match, 0, step=step)
        assert resolve_at_deadline(match) == step + 1
    seat = seat_of(match, 1)
    assert (seat.missed, seat.autopilot, seat.steps_due) == (0, "", 0)


async def test_the_bot_plays_as_long_as_the_person_is_away(make_match, alice):
    match = make_match(options=LONG)
    await Seat.objects.filter(match=match, number=1).aupdate(autopilot="thrower", missed=2)
    runner = Runner()
    for step in range(3):
        await services.set_ready(user_id=alice.pk, match_id=match.pk, step=step, ready=True)
        await runner.play(match.pk)
        await timer.settle()
        assert (await Match.objects.aget(pk=match.pk)).step == step + 1
    assert await Orders.objects.filter(match=match, seat=1, by="bot", ready=True).acount() == 3
    assert (await Seat.objects.aget(match=match, number=1)).autopilot == "thrower"


@pytest.mark.postgres
async def test_whoever_returns_has_the_seat_and_the_open_step_back(make_match, alice, bob):
    match = make_match(options=LONG)
    await Seat.objects.filter(match=match, number=1).aupdate(autopilot="thrower", missed=2)
    runner = Runner()
    await runner.play(match.pk)
    await in_thread(services.come_back, user_id=bob.pk, match_id=match.pk)
    seat = await Seat.objects.aget(match=match, number=1)
    assert (seat.autopilot, seat.missed) == ("", 0)
    last = await Orders.objects.filter(match=match, seat=1).alatest("revision")
    first = await Orders.objects.filter(match=match, seat=1).aearliest("revision")
    assert (last.by, last.ready, last.orders) == ("person", False, first.orders), "what the bot meant stays as a draft"
    await runner.play(match.pk)
    assert await Orders.objects.filter(match=match, seat=1).acount() == 2, "the bot is out"
    await services.set_ready(user_id=alice.pk, match_id=match.pk, step=0, ready=True)
    await timer.settle()
    assert (await Match.objects.aget(pk=match.pk)).step == 0, "the step waits for the person again"
    await services.submit_orders(user_id=bob.pk, match_id=match.pk, step=0, orders={"walk": 1}, ready=True)
    await timer.settle()
    assert (await Match.objects.aget(pk=match.pk)).step == 1


@pytest.mark.parametrize("newcomer", [False, True])
def test_who_returns_or_comes_in_during_a_pause_is_waited_for_after_it(
    make_match, order, alice, bob, charlie, newcomer
):
    match = make_match(options=LONG)
    Seat.objects.filter(match=match, number=1).update(autopilot="thrower", missed=2)
    order(match, 1, by="bot", walk=1)
    interruptions.pause(match, timezone.now())
    sit_down(match, charlie if newcomer else bob, newcomer=newcomer)
    match.refresh_from_db()
    interruptions.resume(match, timezone.now())
    order(match, 0)
    assert referee.advance_once(match.pk) is None
    last = Orders.objects.filter(match=match, seat=1).latest("revision")
    assert (last.by, last.ready, last.orders) == ("person", False, STAY | {"walk": 1})


@pytest.mark.postgres
@pytest.mark.parametrize("newcomer", [False, True])
def test_no_referee_takes_the_bots_word_for_that_of_who_has_just_sat_down(
    make_match, order, bob, charlie, newcomer, monkeypatch
):
    match = make_match(options=LONG)
    Seat.objects.filter(match=match).update(autopilot="thrower", missed=2)
    order(match, 0, by="bot")
    order(match, 1, by="bot")
    assert referee.advance_once(match.pk) is None, "nobody is there: the match keeps its pace"
    looks = []
    writing = database.writing

    @contextmanager
    def watched():
        with writing():
            yield
        with monkeypatch.context() as patch:
            patch.setattr(database, "writing", writing)
            looks.append(referee.advance_once(match.pk))

    with monkeypatch.context() as patch:
        patch.setattr(database, "writing", watched)
        sit_down(match, charlie if newcomer else bob, newcomer=newcomer)
    assert looks == [None], "of a referee in another process, after each commit"
    assert referee.advance_once(match.pk) is None


@pytest.mark.parametrize("newcomer", [False, True])
def test_whoever_sits_down_is_told_of_and_waited_for_though_no_orders_can_be_written(
    make_match, order, bob, charlie, newcomer, monkeypatch
):
    match = make_match(options=LONG)
    Seat.objects.filter(match=match, number=1).update(autopilot="thrower", missed=2)
    order(match, 1, by="bot")
    told = []

    def full(*_):
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(journal, "write", full)
    monkeypatch.setattr(wake, "publish_from_thread", told.append)
    sit_down(match, charlie if newcomer else bob, newcomer=newcomer)
    assert told == [[match.pk]]
    assert not seat_of(match, 1).autopilot
    assert not Orders.objects.filter(match=match, seat=1).latest("revision").ready


def test_after_the_deadline_the_step_is_still_the_bots(make_match, order, bob):
    match = make_match(options=LONG, now=timezone.now() - timedelta(seconds=89.5))
    Seat.objects.filter(match=match, number=1).update(autopilot="thrower", missed=2)
    order(match, 1, by="bot")
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now())
    services.come_back(user_id=bob.pk, match_id=match.pk)
    assert Orders.objects.filter(match=match, seat=1).latest("revision").by == "bot"


async def test_giving_orders_is_returning(make_match, bob):
    match = make_match(options=LONG)
    await Seat.objects.filter(match=match, number=1).aupdate(autopilot="thrower", missed=2)
    await services.submit_orders(user_id=bob.pk, match_id=match.pk, step=0, orders={"walk": 1})
    seat = await Seat.objects.aget(match=match, number=1)
    assert (seat.autopilot, seat.missed) == ("", 0)


def test_returning_without_having_been_away_is_harmless(make_match, bob, charlie):
    match = make_match()
    services.come_back(user_id=bob.pk, match_id=match.pk)
    assert not Orders.objects.exists()
    with pytest.raises(NotYourSeat):
        services.come_back(user_id=charlie.pk, match_id=match.pk)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    with pytest.raises(NotRunning):
        services.come_back(user_id=bob.pk, match_id=match.pk)


async def test_a_match_that_all_people_left_keeps_its_pace(make_match, alice, order):
    match = make_match([alice], bots=["thrower"], options=LONG)
    await Seat.objects.filter(match=match, number=0).aupdate(autopilot="thrower")
    await Runner().play(match.pk)
    await timer.settle()
    match = await Match.objects.aget(pk=match.pk)
    assert match.step == 0, "bots do not play a match to its end while a browser is closed"
    await sweep(match.deadline)
    assert (await Match.objects.aget(pk=match.pk)).step == 0, "the sweep's own time counts, not one that is claimed"
    assert await in_thread(referee.advance_once, match.pk, lambda: match.deadline) == 1
    await in_thread(services.come_back, user_id=alice.pk, match_id=match.pk)
    await services.set_ready(user_id=alice.pk, match_id=match.pk, step=1, ready=True)
    await Runner().play(match.pk)
    await timer.settle()
    assert (await Match.objects.aget(pk=match.pk)).step == 2


def test_a_bot_that_is_not_there_plays_default_orders_after_a_grace(make_match, alice, order):
    match = make_match([alice], bots=["thrower"], options=LONG)
    order(match, 0)
    match.refresh_from_db()
    assert referee.advance_once(match.pk, lambda: match.deadline + timedelta(seconds=9)) is None
    assert referee.advance_once(match.pk, lambda: match.deadline + timedelta(seconds=10)) == 1
    assert positions.position(match.pk, 1).orders[1] == STAY, "a bot never misses"
    assert seat_of(match, 1).missed == 0


@pytest.mark.postgres
def test_who_owes_orders_is_found_without_a_wake_up_call(make_match, alice, bob):
    make_match()
    own = make_match([alice], bots=["thrower"])
    absent = make_match([alice, bob])
    Seat.objects.filter(match=absent, number=1).update(autopilot="thrower")
    assert sorted(matches_with_bots()) == sorted([own.pk, absent.pk])
    Orders.objects.create(
        match=own, step=0, seat=1, revision=1, orders=STAY, ready=True, by="bot", created_at=timezone.now()
    )
    assert matches_with_bots() == [absent.pk]


def test_a_step_does_not_wait_for_the_bank_of_somebody_whose_account_is_suspended(make_match, bob, order):
    """The bot that stands in may be slow to answer, or its process gone: then the step waits as long as for any bot."""
    match = make_match(bank_seconds=3600)
    order(match, 0)
    late = match.deadline + timedelta(seconds=1)
    assert referee.advance_once(match.pk, lambda: late) is None
    match.refresh_from_db()
    assert match.due_at == match.deadline + timedelta(hours=1)
    with transaction.atomic():
        withdrawal.on_account_suspended(bob)
    assert match.pk in [found for found, _, _ in timer.due_matches(timezone.now())]
    assert referee.advance_once(match.pk, lambda: late) is None
    match.refresh_from_db()
    assert match.due_at == match.deadline + clock.BOT_GRACE
    assert referee.advance_once(match.pk, lambda: match.due_at) == 1


def test_a_suspension_does_not_end_a_pause(make_match, bob):
    match = make_match()
    interruptions.pause(match, timezone.now())
    match.refresh_from_db()
    ends = match.due_at
    with transaction.atomic():
        withdrawal.on_account_suspended(bob)
    match.refresh_from_db()
    assert (match.status, match.due_at) == ("paused", ends)
