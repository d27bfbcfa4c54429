"""How is the site made ready for a measurement? A database of its own with rooms that play, and processes that serve it as always.

python -m tests.bench.site GAME ROOMS OPTIONS      tables and rooms of two for the site of this environment; prints them as JSON
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import games
from lobby.operations.load.commands import serve
from tests.servers import free_port, listens

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds until a process that does not answer, or does not end, is given up."""


def environment(folder: Path, *games: str, embedded: bool, **more: str) -> dict[str, str]:
    """Of every process of a site whose data lie in `folder`; `games` are some of those in tests/games."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "FOGBOUND_DATA": str(folder),
        "FOGBOUND_SQLITE": str(folder / "bench.sqlite3"),
        "FOGBOUND_EXTRA_GAMES": ",".join(f"{game}=tests.games.{game}" for game in games),
        "FOGBOUND_EMBEDDED": "1" if embedded else "0",
        **more,
    }


def make_rooms(env: dict[str, str], game: str, number: int, **options: object) -> list[list[str]]:
    """Id of each match and the session keys of its two people."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.bench.site", game, str(number), json.dumps(options)],
        cwd=ROOT,
        env=env,
        check=True,
        stdout=subprocess.PIPE,
    )
    rooms: list[list[str]] = json.loads(made.stdout)
    return rooms


@contextmanager
def web_process(env: dict[str, str]) -> Iterator[tuple[int, int]]:
    """One that answers; yields its port and its process id."""
    port = free_port()
    command = [sys.executable, *serve(port, "tests.bench.serve:application")]
    with running("the site", command, env, port) as pid:
        yield port, pid


@contextmanager
def command(env: dict[str, str], name: str) -> Iterator[int]:
    """A process of `manage.py`; yields its id."""
    with running(name, [sys.executable, "manage.py", name], env, None) as pid:
        yield pid


@contextmanager
def running(
    name: str, command: list[str], env: dict[str, str], port: int | None, checkout: Path = ROOT
) -> Iterator[int]:
    """A process, from the moment it listens to its end; yields its id. RuntimeError with what it wrote if it does not."""
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, cwd=checkout, env=env, stdout=log, stderr=log)
        try:
            patience = time.monotonic() + PATIENCE
            while port is not None and not listens(port):
                if process.poll() is not None or time.monotonic() > patience:
                    log.seek(0)
                    raise RuntimeError(f"{name} did not start:\n{log.read().decode(errors='replace')}")
                time.sleep(0.1)
            yield process.pid
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def main(game: str, number: int, options: dict[str, object]) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from lobby.operations.load.matches import LoadMatches
    from lobby.platform.process import database

    call_command("migrate", verbosity=0)
    made = LoadMatches(games.get(game), 2, options)
    with database.writing():
        rooms = [made.open() for _ in range(number)]
    print(json.dumps([[room.match_id, *room.sessions] for room in rooms]))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3]))
