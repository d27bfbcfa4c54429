"""How far is the forecast off? Matches are played, and what each club was told is compared with what it won.

A sure cell may be lost only to what the seat did not see: another club whose influence on it, or on the way to it, is at least its own.
The mean error of "about" and how often the sure cells were won are always printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from games.core.rng import SeededRng, seat_rng, step_rng
from games.core.simulate import open_table
from games.hundred_clubs import GAME
from games.hundred_clubs.resolve.conquest import connected
from games.hundred_clubs.sight import facts
from games.hundred_clubs.state import State
from tests.games.hundred_clubs.boards import random_states
from tests.sweeps import first


class Round(NamedTuple):
    """A round as a club was told that it would be, and as it was."""

    least: int
    about: int
    won: int
    held: int
    """Sure cells that were won."""


def rounds_of(before: State, after: State, told: dict[int, Any]) -> Iterator[Round]:
    """Compare what each seat was told before the round with the position after it; fails if a sure cell was lost without cause."""
    board, seats = before.board, range(before.seats)
    placed = [[(cell, size) for cell, size, _ in after.campaigns.get(seat, [])] for seat in seats]
    influence = board.influence(placed)
    for seat, forecast in told.items():
        sure = [board.cell(place) or 0 for place in forecast["sure"]]
        rival = np.delete(influence, seat, axis=0).max(axis=0)
        quiet = sum(1 << cell for cell in sure if influence[seat, cell] > rival[cell])
        own = facts(after).own[seat]
        assert not connected(board, facts(before).own[seat], quiet) & ~own, f"round {before.round}, club {seat}"
        held = sum(own >> cell & 1 for cell in sure)
        won = (own & ~facts(before).own[seat]).bit_count()
        yield Round(forecast["cells"]["least"], forecast["cells"]["about"], won, held)


def told_to(state: State, orders: dict[int, Any]) -> dict[int, Any]:
    """The forecasts of the seats that give orders in a round."""
    assert GAME.forecast
    return {
        seat: GAME.forecast(GAME.view(state, seat), given)
        for seat, given in orders.items()
        if state.phase == "rounds" and "resign" not in given and state.out[seat] is None
    }


TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "campus": (8, {"rounds": 15}),
    "duel": (2, {"rounds": 15, "map": {"generated": {"width": 25, "height": 35}}}),
    "quick": (2, {"rounds": 12, "starts": "drawn", "map": {"generated": {"width": 15, "height": 21}}}),
}


def bot_rounds(seed: str, seats: int, options: dict[str, Any]) -> Iterator[Round]:
    """All rounds of a match between bots drawn by the seed."""
    dice = SeededRng(f"bots of {seed}")
    bots = [dice.choice(GAME.bots) for _ in range(seats)]
    state = GAME.setup(open_table(GAME, options, seats, seed), seats, step_rng(seed, 0))
    memories: list[dict[str, Any]] = [{} for _ in bots]
    step = 0
    while pending := GAME.pending(state):
        orders = {
            seat: GAME.check(
                state, seat, bots[seat].decide(GAME.view(state, seat), seat_rng(seed, step, seat), memories[seat])
            )
            for seat in pending
        }
        told = told_to(state, orders)
        step += 1
        after, _ = GAME.resolve(state, orders, step_rng(seed, step))
        yield from rounds_of(state, after, told)
        state = after


@pytest.mark.slow
@pytest.mark.parametrize("table", first(TABLES))
def test_matches_of_bots(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    rounds = [line for number in range(2) for line in bot_rounds(f"errors {table} {number}", *TABLES[table])]
    won = sum(line.won for line in rounds)
    error = sum(line.about - line.won for line in rounds)
    least, held = sum(line.least for line in rounds), sum(line.held for line in rounds)
    with capsys.disabled():
        print(
            f"\n{table}: {len(rounds)} rounds of a club, won {won / len(rounds):.1f} cells; told at least {least / len(rounds):.1f}, of which "
            f"{100 * held / least:.1f} % were won; told about {(won + error) / len(rounds):.1f}, mean error {error / len(rounds):+.2f} cells, "
            f"mean distance {sum(abs(line.about - line.won) for line in rounds) / len(rounds):.2f}"
        )
    assert held > 0.95 * least
    assert abs(error) < 0.15 * won


@pytest.mark.slow
def test_matches_of_random_orders() -> None:
    """Alliances, backstabs, resignations, orders that are missing: a sure cell is lost only to another club's influence."""
    small = {"map": {"generated": {"width": 17, "height": 17}}, "starts": "drawn", "rounds": 30}
    compared = []
    dice = SeededRng("after random orders")
    for state, orders in random_states(
        "forecast errors", 125, [(4, small), (8, {**small, "map": "campus", "starts": "auction"})]
    ):
        after, _ = GAME.resolve(state, orders, dice)
        compared += rounds_of(state, after, told_to(state, orders))
    assert sum(line.least for line in compared) > 100
    assert sum(line.held for line in compared) > 0.9 * sum(line.least for line in compared)
