"""The site, whose trials are played as far as a test says: it waits for a byte from the pipe `FOGBOUND_DATA`/positions before each position."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings

from tests.browser.same_luck import application as application  # first, because it sets Django up; served from here

# isort: split
from lobby.bots import trial_jobs
from lobby.bots.sandbox import Sandbox
from lobby.matches.trials import Trial

PIPE = "positions"
_play = trial_jobs.play


def _play_stepped(trial_id: str, mark: str, is_ending: Callable[[], bool], sandbox: Sandbox) -> None:
    if not Trial.objects.filter(pk=trial_id, status=Trial.Status.WAITING).exists():
        return
    with (settings.DATA_DIR / PIPE).open("rb", buffering=0) as pipe:
        pipe.read(1)
        # When the test has closed its end, nothing holds the trial any more.
        _play(trial_id, mark, lambda: not pipe.read(1) and is_ending(), sandbox)


trial_jobs.PROGRESS_SECONDS = 0
# The clock on the wall goes on while a test looks at the page.
trial_jobs.GUEST_SECONDS = 600.0
trial_jobs.play = _play_stepped
