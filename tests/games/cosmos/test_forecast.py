"""What would a draft lead to? The forecast is the engine's own next step where nothing unseen interferes, and takes a view only."""

from __future__ import annotations

import json

import pytest

from games.core.errors import OrderError
from games.core.events import filter_for
from games.core.rng import step_rng
from games.cosmos import GAME
from games.cosmos.forecast import HORIZON, forecast
from tests.games.cosmos.boards import direct, world
from tests.games.cosmos.matches import middle_game

MOVE = {"standing": [{"id": 10_003, "movement": {"type": "move_to", "to": [12, 5]}, "reflexes": []}]}


def lonely(**options):
    """A seat with a planet, a battleship and a scout, and nobody near."""
    return world(
        (10_001, "planet", 0, 5, 5, 100),
        (10_003, "battleship", 0, 7, 5, 60),
        (10_004, "scout", 0, 5, 8, 10),
        (10_002, "planet", 1, 26, 26, 100),
        **options,
    )


def asked(state, orders, seat=0):
    return forecast(json.loads(json.dumps(GAME.view(state, seat))), orders)


@pytest.mark.parametrize("stride", [1, 5])
def test_tracks_and_energies_are_those_of_the_next_steps(stride):
    state = lonely(stride=stride)
    foreseen = asked(state, MOVE)
    checked = GAME.check(state, 0, MOVE)
    now, given = state, {0: checked, 1: {}}
    for step in range(len(foreseen["rounds"])):
        now, _ = GAME.resolve(now, given, step_rng("other chance", step))
        given = {}
        rows = {row["id"]: row for row in GAME.view(now, 0)["own"]}
        assert foreseen["tracks"]["10003"][step + 1] == rows[10_003]["pos"]
        assert foreseen["planets"]["10001"][step] == rows[10_001]["energy"]
    assert foreseen["tracks"].keys() == {"10003"}, "who stays has no track"
    assert foreseen["rounds"][0] == state.round - 1 + stride and foreseen["rounds"][-1] <= state.round + HORIZON


def test_a_burst_is_foreseen_with_its_hits_and_what_is_lost():
    state = world(
        (10_001, "planet", 0, 5, 5, 100),
        (10_003, "battleship", 0, 8, 5, 60),
        (10_005, "battleship", 1, 9, 5, 20),
        (10_002, "planet", 1, 26, 26, 100),
    )
    orders = direct(10_003, {"do": "overload", "radius": 2})
    foreseen = asked(state, orders)
    _, events = GAME.resolve(state, {0: GAME.check(state, 0, orders), 1: {}}, step_rng("x", 1))
    heard = [event for event in filter_for(events, 0) if event["type"] == "overloaded"]
    assert [event for event in foreseen["events"] if event["type"] == "overloaded"] == heard
    assert heard[0]["hits"][0]["result"] == "captured"
    assert foreseen["gone"] == [10_003]
    assert foreseen["least_burst"] == 20


def test_a_failure_is_foreseen_with_its_code():
    foreseen = asked(lonely(), direct(10_001, {"do": "charge", "energy": 5000}))
    failed = [event for event in foreseen["events"] if event["type"] == "order_failed"]
    assert [event["code"] for event in failed] == ["not_enough_energy"]


def test_an_illegal_draft_is_refused_where_it_is_wrong():
    with pytest.raises(OrderError) as caught:
        asked(lonely(), direct(10_003, {"do": "charge", "energy": 5}))
    assert (caught.value.code, caught.value.path) == ("wrong_kind_for_action", "direct[0].actions[0].do")


@pytest.mark.parametrize("audience", ["public", "referee"])
def test_only_a_seat_that_plays_has_drafts(audience):
    with pytest.raises(OrderError) as caught:
        forecast(GAME.view(middle_game(), audience), {})
    assert caught.value.code == "seat_not_alive"


def test_equal_views_have_equal_forecasts():
    view = json.dumps(GAME.view(middle_game(), 0))
    assert json.dumps(forecast(json.loads(view), {})) == json.dumps(forecast(json.loads(view), {}))


def test_a_forecast_changes_neither_view_nor_orders():
    view = json.loads(json.dumps(GAME.view(lonely(), 0)))
    before, orders = json.dumps(view), json.loads(json.dumps(MOVE))
    forecast(view, orders)
    assert json.dumps(view) == before and orders == MOVE
