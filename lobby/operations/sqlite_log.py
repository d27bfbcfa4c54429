"""When is SQLite's write-ahead log copied into the database file? Every second, by a thread for which no request waits.

By default SQLite does it within the commit that fills the log, which then takes longer.
"""

from __future__ import annotations

import asyncio
import logging

from django.db import Error as DatabaseError
from django.db import connection

from lobby.platform.process import threads

log = logging.getLogger("fogbound.sqlite_log")

EVERY_SECONDS = 1.0


async def run() -> None:
    """Run a checkpoint from time to time, until cancelled. Returns at once for other databases."""
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        try:
            await threads.run(threads.SERVICES, copy)
        except DatabaseError:
            log.warning("the log could not be copied now")


def copy() -> tuple[int, int] | None:
    """Run a passive checkpoint, which blocks no writer. Returns (pages in the log, pages of them that are copied)."""
    if connection.vendor != "sqlite":
        return None
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
        _, pages, copied = cursor.fetchone()
    return pages, copied
