"""Who wins a whole contest? Plays one on this machine, with the same formats and scheduler as the site: a race, groups, a final.

    manage.py contest GAME --entrants 32 --bots easy,medium --table 8
    manage.py contest GAME mine.py yours.py theirs.py --plan results.json
    manage.py contest GAME mine.py,better.py yours.py --days 3
    manage.py contest GAME --entrants 16 --days 2 --games 3 --options '{"rounds": 20}' --json

The entrants are the programs in the files, then the bots in turn. Files with commas between are versions of one program: each is handed in on
the day after the one before has played, as people do while the race of a contest by evenings runs. `--plan` rehearses another contest: what the
REST interface takes for a new one, or the `results.json` of one that is announced. `--jobs` processes play matches side by side, without the
sandbox; a program that fails plays default orders. How far it is stands on standard error. It has a database of its own in a temporary folder
(`config.apart`): it needs no site, and a site that runs does not notice it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone

import games
from config import apart
from games.core.contract import Game
from games.core.errors import OptionError
from games.core.simulate import AnyBot, MatchRecord, open_table, play
from lobby.api.contest_serializers import ContestForm
from lobby.api.errors import first_error
from lobby.api.views.contests import plan_of
from lobby.bots import at_home
from lobby.contests import plans, rehearsal, result_files
from lobby.contests.models import Contest
from lobby.contests.plans import Plan
from lobby.contests.rehearsal import Home, Rehearsed
from lobby.matches.errors import NotAllowed
from lobby.operations.arguments import check_numbers, parse_options
from lobby.operations.own_bots import file_bot, is_file, silence

VALUES = (
    "entrants",
    "bots",
    "plan",
    "table",
    "days",
    "games",
    "straight",
    "target",
    "final",
    "seed",
    "options",
    "jobs",
)
"""Options that have a value."""
USUAL = 32
"""Entrants where no number and no files are given."""
VERSIONS = ","
"""Between the files of one entrant."""
EMPTY = "\r\x1b[K"
"""Empties the line of a terminal."""


class Command(BaseCommand):
    help = "Plays a whole contest between bots: a race, groups whose last leaves, a final. Nothing is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game")
        parser.add_argument(
            "files",
            nargs="*",
            help="files of programs (docs/bots.md), an entrant each; versions of one with commas between",
        )
        parser.add_argument("--entrants", type=int, help=f"by default one for each file, without files {USUAL}")
        parser.add_argument(
            "--bots",
            default="",
            help="who the other entrants are: ids of bots or files, with commas; by default all of the game",
        )
        parser.add_argument(
            "--plan",
            help="a JSON file: a contest as the REST interface takes it, or results.json of one; in place of what follows",
        )
        parser.add_argument(
            "--table", type=int, help="seats of a table; by default as many as these rules and a group of eight allow"
        )
        parser.add_argument("--days", type=int, default=1, help="days of the race")
        parser.add_argument("--games", type=int, default=3, help="games of the race a day")
        parser.add_argument("--straight", type=int, default=2, help="how many of the race go straight to the final")
        parser.add_argument(
            "--target", type=int, help="how many come out of the groups; by default 6, or what a table leaves room for"
        )
        parser.add_argument("--final", type=int, default=3, help="games of the final")
        parser.add_argument("--seed", default="")
        parser.add_argument(
            "--jobs", type=int, help="processes that play at the same time; by default one for each processor"
        )
        parser.add_argument("--options", default="{}", help="options of the game, as JSON")
        parser.add_argument(
            "--progress",
            choices=("auto", "line", "lines"),
            default="auto",
            help="how far it is, on standard error: one line that changes, as by default on a terminal, or line after line",
        )
        parser.add_argument("--silent", action="store_true", help="show nothing of what files of programs print")
        parser.add_argument("--json", action="store_true", help="everything as JSON: entrants, standings, tables")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["silent"]:
            silence()
        if options["entrants"] is None:
            options["entrants"] = len(options["files"]) if len(options["files"]) > 1 else USUAL
        check_numbers(
            options, {"entrants": 2, "days": 1, "games": 1, "straight": 0, "target": 1, "final": 1, "jobs": 1}
        )
        if options["entrants"] > plans.MOST[-1]:
            raise CommandError(f"--entrants: at most {plans.MOST[-1]}")
        if not apart.is_apart():
            self.stdout.write(_played_apart(options), ending="")
            return
        plan, entrants = _checked(options)
        # Processes that play start workers of their own.
        at_home.close()
        rehearsal.make_tables()
        now, begun = timezone.now(), monotonic()
        # One commit at the end, which never comes, costs less than one for each move.
        with transaction.atomic(), _processes(options["jobs"]) as pool:
            contest, playing = rehearsal.announced(plan, entrants, options["seed"])
            home, said = Home(pool, play_one, playing.bots), Said(self.stderr, options["progress"])
            try:
                is_over = rehearsal.play_all(contest, playing, home, lambda: said.tell(contest, begun))
            except BrokenExecutor:
                raise CommandError(
                    "a process that plays was ended by the system, perhaps for want of memory: try fewer --jobs"
                ) from None
            finally:
                said.end()
            if not is_over:
                raise CommandError("the contest does not end")
            found = result_files.results_of(contest, now) | {"failures": home.failures, "refusals": home.refusals}
            found["versions"] = playing.versions_in(found["tables"])
            transaction.set_rollback(True)
        if options["json"]:
            self.stdout.write(json.dumps(found, cls=DjangoJSONEncoder))
        else:
            self._tell(found)

    def _tell(self, found: dict[str, Any]) -> None:
        for stage in found["standings"]:
            played = sum(table["stage"] == stage["stage"] and len(table["places"]) > 1 for table in found["tables"])
            self.stdout.write(
                f"\nStage {stage['stage'] + 1}: {stage['format']}, {len(stage['lines'])} entrants, {played} matches"
            )
            for line in stage["lines"]:
                values = ", ".join(f"{name} {value}" for name, value in line["values"].items())
                self.stdout.write(f"{line['rank']:>4}  {line['entrant']['name']:<24}{line['games']:>4} games  {values}")
        for name, played in found["versions"].items():
            counts = ", ".join(f"version {one['version']} won {one['won']} of {one['games']}" for one in played)
            self.stdout.write(f"\n{name}: {counts}")
        for what, how in (("failures", "failed in {} decisions"), ("refusals", "gave {} orders that were refused")):
            for name, one in found[what].items():
                self.stdout.write(f"\n{name} {how.format(one['decisions'])}, at first: {one['first']}")
        first = [one["name"] for one in found["entrants"] if one["rank"] == 1]
        self.stdout.write(
            f"\nThe first place is shared by {', '.join(first)}." if first[1:] else f"\nThe winner is {first[0]}."
        )


class Said:
    """One line on a terminal that says how far the contest is; elsewhere a line for each round, and every ten seconds."""

    def __init__(self, stream: OutputWrapper, form: str) -> None:
        self._stream, self._is_line = stream, stream.isatty() if form == "auto" else form == "line"
        self._round, self._next = (-1, -1), 0.0

    def tell(self, contest: Contest, begun: float) -> None:
        """After each match; most of them are not worth a line. Plain: it is no error."""
        if self._is_line and monotonic() < self._next:
            return
        found = rehearsal.progress(contest, begun)
        if found is None:
            return
        here = (found.stage, found.round)
        if not self._is_line and here == self._round and monotonic() < self._next:
            return
        self._round, self._next = here, monotonic() + (0.2 if self._is_line else 10)
        ends = "" if found.ends_at is None else f", ends at about {found.ends_at.astimezone():%H:%M:%S}"
        line = (
            f"Stage {found.stage + 1} of {found.stages} ({found.format}), round {found.round + 1}: {found.done} of {found.tables} tables;"
            f" {found.played} of about {found.all} matches{ends}"
        )
        self._stream.write(f"{EMPTY}{line}" if self._is_line else line, str, "" if self._is_line else "\n")
        self._stream.flush()

    def end(self) -> None:
        """Leave the line empty."""
        if self._is_line:
            self._stream.write(EMPTY, str, "")


def play_one(game_id: str, options: dict[str, Any], bots: tuple[str, ...], seed: str, budget: int) -> MatchRecord:
    """One match, in a process that plays. The orders stay there: nobody asks for them."""
    game = games.get(game_id)
    opened = open_table(game, options, len(bots), seed)
    ready = [file_bot(game, one, times=budget) if is_file(one) else game.bot(one) for one in bots]
    return replace(play(game, opened, len(bots), ready, seed), orders=())


@contextmanager
def _processes(jobs: int | None) -> Iterator[Executor]:
    """So many processes that play; as many as processors without a number. They know the games and bots of this one."""
    pool = ProcessPoolExecutor(
        jobs or os.cpu_count(),
        get_context("fork"),
        # An interrupt is for the process that tells of it.
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _played_apart(options: dict[str, Any]) -> str:
    """What the command prints in a process of its own, because this one has a site. It knows the games of this one."""
    given = [f"--{name}={options[name]}" for name in VALUES if options[name] is not None]
    others = {one: module for one, module in games.GAMES.items() if not module.startswith("games.")}
    ended = subprocess.run(
        [
            sys.executable,
            settings.BASE_DIR / "manage.py",
            "contest",
            options["game"],
            *options["files"],
            *given,
            *["--silent"] * options["silent"],
            *["--json"] * options["json"],
        ],
        env={**os.environ, "FOGBOUND_EXTRA_GAMES": ",".join(f"{one}={module}" for one, module in others.items())},
        capture_output=True,
        text=True,
    )
    if ended.returncode:
        raise CommandError(ended.stderr.strip().rpartition("CommandError: ")[2])
    return ended.stdout


def _checked(options: dict[str, Any]) -> tuple[Plan, list[Rehearsed]]:
    """What is to be played by whom. CommandError unless it can be, before anything else is done."""
    plan = _plan_in(options["plan"], options["game"]) if options["plan"] else _plan(options)
    try:
        game = plans.checked(plan, timezone.now())
    except (NotAllowed, OptionError) as error:
        raise CommandError(f"{error.path}: {error.message}") from error
    entrants = _entrants(game, options, plan.budget)
    if plan.evening is None and any(len(one.bots) > 1 for one in entrants):
        raise CommandError("--plan: versions are handed in while a race by evenings runs, and this contest has none")
    return plan, entrants


def _plan(options: dict[str, Any]) -> Plan:
    now, known = timezone.now(), options["game"] in games.GAMES
    chosen = parse_options(options["options"])
    fitting = plans.sizes(games.get(options["game"]), chosen) if known else []
    table = options["table"] or (plans.chain_size(fitting) if fitting else 2)
    target = options["target"] or max(1, min(6, table - options["straight"]))
    return Plan(
        name="At home",
        game=options["game"],
        table_size=table,
        step_seconds=30,
        who=Contest.Who.PROGRAMS,
        opens_at=now,
        closes_at=now + timedelta(minutes=1),
        starts_at=now + timedelta(minutes=1),
        stages=plans.chain(
            days=options["days"],
            games_a_day=options["games"],
            target=target,
            straight=options["straight"],
            final=options["final"],
        ),
        options=chosen,
        most=plans.MOST[-1],
        evening=plans.EVENING if any(VERSIONS in file for file in options["files"]) else None,
    )


def _plan_in(file: str, game: str) -> Plan:
    """The plan in a file, to begin now: with its game, rules, table and stages, for programs."""
    try:
        found = json.loads(Path(file).read_text())
        contest = dict(found.get("contest", found))
        stages = [{**stage, **stage.pop("rules", {})} for stage in map(dict, contest.get("stages") or [])]
    except (OSError, ValueError) as error:
        raise CommandError(f"--plan: {file} is no plan of a contest: {error}") from error
    except (TypeError, AttributeError) as error:
        raise CommandError(f"--plan: {file} is no plan of a contest") from error
    if contest.get("game") is None:
        raise CommandError(f"--plan: {file} does not say its game")
    if contest.get("game") != game:
        raise CommandError(f"--plan: this is a contest of {contest.get('game')}, not of {game}")
    begins = timezone.now() + timedelta(minutes=1)
    here = {"name": contest.get("name") or "At home", "who": Contest.Who.PROGRAMS, "most": plans.MOST[-1]}
    kept = {name: contest[name] for name in _OF_PLAN if contest.get(name) is not None}
    sent = {**kept, **here, **({"stages": stages} if stages else {}), "closes_at": begins, "starts_at": begins}
    form = ContestForm(data=sent)
    if not form.is_valid():
        path, message = first_error(form.errors)
        raise CommandError(f"--plan: {path}: {message}")
    try:
        return plan_of(form.validated_data)
    except (NotAllowed, OptionError) as error:
        raise CommandError(f"{error.path}: {error.message}") from error


_OF_PLAN = ("options", "preset", "maps", "table_size", "step_seconds", "budget", "plan", "time_zone", "evening", "game")
"""What a rehearsal takes over; who enters, and when, is its own."""


def _entrants(game: Game, options: dict[str, Any], budget: int) -> list[Rehearsed]:
    """Those of the files, called after them, then the bots in turn; modules have so many times the usual budget."""
    given = [
        Rehearsed(Path(files[0]).stem, [file_bot(game, file, times=budget, place="") for file in files])
        for files in _files(options["files"])
    ]
    given = given[: options["entrants"]]
    bots = _bots(game, options["bots"])
    rest = options["entrants"] - len(given)
    given += [
        Rehearsed(f"{bots[number % len(bots)].id} {number // len(bots) + 1}", [bots[number % len(bots)]])
        for number in range(rest)
    ]
    names = Counter(one.name for one in given)
    met: Counter[str] = Counter()
    for one in given:
        name = one.name
        met[name] += 1
        one.name = f"{name[:36]} {met[name]}" if names[name] > 1 else name[:40]
    return given


def _files(given: Sequence[str]) -> list[list[str]]:
    """The versions of each entrant."""
    found = [[file.strip() for file in one.split(VERSIONS) if file.strip()] for one in given]
    for files in found:
        if wrong := [file for file in files if not is_file(file)] or ([""] if not files else []):
            raise CommandError(
                f"{wrong[0] or 'this'} is no file of a program: one in Python ends with .py, a module with .wasm, and the path of another has a /"
            )
    return found


def _bots(game: Game, text: str) -> list[AnyBot]:
    wanted = [one.strip() for one in text.split(",") if one.strip()] or [bot.id for bot in game.bots]
    known = [bot.id for bot in game.bots]
    for one in wanted:
        if not is_file(one) and one not in known:
            raise CommandError(f"--bots: {game.id} has no bot {one!r}; it has {', '.join(known)}")
    return [file_bot(game, one) if is_file(one) else game.bot(one) for one in wanted]
