"""Sends notices and letters in a process of its own, if `FOGBOUND_EMBEDDED` is off: mails, push messages, webhooks. Any number may run."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import Any

from django.core.management.base import BaseCommand

from lobby.notices import sender
from lobby.operations.checks import OURS
from lobby.operations.embedded import Loop, run_until_stopped

log = logging.getLogger("fogbound.notices")

NICENESS = 10
"""A second later matters to no mail; on a busy machine steps and pages go first."""
LOOPS: dict[str, Loop] = {"notices": sender.run}


class Command(BaseCommand):
    help = "Send what is in the outbox: mails, push messages, calls of webhooks."
    requires_system_checks = [OURS]

    def handle(self, *args: Any, **options: Any) -> None:
        os.nice(NICENESS)
        log.info("sending notices; Ctrl-C ends it")
        asyncio.run(run_until_stopped(LOOPS, watches_deadlines=False))
