"""What does a socket say to acts on a match that somebody else has locked?"""

from __future__ import annotations

import pytest
from django.db import connection

from lobby.matches.models import ChatLine, Vote
from lobby.store import acts
from tests.lobby.play_socket.conftest import in_thread

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite locks its whole file"),
]


async def test_acts_are_refused_and_may_be_sent_again(start_match, connect, lock, peer, monkeypatch):
    monkeypatch.setattr(acts, "PAUSES", (0.01,))
    match = await in_thread(start_match)
    alice = await connect("alice")
    await in_thread(lock, match)
    sent = {"chat": {"text": "psst"}, "vote": {"kind": "pause", "value": True}, "watchable": {"value": True}}
    for kind, fields in sent.items():
        answer = await alice.ask(kind, match=match.id, **fields)
        assert (answer["type"], answer["code"], answer["path"]) == ("error", "unavailable", "")
    await in_thread(peer.rollback)
    assert not await ChatLine.objects.filter(match=match).aexists()
    assert not await Vote.objects.filter(match=match).aexists()
    for kind, fields in sent.items():
        assert (await alice.ask(kind, match=match.id, **fields))["type"] == "ack"
