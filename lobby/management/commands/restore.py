"""Replaces everything the site knows by a back-up. The processes of the site must have been stopped.

    manage.py restore /srv/backups/fogbound-1.db

Running matches go on as they were; their deadlines move by the time that has passed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from lobby.operations import backup


class Command(BaseCommand):
    help = "Replace the whole database by what is in a back-up."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `manage.py backup` has written")
        parser.add_argument(
            "--even-if-alive",
            action="store_true",
            help="although a referee or web process has been seen a moment ago, or the database is damaged and cannot tell",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            backup.read(options["file"], even_if_alive=options["even_if_alive"])
        except (backup.BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Everything is as in {options['file']}. Start the site again.")
