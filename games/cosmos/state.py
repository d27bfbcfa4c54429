"""What is the position, and how is it stored? Inside, positions are places of `geometry`; in JSON they are [x, y] from 0."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from games.cosmos.board import Board
from games.cosmos.constants import BATTLESHIP, EVOLUTION_AGE, GAME_ID, KIND_NUMBER, KINDS, MINER
from games.cosmos.entity import Entity
from games.cosmos.geometry import Bits, Geometry, Place, Positions, geometry_of
from games.cosmos.standing_orders import BIDS_SINCE, StandingOrders, standing_orders

Json = Any


Memory = tuple[int, int | None, Place, int, int, int, int]
"""A foreign entity as last sensed: kind as seen, seat, place, energy, defence, radio, round."""
Sighting = tuple[Entity, bool]
"""A foreign entity as it was at the end of a round, and whether it was sensed with true sight."""
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
    used_ids: frozenset[int]
    id_key: int
    """What the ids of ships follow from (4.2); secret."""
    points: list[int]
    bonus: list[tuple[int, int, int]]
    """Seat, energy of the miner, round of expiry (6.3)."""
    bids: dict[int, int]
    last_bids: dict[int, tuple[int, int, bool]]
    """By planet: who owned it when its last bid was decided, the bid, whether it won."""
    history: list[list[list[Json]]]
    """Per seat [round, planet, bid, "won" or "lost", refund], the last ones (7.2)."""
    courses: list[list[list[int]]]
    """Per seat its points of the final weapon so far, as [round, points], in `COURSE` rows over the match."""
    standing: dict[int, StandingOrders]
    """Who gives an entity other rules has a copy of it first, as for all else that its row in views tells (`Work.change`)."""
    direct: dict[tuple[int, int], Direct]
    """By seat and entity."""
    defaults: list[dict[str, Json]]
    known: list[Bits]
    seen: list[dict[int, Sighting]]
    """Per seat the foreign entities that it sensed at the end of the last round (7.2)."""
    ghosts: list[dict[int, Memory]]
    """Per seat those that it has lost sight of."""
    eliminated: list[tuple[int, int, int]]
    """Seat, round, slot, in the order of events."""
    last_sequence: list[int]
    last_bid_table: dict[int, int]
    """All bids of the last round; for the referee."""
    outcome: dict[str, Json] | None = None
    kept: Board | None = field(default=None, compare=False, repr=False)
    """See `board`."""
    drawn: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """Parts of views that may serve again while what they were made of is the same object."""
    shown: Positions | None = field(default=None, compare=False, repr=False)
    """See `positions`."""

    @property
    def geometry(self) -> Geometry:
        """Tables of the board."""
        return geometry_of(self.width, self.height)

    @property
    def rounds(self) -> int:
        """The number of the last round."""
        return int(self.options["rounds"])

    @property
    def evolution_age(self) -> int:
        """Rounds after which a miner evolves (6.5)."""
        return int(self.options.get("evolve_after", EVOLUTION_AGE))

    @property
    def bids_last(self) -> int:
        """Rounds for which a planet bids by a standing order; 0: as long as it has the order (17)."""
        return int(self.options.get("bids_last", 0))

    def bids_left(self, id_: int) -> int:
        """For how many rounds, this one included, a planet still bids by its standing order. Only where bids do not last for ever."""
        since = self.standing[id_].memory.get(BIDS_SINCE, self.round)
        return max(0, int(since) + self.bids_last - self.round)

    @property
    def ticked(self) -> int:
        """The round of the last tick of all cooldowns."""
        return self.round - 1 if self.outcome is None else int(self.outcome["rounds"])

    @property
    def board(self) -> Board:
        """Who stands where and who senses what; made when first asked for."""
        if self.kept is None:
            self.kept = Board(self.geometry, self.seats, self.entities)
        return self.kept

    def living(self) -> list[int]:
        """Seats that are not eliminated, ascending."""
        if not self.eliminated:
            return list(range(self.seats))
        out = {seat for seat, _, _ in self.eliminated}
        return [seat for seat in range(self.seats) if seat not in out]

    @property
    def positions(self) -> Positions:
        """Places as [x, y] from the origin; the lists may stand in many views and events."""
        if self.shown is None:
            self.shown = Positions(self.geometry, self.origin)
        return self.shown

    def own(self, seat: int) -> list[Entity]:
        """The entities of a seat, ascending by id."""
        return list(map(self.entities.__getitem__, self.board.owned[seat]))

    def ordered(self) -> list[Entity]:
        """All entities, ascending by id."""
        return [self.entities[id_] for id_ in self.board.ids]

    def bonus_sum(self, seat: int) -> int:
        """The sum of the active bonuses of a seat (6.3)."""
        return sum(x for owner, x, expires in self.bonus if owner == seat and expires > self.round)

    def copy(self) -> State:
        """A state that may be changed. Entities, sets and tables of sightings are shared: they are replaced, not changed."""
        entities = dict(self.entities)
        return State(
            self.options, self.seats, self.width, self.height, self.symmetry, self.aether, self.origin, self.round,
            self.phase, entities, self.used_ids, self.id_key, self.points[:], self.bonus[:], dict(self.bids),
            dict(self.last_bids), self.history[:], self.courses[:],
            dict(self.standing), dict(self.direct), self.defaults[:],
            self.known[:], self.seen[:], self.ghosts[:], self.eliminated[:], self.last_sequence, self.last_bid_table,
            self.outcome, self.board.copy(entities), dict(self.drawn), self.positions,
        )  # fmt: skip

    def recalled(self, seat: int) -> dict[int, Memory]:
        """What a seat knows of foreign entities, those in sight included as they were at the end of the last round."""
        rows = dict(self.ghosts[seat])
        for id_, (entity, truly) in self.seen[seat].items():
            rows[id_] = memory_of(entity, truly, self.seen_round)
        return rows

    @property
    def seen_round(self) -> int:
        """The round at whose end `seen` was noted; the first is noted at the set-up."""
        return max(self.ticked, 1)


def memory_of(entity: Entity, truly: bool, round_: int) -> Memory:
    """What is remembered of a foreign entity that was sensed, with true sight or not (4.5)."""
    kind = BATTLESHIP if entity.kind == MINER and not truly else entity.kind
    return (kind, entity.seat, entity.at, entity.energy, entity.shield, entity.radio, round_)


def _entity_json(entity: Entity, geometry: Geometry, ticked: int) -> list[Json]:
    return [
        entity.id, KINDS[entity.kind], entity.seat, *geometry.xy[entity.at], entity.energy, entity.defence,
        entity.initial, entity.waits(ticked), entity.radio, entity.born, entity.home,
    ]  # fmt: skip


def _entity(row: Iterable[Json], geometry: Geometry, ticked: int) -> Entity:
    id_, kind, seat, x, y, energy, defence, initial, cooldown, radio, born, home = row
    number = KIND_NUMBER[kind]
    place = geometry.at(x, y)
    return Entity(id_, number, seat, place, energy, defence, initial, float(cooldown), ticked, radio, born, home)


def _standing_json(given: StandingOrders) -> dict[str, Json]:
    return {**given.rules, "memory": given.memory} if given.memory else given.rules


def _sighting(id_: int, row: Memory) -> Sighting:
    """A sighting that is remembered as this row."""
    kind, seat, place, energy, defence, radio, _ = row
    return Entity(id_, kind, seat, place, energy, defence, defence, 0.0, 0, radio, 0, None), True


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
        "entities": [_entity_json(entity, geometry, state.ticked) for entity in state.ordered()],
        "used_ids": sorted(state.used_ids),
        "id_key": state.id_key,
        "points": state.points,
        "bonus": [list(entry) for entry in state.bonus],
        "bids": {str(id_): bid for id_, bid in sorted(state.bids.items())},
        "last_bids": {str(id_): list(last) for id_, last in sorted(state.last_bids.items())},
        "history": state.history,
        "courses": state.courses,
        "standing": {str(id_): _standing_json(given) for id_, given in sorted(state.standing.items())},
        "direct": [
            [seat, id_, list(actions), left, void]
            for (seat, id_), (actions, left, void) in sorted(state.direct.items(), key=lambda item: item[0])
        ],
        "defaults": state.defaults,
        "known": [f"{bits:x}" for bits in state.known],
        "memory": [
            {
                str(id_): [*row[:2], list(geometry.xy[row[2]]), *row[3:]]
                for id_, row in sorted(state.recalled(seat).items())
            }
            for seat in range(state.seats)
        ],
        "seen": [sorted(seen) for seen in state.seen],
        "eliminated": [list(entry) for entry in state.eliminated],
        "last_sequence": state.last_sequence,
        "last_bid_table": {str(id_): bid for id_, bid in sorted(state.last_bid_table.items())},
        "outcome": state.outcome,
    }


def from_json(data: Json) -> State:
    """The state that `to_json` wrote."""
    width, height = data["size"]
    geometry = geometry_of(width, height)
    ticked = data["round"] - 1 if data["outcome"] is None else data["outcome"]["rounds"]
    entities = {row[0]: _entity(row, geometry, ticked) for row in data["entities"]}
    # One object stands for an id everywhere, so that a table knows it at first sight.
    same = {id_: id_ for id_ in entities}
    for entity in entities.values():
        entity.home = same.get(entity.home, entity.home)
    memory = [{int(id_): _memory(row, geometry) for id_, row in rows.items()} for rows in data["memory"]]
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
        entities=entities,
        used_ids=frozenset(data["used_ids"]),
        # What was stored before rules version 2 has none.
        id_key=data.get("id_key", 0),
        points=list(data["points"]),
        bonus=[(seat, x, expires) for seat, x, expires in data["bonus"]],
        bids={int(id_): bid for id_, bid in data["bids"].items()},
        last_bids={int(id_): (seat, bid, won) for id_, (seat, bid, won) in data["last_bids"].items()},
        history=[[list(row) for row in rows] for rows in data["history"]],
        # What was stored before courses were kept has none.
        courses=[[list(row) for row in rows] for rows in data.get("courses", [[]] * data["seats"])],
        standing={same[int(id_)]: standing_orders(**given) for id_, given in data["standing"].items()},
        direct={(seat, id_): (tuple(actions), left, void) for seat, id_, actions, left, void in data["direct"]},
        defaults=list(data["defaults"]),
        known=[int(text, 16) for text in data["known"]],
        seen=[
            {id_: _sighting(id_, rows[id_]) for id_ in seen} for rows, seen in zip(memory, data["seen"], strict=True)
        ],
        ghosts=[
            {id_: row for id_, row in rows.items() if id_ not in seen}
            for rows, seen in zip(memory, map(set, data["seen"]), strict=True)
        ],
        eliminated=[(seat, round_, slot) for seat, round_, slot in data["eliminated"]],
        last_sequence=list(data["last_sequence"]),
        last_bid_table={int(id_): bid for id_, bid in data["last_bid_table"].items()},
        outcome=data["outcome"],
    )


def _memory(row: Json, geometry: Geometry) -> Memory:
    kind, seat, xy, energy, defence, radio, round_ = row
    return (kind, seat, geometry.at(*xy), energy, defence, radio, round_)


def aether_rows(state: State) -> list[list[int]]:
    """Thousandths as rows, least y first."""
    geometry = state.geometry
    starts = (geometry.at(0, y) for y in range(state.height))
    return [state.aether[start : start + state.width] for start in starts]


def padded(rows: list[list[int]], geometry: Geometry) -> list[int]:
    """Rows of thousandths as an array by place."""
    aether = [0] * geometry.places
    # One object stands for a density everywhere: the few there are stay close at hand, thousands would not.
    same: dict[int, int] = {}
    for y, row in enumerate(rows):
        start = geometry.at(0, y)
        aether[start : start + geometry.width] = [same.setdefault(density, density) for density in row]
    return aether
