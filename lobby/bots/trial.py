"""How does a program do before it is saved? A trial match against a built-in bot, played here and now and stored nowhere.

All that its owner may look at comes back at once: the frames of its own seat, and of every run what it knew, did, printed and cost.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.core.contract import Ask, Game, Json, Options, Programs
from games.core.rng import Rng
from games.core.simulate import Seen, open_table, watch
from lobby.bots.hosted import is_stopped
from lobby.bots.sandbox import VOID, Prepared, Run, Sandbox, program_seed
from lobby.matches.replay import unstored_frames

SEAT = 0
"""The program's; the bot has the other one."""
SEATS = 2
MOST_STEPS = 120
MOST_RUNS = 1500
MOST_SECONDS = 20.0
"""A trial ends there: what the browser is sent stays small, and nobody holds a worker for long."""


@dataclass
class Course:
    """The program of a trial, and what has become of it so far."""

    game: Game
    options: Options
    seed: str
    prepared: Prepared
    sandbox: Sandbox
    step: int = 0
    count: int = 0
    seconds: float = 0.0
    overtimes: int = 0
    memories: dict[str, str] = field(default_factory=dict)
    runs: list[list[Json]] = field(default_factory=list)
    """Per step the runs, in their order."""

    def answer(self, view: Json, rng: Rng) -> Json:
        """The orders of the program's seat: every run of the step, one after another."""
        programs = self.game.programs
        assert programs is not None
        told: list[Json] = []
        self.runs.append(told)
        answers = {}
        began = self.seconds
        for number, ask in enumerate(programs.asks(view), 1):
            memory = self.memories.get(ask.entity, "{}")
            # As in a match: whoever has taken too much time is not run.
            if is_stopped(self.overtimes, self.seconds - began, number):
                run = Run({"void": "stopped"}, memory)
            else:
                run = self.sandbox.run(
                    programs,
                    self.prepared,
                    options=self.options,
                    view=ask.view,
                    memory=memory,
                    seed=program_seed(self.seed, ask.entity, self.step + 1),
                )
            self.count += 1
            self.seconds += run.seconds
            self.overtimes += run.void == "time"
            self.memories[ask.entity] = run.memory
            answers[ask.entity] = run.answer
            orders = {} if run.void else programs.orders(view, {ask.entity: run.answer})
            told.append(_shown(programs, self.options, ask, run, orders))
        self.step += 1
        return programs.orders(view, answers)


def play_trial(*, game: Game, prepared: Prepared, level: str, seed: str, steps: int, sandbox: Sandbox) -> Json:
    """Play a trial of at most `steps` steps. Raises KeyError for a level that is not there, NoWorker when the sandbox cannot run."""
    assert game.programs is not None
    bot, memory = game.bot(level), dict[str, Json]()
    options = open_table(game, dict(game.programs.trial_options), SEATS, seed)
    course = Course(game, options, seed, prepared, sandbox)

    def watched() -> Iterator[Seen]:
        answers = [course.answer, lambda view, rng: bot.decide(view, rng, memory)]
        for seen in watch(game, options, SEATS, answers, seed, SEAT):
            yield seen
            if seen.step >= min(steps, MOST_STEPS) or course.count >= MOST_RUNS or course.seconds >= MOST_SECONDS:
                return

    static, frames = unstored_frames(game, watched())
    return {
        "frames": frames,
        "runs": course.runs[: len(frames) - 1],
        "static": static,
        "options": _plain(options),
        "names": [_("Your program"), _(bot.name)],
    }


def trial_seed(wanted: str) -> str:
    """A seed that anybody may choose tells nothing of the seeds of matches."""
    return "trial:" + hashlib.sha256(wanted.encode(errors="replace")).hexdigest()[:16]


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options that are numbers, words and switches; maps and the like are in the frames."""
    return {key: value for key, value in options.items() if isinstance(value, int | str)}


def fault_words(programs: Programs, fault: str) -> str:
    """What was wrong, for the program's owner: what the interpreter says, and what the code of a refused action means."""
    words = programs.refusals.get(fault.removeprefix("ValueError: "))
    return f"{fault} ({_(words)})" if words else fault


def _shown(programs: Programs, options: Options, ask: Ask, run: Run, orders: Json) -> Json:
    """A run as its owner reads it; `orders` is all that it alone ordered."""
    return {
        "entity": ask.entity,
        "knew": [_(message) % dict(data) for message, data in programs.explain(ask.view)],
        "orders": orders,
        "void": _(VOID[run.void]) if run.void else "",
        "console": run.console,
        "fault": fault_words(programs, run.fault),
        "line": run.line,
        "units": run.units,
        "budget": programs.budget(options, ask.view),
        "memory": run.memory,
    }
