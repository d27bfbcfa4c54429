"""Steps are resolved once: when all are ready, when time is up, whoever notices; no stored order is ever lost."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone

from games.core.clocks import ClockKind, Timing
from games.core.rng import step_rng
from lobby.matches import clock
from lobby.matches.models import Match, Orders, Seat, Step
from lobby.matches.signals import orders_due
from lobby.platform.process import database
from lobby.play import closing, interruptions, journal, referee, resolving, saving
from lobby.play.journal import Entry
from lobby.store import positions, rows
from tests.games.toy import DEFAULT_ORDERS as STAY
from tests.games.toy import GAME as TOY

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def now_is(moment):
    return lambda: moment


def test_a_match_begins_with_position_zero_and_a_deadline(make_match, alice, bob):
    now = timezone.now()
    match = make_match(now=now, step_seconds=20, bank_seconds=45)
    match.refresh_from_db()
    assert (match.status, match.step, match.started_at) == ("running", 0, now)
    assert match.deadline == match.due_at == now + timedelta(seconds=60), "three times as long as an ordinary step"
    step = Step.objects.get(match=match)
    expected = TOY.to_json(TOY.setup(match.options, 2, step_rng(match.seed, 0)))
    assert (step.number, step.orders, step.digest) == (0, {}, positions.digest(expected))
    assert positions.unpack(step.state) == expected
    assert [seat.bank_ms for seat in match.seats.all()] == [45_000, 45_000]


def test_a_step_is_resolved_when_everybody_is_ready(make_match, order):
    now = timezone.now()
    match = make_match(now=now, step_seconds=20)
    order(match, 0, walk=1)
    assert referee.advance_once(match.pk) is None, "one seat is not ready"
    order(match, 1, walk=-1)
    assert referee.advance_once(match.pk, now_is(now + timedelta(seconds=5))) == 1
    match.refresh_from_db()
    assert (match.step, match.step_started_at) == (1, now + timedelta(seconds=5))
    assert match.deadline == now + timedelta(seconds=25)
    before, after = positions.position(match.pk, 0).state, positions.position(match.pk, 1)
    assert after.orders == {0: STAY | {"walk": 1}, 1: STAY | {"walk": -1}}
    expected, events = TOY.resolve(before, after.orders, step_rng(match.seed, 1))
    assert after.state == expected
    assert list(after.events) == events


def test_two_threads_of_a_process_compute_a_step_once(make_match, order, monkeypatch):
    match = make_match()
    order(match, 0, walk=1)
    order(match, 1, walk=-1)
    computed, has_begun, may_end = [], threading.Event(), threading.Event()
    real = resolving.resolved

    def slow(due, now):
        computed.append(due.match.step)
        has_begun.set()
        assert may_end.wait(10)
        return real(due, now)

    monkeypatch.setattr(resolving, "resolved", slow)
    looks = []
    real_look = referee.advance_once
    monkeypatch.setattr(referee, "advance_once", lambda match_id: looks.append(match_id) or real_look(match_id))
    with ThreadPoolExecutor() as pool:
        first = pool.submit(database.with_connection, partial(referee.advance_and_tell, match.pk))
        assert has_begun.wait(10)
        assert pool.submit(referee.advance_and_tell, match.pk).result(10) is False
        may_end.set()
        assert first.result(10) is True
    match.refresh_from_db()
    assert (computed, match.step) == ([0], 1)
    assert looks == [match.pk] * 2, "the first one looks once more for the second"


def test_drafts_that_are_not_ready_wait_and_count_at_the_deadline(make_match, order):
    now = timezone.now()
    match = make_match(now=now)
    order(match, 0, walk=1)
    order(match, 1, walk=1, ready=False)
    match.refresh_from_db()
    assert referee.advance_once(match.pk, now_is(match.deadline - timedelta(milliseconds=1))) is None
    assert referee.advance_once(match.pk, now_is(match.deadline)) == 1
    assert positions.position(match.pk, 1).orders[1] == STAY | {"walk": 1}
    assert list(Seat.objects.values_list("missed", flat=True)) == [0, 0]


def test_only_the_last_orders_count(make_match, order):
    match = make_match()
    order(match, 0, walk=1)
    order(match, 0, walk=-1, ready=False)
    order(match, 1)
    assert referee.advance_once(match.pk) is None
    order(match, 0, walk=0, throw=3)
    assert referee.advance_once(match.pk) == 1
    assert positions.position(match.pk, 1).orders[0] == STAY | {"throw": 3}


def test_a_repeated_call_changes_nothing(make_match, order):
    match = make_match()
    order(match, 0)
    order(match, 1)
    assert referee.advance_once(match.pk) == 1
    rows = list(Step.objects.values_list("number", "digest"))
    for _ in range(3):
        assert referee.advance_once(match.pk) is None
    assert list(Step.objects.values_list("number", "digest")) == rows
    assert referee.advance_once("nosuchmtch") is None


def advance_when_free(match_id, now=timezone.now):
    """As a referee does it: whoever finds the match locked comes again."""
    while True:
        with suppress(rows.Locked):
            return referee.advance_once(match_id, now)


def test_two_referees_resolve_a_step_once(make_match, order):
    for _ in range(5):
        match = make_match()
        order(match, 0)
        order(match, 1)

        def race(match_id=match.pk):
            try:
                return advance_when_free(match_id)
            finally:
                connection.close()

        with ThreadPoolExecutor(4) as pool:
            won = [future.result() for future in [pool.submit(race) for _ in range(4)]]
        assert sorted(won, key=str) == [1, None, None, None]
        assert Step.objects.filter(match=match).count() == 2


def test_who_looks_by_older_facts_does_not_put_off_a_look_that_is_due_since(make_match, monkeypatch):
    match = make_match(bank_seconds=600)
    late = match.deadline + timedelta(seconds=1)
    due_of = resolving.due_of

    def meanwhile(facts):
        due = due_of(facts)
        # The others call bots to the seats.
        Match.objects.filter(pk=match.pk).update(due_at=late)
        Seat.objects.filter(match=match).update(autopilot="thrower")
        return due

    monkeypatch.setattr(resolving, "due_of", meanwhile)
    assert referee.advance_once(match.pk, lambda: late) is None
    monkeypatch.undo()
    match.refresh_from_db()
    assert match.due_at == late
    assert referee.advance_once(match.pk, lambda: late) is None
    match.refresh_from_db()
    assert match.due_at == match.deadline + clock.BOT_GRACE


def test_orders_that_come_while_the_engine_computes_are_not_lost(make_match, replace_toy, order):
    match = make_match()
    order(match, 0, walk=1)
    order(match, 1, walk=1)
    rounds = []

    def resolve(state, orders, rng):
        rounds.append({seat: order["walk"] for seat, order in orders.items()})
        if len(rounds) == 1:
            order(match, 0, walk=-1)
        return TOY.resolve(state, orders, rng)

    replace_toy(resolve=resolve)
    assert referee.advance_once(match.pk) == 1
    assert rounds == [{0: 1, 1: 1}, {0: -1, 1: 1}]
    assert positions.position(match.pk, 1).orders[0] == STAY | {"walk": -1}


def test_a_word_taken_back_while_the_engine_computes_keeps_the_step_open(make_match, replace_toy, order):
    match = make_match()
    order(match, 0)
    order(match, 1)

    def resolve(state, orders, rng):
        order(match, 0, ready=False)
        return TOY.resolve(state, orders, rng)

    replace_toy(resolve=resolve)
    assert referee.advance_once(match.pk) is None
    assert Match.objects.get(pk=match.pk).step == 0
    assert Step.objects.filter(match=match).count() == 1


def test_acknowledged_orders_count_in_a_race_with_the_deadline(make_match):
    """Whatever the journal accepted for a step is in that step, however many referees resolve it meanwhile."""
    for turn in range(8):
        match = make_match(options={"rounds": 60})
        match.refresh_from_db()
        deadline = match.deadline

        def submit(number, match=match, deadline=deadline):
            entry = Entry(match.pk, 0, 0, STAY | {"throw": number % 7}, False, "person", deadline)
            try:
                return journal.write([entry]).results[0]
            finally:
                connection.close()

        def resolve(match=match, deadline=deadline):
            try:
                return advance_when_free(match.pk, now_is(deadline))
            finally:
                connection.close()

        with ThreadPoolExecutor(6) as pool:
            sent = [pool.submit(submit, number) for number in range(turn + 2)]
            looks = [pool.submit(resolve) for _ in range(2)]
            sent += [pool.submit(submit, number) for number in range(2)]
        assert sorted((look.result() for look in looks), key=str) == [1, None]
        accepted = [f.result() for f in sent if isinstance(f.result(), journal.Stored)]
        counted = positions.position(match.pk, 1).orders[0]
        newest = max(accepted, key=lambda stored: stored.revision, default=None)
        assert counted == (newest.orders if newest else None)
        assert Orders.objects.filter(match=match).count() == len(accepted)


def test_a_finished_match_has_places_and_no_deadline(make_match, alice, order):
    match = make_match(options={"rounds": 1})
    order(match, 0, resign=True)
    order(match, 1)
    assert referee.advance_once(match.pk) == 1
    match.refresh_from_db()
    assert (match.status, match.deadline, match.due_at) == ("finished", None, None)
    assert match.outcome == {"reason": "last_standing", "places": [2, 1]}
    assert match.finished_at is not None
    assert [seat.place for seat in match.seats.all()] == [2, 1]
    assert referee.advance_once(match.pk) is None


def test_whoever_runs_bots_hears_of_each_step_that_waits_for_one_after_the_commit(make_match, order, alice):
    heard = []

    def hear(match_id, step, **_):
        heard.append((match_id, step, Match.objects.get(pk=match_id).step, connection.in_atomic_block))

    orders_due.connect(hear)
    match, among_people = make_match([alice], bots=["thrower"]), make_match()
    heard.clear()
    for one in (match, among_people):
        order(one, 0)
    order(among_people, 1)
    order(match, 1, by="bot")
    for one in (match, among_people):
        assert referee.advance_once(one.pk) == 1
    assert heard == [(match.pk, 1, 1, False)]


def test_positions_that_nobody_looks_back_at_make_room(make_match, order):
    match = make_match(spectator_delay=1, options={"rounds": 9})
    for step in range(4):
        for seat in (0, 1):
            order(match, seat, step=step)
        assert referee.advance_once(match.pk) == step + 1
    assert [number for number in range(6) if (match.pk, number) in positions._memory] == [2, 3, 4]
    assert positions.position(match.pk, 0).number == 0, "it is read again"


def test_a_secret_wait_is_kept_and_drawn_anew_each_time(make_match, replace_toy, order):
    replace_toy(timing=lambda state: Timing(hold=(5.0, 9.0)))
    now = timezone.now()
    holds = set()
    for _ in range(5):
        match = make_match(now=now)
        match.refresh_from_db()
        assert timedelta(seconds=5) <= match.hold_until - now <= timedelta(seconds=9)
        holds.add(match.hold_until)
    assert len(holds) == 5
    order(match, 0)
    order(match, 1)
    assert referee.advance_once(match.pk, now_is(match.hold_until - timedelta(milliseconds=1))) is None
    assert Match.objects.get(pk=match.pk).due_at == match.hold_until
    assert referee.advance_once(match.pk, now_is(match.hold_until)) == 1


def test_after_the_longest_secret_wait_there_is_time_to_answer_at_the_quickest_table(make_match, replace_toy, order):
    window = ClockKind("Window", 0.2, uses_bank=False)
    replace_toy(clocks={"window": window}, timing=lambda state: Timing("window", hold=(0.5, 2.5)))
    now = timezone.now()
    lengths = set()
    for _ in range(5):
        match = make_match(now=now, step_seconds=5)
        match.refresh_from_db()
        assert match.hold_until < match.deadline
        lengths.add(match.deadline - now)
    assert lengths == {timedelta(seconds=5.5)}, "it tells nothing of the wait that was drawn"
    order(match, 0, at=match.hold_until + timedelta(seconds=2.5))
    interruptions.pause(match, now + timedelta(seconds=1))
    match.refresh_from_db()
    interruptions.resume(match, now + timedelta(seconds=61))
    match.refresh_from_db()
    assert match.deadline == now + timedelta(seconds=65.5)
    patient = make_match(now=now, step_seconds=60)
    assert patient.deadline == now + timedelta(seconds=12)


def test_a_game_may_give_a_kind_of_step_another_length(make_match, replace_toy):
    replace_toy(clocks={"window": ClockKind("Window", 0.25, uses_bank=False)}, timing=lambda state: Timing("window"))
    now = timezone.now()
    match = make_match(now=now, step_seconds=20, bank_seconds=60)
    match.refresh_from_db()
    assert match.deadline == now + timedelta(seconds=5)
    assert referee.advance_once(match.pk, now_is(match.deadline)) == 1, "no bank runs in a step of this kind"
    assert [seat.bank_ms for seat in match.seats.all()] == [60_000, 60_000]


def test_steps_whose_time_is_up_together_share_a_transaction(make_match, order, monkeypatch):
    matches = [make_match() for _ in range(5)]
    late = max(match.deadline for match in matches)
    monkeypatch.setattr("django.utils.timezone.now", lambda: late)
    first = sorted(match.pk for match in matches)
    resolving._paces.clear()
    assert closing.advance_many(first) == first, "nobody knows yet whether this game is quick"
    assert referee.advance_once(first[0], lambda: late) == 1
    calls, real = [], saving.Saving.write
    monkeypatch.setattr(saving.Saving, "write", lambda self: calls.append(len(self.saved)) or real(self))
    positions.forget()
    assert closing.advance_many([*first[1:], "nosuchmtch"]) == []
    assert calls == [4]
    assert set(Match.objects.values_list("step", flat=True)) == {1}
    assert closing.advance_many(first) == [], "the next step is not over"
