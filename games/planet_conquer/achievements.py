"""What can a seat achieve (`games.core.feats`)? Wins that hold everything, take everything, waste nothing, or turn a lost match."""

from __future__ import annotations

from games.core.achievements import FIVE, MANY, TIDE
from games.core.feats import Achievement, Feat, Played
from games.core.text import gettext_noop
from games.planet_conquer.constants import TACTICS
from games.planet_conquer.statistics import FALLEN, LOST, TAKEN

LABELS = tuple(tactic.label for tactic in TACTICS.values())


def _tactics(played: Played) -> int:
    """How many different tactics the seat has played."""
    return sum(played.mine(label) > 0 for label in LABELS)


def _share(played: Played) -> float:
    """The seat's part of all planets of the map at the end."""
    return played.main[-1][played.seat] / len(played.end.owner)


def _is_early(played: Played) -> bool:
    return played.reason == "last_standing" and played.steps <= played.end.settings.max_round / 2


UNBROKEN = Feat(
    "unbroken",
    gettext_noop("Unbroken"),
    gettext_noop("Win without losing a planet in battle."),
    lambda played: not played.mine(LOST),
)
EMPIRE = Feat(
    "empire",
    gettext_noop("Empire"),
    gettext_noop("Win with two thirds of all planets of the map."),
    lambda played: _share(played) >= 2 / 3,
)
STARS = (UNBROKEN, EMPIRE)

ACHIEVEMENTS = (
    Achievement(**vars(UNBROKEN), icon="shield"),
    Achievement(**vars(EMPIRE), icon="globe"),
    Achievement(
        "conqueror",
        gettext_noop("Conqueror"),
        gettext_noop("Win by leaving nobody else on the map."),
        lambda played: played.reason == "last_standing",
        icon="crown",
    ),
    Achievement(
        "lightning",
        gettext_noop("Lightning"),
        gettext_noop("Leave nobody else on the map before half of the rounds are over."),
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
