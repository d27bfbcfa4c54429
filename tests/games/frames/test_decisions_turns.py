"""18: decisions about turns, statuses, damage and destroyed units. One test a decision, named after it."""

import pytest

from games.frames import GAME
from games.frames.orders import check
from games.frames.orders.kinds import legal
from tests.games.frames.positions import (
    BISON,
    LANDS,
    MISSES,
    PEGASUS,
    attack,
    end_turns,
    fire,
    mech,
    move,
    operate,
    passed,
    play,
    position,
    react,
    refusal,
)


def test_d7_a_mech_acts_once_per_own_turn():
    state, _ = play(position({"mechs": [mech("sword", [0, 3])]}, ap=3), 0, move("m0_0", [0, 2]))
    assert refusal(state, 0, move("m0_0", [0, 1])) == ("already_acted", "act.unit")
    assert refusal(state, 0, {"type": "operate_all"}) == ("cannot_act", "type")


def test_d8_nothing_comes_after_the_last_point():
    state = position({"mechs": [mech("hammer", [0, 3], gear=["smoke_screen"])]}, ap=1)
    smoke = {"type": "use_gear", "unit": "m0_0", "card": "c0_0"}
    assert play(state, 0, smoke)[0].need("m0_0").buffs == ["smoke"]
    state, _ = play(state, 0, move("m0_0", [0, 2]))
    assert refusal(state, 0, smoke) == ("not_your_step", "type")


def test_d9_turns_are_those_of_the_affected_side_without_the_current_one():
    state = position({"hand": ["emp_grenade"]}, {"mechs": [mech("hammer", [0, 3])]})
    state, _ = play(state, 0, {"type": "play", "card": "c0_0", "area": [0, 3]})
    rest = [end_turns(state, count).need("m1_0").disabled for count in range(1, 5)]
    assert rest == [2, 1, 1, 0], "it counts down at the end of the owner's turns only"
    state = position({"mechs": [mech("hammer", [1, 3])]}, event={"deck": ["network_virus"]})
    state, _ = play(state, 0, move("m0_0", [1, 2]))
    assert end_turns(state, 1).sides[0].jammed == 2, "the turn in which it came does not count"


def test_d10_a_use_costs_one_round_whatever_the_number_of_shots():
    state, _ = play(position({"weapons": ["tracer_vulcan"]}), 0, fire("tracer_vulcan", "s1"), *MISSES * 3)
    assert state.need("s0").arm("tracer_vulcan").ammo == 3


def test_d11_one_packet_per_volley_is_rounded_once():
    state = position({"weapons": ["tracer_vulcan"]}, {"ship": BISON, "energy": 1})
    state, events = play(state, 0, fire("tracer_vulcan", "s1"), *LANDS * 3)
    assert [event["amount"] for event in events if event["type"] == "packet"] == [1]
    assert state.need("s1").hp == 24


def test_d12_own_defences_come_first_and_the_rest_stays_with_the_mech_that_was_hit():
    red = {
        "mechs": [mech("kagami", [0, 2], gear=["ablative_plate"]), mech("tsurugi", [0, 2]), mech("magatama", [0, 2])]
    }
    state = position({"mechs": [mech("longbow", [0, 4])]}, red)
    state, _ = play(state, 0, attack("m0_0", "rail_sniper", "m1_0"), *LANDS)
    assert [state.need(f"m1_{i}").hp for i in range(3)] == [2, 2, 3], "4 - 2 absorbed, 1 each, none is left"
    plain = {"mechs": [mech("kagami", [0, 2]), mech("tsurugi", [0, 2]), mech("magatama", [0, 2])]}
    state = position({"mechs": [mech("longbow", [0, 4])]}, plain)
    state, _ = play(state, 0, attack("m0_0", "rail_sniper", "m1_1"), *LANDS)
    assert [state.need(f"m1_{i}").hp for i in range(3)] == [2, 1, 2]


@pytest.mark.parametrize(("rule", "where"), [("return", "hangar"), ("lost", "gone")])
def test_d13_destroyed_mechs_return_to_the_hangar(rule, where):
    red = {"mechs": [mech("longbow", [0, 2], hp=1)], "pilots": ["zack_fair"]}
    state = position({"mechs": [mech("longbow", [0, 4])]}, red, options={"destroyed_mechs": rule})
    state, _ = play(state, 0, attack("m0_0", "rail_sniper", "m1_0"), *LANDS)
    assert state.need("m1_0").where == where
    again = {"type": "deploy", "mech": "m1_0", "pilot": "zack_fair", "gear": [], "at": [0, 0]}
    state = end_turns(state, 1)
    if rule == "lost":
        assert refusal(state, 1, again) == ("not_in_hangar", "mech")
    else:
        assert play(state, 1, again)[0].need("m1_0").hp == 2


def test_d14_the_hangar_repairs_and_rearms():
    state = position({"mechs": [mech("hammer", [0, 4], hp=1, ammo={"mech_rifle": 0})], "pilots": ["zack_fair"]})
    state, _ = play(state, 0, {"type": "recall", "mech": "m0_0"})
    state, _ = play(state, 0, {"type": "deploy", "mech": "m0_0", "pilot": "zack_fair", "gear": [], "at": [0, 4]})
    assert (state.need("m0_0").hp, state.need("m0_0").arm("mech_rifle").ammo) == (4, 3)


def test_d15_a_wreck_leaves_its_mechs_on_the_board():
    red = {"ship": BISON, "hp": 1, "energy": 0, "mechs": [mech("hammer", [0, 2])], "hand": ["repair_robots"]}
    state, _ = play(position({"weapons": ["thermal_beam"]}, red), 0, fire("thermal_beam", "s1"), *LANDS)
    assert (state.sides[1].ship_state, state.result) == ("wreck", None)
    assert refusal(state, 1, {"type": "gather"}) == ("ship_wrecked", "type")
    assert refusal(state, 1, {"type": "play", "card": "c1_0"}) == ("ship_wrecked", "type")
    state, _ = play(state, 1, move("m1_0", [0, 3]))
    assert state.need("m1_0").at == (0, 3)


def test_d16_a_queue_in_one_pass_attacker_first():
    state = position({"weapons": ["thermal_beam"], "hand": ["repair_robots"], "hp": 5}, {"hand": ["warp_shield"]})
    state, _ = play(state, 0, fire("thermal_beam", "s1"), *LANDS, hold=True)
    assert (state.waiting["kind"], state.waiting["seat"]) == ("offence", 0)
    state, _ = play(state, 0, react({"card": "c0_0"}), hold=True)
    assert (state.waiting["kind"], state.waiting["seat"]) == ("defence", 1)
    state, events = play(state, 1, react({"card": "c1_0"}), hold=True)
    assert not [event for event in events if event["type"] == "window"], "nobody answers an answer"
    assert (state.need("s0").hp, state.need("s1").hp) == (12, 15)


def test_d17_an_area_of_effect_has_radius_one_and_spares_the_own_side():
    places = [[1, 3], [0, 3], [1, 2], [1, 4], [0, 2], [0, 4]]
    red = {"mechs": [mech("vampire", place) for place in places]}
    state = position({"weapons": ["flak_barrage"], "mechs": [mech("sword", [1, 3])]}, red)
    state, _ = play(state, 0, {"type": "fire", "weapon": "flak_barrage", "area": [1, 3]})
    assert [state.need(f"m1_{i}").hp for i in range(6)] == [3, 3, 3, 3, 5, 5], "no diagonals"
    assert (state.need("m0_0").hp, state.need("s0").hp) == (4, 15)


def test_d20_a_friend_is_another_mech():
    state = position({"mechs": [mech("kagami", [0, 3]), mech("sword", [0, 3])]})
    charge = {"unit": "m0_0", "do": "support", "weapon": "link_charger", "target": "m0_0"}
    assert refusal(state, 0, operate(charge)) == ("bad_target", "act.target")
    assert play(state, 0, operate({**charge, "target": "m0_1"}))[0].need("m0_1").buffs == ["link_charge"]


def test_d21_burn_the_boats():
    blue = {"ship": BISON, "hp": 5, "captain": "tom_steel", "hand": ["repair_robots"]}
    red = {"weapons": ["thermal_beam"], "mechs": [mech("hammer", [1, 3])]}
    state, _ = play(position(blue, red), 0, {"type": "captain", "skill": "last_stand"})
    ship = state.need("s0")
    assert (ship.hp, ship.max_hp, ship.damaged, state.sides[0].energy) == (100, 100, False, 3)
    state, _ = play(state, 0, {"type": "gather"})
    state, events = play(state, 1, fire("thermal_beam", "s0"), "d20:1", "d20:1")
    assert [event["total"] for event in events if event.get("why") == "evade"] == [0]
    assert state.need("s0").hp == 97, "with 5 tokens the Charged Shield would have halved it"


def test_d22_precision_strike_doubles_once_and_for_the_rest_of_the_turn():
    blue = {"weapons": ["thermal_beam"], "mechs": [mech("longbow", [1, 2])]}
    state = position({**blue, "captain": "aaron_thompson", "gained": ["precision_strike"]}, {"ship": PEGASUS}, ap=4)
    state, _ = play(state, 0, fire("thermal_beam", "s1"), *LANDS, hold=True)
    state, _ = play(state, 0, react({"skill": "precision_strike"}))
    assert state.need("s1").hp == 44
    state, _ = play(state, 0, attack("m0_0", "rail_sniper", "s1"), *LANDS)
    assert state.need("s1").hp == 36
    assert end_turns(state, 1).sides[0].double is False


def test_d23_the_claw_takes_one_token():
    state = position({"mechs": [mech("vampire", [1, 2])]}, {"energy": 3})
    state, _ = play(state, 0, attack("m0_0", "shock_claw", "s1"), *LANDS)
    assert [side.energy for side in state.sides] == [1, 2]


def test_d24_a_token_is_needed_to_fire_the_twin_laser():
    order = fire("twin_laser", "s1")
    assert refusal(position({"weapons": ["twin_laser"]}), 0, order) == ("not_enough_energy", "weapon")
    _, events = play(position({"weapons": ["twin_laser"], "energy": 1}), 0, order, *MISSES)
    assert [event["change"] for event in events if event["type"] == "energy"] == [-1]


def test_d25_advanced_weapons_cost_a_token_and_are_seen_by_both():
    state = position(
        {"energy": 1, "hand": ["advanced_weapons"], "mech_pile": ["wide_radar", "aim_assist", "smoke_screen"]}
    )
    state, events = play(state, 0, {"type": "play", "card": "c0_0", "pile": "mech"})
    shown = [event for event in events if event["type"] == "reveal"]
    assert [(event["to"], event["cards"]) for event in shown] == [("all", ["wide_radar", "aim_assist", "smoke_screen"])]
    assert GAME.view(state, 1)["choose"] == {"cards": ["wide_radar", "aim_assist", "smoke_screen"]}
    state, _ = play(state, 0, {"type": "choose", "index": 2})
    assert [held.card for held in state.sides[0].hand["mech"]] == ["smoke_screen"]
    assert state.sides[0].energy == 0


def test_d26_ship_cards_and_weapons_reach_from_the_own_ship_area():
    state = position({"hand": ["emp_grenade"], "weapons": ["flak_barrage"], "mechs": [mech("sword", [1, 1])]})
    for area, reached in (([1, 2], True), ([0, 3], True), ([1, 1], False), ([0, 2], False)):
        order = {"type": "play", "card": "c0_0", "area": area}
        assert (check(state, 0, order) == order) if reached else (refusal(state, 0, order) == ("out_of_range", "area"))
    assert refusal(state, 0, {"type": "fire", "weapon": "flak_barrage", "area": [1, 2]}) == ("out_of_range", "area")


def test_d27_a_cannon_stays_for_the_rest_of_the_match():
    state, _ = play(position({"energy": 1, "hand": ["autocannon"]}), 0, {"type": "play", "card": "c0_0"})
    assert [cannon.turns for cannon in end_turns(state, 30).sides[0].cannons] == [None]


def test_d28_the_third_landed_shot_is_doubled():
    for landed, packet in ((2, 4), (3, 8), (4, 12)):
        state = position({"weapons": ["heavy_vulcan"]}, {"ship": PEGASUS})
        dice = LANDS * landed + MISSES * (4 - landed)
        assert play(state, 0, fire("heavy_vulcan", "s1"), *dice)[0].need("s1").hp == 50 - packet


def test_d30_successful_evade_rolls_of_all_units_count_per_shot():
    state = position(
        {"weapons": ["heavy_vulcan"], "mechs": [mech("longbow", [0, 2])]}, {"mechs": [mech("sword", [0, 0])]}, ap=3
    )
    state, _ = play(state, 0, fire("heavy_vulcan", "s1"), *("d20:1", "d20:1") * 3, *MISSES)
    state, _ = play(state, 0, attack("m0_0", "rail_sniper", "m1_0"), "d20:1", "d20:1")
    assert state.sides[1].counters["evades"] == 4


def test_d31_an_attack_that_is_led_elsewhere_keeps_its_judgement():
    red = {"captain": "tim_wall", "gained": ["borrowed_knife"], "mechs": [mech("sword", [0, 0])]}
    state = position({"weapons": ["tracer_vulcan"], "ship": BISON}, red)
    state, _ = play(state, 0, fire("tracer_vulcan", "s1"), *LANDS, *LANDS, *MISSES, hold=True)
    state = passed(state, "defence")
    state, events = play(state, 1, react({"skill": "borrowed_knife", "from": "s1", "to": "s0"}))
    assert not [event for event in events if event["type"] == "roll"]
    assert (state.need("s0").hp, state.need("s1").hp) == (23, 15)


def test_d32_nobody_is_made_a_giant_by_force():
    red = {"ship": PEGASUS, "hp": 10, "mechs": [mech("sword", [0, 0])]}
    state, _ = play(position({"weapons": ["thermal_beam"]}, red), 0, fire("thermal_beam", "s1"), *LANDS)
    assert (state.need("s1").hp, state.sides[1].ship_state) == (7, "intact")
    assert {"type": "ship_skill", "skill": "giant_mech"} in legal(state, 1)


def test_d33_hull_resupply_once_per_turn():
    state = position({"ship": PEGASUS, "mechs": [mech("sword", [0, 3])]})
    order = {"type": "ship_skill", "skill": "hull_resupply", "units": ["m0_0"]}
    state, _ = play(state, 0, order)
    state, _ = play(state, 0, {"type": "finish"})
    assert refusal(state, 0, order) == ("already_used", "skill")
    assert play(end_turns(state, 2), 0, order)[0].need("s0").hp == 26
