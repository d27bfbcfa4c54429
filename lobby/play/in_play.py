"""Which seats still take part in a match, and what may others know of that?"""

from __future__ import annotations

from collections.abc import Container, Sequence

from lobby.matches.models import Match, Seat
from lobby.store.positions import game_of, position
from lobby.store.rows import changed


def as_known(seats: Sequence[Seat], stored: Container[int], mine: int | None) -> list[Seat]:
    """The seats as seat `mine` (None: nobody's) may know them. A resignation is an order, and secret until its step is resolved.

    `stored`: the seats that have stored orders for the due step. A seat that resigned in an earlier step has none.
    """
    return [
        changed(seat, resigned=False) if seat.resigned and seat.number != mine and seat.number in stored else seat
        for seat in seats
    ]


def numbers_in_play(match: Match, step: int | None = None) -> set[int]:
    """Seats that still take part according to the position. It does not know a resignation whose step is not resolved.

    `step` selects an earlier position; None: the newest.
    """
    game = game_of(match)
    state = position(match.id, match.step if step is None else step).state
    return set(game.in_play(state) if game.in_play else game.pending(state))


def seats_in_play(match: Match, seats: Sequence[Seat]) -> list[Seat]:
    """Seats that have neither resigned nor lost, whoever plays them."""
    numbers = numbers_in_play(match)
    return [seat for seat in seats if seat.number in numbers and not seat.resigned]


def voters(match: Match, seats: Sequence[Seat]) -> list[Seat]:
    """Seats whose people vote: in play and not replaced by a bot."""
    return [seat for seat in seats_in_play(match, seats) if seat.user_id and not seat.autopilot]
