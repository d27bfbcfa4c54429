"""One look of the timer, to its end: for tests that do not want to wait for its clock."""

import asyncio

from lobby.play import timer


async def sweep(now, *, everything=True):
    """Look at a batch of matches that are due at `now` and, with `everything`, at all that may be complete; how many were due."""
    waiting = timer.Waiting()
    due, looks = await timer._begin(now, waiting, everything=everything)
    while looks := looks | waiting.begin(now):
        await asyncio.wait(looks)
        looks = set()
    return due
