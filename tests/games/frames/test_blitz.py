"""Chapter 12: ticks and atoms, fizzling, lists of targets, standing orders."""

import pytest

from games.core.errors import OrderError
from games.frames.orders import check
from games.frames.resolve.step import resolve
from games.frames.vectors import Script
from tests.games.frames.positions import BISON, fire, mech, move, position

BLITZ = {"mode": "blitz"}
LEAD = ("d20:15", "d20:4")
"""Seat 0 leads."""


def plan(*actions, **facts):
    return {"type": "plan", "actions": list(actions), **facts}


def play(state, blue, red, *dice):
    script = Script((*LEAD, *dice))
    plans = {0: check(state, 0, blue), 1: check(state, 1, red)}
    state, events = resolve(state, plans, script)
    assert script.left == []
    return state, events


def blitz(blue, red, **facts):
    return position(blue, red, phase="plan", options=BLITZ, **facts)


def test_12_2_cheap_orders_come_before_dear_ones():
    state = blitz({"ship": BISON, "weapons": ["thermal_beam"]}, {"mechs": [mech("hammer", [0, 1])]}, victory=["raid"])
    state, events = play(state, plan(fire("thermal_beam", "m1_0")), plan(move("m1_0", [0, 2])), "d20:20")
    kinds = [event["type"] for event in events if event["type"] in ("move", "attack")]
    assert kinds == ["move", "attack"]


def test_12_3_a_shot_at_a_mech_that_was_destroyed_fizzles_and_costs_nothing_but_points():
    state = blitz(
        {"ship": BISON, "weapons": ["heavy_vulcan"], "mechs": [mech("sword", [0, 3])]},
        {"mechs": [mech("longbow", [0, 3], hp=1)]},
    )
    shoot = {"type": "operate_one", "act": {"unit": "m1_0", "do": "attack", "weapon": "laser_pistol", "target": "m0_0"}}
    first = {
        "type": "operate_one",
        "act": {"unit": "m0_0", "do": "attack", "weapon": "assault_rifle", "target": "m1_0"},
    }
    state, events = play(state, plan(first), plan(shoot), "d20:1", "d20:20", "d20:20", "d100:31")
    assert state.need("m1_0").where == "hangar"
    assert [(event["code"], event["to"]) for event in events if event["type"] == "fizzle"] == [("not_on_board", [1])]
    assert [event["to"] for event in events if event["type"] == "atom_lost"] == ["all"]


def test_12_3_targets_may_be_lists_or_any():
    red = {"mechs": [mech("vampire", [0, 3]), mech("longbow", [0, 3])]}
    act = {"unit": "m0_0", "do": "attack", "weapon": "assault_rifle", "target": "any"}
    state = blitz({"mechs": [mech("sword", [0, 3])]}, red)
    _, events = play(state, plan({"type": "operate_one", "act": act}), plan(), "d20:20", "d20:20")
    assert [event["targets"] for event in events if event["type"] == "attack"] == [["m1_1"]]
    act = {**act, "target": ["m1_0", "m1_1"]}
    _, events = play(state, plan({"type": "operate_one", "act": act}), plan(), "d20:20", "d20:20")
    assert [event["targets"] for event in events if event["type"] == "attack"] == [["m1_0"]]


def test_12_3_else_says_what_to_do_when_the_way_is_barred():
    forward = {"type": "operate_one", "act": {"unit": "m1_0", "do": "move", "path": [[0, 3]], "else": "lateral"}}
    state = blitz({"mechs": [mech("hammer", [0, 3])]}, {"mechs": [mech("hammer", [0, 2])]})
    state, _ = play(state, plan(move("m0_0", [0, 2])), plan(forward))
    assert state.need("m1_0").at == (1, 2)


def test_12_3_a_plan_is_tried_in_sequence():
    state = blitz({"mechs": [mech("hammer", [0, 3])]}, {})
    with pytest.raises(OrderError) as refused:
        check(state, 0, plan(move("m0_0", [0, 2]), move("m0_0", [0, 1])))
    assert (refused.value.code, refused.value.path) == ("already_acted", "actions[1].act.unit")


@pytest.mark.parametrize(("least", "hp"), [(3, 25), (4, 22)])
def test_12_4_min_damage(least, hp):
    state = blitz({"weapons": ["thermal_beam"]}, {"ship": BISON, "hand": ["conversion_shield"]})
    standing = [{"use": "c1_0", "on": "ship_landed", "min_damage": least}]
    state, events = play(state, plan(fire("thermal_beam", "s1")), plan(standing=standing), "d20:1", "d20:20")
    assert state.need("s1").hp == hp
    assert not [event for event in events if event["type"] == "window"]


def test_12_4_models_and_secrecy():
    red = {"mechs": [mech("sword", None)], "pilots": ["zack_fair"]}
    deploy = {"type": "deploy", "mech": "m1_0", "pilot": "zack_fair", "gear": [], "at": [0, 0]}
    for model, where in (("ura01a_sword", "hangar"), ("ura01b_hammer", "board")):
        standing = [{"use": "c0_0", "on": "enemy_deploy", "models": [model]}]
        state, _ = play(blitz({"hand": ["deck_bomb"]}, red), plan(standing=standing), plan(deploy))
        assert state.need("m1_0").where == where


def test_12_5_energy_gained_in_the_round_stays():
    state = blitz({"weapons": ["thermal_beam"]}, {"ship": BISON, "hand": ["conversion_shield"], "energy": 1})
    standing = [{"use": "c1_0", "on": "ship_landed"}]
    state, _ = play(state, plan(fire("thermal_beam", "s1")), plan(standing=standing), "d20:1", "d20:20")
    assert state.sides[1].energy == 3


def test_12_5_discharge_field_drops_the_rest_of_the_round():
    state = blitz({"mechs": [mech("hammer", [0, 3])]}, {"hand": ["discharge_field"]}, ap=3)
    state.settings = type(state.settings)(**{**_fields(state.settings), "ap_per_turn": 3})
    standing = [{"use": "c1_0", "on": "enemy_gather"}]
    state, _ = play(state, plan({"type": "gather"}, move("m0_0", [0, 2])), plan(standing=standing))
    assert state.need("m0_0").at == (0, 3)
    assert state.sides[0].energy == 0


def _fields(settings):
    return {name: getattr(settings, name) for name in settings.__slots__}


def test_12_2_free_orders_come_with_the_next_that_costs_points():
    """A card listed before the second order is played on the second tick, one at the end of the list after it."""
    hand = ["emp_grenade", "repair_robots"]
    blue = {"hp": 5, "hand": hand, "mechs": [mech("hammer", [0, 3]), mech("hammer", [2, 3])]}
    grenade, robots = {"type": "play", "card": "c0_0", "area": [1, 3]}, {"type": "play", "card": "c0_1"}
    first, second = move("m0_0", [0, 2]), move("m0_1", [2, 2])
    _, events = play(blitz(blue, {}), plan(first, grenade, second, robots), plan())
    told = [event for event in events if event["type"] in ("move", "play")]
    assert [event.get("unit") or event["card"] for event in told] == ["m0_0", "emp_grenade", "m0_1", "repair_robots"]


def test_12_2_lead_and_other_alternate_and_extra_moves_come_last():
    blue, red = {"mechs": [mech("sword", [0, 4])] * 2}, {"mechs": [mech("sword", [0, 0])]}
    acts = [{"unit": name, "do": "move", "path": [[0, 3]]} for name in ("m0_0", "m0_1")]
    ends = [{"unit": name, "do": "move", "path": [[0, 2]]} for name in ("m0_0", "m0_1")]
    state, events = play(
        blitz(blue, red),
        plan({"type": "operate_all", "acts": acts}, end_acts=ends),
        plan(move("m1_0", [0, 1]), end_acts=[{"unit": "m1_0", "do": "move", "path": [[1, 1]]}]),
    )
    order = [event["unit"] for event in events if event["type"] == "move"]
    assert order == ["m1_0", "m0_0", "m0_1", "m0_0", "m1_0", "m0_1"], "one act falls on the first tick"
    assert state.need("m1_0").at == (1, 1)


def test_12_4_the_first_standing_order_that_fits_and_each_once_a_round():
    red = {"ship": BISON, "hand": ["conversion_shield", "warp_shield"]}
    standing = [
        {"use": "c1_0", "on": "ship_landed", "if_lethal": True},
        {"use": "c1_1", "on": "mech_landed"},
        {"use": "c1_1", "on": "any_landed", "units": ["s1"]},
    ]
    state = blitz({"weapons": ["thermal_beam"]}, red)
    state, events = play(state, plan(fire("thermal_beam", "s1")), plan(standing=standing), "d20:1", "d20:20")
    assert [event["card"] for event in events if event["type"] == "react"] == ["warp_shield"]
    assert (state.need("s1").hp, state.need("s0").hp) == (25, 12)


def test_12_4_a_blow_is_led_to_the_first_wish_that_can_be():
    red = {"ship": BISON, "captain": "tim_wall", "gained": ["borrowed_knife"], "mechs": [mech("hammer", [0, 0])]}
    standing = [{"skill": "borrowed_knife", "on": "ship_landed", "redirect_to": ["m0_5", "attacker"]}]
    state, _ = play(
        blitz({"weapons": ["thermal_beam"]}, red),
        plan(fire("thermal_beam", "s1")),
        plan(standing=standing),
        "d20:1",
        "d20:20",
    )
    assert (state.need("s1").hp, state.need("s0").hp) == (25, 12)


def test_12_5_a_disabled_mech_loses_the_rest_of_the_round_and_the_next_ones():
    blue = {"hand": ["emp_grenade"], "mechs": [mech("hammer", [0, 3])]}
    red = {"mechs": [mech("hammer", [1, 2])]}
    grenade = {"type": "play", "card": "c0_0", "area": [1, 2]}
    state, events = play(
        blitz(blue, red),
        plan(grenade, move("m0_0", [0, 2])),
        plan({"type": "resupply", "mode": "ship"}, move("m1_0", [0, 2])),
    )
    assert [event["code"] for event in events if event["type"] == "fizzle"] == ["disabled"]
    assert state.need("m1_0").disabled == 2, "this round does not count"


def test_12_5_what_needs_points_comes_before_the_last_of_them():
    blue = {"captain": "aaron_thompson", "gained": ["diversion"], "weapons": ["heavy_vulcan", "siege_railgun"]}
    skill = {"type": "captain", "skill": "diversion", "from": {"unit": "s0", "weapon": "heavy_vulcan"}, "to": "energy"}
    state, shot = blitz(blue, {}), fire("siege_railgun", "s1")
    assert len(check(state, 0, plan(skill, shot))["actions"]) == 2
    with pytest.raises(OrderError) as refused:
        check(state, 0, plan(shot, skill))
    assert (refused.value.code, refused.value.path) == ("condition_not_met", "actions[1].skill")


@pytest.mark.parametrize(("prefer", "taken"), [([], "spy_drone"), (["emp_grenade", "deck_bomb"], "deck_bomb")])
def test_12_5_prefer_decides_what_is_taken(prefer, taken):
    blue = {"energy": 1, "hand": ["advanced_weapons"], "ship_pile": ["spy_drone", "deck_bomb", "warp_shield"]}
    weapons = {"type": "play", "card": "c0_0", "pile": "ship"}
    state, _ = play(blitz(blue, {}), plan(weapons, prefer=prefer), plan())
    assert [held.card for held in state.sides[0].hand["ship"]] == [taken]


def test_12_4_skills_and_cards_of_mechs_stand_ready_too():
    blue = {"captain": "aaron_thompson", "gained": ["precision_strike"], "mechs": [mech("hammer", [0, 3])]}
    red = {"mechs": [mech("vampire", [0, 3], gear=["reflective_barrier"]), mech("vampire", [0, 3])]}
    shoot = {"unit": "m0_0", "do": "attack", "weapon": "mech_rifle", "target": "m1_1"}
    order = {"type": "operate_one", "act": shoot}
    doubled = plan(order, standing=[{"skill": "precision_strike", "on": "own_landed", "min_damage": 2}])
    state, _ = play(blitz(blue, red), doubled, plan(), "d20:1", "d20:20")
    assert state.need("m1_1").hp == 1
    barrier = {"gear": "c1_0", "unit": "m1_0", "on": "mech_landed", "units": ["m1_0"]}
    for target, hp in (("m1_0", 5), ("m1_1", 3)):
        aimed = {"type": "operate_one", "act": {**shoot, "target": target}}
        state, _ = play(blitz(blue, red), plan(aimed), plan(standing=[barrier]), "d20:1", "d20:20")
        assert state.need(target).hp == hp
        assert len(state.need("m1_0").gear) == (hp == 3), "it is used up by the blow at its own mech alone"


def test_12_2_the_lead_of_the_last_round_begins_the_next_one():
    pilots = {"wounded": [{"card": "zack_fair", "turns": 1}]}
    state = blitz(pilots, pilots)
    for dice, lead in ((LEAD, 0), (("d20:4", "d20:15"), 1)):
        script = Script(dice)
        _, events = resolve(state, {0: check(state, 0, plan()), 1: check(state, 1, plan())}, script)
        assert [event["seat"] for event in events if event["type"] == "pilot_ready"] == [lead, 1 - lead]


def test_events_of_a_round_say_whose_they_are():
    """Who acts, then whose end of the round it is; what belongs to nobody says so."""
    blue = {"mechs": [mech("sword", [0, 3])], "energy": 1}
    state = position(blue, {"energy": 1, "mechs": [mech("sword", [2, 1])]}, phase="plan", options={"mode": "blitz"})
    plans = {seat: {"type": "plan", "actions": [move(f"m{seat}_0", [2 * seat, 2])]} for seat in range(2)}
    _, events = resolve(
        state, {seat: check(state, seat, plan) for seat, plan in plans.items()}, Script(("d20:9", "d20:3"))
    )
    assert [(event["type"], event["acting"]) for event in events if event["type"] in ("move", "energy", "round_end", "round_start")] == [
        ("move", 0), ("move", 1), ("energy", 0), ("energy", 1), ("round_end", None), ("round_start", None),
    ]  # fmt: skip
    assert {event["turn"] for event in events if event["type"] == "move"} == {state.turn}
