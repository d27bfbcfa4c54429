"""What is a mined puzzle? A position out of a match between bots in which one answer is clearly the best, and a goal that tells it from the others.

A game says what a goal can be (`Craft`); `mining` finds the positions and checks them. A puzzle is played as a scene (`games.core.lessons`): one
seat is the person's, the others give the orders of the recorded match, and the seat's own view alone decides whether the goal is reached.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Final

from games.core.contract import Game, Json
from games.core.craft import Ask, Craft, Goal
from games.core.lessons import Lesson, Moment, Scene
from games.core.names import shuffled
from games.core.text import gettext_noop

FILE: Final = "puzzles.json"
LESSON: Final = "daily"
"""The id under which the mined puzzles of a game are played as scenes; no lesson of a game may have it."""
TITLE: Final = gettext_noop("Puzzle")
TEXT: Final = gettext_noop(
    "A position from a match between bots, seen from one seat. The others do what they did in that match. One answer is clearly better than all"
    " others."
)


@dataclass(frozen=True)
class Puzzle:
    """One mined puzzle, as it is stored."""

    id: str
    options: Mapping[str, Json] = field(repr=False)
    seats: int
    seat: int
    seed: str
    first_step: int
    goal: Goal
    position: str = field(repr=False)
    """The state as compressed JSON."""
    script: tuple[Mapping[int, Json], ...] = field(repr=False)
    """What the other seats order, step by step."""
    solution: Json = field(repr=False)
    """The orders of the best answer and nothing else."""
    points: int
    """How hard it is, on the scale of ratings, guessed from the bots that find it."""
    share: float
    """In how large a part of the draws of luck and of answers of the others the solution works."""

    def to_json(self) -> Json:
        """One line of the file of a game."""
        script = [{str(seat): orders for seat, orders in line.items()} for line in self.script]
        return {**{name: getattr(self, name) for name in _FIELDS}, "options": dict(self.options), "script": script}

    @staticmethod
    def from_json(line: Json) -> Puzzle:
        """The inverse of `to_json`."""
        script = tuple({int(seat): orders for seat, orders in step.items()} for step in line["script"])
        return Puzzle(**{name: line[name] for name in _FIELDS}, options=line["options"], script=script)


_FIELDS = ("id", "seats", "seat", "seed", "first_step", "goal", "position", "solution", "points", "share")


def packed(state: Json) -> str:
    """The JSON of a state as text, compressed."""
    text = json.dumps(state, separators=(",", ":"))
    return base64.b85encode(zlib.compress(text.encode(), 9)).decode()


def unpacked(text: str) -> Json:
    """The inverse of `packed`."""
    return json.loads(zlib.decompress(base64.b85decode(text)))


def pool(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game in the order in which they are asked; none if the game has none or its rules have changed since they were mined."""
    if game.puzzles is None:
        return ()
    rules, puzzles = stored(game.puzzles.package)
    return puzzles if rules == game.rules_version else ()


@lru_cache(maxsize=16)
def stored(package: str) -> tuple[str, tuple[Puzzle, ...]]:
    """The version of the rules for which the file of that package was mined, and its puzzles; ("", ()) without a file."""
    file = resources.files(package).joinpath(FILE)
    if not file.is_file():
        return "", ()
    found = json.loads(file.read_text("utf-8"))
    return found["rules"], tuple(Puzzle.from_json(line) for line in found["puzzles"])


def written(game: Game, puzzles: Sequence[Puzzle]) -> str:
    """The file of a game: a puzzle a line, so that a change shows which."""
    lines = ",\n".join(json.dumps(one.to_json(), sort_keys=True, separators=(",", ":")) for one in puzzles)
    return f'{{"rules": {json.dumps(game.rules_version)}, "puzzles": [\n{lines}\n]}}\n'


def craft_of(game: Game) -> Craft:
    """How puzzles of this game are made. Raises ValueError for a game without."""
    if game.puzzles is None:
        raise ValueError(f"{game.id} has no puzzles")
    return game.puzzles


def _task(ask: Ask, goal: Goal) -> str:
    if ask.nothing and goal.get("least") == 0:
        return ask.nothing
    return ask.one if goal["steps"] == 1 else ask.many or ask.one


def scene_of(game: Game, puzzle: Puzzle) -> Scene:
    """The puzzle as a scene that can be played and judged. Its texts have `%(what)s` and `%(steps)s`."""
    craft, goal = craft_of(game), puzzle.goal
    ask = craft.asks[goal["kind"]]
    return Scene(
        id=puzzle.id,
        title=TITLE,
        text=TEXT,
        goal=_task(ask, goal),
        hint=ask.hint,
        learned=ask.why,
        seats=puzzle.seats,
        options=puzzle.options,
        position=lambda options, seats, rng: game.from_json(unpacked(puzzle.position)),
        seat=puzzle.seat,
        first_step=puzzle.first_step,
        script=puzzle.script,
        rivals=craft.rivals,
        done=lambda moment: is_done(craft, goal, moment),
        lost=lambda moment: craft.closed(moment.after),
        limit=goal["steps"],
        seed=puzzle.seed,
        solution=(puzzle.solution,),
        named={} if (entry := craft.book(goal)) is None else {"what": entry},
    )


def is_done(craft: Craft, goal: Goal, moment: Moment) -> bool:
    """Does this step reach the goal? One that keeps something is reached with the last step only, one with an amount once there is enough."""
    if goal["kind"] in craft.amounts:
        found = craft.amounts[goal["kind"]](goal, moment)
        return found is not None and found >= goal["least"]
    if goal["kind"] in craft.keeps and moment.step < goal["steps"] and not craft.closed(moment.after):
        return False
    return craft.met(goal, moment)


def lesson_of(game: Game) -> Lesson:
    """The mined puzzles as the scenes of one lesson."""
    return Lesson(LESSON, TITLE, TEXT, tuple(scene_of(game, one) for one in pool(game)), is_puzzle=True)


def of_day(game: Game, day: int) -> Puzzle | None:
    """The puzzle of a day (its ordinal number), the same for everybody: none comes again before all have been asked. None without puzzles."""
    known = pool(game)
    return shuffled(game.id, "days", known)[day % len(known)] if known else None
