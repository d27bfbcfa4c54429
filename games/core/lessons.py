"""What is a lesson? Short scenes of real positions, each passed by doing it. Data beside a game, played by one module for all of them.

A puzzle is a lesson of one scene that can be failed. Whoever plays a scene sees the view of one seat, and whether the scene is passed is
judged from that view alone: a lesson tells nothing that a match would hide.
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
    """One step of a scene, as the seat knows it that takes part."""

    step: int
    """1 is the first."""
    before: Json
    """The view that the orders were given on."""
    orders: Json
    """Checked orders of the seat; None: it gave none."""
    after: Json
    """The view that they led to."""
    events: Sequence[Event]
    """What the seat heard on the way."""
    place: int | None = None
    """Its place, if the match ended with this step."""


def never(moment: Moment) -> bool:
    """False: of scenes that only the number of their steps can end badly."""
    return False


def won(moment: Moment) -> bool:
    """Has the seat won the match with this step?"""
    return moment.place == 1


@dataclass(frozen=True)
class Scene:
    """One position and one thing to do in it. Texts are messages (`gettext_noop`) of plain short sentences."""

    id: str
    """What progress is kept by: small letters, digits, `-`."""
    title: str
    text: str
    """What is there, and the one idea of this scene: two or three sentences."""
    goal: str
    """What is to be done: one sentence, an imperative."""
    hint: str
    """How, for somebody who is stuck."""
    learned: str
    """Said when it is passed: why it worked."""
    seats: int
    options: Mapping[str, Json]
    """As a table would choose them; what is left out has its default."""
    done: Callable[[Moment], bool]
    """Has this step done it?"""
    solution: tuple[Json, ...]
    """Orders of the seat, step by step, that pass the scene; what tests play, and what the hint leads to."""
    position: Callable[[dict[str, Json], int, Rng], Any] | None = None
    """As `Game.setup`: where the scene begins. None: where a match begins."""
    seat: int = 0
    """Who the person is."""
    first_step: int = 0
    """What the position is called by: 58 for the one on which the orders of round 59 are given."""
    script: tuple[Mapping[int, Json], ...] = ()
    """Orders of other seats, step by step. Who is not in it, or whose orders are refused, plays as `rivals` says."""
    rivals: str = ""
    """The built-in bot that plays the other seats. Empty: they give default orders."""
    lost: Callable[[Moment], bool] = never
    """Has this step made it impossible? Then it is tried again."""
    limit: int = 0
    """Steps in which it must be done; 0: as many as it takes."""
    seed: str = "lesson"
    """Of the match, so that everybody meets the same luck."""


@dataclass(frozen=True)
class Lesson:
    """Scenes in their order, or one puzzle."""

    id: str
    """Part of its address: small letters, digits, `-`."""
    title: str
    text: str
    """What one learns, or what the riddle is, in one sentence."""
    scenes: tuple[Scene, ...] = field(repr=False)
    is_puzzle: bool = False


def verdict(scene: Scene, moments: Iterable[Moment]) -> Verdict:
    """How a scene stands after these steps, the first step first. What is passed stays passed."""
    for moment in moments:
        if scene.done(moment):
            return "passed"
        if scene.lost(moment) or moment.place is not None or moment.step == scene.limit:
            return "failed"
    return "open"


def scripted(scene: Scene, step: int, seat: int) -> Json | None:
    """What the script has this seat order at position `step` of the match; None: nothing is written there."""
    return scene.script[step].get(seat) if step < len(scene.script) else None
