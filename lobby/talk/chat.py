"""How are chat lines stored and read? Cleans, numbers, stores and reads lines; `press` decides the channel and its readers.

Each channel has its own numbers, so that nothing reveals lines to people who cannot read the channel. Text
stays text: pages must not show it as markup.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.core.exceptions import ValidationError
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts import relations
from lobby.accounts.models import User
from lobby.fog import audience
from lobby.matches.clock import milliseconds
from lobby.matches.errors import NoMatch, NotAllowed, ServiceError, TooMany
from lobby.matches.models import GOES_ON, ChatLine, Match, Seat
from lobby.notices import writing
from lobby.notices.models import Notice
from lobby.notices.writing import News
from lobby.platform.characters import cleaning
from lobby.platform.protocol.server import ChatLineShown
from lobby.store import acts, wake
from lobby.talk import press
from lobby.talk.press import Channel

LONGEST = 500
REMEMBERED = 100
"""Newest lines of each channel that a new watcher gets."""
MOST_READ = 5000
"""Greatest number of lines in a replay, the newest ones."""


class BadText(ServiceError):
    """The text of the line is not allowed."""

    code = "bad_message"


class Muted(ServiceError):
    """Staff have muted this person. `data`: `until`."""

    code = "muted"
    text = _("You cannot write until %(until)s UTC.")


class TooManyChannels(TooMany):
    """`data`: `limit`."""

    text = _("You have opened %(limit)s private channels already.")


def clean_text(text: str) -> str:
    """`text` on one line with single spaces. Raises BadText if the result is empty, too long or invisible."""
    try:
        return cleaning.line(text, longest=LONGEST)
    except ValidationError as error:
        raise BadText.of("text", error) from None


def say(*, user_id: int | None, match_id: str, text: str, to: Sequence[int] = ()) -> ChatLine:
    """Store one line for the seats `to`, or for everybody in the person's chat room, and wake the watchers.

    Raises NoMatch, NotAllowed, Muted, NotYourSeat, BadText, PressClosed, TooManyChannels; then nothing is stored.
    """
    _visible(Match.objects.filter(pk=match_id).first(), user_id)
    user = User.objects.filter(id=user_id, is_active=True).first() if user_id is not None else None
    if user is None:
        raise NotAllowed("", _("Choose a name first: only guests and members can talk."))
    until = user.mute_ends
    if until is not None:
        raise Muted("", until=f"{until:%Y-%m-%d %H:%M}")
    line = clean_text(text)
    now = timezone.now()
    with acts.acting():
        # Locked, so that the line carries the step in which it was written, and that numbers have no gaps.
        match, seats = _visible(acts.lock(match_id), user_id)
        mine = audience.seat_of(seats, user_id)
        is_party = mine is None and audience.is_party(match, user.pk)
        channel = press.channel_for(match, seats, mine, to, now, is_party=is_party)
        stored = _store(match, channel, user, mine, line)
        _call(match, seats, channel, stored)
        wake.publish_soon(match_id)
    return stored


def _call(match: Match, seats: Sequence[Seat], channel: Channel, line: ChatLine) -> None:
    """Tell the people in the seats who may read the line and may be somewhere else, unless they know of an unread one. Nothing of its text."""
    runs_live = match.status in GOES_ON and match.clock != Match.Clock.SLOW
    if runs_live or match.kind != Match.Kind.ORDINARY or channel.room == ChatLine.Room.SPECTATORS:
        return
    readers = {
        seat.user_id for seat in seats if seat.user_id is not None and press.may_read(match, channel, seat.number)
    }
    readers.discard(line.user_id)
    deaf = {reader for reader, blocked in unheard(match, readers).items() if line.user_id in blocked}
    unread = Notice.objects.filter(kind=Notice.Kind.MESSAGE, match=match, user__in=readers, read_at=None)
    called = readers - deaf - set(unread.values_list("user_id", flat=True))
    writing.write([News(one, Notice.Kind.MESSAGE, f"{match.pk}:{line.pk}", match.pk, match.step) for one in called])


def tops(match_id: str) -> dict[Channel, int]:
    """Channel → number of its last line, for all channels; `press.may_read` selects the readable ones."""
    rows = ChatLine.objects.filter(match_id=match_id).order_by().values_list("room", "members").annotate(Max("number"))
    return {press.channel(room, members): last for room, members, last in rows}


def after(match_id: str, known: Mapping[Channel, int], without: Collection[int] = ()) -> list[ChatLine]:
    """Lines of each channel in `known` after the number given there, oldest first; at most the last hundred of each.

    Without lines of the people in `without`.
    """
    lines: list[ChatLine] = []
    for channel, last in known.items():
        new = _lines(match_id, channel).filter(number__gt=last).exclude(text="").exclude(user_id__in=without)
        lines += new.order_by("-number")[:REMEMBERED]
    return sorted(lines, key=lambda line: line.pk)


def unheard(match: Match, readers: Collection[int]) -> dict[int, frozenset[int]]:
    """Reader → people whose lines the reader does not get, because the reader blocks them. The blocked people are not told.

    Empty while it is secret who plays which seat: a missing line would reveal the seat of a blocked person.
    """
    return {} if audience.hides_names(match) else relations.blocks_of(readers)


def readable(match: Match, mine: int | None, user_id: int | None, without: Collection[int] = ()) -> list[ChatLine]:
    """All lines of a match that this reader in seat `mine` (None: no seat) may read now, oldest first, without lines of the people in `without`."""
    is_party = mine is None and user_id is not None and audience.is_party(match, user_id)
    channels = [channel for channel in tops(match.pk) if press.may_read(match, channel, mine, is_party=is_party)]
    lines: list[ChatLine] = []
    for channel in channels:
        said = _lines(match.pk, channel).exclude(text="").exclude(user_id__in=without)
        lines += said.order_by("-number")[:MOST_READ]
    return sorted(lines, key=lambda line: line.pk)[-MOST_READ:]


def find_line(*, match_id: str, user_id: int | None, room: str, members: Sequence[int], number: int) -> ChatLine | None:
    """One line that this person may read now, by room, members and number; None if it does not exist. Raises NoMatch."""
    match, seats = _visible(Match.objects.filter(pk=match_id).first(), user_id)
    mine = audience.seat_of(seats, user_id)
    wanted = Channel(room, tuple(members))
    is_party = mine is None and user_id is not None and audience.is_party(match, user_id)
    if not press.may_read(match, wanted, mine.number if mine else None, is_party=is_party):
        return None
    return _lines(match_id, wanted).filter(number=number).exclude(text="").select_related("user", "match").first()


def remove(lines: QuerySet[ChatLine]) -> None:
    """Remove the text of lines. Rows and numbers stay, because the next line must not get a number that readers know."""
    lines.update(text="", name="")


def rename(lines: QuerySet[ChatLine], name: str) -> None:
    """Put another name under what somebody said who wants to be forgotten."""
    lines.exclude(text="").update(name=name[:24])


def shown(match: Match, lines: Iterable[ChatLine]) -> list[ChatLineShown]:
    """The lines as messages have them; without the names of the seats while those are hidden."""
    hidden = audience.hides_names(match)
    return [
        ChatLineShown(
            number=line.number,
            room=line.room,  # type: ignore[arg-type]
            to=list(press.channel(line.room, line.members).members),
            name="" if hidden and line.seat is not None else line.name,
            seat=line.seat,
            step=line.step,
            text=line.text,
            at=milliseconds(line.created_at),
            staff=line.user is not None and line.user.is_staff and not (hidden and line.seat is not None),
            bot=line.user is not None and line.user.is_bot and not (hidden and line.seat is not None),
        )
        for line in lines
    ]


def _visible(match: Match | None, user_id: int | None) -> tuple[Match, list[Seat]]:
    seats = [] if match is None else list(match.seats.all())
    if match is None or not audience.is_visible(match, seats, user_id):
        raise NoMatch
    return match, seats


def _lines(match_id: str, channel: Channel) -> QuerySet[ChatLine]:
    """Also those that were removed, whose text is empty."""
    return ChatLine.objects.filter(match_id=match_id, room=channel.room, members=channel.key).select_related("user")


def _store(match: Match, channel: Channel, user: User, mine: Seat | None, text: str) -> ChatLine:
    last = _lines(match.pk, channel).aggregate(last=Max("number"))["last"]
    if last is None and channel.members and mine is not None:
        opened = ChatLine.objects.filter(match=match, number=1, seat=mine.number).exclude(members="").count()
        if opened >= press.MOST_OPENED:
            raise TooManyChannels("to", limit=press.MOST_OPENED)
    who = audience.own_seat(mine.number) if mine else audience.PUBLIC
    return ChatLine.objects.create(
        match=match,
        room=channel.room,
        members=channel.key,
        number=(last or 0) + 1,
        user=user,
        name=str(user)[:24],
        seat=mine.number if mine and match.status != Match.Status.OPEN else None,
        step=audience.newest_step(match, who) or 0,
        text=text,
    )
