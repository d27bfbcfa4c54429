"""What is public about a match besides its positions: who plays, who is awaited until when, votes, and how it ended.

Makes the `match` and `status` messages of each audience from one reading of the database (`Snapshot`). Spectators who
see the past are not told what the seats do in the present.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from operator import attrgetter, is_
from typing import Any, Literal

from django.utils import timezone

import games
from lobby.accounts.models import User
from lobby.matches import absence, positions, presence, press, rows, set_aside, votes
from lobby.matches import audience as audiences
from lobby.matches.audience import Audience
from lobby.matches.models import Match, Seat
from lobby.matches.press import Channel
from lobby.matches.protocol import AudienceName, Info, MatchShown, SeatInfo, SeatStatus, StatusShown, VoteStatus
from lobby.matches.rows import Facts, Given

log = logging.getLogger("fogbound.status")

_ON = frozenset({Match.Status.RUNNING, Match.Status.PAUSED})


@dataclass(slots=True)
class Snapshot:
    """One match as the database and the cache have it now."""

    match: Match
    seats: list[Seat]
    given: dict[int, Given]
    """Seat → what it ordered last for the step that is due."""
    pending: frozenset[int]
    """Seats that owe orders; empty unless the match runs."""
    online: frozenset[int]
    """People, by their ids, who have the match open."""
    rematch: str | None
    goes_on: str | None
    """The match in which staff let this one go on."""
    host: str | None
    votes: list[tuple[str, int]]
    """(kind, seat) of every standing yes."""
    talk: dict[Channel, int]
    """The number of the last line of every channel."""
    memo: dict[object, Any] = field(default_factory=dict)
    """What has been made of it for one audience and serves others too."""
    lasting: dict[object, Any] = field(default_factory=dict)
    """What has been made of the table and its seats alone, and serves as long as nobody changes them: for many steps."""

    def pulse(self) -> object:
        """A few facts that differ when somebody may be told something new."""
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
    """One match as it is now; None if there is none."""
    found = load_many([match_id]).get(match_id)
    if isinstance(found, Exception):
        raise found
    return found


def load_many(match_ids: Collection[str]) -> dict[str, Snapshot | Exception]:
    """Each of these matches that exists, as it is now; an exception is what keeps one from being read."""
    facts = rows.read(match_ids)
    moving = [pk for pk, one in facts.items() if one.match.status in _ON]
    over = [pk for pk, one in facts.items() if audiences.is_over(one.match)]
    found = _Around(
        votes=rows.votes(moving),
        talk=rows.talk(facts),
        rematches=dict(Match.objects.filter(rematch_of__in=over).values_list("rematch_of", "id")) if over else {},
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
    """The match as `facts` have it now; what is around it as it was read last."""
    if "options" not in facts.match.__dict__:
        facts.match = rows.changed(facts.match, options=last.match.options)
    match = facts.match
    is_on = match.status in _ON
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
    *("status", "kind", "host_id", "visibility", "anonymous", "clock", "step_seconds", "bank_seconds"),
    *("spectator_delay", "set_aside", "started_at"),
)
"""What is shown of a match, or decides about what is shown, besides its seats and where it stands."""
_table_of = attrgetter(*TABLE)


def _is_same_table(last: Snapshot, facts: Facts) -> bool:
    """Has nobody changed anything but the step, its orders and its times? Seats that say what they said are the same objects (`rows`)."""
    return (
        len(last.seats) == len(facts.seats)
        and all(map(is_, last.seats, facts.seats))
        and _table_of(last.match) == _table_of(facts.match)
    )


@dataclass(frozen=True)
class _Around:
    """What belongs to some matches besides their own rows."""

    votes: dict[str, list[tuple[str, int]]]
    talk: dict[str, dict[tuple[str, str], int]]
    rematches: dict[str | None, str]
    successors: dict[str, str]
    hosts: dict[int, User]
    online: dict[str, frozenset[int]]


def _snapshot(facts: Facts, around: _Around) -> Snapshot:
    match = facts.match
    pending: frozenset[int] = frozenset()
    if match.status in _ON:
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
        votes=around.votes.get(match.id, []) if pending else [],
        talk={press.channel(room, members): last for (room, members), last in around.talk.get(match.id, {}).items()},
    )


def _options_now(match_id: str) -> dict[str, Any]:
    options: dict[str, Any] = Match.objects.values_list("options", flat=True).get(id=match_id)
    return options


@lru_cache(maxsize=2000)
def _options(match_id: str) -> dict[str, Any]:
    """Options of a match that has started never change, and may hold a whole map."""
    return _options_now(match_id)


def _absent_hosts(found: Collection[Facts]) -> dict[int, User]:
    """Hosts who do not sit at their own tables."""
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


def match_message(snapshot: Snapshot, audience: Audience, user_id: int | None) -> MatchShown:
    """What does not change while the match runs, for one person of that audience."""
    match = snapshot.match
    game = games.get(match.game)
    mine = seat_shown(snapshot, audience, user_id)
    return MatchShown(
        match=match.id,
        audience=audience.name,
        info=Info(
            game=match.game,
            name=game.name,
            turns=game.turns,
            first_step=match.forked_step or 0,
            rules_version=match.rules_version,
            options=match.options,
            clock=match.clock,  # type: ignore[arg-type]
            kind=match.kind,  # type: ignore[arg-type]
            rated=match.rated,
            step_seconds=match.step_seconds,
            bank_seconds=match.bank_seconds,
            fixed_hour=match.fixed_hour,
            time_zone=match.time_zone,
            rest_days=match.rest_days,
            vacation_days=match.vacation_days,
            draws=game.draws,
            spectator_delay=audiences.delay(match),
            has_fog=audiences.has_fog(match),
            press=match.press,  # type: ignore[arg-type]
            anonymous=match.anonymous,
            host=_shown_host(snapshot),
            public=match.visibility == Match.Visibility.PUBLIC,
            static=audiences.static_view(match),
            seats=_seat_infos(snapshot, mine),
            you=mine.number if mine else None,
            yours=[seat.number for seat in audiences.seats_of(snapshot.seats, user_id)],
        ),
    )


def seat_shown(snapshot: Snapshot, audience: Audience, user_id: int | None) -> Seat | None:
    """Of a person's seats the one that is looked from, else the first."""
    return audiences.seat_of(snapshot.seats, user_id, audience.seat if audience.own else None)


def match_key(snapshot: Snapshot, audience: Audience, mine: Seat | None) -> object:
    """Equal keys mean equal `match` messages for whoever is shown the seat `mine`: cheap to compare, where making the message is not."""
    match = snapshot.match
    own = mine.number if mine and audiences.hides_names(match) else None
    key = ("match", own)
    if key not in snapshot.lasting:
        # As they are shown: somebody whose name is hidden may take another one, and nobody hears of it.
        infos = _seat_infos(snapshot, mine)
        seats = tuple([(info.seat, info.name, info.kind, info.bot, info.program) for info in infos])
        table = (match.clock, match.step_seconds, match.bank_seconds, match.spectator_delay, match.visibility)
        # Options can change only while people still choose them.
        options = positions.canonical(match.options) if match.status == Match.Status.OPEN else match.started_at
        snapshot.lasting[key] = _shown_host(snapshot), seats, table, options
    return audience, mine.number if mine else None, snapshot.lasting[key]


def place_of(snapshot: Snapshot, user_id: int | None, as_: AudienceName | None) -> tuple[Audience, Seat | None, object]:
    """What `as_` means for this person, the seat that is shown as theirs, and the key of their `match` message.

    Raises NoMatch, NotAllowed.
    """
    key = ("place", user_id, as_)
    if key not in snapshot.lasting:
        audience = audiences.may_watch(snapshot.match, user_id, as_, snapshot.seats)
        seat = seat_shown(snapshot, audience, user_id)
        snapshot.lasting[key] = audience, seat, match_key(snapshot, audience, seat)
    place: tuple[Audience, Seat | None, object] = snapshot.lasting[key]
    return place


def status_key(snapshot: Snapshot, audience: Audience) -> object:
    """Audiences of equal keys get equal `status` messages: all seats, and all spectators, while there is nothing that only some may know."""
    match = snapshot.match
    if "alike" not in snapshot.memo:
        snapshot.memo["alike"] = not (
            is_held(match) or audiences.hides_names(match) or snapshot.votes or not _all_play(snapshot)
        )
    return audience.own if snapshot.memo["alike"] else audience


def _all_play(snapshot: Snapshot) -> bool:
    """Has nobody given up, missed a deadline or been replaced by a bot? As nearly always."""
    if "all play" not in snapshot.lasting:
        snapshot.lasting["all play"] = not any(
            seat.resigned or seat.missed or seat.autopilot for seat in snapshot.seats
        )
    answer: bool = snapshot.lasting["all play"]
    return answer


def status_message(snapshot: Snapshot, audience: Audience) -> StatusShown:
    """Who is awaited, as far as this audience may know it now; all who share an audience get the same."""
    match = snapshot.match
    late = audiences.is_late(match, audience)
    over = audiences.is_over(match)
    veiled = audiences.hides_names(match)
    newest = audiences.newest_step(match, audience)
    mine = audience.seat if audience.own else None
    held = is_held(match)
    all_play = _all_play(snapshot)
    known = snapshot.seats if over or all_play else votes.as_known(snapshot.seats, snapshot.given, mine)
    return StatusShown(
        match=match.id,
        # It counts readiness and votes too, which are of the present, and by which a bot could be told from a person.
        revision=0 if late or veiled else match.revision,
        now=milliseconds(timezone.now()),
        status=match.status,  # type: ignore[arg-type]
        step=newest or 0,
        deadline=None if match.clock == Match.Clock.NONE else _milliseconds(match.deadline),
        waiting=[] if late else [seat for seat in _waiting(snapshot, known, mine, held) if not veiled or seat == mine],
        seats=[
            _veiled_status(seat)
            if veiled and seat.number != mine
            else _seat_status(snapshot, seat, mine=mine, late=late, over=over, held=held)
            for seat in known
        ],
        votes={} if late else _votes(snapshot, known, mine),
        claim_at=None if all_play else _milliseconds(absence.win_from(match, known, mine, snapshot.online)),
        outcome=match.outcome if over else None,
        rematch=snapshot.rematch,
        held=votes.is_held(match),
        goes_on=snapshot.goes_on,
    )


def milliseconds(moment: datetime) -> int:
    """Since 1970, as messages have it."""
    return round(moment.timestamp() * 1000)


def _milliseconds(moment: datetime | None) -> int | None:
    return None if moment is None else milliseconds(moment)


def is_held(match: Match) -> bool:
    """Is the step one with a secret wait? Who has answered it is told to nobody else, before its result does."""
    return match.hold_until is not None and not audiences.is_over(match)


def _waiting(snapshot: Snapshot, known: Sequence[Seat], mine: int | None, held: bool) -> list[int]:
    """Seats that owe orders, as far as the seat `mine` may know it; `known`: all seats, as far as it may know them."""
    asked = snapshot.pending.difference(seat.number for seat in known if seat.resigned)
    return sorted(seat for seat in asked if (held and seat != mine) or not _is_ready(snapshot, seat))


def _is_ready(snapshot: Snapshot, seat: int) -> bool:
    return snapshot.given[seat].ready if seat in snapshot.given else False


def _shown_host(snapshot: Snapshot) -> str | None:
    return None if audiences.hides_names(snapshot.match) else snapshot.host


def _seat_infos(snapshot: Snapshot, mine: Seat | None) -> list[SeatInfo]:
    hidden = audiences.hides_names(snapshot.match)
    own = mine.number if mine and hidden else None
    key = ("seats", own)
    if key not in snapshot.lasting:
        snapshot.lasting[key] = _make_seat_infos(snapshot, own, hidden=hidden)
    infos: list[SeatInfo] = snapshot.lasting[key]
    return infos


def _make_seat_infos(snapshot: Snapshot, own: int | None, *, hidden: bool) -> list[SeatInfo]:
    return [
        SeatInfo(seat=seat.number, name="", kind="person", bot="")
        if hidden and seat.number != own
        else _seat_info(snapshot.match, seat)
        for seat in snapshot.seats
    ]


def _seat_info(match: Match, seat: Seat) -> SeatInfo:
    if seat.bot:
        return SeatInfo(seat=seat.number, name=games.get(match.game).bot(seat.bot).name, kind="bot", bot=seat.bot)
    program = str(seat.program or "")
    kind: Literal["person", "bot"] = "bot" if seat.is_machine else "person"
    staff = kind == "person" and seat.user is not None and seat.user.is_staff
    return SeatInfo(seat=seat.number, name=str(seat.user or program), kind=kind, bot="", program=program, staff=staff)


def _seat_status(snapshot: Snapshot, seat: Seat, *, mine: int | None, late: bool, over: bool, held: bool) -> SeatStatus:
    is_mine = seat.number == mine
    ready = seat.ready if snapshot.match.status == Match.Status.OPEN else _is_ready(snapshot, seat.number)
    shown = None if late or (held and not is_mine) else ready
    online = seat.user_id in snapshot.online or seat.is_machine
    if not _all_play(snapshot):
        return _make_seat_status(snapshot, seat, ready=shown, online=online, mine=mine, late=late, over=over)
    # Then nobody is gone, and there is nothing else in it that changes by itself.
    key = ("status", seat.number, shown, online, late, over)
    if key not in snapshot.lasting:
        snapshot.lasting[key] = _make_seat_status(
            snapshot, seat, ready=shown, online=online, mine=mine, late=late, over=over
        )
    status: SeatStatus = snapshot.lasting[key]
    return status


def _make_seat_status(
    snapshot: Snapshot, seat: Seat, *, ready: bool | None, online: bool, mine: int | None, late: bool, over: bool
) -> SeatStatus:
    return SeatStatus(
        seat=seat.number,
        ready=ready,
        bank=None if late else seat.bank_ms,
        online=online,
        autopilot=seat.autopilot,
        missed=None if late else seat.missed,
        resigned=None if late else seat.resigned,
        watchable=seat.watchable,
        vacation=None if late else seat.vacation_left,
        # Told to those who may do something about it.
        gone_at=None if mine is None else _milliseconds(absence.bot_from(snapshot.match, seat, snapshot.online)),
        place=seat.place if over else None,
    )


def _veiled_status(seat: Seat) -> SeatStatus:
    """How a seat is doing about which nothing may be known, not even whether a person plays it."""
    return SeatStatus(
        seat=seat.number,
        ready=None,
        bank=None,
        online=True,
        autopilot="",
        missed=None,
        resigned=None,
        watchable=False,
        vacation=None,
        gone_at=None,
        place=None,
    )


_NOBODY = VoteStatus(asked=False, mine=False)


def _votes(snapshot: Snapshot, known: Sequence[Seat], mine: int | None) -> dict[str, VoteStatus]:
    """How votes stand, by what seat `mine` may know of the seats."""
    if not snapshot.votes:
        # As nearly always; then all who know the same of the seats are told the same.
        match = snapshot.match
        is_lasting = (
            match.status == Match.Status.RUNNING and _all_play(snapshot) and all(seat.user_id for seat in known)
        )
        memo = snapshot.lasting if is_lasting else snapshot.memo
        key = ("votes", match.step < votes.ABORT_BEFORE, *[seat.resigned for seat in known])
        if key not in memo:
            memo[key] = dict.fromkeys(votes.open_kinds(match, known), _NOBODY)
        found: dict[str, VoteStatus] = memo[key]
        return found
    standing = votes.tally(snapshot.match, known, mine, snapshot.votes)
    return {kind: VoteStatus(asked=tally["yes"] > 0, mine=bool(tally["mine"])) for kind, tally in standing.items()}
