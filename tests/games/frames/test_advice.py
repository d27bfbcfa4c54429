"""What a person is advised: at most three orders, none twice, with why; from the own view, by the weighing of the bots."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.text import spoken
from games.frames import GAME
from games.frames.advice import MOST
from tests.games.frames.positions import LANDS, fire, mech, passed, play, position


def advised(state: Any, seat: int = 0) -> list[Any]:
    """The choices that are advised, the best first."""
    assert GAME.choices is not None
    found = [entry for entry in GAME.choices(state, seat) if entry.get("advice")]
    return sorted(found, key=lambda entry: entry["advice"]["rank"])


def gives(entry: Any) -> list[str]:
    return [spoken(said) for said in entry["advice"]["gives"]]


def test_who_has_no_mech_out_is_advised_to_deploy_and_told_what_it_counts():
    state = position({"mechs": [mech("sword", None)], "pilots": ["john_snow"]}, {"mechs": [mech("hammer", [0, 2])]})
    assert any(entry["group"] == "deploy" and gives(entry) for entry in advised(state))


def test_a_mech_beside_the_enemy_warship_is_advised_to_raid_it():
    state = position({"mechs": [mech("sword", [1, 1])]}, {}, victory=["raid"])
    best = advised(state)[0]
    assert best["orders"]["act"]["do"] == "move" and best["orders"]["act"]["path"] == [[1, 0]]
    assert gives(best)[0].startswith("It wins")


@pytest.mark.parametrize("ended", [False, True])
def test_a_mech_that_wins_by_staying_is_advised_to_stay_and_never_to_leave(ended):
    red = {"mechs": [mech("longbow", [2, 0]), mech("hammer", [1, 2])]}
    state = position(
        {"mechs": [mech("sword", [1, 0], hp=1), mech("vampire", [1, 1])]}, red, victory=["raid"], round=4,
        options={"raid_holds": True},
    )  # fmt: skip
    if ended:
        state, _ = play(state, 0, {"type": "end_turn"})
        assert state.phase == "end_step"
    found = advised(state)
    holds = [entry for entry in found if entry["orders"]["type"] in ("end_turn", "finish")]
    assert len(holds) == 1 and "wins if it still stands there" in gives(holds[0])[0]
    assert holds[0] is found[0 if ended else -1]
    raider = state.sides[0].mechs[0].id
    assert not [
        one for one in found if one["orders"].get("act", {}).get("unit") == raider and "path" in one["orders"]["act"]
    ]


def test_a_move_is_told_by_how_near_it_comes_and_who_could_strike_there():
    state = position({"mechs": [mech("hammer", [0, 3])]}, {"mechs": [mech("sword", [2, 1])]}, victory=["raid"])
    moves = [entry for entry in advised(state) if entry["orders"].get("act", {}).get("do") == "move"]
    assert moves and any("from the enemy warship" in line for line in gives(moves[0]))


def test_a_move_into_the_event_area_is_advised_with_the_card_that_it_draws():
    begun = position({"mechs": [mech("sword", [1, 3])]}, {}, victory=["annihilation"])
    state, _ = play(begun, 0, {"type": "end_turn"})
    moves = [entry for entry in advised(state) if entry["orders"].get("act", {}).get("path", [[]])[-1] == [1, 2]]
    assert next(spoken(said) for said in moves[0]["advice"]["risks"]) == "An event card is drawn."


def test_at_most_three_are_advised_one_of_each_kind_and_mech_and_ranks_are_told():
    state = position(
        {"mechs": [mech("hammer", [0, 1]), mech("sword", [2, 1]), mech("longbow", None)]},
        {"mechs": [mech("sword", [1, 3]), mech("hammer", [0, 3])]},
    )
    found = advised(state)
    assert 1 <= len(found) <= MOST
    assert [entry["advice"]["rank"] for entry in found] == list(range(1, len(found) + 1))
    kinds = [(one["orders"]["type"], one["source"], one["orders"].get("act", {}).get("do")) for one in found]
    assert len(set(kinds)) == len(kinds)


def test_who_is_not_asked_is_advised_nothing():
    assert advised(position({"mechs": [mech("sword", [1, 3])]}), seat=1) == []


def test_a_second_move_says_what_it_comes_from_and_that_it_is_free():
    blue = {"mechs": [mech("sword", [0, 3])]}
    ended, _ = play(position(blue, {"mechs": [mech("hammer", [2, 0])]}, victory=["raid"]), 0, {"type": "end_turn"})
    assert ended.phase == "end_step" and GAME.choices is not None
    moves = [one for one in GAME.choices(ended, 0) if one.get("orders", {}).get("act", {}).get("do") == "move"]
    said = "A second move, free: Curvature Thruster gives it at the end of a turn without an attack."
    assert moves and all(spoken(one["leads"][0]) == said for one in moves)
    # What it gives comes first: there may be room for one sentence.
    assert gives(advised(ended)[0])[-1] == said != gives(advised(ended)[0])[0]


def test_an_act_in_frenzy_says_what_it_costs():
    weather = {"card": "frenzy_virus", "turns_left": 2, "drawn_by": 1}
    state = position(
        {"mechs": [mech("hammer", [1, 2])]}, {"mechs": [mech("sword", [1, 2])]}, event={"weather": weather}
    )
    ended, _ = play(state, 0, {"type": "end_turn"})
    assert GAME.choices is not None
    strikes = [one for one in GAME.choices(ended, 0) if one.get("orders", {}).get("act", {}).get("do") == "attack"]
    said = "One more act, for 2 hit points of the mech: Frenzy Virus."
    assert strikes and all(spoken(one["leads"][0]) == said for one in strikes)


def answered(*hand: str, hp: int = 10) -> Any:
    """What is advised to a seat whose warship has been hit with 3 damage."""
    begun = position({"weapons": ["thermal_beam"]}, {"hp": hp, "hand": list(hand)})
    struck, _ = play(begun, 0, fire("thermal_beam", "s1"), *LANDS, hold=True)
    (best,) = advised(passed(struck, "defence"), seat=1)
    return best["orders"]["use"]


def test_a_pass_is_advised_where_no_answer_is_worth_its_card_and_else_that_answer():
    assert answered() == []
    assert answered("repair_robots", hp=15) == []
    assert answered("conversion_shield", hp=3) == [{"card": "c1_0"}]


@pytest.mark.parametrize("ap", [1, 3])
def test_a_free_draw_is_advised_before_what_takes_the_last_point(ap):
    """The turn ends with its last point, and a free draw would be lost; before that it may be drawn at any time, and is named all the while."""
    red = {"mechs": [mech("sword", [2, 0])]}
    crew = [mech("sword", [1, 2]), mech("hammer", [0, 1]), mech("longbow", [2, 2])]
    for mechs in (crew[:1], crew):
        found = advised(position({"mechs": mechs}, red, victory=["raid"], ap=ap))
        assert len(found) <= MOST and any(one["orders"].get("free") for one in found)
    state = position({"mechs": [mech("sword", [1, 2])]}, red, victory=["raid"], ap=ap)
    found = advised(state)
    order = found[0]["orders"]
    assert (order["type"] == "resupply" and order["free"]) == (ap == 1)
    said = "This ends your turn: your free draw would be lost."
    assert GAME.choices is not None
    walks = [one for one in GAME.choices(state, 0) if one.get("orders", {}).get("act", {}).get("do") == "move"]
    assert walks and all((spoken(one["leads"][0]) == said if one["leads"] else False) == (ap == 1) for one in walks)
    wins = position({"mechs": [mech("sword", [1, 1])]}, red, victory=["raid"], ap=ap)
    assert advised(wins)[0]["orders"]["type"] == "operate_one"
    drawn, _ = play(state, 0, {"type": "resupply", "mode": "ship", "free": True})
    assert not [one for one in GAME.choices(drawn, 0) if one.get("orders") and said in map(spoken, one["leads"])]
