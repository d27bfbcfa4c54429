"""Does a site leak, or does a match stop? Bots play every game at once for a while, on a site of its own that is deleted at the end.

    manage.py soak --matches 200 --seconds 1200

The site is one process on SQLite, as `make play` runs it. The command samples it from outside every few seconds. With
`--program <game>=<file>` programs play a part of the matches of that game. The command ends by itself, or by SIGTERM or SIGINT; its exit
code is 1 if something was wrong.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

import games
from lobby.operations.arguments import as_object, check_numbers, check_options, parse_options
from lobby.operations.load import ending, leaks
from lobby.operations.load.bouts import PRESET, Bouts
from lobby.operations.load.figures import report
from lobby.operations.load.site import OwnSite, free_port

LONGEST_SECONDS = 7 * 24 * 3600.0
LOOK_SECONDS = 1.0
SAMPLES = 100
"""Least number of samples; in a long soak test at most one every five seconds."""
SAMPLE_SECONDS = 5.0
SETTLING = 20.0
"""Seconds that tasks have to end after the last match."""
FAULT = re.compile(r"\b(ERROR|CRITICAL)\b|Traceback")
LATE = re.compile(r"ERROR fogbound\.referee .* gave no orders$")
"""A match went on by its clock without a bot's orders."""
LATE_SHARE = 0.05
"""Fraction of steps for which bots may be late: one thread decides for all of them, and a reaction in Frames has little time."""


class Command(BaseCommand):
    help = "Let bots play every game at once for a while and say whether anything leaks or stands still."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--matches", type=int, default=200, help="matches at the same time (200)")
        parser.add_argument("--seconds", type=float, default=1200.0, help="how long (1200)")
        parser.add_argument("--program", action="append", default=[], help="<game>=<file>, the text of a program")
        parser.add_argument("--options", default="{}", help="by game, as JSON, beside those of its quick form")
        parser.add_argument("--step-seconds", type=int, default=180, help="how long a step may take (180)")
        parser.add_argument("--positions-mb", type=int, help="FOGBOUND_POSITIONS_MB of the site")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument("--pid", type=int, help="the process that is looked at; only for the command itself")
        parser.add_argument("--figures", help="where it shows its figures; only for the command itself")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["pid"]:
            with ending.in_order():
                self.stdout.write(json.dumps(soak(options)))
            return
        check(options)
        with ending.in_order():
            try:
                found = run_on_own_site(options)
            except RuntimeError as error:
                raise CommandError(f"The site of its own: {error}") from error
            report(found, self.stdout.write, as_json=options["json"])


def check(options: dict[str, Any]) -> None:
    """Raises CommandError for options that cannot be run."""
    check_numbers(options, dict.fromkeys(("matches", "seconds", "step_seconds", "positions_mb"), 1))
    if options["seconds"] > LONGEST_SECONDS:
        raise CommandError(f"--seconds: at most {LONGEST_SECONDS:.0f}")
    for given in options["program"]:
        game, _, text = given.partition("=")
        if game not in games.GAMES or not Path(text).is_file():
            raise CommandError(f"--program: <game>=<file>, not {given}")
    # Each game's own, beside those of its quick form.
    for game_id, given in parse_options(options["options"]).items():
        if game_id not in games.GAMES:
            raise CommandError(f"--options: {game_id} is none of {', '.join(games.GAMES)}")
        game, place = games.get(game_id), f"--options: {game_id}"
        check_options(game, {**game.presets[PRESET].options, **as_object(given, place)}, game.seats[0], place)


def run_on_own_site(options: dict[str, Any]) -> dict[str, Any]:
    """Start a site, let another process of this command soak it, stop it."""
    port = free_port()
    extra = {"FOGBOUND_METRICS_PORT": str(port), "FOGBOUND_LOG_FORMAT": "line"}
    if options["positions_mb"]:
        extra["FOGBOUND_POSITIONS_MB"] = str(options["positions_mb"])
    site = OwnSite(1, extra=extra)
    try:
        site.start()
        given = [
            f"--{name.replace('_', '-')}={options[name]}" for name in ("matches", "seconds", "options", "step_seconds")
        ]
        given += [f"--program={one}" for one in options["program"]]
        found: dict[str, Any] = site.run(
            "soak", f"--pid={site.pid()}", f"--figures=http://127.0.0.1:{port}/metrics", *given
        )
        began = time.monotonic()
        is_polite = site.stop()
        log = site.log()
        found["ended_s"] = round(time.monotonic() - began, 1)
        found["late"], faults = read_log(log)
        if found["late"] > LATE_SHARE * found["steps"]:
            found["errors"]["bots_late"] = found["late"]
        if faults:
            found["errors"]["log"] = len(faults)
            sys.stderr.write(f"The site wrote:\n{log[-6000:]}")
        if not is_polite:
            found["errors"]["killed"] = 1
        return found
    finally:
        site.close()


def read_log(log: str) -> tuple[int, list[str]]:
    """How often a bot was late, and the log lines about worse things."""
    faults = [line for line in log.splitlines() if FAULT.search(line)]
    worse = [line for line in faults if not LATE.search(line)]
    return len(faults) - len(worse), worse


def soak(options: dict[str, Any]) -> dict[str, Any]:
    """Keep the wanted number of matches running and sample the process that plays them; returns the findings."""
    programs = {game: Path(text).read_text() for game, _, text in (one.partition("=") for one in options["program"])}
    bouts = Bouts(programs, parse_options(options["options"]), options["step_seconds"])

    def look(at: float) -> leaks.Sample:
        return leaks.sample(options["pid"], options["figures"], at=at, begun=bouts.begun.total())

    before = look(0.0)
    bouts.fill(options["matches"])
    began = time.monotonic()
    pause = min(SAMPLE_SECONDS, options["seconds"] / SAMPLES)
    samples = [look(0.0)]
    next_look = LOOK_SECONDS
    while (at := time.monotonic() - began) < options["seconds"]:
        if at >= next_look:
            bouts.look(timezone.now())
            bouts.fill(options["matches"])
            next_look = at + LOOK_SECONDS
        if at >= samples[-1].at + pause:
            samples.append(look(at))
        time.sleep(0.05)
    bouts.look(timezone.now())
    bouts.end()
    errors = bouts.errors + Counter(leaks.judge(samples))
    patience = time.monotonic() + SETTLING
    while leaks.left_over(before, after := look(at)) and time.monotonic() < patience:
        time.sleep(0.5)
    errors += Counter(leaks.left_over(before, after))
    return {
        "matches": options["matches"],
        **leaks.summary(samples),
        "before": {"tasks": before.tasks, "timers": before.timers},
        "after": {"tasks": after.tasks, "timers": after.timers},
        "begun": dict(bouts.begun),
        "finished": dict(bouts.finished),
        "errors": dict(errors),
    }
