"""18: decisions about cards, skills, energy and windows. One test a decision, named after it."""

import pytest

from games.frames import GAME
from tests.games.frames.positions import (
    BISON,
    HUMMINGBIRD,
    LANDS,
    MISSES,
    PEGASUS,
    attack,
    end_turns,
    fire,
    mech,
    move,
    passed,
    play,
    position,
    react,
    refusal,
)


def test_d38_cards_of_a_destroyed_mech_are_discarded_those_of_a_recalled_one_go_back():
    blue = {"weapons": ["thermal_beam"], "mechs": [mech("sword", [0, 4], gear=["aim_assist"])], "mech_pile": []}
    state, _ = play(position(blue), 0, {"type": "recall", "mech": "m0_0"})
    assert ([held.card for held in state.sides[0].pile["mech"]], state.sides[0].discard["mech"]) == (["aim_assist"], [])
    red = {"mechs": [mech("longbow", [0, 0], gear=["aim_assist"])], "mech_pile": []}
    state, _ = play(position(blue, red), 0, fire("thermal_beam", "m1_0"), *LANDS, "d100:31")
    assert [held.card for held in state.sides[1].discard["mech"]] == ["aim_assist"]
    assert state.sides[1].pile["mech"] == []


def test_d40_the_joint_booster_repeats_once_at_the_same_target():
    state = position({"mechs": [mech("hammer", [0, 2])]}, {"mechs": [mech("vampire", [0, 2]), mech("vampire", [0, 2])]})
    halved = (*LANDS, "d100:30")
    state, events = play(state, 0, attack("m0_0", "laser_saber", "m1_0"), *halved, "d100:50", *halved)
    assert [state.need(name).hp for name in ("m1_0", "m1_1")] == [1, 5], "no die for a third one"
    assert [event["targets"] for event in events if event["type"] == "attack"] == [["m1_0"]] * 2


def test_d41_fire_burns_at_the_end_step_of_its_owner():
    state = position({"weapons": ["thermal_beam"]}, {"hp": 15, "hand": ["repair_robots"]})
    state, _ = play(state, 0, fire("thermal_beam", "s1"), *LANDS)
    assert (state.active, state.need("s1").hp) == (1, 12)
    state, _ = play(state, 1, {"type": "play", "card": "c1_0"})
    assert state.need("s1").hp == 15, "repairs come before the fire"
    assert [end_turns(state, count).need("s1").hp for count in (1, 2, 3, 5, 7)] == [12, 12, 9, 6, 6]


def divert(start, to):
    return {"type": "captain", "skill": "diversion", "from": start, "to": to}


def test_d42_southern_waters_take_limited_ammunition_for_another_kind():
    blue = {
        "weapons": ["heavy_vulcan", {"id": "siege_railgun", "ammo": 0}, "thermal_beam"],
        "mechs": [mech("longbow", [0, 3]), mech("longbow", [0, 3], ammo={"rail_sniper": 1}), mech("longbow", None)],
        "captain": "aaron_thompson",
        "gained": ["diversion"],
    }
    state = position(blue)
    vulcan, gun = {"unit": "s0", "weapon": "heavy_vulcan"}, {"unit": "s0", "weapon": "siege_railgun"}
    first, second, hangar = ({"unit": f"m0_{i}", "weapon": "rail_sniper"} for i in range(3))
    filled, _ = play(state, 0, divert(second, gun))
    assert (filled.need("s0").arm("siege_railgun").ammo, filled.need("m0_1").arm("rail_sniper").ammo) == (1, 0)
    assert play(state, 0, divert(vulcan, "energy"))[0].sides[0].energy == 2
    assert refusal(state, 0, divert(first, second)) == ("bad_target", "to.weapon")
    assert refusal(state, 0, divert(gun, vulcan)) == ("no_ammo", "from.weapon")
    assert refusal(state, 0, divert({"unit": "s0", "weapon": "thermal_beam"}, gun)) == ("no_such_weapon", "from.weapon")
    assert refusal(state, 0, divert(hangar, gun)) == ("not_on_board", "from.unit")


def test_d43_the_drone_sees_one_random_card_and_discards_another():
    red = {"hand": ["deck_bomb", "warp_shield", "emp_grenade"]}
    state, events = play(
        position({"hand": ["spy_drone"]}, red), 0, {"type": "play", "card": "c0_0"}, "pick3:1", "pick2:1"
    )
    assert [(event["card"], event["to"]) for event in events if event["type"] == "peek"] == [("warp_shield", [0])]
    assert [held.card for held in state.sides[1].hand["ship"]] == ["deck_bomb", "warp_shield"]
    assert [held.card for held in state.sides[1].discard["ship"]] == ["emp_grenade"]


def test_d44_a_gathering_that_was_discharged_keeps_no_energy():
    state = position({"energy": 3}, {"hand": ["discharge_field"]}, ap=4)
    state, _ = play(state, 0, {"type": "gather"}, hold=True)
    state, _ = play(state, 1, react({"card": "c1_0"}))
    assert (state.active, state.sides[0].energy) == (1, 0)
    kept, _ = play(position({"energy": 3}), 0, {"type": "gather"})
    assert kept.sides[0].energy == 4


@pytest.mark.parametrize(("dice", "is_open"), [(MISSES, False), (("d20:1", "d20:1"), False), (LANDS, True)])
def test_d50_windows_open_only_after_a_landed_shot(dice, is_open):
    state = position({"weapons": ["thermal_beam"]}, {"captain": "tim_wall", "gained": ["nimble_hare"]})
    state, _ = play(state, 0, fire("thermal_beam", "s1"), *dice, hold=True)
    assert (state.phase == "window") is is_open


def test_d51_healing_stops_at_the_maximum():
    state, _ = play(position({"hp": 9, "hand": ["repair_robots"]}), 0, {"type": "play", "card": "c0_0"})
    assert state.need("s0").hp == 15


FACING = {"type": "captain", "skill": "facing_death"}


@pytest.mark.parametrize(
    ("blue", "red"),
    [({"energy": 0}, {}), ({"mechs": []}, {}), ({}, {"hp": 0})],
    ids=["no token", "no mech", "enemy wreck"],
)
def test_d52_facing_death_needs_a_token_mechs_and_both_warships(blue, red):
    able = {"energy": 2, "mechs": [mech("sword", [0, 3])], "captain": "tom_steel", "gained": ["facing_death"]}
    state = position({**able, **blue}, {"mechs": [mech("sword", [0, 0])], **red})
    if red:
        state.need("s1").where = "gone"
    assert refusal(state, 0, FACING) == ("condition_not_met", "skill")
    assert refusal(position(able, active=1), 0, FACING) == ("not_your_step", "type")
    state, _ = play(position(able), 0, FACING, *LANDS)
    assert (state.need("s1").hp, state.need("m0_0").where, state.sides[0].energy) == (9, "hangar", 0)


@pytest.mark.parametrize(("ship", "needed"), [(HUMMINGBIRD, 5), (BISON, 8), (PEGASUS, 15)])
def test_d53_precision_strike_is_gained_by_30_percent_inclusive(ship, needed):
    for dealt, state_of in ((needed - 1, "open"), (needed, "gained")):
        blue = {"captain": "aaron_thompson", "counters": {"ship_damage_dealt": dealt}, "mechs": [mech("sword", [0, 3])]}
        state, _ = play(position(blue, {"ship": ship}), 0, move("m0_0", [0, 2]))
        shown = GAME.view(state, 0)["seats"][0]["captain"]["skills"][0]
        assert (shown["id"], shown["state"], shown["need"]) == ("precision_strike", state_of, needed)


def test_d54_marks_last_to_the_end_of_the_shooters_next_turn():
    state, _ = play(position({"weapons": ["tracer_vulcan"]}), 0, fire("tracer_vulcan", "s1"), *LANDS, *MISSES * 2)
    assert [end_turns(state, count).need("s1").marks[0] for count in (0, 1, 2)] == [1, 1, 0]


def test_7_1_at_most_one_of_the_shields_and_nimble():
    red = {"captain": "tim_wall", "gained": ["nimble_hare"], "hand": ["warp_shield", "conversion_shield"]}
    state, _ = play(position({"weapons": ["thermal_beam"]}, red), 0, fire("thermal_beam", "s1"), *LANDS, hold=True)
    state = passed(state, "defence")
    for pair in (({"card": "c1_0"}, {"card": "c1_1"}), ({"skill": "nimble_hare"}, {"card": "c1_0"})):
        assert refusal(state, 1, react(*pair)) == ("condition_not_met", "use[1]")
    dodged, _ = play(state, 1, react({"skill": "nimble_hare"}))
    assert (dodged.need("s1").hp, dodged.sides[1].counters["evades"]) == (15, 1)
