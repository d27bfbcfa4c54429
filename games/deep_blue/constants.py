"""Tables of numbers and words, each with its rule; nothing here changes during a match."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from games.core.text import gettext_noop

GAME_ID = "deep_blue"
RULES_VERSION = "4"
SEATS = 2

Reason = Literal["base_destroyed", "both_bases_destroyed", "round_limit", "stalemate", "resigned"]
REASONS: dict[str, str] = {
    "base_destroyed": gettext_noop("A base was destroyed."),
    "both_bases_destroyed": gettext_noop("Both bases were destroyed: the score counts."),
    "round_limit": gettext_noop("The last round is over: the score counts."),
    "stalemate": gettext_noop("The match came to a standstill: the score counts."),
    "resigned": gettext_noop("The match ended by resignation."),
}
"""Why a match ends, in words (9)."""

LAYERS = range(3)
"""Underwater, surface, air."""
SURFACE, AIR = 1, 2
"""Layers of the sea (1)."""

FIRE, TORPEDO, AIR_FIGHT = range(3)
"""Kinds of attack: indices of attack and defence; the third only of formations (1)."""
STRIKES = ("fire", "torpedo")
"""Words of orders for the first two (5.2)."""

IMMUNE: None = None
"""As a defence: this kind of attack does nothing."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One column of the table of elements (1). Triples are [underwater, surface, air]."""

    key: str
    level: int
    health: int
    fuel: int
    ammo: int | None
    """Capacity; None: infinite."""
    ammo_once: int
    """Spent by a strike."""
    metal: int
    sight: tuple[int, int, int]
    reach: tuple[int, int, int]
    """Fire range; 0: cannot fire at that layer."""
    attack: tuple[int, int]
    """Fire and torpedo."""
    anti_air: int
    defence: tuple[int | None, int | None]
    """Against fire and torpedo; None: immune."""
    speed: int = 0
    population: int = 0
    cost: int = 0
    rounds: int = 0
    """Rounds that building it takes."""


KINDS: dict[str, Kind] = {
    kind.key: kind
    for kind in (
        Kind("base", 1, 1000, 2000, None, 0, 200, (4, 10, 8), (0, 9, 8), (40, 0), 26, (15, IMMUNE)),
        Kind("island", 1, 300, 200, 300, 4, 200, (3, 9, 7), (0, 8, 7), (32, 0), 18, (12, IMMUNE)),
        Kind("mine", 1, 0, 0, 0, 0, 0, (0, 0, 0), (0, 0, 0), (0, 0), 0, (IMMUNE, IMMUNE)),
        Kind("oilfield", 1, 0, 0, 0, 0, 0, (0, 0, 0), (0, 0, 0), (0, 0), 0, (IMMUNE, IMMUNE)),
        Kind("submarine", 0, 30, 120, 24, 2, 0, (6, 6, 3), (5, 6, 0), (0, 40), 0, (IMMUNE, 3), 6, 2, 13, 2),
        Kind("destroyer", 1, 70, 150, 40, 4, 0, (5, 9, 8), (5, 7, 7), (22, 26), 10, (9, 9), 8, 2, 12, 3),
        Kind("cruiser", 1, 95, 160, 36, 3, 0, (3, 9, 10), (4, 8, 9), (30, 16), 20, (12, 10), 7, 3, 18, 4),
        Kind("battleship", 1, 150, 180, 50, 5, 0, (1, 10, 7), (0, 9, 6), (46, 0), 7, (17, 8), 6, 5, 34, 6),
        Kind("carrier", 1, 140, 400, 150, 2, 0, (2, 9, 9), (0, 7, 7), (20, 0), 9, (14, 4), 5, 4, 26, 6),
        Kind("cargo", 1, 60, 300, 120, 0, 50, (2, 7, 6), (0, 0, 0), (0, 0), 0, (10, 6), 9, 1, 10, 3),
        Kind("formation", 2, 0, 0, 0, 2, 0, (0, 7, 8), (2, 4, 4), (0, 0), 0, (0, IMMUNE), 12, 2, 0, 0),
    )
}
"""Every kind of element. What a formation has hangs on its planes: `formations.py`."""

RESOURCES = ("mine", "oilfield")
BUILDINGS = ("base", "island", *RESOURCES)
SHIPS = ("destroyer", "cruiser", "battleship", "carrier", "cargo")
UNITS = ("submarine", *SHIPS, "formation")
"""Kinds that move, and that a base can produce."""

COMMANDS: dict[str, tuple[str, ...]] = {
    "base": ("attack", "supply", "repair"),
    "island": ("attack", "supply"),
    "submarine": ("attack",),
    "destroyer": ("attack", "self_destruct"),
    "cruiser": ("attack", "self_destruct"),
    "battleship": ("attack", "self_destruct"),
    "carrier": ("attack", "supply", "collect", "self_destruct"),
    "cargo": ("supply", "collect", "self_destruct"),
    "formation": ("attack",),
}
"""Which commands a kind may be given (3)."""

SUPPLIERS = tuple(kind for kind in UNITS if "supply" in COMMANDS[kind])
"""Units that can bring something to others."""

# Formations (1).
PLANES = ("fighter", "torpedoer", "bomber", "scout")
FIGHTER, TORPEDOER, BOMBER, SCOUT = range(4)
FORMATION_SIZE = 10
FORMATION_RATIO = 4
PLANE_RATING = ((1, 0, 4), (0, 4, 0), (3, 0, 1), (1, 1, 0))
"""Fire, torpedo and air rating of a plane of each type."""
PLANE_HEALTH = (7, 6, 8, 5)
PLANE_FUEL = (10, 10, 10, 15)
PLANE_AMMO = (5, 4, 4, 2)
PLANE_METAL = (2, 2, 3, 1)
PLANE_ROUNDS = (2, 3, 3, 1)
SCOUT_SIGHT = (2, 12, 14)
"""Sight of a formation with at least one scout."""
KEPT_FIRST = (FIGHTER, BOMBER, TORPEDOER, SCOUT)
"""Losses come off the last of these first; a refit adds in this order."""

# Global constants (1).
SPLASH_DIVISOR = 3
SCOUT_BONUS_OF = 10
"""One scout formation adds one part of so many."""
SCOUT_BONUS_MOST = 3
SCOUT_AID_RANGE = 6
AA_SUPPORT_RANGE = 1
CRASH = (3, 10)
"""Share of a crashing formation's health that it does as damage."""
BLAST_HEALTH, BLAST_AMMO = 4, 12
"""Divisors of health and ammo in the blast of a self-destruction."""
HEALTH_PER_METAL = 10
ISLAND_SCORE = 10
FUEL_PER_POINT, METAL_PER_POINT = 10, 2
QUEUE_MAX = 10
MEMORY_ROUNDS = 20
DETOUR_MAX = 8
CARGO_COST = KINDS["cargo"].cost
TOP_SPEED = max(kind.speed for kind in KINDS.values())

BANDS = ("full_control", "advantage", "even", "inferior", "lost_control")
"""Air mastery from the attacker's side, best first (5.6)."""

FIRST_ID, LAST_ID = 100, 9999

START_UNITS: dict[str, tuple[tuple[str, tuple[int, ...] | None], ...]] = {
    "none": (),
    "patrol": (
        ("cargo", None), ("cargo", None), ("destroyer", None), ("submarine", None), ("formation", (4, 2, 3, 1)),
    ),
    "squadron": (
        ("cargo", None), ("destroyer", None), ("destroyer", None), ("cruiser", None), ("submarine", None),
        ("formation", (4, 2, 3, 1)),
    ),
    "task_force": (
        ("cargo", None), ("destroyer", None), ("destroyer", None), ("cruiser", None), ("battleship", None),
        ("submarine", None), ("formation", (4, 2, 3, 1)),
    ),
    "fleet": (
        *((("cargo", None),) * 3), *((("destroyer", None),) * 3), *((("submarine", None),) * 2),
        *((("cruiser", None),) * 2), ("battleship", None), ("carrier", None),
        *((("formation", (4, 2, 3, 1)),) * 2), ("formation", (10, 0, 0, 0)),
    ),
}  # fmt: skip
"""Units of each seat at the start, in the order in which they are placed (2)."""

# Maps (16).
MAP_SIDE = (16, 80)
MOST_OBJECTS = {"base": 2, "island": 14, "mine": 12, "oilfield": 12}
LEAST_SHORE = {"base": 8, "island": 3, "mine": 3, "oilfield": 3}
"""Ocean cells that must lie beside an object."""
MOST_STOCK = 20_000


def _shown(kind: Kind) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(kind).items()}


TABLES: dict[str, Any] = {
    "island_score": ISLAND_SCORE,
    "kinds": {key: _shown(kind) for key, kind in KINDS.items()},
    "planes": {
        "types": list(PLANES),
        "rating": [list(rating) for rating in PLANE_RATING],
        "health": list(PLANE_HEALTH),
        "fuel": list(PLANE_FUEL),
        "ammo": list(PLANE_AMMO),
        "metal": list(PLANE_METAL),
        "rounds": list(PLANE_ROUNDS),
        "size": FORMATION_SIZE,
        "scout_sight": list(SCOUT_SIGHT),
    },
    "queue_max": QUEUE_MAX,
}
"""What views carry of this file."""
