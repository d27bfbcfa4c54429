"""Chapter 7: the order of a round."""

from games.planet_conquer import GAME
from games.planet_conquer.resolve import STAGES
from tests.games.planet_conquer.boards import board, crossing, held, move, of_type, play, tactic


def test_7_stages() -> None:
    """7: one function per stage, in this order."""
    assert [stage.__name__.strip("_") for stage in STAGES] == [
        "miss_turns", "pay_tactics", "depart", "speed_up", "strike", "arrive_and_fight", "swap",
    ]  # fmt: skip


def test_7_events_follow_the_stages() -> None:
    """7, 14: a round in which everything happens is told in the order of the stages, the upkeep with the next round's number."""
    source = crossing(rounds=2, M={"cos": 5})
    state = board(
        source,
        {"A": (0, 50), "B": (1, 50), "C": (2, 9), "M": (0, 20), "F": (0, 5)},
        seats=3,
        fleets=[(1, "B", "M", 30, 1), (0, "A", "F", 8, 2)],
        effects=[("attack", "A", 1, 5), ("halt", "M", 1, 6)],
        pending=[("terminator", 1, "F", None, 5), ("swap", 1, None, 0, 5)],
        fog=False,
    )
    state.lost_turns[2] = 2
    _, events = play(state, {0: tactic("fast", planet="F", moves=[("A", "F", 5)]), 2: None})
    kinds = [event["type"] for event in events]
    expected = [
        "lost_turn", "seat_out", "garrison_freed",  # 1
        "tactic_played",  # 2
        "fleet_launched",  # 3
        "fleet_sped",  # 4
        "strike", "planet_abandoned",  # 5
        "battle", "occupied",  # 6 and 7
        "swapped",  # 8
        "effect_ended",  # 10
        "round_started", "points",  # U1
        "production",  # U2
        "effect_ended",  # U3
    ]  # fmt: skip
    positions = []
    at = -1
    for kind in expected:
        at = kinds.index(kind, at + 1)
        positions.append(at)
    assert positions == sorted(positions)
    started = kinds.index("round_started")
    assert {event["round"] for event in events[:started]} == {5}
    assert {event["round"] for event in events[started:]} == {6}


def test_7_within_a_step_by_planet() -> None:
    """7, 14: departures and arrivals are told by planet, then seat."""
    state = board(crossing(), {"A": (0, 9), "B": (1, 9), "C": (2, 9), "F": (0, 9)}, seats=3, fog=False)
    orders = {
        2: move("C", "M", 1),
        1: move("B", "M", 1),
        0: {"moves": [{"from": "F", "to": "A", "units": 9}, {"from": "A", "to": "F", "units": 3}]},
    }
    _, events = play(state, orders)
    assert [event["fleet"]["from"] for event in of_type(events, "fleet_launched")] == [0, 1, 2, state.chart.ids["F"]]
    assert [event["planet"] for event in events if event["type"] in ("joined", "occupied", "battle")] == [0, 4, 5]


def test_7_departures_do_not_depend_on_seats() -> None:
    """7.3: two seats that change places pass each other."""
    state = board(crossing(), {"A": (0, 9), "M": (1, 7), "B": (1, 1)})
    after, _ = play(state, {0: move("A", "M", 9), 1: move("M", "A", 7)})
    assert (held(after, "A"), held(after, "M")) == ((1, 7), (0, 9))


def test_7_upkeep_runs_after_the_round() -> None:
    """7: what arrives in round r grows in the upkeep of r + 1."""
    state = board(crossing(M={"cos": 5}), {"A": (0, 30), "B": (1, 1)})
    after, _ = play(state, {0: move("A", "M", 10)})
    assert held(after, "M") == (0, 15)
    assert after.round == 6


def test_7_resolve_changes_no_argument() -> None:
    """7, 19.4: the state given stays as it was."""
    state = board(
        crossing(),
        {"A": (0, 30), "B": (1, 30)},
        effects=[("halt", "M", 1, 5)],
        pending=[("terminator", 1, "A", None, 5)],
    )
    stored = GAME.to_json(state)
    play(state, {0: move("A", "M", 30)})
    assert GAME.to_json(state) == stored
