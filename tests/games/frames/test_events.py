"""9.10: every card of the event area, one test each; 8.7: when it draws."""

import pytest

from games.core.errors import OrderError
from games.frames import cards
from games.frames.effects.turns import extras_of
from tests.games.frames.positions import BISON, attack, end_turns, mech, move, play, position

ENTER = move("m0_0", [1, 2])


def entered(card, *dice, blue=(), red=None, deck_after=("dead_calm",), **facts):
    """A hammer of seat 0 has entered the event area, which drew this card."""
    mechs = [mech("hammer", [1, 3], **facts), *blue]
    state = position(
        {"mechs": mechs, "ship": BISON, "ship_pile": ["emp_grenade"] * 3}, red, event={"deck": [card, *deck_after]}
    )
    return play(state, 0, ENTER, *dice)[0]


def test_every_event_card_has_a_test():
    names = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert set(cards.EVENT) <= names


def test_black_hole():
    state = entered(
        "black_hole", blue=[mech("sword", [0, 2])], red={"mechs": [mech("vampire", [1, 1]), mech("sword", [0, 1])]}
    )
    sword, vampire, far = state.need("m0_1"), state.need("m1_0"), state.need("m1_1")
    assert (sword.at, sword.hp, vampire.at, vampire.hp, far.at) == ((1, 2), 2, (1, 2), 3, (0, 1))
    assert state.need("m0_0").hp == 4, "the entering mech stands in the area, not next to it"
    with pytest.raises(OrderError) as refused:
        play(state, 0, move("m0_1", [0, 2]))
    assert refused.value.code == "held"
    assert end_turns(state, 6).weather.turns_left == 1, "the turn of the draw does not count"
    assert end_turns(state, 7).weather is None


def test_lightning():
    assert entered("lightning").need("m0_0").hp == 1
    assert entered("lightning", hp=3).need("m0_0").where == "hangar"


def test_meteor_shower():
    state = end_turns(entered("meteor_shower"), 2)
    with pytest.raises(OrderError) as refused:
        play(state, 0, {"type": "operate_all"})
    assert refused.value.code == "cannot_act"
    assert play(state, 0, move("m0_0", [0, 2]))[0].active == 1, "operating it costs 2 points, the turn is over"


def test_deadly_infection():
    state = entered("deadly_infection", pilot="hans_zimmers")
    assert state.need("m0_0").infected == 3
    state = end_turns(state, 7)
    assert state.need("m0_0").doomed
    state.need("m0_0").hp = 1
    state.sides[1].mechs = position({}, {"mechs": [mech("vampire", [1, 2])]}).sides[1].mechs
    state, _ = play(state, 1, attack("m1_0", "focus_gun", "m0_0"), "d20:1", "d20:20", "d100:31")
    assert state.sides[0].lost == ["hans_zimmers"]
    assert state.sides[0].wounded == []


def test_em_pulse():
    state = entered("em_pulse", blue=[mech("sword", [0, 2])])
    assert state.need("m0_0").em_locked == 4
    with pytest.raises(OrderError) as refused:
        play(state, 0, move("m0_0", [0, 2]))
    assert refused.value.code == "already_acted" or refused.value.code == "disabled"
    freed, _ = play(state, 0, move("m0_1", [1, 2]))
    assert freed.need("m0_0").em_locked == 0
    assert end_turns(state, 8).need("m0_0").em_locked == 1
    assert end_turns(state, 9).need("m0_0").em_locked == 0


def test_em_barrier():
    state = entered("em_barrier", red={"mechs": [mech("longbow", [1, 0])]})
    state = end_turns(state, 1)
    state, _ = play(state, 1, attack("m1_0", "rail_sniper", "m0_0"), "d20:18", "d20:20")
    assert (state.need("m0_0").hp, state.need("m0_0").barrier) == (3, 0)


def test_network_virus():
    state = entered("network_virus")
    assert state.sides[0].jammed == 2
    assert end_turns(state, 4).sides[0].jammed == 1
    assert end_turns(state, 5).sides[0].jammed == 0


def test_control_drift():
    red = {"mechs": [mech("vampire", [1, 2])]}
    state = entered("control_drift", red=red)
    state = end_turns(state, 2)
    drifted, _ = play(state, 0, attack("m0_0", "mech_rifle", "m1_0"), "d20:1", "d20:20", "d100:50")
    assert (drifted.need("m1_0").hp, drifted.sides[0].ship.hp) == (5, 23)
    straight, _ = play(state, 0, attack("m0_0", "mech_rifle", "m1_0"), "d20:1", "d20:20", "d100:51")
    assert (straight.need("m1_0").hp, straight.sides[0].ship.hp) == (3, 25)


def test_wreck_salvage():
    assert len(entered("wreck_salvage").sides[0].hand["ship"]) == 1


def test_tailwind():
    state = end_turns(entered("tailwind"), 2)
    state, _ = play(state, 0, move("m0_0", [0, 2], [0, 1]))
    assert (state.need("m0_0").at, state.need("m0_0").buffs) == ((0, 1), [])


def test_overload():
    red = {"mechs": [mech("vampire", [1, 2])]}
    state = end_turns(entered("overload", red=red), 2)
    state, _ = play(state, 0, attack("m0_0", "mech_rifle", "m1_0"), "d20:1", "d20:20")
    assert state.need("m1_0").where == "hangar", "2 doubled for the attacker and doubled for the target"


def test_backup_power():
    state = entered("backup_power", red={"mechs": [mech("longbow", [1, 0]), mech("longbow", [1, 0])]}, hp=1)
    state = end_turns(state, 1)
    state, _ = play(state, 1, attack("m1_0", "rail_sniper", "m0_0"), "d20:1", "d20:20")
    state, _ = play(state, 1, attack("m1_1", "rail_sniper", "m0_0"), "d20:1", "d20:20")
    assert state.need("m0_0").hp == 1, "no more damage in this turn"
    state = end_turns(state, 1)
    state, _ = play(state, 1, attack("m1_0", "rail_sniper", "m0_0"), "d20:1", "d20:20")
    assert state.need("m0_0").where == "hangar", "once per mech"


def test_ion_assimilation():
    state = end_turns(entered("ion_assimilation", red={"mechs": [mech("longbow", [1, 0])]}), 1)
    _, events = play(state, 1, attack("m1_0", "rail_sniper", "m0_0"), "d20:1", "d20:10")
    assert [event["total"] for event in events if event["type"] == "roll"] == [18, 10]


def test_lethal_resonance():
    state = end_turns(entered("lethal_resonance", red={"mechs": [mech("vampire", [1, 2])]}), 2)
    state, _ = play(state, 0, attack("m0_0", "mech_rifle", "m1_0"), "d20:1", "d20:20", "d100:50")
    assert state.need("m1_0").where == "hangar"


def test_frenzy_virus():
    state = entered("frenzy_virus")
    state, _ = play(state, 0, {"type": "end_turn"})
    assert state.phase == "end_step"
    assert extras_of(state, state.need("m0_0")) == ["frenzy"]
    state, _ = play(state, 0, {"type": "act", "act": {"unit": "m0_0", "do": "move", "path": [[0, 2]]}})
    assert (state.need("m0_0").at, state.need("m0_0").hp, state.active) == ((0, 2), 2, 1)


def test_supply_pod():
    state = entered("supply_pod", ammo={"mech_rifle": 0})
    assert state.sides[0].energy == 1
    assert state.need("m0_0").arm("mech_rifle").ammo == 3


def test_solar_flare():
    state = end_turns(entered("solar_flare", red={"mechs": [mech("vampire", [1, 2])]}), 2)
    _, events = play(state, 0, attack("m0_0", "laser_saber", "m1_0"), "d20:11")
    assert [event["total"] for event in events if event["type"] == "roll"] == [10]


def test_ghost_signal():
    red = {
        "mechs": [
            mech("sword", [1, 1], pilot="john_snow", gear=["aim_assist"]),
            mech("sword", [0, 1], pilot="zack_fair"),
        ]
    }
    state = entered("ghost_signal", red=red)
    near, far = state.need("m1_0"), state.need("m1_1")
    assert near.pilot_up
    assert near.gear[0].revealed
    assert not far.pilot_up


def test_nanite_cloud():
    assert entered("nanite_cloud", hp=1).need("m0_0").hp == 3


def test_dead_calm():
    state = position(
        {"mechs": [mech("hammer", [1, 3])]},
        event={"deck": ["dead_calm"], "weather": {"card": "overload", "turns_left": 2, "drawn_by": 1}},
    )
    state, _ = play(state, 0, ENTER)
    assert state.weather is None
    assert state.event_discard == ["dead_calm", "overload"] or state.event_discard == ["overload", "dead_calm"]


def test_an_empty_deck_is_filled_from_its_discards():
    state = position({"mechs": [mech("hammer", [1, 3]), mech("sword", [0, 2])]}, event={"deck": ["lightning"]})
    state, _ = play(state, 0, ENTER)
    state, _ = play(state, 0, move("m0_1", [1, 2]))
    assert state.need("m0_1").hp == 1
    assert state.event_discard == ["lightning"]


def test_pushes_draw_and_pulls_do_not():
    state = position(
        {"ship": BISON, "weapons": ["impact_flak"]},
        {"mechs": [mech("vampire", [1, 3], hp=5)]},
        event={"deck": ["nanite_cloud"] * 3},
    )
    state, _ = play(state, 0, {"type": "fire", "weapon": "impact_flak", "area": [1, 3]}, "d20:1", "d20:20")
    assert state.need("m1_0").at == (1, 1), "areas passed over are not entered (8.2)"
    assert len(state.deck) == 3
