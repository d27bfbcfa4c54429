"""What may audiences know of a match besides its positions? Who plays, which seats it waits for and until when, votes, and how it ended.

Makes the `match` and `status` messages of each audience from one reading of the database (`Snapshot`). Late spectators
are not told what the seats do in the present.
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
from games.core.names import Name
from games.core.rng import seat_seed
from lobby.accord import absence, set_aside, votes
from lobby.accounts.models import User
from lobby.fog import audience as audiences
from lobby.fog import fairness
from lobby.fog.audience import Audience
from lobby.matches import clock, personas
from lobby.matches.models import GOES_ON, Match, Seat
from lobby.play import in_play, interruptions, presence
from lobby.protocol.server import AudienceName, Info, MatchShown, SeatInfo, SeatStatus, StatusShown, VoteStatus
from lobby.store import positions, rows
from lobby.store.rows import Cast, Facts, Given
from lobby.talk import press
from lobby.talk.press import Channel
from lobby.watch import proposals, rematches
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

    def is_ready(self, seat: int) -> bool:
        return self.given[seat].ready if seat in self.given else False

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


def match_message(snapshot: Snapshot, audience: Audience, user_id: int | None) -> MatchShown:
    """The `match` message: facts that do not change while the match runs, for one person of that audience."""
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
            truth_delay=audiences.truth_delay(match),
            started_at=_milliseconds(match.started_at),
            has_fog=audiences.has_fog(match),
            press=match.press,  # type: ignore[arg-type]
            anonymous=match.anonymous,
            host=None if audiences.hides_names(match) else snapshot.host,
            public=match.visibility == Match.Visibility.PUBLIC,
            static=audiences.static_view(match),
            seats=_seat_infos(snapshot, mine),
            you=mine.number if mine else None,
            yours=[seat.number for seat in audiences.seats_of(snapshot.seats, user_id)],
            seed_hash=fairness.seed_hash(match.pk, match.seed),
            seat_seed=seat_seed(match.seed, mine.number) if mine and match.started_at is not None else None,
        ),
    )


def seat_shown(snapshot: Snapshot, audience: Audience, user_id: int | None) -> Seat | None:
    """The person's seat from which they watch, or their first seat."""
    return audiences.seat_of(snapshot.seats, user_id, audience.seat if audience.own else None)


def match_key(snapshot: Snapshot, audience: Audience, mine: Seat | None) -> object:
    """A key that is equal for equal `match` messages with the seat `mine`. It is cheaper to compare than the messages are to make."""
    match = snapshot.match
    own = mine.number if mine and audiences.hides_names(match) else None
    key = ("match", own)
    if key not in snapshot.lasting:
        # In their shown form: a change of a hidden name must not show.
        infos = _seat_infos(snapshot, mine)
        seats = tuple([(info.seat, info.name, info.kind, info.bot, info.program) for info in infos])
        table = (
            match.clock,
            match.step_seconds,
            match.bank_seconds,
            match.spectator_delay,
            match.visibility,
            match.spectators_see_all,
        )
        # Options can change only while people still choose them.
        options = positions.canonical(match.options) if match.status == Match.Status.OPEN else match.started_at
        snapshot.lasting[key] = None if audiences.hides_names(match) else snapshot.host, seats, table, options
    return audience, mine.number if mine else None, snapshot.lasting[key]


def place_of(snapshot: Snapshot, user_id: int | None, as_: AudienceName | None) -> tuple[Audience, Seat | None, object]:
    """The audience that `as_` means for this person, the seat that is shown as theirs, and the key of their `match` message.

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
    """Audiences with equal keys get equal `status` messages: all seats, and all spectators, while nothing is known only to some."""
    match = snapshot.match
    if "alike" not in snapshot.memo:
        snapshot.memo["alike"] = not (
            is_secret(match) or audiences.hides_names(match) or snapshot.votes or not _all_play(snapshot)
        )
    return audience.own if snapshot.memo["alike"] else audience


def _all_play(snapshot: Snapshot) -> bool:
    """True if no seat has resigned, missed a deadline or been replaced by a bot, as nearly always."""
    if "all play" not in snapshot.lasting:
        snapshot.lasting["all play"] = not any(
            seat.resigned or seat.missed or seat.autopilot for seat in snapshot.seats
        )
    answer: bool = snapshot.lasting["all play"]
    return answer


def status_message(snapshot: Snapshot, audience: Audience) -> StatusShown:
    """The `status` message for this audience. Everybody in an audience gets the same."""
    match = snapshot.match
    late = audiences.is_late(match, audience)
    over = audiences.is_over(match)
    veiled = audiences.hides_names(match)
    newest = audiences.newest_step(match, audience)
    mine = audience.seat if audience.own else None
    secret = is_secret(match)
    all_play = _all_play(snapshot)
    known = snapshot.seats if over or all_play else in_play.as_known(snapshot.seats, snapshot.given, mine)
    return StatusShown(
        match=match.id,
        # The revision also counts readiness and votes, which would reveal the present, and who is a bot.
        revision=0 if late or veiled else match.revision,
        now=clock.milliseconds(timezone.now()),
        status=match.status,  # type: ignore[arg-type]
        step=newest or 0,
        deadline=None if match.clock == Match.Clock.NONE else _milliseconds(match.deadline),
        waiting=[]
        if late
        else [seat for seat in _waiting(snapshot, known, mine, secret) if not veiled or seat == mine],
        seats=[
            _veiled_status(seat)
            if veiled and seat.number != mine
            else _seat_status(snapshot, seat, mine=mine, late=late, over=over, secret=secret)
            for seat in known
        ],
        out=_out(snapshot, newest),
        votes={} if late else _votes(snapshot, known, mine),
        claim_at=None if all_play else _milliseconds(absence.win_from(match, known, mine, snapshot.online)),
        outcome=match.outcome if over else None,
        rematch=None if snapshot.rematch is None else snapshot.rematch.id,
        rematch_offer=None if snapshot.rematch is None else rematches.offer(snapshot.rematch),
        held=interruptions.awaits_staff(match),
        goes_on=snapshot.goes_on,
    )


def _milliseconds(moment: datetime | None) -> int | None:
    return None if moment is None else clock.milliseconds(moment)


def is_secret(match: Match) -> bool:
    """True in a step with a secret wait: nobody else learns who has answered before the result is out."""
    return match.hold_until is not None and not audiences.is_over(match)


def _waiting(snapshot: Snapshot, known: Sequence[Seat], mine: int | None, secret: bool) -> list[int]:
    """Seats that owe orders, as far as seat `mine` may know. `known`: all seats, as far as it may know them."""
    asked = snapshot.pending.difference(seat.number for seat in known if seat.resigned)
    return sorted(seat for seat in asked if (secret and seat != mine) or not snapshot.is_ready(seat))


def _out(snapshot: Snapshot, step: int | None) -> list[int]:
    """Seats that no longer take part in that position. The rules show this to everybody (`Game.in_play`)."""
    if step is None or snapshot.match.status not in GOES_ON:
        return []
    key = ("out", step)
    if key not in snapshot.memo:
        playing = in_play.numbers_in_play(snapshot.match, step)
        snapshot.memo[key] = [seat.number for seat in snapshot.seats if seat.number not in playing]
    found: list[int] = snapshot.memo[key]
    return found


def _seat_infos(snapshot: Snapshot, mine: Seat | None) -> list[SeatInfo]:
    hidden = audiences.hides_names(snapshot.match)
    own = mine.number if mine and hidden else None
    key = ("seats", own)
    if key not in snapshot.lasting:
        snapshot.lasting[key] = _make_seat_infos(snapshot, own, hidden=hidden)
    infos: list[SeatInfo] = snapshot.lasting[key]
    return infos


def _make_seat_infos(snapshot: Snapshot, own: int | None, *, hidden: bool) -> list[SeatInfo]:
    match = snapshot.match
    bots = {} if hidden else personas.of_table(match.pk, snapshot.seats, is_anonymous=match.anonymous)
    return [
        SeatInfo(seat=seat.number, name="", kind="person", bot="")
        if hidden and seat.number != own
        else _seat_info(match, seat, bots.get(seat.number))
        for seat in snapshot.seats
    ]


def _seat_info(match: Match, seat: Seat, name: Name | None) -> SeatInfo:
    if seat.bot:
        bot = games.get(match.game).bot(seat.bot)
        return SeatInfo(
            seat=seat.number, name=personas.english(bot, name), kind="bot", bot=seat.bot, given=list(name or ())
        )
    program = str(seat.program or "")
    kind: Literal["person", "bot"] = "bot" if seat.is_machine else "person"
    staff = kind == "person" and seat.user is not None and seat.user.is_staff
    account = kind == "person" and seat.user is not None and seat.user.is_bot
    return SeatInfo(
        seat=seat.number,
        name=str(seat.user or program),
        kind=kind,
        bot="",
        program=program,
        staff=staff,
        bot_account=account,
    )


def _seat_status(
    snapshot: Snapshot, seat: Seat, *, mine: int | None, late: bool, over: bool, secret: bool
) -> SeatStatus:
    is_mine = seat.number == mine
    ready = seat.ready if snapshot.match.status == Match.Status.OPEN else snapshot.is_ready(seat.number)
    shown = None if late or (secret and not is_mine) else ready
    online = seat.user_id in snapshot.online or seat.is_machine
    if not _all_play(snapshot):
        return _make_seat_status(snapshot, seat, ready=shown, online=online, mine=mine, late=late, over=over)
    # In these cases nobody is absent, and nothing else in the status changes by itself.
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
        # Only for seats, because only they may act on it.
        gone_at=None if mine is None else _milliseconds(absence.bot_from(snapshot.match, seat, snapshot.online)),
        place=seat.place if over else None,
    )


def _veiled_status(seat: Seat) -> SeatStatus:
    """The status of a seat whose player is hidden: it must not even show whether a person plays it."""
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


def _votes(snapshot: Snapshot, known: Sequence[Seat], mine: int | None) -> dict[str, VoteStatus]:
    """State of the votes, as far as seat `mine` may know the seats."""
    if not snapshot.votes:
        # The usual case; then all audiences with the same knowledge of the seats get the same.
        match = snapshot.match
        is_lasting = (
            match.status == Match.Status.RUNNING and _all_play(snapshot) and all(seat.user_id for seat in known)
        )
        memo = snapshot.lasting if is_lasting else snapshot.memo
        key = ("votes", match.step < votes.ABORT_BEFORE, *[seat.resigned for seat in known])
        if key not in memo:
            memo[key] = dict.fromkeys(votes.open_kinds(match, known), proposals.NOBODY)
        found: dict[str, VoteStatus] = memo[key]
        return found
    return proposals.shown(snapshot.match, known, mine, snapshot.votes)
