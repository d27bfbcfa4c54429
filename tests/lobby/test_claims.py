"""When does somebody count as gone, and what may the others do about it? More time and vacations too: what moves a deadline."""

from datetime import timedelta
from importlib import import_module

import pytest
from asgiref.sync import sync_to_async
from django.apps import apps
from django.core.cache import cache
from django.utils import timezone

from lobby.governance import absence, votes
from lobby.matches import clock
from lobby.matches.errors import NotAllowed, NotPending, NotRunning, NotYourSeat
from lobby.matches.models import Match, Seat
from lobby.play import interruptions, last_seen, presence, referee, services, timer
from lobby.watch import feed, replay
from lobby.watch.feed import Asker, Cursor
from tests.lobby.test_anonymous import told

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


@pytest.fixture
def gone(make_match, alice, bob, charlie):
    """A match of three in which Charlie, seat 2, missed a deadline and was last seen three minutes ago."""

    def make(people=(alice, bob, charlie), missing=(charlie,), **fields):
        match = make_match(list(people), **fields)
        past = timezone.now() - timedelta(minutes=3)
        Seat.objects.filter(match=match, user__in=missing).update(missed=1, seen_at=past)
        return match

    return make


def call(match, person, number):
    absence.call_bot(user_id=person.pk, match_id=match.pk, number=number)


def claim(match, person):
    absence.claim_win(user_id=person.pk, match_id=match.pk)
    match.refresh_from_db()


def test_a_bot_may_be_called_to_the_seat_of_somebody_who_is_gone(gone, alice, charlie):
    match = gone()
    call(match, alice, 2)
    assert match.seats.get(number=2).autopilot == "thrower"
    with pytest.raises(NotAllowed):
        call(match, alice, 2)
    services.come_back(user_id=charlie.pk, match_id=match.pk)
    assert match.seats.get(number=2).autopilot == ""


@pytest.mark.parametrize(
    "change",
    [{"missed": 0}, {"seen_at": timezone.now() + timedelta(hours=1)}, {"resigned": True}],
    ids=["missed nothing", "was there", "resigned"],
)
def test_nobody_is_gone_who_was_there_or_has_missed_nothing(gone, alice, change):
    match = gone()
    Seat.objects.filter(match=match, number=2).update(**change)
    with pytest.raises(NotAllowed):
        call(match, alice, 2)


def test_whoever_looks_at_the_match_is_not_gone(gone, alice, charlie):
    match = gone()
    presence.beat({match.pk: [charlie.pk]})
    with pytest.raises(NotAllowed):
        call(match, alice, 2)


def test_behind_a_letter_nobody_is_gone(gone, alice, bob, charlie):
    match = gone(anonymous=True)
    with pytest.raises(NotAllowed):
        call(match, alice, 2)
    with pytest.raises(NotAllowed):
        claim(match, alice)
    status = told(match, alice)["status"]
    assert (status["claim_at"], {seat["gone_at"] for seat in status["seats"]}) == (None, {None})


def test_at_a_slow_clock_gone_takes_days(gone, alice):
    match = gone(clock="slow", step_seconds=86400)
    with pytest.raises(NotAllowed):
        call(match, alice, 2)
    Seat.objects.filter(match=match, number=2).update(seen_at=timezone.now() - timedelta(days=3))
    call(match, alice, 2)


@pytest.mark.postgres
def test_the_win_may_be_claimed_when_all_others_are_gone(gone, alice, bob, charlie):
    match = gone()
    with pytest.raises(NotAllowed):
        claim(match, alice)
    Seat.objects.filter(match=match, user=bob).update(missed=2, autopilot="thrower", seen_at=None)
    Match.objects.filter(pk=match.pk).update(started_at=timezone.now() - timedelta(hours=1))
    claim(match, alice)
    assert (match.status, match.outcome) == ("finished", {"reason": "claimed", "places": [1, 2, 2]})
    assert replay.verify(match) == []


def test_against_a_bot_of_the_table_nothing_is_claimed(gone, alice, bob):
    match = gone([alice, bob], [bob], bots=["thrower"])
    with pytest.raises(NotAllowed):
        claim(match, alice)


def test_only_seats_in_play_act(gone, alice, charlie, dana, bob):
    match = gone()
    with pytest.raises(NotYourSeat):
        call(match, dana, 2)
    Seat.objects.filter(match=match, user=alice).update(resigned=True)
    with pytest.raises(NotYourSeat):
        call(match, alice, 2)
    services.staff_abort(match_id=match.pk)
    with pytest.raises(NotRunning):
        call(match, bob, 2)


def test_who_plays_is_told_from_when_on_and_spectators_are_not(gone, alice, bob, dana):
    match = gone([alice, bob], [bob])
    since = match.seats.get(number=1).seen_at + absence.GONE_LIVE
    status = told(match, alice)["status"]
    expected = round(since.timestamp() * 1000)
    assert (status["claim_at"], [seat["gone_at"] for seat in status["seats"]]) == (expected, [None, expected])
    late = told(match, dana)["status"]
    assert (late["claim_at"], {seat["gone_at"] for seat in late["seats"]}) == (None, {None})


@pytest.mark.postgres
def test_that_somebody_was_there_is_stored_now_and_then_and_at_the_end(make_match, alice, bob):
    match = make_match()
    feed.read({match.pk: [Asker(alice.pk, None, Cursor())]})
    last_seen.note({match.pk: {alice.pk}})
    first = match.seats.get(number=0).seen_at
    last_seen.note({match.pk: {alice.pk, bob.pk}})
    assert (match.seats.get(number=0).seen_at, match.seats.get(number=1).seen_at) == (first, None)
    last_seen.note_leaving(match.pk, alice.pk)
    assert match.seats.get(number=0).seen_at > first


def _stop_by_downtime(match, now, back):
    timer.beat(now)
    assert timer.beat(back, starting=True) == [match.pk]


def _stop_by_pause(match, now, back):
    interruptions.pause(match, now)
    Match.objects.filter(pk=match.pk).update(due_at=back)
    assert timer.end_pause(match.pk, back)


def _stop_by_staff(match, now, back):
    interruptions.pause(match, now)
    match.refresh_from_db()
    interruptions.resume(match, back)


@pytest.mark.parametrize("stop", [_stop_by_downtime, _stop_by_pause, _stop_by_staff])
@pytest.mark.parametrize("seen", [-5, None, 60, 7200])
def test_nobody_is_away_from_a_match_that_stands_still(make_match, alice, bob, stop, seen):
    """Last seen so many seconds after it stopped; None: never. It goes on after ten minutes."""
    now = timezone.now()
    match = make_match(now=now - timedelta(seconds=5))
    seen_at = None if seen is None else now + timedelta(seconds=seen)
    Seat.objects.filter(match=match, number=1).update(missed=1, seen_at=seen_at)
    back = now + timedelta(minutes=10)
    stop(match, now, back)
    # Five seconds before it stopped count, a visit meanwhile ends at the latest when it goes on.
    since = back - timedelta(seconds=5 if seen in {-5, None} else 0)
    gone_from = since + absence.GONE_LIVE
    status = told(match, alice)["status"]
    assert status["claim_at"] == status["seats"][1]["gone_at"] == round(gone_from.timestamp() * 1000)
    early = {"user_id": alice.pk, "match_id": match.pk, "now": gone_from - timedelta(seconds=1)}
    with pytest.raises(NotAllowed):
        absence.claim_win(**early)
    with pytest.raises(NotAllowed):
        absence.call_bot(number=1, **early)
    absence.call_bot(user_id=alice.pk, match_id=match.pk, number=1, now=gone_from)
    absence.claim_win(user_id=alice.pk, match_id=match.pk, now=gone_from)


def test_a_seat_that_no_person_holds_was_seen_by_nobody(make_match, alice):
    now = timezone.now()
    match = make_match([alice], ["thrower"], now=now)
    _stop_by_downtime(match, now, now + timedelta(minutes=10))
    assert match.seats.get(number=1).seen_at is None


def test_whoever_is_on_vacation_is_awaited_from_its_end_on(make_match, alice, bob):
    now = timezone.now()
    match = make_match(clock="slow", step_seconds=86400, vacation_days=10, now=now)
    Seat.objects.filter(match=match).update(missed=1, seen_at=now)
    services.take_vacation(user_id=bob.pk, match_id=match.pk, days=5)
    last_seen.note_leaving(match.pk, bob.pk)
    cache.clear()
    match.refresh_from_db()
    assert match.deadline == now + timedelta(days=6)
    back = match.deadline + absence.GONE_SLOW
    status = told(match, alice)["status"]
    assert status["claim_at"] == status["seats"][1]["gone_at"] == round(back.timestamp() * 1000)
    gone = told(match, bob)["status"]["seats"][0]["gone_at"]
    assert gone == round((now + absence.GONE_SLOW).timestamp() * 1000), "the vacation is Bob's alone"
    for moment in (now + absence.GONE_SLOW, match.deadline, back - timedelta(seconds=1)):
        with pytest.raises(NotAllowed):
            absence.call_bot(user_id=alice.pk, match_id=match.pk, number=1, now=moment)
        with pytest.raises(NotAllowed):
            absence.claim_win(user_id=alice.pk, match_id=match.pk, now=moment)
    absence.claim_win(user_id=alice.pk, match_id=match.pk, now=back)


@pytest.mark.parametrize("answers", [True, False], ids=["answered before its end", "answered nothing"])
def test_a_vacation_is_over_with_its_step(make_match, alice, bob, order, answers):
    now = timezone.now()
    match = make_match(clock="slow", step_seconds=86400, vacation_days=10, now=now)
    Seat.objects.filter(match=match).update(seen_at=now)
    services.take_vacation(user_id=bob.pk, match_id=match.pk, days=5)
    order(match, 0)
    if answers:
        order(match, 1)
    over = now + timedelta(days=2 if answers else 6, minutes=1)
    assert referee.advance_once(match.pk, lambda: over) == 1
    Seat.objects.filter(match=match, number=1).update(missed=1)
    back = over + absence.GONE_SLOW
    status = told(match, alice)["status"]
    assert status["claim_at"] == status["seats"][1]["gone_at"] == round(back.timestamp() * 1000)
    # More time in a later step says nothing of a vacation.
    match.refresh_from_db()
    interruptions.extend(match, over)
    assert told(match, alice)["status"]["claim_at"] == round(back.timestamp() * 1000)
    early = {"user_id": alice.pk, "match_id": match.pk, "now": back - timedelta(seconds=1)}
    with pytest.raises(NotAllowed):
        absence.claim_win(**early)
    absence.claim_win(user_id=alice.pk, match_id=match.pk, now=back)


def test_who_stayed_is_no_longer_awaited_because_somebody_else_was_on_vacation(make_match, alice, bob, order):
    now = timezone.now()
    match = make_match(clock="slow", step_seconds=86400, vacation_days=10, now=now)
    Seat.objects.filter(match=match).update(seen_at=now)
    services.take_vacation(user_id=bob.pk, match_id=match.pk, days=5)
    order(match, 1)
    assert referee.advance_once(match.pk, lambda: now + timedelta(days=7)) == 1
    gone = told(match, bob)["status"]["seats"][0]["gone_at"]
    assert gone == round((now + absence.GONE_SLOW).timestamp() * 1000)


def test_a_vacation_in_which_the_match_was_paused_lasts_longer(make_match, alice, bob):
    now = timezone.now()
    match = make_match(clock="slow", step_seconds=86400, vacation_days=10, now=now)
    Seat.objects.filter(match=match).update(missed=1, seen_at=now)
    services.take_vacation(user_id=bob.pk, match_id=match.pk, days=5)
    match.refresh_from_db()
    _stop_by_staff(match, now + timedelta(days=1), now + timedelta(days=3))
    back = now + timedelta(days=8) + absence.GONE_SLOW
    assert told(match, alice)["status"]["claim_at"] == round(back.timestamp() * 1000)


def test_whoever_may_be_on_vacation_when_vacations_begin_to_be_remembered_is_on_it(make_match, alice, bob):
    slow = {"clock": "slow", "step_seconds": 86400, "vacation_days": 10}
    moved, past, ended = make_match(**slow), make_match(**slow), make_match(**slow)
    for match in (moved, ended):
        services.take_vacation(user_id=bob.pk, match_id=match.pk, days=5)
    Seat.objects.update(vacation_step=None)
    Seat.objects.filter(match=past, user=bob).update(vacation_left=5)
    services.staff_abort(match_id=ended.pk)
    Match.objects.filter(pk=moved.pk).update(step=3)
    import_module("lobby.migrations.0011_vacations_are_remembered").note_vacations(apps, None)
    assert list(Seat.objects.exclude(vacation_step=None).values_list("match", "number", "vacation_step")) == [
        (moved.pk, 1, 3)
    ]


# --- What moves a deadline


def test_more_time_by_agreement_survives_a_pause(make_match, alice, bob):
    match = make_match()
    before = match.deadline
    for person in (alice, bob):
        votes.vote(user_id=person.pk, match_id=match.pk, kind="extend", value=True)
    match.refresh_from_db()
    assert match.deadline - before == timedelta(seconds=90), "as long again as the first step has"
    paused = timezone.now()
    interruptions.pause(match, paused)
    match.refresh_from_db()
    interruptions.resume(match, paused + timedelta(hours=1))
    match.refresh_from_db()
    assert match.deadline - before == timedelta(hours=1, seconds=90)


def test_more_time_is_for_one_step(make_match, alice, bob, order):
    match = make_match()
    for person in (alice, bob):
        votes.vote(user_id=person.pk, match_id=match.pk, kind="extend", value=True)
    order(match, 0)
    order(match, 1)
    referee.advance_once(match.pk)
    match.refresh_from_db()
    assert (match.step, match.extra_seconds) == (1, 0)
    assert match.deadline - match.step_started_at == timedelta(seconds=30)


@pytest.mark.postgres
def test_vacation_moves_the_deadline_and_is_used_up(make_match, alice, bob):
    match = make_match(clock="slow", step_seconds=86400, vacation_days=3)
    before = match.deadline
    services.take_vacation(user_id=alice.pk, match_id=match.pk, days=2)
    match.refresh_from_db()
    assert match.deadline - before == 2 * clock.DAY
    assert list(match.seats.values_list("vacation_left", flat=True)) == [1, 3]
    for days in (2, 0):
        with pytest.raises(NotAllowed):
            services.take_vacation(user_id=alice.pk, match_id=match.pk, days=days)
    assert [seat["vacation"] for seat in told(match, bob)["status"]["seats"]] == [1, 3]


def test_vacation_is_for_a_step_that_waits_for_one(make_match, alice, bob, charlie):
    match = make_match(clock="slow", step_seconds=86400, vacation_days=3)
    Seat.objects.filter(match=match, user=alice).update(resigned=True)
    with pytest.raises(NotPending):
        services.take_vacation(user_id=alice.pk, match_id=match.pk, days=1)
    with pytest.raises(NotYourSeat):
        services.take_vacation(user_id=charlie.pk, match_id=match.pk, days=1)
    live = make_match(vacation_days=0)
    with pytest.raises(NotAllowed):
        services.take_vacation(user_id=bob.pk, match_id=live.pk, days=1)


@pytest.mark.parametrize("autopilot", ["", "thrower"])
async def test_that_somebody_who_is_gone_has_given_up_is_not_told_before_its_step(gone, alice, bob, charlie, autopilot):
    """They may do so without opening the match; to the others it looks like any answer, and leaves them what an answer would."""
    match = await sync_to_async(gone)()
    seat = match.seats.filter(number=2)
    await seat.aupdate(autopilot=autopilot)
    twin = await sync_to_async(gone)()
    await twin.seats.filter(number=2).aupdate(autopilot=autopilot)
    await services.set_ready(user_id=charlie.pk, match_id=twin.pk, step=0, ready=True)
    await services.resign(user_id=charlie.pk, match_id=match.pk)
    shown, expected = [(await sync_to_async(told)(one, alice))["status"]["seats"][2] for one in (match, twin)]
    gone_at = [shown.pop("gone_at"), expected.pop("gone_at")]
    assert shown == expected
    assert (gone_at[0] is None) == (gone_at[1] is None) == bool(autopilot)
    if not autopilot:
        await sync_to_async(call)(match, alice, 2)
