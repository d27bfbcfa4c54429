"""The forecast: what a draft leads to if every other club keeps the status quo and places nothing (chapter 17)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.rng import SeededRng
from games.hundred_clubs import GAME
from games.hundred_clubs.state import UNDISCOVERED, State
from tests.games.hundred_clubs.boards import after, board, campaign, random_orders, random_states

TABLES = [
    (3, {"rounds": 20, "map": {"generated": {"width": 15, "height": 15}}, "starts": "drawn"}),
    (2, {"rounds": 15, "map": {"generated": {"width": 15, "height": 15}}, "justify_rounds": 1, "campaign_price": 2}),
]


def test_before_the_rounds() -> None:
    state = GAME.setup(GAME.check_options({}, 2), 2, SeededRng("forecast"))
    assert GAME.forecast(GAME.view(state, 0), {"bid": 7}) == {"left": 43}
    state = after(state, {0: {"bid": 7}})
    told = GAME.forecast(GAME.view(state, 0), {"birthplace": [15, 8]})
    assert told == {"members": 8, "around": int(state.chart.around[8, 15]), "water": False}
    assert GAME.forecast(GAME.view(state, 0), {"birthplace": [11, 0]})["water"] is True


def test_of_a_resignation_there_is_nothing_to_say() -> None:
    state = board(["..."] * 3, ["0..", "...", "..1"])
    assert GAME.forecast(GAME.view(state, 0), {"resign": True}) == {}


def test_it_comes_true_if_the_others_are_quiet() -> None:
    """Taken cells, money and wars, in positions in which all land is seen and that of the other club is cut off."""
    compared = wars = 0
    for state, _ in random_states("forecast", 300, [(2, {**options, "sight": 10}) for _, options in TABLES]):
        if state.phase != "rounds":
            continue
        seat, other = 0, 1
        dice = SeededRng(f"draft {state.round}")
        world = GAME.from_json(GAME.to_json(state))
        world.capital[other] = None
        world.cut = sum(1 << cell for cell, letter in enumerate(world.owner) if letter == ord("0") + other)
        if "?" in "".join(GAME.view(world, seat)["owners"]) or world.relation[0][1] == UNDISCOVERED:
            continue
        orders = random_orders(world, seat, dice)
        told = GAME.forecast(GAME.view(world, seat), orders)
        done = after(world, {seat: orders})
        gained = {
            (cell % world.board.width, cell // world.board.width)
            for cell, (old, new) in enumerate(zip(world.owner, done.owner, strict=True))
            if old != new and new == ord("0")
        }
        assert {tuple(place) for place in told["taken"]} == gained
        if done.relation[0][1] == 3:
            assert told["wars"] == [1]
            wars += 1
        elif done.phase != "over":
            assert told["wars"] == []
        if "uncertain" not in told["money"]:
            assert done.saving[0] == told["money"]["next_high"]
            compared += 1
    assert compared > 30
    assert wars > 3


def two(**facts: Any) -> State:
    base: dict[str, Any] = {"saving": 60, "capital_influence_pct": 0, "capitals": {0: [0, 0], 1: [4, 0]}}
    return board(["....."] * 3, ["0...1", ".....", "....1"], **{**base, **facts})


@pytest.mark.parametrize(
    ("facts", "commands", "wars"),
    [
        ({}, {}, []),
        ({}, {"1": "justify_war"}, []),
        ({"justify": {(0, 1): 2}}, {"1": "justify_war"}, [1]),
        ({"justify": {(0, 1): 2}, "saving": 0}, {"1": "justify_war"}, []),
        ({"justify": {(0, 1): 1}}, {"1": "justify_war"}, []),
        ({"truce": {(0, 1): 1}, "justify_rounds": 1}, {"1": "justify_war"}, []),
        ({"relations": {(0, 1): "allied"}, "justify_rounds": 1}, {"1": "justify_war"}, []),
        ({"relations": {(0, 1): "allied"}, "justify_rounds": 1, "truce_rounds": 0}, {"1": "justify_war"}, [1]),
        ({}, {"1": "backstab"}, [1]),
        ({"stabbed": [0]}, {"1": "backstab"}, []),
        ({"relations": {(0, 1): "at_war"}}, {"1": "keep_neutral"}, [1]),
    ],
)
def test_wars(facts: dict[str, Any], commands: dict[str, str], wars: list[int]) -> None:
    assert GAME.forecast(GAME.view(two(**facts), 0), {"diplomacy": commands})["wars"] == wars


def test_entries_without_access_say_why() -> None:
    """Land of a neutral club needs its alliance too, which the forecast does not count on; of unseen land it says nothing."""
    state = two(saving=10, sight=4)
    draft = {
        "diplomacy": {"1": "form_alliance"},
        "campaigns": [campaign(4, 0, 1), campaign(4, 2, 1), campaign(0, 0, 3)],
    }
    told = GAME.forecast(GAME.view(state, 0), draft)
    assert told["campaigns"] == [
        {"index": 0, "funded": 0, "reason": "alliance_needed"},
        {"index": 1, "funded": 0, "reason": "no_access"},
        {"index": 2, "funded": 3, "reason": None},
    ]


def test_money_that_diplomacy_takes_cuts_campaigns() -> None:
    state = two(saving=10, justify_price=6)
    draft = {"diplomacy": {"1": "justify_war"}, "campaigns": [campaign(0, 0, 3), campaign(0, 0, 3), campaign(0, 0, 1)]}
    told = GAME.forecast(GAME.view(state, 0), draft)
    assert [(entry["funded"], entry["reason"]) for entry in told["campaigns"]] == [
        (3, None),
        (1, "cut"),
        (0, "no_money"),
    ]
    assert told["money"]["diplomacy"] == [{"target": 1, "command": "justify_war", "price": 6}]
    assert (told["money"]["campaigns"], told["money"]["left"]) == (4, 0)


def test_unknown_prices_count_as_nothing_and_are_uncertain() -> None:
    state = two(relations={(0, 1): "at_war"})
    money = GAME.forecast(GAME.view(state, 0), {"diplomacy": {"1": "form_alliance"}})["money"]
    assert money["uncertain"] is True
    assert money["diplomacy"] == [{"target": 1, "command": "form_alliance", "price": None}]
    assert "uncertain" not in GAME.forecast(GAME.view(state, 0), {})["money"]


def test_broken_but_not_connected() -> None:
    state = board(
        ["..~..", "..~..", "..~.."],
        ["00...", "00...", "00..1"],
        saving=100,
        capital_influence_pct=0,
        capitals={0: [0, 0]},
    )
    told = GAME.forecast(GAME.view(state, 0), {"campaigns": [campaign(1, 1, 80)]})
    assert (told["taken"], told["broken"]) == ([], [[3, 1]])
    low, high = told["money"]["next_low"], told["money"]["next_high"]
    assert low == high == 20 * (1_000_000 - 6000) // 1_000_000 + 5 + 6
