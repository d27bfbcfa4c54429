"""What does a seat sense, and what does it remember? Chapters 4.5 and 7.2."""

from __future__ import annotations

from games.cosmos.constants import BATTLESHIP, MINER, PLANET
from games.cosmos.entity import Entity
from games.cosmos.geometry import Bits
from games.cosmos.state import Memory, State, memory_of


def sensed(state: State, seat: int) -> list[Entity]:
    """The foreign entities that a seat senses while no round is played, ascending by id: those that it noted last."""
    return [state.entities[id_] for id_ in sorted(state.seen[seat])]


def seen_kind(entity: Entity, truly: Bits) -> int:
    """The kind of a foreign entity for one who senses its tile, with true sight or not (4.5)."""
    return BATTLESHIP if entity.kind == MINER and not truly else entity.kind


def first_look(state: State) -> None:
    """Before the first round: every seat knows the tiles and entities that it senses, in place."""
    for seat in range(state.seats):
        remember(state, seat)


def widen(state: State, entity: Entity) -> None:
    """The owner of an entity knows the tiles that it senses, in place."""
    if entity.seat is not None:
        state.known[entity.seat] |= state.geometry.senses[entity.kind][entity.at]


def remember(state: State, seat: int) -> None:
    """Bring up to date what a seat knows of the tiles and has seen of foreign entities, in place (7.2).

    Those that it has lost sight of are ghosts from now on, except where it senses the tile of a ship without the ship.
    """
    board, entities, bit = state.board, state.entities, state.geometry.bit
    tiles, truly, eyes = board.sight(seat)
    state.known[seat] |= tiles
    now = {(id_ := board.who[place]): (entities[id_], bool(truly & bit[place])) for place in eyes}
    before, ghosts = state.seen[seat], state.ghosts[seat]
    state.seen[seat] = now
    lost = before.keys() - now.keys()
    if lost or ghosts:
        rows = {**ghosts, **{id_: memory_of(*before[id_], state.seen_round) for id_ in lost}}
        kept = {id_: row for id_, row in rows.items() if id_ not in now and _is_ghost(state, seat, id_, row)}
        if kept != ghosts:
            state.ghosts[seat] = kept


def _is_ghost(state: State, seat: int, id_: int, row: Memory) -> bool:
    kind, place = row[0], row[2]
    if kind != PLANET and state.board.sight(seat).tiles & state.geometry.bit[place]:
        return False
    entity = state.entities.get(id_)
    return entity is None or entity.seat != seat
