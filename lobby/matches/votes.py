"""What do the seats agree on? Pauses, their end, more time, a draw, an abort: by everybody who is still in play.

Every function here works on a match that the caller has locked, inside the caller's transaction.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.matches import acts, clock, deadlines, saving, seen, terms, wake
from lobby.matches.errors import NotAllowed, NotRunning
from lobby.matches.models import Match, Orders, Seat, Vote
from lobby.matches.positions import game_of, position
from lobby.matches.rows import changed

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

ABORT_BEFORE = 2
"""A match may be aborted as long as fewer steps than this are resolved."""

_WHEN: dict[str, set[Match.Status]] = {
    Vote.Kind.PAUSE: {Match.Status.RUNNING},
    Vote.Kind.RESUME: {Match.Status.PAUSED},
    Vote.Kind.EXTEND: {Match.Status.RUNNING},
    Vote.Kind.DRAW: {Match.Status.RUNNING},
    Vote.Kind.ABORT: {Match.Status.RUNNING, Match.Status.PAUSED},
}
_KINDS: dict[str, list[str]] = {
    status: [kind.value for kind in Vote.Kind if status in _WHEN[kind]]
    for status in (Match.Status.RUNNING, Match.Status.PAUSED)
}
"""Status → what may be voted on in it, were there nothing against it."""


def as_known(seats: Sequence[Seat], stored: Container[int], mine: int | None) -> list[Seat]:
    """The seats by what seat `mine`, or nobody, may know: to resign is an order, and as secret as any until its step is resolved.

    `stored`: the seats that have stored orders for the step that is due; one that has resigned before stores none.
    """
    return [
        changed(seat, resigned=False) if seat.resigned and seat.number != mine and seat.number in stored else seat
        for seat in seats
    ]


def numbers_in_play(match: Match, step: int | None = None) -> set[int]:
    """Seats that still take part as far as the position says: a resignation that waits for its step is not known there.

    `step`: of an earlier position.
    """
    game = game_of(match)
    state = position(match.id, match.step if step is None else step).state
    return set(game.in_play(state) if game.in_play else game.pending(state))


def seats_in_play(match: Match, seats: Sequence[Seat]) -> list[Seat]:
    """Seats that have neither resigned nor lost, whoever plays them."""
    numbers = numbers_in_play(match)
    return [seat for seat in seats if seat.number in numbers and not seat.resigned]


def voters(match: Match, seats: Sequence[Seat]) -> list[Seat]:
    """Seats whose people decide: in play and not replaced by a bot."""
    return [seat for seat in seats_in_play(match, seats) if seat.user_id and not seat.autopilot]


def open_kinds(match: Match, seats: Sequence[Seat]) -> list[str]:
    """What may be voted on now."""
    if match.set_aside:
        return []
    return [kind for kind in _KINDS.get(match.status, ()) if _reason_against(match, seats, kind) is None]


def tally(
    match: Match, seats: Sequence[Seat], mine: int | None, votes: Iterable[tuple[str, int]]
) -> dict[str, dict[str, Any]]:
    """{kind: {"yes", "need", "mine"}} of everything that may be voted on now.

    `mine` is the asking seat's number; `votes` are (kind, seat) of all that stand in the match.
    """
    if match.status not in {Match.Status.RUNNING, Match.Status.PAUSED}:
        return {}
    deciding = {seat.number for seat in voters(match, seats)}
    standing: dict[str, set[int]] = {}
    for kind, seat in votes:
        standing.setdefault(kind, set()).add(seat)
    return {
        kind: {
            "yes": len(standing.get(kind, set()) & deciding),
            "need": len(deciding),
            "mine": mine in standing.get(kind, set()) & deciding,
        }
        for kind in open_kinds(match, seats)
    }


def is_held(match: Match) -> bool:
    """Is it paused by staff or because of a fault? Such a pause ends neither by a vote nor by itself."""
    return match.status == Match.Status.PAUSED and match.due_at is None


def check_kind(match: Match, seats: Sequence[Seat], kind: str) -> None:
    """Raises NotRunning or NotAllowed when there is nothing to vote on."""
    if match.status not in _WHEN[kind] or match.set_aside:
        raise NotRunning("kind")
    reason = _reason_against(match, seats, kind)
    if reason is not None:
        raise NotAllowed("kind", reason)


_FAULTY = _("The site paused this match because of a fault. Staff will look at it.")
_NO_CLOCK = _("This match has no clock.")
_HELD = _("Staff have paused this match, and will let it go on.")
_TOO_LATE = _("A match can be aborted in its first steps only.")
_NO_DRAWS = _("The rules of this game allow no draw by agreement.")
_BOTS = _("Bots do not agree to draws.")


def _reason_against(match: Match, seats: Sequence[Seat], kind: str) -> StrPromise | None:
    """Why there is no vote of that kind in a match that could have one; None: there may be one."""
    if kind == Vote.Kind.RESUME and is_held(match):
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
        # Whose seat leaves the play, and who is away, must not change what can be voted on: one bot at the table is enough.
        return any(seat.is_machine for seat in seats)
    # Nearly always there is none at all, and nobody need know who is still in play.
    replaced = [seat for seat in seats if not seat.user_id or seat.autopilot]
    return bool(replaced) and bool(seats_in_play(match, replaced))


def cast(match: Match, seats: Sequence[Seat], mine: Sequence[Seat], kind: str, *, value: bool, now: datetime) -> bool:
    """Note the vote of a person's seats or take it back, and carry out what is now agreed; True if something was."""
    check_kind(match, seats, kind)
    deciding = {seat.number for seat in voters(match, seats)} & {seat.number for seat in mine}
    if not deciding:
        raise NotAllowed("kind", _("Only players who are still in the match can vote."))
    for number in sorted(deciding):
        if value:
            Vote.objects.get_or_create(match=match, seat=number, kind=kind)
        else:
            Vote.objects.filter(match=match, seat=number, kind=kind).delete()
    # The revision does not count votes: whoever reads it again and again would count them too.
    return carry_out(match, seats, now)


def carry_out(match: Match, seats: Sequence[Seat], now: datetime) -> bool:
    """Do what everybody in play wants, if there is such a thing; also called when somebody has left the play, or is away."""
    known = _known_to_all(match, seats)
    deciding = {seat.number for seat in voters(match, known)}
    if not deciding:
        return False
    playing = {seat.number for seat in seats_in_play(match, known)}
    for kind in open_kinds(match, known):
        yes = set(Vote.objects.filter(match=match, kind=kind).values_list("seat", flat=True))
        # A draw shares the first place: nobody in play is asked less than the others because of being away.
        asked = playing if kind == Vote.Kind.DRAW else deciding
        if asked <= yes:
            _ACTS[kind](match, seats, now)
            Vote.objects.filter(match=match).delete()
            return True
    return False


def _known_to_all(match: Match, seats: Sequence[Seat]) -> Sequence[Seat]:
    """The seats by what everybody knows: else a vote would tell who has given up a moment ago.

    A pause waits for no step and must end: there no vote hangs on somebody who will not come.
    """
    if match.status != Match.Status.RUNNING or not any(seat.resigned for seat in seats):
        return seats
    stored = set(Orders.objects.filter(match_id=match.id, step=match.step).values_list("seat", flat=True))
    return as_known(seats, stored, None)


def on_fewer_decide(*, match_id: str, **_: object) -> None:
    """Perhaps all who are left want the same. Raises InUse, without waiting, when somebody else has locked the match."""
    if not Vote.objects.filter(match_id=match_id).exists():
        return
    with acts.acting():
        match = Match.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=match_id).first()
        if match is None and Match.objects.filter(pk=match_id).exists():
            raise acts.InUse
        if match is not None and carry_out(match, list(match.seats.all()), timezone.now()):
            wake.publish_soon(match_id)


def pause(match: Match, now: datetime) -> None:
    """Stop the clock."""
    Match.objects.filter(pk=match.id).update(
        status=Match.Status.PAUSED,
        paused_at=now,
        deadline=None,
        due_at=clock.pause_ends(now, live=match.clock == Match.Clock.LIVE),
        revision=F("revision") + 1,
        **deadlines.kept_in_pause(match),
    )


def resume(match: Match, now: datetime) -> None:
    """Start the clock again where it stood."""
    assert match.step_started_at is not None
    assert match.paused_at is not None
    lasted = now - match.paused_at
    started = match.step_started_at + lasted
    deadline = end_if_resumed(match, now)
    Match.objects.filter(pk=match.id).update(
        status=Match.Status.RUNNING,
        paused_at=None,
        step_started_at=started,
        deadline=deadline,
        extra_seconds=deadlines.extra_until(match, game_of(match), position(match.id, match.step), started, deadline),
        # Looked at once: somebody may have given up meanwhile.
        due_at=now,
        hold_until=clock.moved(match.hold_until, lasted),
        fault="",
        revision=F("revision") + 1,
    )
    seen.move([match.id], lasted, now)
    Vote.objects.filter(match_id=match.id).delete()


def end_if_resumed(match: Match, now: datetime) -> datetime:
    """The deadline of a paused match whose clock goes on now. Where a calendar would leave the step less than it had, it has what it had."""
    assert match.step_started_at is not None
    assert match.paused_at is not None
    game, here, extra = game_of(match), position(match.id, match.step), timedelta(seconds=match.extra_seconds)
    had = deadlines.end_of_step(match, game, here, match.step_started_at) + extra
    started = match.step_started_at + (now - match.paused_at)
    return max(
        deadlines.end_of_step(match, game, here, started) + extra,
        clock.goes_on_until(had, match.paused_at, now, terms.calendar(match)),
    )


def extend(match: Match, now: datetime) -> None:
    """Give the step as much time again as it had, but at most a day."""
    assert match.deadline is not None
    more = min(clock.DAY, deadlines.length_of_step(match, game_of(match), position(match.id, match.step)))
    move_deadline(match, max(now, match.deadline) + more, now)


def move_deadline(match: Match, deadline: datetime, now: datetime) -> None:
    """Give the step of a running match until then; a pause does not take it away again."""
    assert match.deadline is not None
    Match.objects.filter(pk=match.id).update(
        deadline=deadline,
        extra_seconds=F("extra_seconds") + math.ceil((deadline - match.deadline).total_seconds()),
        due_at=now,
        revision=F("revision") + 1,
    )


def abort(match: Match, now: datetime) -> None:
    """End a match that counts for nobody."""
    Match.objects.filter(pk=match.id).update(
        status=Match.Status.ABORTED,
        finished_at=now,
        paused_at=None,
        deadline=None,
        due_at=None,
        hold_until=None,
        revision=F("revision") + 1,
    )


def agree_draw(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """End a match in which everybody in play shares the first place; whoever is out shares the next."""
    playing = {seat.number for seat in seats_in_play(match, seats)}
    places = [1 if seat.number in playing else len(playing) + 1 for seat in sorted(seats, key=lambda s: s.number)]
    saving.finish(match, "agreed_draw", places, now)


_ACTS: dict[str, Callable[[Match, Sequence[Seat], datetime], None]] = {
    Vote.Kind.PAUSE: lambda match, seats, now: pause(match, now),
    Vote.Kind.RESUME: lambda match, seats, now: resume(match, now),
    Vote.Kind.EXTEND: lambda match, seats, now: extend(match, now),
    Vote.Kind.DRAW: agree_draw,
    Vote.Kind.ABORT: lambda match, seats, now: abort(match, now),
}
