"""How many people are about? In words that are coarse on purpose: a list must not tell who has just come or gone."""

from __future__ import annotations

from django.utils.translation import gettext

from lobby.matches.models import Seat
from lobby.notices import open_pages
from lobby.pages import lists
from lobby.tables import queue

FEW, MANY = 3, 10
"""From how many people on the words are "a few", and from how many a round number."""


def sentence() -> str:
    """Who is online, and who looks for somebody to play with; "" if nobody is known to be here."""
    online, looking = open_pages.number(), queue.number() + _at_open_tables()
    if online < FEW:
        told = gettext("Somebody is online") if online else ""
    elif online <= MANY:
        told = gettext("A few people are online")
    else:
        told = gettext("More than %(n)d people are online") % {"n": _round(online)}
    if looking < FEW:
        wants = gettext("somebody looks for a match") if looking else ""
    elif looking <= MANY:
        wants = gettext("a few people look for a match")
    else:
        wants = gettext("more than %(n)d people look for a match") % {"n": _round(looking)}
    return " · ".join(filter(None, [told, wants]))


def _round(number: int) -> int:
    return (number - 1) // MANY * MANY


def _at_open_tables() -> int:
    sitting = Seat.objects.filter(match__in=list(lists.open_tables().values_list("pk", flat=True)), user__isnull=False)
    return sitting.values("user").distinct().count()
