"""Makes the file of all public matches of a month, for /downloads/. With `FOGBOUND_PUBLISH=1` a site does it by itself after each month.

manage.py publish 2026-10           make it again if it exists: without names of accounts closed since, with matches unsealed since
manage.py publish                   every month that is over and has no file
manage.py publish 2026-11 --to .    what has ended in a month by now, as ./2026-11.jsonl.xz; needs no archive, and publishes nothing
"""

from __future__ import annotations

from pathlib import Path
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
        parser.add_argument(
            "--to", help="a folder for the file of a month, by default the present one, that is not published"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["to"] is not None:
            return self._write(options["month"] or f"{timezone.now():%Y-%m}", Path(options["to"]))
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
        return None

    def _write(self, month: str, folder: Path) -> None:
        file = folder / f"{month}.jsonl.xz"
        part = file.with_suffix(".part")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"{folder}: {error}") from error
        try:
            with part.open("wb") as out:
                count = publishing.write(month, out)
            part.replace(file)
        except ValueError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{folder}: {error}") from error
        except archive.Unreadable as error:
            raise CommandError(f"The archive does not work: {error.__cause__ or 'a file is damaged'}") from error
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(f"{file}: {count} matches")
