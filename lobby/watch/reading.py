"""What does the database say of a match at one time? Everything from which the messages of all its audiences are made, read once."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter, is_
from typing import Any

from lobby.accounts.models import User
from lobby.fog import audience as audiences
from lobby.governance import set_aside, votes
from lobby.matches.models import GOES_ON, Match, Orders, Seat
from lobby.play import presence
from lobby.store import positions, rows
from lobby.store.rows import Cast, Facts, Given
from lobby.talk import press
from lobby.talk.press import Channel
from lobby.watch import rematches
from lobby.watch.rematches import Rematch

log = logging.getLogger("fogbound.status")


@dataclass(slots=True)
class Snapshot:
    """One match as read from the database and the cache at one time."""

    match: Match
    seats: list[Seat]
    given: dict[int, Given]
    """Seat → its newest orders for the due step."""
    pending: frozenset[int]
    """Seats that owe orders; empty unless the match runs."""
    online: frozenset[int]
    """Ids of the people who have the match open."""
    rematch: Rematch | None
    goes_on: str | None
    """Id of the match in which this one continues after staff set it back."""
    host: str | None
    votes: list[Cast]
    """All votes, in the order in which they were cast."""
    talk: dict[Channel, int]
    """Channel → number of its last line."""
    memo: dict[object, Any] = field(default_factory=dict)
    """Results that several audiences share, made from this snapshot."""
    lasting: dict[object, Any] = field(default_factory=dict)
    """Results that depend only on the table and its seats, and stay valid over many steps until these change."""

    def is_ready(self, seat: int, mine: int | None) -> bool:
        """As far as seat `mine` may know: that the site answers for a seat, only the seat knows."""
        given = self.given.get(seat)
        return given is not None and given.ready and (seat == mine or given.by != Orders.By.AUTO)

    def pulse(self) -> object:
        """A few facts; if they are unchanged, there is no news for anybody."""
        match = self.match
        return (
            *(match.revision, match.step, match.status, match.deadline, self.rematch, self.goes_on, self.host),
            *(
                tuple([(seat, given.revision) for seat, given in self.given.items()]),
                tuple(self.votes),
                tuple(self.talk.items()),
                self.online,
            ),
            tuple([(seat.user_id, seat.resigned, seat.autopilot, seat.watchable) for seat in self.seats]),
        )


def load(match_id: str) -> Snapshot | None:
    """Read one match; None if it does not exist."""
    found = load_many([match_id]).get(match_id)
    if isinstance(found, Exception):
        raise found
    return found


def load_many(match_ids: Collection[str]) -> dict[str, Snapshot | Exception]:
    """Read these matches. A missing one is left out; one that cannot be read is given as the exception."""
    facts = rows.read(match_ids)
    moving = [pk for pk, one in facts.items() if one.match.status in GOES_ON]
    over = [pk for pk, one in facts.items() if audiences.is_over(one.match)]
    found = _Around(
        votes=rows.votes(moving),
        talk=rows.talk(facts),
        rematches=rematches.read({pk: facts[pk].seats for pk in over}),
        successors=set_aside.successors([pk for pk in moving if facts[pk].match.set_aside]),
        hosts=_absent_hosts(facts.values()),
        online=presence.online_in(
            {pk: [seat.user_id for seat in one.seats if seat.user_id is not None] for pk, one in facts.items()}
        ),
    )
    positions.preload(facts[pk].match for pk in moving)
    snapshots: dict[str, Snapshot | Exception] = {}
    for pk, one in facts.items():
        try:
            snapshots[pk] = _snapshot(one, found)
        except Exception as fault:
            log.exception("match %s step %s could not be read", pk, one.match.step)
            snapshots[pk] = fault
    return snapshots


def followed(last: Snapshot, facts: Facts) -> Snapshot:
    """A snapshot with new `facts` of the match, and everything else from `last`."""
    if "options" not in facts.match.__dict__:
        facts.match = rows.changed(facts.match, options=last.match.options)
    match = facts.match
    is_on = match.status in GOES_ON
    return Snapshot(
        match=match,
        seats=facts.seats,
        given=dict(facts.given),
        pending=frozenset(positions.position(match.id, match.step).pending) if is_on else frozenset(),
        online=last.online,
        rematch=last.rematch,
        goes_on=last.goes_on,
        host=last.host,
        votes=last.votes,
        talk=last.talk,
        lasting=last.lasting if _is_same_table(last, facts) else {},
    )


TABLE = (
    *("status", "kind", "host_id", "visibility", "sealed", "anonymous", "clock", "step_seconds", "bank_seconds"),
    *("spectator_delay", "spectators_see_all", "set_aside", "started_at"),
)
"""Fields of a match that are shown, or decide what is shown, without seats, step and times."""
_table_of = attrgetter(*TABLE)


def _is_same_table(last: Snapshot, facts: Facts) -> bool:
    """True if only the step, its orders and its times have changed. Unchanged seats are the same objects (`rows`)."""
    return (
        len(last.seats) == len(facts.seats)
        and all(map(is_, last.seats, facts.seats))
        and _table_of(last.match) == _table_of(facts.match)
    )


@dataclass(frozen=True)
class _Around:
    """Rows that belong to some matches, besides those of match and seats."""

    votes: dict[str, list[Cast]]
    talk: dict[str, dict[tuple[str, str], int]]
    rematches: dict[str, Rematch]
    successors: dict[str, str]
    hosts: dict[int, User]
    online: dict[str, frozenset[int]]


def _snapshot(facts: Facts, around: _Around) -> Snapshot:
    match = facts.match
    pending: frozenset[int] = frozenset()
    if match.status in GOES_ON:
        pending = frozenset(positions.position(match.id, match.step).pending)
    has_started = match.started_at is not None
    return Snapshot(
        match=rows.changed(match, options=_options(match.id) if has_started else _options_now(match.id)),
        seats=facts.seats,
        given=facts.given,
        pending=pending,
        online=around.online[match.id],
        rematch=around.rematches.get(match.id),
        goes_on=around.successors.get(match.id),
        host=_host(match, facts.seats, around.hosts),
        votes=votes.remembered(match, around.votes.get(match.id, [])) if pending else [],
        talk={press.channel(room, members): last for (room, members), last in around.talk.get(match.id, {}).items()},
    )


def _options_now(match_id: str) -> dict[str, Any]:
    options: dict[str, Any] = Match.objects.values_list("options", flat=True).get(id=match_id)
    return options


@lru_cache(maxsize=2000)
def _options(match_id: str) -> dict[str, Any]:
    """Options of a match that has started, cached because they never change and may contain a whole map."""
    return _options_now(match_id)


def _absent_hosts(found: Collection[Facts]) -> dict[int, User]:
    """Hosts without a seat at their own tables, by id."""
    wanted = {
        one.match.host_id
        for one in found
        if one.match.host_id is not None and all(seat.user_id != one.match.host_id for seat in one.seats)
    }
    return User.objects.only("name", "username").in_bulk(wanted) if wanted else {}


def _host(match: Match, seats: list[Seat], hosts: Mapping[int, User]) -> str | None:
    seat = audiences.seat_of(seats, match.host_id)
    if seat is not None:
        return str(seat.user)
    return None if match.host_id is None or match.host_id not in hosts else str(hosts[match.host_id])
