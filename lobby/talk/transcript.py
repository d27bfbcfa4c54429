"""What was said in a match, for pages: as data for scripts, and as text for pages without scripts. Includes the reader's private channels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext, pgettext

import games
from lobby.fog import audience
from lobby.matches import personas, words
from lobby.matches.models import Match, Seat
from lobby.platform.protocol.server import ChatLineShown
from lobby.talk import chat


@dataclass(frozen=True)
class Line:
    """One chat line, with its texts in the active language."""

    seat: int | None
    name: str
    when: str
    text: str


@dataclass(frozen=True)
class Talk:
    """One channel with its lines; `members` are its seats, empty for the channels of everybody."""

    name: str
    members: tuple[int, ...]
    lines: list[Line]


def as_data(match: Match, user_id: int | None) -> dict[str, Any]:
    """`{"lines": […]}` in the format of the socket, oldest first: every line that this person may read now."""
    return {"lines": msgspec.to_builtins(_lines(match, list(match.seats.all()), user_id))}


def as_channels(match: Match, user_id: int | None) -> list[Talk]:
    """The same lines grouped by channel; the channel for everybody is first."""
    seats = list(match.seats.select_related("user"))
    mine = audience.seat_of(seats, user_id)
    names = {seat.number: _name(match, seat, seats, mine) for seat in seats}
    found: dict[tuple[int, ...], list[Line]] = {(): []}
    for line in _lines(match, seats, user_id):
        found.setdefault(tuple(line.to), []).append(_in_words(match, line, names))
    return [
        Talk(
            pgettext("list", ", ").join(names[seat] for seat in members) if members else gettext("All"), members, lines
        )
        for members, lines in sorted(found.items(), key=lambda item: (len(item[0]), item[0]))
    ]


def _lines(match: Match, seats: list[Seat], user_id: int | None) -> list[ChatLineShown]:
    mine = audience.seat_of(seats, user_id)
    unheard = {} if user_id is None else chat.unheard(match, [user_id])
    return chat.shown(
        match, chat.readable(match, mine.number if mine else None, user_id, unheard.get(user_id or 0, ()))
    )


def _name(match: Match, seat: Seat, seats: list[Seat], mine: Seat | None) -> str:
    if audience.hides_names(match) and seat != mine:
        return words.seat(seat.number)
    if seat.bot:
        return personas.name_of(games.get(match.game), match.pk, seat, seats, is_anonymous=match.anonymous)
    return str(seat.user or seat.program or "")


def _in_words(match: Match, line: ChatLineShown, names: dict[int, str]) -> Line:
    name = line.name or (names[line.seat] if line.seat is not None else "")
    return Line(line.seat, name, words.step_of(games.get(match.game), match, line.step), line.text)
