"""Moves old matches to the archive now, or checks the archive. A site with `FOGBOUND_ARCHIVE_AFTER` moves them by itself every hour.

manage.py archive                   matches that ended FOGBOUND_ARCHIVE_AFTER days ago or earlier
manage.py archive --after 30        … 30 days ago or earlier
manage.py archive --check           read the file of every archived match; ends with status 1 if one is missing or damaged
"""

from __future__ import annotations

import sys
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from lobby.matches.models import Match
from lobby.operations.arguments import check_numbers
from lobby.store import archive, archiving


class Command(BaseCommand):
    help = "Move old matches to the archive, or check the archive."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--after", type=int, help="days since the end of a match (default: FOGBOUND_ARCHIVE_AFTER)")
        parser.add_argument("--check", action="store_true", help="read every file of the archive, and move nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.ARCHIVE:
            raise CommandError("There is no archive: set FOGBOUND_ARCHIVE to a folder or to s3://bucket/folder.")
        if options["check"]:
            self._check()
            return
        days = settings.ARCHIVE_AFTER if options["after"] is None else options["after"]
        if options["after"] is None and not days:
            raise CommandError("--after: how many days after their end? FOGBOUND_ARCHIVE_AFTER does not say it either.")
        check_numbers({"after": days}, {"after": 0})
        try:
            moved = archiving.move_all(timezone.now() - timedelta(days=days))
        except archive.Unreadable as error:
            raise CommandError(f"The archive does not work: {error.__cause__ or 'a file is damaged'}") from error
        self.stdout.write(f"{moved} matches moved")

    def _check(self) -> None:
        sound, broken = 0, 0
        kept = Match.objects.exclude(archived_as="").order_by("pk").values_list("pk", "archived_as")
        for match_id, name in kept.iterator():
            try:
                archive.text_of(name)
                sound += 1
            except archive.Unreadable as error:
                broken += 1
                self.stdout.write(f"{match_id}: {name} cannot be read: {error.__cause__ or 'it is damaged'}")
        self.stdout.write(f"{sound} sound, {broken} not")
        if broken:
            sys.exit(1)
