"""Is the preset `quick` short, small and decided (2)?"""

from __future__ import annotations

from typing import Any

from games.core.rng import seat_rng, step_rng
from games.deep_blue import GAME
from games.deep_blue.maps import BUILT_IN, built_in
from games.deep_blue.state import State

MATCHES = 6
ROUNDS = 20


def played(number: int) -> tuple[int, int, State]:
    """Rounds of a match between two hard bots, the round of the first hit, and the last position."""
    seed, bot = f"quick:{number}", GAME.bots[-1]
    state = GAME.setup(GAME.check_options(dict(GAME.presets["quick"].options), 2), 2, step_rng(seed, 0))
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


def test_it_is_small() -> None:
    state = GAME.setup(GAME.check_options(dict(GAME.presets["quick"].options), 2), 2, step_rng("small", 0))
    assert [sum(one.is_unit for one in state.own(seat)) for seat in (0, 1)] == [7, 7]
    assert state.chart.board.width == min(built_in(name).board.width for name in BUILT_IN)
