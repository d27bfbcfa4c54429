"""How much does a site carry, and does it keep its promises meanwhile? People at sockets, as many as you like, for a while.

    manage.py loadtest                                     a site of its own: one process, SQLite, thrown away at the end
    manage.py loadtest --web 2 --restarts 4                several processes (PostgreSQL and Redis from the environment), killed at random
    manage.py loadtest --url http://127.0.0.1:8000         a site that runs, whose database this command reaches by the same settings

Each seat plays by a built-in bot, which thinks in this process. What it makes in the database it takes away again. It goes to
addresses of this machine only, unless `--elsewhere` says that the other one is yours. Several processes play on a database in which
nobody is, unless `--even-if-used` says that this one may be. Ends by itself, or by SIGTERM or SIGINT, and takes everything away first.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError, connection

import games
from games.core.contract import Bot
from lobby.operations.arguments import check_numbers, check_options, check_seats, parse_options
from lobby.operations.load import ending
from lobby.operations.load.clients import RETRY_UNAVAILABLE, Client, Course, Plan, SeatClient, SpectatorClient
from lobby.operations.load.figures import Figures, Turn, report, resumed, spread
from lobby.operations.load.proof import Proof
from lobby.operations.load.rooms import Room, Rooms
from lobby.operations.load.site import OwnSite, Restart, whose_database

LONGEST_SECONDS = 7 * 24 * 3600.0
LEAST = {
    **dict.fromkeys(("matches", "seats", "web", "referees", "seconds"), 1),
    **dict.fromkeys(("spectators", "restarts", "think", "drop", "within"), 0),
}
"""Option → its smallest number."""


class Command(BaseCommand):
    help = "Play many matches over sockets for a while and say how the site kept up."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--url", action="append", help="a web process of a site that runs; may be given several times"
        )
        parser.add_argument("--elsewhere", action="store_true", help="the address is not this machine, and it is yours")
        parser.add_argument("--web", type=int, default=1, help="web processes of a site of its own (1)")
        parser.add_argument("--referees", type=int, default=1, help="referees beside several web processes (1)")
        parser.add_argument(
            "--even-if-used",
            action="store_true",
            help="although people or matches are in the database of several processes",
        )
        parser.add_argument("--game", default=next(iter(games.GAMES)), help="which game is played")
        parser.add_argument("--seats", type=int, default=2, help="seats a match (2)")
        parser.add_argument("--options", default="{}", help="options of the table as JSON")
        parser.add_argument("--bot", help="which built-in bot the seats play like (the game's first)")
        parser.add_argument("--matches", type=int, default=10, help="matches at the same time (10)")
        parser.add_argument("--spectators", type=int, default=0, help="spectators a match (0)")
        parser.add_argument("--think", type=float, default=0.0, help="mean seconds before a seat answers (0: at once)")
        parser.add_argument(
            "--drop", type=float, default=0.0, help="mean seconds until a client loses its connection (0: never)"
        )
        parser.add_argument("--restarts", type=int, default=0, help="how often a process of the own site is killed (0)")
        parser.add_argument(
            "--forked",
            action="store_true",
            help="processes of the own site start in an instant, as forks of one that has imported all",
        )
        parser.add_argument("--polite", action="store_true", help="restart by SIGTERM instead of SIGKILL")
        parser.add_argument(
            "--within",
            type=float,
            default=0.0,
            help="seconds after a restart in which play has to go on everywhere (0: any)",
        )
        parser.add_argument("--trace", help="a file for the turns of each match")
        parser.add_argument("--seconds", type=float, default=20.0, help="how long (20)")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        check(options)
        trace = Path(options["trace"]) if options["trace"] else None
        with ending.in_order():
            try:
                found, turns = play(options, trace) if options["url"] else self._run_on_own_site(options)
            except DatabaseError as error:
                raise CommandError(f"The database does not answer: {error}") from error
            if trace:
                trace.write_text(json.dumps(turns))
            report(found, self.stdout.write, as_json=options["json"])

    def _run_on_own_site(self, options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        site = OwnSite(options["web"], options["referees"], forked=options["forked"])
        stop = threading.Event()
        restarts: list[Restart] = []
        try:
            site.start()
            trace = site.folder / "turns.json"
            failed: list[Exception] = []
            restarting = threading.Thread(target=restart, args=(site, options, stop, restarts, failed, trace))
            restarting.start()
            names = ("game", "seats", "options", "matches", "spectators", "think", "drop", "seconds", "bot")
            given = [f"--{name}={options[name]}" for name in names if options[name] is not None]
            try:
                found = site.run(
                    "loadtest", *(f"--url={url}" for url in site.urls), *given, "--json", f"--trace={trace}"
                )
            finally:
                stop.set()
                restarting.join()
            turns = json.loads(trace.read_text())
            # A process that ended by itself would not show in the play: others may have played on in its place.
            found["errors"] |= +Counter(ended=len(site.ended()), restart_failed=len(failed), killed=not site.stop())
            if restarts:
                add_restarts(found, restarts, turns, options["within"])
            if found["errors"]:
                self.stderr.write(f"The site wrote:\n{site.log()[-4000:]}")
            return found, turns
        except RuntimeError as error:
            raise CommandError(f"The site of its own: {error}") from error
        finally:
            site.close()


def check(options: dict[str, Any]) -> None:
    """Raises CommandError for what cannot be run."""
    if options["game"] not in games.GAMES:
        raise CommandError(f"--game: one of {', '.join(games.GAMES)}")
    check_numbers(options, LEAST)
    if options["seconds"] > LONGEST_SECONDS:
        raise CommandError(f"--seconds: at most {LONGEST_SECONDS:.0f}")
    rooms_and_bot(options)
    if options["trace"]:
        check_file("--trace", Path(options["trace"]))
    for url in options["url"] or []:
        if not is_address(url):
            raise CommandError(f"--url: no address of a site, as in http://127.0.0.1:8000: {url}")
        if not (options["elsewhere"] or is_loopback(url)):
            raise CommandError(f"--url: {url} is not this machine. Add --elsewhere if that site is yours.")
    if options["url"] and options["restarts"]:
        raise CommandError("--restarts: only a site of its own is restarted")
    if options["web"] > 1 and not options["url"]:
        check_database(even_if_used=options["even_if_used"])


def rooms_and_bot(options: dict[str, Any]) -> tuple[Rooms, Bot]:
    """What is played, and by which bot; raises CommandError for what there is not."""
    game = games.get(options["game"])
    check_seats(game, options["seats"])
    bots = {bot.id: bot for bot in game.bots}
    bot = options["bot"] or game.bots[0].id
    if bot not in bots:
        raise CommandError(f"--bot: one of {', '.join(bots)}")
    given = parse_options(options["options"])
    check_options(game, given, options["seats"])
    return Rooms(game, options["seats"], given), bots[bot]


def check_file(option: str, path: Path) -> None:
    """Raises CommandError unless it can be written."""
    if path.is_dir() or not path.parent.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise CommandError(f"{option}: {path} cannot be written")


def check_database(*, even_if_used: bool) -> None:
    """Raises CommandError unless several processes have a database, and one in which nobody is."""
    if not (settings.REDIS_URL and settings.POSTGRES["NAME"]):
        raise CommandError("--web: several processes need FOGBOUND_POSTGRES_… and FOGBOUND_REDIS_URL")
    try:
        found = "" if even_if_used else whose_database()
    except DatabaseError as error:
        raise CommandError(f"The database does not answer: {error}") from error
    finally:
        connection.close()
    if found:
        raise CommandError(
            f"--web: the database {settings.POSTGRES['NAME']} is in use ({found}). Name an empty one, or add"
            " --even-if-used if matches of a load test may be played there."
        )


def is_address(url: str) -> bool:
    """Is this the address of a site and nothing more?"""
    try:
        parts = urlsplit(url)
        has_place = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return has_place and parts.scheme in {"http", "https"} and parts.path in {"", "/"} and "@" not in parts.netloc


def is_loopback(url: str) -> bool:
    """Does this address lead to this machine?"""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def restart(
    site: OwnSite,
    options: dict[str, Any],
    stop: threading.Event,
    done: list[Restart],
    failed: list[Exception],
    trace: Path,
) -> None:
    """Restart processes at random distances from the beginning of play, when there is a trace, until told to stop; note it in `done`.

    What does not end or does not come back is noted in `failed`, and nothing is restarted after that.
    """
    while not trace.exists():
        if stop.wait(0.05):
            return
    pause = options["seconds"] / (options["restarts"] + 1)
    for _ in range(options["restarts"]):
        if stop.wait(pause * random.uniform(0.5, 1.5)):
            return
        try:
            done.append(site.restart(kill=not options["polite"]))
        except (RuntimeError, TimeoutExpired) as fault:
            failed.append(fault)
            return


def add_restarts(found: dict[str, Any], restarts: list[Restart], turns: dict[str, Any], within: float) -> None:
    """How often which process was restarted, and how soon play went on in every match; too late is an error."""
    matches = [[Turn(*turn) for turn in match] for match in turns["matches"]]
    gaps = resumed([one.at for one in restarts], matches, turns["until"])
    found["restarts"] = dict(Counter(one.kind for one in restarts))
    found["resumed_ms"] = spread(gaps)
    if within and any(gap > within for gap in gaps):
        found["errors"]["resumed_late"] = sum(gap > within for gap in gaps)


def play(options: dict[str, Any], trace: Path | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """Run all clients against a running site; the figures, and the turns of each match."""
    rooms, bot = rooms_and_bot(options)
    figures, proof = Figures(), Proof()
    courses: dict[str, Course] = {}
    try:
        first = [rooms.open() for _ in range(options["matches"])]
        if trace:
            trace.touch()
        seconds = asyncio.run(_play(options, bot, rooms, first, figures, courses))
        until = time.time()
        # This connection may be one to a database that has been restarted since.
        connection.close()
        for match_id, course in courses.items():
            proof.look_at(match_id, course)
    finally:
        try:
            rooms.close()
        except KeyboardInterrupt:
            # Interrupted while it took the rooms away, which was rolled back with that. No second signal comes through (`ending`).
            rooms.close()
            raise
    if not figures.steps:
        # Whatever the other figures say, nothing was measured.
        figures.errors["no_step"] = 1
    figures.errors += proof.errors
    proved = {"matches": proof.matches, "frames": proof.frames, "orders": proof.orders}
    return figures.summary(seconds) | {"proved": proved}, {
        "matches": [course.turns for course in courses.values()],
        "until": until,
    }


async def _play(
    options: dict[str, Any],
    bot: Bot,
    rooms: Rooms,
    first: list[Room],
    figures: Figures,
    courses: dict[str, Course],
) -> float:
    urls = tuple(url.rstrip("/") for url in options["url"])
    began = time.perf_counter()
    until = began + options["seconds"]

    def is_time() -> bool:
        return time.perf_counter() > until

    async def keep_playing(number: int, room: Room) -> None:
        """One match after the other in the same place."""
        plan = Plan(urls, options["think"], options["drop"], is_time, min(Plan.patience, options["seconds"] / 2))
        while True:
            course = courses[room.match_id] = Course(len(room.sessions))
            clients: list[Client] = [
                SeatClient(plan, figures, course, room.match_id, session, seat=seat, bot=bot, turn=number)
                for seat, session in enumerate(room.sessions)
            ]
            clients += [
                SpectatorClient(plan, figures, course, room.match_id, None, turn=number)
                for _ in range(options["spectators"])
            ]
            await asyncio.gather(*(client.run() for client in clients))
            course.end()
            following = await open_when_possible(rooms, is_time)
            if following is None:
                return
            room = following

    await asyncio.gather(*(keep_playing(number, room) for number, room in enumerate(first)))
    return time.perf_counter() - began


async def open_when_possible(rooms: Rooms, is_time: Callable[[], bool]) -> Room | None:
    """One more room as soon as the database takes it; None if it is time before."""
    while not is_time():
        try:
            return await asyncio.to_thread(_open, rooms)
        except (OperationalError, InterfaceError):
            await asyncio.sleep(RETRY_UNAVAILABLE)
    return None


def _open(rooms: Rooms) -> Room:
    try:
        return rooms.open()
    except (OperationalError, InterfaceError):
        # Whatever it was: this thread's connection may be lost.
        connection.close()
        raise
