"""Chapter 10.1: every refusal with its code and path, normal forms, defaults and choices."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.errors import OrderError
from games.core.rng import SeededRng
from games.hundred_clubs import GAME
from games.hundred_clubs.state import State
from tests.games.hundred_clubs.boards import after, board, campaign, random_states, to_rounds


def auction() -> State:
    return GAME.setup(GAME.check_options({}, 3), 3, SeededRng("orders"))


def birthplaces() -> State:
    """Club 0 has chosen [12, 20]; club 1 is next."""
    state = after(auction(), {0: {"bid": 9}, 1: {"bid": 5}, 2: {"bid": 1}})
    return after(state, {0: {"birthplace": [12, 20]}})


def rounds() -> State:
    """Club 0 knows 1 (neutral), 2 (allied), 3 (at war); it does not know 4; 5 is out."""
    state = board(
        ["." * 9] * 5, ["0.1......", "2........", "3.......4", "." * 9, "." * 9], seats=6,
        relations={(0, 2): "allied", (0, 3): "at_war", (0, 4): "undiscovered", (0, 5): "undiscovered"},
        capitals={0: [0, 0]}, saving=40, overrides=[{"at": [1, 1], "atk": 0}],
    )  # fmt: skip
    state.out[5] = 3
    return state


REFUSALS: list[tuple[str, Any, str, str]] = [
    ("auction", [], "bad_type", ""),
    ("auction", {"bid": "3"}, "bad_type", "bid"),
    ("auction", {"bid": None}, "bad_type", "bid"),
    ("auction", {"bid": True}, "bad_type", "bid"),
    ("auction", {"bid": -1}, "bid_range", "bid"),
    ("auction", {"bid": 51}, "bid_range", "bid"),
    ("auction", {"bid": 1, "tip": 2}, "unknown_field", "tip"),
    ("auction", {"birthplace": [1, 1]}, "wrong_phase", ""),
    ("auction", {"campaigns": []}, "wrong_phase", ""),
    ("auction", {"resign": False}, "bad_type", "resign"),
    ("auction", {"resign": True, "bid": 3}, "unknown_field", "bid"),
    ("birthplaces", {"bid": 3}, "wrong_phase", ""),
    ("birthplaces", {"birthplace": None}, "bad_type", "birthplace"),
    ("birthplaces", {"birthplace": [1]}, "bad_type", "birthplace"),
    ("birthplaces", {"birthplace": [1, True]}, "bad_type", "birthplace"),
    ("birthplaces", {"birthplace": [25, 0]}, "off_board", "birthplace"),
    ("birthplaces", {"birthplace": [0, -1]}, "off_board", "birthplace"),
    ("birthplaces", {"birthplace": [13, 21]}, "too_close", "birthplace"),
    ("birthplaces", {"birthplace": [12, 20]}, "too_close", "birthplace"),
    ("rounds", None, "bad_type", ""),
    ("rounds", {"bid": 3}, "wrong_phase", ""),
    ("rounds", {"bid": 3, "capital": [0, 0]}, "unknown_field", "bid"),
    ("rounds", {"diplomacy": []}, "bad_type", "diplomacy"),
    ("rounds", {"diplomacy": {"0": "keep_neutral"}}, "bad_target", "diplomacy.0"),
    ("rounds", {"diplomacy": {"6": "keep_neutral"}}, "bad_target", "diplomacy.6"),
    ("rounds", {"diplomacy": {"01": "keep_neutral"}}, "bad_target", "diplomacy.01"),
    ("rounds", {"diplomacy": {"1": "peace"}}, "bad_type", "diplomacy.1"),
    ("rounds", {"diplomacy": {"1": 3}}, "bad_type", "diplomacy.1"),
    ("rounds", {"diplomacy": {"4": "form_alliance"}}, "unknown_club", "diplomacy.4"),
    ("rounds", {"diplomacy": {"5": "backstab"}}, "unknown_club", "diplomacy.5"),
    ("rounds", {"diplomacy": {"3": "backstab", "1": "backstab"}}, "two_backstabs", "diplomacy.3"),
    ("rounds", {"campaigns": {}}, "bad_type", "campaigns"),
    ("rounds", {"campaigns": [3]}, "bad_type", "campaigns[0]"),
    ("rounds", {"campaigns": [{"at": [0, 0]}]}, "bad_type", "campaigns[0].size"),
    ("rounds", {"campaigns": [{"size": 3}]}, "bad_type", "campaigns[0].at"),
    ("rounds", {"campaigns": [{"at": [0, 0], "size": 3, "name": ""}]}, "unknown_field", "campaigns[0].name"),
    ("rounds", {"campaigns": [campaign(0, 0, 1), campaign(9, 0, 1)]}, "off_board", "campaigns[1].at"),
    ("rounds", {"campaigns": [campaign(0, 0, 0)]}, "bad_size", "campaigns[0].size"),
    ("rounds", {"campaigns": [campaign(0, 0, 1)] * 33}, "too_many", "campaigns"),
    ("rounds", {"campaigns": [campaign(0, 0, 21), campaign(0, 0, 20)]}, "no_money", "campaigns"),
    ("rounds", {"campaigns": [campaign(1, 0, 1)]}, "no_access", "campaigns[0].at"),
    ("rounds", {"campaigns": [campaign(2, 0, 1)]}, "no_access", "campaigns[0].at"),
    ("rounds", {"campaigns": [campaign(0, 2, 1)]}, "no_access", "campaigns[0].at"),
    ("rounds", {"diplomacy": {"3": "form_alliance"}, "campaigns": [campaign(0, 2, 1)]}, "no_access", "campaigns[0].at"),
    ("rounds", {"diplomacy": {"2": "keep_neutral"}, "campaigns": [campaign(0, 1, 1)]}, "no_access", "campaigns[0].at"),
    ("rounds", {"capital": [1, 1]}, "bad_capital", "capital"),
    ("rounds", {"capital": [0, 5]}, "off_board", "capital"),
    ("rounds", {"capital": "home"}, "bad_type", "capital"),
]  # fmt: skip
STATES = {"auction": auction, "birthplaces": birthplaces, "rounds": rounds}
SEATS = {"auction": 0, "birthplaces": 1, "rounds": 0}


@pytest.mark.parametrize(("phase", "orders", "code", "path"), REFUSALS)
def test_refusal(phase: str, orders: Any, code: str, path: str) -> None:
    state = STATES[phase]()
    with pytest.raises(OrderError) as refused:
        GAME.check(state, SEATS[phase], orders)
    assert (refused.value.code, refused.value.path) == (code, path)
    assert "%(" not in refused.value.message
    with pytest.raises(OrderError) as foreseen:
        GAME.forecast(GAME.view(state, SEATS[phase]), orders)
    assert (foreseen.value.code, foreseen.value.path) == (code, path)


def test_every_code_of_the_rules_is_refused_once() -> None:
    assert {code for _, _, code, _ in REFUSALS} | {"not_pending"} == {
        "not_pending", "wrong_phase", "unknown_field", "bad_type", "bid_range", "off_board", "too_close", "bad_target",
        "unknown_club", "two_backstabs", "too_many", "bad_size", "no_money", "no_access", "bad_capital",
    }  # fmt: skip


def test_too_close_names_the_cell() -> None:
    with pytest.raises(OrderError, match=r"\[12, 20\]"):
        GAME.check(birthplaces(), 1, {"birthplace": [13, 21]})


@pytest.mark.parametrize("orders", [{}, {"bid": 0}, {"diplomacy": {}}, None, {"resign": True}])
def test_who_owes_nothing_is_told_so(orders: Any) -> None:
    """Out of turn, out of the match, after the end; only a living club may resign out of turn."""
    cases = [(birthplaces(), 2), (rounds(), 5), (after(rounds_at_the_end()), 0)]
    for state, seat in cases:
        if orders == {"resign": True} and state.out[seat] is None and state.phase != "over":
            assert GAME.check(state, seat, orders) == orders
            continue
        with pytest.raises(OrderError) as refused:
            GAME.check(state, seat, orders)
        assert (refused.value.code, refused.value.path) == ("not_pending", "")


def rounds_at_the_end() -> State:
    state = rounds()
    state.round = 50
    return state


# What passes.


def test_normal_form_is_complete() -> None:
    """All targets by the status quo, campaigns as given, the capital explicit."""
    orders = GAME.check(rounds(), 0, {"campaigns": [campaign(0, 0, 3)]})
    assert orders == {
        "diplomacy": {
            "1": "keep_neutral", "2": "form_alliance", "3": "justify_war", "4": "keep_neutral", "5": "keep_neutral",
        },
        "campaigns": [campaign(0, 0, 3)],
        "capital": [0, 0],
    }  # fmt: skip
    assert GAME.check(rounds(), 0, orders) == orders
    state = rounds()
    state.capital[0] = None
    assert GAME.check(state, 0, {"capital": None})["capital"] is None


def test_a_second_backstab_becomes_keep_neutral() -> None:
    state = rounds()
    state.stabbed[0] = True
    assert GAME.check(state, 0, {"diplomacy": {"2": "backstab"}})["diplomacy"]["2"] == "keep_neutral"


@pytest.mark.parametrize(
    ("commands", "at"),
    [({}, (0, 0)), ({}, (0, 1)), ({"1": "form_alliance"}, (2, 0)), ({}, (8, 4)), ({}, (8, 2))],
)
def test_campaigns_that_may_work_out_pass(commands: dict[str, str], at: tuple[int, int]) -> None:
    """Own land, an ally's, a neutral club's with an offer, and unseen cells, whosever they are."""
    GAME.check(rounds(), 0, {"diplomacy": commands, "campaigns": [campaign(*at, 1)]})


def test_a_capital_on_water_may_stay_there_in_round_1() -> None:
    """Otherwise the default orders of a club born on water would be refused."""
    state = board(["...", ".~.", "..."], ["...", ".0.", "..1"], capitals={0: [1, 1]}, round=1)
    assert GAME.check(state, 0, {})["capital"] == [1, 1]
    assert GAME.check(state, 0, GAME.default_orders(state, 0)) == GAME.default_orders(state, 0)


def test_capital_may_be_named_anywhere_on_land() -> None:
    """Whether it is access land after the conquests is settled by resolve."""
    assert GAME.check(rounds(), 0, {"capital": [8, 2]})["capital"] == [8, 2]


def test_default_orders_of_every_phase() -> None:
    """4.1, 10.1: what a missed step plays."""
    assert GAME.default_orders(auction(), 0) == {"bid": 0}
    state = birthplaces()
    place = GAME.default_orders(state, 1)["birthplace"]
    assert state.chart.land[place[1], place[0]]
    assert abs(place[0] - 12) + abs(place[1] - 20) >= 3
    assert GAME.default_orders(rounds(), 0) == GAME.check(rounds(), 0, {})


@pytest.mark.parametrize("phase", STATES)
def test_orders_that_say_nothing_are_the_default_ones(phase: str) -> None:
    state = STATES[phase]()
    seat = GAME.pending(state)[0]
    assert GAME.check(state, seat, {}) == GAME.default_orders(state, seat)


def test_a_missed_step_plays_the_default_orders() -> None:
    for state, orders in random_states(
        "missed", 60, [(3, {"rounds": 12, "map": {"generated": {"width": 15, "height": 15}}})]
    ):
        for seat in GAME.pending(state):
            rest = {other: given for other, given in orders.items() if other != seat}
            silent, silent_events = GAME.resolve(state, rest, SeededRng("x"))
            spoken, spoken_events = GAME.resolve(
                state, {**rest, seat: GAME.default_orders(state, seat)}, SeededRng("x")
            )
            assert GAME.to_json(silent) == GAME.to_json(spoken)
            assert silent_events == spoken_events


# Choices.


def test_choices_of_the_auction_and_of_birthplaces() -> None:
    assert GAME.choices(auction(), 2) == {"phase": "auction", "bid": {"minimum": 0, "maximum": 50}}
    state = birthplaces()
    assert GAME.choices(state, 0) is None
    legal = GAME.choices(state, 1)["legal"]
    for y, row in enumerate(legal):
        for x, letter in enumerate(row):
            assert (letter == "1") == (abs(x - 12) + abs(y - 20) >= 3)
            if (x + y) % 7 == 0:
                assert (letter == "1") == accepted(state, 1, {"birthplace": [x, y]})


def accepted(state: State, seat: int, orders: Any) -> bool:
    try:
        GAME.check(state, seat, orders)
    except OrderError:
        return False
    return True


def test_choices_of_a_round() -> None:
    state = rounds()
    choices = GAME.choices(state, 0)
    assert choices["access"] == ["o-n??????", "a--??????", "--???????", "-????????", "?????????"]
    assert choices["diplomacy"] == {
        "1": {"keep_neutral": 0, "form_alliance": 0, "justify_war": 1, "backstab": 0},
        "2": {"keep_neutral": 0, "form_alliance": 0, "justify_war": 1, "backstab": 0},
        "3": {"keep_neutral": 0, "form_alliance": None, "justify_war": 1, "backstab": 0},
    }
    assert (choices["campaign_limit"], choices["campaign_price"], choices["saving"]) == (32, 1, 40)
    state.stabbed[0] = True
    assert "backstab" not in GAME.choices(state, 0)["diplomacy"]["1"]


def test_access_letters_agree_with_the_check() -> None:
    """'o' and 'a' and '?' pass with the status quo, 'n' only with an offer, '-' never."""
    state = rounds()
    access = GAME.choices(state, 0)["access"]
    offer = {"1": "form_alliance"}
    for y, row in enumerate(access):
        for x, letter in enumerate(row):
            assert accepted(state, 0, {"campaigns": [campaign(x, y, 1)]}) == (letter in "oa?")
            assert accepted(state, 0, {"campaigns": [campaign(x, y, 1)], "diplomacy": offer}) == (letter in "oan?")


def test_water_is_surely_no_access() -> None:
    state = to_rounds(2)
    rows = state.chart.rows
    access = GAME.choices(state, 0)["access"]
    assert all(access[y][x] == "-" for y, row in enumerate(rows) for x, letter in enumerate(row) if letter == "~")
    assert any("?" in row for row in access)
