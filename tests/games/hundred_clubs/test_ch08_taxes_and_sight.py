"""Chapter 8: taxes, sight, memory and discovery."""

from __future__ import annotations

from typing import Any

import pytest

from games.hundred_clubs import GAME
from games.hundred_clubs.state import State
from tests.games.hundred_clubs.boards import after, board, campaign, drawn, heard, play, relation


def test_the_example_of_the_rules() -> None:
    """8.1: 40 cells, income 120, 200 left over, capital stands: floor(200 * 0.96) + 5 + 120 = 317."""
    rows, owners = ["." * 41] * 3, ["0" * 40 + "."] + ["." * 40 + letter for letter in ".1"]
    members = [{"at": [x, 0], "members": 3} for x in range(40)]
    state = board(rows, owners, overrides=members, capitals={0: [0, 0]}, saving=200, capital_influence_pct=0)
    done, events = play(state)
    assert done.saving[0] == 317
    assert heard(events, 0, "taxes") == [
        {"round": 10, "seat": 0, "before": 200, "corruption": 8, "dole": 5, "income": 120, "saving": 317}
    ]


@pytest.mark.parametrize(
    ("options", "saving"),
    [
        ({}, 99 + 5 + 1),
        ({"corruption": {"ppm": 100_000}}, 90 + 5 + 1),
        ({"corruption": {"ppm": 0}}, 100 + 5 + 1),
        ({"capital_wage": {"base": 7, "per_round": 2}}, 99 + 7 + 2 * 10 + 1),
    ],
)
def test_saving_after_a_round(options: dict[str, Any], saving: int) -> None:
    """One cell of grass, 100 left over, in round 10; corruption is rounded so that the fraction is lost."""
    state = board(["..."] * 3, ["0..", "...", "..1"], capitals={0: [0, 0]}, **options)
    assert after(state).saving[0] == saving


def test_corruption_never_takes_more_than_all() -> None:
    rows, owners = ["." * 20] * 3, ["0" * 20, "." * 20, "." * 19 + "1"]
    state = board(rows, owners, corruption={"ppm": 100_000}, saving=1000, capital_influence_pct=0)
    assert after(state).saving[0] == 20


def test_no_dole_without_a_capital_and_none_is_lost_by_moving() -> None:
    state = board(["..."] * 3, ["00.", "...", "..1"], capitals={0: [0, 0]}, saving=0)
    assert after(state, {0: {"capital": [1, 0]}}).saving[0] == 5 + 2
    assert after(state, {0: {"capital": [2, 0]}}).saving[0] == 2


def test_income_is_that_after_the_conquests() -> None:
    state = board(["..."] * 3, ["0..", "...", "..1"], saving=45)
    done = after(state, {0: {"campaigns": [campaign(0, 0, 45)]}})
    assert done.saving[0] == 3
    assert done.peak[0] == 3


def test_peak_is_the_highest_income() -> None:
    state = board(["DD.", "...", "..."], ["01.", "...", "..1"], relations={(0, 1): "at_war"}, cut=[[1, 0]], saving=60)
    state.peak = [3, 30]
    done = after(state, {0: {"campaigns": [campaign(0, 0, 60)]}})
    assert done.peak == [8 + 8 + 4, 30]


# Sight.


def seen(state: State, seat: int) -> list[str]:
    return ["".join("-" if letter == "?" else "x" for letter in row) for row in GAME.view(state, seat)["owners"]]


@pytest.mark.parametrize(
    ("sight", "expected"),
    [
        (1, ["-----", "--x--", "-xxx-", "--x--", "-----"]),
        (2, ["--x--", "-xxx-", "xxxxx", "-xxx-", "--x--"]),
        (3, ["-xxx-", "xxxxx", "xxxxx", "xxxxx", "-xxx-"]),
    ],
)
def test_sight_is_by_manhattan_distance(sight: int, expected: list[str]) -> None:
    state = board(["....."] * 5, [".....", ".....", "..0..", ".....", "....1"], sight=sight, capitals={1: [4, 4]})
    assert seen(after(state), 0) == expected


def test_sight_starts_from_the_land_of_allies_too() -> None:
    state = board(
        ["." * 9] * 3, ["0........", "." * 9, "........1"], relations={(0, 1): "allied"}, capitals={0: [0, 0]}
    )
    assert seen(after(state), 0) == ["xxx-----x", "xx-----xx", "x-----xxx"]


def test_a_lost_ally_takes_its_sight_along() -> None:
    """8.2: relations are those at the end of the round; the memory keeps what was seen, with the round."""
    state = board(
        ["." * 9] * 3, ["0........", "." * 9, "........1"], relations={(0, 1): "allied"}, capitals={0: [0, 0]}
    )
    done = after(state, {1: {"diplomacy": {"0": "keep_neutral"}}})
    view = GAME.view(done, 0)
    assert view["owners"] == ["0..??????", "..???????", ".????????"]
    assert view["memory"]["owners"] == ["????????.", "???????..", "??????..1"]
    assert view["memory"]["rounds"] == [[0] * 8 + [9], [0] * 7 + [9, 9], [0] * 6 + [9, 9, 9]]


def test_memory_is_forgotten_where_one_looks_again() -> None:
    state = board(
        ["." * 9] * 3, ["0........", "." * 9, "........1"], relations={(0, 1): "allied"}, capitals={0: [0, 0]}
    )
    state = after(state, {1: {"diplomacy": {"0": "keep_neutral"}}})
    state = after(state, {seat: {"diplomacy": {str(1 - seat): "form_alliance"}} for seat in (0, 1)})
    assert GAME.view(state, 0)["memory"] == {"owners": ["?" * 9] * 3, "rounds": [[0] * 9] * 3}


def test_memory_keeps_what_was_there_not_what_is() -> None:
    state = board(
        ["." * 9] * 3,
        ["0........", "." * 9, "........1"],
        relations={(0, 1): "allied"},
        capitals={0: [0, 0], 1: [8, 2]},
        saving=300,
    )
    state = after(state, {1: {"diplomacy": {"0": "keep_neutral"}, "campaigns": [campaign(8, 2, 100)]}})
    assert drawn(state)[2] == ".....1111"
    assert GAME.view(state, 0)["memory"]["owners"][2] == "??????..1"


def test_terrain_is_always_known() -> None:
    state = board(["D~P"] * 3, ["0..", "...", "..1"])
    assert GAME.view(state, 0)["map"]["rows"] == ["D~P"] * 3
    assert GAME.view(state, "public")["map"]["rows"] == ["D~P"] * 3


# Discovery.


@pytest.mark.parametrize(("away", "expected"), [(2, "neutral"), (3, "undiscovered")])
def test_clubs_discover_each_other_when_one_sees_the_other(away: int, expected: str) -> None:
    row = "0" + "." * (away - 1) + "1" + "." * (8 - away)
    state = board(["." * 9] * 3, [row, "." * 9, "." * 9], relations={(0, 1): "undiscovered"}, capital_influence_pct=0)
    state, events = play(state)
    assert relation(state, 0, 1) == expected
    assert bool(heard(events, 0, "relation")) == (expected == "neutral")


def test_sight_through_an_ally_discovers_too() -> None:
    """8.3: and the other one knows as well, although it sees nothing."""
    state = board(
        ["." * 12] * 3, ["0.......1.2.", "." * 12, "." * 12], seats=3,
        relations={(0, 1): "allied", (0, 2): "undiscovered", (1, 2): "undiscovered"},
    )  # fmt: skip
    state = after(state)
    assert relation(state, 0, 2) == relation(state, 1, 2) == "neutral"


def test_discovery_comes_after_the_conquests_of_the_round() -> None:
    state = board(["." * 7] * 3, ["0.....1", "." * 7, "." * 7], relations={(0, 1): "undiscovered"}, saving=60)
    assert relation(after(state), 0, 1) == "undiscovered"
    assert relation(after(state, {0: {"campaigns": [campaign(0, 0, 60)]}}), 0, 1) == "undiscovered"
    state.saving[0] = 110
    assert relation(after(state, {0: {"campaigns": [campaign(0, 0, 110)]}}), 0, 1) == "neutral"
