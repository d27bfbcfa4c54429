"""Do those who ask for packed messages get the same as everybody else, and is a message packed once for all of them?"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from lobby.matches.models import Match
from lobby.platform.protocol import packing
from lobby.watch.socket import Connection
from tests.lobby.play_socket.conftest import Connect, Tab, in_thread, play_step, quiet

PACKED = "?packed=zlib"


@pytest.fixture(autouse=True)
def _nothing_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """The messages of the game of secrets are."""
    monkeypatch.setattr(packing, "PACKED_FROM", 100)
    packing.packed.cache_clear()


def frames(tab: Tab) -> list[str]:
    return [text for text in tab.heard if text.startswith('{"type":"frame"')]


async def test_who_asks_gets_the_same_messages_packed(connect: Connect, start_match: Callable[..., Match]) -> None:
    match = await in_thread(start_match)
    plain, packed = await connect("alice"), await connect("alice", query=PACKED)
    for tab in (plain, packed):
        await tab.watch(match)
    assert frames(plain) == frames(packed) != []
    assert not plain.packed
    assert len(packed.packed) == sum(len(text.encode()) >= 100 for text in packed.heard) > 0


async def test_short_messages_are_never_packed(connect: Connect) -> None:
    tab = await connect("alice", query="?other=1&packed=zlib")
    await tab.ask("ping")
    assert len(tab.heard) == 3
    assert not tab.packed


async def test_a_query_that_is_not_known_asks_for_nothing(connect: Connect, start_match: Callable[..., Match]) -> None:
    match = await in_thread(start_match)
    tab = await connect("alice", query="?packed=brotli")
    await tab.watch(match)
    assert frames(tab)
    assert not tab.packed


async def test_a_message_is_packed_once_for_all_who_get_the_same(
    connect: Connect, start_match: Callable[..., Match]
) -> None:
    match = await in_thread(start_match)
    alice, bob, *watching = [await connect(name, query=PACKED) for name in ("alice", "bob", "alice", "alice")]
    for tab in (alice, bob, *watching):
        await tab.watch(match)
    for tab in (alice, bob, *watching):
        await tab.settle()
    packing.packed.cache_clear()
    already = {tab: len(tab.packed) for tab in (alice, bob, *watching)}
    await play_step(match, 0, (alice, {"note": "mine"}), (bob, {"note": "x"}))
    for tab in already:
        await tab.frame(1)
        await tab.settle()
    packed = [data for tab, first in already.items() for data in tab.packed[first:]]
    assert packing.packed.cache_info().misses == len(set(packed)) < len(packed)


JOINED = "?joined=1"


def messages(tab: Tab) -> list[str]:
    """One by one, however they were sent."""
    found: list[str] = []
    for text in tab.heard:
        read = json.loads(text)
        found += [json.dumps(one) for one in (read if isinstance(read, list) else [read])]
    return found


@pytest.mark.parametrize("query", [JOINED, f"{JOINED}&packed=zlib"])
async def test_what_waits_together_is_sent_together_to_those_who_ask(
    connect: Connect, start_match: Callable[..., Match], query: str
) -> None:
    match = await in_thread(start_match)
    single, joined = await connect("alice"), await connect("alice", query=query)
    await single.watch(match)
    await quiet()
    await joined.send("watch", match=match.id, ack=1)
    while '"ack"' not in messages(joined)[-1]:
        await joined.next_raw()
    until_ack = [json.dumps(json.loads(text)) for text in single.heard if '"pong"' not in text][: len(messages(joined))]
    assert [json.loads(text)["type"] for text in messages(joined)] == [json.loads(text)["type"] for text in until_ack]
    shown, shown_singly = ([text for text in each if '"frame"' in text] for each in (messages(joined), until_ack))
    assert shown == shown_singly != []
    assert len(joined.heard) < len(until_ack), "fewer messages for the same"


def test_nothing_is_joined_beyond_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "JOINED_MOST", 10)
    connection = Connection.__new__(Connection)
    connection._joins, connection._queued_bytes = True, 0
    connection._queue = [b"123456", b"123456", b"1", 4009, b"2"]
    assert [connection._take_from_queue() for _ in range(2)] == [[b"123456", b"123456"], [b"1"]]
    assert connection._take_from_queue() == []
    assert connection._queue == [4009, b"2"]
