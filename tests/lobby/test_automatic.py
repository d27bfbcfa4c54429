"""Automatic answers: given when a step begins, as the seat's preferences say, and to be told from answers by hand by nobody."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.utils import timezone

import games
from games.core.clocks import Timing
from games.core.errors import OptionError, OrderError
from lobby.accounts.tokens import create_token
from lobby.fog import audience
from lobby.fog.audience import own_seat
from lobby.matches.errors import NoMatch, NotAllowed, NotRunning, NotYourSeat
from lobby.matches.models import Match, Orders, Program, ProgramMemory, Seat
from lobby.platform.protocol.server import encode
from lobby.play import automatic, journal, referee, services, timer
from lobby.store import positions
from lobby.watch import reading, replay, status
from tests.games.toy import DEFAULT_ORDERS
from tests.games.toy_answers import GAME

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def toy_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_answers", "tests.games.toy_answers")


@pytest.fixture
def match(make_match) -> Match:
    return make_match(game="toy_answers", options={"hearts": 9, "rounds": 20, "size": 24})


@pytest.fixture
def exchange(monkeypatch):
    """Gives the game other functions."""

    def put(**functions) -> None:
        monkeypatch.setattr("tests.games.toy_answers.GAME", replace(GAME, **functions))
        games.get.cache_clear()

    return put


def choose(user, match: Match, **preferences) -> bool:
    return automatic.set_preferences(user_id=user.pk, match_id=match.pk, preferences=preferences)


def after(seconds: float):
    moment = timezone.now() + timedelta(seconds=seconds)
    return lambda: moment


def rows(match: Match, step: int) -> dict[int, tuple]:
    found = Orders.objects.filter(match=match, step=step).order_by("revision")
    return {row.seat: (row.by, row.ready, row.orders["walk"]) for row in found}


def heard(match: Match, seat: int) -> bytes:
    """The status that the person in a seat gets now, its clock apart."""
    snapshot = reading.load(match.pk)
    assert snapshot is not None
    message = status.status_message(snapshot, own_seat(seat))
    message.now = 0
    return encode(message)


# --- Given


def test_a_step_begins_with_the_answers_that_people_have_left_to_the_site(match, alice, bob):
    assert rows(match, 0) == {}
    choose(alice, match, mode="stay")
    choose(bob, match, mode="stay")
    assert rows(match, 0) == {0: ("auto", True, 0), 1: ("auto", True, 0)}
    assert referee.advance_once(match.pk, after(10)) == 1
    assert rows(match, 1) == {0: ("auto", True, 0), 1: ("auto", True, 0)}


def test_a_default_preference_holds_from_the_first_step(make_match, exchange):
    mode = GAME.preferences[0]
    exchange(preferences=(replace(mode, default="stay"), *GAME.preferences[1:]))
    assert rows(make_match(game="toy_answers"), 0) == {0: ("auto", True, 0), 1: ("auto", True, 0)}


def test_a_match_that_begins_with_answers_is_looked_at_when_the_secret_wait_is_over(make_match, exchange):
    asked = make_match(game="toy_answers")
    assert asked.due_at == asked.deadline
    mode = GAME.preferences[0]
    exchange(preferences=(replace(mode, default="stay"), *GAME.preferences[1:]))
    answered = make_match(game="toy_answers")
    assert answered.due_at == answered.hold_until < answered.deadline
    assert referee.advance_once(answered.pk, lambda: answered.due_at) == 1


def test_whoever_is_asked_gives_orders_as_always(match, alice):
    choose(alice, match, mode="ask")
    assert rows(match, 0) == {}


def test_the_answer_depends_on_the_own_view(match, alice, bob):
    choose(alice, match, mode="alone")
    state = positions.position(match.pk, 0).state
    is_alone = GAME.view(state, 0)["seats"][1]["cell"] is None
    assert (0 in rows(match, 0)) == is_alone
    mine = state.cells[1]
    choose(bob, match, cells=[(mine + 1) % 24])
    assert 1 not in rows(match, 0)
    choose(bob, match, cells=[mine])
    assert rows(match, 0)[1] == ("auto", True, 0)


def test_orders_that_the_person_has_given_stay(match, alice, order):
    order(match, 0, walk=1, ready=False)
    assert choose(alice, match, mode="stay") is False
    assert rows(match, 0)[0] == ("person", False, 1)


async def test_an_answer_of_the_site_may_be_replaced_until_the_step_is_resolved(match, alice):
    await asyncio.to_thread(_apart, choose, alice, match, mode="stay")
    await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders={"walk": 1}, ready=True)
    await timer.settle()
    assert (await asyncio.to_thread(_apart, rows, match, 0))[0] == ("person", True, 1)


def test_a_choice_may_lapse(match, alice, bob):
    choose(alice, match, this_round=True)
    choose(bob, match, mode="stay")
    seat = Seat.objects.get(match=match, number=0)
    shown = automatic.shown(Match.objects.get(pk=match.pk), seat)
    assert shown == {"mode": "ask", "this_round": True, "cells": [], "hearts": 0}
    assert referee.advance_once(match.pk, after(10)) == 1
    assert rows(match, 1) == {1: ("auto", True, 0)}
    shown = automatic.shown(Match.objects.get(pk=match.pk), seat)
    assert shown == {"mode": "ask", "this_round": False, "cells": [], "hearts": 0}


@pytest.mark.parametrize("seat", [{"bot": "thrower", "user": None}, {"autopilot": "thrower"}, {"resigned": True}])
def test_only_seats_that_a_person_plays_are_answered_for(match, alice, bob, seat):
    choose(bob, match, mode="stay", this_round=True)
    Orders.objects.all().delete()
    Seat.objects.filter(match=match, number=1).update(**seat)
    choose(alice, match, mode="stay")
    Orders.objects.filter(seat=1).delete()
    referee.advance_once(match.pk, after(600))
    assert 1 not in rows(match, 1)


def test_without_a_secret_wait_the_person_is_asked(make_match, alice, exchange):
    exchange(timing=lambda state: Timing())
    match = make_match(game="toy_answers")
    assert choose(alice, match, mode="stay") is False
    assert rows(match, 0) == {}


@pytest.mark.parametrize("answer", [{"walk": 7}, "nonsense", ZeroDivisionError])
def test_an_answer_that_fails_or_is_refused_is_none(make_match, alice, exchange, answer, caplog):
    def auto_orders(view, preferences):
        if answer is ZeroDivisionError:
            raise answer
        return answer

    exchange(auto_orders=auto_orders)
    match = make_match(game="toy_answers")
    assert rows(match, 0) == {}
    assert match.status == "running" and match.pk in caplog.text


def test_a_choice_made_while_the_step_before_is_resolved_is_not_lost(match, alice, bob, order, exchange):
    order(match, 0)
    order(match, 1)
    calls = []

    def resolve(state, orders, rng):
        if not calls:
            calls.append(1)
            _in_thread(choose, alice, match, mode="stay")
        return GAME.resolve(state, orders, rng)

    exchange(resolve=resolve)
    assert referee.advance_once(match.pk, after(10)) == 1
    assert rows(match, 1) == {0: ("auto", True, 0)}


def test_the_replay_knows_no_difference(match, alice, bob):
    choose(alice, match, mode="stay")
    choose(bob, match, mode="stay")
    referee.advance_once(match.pk, after(10))
    Match.objects.filter(pk=match.pk).update(status="finished")
    record = replay.record(Match.objects.get(pk=match.pk))
    assert record["orders"][0] == {"0": dict(DEFAULT_ORDERS), "1": dict(DEFAULT_ORDERS)}
    assert "auto" not in str(record) and "stay" not in str(record)


# --- Told to nobody


def test_nobody_is_told_who_has_answered_before_the_frame(match, alice, bob, order):
    """Two worlds: nobody answers; Bob answers by hand; the site answers for Bob. Alice and strangers hear the same."""
    worlds = []
    for answer in (
        lambda: None,
        lambda: order(match, 1, walk=1),
        lambda: order(match, 1, walk=1, ready=False),
        lambda: choose(bob, match, mode="stay"),
    ):
        Orders.objects.all().delete()
        Seat.objects.update(preferences={})
        answer()
        public = status.status_message(reading.load(match.pk), audience.PUBLIC)
        public.now = 0
        worlds.append((heard(match, 0), encode(public)))
    assert len(set(worlds)) == 1
    own = status.status_message(reading.load(match.pk), own_seat(1))
    assert own.waiting == [0] and own.seats[1].ready is True


def test_what_is_hidden_stays_hidden_when_the_wait_is_over(match, bob):
    Match.objects.filter(pk=match.pk).update(hold_until=timezone.now() - timedelta(seconds=1))
    before = heard(match, 0)
    choose(bob, match, mode="stay")
    assert heard(match, 0) == before


def test_answers_in_a_secret_wait_show_nobody_to_be_there(match, alice, bob, order):
    """Missed deadlines count as always; answers, by hand or not, end no row of them: everybody could else see who gave which."""
    Seat.objects.filter(match=match).update(missed=1)
    choose(bob, match, mode="stay")
    order(match, 0)
    referee.advance_once(match.pk, after(10))
    assert list(Seat.objects.filter(match=match).values_list("missed", flat=True)) == [1, 1]
    choose(bob, match, mode="ask")
    Orders.objects.filter(step=1).delete()
    referee.advance_once(match.pk, after(600))
    assert list(Seat.objects.filter(match=match).values_list("missed", "autopilot")) == [(2, "thrower")] * 2


def test_a_seat_that_a_bot_takes_over_is_left_to_it(match, alice, bob):
    choose(bob, match, cells=[])
    Seat.objects.filter(match=match, number=1).update(missed=1, preferences={"mode": ["stay", None]})
    assert referee.advance_once(match.pk, after(600)) == 1
    assert Seat.objects.get(match=match, number=1).autopilot == "thrower"
    assert rows(match, 1) == {}


def test_the_page_is_told_what_there_is_to_choose_and_not_what_was_chosen(match, make_match, alice, client):
    choose(alice, match, mode="stay")
    client.force_login(alice)
    page = client.get(f"/matches/{match.pk}/").context["page"]
    told = {
        one["key"]: (one["kind"], one["minimum"], one["maximum"], len(one["choices"])) for one in page["preferences"]
    }
    assert told == {
        "mode": ("choice", None, None, 3),
        "this_round": ("bool", None, None, 0),
        "cells": ("choices", None, None, 24),
        "hearts": ("int", 0, 9, 0),
    }
    assert page["preferences"][0]["choices"][0] == ["ask", "Always ask"]
    assert client.get(f"/matches/{make_match().pk}/").context["page"]["preferences"] == []


def test_staff_see_neither_preferences_nor_programs(rf):
    assert not {Program, ProgramMemory, Orders} & set(admin.site._registry)
    (inline,) = admin.site._registry[Match].inlines
    assert not {"preferences", "program"} & {*inline.fields, *inline.readonly_fields}


# --- Refused


@pytest.mark.parametrize(
    ("preferences", "code", "path"),
    [
        ([], "not_an_object", ""),
        (None, "not_an_object", ""),
        ({"mood": 1}, "unknown_field", "mood"),
        ({"mode": "dance"}, "unknown_value", "mode"),
        ({"mode": None}, "unknown_value", "mode"),
        ({"mode": ["ask"]}, "unknown_value", "mode"),
        ({"this_round": 1}, "bad_type", "this_round"),
        ({"cells": 3}, "bad_type", "cells"),
        ({"cells": [3, 99]}, "unknown_value", "cells[1]"),
        ({"cells": [True]}, "unknown_value", "cells[0]"),
        ({"hearts": 10}, "out_of_range", "hearts"),
        ({"hearts": 1.0}, "bad_type", "hearts"),
        ({"mode": "stay", "hearts": -1}, "out_of_range", "hearts"),
    ],
)
def test_a_wrong_preference_is_refused_by_name_and_nothing_changes(match, alice, preferences, code, path):
    with pytest.raises(OptionError) as refused:
        automatic.set_preferences(user_id=alice.pk, match_id=match.pk, preferences=preferences)
    assert (refused.value.code, refused.value.path) == (code, path)
    assert Seat.objects.get(match=match, number=0).preferences == {}
    assert rows(match, 0) == {}


def test_a_list_of_choices_is_kept_in_one_order_and_once(match, alice):
    choose(alice, match, cells=[9, 3, 9])
    assert Seat.objects.get(match=match, number=0).preferences["cells"] == [[3, 9], None]


def test_who_may_choose_and_when(match, make_match, alice, charlie):
    with pytest.raises(NotYourSeat):
        choose(charlie, match, mode="stay")
    with pytest.raises(NoMatch):
        automatic.set_preferences(user_id=alice.pk, match_id="zzzzzzzzzz", preferences={})
    with pytest.raises(NotAllowed):
        choose(alice, make_match(), mode="stay")
    Match.objects.filter(pk=match.pk).update(visibility="link")
    with pytest.raises(NoMatch):
        choose(charlie, match, mode="stay")
    Match.objects.filter(pk=match.pk).update(status="finished")
    with pytest.raises(NotRunning):
        choose(alice, match, mode="stay")


def test_in_a_pause_a_choice_is_kept_and_answers_nothing(match, alice):
    Match.objects.filter(pk=match.pk).update(status="paused")
    assert choose(alice, match, mode="stay") is False
    assert Seat.objects.get(match=match, number=0).preferences == {"mode": ["stay", None]}


def test_a_choice_after_the_deadline_changes_nothing_that_is_due(match, alice):
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    assert choose(alice, match, mode="stay") is False


def test_refused_orders_are_no_option_errors():
    # The socket tells the field of a message by the kind of the refusal.
    assert issubclass(OptionError, OrderError)


def _apart(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    finally:
        connection.close()


def _in_thread(function, *args, **kwargs):
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(_apart, function, *args, **kwargs).result()


def test_a_program_that_chooses_over_http_answers_the_step_as_well(match, alice):
    _, token = create_token(user=alice, name="bot", scopes=["read", "play"])
    client = Client(headers={"authorization": f"Bearer {token}"})
    sent = {"data": json.dumps({"preferences": {"mode": "stay"}}), "content_type": "application/json"}
    assert client.patch(f"/api/matches/{match.pk}/preferences/", **sent).status_code == 204
    journal.settle()
    by, ready, _walk = rows(match, 0)[0]
    assert (by, ready) == ("auto", True)
