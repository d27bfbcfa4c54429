"""What have staff switched off, and which limits have they changed, while the site runs? Each change has a reason and is in the audit log.

A process keeps what it has read: `keep` reads again every few seconds, so no page asks the database for it. What has begun goes on; only
nothing new of its kind begins. `lobby/tables/switched.py` refuses it.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Mapping
from typing import Any, Final

from allauth.core.internal.ratelimit import parse_rates
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import Error as DatabaseError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from lobby.accounts import sanctions
from lobby.accounts.models import Switch, User
from lobby.platform.process import threads

log = logging.getLogger("fogbound.switches")

CONTESTS: Final = "contests"
PROGRAMS: Final = "programs"
SIGN_UP: Final = "signup"
GUESTS: Final = "guests"
KINDS: Final = (SIGN_UP, GUESTS, CONTESTS, PROGRAMS)
GAME: Final = "game:"
"""Before the id of a game."""
LIMIT: Final = "limit:"
"""Before the name of a limit of `settings.ACCOUNT_RATE_LIMITS`."""
OFF: Final = "off"
LOOKS_EVERY: Final = 5.0
"""Seconds until other processes know of a change."""
MOST: Final = 10**8
MOST_LETTERS: Final = 100
ACTS: Final = ("switch off", "switch on", "limit")
"""As the audit log names them."""

_known: dict[str, str] = {}
_given: dict[str, str] = {}
"""The limits of the settings in whose place others hold now."""
_READING = threading.Lock()
"""What was read earlier is never put in the place of what was read later."""


def is_off(name: str) -> bool:
    """Is that switched off, as far as this process knows?"""
    return _known.get(name) == OFF


def is_game_off(game_id: str) -> bool:
    """Is that game switched off?"""
    return is_off(GAME + game_id)


def limits() -> dict[str, str]:
    """Name of a limit → what staff have set in place of the settings."""
    return {name.removeprefix(LIMIT): value for name, value in _known.items() if name.startswith(LIMIT)}


@transaction.atomic
def turn(*, staff: User, name: str, off: bool, why: str) -> None:
    """Switch something off, or on again. Raises ValidationError without a reason."""
    _require(why)
    if off:
        Switch.objects.update_or_create(name=name, defaults={"value": OFF})
    else:
        Switch.objects.filter(name=name).delete()
    sanctions.log_act(staff=staff, act=ACTS[0] if off else ACTS[1], subject=name, why=why)
    transaction.on_commit(refresh)


@transaction.atomic
def limit(*, staff: User, name: str, rates: str, why: str) -> None:
    """Let other rates hold for a limit, as in `20/m/ip,200/h/ip`; "": those of the settings again. Raises ValidationError."""
    _require(why)
    rates = rates.replace(" ", "")
    if rates and not _fits(name, rates):
        raise ValidationError(
            _("Write it as the settings do: how often, in which time, and counted by what, as in %(given)s."),
            code="rates",
            params={"given": given(name)},
        )
    if rates:
        Switch.objects.update_or_create(name=LIMIT + name, defaults={"value": rates})
    else:
        Switch.objects.filter(name=LIMIT + name).delete()
    sanctions.log_act(staff=staff, act=ACTS[2], subject=f"{name}: {rates or 'settings'}", why=why)
    transaction.on_commit(refresh)


def given(name: str) -> str:
    """The rates of a limit by the settings."""
    rates: str = _given.get(name) or settings.ACCOUNT_RATE_LIMITS[name]
    return rates


def refresh() -> None:
    """Read what holds now."""
    with _READING:
        _apply(dict(Switch.objects.values_list("name", "value")))


def forget() -> None:
    """As in a new process: nothing is switched off, and the limits of the settings hold."""
    with _READING:
        _apply({})


async def keep() -> None:
    """Read again every few seconds, until cancelled. While the database is away, what was read last holds."""
    while True:
        try:
            await threads.run(threads.SERVICES, refresh)
        except DatabaseError:
            log.warning("what staff have switched could not be read")
        await asyncio.sleep(LOOKS_EVERY)


def _apply(known: Mapping[str, str]) -> None:
    """At no moment is something on that stays off, or a limit lifted that goes on: requests look meanwhile."""
    global _known
    _known = dict(known)
    held: Any = settings.ACCOUNT_RATE_LIMITS
    if not isinstance(held, dict):
        return
    wanted = {name: rates for name, rates in limits().items() if name in held}
    for name in _given.keys() - wanted.keys():
        held[name] = _given[name]
        del _given[name]
    for name, rates in wanted.items():
        _given.setdefault(name, held[name])
        held[name] = rates


def _fits(name: str, rates: str) -> bool:
    """True if these are rates, counted by what the settings count by: not every page knows a person, or a key."""
    try:
        wanted = parse_rates(rates)
    except ValueError:
        return False
    counted = {rate.per for rate in parse_rates(given(name))}
    return len(rates) <= MOST_LETTERS and all(
        0 < rate.amount < MOST and 1 <= rate.duration < MOST and rate.per in counted for rate in wanted
    )


def _require(why: str) -> None:
    if not why.strip():
        raise ValidationError(_("Give a reason: it goes into the log."), code="required")
