"""What did a load test measure? Counts and times, which clients collect and one summary reports."""

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
    """The measurements of one test; times are in seconds."""

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
    """Bytes of all messages to seats, without the overhead of the sockets."""
    spectator_frames: int = 0
    drops: int = 0
    unavailable: int = 0
    """How often the site refused with `unavailable`; clients then tried again."""
    too_late: int = 0
    """How often orders came after a deadline, and were sent again."""
    errors: Counter[str] = field(default_factory=Counter)

    def summary(self, seconds: float) -> dict[str, Any]:
        """The figures as `manage.py loadtest --json` prints them; `seconds` is the length of the run."""
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
            "too_late": self.too_late,
            "errors": dict(sorted(self.errors.items())),
        }


class Turn(NamedTuple):
    """One step of a match as its players saw it. Times are seconds of the wall clock, which other processes share."""

    due: float
    """Since when only the site was awaited: the match had begun, or the last person had decided, or the deadline was there."""
    shown: float
    """When every seat had received the step."""


AFTER = 10.0
"""Seconds after the last moment of a fault in which a turn may still be late because of it."""


def worst_delay(moments: Sequence[float], turns: Iterable[Turn]) -> float | None:
    """The longest that the site kept a match waiting while something was wrong with it, in seconds; None if no turn was due then.

    `moments`: when the fault began, and whatever else happened to it. Every turn counts that the site owed at some time between the first
    moment and `AFTER` seconds past the last one, from the first moment on, or from when it was due if that was later.
    """
    began, ended = min(moments), max(moments) + AFTER
    return max(
        (turn.shown - max(began, turn.due) for turn in turns if turn.shown > began and turn.due < ended), default=None
    )


SETTLING = 6.0
"""Seconds at the end of a run whose restarts are not evaluated, because their effect may not be visible yet."""


def resumed(restarts: Iterable[float], matches: Iterable[Sequence[Turn]], until: float) -> list[float]:
    """For each restart and each match running then: seconds until every player saw the next step.

    The time counts from the restart, or from the last player's decision if that was later; nothing else is subtracted.
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
    """Median, 99th percentile and maximum in milliseconds; None for an empty sequence."""
    if not seconds:
        return None
    cuts = statistics.quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else [seconds[0]] * 99
    return {
        name: round(value * 1000, 1) for name, value in (("p50", cuts[49]), ("p99", cuts[98]), ("max", max(seconds)))
    }


def report(found: Mapping[str, Any], write: Callable[[str], object], *, as_json: bool) -> None:
    """Write the results as one JSON object, or as one line for each figure. Raises SystemExit with code 1 if they contain `errors`."""
    lines = [json.dumps(found)] if as_json else [f"{name:24} {value}" for name, value in found.items()]
    write("\n".join(lines))
    if found["errors"]:
        sys.exit(1)
