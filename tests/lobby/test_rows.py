"""Matches read in bulk: what the tables say, the same objects as long as they say the same, and nobody else's changes."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.db import connection, transaction
from django.utils import timezone

from lobby.accounts.models import User
from lobby.matches.models import Match, Orders, Seat, Step, Vote
from lobby.platform.process import database
from lobby.platform.storage import statements
from lobby.play import referee, reliability
from lobby.store import rows

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def same(found, expected, without=()):
    for field in expected._meta.concrete_fields:
        if field.attname not in without:
            assert getattr(found, field.attname) == getattr(expected, field.attname), field.attname


def test_what_is_read_is_what_the_models_say(make_match, order, alice):
    match, other = make_match(step_seconds=77), make_match([alice], bots=["thrower"])
    order(match, 0, walk=1)
    order(match, 0, walk=-1, ready=False)
    order(match, 1)
    facts = rows.read([match.pk, other.pk, "nosuchmtch"])
    assert sorted(facts) == sorted([match.pk, other.pk])
    for one in facts.values():
        same(one.match, Match.objects.get(pk=one.match.pk), without={"options"})
        for found, expected in zip(one.seats, one.match.seats.all(), strict=True):
            same(found, expected)
            assert str(found.user) == str(expected.user)
    here = facts[match.pk]
    assert here.rows == 3
    assert {seat: (given.revision, given.ready, given.orders["walk"]) for seat, given in here.given.items()} == {
        0: (2, False, -1),
        1: (1, True, 0),
    }
    stored = Orders.objects.get(match=match, seat=1)
    assert here.done_at == {1: stored.created_at}
    assert here.given[1].created_at == stored.created_at


def test_rows_of_earlier_steps_do_not_count(make_match, order):
    match = make_match()
    order(match, 0)
    Match.objects.filter(pk=match.pk).update(step=1)
    assert (rows.read([match.pk])[match.pk].given, rows.read([match.pk])[match.pk].rows) == ({}, 0)


@pytest.mark.parametrize("read", [rows.read, rows.newest_steps], ids=["orders", "steps"])
def test_a_long_match_is_read_as_quickly_as_a_short_one(make_match, read):
    """The rows of earlier steps are not even looked at, whatever the database believes of its tables."""
    ids = [make_match().pk for _ in range(3)]
    now = timezone.now()
    past = [rows.Given(seat, 1, ready=True, by="person", text='{"walk": 0}', created_at=now) for seat in range(2)]
    for match_id in ids:
        rows.insert_orders([rows.orders_row(match_id, step, given) for step in range(500) for given in past])
        rows.insert_steps(
            [(match_id, step, b"{}", b"[]", "{}", "", None, statements.moment(now)) for step in range(1, 500)]
        )
    Match.objects.update(step=499)
    said = []
    with connection.execute_wrapper(lambda go, *asked: said.append(asked[:2]) or go(*asked)):
        assert len(read(ids)) == 3
    looked_at = 0
    with connection.cursor() as cursor:
        for statement, values in said:
            if connection.vendor == "sqlite":
                cursor.execute(f"EXPLAIN QUERY PLAN {statement}", values)
                plan = [line[-1] for line in cursor.fetchall()]
                looked_at += 500 * sum("SCAN" in line for line in plan)
                looked_at += 500 * sum("(match_id=?)" in line and " o " in line for line in plan)
            else:
                cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", values)
                looked_at += rows_of_node(cursor.fetchall()[0][0][0]["Plan"])
    assert said and looked_at < 100, looked_at


def rows_of_node(node):
    """How many rows a part of PostgreSQL's plan has looked at, with the parts that it is made of."""
    own = (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
    return own + sum(map(rows_of_node, node.get("Plans", [])))


@pytest.mark.parametrize(
    "text",
    [
        "null",
        "0",
        '""',
        '"\\\\x41"',
        "[]",
        '{"note": "a\\\\b \\"c\\" \\u00e4 \\n %s", "deep": [1.5, null, {"x": true}]}',
    ],
)
def test_what_is_written_in_bulk_comes_back_as_it_was(make_match, text):
    match, now = make_match(), datetime(2026, 3, 1, 12, 0, 0, 7, UTC)
    given = rows.Given(1, 3, ready=False, by="person", text=text, created_at=now)
    rows.insert_orders([rows.orders_row(match.pk, 0, given)])
    stored = Orders.objects.get(match=match, seat=1)
    assert stored.orders == given.orders == json.loads(text)
    assert rows.read([match.pk])[match.pk].given[1].orders == json.loads(text)
    assert (stored.revision, stored.ready, stored.by, stored.created_at) == (3, False, "person", now)
    state, events = bytes(range(256)), b'[{"x": "\\\\"}]'
    rows.insert_steps([(match.pk, 7, state, events, text, "d" * 64, '[["points", [1, 2.5]]]', statements.moment(now))])
    step = Step.objects.get(match=match, number=7)
    assert (bytes(step.state), bytes(step.events), step.orders) == (state, events, json.loads(text))
    assert (step.digest, step.scores, step.created_at) == ("d" * 64, [["points", [1, 2.5]]], now)
    rows.insert_steps([(match.pk, 8, state, events, text, "d" * 64, None, statements.moment(now))])
    assert Step.objects.get(match=match, number=8).scores is None
    assert Step.objects.filter(match=match, scores__isnull=True, number=8).exists()
    statements.update_many(Match, ("step", "hold_until", "due_at"), [(7, None, statements.moment(now), match.pk)])
    match.refresh_from_db()
    assert (match.step, match.hold_until, match.due_at) == (7, None, now)


def test_the_same_row_gives_the_same_object_and_a_change_a_new_one(make_match):
    match = make_match()
    before = rows.read([match.pk])[match.pk]
    again = rows.read([match.pk])[match.pk]
    assert again.match is before.match
    assert [seat is known for seat, known in zip(again.seats, before.seats, strict=True)] == [True, True]
    moment = timezone.now()
    Match.objects.filter(pk=match.pk).update(revision=41, paused_at=moment)
    Seat.objects.filter(match=match, number=1).update(autopilot="thrower", preferences={"a": [1, None]})
    after = rows.read([match.pk])[match.pk]
    assert (after.match.revision, after.match.paused_at, before.match.paused_at) == (41, moment, None)
    assert after.seats[0] is before.seats[0]
    assert (after.seats[1].autopilot, before.seats[1].autopilot) == ("thrower", "")
    assert after.seats[1].preferences == {"a": [1, None]}
    same(after.match, Match.objects.get(pk=match.pk), without={"options"})


def test_names_and_people_that_change_are_seen(make_match, alice, charlie):
    match = make_match()
    assert str(rows.read([match.pk])[match.pk].seats[0].user) == "Alice"
    User.objects.filter(pk=alice.pk).update(name="Alicia")
    assert str(rows.read([match.pk])[match.pk].seats[0].user) == "Alicia"
    Seat.objects.filter(match=match, number=0).update(user=charlie)
    seat = rows.read([match.pk])[match.pk].seats[0]
    assert (seat.user_id, str(seat.user)) == (charlie.pk, "Charlie")
    Seat.objects.filter(match=match, number=0).update(user=None)
    assert rows.read([match.pk])[match.pk].seats[0].user is None


def test_a_copy_may_be_changed_and_the_rest_stays(make_match):
    match = make_match()
    facts = rows.read([match.pk])[match.pk]
    facts.replace_seat(facts.seats[0], resigned=True)
    assert facts.seats[0].resigned is True
    assert rows.read([match.pk])[match.pk].seats[0].resigned is False
    copy = rows.changed(facts.match, step=9)
    assert (copy.step, facts.match.step, copy == facts.match) == (9, 0, True)


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
                assert other.submit(database.with_connection, lambda: referee.advance_once(match.pk)).result() == 1
        return found

    monkeypatch.setattr(rows, "_select", select)
    facts = rows.read([match.pk])[match.pk]
    assert (facts.match.step, facts.given) == (1, {})


def test_votes_talk_and_machines_of_many_matches(make_match, alice):
    match, other = make_match(), make_match([alice], bots=["thrower"])
    Vote.objects.create(match=match, seat=1, kind="pause")
    match.chat.create(room="seats", number=3, name="x", text="y")
    assert rows.votes([match.pk, other.pk]) == {match.pk: [rows.Cast("pause", 1, 0, True, None)]}
    assert rows.talk([match.pk, other.pk]) == {match.pk: {("seats", ""): 3}}
    assert rows.with_machines([match.pk, other.pk]) == [other.pk]
    assert rows.votes([]) == rows.talk([]) == rows.read([]) == {}


def test_statements_are_counted_and_fail_like_any_others(make_match, django_assert_num_queries):
    match = make_match()
    with django_assert_num_queries(3):
        rows.read([match.pk])
    with (
        transaction.atomic(),
        pytest.raises(Exception, match=r"(?i)not.null") as error,
        connection.cursor(),
    ):
        statements.insert(Vote, ("kind",), [("pause",)])
    assert type(error.value).__module__ == "django.db.utils"


def test_a_moment_is_written_as_django_writes_it():
    adapt = connection.ops.adapt_datetimefield_value
    east = ZoneInfo("Asia/Shanghai")
    for at in (
        datetime(2026, 3, 1, 12, 0, tzinfo=UTC),
        datetime(2026, 3, 1, 12, 0, 0, 7, UTC),
        datetime(2026, 3, 1, 12, tzinfo=east),
        None,
    ):
        assert statements.moment(at) == adapt(at)


def test_many_rows_are_changed_by_their_keys(make_match):
    matches = [make_match() for _ in range(3)]
    now = datetime(2026, 3, 1, 12, 0, 0, 500, UTC)
    statements.update_many(
        Match,
        ("step", "deadline"),
        [(number, statements.moment(now if number else None), matches[number].pk) for number in range(2)],
    )
    found = [Match.objects.get(pk=match.pk) for match in matches]
    assert [(match.step, match.deadline) for match in found] == [(0, None), (1, now), (0, matches[2].deadline)]


def test_steps_are_counted_beside_what_is_remembered_of_seats(make_match):
    match = make_match()
    before = rows.read([match.pk])[match.pk].seats
    reliability.add([(1, 1, before[0].pk), (1, 0, before[1].pk)])
    reliability.add([(1, 1, seat.pk) for seat in before])
    assert list(match.seats.values_list("steps_due", "steps_answered")) == [(2, 2), (2, 1)]
    after = rows.read([match.pk])[match.pk].seats
    assert [one is other for one, other in zip(before, after, strict=True)] == [True, True]


@pytest.fixture
def remembered():
    """Ids of the matches of which something is remembered."""

    rows.forget()
    return lambda: set(rows._known)


@pytest.mark.parametrize("status", ["finished", "aborted"])
def test_a_match_that_is_over_is_read_and_not_remembered(make_match, remembered, status):
    match, other = make_match(), make_match()
    rows.read([match.pk, other.pk])
    Match.objects.filter(pk=match.pk).update(status=status)
    assert remembered() == {match.pk, other.pk}
    assert rows.read([match.pk])[match.pk].match.status == status
    assert remembered() == {other.pk}


def test_whoever_resolves_the_last_step_forgets_the_match(make_match, order, remembered):
    match, other = make_match(options={"rounds": 1}), make_match()
    rows.read([other.pk])
    for one in (match, other):
        for seat in range(2):
            order(one, seat, ready=True)
        assert referee.advance_once(one.pk) == 1
    assert remembered() == {other.pk}


def test_the_match_that_was_read_longest_ago_is_forgotten_first(make_match, remembered, monkeypatch):
    monkeypatch.setattr(rows, "KEPT", 2)
    first, second, third = make_match(), make_match(), make_match()
    for match in (first, second, first, third):
        rows.read([match.pk])
    assert remembered() == {first.pk, third.pk}
    assert rows.read([second.pk])[second.pk].seats[0].number == 0
    assert remembered() == {third.pk, second.pk}
