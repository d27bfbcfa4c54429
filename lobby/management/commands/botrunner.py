"""Plays the built-in bots, people's programs and their trials in a process of its own, if `FOGBOUND_EMBEDDED` is off. Any number may run."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from django.core.management.base import BaseCommand

from lobby.bots import builtin, hosted, policy, trial_runner
from lobby.ladder import runner as ladder
from lobby.operations.checks import OURS, PROGRAMS
from lobby.operations.embedded import Loop, run_until_stopped

log = logging.getLogger("fogbound.bots")

LOOPS: dict[str, Loop] = {
    "bots": lambda: builtin.Runner().run(),
    "programs": lambda: hosted.Runner().run(),
    "trials": lambda: trial_runner.Runner().run(),
    "ladder": ladder.run,
}


class Command(BaseCommand):
    help = "Play the built-in bots and the programs of all running matches."
    requires_system_checks = [OURS, PROGRAMS]

    def handle(self, *args: Any, **options: Any) -> None:
        policy.here()
        log.info("bots and programs are playing; Ctrl-C ends it")
        asyncio.run(run_until_stopped(LOOPS, watches_deadlines=False))
