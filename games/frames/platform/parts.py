"""What can be used in a match? Fleets, ways to win, cards, skills, weapons and the rarer acts; for reports on balance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.core.contract import Parts
from games.core.events import Event
from games.frames import cards
from games.frames.board import ahead
from games.frames.catalogue import PLAYED
from games.frames.constants import CONDITIONS
from games.frames.state import State

UNSEEN = ("separable_armour",)
"""Skills that leave no trace when they help."""
CARRIED = ("passive", "weapon")
"""Kinds of mech cards that are used by being carried."""
ACTS = {"recall": "act.recall", "gather": "act.gather", "giant": "act.giant", "install": "act.install"}
"""By event."""


def names(options: dict[str, Any]) -> list[str]:
    """Every fleet, way to win, card, skill and weapon."""
    played = PLAYED[options["sets"]]
    return [
        *(f"starter.{key}" for key in cards.STARTER if key in played),
        *(f"victory.{key}" for key in CONDITIONS[options["victory_set"]]),
        *(f"card.{key}" for key in (*cards.SHIP_CARD, *cards.MECH_CARD)),
        *(f"skill.{key}" for key in (*cards.SKILL, *cards.SHIP_SKILL) if key in played and key not in UNSEEN),
        *(f"weapon.{key}" for key in cards.WEAPON if key in played or key in cards.MECH_CARD),
        *ACTS.values(),
    ]


def used(state: State, orders: Mapping[int, Any], events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """What was chosen before the match, and what was played, revealed and fired in one step."""
    for seat, given in orders.items():
        if given is not None and given["type"] == "fleet":
            yield seat, f"starter.{given['starter'] or 'own'}"
        elif given is not None and given["type"] == "victory":
            yield seat, f"victory.{given['choice']}"
        elif given is not None and given.get("free"):
            yield seat, "skill.quick_rearm"
    for event in events:
        kind = event["type"]
        if kind in ("play", "react") and "card" in event:
            yield event["seat"], f"card.{event['card']}"
        elif kind == "react" and "gear" in event:
            yield event["seat"], f"card.{event['gear']}"
        elif kind == "gear":
            yield seat_of(event["unit"]), f"card.{event['card']}"
        elif kind == "deploy" and tuple(event["at"]) in ahead(seat_of(event["unit"]), "front"):
            yield seat_of(event["unit"]), "skill.bow_catapult"
        elif kind == "manned":
            for held in event["gear"]:
                if cards.MECH_CARD[held["card"]]["use"] in CARRIED:
                    yield seat_of(event["unit"]), f"card.{held['card']}"
        elif kind == "reveal" and event["what"] == "gear" and cards.MECH_CARD[event["card"]]["use"] == "with_move":
            yield seat_of(event["unit"]), f"card.{event['card']}"
        elif kind == "packet":
            for step in event["steps"]:
                if step["why"] == "charged_shield":
                    yield seat_of(event["target"]), "skill.charged_shield"
        elif kind == "energy" and event["why"] == "gather" and event["change"] > 1:
            yield event["seat"], "skill.energy_management"
        elif kind == "skill_used":
            yield event["seat"], f"skill.{event['skill']}"
        elif kind == "attack":
            yield seat_of(event["by"]), f"weapon.{event['weapon'].split('#')[0]}"
        elif kind in ACTS:
            yield event["seat"] if "seat" in event else seat_of(event["unit"]), ACTS[kind]


def seat_of(unit: str) -> int:
    """Whose a warship ("s0") or a mech ("m0_3") is."""
    return int(unit[1])


PARTS = Parts(names, used)
