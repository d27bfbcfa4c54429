"""What can a seat achieve (`games.core.feats`)? Wins by each way to win, without losing a mech, early, or against the estimate."""

from __future__ import annotations

from games.core.achievements import FIVE, TIDE
from games.core.feats import Achievement, Feat, Played
from games.core.text import gettext_noop
from games.frames.state import Side


def _side(played: Played) -> Side:
    found: Side = played.end.sides[played.seat]
    return found


def _counted(played: Played, name: str) -> int:
    return _side(played).counters[name]


def _is_early(played: Played) -> bool:
    return bool(played.end.round * 2 <= played.end.settings.arms_race_round)


def _is_whole(played: Played) -> bool:
    side = _side(played)
    return side.intact and side.ship.hp * 4 >= side.ship.max_hp * 3 and _counted(played, "ship_damage_dealt") > 0


CREW = Feat(
    "crew",
    gettext_noop("Everybody comes home"),
    gettext_noop("Win without losing a mech, and destroy two."),
    lambda played: not _counted(played, "destroyed_own") and _counted(played, "destroyed_enemy") >= 2,
)
HULL = Feat(
    "hull",
    gettext_noop("Hull intact"),
    gettext_noop("Win with three quarters of your warship's hit points left, and damage the enemy's warship."),
    _is_whole,
)
STARS = (CREW, HULL)

ACHIEVEMENTS = (
    Achievement(**vars(CREW), icon="users"),
    Achievement(**vars(HULL), icon="shield"),
    Achievement(
        "raid",
        gettext_noop("Boarding party"),
        gettext_noop("Win by a raid."),
        lambda played: played.reason == "raid",
        icon="door-open",
    ),
    Achievement(
        "annihilation",
        gettext_noop("Nothing left"),
        gettext_noop("Win by annihilation."),
        lambda played: played.reason == "annihilation",
        icon="crosshair",
    ),
    Achievement(
        "early",
        gettext_noop("Before tea"),
        gettext_noop("Win before half of the rounds to the arms race are over."),
        _is_early,
        icon="zap",
    ),
    Achievement(
        "hunter",
        gettext_noop("Hunter"),
        gettext_noop("Win a match in which you destroy three enemy mechs."),
        lambda played: _counted(played, "destroyed_enemy") >= 3,
        icon="swords",
    ),
    Achievement(
        "dancer",
        gettext_noop("Dancer"),
        gettext_noop("Win a match in which your side evades five shots."),
        lambda played: _counted(played, "evades") >= 5,
        icon="rocket",
    ),
    Achievement(
        "secret",
        gettext_noop("Unknown captain"),
        gettext_noop("Win with your captain still face down, and destroy a mech."),
        lambda played: not _side(played).captain_up and _counted(played, "destroyed_enemy") > 0,
        icon="lock",
    ),
    TIDE,
    FIVE,
)
