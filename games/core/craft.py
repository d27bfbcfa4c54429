"""What does a game give so that puzzles can be mined from its matches? Goals, and the parts that answers consist of.

`puzzles` says what becomes of it, `mining` how puzzles are found. All functions are pure and take what the seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.core.lessons import Moment

Json = Any
Goal = dict[str, Json]
"""JSON: {"kind": a key of `Craft.asks`, "what": what it is about, "steps": in how many steps}; of a kind with an amount also "least": how much."""
Piece = Json
"""The smallest part of orders that can be left out: a move, a command, a card."""


@dataclass(frozen=True)
class Ask:
    """The words of a kind of goal. Messages, with `%(what)s` for the name of what it is about, `%(steps)s` for the number of steps and `%(least)s`
    for the amount, without its sign."""

    one: str
    """The task, if one step decides."""
    hint: str
    """What helps after a wrong try, without giving the answer away."""
    why: str
    """Why the best answer works; shown with it."""
    many: str = ""
    """The task, if it takes more steps; empty where it never does."""
    nothing: str = ""
    """The task, where the amount is 0; empty: the same as for any other."""


@dataclass(frozen=True)
class Craft:
    """How puzzles of a game are made."""

    package: str
    """The package with the file of mined puzzles: the `__package__` of the game."""
    tables: tuple[tuple[str, int], ...]
    """Presets and numbers of seats of the matches that are played for it."""
    asks: Mapping[str, Ask]
    """Every kind of goal."""
    goals: Callable[[Json], Iterable[Goal]]
    """`goals(view)` → what could be asked here, without `steps`."""
    met: Callable[[Goal, Moment], bool]
    """`met(goal, moment)` → True if the goal holds after this step."""
    steps: Mapping[str, int]
    """Kind of goal → the most steps that one may take."""
    pieces: Callable[[Json], list[Piece]]
    """`pieces(orders)` → the parts of checked orders."""
    orders: Callable[[Sequence[Piece]], Json]
    """`orders(pieces)` → the orders that consist of these parts and nothing else."""
    tries: Callable[[Json, Json, Sequence[Goal]], Iterable[Piece]]
    """`tries(view, choices, goals)` → every single part of orders that is worth trying for one of these goals; illegal ones are left out later."""
    kind: Callable[[Json, Piece], str]
    """`kind(view, piece)` → equal for parts that are the same idea, such as the same attack with other numbers."""
    idea: Callable[[Json, Goal, Sequence[Piece]], str]
    """`idea(view, goal, parts)` → what a player would call the answer, in the game's own words and without names, places or numbers: equal for
    puzzles that are alike. Its first word is the kind of the goal. `variety.Variety` says how many of one idea there may be."""
    book: Callable[[Goal], tuple[str, int | str] | None]
    """The book of names (`Game.names`) and the key in it of what the goal is about; None if its words name nothing."""
    amounts: Mapping[str, Callable[[Goal, Moment], int | None]] = field(default_factory=dict)
    """Kinds of goals that ask for an amount → `amount(goal, moment)`: how much there is after this step, or None for nothing that counts. Less is
    asked for by a negative number. Mining sets `least` between the best answer and the next; `met` is not asked about these kinds."""
    near: Callable[[Json, Piece, Piece], bool] = lambda view, one, other: False
    """`near(view, one, other)` → True if two parts of different kinds are the same idea all the same, such as two cells side by side."""
    searched: frozenset[str] = frozenset()
    """Kinds of goals for which an answer is looked for although the match did not reach them; they must be few or cheap to try."""
    keeps: frozenset[str] = frozenset()
    """Kinds of goals that must hold after the last step; all others only have to be reached once."""
    closed: Callable[[Json], bool] = lambda view: False
    """`closed(view)` → the consequences of the first orders have been played, however many steps that took."""
    rivals: str = ""
    """The bot that plays the other seats where their answers depend on those of the seat; "": they give the recorded orders."""
