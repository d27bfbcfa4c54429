"""Do the stored ratings follow from the stored matches, and what if they do not?

    manage.py ratings check          computes all ratings again and reports differences; status 1 if there are any
    manage.py ratings recompute      the same, and corrects them; first rates matches that wait for it
    manage.py ratings pairs          counts anew which people meet in a way that staff should look at (in the admin)

May run while people play. The site does `recompute` every night and `pairs` every hour by itself.
"""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from lobby.ratings import pairs, recomputation


class Command(BaseCommand):
    help = "Work out all ratings again from the matches that count, and compare."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("act", choices=["check", "recompute", "pairs"])

    def handle(self, *args: Any, **options: Any) -> None:
        if options["act"] == "pairs":
            self.stdout.write(f"{pairs.refresh()} pairs are listed in the admin")
            return
        repairs = options["act"] == "recompute"
        found = recomputation.recompute_all(repair=repairs)
        if found.waiting:
            self.stdout.write(f"{found.waiting} matches {'were rated only now' if repairs else 'wait to be rated'}")
        for table, rows in sorted(found.rows.items()):
            self.stdout.write(f"{rows} {table} {'were corrected' if repairs else 'differ'}")
        self.stdout.write(f"{found.matches} matches worked out again, {sum(found.rows.values())} rows differed")
        if found and not repairs:
            sys.exit(1)
