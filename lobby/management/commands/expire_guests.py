"""Forgets guests who have not played for thirty days, and removes sessions and other rows that have run out; the referee does the same every hour."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from lobby.people import dust
from lobby.people.guests import expire_guests


class Command(BaseCommand):
    help = "Forget guests who have not sat in a match for thirty days, and remove sessions and other rows that have run out."

    def handle(self, *args: Any, **options: Any) -> None:
        forgotten = 0
        while batch := expire_guests(timezone.now()):
            forgotten += batch
        self.stdout.write(f"{forgotten} guests forgotten.")
        while gone := dust.sweep(timezone.now()):
            self.stdout.write(", ".join(f"{rows} {name}" for name, rows in gone.items()) + " removed.")
