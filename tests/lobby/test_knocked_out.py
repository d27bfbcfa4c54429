"""Whoever is out while others play on: is told so with everybody else, watches from their own seat, and learns nothing more."""

import json

import pytest

from lobby.fog import audience
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match
from lobby.play import referee
from lobby.store import positions
from lobby.watch import reading, replay, status
from tests.games.toy import GAME as TOY

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def knocked_out(make_match, order, alice, bob, charlie):
    """A match of three in which Charlie has resigned in the first step, which is resolved, and two others have played on since."""
    match = make_match([alice, bob, charlie], options={"rounds": 9, "hearts": 9}, spectator_delay=1)
    order(match, 0), order(match, 1)
    order(match, 2, resign=True)
    assert referee.advance_once(match.pk) == 1
    order(match, 0, step=1), order(match, 1, step=1)
    assert referee.advance_once(match.pk) == 2
    match.refresh_from_db()
    assert match.status == "running"
    return match


def out(match, who):
    return status.status_message(reading.load(match.pk), who).out


def test_everybody_is_told_who_is_out_and_a_spectator_when_they_see_that_step(knocked_out):
    assert out(knocked_out, audience.own_seat(0)) == out(knocked_out, audience.own_seat(2)) == [2]
    assert out(knocked_out, audience.PUBLIC) == [2]


def test_a_late_spectator_learns_no_earlier_that_somebody_is_out(make_match, order, alice, bob, charlie):
    match = make_match([alice, bob, charlie], options={"rounds": 9, "hearts": 9}, spectator_delay=1)
    order(match, 0), order(match, 1)
    order(match, 2, resign=True)
    assert referee.advance_once(match.pk) == 1
    assert out(match, audience.own_seat(0)) == [2]
    assert out(match, audience.PUBLIC) == [], "they see the first position"


def test_the_list_ends_with_the_match(knocked_out):
    Match.objects.filter(pk=knocked_out.pk).update(status="finished", deadline=None, due_at=None)
    assert out(knocked_out, audience.own_seat(2)) == []


def test_who_is_out_sees_what_the_rules_let_that_seat_see(knocked_out, charlie):
    own = audience.may_watch(knocked_out, charlie.pk, None, list(knocked_out.seats.all()))
    assert own == audience.own_seat(2)
    frame = json.loads(audience.frame_bytes(knocked_out, own, 2))
    state = positions.position(knocked_out.pk, 2).state
    seen = TOY.view(state, 2)
    assert seen != TOY.view(state, "referee")
    assert frame["view"] == {key: value for key, value in seen.items() if key not in TOY.static_keys}
    assert frame["choices"] is None
    for wanted in ("referee", 0, 1):
        with pytest.raises(NotAllowed):
            replay.frames(knocked_out, charlie.pk, wanted, None, None)
