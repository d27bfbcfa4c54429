"""Chapter 8: production, fee, departures, arrival, battle, planets of nobody, lost turns, the end."""

from typing import Any

import pytest

from games.core.rng import SeededRng
from games.planet_conquer import GAME
from games.planet_conquer.battle import decide, fight, gather, needed
from games.planet_conquer.production import base_line, fee_quarters, next_step_at, produce
from tests.games.planet_conquer.boards import board, crossing, held, move, of_type, play

# 8.1 Production.


@pytest.mark.parametrize(
    "units,res,cos,limit,quarters,boosted,after",
    [
        (12, 1100, 5000, 100, 4, False, 18),
        (12, 2000, 10000, 15, 4, False, 15),
        (12, 2000, 10000, 12, 4, False, 12),
        (15, 2000, 10000, 12, 4, False, 15),
        (12, 500, 3000, 5, 4, False, 9),
        (1, 900, 0, 100, 4, False, 0),
        (100, 1150, 0, 1000, 4, False, 115),
        (90, 700, 0, 1000, 4, False, 63),
        (101, 1100, 10000, 1000, 2, False, 111),
        (101, 1100, 10000, 1000, 1, False, 106),
        (101, 1100, 10000, 1000, 0, False, 101),
        (100, 1000, 7000, 1000, 4, True, 114),
        (100, 1000, 7000, 110, 4, True, 110),
        (100, 1000, 7000, 1000, 1, True, 103),
        (100, 500, 0, 1000, 4, True, 50),
        (100, 500, 0, 1000, 2, False, 75),
        (101, 500, 0, 1000, 1, False, 88),
    ],
)
def test_8_1_formula(units: int, res: int, cos: int, limit: int, quarters: int, boosted: bool, after: int) -> None:
    """8.1: growth up to max, decay, rounding down, fee and boost; decay is never doubled, but is halved by the fee."""
    assert produce(units, limit, res, cos, quarters, boosted) == after


def test_8_1_nobody_never_changes() -> None:
    """8.1: natives and empty planets stay as they are."""
    state = board(crossing(M={"res": 2, "cos": 10}), {"A": (0, 5), "B": (1, 5), "M": (None, 20)})
    after, _ = play(state)
    assert (held(after, "M"), held(after, "F")) == ((None, 20), (None, 0))


def test_8_1_decay_to_zero() -> None:
    """8.1, 8.6: a planet that decays to 0 is nobody's."""
    state = board(crossing(M={"res": 0.5, "cos": 0}), {"A": (0, 5), "B": (1, 5), "M": (0, 1)})
    after, events = play(state)
    assert held(after, "M") == (None, 0)
    assert of_type(events, "planet_abandoned")[0]["cause"] == "decay"


# 8.2 Maintenance fee.


@pytest.mark.parametrize(
    "units,quarters",
    [(2624, 4), (2625, 2), (3937, 2), (3938, 1), (5249, 1), (5250, 0)],
)
def test_8_2_levels(units: int, quarters: int) -> None:
    """8.2: the steps on a base line of 2625."""
    assert base_line(21000, 4) == 2625
    assert base_line(21000, 3) == 3500
    assert fee_quarters(units, 2625) == quarters


@pytest.mark.parametrize("line", [0, 1, 2, 3, 7, 2625])
def test_8_2_next_step(line: int) -> None:
    """8.2, 13: `next_step_at` is the smallest total with a lower level."""
    for units in range(2 * line + 3):
        quarters = fee_quarters(units, line)
        at = next_step_at(quarters, line)
        assert (at is None) == (quarters == 0)
        if at is not None:
            assert fee_quarters(at, line) < quarters
            assert all(fee_quarters(total, line) == quarters for total in range(units, at))


def test_8_2_fee_counts_fleets_and_uses_one_snapshot() -> None:
    """8.2: garrisons and fleets before this production; recomputed with the seats in play."""
    source = crossing(rounds=3, A={"cos": 8}, M={"cos": 8})
    # Six planets of 1000: base line 1500 for two seats.
    holds = {"A": (0, 700), "B": (1, 10), "M": (0, 700)}
    grown, _ = play(board(source, holds, maintain_fee=True))
    assert (held(grown, "A")[1], held(grown, "M")[1]) == (708, 708)
    laden, events = play(board(source, holds, maintain_fee=True, fleets=[(0, "A", "F", 100, 3)]))
    assert (held(laden, "A")[1], held(laden, "M")[1]) == (704, 704)
    assert {event["fee_quarters"] for event in of_type(events, "production")} == {2}
    off, _ = play(board(source, holds, maintain_fee=False, fleets=[(0, "A", "F", 100, 3)]))
    assert held(off, "A")[1] == 708


def test_8_2_fee_takes_from_decay_too() -> None:
    """8.1, 8.2: at level 0 nothing decays either."""
    source = crossing(
        A={"res": 0.5, "max": 10}, B={"max": 10}, M={"max": 10}, F={"max": 10}, C={"max": 10}, D={"max": 10}
    )
    after, _ = play(board(source, {"A": (0, 100), "B": (1, 1)}, maintain_fee=True))
    assert held(after, "A") == (0, 100)


# 8.3 and 8.4 Departures and arrival.


def test_8_3_units_leave_at_once() -> None:
    """8.3: units under way do not defend; any number of moves; two moves on one route are two fleets."""
    state = board(crossing(rounds=2), {"A": (0, 50), "B": (1, 5)}, fleets=[(1, "M", "A", 20, 1)])
    orders = {
        "moves": [
            {"from": "A", "to": "M", "units": 20},
            {"from": "A", "to": "M", "units": 15},
            {"from": "A", "to": "F", "units": 1},
        ]
    }
    after, _ = play(state, {0: orders})
    assert held(after, "A") == (1, 20 - 10)
    assert sorted(fleet.units for fleet in after.fleets) == [1, 15, 20]


def test_8_3_leaving_completely() -> None:
    """8.3: garrison 0: nobody's, defend and boost end."""
    state = board(
        crossing(rounds=2),
        {"A": (0, 9), "B": (1, 9)},
        effects=[("defend", "A", 0, 7), ("boost", "A", 0, 7), ("halt", "A", 1, 7)],
    )
    after, events = play(state, {0: move("A", "M", 9)})
    assert held(after, "A") == (None, 0)
    assert [effect.type for effect in after.effects] == ["halt"]
    assert {(event["effect"], event["cause"]) for event in of_type(events, "effect_ended")} == {
        ("defend", "emptied"),
        ("boost", "emptied"),
    }
    assert of_type(events, "planet_abandoned")[0]["cause"] == "departure"


@pytest.mark.parametrize("length", [1, 2, 3, 6])
def test_8_4_arrival_round(length: int) -> None:
    """8.4: ordered in round r over a route of length d it arrives in round r + d - 1."""
    state = board(crossing(rounds=length), {"A": (0, 9), "B": (1, 9)})
    state, events = play(state, {0: move("A", "M", 4)})
    rounds = [event["round"] for event in of_type(events, "occupied")]
    while not rounds:
        assert state.left(state.fleets[0]) == length - (state.round - 5)
        state, events = play(state)
        rounds = [event["round"] for event in of_type(events, "occupied")]
    assert rounds == [5 + length - 1]


def test_8_4_fleets_of_one_round_arrive_together() -> None:
    """8.4, 8.5: units of one seat form one side, wherever they come from."""
    state = board(crossing(), {"A": (0, 12), "F": (0, 12), "B": (1, 9), "M": (1, 20)}, fleets=[(0, "A", "M", 12, 1)])
    after, events = play(state, {0: move("A", "M", 11)})
    assert held(after, "M") == (0, 23 - 18)
    assert len(of_type(events, "battle")[0]["sides"]) == 2


# 8.5 and 8.6 Battle.


@pytest.mark.parametrize(
    "owner,garrison,defence,arrivals,after",
    [
        (0, 10, 1400, {1: 12}, (0, 2)),
        (1, 10, 1500, {1: 10, 0: 12, 2: 50, 3: 30}, (2, 38)),
        (0, 20, 1500, {0: 10, 1: 30}, (0, 12)),
        (0, 10, 1400, {1: 14}, (None, 0)),
        (0, 8, 1200, {1: 10}, (None, 0)),
        (0, 1, 2000, {1: 1}, (None, 0)),
        (None, 0, 1000, {0: 30, 1: 20}, (0, 16)),
        (3, 100, 1200, {0: 60, 1: 90}, (3, 59)),
        (None, 0, 500, {1: 7}, (1, 7)),
        (1, 5, 500, {1: 7}, (1, 12)),
        (None, 10, 1400, {1: 12}, (None, 2)),
        (None, 10, 1400, {1: 40}, (1, 35)),
        (None, 0, 1000, {0: 30, 1: 30, 2: 5}, (None, 0)),
        (0, 30, 300, {1: 9}, (None, 0)),
        (0, 68, 1400, {1: 73}, (0, 28)),
        (0, 10, 2000, {1: 12}, (0, 6)),
        (0, 10**9, 100_000, {1: 10**6}, (0, 999_999_999)),
    ],
)
def test_8_5_results(
    owner: int | None, garrison: int, defence: int, arrivals: dict[int, int], after: tuple[int | None, int]
) -> None:
    """8.5, 8.6: winner and survivors, exact also where binary fractions and 64 bits fail."""
    assert decide(owner, garrison, defence, arrivals) == after


def test_8_5_losses() -> None:
    """8.5 step 4: what each loser costs; the worked example with four sides."""
    battle = fight(gather(0, 10, 1500, {0: 10, 1: 12, 2: 50, 3: 30}))
    assert battle.losses == (5, 1, 0, 6)
    assert [side.power for side in battle.sides] == [25000, 12000, 50000, 30000]
    assert battle.result == "taken"


def test_8_5_spent_by_many() -> None:
    """8.5 step 5: a winner may be used up by many small sides and rounding."""
    battle = fight(gather(None, 0, 1000, {0: 3, 1: 2, 2: 2, 3: 2}))
    assert (battle.winner, battle.survivors, battle.result) == (None, 0, "spent")


def test_8_5_owner_changes_end_defend_and_boost() -> None:
    """8.5: defend and boost end when a planet is taken; attack and halt run on."""
    effects = [("defend", "A", 0, 7), ("boost", "A", 0, 8), ("attack", "A", 1, 7), ("halt", "A", 1, 8)]
    state = board(crossing(), {"A": (0, 2), "B": (1, 50), "F": (0, 5)}, effects=effects, fleets=[(1, "M", "A", 30, 1)])
    after, events = play(state)
    assert held(after, "A")[0] == 1
    assert {effect.type for effect in after.effects} == {"attack", "halt"}
    assert {event["cause"] for event in of_type(events, "effect_ended")} == {"owner_changed"}


def test_8_6_nobody_defends_without_def() -> None:
    """8.6: on an empty planet def counts for nobody; a tie leaves it empty."""
    state = board(crossing(M={"def": 9}), {"A": (0, 30), "B": (1, 20)})
    after, _ = play(state, {0: move("A", "M", 29), 1: move("B", "M", 19)})
    assert held(after, "M") == (0, 29 - 13)
    after, events = play(state, {0: move("A", "M", 19), 1: move("B", "M", 19)})
    assert held(after, "M") == (None, 0)
    assert of_type(events, "battle")[0]["outcome"] == "mutual"


@pytest.mark.parametrize("garrison,others", [(30, {}), (7, {2: 11}), (1, {2: 5, 3: 5})])
def test_needed_is_the_smallest(garrison: int, others: dict[int, int]) -> None:
    """Forecast: `needed` takes the planet, one unit less does not."""
    units = needed(0, garrison, 1500, others, 1)
    assert decide(0, garrison, 1500, {**others, 1: units})[0] == 1
    assert decide(0, garrison, 1500, {**others, 1: units - 1})[0] != 1


def test_needed_with_more_survivors() -> None:
    """`at_least` survivors; nothing is needed where the seat holds anyway."""
    assert needed(None, 0, 1000, {}, 1, at_least=3) == 3
    assert needed(1, 10, 1500, {0: 5}, 1) == 0
    assert needed(0, 10, 1000, {}, 1, at_least=3) == 12  # 12 - ceil(100 / 12) = 3


# 8.7 No response, resignation.


def test_8_7_three_in_a_row() -> None:
    """8.7: missed turns in a row count; any orders, even empty ones, start again."""
    state = board(crossing(), {"A": (0, 9), "B": (1, 9), "C": (2, 9)}, seats=3)
    for given, count in ((None, 1), (None, 2), ({}, 0), (None, 1), (None, 2)):
        state, events = play(state, {2: given})
        assert state.lost_turns[2] == count
        assert [event["count"] for event in of_type(events, "lost_turn")] == ([count] if count else [])
        assert state.out[2] is None
    state, events = play(state, {2: None})
    assert state.out[2] is not None
    assert state.out[2]._asdict() == {"round": 10, "reason": "lost_turns", "planets": 1, "units": 9}
    assert held(state, "C") == (None, 9)
    assert of_type(events, "garrison_freed")[0]["units"] == 9


def test_8_7_absent_is_missed() -> None:
    """8.7: absent from the orders and null are the same."""
    state = board(crossing(), {"A": (0, 9), "B": (1, 9)})
    one, _ = GAME.resolve(state, {0: GAME.check(state, 0, {})}, None)
    two, _ = GAME.resolve(state, {0: GAME.check(state, 0, {}), 1: None}, None)
    assert one == two
    assert one.lost_turns == [0, 1]


def test_8_7_limit_0_is_never() -> None:
    """6, 8.7: lost_turn_limit 0: nobody goes out by silence."""
    state = board(crossing(), {"A": (0, 9), "B": (1, 9)}, lost_turn_limit=0)
    for _ in range(5):
        state, _ = play(state, {1: None})
    assert state.lost_turns[1] == 5
    assert state.in_play() == [0, 1]


def test_8_7_resignation() -> None:
    """8.7: at once; garrisons become natives, fleets vanish, own effects go, halts and terminators stay; moves are ignored."""
    effects = [
        ("defend", "A", 0, 7),
        ("attack", "B", 0, 7),
        ("boost", "A", 0, 7),
        ("halt", "B", 0, 7),
        ("defend", "B", 1, 7),
    ]
    pending: list[Any] = [("terminator", 0, "B", None, 5), ("eleminate", 0, None, None, 5), ("swap", 1, None, 0, 5)]
    state = board(
        crossing(rounds=2), {"A": (0, 30), "B": (1, 30), "C": (2, 5)}, seats=3,
        effects=effects, pending=pending, fleets=[(0, "A", "F", 4, 1)],
    )  # fmt: skip
    after, events = play(state, {0: {"moves": [{"from": "A", "to": "M", "units": 30}], "resign": True}})
    assert held(after, "A") == (None, 30)
    assert after.fleets == []
    assert {(e.type, e.seat) for e in after.effects} == {("halt", 0), ("defend", 1)}
    assert held(after, "B") == (1, 15)  # the terminator still strikes, the eleminate and the swap do nothing
    assert after.out[0] is not None
    assert after.out[0]._asdict() == {"round": 5, "reason": "resigned", "planets": 1, "units": 34}
    assert [event["cause"] for event in of_type(events, "fleet_destroyed")] == ["disbanded"]
    assert {event["cause"] for event in of_type(events, "effect_ended")} == {"seat_out"}
    assert GAME.pending(after) == [1, 2]


def test_8_7_orders_of_a_stand_in_are_orders() -> None:
    """8.7: ordinary orders reset the count, whoever gave them; default orders are ordinary ones."""
    state = board(crossing(), {"A": (0, 9), "B": (1, 9)})
    state, _ = play(state, {1: None})
    state, _ = play(state, {1: GAME.default_orders(state, 1)})
    assert state.lost_turns == [0, 0]


# 8.8 End check.


def test_8_8_last_standing() -> None:
    """8.8: at most one seat in play; no upkeep follows, the round keeps its value."""
    state = board(crossing(A={"cos": 5}), {"A": (0, 30), "B": (1, 5)}, fleets=[(0, "M", "B", 20, 1)])
    after, events = play(state)
    assert (after.phase, after.round, after.result["reason"]) == ("ended", 5, "last_standing")
    assert held(after, "A") == (0, 30)
    assert GAME.pending(after) == []
    assert of_type(events, "match_ended")[0]["result"] == after.result
    assert of_type(events, "round_started") == []


def test_8_8_both_in_one_round() -> None:
    """8.8, 19.9: two seats that wipe each other out: all_out."""
    state = board(crossing(), {"A": (0, 10), "B": (1, 10)})
    after, _ = play(state, {0: move("A", "M", 10), 1: move("B", "M", 10)})
    assert after.result["reason"] == "all_out"
    assert GAME.outcome(after).reason == "all_out"


def test_8_8_everybody_missing() -> None:
    """19.8: everybody missing to the limit: all_out."""
    state = board(crossing(), {"A": (0, 10), "B": (1, 10)}, lost_turn_limit=1)
    after, _ = play(state, {0: None, 1: None})
    assert after.result["reason"] == "all_out"
    assert [line["units"] for line in after.result["ranking"]] == [10, 10]


def test_8_8_round_limit() -> None:
    """8.8: exactly max_round rounds."""
    state = GAME.setup(GAME.check_options({"map": "crossroads", "max_round": 10}, 2), 2, SeededRng("limit"))
    for number in range(1, 11):
        assert (state.round, state.phase) == (number, "orders")
        state, _ = play(state)
    assert (state.round, state.phase, state.result["reason"]) == (10, "ended", "round_limit")


def test_8_8_decay_in_the_upkeep() -> None:
    """8.8, 19.9: U3 ends a match by decay, with the next round's number."""
    source = crossing(B={"res": 0.5, "cos": 0})
    after, events = play(board(source, {"A": (0, 10), "B": (1, 1)}))
    assert (after.phase, after.round, after.result["reason"]) == ("ended", 6, "last_standing")
    assert after.out[1]._asdict() == {"round": 6, "reason": "eliminated", "planets": 0, "units": 0}
    assert of_type(events, "match_ended")[0]["round"] == 6


def test_8_8_round_limit_is_not_checked_in_the_upkeep() -> None:
    """8.8: a match of r rounds is not over when round r begins."""
    state = board(crossing(), {"A": (0, 10), "B": (1, 10)}, round=9, max_round=10)
    after, _ = play(state)
    assert (after.round, after.phase) == (10, "orders")


def test_8_8_ended_states_take_no_orders() -> None:
    """8.8: over is over."""
    state, _ = play(board(crossing(), {"A": (0, 30), "B": (1, 5)}), {1: {"resign": True}})
    with pytest.raises(ValueError, match="over"):
        GAME.resolve(state, {}, None)


def test_8_8_fleets_of_an_ended_match() -> None:
    """2, 8.8: `left` counts the arrival steps still to come, also when the last round has no upkeep."""
    state = board(crossing(rounds=4), {"A": (0, 30), "B": (1, 5)}, fleets=[(0, "A", "M", 5, 4)])
    after, _ = play(state, {1: {"resign": True}})
    assert after.left(after.fleets[0]) == 3
    assert GAME.from_json(GAME.to_json(after)) == after
