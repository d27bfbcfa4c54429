"""What can a seat achieve (`games.core.feats`)? Wins by the base, by islands, with few losses, by one arm of the fleet."""

from __future__ import annotations

from games.core.achievements import FIVE, TIDE, is_clear
from games.core.feats import Achievement, Feat, Played
from games.core.text import gettext_noop
from games.deep_blue.constants import KINDS
from games.deep_blue.state import Book

SHIPS = frozenset(key for key, kind in KINDS.items() if kind.speed and key != "formation")


def _lost(played: Played, seat: int) -> int:
    """Ships lost by a seat."""
    return sum(number for kind, number in played.end.books[seat].lost.items() if kind in SHIPS)


def _book(played: Played) -> Book:
    found: Book = played.end.books[played.seat]
    return found


def _part(played: Played, kind: str) -> float:
    """The part of the seat's damage that was done by this kind."""
    damage = _book(played).damage
    return damage.get(kind, 0) / max(1, sum(damage.values()))


def _left(played: Played) -> int:
    """Enemy ships at the end."""
    return sum(one.kind in SHIPS for one in played.end.own(1 - played.seat))


def _holds_all(played: Played) -> bool:
    islands = {one.seat for one in played.end.elements.values() if one.kind == "island"}
    return islands == {played.seat}


FEWER = Feat(
    "fewer",
    gettext_noop("Bring them home"),
    gettext_noop("Win with half as many ships lost as the enemy."),
    lambda played: _lost(played, played.seat) * 2 <= _lost(played, 1 - played.seat),
)
CLEAR = Feat(
    "clear",
    gettext_noop("Ruler of the waves"),
    gettext_noop("Win with a quarter as many points again."),
    lambda played: is_clear(played, 1.25),
)
STARS = (CLEAR, FEWER)

ACHIEVEMENTS = (
    Achievement(**vars(CLEAR), icon="crown"),
    Achievement(**vars(FEWER), icon="users"),
    Achievement(
        "base",
        gettext_noop("Home port"),
        gettext_noop("Win by destroying the enemy's base."),
        lambda played: played.reason == "base_destroyed",
        icon="anchor",
    ),
    Achievement(
        "sweep",
        gettext_noop("Empty sea"),
        gettext_noop("Win with two enemy ships left at most."),
        lambda played: _left(played) <= 2,
        icon="crosshair",
    ),
    Achievement(
        "islands",
        gettext_noop("Island chain"),
        gettext_noop("Win while you hold every island."),
        _holds_all,
        icon="flag",
    ),
    Achievement(
        "landing",
        gettext_noop("From shore to shore"),
        gettext_noop("Win a match in which you take three islands."),
        lambda played: _book(played).captured >= 3,
        icon="map",
    ),
    Achievement(
        "wolves",
        gettext_noop("Wolf pack"),
        gettext_noop("Win with a third of your damage done by submarines."),
        lambda played: _part(played, "submarine") * 3 >= 1,
        icon="ship",
    ),
    Achievement(
        "wings",
        gettext_noop("From the air"),
        gettext_noop("Win with two fifths of your damage done by aircraft."),
        lambda played: _part(played, "formation") * 5 >= 2,
        icon="plane",
    ),
    Achievement(
        "guns",
        gettext_noop("Big guns"),
        gettext_noop("Win with a quarter of your damage done by battleships."),
        lambda played: _part(played, "battleship") * 4 >= 1,
        icon="zap",
    ),
    TIDE,
    FIVE,
)
