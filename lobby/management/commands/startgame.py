"""Begins a new game: a small, complete one that runs at once and that you change step by step (`docs/adding-a-game.md`).

    manage.py startgame tide_pools [--name "Tide Pools"]

Makes engine, rules, board and tests from `lobby/management/skeleton/`, and adds the line to `games/__init__.py`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

import games

SKELETON = Path(__file__).resolve().parent.parent / "skeleton"
SUFFIX = "-tpl"
"""Suffix of the templates, so that checks and searches skip them."""
ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LIST = re.compile(r"(GAMES: dict\[str, str\] = \{\n(?:    .*\n)*)\}")


class Command(BaseCommand):
    help = "Begins a new game: engine, rules, board and tests that run at once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", help="lower-case words with underscores between: tide_pools")
        parser.add_argument("--name", help="what people call it; without it the words of the id")

    def handle(self, *args: Any, **options: Any) -> None:
        game, name = options["id"], options["name"] or options["id"].replace("_", " ").title()
        if not ID.fullmatch(game):
            raise CommandError(f"“{game}” is no id: lower-case words with underscores between, such as tide_pools.")
        if re.search(r'["\\\n]', name):
            raise CommandError("A name has no quotation marks, backslashes or line breaks.")
        if game in games.GAMES:
            raise CommandError(f"There is a game {game} already.")
        made = list(_files(settings.BASE_DIR, game, name))
        if there := [path for path, _ in made if path.exists()]:
            raise CommandError(f"{there[0].relative_to(settings.BASE_DIR)} is there already.")
        for path, text in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        _add_to_list(settings.BASE_DIR / "games/__init__.py", game)
        for path, _ in made:
            self.stdout.write(str(path.relative_to(settings.BASE_DIR)))
        self.stdout.write(
            f"\n{name} can be played: make play, then /tables/new/{game}/. Before its tests are green:\n"
            "  make format  sorts its imports\n"
            f"  .venv/bin/python -m tests.games.playthroughs {game}  records two matches\n"
            f"  make pictures GAMES={game}  draws its board for cards and rules\n"
            "  .venv/bin/python manage.py messages extract  takes its texts into locale/, where Chinese is to be filled in\n"
            "docs/adding-a-game.md says what each file is for."
        )


def _files(root: Path, game: str, name: str) -> list[tuple[Path, str]]:
    """(path, content) of each file of the new game."""
    found = []
    for source in sorted(SKELETON.rglob(f"*{SUFFIX}")):
        place = source.relative_to(SKELETON).as_posix().removesuffix(SUFFIX).replace("GAME_ID", game)
        found.append((root / place, source.read_text().replace("GAME_ID", game).replace("GAME_NAME", name)))
    return found


def _add_to_list(path: Path, game: str) -> None:
    text = path.read_text()
    if not LIST.search(text):
        raise CommandError(f'{path} has no list of games. Add the line by hand: "{game}": "games.{game}",')
    path.write_text(LIST.sub(rf'\g<1>    "{game}": "games.{game}",' + "\n}", text, count=1))
