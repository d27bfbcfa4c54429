"""Which releases' files does this site still serve to pages that are open, and how do the old ones go?

manage.py releases                  name them, the last used first
manage.py releases --remove         remove those that have not been in use for 14 days, or for --days
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from lobby.platform.assets import releases


class Command(BaseCommand):
    help = "Name the releases whose files are kept for open pages, or remove old ones."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--remove", action="store_true", help="remove those that have not been in use for long")
        parser.add_argument(
            "--days", type=float, default=releases.DAYS, help="how long a release is kept after its last day"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            for name in releases.remove(options["days"]):
                self.stdout.write(f"removed {name}")
        for name in releases.names():
            self.stdout.write(name)
