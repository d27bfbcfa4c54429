"""Going on: a seat gives the default orders by itself, until what it sees stops it; others cannot tell."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

import games
from games.core.errors import OptionError
from games.core.until import GO_ON, MOST_STEPS
from lobby.fog.audience import own_seat
from lobby.matches.errors import NoMatch, NotAllowed, NotRunning, NotYourSeat
from lobby.matches.models import Match, Orders, Seat
from lobby.play import going_on, referee
from lobby.store import positions
from lobby.watch import reading, status
from tests.games.toy_going import GAME

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def toy_going(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_going", "tests.games.toy_going")


@pytest.fixture
def match(make_match) -> Match:
    return make_match(game="toy_going", options={"hearts": 9, "rounds": 20, "size": 24})


def go(user, match: Match, steps: int, **until) -> None:
    going_on.go_on(user_id=user.pk, match_id=match.pk, steps=steps, until=until)


def after(seconds: float):
    moment = timezone.now() + timedelta(seconds=seconds)
    return lambda: moment


def rows(match: Match, step: int) -> dict[int, tuple]:
    found = Orders.objects.filter(match=match, step=step).order_by("revision")
    return {row.seat: (row.by, row.ready) for row in found}


def kept(match: Match, seat: int = 0) -> dict:
    shown = going_on.shown(Match.objects.get(pk=match.pk), Seat.objects.get(match=match, number=seat))
    assert shown is not None
    return shown


def heard(match: Match, seat: int):
    snapshot = reading.load(match.pk)
    assert snapshot is not None
    return status.status_message(snapshot, own_seat(seat))


def cells(match: Match, step: int) -> list[int]:
    return positions.position(match.pk, step).state.cells


@pytest.fixture
def step(match, order):
    """Plays one step: these seats give orders, then it is over."""

    def play(number: int, **given) -> None:
        for seat in (0, 1):
            if f"seat{seat}" in given:
                order(match, seat, step=number, **given[f"seat{seat}"])
        assert referee.advance_once(match.pk, after(600 if given.get("late") else 10)) == number + 1

    return play


def test_it_goes_on_for_so_many_steps_and_then_asks_again(match, alice, step):
    go(alice, match, 2)
    assert rows(match, 0) == {}, "the step that is due is its own"
    step(0, seat0={}, seat1={})
    assert rows(match, 1) == {0: ("auto", True)} and kept(match) == {"left": 1, "until": {}, "stopped": None}
    step(1, seat1={})
    assert rows(match, 2) == {0: ("auto", True)}
    assert kept(match) == {"left": 0, "until": {}, "stopped": {"step": 2, "key": "steps", "text": None, "data": {}}}
    step(2, seat1={})
    assert rows(match, 3) == {}


def test_a_condition_stops_it_and_says_why(match, alice, step):
    go(alice, match, 9, hit=True)
    step(0, seat0={}, seat1={"throw": (cells(match, 0)[0] + 5) % 24})
    assert rows(match, 1) == {0: ("auto", True)}
    here = cells(match, 1)[0]
    step(1, seat1={"throw": here})
    assert rows(match, 2) == {}
    stopped = {"step": 2, "key": "hit", "text": "You were hit on cell %(cell)s.", "data": {"cell": here}}
    assert kept(match) == {"left": 0, "until": {"hit": True}, "stopped": stopped}


def test_all_that_a_step_meets_is_told(match, alice, step):
    go(alice, match, 9, hit=True, hearts=8)
    here = cells(match, 0)[0]
    step(0, seat0={}, seat1={"throw": here})
    stopped = kept(match)["stopped"]
    assert (stopped["key"], stopped["data"]) == ("hit", {"cell": here})
    assert [(set(one), one["data"]) for one in stopped["also"]] == [({"text", "data"}, {"hearts": 8})]


def test_a_number_belongs_to_its_condition(match, alice, step):
    go(alice, match, 9, hearts=8)
    step(0, seat0={}, seat1={"throw": cells(match, 0)[0]})
    assert kept(match)["stopped"]["data"] == {"hearts": 8}


def test_conditions_are_judged_from_the_own_view_alone(match, alice, bob, step, monkeypatch):
    asked = []
    first = GAME.until[0]
    noted = replace(first, met=lambda *given: asked.append(given) or first.met(*given))
    monkeypatch.setattr("tests.games.toy_going.GAME", replace(GAME, until=(noted, *GAME.until[1:])))
    games.get.cache_clear()
    go(alice, match, 9, seen=True)
    here, there = cells(match, 0)
    beside = next(cell % 24 for cell in (there + 3, there + 4) if cell % 24 != here)
    step(0, seat0={}, seat1={"throw": beside})
    states = [positions.position(match.pk, number).state for number in (0, 1)]
    before, later, events, _ = asked[0]
    assert [before, later] == [GAME.view(state, 0) for state in states]
    assert {event["type"] for event in events} == {"light"} and all("to" not in event for event in events)


def test_others_are_not_told_that_it_goes_on_nor_that_it_has_stopped(match, alice, step):
    go(alice, match, 1)
    step(0, seat0={}, seat1={})
    assert rows(match, 1) == {0: ("auto", True)}
    theirs, own = heard(match, 1), heard(match, 0)
    assert theirs.waiting == [0, 1] and theirs.seats[0].ready is False
    assert own.waiting == [1] and own.seats[0].ready is True
    step(1, seat1={})
    assert rows(match, 2) == {}
    later = heard(match, 1)
    assert (later.waiting, later.seats[0].ready) == (theirs.waiting, theirs.seats[0].ready)


def test_stopping_takes_back_the_readiness_that_came_of_it(match, alice, step):
    go(alice, match, 5)
    step(0, seat0={}, seat1={})
    go(alice, match, 0)
    assert rows(match, 1) == {0: ("auto", False)} and kept(match) == going_on.NOTHING
    assert GO_ON not in Seat.objects.get(match=match, number=0).preferences


def test_stopping_leaves_what_the_person_has_ordered(match, alice, order):
    order(match, 0, ready=True)
    go(alice, match, 0)
    assert rows(match, 0) == {0: ("person", True)}


def test_a_match_with_bots_alone_goes_at_a_pace_that_can_be_followed_and_stopped(make_match, alice):
    match = make_match(game="toy_going", options={"hearts": 9, "rounds": 20, "size": 24})
    Seat.objects.filter(match=match, number=1).update(user=None, bot="thrower")
    go(alice, match, 3)
    now = after(5)
    for seat, by in ((0, Orders.By.PERSON), (1, Orders.By.BOT)):
        Orders.objects.create(match=match, step=0, seat=seat, revision=1, orders={"walk": 0, "throw": None, "resign": False}, ready=True, by=by, created_at=now())  # fmt: skip
    assert referee.advance_once(match.pk, now) == 1
    match.refresh_from_db()
    assert match.hold_until == match.due_at == now() + going_on.PACE


def test_no_step_waits_for_its_pace_while_a_person_is_asked(match, alice, step):
    go(alice, match, 3)
    step(0, seat0={}, seat1={})
    match.refresh_from_db()
    assert match.hold_until is None and match.due_at == match.deadline


@pytest.mark.parametrize("seat", [{"bot": "thrower", "user": None}, {"autopilot": "thrower"}, {"resigned": True}])
def test_only_a_seat_that_a_person_plays_goes_on(match, alice, step, seat):
    go(alice, match, 5)
    Seat.objects.filter(match=match, number=0).update(**seat)
    referee.advance_once(match.pk, after(600))
    assert 0 not in rows(match, 1)


def test_what_cannot_be_judged_stops_it(match, alice, step, monkeypatch, caplog):
    def broken(*given):
        raise ZeroDivisionError

    monkeypatch.setattr(
        "tests.games.toy_going.GAME", replace(GAME, until=(replace(GAME.until[0], met=broken), *GAME.until[1:]))
    )
    games.get.cache_clear()
    go(alice, match, 5, seen=True)
    step(0, seat0={}, seat1={})
    assert rows(match, 1) == {} and kept(match)["stopped"]["key"] == "fault"
    assert "could not be judged" in caplog.text


@pytest.mark.parametrize(
    ("steps", "until", "code", "path"),
    [
        (MOST_STEPS + 1, {}, "out_of_range", "steps"),
        (3, {"moon": True}, "unknown_field", "until.moon"),
        (3, {"seen": 1}, "bad_type", "until.seen"),
        (3, {"hearts": 0}, "out_of_range", "until.hearts"),
        (3, {"hearts": True}, "bad_type", "until.hearts"),
        (3, [], "not_an_object", "until"),
    ],
)
def test_a_wrong_wish_is_refused_with_its_path(match, alice, steps, until, code, path):
    with pytest.raises(OptionError) as refused:
        going_on.go_on(user_id=alice.pk, match_id=match.pk, steps=steps, until=until)
    assert (refused.value.code, refused.value.path) == (code, path)


def test_who_has_no_seat_or_no_such_game_does_not_go_on(match, make_match, alice, charlie):
    with pytest.raises(NotYourSeat):
        go(charlie, match, 3)
    with pytest.raises(NoMatch):
        going_on.go_on(user_id=alice.pk, match_id="zzzzzzzzzz", steps=3, until={})
    with pytest.raises(NotAllowed):
        go(alice, make_match(), 3)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    with pytest.raises(NotRunning):
        go(alice, match, 3)


def test_it_is_asked_for_and_read_over_rest(match, client, alice, bob):
    client.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    here = f"/api/matches/{match.pk}/go-on/"
    sent = {"data": json.dumps({"steps": 4, "until": {"hearts": 2}}), "content_type": "application/json"}
    assert client.put(here, **sent).status_code == 204
    assert client.get(here).json() == {"left": 4, "until": {"hearts": 2}, "stopped": None}
    told = client.get("/api/games/toy_going/").json()["until"]
    assert [(one["key"], one["amount"]) for one in told] == [("seen", None), ("hit", None), ("hearts", [1, 9, 3])]
    client.force_login(bob, "django.contrib.auth.backends.ModelBackend")
    assert client.get(here).json() == going_on.NOTHING
