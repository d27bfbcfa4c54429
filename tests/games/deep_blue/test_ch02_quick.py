"""Is the preset `quick` short, small and decided (2)?"""

from __future__ import annotations

from typing import Any

import pytest

from games.core.rng import seat_rng, step_rng
from games.core.simulate import open_table
from games.deep_blue import GAME
from games.deep_blue.board import planar
from games.deep_blue.maps import SMALL, built_in
from games.deep_blue.state import State

MATCHES = 6
ROUNDS = 20


def begun_on(chart: str) -> dict[str, Any]:
    """Options of *Quick* on one of its charts."""
    return GAME.check_options({**GAME.presets["quick"].options, "map": chart}, 2)


def played(number: int) -> tuple[int, int, State]:
    """Rounds of a match between two hard bots, the round of the first hit, and the last position."""
    seed, bot = f"quick:{number}", GAME.bots[-1]
    state = GAME.setup(begun_on(SMALL[number % len(SMALL)]), 2, step_rng(seed, 0))
    memories: list[dict[str, Any]] = [{}, {}]
    rounds = first = 0
    while GAME.pending(state):
        orders = {
            seat: GAME.check(
                state, seat, bot.decide(GAME.view(state, seat), seat_rng(seed, rounds, seat), memories[seat])
            )
            for seat in (0, 1)
        }
        rounds += 1
        state, _ = GAME.resolve(state, orders, step_rng(seed, rounds))
        first = first or (rounds if any(tally.damage for tally in state.tallies) else 0)
    return rounds, first, state


def test_it_ends_by_its_own_rules_and_is_fought_from_early_on() -> None:
    taken = paid = broadsides = 0
    for number in range(MATCHES):
        rounds, first, state = played(number)
        assert rounds <= ROUNDS
        assert 0 < first <= rounds // 2
        outcome = GAME.outcome(state)
        assert outcome is not None and outcome.reason != "resigned"
        assert all(sum(book.lost.values()) for book in state.books)
        taken += any(book.captured for book in state.books)
        paid += any(tally.islands for tally in state.tallies)
        broadsides += any(book.damage.get("battleship") for book in state.books)
    # In most matches islands change hands and pay, and a battleship fires home.
    assert min(taken, paid, broadsides) >= MATCHES - 1


@pytest.mark.parametrize("chart", SMALL)
def test_it_is_small_and_nobody_fires_at_a_free_island_from_where_it_begins(chart: str) -> None:
    """2, 16: the guns of a spread fleet reach no island of nobody's but by chance at the edge of their range, so ships have to move."""
    state = GAME.setup(begun_on(chart), 2, step_rng("small", 0))
    fleets = [[one for one in state.own(seat) if one.is_unit] for seat in (0, 1)]
    assert [len(fleet) for fleet in fleets] == [7, 7]
    assert state.chart.board.width <= 24
    free = [one for one in state.elements.values() if one.kind == "island" and one.seat is None]
    assert len(free) >= 2
    reached = [
        (one.kind, island.rect)
        for one in fleets[0]
        for island in free
        if planar(one.rect, island.rect) + abs(one.level - island.level) < one.table.reach[island.level]
    ]
    assert not reached


def test_a_quick_table_is_drawn_one_of_the_small_charts_by_its_seed() -> None:
    """16: each is drawn, the same seed draws the same, and all take as long."""
    quick = dict(GAME.presets["quick"].options)
    drawn = [open_table(GAME, quick, 2, f"{number}")["map"] for number in range(24)]
    assert set(drawn) == set(SMALL)
    assert open_table(GAME, quick, 2, "7")["map"] == drawn[7]
    limits = {built_in(name).document["round_limit"] for name in SMALL}
    assert limits == {GAME.longest(GAME.check_options(quick, 2), 2).rounds}


def test_on_outposts_each_side_holds_islands_that_can_be_taken() -> None:
    """16: two each, weak ones, so that whoever comes takes points away and gets them."""
    state = GAME.setup(begun_on("outposts"), 2, step_rng("held", 0))
    held = [[one.health for one in state.own(seat) if one.kind == "island"] for seat in (0, 1)]
    assert held[0] == held[1] and len(held[0]) == 2
    assert max(held[0]) <= 100
