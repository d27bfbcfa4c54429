"""How does a process of the site run Python's garbage collector? Over fewer objects, and by the clock, in many short passes."""

import asyncio
import gc
from typing import Final

COLLECT_AFTER: Final = (2_000, 50, 50)
"""Thresholds of the three generations (see `gc.set_threshold`). Python's defaults cost a process that constantly creates and drops states,
views and messages up to a tenth of its time. Much larger values cause pauses that players notice: 20,000 surviving objects took 50 ms."""
COLLECT_AFTER_AT_LEAST: Final = 100_000
"""Threshold of the youngest generation while `sweep` runs: only a flood of objects starts a collection in between."""
SWEEP_SECONDS: Final = 0.1
MIDDLE_EVERY: Final = 3
"""Sweeps of the youngest generation for each sweep of the second. With 500 matches a sweep takes 1.5 ms. Once in half a minute it took 45 ms,
and 120 ms after all players had connected."""
OLDEST_EVERY: Final = 2000
"""Sweeps of the second generation for each full collection: one in ten minutes. It takes 0.1 s with some hundred matches."""


def keep_what_is_loaded() -> None:
    """Exclude all current objects from garbage collection (`gc.freeze`). Called once, after all modules are loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


async def sweep() -> None:
    """Collect garbage often and briefly, until cancelled.

    Python starts a collection by the growth in the number of objects. While each step creates as many as it frees, there is no growth; young
    objects pile up until a collection takes 20 ms, in the middle of a step.
    """
    gc.set_threshold(COLLECT_AFTER_AT_LEAST, *COLLECT_AFTER[1:])
    number = 0
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        number += 1
        middle, rest = divmod(number, MIDDLE_EVERY)
        gc.collect(0 if rest else 2 if middle % OLDEST_EVERY == 0 else 1)
