"""Who may say what over the match socket? One row for every message, one column for everybody who may come; a new message needs a row.

A cell is `done`, or the code of the refusal: `not_your_seat` and the like mean that somebody came as far as the service. The match runs, is
public and late for spectators; Alice (seat 0) owns the tokens, Bob plays too, Charlie does not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator

from lobby.accounts import services, tokens
from lobby.platform.protocol import client
from lobby.routing import sockets
from tests.lobby.play_socket.conftest import PATIENCE, Tab, in_thread

SESSIONS = ("guest", "bob", "charlie", "alice", "dana")
TOKENS = ("read", "play", "tables")
COLUMNS = ("stranger", *SESSIONS, *TOKENS)
NO_SCOPE, NOT_YOURS = "no_scope", "not_your_seat"
Cells = dict[str, str]


def looks(answer: str = "done", **own: str) -> Cells:
    """Everybody, and tokens that may read."""
    return dict.fromkeys(COLUMNS, answer) | {"play": NO_SCOPE, "tables": NO_SCOPE} | own


def plays(answer: str, **own: str) -> Cells:
    """The seats, and a token of one that may play; `answer` is what they hear."""
    return dict.fromkeys(COLUMNS, NOT_YOURS) | dict.fromkeys(("alice", "bob", "play"), answer) | dict.fromkeys(("read", "tables"), NO_SCOPE) | own  # fmt: skip


@dataclass(frozen=True)
class Row:
    """One message; `fields` besides the match."""

    type_: str
    cells: Cells
    fields: dict[str, Any] = field(default_factory=dict)
    watched: bool = False
    """Whoever says it watches the match, if they may."""
    ends: bool = False
    """Said to a match of its own: nothing is as it was after it."""


ORDERS = {"step": 0, "orders": {"note": "x"}}
TABLE = [
    Row("ping", dict.fromkeys(COLUMNS, "done")),
    Row("watch", looks()),
    Row("watch", looks("not_allowed", alice="done", read="done"), {"as": 0}),
    Row("watch", looks("not_allowed"), {"as": "referee"}),
    Row("unwatch", looks("not_watching")),
    Row("unwatch", looks(), watched=True),
    Row("frame", looks("not_watching"), {"step": 0}),
    Row("frame", looks("wrong_step", alice="done", bob="done", read="done"), {"step": 0}, watched=True),
    Row("forecast", looks(NOT_YOURS, alice="done", bob="done", read="done"), ORDERS),
    Row("orders", plays("done"), ORDERS),
    Row("ready", plays("done"), {"step": 0, "ready": False}),
    Row("vote", plays("done"), {"kind": "pause", "value": False}),
    Row("claim", plays("not_allowed"), {"kind": "win"}),
    Row("vacation", plays("not_allowed"), {"days": 1}),
    Row("substitute", plays("not_allowed")),
    Row("return", plays("done")),
    Row("watchable", plays("done"), {"value": False}),
    Row("preferences", plays("not_allowed"), {"preferences": {}}),
    Row("go_on", plays("not_allowed"), {"steps": 0}),
    Row("chat", plays("done", guest="done", charlie="done", dana="done", stranger="not_allowed"), {"text": "hello"}),
    Row("resign", plays("done"), ends=True),
]


@pytest.fixture
async def comers(people, connect):
    """Everybody who may come, by their columns."""
    people["guest"] = await in_thread(services.create_guest)
    found = {"stranger": await connect(None), **{name: await connect(name) for name in SESSIONS}}
    for scope in TOKENS:
        _, text = await in_thread(tokens.create_token, user=people["alice"], name=scope, scopes=[scope])
        communicator = WebsocketCommunicator(
            sockets, "/ws/play/", headers=[(b"authorization", f"Bearer {text}".encode())]
        )
        assert (await communicator.connect(PATIENCE))[0]
        found[scope] = Tab(communicator)
        await found[scope].next("welcome")
    yield found
    for scope in TOKENS:
        await found[scope].leave()


async def test_every_message_is_answered_to_everybody_as_the_table_says(comers, start_match, monkeypatch):
    monkeypatch.setattr("lobby.watch.socket.CHAT_LINES", (100, 1.0))
    match = await in_thread(start_match)
    wrong = []
    for row in TABLE:
        assert set(row.cells) == set(COLUMNS), row
        for name in COLUMNS:
            tab = comers[name]
            if row.ends:
                match = await in_thread(start_match)
            about = {} if row.type_ == "ping" else {"match": match.id}
            if row.watched:
                await tab.ask("watch", **about)
            answer = await tab.ask(row.type_, **about, **row.fields)
            found = answer["code"] if answer["type"] == "error" else "done"
            if found != row.cells[name]:
                wrong.append(f"{row.type_} {row.fields} by {name}: {found}, not {row.cells[name]}")
            if (found == "done" and row.type_ == "watch") or row.watched:
                await tab.send("unwatch", **about)
            tab.drain()
    assert not wrong, "\n".join(wrong)


def test_every_message_is_in_the_table():
    assert {row.type_ for row in TABLE} == {kind.__struct_config__.tag for kind in client.CLIENT_MESSAGES}
