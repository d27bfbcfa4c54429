"""What does a seat sense? Chapters 4.5 and 7.2, as sets of tiles."""

from __future__ import annotations

from dataclasses import dataclass

from games.cosmos.constants import BATTLESHIP, DETECT, MINER, PLANET, SCOUT, SENSE, TRUE_SIGHT
from games.cosmos.geometry import Bits
from games.cosmos.state import Entity, State


@dataclass(frozen=True, slots=True)
class Sight:
    """Of one seat: tiles sensed, sensed with true sight, detected; foreign entities on sensed tiles, ascending by id."""

    sensed: Bits
    truly: Bits
    detected: Bits
    foreign: tuple[int, ...]


def sight(state: State, seat: int) -> Sight:
    """What a seat senses of this position; kept with the state."""
    found: Sight | None = state.facts.get(seat)
    if found is None:
        found = state.facts[seat] = _look(state, seat)
    return found


def _look(state: State, seat: int) -> Sight:
    geometry = state.geometry
    sensed = truly = detected = 0
    for entity in state.entities.values():
        if entity.seat == seat:
            mask = geometry.mask(SENSE[entity.kind], entity.at)
            sensed |= mask
            if TRUE_SIGHT[entity.kind]:
                truly |= mask
            if entity.kind == SCOUT:
                detected |= geometry.mask(DETECT[SCOUT], entity.at)
    bit = geometry.bit
    foreign = [e.id for e in state.entities.values() if e.seat != seat and sensed & bit[e.at]]
    return Sight(sensed, truly, detected | sensed, tuple(sorted(foreign)))


def seen_kind(entity: Entity, truly: Bits, bit: Bits) -> int:
    """The kind of a foreign entity for one who senses its tile, `truly` with true sight or not (4.5)."""
    return BATTLESHIP if entity.kind == MINER and not truly & bit else entity.kind


def is_sure(entity: Entity, truly: Bits, bit: Bits) -> bool:
    """Is the kind beyond doubt for that seat (7.2)?"""
    return entity.kind in (PLANET, SCOUT) or bool(truly & bit)


def remember(state: State, seat: int) -> None:
    """Bring a seat's memory of tiles and foreign entities up to date with this position, in place (7.2)."""
    state.facts.pop(seat, None)
    found = sight(state, seat)
    state.known[seat] |= found.sensed
    memory, bit = state.memory[seat], state.geometry.bit
    gone = [
        id_ for id_, row in memory.items()
        if (row[0] != PLANET and found.sensed & bit[row[2]]) or _is_own(state, id_, seat)
    ]  # fmt: skip
    for id_ in gone:
        del memory[id_]
    for id_ in found.foreign:
        entity = state.entities[id_]
        kind = seen_kind(entity, found.truly, bit[entity.at])
        memory[id_] = (kind, entity.seat, entity.at, entity.energy, entity.shield, entity.radio, state.round)


def _is_own(state: State, id_: int, seat: int) -> bool:
    entity = state.entities.get(id_)
    return entity is not None and entity.seat == seat
