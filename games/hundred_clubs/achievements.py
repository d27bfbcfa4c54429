"""What can a seat achieve (`games.core.achievements`)? Wins in peace, wins by war, wins against the estimate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.achievements import FIVE, Achievement, Deed, Feat, Played, is_clear, least_chance
from games.core.events import Event
from games.core.text import gettext_noop
from games.hundred_clubs.state import ALLIED, State
from games.hundred_clubs.statistics import BID, CORRUPTION, FOREIGN, LOST

STABS = "stabs"
MOVED = "capital lost"


def deeds(before: State, events: Sequence[Event], after: State) -> Iterator[Deed]:
    """Backstabs that worked, and capitals lost."""
    for event in events:
        if event["type"] == "backstab_spent" and event["effective"]:
            yield Deed(event["seat"], STABS)
        elif event["type"] == "capital_lost":
            yield Deed(event["seat"], MOVED)


def _allies(played: Played) -> int:
    relations = played.end.relation[played.seat]
    return sum(relation == ALLIED for seat, relation in enumerate(relations) if seat != played.seat)


WALL = Feat(
    "wall",
    gettext_noop("Not one step back"),
    gettext_noop("Win without losing a cell to another club."),
    lambda played: not played.mine(LOST),
)
TWICE = Feat(
    "twice",
    gettext_noop("In another league"),
    gettext_noop("Win with half as much income again as the next club."),
    is_clear,
)
STARS = (WALL, TWICE)

ACHIEVEMENTS = (
    Achievement(**vars(WALL), icon="shield"),
    Achievement(**vars(TWICE), icon="trophy"),
    Achievement(
        "peace",
        gettext_noop("Good neighbour"),
        gettext_noop("Win without taking a cell from another club."),
        lambda played: not played.mine(FOREIGN),
        icon="heart",
    ),
    Achievement(
        "raider",
        gettext_noop("Hostile takeover"),
        gettext_noop("Win a match in which you take sixty cells from other clubs."),
        lambda played: played.mine(FOREIGN) >= 60,
        icon="swords",
    ),
    Achievement(
        "dagger",
        gettext_noop("Dagger"),
        gettext_noop("Win a match in which you stab an ally in the back."),
        lambda played: played.mine(STABS) > 0,
        icon="zap",
    ),
    Achievement(
        "loyal",
        gettext_noop("True friend"),
        gettext_noop("Win against two clubs or more, with an ally beside you at the end."),
        lambda played: played.seats > 2 and _allies(played) > 0 and not played.mine(STABS),
        icon="users",
    ),
    Achievement(
        "last",
        gettext_noop("The only club"),
        gettext_noop("Win by being the last club on the campus."),
        lambda played: played.reason == "last_club",
        icon="crown",
    ),
    Achievement(
        "tide",
        gettext_noop("From behind"),
        gettext_noop("Win after the estimate gave you less than half of an even chance."),
        lambda played: least_chance(played) < 500,
        icon="rotate-ccw",
    ),
    Achievement(
        "free",
        gettext_noop("For nothing"),
        gettext_noop("Win without a bid for your birthplace."),
        lambda played: BID in played.sums and not played.mine(BID) and max(played.others(BID)) > 0,
        icon="coins",
    ),
    Achievement(
        "clean",
        gettext_noop("Clean books"),
        gettext_noop("Win without losing money to corruption."),
        lambda played: not played.mine(CORRUPTION),
        icon="scroll-text",
    ),
    FIVE,
)
