"""Nobody waits for the views of another match."""

import asyncio
import time
from threading import Event

import pytest

from lobby.play import referee
from lobby.watch import feed, hub
from tests.lobby.play_socket.conftest import in_thread, quiet

PATIENCE = 60


class Slow:
    """Matches whose views take long, and as long as the gate is shut do not come at all."""

    def __init__(self) -> None:
        self.ids: dict[str, Event] = {}
        self.gate = Event()
        self.gate.set()

    def add(self, match):
        """The views of this match take long from now on."""
        self.ids[match.id] = Event()

    def work(self, match_id):
        """What a view takes."""
        if match_id in self.ids:
            began = time.thread_time()
            while time.thread_time() - began <= feed.SLOW_SECONDS:
                pass
            self.ids[match_id].set()
            self.gate.wait(PATIENCE)


@pytest.fixture
def slow(monkeypatch):
    slow, real = Slow(), feed.audiences.frame_bytes

    def frame_bytes(match, audience, step):
        slow.work(match.id)
        return real(match, audience, step)

    monkeypatch.setattr(feed.audiences, "frame_bytes", frame_bytes)
    yield slow
    slow.gate.set()


@pytest.fixture
def readings(monkeypatch):
    """The matches of each reading."""
    found, real = [], feed.read
    monkeypatch.setattr(feed, "read", lambda wanted: found.append(set(wanted)) or real(wanted))
    return found


class Line:
    """A connection that keeps what it hears."""

    def __init__(self, person):
        self.user_id = person.pk
        self.heard = []
        hub.hub().join(self)

    def send(self, message):
        self.heard.append(message)

    def close(self, code):
        raise AssertionError(code)

    async def watch(self, *matches):
        """Some matches, all at once."""
        watching = [hub.hub().watch(self, match.id, None, None) for match in matches]
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*watching)


async def test_a_quick_match_waits_for_no_match_that_is_known_to_be_slow(start_match, people, slow):
    heavy = [await in_thread(start_match) for _ in range(hub.READERS)]
    light = await in_thread(start_match)
    for match in heavy:
        slow.add(match)
        await Line(people["alice"]).watch(match)
        slow.ids[match.id].clear()
    slow.gate.clear()
    lines = [Line(people["bob"]) for _ in heavy]
    watching = [asyncio.create_task(line.watch(match)) for line, match in zip(lines, heavy, strict=True)]
    for begun in slow.ids.values():
        assert await asyncio.to_thread(begun.wait, PATIENCE)
    await Line(people["bob"]).watch(light)
    assert not any(watch.done() for watch in watching), "the others are being read still"
    slow.gate.set()
    await asyncio.gather(*watching)
    assert all(line.heard for line in lines)


async def test_those_behind_a_match_that_turns_out_to_be_slow_are_read_apart(
    start_match, people, slow, readings, order
):
    heavy, light = [await in_thread(start_match) for _ in range(2)]

    async def read_for(name):
        """The readings that somebody's coming to both at once leads to; who is there is told in some more."""
        await quiet()
        readings.clear()
        line = Line(people[name])
        await line.watch(heavy, light)
        assert all(any(match.id.encode() in heard for heard in line.heard) for match in (heavy, light))
        return list(readings)

    both = {heavy.id, light.id}
    assert (await read_for("alice"))[0] == both, "quick matches are read together"
    slow.add(heavy)
    first, *later = await read_for("bob")
    # Each has a reader of its own from then on; which of the two is sooner, for who is there too, nobody knows.
    assert first == both
    assert {light.id} in later
    assert both not in later
    assert both not in await read_for("alice")
    # Its next step is quick: it is one of many again.
    slow.ids.clear()
    for seat in (0, 1):
        await in_thread(order, heavy, seat, note="x")
    assert await in_thread(referee.advance_once, heavy.id) == 1
    await hub.hub().wake(heavy.id)
    assert (await read_for("bob"))[0] == both
