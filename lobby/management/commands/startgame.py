"""Begins a new game: a small, complete one that runs at once and that you change step by step (`docs/adding-a-game.md`).

    manage.py startgame ID [--name "Its Name"] [--chinese 名称]

Makes engine, rules, board, tests and translations from `lobby/management/skeleton/`, and adds the line to `games/__init__.py`. Where the tools of
`make setup` are installed it sorts imports and records matches as well, so that only pictures of the board are still to be drawn.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

import games
from lobby.management.commands import messages

SKELETON = Path(__file__).resolve().parent.parent / "skeleton"
SUFFIX = "-tpl"
"""Suffix of the templates, so that checks and searches skip them."""
ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LIST = re.compile(r"(GAMES: dict\[str, str\] = \{\n(?:    .*\n)*)\}")


class Command(BaseCommand):
    help = "Begins a new game: engine, rules, board and tests that run at once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", help="lower-case words with underscores between: two_words")
        parser.add_argument("--name", help="what people call it; without it the words of the id")
        parser.add_argument("--chinese", help="what it is called in Chinese; without it the same")

    def handle(self, *args: Any, **options: Any) -> None:
        game, name = options["id"], options["name"] or options["id"].replace("_", " ").title()
        chinese = options["chinese"] or name
        if not ID.fullmatch(game):
            raise CommandError(f"“{game}” is no id: lower-case words with underscores between, such as two_words.")
        if re.search(r'["\\\n]', name + chinese):
            raise CommandError("A name has no quotation marks, backslashes or line breaks.")
        if game in games.GAMES:
            raise CommandError(f"There is a game {game} already.")
        made = _files(settings.BASE_DIR, game, name, chinese)
        if there := [path for path, _ in made if path.exists()]:
            raise CommandError(f"{there[0].relative_to(settings.BASE_DIR)} is there already.")
        for path, text in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        _add_to_list(settings.BASE_DIR / "games/__init__.py", game)
        for path, _ in made:
            self.stdout.write(str(path.relative_to(settings.BASE_DIR)))
        _translate(name, chinese)
        call_command("messages", "extract", stdout=self.stdout)
        call_command("messages", "compile")
        if find_spec("ruff") is not None:
            _finish(game, [str(path) for path, _ in made if path.suffix == ".py"])
            left = ""
        else:
            left = "make setup, make format  sorts its imports\n  .venv/bin/python -m tests.games.playthroughs {game}  records two matches\n  "
        self.stdout.write(
            f"\n{name} can be played: make play, then /tables/new/{game}/. Before its tests are green (make test GAME={game}):\n"
            f"  {left.format(game=game)}make pictures GAMES={game}  draws its board for cards and rules\n"
            "docs/adding-a-game.md says what each file is for."
        )


def _translate(name: str, chinese: str) -> None:
    """Put the Chinese of the skeleton's texts into locale/; what is translated there already stays."""
    source = (SKELETON / f"locale/zh_Hans.po{SUFFIX}").read_text().replace("GAME_NAME_CHINESE", chinese)
    ours = read_po(source.replace("GAME_NAME", name).splitlines(keepends=True), locale="zh_Hans")
    for domain in messages.DOMAINS:
        known = messages.read("zh_Hans", domain)
        for message in ours:
            if message.id and known.get(message.id, message.context) is None:
                known.add(message.id, message.string, context=message.context)
        with messages.po_path("zh_Hans", domain).open("wb") as file:
            write_po(file, known)


def _finish(game: str, python: list[str]) -> None:
    """What the tools of `make setup` do for a new game; only a process of its own knows it."""
    sort = ("-m", "ruff", "check", "--quiet", "--select", "I", "--fix", *python, "games/__init__.py")
    shape = ("-m", "ruff", "format", "--quiet", *python)
    for command in (sort, shape, ("-m", "tests.games.playthroughs", game)):
        subprocess.run([sys.executable, *command], cwd=settings.BASE_DIR, check=True, stdout=subprocess.DEVNULL)


def _files(root: Path, game: str, name: str, chinese: str) -> list[tuple[Path, str]]:
    """(path, content) of each file of the new game."""
    found = []
    for source in sorted(SKELETON.rglob(f"*{SUFFIX}")):
        place = source.relative_to(SKELETON).as_posix().removesuffix(SUFFIX).replace("GAME_ID", game)
        if place.startswith("locale/"):
            continue
        called = chinese if ".zh-hans." in place else name
        found.append((root / place, source.read_text().replace("GAME_ID", game).replace("GAME_NAME", called)))
    return found


def _add_to_list(path: Path, game: str) -> None:
    text = path.read_text()
    if not LIST.search(text):
        raise CommandError(f'{path} has no list of games. Add the line by hand: "{game}": "games.{game}",')
    path.write_text(LIST.sub(rf'\g<1>    "{game}": "games.{game}",' + "\n}", text, count=1))
