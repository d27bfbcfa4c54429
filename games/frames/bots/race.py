"""When are totals compared, who is ahead until then, and what is a hit point worth in it? (11.3 to 11.5)"""

from __future__ import annotations

from typing import Any

from games.frames import cards
from games.frames.bots.reading import Reading

Json = Any

WHOLE = 90.0
"""A whole fleet, in points."""
SUM = 40.0
"""Printed hit points of a fleet where totals are compared as they are."""
NEAR = 8
"""Rounds before totals are compared, from which on hit points are worth what they count then."""


class Race:
    """The comparison of totals that a match is heading for."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        left = rounds_left(reading)
        self.left = -1 if left is None else left
        """Rounds after this one until the larger total wins; -1: it never does."""
        self.is_near = 0 <= self.left <= NEAR
        self._points = [WHOLE / printed(reading, seat) for seat in range(2)]

    def point(self, seat: int) -> float:
        """What a hit point of this seat is worth."""
        return self._points[seat]

    @property
    def lead(self) -> float:
        """How far the own total is ahead, in points."""
        seat = self.reading.seat
        return self.total(seat) * self.point(seat) - self.total(1 - seat) * self.point(1 - seat)

    def total(self, seat: int) -> float:
        """Hit points of a seat that count."""
        ship = self.reading.units.get(f"s{seat}")
        hull = 0.0
        if ship is not None and not ship["is_mech"]:
            hull = float(min(ship["hp"], cards.SHIP[ship["card"]]["hp"]))
        return hull + sum(float(mech["hp"]) for mech in self.reading.on_board(seat))


def rounds_left(reading: Reading) -> int | None:
    """Rounds after this one until the larger total wins, or None."""
    options, now, ways = reading.view["options"], reading.view["round"], reading.view["victory"]
    first: int = options["arms_race_round"] - now
    if first >= 0 and "arms_race" in ways and "lingering" not in ways:
        return first
    if first >= 0 and "lingering" in ways and "arms_race" not in ways:
        return None
    return int(options["max_rounds"] - now) if options["stalemate"] == "judgement" else None


def printed(reading: Reading, seat: int) -> float:
    """What the total of a seat is measured by."""
    side, measure = reading.view["seats"][seat], reading.view["options"]["arms_race_measure"]
    if measure == "sum":
        return SUM
    ship = cards.SHIP[side["ship"]["card"]]
    if measure == "share":
        return float(ship["hp"])
    mechs = [int(cards.MECH[mech["model"]]["hp"]) for mech in side["mechs"] if mech["model"] in cards.MECH]
    room = min(ship["slots"]["pilots"], len(mechs))
    return float(ship["hp"] + room * sum(mechs) / max(1, len(mechs)))
