"""Lanterns in which a seat can go on by itself: until somebody comes into sight, a light falls, or it has so few hearts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.core.contract import Json
from games.core.events import Event
from games.core.text import Phrase, phrase
from games.core.until import Amount, Condition
from tests.games import toy


def _seen(view: Json) -> set[int]:
    return {line["seat"] for line in view["seats"] if line["cell"] is not None}


def seen(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    """Somebody has come into sight."""
    return phrase("Somebody came.") if _seen(after) - _seen(before) else None


def lit(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    """This seat was hit."""
    hits = [event for event in events if event["type"] == "hit" and event["seat"] == after["you"]]
    return phrase("You were hit on cell %(cell)s.", cell=hits[0]["cell"]) if hits else None


def weak(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    """So few hearts are left."""
    hearts = after["seats"][after["you"]]["hearts"]
    return phrase("%(hearts)s hearts are left.", hearts=hearts) if hearts <= amount else None


GAME = replace(
    toy.GAME,
    id="toy_going",
    until=(
        Condition("seen", "somebody comes", seen),
        Condition("hit", "I am hit", lit),
        Condition("hearts", "so few hearts are left", weak, Amount(1, 9, 3), is_usual=False),
    ),
)
