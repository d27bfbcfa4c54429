"""What becomes of a match that staff set back? It goes on in another one, with whoever sat there and what they had."""

from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from lobby.accounts.models import StaffAct
from lobby.fog import audience
from lobby.governance import oversight, set_aside, substitutes, votes
from lobby.matches.errors import NotAllowed, NotRunning
from lobby.matches.models import Match, Orders, ProgramMemory, Seat, Step
from lobby.platform.process import threads
from lobby.play import automatic, going_on, interruptions, journal, referee, reliability, services
from lobby.store import positions
from lobby.tables import seating
from lobby.watch import reading, replay, status
from tests.lobby.test_accounts_people import signed_in
from tests.lobby.test_operations_staff import DAY, HOUR, WHY, play


def test_a_match_that_is_set_back_goes_on_in_another_one(make_match, order, dana, alice):
    match = play(make_match(bank_seconds=60, press="full", spectator_delay=3), order, 3)
    Seat.objects.filter(match=match, number=1).update(autopilot="thrower", missed=2)
    before = list(Step.objects.filter(match=match).values_list("number", "digest"))
    again = oversight.set_back(staff=dana, match_id=match.pk, step=1, why=WHY)
    match.refresh_from_db(), again.refresh_from_db()
    assert (match.status, match.set_aside, match.deadline, match.step) == ("paused", True, None, 3)
    assert list(Step.objects.filter(match=match).values_list("number", "digest")) == before
    assert (again.status, again.step, again.forked_from_id, again.forked_step) == ("running", 0, match.pk, 1)
    assert Step.objects.get(match=again).digest == dict(before)[1]
    assert again.seed != match.seed
    for name in seating.SAME_AGAIN:
        assert getattr(again, name) == getattr(match, name)
    assert list(again.seats.values_list("number", "user", "autopilot", "missed", "bank_ms")) == [
        (seat.number, seat.user_id, seat.autopilot, 0, 60_000) for seat in match.seats.all()
    ]
    assert StaffAct.objects.get().why == f"1: {WHY}"
    play(again, order, 1)
    assert replay.verify(again) == []
    assert again.step == 1


OWN = {"id", "seed", "rules_version", "status", "step", "step_started_at", "deadline", "extra_seconds", "due_at", "hold_until",
       "paused_at", "revision", "outcome", "fault", "rematch_of_id", "forked_from_id", "forked_step", "set_aside", "created_at",
       "started_at", "finished_at", "archived_as"}  # fmt: skip


SEATS_OWN = {"id", "match_id", "entry", "ready", "bank_ms", "missed", "autopilot", "substitute_asked_at", "resigned", "seen_at", "vacation_left",
             "vacation_step", "place", "steps_due", "steps_answered", "finished_at"}  # fmt: skip


def test_what_a_match_that_begins_again_keeps_is_decided_for_every_field():
    assert {field.attname for field in Match._meta.concrete_fields} == OWN | set(seating.SAME_AGAIN)
    assert {field.attname for field in Seat._meta.concrete_fields} == SEATS_OWN | set(seating.SAME_SEAT)


def test_what_is_hidden_stays_hidden_until_the_other_match_is_over(make_match, order, dana, alice, charlie):
    match = play(make_match(), order, 3)
    again = oversight.set_back(staff=dana, match_id=match.pk, step=0, why=WHY)
    set_aside.open_what_is_over(timezone.now())
    match.refresh_from_db()
    assert not audience.is_over(match)
    for reader in (alice, charlie, dana):
        with pytest.raises(NotAllowed):
            audience.may_watch(match, reader.pk, "referee")
    with pytest.raises(NotAllowed):
        replay.record(match)
    for act in (oversight.resume, oversight.void, oversight.pause):
        with pytest.raises(NotAllowed):
            act(staff=dana, match_id=match.pk, why=WHY)
    for kind in ("resume", "abort"):
        with pytest.raises(NotRunning):
            votes.vote(user_id=alice.pk, match_id=match.pk, kind=kind, value=True)
    oversight.void(staff=dana, match_id=again.pk, why=WHY)
    assert set_aside.open_what_is_over(timezone.now()) == 1
    match.refresh_from_db()
    assert match.status == "aborted"
    assert audience.may_watch(match, charlie.pk, "referee") == audience.REFEREE


async def test_nobody_does_anything_more_at_a_table_that_was_set_back(make_match, dana, alice, bob, charlie):
    """What it hides goes on elsewhere: a seat or a window there would tell of it."""
    match = make_match([alice, bob])
    early = await sync_to_async(services._resignation)(
        user_id=bob.pk, match_id=match.pk, number=None, now=match.step_started_at
    )

    def set_back():
        Seat.objects.filter(match=match, user=bob).update(autopilot="thrower", missed=2)
        assert substitutes.open_seats(match, list(match.seats.all())) == [1]
        oversight.set_back(staff=dana, match_id=match.pk, step=0, why=WHY)
        match.refresh_from_db()
        assert substitutes.open_seats(match, list(match.seats.all())) == []
        for refused in (
            partial(substitutes.take_over, user=charlie, match_id=match.pk, number=1),
            partial(services.set_watchable, user_id=alice.pk, match_id=match.pk, value=True),
            partial(services.come_back, user_id=bob.pk, match_id=match.pk),
            partial(votes.vote, user_id=alice.pk, match_id=match.pk, kind="resume", value=True),
            partial(automatic.set_preferences, user_id=alice.pk, match_id=match.pk, preferences={}),
            partial(going_on.go_on, user_id=alice.pk, match_id=match.pk, steps=1, until={}),
        ):
            with pytest.raises(NotRunning):
                refused()
        before = list(match.seats.order_by("number").values())
        (result,) = journal.write([early]).results
        assert isinstance(result, NotRunning), "it was on its way already"
        assert list(match.seats.order_by("number").values()) == before

    await threads.run(threads.SERVICES, set_back)
    with pytest.raises(NotRunning):
        await services.resign(user_id=alice.pk, match_id=match.pk)


def test_everybody_who_has_it_open_is_shown_the_way(make_match, dana, alice, charlie):
    match = make_match()
    again = oversight.set_back(staff=dana, match_id=match.pk, step=0, why=WHY)
    for reader in (alice, charlie):
        for audience_of in (audience.own_seat(0), audience.PUBLIC):
            shown = status.status_message(reading.load(match.pk), audience_of)
            assert (shown.status, shown.held, shown.goes_on) == ("paused", True, again.pk)
        assert WHY not in signed_in(reader).get(f"/matches/{match.pk}/").content.decode()
    shown = status.status_message(reading.load(again.pk), audience.PUBLIC)
    assert (shown.status, shown.held, shown.goes_on) == ("running", False, None)


def test_its_lists_lead_to_the_new_one(make_match, dana, alice, charlie):
    match = make_match()
    again = oversight.set_back(staff=dana, match_id=match.pk, step=0, why=WHY)
    for reader, url in ((alice, "/matches/"), (charlie, "/lobby/")):
        page = signed_in(reader).get(url).content.decode()
        assert (again.pk in page, match.pk in page) == (True, False)


def test_who_has_given_up_before_stays_out_and_who_did_later_is_back(make_match, order, dana, alice, bob, charlie):
    match = make_match([alice, bob, charlie])
    game = positions.game_of(match)

    def resign(number, step):
        Orders.objects.create(
            match=match, step=step, seat=number, revision=1, orders=game.resign_orders, ready=True, by="person"
        )
        Seat.objects.filter(match=match, number=number).update(resigned=True)

    resign(1, 0)
    order(match, 0), order(match, 2)
    assert referee.advance_once(match.pk) == 1
    order(match, 0, step=1)
    resign(2, 1)
    assert not Seat.objects.filter(match=match, number=0, resigned=True).exists()
    again = oversight.set_back(staff=dana, match_id=match.pk, step=1, why=WHY)
    assert list(again.seats.filter(resigned=True).values_list("number", flat=True)) == [1]


def test_who_has_lost_a_seat_stays_out_and_nobodys_steps_count_twice(make_match, dana, alice, bob, charlie):
    match = make_match()
    Seat.objects.filter(match=match, user=bob).update(autopilot="thrower", steps_due=30, steps_answered=24)
    substitutes.take_over(user=charlie, match_id=match.pk, number=1)
    Seat.objects.filter(match=match, user=alice).update(autopilot="thrower")
    again = oversight.set_back(staff=dana, match_id=match.pk, step=0, why=WHY)
    assert substitutes.open_seats(again, list(again.seats.all())) == [0]
    with pytest.raises(NotAllowed, match="Somebody else has taken your seat"):
        substitutes.take_over(user=bob, match_id=again.pk, number=0)
    oversight.void(staff=dana, match_id=again.pk, why=WHY)
    assert set_aside.open_what_is_over(timezone.now()) == 1
    assert reliability.of(bob.pk) == reliability.Reliability(30, 24)


def test_vacations_that_were_taken_stay_taken_and_programs_know_nothing_of_what_came_after(make_match, order, dana):
    match = make_match(clock="slow", step_seconds=86_400, vacation_days=5)
    Seat.objects.filter(match=match, number=1).update(vacation_left=2)
    ProgramMemory.objects.create(match=match, seat=0, entities={"7": "{}"})
    play(match, order, 2)
    again = oversight.set_back(staff=dana, match_id=match.pk, step=1, why=WHY)
    assert list(again.seats.values_list("vacation_left", flat=True)) == [5, 2]
    assert not ProgramMemory.objects.filter(match=again).exists()


@pytest.mark.parametrize("paused", [False, True])
@pytest.mark.parametrize("step", [1, 2])
def test_whoever_is_on_vacation_has_as_long_as_before(make_match, order, dana, alice, step, paused):
    match = play(make_match(clock="slow", step_seconds=86_400, vacation_days=5), order, 2)
    number = match.seats.get(user=alice).number
    services.take_vacation(user_id=alice.pk, match_id=match.pk, days=3)
    match.refresh_from_db()
    deadline = match.deadline
    if paused:
        oversight.pause(staff=dana, match_id=match.pk, why=WHY)
    again = oversight.set_back(staff=dana, match_id=match.pk, step=step, why=WHY)
    again.refresh_from_db()
    # A pause has given the time back that it lasted.
    assert (deadline < again.deadline < deadline + HOUR) if paused else again.deadline == deadline
    assert list(again.seats.exclude(vacation_step=None).values_list("number", "vacation_step")) == [(number, 0)]
    told = again.deadline
    interruptions.pause(again, timezone.now()), again.refresh_from_db()
    interruptions.resume(again, timezone.now()), again.refresh_from_db()
    assert told <= again.deadline < told + HOUR


def test_a_vacation_that_is_over_leaves_the_first_step_its_ordinary_time(make_match, order, dana, alice):
    match = make_match(clock="slow", step_seconds=86_400, vacation_days=5)
    services.take_vacation(user_id=alice.pk, match_id=match.pk, days=3)
    play(match, order, 2)
    again = oversight.set_back(staff=dana, match_id=match.pk, step=0, why=WHY)
    again.refresh_from_db()
    assert again.deadline - again.started_at == DAY
    assert not again.seats.exclude(vacation_step=None).exists()


def test_what_cannot_be_set_back_is_refused(make_match, order, dana, alice, replace_toy):
    sandbox = make_match([alice], ["thrower"], kind="sandbox")
    with pytest.raises(NotAllowed):
        oversight.set_back(staff=dana, match_id=sandbox.pk, step=0, why=WHY)
    old = make_match()
    Match.objects.filter(pk=old.pk).update(rules_version="0")
    with pytest.raises(NotAllowed, match="older rules"):
        oversight.set_back(staff=dana, match_id=old.pk, step=0, why=WHY)
    over = make_match()
    interruptions.abort(over, timezone.now())
    with pytest.raises(NotRunning):
        oversight.set_back(staff=dana, match_id=over.pk, step=0, why=WHY)
    assert Match.objects.filter(forked_from__isnull=False).count() == 0


def test_a_match_that_a_fault_has_stopped_goes_on_with_other_luck(make_match, order, dana, replace_toy):
    match = make_match()
    Match.objects.filter(pk=match.pk).update(
        status="paused", paused_at=timezone.now(), deadline=None, due_at=None, fault="ZeroDivisionError"
    )
    again = oversight.set_back(staff=dana, match_id=match.pk, step=0, why=WHY)
    assert play(again, order, 1).step == 1
