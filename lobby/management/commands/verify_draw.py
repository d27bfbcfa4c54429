"""Did a contest draw its entrants, groups and tables by the seed that it promised? Draws each of them again from its downloaded results.

    manage.py verify_draw results.json                   what /contests/<id>/results.json answers
    manage.py verify_draw whole.zip                      with the seeds of all its matches
    manage.py verify_draw results.json --hash 8f3a…      the fingerprint that its page showed from the announcement

This command needs no site. It ends with status 1 if a draw differs.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from django.core.management.base import BaseCommand, CommandError, CommandParser

from lobby.contests import checking

FOLDERS = ("replays/", "earlier/")
"""Of records: those of matches that count, and of others."""
SAID = {True: "fits", False: "DIFFERS", None: "cannot be checked"}


class Command(BaseCommand):
    help = "Draw again who meets whom in a contest, from its downloaded results."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="results.json or whole.zip of a contest that is over")
        parser.add_argument("--hash", default="", help="the fingerprint that was shown")

    def handle(self, *args: Any, **options: Any) -> None:
        found, seeds = read(Path(options["file"]))
        try:
            found_out = list(checking.findings(found, seeds))
            if options["hash"]:
                found_out.insert(
                    0, checking.Finding("shown fingerprint", found["contest"]["seed_hash"] == options["hash"])
                )
        except checking.NotChecked as error:
            raise CommandError(str(error)) from None
        except (KeyError, TypeError, IndexError) as error:
            raise CommandError(f"{options['file']}: no results of a contest") from error
        for one in found_out:
            self.stdout.write(f"{SAID[one.fits]:<18}{one.what}{': ' if one.note else ''}{one.note}")
        wrong = sum(one.fits is False for one in found_out)
        self.stdout.write(f"{wrong} of {len(found_out)} differ." if wrong else "All that can be drawn again fits.")
        if wrong:
            sys.exit(1)


def read(path: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """The results, and {match: seed} of the records beside them. Raises CommandError if the file has none."""
    try:
        if path.suffix != ".zip":
            return dict(json.loads(path.read_text())), {}
        with ZipFile(path) as file:
            records = [json.loads(file.read(name)) for name in file.namelist() if name.startswith(FOLDERS)]
            return dict(json.loads(file.read("results.json"))), {
                one["match"]: one["seed"] for one in records if "seed" in one
            }
    except (OSError, ValueError, KeyError, TypeError, BadZipFile) as error:
        raise CommandError(f"{path}: no results of a contest") from error
