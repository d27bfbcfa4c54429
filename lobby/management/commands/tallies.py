"""Computes the tallies of all people again from their matches. This is needed only after matches were deleted by hand.

    manage.py tallies

Every hour the site adds the matches that have ended since. The command may run while people play.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from lobby.matches.people import Tally
from lobby.play import tallies


class Command(BaseCommand):
    help = "Make the sums of what people have done again."

    def handle(self, *args: Any, **options: Any) -> None:
        tallies.recompute(timezone.now())
        self.stdout.write(f"{Tally.objects.count()} sums")
