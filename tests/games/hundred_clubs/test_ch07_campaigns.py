"""Chapter 7: influence, breaking, connection, water, capitals and supply."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from games.core.rng import SeededRng
from games.hundred_clubs import GAME
from games.hundred_clubs.board import board_of
from games.hundred_clubs.constants import KERNEL20
from games.hundred_clubs.state import State
from tests.games.hundred_clubs.boards import after, board, campaign, drawn, heard, play

QUIET: dict[str, Any] = {"capital_influence_pct": 0, "saving": 10_000}


# Kernel and influence.


def test_influence_is_the_sum_over_campaigns_of_the_kernel() -> None:
    """7.1, 7.2, against the sum written out, also at the edge and for several clubs at once."""
    dice = SeededRng("influence")
    for width, height in ((3, 3), (5, 11), (25, 35), (64, 3)):
        geometry = board_of(width, height)
        lists = [
            [(dice.randrange(width * height), dice.randrange(500)) for _ in range(dice.randrange(9))] for _ in range(4)
        ]
        expected = np.zeros((4, height, width), dtype=np.int64)
        for number, listed in enumerate(lists):
            for cell, size in listed:
                for y in range(height):
                    for x in range(width):
                        dy, dx = abs(y - cell // width), abs(x - cell % width)
                        if dy <= 4 and dx <= 4:
                            expected[number, y, x] += KERNEL20[dy][dx] * size
        assert (geometry.influence(lists) == expected.reshape(4, -1)).all()


def test_influence_is_exact_where_savings_are_huge() -> None:
    geometry = board_of(9, 9)
    assert int(geometry.influence([[(40, 10**12), (40, 1)]])[0, 39]) == 18 * (10**12 + 1)


def test_kernel_is_symmetric() -> None:
    assert all(KERNEL20[a][b] == KERNEL20[b][a] for a in range(5) for b in range(5))
    assert sum(map(sum, KERNEL20)) == 20 + 2 * (18 + 16 + 14 + 8 + 10 + 6 + 4 + 4 + 2 + 2) + 16 + 6 + 2 + 1


# Breaking.


@pytest.mark.parametrize(("size", "letter"), [(44, "."), (45, "0")])
def test_more_than_the_threshold_breaks(size: int, letter: str) -> None:
    """7.5: strictly."""
    state = board(["....", "....", "...."], ["0...", "....", "...1"], **QUIET)
    assert drawn(after(state, {0: {"campaigns": [campaign(0, 0, size)]}}))[0][1] == letter


def test_threshold_nothing_still_needs_an_attack() -> None:
    """7.5: best > 0."""
    state = board(
        ["....", "....", "...~"], ["0...", "....", "...."], seats=2, capitals={1: [3, 0]}, threshold=0, **QUIET
    )
    assert drawn(after(state)) == ["0...", "....", "...."]
    done = after(state, {0: {"campaigns": [campaign(0, 0, 1)]}})
    assert drawn(done) == ["0000", "0000", "000."]


@pytest.mark.parametrize(("was", "left"), [("neutral", "2"), ("allied", "2"), ("at_war", "0")])
def test_only_enemies_attack_owned_land(was: str, left: str) -> None:
    state = board(["..."] * 3, ["02.", "...", "..1"], seats=3, relations={(0, 2): was}, capitals={2: [1, 0]}, **QUIET)
    _, events = play(state, {0: {"campaigns": [campaign(0, 0, 90)]}})
    assert ([1, 0] in [event["at"] for event in heard(events, 0, "taken")]) == (left == "0")


def test_attacks_of_allies_do_not_add_up() -> None:
    """7.4: two times 30 on grass beside both; together they would be enough."""
    state = board(["..."] * 3, ["0.1", "...", "..."], relations={(0, 1): "allied"}, **QUIET)
    orders = {seat: {"campaigns": [campaign(2 * seat, 0, 30 + seat)]} for seat in (0, 1)}
    assert drawn(after(state, orders))[0] == "0.1"


def test_a_shared_first_place_leaves_unowned_land_to_nobody() -> None:
    state = board(["..."] * 3, ["0.1", "...", "..."], **QUIET)
    orders = {seat: {"campaigns": [campaign(2 * seat, 0, 60)]} for seat in (0, 1)}
    done, events = play(state, orders)
    assert drawn(done)[0] == "0.1"
    assert heard(events, 0, "contested")[0] == {"round": 10, "at": [1, 0], "was": None, "seats": [0, 1]}


def test_a_shared_first_place_takes_owned_land_from_its_owner() -> None:
    state = board(["..."] * 3, ["021", "...", "222"], seats=3, relations={(0, 2): "at_war", (1, 2): "at_war"}, **QUIET)
    orders = {seat: {"campaigns": [campaign(2 * seat, 0, 60)]} for seat in (0, 1)}
    done, events = play(state, orders)
    assert drawn(done)[0] == "0.1"
    assert heard(events, 2, "contested")[0] == {"round": 10, "at": [1, 0], "was": 2, "seats": None}
    assert heard(events, 0, "contested")[0]["seats"] == [0, 1]


def test_a_tie_below_the_first_place_does_not_matter() -> None:
    rows = ["...", "...", "..."]
    state = board(rows, ["0.1", "...", ".2."], seats=3, **QUIET)
    orders = {
        0: {"campaigns": [campaign(0, 0, 60)]},
        1: {"campaigns": [campaign(2, 0, 60)]},
        2: {"campaigns": [campaign(1, 2, 90)]},
    }
    assert drawn(after(state, orders))[0] == "021"


def test_lost_land_still_carries_the_connection_of_its_former_owner() -> None:
    """7.6: the start is access land as it was before any conquest, also cells that are lost in this round."""
    state = board(
        ["~.~", "...", "~~~"], [".2.", "10.", "..."], seats=3,
        relations={(0, 1): "at_war", (0, 2): "at_war", (1, 2): "at_war"}, cut=[[1, 1]], **QUIET,
    )  # fmt: skip
    orders = {seat: {"campaigns": [campaign(*at, 60)]} for seat, at in enumerate([(1, 1), (0, 1), (1, 0)])}
    assert drawn(after(state, orders)) == [".2.", "1.0", "..."]


def test_cut_off_land_does_not_defend() -> None:
    """7.3: the mark of the end of the last round counts."""
    for cut, owner in (([], "1"), ([[1, 0]], "0")):
        state = board(
            ["..."] * 3, ["01.", "...", "..1"], relations={(0, 1): "at_war"}, cut=cut, capitals={1: [2, 2]}, **QUIET
        )
        done = after(state, {0: {"campaigns": [campaign(0, 0, 60)]}, 1: {"campaigns": [campaign(1, 0, 60)]}})
        assert drawn(done)[0][1] == owner


# Connection.


def test_broken_land_without_a_connection_stays_with_its_owner() -> None:
    rows = ["..~..", "..~..", "..~.."]
    state = board(rows, ["00...", "00...", "00..1"], relations={(0, 1): "at_war"}, **QUIET)
    done, events = play(state, {0: {"campaigns": [campaign(1, 1, 80)]}})
    assert drawn(done) == ["00...", "00...", "00..1"]
    assert {tuple(event["at"]) for event in heard(events, 0, "not_connected")} == {(3, 1), (4, 1)}
    assert heard(events, 1, "not_connected") == []


def test_the_owner_hears_of_land_broken_without_a_connection() -> None:
    state = board(["..~.."] * 3, ["00.11", "00.11", "00.11"], relations={(0, 1): "at_war"}, **QUIET)
    _, events = play(state, {0: {"campaigns": [campaign(1, 1, 80)]}})
    assert {"round": 10, "at": [3, 1], "seat": 0} in heard(events, 1, "not_connected")


def test_connection_runs_through_cells_taken_in_the_same_round() -> None:
    state = board(["." * 9] * 3, ["0" + "." * 8, "." * 9, "." * 8 + "1"], **QUIET)
    done = after(state, {0: {"campaigns": [campaign(0, 0, 500)]}})
    assert drawn(done)[0] == "00000...."


def test_connection_starts_from_the_land_of_allies() -> None:
    state = board(["." * 7] * 3, ["0.....1", "." * 7, "." * 7], relations={(0, 1): "allied"}, saving=100)
    done = after(state, {0: {"campaigns": [campaign(6, 0, 60)]}})
    assert drawn(done)[0] == "0..0001"


# Water.


def test_a_birthplace_on_water_ends_after_the_conquests_of_round_1() -> None:
    """7.7: what it has taken is connected; without a move to land it has no capital."""
    orders = {"campaigns": [campaign(1, 1, 60)], "capital": None}
    for capital, kept in ((None, None), ([0, 1], [0, 1])):
        state = board(
            ["...", ".~.", "..."],
            ["...", ".0.", "..1"],
            capitals={0: [1, 1]},
            round=1,
            saving=60,
        )
        done, events = play(state, {0: {**orders, "capital": capital}})
        assert drawn(done) == ["000", "0.0", "001"]
        assert GAME.view(done, 0)["me"]["capital"] == kept
        assert heard(events, 0, "washed_away") == [{"round": 1, "at": [1, 1], "seat": 0}]
        assert [event["reason"] for event in heard(events, 0, "capital_lost")] == ([] if capital else ["water"])


# Capital.


def held(**facts: Any) -> State:
    return board(["....."] * 3, ["00..1", "00..1", "....1"], capitals={0: [0, 0], 1: [4, 0]}, **{**QUIET, **facts})


@pytest.mark.parametrize(
    ("ordered", "capital"),
    [
        (None, [0, 0]),
        ([1, 1], [1, 1]),
        ([-1, 0], [0, 0]),
        ([5, 0], [0, 0]),
        ([2, 0], None),
        ([4, 1], None),
    ],
)
def test_capital_after_a_round(ordered: list[int] | None, capital: list[int] | None) -> None:
    """7.8: off the board is as not named; an illegal cell loses even a safe capital."""
    done, events = play(held(), {0: {"capital": ordered}})
    assert GAME.view(done, 0)["me"]["capital"] == capital
    lost = heard(events, 0, "capital_lost")
    assert lost == ([] if capital else [{"round": 10, "seat": 0, "from": [0, 0], "at": ordered, "reason": "no_access"}])
    moved = heard(events, 0, "capital_moved")
    assert bool(moved) == (capital not in ([0, 0], None))


def test_capital_may_move_to_land_taken_in_this_round() -> None:
    done = after(held(), {0: {"campaigns": [campaign(1, 0, 60)], "capital": [2, 0]}})
    assert GAME.view(done, 0)["me"]["capital"] == [2, 0]


def test_a_lost_capital_stays_lost_until_a_legal_cell_is_named() -> None:
    state = after(held(), {0: {"capital": [3, 0]}})
    state = after(state)
    assert state.capital[0] is None
    state, events = play(state, {0: {"capital": [1, 0]}})
    assert state.board.place(state.capital[0]) == [1, 0]
    assert heard(events, 0, "capital_moved") == [{"round": 12, "seat": 0, "from": None, "at": [1, 0]}]


def test_a_lost_capital_returns_by_itself_where_the_option_says_so() -> None:
    """7.8: the loss is for this round; it stands again in the round in which its cell is taken, and storage keeps where."""
    state = after(held(capital_returns=True), {0: {"capital": [2, 0]}})
    assert (state.capital[0], GAME.view(state, 0)["me"]["capital_returns_to"]) == (None, [2, 0])
    assert GAME.check(state, 0, {})["capital"] == GAME.default_orders(state, 0)["capital"] == [2, 0]
    state = after(GAME.from_json(GAME.to_json(state)), {0: {}})
    assert (state.capital[0], GAME.view(state, 0)["me"]["capital_returns_to"]) == (None, [2, 0])
    state, events = play(state, {0: {"campaigns": [campaign(1, 0, 60)]}})
    assert (GAME.view(state, 0)["me"]["capital"], GAME.view(state, 0)["me"]["capital_returns_to"]) == ([2, 0], None)
    assert [event["at"] for event in heard(events, 0, "capital_moved")] == [[2, 0]]


def test_a_capital_that_would_return_may_be_moved_instead() -> None:
    state = after(held(capital_returns=True), {0: {"capital": [2, 0]}})
    state = after(state, {0: {"capital": [1, 0]}})
    assert GAME.view(state, 0)["me"]["capital"] == [1, 0]
    assert GAME.view(state, 0)["me"]["capital_returns_to"] is None


def test_without_the_option_nothing_is_said_of_it() -> None:
    state = after(held(), {0: {"capital": [3, 0]}})
    assert "capital_returns_to" not in GAME.view(state, 0)["me"]
    assert "returning" not in GAME.to_json(state)
    assert "capital_returns" not in GAME.view(state, 0)["options"]


def test_a_capital_whose_land_is_taken_is_lost() -> None:
    state = held(relations={(0, 1): "at_war"}, cut=[[0, 0], [1, 0], [0, 1], [1, 1]])
    state.owner = b"001.1" + state.owner[5:]
    state.facts = None
    done, events = play(state, {0: {"capital": [1, 0]}, 1: {"campaigns": [campaign(2, 0, 90)]}})
    assert heard(events, 0, "capital_lost") == [
        {"round": 10, "seat": 0, "from": [0, 0], "at": [1, 0], "reason": "taken"}
    ]
    assert done.capital[0] is None


def test_several_capitals_may_share_a_cell() -> None:
    done = after(held(relations={(0, 1): "allied"}), {0: {"capital": [4, 1]}, 1: {"capital": [4, 1]}})
    assert done.capital == [9, 9]


def test_a_club_that_had_none_and_gets_none_hears_nothing() -> None:
    _, events = play(board(["..."] * 3, ["0..", "...", "..1"]), {0: {"capital": [1, 1]}})
    assert heard(events, 0, "capital_lost") == heard(events, 0, "capital_moved") == []


# Supply.


def test_land_that_no_capital_reaches_is_cut_off() -> None:
    state = board(["....."] * 3, ["00.00", ".....", "..1.."], capitals={0: [0, 0]}, **QUIET)
    done, events = play(state)
    assert GAME.view(done, 0)["cut_off"] == [[3, 0], [4, 0]]
    assert heard(events, 0, "cut_off") == [{"round": 10, "cells": [[3, 0], [4, 0]]}]


def test_without_any_capital_all_land_is_cut_off() -> None:
    done = after(board(["..."] * 3, ["00.", "...", "..1"]))
    assert GAME.view(done, 0)["cut_off"] == [[0, 0], [1, 0]]


def test_supply_runs_over_the_land_of_allies_and_from_their_capitals() -> None:
    state = board(
        ["....."] * 3, ["00110", ".....", "..2.."], seats=3, relations={(0, 1): "allied"}, capitals={1: [2, 0]}, **QUIET
    )
    assert after(state).cut == 1 << 12


def test_the_capital_of_an_ally_supplies_also_from_the_land_of_an_allys_ally() -> None:
    """7.9: club 1's capital stands on the land of club 2, with which club 0 has nothing to do."""
    state = board(
        ["....."] * 3, ["0021.", ".....", "....."], seats=3, relations={(0, 1): "allied", (1, 2): "allied"},
        capitals={1: [2, 0]}, **QUIET,
    )  # fmt: skip
    done = after(state)
    assert done.cut == 0
    assert done.capital == [None, 2, None]


def test_the_capital_may_move_to_cut_off_land_and_supplies_it_in_the_same_check() -> None:
    state = board(["....."] * 3, ["00.00", ".....", "..1.."], capitals={0: [0, 0]}, cut=[[3, 0], [4, 0]], **QUIET)
    done, events = play(state, {0: {"capital": [4, 0]}})
    assert GAME.view(done, 0)["cut_off"] == [[0, 0], [1, 0]]
    assert heard(events, 0, "resupplied") == [{"round": 10, "cells": [[3, 0], [4, 0]]}]


def test_cut_off_land_carries_campaigns() -> None:
    state = board(["....."] * 3, ["0...0", ".....", "1...."], capitals={0: [0, 0]}, cut=[[4, 0]], **QUIET)
    assert drawn(after(state, {0: {"campaigns": [campaign(4, 0, 55)]}}))[0] == "0.000"
