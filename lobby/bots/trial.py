"""How does a program play before it is saved? In a trial match against a built-in bot, position by position.

The result holds all that the owner may see: the frames of the program's seat, and for every run its view, orders, output and cost. This
module knows no database; `trial_jobs` says who may have a trial, when it is played and how long it is kept.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.core.contract import Ask, Bot, Game, Json, Options, Programs, Turn
from games.core.rng import seat_rng
from games.core.simulate import Seen, open_table, watch
from games.core.text import gettext_noop, phrase, spoken
from games.core.things import Books, caller
from lobby.bots.hosted import is_stopped, refusal_text
from lobby.bots.loader import NOT_STARTED, ProgramNotStarted, ProgramRefused
from lobby.bots.profiling import profile
from lobby.bots.sandbox import VOID, Prepared, Run, Sandbox
from lobby.fog.audience import constant_keys
from lobby.matches import personas
from lobby.watch.replay import unstored_frame

SEAT = 0
"""The seat of the program. Bots have all other seats."""
LEAST_SEATS = 2
MOST_STEPS = 120
LONGEST_SEED = 80
MOST_RUNS = 1500
MOST_SECONDS = 20.0
GUEST_SECONDS = 5.0
"""A trial ends at these limits, so that the answer stays small and nobody uses a worker for long. The seconds are those of a clock on the
wall: programs, bots and engine together. A step that has begun is played to its end."""
MOST_PROFILES = 2
"""Runs of a trial of which is told where their budget went: the first that are void for want of it, or of time."""
FIRST_SECONDS = 2.0
"""Before a program is saved, its first steps are played for at most so long."""

Ended = Literal["over", "steps", "runs", "seconds", "size"]
"""Why a trial ended: the match is over, or a limit was reached."""


@dataclass
class Course:
    """The program of a trial, and its results so far."""

    options: Options
    seed: str
    rules: Programs
    prepared: Prepared
    sandbox: Sandbox
    count: int = 0
    seconds: float = 0.0
    """How long the runs took."""
    overtimes: int = 0
    memories: dict[str, str] = field(default_factory=dict)
    runs: list[list[Json]] = field(default_factory=list)
    """The runs of each step, in their order; none in a step that waits for other seats."""
    void: Run | None = None
    """The first run that was void."""
    profiles: int = MOST_PROFILES
    """So many runs may still be looked into for where their budget went."""
    books: Books = field(default_factory=dict)
    """What the things of the trial are called, as on its board."""

    def note(self, seen: Seen) -> None:
        """Note a position that was reached, and what was refused on the way."""
        self.runs += [[] for _ in range(seen.step - len(self.runs))]
        if seen.refused is not None and self.runs[-1]:
            self.runs[-1][-1]["refused"] = refusal_text(seen.refused)

    def answer(self, turn: Turn, step: int) -> Json:
        """The orders of the program's seat, from every run of the step in order."""
        programs = self.rules
        told: list[Json] = []
        self.runs.append(told)
        answers = {}
        began = self.seconds
        for number, ask in enumerate(programs.asks(turn), 1):
            memory = self.memories.get(ask.entity, "{}")
            # As in a match, a program that has used too much time is not run.
            if is_stopped(self.overtimes, self.seconds - began, number, programs.times):
                run = Run({"void": "stopped"}, memory)
            else:
                run = self.sandbox.run(
                    programs,
                    self.prepared,
                    options=self.options,
                    view=ask.view,
                    memory=memory,
                    seed=programs.seed(self.seed, ask, step),
                )
            self.count += 1
            self.seconds += run.seconds
            self.overtimes += run.void == "time"
            self.memories[ask.entity] = run.memory
            answers[ask.entity] = run.answer
            if run.void and self.void is None:
                self.void = run
            orders = {} if run.void else programs.orders(turn.view, {ask.entity: run.answer})
            told.append({**_shown(self, ask, run, orders), "profile": self._profile(ask, run, memory, step)})
        return programs.orders(turn.view, answers)

    def _profile(self, ask: Ask, run: Run, memory: str, step: int) -> list[dict[str, int]]:
        """Where the budget of a run went that did not count because of it, or because of the time that it took; `memory` is that before it."""
        if run.void not in ("budget", "time") or not self.profiles:
            return []
        self.profiles -= 1
        seed = self.rules.seed(self.seed, ask, step)
        return profile(
            self.sandbox, self.rules, self.prepared, options=self.options, view=ask.view, memory=memory, seed=seed
        )


@dataclass(frozen=True)
class Piece:
    """One position of a trial."""

    frame: dict[str, Any]
    runs: list[Json]
    """The runs that led to it."""
    head: Json = None
    """With the first position, what all positions share: {"options", "names", "static"}."""
    ended: Ended | None = None
    """Why the trial ends with this position; None: it goes on."""


def play_trial(
    *,
    game: Game,
    prepared: Prepared,
    level: str,
    seed: str,
    steps: int,
    sandbox: Sandbox,
    seconds: float = MOST_SECONDS,
) -> Iterator[Piece]:
    """Play a trial of at most `steps` steps and yield each position as soon as it is reached; the last one says why it is the last.

    Raises KeyError for a level that is not there, NoWorker when the sandbox cannot run.
    """
    bot = game.bot(level)
    course = _course(game, prepared, seed, sandbox)
    static: dict[str, Any] = {}
    for seen, ended in _watched(game, course, bot, min(steps, MOST_STEPS), seconds):
        head = None
        if seen.step == 0:
            static = constant_keys(game, seen.view, seed)
            course.books = static.get("names", {})
            levels = [(seat, bot.id) for seat in range(1, _seats(game))]
            given = personas.by_level(seed, levels)
            names = [_("Your program"), *[personas.spoken(bot, given.get(seat)) for seat, _level in levels]]
            head = {"static": static, "options": _plain(course.options), "names": names}
        yield Piece(unstored_frame(static, seen), course.runs[seen.step - 1] if seen.step else [], head, ended)


def refuse_failing(*, game: Game, prepared: Prepared, sandbox: Sandbox) -> str:
    """Play the first steps of a trial against the weakest bot, for at most `FIRST_SECONDS`. Returns why the game refused the first of its orders,
    if it refused those of every step; else "".

    Raises ProgramRefused if a run of them is void, and NoWorker.
    """
    assert game.programs is not None
    if not game.programs.rules(prepared.text).trial_steps:
        return ""
    course = _course(game, prepared, trial_seed("first steps"), sandbox)
    course.profiles = 0
    for _position in _watched(game, course, game.bots[0], course.rules.trial_steps, FIRST_SECONDS):
        if course.void is None:
            continue
        run = course.void
        if run.void in ("crash", "stopped"):
            raise ProgramNotStarted(NOT_STARTED)
        if run.void in ("budget", "time"):
            # Which limit ends it first depends on the machine.
            raise ProgramRefused(
                gettext_noop("In its first match it does not end within its budget or time."), run.line
            )
        if not run.fault:
            raise ProgramRefused(
                gettext_noop("It fails in its first match: %(why)s."),
                run.line,
                why=gettext_lazy(VOID[run.void or "error"]),
            )
        raise ProgramRefused(
            gettext_noop("It fails in its first match: %(why)s. %(detail)s"),
            run.line,
            why=gettext_lazy(VOID[run.void or "error"]),
            detail=run.fault,
        )
    asked = [runs[-1]["refused"] for runs in course.runs if runs]
    return str(asked[0]) if asked and all(asked) else ""


def _course(game: Game, prepared: Prepared, seed: str, sandbox: Sandbox) -> Course:
    assert game.programs is not None
    rules = game.programs.rules(prepared.text)
    options = open_table(game, dict(rules.trial_options), _seats(game), seed)
    return Course(options, seed, rules, prepared, sandbox)


def _watched(game: Game, course: Course, bot: Bot, steps: int, seconds: float) -> Iterator[tuple[Seen, Ended | None]]:
    """Each position, and why it is the last one."""
    answers = [_bot_answer(bot, course.seed) for _ in range(_seats(game))]
    answers[SEAT] = course.answer
    until = time.monotonic() + seconds
    for seen in watch(game, course.options, len(answers), answers, course.seed, SEAT):
        course.note(seen)
        ended = _end(course, seen, steps, until)
        yield seen, ended
        if ended:
            return


def _end(course: Course, seen: Seen, steps: int, until: float) -> Ended | None:
    if seen.is_over:
        return "over"
    if seen.step >= steps:
        return "steps"
    if course.count >= MOST_RUNS:
        return "runs"
    return "seconds" if time.monotonic() >= until else None


def _bot_answer(bot: Bot, seed: str) -> Callable[[Turn, int], Json]:
    memory: dict[str, Json] = {}
    return lambda turn, step: bot.decide(turn.view, seat_rng(seed, step, turn.seat), memory)


def _seats(game: Game) -> int:
    return max(LEAST_SEATS, game.seats[0])


def trial_seed(wanted: str) -> str:
    """The seed of a trial from a wanted text. It never equals the seed of a match, so a trial tells nothing about matches."""
    return "trial:" + hashlib.sha256(wanted.encode(errors="replace")).hexdigest()[:16]


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options that are numbers, texts or switches. Maps and other large values are in the frames."""
    return {key: value for key, value in options.items() if isinstance(value, int | str)}


def fault_words(programs: Programs, fault: str) -> str:
    """The fault for the program's owner: the interpreter's message, and the meaning of the code of a refused action."""
    words = programs.refusals.get(fault.removeprefix("ValueError: "))
    return f"{fault} ({_(words)})" if words else fault


def _shown(course: Course, ask: Ask, run: Run, orders: Json) -> Json:
    """A run for its owner. `orders` are those of this run alone."""
    programs, call = course.rules, caller(course.books, get_language() or "en")
    return {
        "entity": ask.entity,
        "knew": [spoken(phrase(message, **data), _, call) for message, data in programs.explain(ask.view)],
        "orders": orders,
        "void": _(VOID[run.void]) if run.void else "",
        "refused": "",
        "console": run.console,
        "fault": fault_words(programs, run.fault),
        "line": run.line,
        "units": run.units,
        "budget": programs.budget(course.options, ask.view),
        "memory": run.memory,
    }
