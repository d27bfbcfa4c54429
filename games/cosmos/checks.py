"""What is true of every state? For tests; nothing in play calls this."""

from __future__ import annotations

from games.cosmos.board import Board
from games.cosmos.constants import HIGHEST_ID, LOWEST_ID, PLANET
from games.cosmos.state import State


def invariants(state: State) -> None:
    """Raises AssertionError if the position cannot be."""
    living = set(state.living())
    board = Board(state.geometry, state.seats, state.entities)
    for part in set(Board.__slots__) - {"miners", "sights"}:
        assert getattr(board, part) == getattr(state.board, part), f"{part} is not true"
    assert board.miners.older(state.round) == state.board.miners.older(state.round)
    assert board.miners.pays(state.round) == state.board.miners.pays(state.round)
    gains = [{key: gain for key, gain in one.miners.gains(state.round).items() if gain} for one in (board, state.board)]
    assert gains[0] == gains[1], "miners pay something else"
    assert all(board.sight(seat) == state.board.sight(seat) for seat in range(state.seats))
    places = [entity.at for entity in state.entities.values()]
    assert len(set(places)) == len(places), "two entities on one tile"
    assert all(state.geometry.bit[place] for place in places), "an entity off the map"
    assert set(state.entities) <= state.used_ids
    assert all(LOWEST_ID <= id_ <= HIGHEST_ID for id_ in state.used_ids)
    assert (state.outcome is not None) == (state.phase == "over")
    assert 1 <= state.round <= state.rounds
    for entity in state.entities.values():
        assert entity.cooldown >= 0 and entity.energy >= 0 and entity.ticked <= state.ticked
        if entity.kind != PLANET:
            assert entity.seat is not None, "a neutral ship"
            assert 0 <= entity.defence <= entity.initial and entity.energy >= 1
        assert entity.seat is None or entity.seat in living, "an eliminated seat owns something"
    for seat in living:
        assert any(entity.seat == seat for entity in state.entities.values()), "a seat without entities lives"
    for seat in range(state.seats):
        seen = board.ids_on(board.sight(seat).tiles & board.foreign(seat))
        assert state.seen[seat].keys() == set(seen), "what is noted is not what is sensed"
        own = {entity.id for entity in state.entities.values() if entity.seat == seat}
        assert not own & set(state.recalled(seat)), "an own entity is remembered as foreign"
        assert not state.seen[seat].keys() & state.ghosts[seat].keys(), "a ghost is in sight"
    assert set(state.standing) <= set(state.entities)
    assert all(id_ in state.entities for _, id_ in state.direct)
