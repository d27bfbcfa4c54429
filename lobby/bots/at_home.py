"""How does a file play at home exactly as the site would run it? In the sandbox, with the checks, the budget and the limits of a match.

`manage.py simulate --hosted` plays with it, and so does `fogbound home --hosted`. A text is checked as it is when it is saved; a program that
fails often is off for the rest of the match, as in a match of the site.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from django.conf import settings

from games.core.contract import Game, Json, Options, Orders, Turn
from games.core.simulate import Failed, TurnBot
from lobby.bots.forms import python_lines, sentence
from lobby.bots.hosted import is_off
from lobby.bots.loader import ProgramRefused
from lobby.bots.sandbox import VOID, Sandbox
from lobby.bots.trial import Course, refuse_failing
from lobby.matches.modules import MODULE_FILE, module_text

_SANDBOX = Sandbox(settings.TRIAL_WORKERS)
"""The sandbox of this process; its workers start with the first program."""


def close() -> None:
    """End the workers. A later run starts new ones."""
    _SANDBOX.close()


class NotHosted(Exception):
    """The site would not take the file; the text says where, and why."""


def hosted_bot(game: Game, file: str, times: int = 1) -> TurnBot:
    """The program in that file as the site would run it, with so many `times` the usual budget.

    Raises NotHosted with the line of what the site refuses, and NoWorker.
    """
    if game.programs is None:
        raise NotHosted(f"{game.id} takes no programs")
    path = Path(file)
    if not path.is_file():
        raise NotHosted(f"there is no file {file}")
    text = _text(path, file)
    rules = game.programs.rules(text).with_budget(times)
    try:
        prepared = _SANDBOX.prepare(rules, text)
        refuse_failing(game=game, prepared=prepared, sandbox=_SANDBOX)
    except ProgramRefused as refusal:
        places = [(f"{file}, line {one.line}" if one.line else file, sentence(one)) for one in refusal.all]
        raise NotHosted("\n".join(f"{place}: {said}" for place, said in places)) from None

    def begin(options: Options, seed: str, failed: Failed) -> Callable[[Turn, int], Orders | None]:
        course = Course(options, seed, rules, prepared, _SANDBOX, profiles=0)
        return _Seat(course, failed).answer

    return TurnBot(file, begin)


def _text(path: Path, file: str) -> str:
    """The text of the program in that file. Raises NotHosted."""
    if path.suffix == MODULE_FILE:
        return module_text(path.read_bytes())
    if path.suffix != ".py":
        raise NotHosted(f"the site runs programs in Python and WebAssembly modules ({MODULE_FILE}), not {file}")
    try:
        return python_lines(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise NotHosted(f"{file} is not in UTF-8") from None


class _Seat:
    """The program in one match."""

    def __init__(self, course: Course, failed: Failed) -> None:
        self._course = course
        self._failed = failed
        self._strikes = 0

    def answer(self, turn: Turn, step: int) -> Orders | None:
        """The orders of its seat; of a program that is off, those of a void run."""
        course = self._course
        if is_off(course.overtimes, self._strikes):
            void: dict[str, Json] = {ask.entity: {"void": "off"} for ask in course.rules.asks(turn)}
            return course.rules.orders(turn.view, void)
        orders: Orders | None = course.answer(turn, step)
        # Only the runs of this step are looked at.
        runs = course.runs.pop()
        void_runs = [run for run in runs if run["void"]]
        for run in void_runs:
            place = f" (line {run['line']})" if run["line"] else ""
            self._failed(step, f"{run['void']}{': ' if run['fault'] else ''}{run['fault']}{place}")
        self._strikes += bool(runs) and len(void_runs) == len(runs)
        if is_off(course.overtimes, self._strikes):
            self._failed(step, str(VOID["off"]))
        return orders
