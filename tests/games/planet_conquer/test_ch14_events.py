"""Chapter 14: events, and who hears of them."""

from typing import Any

from games.core.events import filter_for
from games.planet_conquer import GAME
from tests.games.planet_conquer.boards import board, crossing, heard, move, of_type, play, random_states, tactic

FIELDS = {
    "lost_turn": {"seat", "count", "limit"}, "seat_out": {"seat", "reason"}, "tactic_played": {"seat", "tactic"},
    "fleet_launched": {"fleet"}, "planet_abandoned": {"planet", "seat", "cause"}, "fleet_sped": {"fleet", "left_before", "left"},
    "strike": {"kind", "planet", "seat", "lost", "left", "defended", "shielded"},
    "fleet_destroyed": {"fleet", "seat", "units", "cause"}, "garrison_freed": {"planet", "seat", "units"},
    "joined": {"planet", "seat", "arrived", "units", "teleported"}, "occupied": {"planet", "seat", "units", "teleported"},
    "battle": {"planet", "sides", "winner", "survivors", "owner_before", "outcome"}, "swapped": {"seats"},
    "effect_ended": {"effect", "planet", "seat", "cause"},
    "production": {"planet", "seat", "before", "after", "fee_quarters", "boosted", "halted"}, "points": {"seat", "points"},
    "round_started": set(), "match_ended": {"result"},
}  # fmt: skip


def ears(events: Any, kind: str, seats: int = 3) -> list[int]:
    """Seats that hear of a type."""
    return [seat for seat in range(seats) if heard(events, seat, kind)]


def far_away(holds: dict[str, tuple[int | None, int]], **more: Any) -> Any:
    """Homes A, B, C around M, and F behind A; two rounds a route; seat 2 sits where it is put."""
    return board(crossing(rounds=2), holds, seats=3, **more)


def test_14_fields_and_audiences_in_random_play() -> None:
    """14: every event has exactly its fields; `to` and `redacted` never reach an audience; redacted twins do not overlap."""
    met: set[str] = set()
    tables = [
        (4, {"map": "four_winds", "points_per_round": 12, "max_round": 40}),
        (2, {"map": "crossroads", "points_per_round": 20, "max_round": 40, "lost_turn_limit": 2}),
    ]
    for state, orders in random_states("fields", 160, tables):
        _, events = GAME.resolve(state, orders, None)
        full = None
        for event in events:
            met.add(event["type"])
            assert set(event) - {"to", "redacted"} == FIELDS[event["type"]] | {"type", "round"}
            if "redacted" in event:
                assert full is not None
                assert not set(full["to"]) & set(event["to"])
            else:
                full = event
        for audience in (*range(state.seats), "public", "referee"):
            assert all("to" not in event and "redacted" not in event for event in filter_for(events, audience))
        assert len(filter_for(events, "referee")) == sum("redacted" not in event for event in events)
        assert filter_for(events, "public") == [
            {key: value for key, value in event.items() if key != "to"} for event in events if event["to"] == "all"
        ]
    assert met == set(FIELDS)


def test_14_public_hears_what_all_hear() -> None:
    """14: strangers hear of lost turns, seats going out, eleminate and swap, rounds and the end."""
    state = far_away({"A": (0, 50), "B": (1, 50), "C": (2, 9)})
    _, events = play(state, {0: move("A", "M", 5), 1: tactic("eleminate"), 2: None})
    assert [event["type"] for event in filter_for(events, "public")] == ["lost_turn", "tactic_played", "round_started"]


def test_14_fleet_launched() -> None:
    """14: told to its seat and to those who see where it starts, with all its fields."""
    state = far_away({"A": (0, 50), "F": (1, 50), "C": (2, 9)})
    after, events = play(state, {0: move("A", "M", 5)})
    assert ears(events, "fleet_launched") == [0, 1]
    assert heard(events, 1, "fleet_launched")[0]["fleet"] == {
        "id": after.fleets[0].id, "seat": 0, "from": 0, "to": 4, "units": 5, "length": 2, "left": 2, "kind": "route",
    }  # fmt: skip


def test_14_planet_abandoned() -> None:
    """14: told to the seat that left and to those who see the planet."""
    _, events = play(far_away({"A": (0, 50), "F": (1, 50), "C": (2, 9)}), {0: move("A", "M", 50)})
    assert ears(events, "planet_abandoned") == [0, 1]


def test_14_fleet_sped() -> None:
    """14: told to its seat and to those who see the fleet after step 4."""
    fleets = [(0, "A", "M", 5, 8)]
    state = board(crossing(rounds=8), {"A": (0, 50), "M": (1, 50), "F": (2, 9)}, seats=3, fleets=fleets)
    _, events = play(state, {0: tactic("fast", planet="M")})
    # After step 4 it is half way: both ends are near. Seat 1 holds M, seat 2 sees A.
    assert ears(events, "fleet_sped") == [0, 1, 2]
    state = board(crossing(rounds=8), {"A": (0, 50), "B": (1, 50), "C": (2, 9)}, seats=3, fleets=fleets)
    _, events = play(state, {0: tactic("fast", planet="M")})
    assert ears(events, "fleet_sped") == [0, 1, 2]
    state = board(crossing(rounds=8), {"A": (0, 50), "B": (1, 50), "C": (2, 9)}, seats=3, fleets=[(0, "M", "A", 5, 2)])
    _, events = play(state, {0: tactic("fast", planet="A")})
    assert ears(events, "fleet_sped") == [0]


def test_14_strike() -> None:
    """14: told to the owner, the issuer and those in sight; the seat of a terminator only to itself."""
    state = far_away({"A": (0, 50), "B": (1, 50), "C": (2, 9), "M": (1, 5)}, pending=[("terminator", 2, "A", None, 5)])
    _, events = play(state)
    assert [[event["seat"] for event in heard(events, seat, "strike")] for seat in range(3)] == [[None], [None], [2]]
    purge = far_away({"A": (0, 50), "C": (2, 9), "F": (1, 5)}, pending=[("eleminate", 0, None, None, 5)])
    _, events = play(purge)
    assert [[event["seat"] for event in heard(events, seat, "strike")] for seat in range(3)] == [[0], [0], []]


def test_14_fleet_destroyed() -> None:
    """14: told to its seat, the issuer, and those who see the fleet."""
    state = board(
        crossing(rounds=4), {"A": (0, 50), "B": (1, 50), "F": (2, 9)}, seats=3,
        pending=[("eleminate", 0, None, None, 5)], fleets=[(1, "M", "A", 5, 1)],
    )  # fmt: skip
    _, events = play(state)
    assert ears(events, "fleet_destroyed") == [0, 1, 2]
    state = board(crossing(rounds=4), {"A": (0, 50), "B": (1, 50), "F": (2, 9)}, seats=3, fleets=[(1, "B", "M", 5, 4)])
    _, events = play(state, {1: {"resign": True}})
    assert ears(events, "fleet_destroyed") == [1]


def test_14_garrison_freed() -> None:
    """14: told to the seat and to those who see the planet."""
    _, events = play(far_away({"A": (0, 50), "M": (1, 50), "B": (2, 9)}), {0: {"resign": True}})
    assert ears(events, "garrison_freed") == [0, 1]


def test_14_joined_and_occupied() -> None:
    """14: the seat and those who see the planet."""
    state = far_away(
        {"A": (0, 50), "F": (0, 9), "C": (2, 9), "M": (1, 1)}, fleets=[(0, "A", "F", 5, 1), (2, "M", "C", 4, 1)]
    )
    _, events = play(state)
    assert ears(events, "joined") == [0, 1, 2]
    assert heard(events, 0, "joined")[0] | {"round": 5} == {
        "type": "joined", "round": 5, "planet": 5, "seat": 0, "arrived": 5, "units": 14, "teleported": 0,
    }  # fmt: skip
    assert [event["planet"] for event in heard(events, 1, "joined")] == [2]


def test_14_battle() -> None:
    """14, example: all sides and those who see the planet, with everything about each side."""
    source = crossing(rounds=2, M={"def": 1.5})
    fleets = [(0, "A", "M", 10, 1), (1, "B", "M", 12, 1), (2, "C", "M", 50, 1), (3, "D", "M", 30, 1)]
    state = board(
        source, {"A": (0, 5), "B": (1, 5), "C": (2, 5), "D": (3, 5), "M": (0, 10)}, seats=4, fleets=fleets, round=12
    )
    _, events = play(state)

    def side(seat: int, garrison: int, arrived: int, power: int, loss: int) -> dict[str, Any]:
        return {
            "seat": seat, "garrison": garrison, "arrived": arrived, "heads": garrison + arrived, "power": power,
            "def": 1.5 if garrison else None, "defended": False, "attack": False, "god": False, "loss_caused": loss, "teleported": 0,
        }  # fmt: skip

    assert heard(events, 3, "battle") == [
        {
            "type": "battle", "round": 12, "planet": 4, "owner_before": 0, "winner": 2, "survivors": 38, "outcome": "taken",
            "sides": [side(0, 10, 10, 25, 5), side(1, 0, 12, 12, 1), side(2, 0, 50, 50, 0), side(3, 0, 30, 30, 6)],
        }
    ]  # fmt: skip


def test_14_battle_with_natives() -> None:
    """14: natives appear with seat null; a power may have decimals."""
    state = board(crossing(M={"def": 1.205}), {"A": (0, 50), "B": (1, 5), "M": (None, 7)})
    _, events = play(state, {0: move("A", "M", 5)})
    battle = of_type(events, "battle")[0]
    assert [(side["seat"], side["power"]) for side in battle["sides"]] == [(None, 8.435), (0, 5)]
    assert (battle["winner"], battle["outcome"], battle["owner_before"]) == (None, "held", None)


def test_14_swapped_and_ends() -> None:
    """14: swaps are told to all; ends of effects to their seat and those in sight, attack only to its seat, halt without seat."""
    effects = [("attack", "M", 0, 5), ("defend", "A", 0, 5), ("halt", "A", 1, 6)]
    state = far_away({"A": (0, 50), "F": (1, 50), "C": (2, 9)}, effects=effects, pending=[("swap", 2, None, 1, 5)])
    _, events = play(state)
    assert ears(events, "swapped") == [0, 1, 2]
    told = [[(event["effect"], event["seat"]) for event in heard(events, seat, "effect_ended")] for seat in range(3)]
    # After the swap F is seat 2's; seat 1 saw A at the start.
    assert told == [
        [("defend", 0), ("attack", 0), ("halt", None)],
        [("defend", 0), ("halt", 1)],
        [("defend", 0), ("halt", None)],
    ]


def test_14_production() -> None:
    """14: only when something changes or is halted; told to the seat and those who see the planet after the upkeep too."""
    source = crossing(rounds=2, A={"cos": 5}, B={"cos": 0})
    state = board(source, {"A": (0, 50), "F": (1, 50), "C": (2, 9)}, seats=3, effects=[("halt", "C", 0, 8)])
    _, events = play(state)
    assert ears(events, "production") == [0, 1, 2]
    assert [event["planet"] for event in heard(events, 1, "production")] == [0]
    assert heard(events, 0, "production")[0] == {
        "type": "production", "round": 6, "planet": 0, "seat": 0, "before": 50, "after": 55, "fee_quarters": 4, "boosted": False,
        "halted": False,
    }  # fmt: skip
    assert heard(events, 1, "production")[0]["fee_quarters"] is None
    assert heard(events, 2, "production")[0]["halted"]


def test_14_points_are_told_to_their_seat() -> None:
    """14: nobody hears of another seat's points."""
    _, events = play(far_away({"A": (0, 50), "B": (1, 50), "C": (2, 9)}))
    assert [[event["seat"] for event in heard(events, seat, "points")] for seat in range(3)] == [[0], [1], [2]]


def test_14_seen_at_the_start_or_after_step_9() -> None:
    """14: sight for events is that of the start or that after step 9."""
    fleets = [(0, "A", "M", 5, 1)]
    state = far_away({"F": (0, 50), "M": (1, 50), "D": (2, 9)}, fleets=fleets)
    # Seat 0 sees M only by its fleet, which dies there.
    after, events = play(state, {1: move("M", "B", 1)})
    assert ears(events, "battle") == [0, 1, 2]
    assert GAME.view(after, 0)["planets"][4]["seen"] == "before"
    # Seat 0 comes into sight of M only by this round's occupation of A.
    state = far_away({"F": (0, 50), "M": (1, 50), "D": (2, 9)}, fleets=[(0, "F", "A", 5, 1)])
    _, events = play(state, {1: move("M", "B", 1)})
    assert 0 in ears(events, "fleet_launched")
