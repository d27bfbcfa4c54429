"""How does a process of the site look after its memory? The collector of cyclic garbage has less to walk through, and comes when it hurts least."""

import asyncio
import gc
from typing import Final

COLLECT_AFTER: Final = (2_000, 50, 50)
"""Objects until the collector looks at the youngest, and its looks at each age until it looks at the next. Python's own numbers are for
scripts, and cost a process that makes and drops states, views and messages all the time up to a tenth of it; much larger ones make it
stand still for so long that players notice: 20,000 objects that stay took 50 ms."""
COLLECT_AFTER_AT_LEAST: Final = 100_000
"""For a process that sweeps by the clock: only a flood of objects brings the collector in between."""
SWEEP_SECONDS: Final = 0.1
MIDDLE_EVERY: Final = 3
"""Sweeps until those that have stayed for a while are looked at too. With 500 matches it takes 1.5 ms so; what they had kept of half a minute
took 45 ms, and 120 ms after their people had come in."""
OLDEST_EVERY: Final = 2000
"""Times after which that is done with all: ten minutes. It takes a tenth of a second for some hundred matches."""


def keep_what_is_loaded() -> None:
    """What is in memory now stays for as long as the process lives: the collector leaves it alone. Called once, when all is loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


async def sweep() -> None:
    """Look for cyclic garbage often, each time for a moment, for as long as the process lives.

    The collector counts how many objects there are more than at its last look. While each step makes what the one before it leaves, that is
    none, and the young ones pile up until walking through them takes 20 ms, in the midst of somebody's step.
    """
    gc.set_threshold(COLLECT_AFTER_AT_LEAST, *COLLECT_AFTER[1:])
    number = 0
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        number += 1
        middle, rest = divmod(number, MIDDLE_EVERY)
        gc.collect(0 if rest else 2 if middle % OLDEST_EVERY == 0 else 1)
