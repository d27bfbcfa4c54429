"""What has somebody achieved, and how rare is it? For pages and for the interface, in the active language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db.models import Count
from django.utils.translation import gettext

import games
from lobby.accounts.models import User
from lobby.achievements import catalogue
from lobby.achievements.catalogue import needed
from lobby.achievements.models import Gain
from lobby.matches.models import Match
from lobby.matches.people import Tally, Uncounted

KEPT_SECONDS = 3600
"""How long the number of those who have an achievement is kept: it is coarse anyway."""


@dataclass(frozen=True)
class Line:
    """An achievement as one person reads it."""

    game: str
    """"" for one of the site."""
    key: str
    name: str
    text: str
    icon: str
    percent: int | None
    """How many of a hundred players have it, rounded up; None: nobody yet."""
    times: int
    """What it needs."""
    done: int
    """What the person has of that."""
    at: datetime | None
    """When the person has achieved it; None: not yet."""
    match: str | None
    """The match in which that was, if the reader may see it."""

    @property
    def is_counted(self) -> bool:
        """Is there progress to show?"""
        return self.times > 1 and self.at is None


@dataclass(frozen=True)
class Shelf:
    """What a person has achieved in one game, or on the site."""

    game: str
    name: str
    lines: tuple[Line, ...]
    """Newest first."""
    whole: int
    """How many there are."""


def of_game(game_id: str, user_id: int | None) -> list[Line]:
    """All achievements of a game ("": of the site) in their order, with what this person has of them."""
    return _lines(game_id, _gains(user_id, [game_id]) if user_id else {}, lambda match: True)


def of_person(person: User, reader_id: int | None) -> list[Shelf]:
    """What the person has achieved: the site first, then each game in which there is something."""
    ids = ["", *games.GAMES]
    gains = _gains(person.pk, ids)
    is_self = person.pk == reader_id
    found = []
    for game_id in ids:
        lines = _lines(game_id, gains, lambda match: is_self or match.visibility == Match.Visibility.PUBLIC)
        earned = sorted((one for one in lines if one.at), key=lambda one: (one.at, one.key), reverse=True)
        if earned:
            found.append(Shelf(game_id, name_of(game_id), tuple(earned), len(lines)))
    return found


def earned_in(match_id: str, user_id: int) -> list[Line]:
    """What the person has achieved with this match."""
    touched = {*Gain.objects.filter(user_id=user_id, match=match_id).values_list("game", flat=True)}
    known = [game_id for game_id in ("", *games.GAMES) if game_id in touched]
    gains = _gains(user_id, known)
    found = [line for game_id in known for line in _lines(game_id, gains, lambda match: True)]
    return [line for line in found if line.match == match_id]


def is_counted(match_id: str) -> bool:
    """Was the match looked through?"""
    return not Uncounted.objects.filter(pk=match_id).exists()


def name_of(game_id: str) -> str:
    """The name of a game, or of the site's own shelf."""
    return gettext(games.get(game_id).name) if game_id else gettext("In all games")


_Gains = dict[tuple[str, str], list[Gain]]


def _gains(user_id: int, game_ids: Iterable[str]) -> _Gains:
    found: defaultdict[tuple[str, str], list[Gain]] = defaultdict(list)
    rows = Gain.objects.filter(user_id=user_id, game__in=list(game_ids)).select_related("match")
    for one in rows.defer("match__options").order_by("at", "match_id", "value"):
        found[one.game, one.key].append(one)
    return found


def _lines(game_id: str, gains: _Gains, is_shown: Callable[[Match], bool]) -> list[Line]:
    shares = _shares(game_id)
    return [
        _line(game_id, one, gains.get((game_id, one.key), []), shares.get(one.key), is_shown)
        for one in catalogue.all_of(game_id)
    ]


def _line(
    game_id: str, one: catalogue.One, had: Sequence[Gain], percent: int | None, is_shown: Callable[[Match], bool]
) -> Line:
    times = needed(one)
    last = had[times - 1] if len(had) >= times else None
    return Line(
        game=game_id,
        key=one.key,
        name=gettext(one.name),
        text=gettext(one.text),
        icon=one.icon,
        percent=percent,
        times=times,
        done=min(len(had), times),
        at=None if last is None else last.at,
        match=last.match_id if last is not None and is_shown(last.match) else None,
    )


def _shares(game_id: str) -> dict[str, int]:
    """Achievement → how many of a hundred players have it, rounded up; those that nobody has are missing."""
    key = f"achievements:shares:{game_id}"
    kept: dict[str, int] | None = cache.get(key)
    if kept is None:
        kept = _counted(game_id)
        cache.set(key, kept, KEPT_SECONDS)
    return kept


def _counted(game_id: str) -> dict[str, int]:
    played = Tally.objects.filter(played__gt=0)
    players = (played.filter(game=game_id) if game_id else played).aggregate(n=Count("user", distinct=True))["n"]
    found = {}
    for one in catalogue.all_of(game_id):
        holders = Gain.objects.filter(game=game_id, key=one.key).values("user")
        has = holders.annotate(n=Count("pk")).filter(n__gte=needed(one)).count()
        if has:
            # Whoever has just ended a first match is in no tally yet.
            found[one.key] = -(-100 * has // max(players, has))
    return found
