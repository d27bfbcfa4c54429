"""What came of a load test? Counts and times, collected by the clients and summed up once."""

from __future__ import annotations

import statistics
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Figures:
    """Times are in seconds."""

    acks: list[float] = field(default_factory=list)
    """From sending orders to their acknowledgement."""
    views: list[float] = field(default_factory=list)
    """From the moment the last seat sent its orders to each seat's next frame."""
    returns: list[float] = field(default_factory=list)
    """From the loss of a connection to the first news over the next one."""
    steps: int = 0
    finished: int = 0
    seat_frames: int = 0
    seat_bytes: int = 0
    """Of all messages to seats, without the sockets' own overhead."""
    spectator_frames: int = 0
    drops: int = 0
    unavailable: int = 0
    """How often the site said that it can neither read nor store just now; whoever was told came again."""
    errors: Counter[str] = field(default_factory=Counter)

    def summary(self, seconds: float) -> dict[str, Any]:
        """What `manage.py loadtest --json` prints."""
        return {
            "seconds": round(seconds, 1),
            "steps": self.steps,
            "steps_per_s": round(self.steps / seconds, 1),
            "finished": self.finished,
            "ack_ms": spread(self.acks),
            "view_ms": spread(self.views),
            "return_ms": spread(self.returns),
            "bytes_per_step_and_seat": round(self.seat_bytes / self.seat_frames) if self.seat_frames else None,
            "spectator_frames": self.spectator_frames,
            "drops": self.drops,
            "unavailable": self.unavailable,
            "errors": dict(sorted(self.errors.items())),
        }


SETTLING = 6.0
"""Seconds at the end of a run in which a restart may not have shown what comes of it."""


def resumed(restarts: Iterable[float], steps_at: Iterable[Sequence[float]], until: float) -> list[float]:
    """For each restart and each place at which matches are played: seconds until the next step was seen there.

    A place that has no step after a restart any more counts with the rest of the run.
    """
    found = []
    for moments in map(sorted, steps_at):
        for at in restarts:
            if at < until - SETTLING:
                following = bisect_right(moments, at)
                found.append((moments[following] if following < len(moments) else until) - at)
    return found


def spread(seconds: Sequence[float]) -> dict[str, float] | None:
    """Median, 99th percentile and maximum in milliseconds; None of nothing."""
    if not seconds:
        return None
    cuts = statistics.quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else [seconds[0]] * 99
    return {
        name: round(value * 1000, 1) for name, value in (("p50", cuts[49]), ("p99", cuts[98]), ("max", max(seconds)))
    }
