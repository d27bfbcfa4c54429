"""Chapter 10: end and ranking."""

from typing import Any

import pytest

from games.core.rng import SeededRng
from games.planet_conquer import GAME
from games.planet_conquer.resolve.turns import ranking
from games.planet_conquer.state import Out
from tests.games.planet_conquer.boards import board, crossing, play


def last_round(holds: dict[str, tuple[int | None, int]], seats: int = 3, **more: Any) -> list[tuple[int, int, int]]:
    """(seat, planets, units) from best to worst after the last round of a match."""
    after, _ = play(board(crossing(rounds=4), holds, seats=seats, round=10, max_round=10, **more))
    assert after.result["reason"] == "round_limit"
    return [(line["seat"], line["planets"], line["units"]) for line in after.result["ranking"]]


def test_10_planets_first() -> None:
    """10.2: the number of planets decides."""
    assert last_round({"A": (0, 5), "B": (1, 90), "C": (2, 9), "M": (0, 1)})[0] == (0, 2, 6)


def test_10_then_units_with_fleets() -> None:
    """10.2: then units, garrisons and fleets."""
    ranked = last_round({"A": (0, 50), "B": (1, 40), "C": (2, 45)}, fleets=[(1, "B", "M", 20, 3)])
    assert ranked == [(1, 1, 60), (0, 1, 50), (2, 1, 45)]


def test_10_then_the_lot() -> None:
    """10.2: then the lot, the lower number first; it is public from the first round on, and every order of seats is drawn."""
    first = set()
    for number in range(40):
        options = GAME.check_options({"map": crossing(), "max_round": 10}, 3)
        state = GAME.setup(options, 3, SeededRng(f"lot {number}"))
        lots = [line["lot"] for line in GAME.view(state, "public")["seats"]]
        assert sorted(lots) == [1, 2, 3]
        assert lots == [line["lot"] for line in GAME.view(state, 1)["seats"]]
        state.units = [50 if owner is not None else 0 for owner in state.owner]
        order = [line["seat"] for line in ranking(state, [1, 1, 1], [50, 50, 50])]
        assert [lots[seat] for seat in order] == [1, 2, 3]
        first.add(tuple(order))
    assert len(first) == 6


def test_10_matches_of_the_first_version_keep_their_rule() -> None:
    """10.2: in a stored match without lots the higher seat is first."""
    state = board(crossing(), {"A": (0, 1)}, seats=3)
    data = GAME.to_json(state)
    for line in data["seats"]:
        del line["lot"]
    assert GAME.from_json(data).lots == [3, 2, 1]


def test_10_then_the_higher_seat_with_seed_rules() -> None:
    """10.2, `ties` is `seat`: then the seat number, the higher wins: only people who agree to one share a draw."""
    assert GAME.check_options(dict(GAME.presets["seed"].options), 2)["ties"] == "seat"
    assert [line[0] for line in last_round({"A": (0, 50), "B": (1, 50), "C": (2, 50)})] == [2, 1, 0]


@pytest.mark.parametrize(
    "outs,order",
    [
        ([None, Out(9, "eliminated", 0, 0), Out(4, "resigned", 5, 500)], [0, 1, 2]),
        ([Out(9, "lost_turns", 2, 3), Out(9, "resigned", 1, 500), None], [2, 0, 1]),
        ([Out(9, "lost_turns", 1, 3), Out(9, "resigned", 1, 500), None], [2, 1, 0]),
        ([Out(9, "lost_turns", 1, 5), Out(9, "resigned", 1, 5), Out(9, "resigned", 1, 5)], [2, 1, 0]),
    ],
)
def test_10_out(outs: list[Out | None], order: list[int]) -> None:
    """10.1, 10.3: in play before out; then the later round, planets, units, seat."""
    state = board(crossing(), {"A": (0, 1)}, seats=3)
    state.out = outs
    lines = ranking(state, [0, 0, 0], [0, 0, 0])
    assert [line["seat"] for line in lines] == order
    assert [line["place"] for line in lines] == [1, 2, 3]


def test_10_result_fields() -> None:
    """10: all fields, also of seats that are out; the outcome of the platform says the same."""
    state = board(crossing(), {"A": (0, 9), "B": (1, 9)}, seats=2, round=10, max_round=10)
    after, _ = play(state, {0: {"resign": True}})
    assert after.result == {
        "reason": "last_standing",
        "round": 10,
        "ranking": [
            {"place": 1, "seat": 1, "planets": 1, "units": 9, "out_round": None, "out_reason": None},
            {"place": 2, "seat": 0, "planets": 1, "units": 9, "out_round": 10, "out_reason": "resigned"},
        ],
    }
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.reason, [(place.place, place.seat) for place in outcome.ranking]) == (
        "last_standing",
        [(1, 1), (2, 0)],
    )
    assert GAME.outcome(state) is None
