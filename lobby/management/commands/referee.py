"""Watches deadlines, and forgets guests who are long gone, in a process of its own; needed when `FOGBOUND_EMBEDDED` is off. Any number may run."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from django.core.management.base import BaseCommand

from lobby.checks import OURS
from lobby.embedded import Loop, run_until_told
from lobby.matches import timer
from lobby.people import guests

log = logging.getLogger("fogbound.referee")

LOOPS: dict[str, Loop] = {"referee": timer.start_and_run, "guests": guests.run}


class Command(BaseCommand):
    help = "Watch deadlines: resolve steps that are complete or late."
    requires_system_checks = [OURS]

    def handle(self, *args: Any, **options: Any) -> None:
        log.info("watching deadlines; Ctrl-C ends it")
        asyncio.run(run_until_told(LOOPS, watches_deadlines=True))
