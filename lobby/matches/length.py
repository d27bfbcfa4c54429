"""How long does a match last at most, and at which rhythms is one played slowly? From what the game says of its rules and the table of its clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.core.contract import Game
from lobby.matches import clock, words
from lobby.matches.models import Match
from lobby.matches.terms import Settings

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_DAY = 24 * 3600
_MONTH = 30.4 * _DAY
_UNITS = ((2 * 365, 365 * _DAY, "years"), (2 * 30.4, _MONTH, "months"), (2, _DAY, "days"), (2 / 24, 3600, "hours"))
"""From how many days on a length is told in which unit, in seconds; below them in minutes."""


@dataclass(frozen=True)
class Rhythm:
    """A usual way to play slowly."""

    label: StrPromise
    step_seconds: int
    steps: int
    """Steps after which such a match should be over: some months at this rhythm."""
    vacation_days: int
    """Of each seat, for the whole match: some steps at this rhythm, a month at most."""


RHYTHMS: Mapping[str, Rhythm] = {
    "twice": Rhythm(_("Two steps a day"), _DAY // 2, 120, 5),
    "daily": Rhythm(_("A step a day"), _DAY, 90, 7),
    "relaxed": Rhythm(_("A step every two days"), 2 * _DAY, 60, 14),
    "weekly": Rhythm(_("A step a week"), 7 * _DAY, 26, 21),
}


@dataclass(frozen=True)
class Length:
    """The end that a match reaches at the latest, pauses and vacations left out."""

    rounds: int
    steps: int | None
    """None: the rules do not limit the steps of a round."""
    seconds: int | None
    """None: no clock, or no limit of steps."""


def longest(game: Game, options: Mapping[str, Any], settings: Settings) -> Length | None:
    """Of checked options and settled settings; None if the rules of the game set no end."""
    if game.longest is None:
        return None
    most = game.longest(dict(options), settings.seats)
    if most.time is None or settings.clock == Match.Clock.NONE or settings.kind in Match.ALONE:
        return Length(most.rounds, most.steps, None)
    if settings.clock == Match.Clock.LIVE:
        steps = most.time + clock.FIRST_STEP_FACTOR - 1
        return Length(
            most.rounds, most.steps, ceil(steps * settings.step_seconds + settings.seats * settings.bank_seconds)
        )
    resting = 7 / max(1, 7 - len(set(settings.rest_days)))
    return Length(most.rounds, most.steps, ceil(most.time * settings.step_seconds * resting))


def in_words(length: Length, settings: Settings) -> str:
    """ "At most 300 rounds at 1 day each: about 10 months." """
    rounds = ngettext("%(n)d round", "%(n)d rounds", length.rounds) % {"n": length.rounds}
    time = words.duration(settings.step_seconds)
    if settings.clock == Match.Clock.NONE or settings.kind in Match.ALONE:
        return gettext("At most %(rounds)s, without a clock.") % {"rounds": rounds}
    if length.steps is None or length.seconds is None:
        return gettext("At most %(rounds)s. Each has several steps of at most %(time)s.") % {
            "rounds": rounds,
            "time": time,
        }
    told = {"rounds": rounds, "time": time, "span": span(length.seconds)}
    if length.steps == length.rounds:
        return gettext("At most %(rounds)s at %(time)s each: about %(span)s.") % told
    told["steps"] = ngettext("%(n)d step", "%(n)d steps", length.steps) % {"n": length.steps}
    return gettext("At most %(rounds)s in %(steps)s at %(time)s each: about %(span)s.") % told


def span(seconds: int) -> str:
    """A long time in the unit that people would name, 25 days or 10 months; a minute is the least."""
    unit, name = next(((unit, name) for days, unit, name in _UNITS if seconds >= days * _DAY), (60, "minutes"))
    number = max(1, round(seconds / unit))
    text = {
        "years": ngettext("%(n)d year", "%(n)d years", number),
        "months": ngettext("%(n)d month", "%(n)d months", number),
        "days": ngettext("%(n)d day", "%(n)d days", number),
        "hours": ngettext("%(n)d hour", "%(n)d hours", number),
        "minutes": ngettext("%(n)d minute", "%(n)d minutes", number),
    }[name]
    return text % {"n": number}


def at_rhythm(game: Game, options: Mapping[str, Any], settings: Settings, name: str) -> tuple[dict[str, Any], Settings]:
    """Options and settings of a slow match at a rhythm of `RHYTHMS`: with an earlier end where the game has an option for it."""
    rhythm = RHYTHMS[name]
    sooner = game.shorter(dict(options), settings.seats, rhythm.steps) if game.shorter else {}
    slow = replace(
        settings,
        clock=Match.Clock.SLOW,
        step_seconds=rhythm.step_seconds,
        bank_seconds=0,
        vacation_days=rhythm.vacation_days,
    )
    return {**options, **sooner}, slow


def of_match(game: Game, match: Match) -> str:
    """How long this table's match lasts at most, in words; "" if nothing limits it."""
    settings = Settings(
        seats=len(match.seats.all()),
        step_seconds=match.step_seconds,
        bank_seconds=match.bank_seconds,
        clock=match.clock,
        kind=match.kind,
        rest_days=tuple(match.rest_days),
    )
    length = longest(game, match.options, settings)
    return in_words(length, settings) if length else ""
