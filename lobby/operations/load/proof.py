"""Did the site keep its promises during a load test? Holds what clients were told against a twin that nothing disturbed.

The twin is each match played again from its options, seed and stored orders (`replay.verify`); frames are rendered anew from it.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field

from lobby.matches import audience, feed, replay
from lobby.matches.models import Match, Orders, Step
from lobby.matches.positions import digest
from lobby.matches.protocol import AudienceName
from lobby.operations.load.clients import Course, Leap


@dataclass
class Proof:
    """What was looked at, and what was wrong by name."""

    matches: int = 0
    frames: int = 0
    orders: int = 0
    errors: Counter[str] = field(default_factory=Counter)

    def look_at(self, match_id: str, course: Course) -> None:
        """Everything that the clients of one match saw and were promised."""
        match = Match.objects.get(pk=match_id)
        self.matches += 1
        self.errors["replay_differs"] += len(replay.verify(match))
        for name, frames in course.frames.items():
            told = _audience(name)
            for step, seen in frames.items():
                frame = json.loads(audience.frame_bytes(match, told, step))
                self.frames += 1
                self.errors["frame_differs"] += digest([frame["view"], frame["events"]]) != seen
        self.errors["gap"] += sum(not _may_leap(match, leap) for leap in course.leaps)
        self._look_at_orders(match, course)
        self.errors["seat_lost"] += match.seats.exclude(autopilot="").count()
        self.errors = +self.errors

    def _look_at_orders(self, match: Match, course: Course) -> None:
        """Each acknowledged order is stored, and once its step is resolved the newest of its seat is what was played; nobody missed a step."""
        newest = {(row.step, row.seat): row.orders for row in Orders.objects.filter(match=match).order_by("revision")}
        played = dict(Step.objects.filter(match=match).values_list("number", "orders"))
        self.errors["step_missed"] += sum(list(given.values()).count(None) for given in played.values())
        for seat, steps in course.acknowledged.items():
            for step in steps:
                self.orders += 1
                if (step, seat) not in newest:
                    self.errors["acknowledged_order_lost"] += 1
                elif step + 1 in played and played[step + 1].get(str(seat)) != newest[step, seat]:
                    self.errors["another_order_played"] += 1


def _audience(name: AudienceName) -> audience.Audience:
    return audience.own_seat(name) if isinstance(name, int) else audience.PUBLIC


def _may_leap(match: Match, leap: Leap) -> bool:
    """Was what was left out too much to be sent? By the protocol the newest frame then comes alone."""
    told = _audience(leap.audience)
    left_out = (len(audience.frame_bytes(match, told, step)) for step in range(leap.last + 1, leap.step))
    return leap.size + sum(left_out) > feed.MOST_BYTES
