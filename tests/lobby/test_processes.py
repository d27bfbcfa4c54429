"""The referee and the bots in processes of their own: they do their work without a web server and leave politely."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import make_database

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 40.0

SET_UP = """
import json
from datetime import timedelta
from django.db import transaction
from django.utils import timezone
import games
from games.core.simulate import open_table
from lobby.accounts.models import User
from lobby.play import referee
from lobby.matches.models import Match, Seat

def begin(people, bots, now):
    seats = len(people) + len(bots)
    options = open_table(games.get("toy"), {"rounds": 3, "hearts": 9}, seats, "processes")
    with transaction.atomic():
        match = Match.objects.create(game="toy", options=options, rules_version="1", step_seconds=30)
        for number, person in enumerate(people):
            Seat.objects.create(match=match, number=number, user=person)
        for number, bot in enumerate(bots, start=len(people)):
            Seat.objects.create(match=match, number=number, bot=bot)
        referee.begin(match, now)
    return match.pk

people = [User.objects.create_user(name, name=name) for name in ("alice", "bob")]
now = timezone.now()
bot = games.get("toy").bots[0].id
print(json.dumps({"bots": begin([], [bot, bot], now), "late": begin(people, [], now - timedelta(days=1))}))
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    if "FOGBOUND_POSTGRES_DB" in os.environ or "FOGBOUND_REDIS_URL" in os.environ:
        pytest.skip("uses a SQLite file of its own")
    return {
        **os.environ,
        "FOGBOUND_DATA": str(tmp_path),
        "FOGBOUND_EXTRA_GAMES": "toy=tests.games.toy",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }


@pytest.fixture
def matches(environment: dict[str, str]) -> dict[str, str]:
    """Ids of a match between bots and of one that is long overdue."""
    make_database(environment)
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", SET_UP],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    facts: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return facts


@pytest.fixture
def workers(environment: dict[str, str], matches: dict[str, str]) -> Iterator[list[subprocess.Popen[bytes]]]:
    started = [
        subprocess.Popen([sys.executable, "manage.py", command], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
        for command in ("referee", "botrunner")
    ]
    yield started
    for worker in started:
        worker.kill()
        worker.wait()


@pytest.mark.long
def test_they_finish_what_is_due_and_end_when_told(
    workers: list[subprocess.Popen[bytes]], matches: dict[str, str], tmp_path: Path
) -> None:
    def facts() -> dict[str, tuple[str, int]]:
        database = sqlite3.connect(tmp_path / "fogbound.sqlite3", timeout=20)
        found = {
            pk: (status, step) for pk, status, step in database.execute("SELECT id, status, step FROM lobby_match")
        }
        database.close()
        return found

    patience = time.monotonic() + PATIENCE
    while time.monotonic() < patience:
        now = facts()
        if now[matches["bots"]] == ("finished", 3) and now[matches["late"]][1] >= 1:
            break
        assert all(worker.poll() is None for worker in workers)
        time.sleep(0.1)
    assert facts()[matches["bots"]] == ("finished", 3)
    assert facts()[matches["late"]][1] >= 1
    for worker in workers:
        worker.send_signal(signal.SIGTERM)
    assert [worker.wait(20) for worker in workers] == [0, 0]
