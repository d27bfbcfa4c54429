"""The tables of the rules. Numbers in brackets are chapters of docs/rules/cosmos.engine.md; all distances are squared."""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Literal

from games.core.text import gettext_noop

GAME_ID = "cosmos"
RULES_VERSION = "3"
MAX_SEATS = 8

Reason = Literal["decided", "weapon", "planets", "energy", "draw", "elimination", "resignation"]
REASONS: dict[str, str] = {
    "decided": gettext_noop("The final weapon was so far ahead that the rounds left could not change it."),
    "weapon": gettext_noop("The points of the final weapon decided."),
    "planets": gettext_noop("The final weapon had equal points; the number of planets decided."),
    "energy": gettext_noop("Final weapon and planets were equal; energy decided."),
    "draw": gettext_noop("Final weapon, planets and energy were equal after the last round."),
    "elimination": gettext_noop("Only one seat is left."),
    "resignation": gettext_noop("The match ended by resignation."),
}
"""Why a match ends, in words (9)."""

PLANET, BATTLESHIP, MINER, SCOUT = range(4)
KINDS = ("planet", "battleship", "miner", "scout")
KIND_WORDS = {
    "planet": gettext_noop("Planet"), "battleship": gettext_noop("Battleship"), "miner": gettext_noop("Miner"),
    "scout": gettext_noop("Scout"),
}  # fmt: skip
KIND_NUMBER = {name: number for number, name in enumerate(KINDS)}
BUILDABLE = KINDS[1:]

# Attributes by kind (4.1).
BASE_COOLDOWN = (2.0, 1.0, 2.0, 1.5)
INITIAL_COOLDOWN = (0.0, 10.0, 0.0, 10.0)
ACTION = (2, 9, 0, 12)
SENSE = (40, 25, 20, 30)
DETECT = (40, 25, 20, 40)
TRUE_SIGHT = (True, False, False, True)

LOWEST_ID, HIGHEST_ID = 10_000, 99_999
START_ENERGY = 150
NEUTRAL_ENERGY = (50, 500)
POOREST_NEUTRAL = 20
"""Least energy of a neutral planet that a table may choose (17)."""

BURST_OVERHEAD = 10
MAX_RADIUS = 9
HIGHEST_SUM = 30_000
"""From this sum of bonuses on a share is `MOST`, as it is whenever it would be more (6.2)."""
MOST = 10**12
ANALYSIS_COST = 10
BONUS_ROUNDS = 50
MINING_DELAY = 50
EVOLUTION_AGE = 300
"""Unless a table says otherwise (17)."""
FIRST_SCOUT = 1
"""Energy of a scout that is under way at the start: it looks, and takes nobody apart where that costs defence (17)."""
MAX_RADIO = 99_999_999
MAX_ACTIONS = 8
MAX_VALID_FOR = 50
MAX_REFLEXES = 8
MAX_PATTERN = 16
MAX_ORDER_BYTES = 256 * 1024
FARTHEST = 1000
"""Positions in orders are at most this far from the origin on either axis (8.5)."""
HISTORY = 50
"""Bids that a seat's view remembers (7.2)."""
COURSE = 50
"""Rows that tell over a whole match how the points of the final weapon have grown."""

DIRECTIONS = {
    "north": (0, 1), "north_east": (1, 1), "east": (1, 0), "south_east": (1, -1),
    "south": (0, -1), "south_west": (-1, -1), "west": (-1, 0), "north_west": (-1, 1),
}  # fmt: skip
"""North first, clockwise; y grows to the north."""
DIRECTION_NAMES = tuple(DIRECTIONS)
DIRECTION_NUMBER = {name: number for number, name in enumerate(DIRECTION_NAMES)}
COOLDOWN_ACTIONS = frozenset({"move", "build", "overload", "analyse"})


@cache
def planet_income(round_: int) -> int:
    """What a planet gains at the beginning of a round: the smallest k with 25 k² >= round (5.1)."""
    k = 0
    while 25 * k * k < round_:
        k += 1
    return k


@cache
def mining_income(energy: int) -> int:
    """What a miner of this energy pays a round (6.4)."""
    return int((0.02 + 0.03 * exp(-0.001 * energy)) * energy)


MINING_STEPS = [n for n in range(1, 600) if mining_income(n) > mining_income(n - 1)]
"""The least energies with which a miner pays one point more each, as far as anybody builds them: 21, 41, 63 … (6.4)."""


def initial_defence(kind: int, energy: int) -> int:
    """The defence of a new ship (4.1)."""
    return (7 * energy + 9) // 10 if kind == SCOUT else energy
