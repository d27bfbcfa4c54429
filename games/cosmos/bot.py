"""Which built-in bots does Cosmos have? Weakest first; how each thinks is in `bots/`. Chapter 12."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from typing import Any

from games.core.contract import Bot
from games.core.rng import Rng
from games.core.text import gettext_noop
from games.cosmos.bots import drifter
from games.cosmos.bots.commander import Character, decide
from games.cosmos.bots.mercy import until_beaten
from games.cosmos.programs import native
from games.cosmos.programs.planned import asks, orders

Json = Any


class Pilot:
    """Plays a seat by one program: a run for every own entity, on what that entity senses (10.5)."""

    def __init__(self, program: native.Program) -> None:
        self.program = program

    def decide(self, view: Json, rng: Rng, memory: dict[str, Json]) -> Json:
        """Orders of the seat. `memory` holds what each entity remembers, by id; that of lost entities is forgotten."""
        chance = rng.randrange(1 << 62)
        kept: Mapping[str, dict[str, Json]] = memory.get("entities", {})
        remembered: dict[str, dict[str, Json]] = {}
        answers = {}
        for ask in asks(view):
            own = remembered[ask.entity] = dict(kept.get(ask.entity, {}))
            answers[ask.entity] = native.run(self.program, ask.view, own, _seed(chance, ask.entity))
        memory["entities"] = remembered
        return orders(view, answers)


def _seed(chance: int, entity: str) -> int:
    """A stream of chance for each entity that does not depend on the others."""
    return int.from_bytes(sha256(f"{chance}:{entity}".encode()).digest()[:8], "big")


BOTS: tuple[Bot, ...] = (
    Bot(
        "easy",
        gettext_noop("Drifter"),
        gettext_noop("Every entity by itself, without a plan. For a first match."),
        until_beaten(Pilot(drifter.PROGRAM).decide),
        strength="easy",
    ),
    Bot(
        "medium",
        gettext_noop("Steward"),
        gettext_noop("A steady economy behind a ring of ships, bids that pay, and bursts only where they do."),
        until_beaten(partial(decide, Character(hunts=False, least_raider=60, settles=False, first_miner=85, quiet=32))),
        strength="medium",
    ),
    Bot(
        "hard",
        gettext_noop("Warden"),
        gettext_noop("Scouts that starve you, guards against yours, and waves of battleships against your planets."),
        until_beaten(partial(decide, Character())),
        strength="hard",
    ),
)
"""Weakest first."""
