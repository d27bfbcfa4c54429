"""Announces on every page that the site will be unavailable, or withdraws the announcement.

manage.py maintenance on --at 2026-12-01T06:00+00:00 --text-en "A new release comes."
manage.py maintenance on --in 15
manage.py maintenance off
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error as DatabaseError
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from lobby.operations import maintenance
from lobby.operations.staff_forms import LONGEST_MINUTES, LONGEST_TEXT

JUST_NOW = timedelta(minutes=1)
"""A time given in whole minutes may lie this far in the past: the current minute means now."""


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
        try:
            self.stdout.write(_take_back() if options["what"] == "off" else _announce(options))
        except DatabaseError as error:
            raise CommandError(f"The database does not answer: {error}") from error


def _take_back() -> str:
    maintenance.take_back()
    return "Nothing is announced any more."


def _announce(options: dict[str, Any]) -> str:
    row = maintenance.announce(at=_moment(options), texts=_texts(options))
    return f"Announced on every page: {row}. Open pages say it within a minute or so."


def _texts(options: dict[str, Any]) -> dict[str, str]:
    texts = {}
    for language, _name in settings.LANGUAGES:
        text = (options[f"text_{language.replace('-', '_')}"] or "").strip()
        if len(text) > LONGEST_TEXT:
            raise CommandError(f"--text-{language}: at most {LONGEST_TEXT} characters, not {len(text)}")
        if text:
            texts[language] = text
    return texts


def _moment(options: dict[str, Any]) -> datetime | None:
    if options["minutes"] is not None:
        if not 0 <= options["minutes"] <= LONGEST_MINUTES:
            raise CommandError(f"--in: from 0 to {LONGEST_MINUTES} minutes")
        return timezone.now() + timedelta(minutes=options["minutes"])
    if options["at"] is None:
        return None
    try:
        moment = parse_datetime(options["at"])
    except ValueError as error:
        raise CommandError(f"--at: {error}") from error
    if moment is None:
        raise CommandError("--at: no moment, as in 2026-12-01T06:00+00:00")
    if not timezone.is_aware(moment):
        moment = timezone.make_aware(moment)
    now = timezone.now()
    if not now - JUST_NOW <= moment <= now + timedelta(minutes=LONGEST_MINUTES):
        raise CommandError(f"--at: from now ({now:%Y-%m-%dT%H:%M}+00:00) to {LONGEST_MINUTES // (24 * 60)} days later")
    return moment
