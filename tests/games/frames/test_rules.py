"""Numbered rules and worked examples of chapters 1 to 8 and 11 to 15 that no other file tests."""

import pytest

from games.frames import GAME, cards
from games.frames.board import EVENT_AREA, PLACES, distance, forward, home_row, pushed_to, ship_area
from games.frames.modifiers import evade_total, hit_total
from games.frames.odds import land
from games.frames.orders import check, default_orders, pending
from games.frames.resolve.step import resolve
from games.frames.vectors import Script
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
    operate,
    passed,
    play,
    position,
    react,
    refusal,
)


def totals(events, why):
    return [event["total"] for event in events if event["type"] == "roll" and event["why"] == why]


class Shuffles(Script):
    """Dice that note how many cards are shuffled."""

    def __init__(self, values):
        super().__init__(values)
        self.sizes = []

    def shuffle(self, items):
        self.sizes.append(len(items))


# Chapters 1 to 4


def test_1_board():
    assert len(PLACES) == 15
    assert (ship_area(0), ship_area(1), EVENT_AREA) == ((1, 4), (1, 0), (1, 2))
    assert (home_row(0), home_row(1), forward(0), forward(1)) == (4, 0, -1, 1)
    assert distance((0, 4), (1, 0)) == 5
    assert pushed_to(1, (0, 3), 2) == (0, 1)


def test_4_start_of_the_match():
    dice = Shuffles(("d20:9", "d20:9", "d20:3", "d20:12"))
    state = GAME.setup(GAME.check_options({}, 2), 2, dice)
    assert pending(state) == [0, 1]
    state, events = resolve(state, {}, dice)
    assert dice.sizes == [10, 10, 10, 10, 20], "ship and mech pile of each seat, then the event deck"
    assert [event["type"] for event in events] == ["fleets_shown"]
    assert [side.captain for side in state.sides] == ["tim_wall", "aaron_thompson"], "the fleets of silence"
    assert state.phase == "victory"
    orders = {0: {"type": "victory", "choice": "raid"}, 1: {"type": "victory", "choice": "arms_race"}}
    state, events = resolve(state, orders, dice)
    assert state.victory == ["raid", "arms_race"], "the union"
    drawn = [(event["seat"], event["kind"], event["count"]) for event in events if event["type"] == "draw"]
    assert drawn == [(0, "ship", 2), (0, "mech", 3), (1, "ship", 2), (1, "mech", 3)]
    assert (state.first, state.active, state.round, state.ap) == (1, 1, 1, 2), "ties are rolled again"
    assert all(mech.where == "hangar" for side in state.sides for mech in side.mechs)


# Chapter 5


def test_5_1_round_counts_with_the_first_seat():
    state = position({}, {}, first=1, active=0, round=4)
    assert end_turns(state, 1).round == 5
    assert end_turns(state, 2).round == 5


def test_5_1_wounded_pilots_and_locks_count_at_the_start_of_own_turns():
    state = position({"mechs": [mech("sword", None)], "wounded": [{"card": "zack_fair", "turns": 2}]})
    state.need("m0_0").deploy_lock = 2
    one, two, four = (end_turns(state, count) for count in (1, 2, 4))
    assert (one.sides[0].wounded[0]["turns"], one.need("m0_0").deploy_lock) == (2, 2)
    assert (two.sides[0].wounded[0]["turns"], two.need("m0_0").deploy_lock) == (1, 1)
    assert (four.sides[0].ready, four.need("m0_0").deploy_lock) == (["zack_fair"], 0)


def test_5_1_flags_of_a_turn_are_cleared():
    state, _ = play(position({"mechs": [mech("sword", [0, 3])]}, ap=3), 0, move("m0_0", [0, 2]))
    state, _ = play(state, 0, {"type": "gather"})
    assert (state.need("m0_0").acted, state.sides[0].gathered) == (True, True)
    state = end_turns(state, 2)
    assert (state.need("m0_0").acted, state.sides[0].gathered) == (False, False)


def test_5_1_the_first_turn_has_its_own_points():
    dice = Shuffles(("d20:9", "d20:3"))
    state = GAME.setup(GAME.check_options({"first_turn_ap": 0}, 2), 2, dice)
    state, _ = resolve(state, {}, dice)
    state, _ = resolve(state, {}, dice)
    assert (state.active, state.turn, state.ap) == (1, 2, 2), (
        "a first turn without points is its beginning and end alone"
    )


@pytest.mark.parametrize(("ship", "tokens"), [(HUMMINGBIRD, 1), (BISON, 2), (PEGASUS, 1)])
def test_5_2_gather(ship, tokens):
    state, _ = play(position({"ship": ship}), 0, {"type": "gather"})
    assert state.sides[0].energy == tokens


def test_5_2_resupply_of_mech_cards_fills_up_to_three():
    state, _ = play(position({"hand": ["aim_assist"]}), 0, {"type": "resupply", "mode": "mech"})
    assert len(state.sides[0].hand["mech"]) == 3


def test_5_2_operate_all_ends_by_itself_or_early():
    state, _ = play(position({"mechs": [mech("sword", [0, 3]), mech("hammer", [2, 3])]}), 0, {"type": "operate_all"})
    act = {"type": "act", "act": {"unit": "m0_1", "do": "hold"}}
    assert GAME.view(state, 1)["operation"]["remaining"] == ["m0_0", "m0_1"]
    one, _ = play(state, 0, act)
    assert refusal(one, 0, act)[0] == "already_acted"
    both, _ = play(one, 0, {"type": "act", "act": {"unit": "m0_0", "do": "hold"}})
    early, _ = play(state, 0, {"type": "finish"})
    assert (one.phase, both.phase, early.phase) == ("operate", "end_step", "end_step")


def test_5_3_forward_is_barred_and_other_ways_are_not():
    state = position({"mechs": [mech("sword", [1, 3])]}, {"mechs": [mech("hammer", [1, 3])]})
    assert refusal(state, 0, move("m0_0", [1, 2])) == ("blocked_forward", "act.path[0]")
    for place in ([0, 3], [2, 3], [1, 4]):
        assert check(state, 0, move("m0_0", place))


def test_5_3_a_move_of_two_areas_is_two_steps():
    blue = {"mechs": [mech("hammer", [0, 3], gear=["booster_pack"])]}
    state = position(blue, {"mechs": [mech("hammer", [0, 2])]})
    assert refusal(state, 0, move("m0_0", [0, 2], [0, 1], boost="c0_0")) == ("blocked_forward", "act.path[1]")
    struck, _ = play(
        position({"mechs": [mech("hammer", [1, 3], gear=["booster_pack"])]}, event={"deck": ["em_pulse"]}),
        0, move("m0_0", [1, 2], [1, 1], boost="c0_0"),
    )  # fmt: skip
    assert struck.need("m0_0").at == (1, 2), "locked on the way"


def test_5_4_items_of_the_end_step_in_their_order():
    blue = {"ship": BISON, "energy": 1, "hand": ["autocannon"], "mechs": [mech("sword", [0, 3])]}
    state = position(blue, {"mechs": [mech("longbow", [1, 2], hp=2)]}, event={"weather": _weather()})
    state, _ = play(state, 0, {"type": "play", "card": "c0_0"})
    state.need("s0").burn = 1
    state.sides[0].energy = 1
    state, _ = play(state, 0, {"type": "end_turn"})
    assert state.phase == "end_step", "first the extra move"
    state, events = play(state, 0, {"type": "finish"})
    kinds = ["cannon", "damage", "destroyed", "damage", "energy", "weather_end", "turn_end"]
    assert [event["type"] for event in events if event["type"] in kinds] == kinds
    assert state.need("s0").hp == 24, "fire burns before the energy is lost: 3 halved by the Charged Shield"


def _weather():
    return {"card": "ion_assimilation", "turns_left": 1, "drawn_by": 0}


# Chapter 6


def test_6_7_the_worked_example():
    state = position({"weapons": ["thermal_beam"]}, {"hp": 15})
    state, events = play(state, 0, fire("thermal_beam", "s1"), "d20:10", "d20:11")
    assert (totals(events, "hit"), totals(events, "evade")) == ([15], [10])
    assert [end_turns(state, count).need("s1").hp for count in (0, 1, 3, 5, 7)] == [12, 9, 6, 3, 3]
    assert land(15, 10) == 0.375
    assert (land(25, -3), land(-1, 5), land(10, 30)) == (1.0, 0.0, 0.0)


def test_6_2_judgement_goes_by_the_ids_of_the_targets():
    red = {"mechs": [mech("vampire", [0, 3]), mech("vampire", [1, 3])]}
    state = position({"weapons": ["impact_flak"]}, red)
    state, events = play(state, 0, {"type": "fire", "weapon": "impact_flak", "area": [1, 3]}, *MISSES, *LANDS)
    assert [event["target"] for event in events if event["type"] == "judged"] == ["m1_0", "m1_1"]
    assert [state.need(name).hp for name in ("m1_0", "m1_1")] == [5, 4]


def test_6_2_dice_fall_even_if_they_cannot_fail():
    state = position({"weapons": ["siege_railgun"]}, {"ship": BISON})
    state, events = play(state, 0, fire("siege_railgun", "s1"), "d20:20", "d20:5")
    assert (totals(events, "hit"), state.need("s1").hp) == ([20], 25)


def test_6_3_bonuses_come_before_multipliers():
    """Bloody Reaper: 1 per landed shot; Link Charger and Precision Strike double what there is."""
    hammer = mech("hammer", [0, 2], pilot="hans_zimmers", buffs=["link_charge"])
    state = position({"mechs": [hammer]}, {"ship": BISON, "mechs": [mech("sword", [0, 2])]})
    state.sides[0].double = True
    _, events = play(state, 0, attack("m0_0", "laser_saber", "m1_0"), *LANDS, "d100:31")
    assert [event["steps"][0]["value"] for event in events if event["type"] == "packet"] == [(4 + 1) * 2 * 2]


def test_6_3_killing_intent_counts_per_landed_shot():
    blue = {"hp": 14, "mechs": [mech("sword", [0, 2], pilot="justin_timberlake")]}
    state, _ = play(
        position(blue, {"mechs": [mech("vampire", [0, 2])]}), 0, attack("m0_0", "assault_rifle", "m1_0"),
        *LANDS * 2, "d100:31",
    )  # fmt: skip
    assert (state.need("m1_0").hp, state.need("m0_0").pilot_up) == (1, True)


def test_6_4_steps_in_their_order():
    """Overload doubles, the coating halves, the barrier absorbs, then the plate."""
    vampire = mech("vampire", [1, 2], gear=["ablative_plate"])
    state = position({"ship": BISON, "weapons": ["thermal_beam"]}, {"mechs": [vampire]}, event={"weather": _overload()})
    unit = state.need("m1_0")
    unit.barrier, unit.barrier_turns = 1, 3
    state, events = play(state, 0, fire("thermal_beam", "m1_0"), *LANDS, "d100:30")
    steps = [(step["why"], step["value"]) for event in events if event["type"] == "packet" for step in event["steps"]]
    assert steps == [("landed", 3), ("overload", 6), ("red_coating", 3), ("barrier", 2), ("ablative_plate", 0)]
    assert (state.need("m1_0").hp, state.need("m1_0").burn) == (5, 0), "no fire without damage (6.5)"


def _overload():
    return {"card": "overload", "turns_left": 2, "drawn_by": 0}


def test_6_4_direct_damage_knows_neither_parry_nor_coating():
    state = position({"mechs": [mech("hammer", [1, 3])]}, event={"deck": ["lightning"]})
    state, events = play(state, 0, move("m0_0", [1, 2]))
    assert (state.need("m0_0").hp, totals(events, "red_coating")) == (1, [])


@pytest.mark.parametrize(
    ("facts", "weapon", "target", "hit"),
    [
        ({}, "heavy_vulcan", "m1_0", 10),
        ({}, "heavy_vulcan", "s1", 15),
        ({}, "siege_railgun", "s1", 20),
        ({}, "siege_railgun", "m1_0", 5),
        ({}, "thermal_beam", "m1_0", 5),
    ],
)
def test_6_6_hit_totals_of_warships(facts, weapon, target, hit):
    state = position({"weapons": [weapon], **facts}, {"mechs": [mech("sword", [0, 0])]})
    assert hit_total(state, state.need("s0"), state.need(target), cards.WEAPON[weapon], []) == hit


@pytest.mark.parametrize(
    ("unit", "hp", "weapon", "hit"),
    [
        (mech("longbow", [0, 2]), 15, "rail_sniper", 18),
        (mech("longbow", [0, 1]), 15, "laser_pistol", 15),
        (mech("longbow", [0, 2], gear=["aim_assist", "aim_assist"]), 15, "rail_sniper", 21),
        (mech("longbow", [0, 2], pilot="zack_fair"), 15, "rail_sniper", 18),
        (mech("longbow", [0, 2], pilot="zack_fair"), 14, "rail_sniper", 22),
        (mech("tsurugi", [0, 0], buffs=["smoke", "tailwind"]), 15, "nano_blade", 19),
    ],
)
def test_6_6_hit_totals_of_mechs(unit, hp, weapon, hit):
    state = position({"mechs": [unit], "hp": hp}, {"mechs": [mech("sword", [0, 0])]})
    assert hit_total(state, state.need("m0_0"), state.need("m1_0"), cards.WEAPON[weapon], []) == hit


@pytest.mark.parametrize(
    ("unit", "hp", "evade"),
    [
        (mech("sword", [0, 0]), 15, 5),
        (mech("sword", [0, 0], gear=["attitude_jets", "attitude_jets"]), 15, 8),
        (mech("sword", [0, 0], buffs=["smoke"]), 15, 10),
        (mech("sword", [0, 0], pilot="zack_fair"), 14, 9),
        (None, 6, 10),
        (None, 5, 15),
    ],
)
def test_6_6_evade_totals(unit, hp, evade):
    state = position({}, {"hp": hp, "mechs": [unit] if unit else []})
    assert evade_total(state, state.need("m1_0" if unit else "s1"), []) == evade


def test_6_8_a_recovered_pilot_flies_again():
    red = {"mechs": [mech("longbow", [0, 2], hp=1, pilot="zack_fair")]}
    state = position({"mechs": [mech("longbow", [0, 4])]}, red)
    state, _ = play(state, 0, attack("m0_0", "rail_sniper", "m1_0"), *LANDS)
    assert state.sides[1].wounded == [{"card": "zack_fair", "turns": 4, "known": False}]
    state = end_turns(state, 1)
    starts = [end_turns(state, 2 * count).sides[1] for count in range(4)]
    assert [[one["turns"] for one in side.wounded] for side in starts] == [[3], [2], [1], []]
    assert starts[-1].ready == ["zack_fair"], "at the start of the owner's 4th next turn"


# Chapters 7 and 8


def test_7_4_a_dodged_attack_is_not_a_landed_one_and_a_shielded_one_is():
    red = {"captain": "tim_wall", "gained": ["nimble_hare"], "hand": ["conversion_shield"]}
    blue = {"captain": "tim_wall", "mechs": [mech("longbow", [1, 2])]}
    for use, count in (({"skill": "nimble_hare"}, 0), ({"card": "c1_0"}, 1)):
        state, _ = play(position(blue, red), 0, attack("m0_0", "rail_sniper", "s1"), *LANDS, hold=True)
        state, _ = play(passed(state, "defence"), 1, react(use))
        assert state.sides[0].counters["landed_attacks"] == count
        assert ("nimble_hare" in state.sides[0].gained) is bool(count)


def test_7_4_a_fifth_evade_comes_in_time_for_the_window_of_the_same_attack():
    red = {"captain": "tim_wall", "counters": {"evades": 4}}
    state = position({"weapons": ["tracer_vulcan"]}, red)
    dice = (*("d20:1", "d20:1"), *LANDS, *MISSES)
    state, _ = play(state, 0, fire("tracer_vulcan", "s1"), *dice, hold=True)
    offers = GAME.view(passed(state, "defence"), 1)["window"]["offers"]
    assert {offer["skill"] for offer in offers} == {"borrowed_knife"}


def test_8_1_nimble_dodges_the_whole_attack_and_a_barrier_its_own_mech():
    mechs = [mech("vampire", [0, 3], gear=["reflective_barrier"]), mech("vampire", [1, 3])]
    red = {"mechs": mechs, "captain": "tim_wall", "gained": ["nimble_hare"]}
    shot = {"type": "fire", "weapon": "flak_barrage", "area": [1, 3]}
    for use, left in (({"gear": "c1_0", "unit": "m1_0"}, [5, 3]), ({"skill": "nimble_hare"}, [5, 5])):
        state, _ = play(position({"weapons": ["flak_barrage"]}, red), 0, shot, hold=True)
        state, _ = play(passed(state, "defence"), 1, react(use))
        assert [state.need(name).hp for name in ("m1_0", "m1_1")] == left


def test_8_3_disabled_keeps_the_larger_rest_and_can_be_recalled():
    state = position({"hand": ["emp_grenade"]}, {"mechs": [mech("hammer", [0, 3]), mech("sword", [1, 0])]})
    state.need("m1_0").disabled = 3
    state.need("m1_1").disabled = 1
    state, _ = play(state, 0, {"type": "play", "card": "c0_0", "area": [0, 3]})
    assert state.need("m1_0").disabled == 3
    state = end_turns(state, 1)
    assert refusal(state, 1, move("m1_1", [1, 1])) == ("disabled", "act.unit")
    assert play(state, 1, {"type": "recall", "mech": "m1_1"})[0].need("m1_1").disabled == 0


def test_8_3_a_second_charge_changes_nothing():
    mechs = [mech("kagami", [0, 3]), mech("kagami", [0, 3]), mech("sword", [0, 3])]
    state = position({"mechs": mechs}, ap=3)
    for name in ("m0_0", "m0_1"):
        state, _ = play(state, 0, operate({"unit": name, "do": "support", "weapon": "link_charger", "target": "m0_2"}))
    assert state.need("m0_2").buffs == ["link_charge"]


def test_8_5_tokens_of_the_enemy_turn_last_through_the_own():
    red = {"ship": BISON, "hand": ["conversion_shield"]}
    state, _ = play(position({"weapons": ["thermal_beam"]}, red), 0, fire("thermal_beam", "s1"), *LANDS, hold=True)
    state, _ = play(passed(state, "defence"), 1, react({"card": "c1_0"}))
    assert (state.active, state.sides[1].energy) == (1, 3)
    assert end_turns(state, 1).sides[1].energy == 0


# Chapters 11 to 15


def test_11_raid_comes_before_everything():
    state = position({"mechs": [mech("sword", [0, 0], hp=1)]}, {"hp": 0}, victory=["raid", "annihilation"])
    state.need("s1").where = "gone"
    state.sides[1].mechs = position({}, {"mechs": [mech("sword", [0, 2])]}).sides[1].mechs
    state, _ = play(state, 0, move("m0_0", [1, 0]))
    assert state.result["reason"] == "raid"


def test_11_2_both_annihilated_at_once_is_a_draw():
    blue = {"ship": BISON, "mechs": [mech("hammer", [0, 2], hp=2, gear=["self_destruct"])]}
    state = position(blue, {"mechs": [mech("sword", [0, 2])]})
    for seat in range(2):
        ship = state.need(f"s{seat}")
        ship.hp, ship.where = 0, "gone"
    state, _ = play(state, 0, operate({"unit": "m0_0", "do": "gear", "card": "c0_0"}))
    assert (state.result["reason"], state.result["ranking"]) == ("annihilation", [[0, 1]])


def test_11_5_the_last_round_is_a_draw():
    state, _ = play(position({}, {"ship": BISON}, round=40, active=1), 1, {"type": "end_turn"})
    assert (state.result["reason"], state.result["ranking"]) == ("stalemate", [[0, 1]])


@pytest.mark.parametrize(("seats", "ranking"), [([0], [[1], [0]]), ([1], [[0], [1]]), ([0, 1], [[0, 1]])])
def test_11_6_resignation_from_any_seat(seats, ranking):
    state, _ = resolve(position({}), {seat: {"type": "resign"} for seat in seats}, Script(()))
    assert (state.result["reason"], state.result["ranking"]) == ("resign", ranking)


def test_13_silence_is_always_legal():
    """Every phase of a match: the default is what `check` accepts and what None does."""
    state = GAME.setup(GAME.check_options({}, 2), 2, Script(()))
    phases = [state, position({}), position({}, phase="plan", options={"mode": "blitz"})]
    phases.append(
        play(
            position({"energy": 1, "hand": ["advanced_weapons"]}), 0, {"type": "play", "card": "c0_0", "pile": "ship"}
        )[0]
    )
    phases.append(play(position({"mechs": [mech("sword", [0, 3])]}), 0, {"type": "operate_all"})[0])
    phases.append(play(position({"mechs": [mech("sword", [0, 3])]}), 0, {"type": "end_turn"})[0])
    phases.append(play(position({"weapons": ["thermal_beam"]}), 0, fire("thermal_beam", "s1"), *LANDS, hold=True)[0])
    seen = []
    for one in phases:
        seat = pending(one)[0]
        seen.append(one.phase)
        assert check(one, seat, default_orders(one, seat)) == default_orders(one, seat)
    assert seen == ["fleet", "main", "plan", "choose", "operate", "end_step", "window"]


def test_15_dice_that_cannot_matter_are_not_rolled():
    """A packet of 0 needs neither parry nor coating: the Siege Focus Laser is never 0, a shielded blow is."""
    red = {"mechs": [mech("vampire", [0, 2], gear=["reflective_barrier"])]}
    state = position({"mechs": [mech("sword", [0, 2])]}, red)
    state, _ = play(state, 0, attack("m0_0", "assault_rifle", "m1_0"), *LANDS * 2, hold=True)
    state, events = play(passed(state, "defence"), 1, react({"gear": "c1_0", "unit": "m1_0"}))
    assert totals(events, "red_coating") == []


def test_15_facing_death_rolls_ejections_first():
    blue = {
        "captain": "tom_steel",
        "gained": ["facing_death"],
        "energy": 1,
        "mechs": [mech("sword", [0, 3], pilot="jack_thunder")],
    }
    state, events = play(position(blue), 0, {"type": "captain", "skill": "facing_death"}, "d100:50", *LANDS)
    assert [event["why"] for event in events if event["type"] == "roll"] == ["ejection", "hit", "evade"]
    assert state.sides[0].ready == ["jack_thunder"]
