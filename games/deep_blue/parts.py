"""What can be used in a match? Kinds of units, planes, strikes and services; for reports on balance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.core.contract import Parts
from games.core.events import Event
from games.deep_blue.constants import KINDS, PLANES
from games.deep_blue.state import State

COMMANDS = ("attack", "collect", "repair", "self_destruct", "supply")


def names(options: dict[str, Any]) -> list[str]:
    """The same at every table."""
    built = [kind for kind, table in KINDS.items() if table.population]
    return [
        *(f"build.{kind}" for kind in built), *(f"planes.{plane}" for plane in PLANES),
        *(f"command.{name}" for name in COMMANDS), "act.capture",
    ]  # fmt: skip


def used(state: State, orders: Mapping[int, Any], events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """What was queued, ordered and captured in one round."""
    for seat, given in orders.items():
        for order in (given or {}).get("units", {}).values():
            if order.get("command"):
                yield seat, f"command.{order['command']['type']}"
    for event in events:
        if event["type"] == "queued":
            yield event["seat"], f"build.{event['kind']}"
            for plane, number in zip(PLANES, event["planes"] or (), strict=False):
                if number:
                    yield event["seat"], f"planes.{plane}"
        elif event["type"] == "captured":
            yield event["seat"], "act.capture"


PARTS = Parts(names, used, openings=("build",))
