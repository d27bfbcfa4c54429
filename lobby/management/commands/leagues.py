"""Ends the seasons of leagues that are over, begins those of now, and places whoever is new.

    manage.py leagues

May run while people play. The site does it every hour by itself.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from lobby.ratings import leagues, rater


class Command(BaseCommand):
    help = "Begin the season of leagues that is due, and place newcomers."

    def handle(self, *args: Any, **options: Any) -> None:
        # A season does not end before its last matches count.
        rater.rate_all(timezone.now() - rater.LOOKS_BACK)
        self.stdout.write(f"Ratings whose league has changed: {leagues.advance(timezone.now())}.")
