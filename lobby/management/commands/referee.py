"""Watches deadlines, in a process of its own; needed when `FOGBOUND_EMBEDDED` is off. Any number may run.

It also deletes old guests, packs matches that are over and moves old ones to the archive.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from django.core.management.base import BaseCommand

from lobby.operations.checks import OURS
from lobby.operations.embedded import Loop, run_until_stopped
from lobby.people import guests
from lobby.play import timer
from lobby.store import archiving, packing
from lobby.watch import publishing

log = logging.getLogger("fogbound.referee")

LOOPS: dict[str, Loop] = {
    "referee": timer.start_and_run,
    "guests": guests.run,
    "packing": packing.run,
    "archive": archiving.run,
    "downloads": publishing.run,
}


class Command(BaseCommand):
    help = "Watch deadlines: resolve steps that are complete or late."
    requires_system_checks = [OURS]

    def handle(self, *args: Any, **options: Any) -> None:
        log.info("watching deadlines; Ctrl-C ends it")
        asyncio.run(run_until_stopped(LOOPS, watches_deadlines=True))
