"""What the writer of orders knows without asking is what the database would answer."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone

from lobby.matches import closing, current, journal, referee, resolving, rows, saving, seen, threads, timer, wake
from lobby.matches.models import Match, Orders, Seat
from tests.games.toy import DEFAULT_ORDERS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def reads(monkeypatch):
    """The sets of matches that were read, one after the other."""
    made, real = [], rows.read

    def read(match_ids, *, lock=False):
        wanted = set(match_ids)
        if wanted:
            made.append(wanted)
        return real(wanted, lock=lock)

    monkeypatch.setattr(rows, "read", read)
    current.forget()
    return made


def store(match, seat=0, step=0, following=None, **fields):
    entry = journal.Entry(
        match.pk, step, seat, dict(DEFAULT_ORDERS), fields.pop("ready", False), "person", timezone.now(), **fields
    )
    return journal.write([entry], following).results[0]


only_sqlite = pytest.mark.skipif(
    "connection.vendor != 'sqlite'", reason="only SQLite tells whether somebody else has written"
)


@only_sqlite
def test_a_match_is_read_once_while_nobody_else_writes(make_match, reads):
    first, second = make_match(), make_match()
    assert [store(first).revision, store(first).revision, store(second).revision, store(first).revision] == [1, 2, 1, 3]
    assert reads == [{first.pk}, {second.pk}]


@only_sqlite
@pytest.mark.parametrize("from_elsewhere", [True, False], ids=["another connection", "its own"])
def test_it_is_read_again_after_whoever_else_has_written(make_match, reads, from_elsewhere):
    match = make_match()

    def resign():
        Seat.objects.filter(match=match, number=0).update(resigned=True)
        if from_elsewhere:
            connection.close()

    store(match)
    if from_elsewhere:
        with ThreadPoolExecutor(1) as other:
            other.submit(resign).result()
    else:
        resign()
    assert store(match).code == "not_pending"
    assert reads == [{match.pk}, {match.pk}]


@only_sqlite
def test_what_this_process_writes_regularly_makes_it_forget_nothing_else(make_match, reads, alice):
    match, other = make_match(), make_match()
    for one in (match, other):
        journal.JOURNAL.put(journal.Entry(one.pk, 0, 0, dict(DEFAULT_ORDERS), False, "person", timezone.now())).result()
    journal.JOURNAL.wait()
    reads.clear()
    timer.beat(timezone.now())
    cache.delete(f"seen:{match.pk}")
    seen.note({match.pk: [alice.pk]})
    for one in (match, other):
        journal.JOURNAL.put(journal.Entry(one.pk, 0, 0, dict(DEFAULT_ORDERS), False, "person", timezone.now())).result()
    journal.JOURNAL.wait()
    assert reads == [{match.pk}], "about this one it has written"
    assert Seat.objects.get(match=match, user=alice).seen_at is not None


def test_what_cannot_be_written_apart_is_said_and_nothing_is_known_any_more(make_match):
    def fail():
        raise ValueError("no")

    match = make_match()
    store(match)
    with pytest.raises(ValueError, match="no"):
        journal.JOURNAL.write_apart(fail)
    assert current._facts == {}
    assert store(match).revision == 2


def test_nothing_is_known_of_a_transaction_that_came_to_nothing(make_match, monkeypatch):
    match = make_match()
    store(match)
    with monkeypatch.context() as patch:
        patch.setattr(rows, "count_revisions", lambda match_ids: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            store(match)
    assert store(match).revision == 2
    assert Orders.objects.filter(match=match).count() == 2


def test_what_it_knows_after_a_step_is_what_the_tables_say(make_match, order):
    match = make_match(step_seconds=600)
    resolving._paces[match.pk] = 0.0
    for step in range(3):
        for seat in range(2):
            assert store(match, seat, step, closing._Closing([match.pk]), ready=True).revision == 1
        known = current._facts.get(match.pk)
        found = rows.read([match.pk])[match.pk]
        assert found.match.step == step + 1
        if connection.vendor == "sqlite":
            assert (
                known.match.__dict__.items()
                >= {name: value for name, value in found.match.__dict__.items() if name != "_state"}.items()
            )
            for mine, stored in zip(known.seats, found.seats, strict=True):
                assert {**mine.__dict__, "_state": None} == {**stored.__dict__, "_state": None}
            assert (known.given, known.done_at, known.rows) == (found.given, found.done_at, found.rows)


def test_a_match_that_is_over_is_not_remembered(make_match):
    match = make_match(options={"rounds": 1})
    resolving._paces[match.pk] = 0.0
    for seat in range(2):
        store(match, seat, 0, closing._Closing([match.pk]), ready=True)
    assert Match.objects.get(pk=match.pk).status == Match.Status.FINISHED
    assert match.pk not in current._facts


def test_it_stays_out_of_other_transactions(make_match):
    match = make_match()
    with threads.writing(), transaction.atomic():
        found = current.read([match.pk, "nosuchmtch"])
    assert set(found) == {match.pk}


def test_half_of_a_step_is_no_fact(make_match, order, monkeypatch):
    """A step that is resolved between two statements of a reading is in it whole."""
    match = make_match()
    for seat in range(2):
        order(match, seat, ready=True)
    calls, real = [], rows._select

    def select(cursor, source, ids, tail):
        found = real(cursor, source, ids, tail)
        calls.append(tail)
        if len(calls) == 1:
            with ThreadPoolExecutor(1) as other:
                assert other.submit(threads.with_connection, lambda: referee.advance_once(match.pk)).result() == 1
        return found

    monkeypatch.setattr(rows, "_select", select)
    facts = rows.read([match.pk])[match.pk]
    assert (facts.match.step, facts.given) == (1, {})


def test_steps_for_which_a_commit_has_no_time_are_for_the_next_one(make_match, monkeypatch):
    monkeypatch.setattr(closing, "TOGETHER_SECONDS", 0.0)
    matches = [make_match() for _ in range(3)]
    rows.read([match.pk for match in matches])
    monkeypatch.setitem(resolving._paces, "toy", 0.0)
    own = journal.Journal(following=closing._Closing)
    monkeypatch.setattr(closing, "JOURNAL", own)
    sizes, real = [], saving.Saving.write
    monkeypatch.setattr(saving.Saving, "write", lambda self: sizes.append(len(self.saved)) or real(self))
    monkeypatch.setattr(closing, "_look_apart", lambda match_id: pytest.fail("it is quick"))
    called = []
    monkeypatch.setattr(wake, "publish_from_thread", lambda match_ids, told=(): called.append(set(match_ids)))
    entries = [
        journal.Entry(match.pk, 0, seat, dict(DEFAULT_ORDERS), True, "person", timezone.now())
        for match in matches
        for seat in range(2)
    ]
    own._write([(entry, lambda result: None) for entry in entries])
    while set(Match.objects.values_list("step", flat=True)) != {1}:
        own.wait()
    own.flush()
    assert sizes == [1, 1, 1]
    assert [len(match_ids) for match_ids in called] == [3, 1, 1], "everybody hears of each step"
