"""What becomes of a step whose process dies in the moment between two things that follow from each other at once?"""

import asyncio
from datetime import timedelta

import pytest
from django.utils import timezone

from lobby.matches.models import Match, Orders, Step
from lobby.platform.process import threads
from lobby.play import journal, referee, timer
from lobby.store import missed_wakeups
from lobby.store.missed_wakeups import RecentRows
from lobby.watch import hub
from tests.lobby.play_socket.conftest import PATIENCE, in_thread


@pytest.fixture(autouse=True)
def no_regular_looks(monkeypatch):
    """At everything, which would find what is asked for here too, after 5 and 30 seconds."""
    monkeypatch.setattr(hub, "LOOK_SECONDS", 3600)
    monkeypatch.setattr(timer, "SWEEP", timedelta(hours=1))


def store(match, seat):
    """Orders on disk, as if the process had died that stored them."""
    entry = journal.Entry(match.pk, 0, seat, {"note": "x"}, True, "person", timezone.now())
    (result,) = journal.write([entry]).results
    assert isinstance(result, journal.Stored), result


async def test_a_step_that_nobody_told_of_is_noticed(start_match, connect):
    match = await in_thread(start_match)
    alice = await connect("alice")
    await alice.watch(match)
    await asyncio.sleep(1)  # whatever the arrival has set off
    for seat in range(2):
        await threads.run(threads.REFEREE, store, match, seat)
    assert await threads.run(threads.REFEREE, referee.advance_once, match.id) == 1
    await alice.frame(1)


async def test_a_step_that_nobody_resolved_is_found(start_match):
    match = await in_thread(start_match)
    watching = asyncio.create_task(timer.run())
    await asyncio.sleep(0.5)  # the first look at everything is over
    for seat in range(2):
        await threads.run(threads.REFEREE, store, match, seat)
    async with asyncio.timeout(PATIENCE):
        while (await Match.objects.aget(pk=match.pk)).step == 0:
            await asyncio.sleep(timer.RETRY.total_seconds())
            await timer.settle()
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    await timer.settle()


def test_each_row_is_told_of_once_and_not_at_once(start_match):
    match, rows = start_match(), RecentRows(Orders)
    store(match, 0)
    assert not any([rows.keys(), rows.keys()]), "what was there before is for whoever looks at everything"
    store(match, 1)
    assert not rows.keys()
    assert [row.seat for row in Orders.objects.filter(pk__in=rows.keys())] == [1]
    assert not rows.keys()


def test_only_what_is_still_awaited_is_looked_at(start_match):
    match, other = start_match(), start_match()
    for seat, one in ((0, match), (1, match), (0, other)):
        store(one, seat)
    keys = range(1, missed_wakeups.newest_key(Orders) + 1)
    assert sorted(missed_wakeups.awaiting(keys)) == sorted([match.pk, other.pk])
    assert missed_wakeups.awaiting(range(keys.stop - 1, keys.stop)) == [other.pk]
    assert referee.advance_once(match.pk) == 1
    assert missed_wakeups.awaiting(keys) == [other.pk]
    Match.objects.filter(pk=other.pk).update(status="paused")
    assert missed_wakeups.awaiting(keys) == []
    assert missed_wakeups.stepped(range(1, missed_wakeups.newest_key(Step) + 1)) == {match.pk: 1, other.pk: 0}
