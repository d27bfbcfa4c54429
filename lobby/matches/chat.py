"""What is said at a table: who may say and read what, and the lines themselves.

Seats and spectators have rooms of their own while a match runs, because spectators may know what seats must not.
Before the start and after the end everybody reads everything. Text stays text: whoever shows it must not make markup of it.
"""

import re
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import User
from lobby.matches import audience, wake
from lobby.matches.errors import NoMatch, NotAllowed, ServiceError
from lobby.matches.models import ChatLine, Match, Seat

LONGEST = 500
REMEMBERED = 100
"""Lines of each room that somebody who comes in is told."""
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\ud800-\udfff]")
"""Control characters, and those that turn the direction of the text around them."""


class BadText(ServiceError):
    """A line that cannot be said."""

    code = "bad_message"


def clean_text(text: str) -> str:
    """`text` on one line with single spaces; raises BadText when nothing, too much or something invisible is left."""
    line = " ".join(text.split())
    if not line:
        raise BadText("text", _("Say something."))
    if len(line) > LONGEST:
        raise BadText("text", _("A line has at most %(limit)s characters."), limit=LONGEST)
    if _UNSAFE.search(line):
        raise BadText("text", _("A line may not contain control characters."))
    return line


def rooms(match: Match, *, seated: bool) -> frozenset[ChatLine.Room]:
    """The rooms that somebody may read."""
    if match.status == Match.Status.OPEN or audience.is_over(match):
        return frozenset(ChatLine.Room)
    return frozenset({ChatLine.Room.SEATS if seated else ChatLine.Room.SPECTATORS})


def say(*, user_id: int | None, match_id: str, text: str) -> ChatLine:
    """Store one line in the room where this person talks and wake the watchers; raises NoMatch, NotAllowed, BadText."""
    match = Match.objects.filter(id=match_id).first()
    seats = list(Seat.objects.filter(match_id=match_id))
    if match is None or not audience.is_visible(match, seats, user_id):
        raise NoMatch
    user = User.objects.filter(id=user_id, is_active=True).first() if user_id is not None else None
    if user is None:
        raise NotAllowed("", _("Choose a name first: only guests and members can talk."))
    line = clean_text(text)
    seat = audience.seat_of(seats, user_id)
    seen = audience.newest_step(match, audience.own_seat(seat.number) if seat else audience.PUBLIC)
    with transaction.atomic():
        stored = ChatLine.objects.create(
            match=match,
            room=ChatLine.Room.SEATS if seat else ChatLine.Room.SPECTATORS,
            user=user,
            name=str(user)[:24],
            seat=seat.number if seat and match.status != Match.Status.OPEN else None,
            step=seen or 0,
            text=line,
        )
        wake.publish_soon(match_id)
    return stored


def recent(match_id: str, known: Mapping[str, int]) -> list[ChatLine]:
    """Lines of the rooms in `known` after the one whose id stands there, oldest first; at most the last hundred of each room."""
    lines: list[ChatLine] = []
    for room, last in known.items():
        lines += ChatLine.objects.filter(match_id=match_id, room=room, id__gt=last).order_by("-id")[:REMEMBERED]
    return sorted(lines, key=lambda line: line.id)
