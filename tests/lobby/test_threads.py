"""Work of many threads: what waits together is done together, one failure is nobody else's, results come back to their loop."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from lobby.platform.process import threads
from lobby.platform.process.threads import BatchWorker, CompletionQueue


def test_what_waits_is_worked_on_together_and_in_order():
    batches, gate, begun = [], threading.Event(), threading.Event()

    def work(batch):
        begun.set()
        gate.wait(5)
        batches.append(list(batch))

    station = BatchWorker("test", work, most=10)
    station.put([0])
    begun.wait(5)
    for number in range(1, 25):
        station.put([number])
    gate.set()
    assert station.call(lambda: sum(map(len, batches))) == 25
    assert [number for batch in batches for number in batch] == list(range(25))
    assert [len(batch) for batch in batches] == [1, 10, 10, 4]


def test_all_work_is_done_in_one_thread():
    seen = set()
    station = BatchWorker("test", lambda batch: seen.add(threading.current_thread().name), most=3)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: station.put([number]), range(100)))
    station.call(lambda: None)
    assert seen == {"test"}


def test_a_batch_that_fails_hinders_nothing_after_it(caplog):
    done = []

    def work(batch):
        done.extend(batch)
        if 1 in batch:
            raise ZeroDivisionError

    station = BatchWorker("test", work, most=1)
    station.put([1, 2])
    with pytest.raises(KeyError):
        station.call(lambda: {}["missing"])
    assert station.call(lambda: done) == [1, 2]
    assert "was not worked on" in caplog.text


async def test_results_cross_over_to_their_loop():
    loop = asyncio.get_running_loop()
    completions = CompletionQueue(loop)
    futures = [loop.create_future() for _ in range(20)]
    given_up = loop.create_future()
    given_up.cancel()

    def post():
        completions.post(given_up, "nobody waits")
        for number, future in enumerate(futures):
            completions.post(future, KeyError(number) if number % 2 else number)

    await asyncio.to_thread(post)
    results = await asyncio.gather(*futures, return_exceptions=True)
    assert results[::2] == list(range(0, 20, 2))
    assert [error.args for error in results[1::2]] == [(number,) for number in range(1, 20, 2)]


def test_a_loop_that_is_closed_hears_nothing():
    loop = asyncio.new_event_loop()
    future = loop.create_future()
    loop.close()
    CompletionQueue(loop).post(future, 1)
    assert not future.done()


async def test_what_comes_in_the_same_moment_goes_together():
    sent = []
    sender = threads.LoopBatch(asyncio.get_running_loop(), sent.append)
    for number in range(3):
        sender.add(number)
    assert sent == []
    for number in range(3, 6):
        # In the next rounds of the loop: those lay in their sockets too.
        await asyncio.sleep(0)
        sender.add(number)
    for _ in range(10):
        await asyncio.sleep(0)
    assert [number for some in sent for number in some] == list(range(6))
    assert sent[0] == [0, 1, 2, *range(3, 3 + threads.BATCH_ROUNDS)]
