"""What does a seat sense, and what does it remember? Chapters 4.5 and 7.2."""

from __future__ import annotations

from games.cosmos.constants import BATTLESHIP, MINER, PLANET
from games.cosmos.entity import Entity
from games.cosmos.geometry import Bits
from games.cosmos.state import State, memory_of


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
    board, entities = state.board, state.entities
    who, (tiles, _, truly, eyes) = board.who, board.sight(seat)
    state.known[seat] |= tiles
    now = {(id_ := who[place]): (entities[id_], place in truly) for place in eyes}
    before, ghosts = state.seen[seat], state.ghosts[seat]
    state.seen[seat] = now
    lost = before.keys() - now.keys()
    if lost or ghosts:
        bit = board.geometry.bit
        rows = {**ghosts, **{id_: memory_of(*before[id_], state.seen_round) for id_ in lost}}
        kept = {
            id_: row
            for id_, row in rows.items()
            if id_ not in now
            and (row[0] == PLANET or not tiles & bit[row[2]])
            and ((entity := entities.get(id_)) is None or entity.seat != seat)
        }
        if kept != ghosts:
            state.ghosts[seat] = kept
