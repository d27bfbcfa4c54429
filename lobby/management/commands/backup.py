"""Writes everything the site knows into one file, while it runs.

    manage.py backup /srv/backups/fogbound-1.db
    manage.py backup /srv/backups/fogbound-2.db --metrics /var/lib/prometheus/node-exporter/fogbound_backup.prom

On PostgreSQL it needs `pg_dump`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from lobby.operations import backup


class Command(BaseCommand):
    help = "Write the whole database into one new file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that does not exist yet")
        parser.add_argument(
            "--metrics",
            type=Path,
            help="a file *.prom for Prometheus' node exporter: when there was a back-up, and its size",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            size = backup.write(options["file"])
            if options["metrics"]:
                backup.say(options["metrics"], size)
        except (backup.BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{options['file']}: {size} bytes")
