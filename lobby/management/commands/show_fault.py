"""Why has the site itself paused a match? Prints the error of the game, which may name what is hidden in the match.

    manage.py show_fault                    which matches wait because of a fault, without its text
    manage.py show_fault 7k3mvq2xpa         all that is known of the fault of this one

It is for people who repair the game. Players of the match should not read it.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from lobby.matches.models import Match


class Command(BaseCommand):
    help = "Show why the site has paused a match: what its game said when it failed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", nargs="?", help="id of a match (default: list those with a fault)")

    def handle(self, *args: Any, **options: Any) -> None:
        stopped = Match.objects.exclude(fault="").defer("options").order_by("paused_at", "id")
        if options["id"] is None:
            for match in stopped.exclude(paused_at=None):
                self.stdout.write(_line(match))
            return
        found = stopped.filter(pk=options["id"]).first()
        if found is None:
            raise CommandError(f"no match with a fault: {options['id']}")
        self.stdout.write(f"{_line(found)}\n\n{found.fault}")


def _line(match: Match) -> str:
    since = f", paused since {match.paused_at:%Y-%m-%d %H:%M:%S} UTC" if match.paused_at else ""
    kind = match.fault.partition(":")[0]
    return f"{match.pk}: {kind} in {match.game} {match.rules_version} at step {match.step}{since}"
