"""Chapter 6: bursts, analysis, mining, evolution, resonance, radio; the worked examples of 6.8."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.events import EventLog
from games.cosmos.constants import MINER, mining_income
from games.cosmos.resolve.burst import shares
from games.cosmos.resolve.turns import run
from games.cosmos.state import State
from tests.games.cosmos.boards import direct, play, told, work_of, world

HOME = (10_001, "planet", 0, 2, 2, 100)
THEIRS = (10_002, "planet", 1, 29, 29, 100)
BURST = {"do": "overload", "radius": 9}


def burst(state: State, id_: int = 20_000, radius: int = 9) -> list[dict[str, Any]]:
    """Let a battleship burst, in place; the events."""
    work = work_of(state)
    run(work, state.entities[id_], [{"do": "overload", "radius": radius}])
    return list(EventLog(work.events))


def test_the_burst_of_the_worked_example() -> None:
    """6.8: R = 90, four targets, s = 150: plain 22, boosted 26."""
    assert shares(90, 4, 150) == (22, 26)
    for defence, left, owner in ((26, 0, 1), (25, 1, 0)):
        state = world(
            (10_001, "planet", 0, 10, 11, 50), (10_003, "planet", None, 11, 10, 20),
            (20_000, "battleship", 0, 10, 10, 100, {"defence": 3}),
            (20_001, "scout", 0, 9, 10, 12, {"defence": 5}),
            (20_002, "battleship", 1, 10, 9, 40, {"defence": defence}),
        )  # fmt: skip
        state.bonus = [(0, 100, 51), (0, 50, 2), (0, 70, 1), (1, 500, 50)]
        burst(state)
        assert 20_000 not in state.entities
        assert state.entities[10_001].energy == 72
        assert state.entities[20_001].defence == state.entities[20_001].initial == 9
        assert (state.entities[10_003].seat, state.entities[10_003].energy) == (0, 6)
        assert (state.entities[20_002].seat, state.entities[20_002].defence) == (owner, left)


@pytest.mark.parametrize(("energy", "least", "works"), [(19, 10, False), (20, 10, True), (11, 1, True), (10, 1, False)])
def test_the_least_energy_of_a_burst(energy: int, least: int, works: bool) -> None:
    """6.2 steps 1 and 2: the ship is gone whatever follows."""
    ship = (20_000, "battleship", 0, 10, 10, energy)
    state = world(HOME, THEIRS, ship, (20_001, "scout", 1, 10, 12, 100), overload_min_remaining=least)
    (event,) = told(burst(state), "overloaded")
    assert 20_000 not in state.entities
    assert (state.entities[20_001].defence < 70) == works
    assert event["void"] is not works


def test_shares_are_exact_and_bounded() -> None:
    """6.2 step 4: 1000 x 1.001 is 1001; a bound for very large bonuses."""
    assert shares(1000, 1, 1) == (1000, 1001)
    assert shares(7, 2, 0) == (3, 3)
    assert shares(10, 1, 30_000)[1] == shares(10**6, 1, 29_000)[1] == 10**12


def test_who_is_hit_and_what_becomes_of_it() -> None:
    """6.2 steps 3 and 5: miners and scouts are destroyed below 0, nothing happens at exactly 0; out of radius nothing."""
    state = world(
        HOME, THEIRS, (20_000, "battleship", 0, 10, 10, 70), (20_001, "miner", 1, 11, 10, 20), (20_002, "miner", 1, 9, 10, 19),
        (20_003, "scout", 1, 10, 12, 20, {"defence": 20}), (20_004, "battleship", 0, 12, 12, 9),
    )  # fmt: skip
    burst(state, radius=4)
    assert 20_002 not in state.entities
    assert state.entities[20_001].defence == state.entities[20_003].defence == 0
    assert state.entities[20_004].defence == 9


def test_a_converted_battleship_runs_for_its_new_owner() -> None:
    """6.2 step 6: with the new seat's defaults, in the same round if its turn is to come."""
    seen = set()
    for seed in range(12):
        state = world(HOME, THEIRS, (20_000, "battleship", 0, 10, 10, 60), (20_001, "battleship", 1, 11, 10, 40))
        state.entities[20_001].cooldown = 1.0
        defaults = {"defaults": {"battleship": {"movement": {"type": "move_to", "to": [20, 10]}}}}
        mine = {**direct(20_000, BURST), **defaults}
        theirs = direct(20_001, {"do": "radio", "value": 9})
        after, _ = play(state, {0: mine, 1: theirs}, seed=f"c{seed}")
        ship = after.entities[20_001]
        assert (ship.seat, ship.defence, ship.initial) == (0, 10, 40)
        first = after.last_sequence.index(20_000) < after.last_sequence.index(20_001)
        moved = ship.at == state.geometry.at(12, 10)
        assert (moved, ship.radio) == ((True, 0) if first else (False, 9))
        assert after.standing[20_001].rules["movement"]["type"] == "move_to"
        seen.add(first)
    assert seen == {True, False}


def test_analysis() -> None:
    """6.3: costs 10 defence, never below 0; the miner dies, the bonus counts for fifty rounds from this one."""
    state = world(HOME, THEIRS, (20_000, "scout", 0, 10, 10, 10), (20_001, "miner", 1, 12, 12, 75), round_=30)
    after, events = play(state, {0: direct(20_000, {"do": "analyse", "id": 20_001})})
    assert 20_001 not in after.entities
    assert after.entities[20_000].defence == 0
    assert after.bonus == [(0, 75, 80)]
    assert told(events, "bonus")[0]["to"] == "all"
    sums = []
    while after.round < 81:
        sums.append(after.bonus_sum(0))
        after, _ = play(after, {})
    assert sums == [75] * 49 + [0]


@pytest.mark.parametrize(
    ("target", "code"),
    [(20_001, "not_a_foreign_miner"), (20_002, "not_a_foreign_miner"), (20_003, "out_of_reach"), (20_004, "target_not_found"),
     (55_555, "target_not_found")],
)  # fmt: skip
def test_analyses_that_are_refused(target: int, code: str) -> None:
    """6.3, 8.5: without cost; what is out of sight is refused like what does not exist."""
    state = world(
        HOME, THEIRS, (20_000, "scout", 0, 10, 10, 30), (20_001, "miner", 0, 11, 11, 20), (20_002, "scout", 1, 9, 9, 20),
        (20_003, "miner", 1, 14, 10, 20), (20_004, "miner", 1, 20, 20, 20),
    )  # fmt: skip
    after, events = play(state, {0: direct(20_000, {"do": "analyse", "id": target})})
    assert [event["code"] for event in told(events, "order_failed")] == [code]
    assert (after.entities[20_000].defence, after.entities[20_000].cooldown) == (21, 0)


def test_least_defence_for_an_analysis() -> None:
    """17: with the option a weak scout is refused."""
    for defence, code in ((9, ["not_enough_defence"]), (10, [])):
        scout = (20_000, "scout", 0, 10, 10, 30, {"defence": defence})
        state = world(HOME, THEIRS, scout, (20_001, "miner", 1, 12, 12, 75), analyse_min_defence=10)
        _, events = play(state, {0: direct(20_000, {"do": "analyse", "id": 20_001})})
        assert [event["code"] for event in told(events, "order_failed")] == code


def test_a_miner_pays_251_times_and_becomes_a_battleship() -> None:
    """6.4, 6.5, 6.8: a miner of 41 built in round 10 pays 2 in rounds 60..310, 502 in all."""
    miner = (20_000, "miner", 0, 10, 10, 41, {"born": 10, "home": 10_001, "cooldown": 0.0})
    state, paid = world(HOME, THEIRS, miner, round_=59), []
    while state.round <= 310:
        assert state.entities[20_000].kind == MINER
        state, events = play(state, {})
        paid += [(event["round"], event["energy"]) for event in told(events, "mined")]
    assert state.entities[20_000].kind != MINER
    assert paid == [(round_, 2) for round_ in range(60, 311)]
    steps = [x for x in range(1, 533) if mining_income(x) > mining_income(x - 1)]
    assert steps == [21, 41, 63, 85, 107, 130, 154, 178, 203, 228, 255, 282, 310, 339, 368, 399, 431, 463, 497, 532]


def test_payments_stop_while_the_home_planet_is_lost() -> None:
    """6.4: judged by the present owners."""
    miner = (20_000, "miner", 0, 10, 10, 41, {"born": 1, "home": 10_002})
    state = world(HOME, THEIRS, miner, round_=60)
    _, events = play(state, {})
    assert not told(events, "mined")
    state.entities[10_002].seat = 0
    state.entities[10_001].seat = 1
    _, events = play(state, {})
    assert told(events, "mined")


@pytest.mark.parametrize(
    ("bids", "winner", "refunds"),
    [((9, 9, 4, 0), None, (4, 4, 2, 0)), ((9, 8, 8, 0), 0, (0, 4, 4, 0)), ((0, 0, 0, 0), None, (0, 0, 0, 0)),
     ((1, 0, 0, 0), 0, (0, 0, 0, 0))],
)  # fmt: skip
def test_resonance(bids: tuple[int, ...], winner: int | None, refunds: tuple[int, ...]) -> None:
    """6.6, 6.8: planets compete, also of one seat; half comes back to those who do not win."""
    rows = [(10_001 + i, "planet", i % 2, 3 + 8 * i, 3, 100) for i in range(4)]
    state = world(*rows)
    orders: dict[int, Any] = {seat: {"direct": []} for seat in (0, 1)}
    for i, bid in enumerate(bids):
        orders[i % 2]["direct"].append({"id": 10_001 + i, "actions": [{"do": "charge", "energy": bid}]})
    after, events = play(state, orders)
    assert after.points == [int(winner == 0), 0]
    assert [after.entities[10_001 + i].energy for i in range(4)] == [
        100 - bid + back + 1 for bid, back in zip(bids, refunds, strict=True)
    ]
    own = [event for event in told(events, "bid_result") if event["to"] == [0]]
    assert {event["planet"] for event in own} == {10_001 + i for i in (0, 2) if bids[i]}
    assert all(event["to"] == [] for event in told(events, "resonance"))


def test_a_lone_planet_resonates_with_nothing_by_option() -> None:
    """2: `resonance_minimum` 0."""
    after, _ = play(world(HOME, (20_000, "scout", 1, 20, 20, 5), resonance_minimum=0), {})
    assert after.points == [1, 0]
    after, _ = play(world(HOME, THEIRS, resonance_minimum=0), {})
    assert after.points == [0, 0]


def test_charges_of_a_run_add_up_and_lower_what_is_left() -> None:
    """5.3, 6.6."""
    charges = [{"do": "charge", "energy": 60}, {"do": "charge", "energy": 60}, {"do": "charge", "energy": 40}]
    after, events = play(world(HOME, THEIRS), {0: direct(10_001, *charges)})
    assert [event["code"] for event in told(events, "order_failed")] == ["not_enough_energy"]
    assert [event["bid"] for event in told(events, "charged")] == [60, 100]
    assert after.last_bids[10_001] == (0, 100, True)
