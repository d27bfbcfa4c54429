"""What can a seat achieve (`games.core.feats`)? Wins in peace, wins by war, honest wins, and wins against the estimate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.achievements import FIVE, MANY, TIDE, is_clear
from games.core.events import Event
from games.core.feats import Achievement, Deed, Feat, Played
from games.core.text import gettext_noop
from games.hundred_clubs.state import State
from games.hundred_clubs.statistics import BID, CORRUPTION, DOLE, FOREIGN, FREE, LOST

STABS = "stabs"


def deeds(before: State, events: Sequence[Event], after: State) -> Iterator[Deed]:
    """Backstabs that worked."""
    for event in events:
        if event["type"] == "backstab_spent" and event["effective"]:
            yield Deed(event["seat"], STABS)


def _is_early(played: Played) -> bool:
    return played.reason == "last_club" and played.end.round * 2 <= played.end.last_round


def _is_free(played: Played) -> bool:
    return BID in played.sums and not played.mine(BID) and max(played.others(BID)) > 0


WALL = Feat(
    "wall",
    gettext_noop("Not one step back"),
    gettext_noop("Win and lose ten cells to other clubs at most."),
    lambda played: played.mine(LOST) <= 10,
)
CLEAR = Feat(
    "clear",
    gettext_noop("In another league"),
    gettext_noop("Win with half as much income again as the next club."),
    is_clear,
)
STARS = (CLEAR, WALL)

ACHIEVEMENTS = (
    Achievement(**vars(WALL), icon="shield"),
    Achievement(
        "farmer",
        gettext_noop("Good neighbour"),
        gettext_noop("Win with four of five cells taken from nobody."),
        lambda played: played.mine(FREE) >= 4 * played.mine(FOREIGN),
        icon="heart",
    ),
    Achievement(
        "raider",
        gettext_noop("Hostile takeover"),
        gettext_noop("Win a match in which you take four hundred cells from other clubs."),
        lambda played: played.mine(FOREIGN) >= 400,
        icon="swords",
    ),
    Achievement(
        "honour",
        gettext_noop("A word is a word"),
        gettext_noop("Win without stabbing anybody in the back."),
        lambda played: not played.mine(STABS),
        icon="hand",
    ),
    Achievement(
        "early",
        gettext_noop("The only club"),
        gettext_noop("Be the last club on the campus before half of the rounds are over."),
        _is_early,
        icon="crown",
    ),
    Achievement(
        "free",
        gettext_noop("For nothing"),
        gettext_noop("Win without a bid for your birthplace, where others bid."),
        _is_free,
        icon="coins",
    ),
    Achievement(
        "clean",
        gettext_noop("Clean books"),
        gettext_noop("Win with less lost to corruption than you get as dole."),
        lambda played: played.mine(CORRUPTION) < played.mine(DOLE),
        icon="scroll-text",
    ),
    MANY,
    TIDE,
    FIVE,
)
