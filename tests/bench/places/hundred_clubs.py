"""Where was a club born: at which landmark of its map, or at which of its starts?"""

from __future__ import annotations

from typing import Any

from games.core.events import REFEREE
from games.core.simulate import MatchRecord, replay
from games.hundred_clubs import GAME


def places(record: MatchRecord) -> list[str]:
    """Per seat the nearest landmark of its birthplace, or the nearest start on a map without landmarks."""
    seats = len(record.bots)
    for _, state, _ in replay(GAME, record.options, seats, record.seed, record.orders):
        view = GAME.view(state, REFEREE)
        if view["phase"] not in {"auction", "birthplaces"}:
            return [_nearest(player["capital"], view["map"]) for player in view["players"]]
    raise ValueError(f"match {record.seed!r} never got to its first round")


def _nearest(cell: list[int], document: dict[str, Any]) -> str:
    named: list[tuple[list[int], str]] = [(landmark["at"], landmark["key"]) for landmark in document["landmarks"]]
    named = named or [(start, f"start {number}") for number, start in enumerate(document["starts"])]
    x, y = cell
    return min((abs(x - at[0]) + abs(y - at[1]), name) for at, name in named)[1]
