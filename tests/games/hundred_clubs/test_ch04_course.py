"""Chapter 4: the auction, birthplaces, and the order in which a match goes."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.rng import SeededRng
from games.hundred_clubs import GAME
from games.hundred_clubs.resolve import STAGES
from games.hundred_clubs.state import State
from tests.games.hundred_clubs.boards import after, board, chart_document, heard, play, to_rounds


class Scripted(SeededRng):
    """Gives the permutations that it was told to."""

    def __init__(self, *permutations: list[int]) -> None:
        super().__init__("scripted")
        self.permutations = list(permutations)

    def permutation(self, size: int) -> list[int]:
        found = self.permutations.pop(0)
        assert len(found) == size
        return found


def new(seats: int = 3, **options: Any) -> State:
    return GAME.setup(GAME.check_options(options, seats), seats, SeededRng("course"))


def test_phases_and_who_is_asked() -> None:
    """4: all bid, then one after another chooses, then all living clubs order."""
    state = new()
    assert (state.phase, state.round, GAME.pending(state)) == ("auction", 0, [0, 1, 2])
    assert GAME.timing(state).clock == "auction"
    state = after(state, {0: {"bid": 1}, 1: {"bid": 9}, 2: {"bid": 4}})
    for chooser in (1, 2, 0):
        assert (state.phase, state.round, GAME.pending(state)) == ("birthplaces", 0, [chooser])
        assert GAME.timing(state).clock == "birthplace"
        assert GAME.in_play(state) == [0, 1, 2]
        state = after(state)
    assert (state.phase, state.round, GAME.pending(state)) == ("rounds", 1, [0, 1, 2])
    assert GAME.timing(state).clock == "step"


def test_everybody_pays_the_own_bid() -> None:
    state = after(new(initial_saving=60), {0: {"bid": 1}, 1: {"bid": 60}, 2: {"bid": 0}})
    assert state.saving == [59, 0, 60]


@pytest.mark.parametrize(
    ("bids", "tie", "order"),
    [
        ([1, 9, 4], [0, 1, 2], [1, 2, 0]),
        ([5, 5, 5], [2, 0, 1], [1, 2, 0]),
        ([0, 7, 7], [0, 2, 1], [2, 1, 0]),
    ],
)
def test_order_of_choice_by_bid_then_lot(bids: list[int], tie: list[int], order: list[int]) -> None:
    """4.1 step 2: sorted by (-bid, tie[seat])."""
    orders = {seat: {"bid": bid} for seat, bid in enumerate(bids)}
    state, _ = GAME.resolve(new(), orders, Scripted(tie))
    assert state.order == order


def test_the_lot_is_drawn_even_if_no_bids_are_equal() -> None:
    rng = Scripted([0, 1, 2])
    GAME.resolve(new(), {0: {"bid": 1}, 1: {"bid": 9}, 2: {"bid": 4}}, rng)
    assert rng.permutations == []


def test_a_club_that_says_nothing_bids_nothing_and_takes_the_best_land() -> None:
    """4.1: bid 0; the legal land cell with most members within distance 2, ties by row, then by column."""
    state = new(2, map=chart_document(["~D~....D~D", "..........", "hhhhhhhhhh"]))
    state, events = play(state)
    assert state.bids == [0, 0]
    assert heard(events, 0, "bids_closed")[0]["amounts"] is None
    # Both dormitories on the right are within two steps of [8, 1]; [8, 0] has as many, but is water.
    assert GAME.default_orders(state, state.order[0]) == {"birthplace": [8, 1]}
    state = after(state)
    assert GAME.default_orders(state, state.order[1]) == {"birthplace": [2, 1]}


def test_of_equal_birthplaces_the_first_row_then_the_first_column_is_taken() -> None:
    state = after(new(2, map=chart_document(["." * 9] * 9)))
    assert GAME.default_orders(state, state.order[0]) == {"birthplace": [2, 2]}


def test_birthplace_is_land_and_capital() -> None:
    """4.1 step 4: area 1, income and peak the members of the cell, all supplied."""
    state = new(2)
    state = after(state, {0: {"bid": 2}, 1: {"bid": 0}})
    state = after(state, {0: {"birthplace": [15, 8]}})
    state = after(state, {1: {"birthplace": [2, 30]}})
    view = GAME.view(state, 0)
    assert view["me"] | {"justify": {}} == {
        "saving": 48, "income": 8, "area": 1, "peak": 8, "capital": [15, 8], "alive": True, "backstab_used": False,
        "justify": {}, "capital_influence": 2, "corruption_rate_ppm": 1000,
    }  # fmt: skip
    assert view["cut_off"] == []
    assert view["owners"][8][15] == "0"


def test_discovery_runs_once_after_the_birthplaces() -> None:
    """4.1 step 4, 8.3: neighbours know each other at once, and hear of it."""
    state = new(2)
    state = after(state, {0: {"bid": 2}, 1: {"bid": 0}})
    state = after(state, {0: {"birthplace": [15, 8]}})
    near, events = play(state, {1: {"birthplace": [16, 6]}})
    assert GAME.view(near, 0)["players"][0]["relation"] == "undiscovered"
    near, events = play(
        after(after(new(2, sight=3), {0: {"bid": 2}, 1: {"bid": 0}}), {0: {"birthplace": [15, 8]}}),
        {1: {"birthplace": [16, 6]}},
    )
    assert GAME.view(near, 0)["players"][0]["relation"] == "neutral"
    assert heard(events, 1, "relation")[0]["cause"] == "discovered"


def test_drawn_starts_begin_in_round_1() -> None:
    """3: a random permutation of the starts, seat i gets the i-th; no bids are paid."""
    document = chart_document(["D....", ".....", "....D", "D...D"], starts=[[0, 0], [4, 2], [0, 3]])
    options = GAME.check_options({"map": document, "starts": "drawn", "min_birth_distance": 1}, 2)
    state = GAME.setup(options, 2, Scripted([2, 0, 1]))
    assert (state.phase, state.round) == ("rounds", 1)
    assert [state.board.place(cell) for cell in state.capital] == [[0, 3], [0, 0]]
    assert state.saving == [50, 50]
    assert GAME.view(state, 0)["auction"] is None


def test_the_stages_of_a_round_are_in_the_order_of_the_rules() -> None:
    """4.2."""
    names = [stage.__name__ for stage in STAGES]
    assert names == [
        "answer", "fund", "conquer", "wash_away", "move_capitals", "supply", "tax", "discover", "eliminate", "tell_supply",
        "remember", "finish",
    ]  # fmt: skip


def test_the_view_shows_the_round_to_be_ordered_and_at_the_end_the_last_one() -> None:
    state = to_rounds(2, rounds=2)
    shown = [GAME.view(state, 0)["round"]]
    while GAME.pending(state):
        state = after(state)
        shown.append(GAME.view(state, 0)["round"])
    assert shown == [1, 2, 2]


def test_end_jitter_moves_the_last_round_and_shows_nowhere() -> None:
    """20: drawn at the set-up, no draw at 0, in no view before the end."""
    assert new(rounds=5).last_round == 5
    lengths = set()
    for seed in range(30):
        options = GAME.check_options(
            {"rounds": 5, "end_jitter": 2, "map": chart_document(["D...D", ".....", "....."])}, 2
        )
        lengths.add(GAME.setup(options, 2, SeededRng(str(seed))).last_round)
    assert lengths == {5, 6, 7}
    one, other = (
        board(["....."] * 3, ["0....", ".....", "....1"], end_jitter=2),
        board(["....."] * 3, ["0....", ".....", "....1"], end_jitter=2),
    )
    one.last_round, other.last_round = 50, 52
    assert GAME.view(one, 0) == GAME.view(other, 0)
    assert GAME.view(one, "public") == GAME.view(other, "public")


def test_no_other_step_draws() -> None:
    """4.1: the order of choice is the only draw of a match that needs no generated map, drawn starts or jitter."""
    state = new(2)
    state, _ = GAME.resolve(state, {}, Scripted([0, 1]))
    while GAME.pending(state):
        state, _ = GAME.resolve(state, {}, Scripted())
    assert state.phase == "over"


def test_no_step_after_the_end() -> None:
    state = after(board(["..."] * 3, ["0..", "...", "..1"], capitals={0: [0, 0]}, rounds=10))
    assert state.phase == "over"
    with pytest.raises(ValueError, match="over"):
        play(state)
