"""Whoever has been told that their orders are stored is never told afterwards that they are not."""

import asyncio
from threading import Event

import pytest
from django.utils import timezone

from lobby.play import resolving
from lobby.play.entries import Entry
from lobby.play.journal import JOURNAL
from lobby.watch import feed, hub
from tests.lobby.play_socket.conftest import in_thread, play_step, quiet

NOTE = {"note": "x"}


async def test_a_reading_that_began_before_the_orders_came_is_not_told(start_match, connect, monkeypatch):
    monkeypatch.setattr(hub, "MOST_TOLD_AT_ONCE", 0)  # readers make all news
    match = await in_thread(start_match)
    alice = await connect("alice")
    await alice.watch(match)
    await quiet()
    begun, gate, real = Event(), Event(), feed.read

    def slow(wanted):
        found = real(wanted)
        begun.set()
        gate.wait(5)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(feed, "read", slow)
        await alice.ask("orders", match=match.id, step=0, orders=NOTE, ready=False)
        await asyncio.to_thread(begun.wait, 5)
        assert (await alice.ask("ready", match=match.id, step=0, ready=True))["type"] == "ack"
        alice.drain()
        gate.set()
    told = [message["ready"] for message in await alice.settle() if message["type"] == "orders"]
    assert told == [True], "the news of that reading were older than the answer"


async def test_answers_come_before_the_news_of_the_same_orders(start_match, connect):
    match = await in_thread(start_match)
    alice, bob = await connect("alice"), await connect("bob")
    for tab in (alice, bob):
        await tab.watch(match)
    await quiet()
    for step in range(3):
        await bob.ask("orders", match=match.id, step=step, orders=NOTE, ready=True)
        await alice.settle()
        await alice.send("orders", match=match.id, step=step, orders=NOTE, ready=True, ack=50 + step)
        kinds = [message["type"] for message in await alice.settle()]
        assert kinds[:1] == ["ack"]
        assert "frame" in kinds
        assert not hub.hub().is_busy()


@pytest.mark.parametrize("seconds", [0.0, 1.0], ids=["quick", "slow"])
async def test_the_last_step_is_told_at_once(start_match, connect, monkeypatch, seconds):
    match = await in_thread(start_match, options={"steps": 2})
    monkeypatch.setitem(resolving._paces, match.id, seconds)
    alice, bob = await connect("alice"), await connect("bob")
    for tab in (alice, bob):
        await tab.watch(match)
    for step in range(2):
        monkeypatch.setitem(resolving._paces, match.id, seconds)
        await play_step(match, step, (alice, NOTE), (bob, NOTE))
        for tab in (alice, bob):
            told = await tab.settle()
            assert [message["step"] for message in told if message["type"] == "frame"] == [step + 1]
    status = [message["status"] for message in told if message["type"] == "status"][-1]
    assert status == "finished"


async def test_news_of_two_batches_in_a_row_need_no_reading(start_match, connect, monkeypatch):
    match = await in_thread(start_match)
    alice, bob = await connect("alice"), await connect("bob")
    for tab in (alice, bob):
        await tab.watch(match)
    for tab in (alice, bob):
        await tab.settle()
    monkeypatch.setitem(resolving._paces, match.id, 0.0)
    read = []
    real = feed.read
    monkeypatch.setattr(feed, "read", lambda wanted: read.append(wanted) or real(wanted))
    for seat in (0, 1):
        # The loop stands still: the second batch holds the room before the news of the first are sent.
        entry = Entry(match.id, step=0, seat=seat, orders=NOTE, ready=True, by="person", now=timezone.now())
        JOURNAL.put(entry).result()
    JOURNAL.wait()
    for tab, stored in ((alice, [True]), (bob, [])):
        told = await tab.settle()
        assert [message["ready"] for message in told if message["type"] == "orders"] == stored
        assert [message["step"] for message in told if message["type"] == "frame"] == [1]
    assert not read
    assert not hub.hub().is_busy()
