"""Packs matches, moves old ones to the archive, checks what is kept. A site does it itself every hour, the archive with `FOGBOUND_ARCHIVE_AFTER`.

manage.py archive                   matches that ended FOGBOUND_ARCHIVE_AFTER days ago or earlier
manage.py archive --after 30        … 30 days ago or earlier
manage.py archive --check           read what is kept of every packed or archived match; ends with status 1 if one is missing or damaged
manage.py archive --pack            pack the matches in the database that are over
manage.py archive --unpack          give them their rows back, for an earlier release that knows no packed ones
"""

from __future__ import annotations

import sys
import time
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from lobby.matches.clock import BEAT
from lobby.matches.models import Heartbeat, Match
from lobby.operations import health
from lobby.operations.arguments import check_numbers
from lobby.store import archive, archiving, packing


class Command(BaseCommand):
    help = "Pack matches, move old ones to the archive, or check what is kept."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--after", type=int, help="days since the end of a match (default: FOGBOUND_ARCHIVE_AFTER)")
        act = parser.add_mutually_exclusive_group()
        act.add_argument("--check", action="store_true", help="read every packed or archived match, and move nothing")
        act.add_argument("--pack", action="store_true", help="pack what is over, and move nothing")
        act.add_argument(
            "--unpack", action="store_true", help="give packed matches their rows back; no referee may run"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"]:
            self._check()
        elif options["pack"]:
            self.stdout.write(f"{packing.pack_all(timezone.now())} matches packed")
        elif options["unpack"]:
            self._unpack()
        else:
            self._move(options)

    def _unpack(self) -> None:
        # A referee packs matches every hour: what it packs again an earlier release could not read.
        if health.is_watched() and _beats():
            raise CommandError("The site runs, and its referee would pack them again. Stop it first.")
        unpacked, left = packing.unpack_all()
        self.stdout.write(f"{unpacked} matches unpacked")
        if left:
            raise CommandError(f"Still packed, as they are damaged (see --check) or locked: {', '.join(left)}")

    def _move(self, options: dict[str, Any]) -> None:
        if not settings.ARCHIVE:
            raise CommandError("There is no archive: set FOGBOUND_ARCHIVE to a folder or to s3://bucket/folder.")
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


def _beats() -> bool:
    """Does a heartbeat come within two intervals? A site that was stopped just now has left a recent one."""
    before = list(Heartbeat.objects.order_by("pk").values_list("alive_at"))
    time.sleep(2 * BEAT.total_seconds())
    return list(Heartbeat.objects.order_by("pk").values_list("alive_at")) != before
