"""How many turns a second does the match socket carry, and how long does a turn take?

    python -m tests.bench.socket [--rooms 50] [--seconds 10] [--json]

Rooms of two seats play the toy through the whole site: uvicorn, sessions, group commit on SQLite (`synchronous=FULL`), referee,
frames. One server process, one client process. A turn lasts from the moment both seats send their orders to the moment both have the next
frame; then the room sends again at once. The limit of messages per connection is lifted, everything else is as it is.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.servers import free_port

ROUNDS = 60
PATIENCE = 30.0


def serve(port: int) -> None:
    """The server process."""
    import uvicorn

    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    from config.asgi import application
    from lobby.matches import socket

    socket.MESSAGES = (10**9, 1.0)
    uvicorn.run(
        application, host="127.0.0.1", port=port, ws="websockets-sansio", ws_per_message_deflate=False, ws_max_size=65_536,
        log_level="warning", access_log=False,
    )  # fmt: skip


def prepare(rooms: int) -> list[tuple[str, str, str]]:
    """Makes the database; the id of each room and the session keys of its two people."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    from django.contrib.sessions.backends.db import SessionStore
    from django.core.management import call_command

    import games
    from lobby.accounts.models import User
    from lobby.matches import referee
    from lobby.matches.models import Match, Seat

    call_command("migrate", verbosity=0)
    rules = games.get("toy")
    made = []
    for room in range(rooms):
        options = rules.check_options({"rounds": ROUNDS}, 2)
        match = Match.objects.create(game="toy", options=options, rules_version=rules.rules_version, step_seconds=3600)
        keys = []
        for number in range(2):
            user = User.objects.create(username=f"{room}-{number}", name=f"{room}-{number}")
            user.set_unusable_password()
            user.save()
            Seat.objects.create(match=match, number=number, user=user)
            session = SessionStore()
            session["_auth_user_id"] = str(user.pk)
            session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
            session["_auth_user_hash"] = user.get_session_auth_hash()
            session.create()
            keys.append(session.session_key)
        referee.begin(match)
        made.append((match.id, keys[0], keys[1]))
    return made


class Seat:
    """One socket that plays one seat."""

    def __init__(self, match_id: str, line: object) -> None:
        self.match_id = match_id
        self.line = line

    async def next_frame(self, step: int) -> bool:
        """Wait for that frame; False when it is the last."""
        while True:
            message = json.loads(await self.line.recv())  # type: ignore[attr-defined]
            if message["type"] == "error":
                raise RuntimeError(message)
            if message["type"] == "frame" and message["step"] == step:
                return not message["final"]

    async def send(self, step: int) -> None:
        orders = {"walk": random.randrange(-1, 2), "throw": None, "resign": False}
        await self.line.send(  # type: ignore[attr-defined]
            json.dumps(
                {"type": "orders", "match": self.match_id, "step": step, "orders": orders, "ready": True, "ack": step}
            )
        )


async def play_room(
    port: int, match_id: str, keys: list[str], start: asyncio.Event, until: list[float], turns: list[float]
) -> None:
    import websockets

    seats = []
    for key in keys:
        line = await websockets.connect(
            f"ws://127.0.0.1:{port}/ws/play/", origin=f"http://127.0.0.1:{port}", compression=None, max_size=None,
            additional_headers={"Cookie": f"sessionid={key}"},
        )  # fmt: skip
        await line.send(json.dumps({"type": "watch", "match": match_id}))
        seats.append(Seat(match_id, line))
    for seat in seats:
        await seat.next_frame(0)
    await start.wait()
    for step in range(ROUNDS):
        began = time.perf_counter()
        if began > until[0]:
            break
        await asyncio.gather(*(seat.send(step) for seat in seats))
        goes_on = await asyncio.gather(*(seat.next_frame(step + 1) for seat in seats))
        turns.append(time.perf_counter() - began)
        if not all(goes_on):
            break
    for seat in seats:
        await seat.line.close()


async def play(port: int, rooms: list[tuple[str, str, str]], seconds: float) -> dict[str, float]:
    start, until, turns = asyncio.Event(), [0.0], []
    tasks = [asyncio.create_task(play_room(port, match_id, keys, start, until, turns)) for match_id, *keys in rooms]
    await asyncio.sleep(0.5 + len(rooms) / 50)
    began = time.perf_counter()
    until[0] = began + seconds
    start.set()
    await asyncio.gather(*tasks)
    took = time.perf_counter() - began
    cuts = statistics.quantiles(turns, n=100)
    return {
        "rooms": len(rooms), "turns": len(turns), "turns_per_second": round(len(turns) / took, 1),
        "p50_ms": round(cuts[49] * 1000, 1), "p99_ms": round(cuts[98] * 1000, 1),
    }  # fmt: skip


def measure(rooms: int, seconds: float) -> dict[str, float]:
    """One run on a fresh database."""
    with tempfile.TemporaryDirectory(prefix="fogbound-bench-") as folder:
        os.environ |= {
            "FOGBOUND_DATA": folder,
            "FOGBOUND_SQLITE": str(Path(folder) / "bench.sqlite3"),
            "FOGBOUND_EXTRA_GAMES": "toy=tests.games.toy",
            "FOGBOUND_EMBEDDED": "1",
        }
        made = prepare(rooms)
        port = free_port()
        server = subprocess.Popen([sys.executable, "-m", "tests.bench.socket", "--serve", str(port)])
        try:
            wait_for(port, server)
            found = asyncio.run(play(port, made, seconds))
        finally:
            server.terminate()
            server.wait(PATIENCE)
    times = os.times()
    found["cpu_ms_per_turn"] = round((times.children_user + times.children_system) * 1000 / found["turns"], 1)
    return found


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    import socket

    patience = time.monotonic() + PATIENCE
    while time.monotonic() < patience and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("the server did not start")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.serve)
        return
    found = measure(arguments.rooms, arguments.seconds)
    if arguments.json:
        print(json.dumps(found))
    else:
        print(
            "{rooms} rooms: {turns_per_second} turns/s, p50 {p50_ms} ms, p99 {p99_ms} ms, server {cpu_ms_per_turn} ms of CPU a turn, its start included".format(
                **found
            )
        )


if __name__ == "__main__":
    main()
