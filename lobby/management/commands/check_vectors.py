"""Do recorded matches of a game still have the same results? `manage.py check_vectors`."""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import GAMES
from games.core.vectors import Case, UnknownFormat, summary


class Command(BaseCommand):
    help = "Replay recorded cases of a game. Prints every mismatch, then how many passed; exits 1 if any failed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument("paths", nargs="+", type=Path, metavar="path", help="JSON files, or folders of them")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            runner = import_module(f"{GAMES[options['game']]}.vectors")
        except ModuleNotFoundError as error:
            raise CommandError(f"{options['game']} has no recorded cases") from error
        cases: list[Case] = []
        for path in vector_files(options["paths"]):
            found = cases_of(runner, path)
            for case in found:
                for mismatch in case.mismatches:
                    self.stdout.write(f"{path.name}: {case.name}: {mismatch}")
            cases += found
        passed, failed = summary(cases)
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed or not cases:
            sys.exit(1)


def vector_files(paths: list[Path]) -> list[Path]:
    """The named files and the JSON files in the named folders, in order. Raises CommandError for a path that does not exist."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(path.glob("*.json"))
        elif path.is_file():
            files.append(path)
        else:
            raise CommandError(f"{path} does not exist")
    return files


def cases_of(runner: Any, path: Path) -> list[Case]:
    """The cases of one file; a file that cannot be read is a failed case."""
    try:
        return list(runner.run(json.loads(path.read_text(encoding="utf-8"))))
    except (OSError, ValueError, UnknownFormat, KeyError, TypeError) as error:
        return [Case("file", [f"cannot be replayed: {error!r}"])]
