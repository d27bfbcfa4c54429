"""Do those who ask for packed messages get the same as everybody else, and is a message packed once for all of them?"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lobby.matches import packing
from lobby.matches.models import Match
from tests.lobby.play_socket.conftest import Connect, Tab, in_thread, play_step

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
