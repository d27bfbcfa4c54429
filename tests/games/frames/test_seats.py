"""Neither seat is favoured: with the seats swapped and the board turned over, the same dice give the same match turned over."""

import re

import pytest

from games.core.rng import seat_rng, step_rng
from games.frames import GAME

UNIT = re.compile(r"^([mci])([01])_(\d+)$|^(s)([01])$")
SEATS = {"seat", "first", "active", "raider", "burn_by", "drawn_by", "ask"}
"""Fields that hold a seat."""
PLACES = {"at", "area", "place"}
PAIRS = {"marks", "marks_turn", "choices", "totals"}
"""Fields that hold something of each seat, seat 0 first."""


def other(seat):
    return None if seat is None else 1 - seat


def mirror(value, key=""):
    """A position, order or record of work as it is when the seats are swapped and Blue's home row becomes Red's."""
    if key in SEATS:
        return other(value)
    if key in PLACES:
        return None if value is None else type(value)((value[0], 4 - value[1]))
    if key == "path":
        return [mirror(place, "at") for place in value]
    if key == "resigned":
        return sorted(other(seat) for seat in value)
    if key == "ranking":
        return [sorted(other(seat) for seat in group) for group in value]
    if isinstance(value, dict):
        return {name: mirror(one, name) for name, one in value.items()}
    if isinstance(value, list | tuple):
        turned = [mirror(one) for one in value]
        return turned[::-1] if key in {*PAIRS, "sides"} else turned
    if isinstance(value, str) and (found := UNIT.match(value)):
        return f"s{1 - int(found[5])}" if found[4] else f"{found[1]}{1 - int(found[2])}_{found[3]}"
    return value


def choose(state, bot, seed, step):
    """Orders of all seats that are asked."""
    given = {}
    for seat in GAME.pending(state):
        order = bot.decide(GAME.view(state, seat), seat_rng(seed, step, seat), {})
        given[seat] = GAME.check(state, seat, order)
    return given


@pytest.mark.parametrize("level", ["easy", "hard"])
@pytest.mark.parametrize(
    "fleets", [("red_lance", "three_treasures"), ("glass_cannon", "reactor_wall"), ("reactor_wall", "three_treasures")]
)
def test_swapped_seats_mirror_the_match(level, fleets):
    """Fleets without a wormhole, whose lot is drawn over the areas in a fixed order."""
    bot, seed = GAME.bot(level), "-".join((level, *fleets))
    state = GAME.setup(GAME.check_options({}, 2), 2, step_rng(seed, 0))
    names = {seat: {"type": "fleet", "starter": fleets[seat], "fleet": None} for seat in range(2)}
    state, _ = GAME.resolve(state, names, step_rng(seed, 1))
    state, _ = GAME.resolve(state, choose(state, bot, seed, 1), step_rng(seed, 2))
    step = 2
    while GAME.pending(state):
        turned = GAME.from_json(mirror(GAME.to_json(state)))
        assert GAME.pending(turned) == [1 - seat for seat in GAME.pending(state)]
        given = choose(state, bot, seed, step)
        answers = {1 - seat: mirror(order) for seat, order in given.items()}
        for seat, order in answers.items():
            assert GAME.check(turned, seat, order) == order
        step += 1
        state, events = GAME.resolve(state, given, step_rng(seed, step))
        turned, same = GAME.resolve(turned, answers, step_rng(seed, step))
        assert sorted(event["type"] for event in same) == sorted(event["type"] for event in events)
        assert GAME.to_json(turned) == mirror(GAME.to_json(state))


def test_the_mirror_of_a_mirror_is_the_position():
    state = GAME.setup(GAME.check_options({}, 2), 2, step_rng("mirror", 0))
    state, _ = GAME.resolve(state, {}, step_rng("mirror", 1))
    shown = GAME.to_json(state)
    assert mirror(mirror(shown)) == shown != mirror(shown)
