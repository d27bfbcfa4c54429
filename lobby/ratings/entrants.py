"""Which players does a match rate, and what was the result of each? The rules of what counts. Reads rows and writes nothing.

A match counts if it was opened as rated, is public without a password, has a clock, and was played to its end by people with accounts
alone or by machines alone; bot accounts are machines. One person may not be behind two seats, with whichever accounts and programs. A
player who left ranks behind everybody who stayed. Those who stayed are ranked by their places. A person who took over a seat, as older
matches allow, is not rated, because somebody else has made that position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import games
from lobby.accounts import persons
from lobby.accounts.models import User
from lobby.matches.models import Match, Seat
from lobby.matches.people import Departure
from lobby.ratings.models import Board, Pace


@dataclass(frozen=True)
class Player:
    """A player with ratings: a person, a program or a built-in bot. Exactly one field is set."""

    user_id: int | None = None
    program_id: int | None = None
    bot: str = ""
    is_bot_account: bool = False
    """True if a program plays with the account."""

    @property
    def board(self) -> Board:
        """Where the player is listed."""
        return Board.PEOPLE if self.user_id is not None and not self.is_bot_account else Board.BOTS


@dataclass(frozen=True)
class Entrant:
    """A rated player and the seat whose result counts for them."""

    seat: Seat
    player: Player
    has_left: bool


def entrants(match: Match, seats: Sequence[Seat], departures: Iterable[Departure]) -> list[Entrant]:
    """The players that the match rates, by seat: none, or at least two. The people of `seats` and owners of programs must be loaded."""
    if not _may_count(match) or any(seat.place is None for seat in seats):
        return []
    departures = list(departures)
    if _is_against_oneself(seats, departures):
        return []
    found = _machines(seats) if all(seat.is_machine for seat in seats) else _accounts(seats, departures)
    if len({one.player.board for one in found}) > 1:
        return []
    # A player with several seats would play against themselves.
    if len({one.player for one in found}) < max(2, len(found)):
        return []
    return found


def _may_count(match: Match) -> bool:
    return (
        match.rated
        and match.status == Match.Status.FINISHED
        and match.kind == Match.Kind.ORDINARY
        and match.visibility == Match.Visibility.PUBLIC
        and not match.password
        and match.clock in Pace.values
        and match.game in games.GAMES
    )


def _is_against_oneself(seats: Sequence[Seat], departures: Sequence[Departure]) -> bool:
    """True if one person was behind two seats."""
    seen: dict[int, int] = {}
    return any(seen.setdefault(persons.person_id(user), seat) != seat for seat, user in _users(seats, departures))


def _users(seats: Sequence[Seat], departures: Sequence[Departure]) -> Iterator[tuple[int, User]]:
    """(seat, whoever sat there or owns the program there)."""
    for seat in seats:
        program = seat.program
        for user in (seat.user, None if program is None else program.owner):
            if user is not None:
                yield seat.number, user
    for departure in departures:
        yield departure.seat, departure.user


def _machines(seats: Sequence[Seat]) -> list[Entrant]:
    return [Entrant(seat, Player(program_id=seat.program_id, bot=seat.bot), has_left=False) for seat in seats]


def _accounts(seats: Sequence[Seat], departures: Iterable[Departure]) -> list[Entrant]:
    if any(seat.is_machine or seat.program_id is not None for seat in seats):
        return []
    # The result counts for the first person of the seat.
    first: dict[int, User] = {}
    for departure in sorted(departures, key=lambda one: (one.at, one.pk)):
        first.setdefault(departure.seat, departure.user)
    found = []
    for seat in seats:
        if seat.number in first:
            found.append(Entrant(seat, _player(first[seat.number]), has_left=True))
        # No guest can sit down at a rated table. The person is None if their row was deleted.
        elif seat.user is not None and not seat.user.is_guest:
            found.append(Entrant(seat, _player(seat.user), has_left=has_left(seat)))
    return found


def _player(user: User) -> Player:
    return Player(user_id=user.pk, is_bot_account=user.is_bot)


def has_left(seat: Seat) -> bool:
    """True if the person left before the end: resigned, or was replaced by a bot until the end."""
    return seat.resigned or bool(seat.autopilot)


def ranks(places: Mapping[int, int], gone: Iterable[int]) -> dict[int, int]:
    """{seat: rank} for the formula, by place. All who left share the last rank.

    If nobody stayed, places decide: a player who gave up later has beaten those who gave up earlier.
    """
    left = set(gone)
    if left >= places.keys():
        return dict(places)
    last = max(places.values()) + 1
    return {seat: last if seat in left else place for seat, place in places.items()}


def anchor(game_id: str) -> str:
    """The game's middle built-in bot; "" if the game has none. Its rating is fixed and anchors the ratings of machines."""
    bots = games.get(game_id).bots if game_id in games.GAMES else ()
    return bots[len(bots) // 2].id if bots else ""
