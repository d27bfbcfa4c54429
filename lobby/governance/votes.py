"""What do the seats vote on? Pauses, their end, more time, a draw, an abort. A vote passes when everybody in play agrees.
A person has one vote, with however many seats and accounts.

Everybody is told who asked first, and who has declined; who else agreed, and how many, is secret. One who declines ends the proposal, because
all must agree. Whoever withdraws a proposal, or has it declined, asks for the same again `ASKED_AGAIN` steps later at the earliest.

Bots agree to no draw: a game's bots judge orders, not positions, and a person beside one in a lost position would offer one in every match.

The caller of most functions has locked the match, and they work inside the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts import persons
from lobby.fog import audience
from lobby.matches.errors import NotAllowed, NotRunning
from lobby.matches.models import GOES_ON, Match, Orders, Seat, Vote
from lobby.matches.people import VoteAct
from lobby.notices import writing
from lobby.notices.models import Notice
from lobby.notices.writing import News
from lobby.play import in_play, interruptions, step_notices
from lobby.play.journal import JOURNAL
from lobby.store import acts, rows, wake
from lobby.store.positions import game_of

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

ABORT_BEFORE = 2
"""A match may be aborted while fewer steps than this are resolved."""

ASKED_AGAIN: dict[str, int] = {Vote.Kind.PAUSE: 1, Vote.Kind.EXTEND: 1, Vote.Kind.ABORT: 1, Vote.Kind.DRAW: 5}
"""Kind → steps that must pass before a person asks for it again. A paused match has no steps, so the end of a pause may be asked for at any time."""

_WHEN: dict[str, Set[Match.Status]] = {
    Vote.Kind.PAUSE: {Match.Status.RUNNING},
    Vote.Kind.RESUME: {Match.Status.PAUSED},
    Vote.Kind.EXTEND: {Match.Status.RUNNING},
    Vote.Kind.DRAW: {Match.Status.RUNNING},
    Vote.Kind.ABORT: GOES_ON,
}
_KINDS: dict[str, list[str]] = {
    status: [kind.value for kind in Vote.Kind if status in _WHEN[kind]] for status in GOES_ON
}
"""Status → kinds of votes that are possible in it in general."""


def open_kinds(match: Match, seats: Sequence[Seat]) -> list[str]:
    """Kinds of votes that are possible now."""
    if match.set_aside:
        return []
    return [kind for kind in _KINDS.get(match.status, ()) if _reason_against(match, seats, kind) is None]


def tally(
    match: Match, seats: Sequence[Seat], mine: int | None, votes: Sequence[rows.Cast]
) -> dict[str, dict[str, Any]]:
    """{kind: {"yes", "need", "mine", "by", "declined", "again"}} for all votes that are possible now, counted by person.

    `by`: the seat that asked first, or, of a proposal that was declined lately, the one that declined it (`declined`); else None. `again`: the
    step from which on the seat `mine` may ask, if that is later than now; else None.
    `mine`: number of the asking seat. `votes`: all of the match, in the order in which they were cast. The people of `seats` should be loaded.
    """
    if match.status not in GOES_ON:
        return {}
    deciding = {seat.number: _person(seat) for seat in in_play.voters(match, seats)}
    found: dict[str, dict[str, Any]] = {}
    for kind in open_kinds(match, seats):
        of_kind = [vote for vote in remembered(match, votes) if vote.kind == kind and vote.seat in deciding]
        standing = [vote.seat for vote in of_kind if vote.standing]
        declined = next((vote.declined_by for vote in of_kind if vote.declined_by is not None), None)
        mine_waits = [_again(kind, vote.step) for vote in of_kind if vote.seat == mine and not vote.standing]
        found[kind] = {
            "yes": len({deciding[seat] for seat in standing}),
            "need": len({*deciding.values()}),
            "mine": mine in standing,
            "by": standing[0] if standing else declined,
            "declined": not standing and declined is not None,
            "again": max(mine_waits) if not standing and max(mine_waits, default=0) > match.step else None,
        }
    return found


def remembered(match: Match, votes: Iterable[rows.Cast]) -> list[rows.Cast]:
    """The votes that still mean something: those that stand, and those that ended too few steps ago for everybody to have forgotten them."""
    return [vote for vote in votes if vote.standing or match.step < max(vote.step + 1, _again(vote.kind, vote.step))]


def _again(kind: str, step: int) -> int:
    """The first step in which somebody may ask for it again who asked in vain in `step`."""
    return step + ASKED_AGAIN.get(kind, 0)


def check_kind(match: Match, seats: Sequence[Seat], kind: str) -> None:
    """Raises NotRunning or NotAllowed if this vote is not possible now."""
    if match.status not in _WHEN[kind] or match.set_aside:
        raise NotRunning("kind")
    reason = _reason_against(match, seats, kind)
    if reason is not None:
        raise NotAllowed("kind", reason)


_FAULTY = _("The site paused this match because of a fault. Staff will look at it.")
_NO_CLOCK = _("This match has no clock.")
_HELD = _("Staff have paused this match and will resume it.")
_TOO_LATE = _("A match can be aborted in its first steps only.")
_NO_DRAWS = _("The rules of this game allow no draw by agreement.")
_BOTS = _("Bots do not agree to draws.")


def _reason_against(match: Match, seats: Sequence[Seat], kind: str) -> StrPromise | None:
    """Why this match does not allow that kind of vote; None: it does."""
    if kind == Vote.Kind.RESUME and interruptions.awaits_staff(match):
        return _FAULTY if match.fault else _HELD
    if kind in {Vote.Kind.EXTEND, Vote.Kind.PAUSE} and match.clock == Match.Clock.NONE:
        return _NO_CLOCK
    if kind == Vote.Kind.ABORT and match.step >= ABORT_BEFORE:
        return _TOO_LATE
    if kind == Vote.Kind.DRAW:
        if not game_of(match).draws:
            return _NO_DRAWS
        if _bots_prevent_draw(match, seats):
            return _BOTS
    return None


def _bots_prevent_draw(match: Match, seats: Sequence[Seat]) -> bool:
    if match.anonymous:
        # Must not depend on who is eliminated or absent, so one bot at the table is enough.
        return any(seat.is_machine for seat in seats)
    # Nearly always empty; then it does not matter who is still in play.
    replaced = [seat for seat in seats if not seat.user_id or seat.autopilot]
    return bool(replaced) and bool(in_play.seats_in_play(match, replaced))


def vote(*, user_id: int, match_id: str, kind: str, value: bool) -> None:
    """Vote for a pause, its end, more time, a draw or an abort. It passes when everybody in play has voted for it.

    `value` False withdraws one's own vote; without one it declines what others have proposed.
    A person with several seats, be it with several accounts, votes for all of them.
    """
    if kind not in Vote.Kind.values:
        raise NotAllowed("kind")
    with acts.acting():
        match = acts.lock(match_id)
        seats = list(match.seats.select_related("user"))
        person = _person(audience.seat_held(match, seats, user_id))
        cast(match, seats, [seat for seat in seats if _person(seat) == person], kind, value=value, now=timezone.now())
        wake.publish_soon(match_id)


def _person(seat: Seat) -> int | None:
    return None if seat.user is None else persons.person_id(seat.user)


def cast(match: Match, seats: Sequence[Seat], mine: Sequence[Seat], kind: str, *, value: bool, now: datetime) -> bool:
    """Store or withdraw the vote of a person's seats, or decline, and carry out what is agreed now. Returns True if something was.

    Raises NotAllowed for somebody who has asked for the same in vain a few steps ago; agreeing to somebody else's proposal is always possible.
    """
    check_kind(match, seats, kind)
    deciding = {seat.number for seat in in_play.voters(match, seats)} & {seat.number for seat in mine}
    if not deciding:
        raise NotAllowed("kind", _("Only players who are still in the match can vote."))
    cast_before = Vote.objects.filter(match=match, kind=kind)
    own = cast_before.filter(seat__in=deciding)
    if value:
        if own.filter(standing=True).count() < len(deciding):
            if not cast_before.filter(standing=True).exists():
                _check_patience(match, kind, own)
                _keep(match, kind, VoteAct.What.ASKED, min(deciding), now)
            own.delete()
            # One by one: their order says who asked first.
            for number in sorted(deciding):
                Vote.objects.create(match=match, seat=number, kind=kind, step=match.step)
            _ask_others(match, seats, mine, kind)
    elif own.filter(standing=True).exists():
        own.update(standing=False, step=match.step)
    else:
        _decline(match, seats, kind, min(deciding), now)
    # Votes do not increase the revision, because a reader could count them by it.
    return carry_out(match, seats, now)


def _check_patience(match: Match, kind: str, own: QuerySet[Vote]) -> None:
    waits = [_again(kind, vote.step) - match.step for vote in own.filter(standing=False)]
    if waits and max(waits) > 0:
        raise NotAllowed(
            "kind", _("You have asked for this already. Ask again %(steps)s steps later."), steps=max(waits)
        )


def _decline(match: Match, seats: Sequence[Seat], kind: str, by: int, now: datetime) -> None:
    """End a proposal. Only who asked first has to wait before asking again, not those who have agreed."""
    standing = list(Vote.objects.filter(match=match, kind=kind, standing=True).order_by("pk"))
    if not standing:
        return
    people = {seat.number: _person(seat) for seat in seats}
    asked = [vote.pk for vote in standing if people.get(vote.seat) == people.get(standing[0].seat)]
    Vote.objects.filter(pk__in=asked).update(standing=False, declined_by=by, step=match.step)
    Vote.objects.filter(match=match, kind=kind, standing=True).delete()
    _keep(match, kind, VoteAct.What.DECLINED, by, now)


def _keep(match: Match, kind: str, what: VoteAct.What, seat: int | None, now: datetime) -> None:
    """For the timeline of staff."""
    VoteAct.objects.create(match=match, kind=kind, what=what, seat=seat, at=now)


def _ask_others(match: Match, seats: Sequence[Seat], mine: Sequence[Seat], kind: str) -> None:
    """Tell those whose vote is missing, if they may be somewhere else. Nobody is told who has voted."""
    if not step_notices.is_notified(match, seats):
        return
    voted = set(Vote.objects.filter(match=match, kind=kind, standing=True).values_list("seat", flat=True))
    asked = [seat for seat in in_play.voters(match, _known_to_all(match, seats)) if seat.number not in voted]
    own = {seat.number for seat in mine}
    writing.write(
        [
            News(
                seat.user_id, Notice.Kind.VOTE, f"{match.pk}:{match.step}:{kind}", match.pk, match.step, {"vote": kind}
            )
            for seat in asked
            if seat.user_id is not None and seat.number not in own
        ]
    )


def carry_out(match: Match, seats: Sequence[Seat], now: datetime) -> bool:
    """Carry out a vote on which everybody in play agrees, if there is one. Also called when somebody is eliminated or absent."""
    known = _known_to_all(match, seats)
    deciding = {seat.number for seat in in_play.voters(match, known)}
    if not deciding:
        return False
    playing = {seat.number for seat in in_play.seats_in_play(match, known)}
    for kind in open_kinds(match, known):
        yes = set(Vote.objects.filter(match=match, kind=kind, standing=True).values_list("seat", flat=True))
        # A draw shares the first place, so absent people in play are asked too.
        asked = playing if kind == Vote.Kind.DRAW else deciding
        if asked <= yes:
            if kind == Vote.Kind.DRAW and len(in_play.seats_in_play(match, seats)) == 1:
                # The others have agreed, and resigned since, which is not known yet: a draw needs two. Of several the rules say it with the step.
                if interruptions.end_duel(match, seats, now):
                    return True
                continue
            _keep(match, kind, VoteAct.What.CARRIED, None, now)
            _ACTS[kind](match, seats, now)
            Vote.objects.filter(match=match).delete()
            return True
    return False


def _known_to_all(match: Match, seats: Sequence[Seat]) -> Sequence[Seat]:
    """The seats as everybody knows them; otherwise a vote would reveal a resignation whose step is not resolved.

    A pause waits for no step, so there known resignations count at once: no vote may depend on somebody who has resigned.
    """
    if match.status != Match.Status.RUNNING or not any(seat.resigned for seat in seats):
        return seats
    stored = set(Orders.objects.filter(match_id=match.id, step=match.step).values_list("seat", flat=True))
    return in_play.as_known(seats, stored, None)


def count_anew(*, match_id: str) -> None:
    """Count the votes again, because fewer people decide now. Raises InUse, without waiting, if another process has locked the match."""
    if not Vote.objects.filter(match_id=match_id, standing=True).exists():
        return
    with acts.acting():
        match = Match.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=match_id).first()
        if match is None and Match.objects.filter(pk=match_id).exists():
            raise acts.InUse
        if match is not None and carry_out(match, list(match.seats.all()), timezone.now()):
            wake.publish_soon(match_id)


def on_fewer_decide(*, match_id: str, **_: object) -> None:
    """Receiver of `fewer_decide`; counts the votes of a match again without waiting: if it is locked, once it is free."""
    _count_when_free(match_id)


def _count_when_free(match_id: str) -> None:
    with acts.skip_if_locked():
        count_anew(match_id=match_id)
        return
    JOURNAL.when_free(match_id, _count_when_free)


_ACTS: dict[str, Callable[[Match, Sequence[Seat], datetime], None]] = {
    Vote.Kind.PAUSE: lambda match, seats, now: interruptions.pause(match, now),
    Vote.Kind.RESUME: lambda match, seats, now: interruptions.resume(match, now),
    Vote.Kind.EXTEND: lambda match, seats, now: interruptions.extend(match, now),
    Vote.Kind.DRAW: interruptions.agree_draw,
    Vote.Kind.ABORT: lambda match, seats, now: interruptions.abort(match, now),
}
