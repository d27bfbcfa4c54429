"""Private channels over the socket: members hear them, and to everybody else the world is the same to the byte without them."""

import re

import pytest
from django.core.cache import cache
from django.test import Client as Browser

from lobby.accounts.models import User
from lobby.fog import fairness
from tests.lobby.play_socket.conftest import in_thread, play_step, quiet
from tests.lobby.play_socket.test_canary import fetch_pages
from tests.lobby.play_socket.test_chat import NOTE, texts

pytestmark = pytest.mark.slow

SEATED = ("alice", "bob", "charlie")
TIMES = re.compile(r'"(now|started_at|deadline|at)":\d+')
WORDS = "pangolin"
"""In no message by accident."""


async def begin(start_match, connect, **fields):
    match = await in_thread(start_match, names=SEATED, **{"press": "full", "options": {"steps": 9}, **fields})
    tabs = {name: await connect(name) for name in (*SEATED, "dana", None)}
    for tab in tabs.values():
        await tab.watch(match)
    return match, tabs


async def test_a_private_line_reaches_its_members_and_nobody_hears_a_thing(start_match, connect):
    match, tabs = await begin(start_match, connect)
    answer = await tabs["alice"].ask("chat", match=match.id, text="to you", to=[1])
    assert answer["type"] == "ack"
    await quiet()
    heard = {name: await tab.settle() for name, tab in tabs.items()}
    assert texts(heard["alice"]) == texts(heard["bob"]) == ["to you"]
    assert [heard[name] for name in ("charlie", "dana", None)] == [[], [], []]
    line = next(message for message in heard["bob"] if message["type"] == "chat")["lines"][0]
    assert {key: line[key] for key in ("number", "room", "to", "name", "seat", "step")} == {
        "number": 1, "room": "seats", "to": [0, 1], "name": "Alice", "seat": 0, "step": 0,
    }  # fmt: skip


async def test_a_group_is_one_channel_for_all_its_members(start_match, connect):
    match, tabs = await begin(start_match, connect)
    await tabs["alice"].ask("chat", match=match.id, text="the three of us", to=[2, 1])
    await tabs["charlie"].ask("chat", match=match.id, text="agreed", to=[0, 1])
    await quiet()
    for name in SEATED:
        lines = [line for m in await tabs[name].settle() if m["type"] == "chat" for line in m["lines"]]
        assert [(line["number"], line["to"], line["text"]) for line in lines] == [
            (1, [0, 1, 2], "the three of us"), (2, [0, 1, 2], "agreed"),
        ]  # fmt: skip


async def outsiders(start_match, connect, *, private: bool) -> dict:
    """What Charlie, Dana and a stranger hear of a match in which everybody talks to all, and Alice and Bob also to each other."""
    cache.clear()
    match, tabs = await begin(start_match, connect)
    alice, bob = tabs["alice"], tabs["bob"]

    async def whisper() -> None:
        if private:
            await alice.ask("chat", match=match.id, text=f"{WORDS} " * 9, to=[1])
            await bob.ask("chat", match=match.id, text=WORDS, to=[0])
        await quiet()

    told = {name: [] for name in ("charlie", "dana", None)}
    for step in range(3):
        await whisper()
        await bob.ask("chat", match=match.id, text=f"public {step}")
        await tabs["dana"].ask("chat", match=match.id, text=f"stands {step}")
        await quiet()
        await whisper()
        refused = [await tabs["charlie"].ask("chat", match=match.id, text="x", to=to) for to in ([2], [7])]
        assert [answer["code"] for answer in refused] == ["not_allowed"] * 2
        await play_step(match, step, *((tabs[name], NOTE) for name in SEATED))
        await quiet()
        for name, tab in tabs.items():
            await tab.watch(match)
            if name in told:
                promise = fairness.seed_hash(match.id, match.seed)
                texts = [TIMES.sub(r'"\1":0', text.replace(match.id, "?").replace(promise, "#")) for text in tab.heard]
                steady = [text for text in texts if not re.match(r'\{"type":"(pong|status|orders)"', text)]
                told[name] += sorted(steady) + [text for text in texts if '"type":"status"' in text][-1:]
            tab.heard.clear()
    for name in told:
        told[name] += [await in_thread(read_talk, match, name)]
        told[name] += [await tabs[name].ask("chat", match=match.id, text="bye")] if name else []
    assert all(WORDS not in str(lines) for lines in told.values())
    return told


def read_talk(match, name) -> str:
    browser = Browser()
    if name is not None:
        browser.force_login(User.objects.get(username=name), "django.contrib.auth.backends.ModelBackend")
    answer = browser.get(f"/matches/{match.id}/talk/", headers={"accept": "application/json"})
    return TIMES.sub(r'"\1":0', answer.content.decode().replace('": ', '":'))


@pytest.mark.any_database
async def test_two_worlds_with_and_without_private_talk(start_match, connect, monkeypatch):
    monkeypatch.setattr("lobby.watch.socket.CHAT_LINES", (1000, 10.0))
    silent = await outsiders(start_match, connect, private=False)
    whispering = await outsiders(start_match, connect, private=True)
    for name in silent:
        assert whispering[name] == silent[name]
    assert len(silent["charlie"]) > 15


@pytest.mark.filterwarnings("ignore:No directory at")
async def test_pages_of_others_hold_no_private_word(start_match, connect, people):
    match, tabs = await begin(start_match, connect, options={"steps": 1})
    await tabs["alice"].ask("chat", match=match.id, text=f"{WORDS} of Alice", to=[1])
    await play_step(match, 0, *((tabs[name], NOTE) for name in SEATED))
    await quiet()
    for name in ("charlie", "dana", None):
        pages = await in_thread(fetch_pages, match, people.get(name))
        assert WORDS not in pages + "".join(tabs[name].heard)
    assert WORDS in await in_thread(fetch_pages, match, people["bob"])
    assert texts(await tabs["bob"].watch(match)) == [f"{WORDS} of Alice"]
    assert texts(await tabs["charlie"].watch(match, as_=1)) == []
    assert texts(await tabs["dana"].watch(match, as_="referee")) == []


async def test_the_press_closes_with_the_last_answer(start_match, connect, monkeypatch):
    match, tabs = await begin(start_match, connect)
    monkeypatch.setattr("lobby.play.resolving.is_quick", lambda match_id: False)
    monkeypatch.setattr("lobby.play.journal.JOURNAL.leave_to_referee", lambda match_id: None)
    await play_step(match, 0, *((tabs[name], NOTE) for name in SEATED))
    answer = await tabs["alice"].ask("chat", match=match.id, text="one more thing", to=[1])
    assert (answer["code"], answer["path"]) == ("press_closed", "text")
    answer = await tabs["dana"].ask("chat", match=match.id, text="the stands talk on")
    assert answer["type"] == "ack"
