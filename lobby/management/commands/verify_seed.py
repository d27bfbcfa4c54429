"""Did a match use the seed that the site promised at its start? Compares the seed of a downloaded match with the fingerprint.

    manage.py verify_seed match.json --hash 8f3a…        the fingerprint that its page showed from the start
    manage.py verify_seed match.json                     prints the fingerprint of the seed

It also draws the seats again, if they were drawn from the seed. `manage.py verify_replays` then shows that everything else follows from that
seed. This command needs no database. It ends with status 1 if seed and fingerprint, or seed and seats, differ.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.core.rng import seat_lots
from lobby.fog import fairness


class Command(BaseCommand):
    help = "Compare the seed of a downloaded match with the fingerprint that the site showed at its start."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="what the replay page downloads")
        parser.add_argument("--hash", default="", help="the fingerprint that was shown")

    def handle(self, *args: Any, **options: Any) -> None:
        match_id, seed, lot = read(Path(options["file"]))
        found = fairness.seed_hash(match_id, seed)
        self.stdout.write(f"match        {match_id}\nseed         {seed}\nfingerprint  {found}")
        if lot is not None:
            if lot != seat_lots(seed, len(lot)):
                self.stdout.write("The seats were not drawn from that seed.")
                sys.exit(1)
            self.stdout.write("The seats were drawn from that seed.")
        if not options["hash"]:
            return
        if not fairness.fits(match_id, seed, options["hash"]):
            self.stdout.write("They differ: the match was not played with the seed that was promised.")
            sys.exit(1)
        self.stdout.write("They fit: the match was played with the seed that was promised.")


def read(path: Path) -> tuple[str, str, list[int] | None]:
    """Id, seed and lot of a downloaded match. Raises CommandError if the file is not one."""
    try:
        record = json.loads(path.read_text())
        match_id, seed, lot = record["match"], record["seed"], record.get("lot")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CommandError(f"{path}: no downloaded match") from error
    if not (isinstance(match_id, str) and isinstance(seed, str)):
        raise CommandError(f"{path}: no downloaded match")
    return match_id, seed, lot if isinstance(lot, list) else None
