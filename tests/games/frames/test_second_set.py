"""The second set: where its mechs come out, and what sex, race, grade and series do (D58)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core import simulate
from games.core.text import spoken
from games.frames import GAME, cards
from games.frames.catalogue import CATALOGUE
from games.frames.modifiers import as_seen, deployment_areas, evade_total, hit_total
from games.frames.orders.kinds import legal
from games.frames.orders.plan_parts import parts
from tests.games.frames.positions import BISON, LANDS, attack, mech, play, position, refusal

BOTH = {"sets": "both"}


def deploy(pilot: str, *at: int) -> dict[str, object]:
    return {"type": "deploy", "mech": "m0_0", "pilot": pilot, "gear": [], "at": list(at)}


def out(model: str, pilots: list[str], foes: list[list[int]] = [], **facts: object):  # noqa: B006
    """A mech in the hangar, enemy mechs on the board."""
    red = {"mechs": [mech("sword", at) for at in foes]}
    return position({"mechs": [mech(model, None)], "pilots": pilots}, red, options=BOTH, **facts)


def areas(state) -> set[tuple[str, tuple[int, ...]]]:
    return {(one["pilot"], tuple(one["at"])) for one in legal(state, 0) if one["type"] == "deploy"}


def test_a_rail_sled_comes_out_before_the_decks_where_no_enemy_stands():
    state = out("oca1_lynx", ["zack_fair"], [[2, 3]])
    assert {at for _, at in areas(state)} == {(0, 4), (2, 4), (0, 3)}
    after, events = play(state, 0, deploy("zack_fair", 0, 3))
    assert after.need("m0_0").at == (0, 3)
    assert not any(event["type"] == "reveal" for event in events), "the sled is seen by all, whoever flies"
    assert refusal(state, 0, deploy("zack_fair", 2, 3)) == ("bad_area", "at")


def test_a_drop_run_comes_out_beside_the_event_area_and_turns_its_pilot_up():
    early, late = (out("ura01a_sword", ["mara_vance", "zack_fair"], [[0, 2]], round=n) for n in (2, 3))
    assert {at for _, at in areas(early)} == {(0, 4), (2, 4)}
    assert areas(late) - areas(early) == {("mara_vance", (2, 2))}
    assert refusal(late, 0, deploy("zack_fair", 2, 2)) == ("bad_area", "at")
    after, events = play(late, 0, deploy("mara_vance", 2, 2))
    assert [event["card"] for event in events if event["type"] == "reveal"] == ["mara_vance"]
    assert GAME.view(after, 1)["seats"][0]["mechs"][0]["pilot"] == {"card": "mara_vance", "revealed": True}
    (entry,) = [one for one in GAME.choices(late, 0) if one.get("orders") == deploy("mara_vance", 2, 2)]
    assert "The pilot is turned up: nobody else comes out there." in [spoken(said) for said in entry["leads"]]
    after, events = play(late, 0, deploy("mara_vance", 0, 4))
    assert not any(event["type"] == "reveal" for event in events), "from a deck anybody may come"


def test_a_plan_of_blitz_knows_acts_from_there():
    state = out("oca1_lynx", ["zack_fair"])
    acts = [part["actions"][0]["act"] for part, _ in parts(state, 0, []) if part.get("actions")]
    assert {"unit": "m0_0", "do": "move", "path": [[0, 2]], "boost": None} in acts


def test_a_mind_link_needs_a_new_human_and_shows_it():
    foe = {"mechs": [mech("oca1_lynx", [0, 2])]}
    for pilot, hit, evade in (("ilse_korr", 13 + 2 + 3, 9), ("zack_fair", 13, 7)):
        state = position({"mechs": [mech("ocb1_wren", [0, 3], pilot=pilot)]}, foe, options=BOTH)
        wren, lynx, weapon = state.need("m0_0"), state.need("m1_0"), cards.WEAPON["assault_rifle"]
        assert (hit_total(state, wren, lynx, weapon, []), evade_total(state, wren, [])) == (hit, evade)
        assert evade_total(state, as_seen(state, wren, 1), []) == 7, "who lies face down for the enemy adds nothing"
        after, _ = play(state, 0, attack("m0_0", "assault_rifle", "m1_0"), *LANDS, *LANDS)
        assert after.need("m0_0").pilot_up == (pilot == "ilse_korr")


@pytest.mark.parametrize(("model", "more"), [("ura02_rampart", 2), ("oca2_ram", 0)])
def test_a_works_pilot_knows_the_series_of_her_works(model, more):
    state = position(
        {"mechs": [mech(model, [0, 3], pilot="tessa_quill")]}, {"mechs": [mech("sword", [0, 2])]}, options=BOTH
    )
    one, foe = state.need("m0_0"), state.need("m1_0")
    assert hit_total(state, one, foe, cards.WEAPON["laser_pistol"], []) == one.hit + more
    assert evade_total(state, one, []) == one.evade + more


def test_a_pile_driver_pushes_one_area_back():
    state = position(
        {"mechs": [mech("oca2_ram", [0, 2])]}, {"mechs": [mech("oca2_ram", [0, 2])], "ship": BISON}, options=BOTH
    )
    after, _ = play(state, 0, attack("m0_0", "pile_driver", "m1_0"), *LANDS)
    assert (after.need("m1_0").hp, after.need("m1_0").at) == (2, (0, 1))
    said = [spoken(line) for one in GAME.choices(state, 0) for line in one.get("leads", ())]
    assert "Whoever is hit is pushed 1 area back." in said


def test_the_first_set_alone_has_the_decks_alone():
    for model in cards.within(cards.MECH, "first"):
        state = position({"mechs": [mech(model, None)], "pilots": list(cards.within(cards.PILOT, "first"))}, round=9)
        for pilot in state.sides[0].ready:
            assert deployment_areas(state, 0, state.need("m0_0"), pilot) == ((0, 4), (2, 4))


def test_a_bow_catapult_leads_before_the_warship_while_it_is_intact():
    mechs, foe = [mech("sword", None)], {"mechs": [mech("sword", [0, 2])]}
    state = position({"ship": "fb02_heron", "mechs": mechs, "pilots": ["zack_fair"]}, foe, options=BOTH)
    assert {at for _, at in areas(state)} == {(0, 4), (2, 4), (1, 3)}
    after, events = play(state, 0, deploy("zack_fair", 1, 3))
    assert after.need("m0_0").at == (1, 3)
    assert not any(event["type"] == "reveal" for event in events)


def test_a_field_workshop_mends_all_mechs_once_a_match():
    mechs = [mech("oca2_ram", [0, 3], hp=2), mech("sword", [1, 3], hp=3)]
    state = position({"ship": "fb02_heron", "mechs": mechs}, options=BOTH)
    after, _ = play(state, 0, {"type": "ship_skill", "skill": "field_workshop"})
    assert [after.need(name).hp for name in ("m0_0", "m0_1")] == [3, 4]
    assert refusal(after, 0, {"type": "ship_skill", "skill": "field_workshop"}) == ("already_used", "skill")


def test_a_roll_call_mends_pilots_of_grade_a_and_turns_up_those_it_helps():
    mechs = [
        mech("oca2_ram", [0, 3], hp=1, pilot="ilse_korr"),
        mech("oca2_ram", [1, 3], hp=1, pilot="oren_daal"),
        mech("sword", [2, 3], pilot="mara_vance"),
    ]
    state = position({"captain": "sera_lindt", "gained": ["roll_call"], "mechs": mechs}, options=BOTH)
    after, events = play(state, 0, {"type": "captain", "skill": "roll_call"})
    assert [after.need(f"m0_{n}").hp for n in range(3)] == [3, 1, 4]
    assert [event["card"] for event in events if event["type"] == "reveal"] == ["sera_lindt", "ilse_korr"]


def test_damage_control_and_reserve_cells():
    state = position({"captain": "sera_lindt", "gained": ["damage_control"], "hp": 4}, options=BOTH)
    after, _ = play(state, 0, {"type": "captain", "skill": "damage_control"})
    assert after.sides[0].ship.hp == 10
    state = position({"captain": "victor_osei", "gained": ["reserve_cells"], "hp": 4}, options=BOTH)
    after, _ = play(state, 0, {"type": "captain", "skill": "reserve_cells"})
    assert after.sides[0].energy == 2


def test_a_signal_storm_disables_the_mech_that_is_named():
    state = position(
        {"captain": "victor_osei", "gained": ["signal_storm"]}, {"mechs": [mech("sword", [0, 2])]}, options=BOTH
    )
    order = {"type": "captain", "skill": "signal_storm"}
    assert refusal(state, 0, {**order, "target": "s1"}) == ("bad_target", "target")
    after, _ = play(state, 0, {**order, "target": "m1_0"})
    assert after.need("m1_0").disabled == 2
    assert {**order, "target": "m1_0"} in [one.get("orders") for one in GAME.choices(state, 0)]


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_bots_play_the_second_set_and_are_never_refused(level):
    used: set[str] = set()
    bot = GAME.bot(level)
    for number, fleet in enumerate(card for card in cards.STARTER.values() if card.get("set") == "second"):

        def decide(view, rng, memory, fleet=fleet):
            if view["phase"] == "fleet":
                return {"type": "fleet", "starter": fleet["id"]}
            return bot.decide(view, rng, memory)

        options = GAME.check_options(GAME.presets["sets"].options, 2)
        record = simulate.play(GAME, options, 2, [replace(bot, decide=decide), bot], f"second:{number}")
        assert record.refused == 0
        seen = simulate.replay(GAME, options, 2, f"second:{number}", record.orders)
        used |= {event["skill"] for _, _, events in seen for event in events if event["type"] == "skill_used"}
    if level == "hard":
        assert used & {name for name, shown in CATALOGUE.items() if shown["set"] == "second"}
