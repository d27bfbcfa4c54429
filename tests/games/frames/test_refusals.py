"""14.3: every code of a refusal, with the path of the part that is wrong; blitz plans and fleets included."""

import re
from pathlib import Path

import pytest

from games.core.errors import OrderError
from games.frames import GAME, cards, refusals
from games.frames import __file__ as GAME_FILE
from games.frames.fleets import FleetError
from games.frames.orders import check
from games.frames.settings import settle
from games.frames.state import State
from tests.games.frames.positions import BISON, PEGASUS, attack, end_turns, fire, mech, move, play, position

SWORD = {"mechs": [mech("sword", [0, 3], pilot="john_snow")]}
FOE = {"mechs": [mech("hammer", [0, 1])]}
CODES = set(
    re.findall(
        r'(?:refuse|fault|OrderError)\(\s*"(\w+)"',
        "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(GAME_FILE).parent.rglob("*.py"))),
    )
)


def window():
    """A defence window of seat 1, whose captain has gained nothing."""
    blue = {"weapons": ["thermal_beam"]}
    red = {"captain": "tim_wall", "hand": ["deck_bomb", "warp_shield", "conversion_shield"], "mechs": []}
    state, _ = play(position(blue, red), 0, fire("thermal_beam", "s1"), "d20:1", "d20:20", hold=True)
    return play(state, 0, {"type": "react", "use": []}, hold=True)[0]


def choosing():
    state = position({"energy": 1, "hand": ["advanced_weapons"]})
    return play(state, 0, {"type": "play", "card": "c0_0", "pile": "ship"})[0]


def locked():
    state = position({**SWORD, "pilots": ["zack_fair"]})
    state.need("m0_0").where, state.need("m0_0").at, state.need("m0_0").deploy_lock = "hangar", None, 2
    return state


def disabled():
    state = position(SWORD)
    state.need("m0_0").disabled = 1
    return state


def over():
    return GAME.resolve(position({}), {0: {"type": "resign"}}, None)[0]


def held():
    weather = {"card": "black_hole", "turns_left": 2, "drawn_by": 0}
    return position({"mechs": [mech("sword", [1, 2])]}, event={"weather": weather})


def jammed():
    state = position({"hand": ["emp_grenade"]})
    state.sides[0].jammed = 1
    return state


def spent():
    state = position({"captain": "adam_green", "captain_revealed": True})
    state.sides[0].gained = state.sides[0].spent = ["eye_for_an_eye"]
    return state


def fresh():
    state = position({"mechs": [mech("sword", [0, 3], gear=["booster_pack"])]})
    state.need("m0_0").fresh = True
    return state


def wreck():
    state = position({})
    state.need("s0").hp, state.need("s0").where = 0, "gone"
    return state


def deploy(**facts):
    return {"type": "deploy", "mech": "m0_0", "pilot": "zack_fair", "gear": [], "at": [0, 4], **facts}


HANGAR = {"mechs": [mech("sword", None)], "pilots": ["zack_fair"], "hand": ["aim_assist"]}
CASES = [
    ("not_an_object", "", position({}), 0, []),
    ("missing_field", "type", position({}), 0, {}),
    ("bad_type", "type", position({}), 0, {"type": "dance"}),
    ("unknown_field", "much", position({}), 0, {"type": "gather", "much": 1}),
    ("wrong_phase", "type", position({}), 0, {"type": "finish"}),
    ("wrong_phase", "type", over(), 0, {"type": "end_turn"}),
    ("not_your_step", "type", position({}), 1, {"type": "end_turn"}),
    ("ship_wrecked", "type", wreck(), 0, {"type": "gather"}),
    ("not_enough_ap", "type", position({}, ap=1), 0, {"type": "gather"}),
    ("no_such_weapon", "weapon", position({}), 0, fire("thermal_beam", "s1")),
    ("no_ammo", "weapon", position({"weapons": [{"id": "siege_railgun", "ammo": 0}]}), 0, fire("siege_railgun", "s1")),
    ("not_enough_energy", "weapon", position({"weapons": ["twin_laser"]}), 0, fire("twin_laser", "s1")),
    ("unknown_id", "target", position({"weapons": ["thermal_beam"]}), 0, fire("thermal_beam", "m1_7")),
    ("bad_target", "target", position({"weapons": ["thermal_beam"]}), 0, fire("thermal_beam", "s0")),
    ("truce", "target", position({"weapons": ["thermal_beam"]}, options={"opening_truce": 3}), 0, fire("thermal_beam", "s1")),
    ("no_target", "area", position({"weapons": ["flak_barrage"]}), 0, {"type": "fire", "weapon": "flak_barrage", "area": [1, 3]}),
    ("out_of_range", "area", position({"weapons": ["flak_barrage"]}), 0, {"type": "fire", "weapon": "flak_barrage", "area": [1, 1]}),
    ("bad_area", "area", position({"weapons": ["flak_barrage"]}), 0, {"type": "fire", "weapon": "flak_barrage", "area": [1, 9]}),
    ("condition_not_met", "free", position({"ship": BISON}), 0, {"type": "resupply", "mode": "ship", "free": True}),
    ("hand_full", "mode", position({"hand": ["aim_assist"] * 3}), 0, {"type": "resupply", "mode": "mech"}),
    ("empty_pile", "mode", position({"ship_pile": []}), 0, {"type": "resupply", "mode": "ship"}),
    ("cannot_act", "type", position({}), 0, {"type": "operate_all"}),
    ("not_yours", "act.unit", position(SWORD, FOE), 0, move("m1_0", [0, 2])),
    ("not_on_board", "act.unit", position(HANGAR), 0, move("m0_0", [0, 2])),
    ("already_acted", "act.unit", position({"mechs": [mech("sword", [0, 3], acted=True)]}), 0, move("m0_0", [0, 2])),
    ("disabled", "act.unit", disabled(), 0, move("m0_0", [0, 2])),
    ("fresh", "act.boost", fresh(), 0, move("m0_0", [0, 2], [0, 1], boost="c0_0")),
    ("held", "act.path[0]", held(), 0, move("m0_0", [1, 1])),
    ("not_adjacent", "act.path[0]", position(SWORD), 0, move("m0_0", [1, 2])),
    ("not_adjacent", "act.path[1]", position(SWORD), 0, move("m0_0", [0, 2], [0, 1])),
    ("blocked_forward", "act.path[0]", position(SWORD, {"mechs": [mech("hammer", [0, 3])]}), 0, move("m0_0", [0, 2])),
    ("out_of_range", "act.target", position(SWORD, FOE), 0, attack("m0_0", "assault_rifle", "m1_0")),
    ("not_in_hangar", "mech", position({**SWORD, "pilots": ["zack_fair"]}), 0, deploy()),
    ("deploy_locked", "mech", locked(), 0, deploy()),
    ("pilot_not_ready", "pilot", position(HANGAR), 0, deploy(pilot="john_snow")),
    ("not_in_hand", "gear[0]", position(HANGAR), 0, deploy(gear=["c1_0"])),
    ("too_much_gear", "gear", position(HANGAR), 0, deploy(gear=["c0_0", "c0_0"])),
    ("bad_area", "at", position(HANGAR), 0, deploy(at=[1, 4])),
    ("bad_area", "mech", position(SWORD), 0, {"type": "recall", "mech": "m0_0"}),
    ("not_in_hand", "card", position({}), 0, {"type": "play", "card": "c0_99"}),
    ("wrong_window", "card", position({"hand": ["deck_bomb"]}), 0, {"type": "play", "card": "c0_0"}),
    ("jammed", "card", jammed(), 0, {"type": "play", "card": "c0_0", "area": [1, 3]}),
    ("condition_not_met", "card", position({"hand": ["spy_drone"]}), 0, {"type": "play", "card": "c0_0"}),
    ("not_enough_energy", "card", position({"hand": ["autocannon"]}), 0, {"type": "play", "card": "c0_0"}),
    ("unknown_id", "installation", position({}), 0, {"type": "autocannon", "installation": "i0_0", "target": "m1_0"}),
    ("not_gained", "skill", position({"captain": "adam_green"}), 0, {"type": "captain", "skill": "eye_for_an_eye", "target": "m1_0"}),
    ("already_used", "skill", spent(), 0, {"type": "captain", "skill": "eye_for_an_eye", "target": "m1_0"}),
    ("condition_not_met", "skill", position({}), 0, {"type": "captain", "skill": "last_stand"}),
    ("condition_not_met", "skill", position({"ship": PEGASUS}), 0, {"type": "ship_skill", "skill": "giant_mech"}),
    ("bad_index", "index", choosing(), 0, {"type": "choose", "index": 3}),
    ("not_gained", "use[0].skill", window(), 1, {"type": "react", "use": [{"skill": "nimble_hare"}]}),
    ("wrong_window", "use[0].card", window(), 1, {"type": "react", "use": [{"card": "c1_0"}]}),
    ("condition_not_met", "use[1]", window(), 1, {"type": "react", "use": [{"card": "c1_1"}, {"card": "c1_2"}]}),
    ("already_used", "use[1]", window(), 1, {"type": "react", "use": [{"card": "c1_1"}, {"card": "c1_1"}]}),
    ("missing", "fleet", position({}, phase="fleet"), 0, {"type": "fleet"}),
    ("not_allowed", "fleet", position({}, phase="fleet", options={"fleets": "starter_only"}), 0, {"type": "fleet", "fleet": {}}),
    (
        "plan_too_long", "actions", position({}, phase="plan", options={"mode": "blitz"}), 0,
        {"type": "plan", "actions": [{"type": "gather"}] * 31},
    ),
    (
        "not_enough_ap", "actions[1].type", position({}, phase="plan", options={"mode": "blitz"}), 0,
        {"type": "plan", "actions": [{"type": "gather"}] * 2},
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "path", "state", "seat", "order"), CASES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_refused(code: str, path: str, state: State, seat: int, order: object) -> None:
    with pytest.raises(OrderError) as refused:
        check(state, seat, order)
    assert (refused.value.code, refused.value.path) == (code, path)
    assert "%(" not in refused.value.message


@pytest.mark.parametrize(
    ("state", "order", "said"),
    [
        (position({"hand": ["spy_drone"]}), {"type": "play", "card": "c0_0"}, "a ship card in the enemy hand"),
        (position({"ship": PEGASUS, "hp": 12}), {"type": "ship_skill", "skill": "giant_mech"}, "fewer than 10 hit points"),
    ],
)  # fmt: skip
def test_a_condition_that_does_not_hold_is_named(state: State, order: object, said: str) -> None:
    with pytest.raises(OrderError) as refused:
        check(state, 0, order)
    assert said in refused.value.message


def test_every_condition_of_a_card_has_its_words() -> None:
    owners = [*cards.SHIP_CARD.values(), *cards.MECH_CARD.values(), *cards.SKILL.values()]
    owners += [skill for ship in cards.SHIP.values() for skill in ship["skills"]]
    # It holds wherever the window of such a card is open.
    asked = {need for owner in owners for need in owner.get("needs", {})} - {"own_ship_is_target"}
    assert asked and asked <= set(refusals.NEEDS)


def fleet(**changes):
    starter = cards.STARTER["red_lance"]
    whole = {key: starter[key] for key in ("captain", "ship", "weapons", "pilots", "ship_cards", "mech_cards")}
    return {**whole, "mechs": [{"model": name} for name in starter["mechs"]], **changes}


@pytest.mark.parametrize(
    ("code", "path", "changes"),
    [
        ("missing", "fleet.captain", {"captain": None}),
        ("unknown_card", "fleet.ship", {"ship": "tim_wall"}),
        ("too_few", "fleet.pilots", {"pilots": []}),
        ("too_many", "fleet.pilots", {"pilots": ["john_snow", "zack_fair", "jack_thunder"]}),
        ("duplicate", "fleet.weapons[1]", {"weapons": ["impact_flak"] * 2}),
        ("copy_limit", "fleet.mechs[2]", {"mechs": [{"model": "ura01a_sword"}] * 3}),
        ("pile_size", "fleet.ship_cards", {"ship_cards": {"emp_grenade": 2}}),
        ("bad_count", "fleet.ship_cards.emp_grenade", {"ship_cards": {"emp_grenade": 0}}),
        ("bad_loadout", "fleet.mechs[0].weapons", {"mechs": [{"model": "ura01a_sword", "weapons": ["nano_blade"]}]}),
        ("bad_type", "fleet.mechs[0]", {"mechs": ["ura01a_sword"]}),
        ("unknown_field", "fleet.mechs[0].paint", {"mechs": [{"model": "ura01a_sword", "paint": "red"}]}),
    ],
)
def test_fleet_refused(code, path, changes):
    state = position({}, phase="fleet")
    with pytest.raises(FleetError) as refused:
        check(state, 0, {"type": "fleet", "fleet": fleet(**changes)})
    assert (code, path) in [(fault.code, fault.path) for fault in refused.value.faults]


def test_a_whole_fleet_is_accepted_and_the_open_armoury_gives_other_weapons():
    state = position({}, phase="fleet")
    assert check(state, 0, {"type": "fleet", "fleet": fleet()})["fleet"]["mechs"][0]["weapons"] == ["assault_rifle"]
    state.settings = settle(GAME.check_options({"armoury": "open"}, 2))
    mechs = [{"model": "ura01a_sword", "weapons": ["nano_blade"]}]
    assert check(state, 0, {"type": "fleet", "fleet": fleet(mechs=mechs)})["fleet"]["mechs"] == mechs


def test_every_code_is_tested():
    tested = {case[0] for case in CASES} | {"is_giant"}
    tested |= set(re.findall(r'^        \("(\w+)", "fleet', Path(__file__).read_text(encoding="utf-8"), re.M))
    assert CODES - tested == set()
    with pytest.raises(OrderError) as refused:
        GAME.check_options({"max_rounds": 6}, 2)
    assert (refused.value.code, refused.value.path) == ("bad_option", "max_rounds")


def test_end_turns_is_what_silence_does():
    assert end_turns(position({}), 1).active == 1
