"""Announces on every page that the site will be away, or takes that back.

manage.py maintenance on --at 2026-12-01T06:00+00:00 --text-en "A new release comes."
manage.py maintenance on --in 15
manage.py maintenance off
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from lobby.operations import maintenance


class Command(BaseCommand):
    help = "Announce maintenance on every page, or take it back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["on", "off"])
        when = parser.add_mutually_exclusive_group()
        when.add_argument(
            "--at", help="when the site goes away, as in 2026-12-01T06:00+00:00 (UTC where no offset is given)"
        )
        when.add_argument("--in", dest="minutes", type=int, help="in how many minutes; without either: now")
        for language, name in settings.LANGUAGES:
            parser.add_argument(f"--text-{language}", help=f"what is said in {name}, in place of the ordinary sentence")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["what"] == "off":
            maintenance.take_back()
            self.stdout.write("Nothing is announced any more.")
            return
        texts = {language: options[f"text_{language.replace('-', '_')}"] for language, _name in settings.LANGUAGES}
        row = maintenance.announce(at=_moment(options), texts={key: text for key, text in texts.items() if text})
        self.stdout.write(f"Announced on every page: {row}. Open pages say it within a minute or so.")


def _moment(options: dict[str, Any]) -> datetime | None:
    if options["minutes"] is not None:
        return timezone.now() + timedelta(minutes=options["minutes"])
    if options["at"] is None:
        return None
    try:
        moment = parse_datetime(options["at"])
    except ValueError as error:
        raise CommandError(f"--at: {error}") from error
    if moment is None:
        raise CommandError("--at: no moment, as in 2026-12-01T06:00+00:00")
    return moment if timezone.is_aware(moment) else timezone.make_aware(moment)
