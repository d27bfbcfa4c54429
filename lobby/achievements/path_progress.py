"""How far is somebody on the path of a game, and who is next? In the active language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.utils.translation import gettext, ngettext

import games
from games.core import path
from lobby.achievements.models import StopStars
from lobby.matches import words
from lobby.matches.models import Match, Seat
from lobby.matches.openings import opened_with


@dataclass(frozen=True)
class Star:
    """One star of a stop."""

    name: str
    text: str
    is_had: bool


@dataclass(frozen=True)
class StopLine:
    """A stop as one person reads it."""

    key: str
    name: str
    """The opponent: "Cadet"."""
    where: str
    """The preset, and the number of opponents if there are several."""
    minutes: int
    stars: tuple[Star, ...]
    is_next: bool

    @property
    def had(self) -> int:
        """How many stars the person has."""
        return sum(star.is_had for star in self.stars)


def of(game_id: str, user_id: int | None) -> list[StopLine]:
    """The stops of a game's path. The next one is the first without a victory; if all have one, the first without all its stars."""
    game = games.get(game_id)
    kept: dict[str, int] = {}
    if user_id is not None:
        kept = dict(StopStars.objects.filter(user=user_id, game=game_id).values_list("stop", "stars"))
    stops = stops_of(game_id)
    whole = (2 << len(path.stars_of(game))) - 1
    open_ones = [one.key for one in stops if not kept.get(one.key)]
    open_ones = open_ones or [one.key for one in stops if kept[one.key] != whole]
    return [_line(game_id, one, kept.get(one.key, 0), is_next=one.key in open_ones[:1]) for one in stops]


@cache
def stops_of(game_id: str) -> tuple[path.Stop, ...]:
    """The stops of a game's path."""
    return path.path_of(games.get(game_id))


def stop_of(match: Match, seats: list[Seat]) -> str | None:
    """The stop that a match is; None: it is none."""
    if match.kind != Match.Kind.ORDINARY or match.forked_from_id is not None or match.game not in games.GAMES:
        return None
    rivals = {seat.bot for seat in seats if seat.user_id is None}
    if len(rivals) != 1 or sum(seat.user_id is None for seat in seats) != len(seats) - 1:
        return None
    game = games.get(match.game)
    found = path.stop_of(game, match.options, len(seats), rivals, opened_with(match))
    return None if found is None else found.key


def stop_names(game_id: str) -> list[dict[str, str]]:
    """For the page of a match: the stops in their order, each with its key and its opponent in words."""
    return [{"key": line.key, "name": full_name(line)} for line in of(game_id, None)]


def full_name(line: StopLine) -> str:
    """The opponent and where: "Cadet · Quick"."""
    return f"{line.name} · {line.where}"


def _line(game_id: str, stop: path.Stop, stars: int, *, is_next: bool) -> StopLine:
    game = games.get(game_id)
    preset = game.presets[stop.preset]
    where = gettext(preset.label)
    if stop.seats > 2:
        rivals = ngettext("%(n)d opponent", "%(n)d opponents", stop.seats - 1) % {"n": stop.seats - 1}
        where = gettext("%(preset)s, %(rivals)s") % {"preset": where, "rivals": rivals}
    feats = ((gettext("Victory"), gettext("Win.")), *((gettext(f.name), gettext(f.text)) for f in path.stars_of(game)))
    return StopLine(
        key=stop.key,
        name=words.bot_name(game.bot(stop.bot)),
        where=where,
        minutes=preset.minutes,
        stars=tuple(Star(name, text, bool(stars & 1 << number)) for number, (name, text) in enumerate(feats)),
        is_next=is_next,
    )
