"""Chapter 19: what the chapters' own tests do not have: seat symmetry, determinism, conservation of units, vectors."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.core.rng import SeededRng
from games.planet_conquer import GAME
from games.planet_conquer.state import State
from games.planet_conquer.vectors import run
from tests.games.planet_conquer.boards import random_states

VECTORS = sorted((Path(__file__).parent.parent / "vectors" / "planet_conquer").glob("*.json"))


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_19_1_vectors(path: Path) -> None:
    """19.1: recorded battles, productions and matches come out the same."""
    cases = list(run(json.loads(path.read_text(encoding="utf-8"))))
    assert cases
    assert [(case.name, case.mismatches) for case in cases if not case.passed] == []


def test_19_1_a_wrong_vector_is_noticed() -> None:
    """19.1: the check can fail: every changed number of a match is reported with its round."""
    data = json.loads((VECTORS[0].parent / "match_01.json").read_text(encoding="utf-8"))
    data["rounds"][3]["after_battle"][0][1] += 1
    data["rounds"][5]["fleets"] = [[0, 0, 0, 0, 0]]
    data["final"]["winner"] = 7
    (case,) = run(data)
    assert [mismatch.split(":")[0] for mismatch in case.mismatches] == [
        "round 4, after_battle, planet 0", "round 6, fleets", "final, winner",
    ]  # fmt: skip


def test_19_2_units_are_conserved() -> None:
    """19.2: the sum of units changes only by production, battles, strikes, disbanding."""
    tables = [(4, {"map": "four_winds", "points_per_round": 9, "max_round": 40})]
    for state, orders in random_states("sum", 120, tables):
        after, events = GAME.resolve(state, orders, None)
        total = sum(state.units) + sum(fleet.units for fleet in state.fleets)
        for event in events:
            if "redacted" in event:
                continue
            if event["type"] == "production":
                total += event["after"] - event["before"]
            elif event["type"] == "battle":
                total += event["survivors"] - sum(side["heads"] for side in event["sides"])
            elif event["type"] == "strike":
                total -= event["lost"]
            elif event["type"] == "fleet_destroyed":
                total -= event["units"]
        assert sum(after.units) + sum(fleet.units for fleet in after.fleets) == total


def renamed(state: State, to: list[int]) -> State:
    """The same position with seat s called to[s]."""
    data = GAME.to_json(state)

    def seat(old: Any) -> Any:
        return None if old is None else to[old]

    data["holds"] = [[seat(owner), units] for owner, units in data["holds"]]
    for group in ("fleets", "effects", "pending"):
        for entry in data[group]:
            entry["seat"] = seat(entry["seat"])
    for entry in data["pending"]:
        entry["target"] = seat(entry["target"])
    back = [to.index(new) for new in range(len(to))]
    data["seats"] = [data["seats"][old] for old in back]
    data["memory"] = [data["memory"][old] for old in back]
    for row in data["memory"]:
        for entry in row:
            if entry is not None:
                entry["owner"] = seat(entry["owner"])
    return GAME.from_json(json.loads(json.dumps(data)))


def comparable(state: State) -> Any:
    """A position without what depends on the order of seats: names and order of fleets and lists, ties of the ladder."""
    data = GAME.to_json(state)
    for fleet in data["fleets"]:
        del fleet["id"]
    for key in ("fleets", "effects", "pending"):
        data[key] = sorted(data[key], key=lambda entry: json.dumps(entry, sort_keys=True))
    del data["result"], data["next_fleet"]
    return data


def test_19_3_seat_symmetry() -> None:
    """19.3: renaming the seats renames the result, except ladder ties and the order of swaps."""
    options = {"map": "sunken_temple", "points_per_round": 12, "max_round": 60}
    options["tactics"] = ["terminator", "defend", "attack", "fast", "teleport", "halt", "boost", "eleminate", "god"]
    dice = SeededRng("names")
    for state, orders in random_states("symmetry", 80, [(4, options)]):
        to = dice.permutation(4)
        twin = renamed(state, to)
        after, _ = GAME.resolve(state, orders, None)
        twin_after, _ = GAME.resolve(twin, {to[seat]: given for seat, given in orders.items()}, None)
        assert comparable(renamed(after, to)) == comparable(twin_after)


def test_19_4_determinism() -> None:
    """19.4: same options, seed and orders: identical JSON; the rng of `resolve` is not asked."""
    tables = [(3, {"map": {"generate": {"seats": 3}}, "points_per_round": 6, "max_round": 30})]
    one = [json.dumps(GAME.to_json(state)) for state, _ in random_states("same", 40, tables)]
    two = [json.dumps(GAME.to_json(state)) for state, _ in random_states("same", 40, tables)]
    assert one == two
    for state, orders in random_states("same", 5, tables):
        assert GAME.resolve(state, orders, None) == GAME.resolve(state, orders, SeededRng("other"))


def test_19_8_defaults_finish_a_match() -> None:
    """19.8: default orders always lead to an end."""
    state = GAME.setup(GAME.check_options({"map": "crossroads"}, 4), 4, SeededRng("defaults"))
    for _ in range(120):
        state, _ = GAME.resolve(state, {seat: GAME.default_orders(state, seat) for seat in GAME.pending(state)}, None)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.reason == "round_limit"


def test_scores() -> None:
    """Curves after the match: planets and units per seat."""
    state = GAME.setup(GAME.check_options({"map": "crossroads"}, 4), 4, SeededRng("scores"))
    assert GAME.scores(state) == {"planets": [1] * 4, "units": [120] * 4}
