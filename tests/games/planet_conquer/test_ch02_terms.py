"""Chapter 2: units, owners, exact decimals."""

import pytest

from games.planet_conquer import GAME
from tests.games.planet_conquer.boards import board, crossing, held, move, play, random_states


def test_2_owner_rule_last_unit_leaves() -> None:
    """2: the moment a garrison becomes 0 the planet is nobody's."""
    state, _ = play(board(crossing(rounds=2), {"A": (0, 10), "B": (1, 10), "F": (0, 5)}), {0: move("A", "M", 10)})
    assert held(state, "A") == (None, 0)
    assert held(state, "F") == (0, 5)


def test_2_decimals_are_exact() -> None:
    """2: def, res and cos are kept in thousandths, whatever binary fractions say."""
    source = crossing(M={"def": 1.1, "res": 1.15, "cos": 0.001})
    chart = board(source, {"A": (0, 1), "B": (1, 1)}).chart
    middle = chart.ids["M"]
    assert (chart.defence[middle], chart.res[middle], chart.cos[middle]) == (1100, 1150, 1)


@pytest.mark.parametrize("fog", [True, False])
def test_2_invariants_hold_in_random_play(fog: bool) -> None:
    """2, 6: owner if and only if units, nothing negative, fleets on routes; also after the last step."""
    tables = [(2, {"map": "tightrope", "max_round": 40, "points_per_round": 6, "fog": fog})]
    tables += [(4, {"map": "sunken_temple", "max_round": 40, "points_per_round": 6, "fog": fog})]
    for state, orders in random_states("invariants", 150, tables):
        GAME.invariants(state)
        GAME.invariants(GAME.resolve(state, orders, None)[0])
