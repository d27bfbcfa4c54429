"""Do bots play the same game from both seats? Whole positions are turned by half, and so must be the orders."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.rng import SeededRng, seat_rng, step_rng
from games.deep_blue import GAME
from games.deep_blue.state import State, from_json, to_json
from tests.sweeps import later

pytestmark = pytest.mark.slow

ROUNDS = 30


def turned(state: State) -> State:
    """The same position with the seats exchanged and the map turned by 180 degrees; ids stay."""
    side, data = state.chart.board.width - 1, to_json(state)
    for one in data["elements"]:
        x, y, wide, tall = one[3]
        one[2], one[3], one[11] = _other(one[2]), [side - x - wide, side - y - tall, wide, tall], _at(side, one[11])
    for key in ("queues", "memory", "known", "tallies"):
        data[key].reverse()
    for entry in (entry for queue in data["queues"] for entry in queue):
        entry[3] = _at(side, entry[3])
    for ghost in (ghost for ghosts in data["memory"] for ghost in ghosts):
        ghost[2], (ghost[3], ghost[4]) = _other(ghost[2]), (side - ghost[3], side - ghost[4])
    for known in (known for side_known in data["known"] for known in side_known):
        known[1] = _other(known[1])
    return from_json(data)


def _other(seat: int | None) -> int | None:
    return None if seat is None else 1 - seat


def _at(side: int, at: Any) -> Any:
    return None if at is None else [side - at[0], side - at[1]]


def turned_back(state: State, orders: Any) -> Any:
    """Orders given in the turned position, as they are in the position itself; cells of attacks follow from their targets."""
    side = state.chart.board.width - 1
    for order in orders["units"].values():
        if "move" in order:
            order["move"] = _at(side, order["move"])
    return orders


@pytest.mark.parametrize(
    ("name", "bot"),
    [("four_isles", "hard"), ("twin_straits", "medium"), *later([("four_isles", "medium"), ("twin_straits", "hard")])],
)
def test_both_seats_play_alike(name: str, bot: str) -> None:
    """Round after round each seat gives the orders that the other would give on the map turned by half."""
    decide = GAME.bot(bot).decide
    state = GAME.setup(GAME.check_options({"map": name}, 2), 2, SeededRng("alike"))
    memories: list[dict[str, Any]] = [{}, {}]
    twins: list[dict[str, Any]] = [{}, {}]
    for step in range(ROUNDS):
        twin, orders = turned(state), {}
        for seat in (0, 1):
            given = decide(GAME.view(state, seat), seat_rng("alike", step, seat), memories[seat])
            other = decide(GAME.view(twin, 1 - seat), seat_rng("alike", step, seat), twins[seat])
            assert turned_back(state, other) == given
            orders[seat] = GAME.check(state, seat, given)
        state, _ = GAME.resolve(state, orders, step_rng("alike", step + 1))
    assert min(tally.damage for tally in state.tallies) > 0
