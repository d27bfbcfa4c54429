"""Chapters 4 and 5: cooldown, the round, records of programs, several rounds in a step."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.core.contract import Ask
from games.core.rng import SeededRng, step_rng
from games.cosmos import GAME
from games.cosmos.constants import planet_income
from games.cosmos.state import State
from tests.games.cosmos.boards import direct, match, play, random_actions, told, work_of, world

pytestmark = pytest.mark.slow

HOME = (10_001, "planet", 0, 5, 5, 100)
THEIRS = (10_002, "planet", 1, 26, 26, 100)


def as_bytes(state: State) -> str:
    return json.dumps(GAME.to_json(state), sort_keys=True)


def driven(state: State, seed: str, answer: Callable[[Ask], Any]) -> tuple[State, dict[int, Any], list[Ask]]:
    """Drive one round by a function in the programs' place."""
    generator = GAME.drive(state, step_rng(seed, 1))  # type: ignore[misc]
    asked: list[Ask] = []
    try:
        ask = next(generator)
        while True:
            asked.append(ask)
            ask = generator.send(answer(ask))
    except StopIteration as stop:
        after, record = stop.value
        return after, record, asked


def test_income() -> None:
    """5.1: ceil(0.2 sqrt t), 4725 over 1000 rounds; neutral planets too, unless the option says otherwise."""
    assert [planet_income(t) for t in (1, 25, 26, 100, 101, 225, 226, 1000)] == [1, 1, 2, 2, 3, 3, 4, 7]
    assert sum(map(planet_income, range(1, 1001))) == 4725
    for neutral_income, energy in ((True, 62), (False, 60)):
        state = world(HOME, THEIRS, (10_003, "planet", None, 16, 16, 60), round_=25, neutral_income=neutral_income)
        after, _ = play(state, {})
        assert after.round == 26
        assert after.entities[10_003].energy == energy
        assert after.entities[10_001].energy == 102


def test_cooldown_of_the_worked_example() -> None:
    """6.8: 0.30 onto density 0.4 is 4.05; it acts again in the fourth round after the move."""
    state = world(HOME, THEIRS, (10_003, "scout", 0, 10, 10, 10, {"cooldown": 1.30}))
    state.aether[state.geometry.at(11, 10)] = 400
    state, _ = play(state, {0: direct(10_003, {"do": "move", "dir": "east"})})
    shown = []
    for _ in range(4):
        shown.append(round(state.entities[10_003].waits(state.round), 2))
        state, events = play(state, {0: direct(10_003, {"do": "move", "dir": "west"})})
    assert shown == [3.05, 2.05, 1.05, 0.05]
    assert not told(events, "order_failed")
    assert state.entities[10_003].at == state.geometry.at(10, 10)


def test_a_run_has_one_cooldown_action_and_the_others_are_fallbacks() -> None:
    """5.3."""
    state = world(HOME, THEIRS, (10_003, "battleship", 0, 0, 10, 10), (10_004, "miner", 0, 1, 10, 10))
    moves = [{"do": "move", "dir": way} for way in ("west", "east", "north", "south")]
    after, events = play(state, {0: direct(10_003, *moves, {"do": "radio", "value": 1}, {"do": "radio", "value": 2})})
    assert after.entities[10_003].at == state.geometry.at(0, 11)
    assert after.entities[10_003].radio == 2
    assert [event["code"] for event in told(events, "order_failed")] == ["off_map", "blocked"]
    assert len(told(events, "moved")) == 1


def test_direct_orders_stay_for_a_while() -> None:
    """8.1: tried again until done or expired; a new list replaces the old one."""
    state = world(HOME, THEIRS, (10_003, "battleship", 0, 10, 10, 10, {"cooldown": 3.5}))
    order = direct(10_003, {"do": "move", "dir": "east"}, {"do": "radio", "value": 7}, valid_for=3)
    state, _ = play(state, {0: order})
    assert state.entities[10_003].radio == 7
    assert state.direct[0, 10_003][:2] == (({"do": "move", "dir": "east"},), 2)
    state, _ = play(state, {})
    state, events = play(state, {})
    assert not told(events, "order_failed")
    assert state.entities[10_003].at == state.geometry.at(11, 10)
    assert not state.direct
    state.entities[10_003].cooldown = 9.0
    state, _ = play(state, {0: direct(10_003, {"do": "move", "dir": "west"}, valid_for=2)})
    state, _ = play(state, {})
    assert not state.direct


@pytest.mark.parametrize("seats", [2, 4])
def test_a_record_gives_the_same_states(seats: int) -> None:
    """5.2: `resolve` on the record of a driven round is that round, to the byte; bad and void answers included."""
    state = GAME.setup(GAME.check_options({"neutral_planets": 4}, seats), seats, step_rng("drive", 0))
    dice = SeededRng("programs")
    asks = done = 0

    def answer(ask: Ask) -> Any:
        choice = dice.randrange(12)
        if choice == 0:
            return {"void": "budget"}
        if choice == 1:
            return dice.choice(["nonsense", [{"do": "fly"}], [{"do": "charge", "energy": -1}], None, [1] * 9])
        ids = [entity["id"] for entity in ask.view["sensed"]]
        return random_actions(ask.view["me"]["kind"], ids, dice)

    for step in range(60):
        after, record, asked = driven(state, f"drive-{step}", answer)
        asks += len(asked)
        done += sum(len(order["actions"]) for orders in record.values() for order in orders["direct"])
        replayed, events = GAME.resolve(state, record, step_rng(f"drive-{step}", 1))
        assert as_bytes(replayed) == as_bytes(after)
        assert not told(events, "order_failed")
        voids = [order for orders in record.values() for order in orders["direct"] if "void" in order]
        assert len(told(events, "program_void")) == len(voids)
        state = after
        GAME.invariants(state)
    assert asks > done > 100


def test_programs_see_their_own_slot() -> None:
    """5.2: later slots see the changes of earlier ones; the cooldown shown has ticked."""
    state = world(
        HOME, THEIRS, (10_003, "battleship", 0, 10, 10, 10, {"cooldown": 1.5}), (10_004, "scout", 1, 12, 10, 10)
    )
    _, _, asked = driven(state, "slots", lambda ask: [{"do": "radio", "value": 5}])
    assert len(asked) == 4
    seen = {int(ask.entity): ask.view for ask in asked}
    assert seen[10_003]["me"]["cooldown"] == 0.5
    radios = {
        len([one for one in ask.view["sensed"] if one["radio"]]) for ask in asked if ask.entity in ("10003", "10004")
    }
    assert radios == {0, 1}


def test_steps_of_several_rounds() -> None:
    """8.4: stride rounds a step, fewer at the end; programs are asked beforehand then."""
    state = world(HOME, THEIRS, stride=4, rounds=10)
    rounds = []
    while state.phase != "over":
        state, _ = play(state, {})
        rounds.append(state.round)
    assert rounds == [5, 9, 10]
    for options, is_driven in (({}, True), ({"stride": 2}, False), ({"execution": "planned"}, False)):
        assert (GAME.drive(world(HOME, THEIRS, **options), step_rng("x", 1)) is not None) == is_driven


def test_new_entities_wait_a_round() -> None:
    """5.1: its first slot is in the next round, whatever its id."""
    state = world(HOME, THEIRS)
    build = {"do": "build", "kind": "battleship", "dir": "east", "energy": 30}
    after, _ = play(state, {0: direct(10_001, build, {"do": "charge", "energy": 70})})
    (ship,) = (entity for entity in after.entities.values() if entity.kind == 1)
    assert (ship.cooldown, ship.born, ship.home, ship.energy, ship.defence) == (10.0, 1, 10_001, 30, 30)
    assert after.entities[10_001].energy == 0 + planet_income(2)
    assert after.points == [1, 0]
    later, _ = play(after, {})
    assert later.entities[ship.id].waits(later.ticked) == 9.0


@pytest.mark.parametrize("seats", [2, 4])
def test_random_matches_keep_every_promise(seats: int) -> None:
    """Invariants, round trips, unchanged arguments at every state of a match of random orders."""
    for state in match(seats, f"promises-{seats}", 120):
        GAME.invariants(state)
        text = as_bytes(state)
        again = GAME.from_json(json.loads(text))
        assert as_bytes(again) == text
        one, events = GAME.resolve(state, {}, step_rng("same", 1))
        two, again_events = GAME.resolve(again, {}, step_rng("same", 1))
        assert as_bytes(state) == text
        assert as_bytes(one) == as_bytes(two)
        assert json.dumps(list(events), sort_keys=True) == json.dumps(list(again_events), sort_keys=True)
        for audience in (*range(seats), "public", "referee"):
            views = [json.dumps(GAME.view(position, audience), sort_keys=True) for position in (state, again)]
            assert views[0] == views[1]


def test_slots_of_the_gone_and_neutral_are_skipped() -> None:
    """5.1 step 3: a neutral planet's cooldown does not tick, its slot asks nobody."""
    state = world(HOME, THEIRS, (10_003, "planet", None, 16, 16, 60))
    _, _, asked = driven(state, "skip", lambda ask: [])
    assert sorted(ask.entity for ask in asked) == ["10001", "10002"]
    assert [len(ids) for ids in work_of(state).board.owned] == [1, 1]
