"""What can a seat achieve (`games.core.achievements`)? Wins by the final weapon, by planets, without warships, against the estimate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.achievements import FIVE, Achievement, Deed, Feat, Played, is_clear, least_chance
from games.core.events import Event
from games.core.text import gettext_noop
from games.cosmos.constants import PLANET
from games.cosmos.state import State
from games.cosmos.statistics import AGAINST, ALONE, BUILT

LOST = "planets lost"
CAPTURED = "planets taken from others"


def deeds(before: State, events: Sequence[Event], after: State) -> Iterator[Deed]:
    """Planets that went from one seat to another, or were lost."""
    for id_, old in before.entities.items():
        if old.kind != PLANET or old.seat is None:
            continue
        new = after.entities.get(id_)
        if new is None or new.seat != old.seat:
            yield Deed(old.seat, LOST)
            if new is not None and new.seat is not None:
                yield Deed(new.seat, CAPTURED)


def _planets(played: Played) -> int:
    return int(played.course["planets"][-1][played.seat])


def _all_planets(played: Played) -> int:
    return sum(one.kind == PLANET for one in played.end.entities.values())


HELD = Feat(
    "held",
    gettext_noop("Not one world lost"),
    gettext_noop("Win without losing a planet."),
    lambda played: not played.mine(LOST),
)
CLEAR = Feat(
    "clear",
    gettext_noop("Out of reach"),
    gettext_noop("Win with half as many weapon points again as the next."),
    is_clear,
)
STARS = (HELD, CLEAR)

ACHIEVEMENTS = (
    Achievement(**vars(HELD), icon="shield"),
    Achievement(**vars(CLEAR), icon="trophy"),
    Achievement(
        "decided",
        gettext_noop("Decided early"),
        gettext_noop("Win so far ahead that the rounds left cannot change it."),
        lambda played: played.reason == "decided",
        icon="hourglass",
    ),
    Achievement(
        "alone",
        gettext_noop("Silence"),
        gettext_noop("Win by leaving no other civilisation."),
        lambda played: played.reason == "elimination",
        icon="crown",
    ),
    Achievement(
        "bidder",
        gettext_noop("Auctioneer"),
        gettext_noop("Win with more weapon points against other bids than without any."),
        lambda played: played.mine(AGAINST) > played.mine(ALONE),
        icon="coins",
    ),
    Achievement(
        "worlds",
        gettext_noop("Half the sky"),
        gettext_noop("Win with half of all planets."),
        lambda played: _planets(played) * 2 >= _all_planets(played),
        icon="globe",
    ),
    Achievement(
        "conqueror",
        gettext_noop("Conqueror of worlds"),
        gettext_noop("Win a match in which you take two planets from others."),
        lambda played: played.mine(CAPTURED) >= 2,
        icon="swords",
    ),
    Achievement(
        "peaceful",
        gettext_noop("Plough, not sword"),
        gettext_noop("Win without building a battleship."),
        lambda played: not played.mine(BUILT["battleship"]),
        icon="pickaxe",
    ),
    Achievement(
        "tide",
        gettext_noop("Against the stars"),
        gettext_noop("Win after the estimate gave you less than half of an even chance."),
        lambda played: least_chance(played) < 500,
        icon="rotate-ccw",
    ),
    FIVE,
)
