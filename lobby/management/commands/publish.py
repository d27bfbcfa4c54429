"""Makes the file of all public matches of a month, for /downloads/. With `FOGBOUND_PUBLISH=1` a site does it by itself after each month.

manage.py publish 2026-10           make it again if it exists: without names of accounts closed since, with matches unsealed since
manage.py publish                   every month that is over and has no file
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from lobby.store import archive
from lobby.watch import publishing


class Command(BaseCommand):
    help = "Make the file of all public matches of a month."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("month", nargs="?", help="which, as in 2026-10 (default: all that are missing)")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.ARCHIVE:
            raise CommandError("There is no place for it: set FOGBOUND_ARCHIVE to a folder or to s3://bucket/folder.")
        now = timezone.now()
        try:
            if options["month"] and not publishing.is_over(options["month"], now):
                raise CommandError(f"{options['month']} is not over: matches may still end in it.")
            for month in [options["month"]] if options["month"] else list(publishing.months_due(now)):
                made = publishing.publish(month)
                self.stdout.write(f"{month}: {made.matches} matches, {made.size} bytes, {made.sha256}")
        except ValueError as error:
            raise CommandError(str(error)) from error
        except archive.Unreadable as error:
            raise CommandError(f"The archive does not work: {error.__cause__ or 'a file is damaged'}") from error
