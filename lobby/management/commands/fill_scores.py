"""Stores missing scores of steps that an older release has stored, so that replays of old matches begin as quickly as those of new ones.

    manage.py fill_scores

Without this command the first request for a replay computes them. The command may run while people play, and more than once.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

import games
from lobby.matches.models import OVER, Match
from lobby.play import series


class Command(BaseCommand):
    help = "Store the scores of steps that were stored without."

    def handle(self, *args: Any, **options: Any) -> None:
        matches = Match.objects.filter(
            status__in=OVER, game__in=games.GAMES, archived_as="", steps__scores__isnull=True
        ).distinct()
        count = 0
        for match in matches.order_by("created_at").iterator(chunk_size=50):
            if match.rules_version == games.get(match.game).rules_version:
                count += series.fill(match)
        self.stdout.write(f"{count} steps filled")
