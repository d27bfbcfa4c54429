"""Does the load test play, survive what it does to the site, count what is wrong, and leave nothing behind?"""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command

from lobby.accounts.models import User
from lobby.management.commands import loadtest
from lobby.matches.models import Match
from lobby.operations.load.clients import Course, Plan, SeatClient
from lobby.operations.load.figures import Figures, spread
from lobby.operations.load.rooms import rooms_of
from tests.games.toy import GAME as TOY

ROOT = Path(__file__).resolve().parent.parent.parent


def test_seats_play_through_lost_connections_and_a_killed_site():
    if "FOGBOUND_POSTGRES_DB" in os.environ:
        pytest.skip("a site of its own on SQLite is meant")
    done = subprocess.run(
        [
            *(sys.executable, "manage.py", "loadtest", "--json", "--game=toy", '--options={"rounds": 60, "hearts": 9}'),
            *("--matches=3", "--spectators=1", "--seconds=8", "--drop=3", "--restarts=1", "--think=0.1"),
        ],
        cwd=ROOT, env=os.environ | {"FOGBOUND_EXTRA_GAMES": "toy=tests.games.toy"}, capture_output=True, text=True, timeout=200,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert found["errors"] == {}
    assert found["steps"] >= 6 and found["drops"] >= 1 and found["spectator_frames"] >= 1
    assert found["bytes_per_step_and_seat"] > 100
    assert found["proved"]["matches"] >= 3 and found["proved"]["frames"] > found["proved"]["orders"] >= 6
    for name in ("ack_ms", "view_ms", "return_ms"):
        assert 0 < found[name]["p50"] <= found[name]["p99"] <= found[name]["max"]


@pytest.mark.django_db(transaction=True)
def test_what_it_made_it_takes_away(alice):
    rooms = rooms_of("toy", 2, {"rounds": 3})
    room = rooms.open()
    assert len(room.sessions) == 2 and Match.objects.get().status == Match.Status.RUNNING
    assert Session.objects.count() == 2
    rooms.close()
    assert not Match.objects.exists() and not Session.objects.exists()
    assert [person.pk for person in User.objects.all()] == [alice.pk]


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        (["--url=http://192.0.2.7:8000"], "is not this machine"),
        (["--url=http://localhost.example.org"], "is not this machine"),
        (["--game=whist"], "--game: one of"),
        (["--matches=0"], "--matches: at least 1"),
        (["--url=http://127.0.0.1:1", "--restarts=1"], "only a site of its own"),
        (["--web=2"], "several processes need"),
        (["--url=http://127.0.0.1:1", "--game=toy", '--options={"rounds": 0}'], "rounds"),
    ],
)
@pytest.mark.django_db
def test_what_cannot_be_run_is_refused(arguments, refusal, settings):
    settings.REDIS_URL = ""
    with pytest.raises(CommandError, match=refusal):
        call_command("loadtest", *arguments, stdout=StringIO())


def test_loopback_has_many_names():
    here = ["http://127.0.0.1:8000", "http://localhost", "http://[::1]:80", "http://127.9.9.9"]
    assert all(loadtest.is_loopback(url) for url in here)
    assert not any(loadtest.is_loopback(url) for url in ("http://10.0.0.1", "http://example.org", "nonsense"))


class Line:
    """Takes what a client sends."""

    def __init__(self):
        self.sent = []

    async def send(self, text):
        self.sent.append(json.loads(text))


@pytest.fixture
def client():
    plan = Plan(("http://127.0.0.1:1",), think=0, drop=0, until=lambda: False)
    return SeatClient(plan, Figures(), Course(), "a7", "key", seat=0, bot=TOY.bots[0])


def frame(step):
    return {"type": "frame", "step": step, "view": {}, "events": [], "choices": None, "final": False}


@pytest.mark.parametrize(
    ("steps", "errors"),
    [((0, 1, 2), {}), ((0, 2), {"gap": 1}), ((0, 1, 1), {"frame_again": 1})],
)
async def test_a_client_notices_frames_that_are_missing_or_come_twice(client, steps, errors):
    for step in steps:
        await client._hear(Line(), frame(step), 10)
    assert client.figures.errors == errors


async def test_a_client_notices_that_an_acknowledged_order_is_gone(client):
    client._sent[4] = 0.0
    await client._hear(Line(), {"type": "ack", "ack": 4}, 10)
    await client._hear(Line(), {"type": "orders", "step": 4, "orders": {}, "ready": True}, 10)
    assert client.figures.errors == {}
    await client._hear(Line(), {"type": "orders", "step": 4, "orders": None, "ready": False}, 10)
    assert client.figures.errors == {"acknowledged_order_lost": 1}


def test_figures_are_summed_up():
    assert spread([]) is None
    assert spread([0.002]) == {"p50": 2.0, "p99": 2.0, "max": 2.0}
    assert spread([number / 1000 for number in range(1, 102)]) == {"p50": 51.0, "p99": 100.0, "max": 101.0}
