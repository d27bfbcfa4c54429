"""Automatic answers over the socket: every tab of the seat hears of them, and nobody else hears anything."""

from __future__ import annotations

import json
from typing import Any

import pytest

import games
from tests.lobby.play_socket.conftest import Tab, in_thread


@pytest.fixture(autouse=True)
def toy_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_answers", "tests.games.toy_answers")


@pytest.fixture
async def match(start_match):
    return await in_thread(start_match, game="toy_answers", options={"hearts": 9})


DEFAULTS = {"mode": "ask", "this_round": False, "cells": [], "hearts": 0}


def told(messages: list[dict[str, Any]], type_: str) -> list[dict[str, Any]]:
    return [message for message in messages if message["type"] == type_]


async def test_what_holds_is_told_on_watching_to_the_seat_and_to_nobody_else(connect, match):
    assert [m["preferences"] for m in told(await (await connect("bob")).watch(match), "preferences")] == [DEFAULTS]
    for name in ("charlie", None):
        assert not told(await (await connect(name)).watch(match), "preferences")


async def test_a_change_reaches_every_tab_of_the_seat_and_changes_nothing_for_others(connect, match):
    bob, again, alice, charlie = [await connect(name) for name in ("bob", "bob", "alice", "charlie")]
    for tab in (bob, again, alice, charlie):
        await tab.watch(match)
        await tab.settle()
    silent = [list(tab.heard) for tab in (alice, charlie)]
    answer = await bob.ask("preferences", match=match.id, preferences={"mode": "stay"})
    assert answer["type"] == "ack"
    for tab in (bob, again):
        messages = await tab.settle()
        assert [m["preferences"] for m in told(messages, "preferences")] == [DEFAULTS | {"mode": "stay"}]
        assert [(m["orders"]["walk"], m["ready"]) for m in told(messages, "orders")] == [(0, True)]
    for tab, before in zip((alice, charlie), silent, strict=True):
        await tab.settle()
        assert [text for text in tab.heard[len(before) :] if json.loads(text)["type"] != "pong"] == []


@pytest.mark.parametrize(
    ("preferences", "code", "path"),
    [
        ({"mode": "dance"}, "unknown_value", "preferences.mode"),
        ({"mood": 1}, "unknown_field", "preferences.mood"),
        ("stay", "not_an_object", "preferences"),
    ],
)
async def test_a_wrong_preference_is_refused_with_its_path(connect, match, preferences, code, path):
    bob: Tab = await connect("bob")
    answer = await bob.ask("preferences", match=match.id, preferences=preferences)
    assert (answer["type"], answer["code"], answer["path"]) == ("error", code, path)


async def test_who_has_no_seat_chooses_nothing(connect, match):
    for name in ("charlie", None):
        tab = await connect(name)
        answer = await tab.ask("preferences", match=match.id, preferences={"mode": "stay"})
        assert answer["code"] == "not_your_seat"


async def test_in_a_secret_wait_others_hear_nothing_of_an_answer_by_hand_either(connect, match):
    bob, alice = await connect("bob"), await connect("alice")
    for tab in (bob, alice):
        await tab.watch(match)
        await tab.settle()
    count = len(alice.heard)
    await bob.ask("orders", match=match.id, step=0, orders={"walk": 1}, ready=True)
    await bob.ask("ready", match=match.id, step=0, ready=False)
    await alice.settle()
    assert [text for text in alice.heard[count:] if json.loads(text)["type"] != "pong"] == []
