"""19: what the options of the tuned presets change, and what the bots make of it."""

from __future__ import annotations

import pytest

from games.core.rng import SeededRng
from games.frames import GAME
from games.frames.bots.opening import choose
from games.frames.platform.parts import PARTS
from games.frames.settings import settle
from tests.bench.series import Series, share, spread
from tests.games.frames.positions import end_turns, mech, move, play, position

HOLDS = {"raid_holds": True}


def at_the_gate(**options):
    """A Hammer of seat 0 one step before the enemy warship; only raids win."""
    state = position({"mechs": [mech("hammer", [1, 1])]}, options=options)
    state.victory = ["raid"]
    return state


def test_a_raid_that_must_hold_wins_when_the_next_turn_begins():
    state = play(at_the_gate(**HOLDS), 0, move("m0_0", [1, 0]))[0]
    assert state.result is None
    state = end_turns(state, 1)
    assert state.result is None
    assert end_turns(state, 1).result["reason"] == "raid"


def test_without_the_option_and_in_blitz_a_raid_wins_at_once():
    assert play(at_the_gate(), 0, move("m0_0", [1, 0]))[0].result["reason"] == "raid"
    assert not settle(GAME.check_options({**HOLDS, "mode": "blitz"}, 2)).raid_waits


@pytest.mark.parametrize("fact", ["disabled", "em_locked", "where"])
def test_a_raider_that_cannot_act_or_is_gone_does_not_raid(fact):
    state = play(at_the_gate(**HOLDS), 0, move("m0_0", [1, 0]))[0]
    state = end_turns(state, 1)
    setattr(state.need("m0_0"), fact, "hangar" if fact == "where" else 2)
    assert end_turns(state, 1).result is None


def test_opposite_totals_cancel_where_a_judgement_follows():
    """11.4: with both in the set the match goes on to its last round."""
    for stalemate, reason in (("draw", "arms_race"), ("judgement", "stalemate")):
        options = {"victory_set": "all", "stalemate": stalemate, "arms_race_round": 5, "max_rounds": 6}
        state = position({"mechs": [mech("hammer", [1, 4])]}, options=options)
        state.victory = ["arms_race", "lingering"]
        result = end_turns(state, 20).result
        assert (result["reason"], len(result["ranking"])) == (reason, 1 if stalemate == "draw" else 2)


@pytest.mark.parametrize(
    ("victory", "stalemate", "last"),
    [
        (["raid"], "draw", 8), (["arms_race"], "draw", 5), (["raid", "lingering"], "judgement", 5),
        (["arms_race", "lingering"], "draw", 5), (["arms_race", "lingering"], "judgement", 8),
    ],
)  # fmt: skip
def test_the_last_round_that_is_told_is_the_one_with_which_the_match_ends(victory, stalemate, last):
    options = {"arms_race_round": 5, "max_rounds": 8, "stalemate": stalemate}
    state = position({}, {}, victory=victory, options=options)
    told = GAME.view(state, None)["race"]["last_round"]
    assert told == last
    while state.phase != "over":
        state = end_turns(state, 1)
    assert state.result["round"] == told


def test_options_that_are_younger_than_a_match_have_their_defaults():
    options = GAME.check_options({}, 2)
    assert settle({key: value for key, value in options.items() if key != "raid_holds"}) == settle(options)


def test_the_commander_chooses_more_than_one_way_to_win():
    """By its fleet, and now and then another."""
    chosen = set()
    for number in range(12):
        state = GAME.setup(GAME.check_options({}, 2), 2, SeededRng(f"ways {number}"))
        starter = GAME.view(state, 0)["legal"][number % 6]
        state, _ = GAME.resolve(state, {seat: GAME.check(state, seat, starter) for seat in range(2)}, SeededRng("ways"))
        chosen.add(choose(GAME.view(state, 0), SeededRng(f"ways {number}")))
    assert chosen == {"raid", "annihilation", "arms_race"}


def test_cards_that_work_by_themselves_count_as_used_when_they_are_carried():
    event = {"type": "manned", "unit": "m1_0", "pilot": "john_snow", "gear": [{"id": "c1_10", "card": "aim_assist"}]}
    assert list(PARTS.used(at_the_gate(), {}, [event])) == [(1, "card.aim_assist")]


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["raid", "hunter"])
def test_the_commander_beats_simple_bots(bot):
    """The short form of `python -m tests.bench.gallery frames`."""
    series = Series("frames", ("hard", bot), dict(GAME.presets["quick"].options), "short")
    assert sum(spread(share, series, 12, 1)) >= 0.5 * 12
