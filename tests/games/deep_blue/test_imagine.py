"""What a fork of a running match is made of: the enemy's units that are not seen, remembered ones, and ids."""

from __future__ import annotations

import pytest

from games.core.rng import SeededRng
from games.core.simulate import open_table
from games.deep_blue import GAME, formations
from games.deep_blue.believed import likely_planes
from games.deep_blue.board import planar
from games.deep_blue.setup import draw_id, has_ids
from games.deep_blue.state import Ghost, State

OPTIONS = open_table(GAME, {"start_units": "fleet"}, 2, "imagine")


def begun() -> State:
    return GAME.setup(OPTIONS, 2, SeededRng("imagine"))


def imagined(state: State, seat: int = 0) -> State:
    assert GAME.imagine is not None
    guess = GAME.imagine(OPTIONS, GAME.view(state, seat), SeededRng("a guess"))
    assert GAME.view(guess, seat) == GAME.view(state, seat)
    return guess


def units(state: State, seat: int) -> list[tuple[str, int, int, tuple[int, ...] | None]]:
    return sorted((one.kind, one.x, one.y, one.planes) for one in state.own(seat) if one.is_unit)


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_seen_is_a_fleet_like_the_own_one_near_their_base(seat: int) -> None:
    state = begun()
    guess, board, base = imagined(state, seat), state.chart.board, state.base(1 - seat)
    assert [one[0] for one in units(guess, 1 - seat)] == [one[0] for one in units(state, 1 - seat)]
    for one in guess.own(1 - seat):
        assert planar(one.rect, base.rect) <= 6
        assert not one.is_unit or not state.sight().sees(seat, one.level, board.cell(one.x, one.y))
    assert (guess.base(1 - seat).metal, guess.base(1 - seat).fuel) == (base.metal, base.fuel)


def test_a_remembered_unit_is_where_it_was_seen_and_counts() -> None:
    state = begun()
    at = next(
        cell for cell in range(state.chart.board.cell(20, 20), state.chart.board.cell(39, 20))
        if state.chart.ocean >> cell & 1 and not state.sight().sees(0, 1, cell)
    )  # fmt: skip
    x, y = state.chart.board.place(at)
    gone = next(one for one in state.own(1) if one.kind == "destroyer")
    state.memory[0][gone.id] = Ghost(gone.id, "destroyer", 1, x, y, 1, 33, 1)
    guess = imagined(state)
    unit = guess.elements[gone.id]
    assert (unit.x, unit.y, unit.health, unit.fuel) == (x, y, 33, unit.fuel_max)
    assert [one[0] for one in units(guess, 1)] == [one[0] for one in units(state, 1)]


def test_no_more_enemies_than_the_rules_allow() -> None:
    options = {**OPTIONS, "population_cap": 10}
    state = GAME.setup(options, 2, SeededRng("few"))
    assert GAME.imagine is not None
    guess = GAME.imagine(options, GAME.view(state, 0), SeededRng("a guess"))
    assert 0 < guess.population(1) <= 10 < state.population(1)


def test_ids_of_the_known_are_never_drawn_again() -> None:
    guess = imagined(begun())
    drawn = set(guess.elements)
    for seat in (0, 1):
        assert has_ids(guess, seat)
        while has_ids(guess, seat):
            number = draw_id(guess, seat)
            assert number not in drawn
            drawn.add(number)


def test_likely_planes_have_that_health_and_number() -> None:
    for planes in ((4, 2, 3, 1), (10, 0, 0, 0), (0, 0, 0, 10), (2, 0, 0, 8)):
        for health in range(1, formations.health_max(planes) + 1):
            left = formations.survivors(planes, health)
            for count in (sum(left), None):
                found = likely_planes(health, count)
                assert formations.survivors(found, health) == found
                assert count in (None, sum(found)) and formations.health_max(found) >= health
    assert likely_planes(69, None) == (4, 2, 3, 1)


def test_standing_orders_and_who_was_struck_are_kept() -> None:
    """A sandbox goes on with them as the match would."""
    state = begun()
    cargo = next(one for one in state.own(0) if one.kind == "cargo")
    cargo.standing = {"type": "supply_run", "unit": None, "leg": "home"}
    state.struck[cargo.id] = 7
    guess = imagined(state)
    assert guess.elements[cargo.id].standing == cargo.standing
    assert guess.struck == {cargo.id: 7}
