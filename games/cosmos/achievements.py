"""What can a seat achieve (`games.core.feats`)? Wins that are decided early, by planets, by bids, with few warships, against the estimate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.achievements import FIVE, MANY, TIDE, is_clear
from games.core.events import Event
from games.core.feats import Achievement, Deed, Feat, Played
from games.core.text import gettext_noop
from games.cosmos.constants import PLANET
from games.cosmos.state import State
from games.cosmos.statistics import AGAINST, ALONE, BIDS, BUILT

CAPTURED = "planets taken from others"


def deeds(before: State, events: Sequence[Event], after: State) -> Iterator[Deed]:
    """Planets that went from one seat to another."""
    for id_, old in before.entities.items():
        new = after.entities.get(id_)
        if old.kind == PLANET and old.seat is not None and new is not None and new.seat not in (None, old.seat):
            assert new.seat is not None
            yield Deed(new.seat, CAPTURED)


def _is_half(played: Played) -> bool:
    planets = sum(one.kind == PLANET for one in played.end.entities.values())
    return bool(played.course["planets"][-1][played.seat] * 2 >= planets)


def _is_early(played: Played) -> bool:
    return played.reason == "decided" and bool(played.end.ticked * 4 <= played.end.rounds * 3)


def _is_industry(played: Played) -> bool:
    return played.mine(BUILT["miner"]) + played.mine(BUILT["scout"]) >= 3 * played.mine(BUILT["battleship"])


CLEAR = Feat(
    "clear",
    gettext_noop("Out of reach"),
    gettext_noop("Win with half as many weapon points again as the next."),
    is_clear,
)
EARLY = Feat(
    "early",
    gettext_noop("Won in three quarters"),
    gettext_noop("Be so far ahead after three quarters of the rounds that the rest cannot change it."),
    _is_early,
)
STARS = (CLEAR, EARLY)

ACHIEVEMENTS = (
    Achievement(**vars(CLEAR), icon="trophy"),
    Achievement(**vars(EARLY), icon="hourglass"),
    Achievement(
        "bidder",
        gettext_noop("Auctioneer"),
        gettext_noop("Win with more weapon points against other bids than without any."),
        lambda played: played.mine(AGAINST) > played.mine(ALONE),
        icon="coins",
    ),
    Achievement(
        "thrift",
        gettext_noop("A bargain"),
        gettext_noop("Win though every other civilisation spends more on bids."),
        lambda played: played.mine(BIDS) < min(played.others(BIDS)),
        icon="scroll-text",
    ),
    Achievement(
        "worlds",
        gettext_noop("Half the sky"),
        gettext_noop("Win with half of all planets."),
        _is_half,
        icon="globe",
    ),
    Achievement(
        "conqueror",
        gettext_noop("Conqueror of worlds"),
        gettext_noop("Win a match in which you take a planet from another civilisation."),
        lambda played: played.mine(CAPTURED) > 0,
        icon="swords",
    ),
    Achievement(
        "industry",
        gettext_noop("Ploughs, not swords"),
        gettext_noop("Win with three times as much spent on miners and scouts as on battleships."),
        _is_industry,
        icon="pickaxe",
    ),
    MANY,
    TIDE,
    FIVE,
)
