"""Who is called like that? A search among the names of accounts, the likeliest first, that reads a bounded number of rows.

Names that are what was typed come first, then those that begin with it, then those that contain it; of each kind the best rated, then who was here
last. Parts of three letters are found by an index on PostgreSQL; SQLite, and PostgreSQL for two Chinese characters, read all names.

Nobody is found who is suspended, has left, or does not want to be found; nor are guests, whose names are not their own. People who block the reader
are found like anybody: their page is open too, and nobody learns of a block.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import regex
from django.db import connection
from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from lobby.accounts import sanctions
from lobby.accounts.models import User
from lobby.ratings.models import Board, Rating

LONGEST = 24
"""Characters that are read of what was typed; no name is longer."""
MOST_RANKED = 500
"""Names of each kind that are ranked; of a longer list, which two letters hardly give, the rest is not looked at."""
MOST_FOUND = 60
"""People in the answer, whatever the page."""
IN_LIST = 8
"""People in the list below the field."""
_LAST = "\U0010ffff"
"""No name has this character, which comes after all others."""
_NO_CHARACTER = regex.compile(r"[\p{Cc}\p{Cs}]")
_HAN = regex.compile(r"\p{Han}")


@dataclass(frozen=True, slots=True)
class Found:
    """A person, and the highest of their settled ratings."""

    person: User
    points: int | None


def search(typed: str, now: datetime, most: int = MOST_FOUND) -> Sequence[Found]:
    """The people whose names fit, best first. Nothing for less than two characters, or one Chinese character."""
    key = cleaned(typed)
    if not is_enough(key):
        return []
    named = User.objects.order_by()
    begin = _ranked(named.filter(_begins(key)), now)
    # Whoever has this very name is there, however many others begin so.
    exact = _ranked(named.filter(name_key=key), now)
    found = exact + [one for one in begin if one.person.name_key != key]
    if len(found) < most and (len(key) > 2 or _HAN.search(key)):
        known = {one.person.pk for one in found}
        inside = _ranked(named.filter(name_key__contains=key), now)
        found += [one for one in inside if one.person.pk not in known]
    return found[:most]


def cleaned(typed: str) -> str:
    """What was typed as names are compared: in normal form, with single spaces, without capitals.

    Without what no name has and databases stumble over: a zero ends a text for SQLite, and PostgreSQL takes neither it nor half a character.
    """
    written = _NO_CHARACTER.sub(" ", unicodedata.normalize("NFKC", typed[: 4 * LONGEST]))
    return " ".join(written.split())[:LONGEST].casefold()


def is_enough(key: str) -> bool:
    """True if it says enough to look for: one letter would find a tenth of all people."""
    return len(key) >= 2 or _HAN.fullmatch(key) is not None


def _begins(key: str) -> Q:
    """Names that begin so, found by the index of names: SQLite has none for `LIKE`, PostgreSQL none for an order that its locale decides."""
    found = Q(name_key__startswith=key)
    return found & Q(name_key__gte=key, name_key__lt=key + _LAST) if connection.vendor == "sqlite" else found


def _ranked(named: QuerySet[User], now: datetime) -> list[Found]:
    """The best of at most `MOST_RANKED` of these people, as far as they may be found."""
    # Their ids first: those are read from the index of names alone, without the rows.
    some = list(named.values_list("pk", flat=True)[:MOST_RANKED])
    if not some:
        return []
    ratings = Rating.objects.filter(user=OuterRef("pk"), board=Board.PEOPLE, is_settled=True).order_by("-points")
    findable = Q(is_active=True, is_guest=False, is_unlisted=False) & sanctions.may_play("", now)
    best = User.objects.filter(findable, pk__in=some).annotate(best=Subquery(ratings.values("points")[:1]))
    ordered = best.select_related("owner").order_by(
        F("best").desc(nulls_last=True), F("last_login").desc(nulls_last=True), "name_key"
    )
    return [Found(one, one.best) for one in ordered[:MOST_FOUND]]
