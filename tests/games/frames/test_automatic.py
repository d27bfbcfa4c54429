"""7.3: what the site may answer for a person, by the person's wishes and the own view alone."""

import copy

import pytest

from games.frames import GAME
from games.frames.orders import timing
from tests.games.frames.positions import attack, end_turns, fire, mech, passed, play, position

DEFAULTS = {option.key: option.default for option in GAME.preferences}
PASS = {"type": "react", "use": []}
LANDS = ("d20:1", "d20:20")


def answer(state, **wishes):
    shown = GAME.view(state, state.waiting["seat"])
    before = copy.deepcopy(shown)
    found = GAME.auto_orders(shown, {**DEFAULTS, **wishes})
    assert shown == before
    if found is not None:
        assert GAME.check(state, state.waiting["seat"], found) == found
    return found


def hit(hp=15, hand=("repair_robots",), **red):
    """A heat ray has landed on the warship of seat 1, which is asked."""
    state = position({"weapons": ["thermal_beam"]}, {"hp": hp, "hand": list(hand), **red})
    state, _ = play(state, 0, fire("thermal_beam", "s1"), *LANDS, hold=True)
    return passed(state, "defence")


def test_ask_if_able_is_the_default():
    assert DEFAULTS["reactions"] == "ask_if_able"
    assert answer(hit(hand=["deck_bomb"])) == PASS
    assert answer(hit(hand=["warp_shield"])) is None


@pytest.mark.parametrize("hand", [["deck_bomb"], ["warp_shield"]])
@pytest.mark.parametrize(
    ("wishes", "found"),
    [({"reactions": "always_ask"}, None), ({"reactions": "auto_pass"}, PASS), ({"pass_this_turn": True}, PASS)],
)
def test_always_ask_and_always_pass(hand, wishes, found):
    assert answer(hit(hand=hand), **wishes) == found


def test_pass_this_turn_lapses_with_the_turn():
    lapsing = {option.key: option.lapses_with for option in GAME.preferences if option.lapses_with}
    assert lapsing == {"pass_this_turn": "turn"}
    state = hit()
    later, _ = play(state, 1, PASS)
    assert GAME.view(state, 1)["turn"] != GAME.view(later, 1)["turn"] == GAME.view(later, "public")["turn"]
    assert GAME.view(end_turns(later, 1), 1)["turn"] == GAME.view(later, 1)["turn"] + 1


def test_skip_narrows_what_is_asked_for():
    state = hit(hp=10)
    assert answer(state) is None
    assert answer(state, skip=["repair_robots"]) == PASS
    both = hit(hp=10, hand=["repair_robots", "warp_shield"])
    assert answer(both, skip=["repair_robots"]) is None
    assert answer(both, skip=["repair_robots", "warp_shield"]) == PASS


@pytest.mark.parametrize(("hp", "below", "found"), [(7, 50, None), (8, 50, PASS), (14, 100, None), (8, 54, None)])
def test_repairs_are_asked_for_below_a_share_of_the_hull(hp, below, found):
    assert answer(hit(hp=hp), repair_below=below) == found


def test_skills_and_gear_can_be_skipped():
    skilled = hit(hand=["deck_bomb"], captain="tim_wall", gained=["nimble_hare"])
    assert answer(skilled) is None
    assert answer(skilled, skip=["nimble_hare"]) == PASS
    red = {"mechs": [mech("sword", [0, 2], gear=["reflective_barrier"])]}
    state = position({"mechs": [mech("longbow", [0, 4])]}, red)
    state, _ = play(state, 0, attack("m0_0", "rail_sniper", "m1_0"), *LANDS, hold=True)
    state = passed(state, "defence")
    assert answer(state) is None
    assert answer(state, skip=["reflective_barrier"]) == PASS


def test_only_windows_are_answered_and_only_for_the_seat_that_is_asked():
    pushy = {**DEFAULTS, "reactions": "auto_pass"}
    assert GAME.auto_orders(GAME.view(position({}), 0), pushy) is None
    assert GAME.auto_orders(GAME.view(hit(), 0), pushy) is None
    assert GAME.auto_orders(GAME.view(position({}, phase="plan", options={"mode": "blitz"}), 0), pushy) is None


def test_every_window_waits_in_secret_and_so_does_the_choice_of_a_fleet():
    assert timing(hit()).hold == timing(hit(hand=["warp_shield"])).hold == (0.8, 2.5)
    assert timing(position({}, phase="fleet")).hold == (0.0, 0.0), "nobody learns who has chosen already (10)"
    assert timing(position({})).hold is None
