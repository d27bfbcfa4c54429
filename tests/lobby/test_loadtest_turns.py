"""How long did the site keep a match waiting? When a turn is due, when it ends, and which turns a fault touches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lobby.matches.models import Match
from lobby.operations.load.clients import Course
from lobby.operations.load.figures import Turn, worst_delay
from lobby.operations.load.kinds import Kind
from lobby.operations.load.matches import LoadMatches
from tests.games.toy import GAME as TOY


def test_every_turn_that_a_fault_touches_counts_from_its_first_moment_or_from_when_it_was_due():
    before, touched, soon, late, after = Turn(1, 2), Turn(9, 12), Turn(13, 13.5), Turn(14, 18), Turn(31, 90)
    assert worst_delay([10.0], [before, touched, soon]) == 2.0
    assert worst_delay([10.0, 15.0], [before, touched, soon, late, after]) == 4.0
    assert worst_delay([10.0], [before]) is None
    assert worst_delay([20.0, 21.5], [after]) == 59.0


def test_a_turn_lasts_from_the_last_thought_until_everybody_sees_the_next_step(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("lobby.operations.load.clients.time.time", lambda: now[0])
    course = Course(seats=2, began=1.0)
    for at, step, seat in (
        (2.0, 0, 0),
        (3.0, 0, 1),
        (5.0, 0, None),
        (6.0, 0, None),
        (7.0, 1, 1),
        (9.0, 1, 0),
        (9.5, 1, None),
    ):
        now[0] = at
        if seat is None:
            course.note_decided(step)
        else:
            course.note_seen(step, seat, owes=True)
    assert course.turns == [(1.0, 3.0), (6.0, 9.0)]
    thoughtful = replace(course, turns=list(course.turns))
    now[0] = 20.0
    thoughtful.end()
    assert len(thoughtful.turns) == 2, "somebody was thinking"
    course.note_decided(1)
    now[0] = 30.0
    assert course.waits(9.0) and not course.waits(10.5)
    course.end(), course.end()
    assert not course.waits(0.0)
    assert course.turns[2:] == [(20.0, 30.0)]


def test_a_step_that_a_seat_lets_pass_is_due_at_its_first_deadline(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("lobby.operations.load.clients.time.time", lambda: now[0])
    course = Course(seats=2, kind=Kind.DEADLINES, began=0.0)
    course.note_deadline(0, 10.0)
    course.note_deadline(0, 16.0)
    for seat in range(2):
        course.note_seen(0, seat, owes=True)
    course.note_decided(0)
    course.note_skipped(0, 1)
    unfinished = replace(course, turns=list(course.turns))
    now[0] = 9.0
    unfinished.end()
    assert (len(unfinished.turns), unfinished.is_waiting) == (1, False), "its deadline is not there yet"
    now[0] = 17.0
    for seat in range(2):
        course.note_seen(1, seat, owes=True)
    assert course.turns[1:] == [(10.0, 17.0)]


@pytest.mark.django_db(transaction=True)
def test_the_last_seat_of_a_match_may_be_a_bot_or_somebody_who_lets_steps_pass(make_match, order):
    made = LoadMatches(TOY, 2, {"rounds": 3})
    people, deadlines, bots = (made.open(kind) for kind in Kind)
    assert [len(one.sessions) for one in (people, deadlines, bots)] == [2, 2, 1]
    found = Match.objects.in_bulk()
    assert found[people.match_id].step_seconds > found[deadlines.match_id].step_seconds
    assert [seat.is_machine for seat in found[bots.match_id].seats.all()] == [False, True]
