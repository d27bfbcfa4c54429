"""Looks through matches for what people have achieved: those that wait for it, or all of them again.

    manage.py achievements
    manage.py achievements --recompute

The site does the first by itself. The second is needed after a game has new achievements, or after staff have voided matches; it may run while
people play, and tells nobody.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from lobby.achievements import counting
from lobby.achievements.models import Gain


class Command(BaseCommand):
    help = "Look through matches for what people have achieved."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--recompute", action="store_true", help="all matches again, also those that were counted")

    def handle(self, *args: Any, **options: Any) -> None:
        done = counting.recompute() if options["recompute"] else counting.count_all()
        self.stdout.write(f"{done} matches, {Gain.objects.count()} gains")
