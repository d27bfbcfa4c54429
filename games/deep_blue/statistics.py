"""What made a match, in numbers (`games.core.statistics`)? Points by what they were given for, hits against their chances, metal by what it built."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.core.entries import Entry
from games.core.events import Event
from games.core.text import gettext_noop
from games.deep_blue.board import planar
from games.deep_blue.constants import KINDS
from games.deep_blue.formulas import hit_chance
from games.deep_blue.state import State

POINTS = {
    "damage": gettext_noop("Damage done"),
    "islands": gettext_noop("Islands held"),
    "fuel": gettext_noop("Fuel collected"),
    "metal": gettext_noop("Metal collected"),
}
HITS = gettext_noop("Strikes that hit")
BUILT = {
    "cargo": gettext_noop("Cargo ships"),
    "destroyer": gettext_noop("Destroyers"),
    "cruiser": gettext_noop("Cruisers"),
    "battleship": gettext_noop("Battleships"),
    "carrier": gettext_noop("Carriers"),
    "submarine": gettext_noop("Submarines"),
    "formation": gettext_noop("Aircraft"),
}
OTHER = gettext_noop("Other units")


def statistics(before: State, events: Sequence[Event], after: State) -> Iterator[Entry]:
    """What one round adds."""
    for seat, (old, new) in enumerate(zip(before.tallies, after.tallies, strict=True)):
        was, now = old.parts(), new.parts()
        for name, row in POINTS.items():
            price = after.settings.per_point.get(name, 1)
            yield Entry("points", seat, row, now[name] // price - was[name] // price)
    for event in events:
        if event["type"] == "strike" and event["result"] in ("hit", "miss"):
            yield from _thrown(before, event)
        elif event["type"] == "battle":
            for id_, _kind, result, _damage in event["strikes"]:
                yield from _of_battle(before, id_, event["cell"][2], result)
        elif event["type"] == "queued" and event["cost"]:
            yield Entry("spent", event["seat"], BUILT.get(event["kind"], OTHER), event["cost"])


def _thrown(before: State, event: dict[str, Any]) -> Iterator[Entry]:
    gun = before.elements.get(event["attacker"])
    if gun is None or gun.seat is None:
        return
    (x, y, level), (left, top, height) = event["cell"], event["from"]
    rect = (left, top, left, top) if gun.is_unit else gun.rect
    distance = planar(rect, (x, y, x, y)) + abs(height - level)
    yield _hit(gun.seat, gun.table.reach[level], distance, event["result"])


def _of_battle(before: State, id_: int, level: int, result: str) -> Iterator[Entry]:
    gun = before.elements.get(id_)
    if gun is not None and gun.seat is not None:
        yield _hit(gun.seat, KINDS[gun.kind].reach[level], 1, result)


def _hit(seat: int, reach: int, distance: int, result: str) -> Entry:
    hits, throws = hit_chance(reach, distance)
    return Entry("luck", seat, HITS, result == "hit", hits / throws)
