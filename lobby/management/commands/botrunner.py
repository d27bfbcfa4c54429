"""Plays the built-in bots and people's programs in a process of its own; needed when `FOGBOUND_EMBEDDED` is off. Any number may run."""

from __future__ import annotations

import asyncio
import logging
import signal
from typing import Any

from django.core.management.base import BaseCommand

from lobby.bots import builtin, hosted
from lobby.checks import OURS
from lobby.embedded import Background
from lobby.operations import exposition, memory, serving

log = logging.getLogger("fogbound.bots")


async def run_until_told() -> None:
    """Play until SIGINT or SIGTERM, then finish what was begun."""
    told = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    memory.keep_what_is_loaded()
    exposition.serve(watches_deadlines=False)
    background = Background()
    background.keep("bots", lambda: builtin.Runner().run())
    background.keep("programs", lambda: hosted.Runner().run())
    await told.wait()
    serving.note_ending()
    await background.stop()


class Command(BaseCommand):
    help = "Play the built-in bots and the programs of all running matches."
    requires_system_checks = [OURS]

    def handle(self, *args: Any, **options: Any) -> None:
        log.info("bots and programs are playing; Ctrl-C ends it")
        asyncio.run(run_until_told())
