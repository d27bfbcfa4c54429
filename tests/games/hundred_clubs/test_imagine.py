"""What a fork of a running match is made of: land out of sight, by what is remembered and told."""

from __future__ import annotations

from games.core.bits import members
from games.core.rng import SeededRng
from games.hundred_clubs import GAME
from games.hundred_clubs.board import Bits
from games.hundred_clubs.constants import UNOWNED, UNSEEN
from games.hundred_clubs.sight import facts
from games.hundred_clubs.state import State
from tests.games.hundred_clubs.boards import board

GRASS = ["." * 14] * 3


def imagined(state: State, seat: int = 0) -> State:
    assert GAME.imagine is not None
    guess = GAME.imagine(state.settings.chosen, GAME.view(state, seat), SeededRng("a guess"))
    assert GAME.view(guess, seat) == GAME.view(state, seat)
    return guess


def land(state: State, seat: int) -> Bits:
    return facts(state).own[seat]


def remember(state: State, cells: dict[int, int], letter: str) -> None:
    """Seat 0 has last seen these cells at the end of these rounds, in place."""
    owners, rounds = bytearray(state.memory[0]), bytearray(state.memory_rounds[0])
    for cell, round_ in cells.items():
        owners[cell], rounds[cell] = ord(letter), round_
    state.memory[0], state.memory_rounds[0] = bytes(owners), bytes(rounds)


def test_a_club_whose_area_is_told_goes_on_from_what_is_seen_of_it() -> None:
    state = board(GRASS, ["00.11111......", "00.1111.......", "00............"], capitals={0: [0, 0], 1: [6, 0]})
    guess = imagined(state)
    own = land(guess, 1)
    assert own.bit_count() == 9
    assert own & facts(state).sight[0] == land(state, 1) & facts(state).sight[0]
    seen = own & facts(state).sight[0]
    assert state.board.spread(seen, own) == own
    capital = guess.capital[1]
    assert capital is not None and own >> capital & 1


def test_what_was_seen_the_longest_time_ago_is_what_such_a_club_has_lost() -> None:
    state = board(GRASS, ["00..........11", "00............", "00............"], capitals={0: [0, 0], 1: [13, 0]})
    remember(state, {6: 3, 7: 8, 8: 9, 9: 5}, "1")
    assert members(land(imagined(state), 1)) == [7, 8]


def test_who_tells_nothing_has_as_much_land_as_the_seat_itself_where_it_never_looked() -> None:
    rows = ["~" * 14 if y == 1 else "." * 14 for y in range(3)]
    state = board(rows, ["000.........11", "..............", "000..........."], capitals={0: [0, 0], 1: [13, 0]},
                  relations={(0, 1): "at_war"})  # fmt: skip
    remember(state, dict.fromkeys(range(5, 9), 4), UNOWNED)
    guess = imagined(state)
    own = members(land(guess, 1))
    assert len(own) == 6
    assert all(state.memory[0][cell] == ord(UNSEEN) for cell in own)
    assert not any(14 <= cell < 28 for cell in own), "it owns water"
    assert guess.saving[1] == state.saving[0]


def test_own_land_that_was_lost_out_of_sight_is_nobodys() -> None:
    state = board(GRASS, ["00..........11", "00............", "00............"], capitals={0: [0, 0], 1: [13, 0]})
    remember(state, {8: 6}, "0")
    assert land(imagined(state), 0) == land(state, 0)


def test_a_club_that_can_have_no_land_is_the_guest_of_another_one() -> None:
    state = board(["...."], ["0011"], seats=3, capitals={0: [0, 0], 1: [3, 0], 2: [3, 0]},
                  relations={(0, 2): "at_war", (1, 2): "allied"})  # fmt: skip
    assert UNSEEN not in GAME.view(state, 0)["owners"][0]
    guess = imagined(state)
    assert guess.capital[2] in (2, 3)
    assert guess.relation[1][2] == state.relation[1][2]
    assert GAME.invariants is not None
    GAME.invariants(guess)


def test_clubs_that_meet_in_the_guess_have_no_truce_that_was_not_told() -> None:
    """Two others in sight of each other, whose truce of the meeting is over."""
    state = board(GRASS, ["00.....11..22.", "00.....11..22.", "00.....11..22."], seats=3, meeting_truce=4, sight=10,
                  capitals={0: [0, 0], 1: [7, 0], 2: [11, 0]})  # fmt: skip
    guess = imagined(state)
    assert guess.truce[1][2] == 0
