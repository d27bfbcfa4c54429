"""Which messages must a watcher get next? Compares one reading of the database with what each watcher has been told.

Synchronous, and runs in a thread. New watchers and those woken by a change take the same way, so no order of
events can leave two watchers of one audience with different positions. Messages for many watchers are made once.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from django.db import Error as DatabaseError

from games.core.contract import Json
from lobby.fog import audience as audiences
from lobby.fog.audience import Audience
from lobby.matches.errors import NoMatch, NotAllowed, NotRunning, ServiceError
from lobby.matches.models import GOES_ON, Match
from lobby.platform.protocol.server import AudienceName, ChatShown, GoingOn, OrdersStored, PreferencesShown, encode
from lobby.play import automatic, going_on, presence
from lobby.store import rows
from lobby.store.missed_wakeups import RecentRows, stepped
from lobby.store.rows import Facts, Given
from lobby.talk import chat, press
from lobby.talk.press import Channel, Room
from lobby.watch import reading, status
from lobby.watch.reading import Snapshot

log = logging.getLogger("fogbound.feed")

MOST_BYTES = 256 * 1024
"""A watcher whose missed frames exceed this size together gets only the newest one, which shows the whole position."""


SLOW_SECONDS = 0.05
"""Processor time of the thread. A match whose news take longer is slow, and no other match waits for it."""


class Cursor(NamedTuple):
    """What one watcher has been told so far. The defaults mean: told nothing yet."""

    audience: Audience | None = None
    match: object = None
    """Key of the `match` message."""
    status: bytes = b""
    """The `status` message without times and revision."""
    orders: tuple[int, int] | None = None
    """Step and revision of the own seat's orders; revision 0: no orders."""
    preferences: dict[str, Json] | None = None
    """Preferences of the own seat."""
    goes: dict[str, Json] | None = None
    """For what the own seat goes on by itself."""
    chat: Mapping[Channel, int] = MappingProxyType({})
    """Channel → number of the last line."""
    frame: int | None = None


class Asker(NamedTuple):
    """One watcher: the person, the requested audience, and what has been told already."""

    user_id: int | None
    as_: AudienceName | None
    cursor: Cursor


class News(NamedTuple):
    """Messages for one watcher, in order, and what the watcher has been told after them."""

    messages: list[bytes]
    cursor: Cursor


Answer = News | Exception
"""An exception is a refusal, or a fault that has been logged."""


class Unreadable(Exception):
    """The match, or something for this watcher, cannot be read now. Watchers keep what they have until the next look."""


class Reading(NamedTuple):
    """The result of one reading of a match."""

    answers: list[Answer]
    """One answer for each asker, in their order."""
    snapshot: Snapshot | None = None
    """What was read, or None if something could not be read; then the match is read again."""
    is_slow: bool = False
    """True if the news took so long that no other match should wait for them."""


def read(wanted: Mapping[str, Sequence[Asker]]) -> dict[str, Reading]:
    """The news of each match for each of its askers. Also reports that new watchers are online.

    Stops after a slow match, so that later matches can be read without waiting for it; they are missing in the result. At least one
    match is read.
    """
    for match_id, askers in wanted.items():
        newcomers = {asker.user_id for asker in askers if asker.user_id is not None and asker.cursor.audience is None}
        if newcomers:
            presence.beat({match_id: newcomers})
    snapshots = reading.load_many(wanted)
    found: dict[str, Reading] = {}
    for match_id, askers in wanted.items():
        snapshot = snapshots.get(match_id, _NOT_THERE)
        if isinstance(snapshot, Exception):
            refusal = snapshot if isinstance(snapshot, ServiceError) else Unreadable()
            found[match_id] = Reading([refusal for _ in askers])
        else:
            found[match_id] = _reading(snapshot, askers)
            if found[match_id].is_slow:
                break
    return found


def follow(last: Snapshot, facts: Facts, askers: Sequence[Asker]) -> Reading:
    """The news of a match from its present facts, without reading it, for watchers whose last reading was `last`.

    Presence, votes and chat are taken from `last`: whoever changes those requests a reading.
    """
    return _reading(reading.followed(last, facts), askers)


def _reading(snapshot: Snapshot, askers: Sequence[Asker]) -> Reading:
    news = _News(snapshot, askers)
    # Processor time of this thread, because the work of other threads says nothing about the match.
    began = time.thread_time()
    answers = [news.answer(asker) for asker in askers]
    is_slow = time.thread_time() - began > SLOW_SECONDS
    return Reading(answers, None if any(isinstance(answer, Unreadable) for answer in answers) else snapshot, is_slow)


_NOT_THERE = NoMatch()


def earlier_frame(match_id: str, user_id: int | None, as_: AudienceName | None, step: int) -> bytes | int | None:
    """The bytes of one frame that this watcher may have; otherwise the number of the newest one, or None if there is none."""
    snapshot = Match.objects.filter(id=match_id).first()
    if snapshot is None:
        raise NoMatch
    audience = audiences.may_watch(snapshot, user_id, as_)
    newest = audiences.newest_step(snapshot, audience)
    if newest is None or step > newest:
        return newest
    return audiences.frame_bytes(snapshot, audience, step)


def stored_orders(*, match_id: str, user_id: int, seat: int | None = None) -> OrdersStored:
    """The stored orders of the person's seat for the due step. Raises NoMatch, NotYourSeat, NotRunning.

    `seat` selects one of the person's seats; None: the first.
    """
    facts = rows.read([match_id]).get(match_id)
    if facts is None:
        raise NoMatch
    held = audiences.seat_held(facts.match, facts.seats, user_id, seat)
    if facts.match.status not in GOES_ON:
        raise NotRunning
    return _orders_message(match_id, facts.match.step, facts.given.get(held.number))


def _orders_message(match_id: str, step: int, given: Given | None) -> OrdersStored:
    return OrdersStored(
        match=match_id,
        step=step,
        orders=given.orders if given else None,
        ready=given.ready if given else False,
    )


def goes_on(*, match_id: str, user_id: int, seat: int | None = None) -> dict[str, Json]:
    """For what the person's seat goes on by itself, or why it has stopped. Raises as `stored_orders`, and NotAllowed in games without it."""
    facts = rows.read([match_id]).get(match_id)
    if facts is None:
        raise NoMatch
    held = audiences.seat_held(facts.match, facts.seats, user_id, seat)
    if facts.match.status not in GOES_ON:
        raise NotRunning
    found = going_on.shown(facts.match, held)
    if found is None:
        raise NotAllowed("", going_on.NOT_HERE)
    return found


def check_visible(match_id: str, user_id: int | None) -> None:
    """Raises NoMatch if this person may not know that the match exists."""
    match = Match.objects.filter(id=match_id).first()
    if match is None or not audiences.is_visible(match, list(match.seats.all()), user_id):
        raise NoMatch


def new_steps(recent: RecentRows) -> dict[str, int]:
    """Match → its newest step, for matches with a recent step."""
    keys = recent.keys()
    return stepped(keys) if keys else {}


def pulses(match_ids: Sequence[str]) -> dict[str, object]:
    """Match → its pulse (`Snapshot.pulse`), for watchers whose wake-up call was lost."""
    snapshots = reading.load_many(match_ids)
    return {
        match_id: None if isinstance(snapshot, Exception) else snapshot.pulse()
        for match_id, snapshot in snapshots.items()
    }


class _News:
    """One snapshot and the messages made from it so far."""

    def __init__(self, snapshot: Snapshot, askers: Sequence[Asker]) -> None:
        self.snapshot = snapshot
        self._askers = askers
        self._unheard: dict[int, frozenset[int]] | None = None
        self._parties: frozenset[int] | None = None
        self._matches: dict[object, bytes] = {}
        self._statuses: dict[object, tuple[bytes, bytes]] = {}
        self._orders: dict[int, bytes] = {}
        self._chats: dict[object, tuple[bytes | None, dict[Channel, int]]] = {}

    def answer(self, asker: Asker) -> Answer:
        match = self.snapshot.match
        try:
            return self._news(asker)
        except ServiceError as refusal:
            return refusal
        except DatabaseError:
            log.exception("news of match %s at step %s could not be read", match.id, match.step)
            return Unreadable()
        except Exception as fault:
            log.exception("no news of match %s at step %s", match.id, match.step)
            return fault

    def _news(self, asker: Asker) -> News:
        match = self.snapshot.match
        audience, seat, match_key = status.place_of(self.snapshot, asker.user_id, asker.as_)
        cursor = asker.cursor
        if cursor.audience is not None and cursor.audience != audience:
            cursor = Cursor()  # took a seat, was removed from one, or the draw of seats moved everybody
        fresh = cursor.audience is None
        messages: list[bytes] = []

        if match_key != cursor.match:
            messages.append(self._match(match_key, audience, asker.user_id))

        status_key, status_bytes = self._status(audience)
        if status_key != cursor.status:
            messages.append(status_bytes)

        orders_key = self._orders_key(audience)
        if orders_key is not None and orders_key != cursor.orders and (fresh or orders_key[1]):
            messages.append(self._stored_orders(audience.seat or 0))

        preferences = automatic.shown(match, seat) if seat is not None and audience.own else None
        if preferences is not None and preferences != cursor.preferences:
            messages.append(encode(PreferencesShown(match=match.id, preferences=preferences)))

        goes = going_on.shown(match, seat) if seat is not None and audience.own else None
        if goes is not None and goes != cursor.goes:
            messages.append(encode(GoingOn(match=match.id, **goes)))

        lines, chat_known = self._chat(seat.number if seat else None, cursor.chat, asker.user_id, fresh=fresh)
        messages += lines

        frames, newest = self._frames(audience, cursor.frame)
        messages += frames
        return News(
            messages, Cursor(audience, match_key, status_key, orders_key, preferences, goes, chat_known, newest)
        )

    def _match(self, key: object, audience: Audience, user_id: int | None) -> bytes:
        if key not in self._matches:
            self._matches[key] = encode(status.match_message(self.snapshot, audience, user_id))
        return self._matches[key]

    def _status(self, audience: Audience) -> tuple[bytes, bytes]:
        """The message without times and revision, and the complete message."""
        key = status.status_key(self.snapshot, audience)
        if key not in self._statuses:
            message = status.status_message(self.snapshot, audience)
            whole = encode(message)
            message.now = message.revision = 0
            self._statuses[key] = (encode(message), whole)
        return self._statuses[key]

    def _orders_key(self, audience: Audience) -> tuple[int, int] | None:
        if not audience.own or audience.seat is None:
            return None
        given = self.snapshot.given.get(audience.seat)
        return self.snapshot.match.step, given.revision if given else 0

    def _stored_orders(self, seat: int) -> bytes:
        if seat not in self._orders:
            match = self.snapshot.match
            self._orders[seat] = encode(_orders_message(match.id, match.step, self.snapshot.given.get(seat)))
        return self._orders[seat]

    def _chat(
        self, mine: int | None, known: Mapping[Channel, int], user_id: int | None, *, fresh: bool
    ) -> tuple[Sequence[bytes], Mapping[Channel, int]]:
        """Messages with the lines that are new for seat `mine`. No message at all, not even an empty one, if only others may read the new lines."""
        match = self.snapshot.match
        if not (self.snapshot.talk or fresh):
            return (), known
        wanted = {
            channel: known.get(channel, 0)
            for channel, last in self.snapshot.talk.items()
            if last > known.get(channel, 0) and press.may_read(match, channel, mine)
        }
        if mine is None and user_id is not None and any(channel.room == Room.SPECTATORS for channel in wanted):
            # Who plays with another account, or through a program, must not know what spectators say.
            if self._parties is None:
                self._parties = audiences.parties(
                    match, [one.user_id for one in self._askers if one.user_id is not None]
                )
            is_party = user_id in self._parties
            wanted = {one: last for one, last in wanted.items() if press.may_read(match, one, mine, is_party=is_party)}
        if not wanted and not fresh:
            return (), known
        if self._unheard is None and wanted:
            people = {asker.user_id for asker in self._askers if asker.user_id is not None}
            self._unheard = chat.unheard(match, people)
        unheard = frozenset() if self._unheard is None else self._unheard.get(user_id or 0, frozenset())
        key = (frozenset(wanted.items()), unheard)
        if key not in self._chats:
            lines = chat.after(match.id, wanted, unheard)
            cursor = {channel: self.snapshot.talk[channel] for channel in wanted}
            cursor |= {press.channel(line.room, line.members): line.number for line in lines}
            shown = ChatShown(match=match.id, lines=chat.shown(match, lines))
            self._chats[key] = (encode(shown) if lines or fresh else None, cursor)
        message, cursor = self._chats[key]
        return [message] if message is not None else [], {**known, **cursor}

    def _frames(self, audience: Audience, last: int | None) -> tuple[list[bytes], int | None]:
        match = self.snapshot.match
        newest = audiences.newest_step(match, audience)
        if newest is None:
            return [], None
        if last == newest:
            return [], newest
        frames = [audiences.frame_bytes(match, audience, newest)]
        if last is None or last > newest:
            return frames, newest
        room = MOST_BYTES - len(frames[0])
        for step in range(newest - 1, last, -1):
            frame = audiences.frame_bytes(match, audience, step)
            room -= len(frame)
            if room < 0:
                return frames[:1], newest
            frames.append(frame)
        return frames[::-1], newest
