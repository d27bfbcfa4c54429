"""Giving up: at once on disk, in play or not, and without holding anybody up."""

import asyncio

import pytest
from django.utils import timezone

from games.core.clocks import Timing
from lobby.fog import audience
from lobby.governance import votes
from lobby.matches.errors import NotPending, NotRunning, NotYourSeat
from lobby.matches.models import Match, Orders, Seat
from lobby.platform.process import threads
from lobby.play import interruptions, journal, referee, services, timer
from lobby.store import acts, positions
from lobby.watch import reading, status
from tests.games.toy import DEFAULT_ORDERS as STAY
from tests.games.toy import GAME as TOY

pytestmark = pytest.mark.django_db(transaction=True)

GIVE_UP = STAY | {"resign": True}


async def test_a_resignation_is_on_disk_and_ends_a_duel(make_match, alice, bob):
    match = make_match()
    await services.resign(user_id=alice.pk, match_id=match.pk)
    row = await Orders.objects.aget(match=match)
    assert (row.seat, row.orders, row.ready, row.by) == (0, GIVE_UP, True, "person")
    assert (await Seat.objects.aget(match=match, number=0)).resigned
    match = await Match.objects.aget(pk=match.pk)
    assert (match.status, match.step) == ("finished", 0), "nobody waits for the other seat"
    assert match.outcome == {"reason": "gave_up", "places": [2, 1]}
    assert (match.deadline, match.due_at) == (None, None)
    with pytest.raises(NotRunning):
        await services.resign(user_id=bob.pk, match_id=match.pk)


async def test_where_two_others_play_on_the_match_does_not_end_at_once(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie])
    await services.resign(user_id=alice.pk, match_id=match.pk)
    assert (await Match.objects.aget(pk=match.pk)).status == "running"


async def test_a_duel_that_staff_have_stopped_stays_stopped(make_match, alice):
    match = make_match()
    stopped = {"status": "paused", "deadline": None, "due_at": None, "paused_at": match.started_at}
    await Match.objects.filter(pk=match.pk).aupdate(**stopped)
    await services.resign(user_id=alice.pk, match_id=match.pk)
    assert (await Match.objects.aget(pk=match.pk)).status == "paused"
    assert (await Seat.objects.aget(match=match, number=0)).resigned


async def test_a_duel_whose_end_was_not_stored_ends_with_its_step(make_match, alice, bob, monkeypatch):
    """As after a process that died between the resignation and the end."""
    match = make_match()

    def in_vain(**_):
        raise acts.InUse

    monkeypatch.setattr(services, "_end_duel", in_vain)
    monkeypatch.setattr(acts, "PAUSES", ())
    await services.resign(user_id=alice.pk, match_id=match.pk)
    assert (await Match.objects.aget(pk=match.pk)).status == "running"
    await services.set_ready(user_id=bob.pk, match_id=match.pk, step=0, ready=True)
    await timer.settle()
    match = await Match.objects.aget(pk=match.pk)
    assert (match.status, match.outcome) == ("finished", {"reason": "last_standing", "places": [2, 1]})


async def test_two_who_resign_at_the_same_time_end_the_duel_once(make_match, alice, bob):
    match = make_match()
    answers = await asyncio.gather(
        *[services.resign(user_id=person.pk, match_id=match.pk) for person in (alice, bob)], return_exceptions=True
    )
    await timer.settle()
    assert any(isinstance(answer, services.Stored) for answer in answers)
    assert all(isinstance(answer, services.Stored | NotRunning) for answer in answers)
    assert (await Match.objects.aget(pk=match.pk)).status == "finished"


def test_who_resigns_and_has_offered_a_draw_has_lost_whatever_the_other_answers_meanwhile(make_match, alice, bob):
    match = make_match()
    votes.vote(user_id=alice.pk, match_id=match.pk, kind="draw", value=True)
    # Their resignation is stored, and the answer comes before the match has ended by it.
    Seat.objects.filter(match=match, user=alice).update(resigned=True)
    Orders.objects.create(match=match, step=0, seat=0, orders=GIVE_UP, ready=True, by=Orders.By.PERSON, revision=1)
    votes.vote(user_id=bob.pk, match_id=match.pk, kind="draw", value=True)
    match.refresh_from_db()
    assert (match.status, match.outcome) == ("finished", {"reason": "gave_up", "places": [2, 1]})


def test_nobody_shares_the_first_place_alone(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie])
    for person in (alice, bob):
        votes.vote(user_id=person.pk, match_id=match.pk, kind="draw", value=True)
    for number, person in enumerate((alice, bob)):
        Seat.objects.filter(match=match, user=person).update(resigned=True)
        Orders.objects.create(
            match=match, step=0, seat=number, orders=GIVE_UP, ready=True, by=Orders.By.PERSON, revision=1
        )
    votes.vote(user_id=charlie.pk, match_id=match.pk, kind="draw", value=True)
    match.refresh_from_db()
    assert (match.status, match.outcome) == ("running", None), "the rules say who has won, with the step"


async def test_a_resignation_replaces_drafts_and_cannot_be_taken_back(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie])
    await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders={"throw": 1})
    await services.resign(user_id=alice.pk, match_id=match.pk)
    for call in (
        services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders=STAY),
        services.set_ready(user_id=alice.pk, match_id=match.pk, step=0, ready=False),
        services.resign(user_id=alice.pk, match_id=match.pk),
    ):
        with pytest.raises(NotPending):
            await call
    for person in (bob, charlie):
        await services.set_ready(user_id=person.pk, match_id=match.pk, step=0, ready=True)
    await timer.settle()
    match = await Match.objects.aget(pk=match.pk)
    assert (match.status, match.step) == ("running", 1)
    assert (await Orders.objects.filter(match=match, seat=0).alatest("revision")).orders == GIVE_UP


def test_whoever_was_ready_gives_up_unnoticed(make_match, alice, bob, order):
    """Until the step is resolved the others hear what they would hear without it, to the last number."""
    match = make_match()
    order(match, 0)
    votes.vote(user_id=alice.pk, match_id=match.pk, kind="pause", value=True)

    def told(seat):
        message = status.status_message(reading.load(match.pk), audience.own_seat(seat))
        message.now = 0
        return message

    others, own = told(1), told(0)
    journal.write([services._resignation(user_id=alice.pk, match_id=match.pk, number=None, now=match.step_started_at)])
    assert told(1) == others
    assert told(0) != own


def told(match, seat):
    message = status.status_message(reading.load(match.pk), audience.own_seat(seat))
    message.now = 0
    return message


def give_up(match, person):
    journal.write([services._resignation(user_id=person.pk, match_id=match.pk, number=None, now=match.step_started_at)])


def test_whoever_is_not_awaited_gives_up_unnoticed(make_match, alice, bob, charlie, replace_toy):
    """Nobody else owes nothing and is ready."""
    replace_toy(pending=lambda state: TOY.pending(state)[:1], in_play=TOY.pending, timing=lambda state: Timing())
    match = make_match([alice, bob, charlie])
    others, own = told(match, 0), told(match, 1)
    give_up(match, bob)
    assert told(match, 0) == others
    assert told(match, 1) != own


@pytest.mark.parametrize("was_ready", [False, True])
def test_whoever_gives_up_in_a_pause_does_so_unnoticed(make_match, alice, bob, charlie, order, was_ready):
    """It is the only order that there is then."""
    match = make_match([alice, bob, charlie], options={"hearts": 9})
    order(match, 1, ready=was_ready)
    interruptions.pause(match, timezone.now())
    others = told(match, 0)
    give_up(match, bob)
    assert told(match, 0) == others
    assert others.waiting == ([0, 2] if was_ready else [0, 1, 2])
    assert told(match, 1).waiting == [0, 2], "whoever has given up is asked no more"
    match.refresh_from_db()
    interruptions.resume(match, timezone.now())
    order(match, 0)
    order(match, 2)
    assert referee.advance_once(match.pk) == 1, "nobody waits for it"
    assert positions.position(match.pk, 1).state.out == [None, 1, None]


def test_whoever_gives_up_in_a_pause_in_place_of_a_bot_seems_to_have_come_back(make_match, alice, bob, charlie, order):
    def told_after(act):
        match = make_match([alice, bob, charlie], options={"hearts": 9})
        Seat.objects.filter(match=match, number=1).update(autopilot="thrower", missed=2)
        order(match, 1, by="bot")
        interruptions.pause(Match.objects.get(pk=match.pk), match.started_at)
        act(match)
        message = told(match, 0)
        return message.seats, message.revision

    returned = told_after(lambda match: services.come_back(user_id=bob.pk, match_id=match.pk))
    assert told_after(lambda match: give_up(match, bob)) == returned


def test_nobody_gives_up_for_somebody_else(make_match, alice, bob, charlie):
    """Charlie has taken the seat over while Bob was giving it up."""
    match = make_match()
    entry = services._resignation(user_id=bob.pk, match_id=match.pk, number=None, now=match.step_started_at)
    Seat.objects.filter(match=match, number=1).update(user=charlie)
    (result,) = journal.write([entry]).results
    assert isinstance(result, NotYourSeat)
    assert not Seat.objects.get(match=match, number=1).resigned


async def test_a_resigned_seat_is_not_waited_for(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie])
    for person in (bob, charlie):
        await services.set_ready(user_id=person.pk, match_id=match.pk, step=0, ready=True)
    await timer.settle()
    assert (await Match.objects.aget(pk=match.pk)).step == 0
    await services.resign(user_id=alice.pk, match_id=match.pk)
    await timer.settle()
    assert (await Match.objects.aget(pk=match.pk)).step == 1


def test_who_is_not_awaited_gives_up_all_the_same(make_match, alice, bob, charlie, order, replace_toy):
    """A game in which the first seat alone answers: the second gives up, and `resolve` hears of it."""
    heard = []

    def resolve(state, orders, rng):
        heard.append(dict(orders))
        return TOY.resolve(state, orders, rng)

    replace_toy(
        pending=lambda state: TOY.pending(state)[:1],
        in_play=TOY.pending,
        timing=lambda state: Timing(),
        resolve=resolve,
    )
    match = make_match([alice, bob, charlie])
    entry = services._resignation(user_id=bob.pk, match_id=match.pk, number=None, now=match.step_started_at)
    journal.write([entry])
    assert referee.advance_once(match.pk) is None, "the step still waits for the first seat"
    order(match, 0, walk=1)
    assert referee.advance_once(match.pk) == 1
    assert heard == [{0: STAY | {"walk": 1}, 1: GIVE_UP}]
    assert positions.position(match.pk, 1).state.out == [None, 1, None]


async def test_one_may_give_up_during_a_pause(make_match, alice, bob):
    match = make_match([alice, bob])
    await threads.run(threads.SERVICES, interruptions.pause, match, timezone.now())
    await services.resign(user_id=alice.pk, match_id=match.pk)
    assert (await Seat.objects.aget(match=match, number=0)).resigned
    assert await Orders.objects.filter(match=match, orders=GIVE_UP).acount() == 1
    match = await Match.objects.aget(pk=match.pk)
    assert (match.status, match.paused_at, match.outcome["places"]) == ("finished", None, [2, 1])


async def test_only_seats_in_a_match_that_runs_give_up(make_match, alice, charlie):
    match = make_match()
    with pytest.raises(NotYourSeat):
        await services.resign(user_id=charlie.pk, match_id=match.pk)
    await Match.objects.filter(pk=match.pk).aupdate(status="finished")
    with pytest.raises(NotRunning):
        await services.resign(user_id=alice.pk, match_id=match.pk)
    assert not await Orders.objects.aexists()


async def test_a_resignation_that_meets_the_end_of_its_step_counts_in_the_next(make_match, alice, bob, monkeypatch):
    match = make_match([alice, bob], options={"rounds": 60, "hearts": 9})
    real, calls = services._resignation, []

    def slow(**facts):
        entry = real(**facts)
        if not calls:
            calls.append(1)
            for number in range(2):
                Orders.objects.create(
                    match=match, step=0, seat=number, revision=1, orders=STAY, ready=True, by="person"
                )
            assert referee.advance_once(match.pk) == 1
        return entry

    monkeypatch.setattr(services, "_resignation", slow)
    await services.resign(user_id=alice.pk, match_id=match.pk)
    row = await Orders.objects.filter(match=match, seat=0).alatest("pk")
    assert (row.step, row.orders) == (1, GIVE_UP)
