"""Which people have to be told of what happens in a match? Of a step, its beginning and its end, in the transaction that stores it.

Rounds are told of slow matches only: who plays a live match has it open. Each person is told what their own seat knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from games.core.contract import Game
from lobby.matches.models import Match, Seat
from lobby.notices import writing
from lobby.notices.models import Notice
from lobby.notices.writing import News

Kind = Notice.Kind


def is_notified(match: Match, seats: Iterable[Seat]) -> bool:
    """True for matches whose people may be somewhere else: with a clock, between several people, or slow."""
    if match.kind != Match.Kind.ORDINARY or match.clock == Match.Clock.NONE:
        return False
    return match.clock == Match.Clock.SLOW or sum(seat.user_id is not None for seat in seats) > 1


def of_step(
    match: Match, seats: Sequence[Seat], pending: Collection[int], step: int, without: Collection[int]
) -> list[News]:
    """Step `step` of a slow match has begun and waits for the seats in `pending`, of which those in `without` have answered."""
    if match.clock != Match.Clock.SLOW or match.kind != Match.Kind.ORDINARY:
        return []
    return [
        News(seat.user_id, Kind.STEP, f"{match.id}:{step}", match.id, step)
        for seat in seats
        if seat.user_id is not None and seat.number in pending and seat.number not in without and not _is_out(seat)
    ]


def of_miss(
    match: Match, seats: Sequence[Seat], game: Game, seat: Seat, missed: int, *, bot: bool, most: int
) -> list[News]:
    """The seat has missed the deadline of the match's step, `missed` in a row; after `most` a bot plays, which it does now if `bot`."""
    if seat.user_id is None or not is_notified(match, seats):
        return []
    costs = game.bots and not bot and missed < most
    data = {"missed": missed, "left": most - missed if costs else None, "bot": bot}
    return [News(seat.user_id, Kind.MISSED, f"{match.id}:{match.step}", match.id, match.step, data)]


def of_end(match: Match, seats: Sequence[Seat], places: Sequence[int] | None) -> list[News]:
    """The match is over with these places by seat, or without a result."""
    if not is_notified(match, seats):
        return []
    return [
        News(
            seat.user_id,
            Kind.ENDED,
            match.id,
            match.id,
            match.step,
            {"place": None if places is None else places[seat.number]},
        )
        for seat in seats
        if seat.user_id is not None
    ]


def begun(match: Match, seats: Sequence[Seat], pending: Collection[int]) -> None:
    """Tell the people of a match that begins in the caller's transaction; for those whose orders are due, it has the first step."""
    if not is_notified(match, seats):
        return
    writing.write(
        [
            News(seat.user_id, Kind.BEGUN, match.id, match.id, 0 if seat.number in pending else None)
            for seat in seats
            if seat.user_id is not None
        ]
    )


def _is_out(seat: Seat) -> bool:
    return seat.resigned or seat.is_automatic
