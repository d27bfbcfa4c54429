"""Group commit: what is acknowledged is on disk, what no longer fits is refused alone, a database that fails acknowledges nothing."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from threading import Event

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from lobby.matches.errors import (
    NoMatch,
    NotAllowed,
    NotPending,
    NotRunning,
    NotYourSeat,
    ServiceError,
    TooLate,
    Unavailable,
    WrongStep,
)
from lobby.matches.models import Match, Orders, Seat
from lobby.platform.process import database, threads
from lobby.play import journal, referee, resolving, saving
from lobby.play.entries import Entry, Stored
from lobby.play.journal import Journal
from lobby.store import rows, wake
from lobby.watch import hub
from tests.games.toy import DEFAULT_ORDERS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def own_journal():
    """Makes journals that leave no connection behind."""
    made = []

    def make():
        made.append(Journal())
        return made[-1]

    yield make
    for journal_of_test in made:
        journal_of_test.flush()


def entry(match, seat=0, **fields):
    facts = {"step": 0, "orders": {"walk": seat}, "ready": False, "by": "person", "now": timezone.now(), **fields}
    return Entry(match_id=match.pk, seat=seat, **facts)


def written(entries):
    return journal.write(entries).results


def safely(entries):
    return journal._write_safely(entries).results


def codes(results):
    return [result.code if isinstance(result, ServiceError) else "stored" for result in results]


def test_what_is_queued_while_the_disk_works_shares_one_transaction(make_match, monkeypatch, own_journal):
    match = make_match()
    sizes, gate, real = [], Event(), journal.write

    def slow(entries, *rest):
        sizes.append(len(entries))
        gate.wait(5)
        return real(entries)

    monkeypatch.setattr(journal, "write", slow)
    own = own_journal()
    futures = [own.put(entry(match, seat=number % 2, orders={"walk": number})) for number in range(40)]
    gate.set()
    answers = [future.result(5) for future in futures]
    assert sum(sizes) == 40
    assert sizes[0] >= 1
    assert len(sizes) <= 2, "the first entry alone at most, then all that waited"
    assert [answer.revision for answer in answers if answer.orders["walk"] % 2 == 0] == list(range(1, 21))
    assert Orders.objects.filter(match=match).count() == 40


def test_a_seat_may_send_twice_within_one_batch(make_match):
    match = make_match()
    first, second, third = written(
        [entry(match, orders=1), entry(match, orders=2), entry(match, orders=None, keep=True, ready=True)]
    )
    assert (first, second, third) == (Stored(1, False, 1), Stored(2, False, 2), Stored(2, True, 3))


def test_what_no_longer_fits_is_refused_and_the_rest_is_stored(make_match):
    match, paused, other = make_match(), make_match(), make_match()
    Match.objects.filter(pk=paused.pk).update(status=Match.Status.PAUSED)
    Seat.objects.filter(match=other, number=1).update(resigned=True)
    late = timezone.now() + timedelta(seconds=500)
    results = written(
        [
            entry(match, 0),
            entry(match, 0, step=7),
            entry(match, 5),
            entry(match, 1, now=late),
            entry(paused, 0),
            entry(other, 1),
            entry(other, 0, by="bot"),
            replace(entry(match), match_id="nosuchmtch"),
            entry(match, 1),
        ]
    )
    assert [type(result) for result in results] == [
        Stored, WrongStep, NotYourSeat, TooLate, NotRunning, NotPending, NotAllowed, NoMatch, Stored,
    ]  # fmt: skip
    assert set(Orders.objects.values_list("match_id", "seat")) == {(match.pk, 0), (match.pk, 1)}


def test_readiness_raises_the_revision_of_the_status_and_drafts_do_not_after_the_first(make_match):
    match = make_match()

    def revision():
        return Match.objects.get(pk=match.pk).revision

    journal.write([entry(match)])
    before = revision()
    journal.write([entry(match), entry(match)])
    assert revision() == before
    journal.write([entry(match, ready=True)])
    assert revision() == before + 1


def test_a_bot_answers_once_and_only_for_the_seat_it_plays(make_match, alice):
    match = make_match([alice], bots=["thrower"])
    bot = entry(match, 1, by="bot", ready=True)
    assert codes(written([bot, bot, entry(match, 0, by="bot")])) == ["stored", "not_pending", "not_allowed"]


def test_a_bot_has_no_deadline_but_the_step(make_match, alice):
    match = make_match([alice], bots=["thrower"])
    late = timezone.now() + timedelta(seconds=500)
    assert codes(written([entry(match, 1, by="bot", ready=True, now=late)])) == ["stored"]


def test_whoever_gives_orders_is_back(make_match):
    match = make_match()
    Seat.objects.filter(match=match, number=0).update(autopilot="thrower", missed=2)
    bot = entry(match, 0, by="bot", ready=True)
    assert codes(written([entry(match, 0), bot])) == ["stored", "not_allowed"]
    seat = Seat.objects.get(match=match, number=0)
    assert (seat.autopilot, seat.missed) == ("", 0)


def test_a_batch_that_fails_is_written_entry_by_entry(make_match, caplog):
    match = make_match()
    results = safely([entry(match, 0), entry(match, 0, orders={"x": {1, 2}}), entry(match, 1)])
    assert codes(results) == ["stored", "unavailable", "stored"]
    assert Orders.objects.filter(match=match).count() == 2
    assert "not written" in caplog.text


def test_a_full_disk_acknowledges_nothing(make_match, monkeypatch, caplog):
    match = make_match()
    tried = []

    def full(entries, *rest):
        tried.append(len(entries))
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(journal, "write", full)
    assert codes(safely([entry(match, 0), entry(match, 1), entry(match, 0)])) == ["unavailable"] * 3
    assert tried == [3, 1], "a database that is away is not asked once for every entry"
    assert not Orders.objects.exists()
    assert "takes no orders" in caplog.text


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="a server locks no more than it must")
def test_a_file_that_another_program_holds_is_waited_for_once(make_match, monkeypatch, caplog):
    match = make_match()
    tried, real = [], journal.write

    def write(entries, *rest):
        tried.append(len(entries))
        return real(entries, *rest)

    looks = []
    monkeypatch.setattr(journal, "write", write)
    monkeypatch.setattr(database, "time", Clock(looks.append))
    monkeypatch.setattr(database, "HELD_SECONDS", 2 * database.LOOK_SECONDS)
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 5 * database.LOOK_SECONDS)
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    with closing(other):
        other.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            assert codes(safely([entry(match, 0), entry(match, 1)])) == ["unavailable"] * 2
        assert len(looks) == 5 + 2, "what comes next does not wait for as long as the first"
        other.execute("ROLLBACK")
        for _ in range(2):
            assert codes(safely([entry(match, 0), entry(match, 1)])) == ["stored"] * 2
    assert tried == [2] * 4, "nobody waits for it alone once more"
    assert len(looks) == 5 + 2
    assert caplog.text.count("not written") == 2


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="a server locks no more than it must")
def test_who_waits_for_the_file_goes_on_as_soon_as_it_is_free_with_the_same_connection(make_match, monkeypatch):
    match = make_match()
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    looks = []

    def look(seconds):
        looks.append(seconds)
        if len(looks) == 3:
            other.execute("ROLLBACK")

    monkeypatch.setattr(database, "time", Clock(look))
    patience = connection.connection.execute("PRAGMA busy_timeout").fetchone()
    with closing(other):
        other.execute("BEGIN IMMEDIATE")
        assert codes(safely([entry(match, 0)])) == ["stored"]
    assert looks == [database.LOOK_SECONDS] * 3
    assert not connection.errors_occurred, "the connection would be closed, and opened again by whoever comes next"
    assert connection.connection.execute("PRAGMA busy_timeout").fetchone() == patience


class Clock:
    """Time that goes on while somebody sleeps, and not else."""

    def __init__(self, sleeps):
        self._sleeps = sleeps
        self._now = 0.0

    def monotonic(self):
        return self._now

    def sleep(self, seconds):
        self._sleeps(seconds)
        self._now += seconds


def test_the_journal_goes_on_after_a_failure(make_match, monkeypatch, own_journal):
    match = make_match()
    own = own_journal()
    with monkeypatch.context() as patch:
        patch.setattr(journal, "write", lambda *_: 1 / 0)
        with pytest.raises(Unavailable):
            own.put(entry(match)).result(5)
    assert own.put(entry(match)).result(5).revision == 1


def test_nothing_is_acknowledged_inside_a_transaction_that_may_still_roll_back(make_match):
    match = make_match()
    with transaction.atomic(), pytest.raises(Exception, match="transaction of its own"):
        journal.write([entry(match)])


async def test_waiting_may_be_given_up_but_the_orders_are_not(make_match, monkeypatch, own_journal):
    match = make_match()
    gate, real = Event(), journal.write
    monkeypatch.setattr(journal, "write", lambda *batch: gate.wait(5) and real(*batch))
    own = own_journal()
    waiting = asyncio.create_task(own.store(entry(match)))
    await asyncio.sleep(0.01)
    waiting.cancel()
    gate.set()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.to_thread(own.flush)
    assert await Orders.objects.filter(match=match).acount() == 1


def test_many_writers_lose_nothing(make_match, own_journal):
    matches = [make_match() for _ in range(3)]
    writers = [own_journal() for _ in range(2)]

    def send(number):
        match = matches[number % 3]
        return writers[number % 2].put(entry(match, seat=number % 2, orders={"walk": number})).result(20)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(send, range(120)))
    assert len(answers) == 120
    on_disk = {(row.match_id, row.seat, row.revision): row.orders["walk"] for row in Orders.objects.all()}
    assert len(on_disk) == 120
    for number, answer in enumerate(answers):
        assert on_disk[matches[number % 3].pk, number % 2, answer.revision] == number


def ready(match, seat, step=0):
    return entry(match, seat, step=step, orders=dict(DEFAULT_ORDERS), ready=True)


def step_of(match):
    return Match.objects.get(pk=match.pk).step


def answer(own, *entries):
    for future in [own.put(one) for one in entries]:
        assert isinstance(future.result(5), Stored)
    own.wait()
    threads.in_each(threads.REFEREE, threads.REFEREE_THREADS, lambda: None)


@pytest.fixture
def quick(monkeypatch):
    """The engine of the toy is known to be quick."""
    monkeypatch.setitem(resolving._paces, "toy", 0.0)


@pytest.fixture
def looks(monkeypatch):
    """The matches that were looked at apart."""
    made, real = [], referee.advance_and_tell
    monkeypatch.setattr(referee, "advance_and_tell", lambda match_id: made.append(match_id) or real(match_id))
    return made


@pytest.mark.parametrize("fails", [False, True])
def test_a_step_is_resolved_with_its_last_orders_and_saved_apart_if_that_fails(
    make_match, own_journal, quick, looks, monkeypatch, fails, caplog
):
    match, own = make_match(), own_journal()
    rows.read([match.pk])
    answer(own, ready(match, 0))
    assert looks == []
    with monkeypatch.context() as patch:
        if fails:
            patch.setattr(saving.Saving, "_settle", lambda *_: 1 / 0)
            # Whoever looks at it apart would stop the match for the same fault.
            patch.setattr(own, "leave_to_referee", looks.append)
        answer(own, ready(match, 1))
    assert (step_of(match), looks) == ((0, [match.pk]) if fails else (1, []))
    assert Orders.objects.filter(match=match).count() == 2
    assert bool(caplog.records) == fails


def test_news_that_cannot_be_made_keep_nobody_from_their_answer(make_match, own_journal, quick, monkeypatch, caplog):
    match, own, woken = make_match(), own_journal(), []
    monkeypatch.setattr(hub.Reservation, "read", lambda self, facts: 1 / 0)
    monkeypatch.setattr(wake, "publish_from_thread", lambda match_ids, told=(): woken.append((set(match_ids), told)))
    answer(own, ready(match, 0))
    assert woken == [({match.pk}, set())], "readers tell what the journal could not"
    assert "what comes after it failed" in caplog.text


def test_a_batch_that_is_not_written_gives_back_what_it_held(make_match, own_journal, monkeypatch):
    match, own, released = make_match(), own_journal(), []
    real = hub.Reservation.tell
    monkeypatch.setattr(hub.Reservation, "tell", lambda self: released.append(self) or real(self))
    with monkeypatch.context() as patch:
        patch.setattr(journal, "write", lambda *_: 1 / 0)
        with pytest.raises(Unavailable):
            own.put(entry(match)).result(5)
        own.wait()
    assert len(released) == 1


def test_what_is_told_of_a_step_is_what_the_tables_say(make_match, quick):
    match = make_match(step_seconds=600)
    rows.read([match.pk])
    for step in range(3):
        for seat in range(2):
            written = journal.write([ready(match, seat, step)], frozenset(), True)
            known, found = written.facts[match.pk], rows.read([match.pk])[match.pk]
            assert {**known.match.__dict__, "_state": None} == {**found.match.__dict__, "_state": None}
            for mine, stored in zip(known.seats, found.seats, strict=True):
                assert {**mine.__dict__, "_state": None} == {**stored.__dict__, "_state": None}
            assert (known.given, known.done_at, known.rows) == (found.given, found.done_at, found.rows)
        assert found.match.step == step + 1


def test_a_match_that_is_over_is_told_from_the_tables(make_match, quick):
    match = make_match(options={"rounds": 1})
    rows.read([match.pk])
    journal.write([ready(match, 0)])
    written = journal.write([ready(match, 1)], frozenset(), True)
    assert Match.objects.get(pk=match.pk).status == Match.Status.FINISHED
    assert (written.touched, written.facts) == ({match.pk}, {})


def test_nothing_is_known_of_a_transaction_that_came_to_nothing(make_match, monkeypatch):
    match = make_match()
    written([entry(match)])
    with monkeypatch.context() as patch:
        patch.setattr(rows, "count_revisions", lambda match_ids: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            written([entry(match)])
    assert written([entry(match)])[0].revision == 2
    assert Orders.objects.filter(match=match).count() == 2


def test_steps_for_which_a_commit_has_no_time_are_for_the_next_one(make_match, own_journal, quick, monkeypatch):
    monkeypatch.setattr(journal, "TOGETHER_SECONDS", 0.0)
    matches = [make_match() for _ in range(3)]
    rows.read([match.pk for match in matches])
    own = own_journal()
    sizes, real = [], saving.Saving.write
    monkeypatch.setattr(saving.Saving, "write", lambda self: sizes.append(len(self.saved)) or real(self))
    monkeypatch.setattr(own, "leave_to_referee", lambda match_id: pytest.fail("it is quick"))
    called = []
    monkeypatch.setattr(wake, "publish_from_thread", lambda match_ids, told=(): called.append(set(match_ids)))
    own._work([(ready(match, seat), lambda result: None) for match in matches for seat in range(2)])
    while set(Match.objects.values_list("step", flat=True)) != {1}:
        own.wait()
    own.flush()
    assert sizes == [1, 1, 1]
    assert [len(match_ids) for match_ids in called] == [3, 1, 1], "everybody hears of each step"
