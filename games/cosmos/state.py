"""What is the position, and how is it stored? Inside, positions are places of `geometry`; in JSON they are [x, y] from 0."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from games.cosmos.constants import GAME_ID, KIND_NUMBER, KINDS, PLANET
from games.cosmos.geometry import Bits, Geometry, Place, geometry_of

Json = Any


class Entity:
    """One planet or ship (4.1). `seat` is None for neutral planets; `defence` and `initial` mean nothing for planets."""

    __slots__ = (
        "at", "born", "cooldown", "defence", "energy", "home", "id", "initial", "kind", "radio", "seat",
    )  # fmt: skip

    def __init__(
        self, id: int, kind: int, seat: int | None, at: Place, energy: int, defence: int, initial: int,
        cooldown: float, radio: int, born: int, home: int | None,
    ) -> None:  # fmt: skip
        self.id = id
        self.kind = kind
        self.seat = seat
        self.at = at
        self.energy = energy
        self.defence = defence
        self.initial = initial
        self.cooldown = cooldown
        self.radio = radio
        self.born = born
        self.home = home

    def copy(self) -> Entity:
        """The same entity for a position that may change it."""
        return Entity(
            self.id, self.kind, self.seat, self.at, self.energy, self.defence, self.initial,
            self.cooldown, self.radio, self.born, self.home,
        )  # fmt: skip

    @property
    def shield(self) -> int:
        """The defence that the rules speak of: a planet's is its energy."""
        return self.energy if self.kind == PLANET else self.defence


Memory = tuple[int, int | None, Place, int, int, int, int]
"""A foreign entity as last sensed: kind as seen, seat, place, energy, defence, radio, round."""
Direct = tuple[tuple[Json, ...], int, str | None]
"""Actions still to be done, rounds left, reason why a program's run is void."""


@dataclass(slots=True)
class State:
    """A position after Begin of round `round` (5.1). `resolve` changes a copy. Inner dicts of orders are never changed in place."""

    options: dict[str, Json]
    seats: int
    width: int
    height: int
    symmetry: str
    aether: list[int]
    """Thousandths by place, 0 off the map; never changed."""
    origin: tuple[int, int]
    round: int
    """The round to be ordered; after the end the last one played."""
    phase: str
    """"orders" or "over"."""
    entities: dict[int, Entity]
    used_ids: set[int]
    points: list[int]
    bonus: list[tuple[int, int, int]]
    """Seat, energy of the miner, round of expiry (6.3)."""
    bids: dict[int, int]
    last_bids: dict[int, tuple[int, int, bool]]
    """By planet: who owned it when its last bid was decided, the bid, whether it won."""
    history: list[list[list[Json]]]
    """Per seat [round, planet, bid, "won" or "lost", refund], the last ones (7.2)."""
    standing: dict[int, dict[str, Json]]
    direct: dict[tuple[int, int], Direct]
    """By seat and entity."""
    defaults: list[dict[str, Json]]
    known: list[Bits]
    memory: list[dict[int, Memory]]
    """Per seat what it has seen of foreign entities, those in sight included; out of sight they are ghosts."""
    eliminated: list[tuple[int, int, int]]
    """Seat, round, slot, in the order of events."""
    last_sequence: list[int]
    last_bid_table: dict[int, int]
    """All bids of the last round; for the referee."""
    outcome: dict[str, Json] | None = None
    facts: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)
    """What seats sense, computed when first asked for."""

    @property
    def geometry(self) -> Geometry:
        """Tables of the board."""
        return geometry_of(self.width, self.height)

    @property
    def rounds(self) -> int:
        """The number of the last round."""
        return int(self.options["rounds"])

    def living(self) -> list[int]:
        """Seats that are not eliminated, ascending."""
        out = {seat for seat, _, _ in self.eliminated}
        return [seat for seat in range(self.seats) if seat not in out]

    def own(self, seat: int | None) -> list[Entity]:
        """The entities of a seat, ascending by id."""
        return [self.entities[id_] for id_ in sorted(self.entities) if self.entities[id_].seat == seat]

    def bonus_sum(self, seat: int) -> int:
        """The sum of the active bonuses of a seat (6.3)."""
        return sum(x for owner, x, expires in self.bonus if owner == seat and expires > self.round)

    def copy(self) -> State:
        """A state that may be changed."""
        return State(
            self.options, self.seats, self.width, self.height, self.symmetry, self.aether, self.origin, self.round,
            self.phase, {id_: entity.copy() for id_, entity in self.entities.items()}, set(self.used_ids),
            self.points[:], self.bonus[:], dict(self.bids), dict(self.last_bids), [rows[:] for rows in self.history],
            dict(self.standing), dict(self.direct), self.defaults[:], self.known[:],
            [dict(seen) for seen in self.memory], self.eliminated[:], self.last_sequence, self.last_bid_table,
            self.outcome,
        )  # fmt: skip


def _entity_json(entity: Entity, geometry: Geometry) -> list[Json]:
    return [
        entity.id, KINDS[entity.kind], entity.seat, *geometry.xy[entity.at], entity.energy, entity.defence,
        entity.initial, entity.cooldown, entity.radio, entity.born, entity.home,
    ]  # fmt: skip


def _entity(row: Iterable[Json], geometry: Geometry) -> Entity:
    id_, kind, seat, x, y, energy, defence, initial, cooldown, radio, born, home = row
    number = KIND_NUMBER[kind]
    return Entity(id_, number, seat, geometry.at(x, y), energy, defence, initial, float(cooldown), radio, born, home)


def to_json(state: State) -> dict[str, Json]:
    """The whole state. Secret: for storage only."""
    geometry = state.geometry
    return {
        "game": GAME_ID,
        "options": state.options,
        "seats": state.seats,
        "size": [state.width, state.height],
        "symmetry": state.symmetry,
        "aether": aether_rows(state),
        "origin": list(state.origin),
        "round": state.round,
        "phase": state.phase,
        "entities": [_entity_json(state.entities[id_], geometry) for id_ in sorted(state.entities)],
        "used_ids": sorted(state.used_ids),
        "points": state.points,
        "bonus": [list(entry) for entry in state.bonus],
        "bids": {str(id_): bid for id_, bid in sorted(state.bids.items())},
        "last_bids": {str(id_): list(last) for id_, last in sorted(state.last_bids.items())},
        "history": state.history,
        "standing": {str(id_): given for id_, given in sorted(state.standing.items())},
        "direct": [
            [seat, id_, list(actions), left, void]
            for (seat, id_), (actions, left, void) in sorted(state.direct.items(), key=lambda item: item[0])
        ],
        "defaults": state.defaults,
        "known": [f"{bits:x}" for bits in state.known],
        "memory": [
            {str(id_): [*row[:2], list(geometry.xy[row[2]]), *row[3:]] for id_, row in sorted(seen.items())}
            for seen in state.memory
        ],
        "eliminated": [list(entry) for entry in state.eliminated],
        "last_sequence": state.last_sequence,
        "last_bid_table": {str(id_): bid for id_, bid in sorted(state.last_bid_table.items())},
        "outcome": state.outcome,
    }


def from_json(data: Json) -> State:
    """The state that `to_json` wrote."""
    width, height = data["size"]
    geometry = geometry_of(width, height)
    entities = [_entity(row, geometry) for row in data["entities"]]
    return State(
        options=data["options"],
        seats=data["seats"],
        width=width,
        height=height,
        symmetry=data["symmetry"],
        aether=padded(data["aether"], geometry),
        origin=(data["origin"][0], data["origin"][1]),
        round=data["round"],
        phase=data["phase"],
        entities={entity.id: entity for entity in entities},
        used_ids=set(data["used_ids"]),
        points=list(data["points"]),
        bonus=[(seat, x, expires) for seat, x, expires in data["bonus"]],
        bids={int(id_): bid for id_, bid in data["bids"].items()},
        last_bids={int(id_): (seat, bid, won) for id_, (seat, bid, won) in data["last_bids"].items()},
        history=[[list(row) for row in rows] for rows in data["history"]],
        standing={int(id_): given for id_, given in data["standing"].items()},
        direct={(seat, id_): (tuple(actions), left, void) for seat, id_, actions, left, void in data["direct"]},
        defaults=list(data["defaults"]),
        known=[int(text, 16) for text in data["known"]],
        memory=[
            {
                int(id_): (kind, seat, geometry.at(*xy), energy, defence, radio, round_)
                for id_, (kind, seat, xy, energy, defence, radio, round_) in seen.items()
            }
            for seen in data["memory"]
        ],
        eliminated=[(seat, round_, slot) for seat, round_, slot in data["eliminated"]],
        last_sequence=list(data["last_sequence"]),
        last_bid_table={int(id_): bid for id_, bid in data["last_bid_table"].items()},
        outcome=data["outcome"],
    )


def aether_rows(state: State) -> list[list[int]]:
    """Thousandths as rows, least y first."""
    geometry = state.geometry
    starts = (geometry.at(0, y) for y in range(state.height))
    return [state.aether[start : start + state.width] for start in starts]


def padded(rows: list[list[int]], geometry: Geometry) -> list[int]:
    """Rows of thousandths as an array by place."""
    aether = [0] * geometry.places
    for y, row in enumerate(rows):
        start = geometry.at(0, y)
        aether[start : start + geometry.width] = row
    return aether
