"""Is cyclic garbage found by the clock, the youngest often and the oldest seldom?"""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from lobby.operations import memory


class Knot:
    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def thresholds() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


async def sweep_for(turns: int) -> None:
    sweeping = asyncio.create_task(memory.sweep())
    for _ in range(turns):
        await asyncio.sleep(0)
    sweeping.cancel()


def test_young_garbage_is_gone_after_a_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "SWEEP_SECONDS", 0)
    gc.collect()
    knot = weakref.ref(Knot())
    assert knot() is not None, "nobody but the collector finds it"
    asyncio.run(sweep_for(5))
    assert knot() is None


def test_the_old_are_looked_at_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "SWEEP_SECONDS", 0)
    monkeypatch.setattr(memory, "MIDDLE_EVERY", 4)
    monkeypatch.setattr(memory, "OLDEST_EVERY", 3)
    seen: list[int] = []
    monkeypatch.setattr(gc, "collect", seen.append)
    asyncio.run(sweep_for(30))
    assert seen[:24] == [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2] * 2


def test_between_two_sweeps_only_a_flood_of_objects_brings_the_collector() -> None:
    async def begin() -> None:
        sweeping = asyncio.create_task(memory.sweep())
        await asyncio.sleep(0)
        sweeping.cancel()

    asyncio.run(begin())
    assert gc.get_threshold()[0] == memory.COLLECT_AFTER_AT_LEAST
