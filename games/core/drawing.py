"""What does a page need to draw a map of a game without knowing a rule? Its size, what is on it, and fields with their words.

A map is either a `Drawing`, places at points with ways between them, or a `Grid`, squares of some kinds of ground with things on them.

The description is plain JSON in `Workshop.describe` under `drawing`; the kit's map workshop (`static/kit/drawing/`) draws any map that has one.
Labels are messages. Limits here help somebody who fills in a field; whether a map is right `Workshop.judge` alone says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Json = Any


@dataclass(frozen=True)
class Field:
    """One value of a place, a way or the whole map."""

    key: str | int
    """Where it is in its record: a key, keys joined by points (`seats.min`), or a position in a list."""
    kind: Literal["int", "number", "text", "lines", "bool", "choice"]
    label: str
    default: Json = None
    help: str = ""
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[tuple[Json, str], ...] = ()
    """Pairs of value and label."""
    by: Mapping[str, Json] = field(default_factory=dict)
    """Value of the place's `kind`, or kind of ground, → default, where that depends on it."""
    only: tuple[Json, ...] = ()
    """Kinds of things that have it; (): all."""


@dataclass(frozen=True)
class Places:
    """Records at points: bases, islands."""

    key: str
    """Where the map has the list of them."""
    one: str
    many: str
    fields: tuple[Field, ...]
    most: int
    id: str = "key"
    """Field by which others name a place; a new one gets `letter` with a number."""
    at: str = "at"
    """Field with [x, y]."""
    name: str = "name"
    kind: str = "kind"
    """Field of the choice that others' defaults depend on; a new place is of the kind that was chosen last."""
    letter: str = "P"


@dataclass(frozen=True)
class Ways:
    """Lists that begin with the ids of two places: routes."""

    key: str
    one: str
    many: str
    fields: tuple[Field, ...]
    most: int
    per: int = 0
    """The first field of a new way is its length on the map divided by this, within the limits of the field; 0: its default."""


@dataclass(frozen=True)
class Marks:
    """A list of ids of places that have a part of their own, in order: where seats start."""

    key: str
    one: str
    many: str
    drops: tuple[str, ...] = ()
    """Fields of the map that name these places and are dropped when the list changes."""
    counts: str = ""
    """Key of the field of the map that follows the length of the list while it is drawn."""


@dataclass(frozen=True)
class Drawing:
    """How a map is drawn."""

    size: tuple[int, int]
    """Points lie from [0, 0] to this, x to the right and y down, in whole numbers."""
    step: int
    """How far an arrow key moves."""
    places: Places
    ways: Ways
    marks: Marks
    fields: tuple[Field, ...]
    """Of the map itself, besides its name."""


@dataclass(frozen=True)
class Ground:
    """What every square of a map is, in rows from the top: a text of letters each, or a list of numbers."""

    key: str
    """Where the map has the rows."""
    kinds: tuple[tuple[Json, str], ...]
    """Pairs of letter, or number, and label. The brush begins with the first."""
    fill: Json
    """What squares are that a map gets when it becomes larger."""
    limits: tuple[int, int]
    """Least and greatest number of squares of a side."""
    width: str = "width"
    height: str = "height"
    """Fields of the map with the length of its sides; changing them crops it, or adds to it, at the right and below."""
    square: bool = False
    """Both sides are equally long: changing one changes the other."""
    scale: tuple[int, int] | None = None
    """Squares have a quantity, any whole number from the first to the second; `kinds` are those with which one paints. None: a kind each."""
    up: bool = False
    """The first row is the lowest, and y grows upwards."""


@dataclass(frozen=True)
class Kind:
    """One kind of things of a list."""

    value: Json
    label: str
    sides: tuple[int, int] = (1, 1)
    """Squares that a new one is wide and high."""
    fresh: Mapping[str, Json] = field(default_factory=dict)
    """Other fields of a new one."""
    seat: str = ""
    """Field with the seat that it is for: a new one gets the first that none of this kind has; on a map that says its symmetry the images get
    seats 0, 1, 2 … in the order of `static/kit/drawing/grid_symmetry.js`."""


@dataclass(frozen=True)
class Things:
    """A list of what stands on squares: names of places, starts, islands."""

    key: str
    """Where the map has the list."""
    one: str
    many: str
    help: str
    """What it is for, in one sentence."""
    fields: tuple[Field, ...]
    most: int
    at: str | tuple[str, str] = "at"
    """Field with [x, y], or the two fields with x and y; "": the entry is the pair itself and has no fields."""
    id: str = ""
    """Field that tells them apart; a new one gets `letter` with a number. "": they have none."""
    name: str = ""
    """Field with its name; a new one is called by `one` with a number. "": it is called so without one, too."""
    letter: str = "P"
    seats: bool = False
    """They stand for seats, in order."""
    area: str = ""
    """Field with [x0, y0, x1, y1], corners included, of what stands on several squares; it has no `at`."""
    widest: int = 1
    """Squares of a side at most, by which one makes an area larger."""
    kinds: tuple[Kind, ...] = ()
    """What the field `kind` of one may be; (): they have no kinds."""
    kind: str = "kind"
    """Field with the value of its kind; "": those that have a seat are of the first kind with `seat`, all others of the first one without."""
    ground: Json = None
    """What the squares below a new one become; None: they stay."""


@dataclass(frozen=True)
class Grid:
    """How a map of squares is drawn."""

    ground: Ground
    things: tuple[Things, ...]
    fields: tuple[Field, ...]
    """Of the map itself, besides its name."""
    symmetry: str = "none"
    """With which one begins to draw: a name of `static/kit/drawing/grid_symmetry.js`."""
    symmetry_key: str = ""
    """Field of the map with the symmetry that it has; everything is drawn with that one. "": maps say nothing of it."""
    symmetries: tuple[tuple[str, Json], ...] = ()
    """Pairs of such a name and what that field then says."""


def described(drawing: Drawing | Grid) -> Json:
    """The description as JSON."""
    return asdict(drawing)


def messages(drawing: Drawing | Grid) -> set[str]:
    """Every message of the description."""
    fields = [*drawing.fields]
    words: set[str] = set()
    if isinstance(drawing, Grid):
        words |= {label for _kind, label in drawing.ground.kinds}
        for things in drawing.things:
            words |= {things.one, things.many, things.help, *(kind.label for kind in things.kinds)}
            fields += things.fields
    else:
        for part in (drawing.places, drawing.ways, drawing.marks):
            words |= {part.one, part.many}
        fields += [*drawing.places.fields, *drawing.ways.fields]
    words |= {word for one in fields for word in (one.label, one.help, *(label for _value, label in one.choices))}
    return words - {""}
