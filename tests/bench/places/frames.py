"""Did a seat move first, and with which fleet? Where both have the same one it tells nothing about the fleet."""

from __future__ import annotations

from games.core.events import REFEREE
from games.core.simulate import MatchRecord, replay
from games.frames import GAME
from games.frames.cards import STARTER

TURN, FLEET = 0.04, 0.1
"""How far the share of a turn order, and of a starter fleet, may be from a half."""


def bounds(place: str, bot: str) -> tuple[float, float] | None:
    """Least and greatest share of a place; None: what chance allows. A fleet of one's own has none."""
    if place in ("first", "second"):
        return (0.5 - TURN, 0.5 + TURN) if bot == "hard" else None
    return (0.5 - FLEET, 0.5 + FLEET) if place in STARTER else None


def places(record: MatchRecord) -> list[tuple[str, ...]]:
    """Per seat `first` or `second`, and its starter fleet."""
    fleets = [record.orders[0][seat]["starter"] for seat in range(2)]
    for _, state, _ in replay(GAME, record.options, 2, record.seed, record.orders):
        first = GAME.view(state, REFEREE)["first"]
        if first is not None:
            turns = ["first" if seat == first else "second" for seat in range(2)]
            return [
                (turn, fleet) if fleets[0] != fleets[1] else (turn,) for turn, fleet in zip(turns, fleets, strict=True)
            ]
    raise ValueError(f"match {record.seed!r} never got to its first turn")
