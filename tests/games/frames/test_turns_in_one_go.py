"""Several orders of a turn in one step: what is checked, where the rest stops, who learns of it, and what is not asked at all."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.errors import OrderError
from games.core.events import filter_for
from games.core.rng import SeededRng, step_rng
from games.core.text import spoken
from games.frames import GAME
from games.frames.orders import check, pending
from games.frames.resolve.step import resolve
from games.frames.state import State
from games.frames.vectors import Script
from tests.games.frames.positions import BISON, PEGASUS, attack, fire, mech, move, position

UP = {"captain": "adam_green", "captain_revealed": True}
"""Nobody opens a window for this seat."""
END = {"type": "end_turn"}


def turn(*orders: Any, **facts: Any) -> Any:
    return {"type": "turn", "orders": list(orders), **facts}


def given(state: State, order: Any, *dice: str, seat: int = 0) -> tuple[State, list[Any]]:
    """The position after one step; all dice must fall."""
    script = Script(dice)
    state, events = resolve(state, {seat: check(state, seat, order)}, script)
    assert script.left == []
    assert GAME.to_json(GAME.from_json(GAME.to_json(state))) == GAME.to_json(state)
    return state, list(events)


def refused(state: State, order: Any) -> tuple[str, str]:
    with pytest.raises(OrderError) as error:
        check(state, 0, order)
    return error.value.code, error.value.path


def stopped(events: list[Any]) -> Any:
    found = [event for event in events if event["type"] == "stopped"]
    return found[0] if found else None


def test_a_whole_turn_is_one_step_and_the_same_as_its_orders_one_by_one():
    blue = {**UP, "mechs": [mech("sword", [0, 3]), mech("hammer", [2, 3])]}
    state = position(blue, UP)
    orders = [
        move("m0_0", [0, 2]),
        move("m0_1", [2, 2]),
        {"type": "act", "act": {"unit": "m0_0", "do": "move", "path": [[0, 1]]}},
    ]
    whole, events = given(state, turn(*orders))
    single = state
    for order in orders:
        single, _ = given(single, order)
    assert GAME.to_json(whole) == GAME.to_json(single)
    assert whole.active == 1
    assert stopped(events) is None
    assert {(event["turn"], event["acting"]) for event in events if event["type"] == "move"} == {(state.turn, 0)}


def test_an_operation_and_its_acts_are_part_of_a_turn():
    state = position({**UP, "mechs": [mech("hammer", [0, 3]), mech("longbow", [2, 3])]}, UP)
    acts = [{"type": "act", "act": {"unit": name, "do": "hold"}} for name in ("m0_1", "m0_0")]
    after, _ = given(state, turn({"type": "operate_all"}, *acts))
    assert after.active == 1
    after, _ = given(state, turn({"type": "operate_all"}, acts[0], {"type": "finish"}))
    assert (after.active, after.need("m0_0").acted) == (1, False)


def test_every_order_is_checked_as_if_those_before_it_had_been_played():
    blue = {
        **UP,
        "mechs": [mech("hammer", [0, 3]), mech("longbow", None)],
        "pilots": ["zack_fair"],
        "hand": ["emp_grenade"],
    }
    state = position(blue, UP)
    deploy = {"type": "deploy", "mech": "m0_1", "pilot": "zack_fair", "at": [0, 4]}
    assert check(state, 0, turn(deploy, move("m0_1", [1, 4])))["orders"][0]["gear"] == []
    assert refused(state, turn(move("m0_1", [1, 4]), deploy)) == ("not_on_board", "orders[0].act.unit")
    assert refused(state, turn(move("m0_0", [0, 2]), move("m0_0", [0, 1]))) == ("already_acted", "orders[1].act.unit")
    assert refused(state, turn({"type": "gather"}, END)) == ("wrong_phase", "orders[1].type")
    assert refused(state, turn(deploy, {"type": "gather"})) == ("not_enough_ap", "orders[1].type")
    play = {"type": "play", "card": "c0_0", "area": [1, 3]}
    assert refused(state, turn(play, play)) == ("not_in_hand", "orders[1].card")
    assert refused(state, turn()) == ("too_few", "orders")
    assert refused(state, turn(*[play] * 31)) == ("plan_too_long", "orders")
    assert refused(state, turn(turn(END))) == ("bad_type", "orders[0].type")
    assert refused(state, turn(END, stops=["never"])) == ("unknown_value", "stops[0]")
    assert refused(state, turn(END, more=1)) == ("unknown_field", "more")
    giant = position({**UP, "ship": PEGASUS, "hp": 5, "mechs": [mech("hammer", [0, 3])]}, UP)
    become = {"type": "ship_skill", "skill": "giant_mech"}
    assert refused(giant, turn(become, END)) == ("wrong_phase", "orders[1].type")
    normal = check(state, 0, turn(deploy, stops=["news", "dice"]))
    assert normal["stops"] == ["dice", "news"]
    assert check(state, 0, normal) == normal


def test_dice_stop_the_rest_which_comes_back_as_a_suggestion():
    blue = {**UP, "mechs": [mech("longbow", [0, 4]), mech("hammer", [2, 3])]}
    state = position(blue, {**UP, "mechs": [mech("vampire", [0, 2])]})
    orders = [attack("m0_0", "rail_sniper", "m1_0"), move("m0_1", [2, 2])]
    after, events = given(state, turn(*orders), "d20:20")
    told = stopped(events)
    assert (told["why"], told["code"], told["to"]) == ("dice", None, [0])
    assert [order["act"]["unit"] for order in told["orders"]] == ["m0_1"]
    shown = GAME.view(after, 0)["rest"]
    assert (shown["orders"], shown["why"]) == (told["orders"], "dice")
    assert spoken(shown["sentence"]).startswith("Dice have fallen.")
    assert GAME.view(after, 1)["rest"] is GAME.view(after, "public")["rest"] is None
    assert not [event for event in filter_for(events, 1) if event["type"] == "stopped"]
    first = GAME.choices(after, 0)[0]
    assert (first["group"], first["label"]) == ("rest", "Go on as ordered before")
    done, _ = given(after, first["orders"])
    assert (done.need("m0_1").at, done.active, done.rest) == ((2, 2), 1, None)
    other, _ = given(after, {"type": "resupply", "mode": "ship"})
    assert other.rest is None


def test_who_wants_to_goes_on_whatever_the_dice_show():
    blue = {**UP, "mechs": [mech("longbow", [0, 4]), mech("hammer", [2, 3])]}
    state = position(blue, {**UP, "mechs": [mech("vampire", [0, 2])]})
    orders = [attack("m0_0", "rail_sniper", "m1_0"), move("m0_1", [2, 2])]
    after, events = given(state, turn(*orders, stops=["reaction"]), "d20:20")
    assert (after.active, stopped(events)) == (1, None)


def test_a_reaction_that_is_awaited_does_not_stop_the_rest_and_one_that_comes_does():
    blue = {**UP, "mechs": [mech("longbow", None), mech("hammer", [2, 3])], "pilots": ["zack_fair"]}
    red = {**UP, "hand": ["deck_bomb"]}
    state = position(blue, red)
    deploy = {"type": "deploy", "mech": "m0_0", "pilot": "zack_fair", "at": [0, 4]}
    waiting, events = given(state, turn(deploy, move("m0_1", [2, 2])))
    assert (waiting.phase, pending(waiting), stopped(events)) == ("window", [1], None)
    assert GAME.view(waiting, 0)["rest"]["why"] is None
    assert GAME.view(waiting, 1)["rest"] is None
    passed, events = given(waiting, {"type": "react", "use": []}, seat=1)
    assert (passed.need("m0_1").at, passed.active, stopped(events)) == ((2, 2), 1, None)
    bombed, events = given(waiting, {"type": "react", "use": [{"card": "c1_0"}]}, seat=1)
    assert (stopped(events)["why"], bombed.phase, bombed.active) == ("reaction", "main", 0)
    assert bombed.need("m0_1").at == (2, 3)


def test_what_turns_up_stops_the_rest():
    blue = {**UP, "mechs": [mech("hammer", [1, 3]), mech("sword", [2, 3])]}
    state = position(blue, UP, event={"deck": ["nanite_cloud"] * 3}, ap=2)
    after, events = given(state, turn(move("m0_0", [1, 2]), move("m0_1", [2, 2])))
    assert stopped(events)["why"] == "news"
    assert after.need("m0_1").at == (2, 3)
    after, events = given(state, turn({"type": "resupply", "mode": "ship"}, move("m0_1", [2, 2])))
    assert stopped(events)["why"] == "news"


@pytest.mark.parametrize("captain", ["tim_wall", "adam_green"])
def test_a_skill_that_is_gained_in_secret_does_not_stop_the_rest(captain: str):
    """Who looks on cannot tell the captain by whether the next order follows at once."""
    blue = {
        "captain": captain,
        "mechs": [mech("hammer", None), mech("hammer", [0, 3]), mech("longbow", [2, 3])],
        "pilots": ["zack_fair"],
    }
    state = position(blue, UP, options={"momentum_waits": True})
    deploy = {"type": "deploy", "mech": "m0_0", "pilot": "zack_fair", "at": [0, 4]}
    after, events = given(state, turn(deploy, move("m0_2", [2, 2])))
    gained = [event["skill"] for event in events if event["type"] == "skill_gained"]
    assert gained == (["momentum"] if captain == "adam_green" else [])
    assert (after.need("m0_2").at, stopped(events), after.sides[0].captain_up) == ((2, 2), None, False)


def test_an_order_that_is_not_legal_any_more_stops_the_rest_with_its_code():
    blue = {**UP, "mechs": [mech("hammer", [1, 3]), mech("sword", [1, 3])]}
    state = position(blue, UP, event={"deck": ["black_hole"] * 3})
    after, events = given(state, turn(move("m0_0", [1, 2]), move("m0_1", [1, 4]), stops=[]))
    assert (stopped(events)["why"], stopped(events)["code"]) == ("refused", "not_adjacent")
    assert GAME.view(after, 0)["rest"]["code"] == "not_adjacent"
    assert [entry["group"] for entry in GAME.choices(after, 0)].count("rest") == 0, "it cannot be given any more"


def test_a_choice_of_a_card_stops_the_rest_and_nothing_can_be_ordered_beyond_it():
    blue = {**UP, "ship": BISON, "energy": 1, "hand": ["advanced_weapons"], "ship_pile": ["spy_drone"] * 3}
    state = position(blue, UP)
    play = {"type": "play", "card": "c0_0", "pile": "ship"}
    assert refused(state, turn(play, END)) == ("wrong_phase", "orders[1].type")


def test_the_rest_ends_with_the_turn():
    blue = {**UP, "mechs": [mech("hammer", [2, 3])]}
    state = position(blue, {**UP, "hand": ["discharge_field"]}, ap=3)
    waiting, _ = given(state, turn({"type": "gather"}, move("m0_0", [2, 2]), stops=[]))
    after, events = given(waiting, {"type": "react", "use": [{"card": "c1_0"}]}, seat=1)
    assert (stopped(events)["why"], after.active, after.rest) == ("turn_over", 1, None)


def test_silence_in_the_own_step_forgets_the_rest():
    blue = {**UP, "mechs": [mech("longbow", [0, 4]), mech("hammer", [2, 3])]}
    state = position(blue, {**UP, "mechs": [mech("vampire", [0, 2])]})
    after, _ = given(state, turn(attack("m0_0", "rail_sniper", "m1_0"), move("m0_1", [2, 2])), "d20:20")
    silent, _ = resolve(after, {}, Script(()))
    assert (silent.active, silent.rest, silent.need("m0_1").at) == (1, None, (2, 3))


def test_a_fork_of_a_match_keeps_the_rest():
    blue = {**UP, "mechs": [mech("longbow", None), mech("hammer", [2, 3])], "pilots": ["zack_fair"]}
    state = position(blue, {**UP, "hand": ["deck_bomb"]})
    deploy = {"type": "deploy", "mech": "m0_0", "pilot": "zack_fair", "at": [0, 4]}
    waiting, _ = given(state, turn(deploy, move("m0_1", [2, 2])))
    assert GAME.imagine is not None
    shown = GAME.view(waiting, 0)
    fork = GAME.imagine(shown["options"], shown, SeededRng("fork"))
    assert GAME.view(fork, 0)["rest"] == shown["rest"] is not None


# What is not asked


def test_a_single_card_is_taken_without_asking():
    blue = {**UP, "ship": BISON, "energy": 1, "hand": ["advanced_weapons"], "ship_pile": ["spy_drone"]}
    after, events = given(position(blue, UP), {"type": "play", "card": "c0_0", "pile": "ship"})
    assert (after.phase, [held.card for held in after.sides[0].hand["ship"]]) == ("main", ["spy_drone"])
    assert "chosen" in {event["type"] for event in events}


def test_a_mech_that_is_held_is_not_asked_for_an_extra_move():
    blue = {**UP, "mechs": [mech("sword", [1, 2])]}
    weather = {"card": "black_hole", "turns_left": 2, "drawn_by": 1}
    after, _ = given(position(blue, UP, event={"weather": weather}), END)
    assert after.active == 1
    free, _ = given(position(blue, UP), END)
    assert free.phase == "end_step"


def idle(**facts: Any) -> State:
    """A wreck with one mech that acts with the first of two points; what is left to do then?"""
    blue = {**UP, "mechs": [mech("hammer", [0, 3])], "gained": ["momentum", "eye_for_an_eye"], **facts}
    state = position(blue, {**UP, "mechs": [mech("vampire", [2, 1])]})
    side = state.sides[0]
    side.ship.hp, side.ship.where = 0, "gone"
    side.spent = ["momentum", "eye_for_an_eye"]
    if facts.get("captain_revealed") is False:
        side.captain_up = False
    after, _ = given(state, move("m0_0", [0, 2]))
    return after


def test_a_turn_ends_by_itself_where_everybody_sees_that_nothing_is_left():
    assert idle().active == 1


@pytest.mark.parametrize(
    "facts", [{"captain_revealed": False}, {"mechs": [mech("hammer", [0, 3], gear=["aim_assist"])]}]
)
def test_where_something_hidden_could_be_of_use_the_seat_is_asked_all_the_same(facts):
    after = idle(**facts)
    assert (after.active, [order["type"] for order in GAME.view(after, 0)["legal"]]) == (0, ["end_turn"])


def test_in_blitz_a_wreck_without_mechs_is_asked_for_no_plan():
    state = position(
        UP, {**UP, "mechs": [mech("sword", [0, 1])]}, phase="plan", options={"mode": "blitz"}, victory=["raid"]
    )
    assert pending(state) == [0, 1]
    state.sides[0].ship.hp, state.sides[0].ship.where = 0, "gone"
    assert pending(state) == [1]
    after, _ = GAME.resolve(state, {1: {**GAME.default_orders(state, 1)}}, step_rng("wreck", 1))
    assert (after.round, pending(after)) == (state.round + 1, [1])
    state.sides[1].mechs[0].where, state.sides[1].mechs[0].at = "hangar", None
    state.sides[1].ship.hp, state.sides[1].ship.where = 0, "gone"
    assert pending(state) == [0, 1], "somebody is always asked"


# Forecast


def foreseen(state: State, order: Any, seat: int = 0) -> Any:
    assert GAME.forecast is not None
    return GAME.forecast(GAME.view(state, seat), order)


def test_a_forecast_follows_the_orders_one_by_one():
    blue = {**UP, "mechs": [mech("longbow", None), mech("hammer", [1, 3])], "pilots": ["zack_fair"]}
    state = position(blue, {**UP, "hand": ["deck_bomb"], "mechs": [mech("vampire", [0, 2])]}, ap=4)
    deploy = {"type": "deploy", "mech": "m0_0", "pilot": "zack_fair", "at": [0, 4]}
    found = foreseen(
        state,
        turn(deploy, attack("m0_0", "rail_sniper", "m1_0"), move("m0_1", [1, 2]), {"type": "resupply", "mode": "ship"}),
    )
    assert [entry["costs"] for entry in found["orders"]] == [{"ap": 1}, {"ap": 1, "ammo": 1}, {"ap": 1}, {"ap": 1}]
    assert [entry["stop"] and entry["stop"]["code"] for entry in found["orders"]] == ["reaction", "dice", "news", None]
    assert found["orders"][1]["odds"]["targets"][0]["most"] == 4
    assert found["units"] == {"m0_0": [0, 4], "m0_1": [1, 2]}
    assert (found["ends_turn"], found["left"]) == (True, None)
    half = foreseen(state, turn(deploy, stops=[]))
    assert (half["left"], half["ends_turn"], half["orders"][0]["stop"]) == ({"ap": 3, "energy": 0}, False, None)
    assert found["choices"] is None
    assert any(one["group"] == "operate_one" and one["source"] == "m0_0" and "orders" in one for one in half["choices"])
    with pytest.raises(OrderError) as refused_at:
        foreseen(state, turn(deploy, deploy))
    assert refused_at.value.path == "orders[1].mech"


def test_a_plan_of_blitz_is_foreseen_too():
    state = position({"mechs": [mech("sword", [0, 3])]}, {}, phase="plan", options={"mode": "blitz"})
    acts = [{"type": "operate_one", "act": {"unit": "m0_0", "do": "move", "path": [[0, 2]]}}]
    found = foreseen(
        state, {"type": "plan", "actions": acts, "end_acts": [{"unit": "m0_0", "do": "move", "path": [[0, 1]]}]}
    )
    assert (found["units"], found["left"]) == ({"m0_0": [0, 1]}, {"ap": 1, "energy": 0})
    assert [entry["label"] for entry in found["orders"]][-1] == "Sword 1 moves to Flank a4"


def test_a_reaction_and_a_single_order_are_foreseen():
    state = position({"weapons": ["thermal_beam"], **UP}, {"hand": ["warp_shield"]})
    found = foreseen(state, fire("thermal_beam", "s1"))
    assert found["orders"][0]["odds"]["targets"][0]["lands"] == 0.375
    assert found["ends_turn"]
    window, _ = given(state, fire("thermal_beam", "s1"), "d20:1", "d20:20")
    answer = foreseen(window, {"type": "react", "use": [{"card": "c1_0"}]}, seat=1)
    assert [entry["label"] for entry in answer["orders"]] == ["React with Warp Shield"]
