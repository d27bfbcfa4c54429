"""What does a seat sense, and what does it remember? Chapters 4.5 and 7.2."""

from __future__ import annotations

from games.cosmos.constants import BATTLESHIP, MINER, PLANET, SCOUT
from games.cosmos.entity import Entity
from games.cosmos.state import Memory, State, memory_of


def sensed(state: State, seat: int) -> list[Entity]:
    """The foreign entities that a seat senses, ascending by id."""
    eyes = state.board.eyes[seat]
    return [entity for entity in state.ordered() if entity.seat != seat and eyes[entity.at]]


def seen_kind(entity: Entity, truly: int) -> int:
    """The kind of a foreign entity for one who senses its tile, with true sight or not (4.5)."""
    return BATTLESHIP if entity.kind == MINER and not truly else entity.kind


def is_sure(entity: Entity, truly: int) -> bool:
    """Is the kind beyond doubt for one who senses its tile, with true sight or not (7.2)?"""
    return entity.kind in (PLANET, SCOUT) or bool(truly)


def first_look(state: State) -> None:
    """Before the first round: every seat knows the tiles and entities that it senses, in place."""
    for entity in state.entities.values():
        widen(state, entity)
    for seat in range(state.seats):
        remember(state, seat)


def widen(state: State, entity: Entity) -> None:
    """The owner of an entity knows the tiles that it senses, in place."""
    if entity.seat is not None:
        state.known[entity.seat] |= state.geometry.senses[entity.kind][entity.at]


def remember(state: State, seat: int) -> None:
    """Bring up to date what a seat has seen of foreign entities, in place (7.2).

    Those that it has lost sight of are ghosts from now on, except where it senses the tile of a ship without the ship.
    """
    board = state.board
    eyes, truly = board.eyes[seat], board.true_eyes[seat]
    before, ghosts = state.seen[seat], state.ghosts[seat]
    now = {
        entity.id: (entity, truly[entity.at] > 0)
        for entity in state.entities.values()
        if entity.seat != seat and eyes[entity.at]
    }
    state.seen[seat] = now
    lost = before.keys() - now.keys()
    if lost or ghosts:
        rows = {**ghosts, **{id_: memory_of(*before[id_], state.seen_round) for id_ in lost}}
        kept = {id_: row for id_, row in rows.items() if id_ not in now and _is_ghost(state, seat, id_, row)}
        if kept != ghosts:
            state.ghosts[seat] = kept


def _is_ghost(state: State, seat: int, id_: int, row: Memory) -> bool:
    kind, place = row[0], row[2]
    if kind != PLANET and state.board.eyes[seat][place]:
        return False
    entity = state.entities.get(id_)
    return entity is None or entity.seat != seat
