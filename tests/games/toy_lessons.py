"""Lanterns with a lesson of two scenes and a puzzle: the smallest that the pages of lessons can be tried with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core.contract import Options
from games.core.lessons import Lesson, Moment, Scene
from games.core.rng import Rng
from tests.games import toy

WAIT: dict[str, Any] = {}


def standing(*cells: int, hearts: int = 2):
    """Where everybody stands, and with how many hearts the others do."""

    def position(options: Options, seats: int, rng: Rng) -> toy.State:
        return replace(toy.setup(options, seats, rng), cells=list(cells), hearts=[2, *[hearts] * (seats - 1)])

    return position


def walked(moment: Moment) -> bool:
    return moment.after["seats"][0]["cell"] == 1


def has_hit(moment: Moment) -> bool:
    return any(event["type"] == "hit" and event["by"] == moment.after["you"] for event in moment.events)


def was_hit(moment: Moment) -> bool:
    return any(event["type"] == "hit" and event["seat"] == moment.after["you"] for event in moment.events)


def won(moment: Moment) -> bool:
    return moment.place == 1


WALK = Scene(
    id="walk", title="Walk", text="You stand on cell 0.", goal="Walk to cell 1.", hint="Walk 1.", learned="You walked.",
    seats=2, options={}, position=standing(0, 3), done=walked, solution=({"walk": 1},),
)  # fmt: skip
DODGE = Scene(
    id="dodge", title="Dodge", text="He throws at cell 0 first.", goal="Hit him and stay whole.", hint="Walk away first.",
    learned="He aimed at where you were.", seats=2, options={}, position=standing(0, 1), done=has_hit, lost=was_hit, limit=3,
    script=({1: {"throw": 0}},), solution=({"walk": -1}, {"walk": 1, "throw": 1}),
)  # fmt: skip
WIN = Scene(
    id="win", title="Win", text="He has one heart.", goal="Win in two steps.", hint="Throw at cell 1.", learned="He is out.",
    seats=2, options={}, position=standing(0, 1, hearts=1), rivals="thrower", done=won, limit=2, seed="win-3",
    solution=({"throw": 1},),
)  # fmt: skip
LESSONS = (
    Lesson("first", "First steps", "Two scenes.", (WALK, DODGE)),
    Lesson("win", "Win", "One heart is left.", (WIN,), is_puzzle=True),
)
GAME = replace(toy.GAME, id="toy_lessons", lessons=LESSONS)
