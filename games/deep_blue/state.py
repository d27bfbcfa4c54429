"""What is the position, and how is it stored?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct, convert
from msgspec.structs import astuple

from games.core.records import shallow
from games.deep_blue import constants, formations
from games.deep_blue.board import Rect
from games.deep_blue.constants import KINDS, Kind
from games.deep_blue.formations import Planes
from games.deep_blue.maps import Chart, chart_of
from games.deep_blue.settings import Settings, settle
from games.deep_blue.sight import Sight

Json = Any


class Element(Struct, array_like=True):
    """A unit, building or resource; (x, y) is its top left cell."""

    id: int
    kind: str
    seat: int | None
    """Owner; None: a neutral island, a mine, an oilfield."""
    x: int
    y: int
    wide: int
    """Columns beyond the first; 0 for units."""
    tall: int
    """Rows beyond the first; 0 for units."""
    level: int
    health: int
    fuel: int
    ammo: int | None
    """None: infinite."""
    metal: int
    planes: Planes | None = None
    """Planes alive; None: no formation."""
    planes_max: Planes | None = None
    """Composition at launch or after the last refit."""
    destination: tuple[int, int] | None = None
    standing: Json = None
    """Standing order with how far it has come (10.1); None: none. Replaced as a whole, never changed."""

    @property
    def table(self) -> Kind:
        """The constants of its kind."""
        return KINDS[self.kind]

    @property
    def is_free_island(self) -> bool:
        """Does nobody hold it?"""
        return self.kind == "island" and self.seat is None

    @property
    def rect(self) -> Rect:
        """Its cells."""
        return self.x, self.y, self.x + self.wide, self.y + self.tall

    @property
    def is_unit(self) -> bool:
        """Can it move?"""
        return KINDS[self.kind].speed > 0

    @property
    def is_resource(self) -> bool:
        """Mine or oilfield: nobody's, indestructible."""
        return self.kind in constants.RESOURCES

    @property
    def health_max(self) -> int:
        """Health undamaged; of formations: of the planes alive."""
        return KINDS[self.kind].health if self.planes is None else formations.health_max(self.planes)

    @property
    def fuel_max(self) -> int:
        """What the tank holds."""
        return KINDS[self.kind].fuel if self.planes is None else formations.fuel_max(self.planes)

    @property
    def ammo_max(self) -> int | None:
        """What it can carry; None: infinite."""
        return KINDS[self.kind].ammo if self.planes is None else formations.ammo_max(self.planes)

    @property
    def metal_max(self) -> int:
        """Metal it can carry."""
        return KINDS[self.kind].metal

    @property
    def sight(self) -> tuple[int, int, int]:
        """Sight by layer before the weather."""
        return KINDS[self.kind].sight if self.planes is None else formations.sight(self.planes)

    def lose(self, damage: int) -> None:
        """Take off health, in place; formations lose planes with it, and what these could hold (1)."""
        self.health -= damage
        if self.planes is not None and self.health > 0:
            self.planes = formations.survivors(self.planes, self.health)
            self.fuel = min(self.fuel, formations.fuel_max(self.planes))
            self.ammo = min(self.ammo or 0, formations.ammo_max(self.planes))


class Entry(Struct, array_like=True, frozen=True):
    """Something that a base builds."""

    kind: str
    planes: Planes | None
    left: int
    """Rounds until it can be launched."""
    rally: tuple[int, int] | None

    @property
    def population(self) -> int:
        """What it will count."""
        return KINDS[self.kind].population


class Ghost(Struct, array_like=True, frozen=True):
    """An enemy unit as a seat saw it last."""

    id: int
    kind: str
    seat: int
    x: int
    y: int
    level: int
    health: int
    round: int


class Known(Struct, array_like=True, frozen=True):
    """An island, mine or oilfield as a seat saw it last; round 0: never."""

    seat: int | None
    health: int
    fuel: int
    metal: int
    round: int


class Tally(Struct, array_like=True):
    """What one seat has scored with so far (9)."""

    damage: int = 0
    islands: int = 0
    """Islands held, summed over the rounds."""
    fuel: int = 0
    metal: int = 0

    def points(self, per_point: Mapping[str, int]) -> int:
        """The score; `per_point` says how much fuel and metal is a point."""
        held = self.islands * constants.ISLAND_SCORE
        return self.damage + held + self.fuel // per_point["fuel"] + self.metal // per_point["metal"]

    def parts(self) -> dict[str, int]:
        """What the score is made of: points of damage and islands, fuel and metal collected."""
        points = self.islands * constants.ISLAND_SCORE
        return {"damage": self.damage, "islands": points, "fuel": self.fuel, "metal": self.metal}


class Book(Struct):
    """What one seat has built, lost and done in a match; nothing is decided by it."""

    built: dict[str, int] = {}
    """Units launched, by kind."""
    lost: dict[str, int] = {}
    """Units gone, whatever the cause, by kind."""
    damage: dict[str, int] = {}
    """Points of damage to elements of the other seat, by the own kind that did it."""
    captured: int = 0
    """Islands taken."""

    def to_json(self) -> dict[str, Json]:
        """Kinds in the order of their names."""
        tables = {name: dict(sorted(getattr(self, name).items())) for name in ("built", "lost", "damage")}
        return {**tables, "captured": self.captured}

    def copy(self) -> Book:
        """A book that may be written in."""
        return Book(self.built.copy(), self.lost.copy(), self.damage.copy(), self.captured)


def count(table: dict[str, int], kind: str, amount: int = 1) -> None:
    """Add to an entry of a book, in place."""
    table[kind] = table.get(kind, 0) + amount


@dataclass(slots=True)
class State:
    """A position. `resolve` never changes one; it copies it and changes the copy."""

    chart: Chart
    settings: Settings
    round: int
    """Number of the round to be ordered, from 1; after the end that of the last one played."""
    elements: dict[int, Element]
    """By ascending id."""
    queues: list[list[Entry]]
    memory: list[dict[int, Ghost]]
    known: list[dict[int, Known]]
    """Per seat, of every island, mine and oilfield."""
    tallies: list[Tally]
    id_key: int
    """Fixes the order of ids; secret."""
    ids_used: list[int]
    """Per seat: the places in that order that its next id stands behind."""
    quiet: int = 0
    """Rounds running in which nothing was lost, collected or launched (18.2)."""
    result: dict[str, Json] | None = None
    books: list[Book] = field(default_factory=lambda: [Book() for _ in range(constants.SEATS)])
    struck: dict[int, int] = field(default_factory=dict)
    """Health that elements lost by the enemy's doing in the last round."""
    seen: Sight | None = field(default=None, compare=False, repr=False)
    shown: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """Parts of views that never change; shared by all states of a match."""

    def sight(self) -> Sight:
        """What both seats see now."""
        if self.seen is None:
            self.seen = Sight.of(self.chart.board, self.elements.values(), self.settings.weather)
        return self.seen

    def base(self, seat: int) -> Element:
        """The base of a seat."""
        return next(one for one in self.elements.values() if one.kind == "base" and one.seat == seat)

    def scores(self) -> list[int]:
        """Points, by seat (9)."""
        return [tally.points(self.settings.per_point) for tally in self.tallies]

    def own(self, seat: int) -> Iterator[Element]:
        """Elements of a seat, by id."""
        return (one for one in self.elements.values() if one.seat == seat)

    def population(self, seat: int) -> int:
        """What the living units of a seat count."""
        return sum(KINDS[one.kind].population for one in self.elements.values() if one.seat == seat)

    def copy(self) -> State:
        """A state whose parts may be changed."""
        return State(
            self.chart, self.settings, self.round, {key: shallow(one) for key, one in self.elements.items()},
            [queue[:] for queue in self.queues], [ghosts.copy() for ghosts in self.memory],
            [known.copy() for known in self.known], [shallow(one) for one in self.tallies],
            self.id_key, self.ids_used[:], self.quiet, self.result, [book.copy() for book in self.books], self.struck.copy(),
            None, self.shown,
        )  # fmt: skip


def pair(value: Json) -> tuple[int, int] | None:
    """A cell out of JSON, or None."""
    return None if value is None else (value[0], value[1])


def _rows(records: Iterable[Struct]) -> Json:
    return [list(astuple(one)) for one in records]


def _row(one: Element) -> Json:
    """An element in JSON: its cells stand together, and a standing order only where there is one."""
    row = astuple(one)
    return [*row[:3], row[3:7], *row[7 : -1 if one.standing is None else None]]


def to_json(state: State) -> dict[str, Json]:
    """The whole state. Secret: for storage only."""
    return {
        "game": constants.GAME_ID,
        "options": state.settings.chosen,
        "map": state.chart.document,
        "round": state.round,
        "elements": [_row(one) for one in state.elements.values()],
        "queues": [_rows(queue) for queue in state.queues],
        "memory": [_rows(ghosts.values()) for ghosts in state.memory],
        "known": [[[key, *astuple(one)] for key, one in known.items()] for known in state.known],
        "tallies": _rows(state.tallies),
        "id_key": state.id_key,
        "ids_used": state.ids_used,
        "quiet": state.quiet,
        "result": state.result,
        "books": [book.to_json() for book in state.books],
        **({"struck": [[key, loss] for key, loss in sorted(state.struck.items())]} if state.struck else {}),
    }


def from_json(data: Json) -> State:
    """The state that `to_json` wrote."""
    rows = [[*row[:3], *row[3], *row[4:]] for row in data["elements"]]
    chart = chart_of(data["map"])
    return State(
        chart=chart,
        settings=settle(data["options"], chart),
        round=data["round"],
        elements={one.id: one for one in convert(rows, list[Element])},
        queues=convert(data["queues"], list[list[Entry]]),
        memory=[{one[0]: Ghost(*one) for one in ghosts} for ghosts in data["memory"]],
        known=[{one[0]: Known(*one[1:]) for one in known} for known in data["known"]],
        tallies=[Tally(*one) for one in data["tallies"]],
        id_key=data["id_key"],
        # Before rules version 4 the seats shared the order.
        ids_used=data["ids_used"] if isinstance(data["ids_used"], list) else [data["ids_used"]] * constants.SEATS,
        quiet=data["quiet"],
        result=data["result"],
        # Positions of rules version 2 have no books: what came before is not in them.
        books=[Book(**book) for book in data["books"]] if "books" in data else [Book() for _ in range(constants.SEATS)],
        struck=dict(data.get("struck", [])),
    )
