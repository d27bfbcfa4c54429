"""Chapter 7: windows open by public facts alone, have their own clock, and hide how soon they were answered."""

import pytest

from games.core.rng import SeededRng
from games.frames import GAME
from games.frames.effects.windows import opens
from games.frames.orders import timing
from tests.games.frames.positions import BISON, attack, fire, mech, play, position


def landed(red, kind="defence", **blue):
    """A heat ray of seat 0 has landed on the warship of seat 1; what windows open?"""
    state = position({"weapons": ["thermal_beam"], "ship": BISON, "captain_revealed": True, **blue}, red)
    state, _ = play(state, 0, fire("thermal_beam", "s1"), "d20:1", "d20:20", hold=True)
    return state


UP = {"captain_revealed": True, "captain": "adam_green"}


@pytest.mark.parametrize(
    ("red", "opens"),
    [
        ({**UP}, False),
        ({"captain": "adam_green"}, True),
        ({**UP, "hand": ["emp_grenade"]}, True),
        ({**UP, "hand": ["aim_assist"]}, False),
        ({"captain": "tim_wall", "captain_revealed": True}, True),
        ({"captain": "aaron_thompson", "captain_revealed": True}, False),
        ({"captain": "tom_steel", "captain_revealed": True}, False),
        ({"captain": "tom_steel", "captain_revealed": True, "mechs": []}, False),
    ],
)
def test_7_2_the_defence_window(red, opens):
    assert (landed(red).phase == "window") is opens


def test_7_2_face_up_tom_steel_is_asked_when_his_condition_holds():
    blue = {"mechs": [mech("sword", [1, 1])]}
    assert landed({"captain": "tom_steel", "captain_revealed": True}, **blue).phase == "window"


def test_7_2_a_jammed_seat_or_a_wreck_has_no_cards_to_use():
    state = landed({"captain": "adam_green"})
    record = state.todo[-2]
    side = state.sides[1]
    side.captain_up = True
    side.hand["ship"] = position({"hand": ["emp_grenade"]}).sides[0].hand["ship"]
    assert opens(state, "defence", 1, record)
    side.jammed = 1
    assert not opens(state, "defence", 1, record)


def test_7_2_a_face_down_card_on_a_target_opens():
    for gear, is_open in ((["aim_assist"], True), ([], False)):
        red = {**UP, "mechs": [mech("sword", [0, 2], gear=gear)]}
        state = position({"captain_revealed": True, "mechs": [mech("longbow", [0, 4])]}, red)
        state, _ = play(state, 0, attack("m0_0", "rail_sniper", "m1_0"), "d20:1", "d20:20", hold=True)
        assert (state.phase == "window") is is_open


@pytest.mark.parametrize("kind", ["offence", "defence", "enemy_deploy", "enemy_gather"])
def test_7_2_hidden_cards_never_decide(kind):
    """Any captain, any hand of the same size, any gear: the window opens for all of them or for none."""
    dice = SeededRng(kind)
    for number in range(300):
        answers = set()
        hand_size, gear_size = dice.randrange(3), dice.randrange(3)
        is_jammed, hp = dice.randrange(4) == 0, 1 + dice.randrange(15)
        for _ in range(6):
            captain = dice.choice(["tim_wall", "aaron_thompson", "adam_green", "tom_steel"])
            hand = [dice.choice(["warp_shield", "emp_grenade", "deck_bomb", "repair_robots"]) for _ in range(hand_size)]
            gear = [dice.choice(["reflective_barrier", "aim_assist", "smoke_screen"]) for _ in range(gear_size)]
            state = position(
                {}, {"captain": captain, "hand": hand, "hp": hp, "mechs": [mech("sword", [0, 2], gear=gear)]}
            )
            state.sides[1].jammed = int(is_jammed)
            target = ("s1", "m1_0")[number % 2]
            record = {
                "do": "attack" if kind in ("offence", "defence") else "deployed", "dodged": False,
                "targets": [{"unit": target, "landed": 1, "negated": False}],
            }  # fmt: skip
            answers.add(opens(state, kind, 1, record))
        assert len(answers) == 1


def test_7_3_clock_and_hold():
    state = landed({"captain": "adam_green"})
    found = timing(state)
    assert (found.clock, found.hold) == ("window", (0.8, 2.5))
    assert not GAME.clocks["window"].uses_bank
    assert round(GAME.clocks["window"].factor * GAME.step_seconds) == 8
    assert timing(position({})).hold is None
    for phase in ("fleet", "victory", "plan", "choose", "operate", "end_step"):
        state.phase = phase
        assert timing(state).clock in GAME.clocks


def test_7_1_offers_are_for_the_seat_that_is_asked():
    state = landed({"hand": ["warp_shield"]})
    while state.waiting["seat"] != 1:
        state, _ = play(state, 0, {"type": "react", "use": []}, hold=True)
    assert GAME.view(state, 1)["window"]["offers"] == [{"card": "c1_0"}]
    for audience in (0, "public"):
        assert "offers" not in GAME.view(state, audience)["window"]
        assert GAME.view(state, audience)["window"]["attack"]["targets"] == [{"unit": "s1", "landed": 1, "packet": 3}]
