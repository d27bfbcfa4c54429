"""What is true of every state (12)? For tests; nothing in play calls this."""

from __future__ import annotations

from games.deep_blue import formations
from games.deep_blue.constants import AIR, FORMATION_SIZE, QUEUE_MAX
from games.deep_blue.state import Element, State


def invariants(state: State) -> None:
    """Raises AssertionError if the position cannot be."""
    board, taken = state.chart.board, set()
    assert list(state.elements) == sorted(state.elements)
    for key, one in state.elements.items():
        assert key == one.id
        _check_stocks(one, state.settings.oil_factor)
        if one.is_unit:
            cell = board.cell(one.x, one.y)
            assert (one.wide, one.tall) == (0, 0) and board.has(one.x, one.y)
            assert (cell, one.level) not in taken, "two units in one place"
            taken.add((cell, one.level))
            assert one.level == AIR or state.chart.ocean >> cell & 1, "a ship on land"
            assert one.health > 0 and one.seat in (0, 1)
    for seat in (0, 1):
        assert len(state.queues[seat]) <= QUEUE_MAX + state.settings.relief_cargo
        assert state.population(seat) <= max(state.settings.population_cap, 5 * 100)
        for ghost in state.memory[seat].values():
            assert ghost.seat == 1 - seat and ghost.round <= state.round
        for one in state.elements.values():
            sees = one.is_unit and one.seat != seat and state.sight().sees_element(board, seat, one)
            assert not sees or one.id in state.memory[seat], "a visible enemy is not in the memory"
    assert (state.result is None) or state.round <= state.settings.round_limit


def _check_stocks(one: Element, oil_factor: int) -> None:
    assert 0 <= one.health <= max(one.health_max, 0) or one.is_resource
    assert one.fuel >= 0 and one.metal >= 0 and (one.ammo is None or one.ammo >= 0)
    if one.is_resource:
        return
    assert one.fuel <= one.fuel_max and one.metal <= one.metal_max
    assert one.ammo is None or one.ammo_max is None or one.ammo <= one.ammo_max
    if one.planes is not None:
        assert 0 < sum(one.planes) <= FORMATION_SIZE
        assert formations.survivors(one.planes, one.health) == one.planes, "planes do not fit the health"
