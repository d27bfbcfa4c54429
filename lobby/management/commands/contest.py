"""Who wins a whole contest? Plays one on this machine, with the same formats and steward as the site: a race, groups, a final.

    manage.py contest GAME --entrants 32 --bots easy,medium,mine.py --table 8
    manage.py contest GAME --entrants 16 --days 2 --games 3 --options '{"rounds": 20}' --json

The entrants are the bots in turn, built-in or in files. One process plays the matches one after the other, without the sandbox. It has a
database of its own in a temporary folder (`config.apart`): it needs no site, and a site that runs does not notice it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone

import games
from config import apart
from games.core.contract import Bot, Game
from games.core.errors import OptionError
from games.core.simulate import OwnBot, open_table, play
from lobby.contests import plans, services, steward, told
from lobby.contests.models import Contest, Entrant
from lobby.contests.plans import Plan
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match, Program, Seat
from lobby.operations.arguments import check_numbers, parse_options
from lobby.operations.own_bots import is_file, own_bot

VALUES = ("entrants", "bots", "table", "days", "games", "straight", "target", "final", "seed", "options")
"""Options that have a value."""
LONGEST = 400
"""Days after which the contest counts as stuck."""


class Command(BaseCommand):
    help = "Plays a whole contest between bots: a race, groups whose last leaves, a final. Nothing is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game")
        parser.add_argument("--entrants", type=int, default=32)
        parser.add_argument("--bots", default="", help="ids of bots or files, with commas; by default all of the game")
        parser.add_argument(
            "--table", type=int, help="seats of a table; by default as many as the game and a group of eight allow"
        )
        parser.add_argument("--days", type=int, default=1, help="days of the race")
        parser.add_argument("--games", type=int, default=3, help="games of the race a day")
        parser.add_argument("--straight", type=int, default=2, help="how many of the race go straight to the final")
        parser.add_argument(
            "--target", type=int, help="how many come out of the groups; by default 6, or what a table leaves room for"
        )
        parser.add_argument("--final", type=int, default=3, help="games of the final")
        parser.add_argument("--seed", default="")
        parser.add_argument("--options", default="{}", help="options of the game, as JSON")
        parser.add_argument("--json", action="store_true", help="everything as JSON: entrants, standings, tables")

    def handle(self, *args: Any, **options: Any) -> None:
        check_numbers(options, {"entrants": 2, "days": 1, "games": 1, "straight": 0, "target": 1, "final": 1})
        if not apart.is_apart():
            self.stdout.write(_played_apart(options), ending="")
            return
        call_command("migrate", verbosity=0)
        now = timezone.now()
        # One commit at the end, which never comes, costs less than one for each move.
        with transaction.atomic():
            contest, bots = self._announced(options)
            for day in range(LONGEST):
                steward.go_on(contest.pk, now=contest.starts_at + timedelta(days=day), begin=Home(bots))
                contest.refresh_from_db()
                if contest.is_over:
                    break
            else:
                raise CommandError("the contest does not end")
            found = told.results_of(contest, now)
            transaction.set_rollback(True)
        if options["json"]:
            self.stdout.write(json.dumps(found, cls=DjangoJSONEncoder))
        else:
            self._tell(found)

    def _announced(self, options: dict[str, Any]) -> tuple[Contest, dict[int, Bot | OwnBot]]:
        plan = _plan(options)
        try:
            game = plans.checked(plan, timezone.now())
        except (NotAllowed, OptionError) as error:
            raise CommandError(f"{error.path}: {error.message}") from error
        bots = _bots(game, options["bots"])
        contest = services.store(plan, host=None)
        if options["seed"]:
            contest.seed = options["seed"]
            contest.save(update_fields=["seed"])
        playing = {}
        for number in range(options["entrants"]):
            bot = bots[number % len(bots)]
            name = f"{bot.id} {number // len(bots) + 1}"[:40]
            program = Program.objects.create(game=game.id, name=name, text="")
            Entrant.objects.create(contest=contest, program=program, is_program=True, program_name=name)
            playing[program.pk] = bot
        return contest, playing

    def _tell(self, found: dict[str, Any]) -> None:
        for stage in found["standings"]:
            played = sum(table["stage"] == stage["stage"] and len(table["places"]) > 1 for table in found["tables"])
            self.stdout.write(
                f"\nStage {stage['stage'] + 1}: {stage['format']}, {len(stage['lines'])} entrants, {played} matches"
            )
            for line in stage["lines"]:
                values = ", ".join(f"{name} {value}" for name, value in line["values"].items())
                self.stdout.write(f"{line['rank']:>4}  {line['entrant']['name']:<24}{line['games']:>4} games  {values}")
        winner = next(one for one in found["entrants"] if one["rank"] == 1)
        self.stdout.write(f"\nThe winner is {winner['name']}.")


class Home:
    """Begins the match of a table and plays it to its end at once."""

    def __init__(self, bots: dict[int, Bot | OwnBot]) -> None:
        self.bots = bots

    def __call__(
        self, contest: Contest, options: dict[str, Any], sitters: Sequence[steward.Sitter], seed: str
    ) -> Match:
        game = games.get(contest.game)
        opened = open_table(game, options, len(sitters), seed)
        record = play(game, opened, len(sitters), [self.bots[sitter.pk] for sitter in sitters], seed)
        match = Match.objects.create(
            game=game.id,
            options=opened,
            seed=seed,
            rules_version=game.rules_version,
            status=Match.Status.FINISHED,
            step_seconds=contest.step_seconds,
            arranged=Match.Arranged.CONTEST,
            step=record.steps,
            outcome={"reason": record.reason, "places": list(record.ranks)},
            finished_at=timezone.now(),
        )
        Seat.objects.bulk_create(
            Seat(match=match, number=number, program_id=sitter.pk, place=record.ranks[number])
            for number, sitter in enumerate(sitters)
        )
        return match


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
            *given,
            *["--json"] * options["json"],
        ],
        env={**os.environ, "FOGBOUND_EXTRA_GAMES": ",".join(f"{one}={module}" for one, module in others.items())},
        capture_output=True,
        text=True,
    )
    if ended.returncode:
        raise CommandError(ended.stderr.strip().removeprefix("CommandError: "))
    return ended.stdout


def _plan(options: dict[str, Any]) -> Plan:
    now, known = timezone.now(), options["game"] in games.GAMES
    table = options["table"] or (min(8, games.get(options["game"]).seats[-1]) if known else 2)
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
        options=parse_options(options["options"]),
        most=plans.MOST[-1],
    )


def _bots(game: Game, text: str) -> list[Bot | OwnBot]:
    wanted = [one.strip() for one in text.split(",") if one.strip()] or [bot.id for bot in game.bots]
    known = [bot.id for bot in game.bots]
    for one in wanted:
        if not is_file(one) and one not in known:
            raise CommandError(f"--bots: {game.id} has no bot {one!r}; it has {', '.join(known)}")
    return [own_bot(one) if is_file(one) else game.bot(one) for one in wanted]
