"""Do stored matches follow from their options, seed and orders? Plays them again and reports every difference.

    manage.py verify_replays            all matches that are over
    manage.py verify_replays 7k3mvq2xpa fh29w8d4nc

Matches of older rules are skipped and counted separately. Ends with status 1 if anything differs.
"""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

import games
from lobby.matches.models import OVER, Match
from lobby.watch.replay import verify


class Command(BaseCommand):
    help = "Play stored matches again and report any difference."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ids", nargs="*", help="ids of matches (default: all that are over)")

    def handle(self, *args: Any, **options: Any) -> None:
        over = Match.objects.filter(status__in=OVER, started_at__isnull=False).order_by("created_at")
        if options["ids"]:
            over = over.filter(pk__in=options["ids"])
            if missing := sorted(set(options["ids"]) - set(over.values_list("pk", flat=True))):
                raise CommandError(f"no match that is over: {', '.join(missing)}")
        counts = {"verified": 0, "differ": 0, "skipped": 0}
        for match in over.iterator(chunk_size=50):
            counts[self._look_at(match)] += 1
        if counts["skipped"]:
            self.stdout.write(f"{counts['skipped']} skipped")
        self.stdout.write(f"{counts['verified']} verified, {counts['differ']} differ")
        if counts["differ"]:
            sys.exit(1)

    def _look_at(self, match: Match) -> str:
        if match.game not in games.GAMES:
            self.stdout.write(f"{match.pk}: skipped, there is no game {match.game} any more")
            return "skipped"
        if match.rules_version != games.get(match.game).rules_version:
            self.stdout.write(f"{match.pk}: skipped, played by rules {match.rules_version} of {match.game}")
            return "skipped"
        try:
            differences = verify(match)
        except DatabaseError:
            raise
        except Exception as error:  # noqa: BLE001 an unreadable match is a finding, and the others are still checked
            differences = [f"cannot be read: {type(error).__name__}: {error}"]
        for difference in differences:
            self.stdout.write(f"{match.pk}: {difference}")
        return "differ" if differences else "verified"
