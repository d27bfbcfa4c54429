"""Django's `migrate`. On PostgreSQL it waits only briefly for a lock, so that people can play (`lobby.operations.lock_waits`)."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from lobby.operations import lock_waits


class Command(migrate.Command):
    help = migrate.Command.help

    def handle(self, *args: Any, **options: Any) -> None:
        again = lock_waits.until_free(
            connections[options["database"]], lambda: super(Command, self).handle(*args, **options)
        )
        for waited in again:
            self.stderr.write(f"{waited}; trying again")
