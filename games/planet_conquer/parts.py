"""What can be used in a match? The tactics; for reports on balance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.core.contract import Parts
from games.core.events import Event
from games.planet_conquer.state import State


def names(options: dict[str, Any]) -> list[str]:
    """Every tactic that the table allows."""
    return [f"tactic.{name}" for name in options["tactics"]]


def used(state: State, orders: Mapping[int, Any], events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """The tactics of one round."""
    for seat, given in orders.items():
        if given is not None and given["tactic"] is not None:
            yield seat, f"tactic.{given['tactic']['type']}"


PARTS = Parts(names, used, openings=("tactic",))
