"""The forecast: what a draft leads to if every other club keeps the status quo and places nothing (chapter 12)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.bits import members
from games.core.rng import SeededRng
from games.hundred_clubs import GAME
from games.hundred_clubs.resolve.conquest import connected
from games.hundred_clubs.sight import facts
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
    """Cells, money and wars, in positions in which all land is seen and that of the other club is cut off: where nothing more is
    missing and land joins, all falls; the sure cells are among them; the money is exact if they are all."""
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
        gained = members(facts(done).own[seat] & ~facts(world).own[seat])
        missing = [value for line in told["layers"]["missing"] for value in line]
        falls = sum(1 << cell for cell, value in enumerate(missing) if value is not None and value < 1)
        assert members(connected(world.board, facts(world).access[seat], falls)) == gained
        sure = [world.board.cell(place) for place in told["sure"]]
        assert set(sure) <= set(gained)
        if done.relation[0][1] == 3:
            assert told["wars"] == [1]
            wars += 1
        elif done.phase != "over":
            assert told["wars"] == []
        if "uncertain" not in told["money"] and sorted(sure) == gained and done.out[0] is None:
            assert done.saving[0] == told["money"]["next"]["least"]
            compared += 1
    assert compared > 20
    assert wars > 3


def test_money_that_is_left_is_spent_where_it_wins_most() -> None:
    """Dormitories before grass; what it promises is what the forecast says of those campaigns, and once they are ordered nothing is left to gain."""
    state = board(
        ["..........", "....DDD...", "....DDD...", ".........."], ["0000......"] * 4, saving=300, capitals={0: [0, 0]}
    )
    view = GAME.view(state, 0)
    bare = GAME.forecast(view, {})
    spend = bare["spend"]
    assert sum(one["size"] for one in spend["campaigns"]) == 300 - spend["left"] > 0
    ordered = GAME.forecast(view, GAME.check(state, 0, {"campaigns": spend["campaigns"]}))
    assert ordered["cells"]["about"] - bare["cells"]["about"] == spend["gain"]["about"] > 0
    assert ordered["money"]["left"] == spend["left"]
    won = [tuple(at) for at in [*ordered["sure"], *ordered["likely"]]]
    assert {(4, 1), (4, 2)} <= set(won), "the dormitories beside the land"
    assert sum(state.chart.members[y, x] for x, y in won) > len(won) * 2


def test_what_stands_alone_wins_land_without_the_rest_of_what_is_proposed() -> None:
    """A place that holds only together with another is proposed with it, and not alone."""
    found = []
    for saving in range(40, 400, 40):
        state = board(["DD+DD+DD+D"] * 7, ["000......."] * 7, saving=saving, capitals={0: [0, 3]}, threshold=400)
        view = GAME.view(state, 0)
        spend = GAME.forecast(view, {})["spend"]
        assert all(one in spend["campaigns"] for one in spend["alone"])
        for one in spend["campaigns"]:
            cells = GAME.forecast(view, GAME.check(state, 0, {"campaigns": [one]}))["cells"]["about"]
            bare = GAME.forecast(view, {})["cells"]["about"]
            assert (cells > bare) == (one in spend["alone"])
            found.append(one in spend["alone"])
    assert any(found) and not all(found)


def test_without_money_or_land_to_win_nothing_is_to_be_spent() -> None:
    poor = board(["D.D"] * 3, ["0.."] * 3, saving=0)
    alone = board(["DDD"] * 3, ["000"] * 3, saving=300)
    for state in (poor, alone):
        assert GAME.forecast(GAME.view(state, 0), {})["spend"]["campaigns"] == []


def test_dear_land_is_proposed_while_money_is_left_that_would_be_taxed() -> None:
    """A member for 17 coins is worth it to somebody who has no plan of their own; one for 25 is not."""
    at = {"saving": 400, "capitals": {0: [0, 0]}, "rounds": 50, "round": 10}
    gains = [
        GAME.forecast(GAME.view(board(["." * 10] * 4, ["0000......"] * 4, threshold=threshold, **at), 0), {})["spend"]
        for threshold in (600, 800)
    ]
    assert gains[0]["gain"]["members"] > 0 == gains[1]["gain"]["members"]
    assert gains[1]["left"] == 400, "and it says what is kept"


def test_at_war_money_that_is_left_is_shared_between_defence_and_attack() -> None:
    """In peace there is none; at war the proposal holds what it says against the blow that it reckons with, and costs what it says."""
    rows, owners = ["+" * 16] * 3, ["0" * 8 + "1" * 8] * 3
    state = board(rows, owners, saving=2000, capitals={0: [0, 1], 1: [15, 1]}, threshold=200)
    assert GAME.forecast(GAME.view(state, 0), {})["guard"] is None
    state = board(
        rows, owners, saving=2000, capitals={0: [0, 1], 1: [15, 1]}, threshold=200, relations={(0, 1): "at_war"}
    )
    view = GAME.view(state, 0)
    bare = GAME.forecast(view, {})
    guard = bare["guard"]
    assert guard["cells"] > 0 and guard["members"] == 2 * guard["cells"]
    assert sum(one["size"] for one in guard["campaigns"]) == bare["money"]["left"] - guard["left"] > 0
    ordered = GAME.forecast(view, GAME.check(state, 0, {"campaigns": guard["campaigns"]}))
    assert ordered["guard"]["cells"] == 0, "once it is ordered, nothing more is to be held so"
    assert guard["open"] - guard["cells"] == ordered["guard"]["open"] and guard["by"] == [1]
    assert ordered["cells"]["about"] - bare["cells"]["about"] == guard["gain"]["about"]
    # A blow of what the enemy gets in a round, evenly on its border.
    blow = {"campaigns": [campaign(x, y, 6) for x in (8, 9) for y in range(3)]}
    kept = [after(state, {0: {"campaigns": given}, 1: blow}).owner.count(b"0") for given in ([], guard["campaigns"])]
    assert kept[0] < 24 <= kept[1]


def test_at_war_what_a_coin_does_more_for_comes_first() -> None:
    """Free dormitories at one's back are taken and the border is held, where there is money for both; without an enemy in reach nothing is open."""
    facts: dict[str, Any] = {
        "saving": 900,
        "threshold": 200,
        "relations": {(0, 1): "at_war"},
        "capitals": {0: [5, 1], 1: [15, 1]},
    }
    state = board(["DD" + "+" * 14] * 3, [".." + "0" * 6 + "1" * 8] * 3, **facts)
    guard = GAME.forecast(GAME.view(state, 0), {})["guard"]
    assert guard["cells"] > 0 and guard["gain"]["members"] >= 6 * 8
    afar = board(["+" * 30] * 3, ["000" + "." * 24 + "111"] * 3, **{**facts, "capitals": {0: [0, 1], 1: [29, 1]}})
    assert GAME.forecast(GAME.view(afar, 0), {})["guard"]["open"] == 0


def test_lost_land_out_of_sight_is_not_defended() -> None:
    """What the club remembers as its own, and does not see, is not among what is held."""
    rows = ["+" * 16] * 3
    facts: dict[str, Any] = {
        "saving": 900,
        "threshold": 200,
        "relations": {(0, 1): "at_war"},
        "capital_influence_pct": 0,
        "sight": 1,
    }
    state = board(rows, ["0" * 2 + "1" * 14] * 3, capitals={0: [0, 1], 1: [15, 1]}, **facts)
    memory = bytearray(state.memory[0])
    for cell in range(48):
        if cell % 16 > 6:
            memory[cell] = ord("0")
    state.memory[0] = bytes(memory)
    guard = GAME.forecast(GAME.view(state, 0), {})["guard"]
    assert guard["cells"] <= 6
    assert all(one["at"][0] < 2 for one in guard["campaigns"])


def two(**special: Any) -> State:
    base: dict[str, Any] = {"saving": 60, "capital_influence_pct": 0, "capitals": {0: [0, 0], 1: [4, 0]}}
    return board(["....."] * 3, ["0...1", ".....", "....1"], **{**base, **special})


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
    assert [(entry["index"], entry["funded"], entry["reason"]) for entry in told["campaigns"]] == [
        (0, 0, "alliance_needed"),
        (1, 0, "no_access"),
        (2, 3, None),
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
    assert (told["sure"], told["likely"], told["broken"]) == ([], [], [[3, 1], [4, 1]])
    saving = 20 * (1_000_000 - 6000) // 1_000_000 + 5 + 6
    assert told["money"]["next"] == {"least": saving, "about": saving}
    assert told["cells"] == {"least": 0, "about": 0, "members": 0}


# What is sure, and what is likely.


def row(owners: str, **facts: Any) -> State:
    """A strip of dormitories; the club has 90, no capital, and looks ten cells far."""
    base: dict[str, Any] = {"saving": 90, "sight": 10, "threshold": 1, "seats": 3}
    return board(["D" * len(owners)], [owners], **{**base, **facts})


def told(state: State, *campaigns: dict[str, Any], **orders: Any) -> dict[str, Any]:
    """What club 0 is told of these campaigns."""
    found: dict[str, Any] = GAME.forecast(GAME.view(state, 0), {"campaigns": list(campaigns), **orders})
    return found


def test_free_land_is_sure_until_another_club_is_near() -> None:
    assert told(row("0............"), campaign(0, 0, 5))["sure"] == [[1, 0], [2, 0], [3, 0], [4, 0]]
    near = told(row("0......1"), campaign(0, 0, 5))
    assert (near["sure"], near["likely"]) == ([[1, 0], [2, 0]], [[3, 0], [4, 0]])
    assert near["cells"] == {"least": 2, "about": 4, "members": 32}


def test_land_of_an_enemy_is_sure_only_if_it_is_cut_off_and_the_war_cannot_end() -> None:
    war = {"relations": {(0, 1): "at_war"}, "cut": [[1, 0], [2, 0]]}
    held = told(row("0111", **{**war, "cut": [], "threshold": 20}), campaign(0, 0, 2))
    assert (held["sure"], held["likely"]) == ([], [])
    cut = told(row("011.", **war), campaign(0, 0, 5))
    assert cut["sure"] == [[1, 0], [2, 0]]
    assert told(row("011.", **war), campaign(0, 0, 5), diplomacy={"1": "keep_neutral"})["sure"] == []
    assert told(row("011..2", **war), campaign(0, 0, 5))["sure"] == [], "a third club could take it"


def test_influence_of_an_ally_is_counted() -> None:
    """The capital of the ally, whose land yields 24, radiates 7: what it feels more strongly is not the club's."""
    state = row("0....111", relations={(0, 1): "allied"}, capitals={1: [5, 0]})
    said = told(state, campaign(0, 0, 5))
    assert (said["sure"], said["likely"]) == ([[1, 0]], [])
    assert said["layers"]["allied"][0] == [0, 56, 98, 112, 126, 140, 126, 112]


def test_money_that_may_be_gone_makes_nothing_sure() -> None:
    state = row(
        "0.....",
        relations={(0, 1): "at_war", (0, 2): "at_war"},
        saving=3,
        alliance_tax={"basis": "area", "milli": 1000},
    )
    assert told(state, campaign(0, 0, 2))["sure"] != []
    said = told(state, campaign(0, 0, 2), diplomacy={"1": "form_alliance"})
    assert (said["sure"], said["money"]["uncertain"]) == ([], True)
    assert said["likely"] != []


def test_a_campaign_on_an_allys_land_is_sure_of_nothing() -> None:
    said = told(row("01.....", relations={(0, 1): "allied"}), campaign(1, 0, 5))
    assert (said["sure"], said["likely"]) == ([], [[2, 0], [3, 0], [4, 0], [5, 0]])


# What each campaign is good for.


def test_each_campaign_says_what_it_adds() -> None:
    state = row("0" + "." * 30, threshold=90, saving=20)
    said = told(state, campaign(0, 0, 6), campaign(0, 0, 1))
    assert said["cells"] == {"least": 3, "about": 3, "members": 24}
    assert [entry["gain"]["least"] for entry in said["campaigns"]] == [3, 1]
    assert [entry["gain"]["members"] for entry in said["campaigns"]] == [24, 8]


@pytest.mark.parametrize("seed", range(6))
def test_what_a_campaign_asks_for_one_cell_more_is_exact(seed: int) -> None:
    """At the size told one more cell is won, with one less it is not; on land that can only be won, all in sight."""
    dice = SeededRng(f"one more {seed}")
    rows = ["".join(dice.choice("DTP+.h") for _ in range(9)) for _ in range(9)]
    state = board(rows, ["." * 9] * 4 + ["....0...."] + ["." * 9] * 4, saving=900, sight=10, capital_influence_pct=0)

    def won(at: list[int], size: int) -> set[tuple[int, ...]]:
        return {tuple(place) for place in told(state, {"at": at, "size": size})["sure"]}

    least = told(state)["easiest"][4][4]
    assert not won([4, 4], least - 1)
    assert won([4, 4], least)
    (entry,) = told(state, campaign(4, 4, least))["campaigns"]
    before = won([4, 4], least)
    assert entry["growth"]
    for x, y, more in entry["growth"]:
        assert (x, y) not in won([4, 4], least + more - 1)
        assert (x, y) in won([4, 4], least + more)
    assert entry["growth"] == sorted(entry["growth"], key=lambda way: way[2])
    assert before.isdisjoint({(x, y) for x, y, _ in entry["growth"]})


@pytest.mark.parametrize("seed", range(6))
def test_the_least_that_wins_and_the_place_that_wins_are_true_beside_an_enemy(seed: int) -> None:
    """What is proposed wins a cell by the forecast itself, on the very place and for the very sum: also where land is defended."""
    dice = SeededRng(f"beside an enemy {seed}")
    rows = ["".join(dice.choice("DTP+.h") for _ in range(7)) for _ in range(7)]
    owners = ["0" * 7] * 3 + ["1" * 7] * 4
    facts: dict[str, Any] = {"relations": {(0, 1): "at_war"}, "saving": 900, "sight": 10, "capital_influence_pct": 0}
    state = board(rows, owners, **facts)
    easiest = told(state)["easiest"]
    for x, y in ((0, 0), (3, 1), (6, 2)):
        (won,) = told(state, campaign(x, y, easiest[y][x]))["campaigns"]
        assert won["gain"]["about"] >= 1
        assert not won["notes"]
    vain = told(state, campaign(3, 0, 1))
    (said,) = vain["campaigns"]
    assert said["gain"]["about"] == 0
    place = said["notes"][0]["elsewhere"]
    assert told(state, place)["campaigns"][0]["gain"]["about"] >= 1
    assert place["size"] == min(size for line in easiest for size in line if size)
    more = told(state, campaign(3, 0, 1))["easiest"][0][3]
    assert told(state, campaign(3, 0, 1 + more))["campaigns"][0]["gain"]["about"] >= 1
    poor = board(rows, owners, **{**facts, "saving": place["size"] - 1})
    assert "elsewhere" not in told(poor, campaign(3, 0, 1))["campaigns"][0]["notes"][0]


def test_a_campaign_that_cannot_touch_a_club_at_peace_says_so() -> None:
    state = row("01111", justify={(0, 1): 1}, saving=50)
    (entry,) = told(state, campaign(0, 0, 40))["campaigns"]
    assert entry["gain"] == {"least": 0, "about": 0, "members": 0}
    assert entry["notes"] == [
        {"code": "at_peace", "seat": 1, "cells": 4, "at": [1, 0], "rounds": 2, "backstab": True},
    ]
    (other,) = told(row(".01111", saving=200), campaign(1, 0, 150))["campaigns"]
    assert other["gain"]["about"] > 0
    assert [(note["code"], note["seat"]) for note in other["notes"]] == [("at_peace", 1)]
    truce = row("01111", truce={(0, 1): 2}, stabbed=[0])
    (note,) = told(truce, campaign(0, 0, 40))["campaigns"][0]["notes"]
    assert (note["rounds"], note["backstab"]) == (5, False)
    assert told(state, campaign(0, 0, 40), diplomacy={"1": "backstab"})["campaigns"][0]["notes"] != entry["notes"]


def test_money_that_achieves_nothing_is_told() -> None:
    alone = board(["DDD~DD"], ["000..."], saving=90, sight=10, overrides=[{"at": [1, 0], "atk": 0}])
    assert told(alone, campaign(0, 0, 1))["campaigns"][0]["notes"] == [{"code": "gains_nothing"}]
    beside = row("0001", threshold=4000)
    assert told(beside, campaign(0, 0, 9))["campaigns"][0]["notes"] == [{"code": "only_defends"}]


@pytest.mark.parametrize(
    ("owners", "capital", "note"),
    [("0.1", [0, 0], None), ("01.", [1, 0], "on_allied_land"), ("0..", [1, 0], "if_taken"), ("0..", [2, 0], "lost")],
)
def test_a_capital_that_may_be_lost_is_told(owners: str, capital: list[int], note: str | None) -> None:
    state = row(owners, relations={(0, 1): "allied"} if note == "on_allied_land" else {}, threshold=100)
    assert told(state, campaign(0, 0, 6), capital=capital)["capital"] == note
