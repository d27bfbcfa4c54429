"""What is a lesson? Short scenes in real positions, each passed by giving orders. Lessons are data of a game; one module plays those of all games.

A puzzle is a lesson of one scene that can be failed. A person plays a scene from the view of one seat. That view alone decides
whether the scene is passed, so a lesson reveals nothing that a match would hide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from games.core.events import Event
from games.core.rng import Rng

Json = Any
Verdict = Literal["open", "passed", "failed"]


@dataclass(frozen=True)
class Moment:
    """One step of a scene, as the person's seat knows it."""

    step: int
    """Number of the step in the scene, from 1."""
    before: Json
    """The seat's view for which the orders were given."""
    orders: Json
    """Checked orders of the seat, or None if it gave none."""
    after: Json
    """The seat's view after the step."""
    events: Sequence[Event]
    """The events of the step that the seat may know."""
    place: int | None = None
    """The seat's place, if the match ended with this step."""


def never(moment: Moment) -> bool:
    """False. The default for `Scene.lost`: only the limit of steps can fail the scene."""
    return False


def won(moment: Moment) -> bool:
    """True if the seat won the match with this step."""
    return moment.place == 1


def happened(kind: str) -> Callable[[Moment], bool]:
    """A condition: the seat knows of an event of this type in the step."""
    return lambda moment: any(event["type"] == kind for event in moment.events)


@dataclass(frozen=True)
class Scene:
    """One position and one task. Texts are messages (`gettext_noop`) of plain short sentences."""

    id: str
    """Progress is stored under it: lower-case letters, digits, `-`."""
    title: str
    text: str
    """The position and the one idea of this scene, in two or three sentences."""
    goal: str
    """The task: one sentence in the imperative."""
    hint: str
    """How to do it, for somebody who is stuck."""
    learned: str
    """Why it worked; shown when the scene is passed."""
    seats: int
    options: Mapping[str, Json]
    """Options of a table; those left out have their defaults."""
    done: Callable[[Moment], bool]
    """`done(moment)` → True if this step passes the scene."""
    solution: tuple[Json, ...]
    """Orders of the seat, step by step, that pass the scene. Tests play them, and the hint leads to them."""
    position: Callable[[dict[str, Json], int, Rng], Any] | None = None
    """`position(options, seats, rng)` → the first position of the scene, like `Game.setup`. None: that of a match."""
    seat: int = 0
    """The person's seat."""
    first_step: int = 0
    """The number that the first position is shown with: 58 if the orders of round 59 are given in it."""
    script: tuple[Mapping[int, Json], ...] = ()
    """Orders of other seats, step by step. A seat without orders here, or whose orders are refused, plays as `rivals` says."""
    rivals: str = ""
    """The built-in bot that plays the other seats. Empty: they give default orders."""
    lost: Callable[[Moment], bool] = never
    """`lost(moment)` → True if this step made the task impossible. The person then tries again."""
    limit: int = 0
    """Number of steps allowed; 0: no limit."""
    seed: str = "lesson"
    """Seed of the match; the same for everybody."""
    named: Mapping[str, tuple[str, int | str]] = field(default_factory=dict)
    """Things that the texts name, as `%(place)s`: place → the book (`Game.names`) and the number or key in it."""


@dataclass(frozen=True)
class Lesson:
    """Scenes in their order; a puzzle has one."""

    id: str
    """Part of the page's address: lower-case letters, digits, `-`."""
    title: str
    text: str
    """What a person learns, or what the puzzle asks, in one sentence."""
    scenes: tuple[Scene, ...] = field(repr=False)
    is_puzzle: bool = False


@dataclass(frozen=True)
class Stage:
    """A position in which scenes take place: those fields of `Scene` that say so. A game makes one of few words."""

    options: Mapping[str, Json]
    position: Callable[[dict[str, Json], int, Rng], Any]
    named: Mapping[str, tuple[str, int | str]] = field(default_factory=dict)
    first_step: int = 0
    seats: int = 2

    def scene(self, **rest: Any) -> Scene:
        """A scene here; `rest` are the other fields of `Scene`."""
        return Scene(**{**vars(self), **rest})


def puzzle(id_: str, text: str, scene: Scene) -> Lesson:
    """A puzzle that is called as its scene."""
    return Lesson(id_, scene.title, text, (scene,), is_puzzle=True)


def verdict(scene: Scene, moments: Iterable[Moment]) -> Verdict:
    """State of a scene after these steps, oldest first. A passed scene stays passed."""
    for moment in moments:
        if scene.done(moment):
            return "passed"
        if scene.lost(moment) or moment.place is not None or moment.step == scene.limit:
            return "failed"
    return "open"


def scripted(scene: Scene, step: int, seat: int) -> Json | None:
    """The script's orders of this seat at position `step` of the match, or None if the script has none."""
    return scene.script[step].get(seat) if step < len(scene.script) else None
