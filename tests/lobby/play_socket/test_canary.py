"""Does anything hidden reach somebody who must not know it? Tags what is hidden and looks for it in every byte that was sent.

In the game of secrets every hidden value is a number or a word that can be nowhere else by accident. A whole match of each
game of the list is searched too: what only another seat's view, or only the referee's, holds at a step may not have been
sent by then.
"""

import json
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client as Browser

import games
from games.core import events as core_events
from games.core.rng import seat_rng
from lobby.fog import audience
from lobby.matches.models import Match, Orders
from lobby.play import deadlines
from lobby.store import positions
from tests.lobby.play_socket.conftest import in_thread, play_step, quiet
from tests.lobby.test_protocol import server_decoder

pytestmark = pytest.mark.slow

PAGES = ("/", "/lobby/", "/matches/{id}/", "/tables/{id}/", "/matches/{id}/replay/", "/matches/{id}/replay.json",
         "/matches/{id}/talk/", "/matches/{id}/frames/?as=0&first=0&last=9", "/matches/{id}/frames/?as=referee&first=0&last=9",
         "/matches/{id}/run/?as=0&first=0&last=9", "/matches/{id}/run/?as=referee&first=0&last=9")  # fmt: skip
SEATS = {"alice": 0, "bob": 1}
PLAYS = ("alice", "bob", "charlie", None)
STEPS = 25
"""Longer matches are cut: what leaks once leaks early."""


def fetch_pages(match: Match, user: Any) -> str:
    """Everything that the pages of the site tell this person, whatever their status."""
    browser = Browser()
    if user is not None:
        browser.force_login(user, "django.contrib.auth.backends.ModelBackend")
    bodies = []
    for page in PAGES:
        response = browser.get(page.format(id=match.id), follow=True)
        assert response.status_code < 500, page
        content = b"".join(response.streaming_content) if response.streaming else response.content
        bodies.append(content.decode() + str(response.headers))
    return "\n".join(bodies)


@pytest.mark.filterwarnings("ignore:No directory at")
async def test_secrets_reach_their_owner_only(start_match, connect, people):
    match = await in_thread(start_match, options={"steps": 4})
    tabs = {name: await connect(name) for name in ("alice", "bob", "charlie", None)}
    for name, tab in tabs.items():
        await tab.watch(match)
        refused = [await tab.ask("watch", match=match.id, **{"as": as_}) for as_ in (0, 1, "referee")]
        assert sum(answer["type"] == "error" for answer in refused) == (2 if name in {"alice", "bob"} else 3)
        await tab.watch(match)
    alice, bob = tabs["alice"], tabs["bob"]
    for step in range(3):
        await alice.ask("orders", match=match.id, step=step, orders={"note": f"draft-of-alice-{step}"})
        await alice.ask("forecast", match=match.id, step=step, orders={"note": f"forecast-of-alice-{step}"})
        await bob.ask("forecast", match=match.id, step=step, orders={"note": "x" * 101})
        await play_step(match, step, (alice, {"note": f"note-of-alice-{step}"}), (bob, {"note": f"note-of-bob-{step}"}))
        await quiet()
        for tab in tabs.values():
            await tab.ask("frame", match=match.id, step=0)
            await tab.ask("frame", match=match.id, step=step + 1)
            await tab.ask("chat", match=match.id, text="hello")
    for tab in tabs.values():
        await tab.settle()
    states = [await in_thread(positions.position, match.id, step) for step in range(4)]
    nobody = [str(position.state["hidden"]) for position in states] + [match.seed, match.seed[:12]]
    secret = {
        name: [str(states[0].state["secrets"][seat]), f"-of-{name}"] for seat, name in enumerate(("alice", "bob"))
    }
    pages = {name: await in_thread(fetch_pages, match, people.get(name)) for name in tabs}
    for name, tab in tabs.items():
        heard = "\n".join([*tab.heard, pages[name]])
        forbidden = nobody + [tag for owner, tags in secret.items() if owner != name for tag in tags]
        assert [tag for tag in forbidden if tag in heard] == []
    assert all(tag in "\n".join(alice.heard) for tag in secret["alice"])


@pytest.mark.parametrize(
    "game_id", [*(pytest.param(game, marks=pytest.mark.any_database) for game in games.GAMES), "toy"]
)
async def test_a_whole_match_tells_each_socket_its_view_and_nothing_more(game_id, start_match, connect, monkeypatch):
    """What each socket got is, key for key, what the engine lets that audience see, at a step it may see by then."""
    monkeypatch.setitem(games.GAMES, "toy", "tests.games.toy")
    # A secret wait before an answer shows would only take time here.
    monkeypatch.setattr(deadlines, "_luck", SimpleNamespace(uniform=lambda least, most: 0.0))
    match = await in_thread(start_match, game=game_id)
    game = games.get(game_id)
    tabs = {name: await connect(name) for name in PLAYS}
    for tab in tabs.values():
        await tab.watch(match)
    for step in range(STEPS):
        state = (await in_thread(positions.position, match.id, step)).state
        given: dict[str, list[Any]] = {name: [None] for name in PLAYS}
        for name, seat in SEATS.items():
            if seat in game.pending(state):
                orders = game.bots[0].decide(game.view(state, seat), seat_rng(match.seed, step, seat), {})
                given[name].append(game.check(state, seat, orders))
                await play_step(match, step, (tabs[name], orders))
        await quiet()
        match = await Match.objects.aget(id=match.id)
        for name, seat in SEATS.items():
            automatic = Orders.objects.filter(match=match, seat=seat, by=Orders.By.AUTO)
            given[name] += [orders async for orders in automatic.values_list("orders", flat=True)]
        for name, tab in tabs.items():
            for message in await tab.settle():
                await check_message(match, name, message, given[name])
        if audience.is_over(match):
            break
    assert audience.is_over(match) or step == STEPS - 1
    for tab in tabs.values():
        text = "\n".join(tab.heard)
        assert match.seed not in text
        assert '"redacted"' not in text


async def check_message(match: Match, name: str, message: dict[str, Any], own_orders: list[Any]) -> None:
    """The message has no field too many, and holds no more than its reader may know now."""
    server_decoder.decode(json.dumps(message))
    if message["type"] == "orders":
        assert message["orders"] in own_orders
    if message["type"] != "frame":
        return
    game, who = games.get(match.game), SEATS.get(name, core_events.PUBLIC)
    late = name not in SEATS and not audience.is_over(match)
    assert message["step"] <= match.step - late * match.spectator_delay
    position = await in_thread(positions.position, match.id, message["step"])
    seen = game.view(position.state, who)
    assert message["view"] == plain({key: seen[key] for key in seen if key not in game.static_keys})
    assert message["events"] == plain(core_events.filter_for(position.events, who))
    may_order = not audience.is_over(match) and message["step"] == match.step and who in game.pending(position.state)
    choices = game.choices(position.state, who) if may_order and game.choices else None
    assert message["choices"] == plain(await in_thread(audience.in_names, match.id, game, choices))


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))
