"""What can be used in a match? The auction, commands of diplomacy, campaigns and capitals; for reports on balance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.core.contract import Parts
from games.core.events import Event
from games.hundred_clubs.constants import ALLIED, AT_WAR, BACKSTAB, FORM_ALLIANCE, JUSTIFY_WAR
from games.hundred_clubs.state import State

COMMANDS = (FORM_ALLIANCE, JUSTIFY_WAR, BACKSTAB)
RELATIONS = {ALLIED: "relation.alliance", AT_WAR: "relation.war"}


def names(options: dict[str, Any]) -> list[str]:
    """All that clubs can do of their own will."""
    auction = ["auction.bid"] if options["starts"] == "auction" else []
    return [
        *auction, *(f"diplomacy.{command}" for command in COMMANDS), *RELATIONS.values(), "act.campaign", "act.capital",
    ]  # fmt: skip


def used(state: State, orders: Mapping[int, Any], events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """Bids and commands as they were given; alliances and wars as they came about."""
    for seat, given in orders.items():
        if given is None:
            continue
        if given.get("bid"):
            yield seat, "auction.bid"
        for command in given.get("diplomacy", {}).values():
            if command in COMMANDS:
                yield seat, f"diplomacy.{command}"
    for event in events:
        if event["type"] == "campaign":
            yield event["seat"], "act.campaign"
        elif event["type"] == "capital_moved":
            yield event["seat"], "act.capital"
        elif event["type"] == "relation" and event["now"] in RELATIONS:
            yield event["a"], RELATIONS[event["now"]]
            yield event["b"], RELATIONS[event["now"]]


PARTS = Parts(names, used, openings=("diplomacy",))
