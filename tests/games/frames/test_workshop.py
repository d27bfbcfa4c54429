"""What the page of fleets gets: every card and limit as data, every fault at its place, averages that are those of the odds."""

from __future__ import annotations

import copy
import json

import pytest

from games.core.errors import OptionError
from games.core.rng import step_rng
from games.frames import GAME, cards
from games.frames.workshop import EMPTY, PARTS, TOKENS
from tests.games.frames.positions import BISON, fire, mech, play, position
from tests.games.hostile import hostile_values

assert GAME.workshop is not None
WORKSHOP = GAME.workshop
SHOWN = WORKSHOP.describe({})
READY = {one["id"]: one["build"] for one in SHOWN["ready"]}


def faults(build, options=None):
    found, wrong = WORKSHOP.judge(options or {}, build)
    assert (found == build) or not wrong
    return [(fault.path, fault.code) for fault in wrong]


def changed(**parts):
    return {**copy.deepcopy(READY["red_lance"]), **parts}


def test_everything_is_plain_data_and_every_part_names_cards_that_are_there():
    assert json.loads(json.dumps(SHOWN)) == SHOWN
    kinds = {entry["kind"] for entry in SHOWN["cards"].values()}
    assert {part["kind"] for part in PARTS} <= kinds
    assert set(SHOWN["empty"]) == {part["key"] for part in PARTS} | {"name"}
    assert set(SHOWN["targets"]) == set(cards.SHIP) | set(cards.MECH)
    assert len(json.dumps(READY["colossus"])) < WORKSHOP.most_bytes


@pytest.mark.parametrize("name", cards.STARTER)
def test_the_ready_made_ones_have_no_faults_and_can_be_brought_to_a_match(name):
    options = {"sets": "both"} if cards.STARTER[name].get("set") else {}
    build, wrong = WORKSHOP.judge(options, READY[name])
    assert (build, list(wrong)) == (READY[name], [])
    state = GAME.setup(GAME.check_options(options, 2), 2, step_rng("workshop", 0))
    order = WORKSHOP.orders(build)
    assert GAME.check(state, 0, order) == order
    after, _ = GAME.resolve(state, {0: order}, step_rng("workshop", 1))
    assert after.sides[0].ship.card == cards.STARTER[name]["ship"]


def test_every_fault_is_told_at_its_place():
    assert faults(EMPTY) == [
        ("captain", "missing"), ("ship", "missing"), ("weapons", "too_few"), ("mechs", "too_few"), ("pilots", "too_few"),
        ("ship_cards", "pile_size"), ("mech_cards", "pile_size"),
    ]  # fmt: skip
    assert faults(changed(mechs=[{"model": "ura01a_sword"}] * 3)) == [("mechs[2]", "copy_limit")]
    assert faults(changed(weapons=["siege_laser"] * 2, ship="white_pegasus")) == [
        ("weapons", "too_many"), ("weapons[1]", "duplicate"),
    ]  # fmt: skip
    assert faults(changed(ship_cards={"emp_grenade": 3, "repair_robots": 7})) == [
        ("ship_cards.emp_grenade", "copy_limit"), ("ship_cards.repair_robots", "copy_limit"),
    ]  # fmt: skip
    assert faults(changed(name=9)) == [("name", "bad_type")]
    assert faults(changed(mechs=[{"model": "ura00_vampire", "weapons": ["laser_saber", "mech_rifle"]}])) == [
        ("mechs[0].weapons", "bad_loadout")
    ]


def test_other_weapons_than_printed_are_a_fault_for_one_variant_and_none_for_the_other():
    printed, free, _, free_both = [one["options"] for one in SHOWN["variants"]]
    assert [one["fits"] for one in SHOWN["variants"]] == [False, True] * 2
    (fits,) = [part["fits"] for part in SHOWN["parts"] if "fits" in part]
    vampire = SHOWN["cards"]["ura00_vampire"]

    def carrying(*weapons):
        return changed(mechs=[{"model": "ura00_vampire", fits["key"]: list(weapons)}])

    for weapons in (vampire[fits["own"]], ["laser_saber", "mech_rifle"]):
        assert {SHOWN["cards"][one]["kind"] for one in weapons} == {fits["kind"]}
        assert faults(carrying(*weapons), free) == []
    assert faults(carrying(*vampire[fits["own"]]), printed) == []
    assert faults(carrying("laser_saber", "mech_rifle"), printed) == [("mechs[0].weapons", "bad_loadout")]
    assert faults(changed(mechs=[{"model": "ura00_vampire"}]), printed) == []
    for weapons in (["laser_saber"], ["laser_saber"] * 2, ["laser_saber", "siege_laser"]):
        assert faults(carrying(*weapons), free) == [("mechs[0].weapons", "bad_loadout")]
    assert faults(carrying("laser_saber", "pile_driver"), free) == [("mechs[0].weapons[1]", "not_allowed")]
    assert faults(carrying("laser_saber", "pile_driver"), free_both) == []


def test_a_card_of_the_second_set_is_a_fault_at_its_place_where_the_table_has_the_first():
    build = changed(pilots=["john_snow", "ilse_korr"], mechs=[{"model": "ura01a_sword"}, {"model": "ocb1_wren"}])
    assert faults(build) == [("mechs[1].model", "not_allowed"), ("pilots[1]", "not_allowed")]
    assert faults(build, {"sets": "both"}) == []
    assert {card["set"] for card in SHOWN["cards"].values()} == {"first", "second"}


@pytest.mark.parametrize("value", hostile_values(), ids=lambda value: repr(value)[:30])
def test_anything_may_come_in(value):
    for build in (value, {**READY["red_lance"], "mechs": value}, {**READY["red_lance"], "ship": value}):
        _, wrong = WORKSHOP.judge({}, build)
        assert all(fault.code and "%(" not in fault.message for fault in wrong if "%(" not in str(fault.data))
        assert json.dumps(WORKSHOP.measure({}, build, BISON))
    with pytest.raises(OptionError):
        WORKSHOP.measure({}, {}, value)


def row(found, weapon, tokens=0):
    (one,) = [row for row in found["rows"] if row["weapon"] == weapon and row["tokens"] == tokens]
    return one


def test_averages_are_those_of_the_same_shot_in_a_match():
    found = WORKSHOP.measure({}, READY["glass_cannon"], BISON)
    state = position({"weapons": ["heavy_vulcan"]}, {"ship": BISON})
    (entry,) = [one for one in GAME.choices(state, 0) if one.get("orders") == fire("heavy_vulcan", "s1")]
    vulcan = row(found, "heavy_vulcan")
    assert vulcan["damage"] == entry["odds"]["targets"][0]["damage"]
    assert (vulcan["ap"], vulcan["per_ap"], vulcan["ammo"]) == (2, vulcan["damage"] / 2, 4)
    longbow = row(WORKSHOP.measure({}, READY["iron_comet"], "ura01a_sword"), "rail_sniper")
    blue, red = {"mechs": [mech("longbow", [0, 4])]}, {"mechs": [mech("sword", [0, 2])]}
    (entry,) = [
        one for one in GAME.choices(position(blue, red), 0) if one.get("part") == "rail_sniper" and "orders" in one
    ]
    assert longbow["damage"] == entry["odds"]["targets"][0]["damage"]
    assert (longbow["count"], longbow["hit"]) == (1, 18), "aimed from where it aims best"


def test_energy_weapons_are_measured_with_several_numbers_of_tokens():
    found = WORKSHOP.measure({}, READY["reactor_wall"], "white_pegasus")
    shots = [row(found, "siege_laser", tokens) for tokens in TOKENS]
    assert [shot["most"] for shot in shots] == [2, 15, 20, 25]
    assert shots[0]["per_token"] is None
    assert shots[2]["per_token"] == round(shots[2]["damage"] / 2, 4)
    assert row(WORKSHOP.measure({}, READY["glass_cannon"], BISON), "twin_laser", 1)["per_token"] is not None


def test_what_cannot_be_aimed_at_the_target_is_left_out():
    ship = WORKSHOP.measure({}, READY["reactor_wall"], BISON)
    assert "flak_barrage" not in {one["weapon"] for one in ship["rows"]}
    swarm = WORKSHOP.measure({}, READY["reactor_wall"], "ura01a_sword")
    assert row(swarm, "flak_barrage")["lands"] == 1.0
    assert ship["fleet"] == {**swarm["fleet"], **{key: ship["fleet"][key] for key in ("ship_shot", "mechs_act")}}
    assert ship["fleet"]["ship_hp"] == 25


def test_a_match_on_the_first_shot_agrees_with_the_average_of_a_use():
    """The catapult: over all pairs of dice as much damage as its row says."""
    found = row(WORKSHOP.measure({}, READY["reactor_wall"], BISON), "siege_railgun")
    state = position({"ship": BISON, "weapons": ["siege_railgun"], "captain_revealed": True, "captain": "adam_green"},
                     {"ship": BISON, "captain_revealed": True, "captain": "adam_green"})  # fmt: skip
    taken = 0
    for evade in range(1, 21):
        after, _ = play(state, 0, fire("siege_railgun", "s1"), "d20:20", f"d20:{evade}")
        taken += 25 - after.sides[1].ship.hp
    assert found["damage"] == taken / 20


def test_own_fleets_are_welcome_on_every_preset():
    assert {preset.options.get("fleets", "free") for preset in GAME.presets.values()} == {"free"}
