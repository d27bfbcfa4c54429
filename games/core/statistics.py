"""What made a match, in numbers? Points by source, luck in lots and dice, what was spent and on what. Pure.

`Game.statistics` says what one step adds; here the steps of a finished match are summed up. The entries tell everything, so nobody may see
them before the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

from games.core.contract import Game, Json, State
from games.core.entries import Table
from games.core.events import REFEREE, Event, filter_for


def summed_up(
    game: Game, seats: int, course: Iterable[tuple[State, Iterable[Event]]]
) -> dict[str, list[dict[str, Json]]]:
    """Table → rows {"row", "values": a number for each seat, "expected": the same or null}, from the positions of a match in their order.

    Each position comes with the events that led to it. {} in a game without statistics.
    """
    if game.statistics is None:
        return {}
    tables: dict[str, dict[str, dict[str, Any]]] = {name: {} for name in get_args(Table)}
    before: State = None
    for state, events in course:
        if before is not None:
            for entry in game.statistics(before, filter_for(events, REFEREE), state):
                row = tables[entry.table].setdefault(entry.row, {"values": [0.0] * seats, "expected": None})
                row["values"][entry.seat] += entry.amount
                if entry.expected is not None:
                    row["expected"] = row["expected"] or [0.0] * seats
                    row["expected"][entry.seat] += entry.expected
        before = state
    return {
        name: [
            {
                "row": message,
                "values": [round(value, 1) for value in row["values"]],
                "expected": row["expected"] and [round(value, 1) for value in row["expected"]],
            }
            for message, row in rows.items()
            if any(row["values"]) or any(row["expected"] or ())
        ]
        for name, rows in tables.items()
    }
