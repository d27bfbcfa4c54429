"""Plays the built-in bots in a process of its own; needed when `FOGBOUND_EMBEDDED` is off. Any number may run."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand

from lobby.bots.builtin import Runner
from lobby.embedded import Background


async def run_until_told() -> None:
    """Play until SIGINT or SIGTERM, then finish what was begun."""
    told = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    background = Background()
    background.keep("bots", lambda: Runner().run())
    await told.wait()
    await background.stop()


class Command(BaseCommand):
    help = "Play the built-in bots of all running matches."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("The bots are playing. Ctrl-C ends it.")
        asyncio.run(run_until_told())
