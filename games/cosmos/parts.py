"""What can be used in a match? What planets build, what ships do, and what may become of planets; for reports on balance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.core.contract import Parts
from games.core.events import Event
from games.cosmos.constants import BUILDABLE, EVOLUTION_AGE
from games.cosmos.maps import chosen
from games.cosmos.state import State

ACTS = ("analyse", "capture_enemy", "capture_neutral", "evolve", "mine", "overload")


def names(options: dict[str, Any]) -> list[str]:
    """Ships, and what comes of them; in a short match nothing lives to evolve, and there may be no neutral planets."""
    document = chosen(options)
    neutral = (
        options["neutral_planets"] if document is None else sum(one["side"] is None for one in document["planets"])
    )
    barred = {"evolve": options["rounds"] <= options.get("evolve_after", EVOLUTION_AGE), "capture_neutral": not neutral}
    return [*(f"build.{kind}" for kind in BUILDABLE), *(f"act.{act}" for act in ACTS if not barred.get(act))]


def used(state: State, orders: Mapping[int, Any], events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """What came about in one step."""
    for event in events:
        kind = event["type"]
        if kind == "built":
            yield event["seat"], f"build.{event['kind']}"
        elif kind == "bonus":
            yield event["seat"], "act.analyse"
        elif kind == "overloaded":
            yield event["seat"], "act.overload"
        elif kind == "captured" and event["new_seat"] is not None:
            yield event["new_seat"], "act.capture_neutral" if event["old_seat"] is None else "act.capture_enemy"
        elif kind in ("evolved", "mined"):
            ship = state.entities.get(event["id" if kind == "evolved" else "miner"])
            if ship is not None and ship.seat is not None:
                yield ship.seat, "act.evolve" if kind == "evolved" else "act.mine"


PARTS = Parts(names, used, openings=("build",))
