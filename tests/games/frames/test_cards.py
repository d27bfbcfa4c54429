"""Chapters 5 to 9: turns, statuses, captains, warships and cards beyond what the recorded scenarios play."""

import pytest

from games.core.entries import Entry
from games.core.errors import OrderError
from games.frames.effects.work import Work
from games.frames.orders import check
from games.frames.platform.statistics import PAID_HP, statistics
from games.frames.resolve.flow import run as flow_run
from games.frames.vectors import Script
from tests.games.frames.positions import (
    BISON,
    HUMMINGBIRD,
    PEGASUS,
    attack,
    end_turns,
    fire,
    mech,
    move,
    passed,
    play,
    position,
)


def react(*use):
    return {"type": "react", "use": list(use)}


def code_of(state, seat, order):
    with pytest.raises(OrderError) as refused:
        play(state, seat, order)
    return refused.value.code


def test_5_1_a_helpless_seat_is_passed_over():
    state = position({"weapons": ["siege_railgun"], "ship": BISON}, {"hp": 1}, victory=["arms_race"])
    state, events = play(state, 0, fire("siege_railgun", "s1"), "d20:1", "d20:20")
    assert state.sides[1].ship_state == "wreck"
    assert (state.active, state.round) == (0, 3)
    assert [event["seat"] for event in events if event["type"] == "turn_start"] == [1, 0]


def test_5_2_a_turn_ends_with_its_last_point():
    state = position({"mechs": [mech("hammer", [0, 3])]})
    state, _ = play(state, 0, move("m0_0", [0, 2]))
    assert state.active == 0
    assert code_of(state, 0, move("m0_0", [0, 1])) == "already_acted"
    state, _ = play(state, 0, {"type": "resupply", "mode": "ship"})
    assert state.active == 1


def test_5_2_repeat_operate():
    state = position({"mechs": [mech("hammer", [0, 3])]}, options={"repeat_operate": True})
    state, _ = play(state, 0, move("m0_0", [0, 2]))
    state, _ = play(state, 0, move("m0_0", [0, 1]))
    assert state.need("m0_0").at == (0, 1)


def test_d34_one_free_resupply_a_turn():
    state = position({})
    state, _ = play(state, 0, {"type": "resupply", "mode": "mech", "free": True})
    assert (state.ap, len(state.sides[0].hand["mech"])) == (2, 3)
    assert code_of(state, 0, {"type": "resupply", "mode": "ship", "free": True}) == "already_used"
    assert play(end_turns(state, 2), 0, {"type": "resupply", "mode": "ship", "free": True})[0].ap == 2


def test_d19_reshuffle_is_an_option():
    def empty(**options):
        state = position({"ship_pile": []}, options=options)
        state.sides[0].discard["ship"] = position({"hand": ["deck_bomb"]}).sides[0].hand["ship"]
        return state

    order = {"type": "resupply", "mode": "ship"}
    assert code_of(empty(), 0, order) == "empty_pile"
    state, _ = play(empty(reshuffle_discard=True), 0, order)
    assert [held.card for held in state.sides[0].hand["ship"]] == ["deck_bomb"]
    assert state.sides[0].discard["ship"] == []


def test_6_6_tracer_marks_raise_hit_and_are_used_up():
    state = position({"weapons": ["tracer_vulcan", "thermal_beam"]}, options={"ap_per_turn": 4}, ap=4)
    state, _ = play(state, 0, fire("tracer_vulcan", "s1"), *("d20:1", "d20:20") * 2, "d20:16")
    assert state.need("s1").marks[0] == 2
    state, events = play(state, 0, fire("thermal_beam", "s1"), "d20:20", "d20:10")
    assert [event["total"] for event in events if event["type"] == "roll"] == [25, 10]
    assert state.need("s1").marks[0] == 0


def test_8_3_link_charge_and_smoke_end_at_the_next_own_turn():
    state = position({"mechs": [mech("kagami", [0, 3]), mech("sword", [0, 3], gear=["smoke_screen"])]}, ap=2)
    act = {"unit": "m0_0", "do": "support", "weapon": "link_charger", "target": "m0_1"}
    state, _ = play(state, 0, {"type": "operate_one", "act": act})
    state, _ = play(state, 0, {"type": "use_gear", "unit": "m0_1", "card": "c0_0"})
    assert sorted(state.need("m0_1").buffs) == ["link_charge", "smoke"]
    assert sorted(end_turns(state, 1).need("m0_1").buffs) == ["link_charge", "smoke"]
    assert end_turns(state, 2).need("m0_1").buffs == []


def test_8_2_push_back_stops_at_home_and_anchors_hold():
    blue = {"ship": BISON, "weapons": ["impact_flak"]}
    red = {"mechs": [mech("vampire", [0, 3]), mech("vampire", [1, 3], gear=["anchor_clamps"])]}
    state, _ = play(
        position(blue, red), 0, {"type": "fire", "weapon": "impact_flak", "area": [1, 3]}, *("d20:1", "d20:20") * 2
    )
    assert state.need("m1_0").at == (0, 1)
    assert state.need("m1_1").at == (1, 3)
    assert state.need("m1_1").gear[0].revealed


def test_9_1_borrowed_knife_asks_the_other_seat():
    blue = {"ship": BISON, "weapons": ["thermal_beam"], "hand": ["conversion_shield"]}
    state = position(blue, {"captain": "tim_wall", "gained": ["borrowed_knife"]})
    state, _ = play(state, 0, fire("thermal_beam", "s1"), "d20:1", "d20:20", hold=True)
    state, _ = play(state, 0, react(), hold=True) if state.waiting["kind"] == "offence" else (state, None)
    state, _ = play(state, 1, react({"skill": "borrowed_knife", "from": "s1", "to": "s0"}), hold=True)
    assert (state.phase, state.waiting["seat"]) == ("window", 0)
    shielded, _ = play(state, 0, react({"card": "c0_0"}))
    assert (shielded.need("s0").hp, shielded.sides[0].energy) == (25, 0), "3 tokens came, and went without a gathering"
    passed, _ = play(state, 0, react())
    assert (passed.need("s0").hp, passed.need("s1").hp) == (22, 15)
    assert passed.sides[1].counters["ship_damage_dealt"] == 3


def test_9_1_eye_for_an_eye_destroys_without_rolls():
    state = position(
        {"captain": "adam_green", "gained": ["eye_for_an_eye"]},
        {"mechs": [mech("vampire", [0, 0], gear=["ablative_plate"])]},
    )
    state, _ = play(state, 0, {"type": "captain", "skill": "eye_for_an_eye", "target": "m1_0"})
    assert state.need("m1_0").where == "hangar"
    assert state.sides[0].counters["destroyed_enemy"] == 1


def test_9_1_precision_strike_is_gained_by_a_third_of_the_hull():
    state = position({"weapons": ["heavy_vulcan"], "captain": "aaron_thompson"})
    state, _ = play(state, 0, fire("heavy_vulcan", "s1"), *("d20:1", "d20:20") * 2, "d20:20", "d20:20")
    assert state.sides[0].counters["ship_damage_dealt"] == 4
    assert "precision_strike" not in state.sides[0].gained
    state.need("s0").arm("heavy_vulcan")
    state = end_turns(state, 1)
    state, events = play(state, 0, fire("heavy_vulcan", "s1"), "d20:1", "d20:20", *("d20:20",) * 3)
    assert "precision_strike" in state.sides[0].gained
    assert [event["to"] for event in events if event["type"] == "skill_gained"] == [[0]]


def test_d29_momentum_waits_by_option():
    facts = {"ship": PEGASUS, "captain": "adam_green", "mechs": [mech("hammer", [x, 3]) for x in range(3)]}
    for waits, spent in ((False, ["momentum"]), (True, [])):
        state, _ = play(position(facts, options={"momentum_waits": waits}), 0, move("m0_0", [0, 2]))
        assert state.sides[0].spent == spent


def test_9_2_hull_resupply():
    before = position({"ship": PEGASUS, "mechs": [mech("hammer", [0, 3], acted=True), mech("sword", [2, 3])]})
    state, events = play(before, 0, {"type": "ship_skill", "skill": "hull_resupply", "units": ["m0_0", "m0_1"]})
    # What a warship pays itself nobody has taken from it.
    assert list(statistics(before, events, state)) == [Entry("spent", 0, PAID_HP, 12)]
    assert (state.phase, state.need("s0").hp, state.ap) == ("operate", 38, 2)
    state, _ = play(state, 0, {"type": "act", "act": {"unit": "m0_0", "do": "move", "path": [[0, 2]]}})
    state, _ = play(state, 0, {"type": "finish"})
    assert (state.phase, state.need("m0_0").at) == ("main", (0, 2))
    assert code_of(state, 0, {"type": "ship_skill", "skill": "hull_resupply", "units": ["m0_0"]}) == "already_used"


def test_8_4_giant_fights_on_and_its_end_is_annihilation():
    state = position(
        {"ship": PEGASUS, "hp": 9, "mechs": [mech("longbow", [1, 3])]}, {"mechs": [mech("vampire", [1, 4])]}
    )
    state, _ = play(state, 0, {"type": "ship_skill", "skill": "giant_mech"})
    assert code_of(state, 0, fire("heavy_vulcan", "s1")) == "is_giant"
    assert code_of(state, 0, {"type": "deploy", "mech": "m0_0", "pilot": "x", "gear": [], "at": [0, 4]}) == "is_giant"
    state, _ = play(
        state,
        0,
        {"type": "operate_one", "act": {"unit": "s0", "do": "attack", "weapon": "laser_pistol", "target": "m1_0"}},
        "d20:20",
    )
    state = end_turns(state, 1)
    state.sides[1].energy = 1
    state, _ = play(state, 1, attack("m1_0", "focus_gun", "s0"), "d20:1", "d20:20")
    assert state.result["reason"] == "annihilation"
    assert state.result["ranking"] == [[1], [0]]


def test_9_4_discharge_field_ends_the_turn():
    state = position({}, {"hand": ["discharge_field"]}, options={"ap_per_turn": 4}, ap=4)
    state, _ = play(state, 0, {"type": "gather"}, hold=True)
    assert state.waiting["kind"] == "enemy_gather"
    state, _ = play(state, 1, react({"card": "c1_0"}))
    assert (state.active, state.sides[0].energy) == (1, 0)


def test_9_4_autocannon_fires_by_itself_at_the_weakest():
    state = position(
        {"energy": 1, "hand": ["autocannon"]}, {"mechs": [mech("hammer", [1, 2]), mech("longbow", [0, 3])]}
    )
    state, _ = play(state, 0, {"type": "play", "card": "c0_0"})
    state, _ = play(state, 0, {"type": "end_turn"})
    assert (state.need("m1_0").hp, state.need("m1_1").where) == (4, "hangar")


def test_d27_autocannon_turns():
    state = position({"energy": 1, "hand": ["autocannon"]}, options={"autocannon_turns": 1})
    state, _ = play(state, 0, {"type": "play", "card": "c0_0"})
    assert len(state.sides[0].cannons) == 1
    assert end_turns(state, 1).sides[0].cannons == []


def test_9_9_self_destruct_hits_both_sides():
    state = position(
        {"mechs": [mech("hammer", [0, 2], hp=2, gear=["self_destruct"]), mech("vampire", [0, 2])]},
        {"mechs": [mech("sword", [0, 2])]},
    )
    act = {"unit": "m0_0", "do": "gear", "card": "c0_0"}
    state, _ = play(state, 0, {"type": "operate_one", "act": act})
    assert [state.need(name).where for name in ("m0_0", "m1_0")] == ["hangar", "hangar"]
    assert state.need("m0_1").hp == 1
    assert (state.sides[0].counters["destroyed_enemy"], state.sides[1].counters["destroyed_enemy"]) == (1, 0)


def test_9_9_wormhole_takes_the_lot_and_never_raids():
    state = position({"mechs": [mech("hammer", [0, 2], gear=["wormhole_generator"])]}, victory=["raid"])
    act = {"unit": "m0_0", "do": "gear", "card": "c0_0"}
    state, _ = play(state, 0, {"type": "operate_one", "act": act}, "pick11:0")
    assert state.need("m0_0").at == (0, 1), "the first area outside the enemy home row"


def test_9_9_jammer_has_two_charges():
    state = position(
        {"mechs": [mech("hammer", [0, 2], gear=["portable_jammer"])]}, {"mechs": [mech("sword", [0, 2])]},
        options={"repeat_operate": True},
    )  # fmt: skip
    act = {"unit": "m0_0", "do": "gear", "card": "c0_0", "target": "m1_0"}
    state, _ = play(state, 0, {"type": "operate_one", "act": act})
    assert (state.need("m1_0").disabled, state.need("m0_0").gear[0].charges) == (1, 1)
    state, _ = play(state, 0, {"type": "operate_one", "act": act})
    assert state.need("m0_0").gear == []
    assert [held.card for held in state.sides[0].discard["mech"]] == ["portable_jammer"]


def test_9_9_reflective_barrier():
    state = position(
        {"mechs": [mech("longbow", [0, 4])]}, {"mechs": [mech("sword", [0, 2], gear=["reflective_barrier"])]}
    )
    state, _ = play(state, 0, attack("m0_0", "rail_sniper", "m1_0"), "d20:1", "d20:20", hold=True)
    while state.waiting["kind"] != "defence":
        state, _ = play(state, 0, react(), hold=True)
    state, _ = play(state, 1, react({"gear": "c1_0", "unit": "m1_0"}))
    assert (state.need("m1_0").hp, state.need("m1_0").gear) == (4, [])


def test_9_9_booster_and_plate():
    state = position(
        {"mechs": [mech("hammer", [0, 3], gear=["booster_pack", "ablative_plate"])]}, {"mechs": [mech("sword", [0, 0])]}
    )
    state, _ = play(state, 0, move("m0_0", [0, 2], [0, 1], boost="c0_0"))
    unit = state.need("m0_0")
    assert (unit.at, [held.card for held in unit.gear]) == ((0, 1), ["ablative_plate"])
    state = end_turns(state, 1)
    state, _ = play(state, 1, attack("m1_0", "assault_rifle", "m0_0"), *("d20:1", "d20:20") * 2, "d100:31")
    assert (state.need("m0_0").hp, state.need("m0_0").gear) == (4, [])


def test_9_9_heat_dagger_is_a_weapon_and_parries():
    red = {"mechs": [mech("sword", [0, 2], gear=["heat_dagger"])]}
    state = position({"mechs": [mech("hammer", [0, 2])]}, red)
    state, _ = play(state, 0, attack("m0_0", "laser_saber", "m1_0"), "d20:1", "d20:20", "d100:70", "d100:51")
    assert state.need("m1_0").gear[0].revealed
    state = end_turns(state, 1)
    state, _ = play(state, 1, attack("m1_0", "heat_dagger", "m0_0"), "d20:1", "d20:20")
    assert state.need("m0_0").hp == 2


def test_9_8_danger_sense_needs_two_hits():
    state = position({"weapons": ["thermal_beam"]}, {"mechs": [mech("vampire", [0, 0], hp=3, pilot="john_snow")]})
    state, _ = play(state, 0, fire("thermal_beam", "m1_0"), "d20:1", "d20:6")
    assert (state.need("m1_0").hp, state.need("m1_0").pilot_up) == (3, True)


def test_19_hull_guard():
    for guard, hp in ((True, 1), (False, 0)):
        state = position({"weapons": ["siege_railgun"], "ship": BISON}, options={"hull_guard": guard})
        state, _ = play(state, 0, fire("siege_railgun", "s1"), "d20:1", "d20:20")
        assert state.need("s1").hp == hp


def test_19_rebuild_turns_and_lost_mechs():
    for options, where, lock in (({"rebuild_turns": 2}, "hangar", 3), ({"destroyed_mechs": "lost"}, "gone", 0)):
        state = position({"weapons": ["heavy_vulcan"]}, {"mechs": [mech("longbow", [0, 0])]}, options=options)
        state, _ = play(state, 0, fire("heavy_vulcan", "m1_0"), "d20:1", "d20:20", *("d20:20",) * 3, hold=True)
        while state.phase == "window":
            state, _ = play(state, state.waiting["seat"], react(), hold=True)
        # The turn of the other seat has begun and counted once.
        assert (state.need("m1_0").where, state.need("m1_0").deploy_lock) == (where, max(0, lock - 1))


def test_3_opening_truce():
    state = position({"weapons": ["thermal_beam"]}, options={"opening_truce": 2})
    assert code_of(state, 0, fire("thermal_beam", "s1")) == "truce"
    with pytest.raises(OrderError, match=r"truce between warships until round 2 ends\."):
        check(state, 0, fire("thermal_beam", "s1"))
    state.round = 3
    assert play(state, 0, fire("thermal_beam", "s1"), "d20:20")[0].active == 1


def test_3_twin_laser_free():
    red = {"mechs": [mech("sword", [0, 0])]}
    order = fire("twin_laser", "s1", second_target="m1_0")
    assert code_of(position({"weapons": ["twin_laser"]}, red), 0, order) == "not_enough_energy"
    state = position({"weapons": ["twin_laser"]}, red, options={"twin_laser_free": True})
    with pytest.raises(OrderError) as refused:
        play(state, 0, order)
    assert (refused.value.code, refused.value.path) == ("not_enough_energy", "second_target")
    assert play(state, 0, fire("twin_laser", "s1"), "d20:1", "d20:20")[0].need("s1").hp == 12


@pytest.mark.parametrize(
    ("options", "ships", "winner"),
    [
        ({}, (HUMMINGBIRD, BISON), 1),
        ({"arms_race_measure": "share"}, (HUMMINGBIRD, BISON), None),
        ({"arms_race_measure": "share"}, (BISON, PEGASUS), None),
        ({"arms_race_measure": "fleet"}, (HUMMINGBIRD, PEGASUS), None),
    ],
)
def test_11_3_measures_of_the_arms_race(options, ships, winner):
    state = position({"ship": ships[0]}, {"ship": ships[1]}, options=options, round=20, active=1, victory=["arms_race"])
    state, _ = play(state, 1, {"type": "end_turn"})
    assert state.result["ranking"] == ([[0, 1]] if winner is None else [[winner], [1 - winner]])


def test_11_3_fleet_measures_by_what_can_be_on_the_board():
    """A Hummingbird has room for 2 pilots and mechs of 4 on average: of 15 + 8 all stand, a Bison has 25 of 25."""
    mechs = [mech("vampire", [0, 4]), mech("sword", [0, 4]), mech("tsurugi", None)]
    for hurt, winner in ((0, None), (1, 1)):
        blue = {"mechs": [{**mechs[0], "hp": 4 - hurt}, *mechs[1:]]}
        options = {"arms_race_measure": "fleet"}
        state = position(blue, {"ship": BISON}, options=options, round=20, active=1, victory=["arms_race"])
        state, _ = play(state, 1, {"type": "end_turn"})
        assert state.result["ranking"] == ([[0, 1]] if winner is None else [[winner], [1 - winner]])


@pytest.mark.parametrize(("limit", "left"), [(0, 10), (5, 20)])
def test_19_warp_limit(limit, left):
    """A Siege Rail Catapult strikes for 15; so much comes back, or as much as the limit allows."""
    blue = {"ship": BISON, "weapons": ["siege_railgun"]}
    state = position(blue, {"hand": ["warp_shield"]}, options={"warp_limit": limit})
    state, _ = play(state, 0, fire("siege_railgun", "s1"), "d20:1", "d20:20", hold=True)
    state, _ = play(passed(state, "defence"), 1, react({"card": "c1_0"}))
    assert (state.need("s0").hp, state.need("s1").hp) == (left, 15)


def test_19_heat_ray_rounds():
    """As many shots as the option says; then it is empty, and may be filled as any limited weapon (D42)."""
    blue = {"weapons": ["thermal_beam", "heavy_vulcan"], "captain": "aaron_thompson", "gained": ["diversion"]}
    state = position(blue, options={"heat_ray_rounds": 1})
    state, _ = play(state, 0, fire("thermal_beam", "s1"), "d20:20")
    state = end_turns(state, 1)
    assert code_of(state, 0, fire("thermal_beam", "s1")) == "no_ammo"
    arms = {"from": {"unit": "s0", "weapon": "heavy_vulcan"}, "to": {"unit": "s0", "weapon": "thermal_beam"}}
    state, _ = play(state, 0, {"type": "captain", "skill": "diversion", **arms})
    assert state.need("s0").arm("thermal_beam").ammo == 1
    assert position(blue).need("s0").arm("thermal_beam").ammo is None


def test_11_3_cap_and_11_5_judgement():
    state = position(
        {"ship": BISON, "hp": 25},
        {"ship": BISON},
        options={"arms_race_cap": True},
        round=20,
        active=1,
        victory=["arms_race"],
    )
    state.need("s0").hp = state.need("s0").max_hp = 100
    assert play(state, 1, {"type": "end_turn"})[0].result["totals"] == [25, 25]
    for rule, ranking in (("draw", [[0, 1]]), ("judgement", [[1], [0]])):
        state = position({}, {"ship": BISON}, options={"stalemate": rule}, round=40, active=1)
        result = play(state, 1, {"type": "end_turn"})[0].result
        assert (result["reason"], result["ranking"]) == ("stalemate", ranking)


def test_11_4_both_totals_at_once_is_a_draw():
    state = position(
        {}, {"ship": BISON}, options={"victory_set": "all"}, round=20, active=1, victory=["arms_race", "lingering"]
    )
    assert play(state, 1, {"type": "end_turn"})[0].result["ranking"] == [[0, 1]]


def test_10_a_failed_ejection_is_heard_by_the_owner_alone():
    state = position({"weapons": ["heavy_vulcan"]}, {"mechs": [mech("longbow", [0, 0], pilot="jack_thunder")]})
    state, events = play(state, 0, fire("heavy_vulcan", "m1_0"), "d20:1", "d20:20", *("d20:20",) * 3, "d100:51")
    assert [event["to"] for event in events if event.get("why") == "ejection"] == [[1]]
    wounded = [event for event in events if event["type"] == "pilot_wounded"]
    assert [event["card"] for event in wounded] == [None]


def test_14_1_work_waits_for_nobody_is_done():
    state = position({})
    flow_run(Work(state, Script(())))
    assert state.phase == "main"
