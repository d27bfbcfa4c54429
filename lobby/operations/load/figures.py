"""What came of a load test? Counts and times, collected by the clients and summed up once."""

from __future__ import annotations

import json
import statistics
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


@dataclass
class Figures:
    """Times are in seconds."""

    acks: list[float] = field(default_factory=list)
    """From sending orders to their acknowledgement."""
    views: list[float] = field(default_factory=list)
    """From the moment the last seat sent its orders to each seat's next frame."""
    returns: list[float] = field(default_factory=list)
    """From the loss of a connection to the first news of the match over the next one."""
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


class Turn(NamedTuple):
    """One step of a match as its players saw it; seconds by the clock on the wall, which other processes share."""

    due: float
    """From when on the site alone was waited for: the match had begun, or the last player had thought."""
    shown: float
    """Every seat had seen the step."""


SETTLING = 6.0
"""Seconds at the end of a run in which a restart may not have shown what comes of it."""


def resumed(restarts: Iterable[float], matches: Iterable[Sequence[Turn]], until: float) -> list[float]:
    """For each restart and each match that was on: seconds until everybody there saw the next step.

    They count from the restart, or from the moment in which the last player had thought, if that was later; nothing else is taken away.
    """
    found = []
    for turns in matches:
        shown = [turn.shown for turn in turns]
        for at in restarts:
            following = bisect_right(shown, at)
            if at < until - SETTLING and turns and turns[0].due <= at and following < len(turns):
                found.append(turns[following].shown - max(at, turns[following].due))
    return found


def spread(seconds: Sequence[float]) -> dict[str, float] | None:
    """Median, 99th percentile and maximum in milliseconds; None of nothing."""
    if not seconds:
        return None
    cuts = statistics.quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else [seconds[0]] * 99
    return {
        name: round(value * 1000, 1) for name, value in (("p50", cuts[49]), ("p99", cuts[98]), ("max", max(seconds)))
    }


def report(found: Mapping[str, Any], write: Callable[[str], object], *, as_json: bool) -> None:
    """Write what was found, as one JSON object or a line for each figure. SystemExit with a code of 1 if there are `errors` in it."""
    lines = [json.dumps(found)] if as_json else [f"{name:24} {value}" for name, value in found.items()]
    write("\n".join(lines))
    if found["errors"]:
        sys.exit(1)
