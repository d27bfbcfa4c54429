"""Did the site keep its promises during a load test? Compares what clients received with an undisturbed replay.

The replay plays each match again from its options, seed and stored orders (`replay.verify`), and renders its frames again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from lobby.fog import audience
from lobby.matches.models import Match, Orders, Seat, Step
from lobby.operations.load.clients import Course, Leap
from lobby.operations.load.kinds import Kind
from lobby.platform.protocol.server import AudienceName
from lobby.store.positions import digest
from lobby.watch import feed, replay


@dataclass
class Proof:
    """Counts of what was checked, and of errors by name."""

    matches: int = 0
    frames: int = 0
    orders: int = 0
    late: int = 0
    """Steps that a person missed who did not mean to, in matches with short steps."""
    errors: Counter[str] = field(default_factory=Counter)

    def look_at_seats(self, match_ids: Iterable[str]) -> None:
        """Check that no person lost a seat to a bot. Call it as soon as the clients have gone: nobody answers for them any more."""
        self.errors["seat_lost"] += Seat.objects.filter(match__in=list(match_ids)).exclude(autopilot="").count()
        self.errors = +self.errors

    def look_at(self, match_id: str, course: Course) -> None:
        """Check everything that the clients of one match received, and every acknowledgement."""
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
        self.errors = +self.errors

    def _look_at_orders(self, match: Match, course: Course) -> None:
        """Check that all acknowledged orders are stored, that each resolved step used the newest of a seat, and that no seat missed a step."""
        newest = {(row.step, row.seat): row.orders for row in Orders.objects.filter(match=match).order_by("revision")}
        played = dict(Step.objects.filter(match=match).values_list("number", "orders"))
        # Steps that no client was shown may have ended since the clients went.
        shown = {number: given for number, given in played.items() if number <= course.resolved}
        empty = {
            (number - 1, int(seat))
            for number, given in shown.items()
            for seat, orders in given.items()
            if orders is None
        }
        missed = len(empty - course.skipped)
        if course.kind is Kind.DEADLINES:
            self.late += missed
        else:
            self.errors["step_missed"] += missed
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
    """True if the skipped frames exceed what the protocol allows to be sent at once; then only the newest frame is sent."""
    told = _audience(leap.audience)
    left_out = (len(audience.frame_bytes(match, told, step)) for step in range(leap.last + 1, leap.step))
    return leap.size + sum(left_out) > feed.MOST_BYTES
