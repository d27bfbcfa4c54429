"""Positions, directions and the table of kinds, as programs see them. Chapter 10.2; all distances are squared.

What stands below the mark is also the first part of the prelude in the sandbox: only its subset of Python (10.3), private
names begin with `_cb_`.
"""

from __future__ import annotations

# --- The sandbox's text begins here.

PLANET = "planet"
BATTLESHIP = "battleship"
MINER = "miner"
SCOUT = "scout"
NEUTRAL = None

Refused = ValueError
"""What an impossible action raises; its text is the code of the refusal."""


class Direction:
    """One of the eight ways to a neighbour; y grows to the north."""

    left: Direction
    right: Direction
    opposite: Direction

    def __init__(self, name: str, dx: int, dy: int) -> None:
        self.name = name
        self.dx = dx
        self.dy = dy

    def __repr__(self) -> str:
        return self.name


DIRECTIONS = [
    Direction("north", 0, 1),
    Direction("north_east", 1, 1),
    Direction("east", 1, 0),
    Direction("south_east", 1, -1),
    Direction("south", 0, -1),
    Direction("south_west", -1, -1),
    Direction("west", -1, 0),
    Direction("north_west", -1, 1),
]
"""North first, clockwise; `left` and `right` are the next ones on the compass."""
for _cb_d, _cb_left, _cb_right, _cb_back in zip(
    DIRECTIONS,
    DIRECTIONS[-1:] + DIRECTIONS[:-1],
    DIRECTIONS[1:] + DIRECTIONS[:1],
    DIRECTIONS[4:] + DIRECTIONS[:4],
    strict=True,
):
    _cb_d.left = _cb_left
    _cb_d.right = _cb_right
    _cb_d.opposite = _cb_back
CARDINALS = DIRECTIONS[::2]
_cb_DIRECTIONS = DIRECTIONS[:]
_cb_NAMES = [_cb_d.name for _cb_d in DIRECTIONS]
_cb_STEPS = [(_cb_d.dx, _cb_d.dy) for _cb_d in DIRECTIONS]
_cb_by_name = {_cb_d.name: _cb_d for _cb_d in DIRECTIONS}
_cb_by_step = {(_cb_d.dx, _cb_d.dy): _cb_d for _cb_d in DIRECTIONS}


def direction(name: str) -> Direction:
    """The direction of that name; KeyError if there is none."""
    return _cb_by_name[name]


class Pos:
    """A tile, in the coordinates of the views."""

    __slots__ = ("x", "y")

    def __init__(self, x: int, y: int) -> None:
        self.x = x
        self.y = y

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _cb_Pos) and other.x == self.x and other.y == self.y

    def __hash__(self) -> int:
        return hash((self.x, self.y))

    def __repr__(self) -> str:
        return f"Pos({self.x}, {self.y})"

    def add(self, d: Direction) -> Pos:
        """The neighbour in a direction."""
        return _cb_Pos(self.x + d.dx, self.y + d.dy)

    def sub(self, d: Direction) -> Pos:
        """The neighbour in the opposite direction."""
        return _cb_Pos(self.x - d.dx, self.y - d.dy)

    def translate(self, dx: int, dy: int) -> Pos:
        """The tile so far east and north."""
        return _cb_Pos(self.x + dx, self.y + dy)

    def d2(self, p: Pos) -> int:
        """Squared distance."""
        return (self.x - p.x) * (self.x - p.x) + (self.y - p.y) * (self.y - p.y)

    def adjacent(self, p: Pos) -> bool:
        """Is it one of the eight neighbours?"""
        return 1 <= self.d2(p) <= 2

    def direction_to(self, p: Pos) -> Direction | None:
        """The direction by the signs of dx and dy; None to the tile itself."""
        dx = (p.x > self.x) - (p.x < self.x)
        dy = (p.y > self.y) - (p.y < self.y)
        return _cb_by_step.get((dx, dy))


_cb_Pos = Pos


class _cb_Limits:
    """The row of a kind in table 4.1. `defence_ratio` is in tenths of the energy, rounded up."""

    def __init__(
        self, base_cooldown: float, action: int, sense: int, detect: int, true_sight: bool, initial_cooldown: int,
        defence_ratio: int,
    ) -> None:  # fmt: skip
        self.base_cooldown = base_cooldown
        self.action = action
        self.sense = sense
        self.detect = detect
        self.true_sight = true_sight
        self.initial_cooldown = initial_cooldown
        self.defence_ratio = defence_ratio

    def copy(self) -> _cb_Limits:
        """The same row, for a program to do with as it likes."""
        return _cb_Limits(
            self.base_cooldown, self.action, self.sense, self.detect, self.true_sight, self.initial_cooldown,
            self.defence_ratio,
        )  # fmt: skip


_cb_LIMITS = {
    "planet": _cb_Limits(2.0, 2, 40, 40, True, 0, 10),
    "battleship": _cb_Limits(1.0, 9, 25, 25, False, 10, 10),
    "miner": _cb_Limits(2.0, 0, 20, 20, False, 0, 10),
    "scout": _cb_Limits(1.5, 12, 30, 40, True, 10, 7),
}
