"""Does a program in the sandbox order again what was ordered in a match? Prints at which step the two differ.

    manage.py replay_program mine.wasm match.json
    manage.py replay_program mine.py match.json --seat 1 --budget 3

The second file is the answer of `GET /api/matches/<id>/replay/`. Without the sandbox, `fogbound replay` does the same.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

import games
from lobby.bots import at_home
from lobby.matches.terms import BUDGETS
from lobby.operations.own_bots import client_module, file_bot


class Command(BaseCommand):
    help = "Play a finished match again with a program in the sandbox, until it orders something else."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a Python file, or a WebAssembly module that ends with .wasm")
        parser.add_argument("record", help="the answer of /api/matches/<id>/replay/, in a file")
        parser.add_argument("--seat", type=int, help="the seat of the program (default: the only one that was yours)")
        parser.add_argument("--budget", type=int, choices=BUDGETS, default=1, help="times the usual budget (default 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        again = client_module("again")
        try:
            record = again.read_record(options["record"])
            game = games.get(record["game"])
            bot = file_bot(game, options["file"], is_hosted=True, times=options["budget"])
            found = again.play_again(bot, record, seat=options["seat"])
        except again.BadRecord as error:
            raise CommandError(str(error)) from None
        except (KeyError, TypeError):
            raise CommandError("this is no record of a match") from None
        finally:
            at_home.close()
        self.stdout.write("\n".join(found.lines()))
