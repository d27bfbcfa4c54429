"""18: decisions about the board, fleets, the catalogue, dice and the end of the match. One test a decision, named after it."""

import re
from pathlib import Path

import pytest

from games.core.rng import step_rng
from games.frames import GAME, cards
from games.frames.board import ADJACENT, PLACES, home_row
from games.frames.effects import movement
from games.frames.effects.work import Work
from games.frames.fleets import PARTS, FleetError
from games.frames.modifiers import deployment_areas
from games.frames.orders import check, mechs
from games.frames.orders.kinds import legal
from games.frames.resolve.flow import settle
from games.frames.resolve.opening import duel
from games.frames.settings import PRESETS
from games.frames.settings import settle as settings_of
from games.frames.vectors import Script
from tests.games.frames.positions import (
    BISON,
    HUMMINGBIRD,
    PEGASUS,
    end_turns,
    fire,
    mech,
    move,
    play,
    position,
    refusal,
)

DECISIONS = {*range(1, 56), 57, 58}


def faults(**changes):
    starter = cards.STARTER["iron_comet"]
    fleet = {key: starter[key] for key in ("captain", "ship", "weapons", "pilots", "ship_cards", "mech_cards")}
    fleet = {**fleet, "mechs": [{"model": name} for name in starter["mechs"]], **changes}
    try:
        check(position({}, phase="fleet"), 0, {"type": "fleet", "fleet": fleet})
    except FleetError as error:
        return [(fault.code, fault.path) for fault in error.faults]
    return []


def test_every_decision_has_a_test():
    names = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))
    tested = {int(number) for number in re.findall(r"^def test_d(\d+)_", names, re.M)}
    assert tested == set(DECISIONS)


def test_d1_neighbours_are_orthogonal():
    assert sum(len(ADJACENT[place]) for place in PLACES) == 2 * 22
    assert (1, 3) not in ADJACENT[0, 4]
    state = position({"mechs": [mech("sword", [0, 3])]})
    assert refusal(state, 0, move("m0_0", [1, 2])) == ("not_adjacent", "act.path[0]")


@pytest.mark.parametrize("at", [[0, 4], [1, 4], [2, 4]])
def test_d2_recall_from_the_whole_home_row(at):
    state, _ = play(position({"mechs": [mech("sword", at)]}), 0, {"type": "recall", "mech": "m0_0"})
    assert state.need("m0_0").where == "hangar"
    away = position({"mechs": [mech("sword", [at[0], 3])]})
    assert refusal(away, 0, {"type": "recall", "mech": "m0_0"}) == ("bad_area", "mech")


def test_d3_weapons_and_pilots_are_unique_and_models_come_at_most_twice():
    assert faults() == [], "two longbows are in it"
    assert faults(weapons=["thermal_beam", "thermal_beam"]) == [("duplicate", "fleet.weapons[1]")]
    assert faults(pilots=["zack_fair", "zack_fair"]) == [("duplicate", "fleet.pilots[1]")]
    assert faults(mechs=[{"model": "ura01c_longbow"}] * 3) == [("copy_limit", "fleet.mechs[2]")]


def test_d4_printed_weapons_are_the_equipment():
    swapped = [{"model": "ura01a_sword", "weapons": ["laser_pistol"]}]
    assert faults(mechs=swapped) == [("bad_loadout", "fleet.mechs[0].weapons")]
    state = position({}, phase="fleet")
    state.settings = settings_of(GAME.check_options({"armoury": "open"}, 2))
    fleet = {**cards.STARTER["iron_comet"], "mechs": swapped}
    fleet = {key: fleet[key] for key in ("captain", "ship", "weapons", "pilots", "ship_cards", "mech_cards", "mechs")}
    assert check(state, 0, {"type": "fleet", "fleet": fleet})["fleet"]["mechs"] == swapped


def test_d5_two_piles_whose_counts_are_public():
    state, _ = play(position({}), 0, {"type": "resupply", "mode": "ship"})
    state, _ = play(state, 0, {"type": "resupply", "mode": "mech"})
    shown = GAME.view(state, 1)["seats"][0]
    assert shown["library"] == {"ship": None, "mech": None, "ship_count": 4, "mech_count": 2}
    own = GAME.view(state, 0)["seats"][0]["library"]
    assert own == {
        "ship": sorted(held.card for held in state.sides[0].pile["ship"]),
        "mech": sorted(held.card for held in state.sides[0].pile["mech"]),
        "ship_count": 4,
        "mech_count": 2,
    }
    assert (shown["hand"]["ship_count"], shown["hand"]["mech_count"]) == (1, 3)
    assert shown["hand"]["ship"] is None
    assert all(held.card in cards.SHIP_CARD for held in state.sides[0].hand["ship"])
    assert all(held.card in cards.MECH_CARD for held in state.sides[0].hand["mech"])


def test_d6_the_earliest_raid_without_luck_is_in_the_third_own_turn():
    state = position({"mechs": [mech("sword", None)], "pilots": ["zack_fair"]}, victory=["raid"])
    deploy = {"type": "deploy", "mech": "m0_0", "pilot": "zack_fair", "gear": [], "at": [0, 4]}
    extra = {"type": "act", "act": {"unit": "m0_0", "do": "move", "path": [[0, 0]]}}
    state, _ = play(state, 0, deploy)
    state, _ = play(state, 0, move("m0_0", [0, 3]))
    assert state.active == 1, "no extra move in the turn of deployment"
    state, _ = play(end_turns(state, 1), 0, move("m0_0", [0, 2]))
    state, _ = play(state, 0, {"type": "end_turn"})
    state, _ = play(state, 0, {"type": "act", "act": {"unit": "m0_0", "do": "move", "path": [[0, 1]]}})
    assert state.phase != "over"
    state, _ = play(end_turns(state, 1), 0, move("m0_0", [0, 0]))
    state, _ = play(state, 0, {"type": "end_turn"})
    extra["act"]["path"] = [[1, 0]]
    state, _ = play(state, 0, extra)
    assert (state.result["reason"], state.result["ranking"]) == ("raid", [[0], [1]])


@pytest.mark.parametrize(
    ("order", "path"),
    [
        (move("m0_0", [0, 2], [0, 1], boost="c0_0"), "act.boost"),
        ({"type": "operate_one", "act": {"unit": "m0_0", "do": "gear", "card": "c0_1"}}, "act.card"),
        ({"type": "ship_skill", "skill": "hull_resupply", "units": ["m0_0"]}, "units[0]"),
    ],
)
def test_d6_a_fresh_mech_gets_one_plain_act_and_nothing_else(order, path):
    state = position({"ship": PEGASUS, "mechs": [mech("sword", [0, 3], gear=["booster_pack", "wormhole_generator"])]})
    state.need("m0_0").fresh = True
    assert refusal(state, 0, order) == ("fresh", path)
    assert check(state, 0, move("m0_0", [0, 2]))


def test_d18_a_giant_turns_raid_into_annihilation_for_both():
    state = position({"ship": PEGASUS, "hp": 9, "mechs": [mech("sword", [0, 3])]}, victory=["raid", "arms_race"])
    state, _ = play(state, 0, {"type": "ship_skill", "skill": "giant_mech"})
    assert state.victory == ["annihilation", "arms_race"]
    raider = position({"ship": PEGASUS, "hp": 9, "mechs": [mech("sword", [0, 3])]}, {"mechs": [mech("sword", [0, 4])]})
    raider.victory = ["raid"]
    raider, _ = play(raider, 0, {"type": "ship_skill", "skill": "giant_mech"})
    raider = end_turns(raider, 1)
    raider, _ = play(raider, 1, move("m1_0", [1, 4]))
    assert raider.result is None


def race(**facts):
    return position({}, {}, victory=["arms_race"], round=20, **facts)


def test_d35_equal_totals_are_a_draw():
    state, _ = play(race(active=1), 1, {"type": "end_turn"})
    assert (state.result["ranking"], state.result["totals"]) == ([[0, 1]], [15, 15])


def test_d36_both_seats_have_had_twenty_turns():
    state, _ = play(race(active=0), 0, {"type": "end_turn"})
    assert (state.result, state.round) == (None, 20)
    state, _ = play(state, 1, {"type": "end_turn"})
    assert (state.result["reason"], state.result["round"]) == ("arms_race", 20)


@pytest.mark.parametrize("how", ["push", "pull", "wormhole"])
def test_d37_forced_movement_never_raids(how):
    state = position({"mechs": [mech("sword", [0, 0])]}, victory=["raid"])
    work = Work(state.copy(), Script(()))
    movement.enter(work, work.state.need("m0_0"), (1, 0), how)
    assert not settle(work)
    walked, _ = play(state, 0, move("m0_0", [1, 0]))
    assert walked.result["reason"] == "raid"


def test_d37_a_wormhole_does_not_lead_to_the_enemy_home_row():
    for lot in range(11):
        state = position({"mechs": [mech("sword", [0, 2])]})
        work = Work(state.copy(), Script((f"pick11:{lot}",)))
        movement.teleport(work, work.state.need("m0_0"))
        assert work.state.need("m0_0").at[1] != home_row(1)


def test_d39_a_mech_carries_up_to_two_cards():
    blue = {
        "mechs": [mech("sword", None)],
        "pilots": ["zack_fair"],
        "hand": ["aim_assist", "attitude_jets", "wide_radar"],
    }
    order = {"type": "deploy", "mech": "m0_0", "pilot": "zack_fair", "at": [0, 4]}
    state, _ = play(position(blue), 0, {**order, "gear": ["c0_0", "c0_1"]})
    assert [held.card for held in state.need("m0_0").gear] == ["aim_assist", "attitude_jets"]
    assert refusal(position(blue), 0, {**order, "gear": ["c0_0", "c0_1", "c0_2"]}) == ("too_much_gear", "gear")


def test_d45_the_base_set_is_that_of_the_seed():
    kinds = (cards.CAPTAIN, cards.SHIP, cards.MECH, cards.PILOT)
    assert [len(cards.within(kind, "first")) for kind in kinds] == [4, 3, 7, 6]
    assert sorted(cards.within(cards.SHIP, "first")) == sorted([HUMMINGBIRD, BISON, PEGASUS])


def test_d46_headings_without_cards_bring_none():
    """The first set has no New Humans and no Forerunners: it is of one people."""
    people = {card.get("faction") or card.get("race") or "human" for kind in (cards.CAPTAIN, cards.SHIP, cards.MECH, cards.PILOT)
              for card in cards.within(kind, "first").values()}  # fmt: skip
    assert people == {"human"}


def test_d57_makers_series_and_pilots_are_on_the_cards():
    first = cards.within(cards.MECH, "first")
    assert {(card["maker"], card["series"]) for card in first.values()} == {("Ukulele", "URA"), ("Ukulele", "UBT")}
    assert all(card["series"].lower() == name[:3] for name, card in cards.MECH.items())
    pilots = cards.within(cards.PILOT, "first").values()
    assert {(card["sex"], card["race"], card["grade"]) for card in pilots} == {("male", "human", "S")}


def test_d58_the_second_set_is_played_where_the_table_says_so():
    fleet = {**cards.STARTER["red_lance"], "mechs": [{"model": "oca1_lynx"}], "pilots": ["mara_vance"]}
    order = {"type": "fleet", "fleet": {key: fleet[key] for key in PARTS}}
    for options in ({}, PRESETS["seed"].options):
        state = GAME.setup(GAME.check_options(options, 2), 2, step_rng("sets", 0))
        assert refusal(state, 0, order) == ("not_allowed", "fleet.mechs[0].model")
        assert not any(card["set"] == "second" for card in GAME.view(state, 0)["cards"].values())
    state = GAME.setup(GAME.check_options({"sets": "both"}, 2), 2, step_rng("sets", 0))
    assert GAME.check(state, 0, order)["fleet"]["pilots"] == ["mara_vance"]
    assert GAME.view(state, 0)["cards"]["oca1_lynx"]["set"] == "second"


def test_d47_one_function_is_asked_for_deployment_areas(monkeypatch):
    state = position({"mechs": [mech("sword", None)], "pilots": ["zack_fair"]})
    order = {"type": "deploy", "mech": "m0_0", "pilot": "zack_fair", "gear": [], "at": [1, 4]}
    assert deployment_areas(state, 0, state.need("m0_0"), "zack_fair") == ((0, 4), (2, 4))
    assert refusal(state, 0, order) == ("bad_area", "at")
    monkeypatch.setattr(mechs, "deployment_areas", lambda state, seat, *_: ((1, home_row(seat)),))
    assert check(state, 0, order) == order
    assert [one["at"] for one in legal(state, 0) if one["type"] == "deploy"] == [[1, 4]]


def test_d48_the_dice_have_twenty_faces():
    work = Work(position({}).copy(), Script(("d20:7", "d20:7", "d20:20", "d20:19")))
    assert duel(work) == 0
    assert {event["die"] for event in work.events} == {20}


@pytest.mark.parametrize(("hit", "evade", "hp"), [(15, 11, 12), (16, None, 15), (15, 10, 15)])
def test_d49_a_roll_equal_to_the_total_succeeds(hit, evade, hp):
    state = position({"weapons": ["thermal_beam"]})
    dice = [f"d20:{value}" for value in (hit, evade) if value is not None]
    state, _ = play(state, 0, fire("thermal_beam", "s1"), *dice)
    assert state.need("s1").hp == hp


def test_d55_the_empty_chapter_is_filled_by_twenty_events():
    assert len(cards.EVENT) == 20
    assert GAME.check_options({}, 2)["event_deck"] == list(cards.EVENT)
    kinds = [card["type"] for card in cards.EVENT.values()]
    assert set(kinds) == {"weather", "instant"}
