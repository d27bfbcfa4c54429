"""Writes everything the site knows into one file, while it runs.

    manage.py backup /srv/backups/fogbound-1.db
    manage.py backup /srv/backups --keep 14
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
        parser.add_argument(
            "path", type=Path, help="a file that does not exist yet, or a folder for a file named by its moment"
        )
        parser.add_argument("--keep", type=int, metavar="N", help="in a folder: delete all such files but the newest N")
        parser.add_argument(
            "--metrics",
            type=Path,
            help="a file *.prom for Prometheus' node exporter: when there was a back-up, and its size",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path, keep = options["path"], options["keep"]
        if keep is not None and (keep < 1 or not path.is_dir()):
            raise CommandError("--keep is a number from 1 on, and goes with a folder that exists.")
        try:
            if path.is_dir():
                path = backup.write_into(path, keep)
            else:
                backup.write(path)
            size = path.stat().st_size
            if options["metrics"]:
                backup.say(options["metrics"], size)
        except (backup.BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{path}: {size} bytes")
