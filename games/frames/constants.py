"""Which names and numbers does the game use that stand on no card? Each with its rule."""

from __future__ import annotations

from typing import Literal

from games.core.text import gettext_noop

GAME_ID = "frames"
RULES_VERSION = "8"

Reason = Literal["raid", "annihilation", "arms_race", "lingering", "stalemate", "resign"]
REASONS: dict[str, str] = {
    "raid": gettext_noop("A mech raided the enemy ship area."),
    "annihilation": gettext_noop("A warship and all its mechs on the board were annihilated."),
    "arms_race": gettext_noop("The arms race is over: the side that kept more of its own wins."),
    "lingering": gettext_noop("The match ended by lingering: the smaller total counted."),
    "stalemate": gettext_noop("The last round is over, and no way to win was reached."),
    "resign": gettext_noop("The match ended by resignation."),
}
"""Why a match ends, in words (11)."""

SIDES = ("blue", "red")
"""Seat 0 is Blue, seat 1 is Red."""
PHASES = ("fleet", "victory", "main", "operate", "window", "choose", "end_step", "plan", "over")

PILE_SIZE = 10
"""Cards in each of the two piles of a fleet (2)."""
COPIES = 2
"""How often a mech model or a card may be in a fleet (2)."""
OPENING_HAND = {"ship": 2, "mech": 3}
"""Cards drawn before the first turn (4)."""
MECH_HAND = 3
"""A resupply of mech cards draws up to this many in hand (5.2)."""

AP_COST = {"fire": 2, "resupply": 1, "operate_all": 2, "operate_one": 1, "deploy": 1, "recall": 1, "gather": 2}
"""Action points of an order (5.2); what is not here costs none."""

GIANT_HIT = GIANT_EVADE = 10
"""The giant's values (8.4)."""
TRACER_HIT = 5
"""Hit per tracer mark (6.6)."""
SMOKE_EVADE = 5
"""Evade behind smoke (8.3)."""

CONDITIONS = {
    "seed": ("raid", "annihilation", "arms_race"),
    "repo": ("raid", "annihilation", "lingering"),
    "siege": ("annihilation", "arms_race"),
    "all": ("raid", "annihilation", "arms_race", "lingering"),
}
"""Victory conditions to choose from, by the option `victory_set` (3)."""
VICTORY_DEFAULT = "annihilation"
FLEET_DEFAULT = ("red_lance", "reactor_wall")
"""What a seat sails with that names no fleet (2)."""

TRIGGERS = ("own_landed", "ship_landed", "mech_landed", "any_landed", "enemy_deploy", "enemy_gather")
"""What a standing order waits for (12.4)."""
