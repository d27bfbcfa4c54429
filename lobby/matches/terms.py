"""Which settings does a table have besides the options of its game, and are they valid? The module knows no seats and stores nothing."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache

from django.utils.translation import gettext_lazy as _

from games.core.contract import Game
from lobby.matches import clock
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match

LIVE_SECONDS = range(5, 3601)
BANK_SECONDS = range(3601)
SLOW_SECONDS = range(3600, 14 * 24 * 3600 + 1)
ENDLESS_SECONDS = 3650 * 24 * 3600
"""Steps without a clock have a deadline too. It is ten years away and never shown."""
SPECTATOR_DELAY = range(51)
RELIABILITY = range(100)
VACATION_DAYS = range(31)
HOURS = range(24)
WEEK = range(7)
LONGEST_PASSWORD = 64
BUDGETS = (1, 3, 10)
"""How many times the usual work a run of a program may take, where a contest chooses it; about 10, 30 and 100 ms of thought."""
DAY_SECONDS = 24 * 3600
MISSES = 2
"""Deadlines missed in a row after which a bot takes the seat."""
RESERVED_FOR = timedelta(minutes=1)
"""How long the seats of a rematch wait for those who played the match before."""


@dataclass(frozen=True)
class Settings:
    """The settings of a table, besides the options of its game."""

    seats: int
    step_seconds: int
    bank_seconds: int = 0
    clock: str = ""
    """Empty: not chosen. None against machines alone, else live."""
    kind: str = Match.Kind.ORDINARY
    rated: bool = False
    visibility: str = ""
    """Empty: not chosen. By link against machines alone, else public."""
    password: str = ""
    """The password as it was typed; only its hash is stored."""
    min_reliability: int = 0
    fixed_hour: int | None = None
    time_zone: str = "UTC"
    rest_days: tuple[int, ...] = ()
    """Days of the week that do not count; 0 is Monday."""
    vacation_days: int = 0
    spectator_delay: int = 2
    spectators_see_all: bool = False
    press: str = Match.Press.PUBLIC
    anonymous: bool = False
    budget: int = 1
    club: int | None = None
    """The club for whose members alone the table is."""
    bots: Mapping[int, str] = field(default_factory=dict)
    """Seat → built-in bot that sits there; seat 0 is the host's."""
    programs: Mapping[int, int] = field(default_factory=dict)
    """Seat → id of the host's program that plays there, in seat 0 for the host."""


ALIKE = (
    "kind", "rated", "visibility", "min_reliability", "clock", "step_seconds", "bank_seconds", "fixed_hour", "time_zone",
    "vacation_days", "spectator_delay", "spectators_see_all", "press", "anonymous", "budget",
)  # fmt: skip
"""Settings that the match stores unchanged under the same names."""


def settled(settings: Settings) -> Settings:
    """The settings, completed with defaults and with the values that follow from the kind of table and its clock."""
    practice = is_practice(settings)
    settings = replace(
        settings,
        clock=settings.clock or (Match.Clock.NONE if practice else Match.Clock.LIVE),
        visibility=settings.visibility or (Match.Visibility.LINK if practice else Match.Visibility.PUBLIC),
    )
    if settings.clock == Match.Clock.NONE and settings.kind == Match.Kind.ORDINARY:
        return replace(
            settings,
            step_seconds=ENDLESS_SECONDS,
            bank_seconds=0,
            min_reliability=0,
            fixed_hour=None,
            rest_days=(),
            vacation_days=0,
            club=None,
        )
    if settings.kind not in Match.ALONE:
        return settings
    return replace(
        settings,
        clock=Match.Clock.SLOW,
        step_seconds=SLOW_SECONDS[-1],
        bank_seconds=0,
        visibility=Match.Visibility.LINK,
        press=Match.Press.NONE,
        password="",
        min_reliability=0,
        fixed_hour=None,
        rest_days=(),
        vacation_days=0,
        anonymous=False,
        club=None,
    )


def is_practice(settings: Settings) -> bool:
    """True if bots or programs have all seats but the host's, so that no other person plays or is sought."""
    machines = {number for number in (*settings.bots, *settings.programs) if number}
    return machines == set(range(1, settings.seats))


def check_settings(game: Game, settings: Settings) -> None:
    """Check completed settings. Raises NotAllowed with the name of the field."""
    check_range("seats", settings.seats, game.seats)
    if settings.kind not in Match.Kind.values or settings.kind == Match.Kind.LESSON:
        raise NotAllowed("kind", _("There is no such kind of table."))
    if settings.clock not in Match.Clock.values:
        raise NotAllowed("clock", _("There is no such clock."))
    if settings.visibility not in Match.Visibility.values:
        raise NotAllowed("visibility", _("A table is public or by link."))
    if settings.press not in Match.Press.values:
        raise NotAllowed("press", _("Talk is none, public or full."))
    if len(settings.password) > LONGEST_PASSWORD:
        raise NotAllowed("password", _("A password has at most %(limit)s characters."), limit=LONGEST_PASSWORD)
    if settings.clock == Match.Clock.NONE:
        if not is_practice(settings):
            raise NotAllowed(
                "clock", _("Only a match against bots alone can go without a clock: people would wait for ever.")
            )
    else:
        is_live = settings.clock == Match.Clock.LIVE
        check_range("step_seconds", settings.step_seconds, LIVE_SECONDS if is_live else SLOW_SECONDS)
    check_range("bank_seconds", settings.bank_seconds, BANK_SECONDS)
    check_range("spectator_delay", settings.spectator_delay, SPECTATOR_DELAY)
    check_range("min_reliability", settings.min_reliability, RELIABILITY)
    _check_calendar(settings)
    _check_rated(settings)
    for number, bot in settings.bots.items():
        if not 0 < number < settings.seats:
            raise NotAllowed(f"bot_{number}", _("A bot cannot sit there."))
        check_bot(game, bot, f"bot_{number}")


def _check_calendar(settings: Settings) -> None:
    check_range("vacation_days", settings.vacation_days, VACATION_DAYS)
    if settings.fixed_hour is not None:
        check_range("fixed_hour", settings.fixed_hour, HOURS)
        if settings.step_seconds % DAY_SECONDS:
            raise NotAllowed("fixed_hour", _("Steps that end at a fixed hour take whole days."))
    if not {*settings.rest_days} < {*WEEK}:
        raise NotAllowed("rest_days", _("Choose days of the week, but not all of them."))
    if settings.time_zone not in time_zones():
        raise NotAllowed("time_zone", _("There is no such time zone."))
    if settings.clock == Match.Clock.LIVE:
        for name in ("fixed_hour", "rest_days", "vacation_days"):
            if getattr(settings, name) not in (None, (), 0):
                raise NotAllowed(name, _("Only a slow clock has a calendar."))


def _check_rated(settings: Settings) -> None:
    if not settings.rated:
        return
    if settings.kind != Match.Kind.ORDINARY:
        raise NotAllowed("rated", _("Hot seats and sandboxes cannot be rated."))
    if settings.bots or settings.programs:
        raise NotAllowed("rated", _("A rated match is between people: no bots or programs."))
    if settings.visibility != Match.Visibility.PUBLIC or settings.password:
        raise NotAllowed("rated", _("A rated match is public and has no password: anybody may be the opponent."))
    if settings.club is not None:
        raise NotAllowed("rated", _("A rated match is for everybody, not for the members of a club alone."))


def check_bot(game: Game, bot: str, path: str) -> None:
    """Raises NotAllowed when the game has no such bot."""
    if bot not in {known.id for known in game.bots}:
        raise NotAllowed(path, _("There is no such bot."))


def check_range(path: str, value: int, allowed: range) -> None:
    """Raises NotAllowed with the limits."""
    if value not in allowed:
        raise NotAllowed(
            path,
            _("Between %(minimum)s and %(maximum)s, please."),
            minimum=allowed[0],
            maximum=allowed[-1],
        )


@lru_cache(maxsize=1)
def time_zones() -> frozenset[str]:
    """Names of every time zone; not those by which a machine names its own."""
    return frozenset(zoneinfo.available_timezones()) - {"Factory", "localtime"}


def calendar(match: Match) -> clock.Calendar:
    """The calendar of the match's clock."""
    if match.fixed_hour is None and not match.rest_days:
        return clock.ALL_DAYS
    return clock.Calendar(zoneinfo.ZoneInfo(match.time_zone), match.fixed_hour, frozenset(match.rest_days))


def reserved_until(match: Match) -> datetime | None:
    """Until when only those who played the match before may sit down at this table; None: it is no rematch."""
    return None if match.rematch_of_id is None else match.created_at + RESERVED_FOR
