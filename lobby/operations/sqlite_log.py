"""When does what SQLite has written to its log come into its file? Every second, by a thread that nobody waits for.

Left to itself SQLite copies the log with whatever commit happens to fill it, and whoever waits for that commit waits for the copying too.
"""

from __future__ import annotations

import asyncio
import logging

from django.db import Error as DatabaseError
from django.db import connection

from lobby.matches import threads

log = logging.getLogger("fogbound.sqlite_log")

EVERY_SECONDS = 1.0


async def run() -> None:
    """Copy the log now and then, until cancelled; with another database there is nothing to do."""
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        try:
            await threads.run(threads.SERVICES, copy)
        except DatabaseError:
            log.warning("the log could not be copied now")


def copy() -> tuple[int, int] | None:
    """Copy what no reader holds back, without keeping writers waiting: (pages in the log, pages of them in the file now)."""
    if connection.vendor != "sqlite":
        return None
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
        _, pages, copied = cursor.fetchone()
    return pages, copied
