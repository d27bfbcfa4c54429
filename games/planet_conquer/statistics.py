"""What made a match, in numbers (`games.core.statistics`)? Planets and units by where they came from, points by tactic. There is no chance in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.core.entries import Entry
from games.core.events import Event
from games.core.text import gettext_noop
from games.planet_conquer.constants import TACTICS
from games.planet_conquer.state import State

TAKEN = gettext_noop("Planets won in battle")
SETTLED = gettext_noop("Planets taken without a fight")
LOST = gettext_noop("Planets lost in battle")
GROWN = gettext_noop("Units grown")
FALLEN = gettext_noop("Units lost in battle")


def statistics(before: State, events: Sequence[Event], after: State) -> Iterator[Entry]:
    """What one round adds."""
    for event in events:
        kind = event["type"]
        if kind == "battle":
            yield from _battle(event)
        elif kind == "occupied":
            yield Entry("points", event["seat"], SETTLED, 1)
        elif kind == "production":
            yield Entry("points", event["seat"], GROWN, event["after"] - event["before"])
        elif kind == "tactic_played":
            type_ = event["tactic"]["type"]
            yield Entry("spent", event["seat"], TACTICS[type_].label, before.settings.costs[type_])


def _battle(event: dict[str, Any]) -> Iterator[Entry]:
    winner, holder = event["winner"], event["owner_before"]
    if winner != holder:
        if winner is not None:
            yield Entry("points", winner, TAKEN, 1)
        if holder is not None:
            yield Entry("points", holder, LOST, 1)
    for side in event["sides"]:
        if side["seat"] is not None:
            left = event["survivors"] if side["seat"] == winner else 0
            yield Entry("spent", side["seat"], FALLEN, max(0, side["garrison"] + side["arrived"] - left))
