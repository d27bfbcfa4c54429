"""What may audiences know of a match besides its positions? Who plays, which seats it waits for and until when, votes, and how it ended.

Makes the `match` and `status` messages of each audience from one reading of the database (`reading.Snapshot`). Late spectators
are not told what the seats do in the present.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec
from django.utils import timezone

import games
from games.core.names import Name
from games.core.rng import seat_seed
from lobby.fog import audience as audiences
from lobby.fog import fairness
from lobby.fog.audience import Audience
from lobby.governance import absence, votes
from lobby.matches import clock, personas
from lobby.matches.models import GOES_ON, Match, Orders, Seat
from lobby.platform.protocol.server import AudienceName, Info, MatchShown, SeatInfo, SeatStatus, StatusShown, VoteStatus
from lobby.play import in_play, interruptions
from lobby.store import positions
from lobby.watch import proposals, rematches
from lobby.watch.reading import Snapshot


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


def match_message_of_owners(snapshot: Snapshot, audience: Audience, user_id: int | None) -> MatchShown:
    """The same for whoever reads over HTTP: once it may be known, a seat that a program of theirs played is theirs too.

    Not for pages: they give whoever has a seat the controls of that seat.
    """
    shown = match_message(snapshot, audience, user_id)
    yours = audiences.known_as_theirs(snapshot.match, snapshot.seats, user_id)
    if yours == shown.info.yours:
        return shown
    you = shown.info.you
    if you is None:
        you = audience.seat if audience.seat in yours else yours[0]
    seed = seat_seed(snapshot.match.seed, you) if snapshot.match.started_at is not None else None
    return msgspec.structs.replace(
        shown, info=msgspec.structs.replace(shown.info, you=you, yours=yours, seat_seed=seed)
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
        answered = any(given.by == Orders.By.AUTO for given in snapshot.given.values())
        is_odd = is_secret(match) or audiences.hides_names(match) or answered or bool(snapshot.votes)
        snapshot.memo["alike"] = not is_odd and _all_play(snapshot)
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
            _hidden_status(seat)
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
    return sorted(seat for seat in asked if (secret and seat != mine) or not snapshot.is_ready(seat, mine))


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
    ready = seat.ready if snapshot.match.status == Match.Status.OPEN else snapshot.is_ready(seat.number, mine)
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


def _hidden_status(seat: Seat) -> SeatStatus:
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
