"""What do the seats vote on? Pauses, their end, more time, a draw, an abort. A vote passes when everybody in play agrees.
A person has one vote, with however many seats and accounts.

The caller of most functions has locked the match, and they work inside the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts import persons
from lobby.fog import audience
from lobby.matches.errors import NotAllowed, NotRunning
from lobby.matches.models import GOES_ON, Match, Orders, Seat, Vote
from lobby.play import in_play, interruptions
from lobby.play.journal import JOURNAL
from lobby.store import acts, wake
from lobby.store.positions import game_of

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

ABORT_BEFORE = 2
"""A match may be aborted while fewer steps than this are resolved."""

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
    match: Match, seats: Sequence[Seat], mine: int | None, votes: Iterable[tuple[str, int]]
) -> dict[str, dict[str, Any]]:
    """{kind: {"yes", "need", "mine"}} for all votes that are possible now, counted by person.

    `mine`: number of the asking seat. `votes`: (kind, seat) of all votes in favour. The people of `seats` should be loaded.
    """
    if match.status not in GOES_ON:
        return {}
    deciding = {seat.number: _person(seat) for seat in in_play.voters(match, seats)}
    standing: dict[str, set[int]] = {}
    for kind, seat in votes:
        standing.setdefault(kind, set()).add(seat)
    return {
        kind: {
            "yes": len({person for seat, person in deciding.items() if seat in standing.get(kind, ())}),
            "need": len({*deciding.values()}),
            "mine": mine in deciding and mine in standing.get(kind, ()),
        }
        for kind in open_kinds(match, seats)
    }


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
    """Vote for a pause, its end, more time, a draw or an abort, or withdraw the vote. It passes when everybody in play has voted for it.

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
    """Store or withdraw the vote of a person's seats, and carry out what is agreed now. Returns True if something was."""
    check_kind(match, seats, kind)
    deciding = {seat.number for seat in in_play.voters(match, seats)} & {seat.number for seat in mine}
    if not deciding:
        raise NotAllowed("kind", _("Only players who are still in the match can vote."))
    for number in sorted(deciding):
        if value:
            Vote.objects.get_or_create(match=match, seat=number, kind=kind)
        else:
            Vote.objects.filter(match=match, seat=number, kind=kind).delete()
    # Votes do not increase the revision, because a reader could count them by it.
    return carry_out(match, seats, now)


def carry_out(match: Match, seats: Sequence[Seat], now: datetime) -> bool:
    """Carry out a vote on which everybody in play agrees, if there is one. Also called when somebody is eliminated or absent."""
    known = _known_to_all(match, seats)
    deciding = {seat.number for seat in in_play.voters(match, known)}
    if not deciding:
        return False
    playing = {seat.number for seat in in_play.seats_in_play(match, known)}
    for kind in open_kinds(match, known):
        yes = set(Vote.objects.filter(match=match, kind=kind).values_list("seat", flat=True))
        # A draw shares the first place, so absent people in play are asked too.
        asked = playing if kind == Vote.Kind.DRAW else deciding
        if asked <= yes:
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
    if not Vote.objects.filter(match_id=match_id).exists():
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
