"""Did a seat move first, and with which fleet? Where both have the same one it tells nothing about the fleet."""

from __future__ import annotations

from games.core.events import REFEREE
from games.core.simulate import MatchRecord, replay
from games.frames import GAME


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
