"""Where did the budget of a run go? The run is played again with smaller budgets, and each time the line is noted at which its budget ran out.

That is a sample of lines at even distances of units, so it depends on text, view, memory and seed alone, as the units do. Nothing is
counted by line while matches are played, and a program can not tell such a run from any other: it cannot read its budget.
"""

from __future__ import annotations

from collections import Counter

from games.core.contract import Json, Options, Programs
from lobby.bots.sandbox import Prepared, Sandbox

SAMPLES = 25
"""Each stands for so many parts of the budget."""
LINES = 5
"""The lines that are told, those that took most."""
OF = 1000


def profile(
    sandbox: Sandbox, programs: Programs, prepared: Prepared, *, options: Options, view: Json, memory: str, seed: int
) -> list[dict[str, int]]:
    """`{"line", "share"}` of the lines that took most of the budget, the dearest first; shares in thousandths of the budget.

    The units of a block that are spent at its beginning count for its first line. What no line of the person's took is left out, and so
    is all that a run would have spent after something other than its budget has ended it, such as the clock. Empty without a budget.
    """
    budget = programs.budget(options, view)
    found: Counter[int] = Counter()
    for number in range(SAMPLES if budget else 0):
        units = (2 * number + 1) * budget // (2 * SAMPLES)
        line = sandbox.line_at(programs, prepared, view=view, memory=memory, seed=seed, units=units)
        if line is None:
            break
        found[line] += 1
    del found[0]
    dearest = sorted(found.items(), key=lambda one: (-one[1], one[0]))[:LINES]
    return [{"line": line, "share": OF * count // SAMPLES} for line, count in dearest]
