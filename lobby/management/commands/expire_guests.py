"""Forgets guests who have not played for thirty days; the referee does the same every hour."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from lobby.people.guests import expire_guests


class Command(BaseCommand):
    help = "Forget guests who have not sat in a match for thirty days."

    def handle(self, *args: Any, **options: Any) -> None:
        forgotten = 0
        while batch := expire_guests(timezone.now()):
            forgotten += batch
        self.stdout.write(f"{forgotten} guests forgotten.")
