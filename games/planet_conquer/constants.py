"""Which numbers and names do the rules fix? Tables only; every entry names its rule in docs/rules/planet_conquer.engine.md."""

from __future__ import annotations

from typing import Literal, NamedTuple

from games.core.text import gettext_noop

GAME_ID = "planet_conquer"
STATE_VERSION = 1
RULES_VERSION = "3"

Reason = Literal["last_standing", "all_out", "round_limit"]
REASONS: dict[str, str] = {
    "last_standing": gettext_noop("Only one seat is left."),
    "all_out": gettext_noop("Nobody is left."),
    "round_limit": gettext_noop("The last round is over."),
}
"""Why a match ends, in words (rule 8.8)."""

MAX_SEATS = 8
MAX_MOVES = 1000
"""Chapter 12: a guard against floods, not a limit of play."""
MAP_SIZE = 1000

MAX_ROUND = (10, 1000)
START_UNITS = (1, 100_000)
POINTS_PER_ROUND = (0, 20)
LOST_TURN_LIMIT = (0, 20)
TACTIC_COST = (0, 100)
POINTS_CAP = (0, 200)
MAX_PLANETS = 200
MAX_ROUTES = 1000
ROUTE_ROUNDS = (1, 50)

# Chapter 2: ranges of a planet's numbers; the first three in thousandths.
DEF_RANGE = (1, 100_000)
RES_RANGE = (0, 10_000)
COS_RANGE = (0, 10_000_000)
MAX_RANGE = (0, 1_000_000)
NATIVES_RANGE = (0, 1_000_000)


class Kind(NamedTuple):
    """Default numbers of a kind of planet (chapter 3), the first three in thousandths."""

    defence: int
    res: int
    cos: int
    limit: int


KINDS: dict[str, Kind] = {
    "base": Kind(1500, 1000, 20_000, 1000),
    "normal": Kind(1200, 1000, 5_000, 600),
    "resource": Kind(500, 1500, 5_000, 300),
    "fortress": Kind(2000, 1000, 5_000, 400),
    "wasteland": Kind(1000, 750, 4_000, 300),
    "core": Kind(500, 2000, 10_000, 500),
    "relay": Kind(1000, 1000, 0, 100),
}

Shown = Literal["sight", "own", "all"]


class Tactic(NamedTuple):
    """One line of the table of tactics (chapter 9)."""

    cost: int
    parameters: tuple[str, ...]
    label: str
    help: str
    shown: Shown
    """Who hears of it at once: those with the planet in sight, only its seat, or everybody."""
    hides_seat: bool = False
    """Under fog the others are not told who played it."""
    lasts: int | None = None
    """Rounds after the one it is played in during which the effect works; None: no effect that stays."""
    strikes_next: bool = False
    """Works in the round after the one it is played in."""
    last_round: bool = True
    """May be played in the last round."""


TACTICS: dict[str, Tactic] = {
    "terminator": Tactic(
        3, ("planet",), gettext_noop("Terminator"), gettext_noop("Next round all units on the planet die; half are left if it is defended."),
        "sight", hides_seat=True, strikes_next=True, last_round=False,
    ),
    "defend": Tactic(
        2, ("planet",), gettext_noop("Defend"),
        gettext_noop("The garrison defends with twice its strength for three rounds; a Terminator leaves half of it."),
        "sight", lasts=2,
    ),
    "attack": Tactic(
        2, ("planet",), gettext_noop("Attack"), gettext_noop("Your units attacking the planet count one and a half times for three rounds."),
        "own", lasts=2,
    ),
    "fast": Tactic(
        2, ("planet",), gettext_noop("Fast"), gettext_noop("Your fleets heading for the planet halve the rounds they still need."), "own",
    ),
    "teleport": Tactic(
        4, ("from", "to", "units"), gettext_noop("Teleport"), gettext_noop("Units reach any planet this round, without a route."), "own",
    ),
    "halt": Tactic(
        2, ("planet",), gettext_noop("Halt"), gettext_noop("The planet skips its next three productions."),
        "sight", hides_seat=True, lasts=3, last_round=False,
    ),
    "boost": Tactic(
        2, ("planet",), gettext_noop("Boost"), gettext_noop("The planet grows twice as fast in its next three productions."),
        "sight", lasts=3, last_round=False,
    ),
    "eleminate": Tactic(
        20, (), gettext_noop("Eliminate"), gettext_noop("Next round all enemies within your sight die."),
        "all", strikes_next=True, last_round=False,
    ),
    "swap": Tactic(
        40, ("seat",), gettext_noop("Swap"), gettext_noop("At the end of the next round you and that seat exchange all planets and fleets."),
        "all", strikes_next=True,
    ),
    "god": Tactic(
        8, ("planet",), gettext_noop("God"), gettext_noop("This round your units there are invincible and wipe out all others."),
        "sight", lasts=0,
    ),
}  # fmt: skip
"""In the order of chapter 9, in which views list them."""

PRESET_COSTS = {"terminator": 2, "teleport": 3, "eleminate": 10, "swap": 16, "god": 4}
"""Ours, for presets: a match of good players lasts some 25 rounds, so the costs of chapter 9 would leave these unplayed."""

TACTIC_RANK = {name: rank for rank, name in enumerate(TACTICS)}
TACTIC_FIELDS = ("type", "planet", "from", "to", "units", "seat")
ALIASES = {"eliminate": "eleminate"}
"""Accepted in orders and rewritten."""

BATTLE_EFFECTS = frozenset({"defend", "attack", "god"})
"""End in step 10."""
GROWTH_EFFECTS = frozenset({"halt", "boost"})
"""End in U3."""
OWNER_EFFECTS = frozenset({"defend", "boost"})
"""End when the planet changes owner or is emptied."""

FULL_FEE = 4
"""Fee level in quarters when nothing is held back (rule 8.2)."""


def last_swap_round(max_round: int) -> int:
    """The last round in which `swap` may be ordered: not in the last tenth of the match (rule 9.9)."""
    return max_round + (-max_round // 10)
