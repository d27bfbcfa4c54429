"""A new release without containers, and the way back to the one before, as docs/deploy.md has them, while people play.

The earlier release is the last commit before the newest migration, or the one in `FOGBOUND_FROM`, in a folder of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from lobby.operations.load.commands import serve
from tests import servers
from tests.bench import site

pytestmark = [pytest.mark.long, pytest.mark.slow, pytest.mark.any_database, pytest.mark.timeout(1800)]

ROUNDS = 60
SET_UP = """
import sys, django
django.setup()
import games
from lobby.accounts import tokens
from lobby.accounts.models import User
from lobby.matches.models import Seat
from lobby.operations.load.matches import LoadMatches
for rounds in sys.argv[1:]:
    match = LoadMatches(games.get("toy"), 2, {"rounds": int(rounds), "hearts": 9}).open().match_id
    keys = []
    for seat in Seat.objects.filter(match_id=match).order_by("number"):
        name = f"Player{seat.pk}"
        user = User.objects.create_user(name.lower(), f"{name}@example.org", "lantern-42-oil", name=name)
        Seat.objects.filter(pk=seat.pk).update(user=user)
        keys.append(tokens.create_token(user=user, name="plays", scopes=["read", "play"])[1])
    print(match, *keys)
"""


def git(*command: str) -> str:
    return subprocess.run(["git", *command], cwd=site.ROOT, check=True, capture_output=True, text=True).stdout.strip()


def earlier_commit() -> str:
    newest = max(path.name for path in (site.ROOT / "lobby/migrations").glob("0*.py"))
    added = git("log", "-1", "--format=%H", "--diff-filter=A", "--", f"lobby/migrations/{newest}")
    return f"{added}^" if added else "HEAD"


@pytest.fixture(scope="module")
def earlier(tmp_path_factory) -> Path:
    """The checkout of the earlier release."""
    folder = tmp_path_factory.mktemp("earlier")
    packed = folder / "release.tar"
    git("archive", "--output", str(packed), os.environ.get("FOGBOUND_FROM") or earlier_commit())
    subprocess.run(["tar", "-xf", packed, "-C", folder], check=True)
    return folder


@pytest.fixture(scope="module")
def env(tmp_path_factory) -> Iterator[dict[str, str]]:
    """Of every process, on a PostgreSQL and a Redis of their own."""
    with servers.postgres() as database, servers.redis() as layer:
        more = {"FOGBOUND_LOG_LEVEL": "ERROR", "FOGBOUND_SECRET_KEY": "the same in both releases " * 3}
        yield site.environment(tmp_path_factory.mktemp("data"), "toy", embedded=True, **database, **layer, **more)


class Match:
    """A match of two people, and what the site has acknowledged of their orders."""

    def __init__(self, line: str) -> None:
        self.id, *self.keys = line.split()
        self.step = 0
        self.acknowledged: list[list[int]] = []

    def play(self, steps: int, *ports: int) -> None:
        """So many steps, the people at these web processes in turn."""
        for _ in range(steps):
            walks = [(self.step + seat) % 3 - 1 for seat in (0, 1)]
            for seat, walk in enumerate(walks):
                orders = {"walk": walk, "throw": None, "resign": False}
                body = {"step": self.step, "orders": orders, "ready": True}
                asked(ports[(self.step + seat) % len(ports)], f"matches/{self.id}/orders/", self.keys[seat], body)
            self.acknowledged.append(walks)
            self.step += 1
            wait(lambda: asked(ports[0], f"matches/{self.id}/view/", self.keys[0])["step"] == self.step)

    def record(self, port: int) -> dict[str, Any]:
        found: dict[str, Any] = asked(port, f"matches/{self.id}/replay/", self.keys[0])
        return found


def asked(port: int, path: str, key: str, body: object = None) -> Any:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
        method="GET" if body is None else "PUT",
    )
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{path}: {error.code} {error.read()!r}") from error


def wait(is_so: Any) -> None:
    patience = time.monotonic() + site.PATIENCE
    while not is_so():
        assert time.monotonic() < patience
        time.sleep(0.05)


def manage(env: dict[str, str], checkout: Path, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=checkout, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def start(stack: ExitStack, env: dict[str, str], checkout: Path) -> int:
    """A web process of that release that is ready; returns its port."""
    port = servers.free_port()
    stack.enter_context(site.running(f"a release in {checkout}", [sys.executable, *serve(port)], env, port, checkout))

    def is_ready() -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz"):
                return True
        except urllib.error.HTTPError:
            return False

    wait(is_ready)
    return port


def test_a_release_comes_and_goes_back_under_play(env, earlier):
    manage(env, earlier, "migrate", "--verbosity=0")
    set_up = [sys.executable, "-c", SET_UP, "3", "4", str(ROUNDS)]
    made = subprocess.run(set_up, cwd=earlier, env=env, check=True, capture_output=True, text=True).stdout
    first, second, long = map(Match, made.splitlines())

    with ExitStack() as before, ExitStack() as now:
        old = start(before, env, earlier)
        long.play(4, old)
        first.play(3, old)
        shown = first.record(old)

        # The new one: tables first, then processes beside those of the earlier release, which end afterwards.
        migrating = subprocess.Popen([sys.executable, "manage.py", "migrate", "--verbosity=0"], cwd=site.ROOT, env=env)
        while migrating.poll() is None and long.step < ROUNDS // 2:
            long.play(1, old)
        migrating.wait()
        assert migrating.returncode == 0
        new = start(now, env, site.ROOT)
        long.play(4, old, new)
        before.close()
        long.play(3, new)
        second.play(4, new)
        shown_of_second = second.record(new)
        assert manage(env, site.ROOT, "archive", "--pack") == "2 matches packed\n"
        assert [match.record(new) for match in (first, second)] == [shown, shown_of_second]
        assert manage(env, site.ROOT, "verify_replays") == "2 verified, 0 differ\n"

    # The way back: nothing runs while rows are made as the earlier release knows them; its code then runs on the new tables.
    assert manage(env, site.ROOT, "archive", "--unpack") == "2 matches unpacked\n"
    with ExitStack() as back:
        old = start(back, env, earlier)
        assert [match.record(old) for match in (first, second)] == [shown, shown_of_second]
        long.play(5, old)
    assert manage(env, earlier, "verify_replays") == "2 verified, 0 differ\n"

    # And forward once more, to the end.
    manage(env, site.ROOT, "migrate", "--verbosity=0")
    with ExitStack() as again:
        new = start(again, env, site.ROOT)
        long.play(ROUNDS - long.step, new)
        ends = {match: match.record(new) for match in (first, second, long)}
    assert manage(env, site.ROOT, "verify_replays") == "3 verified, 0 differ\n"
    for match, record in ends.items():
        played = [[orders[str(seat)]["walk"] for seat in (0, 1)] for orders in record["orders"]]
        assert played == match.acknowledged
