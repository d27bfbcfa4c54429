"""Chapter 9: elimination, exile, resignation, the end and the ranking."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.rng import SeededRng
from games.hundred_clubs import GAME
from games.hundred_clubs.state import State
from tests.games.hundred_clubs.boards import after, board, campaign, heard, play, relation, to_rounds

RESIGN = {"resign": True}


def beaten(**facts: Any) -> State:
    """Club 0 is about to lose its only cell to club 1."""
    return board(
        ["....."] * 3, ["01..2", ".....", "....2"], seats=3, relations={(0, 1): "at_war", (0, 2): "allied"},
        **{"cut": [[0, 0]], "capitals": {0: [0, 0], 1: [1, 0], 2: [4, 2]}, "truce": {(1, 2): 2}, "justify": {(1, 2): 1}, **facts},
    )  # fmt: skip


BLOW = {1: {"campaigns": [campaign(1, 0, 90)]}}


def test_a_club_without_land_and_capital_is_out_at_once() -> None:
    state = beaten()
    state.peak[0] = 44
    done, events = play(state, BLOW)
    assert done.out == [10, None, None]
    assert (done.saving[0], done.peak[0], done.capital[0]) == (0, 44, None)
    assert [relation(done, 0, other) for other in (1, 2)] == ["undiscovered"] * 2
    assert GAME.pending(done) == [1, 2]
    for audience in (0, 1, 2, "public", "referee"):
        assert heard(events, audience, "eliminated") == [{"round": 10, "seat": 0}]


def test_what_an_eliminated_club_sees() -> None:
    """10.2: every cell unseen, all others undiscovered; it learns no more."""
    state = after(beaten(), BLOW)
    for _ in range(2):
        view = GAME.view(state, 0)
        assert set("".join(view["owners"])) == {"?"}
        assert view["players"] == [{"seat": 1, "relation": "undiscovered"}, {"seat": 2, "relation": "undiscovered"}]
        assert view["me"]["alive"] is False
        assert view["cut_off"] == []
        assert GAME.choices(state, 0) is None
        state, events = play(state, {2: {"campaigns": [campaign(4, 0, 80)]}})
        assert [event["type"] for event in events if event["to"] == "all" or 0 in event["to"]] == ["round_began"]


def test_others_learn_that_a_club_is_out_and_when() -> None:
    state = after(beaten(), BLOW)
    assert GAME.view(state, 1)["players"][0] == {"seat": 0, "relation": "undiscovered", "eliminated_in": 10}
    assert GAME.view(state, "public")["players"][0] == {"seat": 0, "relation": "undiscovered", "eliminated_in": 10}


def test_a_government_in_exile_plays_on_with_its_dole() -> None:
    """9: no land, but a capital on the land of an ally."""
    done = after(beaten(saving=50), {**BLOW, 0: {"capital": [4, 0]}})
    assert done.out[0] is None
    assert GAME.view(done, 0)["me"]["area"] == 0
    # 400 thousandths per cell of two cells cost nothing; war was kept up for 1.
    assert done.saving[0] == 49 + 5
    again = after(done)
    assert again.saving[0] == 49 + 5 - 1 + 5
    assert again.out[0] is None
    turned_away = after(again, {2: {"diplomacy": {"0": "keep_neutral"}}})
    assert turned_away.out[0] == 12


def test_land_without_a_capital_is_enough_to_live() -> None:
    done = after(beaten(), {0: {"capital": [2, 2]}})
    assert (done.out[0], done.capital[0]) == (None, None)


# The end.


def two(**facts: Any) -> State:
    return board(
        ["....."] * 3,
        ["01...", ".....", "....."],
        relations={(0, 1): "at_war"},
        cut=[[0, 0]],
        capitals={0: [0, 0], 1: [1, 0]},
        **facts,
    )


@pytest.mark.parametrize("round_", [10, 50])
def test_the_last_club_wins_also_in_the_last_round(round_: int) -> None:
    state, events = play(two(round=round_), BLOW)
    assert state.phase == "over"
    assert state.result["reason"] == "last_club"
    assert state.result["ranking"] == [[1], [0]]
    assert GAME.pending(state) == GAME.in_play(state) == []
    assert heard(events, "public", "over") == [{"round": round_, "outcome": state.result}]


def test_nobody_left() -> None:
    """Both lose their only cell to each other's blow and name no legal capital."""
    state = board(
        ["....."] * 3, ["0...1", ".....", "....."], relations={(0, 1): "at_war"}, capitals={}, saving=0,
        overrides=[{"at": [0, 0], "atk": 0}, {"at": [4, 0], "atk": 0}],
    )  # fmt: skip
    done = after(state)
    assert done.result["reason"] == "nobody_left"
    assert done.result["ranking"] == [[0, 1]]


def test_the_last_round() -> None:
    state = two(round=49)
    state = after(state)
    assert (state.phase, state.round) == ("rounds", 50)
    state = after(state)
    assert (state.phase, state.round) == ("over", 50)
    assert state.result["reason"] == "last_round"
    assert GAME.outcome(state).reason == "last_round"


def ranked(income: list[int], out: list[int | None], peak: list[int]) -> Any:
    """The outcome of a match that ends now with these incomes, eliminations and peaks."""
    seats = len(income)
    members = [{"at": [seat, 0], "members": value} for seat, value in enumerate(income)]
    owners = [
        "".join("." if out[seat] is not None else str(seat) for seat in range(seats)) + "." * (9 - seats),
        "." * 9,
        "." * 9,
    ]
    state = board(["." * 9] * 3, owners, seats=seats, overrides=members, round=50, capital_influence_pct=0)
    for seat, gone in enumerate(out):
        if gone is not None:
            state.out[seat], state.saving[seat] = gone, 0
            for other in range(seats):
                state.relation[seat][other] = state.relation[other][seat] = 2 if other == seat else 0
    state.peak = [max(pair) for pair in zip(peak, income, strict=True)]
    return after(state).result


@pytest.mark.parametrize(
    ("income", "out", "peak", "ranking"),
    [
        ([5, 9, 7], [None] * 3, [99, 9, 9], [[1], [2], [0]]),
        ([5, 5, 5], [None] * 3, [8, 9, 8], [[1], [0, 2]]),
        ([4, 4, 4, 4], [None] * 4, [6, 7, 7, 5], [[1, 2], [0], [3]]),
        ([0, 3, 0, 0, 0], [7, None, 9, 7, 9], [9, 3, 1, 9, 2], [[1], [4], [2], [0, 3]]),
        ([0, 0, 6], [None, 40, None], [1, 50, 6], [[2], [0], [1]]),
    ],
)
def test_ranking(income: list[int], out: list[int | None], peak: list[int], ranking: list[list[int]]) -> None:
    """Income, then survival, then peak; equal in all three share the rank."""
    result = ranked(income, out, peak)
    assert result["ranking"] == ranking
    ranks = {line["seat"]: line["rank"] for line in result["table"]}
    place = 1
    for group in ranking:
        assert {ranks[seat] for seat in group} == {place}
        place += len(group)


def test_table_and_places_of_the_outcome() -> None:
    state = two(round=50)
    state = after(state)
    assert state.result["table"][0] == {
        "seat": 0, "rank": 1, "income": 1, "alive": True, "eliminated_in": None, "peak": 1, "area": 1, "saving": state.saving[0],
    }  # fmt: skip
    assert [(place.place, place.seat) for place in GAME.outcome(state).ranking] == [(1, 0), (1, 1)]
    for audience in (0, 1, "public", "referee"):
        assert GAME.view(state, audience)["outcome"] == state.result


def test_views_stay_as_they_are_after_the_end() -> None:
    """10.2: the fog does not lift."""
    state = after(board(["." * 9] * 3, ["0.......1", "." * 9, "." * 9], round=50, capitals={0: [0, 0], 1: [8, 0]}))
    assert state.phase == "over"
    assert GAME.view(state, 0)["owners"][0] == "0..??????"
    assert set("".join(GAME.view(state, "public")["owners"])) == {"?"}


# Resignation.


def test_resigning_from_the_auction() -> None:
    state = GAME.setup(GAME.check_options({}, 3), 3, SeededRng("resign"))
    state, events = play(state, {0: {"bid": 9}, 1: RESIGN, 2: {"bid": 1}})
    assert (state.order, state.bids) == ([0, 2], [9, None, 1])
    assert heard(events, 2, "eliminated") == [{"round": 0, "seat": 1}]
    state = after(after(state))
    assert (state.phase, GAME.pending(state), state.out) == ("rounds", [0, 2], [None, 0, None])
    GAME.invariants(state)


def test_resigning_when_it_is_ones_turn_to_choose_and_when_it_is_not() -> None:
    state = GAME.setup(GAME.check_options({}, 4), 4, SeededRng("resign"))
    state = after(state, {seat: {"bid": 9 - seat} for seat in range(4)})
    state = after(state, {0: {"birthplace": [2, 2]}, 2: RESIGN})
    assert GAME.pending(state) == [1]
    state, events = play(state, {1: RESIGN})
    assert heard(events, 0, "birthplace_chosen") == []
    assert GAME.pending(state) == [3]
    state = after(state, {0: RESIGN})
    assert state.result["reason"] == "last_club"
    assert state.result["ranking"] == [[3], [0, 1, 2]]
    assert GAME.view(state, 3)["auction"]["chosen"] == [[2, 2], *state.board.places_of(state.chosen[1:])]


def test_the_birthplace_of_a_club_that_resigned_stays_chosen_but_is_nobodys_land() -> None:
    state = GAME.setup(GAME.check_options({}, 3), 3, SeededRng("resign"))
    state = after(state, {seat: {"bid": 9 - seat} for seat in range(3)})
    state = after(state, {0: {"birthplace": [2, 2]}})
    state = after(state, {0: RESIGN, 1: {"birthplace": [9, 9]}})
    assert GAME.view(state, 2)["auction"]["chosen"] == [[2, 2], [9, 9]]
    state = after(state)
    assert b"0" not in state.owner
    GAME.invariants(state)


def test_resigning_in_a_round() -> None:
    """Its land becomes unowned at the end of the step, its allies lose it, others learn that it is out."""
    state = beaten(cut=[], capitals={0: [0, 0], 1: [1, 0], 2: [4, 2]})
    done, events = play(state, {0: RESIGN})
    assert done.out[0] == 10
    assert done.owner[0] == ord(".")
    assert (done.saving[0], done.capital[0]) == (0, None)
    assert relation(done, 0, 2) == "undiscovered"
    assert heard(events, "public", "eliminated") == [{"round": 10, "seat": 0}]
    GAME.invariants(done)


def test_a_guest_whose_host_resigns_has_a_round_to_move() -> None:
    """Its capital was checked before the host left (7.8); it is lost in the next round, and without land the guest with it."""
    state = board(
        ["....."] * 3, ["1....", ".....", "2...."], seats=3, relations={(0, 1): "allied", (0, 2): "allied"},
        capitals={0: [0, 0], 1: [0, 0], 2: [0, 2]}, capital_influence_pct=0,
    )  # fmt: skip
    state = after(state, {1: RESIGN})
    GAME.invariants(state)
    assert (state.out, GAME.view(state, 0)["me"]["capital"]) == ([None, 10, None], [0, 0])
    moved = after(state, {0: {"capital": [0, 2]}})
    assert (moved.out[0], moved.capital[0]) == (None, 10)
    stayed, events = play(state)
    assert stayed.out[0] == 11
    assert heard(events, 0, "capital_lost")[0]["reason"] == "no_access"


def test_all_resign_at_once() -> None:
    state = to_rounds(3)
    state.peak = [7, 9, 7]
    done = after(state, dict.fromkeys(range(3), RESIGN))
    assert done.result["reason"] == "nobody_left"
    assert done.result["ranking"] == [[1], [0, 2]]
    assert [line["income"] for line in done.result["table"]] == [0, 0, 0]
