"""How is the site made ready for a measurement? A database with rooms that play, and processes that serve it.

python -m tests.bench.relay.site ROOMS      tables and rooms for the site of this environment; prints them as JSON
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
SOCKET_OPTIONS = (
    *("--ws", "websockets-sansio", "--ws-per-message-deflate", "false"),
    *("--ws-max-size", "65536", "--ws-ping-interval", "20"),
)
"""As in `make play` and the Dockerfile."""


def environment(folder: Path, *, embedded: bool, **more: str) -> dict[str, str]:
    """Of every process of a site whose data lie in `folder`."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "FOGBOUND_DATA": str(folder),
        "FOGBOUND_SQLITE": str(folder / "bench.sqlite3"),
        "FOGBOUND_EXTRA_GAMES": "toy_wide=tests.games.toy_wide",
        "FOGBOUND_EMBEDDED": "1" if embedded else "0",
        **more,
    }


def make_rooms(number: int, env: dict[str, str]) -> list[list[str]]:
    """Id of each match and the session keys of its two people."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.bench.relay.site", str(number)],
        cwd=ROOT,
        env=env,
        check=True,
        stdout=subprocess.PIPE,
    )
    rooms: list[list[str]] = json.loads(made.stdout)
    return rooms


def command(port: int) -> list[str]:
    """What starts a web process."""
    served = ["-m", "uvicorn", "tests.bench.relay.serve:application", "--host", "127.0.0.1", "--port", str(port)]
    return [sys.executable, *served, "--no-access-log", "--log-level", "warning", *SOCKET_OPTIONS]


def main(number: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from lobby.matches import threads
    from lobby.operations.load.rooms import rooms_of

    call_command("migrate", verbosity=0)
    made = rooms_of("toy_wide", 2, {})
    with threads.writing():
        rooms = [made.open() for _ in range(number)]
    print(json.dumps([[room.match_id, *room.sessions] for room in rooms]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
