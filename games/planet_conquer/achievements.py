"""What can a seat achieve (`games.core.feats`)? Wins that hold everything, take everything, waste nothing, or turn a lost match."""

from __future__ import annotations

from games.core.achievements import FIVE, MANY, TIDE
from games.core.feats import Achievement, Feat, Played
from games.core.text import gettext_noop
from games.planet_conquer.constants import TACTICS
from games.planet_conquer.statistics import FALLEN, LOST, TAKEN

EARLY = 10
"""Rounds."""
LABELS = tuple(tactic.label for tactic in TACTICS.values())


def _tactics(played: Played) -> int:
    """How many different tactics the seat has played."""
    return sum(played.mine(label) > 0 for label in LABELS)


def _share(played: Played) -> float:
    """The seat's part of all planets of the map at half of the match: at the end most winners have every one."""
    return played.main[len(played.main) // 2][played.seat] / len(played.end.owner)


def _is_early(played: Played) -> bool:
    return played.reason == "last_standing" and played.steps <= EARLY


UNBROKEN = Feat(
    "unbroken",
    gettext_noop("Unbroken"),
    gettext_noop("Win without losing a planet in battle."),
    lambda played: not played.mine(LOST),
)
EMPIRE = Feat(
    "empire",
    gettext_noop("Empire"),
    gettext_noop("Win, and hold two thirds of all planets at half of the match."),
    lambda played: _share(played) >= 2 / 3,
)
STARS = (UNBROKEN, EMPIRE)

ACHIEVEMENTS = (
    Achievement(**vars(UNBROKEN), icon="shield"),
    Achievement(**vars(EMPIRE), icon="globe"),
    Achievement(
        "conqueror",
        gettext_noop("Conqueror"),
        gettext_noop("Leave none of two others or more on the map."),
        lambda played: played.reason == "last_standing" and played.seats > 2,
        icon="crown",
    ),
    Achievement(
        "lightning",
        gettext_noop("Lightning"),
        gettext_noop("Leave nobody else on the map within ten rounds."),
        _is_early,
        icon="zap",
    ),
    Achievement(
        "bare_hands",
        gettext_noop("Bare hands"),
        gettext_noop("Win without playing a tactic."),
        lambda played: not _tactics(played),
        icon="hand",
    ),
    Achievement(
        "tactician",
        gettext_noop("Tactician"),
        gettext_noop("Win a match in which you play four different tactics."),
        lambda played: _tactics(played) >= 4,
        icon="layers",
    ),
    Achievement(
        "thrift",
        gettext_noop("Few losses"),
        gettext_noop("Win with half as many units lost in battle as any other side, and take five planets in battle."),
        lambda played: played.mine(TAKEN) >= 5 and played.mine(FALLEN) * 2 <= min(played.others(FALLEN)),
        icon="heart",
    ),
    MANY,
    TIDE,
    FIVE,
)
