"""Watches deadlines, and forgets guests who are long gone, in a process of its own; needed when `FOGBOUND_EMBEDDED` is off. Any number may run."""

from __future__ import annotations

import asyncio
import logging
import signal
from typing import Any

from django.core.management.base import BaseCommand

from lobby.checks import OURS
from lobby.embedded import Background
from lobby.matches import timer
from lobby.operations import exposition, memory, serving
from lobby.people import guests

log = logging.getLogger("fogbound.referee")


async def run_until_told() -> None:
    """Watch until SIGINT or SIGTERM, then finish what was begun."""
    told = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    memory.keep_what_is_loaded()
    exposition.serve(watches_deadlines=True)
    background = Background()
    background.keep("referee", timer.start_and_run)
    background.keep("guests", guests.run)
    await told.wait()
    serving.note_ending()
    await background.stop()


class Command(BaseCommand):
    help = "Watch deadlines: resolve steps that are complete or late."
    requires_system_checks = [OURS]

    def handle(self, *args: Any, **options: Any) -> None:
        log.info("watching deadlines; Ctrl-C ends it")
        asyncio.run(run_until_told())
