"""What does a process cost the others that hangs while it has a match locked? They wait for nothing but that match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.utils import timezone

from lobby.governance import set_aside, votes
from lobby.matches.errors import Unavailable
from lobby.matches.models import Heartbeat, Match, Orders
from lobby.platform.process import database, threads
from lobby.play import closing, interruptions, journal, last_seen, referee, saving, timer
from lobby.play.entries import Entry, Result, Stored
from lobby.play.journal import JOURNAL, Journal
from lobby.store import acts, rows
from lobby.tables import queue
from lobby.tables import services as tables
from tests.games.toy import DEFAULT_ORDERS
from tests.games.toy import GAME as TOY

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite locks its whole file"),
]


def entry(match, seat=0, orders=None, **fields):
    return Entry(match.pk, 0, seat, orders or {}, **{"ready": False, "by": "person", "now": timezone.now(), **fields})


def test_orders_of_other_matches_do_not_wait(make_match, lock, peer):
    stuck, free = make_match(), make_match()
    lock(stuck)
    waiting = [JOURNAL.put(entry(stuck, orders={"walk": number})) for number in range(3)]
    for _ in range(5):
        assert JOURNAL.put(entry(free)).result(5)
    waiting += [JOURNAL.put(entry(stuck, orders={"walk": number})) for number in range(3, 6)]
    assert JOURNAL.put(entry(free)).result(5).revision == 6
    assert not any(answer.done() for answer in waiting)
    peer.rollback()
    # As they came, each once.
    answers = [answer.result(5) for answer in waiting]
    assert [(answer.revision, answer.orders["walk"]) for answer in answers] == [
        (number + 1, number) for number in range(6)
    ]
    assert Orders.objects.filter(match=stuck).count() == 6


def test_what_comes_together_with_them_is_stored_without_them(make_match, lock):
    stuck, free = make_match(), make_match()
    lock(stuck)
    written = journal.write([entry(stuck), entry(free), entry(stuck)])
    assert [type(result).__name__ for result in written.results] == ["PutOff", "Stored", "PutOff"]
    assert written.locked == {stuck.pk}
    assert set(Orders.objects.values_list("match_id", flat=True)) == {free.pk}


def test_orders_that_wait_too_long_are_refused_and_nothing_of_them_is_stored(make_match, lock, peer, monkeypatch):
    stuck = make_match()
    lock(stuck)
    monkeypatch.setattr(journal, "LOCK_SECONDS", 0.3)
    with pytest.raises(Unavailable):
        JOURNAL.put(entry(stuck)).result(5)
    peer.rollback()
    assert JOURNAL.put(entry(stuck)).result(5).revision == 1
    assert Orders.objects.filter(match=stuck).count() == 1


def test_a_process_that_ends_answers_those_who_wait(make_match, lock, peer):
    stuck = make_match()
    lock(stuck)
    answer = JOURNAL.put(entry(stuck))
    JOURNAL.flush()
    with pytest.raises(Unavailable):
        answer.result(0)
    peer.rollback()
    assert not Orders.objects.exists()


def test_an_entry_that_fails_lets_nothing_overtake_what_waits(make_match, lock, peer, monkeypatch, caplog):
    stuck, free = make_match(), make_match()
    lock(stuck)
    real = journal.write

    def write(entries, *rest):
        found = real(entries, *rest)
        if entries[0].match_id == stuck.pk:
            peer.rollback()
        return found

    monkeypatch.setattr(journal, "write", write)
    broken = entry(free, orders={"walk": {1}})
    written = journal._write_safely([entry(stuck), broken, entry(stuck), entry(free)])
    assert [type(result).__name__ for result in written.results] == ["PutOff", "Unavailable", "PutOff", "Stored"]
    assert written.locked == {stuck.pk}


def test_what_was_stored_before_somebody_else_came_is_not_stored_again(make_match, lock, peer, monkeypatch, caplog):
    stuck, real = make_match(), journal.write

    def write(entries, *rest):
        found = real(entries, *rest)
        if found.results == [Stored({"walk": 1}, False, 1)]:
            lock(stuck)
        return found

    monkeypatch.setattr(journal, "write", write)
    answers: list[Result] = []
    orders = [{"walk": {1}}, {"walk": 1}, {"walk": 2}]
    own = Journal()
    assert own._work([(entry(stuck, orders=one), answers.append) for one in orders]) is not None
    assert [type(answer).__name__ for answer in answers] == ["Unavailable", "Stored"]
    peer.rollback()
    assert own._work([]) is None
    assert answers[1:] == [Stored({"walk": 1}, False, 1), Stored({"walk": 2}, False, 2)]
    assert Orders.objects.filter(match=stuck).count() == 2


def test_a_step_that_is_over_is_resolved_as_soon_as_its_match_is_free(make_match, lock, peer):
    stuck = make_match()
    lock(stuck)
    answers = [JOURNAL.put(entry(stuck, seat, DEFAULT_ORDERS, ready=True)) for seat in (0, 1)]
    JOURNAL.put_again([stuck.pk])
    peer.rollback()
    assert [answer.result(5).ready for answer in answers] == [True, True]
    journal.settle()
    assert Match.objects.get(pk=stuck.pk).step == 1


def test_a_match_that_does_not_exist_is_not_waited_for(make_match, lock):
    lock(make_match())
    nowhere = entry(make_match())
    nowhere.match_id = "nosuchmtch"
    assert [result.code for result in journal.write([nowhere]).results] == ["no_match"]


# --- Steps


@pytest.fixture
def late(make_match) -> Callable[[], Match]:
    """Makes matches whose step is long over."""
    return lambda: make_match(now=timezone.now() - timedelta(hours=1))


def step_of(match: Match) -> int:
    return Match.objects.get(pk=match.pk).step


def test_steps_whose_time_was_up_together_are_resolved_without_the_one_that_is_locked(late, lock, peer):
    stuck, free = late(), late()
    referee.advance_once(late().pk)  # the game is known to be quick
    lock(stuck)
    assert closing.advance_many([stuck.pk, free.pk]) == [stuck.pk]
    assert (step_of(stuck), step_of(free)) == (0, 1)


async def test_no_thread_waits_for_a_match_that_is_locked(late, lock, peer):
    several = [await sync_to_async(late)() for _ in range(threads.REFEREE_THREADS + 1)]
    for match in several:
        await sync_to_async(lock)(match)
    looks = [timer.nudge(match.pk) for match in several]
    async with asyncio.timeout(60):
        for _ in range(3):
            await threads.run(threads.REFEREE, database.connection_here)
    assert not any(look.done() for look in looks)
    await sync_to_async(peer.rollback)()
    async with asyncio.timeout(60):
        await asyncio.gather(*looks)
    assert [await sync_to_async(step_of)(match) for match in several] == [1, 1, 1]


def test_a_match_that_another_process_has_in_hand_is_no_fault(late, lock, peer, caplog):
    stuck = late()
    lock(stuck)
    referee.advance_once(late().pk)  # the game is known to be quick
    assert closing.advance_many([stuck.pk]) == [stuck.pk]
    assert not caplog.records
    peer.rollback()
    assert closing.advance_many([stuck.pk]) == []
    assert step_of(stuck) == 1


async def test_a_match_that_stays_locked_is_given_up_until_the_next_look(late, lock, peer, monkeypatch, caplog):
    stuck = await sync_to_async(late)()
    await sync_to_async(lock)(stuck)
    monkeypatch.setattr(referee, "LOCKED_PAUSES", (0.01, 0.01))
    async with asyncio.timeout(60):
        assert not await referee.advance(stuck.pk)
    assert stuck.pk in caplog.text
    await sync_to_async(peer.rollback)()
    assert await referee.advance(stuck.pk)


def test_a_step_that_is_looked_at_apart_waits_with_the_writer_of_orders(late, lock, peer):
    stuck = late()
    lock(stuck)
    JOURNAL.leave_to_referee(stuck.pk)
    threads.in_each(threads.REFEREE, threads.REFEREE_THREADS, lambda: None)
    peer.rollback()
    journal.settle()
    assert step_of(stuck) == 1


def test_when_to_look_next_is_not_forgotten(make_match, lock, peer):
    stuck = make_match()
    Match.objects.filter(pk=stuck.pk).update(due_at=None)
    lock(stuck)
    with pytest.raises(rows.Locked):
        referee.advance_once(stuck.pk)
    peer.rollback()
    referee.advance_once(stuck.pk)
    stuck.refresh_from_db()
    assert stuck.due_at is not None


def test_the_end_of_a_pause_waits_for_nobody(make_match, lock, peer):
    stuck = make_match()
    interruptions.pause(stuck, timezone.now() - timedelta(hours=2))
    Match.objects.filter(pk=stuck.pk).update(due_at=timezone.now() - timedelta(hours=1))
    lock(stuck)
    assert not timer.end_pause(stuck.pk, timezone.now())
    peer.rollback()
    assert timer.end_pause(stuck.pk, timezone.now())


@pytest.fixture
def agreed(make_match, late, lock, alice, bob, charlie, monkeypatch) -> Match:
    """Two of three want a pause, the third gives up in the step that is resolved, and then somebody locks the match."""
    referee.advance_once(late().pk)  # the game is known to be quick: the writer of orders resolves the step
    match = make_match([alice, bob, charlie], options={"hearts": 9})
    for person in (alice, bob):
        votes.vote(user_id=person.pk, match_id=match.pk, kind="pause", value=True)
    remember = saving.Saving.remember

    def remember_and_lock(self):
        remember(self)
        if match.pk in {due.match.id for due, _ in self.saved}:
            lock(match)

    monkeypatch.setattr(saving.Saving, "remember", remember_and_lock)
    # Whoever waits for it would do so for longer than these tests.
    monkeypatch.setattr(acts, "OWN_SECONDS", 60)
    return match


def give_up_and_resolve(match: Match) -> None:
    answers = [JOURNAL.put(entry(match, seat, DEFAULT_ORDERS, ready=True)) for seat in (0, 1)]
    answers.append(JOURNAL.put(entry(match, 2, TOY.resign_orders, ready=True, resign=True)))
    for answer in answers:
        assert answer.result(5).ready


def test_orders_do_not_wait_for_votes_of_a_match_that_is_locked(agreed, make_match, peer):
    free = make_match()
    give_up_and_resolve(agreed)
    for _ in range(3):
        assert JOURNAL.put(entry(free)).result(5)
    agreed.refresh_from_db()
    assert (agreed.status, agreed.step) == ("running", 1)
    peer.rollback()
    journal.settle()
    agreed.refresh_from_db()
    assert (agreed.status, agreed.step) == ("paused", 1)
    assert not JOURNAL.waiting_for()


def test_votes_of_a_match_that_stays_locked_are_counted_with_its_next_orders(agreed, peer, monkeypatch):
    monkeypatch.setattr(journal, "LOCK_SECONDS", 0)
    give_up_and_resolve(agreed)
    journal.settle()
    assert JOURNAL.waiting_for() == {agreed.pk}
    peer.rollback()
    later = entry(agreed, orders=DEFAULT_ORDERS)
    later.step = 1
    assert JOURNAL.put(later).result(5)
    journal.settle()
    agreed.refresh_from_db()
    assert agreed.status == "paused"


# --- What a process writes regularly


def test_to_note_who_is_there_waits_for_nobody(make_match, peer, alice, bob):
    match = make_match([alice, bob])
    peer.execute("SELECT 1 FROM lobby_seat WHERE user_id = %s FOR NO KEY UPDATE", [alice.pk])
    last_seen.note({match.pk: [alice.pk, bob.pk], "nosuchmtch": [bob.pk]})
    assert [seat.user_id for seat in match.seats.exclude(seen_at=None)] == [bob.pk]
    peer.rollback()
    last_seen.note_leaving(match.pk, alice.pk)
    assert not match.seats.filter(seen_at=None).exists()


def test_the_heart_beats_on_while_a_referee_hangs_in_the_middle_of_its_beat(peer):
    began = timezone.now()
    timer.beat(began)
    peer.execute("SELECT 1 FROM lobby_heartbeat WHERE id = 1 FOR UPDATE")
    assert timer.beat(began + timedelta(seconds=2)) == []
    peer.rollback()
    timer.beat(began + timedelta(seconds=4))
    assert Heartbeat.objects.get(pk=1).alive_at == began + timedelta(seconds=4)


# --- What a referee looks at now and then


def test_old_tables_are_closed_without_the_one_that_is_locked(make_match, lock, peer):
    old = timezone.now() - timedelta(days=9)
    stuck, _ = make_match(), make_match()
    Match.objects.update(status="open", created_at=old)
    lock(stuck)
    assert tables.expire_tables() == 1
    assert list(Match.objects.all()) == [stuck]
    peer.rollback()
    assert tables.expire_tables() == 1


def test_what_was_forgotten_or_set_aside_waits_too(make_match, lock, peer):
    alone, aside = make_match(kind="sandbox"), make_match()
    interruptions.pause(aside, timezone.now())
    Match.objects.filter(pk=aside.pk).update(set_aside=True, due_at=None)
    for match in (alone, aside):
        lock(match)
    assert (tables.expire_tables(), set_aside.open_what_is_over(timezone.now())) == (0, 0)
    peer.rollback()
    assert (tables.expire_tables(), set_aside.open_what_is_over(timezone.now())) == (1, 1)
    assert [(match.pk, match.status) for match in Match.objects.all()] == [(aside.pk, "aborted")]


def test_nobody_waits_for_a_process_that_hangs_while_it_pairs(peer, alice, bob):
    queue.enter(user=alice, game_id="toy", pace="normal")
    peer.execute("SELECT 1 FROM lobby_ticket WHERE user_id = %s FOR UPDATE", [alice.pk])
    queue.enter(user=bob, game_id="toy", pace="normal")
    assert queue.pair() == []
    assert not Match.objects.exists()
    peer.rollback()
    assert queue.pair() == [Match.objects.get().pk]


def test_a_match_whose_game_has_failed_is_stopped_when_it_is_free(late, lock, peer, replace_toy, caplog):
    def fail(*_):
        raise ArithmeticError("a wheel has come off")

    stuck = late()
    replace_toy(resolve=fail)
    lock(stuck)
    with pytest.raises(rows.Locked):
        referee.advance_once(stuck.pk)
    peer.rollback()
    assert referee.advance_once(stuck.pk) is None
    stuck.refresh_from_db()
    assert (stuck.status, stuck.fault.partition(":")[0]) == ("paused", "ArithmeticError")


def test_a_pause_that_cannot_end_is_looked_at_again(make_match, lock, peer):
    stuck, now = make_match(), timezone.now()
    interruptions.pause(stuck, now - timedelta(hours=2))
    Match.objects.filter(pk=stuck.pk).update(due_at=now)
    lock(stuck)
    referee.keep_paused_for_fault(stuck.pk, ArithmeticError("a wheel has come off"), now)
    peer.rollback()
    stuck.refresh_from_db()
    assert (stuck.fault, stuck.due_at) == ("", now)
    referee.keep_paused_for_fault(stuck.pk, ArithmeticError("a wheel has come off"), now)
    stuck.refresh_from_db()
    assert stuck.due_at is None
