"""Chapter 5: commands, payments, counters, relations and truces."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.events import filter_for
from games.core.rng import SeededRng
from games.hundred_clubs import GAME
from games.hundred_clubs.constants import BACKSTAB
from games.hundred_clubs.resolve.diplomacy import announcement
from games.hundred_clubs.state import NEUTRAL, UNDISCOVERED, State
from tests.games.hundred_clubs.boards import after, board, campaign, chart_document, heard, play, relation

ROWS = ["....."] * 3
OWNERS = ["0...1", ".....", "2...."]
CAPITALS = {0: [0, 0], 1: [4, 0], 2: [0, 2]}


def three(**facts: Any) -> State:
    return board(ROWS, OWNERS, seats=3, **{"capitals": CAPITALS, **facts})


def say(**commands: str) -> dict[str, Any]:
    """Orders from `on1="backstab"`."""
    return {"diplomacy": {key.removeprefix("on"): command for key, command in commands.items()}}


WORDS = ["keep_neutral", "form_alliance", "justify_war", "backstab"]


@pytest.mark.parametrize("first", WORDS)
@pytest.mark.parametrize("second", WORDS)
@pytest.mark.parametrize("was", ["neutral", "allied", "at_war"])
def test_new_relation_of_a_pair(was: str, first: str, second: str) -> None:
    """5.2 d, the first line that applies."""
    state = after(three(relations={(0, 1): was}), {0: say(on1=first), 1: say(on0=second)})
    both = {first, second}
    if "backstab" in both or (was == "at_war" and "justify_war" in both):
        expected = "at_war"
    elif was != "at_war" and both == {"form_alliance"}:
        expected = "allied"
    else:
        expected = "neutral"
    assert relation(state, 0, 1) == expected
    truce = 3 if expected == "neutral" and was != "neutral" else 0
    assert state.truce[0][1] == state.truce[1][0] == truce


@pytest.mark.parametrize(("was", "expected"), [("neutral", "neutral"), ("allied", "allied"), ("at_war", "at_war")])
def test_status_quo_is_kept_by_those_who_say_nothing(was: str, expected: str) -> None:
    assert relation(after(three(relations={(0, 1): was})), 0, 1) == expected


def test_truce_example() -> None:
    """5.2: an alliance that is left in round 10 becomes a war in round 16."""
    state = three(relations={(0, 1): "allied"})
    seen = []
    while state.round < 17:
        paid = state.saving[0]
        state, events = play(state, {0: say(on1="justify_war")})
        paid = sum(event["price"] for event in heard(events, 0, "paid"))
        seen.append((relation(state, 0, 1), state.truce[0][1], state.justify[0][1], paid))
    assert seen == [
        ("neutral", 3, 0, 1), ("neutral", 2, 0, 1), ("neutral", 1, 0, 1), ("neutral", 0, 0, 1),
        ("neutral", 0, 1, 1), ("neutral", 0, 2, 1), ("at_war", 0, 0, 1),
    ]  # fmt: skip


def test_without_truces_war_is_justified_from_the_round_the_alliance_ends() -> None:
    state = three(relations={(0, 1): "allied"}, truce_rounds=0)
    seen = []
    for _ in range(3):
        state = after(state, {0: say(on1="justify_war")})
        seen.append((relation(state, 0, 1), state.justify[0][1]))
    assert seen == [("neutral", 1), ("neutral", 2), ("at_war", 0)]


def test_war_starts_in_time_for_the_campaigns_of_its_round() -> None:
    state = three(justify={(0, 1): 2}, saving=500)
    state, events = play(state, {0: {**say(on1="justify_war"), "campaigns": [campaign(0, 0, 400)]}})
    assert [(event["now"], event["cause"], event["by"]) for event in heard(events, 0, "relation")] == [
        ("at_war", "justified", 0)
    ]
    assert state.owner.decode()[4] == "0"


@pytest.mark.parametrize("orders", [say(on1="backstab"), {"diplomacy": {"1": "backstab", "2": "keep_neutral"}}])
def test_a_truce_forbids_the_knife_where_clubs_meet_in_one(orders: dict[str, Any]) -> None:
    """5.2 a with `meeting_truce`: whatever the truce began with, the backstab is kept for later."""
    state = three(truce={(0, 1): 2}, meeting_truce=4)
    assert (
        BACKSTAB not in GAME.choices(state, 0)["diplomacy"]["1"]
        and BACKSTAB in GAME.choices(state, 0)["diplomacy"]["2"]
    )
    assert GAME.check(state, 0, orders)["diplomacy"]["1"] == "keep_neutral"
    state, _ = GAME.resolve(state, {0: orders}, SeededRng("knife"))
    assert (relation(state, 0, 1), state.truce[0][1], state.stabbed[0]) == ("neutral", 1, False)
    state = after(state, {0: say(on1="keep_neutral")})
    state = after(state, {0: say(on1="backstab")})
    assert (relation(state, 0, 1), state.stabbed[0]) == ("at_war", True)


def test_clubs_meet_in_a_truce_if_the_table_says_so() -> None:
    """8.3: from the moment they are neutral; nothing but the option changes it."""
    for rounds in (0, 4):
        table = GAME.check_options({"map": chart_document(["DD..DD"] * 3), "sight": 10, "meeting_truce": rounds}, 2)
        state = GAME.setup(table, 2, SeededRng("meet"))
        while state.phase != "rounds":
            state, events = GAME.resolve(state, {}, SeededRng("meet"))
        assert (relation(state, 0, 1), state.truce[0][1]) == ("neutral", rounds)
        assert [event["truce"] for event in heard(events, 0, "relation")] == [rounds]


def test_that_others_meet_is_told_to_whoever_is_neutral_to_one_of_them() -> None:
    """5.3 and 8.3: neutral clubs tell each other their truces, that of a meeting too; without one a meeting is the pair's own."""
    for rounds in (0, 4):
        state = three(
            relations={(0, 1): "neutral", (0, 2): "undiscovered", (1, 2): "undiscovered"}, meeting_truce=rounds
        )
        state.relation[1][2] = state.relation[2][1] = NEUTRAL
        state.truce[1][2] = state.truce[2][1] = rounds
        _, audience = announcement(state, 1, 2, UNDISCOVERED, "discovered", None)
        assert audience["neutral_to"] == ((1, 2) if rounds else ())
        (line,) = (line for line in GAME.view(state, 0)["players"] if line["seat"] == 1)
        assert line["in_truce_with"] == ([2] if rounds else [])


def test_a_backstab_works_in_any_round_also_under_a_truce() -> None:
    state = after(three(truce={(0, 1): 2}), {0: say(on1="backstab")})
    assert relation(state, 0, 1) == "at_war"
    assert state.truce[0][1] == 0
    assert state.stabbed == [True, False, False]


def test_counter_falls_to_zero_when_a_round_is_left_out() -> None:
    state = after(three(justify={(0, 1): 2, (1, 0): 2}), {1: say(on0="keep_neutral")})
    assert (state.justify[0][1], state.justify[1][0]) == (0, 0)


def test_both_counters_are_zero_once_there_is_war() -> None:
    state = after(three(justify={(0, 1): 2, (1, 0): 1}), {0: say(on1="justify_war"), 1: say(on0="justify_war")})
    assert relation(state, 0, 1) == "at_war"
    assert (state.justify[0][1], state.justify[1][0]) == (0, 0)


def test_alliance_may_be_formed_during_a_truce() -> None:
    """13."""
    state = after(three(truce={(0, 1): 2}), {0: say(on1="form_alliance"), 1: say(on0="form_alliance")})
    assert relation(state, 0, 1) == "allied"
    assert state.truce[0][1] == 0


# Payments.


def test_alliance_tax_is_by_the_area_of_the_other() -> None:
    """5.2: 37 cells at 400 thousandths cost 14, whether or not the alliance comes about."""
    owners = ["0" + "." * 9, "1" * 10, "1" * 10, "1" * 10, "1" * 7 + "..."]
    state = board(
        ["." * 10] * 5, owners, capitals={0: [0, 0], 1: [0, 1]}, corruption={"ppm": 0}, capital_wage={"base": 0}
    )
    _, events = play(state, {0: say(on1="form_alliance")})
    assert heard(events, 0, "paid") == [{"round": 10, "seat": 0, "target": 1, "command": "form_alliance", "price": 14}]
    assert after(state, {0: say(on1="form_alliance")}).saving[0] == 100 - 14 + 1


def test_who_cannot_pay_pays_nothing_and_keeps_neutral() -> None:
    """5.2 b, targets in ascending order: the first is paid, the second is not."""
    state = three(saving={0: 3}, justify={(0, 1): 2, (0, 2): 2}, justify_price=2)
    state, events = play(state, {0: say(on2="justify_war", on1="justify_war")})
    assert [relation(state, 0, 1), relation(state, 0, 2)] == ["at_war", "neutral"]
    assert state.justify[0][2] == 0
    assert [event["target"] for event in heard(events, 0, "paid")] == [1]
    assert heard(events, 0, "unpaid") == [{"round": 10, "seat": 0, "target": 2, "command": "justify_war", "price": 2}]


def test_a_war_ends_if_nobody_can_pay_for_it() -> None:
    state = after(three(relations={(0, 1): "at_war"}, saving=0))
    assert relation(state, 0, 1) == "neutral"


def test_commands_towards_undiscovered_and_eliminated_clubs_have_no_effect() -> None:
    """5.1: they cost nothing and do not use up the backstab."""
    state = three(relations={(0, 1): "undiscovered"})
    state.out[2] = 4
    state.relation[0][2] = state.relation[2][0] = state.relation[1][2] = state.relation[2][1] = 0
    state.owner, state.capital[2] = state.owner.replace(b"2", b"."), None
    state.saving[2], state.facts = 0, None
    done, events = play(state, {0: say(on1="backstab", on2="form_alliance"), 1: say(on0="justify_war")})
    assert relation(done, 0, 1) == "undiscovered"
    assert not any(done.stabbed)
    assert heard(events, 0, "paid") == heard(events, 1, "paid") == []
    assert done.justify[1][0] == 0


# Backstabs.


def test_a_second_backstab_keeps_neutral() -> None:
    """5.2 a: also if it meets an alliance."""
    state = after(three(relations={(0, 1): "allied"}, stabbed=[0]), {0: say(on1="backstab")})
    assert relation(state, 0, 1) == "neutral"


def test_of_several_backstabs_the_lowest_target_counts() -> None:
    state = after(three(relations={(0, 2): "allied"}), {0: say(on1="backstab", on2="backstab")})
    assert [relation(state, 0, 1), relation(state, 0, 2)] == ["at_war", "neutral"]


def test_a_backstab_of_an_enemy_is_used_up() -> None:
    state, events = play(three(relations={(0, 1): "at_war"}), {0: say(on1="backstab")})
    assert state.stabbed[0]
    assert heard(events, 0, "backstab_spent") == [{"round": 10, "seat": 0, "target": 1, "effective": False}]


# What follows from a relation (5.3).


@pytest.mark.parametrize(
    ("was", "works"), [("undiscovered", False), ("neutral", False), ("allied", True), ("at_war", False)]
)
def test_campaigns_and_capital_on_the_other_ones_land(was: str, works: bool) -> None:
    state = three(relations={(0, 1): was})
    orders = {"campaigns": [campaign(4, 0, 60)], "capital": [4, 0]}
    done, events = play(state, {0: orders})
    voided = [event["reason"] for event in heard(events, 0, "campaign_void")]
    assert voided == ([] if works else ["no_access"])
    assert (done.capital[0] == 4) == works
    assert (done.owner.decode()[3] == "0") == works


@pytest.mark.parametrize(("was", "holds"), [("undiscovered", False), ("neutral", False), ("allied", True)])
def test_influence_defends_the_land_of_allies_only(was: str, holds: bool) -> None:
    """7.3: club 2 attacks club 0, club 1 stands beside it."""
    rows = ["PPPPP"] * 2
    owners = ["1.0.2", "....."]
    state = board(
        rows, owners, seats=3, relations={(0, 1): was, (0, 2): "at_war"}, capital_influence_pct=0, saving=500,
        capitals={0: [2, 0], 1: [0, 0], 2: [4, 0]},
    )  # fmt: skip
    done = after(state, {1: {"campaigns": [campaign(0, 0, 70)]}, 2: {"campaigns": [campaign(4, 0, 60)]}})
    # On [2, 0] the attack is 30 * 60 * 0.8 = 1440, more than 400 above nothing and not above an ally's 20 * 70 * 0.8 = 1120.
    assert (done.owner.decode()[2] == "0") == holds


@pytest.mark.parametrize("was", ["neutral", "allied"])
def test_an_ally_supplies_and_shares_its_sight(was: str) -> None:
    state = board(
        ["." * 12] * 3, ["01..........", "." * 12, "." * 11 + "1"], relations={(0, 1): was}, capitals={1: [1, 0]}
    )
    state = after(state)
    allied = was == "allied"
    assert ([0, 0] not in GAME.view(state, 0)["cut_off"]) == allied
    assert (GAME.view(state, 0)["owners"][2][11] == "1") == allied


def test_alliance_is_not_transitive() -> None:
    state = after(three(relations={(0, 1): "allied", (1, 2): "allied", (0, 2): "neutral"}))
    assert relation(state, 0, 2) == "neutral"
    assert GAME.view(state, 0)["players"][1]["relation"] == "neutral"


def test_what_one_learns_of_another_club() -> None:
    """Table 5.3 and 10.2, every key."""
    state = board(
        ["....."] * 3, ["0...1", ".....", "2...3"], seats=5, truce={(0, 1): 2, (2, 3): 1},
        relations={(0, 2): "allied", (0, 3): "at_war", (1, 4): "at_war", (0, 4): "undiscovered", (2, 4): "at_war"},
        capitals={2: [0, 2]}, saving={2: 77},
    )  # fmt: skip
    lines = GAME.view(state, 0)["players"]
    assert lines == [
        {"seat": 1, "relation": "neutral", "truce": 2, "area": 1, "at_war_with": [4], "in_truce_with": [0]},
        {
            "seat": 2, "relation": "allied", "area": 1, "capital": [0, 2], "saving": 77,
            "relations": {"0": "allied", "1": "neutral", "3": "neutral", "4": "at_war"},
            "at_war_with": [4], "in_truce_with": [3],
        },
        {"seat": 3, "relation": "at_war"},
        {"seat": 4, "relation": "undiscovered"},
    ]  # fmt: skip


def test_commands_are_secret() -> None:
    """5.1: a justification that leads to nothing yet shows to nobody else."""
    quiet, loud = play(three()), play(three(), {0: say(on1="justify_war", on2="form_alliance")})
    for audience in (1, 2, "public"):
        assert filter_for(quiet[1], audience) == filter_for(loud[1], audience)
        assert GAME.view(quiet[0], audience) == GAME.view(loud[0], audience)
