"""When are ratings checked, besides at the end of a match? Every hour for the pools that staff changed, and every night for all pools.
The list of pairs that staff look at is made every hour, and leagues go on then: a season ends, another begins, newcomers get their place."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.core.cache import cache

from lobby.ratings import leagues, pairs, recomputation

log = logging.getLogger("fogbound.ratings")

NIGHT = range(2, 5)
"""Hours of the day (UTC). In one of them all ratings are computed again."""
_TOLD = "ratings:night"
_COUNTED = "ratings:pairs"


def look_after(now: datetime) -> None:
    """Called every hour, by any number of processes."""
    recomputation.recompute_all(repair=True, stale_only=True)
    if cache.add(f"{_COUNTED}:{now:%Y-%m-%d-%H}", True, timedelta(hours=2).total_seconds()):
        pairs.refresh(now)
    leagues.advance(now)
    # Usually one process does it each night. If two do it, the second finds no differences.
    if now.hour in NIGHT and cache.add(f"{_TOLD}:{now.date()}", True, timedelta(days=1).total_seconds()):
        found = recomputation.recompute_all(repair=True)
        log.info(
            "ratings of %s matches were worked out again; corrected: %s", found.matches, dict(found.rows) or "nothing"
        )
