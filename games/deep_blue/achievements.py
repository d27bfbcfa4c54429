"""What can a seat achieve (`games.core.achievements`)? Wins by the base, by the sea, by the islands; with the whole fleet, or with submarines."""

from __future__ import annotations

from games.core.achievements import FIVE, Achievement, Feat, Played, is_clear, least_chance
from games.core.text import gettext_noop
from games.deep_blue.constants import KINDS
from games.deep_blue.state import Book

SHIPS = frozenset(key for key, kind in KINDS.items() if kind.speed and key != "formation")


def _book(played: Played) -> Book:
    found: Book = played.end.books[played.seat]
    return found


def _ships(table: dict[str, int]) -> int:
    return sum(number for kind, number in table.items() if kind in SHIPS)


def _their_ships(played: Played) -> int:
    return sum(one.kind in SHIPS for one in played.end.own(1 - played.seat))


def _holds_all(played: Played) -> bool:
    islands = [one.seat for one in played.end.elements.values() if one.kind == "island"]
    return bool(islands) and set(islands) == {played.seat}


def _by_submarines(played: Played) -> bool:
    damage = _book(played).damage
    return damage.get("submarine", 0) * 2 >= sum(damage.values()) > 0


def _is_early(played: Played) -> bool:
    return played.reason == "base_destroyed" and played.steps <= played.end.settings.round_limit / 2


WHOLE = Feat(
    "whole",
    gettext_noop("All hands"),
    gettext_noop("Win without losing a ship."),
    lambda played: not _ships(_book(played).lost),
)
CLEAR = Feat("clear", gettext_noop("Ruler of the waves"), gettext_noop("Win with half as many points again."), is_clear)
STARS = (WHOLE, CLEAR)

ACHIEVEMENTS = (
    Achievement(**vars(WHOLE), icon="users"),
    Achievement(**vars(CLEAR), icon="crown"),
    Achievement(
        "base",
        gettext_noop("Home port"),
        gettext_noop("Win by destroying the enemy's base."),
        lambda played: played.reason == "base_destroyed",
        icon="anchor",
    ),
    Achievement(
        "lightning",
        gettext_noop("Raid at dawn"),
        gettext_noop("Destroy the enemy's base before half of the rounds are over."),
        _is_early,
        icon="zap",
    ),
    Achievement(
        "sweep",
        gettext_noop("Empty sea"),
        gettext_noop("Win with no enemy ship left."),
        lambda played: not _their_ships(played),
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
        "wolves",
        gettext_noop("Wolf pack"),
        gettext_noop("Win with at least half of your damage done by submarines."),
        _by_submarines,
        icon="ship",
    ),
    Achievement(
        "wings",
        gettext_noop("From the air"),
        gettext_noop("Win with at least half of your damage done by aircraft."),
        lambda played: _book(played).damage.get("formation", 0) * 2 >= sum(_book(played).damage.values()) > 0,
        icon="plane",
    ),
    Achievement(
        "tide",
        gettext_noop("The tide turns"),
        gettext_noop("Win after the estimate gave you less than half of an even chance."),
        lambda played: least_chance(played) < 500,
        icon="rotate-ccw",
    ),
    FIVE,
)
