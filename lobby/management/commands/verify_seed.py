"""Did a match use the seed that the site promised at its start? Compares the seed of a downloaded match with the fingerprint.

    manage.py verify_seed match.json --hash 8f3a…        the fingerprint that its page showed from the start
    manage.py verify_seed match.json                     prints the fingerprint of the seed

`manage.py verify_replays` then shows that everything else follows from that seed. This command needs no database. It ends with status 1
if seed and fingerprint differ.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from lobby.fog import fairness


class Command(BaseCommand):
    help = "Compare the seed of a downloaded match with the fingerprint that the site showed at its start."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="what the replay page downloads")
        parser.add_argument("--hash", default="", help="the fingerprint that was shown")

    def handle(self, *args: Any, **options: Any) -> None:
        match_id, seed = read(Path(options["file"]))
        found = fairness.seed_hash(match_id, seed)
        self.stdout.write(f"match        {match_id}\nseed         {seed}\nfingerprint  {found}")
        if not options["hash"]:
            return
        if not fairness.fits(match_id, seed, options["hash"]):
            self.stdout.write("They differ: the match was not played with the seed that was promised.")
            sys.exit(1)
        self.stdout.write("They fit: the match was played with the seed that was promised.")


def read(path: Path) -> tuple[str, str]:
    """Id and seed of a downloaded match. Raises CommandError if the file is not one."""
    try:
        record = json.loads(path.read_text())
        match_id, seed = record["match"], record["seed"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CommandError(f"{path}: no downloaded match") from error
    if not (isinstance(match_id, str) and isinstance(seed, str)):
        raise CommandError(f"{path}: no downloaded match")
    return match_id, seed
