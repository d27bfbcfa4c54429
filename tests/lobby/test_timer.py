"""When does the timer look, at what, and in which order? What takes its time keeps no other from its own."""

import asyncio
from datetime import timedelta

import pytest
from django.utils import timezone

from lobby.matches.models import Match
from lobby.platform.process import threads
from lobby.play import referee, resolving, saving, timer
from tests.lobby.sweeping import sweep

pytestmark = pytest.mark.django_db(transaction=True)


def _store_both(match, order):
    order(match, 0)
    order(match, 1)


@pytest.mark.postgres
async def test_the_sweep_resolves_what_a_killed_process_left_complete(make_match, order):
    match, open_one = make_match(), make_match()
    # Orders on disk and nobody told: as after a kill between the commit and the look at the step.
    await threads.run(threads.REFEREE, _store_both, match, order)
    await sweep(timezone.now())
    assert (await Match.objects.aget(pk=match.pk)).step == 1
    assert (await Match.objects.aget(pk=open_one.pk)).step == 0


@pytest.mark.postgres
async def test_the_sweep_resolves_what_is_due_and_only_that(make_match):
    now = timezone.now()
    due = [make_match(now=now - timedelta(seconds=200)) for _ in range(3)]
    not_due = make_match(now=now - timedelta(seconds=50))
    assert await sweep(now, everything=False) == 3
    for match in due:
        assert (await Match.objects.aget(pk=match.pk)).step == 1
    assert (await Match.objects.aget(pk=not_due.pk)).step == 0


@pytest.fixture
def held_looks(monkeypatch):
    """Looks that begin and go on until they are let go; {match: the event that ends its look}."""
    looks = {}

    async def advance(match_id):
        looks[match_id] = asyncio.Event()
        await looks[match_id].wait()

    monkeypatch.setattr(referee, "advance", advance)
    return looks


def _late(make_match, *seconds):
    now = timezone.now()
    return [make_match(now=now - timedelta(seconds=one)) for one in seconds]


@pytest.fixture
def be_slow(monkeypatch):
    """Says which matches take their time; all others are quick."""

    def choose(*matches):
        slow = {match.pk for match in matches}
        monkeypatch.setattr(resolving, "is_quick", lambda match_id: match_id not in slow)

    return choose


async def _end(looks):
    for look in looks.values():
        look.set()
    await timer.settle()


async def _looks_of(waiting, now=None):
    due, looks = await timer._begin(now or timezone.now(), waiting, everything=False)
    await asyncio.sleep(0)
    return due, len(looks)


async def test_a_match_that_takes_its_time_keeps_no_other_from_its_own(make_match, held_looks, be_slow):
    slow, quick = await threads.run(threads.TIMER, _late, make_match, 200, 190)
    be_slow(slow)
    waiting = timer.Waiting()
    assert await _looks_of(waiting) == (2, 1)
    assert list(held_looks) == [slow.pk]
    assert (await Match.objects.aget(pk=quick.pk)).step == 1
    (later,) = await threads.run(threads.TIMER, _late, make_match, 180)
    assert await _looks_of(waiting) == (1, 0), "the one that is looked at is not asked for again"
    assert (await Match.objects.aget(pk=later.pk)).step == 1
    await _end(held_looks)


async def test_in_a_flood_matches_that_take_their_time_come_last(make_match, monkeypatch, held_looks, be_slow):
    monkeypatch.setattr(timer, "BATCH", 2)
    # All of them have been due for less than a second: a first step has ninety.
    slow, quick, late, more, last = await threads.run(threads.TIMER, _late, make_match, 90.9, 90.8, 90.7, 90.6, 90.5)
    be_slow(slow, late, last)
    now, waiting = timezone.now(), timer.Waiting()
    assert await _looks_of(waiting, now) == (2, 0)
    assert await _looks_of(waiting, now) == (2, 0), "one that is put off makes room for the next"
    assert [(await Match.objects.aget(pk=match.pk)).step for match in (quick, more)] == [1, 1]
    assert await _looks_of(waiting, now) == (1, 3), "no quick one is left"
    assert list(held_looks) == [slow.pk, late.pk, last.pk]
    await _end(held_looks)


async def test_in_a_flood_of_such_matches_none_waits_for_nothing(make_match, monkeypatch, held_looks, be_slow):
    monkeypatch.setattr(timer, "BATCH", 2)
    slow = await threads.run(threads.TIMER, _late, make_match, 90.9, 90.8, 90.7)
    be_slow(*slow)
    waiting = timer.Waiting()
    assert await _looks_of(waiting) == (2, 2)
    assert await _looks_of(waiting) == (1, 1)
    assert list(held_looks) == [match.pk for match in slow]
    await _end(held_looks)


async def test_a_few_of_them_are_looked_at_at_once_and_the_others_wait_quietly(
    make_match, monkeypatch, held_looks, be_slow
):
    monkeypatch.setattr(timer, "LOOKS", 2)
    slow = [match.pk for match in await threads.run(threads.TIMER, _late, make_match, 90.9, 90.8, 90.7, 90.6)]
    be_slow(*await threads.run(threads.TIMER, list, Match.objects.all()))
    waiting = timer.Waiting()
    assert await _looks_of(waiting) == (4, 2)
    assert await _looks_of(waiting) == (0, 0), "those that wait are not asked for again"
    assert list(held_looks) == slow[:2]
    await Match.objects.filter(pk=slow[0]).aupdate(due_at=None)
    held_looks[slow[0]].set()
    await asyncio.sleep(0.01)
    assert await _looks_of(waiting) == (0, 1)
    assert list(held_looks) == slow[:3], "the longest overdue is next"
    await _end(held_looks)


async def test_more_are_not_asked_for_than_can_be_put_off(make_match, monkeypatch, held_looks, be_slow):
    monkeypatch.setattr(timer, "BATCH", 2)
    monkeypatch.setattr(timer, "LOOKS", 1)
    monkeypatch.setattr(timer, "PUT_OFF", 1)
    be_slow(*await threads.run(threads.TIMER, _late, make_match, 90.9, 90.8, 90.7))
    waiting = timer.Waiting()
    assert await _looks_of(waiting) == (2, 1)
    assert await _looks_of(waiting) == (0, 0)
    await _end(held_looks)


@pytest.mark.postgres
async def test_those_that_wait_share_a_transaction_once_their_game_is_known_to_be_quick(make_match, monkeypatch):
    monkeypatch.setattr(timer, "LOOKS", 1)
    calls, real = [], saving.Saving.write
    monkeypatch.setattr(saving.Saving, "write", lambda self: calls.append(len(self.saved)) or real(self))
    await threads.run(threads.TIMER, _late, make_match, 90.9, 90.8, 90.7, 90.6)
    resolving._paces.clear()
    waiting = timer.Waiting()
    assert await _looks_of(waiting) == (4, 1)
    await timer.settle()
    assert await _looks_of(waiting) == (3, 0)
    assert calls == [1, 3]
    assert [step async for step in Match.objects.values_list("step", flat=True)] == [1] * 4


async def test_in_a_flood_that_does_not_end_they_come_all_the_same(make_match, monkeypatch, held_looks, be_slow):
    monkeypatch.setattr(timer, "BATCH", 2)
    slow, _quick, _more = await threads.run(threads.TIMER, _late, make_match, 190, 121, 120.5)
    be_slow(slow)
    assert await _looks_of(timer.Waiting()) == (2, 1)
    assert list(held_looks) == [slow.pk]
    await _end(held_looks)


@pytest.mark.postgres
async def test_no_nudge_is_lost(monkeypatch):
    looks = []

    async def advance(match_id):
        looks.append(match_id)
        if len(looks) == 1:
            # Called when this look has ended, and before the loop has told anybody.
            asyncio.get_running_loop().call_soon(timer.nudge, match_id)

    monkeypatch.setattr(referee, "advance", advance)
    await timer.nudge("somematch1")
    await timer.settle()
    assert len(looks) == 2


async def test_many_nudges_make_few_looks(monkeypatch):
    looks, gate = [], asyncio.Event()

    async def advance(match_id):
        looks.append(match_id)
        await gate.wait()

    monkeypatch.setattr(referee, "advance", advance)
    for _ in range(20):
        timer.nudge("somematch1")
        await asyncio.sleep(0)
    gate.set()
    await timer.settle()
    assert len(looks) == 2, "one that was under way, and one for all that came meanwhile"


@pytest.mark.postgres
async def test_the_timer_resolves_at_the_deadline_and_not_before(make_match):
    """Real time, in small: a deadline in 0.4 s. How late a step may be, `tests.bench.deadlines` measures."""
    now = timezone.now()
    match = make_match(now=now - timedelta(seconds=89.6))
    running = asyncio.create_task(timer.run())
    try:
        while (step := await Match.objects.aget(pk=match.pk)).step != 1:  # noqa: ASYNC110 only the row tells it
            await asyncio.sleep(0.02)
    finally:
        running.cancel()
        await asyncio.wait([running])
        await timer.settle()
    assert step.step_started_at >= now + timedelta(seconds=0.4)
