"""How much load does a site carry, and does it keep its promises under it? Plays matches over any number of sockets for a while.

    manage.py loadtest                                     a site of its own: one process, SQLite, thrown away at the end
    manage.py loadtest --web 2 --restarts 4                several processes (PostgreSQL and Redis from the environment), killed at random
    manage.py loadtest --url http://127.0.0.1:8000         a site that runs, whose database this command reaches by the same settings

A built-in bot in this process plays each seat. The command deletes what it has made in the database. It connects to addresses of this
machine only, unless `--elsewhere` says that the other machine is yours. Several processes need a database that is not in use, unless
`--even-if-used` allows it. The command ends by itself, or by SIGTERM or SIGINT, and cleans up first.
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
from lobby.operations.load.kinds import Kind
from lobby.operations.load.matches import LoadMatch, LoadMatches
from lobby.operations.load.proof import Proof
from lobby.operations.load.site import OwnSite, Restart, whose_database

LONGEST_SECONDS = 7 * 24 * 3600.0
WAITS_SECONDS = 1.0
"""A site that is late with a step by less than this counts as playing."""
LEAST = {
    **dict.fromkeys(("matches", "seats", "web", "referees", "seconds"), 1),
    **dict.fromkeys(("spectators", "restarts", "think", "drop", "within", "pace"), 0),
    **dict.fromkeys(("deadline_matches", "bot_matches", "longer"), 0),
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
        parser.add_argument(
            "--deadline-matches",
            type=int,
            default=0,
            help="more matches, with steps of 10 s of which the last seat lets every second one pass (0)",
        )
        parser.add_argument(
            "--bot-matches", type=int, default=0, help="more matches, with a bot of the site in the last seat (0)"
        )
        parser.add_argument("--spectators", type=int, default=0, help="spectators a match (0)")
        parser.add_argument("--think", type=float, default=0.0, help="mean seconds before a seat answers (0: at once)")
        parser.add_argument(
            "--pace",
            type=float,
            default=0.0,
            help="turns a second over all matches (0: as soon as everybody has thought)",
        )
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
        parser.add_argument(
            "--longer",
            type=float,
            default=0.0,
            help="seconds for which it goes on while a match waits for the site (0)",
        )
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
            names = ("game", "seats", "options", "matches", "spectators", "think", "pace", "drop", "seconds", "bot")
            more = ("deadline_matches", "bot_matches", "longer")
            given = [
                f"--{name.replace('_', '-')}={options[name]}" for name in (*names, *more) if options[name] is not None
            ]
            try:
                found = site.run(
                    "loadtest", *(f"--url={url}" for url in site.urls), *given, "--json", f"--trace={trace}"
                )
            finally:
                stop.set()
                restarting.join()
            turns = json.loads(trace.read_text())
            # The play does not show that a process ended by itself, because others may have played on in its place.
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
    """Raises CommandError for options that cannot be run."""
    if options["game"] not in games.GAMES:
        raise CommandError(f"--game: one of {', '.join(games.GAMES)}")
    check_numbers(options, LEAST)
    if options["seconds"] > LONGEST_SECONDS:
        raise CommandError(f"--seconds: at most {LONGEST_SECONDS:.0f}")
    matches_and_bot(options)
    if options["trace"]:
        check_file("--trace", Path(options["trace"]))
    for url in options["url"] or []:
        if not is_address(url):
            raise CommandError(f"--url: no address of a site, as in http://127.0.0.1:8000: {url}")
        if not (options["elsewhere"] or is_loopback(url)):
            raise CommandError(f"--url: {url} is not this machine. Add --elsewhere if that site is yours.")
    if options["bot_matches"] and not options["url"] and options["web"] > 1:
        raise CommandError("--bot-matches: several processes of its own have no bots")
    if options["url"] and options["restarts"]:
        raise CommandError("--restarts: only a site of its own is restarted")
    if options["web"] > 1 and not options["url"]:
        check_database(even_if_used=options["even_if_used"])


def matches_and_bot(options: dict[str, Any]) -> tuple[LoadMatches, Bot]:
    """The matches to play and their bot. Raises CommandError for an unknown game or bot."""
    game = games.get(options["game"])
    check_seats(game, options["seats"])
    bots = {bot.id: bot for bot in game.bots}
    bot = options["bot"] or game.bots[0].id
    if bot not in bots:
        raise CommandError(f"--bot: one of {', '.join(bots)}")
    given = parse_options(options["options"])
    check_options(game, given, options["seats"])
    return LoadMatches(game, options["seats"], given), bots[bot]


def check_file(option: str, path: Path) -> None:
    """Raises CommandError unless the file can be written."""
    if path.is_dir() or not path.parent.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise CommandError(f"{option}: {path} cannot be written")


def check_database(*, even_if_used: bool) -> None:
    """Raises CommandError if several processes have no shared database, or one that is in use."""
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
    """True if this is the address of a site without path or query."""
    try:
        parts = urlsplit(url)
        has_place = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return has_place and parts.scheme in {"http", "https"} and parts.path in {"", "/"} and "@" not in parts.netloc


def is_loopback(url: str) -> bool:
    """True if this address leads to this machine."""
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
    """Restart processes at random times after play has begun, until told to stop. Each restart is noted in `done`.

    A process that does not end or does not come back is noted in `failed`, and nothing is restarted after that.
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
    """How often each process was restarted, and how soon play went on in every match. Too late is an error."""
    matches = [[Turn(*turn) for turn in match["turns"]] for match in turns["matches"]]
    gaps = resumed([one.at for one in restarts], matches, turns["until"])
    found["restarts"] = dict(Counter(one.kind for one in restarts))
    found["resumed_ms"] = spread(gaps)
    if within and any(gap > within for gap in gaps):
        found["errors"]["resumed_late"] = sum(gap > within for gap in gaps)


def play(options: dict[str, Any], trace: Path | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """Run all clients against a running site. Returns the figures and the turns of each match."""
    matches, bot = matches_and_bot(options)
    figures, proof = Figures(), Proof()
    courses: dict[str, Course] = {}
    try:
        kinds = [Kind.PEOPLE] * options["matches"]
        kinds += [Kind.DEADLINES] * options["deadline_matches"] + [Kind.BOTS] * options["bot_matches"]
        first = [matches.open(kind) for kind in kinds]
        if trace:
            trace.touch()
        seconds = asyncio.run(_play(options, bot, matches, first, figures, courses))
        until = time.time()
        # The database may have been restarted since this connection was opened.
        connection.close()
        proof.look_at_seats(courses)
        for match_id, course in courses.items():
            proof.look_at(match_id, course)
    finally:
        try:
            matches.close()
        except KeyboardInterrupt:
            # Interrupted while it deleted the matches, which was rolled back. `ending` lets no second signal through.
            matches.close()
            raise
    if not figures.steps:
        # Without a step nothing was measured, even if there are other figures.
        figures.errors["no_step"] = 1
    figures.errors += proof.errors
    proved = {"matches": proof.matches, "frames": proof.frames, "orders": proof.orders, "late": proof.late}
    return figures.summary(seconds) | {"proved": proved}, {
        "matches": [
            {
                "kind": course.kind,
                "began": course.began,
                "is_over": course.finished,
                "is_waiting": course.is_waiting,
                "turns": course.turns,
            }
            for course in courses.values()
        ],
        "until": until,
    }


async def _play(
    options: dict[str, Any],
    bot: Bot,
    matches: LoadMatches,
    first: list[LoadMatch],
    figures: Figures,
    courses: dict[str, Course],
) -> float:
    urls = tuple(url.rstrip("/") for url in options["url"])
    began = time.perf_counter()
    until = began + options["seconds"]

    current: dict[int, Course] = {}
    """Number of a client group → the match that it plays."""
    is_ended = False

    def is_time() -> bool:
        nonlocal is_ended
        now = time.perf_counter()
        if now > until and not is_ended:
            is_ended = now > until + options["longer"] or not any(one.waits(WAITS_SECONDS) for one in current.values())
        return is_ended

    async def keep_playing(number: int, match: LoadMatch) -> None:
        """Play one match after another, with `number` as the turn of its clients."""
        period = len(first) / options["pace"] if options["pace"] else 0.0
        patience = min(Plan.patience, options["seconds"] / 2)
        plan = Plan(urls, options["think"], options["drop"], is_time, period=period, patience=patience)
        while True:
            course = courses[match.match_id] = current[number] = Course(len(match.sessions), match.kind)
            last = len(match.sessions) - 1
            clients: list[Client] = [
                SeatClient(
                    plan,
                    figures,
                    course,
                    match.match_id,
                    session,
                    seat=seat,
                    bot=bot,
                    turn=number,
                    skips=match.kind is Kind.DEADLINES and seat == last,
                )
                for seat, session in enumerate(match.sessions)
            ]
            clients += [
                SpectatorClient(plan, figures, course, match.match_id, None, turn=number)
                for _ in range(options["spectators"])
            ]
            await asyncio.gather(*(client.run() for client in clients))
            course.end()
            following = await open_when_possible(matches, is_time, match.kind)
            if following is None:
                return
            match = following

    await asyncio.gather(*(keep_playing(number, match) for number, match in enumerate(first)))
    return time.perf_counter() - began


async def open_when_possible(
    matches: LoadMatches, is_time: Callable[[], bool], kind: Kind = Kind.PEOPLE
) -> LoadMatch | None:
    """Create one more match as soon as the database accepts it. None if the time is over first."""
    while not is_time():
        try:
            return await asyncio.to_thread(_open, matches, kind)
        except (OperationalError, InterfaceError):
            await asyncio.sleep(RETRY_UNAVAILABLE)
    return None


def _open(matches: LoadMatches, kind: Kind) -> LoadMatch:
    try:
        return matches.open(kind)
    except (OperationalError, InterfaceError):
        # After any error, this thread's connection may be lost.
        connection.close()
        raise
