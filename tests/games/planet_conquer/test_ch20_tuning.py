"""Chapter 20: tuning options and presets."""

import pytest

from games.core.errors import OrderError
from games.core.rng import SeededRng
from games.core.simulate import open_table
from games.planet_conquer import GAME
from games.planet_conquer.battle import decide
from tests.games.planet_conquer.boards import board, crossing, held, move, play, tactic


def test_20_tactic_costs() -> None:
    """20: replaces the cost of the named tactics only; zero is a price too."""
    state = board(crossing(), {"A": (0, 50), "B": (1, 50)}, tactic_costs={"god": 15, "defend": 0}, points=14)
    with pytest.raises(OrderError) as refused:
        GAME.check(state, 0, tactic("god", planet="A"))
    assert refused.value.data == {"have": 14, "cost": 15}
    after, _ = play(state, {0: tactic("defend", planet="A"), 1: tactic("halt", planet="A")})
    assert after.points == [15, 13]


@pytest.mark.parametrize("before,after", [(0, 3), (20, 23), (22, 24), (24, 24), (30, 30)])
def test_20_points_cap(before: int, after: int) -> None:
    """20: points = max(points, min(points + points_per_round, cap))."""
    state = board(crossing(), {"A": (0, 50), "B": (1, 50)}, points_cap=24, points_per_round=3, points=before)
    assert play(state)[0].points[0] == after


def test_20_no_cap() -> None:
    """20: 0 = no cap."""
    assert play(board(crossing(), {"A": (0, 50), "B": (1, 50)}, points=500))[0].points[0] == 501


def test_20_crowd_losses() -> None:
    """20, worked: 100 against 90 leaves 19; with a third side's single unit 58 shared, 18 full."""
    assert decide(None, 0, 1000, {0: 100, 1: 90}) == (0, 19)
    assert decide(None, 0, 1000, {0: 100, 1: 90}, full_losses=True) == (0, 19)
    assert decide(None, 0, 1000, {0: 100, 1: 90, 2: 1}) == (0, 58)
    assert decide(None, 0, 1000, {0: 100, 1: 90, 2: 1}, full_losses=True) == (0, 18)
    for rule, left in (("shared", 58), ("full", 18)):
        state = board(crossing(), {"A": (0, 100), "B": (1, 90), "C": (2, 1)}, seats=3, crowd_losses=rule)
        after, _ = play(state, {0: move("A", "M", 100), 1: move("B", "M", 90), 2: move("C", "M", 1)})
        assert held(after, "M") == (0, left)


def test_20_presets() -> None:
    """6, 20: classic, standard, full, seed are what the rules say; every preset can be played."""
    allowed = {name: GAME.check_options(dict(preset.options), None)["tactics"] for name, preset in GAME.presets.items()}
    every = GAME.check_options({}, None)["tactics"]
    assert allowed["classic"] == ["terminator"]
    assert allowed["standard"] == [name for name in every if name != "swap"]
    assert allowed["full"] == every
    assert GAME.presets["seed"].options == {"fog": False, "tactics": ["terminator"], "ties": "seat"}
    for preset in GAME.presets.values():
        assert GAME.check_options(dict(preset.options), 2)


def test_20_long() -> None:
    """20: two to four seats play `long` on a new map of 81 planets, for at most 240 rounds."""
    for seats in (2, 3, 4):
        options = open_table(GAME, dict(GAME.presets["long"].options), seats, "long")
        state = GAME.setup(options, seats, SeededRng("long"))
        assert (state.chart.count, GAME.view(state, 0)["max_round"]) == (81, 240)
