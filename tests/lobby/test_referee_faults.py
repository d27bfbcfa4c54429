"""What if the engine, a position or the database fails while the referee resolves? One match waits for staff or another try, and no other waits with it."""

import asyncio
from datetime import timedelta
from functools import partial

import pytest
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from games.core.clocks import Timing
from games.core.contract import Outcome
from lobby.matches.models import Match, Step
from lobby.platform.process import threads
from lobby.play import closing, journal, referee, resolving, saving, services, timer
from lobby.store import positions, rows
from tests.games.toy import GAME as TOY

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_an_engine_that_fails_pauses_its_match_for_staff(make_match, replace_toy, caplog, order):
    match, other = make_match(), make_match()
    for table in (match, other):
        order(table, 0)
        order(table, 1)
    replace_toy(resolve=lambda state, orders, rng: 1 / 0)
    assert referee.advance_once(match.pk) is None
    match.refresh_from_db()
    assert (match.status, match.step, match.deadline, match.due_at) == ("paused", 0, None, None)
    assert "ZeroDivisionError" in match.fault
    assert match.pk in caplog.text
    assert "step 0" in caplog.text
    replace_toy()
    assert referee.advance_once(other.pk) == 1
    services.staff_resume(match_id=match.pk)
    match.refresh_from_db()
    assert (match.status, match.fault) == ("running", "")
    assert referee.advance_once(match.pk) == 1


UNSAVABLE = {
    "a clock that the game does not have": {"timing": lambda state: Timing("nonsense")},
    "an outcome without the seats": {"outcome": lambda state: Outcome("agreed", ())},
}


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("functions", UNSAVABLE.values(), ids=UNSAVABLE)
def test_a_step_that_cannot_be_saved_pauses_its_match(make_match, replace_toy, caplog, order, functions, is_known):
    match = make_match()
    order(match, 0)
    order(match, 1)
    if is_known:
        # As long as the game was sound.
        positions.position(match.pk, 0)
    replace_toy(**functions)
    assert not referee.advance_and_tell(match.pk)
    match.refresh_from_db()
    assert (match.status, match.step, match.deadline, match.due_at) == ("paused", 0, None, None)
    assert match.fault.startswith("KeyError")
    assert f"match {match.pk}" in caplog.text
    assert Step.objects.filter(match=match).count() == 1
    replace_toy()
    positions.forget()
    services.staff_resume(match_id=match.pk)
    assert referee.advance_once(match.pk) == 1


def test_a_database_that_takes_no_step_is_no_fault_of_the_match(make_match, monkeypatch, order):
    match = make_match()
    order(match, 0)
    order(match, 1)

    def refuse(self):
        raise OperationalError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(saving.Saving, "write", refuse)
        for advance in (referee.advance_and_tell, referee.advance_once):
            with pytest.raises(OperationalError):
                advance(match.pk)
    match.refresh_from_db()
    assert (match.status, match.fault) == ("running", "")
    assert referee.advance_once(match.pk) == 1


def test_a_game_that_waits_for_nobody_and_is_not_over_is_stopped(make_match, replace_toy):
    match = make_match()
    replace_toy(pending=lambda state: [])
    assert referee.advance_once(match.pk) is None
    match.refresh_from_db()
    assert (match.status, match.step) == ("paused", 0)
    assert "waits for nobody" in match.fault


def test_a_position_that_cannot_be_read_pauses_its_match(make_match, caplog):
    match = make_match()
    Step.objects.filter(match=match).update(state=b"rubbish")
    positions.forget()
    assert referee.advance_once(match.pk) is None
    match.refresh_from_db()
    assert match.status == "paused"
    assert match.fault


@pytest.mark.parametrize("fault", [InterfaceError, OperationalError])
def test_a_database_that_is_away_stops_no_match(make_match, order, monkeypatch, fault, caplog):
    match = make_match()
    order(match, 0)
    order(match, 1)

    def away(*_, **__):
        raise fault("connection already closed")

    for broken in ("read", "newest_steps"):
        with monkeypatch.context() as patch:
            patch.setattr(rows, broken, away)
            patch.setattr(positions, "_load", away)
            positions.forget()
            with pytest.raises(fault):
                referee.advance_and_tell(match.pk)
        match.refresh_from_db()
        assert (match.status, match.fault) == ("running", "")
    assert "could not be advanced now" in caplog.text
    assert referee.advance_and_tell(match.pk)


async def test_a_complete_step_that_the_database_refused_is_tried_again_before_the_next_sweep(
    make_match, monkeypatch, order
):
    """Seen when a disk was full for five seconds: both had answered, nothing was due by the clock, and the next sweep came after half a minute."""
    match = await threads.run(threads.TIMER, make_match)
    for seat in (0, 1):
        await threads.run(threads.TIMER, order, match, seat)
    written, real = [], saving.Saving.write

    def refuse_twice(self):
        written.append(1)
        if len(written) <= 2:
            raise OperationalError("the disk is full")
        return real(self)

    monkeypatch.setattr(saving.Saving, "write", refuse_twice)
    monkeypatch.setattr(timer, "SWEEP", timedelta(hours=1))
    running = asyncio.create_task(timer.run())
    try:
        for _ in range(600):
            await asyncio.sleep(0.05)
            if (await Match.objects.aget(pk=match.pk)).step == 1:
                break
    finally:
        running.cancel()
        await asyncio.wait([running])
        await timer.settle()
    assert len(written) == 3


async def test_the_timer_goes_on_when_the_database_was_away(make_match, monkeypatch):
    match = await threads.run(threads.TIMER, partial(make_match, now=timezone.now() - timedelta(seconds=200)))
    calls, real = [], timer.next_due

    def away():
        calls.append(1)
        if len(calls) == 1:
            raise InterfaceError("connection already closed")
        return real()

    monkeypatch.setattr(timer, "next_due", away)
    running = asyncio.create_task(timer.run())
    try:
        for _ in range(200):
            await asyncio.sleep(0.02)
            if len(calls) > 1 or running.done():
                break
        assert not running.done()
    finally:
        running.cancel()
        await asyncio.wait([running])
        await timer.settle()
    assert (await Match.objects.aget(pk=match.pk)).step == 1


def test_a_fault_that_is_noticed_late_does_not_stop_the_next_step(make_match, replace_toy, order):
    match = make_match()
    order(match, 0)
    order(match, 1)
    calls = []

    def resolve(state, orders, rng):
        calls.append(1)
        if len(calls) == 1:
            # Another referee, on a machine that lacks nothing, is quicker.
            assert referee.advance_once(match.pk) == 1
            raise MemoryError
        return TOY.resolve(state, orders, rng)

    replace_toy(resolve=resolve)
    assert referee.advance_once(match.pk) is None
    match.refresh_from_db()
    assert (match.status, match.step, match.fault) == ("running", 1, "")


def test_a_position_that_is_not_understood_does_not_stop_the_next_step(make_match, order, monkeypatch):
    match = make_match()
    order(match, 0)
    order(match, 1)
    real = resolving.due_of

    def due_of(facts):
        monkeypatch.setattr(resolving, "due_of", real)
        assert referee.advance_once(match.pk) == 1
        raise ValueError("no position")

    monkeypatch.setattr(resolving, "due_of", due_of)
    assert referee.advance_once(match.pk) is None
    match.refresh_from_db()
    assert (match.status, match.step, match.fault) == ("running", 1, "")


def _advance_all(*matches):
    """As the sweep does it."""
    for match_id in closing.advance_many([match.pk for match in matches]):
        referee.advance_and_tell(match_id)
    journal.settle()


def test_a_match_with_a_fault_keeps_no_other_from_its_time(make_match, replace_toy, order, monkeypatch):
    early = timezone.now() - timedelta(seconds=200)
    bad, good = make_match(options={"size": 9}, now=early), make_match(now=early)
    monkeypatch.setitem(resolving._paces, "toy", 0.0)

    def resolve(state, orders, rng):
        if state.options["size"] == 9:
            raise ZeroDivisionError
        return TOY.resolve(state, orders, rng)

    replace_toy(resolve=resolve)
    _advance_all(bad, good)
    assert Match.objects.get(pk=bad.pk).fault
    assert dict(Match.objects.values_list("pk", "step")) == {bad.pk: 0, good.pk: 1}


def test_a_step_that_cannot_be_saved_keeps_no_other_from_its_time(make_match, replace_toy, monkeypatch):
    early = timezone.now() - timedelta(seconds=200)
    bad, good = make_match(options={"size": 9}, now=early), make_match(now=early)
    monkeypatch.setitem(resolving._paces, "toy", 0.0)
    replace_toy(outcome=lambda state: Outcome("agreed", ()) if state.options["size"] == 9 else TOY.outcome(state))
    _advance_all(bad, good)
    assert Match.objects.get(pk=bad.pk).fault.startswith("KeyError")
    assert dict(Match.objects.values_list("pk", "step")) == {bad.pk: 0, good.pk: 1}


def test_a_position_that_cannot_be_read_or_saved_keeps_no_other_from_its_time(make_match, monkeypatch):
    early = timezone.now() - timedelta(seconds=200)
    broken, sound = make_match(now=early), make_match(now=early)
    monkeypatch.setitem(resolving._paces, "toy", 0.0)
    Step.objects.filter(match=broken).update(state=b"no position")
    positions.forget()
    _advance_all(broken, sound)
    assert Match.objects.get(pk=broken.pk).fault
    assert Match.objects.get(pk=sound.pk).step == 1
    again = make_match(now=early)
    calls, real = [], saving.Saving.write

    def write(self):
        calls.append(len(self.saved))
        if len(calls) == 1:
            raise ZeroDivisionError
        real(self)

    monkeypatch.setattr(saving.Saving, "write", write)
    _advance_all(again)
    assert calls == [1, 1]
    assert Match.objects.get(pk=again.pk).step == 1, "it is looked at by itself"
