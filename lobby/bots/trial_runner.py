"""Which trials of programs does this process play? Those that it claims first: as soon as it is called, or at its regular look at all."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Collection

from django.conf import settings
from django.utils import timezone

from lobby.bots import trial_jobs
from lobby.bots.programs import TRIALS
from lobby.bots.runner import MatchRunner
from lobby.bots.sandbox import Sandbox
from lobby.matches.trials import is_trial
from lobby.platform.process import threads


class Runner(MatchRunner):
    """Plays trials in threads of its own, so that they and the matches of programs do not wait for each other."""

    name = "trials"

    def __init__(self, sandbox: Sandbox = TRIALS) -> None:
        super().__init__(settings.TRIAL_WORKERS)
        self._sandbox = sandbox
        self._mark = secrets.token_hex(8)
        self._ending = threading.Event()

    def nudge(self, match_id: str) -> None:
        """Check this trial soon. Only from the runner's loop; what is no trial is none of its business."""
        if is_trial(match_id):
            super().nudge(match_id)

    def concerned(self, heard: Collection[str]) -> list[str]:
        """The trials among them."""
        return [one for one in heard if is_trial(one)]

    def search(self) -> list[str]:
        """Say that this runner lives, and find the trials that nobody plays."""
        return trial_jobs.look_after(self._mark, timezone.now())

    async def play(self, match_id: str) -> None:
        """Play a trial to its end, if nobody else plays it."""
        await threads.run(self._pool, trial_jobs.play, match_id, self._mark, self._ending.is_set, self._sandbox)

    async def run(self) -> None:
        """Play until cancelled; then give back what is being played, and return when its step is over."""
        try:
            await super().run()
        finally:
            self._ending.set()
            await asyncio.to_thread(self._pool.shutdown)
