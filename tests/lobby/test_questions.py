"""Can the forecasts that one person asks for over many sockets keep the threads of everybody busy?"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest

from lobby.platform.process import threads
from lobby.watch.questions import AT_ONCE, Questions

pytestmark = pytest.mark.any_database


class Engine:
    """Answers when the test lets it go on."""

    def __init__(self) -> None:
        self.go_on = threading.Semaphore(0)
        self.began = threading.Semaphore(0)
        self.asked: list[str] = []
        self.at_once = self.most = 0

    def forecast(self, who: str) -> str:
        self.asked.append(who)
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        self.began.release()
        self.go_on.acquire(timeout=60)
        self.at_once -= 1
        return who


@pytest.fixture
async def engine() -> AsyncIterator[Engine]:
    made = Engine()
    yield made
    made.go_on.release(100)


async def begins(engine: Engine) -> None:
    assert await asyncio.to_thread(engine.began.acquire, timeout=60)


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_one_persons_many_questions_take_a_quarter_of_the_threads_and_others_come_next(engine):
    questions = Questions()
    greedy = [asyncio.create_task(questions.answer(1, engine.forecast, "greedy")) for _ in range(40)]
    await begins(engine)
    other = asyncio.create_task(questions.answer(2, engine.forecast, "other"))
    # Everybody's short work goes on.
    assert await threads.run(threads.SERVICES, str, 7) == "7"
    await settle()
    engine.go_on.release()
    await begins(engine)
    assert engine.asked == ["greedy", "other"]
    engine.go_on.release(100)
    assert await other == "other" and await asyncio.gather(*greedy) == ["greedy"] * 40
    assert engine.most == AT_ONCE == threads.SERVICES_THREADS // 4


async def test_who_goes_away_leaves_the_line_and_no_thread_behind(engine):
    questions = Questions()
    begun = asyncio.create_task(questions.answer(1, engine.forecast, "begun"))
    await begins(engine)
    waiting = [asyncio.create_task(questions.answer(number % 3, engine.forecast, "gone")) for number in range(30)]
    await settle()
    for one in (begun, *waiting):
        one.cancel()
    await asyncio.gather(begun, *waiting, return_exceptions=True)
    last = asyncio.create_task(questions.answer(9, engine.forecast, "last"))
    await settle()
    # The thread of the first still works, so nobody else's may begin.
    assert engine.asked == ["begun"]
    engine.go_on.release(2)
    assert await last == "last"
    assert (engine.asked, engine.most) == (["begun", "last"], 1)


async def test_a_refusal_comes_back_and_gives_the_turn_back():
    def refuse() -> None:
        raise ValueError("no")

    questions = Questions()
    for _ in range(3):
        with pytest.raises(ValueError, match="no"):
            await questions.answer(1, refuse)
