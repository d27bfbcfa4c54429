"""What the people in play agree on: a pause, its end, a draw, an abort. Nobody else is asked, and nobody blocks it by being away."""

import asyncio
from datetime import timedelta

import pytest
from django.db import OperationalError, transaction
from django.utils import timezone

from lobby.fog import audience
from lobby.governance import votes, withdrawal
from lobby.matches import terms
from lobby.matches.errors import NotAllowed, NotRunning, NotYourSeat
from lobby.matches.models import Match, Seat, Step, Vote
from lobby.matches.people import VoteAct
from lobby.platform.process import threads
from lobby.play import closing, interruptions, journal, referee, resolving, services, timer
from lobby.store import positions, rows
from lobby.watch import reading, status
from tests.lobby.sweeping import sweep

pytestmark = pytest.mark.django_db(transaction=True)


def say(match, person, kind, value=True):
    votes.vote(user_id=person.pk, match_id=match.pk, kind=kind, value=value)
    match.refresh_from_db()
    return match.status


def tally(match, mine=0):
    match.refresh_from_db()
    return votes.tally(match, list(match.seats.all()), mine, rows.votes([match.pk]).get(match.pk, []))


def test_a_pause_needs_everybody_in_play(make_match, alice, bob):
    match = make_match()
    assert say(match, alice, "pause") == "running"
    asked = {"yes": 1, "need": 2, "by": 0, "declined": False, "again": None}
    assert tally(match)["pause"] == asked | {"mine": True}
    assert tally(match, 1)["pause"] == asked | {"mine": False}
    assert say(match, bob, "pause") == "paused"
    assert (match.deadline, match.paused_at is not None) == (None, True)
    assert not Vote.objects.exists(), "what is carried is cleared"


def test_a_vote_can_be_taken_back(make_match, alice, bob):
    match = make_match()
    say(match, alice, "pause")
    say(match, alice, "pause", value=False)
    assert say(match, bob, "pause") == "running"


def test_who_asked_first_is_named_and_whoever_agreed_is_not(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie])

    def shown(to):
        message = status.status_message(reading.load(match.pk), to)
        vote = message.votes["draw"]
        return vote.asked, vote.mine, vote.by

    say(match, bob, "draw")
    say(match, alice, "draw")
    assert shown(audience.own_seat(2)) == (True, False, 1)
    assert shown(audience.own_seat(0)) == (True, True, 1)
    say(match, bob, "draw", value=False)
    assert shown(audience.own_seat(2)) == (True, False, 0), "now it is the proposal of the other"


def test_where_names_are_hidden_nobody_is_named(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie], anonymous=True)
    say(match, bob, "draw")
    message = status.status_message(reading.load(match.pk), audience.own_seat(0))
    assert (message.votes["draw"].asked, message.votes["draw"].by) == (True, None)


def test_one_who_declines_ends_the_proposal_and_is_named(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie])
    say(match, alice, "draw")
    say(match, bob, "draw")
    say(match, charlie, "draw", value=False)
    told = {"yes": 0, "need": 3, "mine": False, "by": 2, "declined": True}
    assert tally(match, 0)["draw"] == told | {"again": votes.ASKED_AGAIN["draw"]}
    assert tally(match, 1)["draw"] == told | {"again": None}, "who only agreed may ask at once"
    assert say(match, charlie, "draw") == say(match, bob, "draw") == "running"
    assert say(match, alice, "draw") == "finished", "agreeing is always possible"


@pytest.mark.parametrize("answer", ["decline", "withdraw"])
def test_what_was_asked_in_vain_is_not_asked_again_at_once(make_match, alice, bob, order, answer):
    match = make_match(options={"rounds": 60, "hearts": 9})
    say(match, alice, "draw")
    say(match, bob if answer == "decline" else alice, "draw", value=False)
    for step in range(votes.ASKED_AGAIN["draw"]):
        with pytest.raises(NotAllowed) as refusal:
            say(match, alice, "draw")
        assert refusal.value.data == {"steps": votes.ASKED_AGAIN["draw"] - step}
        assert tally(match)["draw"]["again"] == votes.ASKED_AGAIN["draw"]
        order(match, 0, step=step), order(match, 1, step=step)
        assert referee.advance_once(match.pk) == step + 1
    assert tally(match)["draw"] == {
        "yes": 0, "need": 2, "mine": False, "by": None, "declined": False, "again": None,
    }  # fmt: skip
    assert say(match, alice, "draw") == "running"
    assert say(match, bob, "draw") == "finished"


def test_a_declined_pause_may_be_asked_for_in_the_next_step(make_match, alice, bob, order):
    match = make_match(options={"rounds": 60, "hearts": 9})
    say(match, alice, "pause")
    say(match, bob, "pause", value=False)
    with pytest.raises(NotAllowed):
        say(match, alice, "pause")
    assert say(match, bob, "pause") == "running", "it was not he who asked"
    say(match, bob, "pause", value=False)
    order(match, 0), order(match, 1)
    assert referee.advance_once(match.pk) == 1
    say(match, alice, "pause")
    assert say(match, bob, "pause") == "paused"
    say(match, alice, "resume")
    say(match, bob, "resume", value=False)
    assert tally(match)["resume"]["declined"]
    assert say(match, alice, "resume") == "paused", "a pause has no steps, so nobody waits"
    assert say(match, bob, "resume") == "running"


def test_who_is_not_in_play_declines_nothing(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie])
    Seat.objects.filter(match=match, user=charlie).update(resigned=True)
    say(match, alice, "draw")
    with pytest.raises(NotAllowed):
        say(match, charlie, "draw", value=False)
    assert tally(match)["draw"]["yes"] == 1


@pytest.mark.postgres
def test_a_vote_counts_once(make_match, alice):
    match = make_match()
    for _ in range(3):
        assert say(match, alice, "pause") == "running"
    assert Vote.objects.count() == 1


def test_nobody_can_count_the_votes_of_others(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie])

    def shown():
        snapshot = reading.load(match.pk)
        message = status.status_message(snapshot, audience.own_seat(2))
        return message.revision, message.votes["pause"].asked

    before, _ = shown()
    say(match, alice, "pause")
    first = shown()
    say(match, bob, "pause")
    assert first == shown() == (before, True)


def test_bots_and_absent_people_are_not_asked(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie], bots=["thrower"])
    Seat.objects.filter(match=match, user=charlie).update(autopilot="thrower")
    assert say(match, alice, "pause") == "running"
    assert say(match, bob, "pause") == "paused"


def test_one_person_against_bots_decides_alone(make_match, alice):
    match = make_match([alice], bots=["thrower"])
    assert say(match, alice, "pause") == "paused"
    assert say(match, alice, "resume") == "running"
    assert say(match, alice, "abort") == "aborted"


def test_a_resumed_match_goes_on_where_it_stood(make_match, alice, bob, order):
    match = make_match()
    order(match, 0, walk=1)
    match.refresh_from_db()
    started, deadline = match.step_started_at, match.deadline
    say(match, alice, "pause")
    say(match, bob, "pause")
    Match.objects.filter(pk=match.pk).update(paused_at=match.paused_at - timedelta(seconds=1000))
    say(match, bob, "resume")
    assert say(match, alice, "resume") == "running"
    lasted = match.step_started_at - started
    assert timedelta(seconds=1000) <= lasted < timedelta(seconds=1010)
    assert match.deadline - deadline == lasted
    assert match.paused_at is None
    order(match, 1)
    assert referee.advance_once(match.pk) == 1


def test_a_paused_match_takes_no_orders_and_is_never_late(make_match, alice, bob):
    match = make_match()
    say(match, alice, "pause")
    say(match, bob, "pause")
    assert referee.advance_once(match.pk, lambda: timezone.now() + timedelta(days=1)) is None
    with pytest.raises(NotRunning):
        say(match, alice, "pause")


@pytest.mark.postgres
async def test_a_pause_that_nobody_ends_ends_by_itself(make_match, alice, bob):
    match = make_match()
    now = timezone.now()

    def pause():
        say(match, alice, "pause")
        return say(match, bob, "pause")

    assert await threads.run(threads.SERVICES, pause) == "paused"
    assert timedelta(minutes=29) < match.due_at - now <= timedelta(minutes=31)
    await sweep(now + timedelta(minutes=29))
    assert (await Match.objects.aget(pk=match.pk)).status == "paused"
    await Match.objects.filter(pk=match.pk).aupdate(due_at=now, paused_at=now - timedelta(minutes=30))
    await sweep(timezone.now())
    assert (await Match.objects.aget(pk=match.pk)).status == "running"
    assert await VoteAct.objects.filter(match=match).order_by("pk").values_list("what", flat=True).alast() == "lapsed"


def _break(match):
    Step.objects.filter(match=match).update(state=b"rubbish")


def _take_off_the_site(match):
    Match.objects.filter(pk=match.pk).update(game="gone")


@pytest.mark.postgres
@pytest.mark.parametrize("harm", [_break, _take_off_the_site])
async def test_a_match_that_cannot_go_on_after_its_pause_waits_for_staff_and_no_other_with_it(make_match, caplog, harm):
    now = timezone.now()
    early = now - timedelta(hours=1)

    def prepare():
        bad, paused, late = make_match(), make_match(), make_match(now=now - timedelta(seconds=200))
        for match, over in ((bad, 2), (paused, 1)):
            interruptions.pause(match, early)
            Match.objects.filter(pk=match.pk).update(due_at=now - timedelta(seconds=over))
        harm(bad)
        positions.forget()
        return bad, paused, late

    bad, paused, late = await threads.run(threads.SERVICES, prepare)
    await sweep(now)
    assert (await Match.objects.aget(pk=late.pk)).step == 1
    assert (await Match.objects.aget(pk=paused.pk)).status == "running"
    held = await Match.objects.aget(pk=bad.pk)
    assert (held.status, held.paused_at, held.deadline, held.due_at) == ("paused", early, None, None)
    assert held.fault
    assert held.revision > bad.revision
    assert f"match {bad.pk}" in caplog.text


@pytest.mark.postgres
async def test_deadlines_come_before_the_ends_of_pauses(make_match, monkeypatch):
    now = timezone.now()

    def prepare():
        paused, late = make_match(), make_match(now=now - timedelta(seconds=200))
        interruptions.pause(paused, now - timedelta(hours=1))
        Match.objects.filter(pk=paused.pk).update(due_at=now - timedelta(seconds=150))
        return paused, late

    def refuse(match, now):
        raise OperationalError("the disk is full")

    paused, late = await threads.run(threads.SERVICES, prepare)
    monkeypatch.setattr(resolving, "is_quick", lambda match_id: True)
    monkeypatch.setattr(interruptions, "resume", refuse)
    with pytest.raises(OperationalError):
        await sweep(now)
    assert (await Match.objects.aget(pk=late.pk)).step == 1
    held = await Match.objects.aget(pk=paused.pk)
    assert (held.status, held.fault) == ("paused", "")
    assert held.due_at is not None, "it is tried again"


def test_a_draw_ends_the_match_with_a_shared_first_place(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie])
    Seat.objects.filter(match=match, user=charlie).update(resigned=True)
    say(match, alice, "draw")
    assert say(match, bob, "draw") == "finished"
    assert match.outcome == {"reason": "agreed_draw", "places": [1, 1, 3]}
    assert [seat.place for seat in match.seats.all()] == [1, 1, 3]
    assert (match.deadline, match.due_at) == (None, None)


def test_a_draw_needs_rules_that_know_it(make_match, alice, replace_toy):
    replace_toy(draws=False)
    match = make_match()
    with pytest.raises(NotAllowed) as refusal:
        say(match, alice, "draw")
    assert refusal.value.path == "kind"
    assert "draw" not in tally(match)


def test_bots_agree_to_no_draw(make_match, alice, bob):
    match = make_match([alice], bots=["thrower"])
    with pytest.raises(NotAllowed):
        say(match, alice, "draw")
    match = make_match()
    Seat.objects.filter(match=match, number=1).update(autopilot="thrower")
    with pytest.raises(NotAllowed):
        say(match, alice, "draw")


def test_an_abort_is_possible_in_the_first_steps_only(make_match, alice, bob, order):
    match = make_match(options={"rounds": 60, "hearts": 9})
    for step in range(2):
        assert "abort" in tally(match)
        order(match, 0, step=step)
        order(match, 1, step=step)
        referee.advance_once(match.pk)
    assert "abort" not in tally(match)
    with pytest.raises(NotAllowed):
        say(match, alice, "abort")


def test_an_aborted_match_has_no_outcome(make_match, alice, bob):
    match = make_match()
    say(match, alice, "abort")
    assert say(match, bob, "abort") == "aborted"
    assert (match.outcome, match.deadline, match.due_at) == (None, None, None)
    assert match.finished_at is not None
    with pytest.raises(NotRunning):
        say(match, alice, "abort")


def test_who_is_out_does_not_vote(make_match, alice, bob, charlie, order):
    match = make_match([alice, bob, charlie], options={"hearts": 1})
    order(match, 2, resign=True)
    order(match, 0)
    order(match, 1)
    referee.advance_once(match.pk)
    with pytest.raises(NotAllowed):
        say(match, charlie, "pause")
    say(match, alice, "pause")
    assert say(match, bob, "pause") == "paused"


def give_up(match, person):
    entry = services._resignation(user_id=person.pk, match_id=match.pk, number=None, now=match.step_started_at)
    journal.write([entry])


def advance_together(match_id):
    """Of a game whose pace nobody knows yet in this process the referee plays the step."""
    for left in closing.advance_many([match_id]):
        referee.advance_once(left)


@pytest.mark.parametrize("advance", [referee.advance_once, referee.advance_and_tell, advance_together])
def test_a_vote_is_carried_when_it_is_known_that_the_last_one_against_it_has_given_up(
    make_match, alice, bob, charlie, order, advance
):
    match = make_match([alice, bob, charlie])
    give_up(match, charlie)
    say(match, alice, "pause")
    assert say(match, bob, "pause") == "running", "else the vote would tell who has given up a moment ago"
    order(match, 0)
    order(match, 1)
    advance(match.pk)
    match.refresh_from_db()
    assert (match.status, match.step) == ("paused", 1)


async def test_to_give_up_carries_no_vote_before_the_step_is_over(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie])

    def both():
        say(match, alice, "pause")
        return say(match, bob, "pause")

    assert await threads.run(threads.SERVICES, both) == "running"
    await services.resign(user_id=charlie.pk, match_id=match.pk)
    assert (await Match.objects.aget(pk=match.pk)).status == "running"
    for person in (alice, bob):
        await services.set_ready(user_id=person.pk, match_id=match.pk, step=0, ready=True)
    await timer.settle()
    match = await Match.objects.aget(pk=match.pk)
    assert (match.status, match.step) == ("paused", 1)


@pytest.mark.postgres
async def test_a_pause_ends_without_whoever_has_given_up_in_it_and_left_at_once(
    make_match, alice, bob, charlie, monkeypatch
):
    match = make_match([alice, bob, charlie])

    def agree():
        interruptions.pause(match, timezone.now())
        for person in (alice, bob):
            say(match, person, "resume")

    await threads.run(threads.SERVICES, agree)
    store = services.JOURNAL.store

    async def leave(entry):
        stored = await store(entry)
        waiting.cancel()
        return stored

    monkeypatch.setattr(services.JOURNAL, "store", leave)
    waiting = asyncio.create_task(services.resign(user_id=charlie.pk, match_id=match.pk))
    before = asyncio.all_tasks() - {waiting}
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.gather(*(asyncio.all_tasks() - before))
    assert (await Match.objects.aget(pk=match.pk)).status == "running"


def test_a_pause_ends_without_whoever_has_given_up_in_it(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie])
    interruptions.pause(match, timezone.now())
    say(match, alice, "resume")
    give_up(match, charlie)
    assert say(match, bob, "resume") == "running"


def test_a_vote_is_carried_when_a_bot_plays_for_the_last_one_against_it(make_match, alice, bob, charlie, order):
    match = make_match([alice, bob, charlie], options={"hearts": 9})
    Seat.objects.filter(match=match, user=charlie).update(missed=terms.MISSES - 1)
    say(match, alice, "pause")
    assert say(match, bob, "pause") == "running"
    order(match, 0)
    order(match, 1)
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now() - timedelta(minutes=1), due_at=timezone.now())
    referee.advance_and_tell(match.pk)
    match.refresh_from_db()
    assert (match.status, match.step, match.seats.get(user=charlie).autopilot) == ("paused", 1, "thrower")


def test_a_vote_is_carried_when_the_account_of_the_last_one_against_it_is_closed(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie])
    say(match, alice, "extend")
    assert say(match, bob, "extend") == "running"
    before = match.deadline
    with transaction.atomic():
        withdrawal.on_account_suspended(user=charlie)
    match.refresh_from_db()
    assert match.deadline > before


def test_strangers_and_unknown_votes_are_refused(make_match, alice, charlie):
    match = make_match()
    with pytest.raises(NotYourSeat):
        say(match, charlie, "pause")
    for kind in ("", "pauses", "PAUSE"):
        with pytest.raises(NotAllowed):
            say(match, alice, kind)
    assert not Vote.objects.exists()


def test_a_match_that_stopped_for_a_fault_is_not_resumed_by_vote(make_match, alice):
    match = make_match([alice], bots=["thrower"])
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(
        status="paused", paused_at=now, deadline=None, due_at=None, fault="ZeroDivisionError"
    )
    with pytest.raises(NotAllowed):
        say(match, alice, "resume")
    services.staff_abort(match_id=match.pk)
    match.refresh_from_db()
    assert match.status == "aborted"
    with pytest.raises(NotRunning):
        services.staff_resume(match_id=match.pk)
