"""Does anything that leaves the site tell who sits where at an anonymous table? Unusual names, searched for in every byte; and two
worlds, in which a seat is a bot's, a person's, or that of a person who is away.
"""

import re

import pytest
from django.core.cache import cache
from django.utils import translation

from lobby.accounts.models import User
from lobby.fog import fairness
from lobby.matches.models import Seat
from lobby.pages import lobby_socket
from lobby.play import services
from tests.lobby.play_socket.conftest import in_thread, play_step, quiet
from tests.lobby.play_socket.test_canary import fetch_pages

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

NOTE = {"note": "x"}
NAMES = {"alice": "Zxalixyz", "bob": "Zxbobyz", "charlie": "Zxcharlyz"}
TIMES = re.compile(r'"(now|started_at|deadline|at)":\d+')


def rename() -> None:
    for username, name in NAMES.items():
        User.objects.filter(username=username).update(name=name)


def card_of(match) -> str:
    with translation.override("en"):
        return "".join(lobby_socket._one_card(match.id))


@pytest.mark.filterwarnings("ignore:No directory at")
async def test_no_byte_names_another_player_before_the_end(start_match, connect, people):
    await in_thread(rename)
    match = await in_thread(start_match, names=tuple(NAMES), anonymous=True, press="full", options={"steps": 2})
    tabs = {name: await connect(name) for name in (*NAMES, "dana", None)}
    for tab in tabs.values():
        await tab.watch(match)
    await tabs["alice"].ask("chat", match=match.id, text="to all")
    await tabs["bob"].ask("chat", match=match.id, text="to one", to=[2])
    await tabs["alice"].ask("vote", match=match.id, kind="pause", value=True)
    await tabs["alice"].ask("watchable", match=match.id, value=True)
    await play_step(match, 0, *((tabs[name], NOTE) for name in NAMES))
    await quiet()
    for name, tab in tabs.items():
        await tab.watch(match, as_="public")
        await tab.watch(match)
        pages = await in_thread(fetch_pages, match, people.get(name))
        heard = "\n".join([*tab.heard, pages, await in_thread(card_of, match)])
        assert [other for key, other in NAMES.items() if key != name and other in heard] == []
        tab.heard.clear()
    await play_step(match, 1, *((tabs[name], NOTE) for name in NAMES))
    await quiet()
    for name, tab in tabs.items():
        await tab.settle()
        heard = "\n".join([*tab.heard, await in_thread(fetch_pages, match, people.get(name))])
        assert [other for other in NAMES.values() if other not in heard] == []


async def hear(start_match, connect, third: str) -> dict:
    """What Alice, Dana and a stranger are told of a match whose third seat is a bot's, Charlie's, or that of an absent Charlie."""
    cache.clear()
    bots = ("mute",) if third == "bot" else ()
    names = ("alice", "bob") if bots else ("alice", "bob", "charlie")
    settings = {"anonymous": True, "press": "full", "bank_seconds": 60, "options": {"steps": 9, "fog": False}}
    match = await in_thread(start_match, names=names, bots=bots, spectator_delay=0, **settings)
    if third == "absent":
        await Seat.objects.filter(match=match, number=2).aupdate(autopilot="mute", missed=2, bank_ms=7)
    tabs = {name: await connect(name) for name in ("alice", "dana", None)}
    bob = await connect("bob")
    charlie = await connect("charlie") if third == "person" else None
    for tab in (*tabs.values(), bob, *([charlie] if charlie else [])):
        await tab.watch(match)
    told: dict = {name: [] for name in tabs}

    async def note() -> None:
        for name, tab in tabs.items():
            await tab.settle()
            promise = fairness.seed_hash(match.id, match.seed)
            texts = [TIMES.sub(r'"\1":0', text.replace(match.id, "?").replace(promise, "#")) for text in tab.heard]
            status = [text for text in texts if text.startswith('{"type":"status"')]
            told[name] += sorted(text for text in texts if not re.match(r'\{"type":"(pong|orders|status)"', text))
            # How many there are in a burst is a matter of speed; that there is one where the other world has none is not.
            told[name] += status[-1:]
            tab.heard.clear()

    for step in range(3):
        if charlie is None:
            await services.submit_bot_orders(match_id=match.id, seat=2, step=step, orders=NOTE)
        else:
            await charlie.ask("orders", match=match.id, step=step, orders=NOTE)
            await note()
            await charlie.ask("ready", match=match.id, step=step, ready=True)
            await charlie.ask("vote", match=match.id, kind="resume", value=False)
        await note()
        await play_step(match, step, (bob, NOTE))
        await note()
        await play_step(match, step, (tabs["alice"], NOTE))
        await note()
        if charlie is not None and step == 1:
            await charlie.leave()
            charlie = None
            await Seat.objects.filter(match=match, number=2).aupdate(autopilot="mute")
            await note()
    card = await in_thread(card_of, match)
    return {**told, "card": [card.replace(match.id, "?")]}


async def test_three_worlds_with_a_bot_a_person_and_an_absent_person(start_match, connect):
    worlds = [await hear(start_match, connect, third) for third in ("bot", "person", "absent")]
    for name in worlds[0]:
        assert worlds[1][name] == worlds[0][name]
        assert worlds[2][name] == worlds[0][name]
    assert len(worlds[0]["alice"]) > 12
