"""Chapter 6: options, set-up, state."""

import hashlib
import json
from typing import Any

import pytest

from games.core.errors import OptionError
from games.core.rng import SeededRng
from games.planet_conquer import GAME
from games.planet_conquer.resolve.movement import namer
from games.planet_conquer.state import Fleet
from tests.games.planet_conquer.boards import board, crossing, make_map, play, random_states, tactic


class Draws:
    """Scripted draws for the homes; the salt gets zeros."""

    def __init__(self, *draws: int) -> None:
        self.draws = list(draws)

    def randrange(self, stop: int) -> int:
        value = self.draws.pop(0) if self.draws else 0
        assert 0 <= value < stop
        return value

    def shuffle(self, items: list[Any]) -> None:
        items.reverse()


def test_6_defaults() -> None:
    """6, 20: all options are optional and have these defaults."""
    assert GAME.check_options({}, 4) == {
        "map": "four_winds", "fog": True, "start_assignment": "shuffle", "max_round": None, "start_units": None, "maintain_fee": None,
        "points_per_round": None,
        "tactics": ["terminator", "defend", "attack", "fast", "teleport", "halt", "boost", "eleminate", "swap", "god"],
        "lost_turn_limit": 3, "show_scores": False, "reveal_when_out": False, "standing": False, "tactic_costs": {}, "points_cap": 0,
        "crowd_losses": "shared", "ties": "lot",
    }  # fmt: skip


BAD: list[tuple[Any, str, str]] = [
    ([], "", "not_an_object"),
    ({"speed": 1}, "speed", "unknown_field"),
    ({"map": "atlantis"}, "map", "unknown_map"),
    ({"map": 3}, "map", "bad_type"),
    ({"map": None}, "map", "bad_type"),
    ({"map": "tightrope"}, "map", "seats_not_allowed"),
    ({"map": {"format": 2}}, "map.format", "bad_format"),
    ({"fog": 1}, "fog", "bad_type"),
    ({"fog": None}, "fog", "bad_type"),
    ({"start_assignment": "random"}, "start_assignment", "unknown_value"),
    ({"start_assignment": 1}, "start_assignment", "bad_type"),
    ({"max_round": 9}, "max_round", "out_of_range"),
    ({"max_round": 1001}, "max_round", "out_of_range"),
    ({"max_round": 50.0}, "max_round", "bad_type"),
    ({"start_units": 0}, "start_units", "out_of_range"),
    ({"start_units": 100001}, "start_units", "out_of_range"),
    ({"maintain_fee": "yes"}, "maintain_fee", "bad_type"),
    ({"points_per_round": 21}, "points_per_round", "out_of_range"),
    ({"tactics": ["nuke"]}, "tactics[0]", "unknown_tactic"),
    ({"tactics": ["god", "eliminate"]}, "tactics[1]", "unknown_tactic"),
    ({"tactics": "god"}, "tactics", "bad_type"),
    ({"tactics": [1]}, "tactics[0]", "bad_type"),
    ({"lost_turn_limit": 21}, "lost_turn_limit", "out_of_range"),
    ({"lost_turn_limit": True}, "lost_turn_limit", "bad_type"),
    ({"show_scores": 0}, "show_scores", "bad_type"),
    ({"reveal_when_out": "no"}, "reveal_when_out", "bad_type"),
    ({"tactic_costs": []}, "tactic_costs", "not_an_object"),
    ({"tactic_costs": {"nuke": 1}}, "tactic_costs.nuke", "unknown_tactic"),
    ({"tactic_costs": {"god": 101}}, "tactic_costs.god", "out_of_range"),
    ({"tactic_costs": {"god": "8"}}, "tactic_costs.god", "bad_type"),
    ({"points_cap": 201}, "points_cap", "out_of_range"),
    ({"points_cap": -1}, "points_cap", "out_of_range"),
    ({"crowd_losses": "half"}, "crowd_losses", "unknown_value"),
]


@pytest.mark.parametrize("options,path,code", BAD)
def test_6_bad_options(options: Any, path: str, code: str) -> None:
    """6: a bad option names itself."""
    with pytest.raises(OptionError) as refused:
        GAME.check_options(options, 4)
    assert (refused.value.path, refused.value.code) == (path, code)
    assert "%(" not in refused.value.message


def test_6_null_takes_the_value_of_the_map() -> None:
    """6: `null` = the map's value; anything else replaces it."""
    source = crossing()
    source.update(max_round=77, start_units=55, maintain_fee=True, points_per_round=4)
    state = GAME.setup(GAME.check_options({"map": source}, 4), 4, SeededRng("null"))
    settings = state.settings
    assert (settings.max_round, settings.start_units, settings.maintain_fee, settings.points_per_round) == (
        77,
        55,
        True,
        4,
    )
    chosen = {"map": source, "max_round": 10, "start_units": 1, "maintain_fee": False, "points_per_round": 0}
    settings = GAME.setup(GAME.check_options(chosen, 4), 4, SeededRng("null")).settings
    assert (settings.max_round, settings.start_units, settings.maintain_fee, settings.points_per_round) == (
        10,
        1,
        False,
        0,
    )


def test_6_tactics_may_be_empty() -> None:
    """6: no tactic at all is allowed; the stored list has the order of chapter 9, each once."""
    assert GAME.check_options({"tactics": []}, 4)["tactics"] == []
    assert GAME.check_options({"tactics": ["god", "defend", "god"]}, 4)["tactics"] == ["defend", "god"]


def test_6_setup_1_number_of_seats() -> None:
    """6, set-up 1: the map's `seats` decide; unknown yet is allowed."""
    assert GAME.check_options({"map": "tightrope"}, None)["map"] == "tightrope"
    with pytest.raises(OptionError):
        GAME.check_options({"map": "tightrope"}, 3)


def test_6_setup_2_fixed_homes() -> None:
    """6, set-up 2: `fixed`: seat i starts at starts[i]."""
    state = GAME.setup(GAME.check_options({"start_assignment": "fixed"}, 3), 3, SeededRng("homes"))
    assert state.owner[:4] == [0, 1, 2, None]


def test_6_setup_2_spread_homes() -> None:
    """6, set-up 2: the offset o, then starts[(o + floor(j*S/k)) mod S], then shuffled."""
    state = GAME.setup(GAME.check_options({"map": "great_wheel"}, 3), 3, Draws(7))
    # o = 7, S = 8, k = 3: 7, 9, 12 modulo 8 = 7, 1, 4; the scripted shuffle turns the list around.
    assert [state.owner.index(seat) for seat in range(3)] == [4, 1, 7]


def test_6_setup_2_start_sets() -> None:
    """6, set-up 2: an entry of start_sets for this number of seats decides, one of its lists by lot."""
    source = crossing()
    source["start_sets"] = {"2": [["A", "B"], ["C", "D"]]}
    state = GAME.setup(GAME.check_options({"map": source}, 2), 2, Draws(1))
    assert state.owner[:4] == [None, None, 1, 0]
    three = GAME.setup(GAME.check_options({"map": source}, 3), 3, Draws(0))
    assert [three.owner.index(seat) for seat in range(3)] == [2, 1, 0]


def test_6_setup_3_garrisons() -> None:
    """6, set-up 3: homes get start_units; the rest is nobody's, with its natives; unused starts are empty."""
    source = make_map(
        {"A": {}, "B": {}, "C": {}, "N": {"natives": 30}}, [["A", "B", 1], ["B", "C", 1], ["C", "N", 1]], seats=3
    )
    state = GAME.setup(
        GAME.check_options({"map": source, "start_assignment": "fixed", "start_units": 70}, 2), 2, SeededRng("x")
    )
    assert (state.owner, state.units) == ([0, 1, None, None], [70, 70, 0, 30])


def test_6_setup_4_salt_and_zeros() -> None:
    """6, set-up 4: 16 draws make 32 hex digits; no effects, nothing pending, nothing remembered out of sight."""
    state = GAME.setup(GAME.check_options({}, 4), 4, SeededRng("salt"))
    assert len(state.salt) == 32
    assert int(state.salt, 16) >= 0
    assert (state.lost_turns, state.effects, state.pending, state.fleets, state.next_fleet) == (
        [0] * 4,
        [],
        [],
        [],
        [0] * 4,
    )


def test_6_setup_5_upkeep_of_round_1() -> None:
    """6, set-up 5: the first orders are given on grown garrisons and with the first point."""
    state = GAME.setup(GAME.check_options({}, 4), 4, SeededRng("upkeep"))
    assert (state.round, state.phase) == (1, "orders")
    assert state.units[:4] == [120] * 4
    assert state.points == [1] * 4


def test_6_fleet_ids() -> None:
    """6: first ten hex digits of SHA-256 of salt:seat:n, n counts the fleets of that seat: moves in order, then the teleport."""
    state = board(crossing(rounds=3), {"A": (0, 50), "B": (1, 50)}, fog=False)
    state.salt = "5a17"
    orders = {
        1: {"moves": [{"from": "B", "to": "M", "units": 1}]},
        0: tactic("teleport", moves=[("A", "F", 2), ("A", "M", 3)], **{"from": "A", "to": "M", "units": 4}),
    }
    after, events = play(state, orders)
    numbers = [(0, 0), (0, 1), (0, 2), (1, 0)]
    names = [hashlib.sha256(f"5a17:{seat}:{n}".encode()).hexdigest()[:10] for seat, n in numbers]
    name = namer("5a17")
    assert [name(seat, n) for seat, n in numbers] == names
    assert [(fleet.id, fleet.units) for fleet in after.fleets] == [(names[0], 2), (names[1], 3), (names[3], 1)]
    launched = {event["fleet"]["units"]: event["fleet"]["id"] for event in events if event["type"] == "fleet_launched"}
    assert launched == {2: names[0], 3: names[1], 4: names[2], 1: names[3]}
    assert after.next_fleet == [3, 1]


def test_6_positions_of_earlier_rules_can_be_read() -> None:
    """6: before rules version 3 all seats had one count; a match that was running then goes on, and no fleet gets the id of another."""
    state = board(crossing(rounds=3), {"A": (0, 50), "B": (1, 50)})
    state.fleets = [Fleet(hashlib.sha256(b"5a17:0").hexdigest()[:10], 0, 0, 4, 5, 3, state.round + 2, "route")]
    state.salt = "5a17"
    state.facts = None
    old = GAME.from_json({**GAME.to_json(state), "next_fleet": 1})
    after, _ = play(old, {0: {"moves": [{"from": "A", "to": "M", "units": 1}]}})
    assert len({fleet.id for fleet in after.fleets}) == len(after.fleets) == 2
    assert GAME.to_json(after)["next_fleet"] == [1, 0]


def test_6_state_json() -> None:
    """6: the stored form has these keys and comes back as the same state, also through text."""
    keys = {
        "game", "version", "phase", "round", "options", "map", "salt", "next_fleet", "holds", "fleets", "seats", "effects", "pending",
        "memory", "result",
    }  # fmt: skip
    for state, orders in random_states("json", 60, [(3, {"map": "trident", "points_per_round": 8, "max_round": 30})]):
        stored = GAME.to_json(state)
        assert set(stored) == keys
        text = json.dumps(stored)
        back = GAME.from_json(json.loads(text))
        assert back == state
        assert json.dumps(GAME.to_json(back)) == text
        one, two = GAME.resolve(state, orders, None), GAME.resolve(back, orders, None)
        assert one == two
        assert json.dumps(GAME.to_json(one[0])) == json.dumps(GAME.to_json(two[0]))


def test_6_pending_entries() -> None:
    """6: type, seat, planet (terminator only), target (swap only), round."""
    state = board(crossing(), {"A": (0, 50), "B": (1, 50)})
    after, _ = play(state, {0: tactic("terminator", planet="M"), 1: tactic("swap", seat=0)})
    assert [pending._asdict() for pending in after.pending] == [
        {"type": "terminator", "seat": 0, "planet": after.chart.ids["M"], "target": None, "round": 6},
        {"type": "swap", "seat": 1, "planet": None, "target": 0, "round": 6},
    ]
