"""Chapter 9: tactics. What each does, when, what it costs, who sees it, and how they meet."""

from typing import Any

import pytest

from games.core.errors import OrderError
from games.core.rng import SeededRng
from games.planet_conquer import GAME
from games.planet_conquer.constants import TACTICS, last_swap_round
from tests.games.planet_conquer.boards import board, crossing, heard, held, move, of_type, play, tactic

COSTS = {
    "terminator": 3, "defend": 2, "attack": 2, "fast": 2, "teleport": 4, "halt": 2, "boost": 2, "eleminate": 20, "swap": 40, "god": 8,
}  # fmt: skip
PARAMETERS: dict[str, dict[str, Any]] = {
    "terminator": {"planet": "M"}, "defend": {"planet": "A"}, "attack": {"planet": "M"}, "fast": {"planet": "M"},
    "teleport": {"from": "A", "to": "C", "units": 3}, "halt": {"planet": "M"}, "boost": {"planet": "A"}, "eleminate": {},
    "swap": {"seat": 1}, "god": {"planet": "M"},
}  # fmt: skip


def duel(**more: Any) -> Any:
    """Seat 0 at A, seat 1 at B and on the middle; routes of one round."""
    holds = {"A": (0, 50), "B": (1, 50), "M": (1, 20)} | more.pop("holds", {})
    return board(crossing(), holds, **more)


# Costs and timing.


@pytest.mark.parametrize("name", TACTICS)
def test_9_costs(name: str) -> None:
    """9: the cost is paid in step 2 and never refunded; one point more is needed to play it."""
    assert TACTICS[name].cost == COSTS[name]
    state = duel(points=COSTS[name])
    after, _ = play(state, {0: tactic(name, **PARAMETERS[name])})
    assert after.points[0] == 1
    state.points[0] -= 1
    with pytest.raises(OrderError) as refused:
        play(state, {0: tactic(name, **PARAMETERS[name])})
    assert refused.value.code == "not_enough_points"


def test_9_first_terminator_in_round_3() -> None:
    """9: with one point a round, in round r a seat has r points; a first terminator is possible in round 3."""
    full = GAME.check_options({"map": "crossroads"}, 2)
    state = GAME.setup(full, 2, SeededRng("points"))
    for number in (1, 2):
        assert state.points == [number] * 2
        with pytest.raises(OrderError):
            GAME.check(state, 0, tactic("terminator", planet=0))
        state, _ = play(state)
    assert GAME.check(state, 0, tactic("terminator", planet=0))


@pytest.mark.parametrize("name,lasts", [("defend", 7), ("attack", 7), ("halt", 8), ("boost", 8)])
def test_9_until(name: str, lasts: int) -> None:
    """9: r + 2 for defend and attack, r + 3 for halt and boost; replaying restarts and does not stack."""
    state = duel()
    state, _ = play(state, {0: tactic(name, **PARAMETERS[name])})
    assert [effect.until for effect in state.effects] == [lasts]
    state, _ = play(state, {0: tactic(name, **PARAMETERS[name])})
    assert [effect.until for effect in state.effects] == [lasts + 1]
    ended = []
    while not ended:
        state, events = play(state)
        ended = of_type(events, "effect_ended")
    assert ended[0]["cause"] == "time"
    assert ended[0]["round"] == lasts + 1
    assert state.effects == []


# 9.1 Terminator.


def test_9_1_kills_the_garrison_next_round() -> None:
    """9.1: strikes in step 5 of r + 1; leavers escape, arrivals are safe and can occupy."""
    state = board(crossing(rounds=2), {"A": (0, 50), "M": (1, 200), "B": (1, 1)})
    state, _ = play(state, {0: tactic("terminator", planet="M", moves=[("A", "M", 5)])})
    assert held(state, "M") == (1, 200)
    after, events = play(state, {1: move("M", "B", 199)})
    assert held(after, "M") == (0, 5)
    assert of_type(events, "strike")[0] | {"to": 0} == {
        "type": "strike", "round": 6, "kind": "terminator", "planet": 4, "seat": 0, "lost": 1, "left": 0, "defended": False,
        "shielded": False, "to": 0,
    }  # fmt: skip
    assert sum(fleet.units for fleet in after.fleets) == 199


@pytest.mark.parametrize("owner", [0, 1, None])
def test_9_1_any_owner(owner: int | None) -> None:
    """9.1: any garrison, natives and one's own too; several at once act as one."""
    state = duel(holds={"M": (owner, 21)}, pending=[("terminator", 0, "M", None, 5), ("terminator", 1, "M", None, 5)])
    after, events = play(state)
    assert held(after, "M") == (None, 0)
    assert len(of_type(events, "strike")) == 1
    assert after.pending == []


def test_9_1_defended_half_dies() -> None:
    """9.1: on a defended planet floor(units / 2) survive; several strikes halve once."""
    state = duel(effects=[("defend", "M", 1, 6)], holds={"M": (1, 21)})
    state.pending = duel(pending=[("terminator", 0, "M", None, 5), ("terminator", 1, "M", None, 5)]).pending
    after, events = play(state)
    assert held(after, "M") == (1, 10)
    assert (of_type(events, "strike")[0]["lost"], of_type(events, "strike")[0]["defended"]) == (11, True)


def test_9_1_defended_single_unit() -> None:
    """9.1, 9.2: half of one is none: the planet is emptied and the defence ends."""
    state = duel(effects=[("defend", "M", 1, 6)], holds={"M": (1, 1)}, pending=[("terminator", 0, "M", None, 5)])
    after, events = play(state)
    assert held(after, "M") == (None, 0)
    assert of_type(events, "planet_abandoned")[0]["cause"] == "strike"
    assert of_type(events, "effect_ended")[0]["cause"] == "emptied"


def test_9_1_god_of_the_owner() -> None:
    """9.1: god of the garrison's owner in r + 1: nothing dies; a god of somebody else does not help."""
    after, events = play(duel(pending=[("terminator", 0, "M", None, 5)]), {1: tactic("god", planet="M")})
    assert held(after, "M") == (1, 20)
    assert of_type(events, "strike")[0]["shielded"]
    after, _ = play(duel(pending=[("terminator", 0, "M", None, 5)]), {0: tactic("god", planet="M")})
    assert held(after, "M") == (None, 0)


def test_9_1_strikes_though_its_seat_is_out() -> None:
    """9.1, 8.7: also after its seat went out."""
    state = duel(holds={"C": (2, 5)}, seats=3, pending=[("terminator", 2, "M", None, 5)])
    after, _ = play(state, {2: {"resign": True}})
    assert held(after, "M") == (None, 0)


def test_9_1_boost_ends_if_emptied() -> None:
    """9.1, 9.7 and table: halt stays, boost ends on an emptied planet."""
    state = duel(effects=[("boost", "M", 1, 8), ("halt", "M", 0, 8)], pending=[("terminator", 0, "M", None, 5)])
    after, _ = play(state)
    assert [effect.type for effect in after.effects] == ["halt"]


# 9.2 Defend.


def test_9_2_doubles_def_of_the_garrison_only() -> None:
    """9.2: 2 * def for the garrison, not for reinforcements; from the round it is played in."""
    state = board(crossing(M={"def": 1.4}), {"A": (0, 50), "B": (1, 50), "M": (1, 10)})
    after, events = play(state, {0: move("A", "M", 20), 1: tactic("defend", planet="M")})
    assert held(after, "M") == (1, 4)
    side = of_type(events, "battle")[0]["sides"][1]
    assert (side["power"], side["def"], side["defended"]) == (28, 1.4, True)
    after, events = play(state, {0: move("A", "M", 20), 1: tactic("defend", planet="M", moves=[("B", "M", 10)])})
    assert of_type(events, "battle")[0]["sides"][1]["power"] == 38


def test_9_2_three_rounds() -> None:
    """9.2: rounds r, r + 1, r + 2 and no more."""
    state = duel(holds={"M": (1, 10), "A": (0, 400)})
    state, _ = play(state, {1: tactic("defend", planet="M")})
    for kept in (True, True, False):
        state, events = play(state, {0: move("A", "M", 1)})
        assert of_type(events, "battle")[0]["sides"][1]["defended"] == kept


# 9.3 Attack.


def test_9_3_attackers_weigh_one_and_a_half() -> None:
    """9.3: 40 on 30 at 1.5: power 60 against 45, 17 survive; not for anybody else."""
    state = board(crossing(M={"def": 1.5}), {"A": (0, 50), "B": (1, 50), "M": (1, 30)})
    after, events = play(state, {0: tactic("attack", planet="M", moves=[("A", "M", 40)])})
    assert held(after, "M") == (0, 17)
    assert [side["attack"] for side in of_type(events, "battle")[0]["sides"]] == [True, False]


def test_9_3_not_for_the_owner_of_the_garrison() -> None:
    """9.3: it rests while you own the garrison and stays with you when the planet changes hands."""
    state = duel(holds={"M": (0, 10)}, effects=[("attack", "M", 0, 7)])
    after, events = play(state, {0: move("A", "M", 10), 1: move("B", "M", 15)})
    side = of_type(events, "battle")[0]["sides"][0]
    assert (side["power"], side["attack"]) == (20, False)
    assert [effect.type for effect in after.effects] == ["attack"]


def test_9_3_on_an_empty_planet() -> None:
    """9.3: empty planets included."""
    state = duel(holds={"M": (None, 0)})
    after, _ = play(state, {0: tactic("attack", planet="M", moves=[("A", "M", 20)]), 1: move("B", "M", 25)})
    assert held(after, "M")[0] == 0


# 9.4 Fast.


@pytest.mark.parametrize("left,after", [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_9_4_halves_the_rounds_left(left: int, after: int) -> None:
    """9.4: left = ceil(left / 2), then step 6 subtracts 1; only fleets to that planet, only one's own."""
    fleets = [(0, "A", "M", 5, left), (1, "B", "M", 5, left), (0, "A", "F", 5, left)]
    state = board(crossing(rounds=6), {"A": (0, 50), "B": (1, 50)}, fleets=fleets)
    done, events = play(state, {0: tactic("fast", planet="M")})
    lefts = {fleet.id: done.left(fleet) for fleet in done.fleets}
    assert lefts.get("fleet0", 0) == after - 1
    assert (lefts["fleet1"], lefts["fleet2"]) == (left - 1, left - 1)
    sped = of_type(events, "fleet_sped")
    assert [(event["fleet"], event["left_before"], event["left"]) for event in sped] == [("fleet0", left, after)]


def test_9_4_launched_this_round_too() -> None:
    """9.4: fleets launched in the same round are sped; a fleet with one round left is not told of."""
    state = board(crossing(rounds=6), {"A": (0, 50), "B": (1, 50)}, fleets=[(0, "A", "M", 5, 1)])
    after, events = play(state, {0: tactic("fast", planet="M", moves=[("A", "M", 9)])})
    assert [(fleet.units, after.left(fleet)) for fleet in after.fleets] == [(9, 2)]
    assert len(of_type(events, "fleet_sped")) == 1


# 9.5 Teleport.


def test_9_5_arrives_this_round() -> None:
    """9.5: without a route, arriving in the same round, fighting like any arrival."""
    state = duel(holds={"F": (1, 20)})
    after, events = play(state, {0: tactic("teleport", **{"from": "A", "to": "F", "units": 30})})
    assert held(after, "F") == (0, 30 - 14)
    side = of_type(events, "battle")[0]["sides"][0]
    assert (side["seat"], side["teleported"]) == (0, 30)
    assert of_type(events, "fleet_launched")[0]["fleet"]["kind"] == "teleport"


def test_9_5_counts_together_with_moves() -> None:
    """9.5: its units and those of the moves come from one garrison; leaving it completely is allowed."""
    state = duel()
    after, events = play(
        state, {0: tactic("teleport", moves=[("A", "F", 20)], **{"from": "A", "to": "C", "units": 30})}
    )
    assert (held(after, "A"), held(after, "C")) == ((None, 0), (0, 30))
    assert of_type(events, "occupied")[0]["teleported"] == 30
    with pytest.raises(OrderError):
        play(state, {0: tactic("teleport", moves=[("A", "F", 21)], **{"from": "A", "to": "C", "units": 30})})


# 9.6 and 9.7 Halt and boost.


def test_9_6_three_productions() -> None:
    """9.6: upkeeps r + 1, r + 2, r + 3, whoever owns the planet; growth and decay."""
    state = board(crossing(A={"cos": 5}, M={"res": 0.5}), {"A": (0, 50), "B": (1, 50), "M": (1, 64)})
    state, events = play(state, {0: tactic("halt", planet="M"), 1: tactic("halt", planet="A")})
    assert {event["planet"]: event["halted"] for event in of_type(events, "production")} == {0: True, 4: True}
    for _ in range(2):
        state, _ = play(state)
    assert (held(state, "A"), held(state, "M")) == ((0, 50), (1, 64))
    state, _ = play(state)
    assert (held(state, "A"), held(state, "M")) == ((0, 55), (1, 32))


def test_9_6_latest_counts() -> None:
    """9.6: several halts on one planet: the latest `until` counts."""
    state = board(
        crossing(A={"cos": 5}), {"A": (0, 50), "B": (1, 50)}, effects=[("halt", "A", 1, 6), ("halt", "A", 0, 7)]
    )
    state, _ = play(state)
    state, _ = play(state)
    assert held(state, "A") == (0, 50)
    state, _ = play(state)
    assert held(state, "A") == (0, 55)


def test_9_7_doubles_growth() -> None:
    """9.7: a positive increase is doubled for three productions, up to max; decay is not."""
    state = board(crossing(A={"cos": 5, "max": 68}, F={"res": 0.5}), {"A": (0, 50), "B": (1, 50), "F": (0, 64)})
    state, events = play(state, {0: tactic("boost", planet="A")})
    assert of_type(events, "production")[0]["boosted"]
    assert held(state, "A") == (0, 60)
    state, _ = play(state, {0: tactic("boost", planet="F")})
    assert (held(state, "A"), held(state, "F")) == ((0, 68), (0, 16))


def test_9_7_halt_beats_boost() -> None:
    """9.7: halt beats boost."""
    state = board(
        crossing(A={"cos": 5}), {"A": (0, 50), "B": (1, 50)}, effects=[("halt", "A", 1, 8), ("boost", "A", 0, 8)]
    )
    after, _ = play(state)
    assert held(after, "A") == (0, 50)


# 9.8 Eleminate.


def test_9_8_reach_after_departures() -> None:
    """9.8: everything in the issuer's sight that is not its own: garrisons, natives, fleets; seen from after the departures."""
    state = board(
        crossing(rounds=2, seats=4),
        {"A": (0, 50), "B": (1, 50), "C": (2, 40), "M": (None, 30), "F": (1, 9)},
        seats=3,
        pending=[("eleminate", 0, None, None, 5)],
        fleets=[(1, "B", "M", 7, 1), (2, "C", "M", 7, 2)],
    )
    # From A: M and F. Fleet 0 is half way (both ends near): M is in reach. Fleet 1 has just left C: out of reach.
    after, events = play(state)
    assert (held(after, "M"), held(after, "F")) == ((None, 0), (None, 0))
    assert (held(after, "B"), held(after, "C")) == ((1, 50), (2, 40))
    assert [fleet.id for fleet in after.fleets] == ["fleet1"]
    assert [(event["fleet"], event["cause"]) for event in of_type(events, "fleet_destroyed")] == [("fleet0", "strike")]
    assert {event["planet"]: event["kind"] for event in of_type(events, "strike")} == {4: "eleminate", 5: "eleminate"}


def test_9_8_leavers_can_be_hit_on_the_route() -> None:
    """9.8 and table: who leaves the garrison escapes there, but the fleet is hit if its near end is in reach."""
    state = board(crossing(), {"A": (0, 50), "B": (1, 50), "M": (1, 30)}, pending=[("eleminate", 0, None, None, 5)])
    after, _ = play(state, {1: move("M", "B", 30)})
    assert held(after, "B") == (1, 50)


def test_9_8_arrivals_are_hit_before_they_arrive() -> None:
    """9.8 and table: arriving enemy fleets in reach die; teleports do not."""
    state = board(
        crossing(rounds=2),
        {"A": (0, 50), "B": (1, 50)},
        pending=[("eleminate", 0, None, None, 5)],
        fleets=[(1, "B", "M", 20, 1)],
    )
    after, _ = play(state, {1: tactic("teleport", **{"from": "B", "to": "F", "units": 10})})
    assert (held(after, "M"), held(after, "F")) == ((None, 0), (1, 10))


def test_9_8_defend_and_god() -> None:
    """9.8: defended planets keep half; god of the owner shields the garrison and its fleets to that planet."""
    state = board(
        crossing(rounds=3),
        {"A": (0, 50), "B": (1, 50), "M": (1, 21), "F": (1, 31)},
        pending=[("eleminate", 0, None, None, 5)],
        effects=[("defend", "F", 1, 7)],
        fleets=[(1, "B", "M", 20, 1), (1, "A", "F", 20, 2)],
    )
    after, events = play(state, {1: tactic("god", planet="M")})
    assert (held(after, "M"), held(after, "F")) == ((1, 41), (1, 15))
    assert [event["fleet"] for event in of_type(events, "fleet_destroyed")] == ["fleet1"]
    assert {event["planet"]: event["shielded"] for event in of_type(events, "strike")} == {4: True, 5: False}


def test_9_8_two_destroy_each_other() -> None:
    """9.8: all strikes from the same position; a planet hit twice counts once."""
    state = board(
        crossing(),
        {"A": (0, 50), "M": (1, 50), "C": (2, 9), "F": (2, 1)},
        seats=3,
        pending=[("eleminate", 0, None, None, 5), ("eleminate", 1, None, None, 5), ("terminator", 2, "A", None, 5)],
    )
    after, events = play(state)
    assert [held(after, key) for key in "AMCF"] == [(None, 0)] * 4
    assert {event["planet"]: (event["kind"], event["seat"]) for event in of_type(events, "strike")} == {
        0: ("eleminate", 1), 2: ("eleminate", 1), 4: ("eleminate", 0), 5: ("eleminate", 0),
    }  # fmt: skip


def test_9_8_out_means_nothing() -> None:
    """9.8, 8.7: the eleminate of a seat that is out by elimination does nothing."""
    state = board(crossing(), {"A": (0, 9), "B": (1, 50), "C": (2, 9), "M": (1, 50)}, seats=3)
    state, _ = play(state, {0: tactic("eleminate"), 1: move("M", "A", 40)})
    assert state.out[0] is not None
    after, _ = play(state)
    assert held(after, "B") == (1, 50)


# 9.9 Swap.


def test_9_9_exchanges_everything_but_points() -> None:
    """9.9: planets, garrisons and fleets; points, attack and halt stay; defend and boost end."""
    state = board(
        crossing(rounds=3),
        {"A": (0, 50), "B": (1, 20), "C": (2, 5), "M": (1, 7)},
        seats=3,
        pending=[("swap", 0, None, 1, 5)],
        fleets=[(0, "A", "F", 5, 3), (1, "B", "M", 6, 3)],
        effects=[
            ("defend", "A", 0, 7),
            ("boost", "B", 1, 7),
            ("attack", "C", 0, 7),
            ("halt", "M", 1, 7),
            ("defend", "C", 2, 7),
        ],
    )
    state.points = [11, 22, 33]
    after, events = play(state)
    assert [held(after, key) for key in "ABCM"] == [(1, 50), (0, 20), (2, 5), (0, 7)]
    assert {fleet.id: fleet.seat for fleet in after.fleets} == {"fleet0": 1, "fleet1": 0}
    assert after.points == [12, 23, 34]
    assert {(e.type, e.seat) for e in after.effects} == {("attack", 0), ("halt", 1), ("defend", 2)}
    assert of_type(events, "swapped")[0]["seats"] == [0, 1]
    assert {event["cause"] for event in of_type(events, "effect_ended")} == {"owner_changed"}


def test_9_9_mutual_swaps_cancel() -> None:
    """9.9: two seats that swap each other in one round: nothing."""
    state = duel(pending=[("swap", 0, None, 1, 5), ("swap", 1, None, 0, 5)])
    after, events = play(state)
    assert held(after, "A") == (0, 50)
    assert of_type(events, "swapped") == []
    assert after.pending == []


def test_9_9_ascending_order() -> None:
    """9.9: the remaining swaps run in ascending number of the ordering seat."""
    state = board(
        crossing(), {"A": (0, 10), "B": (1, 20), "C": (2, 30)}, seats=3,
        pending=[("swap", 2, None, 0, 5), ("swap", 0, None, 1, 5)],
    )  # fmt: skip
    after, _ = play(state)
    # First 0 and 1: A is 1's, B is 0's. Then 2 and 0: C is 0's, B is 2's.
    assert [held(after, key)[0] for key in "ABC"] == [1, 2, 0]


def test_9_9_nothing_without_holdings() -> None:
    """9.9: nothing happens if either is out or has neither garrison nor fleet at that moment; strikes come first."""
    state = duel(holds={"C": (2, 5)}, seats=3, pending=[("swap", 0, None, 2, 5), ("terminator", 1, "C", None, 5)])
    after, events = play(state)
    assert of_type(events, "swapped") == []
    assert (after.out[0], after.out[2] is not None) == (None, True)
    state = duel(holds={"C": (2, 5)}, seats=3, pending=[("swap", 0, None, 2, 5)])
    after, events = play(state, {2: {"resign": True}})
    assert of_type(events, "swapped") == []


def test_9_9_own_side_of_a_fleet_only() -> None:
    """9.9: a seat that has only a fleet left can be swapped with."""
    state = board(crossing(rounds=3), {"A": (0, 50)}, fleets=[(1, "B", "M", 5, 3)], pending=[("swap", 1, None, 0, 5)])
    after, _ = play(state)
    assert held(after, "A") == (1, 50)
    assert after.fleets[0].seat == 0


@pytest.mark.parametrize("max_round,last", [(10, 9), (60, 54), (100, 90), (101, 90), (300, 270)])
def test_9_9_not_in_the_last_tenth(max_round: int, last: int) -> None:
    """9.9: r <= max_round - ceil(max_round / 10)."""
    assert last_swap_round(max_round) == last


# 9.10 God.


def test_9_10_one_god_wins_alone() -> None:
    """9.10: one unit with god takes any garrison and keeps all its units."""
    state = board(crossing(M={"def": 2}), {"A": (0, 50), "B": (1, 50), "C": (2, 50), "M": (1, 300)}, seats=3)
    after, events = play(state, {0: tactic("god", planet="M", moves=[("A", "M", 1)]), 2: move("C", "M", 40)})
    assert held(after, "M") == (0, 1)
    battle = of_type(events, "battle")[0]
    assert battle["outcome"] == "taken"
    assert [side["god"] for side in battle["sides"]] == [True, False, False]
    assert {side["loss_caused"] for side in battle["sides"]} == {0}


def test_9_10_two_gods_fight_each_other() -> None:
    """9.10: all others die first and cost nothing; the gods fight with k = number of gods."""
    state = board(crossing(M={"def": 2}), {"A": (0, 50), "B": (1, 50), "C": (2, 50), "M": (1, 300)}, seats=3)
    orders = {0: tactic("god", planet="M", moves=[("A", "M", 1)]), 1: tactic("god", planet="M"), 2: move("C", "M", 40)}
    after, events = play(state, orders)
    assert held(after, "M") == (1, 299)
    assert [side["loss_caused"] for side in of_type(events, "battle")[0]["sides"]] == [1, 0, 0]


def test_9_10_only_this_round() -> None:
    """9.10: the effect ends in step 10 of the same round; without an arrival nothing happens."""
    after, events = play(duel(), {0: tactic("god", planet="M")})
    assert after.effects == []
    assert of_type(events, "battle") == []
    assert [(event["effect"], event["cause"]) for event in of_type(events, "effect_ended")] == [("god", "time")]


def test_9_10_no_units_no_god() -> None:
    """9.10: a god without a unit in the battle counts for nothing."""
    state = duel(holds={"C": (2, 9)}, seats=3)
    after, _ = play(state, {0: move("A", "M", 30), 2: tactic("god", planet="M")})
    assert held(after, "M")[0] == 0


# The interaction table, cell by cell where the tests above do not have it.


def test_9_table_attack_against_defend() -> None:
    """Table: 1.5 against 2 * def: 40 on 30 at 1.5, both: the defenders keep 16."""
    state = board(crossing(M={"def": 1.5}), {"A": (0, 50), "B": (1, 50), "M": (1, 30)}, effects=[("defend", "M", 1, 7)])
    after, _ = play(state, {0: tactic("attack", planet="M", moves=[("A", "M", 40)])})
    assert held(after, "M") == (1, 16)


@pytest.mark.parametrize("effect", [("attack", "M", 0, 7), ("defend", "M", 1, 7)])
def test_9_table_god_wins(effect: tuple[str, str, int, int]) -> None:
    """Table: god of the owner beats attack, god of the attacker beats defend."""
    god = effect[2] ^ 1
    orders = {0: move("A", "M", 40)}
    if god == 1:
        orders[1] = tactic("god", planet="M")
    else:
        orders[0] = tactic("god", planet="M", moves=[("A", "M", 1)])
    after, _ = play(duel(effects=[effect]), orders)
    assert held(after, "M") == (god, 20 if god == 1 else 1)


def test_9_table_strike_first_swap_later() -> None:
    """Table: the terminator strikes before the swap exchanges."""
    state = duel(pending=[("terminator", 0, "A", None, 5), ("swap", 0, None, 1, 5)], holds={"F": (0, 3)})
    after, _ = play(state)
    assert [held(after, key) for key in "ABF"] == [(None, 0), (0, 50), (1, 3)]


def test_9_table_teleport_out_of_a_strike() -> None:
    """Table: what teleports away in the strike round escapes, what arrives is safe."""
    state = duel(pending=[("terminator", 0, "M", None, 5)])
    after, _ = play(state, {1: tactic("teleport", moves=[("B", "M", 7)], **{"from": "M", "to": "C", "units": 20})})
    assert (held(after, "C"), held(after, "M")) == ((1, 20), (1, 7))


def test_9_table_attack_stays_with_its_seat() -> None:
    """Table: after a swap the attack works for the seat that played it."""
    state = board(
        crossing(),
        {"A": (0, 50), "B": (1, 50), "M": (1, 10)},
        effects=[("attack", "M", 0, 9)],
        pending=[("swap", 0, None, 1, 5)],
    )
    state, _ = play(state)
    assert held(state, "M") == (0, 10)
    state, events = play(state, {1: move("A", "M", 15)})
    assert not any(side["attack"] for side in of_type(events, "battle")[0]["sides"])
    state, events = play(state, {0: move("B", "M", 20)})
    assert of_type(events, "battle")[0]["sides"][0]["attack"]


# What others see.

SIGHTED, BLIND = 1, 2
"""Seat 1 holds the planet M; seat 2 is far away at G and sees only C beside it."""


def watched(**more: Any) -> Any:
    """Seat 0 plays on M, seat 1 sees M, seat 2 does not."""
    source = crossing(seats=4)
    source["planets"] += [{"key": "G", "at": [900, 900], "def": 1, "res": 1, "cos": 0, "max": 1000}]
    source["routes"] += [["G", "C", 9]]
    holds = {"A": (0, 50), "M": (1, 20), "G": (2, 50)} | more.pop("holds", {})
    return board(source, holds, seats=3, **more)


@pytest.mark.parametrize("name,named", [("terminator", False), ("halt", False), ("god", True)])
def test_9_seen_by_those_in_sight(name: str, named: bool) -> None:
    """Table of sight: told to those with the planet in sight, with the seat only where the table says so."""
    _, events = play(watched(), {0: tactic(name, planet="M")})
    told = {seat: [event["seat"] for event in heard(events, seat, "tactic_played")] for seat in range(3)}
    assert told == {0: [0], SIGHTED: [0 if named else None], BLIND: []}


@pytest.mark.parametrize("name", ["defend", "boost"])
def test_9_seen_with_the_owner(name: str) -> None:
    """Table of sight: defend and boost are seen with their owner."""
    state = watched(holds={"M": (0, 20), "B": (1, 9)})
    after, events = play(state, {0: tactic(name, planet="M")})
    told = {seat: [event["seat"] for event in heard(events, seat, "tactic_played")] for seat in range(3)}
    assert told == {0: [0], SIGHTED: [0], BLIND: []}
    shown = {seat: GAME.view(after, seat)["planets"][4]["effects"] for seat in range(3)}
    assert [effect["seat"] for effect in shown[SIGHTED]] == [0]
    assert shown[BLIND] == []


@pytest.mark.parametrize("name", ["attack", "fast"])
def test_9_seen_by_nobody_else(name: str) -> None:
    """Table of sight: attack and fast are told to their seat only; attack shows as a weight in the battle."""
    after, events = play(watched(), {0: tactic(name, planet="M", moves=[("A", "M", 1)])})
    assert [len(heard(events, seat, "tactic_played")) for seat in range(3)] == [1, 0, 0]
    for seat in range(3):
        view = GAME.view(after, seat)
        assert [line["planet"] for line in view["attacks"]] == ([4] if seat == 0 and name == "attack" else [])
        assert all(effect["type"] != "attack" for planet in view["planets"] for effect in planet["effects"])
    if name == "attack":
        assert heard(events, SIGHTED, "battle")[0]["sides"][0]["attack"]


def test_9_seen_teleport() -> None:
    """Table of sight: only its seat hears of the launch; the side it falls upon sees the arrival."""
    _, events = play(watched(), {0: tactic("teleport", **{"from": "A", "to": "M", "units": 5})})
    assert [len(heard(events, seat, "tactic_played")) for seat in range(3)] == [1, 0, 0]
    assert [len(heard(events, seat, "fleet_launched")) for seat in range(3)] == [1, 0, 0]
    assert heard(events, SIGHTED, "battle")[0]["sides"][0]["teleported"] == 5
    assert heard(events, BLIND, "battle") == []


@pytest.mark.parametrize("name", ["eleminate", "swap"])
def test_9_seen_by_all(name: str) -> None:
    """Table of sight: eleminate and swap are announced to all, with their seats."""
    after, events = play(watched(), {0: tactic(name, **({"seat": 2} if name == "swap" else {}))})
    for seat in range(3):
        assert heard(events, seat, "tactic_played")[0]["seat"] == 0
        line = GAME.view(after, seat)["announcements"][0]
        assert (line["type"], line["seat"], line["target"]) == (name, 0, 2 if name == "swap" else None)
    assert GAME.view(after, "public")["announcements"][0]["seat"] == 0


def test_9_seen_terminator_announcement() -> None:
    """Table of sight: announced to those with the planet in sight without a seat; its seat always sees its own."""
    after, _ = play(
        watched(holds={"B": (1, 9), "M": (None, 0), "A": (0, 50)}),
        {0: tactic("terminator", planet="G"), 2: tactic("terminator", planet="B")},
    )
    lines = {
        seat: [(line["planet"], line["seat"]) for line in GAME.view(after, seat)["announcements"]] for seat in range(3)
    }
    far = after.chart.ids["G"]
    assert lines == {0: [(far, 0)], 1: [(1, None)], 2: [(1, 2), (far, None)]}
    assert GAME.view(after, "public")["announcements"] == []


def test_9_seen_halt_while_it_lasts() -> None:
    """Table of sight: the icon of a halt is seen with the planet, without its seat; one's own halts also out of sight."""
    after, _ = play(watched(), {0: tactic("halt", planet="G"), 2: tactic("halt", planet="M")})
    far = after.chart.ids["G"]
    shown = {
        seat: {p["id"]: [e["seat"] for e in p["effects"]] for p in GAME.view(after, seat)["planets"] if p["effects"]}
        for seat in range(3)
    }
    assert shown == {0: {4: [None], far: [0]}, 1: {4: [None]}, 2: {4: [2], far: [None]}}
    assert GAME.view(after, 0)["planets"][far]["seen"] == "never"


def test_9_seen_god_by_all_sides() -> None:
    """Table of sight: god is told to those in sight and to every side of the battle."""
    state = watched(holds={"A": (0, 50), "M": (None, 0), "B": (1, 9)})
    orders = {
        0: tactic("god", planet="F", moves=[("A", "F", 1)]),
        2: tactic("teleport", **{"from": "G", "to": "F", "units": 9}),
    }
    _, events = play(state, orders)
    told = [[event["tactic"]["type"] for event in heard(events, seat, "tactic_played")] for seat in range(3)]
    assert told == [["god"], [], ["teleport", "god"]]


def test_9_seen_in_open_games() -> None:
    """Table of sight: in open games everybody sees every tactic with its seat."""
    for name in TACTICS:
        parameters = PARAMETERS[name] | ({"planet": "M"} if name == "attack" else {})
        after, events = play(watched(fog=False), {0: tactic(name, **parameters)})
        for seat in range(3):
            assert [event["seat"] for event in heard(events, seat, "tactic_played")] == [0]
        view = GAME.view(after, 1)
        assert view["planets"] == GAME.view(after, "referee")["planets"]
        assert all(line["seat"] == 0 for line in view["announcements"])


def test_9_hidden_seats_do_not_show_by_order() -> None:
    """11.3: the order of events and announcements does not tell who played a hidden tactic."""
    for hidden, other in ((0, 2), (2, 0)):
        state = watched(points=200)
        orders = {hidden: tactic("halt", planet="M"), other: tactic("god", planet="M")}
        _, events = play(state, orders)
        assert [event["tactic"]["type"] for event in heard(events, SIGHTED, "tactic_played")] == ["halt", "god"]
        orders = {hidden: tactic("terminator", planet="M"), other: tactic("eleminate")}
        after, _ = play(state, orders)
        assert [line["type"] for line in GAME.view(after, SIGHTED)["announcements"]] == ["terminator", "eleminate"]


def test_9_issuers_of_one_strike() -> None:
    """9.1, 14: of two terminators on one planet each issuer hears the strike, and no one learns of the other."""
    state = watched(pending=[("terminator", 2, "M", None, 5), ("terminator", 0, "M", None, 5)])
    _, events = play(state)
    assert [[event["seat"] for event in heard(events, seat, "strike")] for seat in range(3)] == [[0], [None], [None]]
