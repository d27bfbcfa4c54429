"""Deletes guests who have not played for thirty days, and sessions and other rows that have expired. The referee does the same every hour."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from lobby.people import expiry
from lobby.people.guests import expire_guests


class Command(BaseCommand):
    help = "Forget guests who have not sat in a match for thirty days, and remove sessions and other rows that have run out."

    def handle(self, *args: Any, **options: Any) -> None:
        forgotten = 0
        while batch := expire_guests(timezone.now()):
            forgotten += batch
        self.stdout.write(f"{forgotten} guests forgotten.")
        while gone := expiry.sweep(timezone.now()):
            self.stdout.write(", ".join(f"{rows} {name}" for name, rows in gone.items()) + " removed.")
