"""Chapter 9: the three tactics that can turn a match (9.8 to 9.10), and how tactics meet."""

import pytest

from games.planet_conquer.constants import last_swap_round
from tests.games.planet_conquer.boards import board, crossing, duel, held, move, of_type, play, tactic

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
