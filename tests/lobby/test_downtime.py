"""A site that was down gives the time back, and finishes what it had acknowledged."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from lobby.management.commands import referee as command
from lobby.matches import clock
from lobby.matches.models import Heartbeat, Match
from lobby.operations import embedded
from lobby.operations.embedded import Embedded
from lobby.platform.process import threads
from lobby.play import interruptions, referee, services, timer

pytestmark = pytest.mark.django_db(transaction=True)


def times(match):
    match.refresh_from_db()
    return match.step_started_at, match.deadline, match.due_at


def test_deadlines_move_by_the_time_in_which_no_referee_was_alive(make_match):
    now = timezone.now()
    match, paused = make_match(now=now - timedelta(seconds=50)), make_match()
    Match.objects.filter(pk=match.pk).update(hold_until=now)
    Match.objects.filter(pk=paused.pk).update(status="paused", deadline=None, due_at=None)
    before = times(match)
    timer.beat(now - timedelta(seconds=40))
    assert times(match) == before, "the first beat of all knows of no gap"
    assert timer.beat(now, starting=True) == [match.pk]
    assert times(match) == tuple(moment + timedelta(seconds=40) for moment in before)
    assert match.hold_until == now + timedelta(seconds=40)
    assert timer.beat(now + timedelta(seconds=2), starting=True) == [], "another referee is alive"
    assert timer.beat(now + timedelta(seconds=4)) == []
    assert times(match)[1] == before[1] + timedelta(seconds=40)
    paused.refresh_from_db()
    assert paused.deadline is None


def test_only_the_first_referee_after_a_silence_moves_deadlines(make_match):
    now = timezone.now()
    match = make_match(now=now)
    timer.beat(now)
    before = times(match)
    assert timer.beat(now + timedelta(seconds=100), starting=True) == [match.pk]
    assert timer.beat(now + timedelta(seconds=100), starting=True) == []
    assert times(match)[1] == before[1] + timedelta(seconds=100)


def test_what_began_without_a_referee_gets_no_time_from_before_it_began(make_match, order):
    now = timezone.now()
    long_ago, match, paused = make_match(now=now), make_match(now=now), make_match(now=now)
    timer.beat(now)
    later, back = now + timedelta(hours=2), now + timedelta(hours=2, seconds=10)
    for seat in (0, 1):
        order(match, seat, at=now)
    # A web process resolves the step as soon as all are ready.
    assert referee.advance_once(match.pk, lambda: later) == 1
    interruptions.pause(paused, later)
    before = [times(one) for one in (long_ago, match, paused)]
    assert sorted(timer.beat(back, starting=True)) == sorted([long_ago.pk, match.pk, paused.pk])
    assert times(long_ago) == tuple(moment + timedelta(hours=2, seconds=10) for moment in before[0])
    assert times(match) == tuple(moment + timedelta(seconds=10) for moment in before[1])
    assert times(paused) == (before[2][0], None, before[2][2] + timedelta(seconds=10))


def test_a_clock_that_was_set_back_does_not_shorten_anything(make_match):
    now = timezone.now()
    match = make_match(now=now)
    timer.beat(now)
    before = times(match)
    assert timer.beat(now - timedelta(hours=1), starting=True) == []
    assert times(match) == before
    assert Heartbeat.objects.get().alive_at == now


def test_downtime_is_not_taken_from_a_pause(make_match):
    now = timezone.now()
    paused, held = make_match(now=now), make_match(now=now)
    timer.beat(now)
    for match in (paused, held):
        interruptions.pause(match, now)
    Match.objects.filter(pk=held.pk).update(due_at=None)
    before = times(paused)
    assert timer.beat(now + timedelta(hours=1), starting=True) == [paused.pk]
    assert times(paused) == (before[0], None, before[2] + timedelta(hours=1))
    assert paused.paused_at == now
    assert times(held)[2] is None


@pytest.fixture
def holding(make_match, monkeypatch):
    """A match at `now` in a secret wait of three seconds, for which a referee is alive."""
    monkeypatch.setattr(timer, "_beaten", None)

    def make(now, **fields):
        match, until = make_match(now=now), now + timedelta(seconds=3)
        Match.objects.filter(pk=match.pk).update(hold_until=until, due_at=until, **fields)
        timer.beat(now)
        match.refresh_from_db()
        return match

    return make


def test_a_secret_wait_does_not_stand_still_because_the_clock_was_set_forth_and_back(holding, order):
    now = timezone.now()
    match = holding(now)
    timer.beat(now + timedelta(hours=1))
    wrong = Match.objects.get(pk=match.pk)
    right = now + timedelta(seconds=4)
    assert timer.beat(right) == [match.pk]
    match.refresh_from_db()
    assert match.hold_until == match.due_at == right + clock.LONGEST_HOLD
    assert (match.deadline, match.revision) == (wrong.deadline, wrong.revision + 1), "people only gain time"
    assert Heartbeat.objects.get().alive_at == right
    assert timer.beat(now + timedelta(seconds=6)) == [], "once"
    order(match, 0)
    order(match, 1)
    assert referee.advance_once(match.pk, lambda: match.hold_until - timedelta(milliseconds=1)) is None
    assert referee.advance_once(match.pk, lambda: match.hold_until) == 1


@pytest.mark.parametrize("starting", [False, True])
def test_a_secret_wait_is_not_longer_because_the_clock_was_set_back(holding, starting):
    now = timezone.now()
    match, paused, waiting = holding(now), holding(now, status="paused"), holding(now)
    Match.objects.filter(pk=waiting.pk).update(hold_until=None)
    Match.objects.filter(pk=match.pk).update(due_at=match.deadline)
    back = now - timedelta(hours=1)
    assert timer.beat(back, starting=starting) == [match.pk]
    before = match.deadline
    assert times(match) == (now, before, before), "only what was due with the wait is due earlier"
    assert match.hold_until == back + clock.LONGEST_HOLD
    assert times(waiting) == times(paused) == (now, before, now + timedelta(seconds=3))
    assert waiting.hold_until is None
    assert paused.hold_until == now + timedelta(seconds=3)


def test_after_a_clock_was_set_back_a_silence_counts_again(holding):
    now = timezone.now()
    match = holding(now)
    back = now - timedelta(hours=1)
    timer.beat(back)
    timer.beat(back + timedelta(seconds=2))
    before = times(match)
    assert timer.beat(back + timedelta(seconds=62)) == [match.pk]
    assert times(match)[1] == before[1] + timedelta(seconds=60)


@pytest.mark.parametrize("seconds", [1, 5, 60])
def test_machines_whose_clocks_differ_leave_each_other_alone(holding, monkeypatch, seconds):
    now, ahead = timezone.now(), timedelta(seconds=seconds)
    match = holding(now + ahead)
    before = times(match)
    beaten = {"slow": now - timedelta(seconds=2), "quick": now + ahead}
    for second in range(1, 9, 2):
        for name, moment in (("slow", now), ("quick", now + ahead)):
            monkeypatch.setattr(timer, "_beaten", beaten[name])
            beaten[name] = moment + timedelta(seconds=second)
            assert timer.beat(beaten[name]) == []
    assert times(match) == before
    assert match.hold_until == before[2]


async def test_orders_are_not_too_late_because_the_site_was_down(make_match, alice):
    now = timezone.now()
    match = make_match(now=now - timedelta(seconds=3000))
    await Heartbeat.objects.acreate(pk=1, alive_at=now - timedelta(seconds=2990))
    await timer.start()
    stored = await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders={"walk": 1})
    assert stored.revision == 1


async def test_the_site_starts_and_stops_its_background_work_with_the_server(make_match, order, settings):
    settings.EMBEDDED = True
    now = timezone.now()
    complete, shifted = make_match(), make_match(now=now - timedelta(seconds=200))
    await Heartbeat.objects.acreate(pk=1, alive_at=now - timedelta(seconds=195))
    await threads.run(threads.REFEREE, _store_both, complete, order)
    received, sent = asyncio.Queue(), asyncio.Queue()
    site = Embedded(_no_application)
    serving = asyncio.create_task(site({"type": "lifespan"}, received.get, sent.put))
    await received.put({"type": "lifespan.startup"})
    assert (await asyncio.wait_for(sent.get(), 5))["type"] == "lifespan.startup.complete"
    assert (await Match.objects.aget(pk=shifted.pk)).deadline > now, "moved before the first request is answered"
    for _ in range(100):
        if (await Match.objects.aget(pk=complete.pk)).step == 1:
            break
        await asyncio.sleep(0.02)
    await received.put({"type": "lifespan.shutdown"})
    assert (await asyncio.wait_for(sent.get(), 5))["type"] == "lifespan.shutdown.complete"
    await serving
    assert (await Match.objects.aget(pk=complete.pk)).step == 1
    assert (await Match.objects.aget(pk=shifted.pk)).step == 0
    ours = [task for task in asyncio.all_tasks() if "/lobby/" in task.get_coro().cr_code.co_filename]
    assert [task for task in ours if task is not asyncio.current_task()] == []


class Full:
    """A database that takes nothing the first two times; `asked` says whether each beat was one of a referee that starts."""

    def __init__(self) -> None:
        self.asked: list[bool] = []
        self.is_watched = asyncio.Event()
        """Somebody beats who has started."""
        self._loop = asyncio.get_running_loop()
        self._beat = timer.beat

    def beat(self, now, *, starting=False):
        self.asked.append(starting)
        if len(self.asked) < 3:
            raise OperationalError("database or disk is full")
        moved = self._beat(now, starting=starting)
        if not starting:
            self._loop.call_soon_threadsafe(self.is_watched.set)
        return moved


@pytest.fixture
async def full(monkeypatch) -> Full:
    database = Full()
    monkeypatch.setattr(timer, "beat", database.beat)
    monkeypatch.setattr(embedded, "RESTART_SECONDS", 0)
    return database


async def test_a_site_that_starts_on_a_full_disk_watches_deadlines_as_soon_as_it_can(make_match, settings, full):
    settings.EMBEDDED = True
    now = timezone.now()
    late = make_match(now=now - timedelta(seconds=200))
    await Heartbeat.objects.acreate(pk=1, alive_at=now - timedelta(seconds=195))
    site = Embedded(_no_application)
    await site.start()
    async with asyncio.timeout(60):
        await full.is_watched.wait()
    await site.stop()
    assert full.asked[:4] == [True, True, True, False], "it gives the time back first, and then goes on watching"
    late = await Match.objects.aget(pk=late.pk)
    assert (late.step, late.deadline > now) == (0, True)


async def test_a_referee_waits_for_its_database_and_ends_politely(make_match, monkeypatch, full):
    told: list[Callable[[], None]] = []
    monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", lambda number, call: told.append(call))
    monkeypatch.setattr(embedded.memory, "keep_what_is_loaded", lambda: None)
    monkeypatch.setattr(embedded.exposition, "serve", lambda **_: None)
    monkeypatch.setattr(embedded.serving, "note_ending", lambda: None)
    watching = asyncio.create_task(embedded.run_until_stopped(command.LOOPS, watches_deadlines=True))
    async with asyncio.timeout(60):
        await asyncio.wait([watching, asyncio.create_task(full.is_watched.wait())], return_when="FIRST_COMPLETED")
        assert full.asked[:4] == [True, True, True, False]
        told[0]()
        await watching


async def test_a_server_without_lifespan_starts_it_with_the_first_request(make_match, settings, transactional_db):
    settings.EMBEDDED = True
    served = []

    async def application(scope, receive, send):
        served.append(await Heartbeat.objects.acount())

    site = Embedded(application)
    await site({"type": "http"}, None, None)
    await site({"type": "websocket"}, None, None)
    await site.stop()
    assert served == [1, 1]


async def test_background_work_can_be_left_to_other_processes(settings, transactional_db):
    settings.EMBEDDED = False
    site = Embedded(_no_application)
    await site.start()
    assert not await Heartbeat.objects.aexists()


async def _no_application(scope, receive, send):
    raise AssertionError("nothing is asked here")


def _store_both(match, order):
    order(match, 0)
    order(match, 1)
