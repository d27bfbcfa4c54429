"""Programs in planned execution: their views come out of the seat's view and are what slot execution would show. Chapters 5.2, 7."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.cosmos import GAME
from games.cosmos.constants import BATTLESHIP, KINDS, MINER, SCOUT
from games.cosmos.programs import PROGRAMS
from games.cosmos.programs.planned import asks, orders
from games.cosmos.resolve import start
from games.cosmos.senses import entity_view
from games.cosmos.state import State, from_json, to_json
from tests.games.cosmos.matches import middle_game, states

pytestmark = pytest.mark.slow


def told_in_slot(state: State, seat: int) -> dict[str, Any]:
    """What every entity of a seat would be shown at its turn if nobody had acted before it."""
    work = start(state)
    found = {}
    for entity in work.state.own(seat):
        found[str(entity.id)] = in_order(entity_view(work, entity))
    return found


def in_order(shown: dict[str, Any]) -> dict[str, Any]:
    """Slot execution lists bonuses as they were won, the seat's view by seat; both are public (7.1)."""
    return {**shown, "bonus": sorted(shown["bonus"])}


def told_in_plan(state: State, seat: int) -> dict[str, Any]:
    view = json.loads(json.dumps(GAME.view(state, seat)))
    return {ask.entity: in_order(ask.view) for ask in asks(view)}


@pytest.mark.parametrize("knowledge", ["size", "full"])
@pytest.mark.parametrize("seats", [2, 4])
def test_an_entity_is_told_the_same_in_both_executions(knowledge, seats):
    bots = ("medium", "hard", "easy", "hard")[:seats]
    compared = 0
    for state in states(bots, {"map_knowledge": knowledge, "rounds": 400}, f"both:{knowledge}", 111):
        if state.round % 15 == 0:
            for seat in state.living():
                assert told_in_plan(state, seat) == told_in_slot(state, seat)
                compared += 1
    assert compared >= 7 * (seats - 1)


def test_without_the_size_only_the_farthest_edge_of_a_scout_may_be_missing():
    missing = 0
    for state in states(("medium", "hard"), {"map_knowledge": "none", "rounds": 400}, "none", 120):
        if state.round % 10:
            continue
        for seat in state.living():
            planned, slot = told_in_plan(state, seat), told_in_slot(state, seat)
            for id_, shown in planned.items():
                edges, true_edges = shown.pop("edges"), slot[id_].pop("edges")
                assert shown == slot[id_]
                for edge, true_edge in zip(edges, true_edges, strict=True):
                    assert edge in (true_edge, None)
                    if edge != true_edge:
                        assert shown["me"]["kind"] == "scout"
                        missing += 1
    assert missing < 20


def test_a_run_is_told_only_what_its_entity_may_know():
    """Other entities' cooldowns, homes and orders, the size and the origin of the map are in no view of a program (7.1)."""
    state = middle_game()
    for ask in asks(GAME.view(state, 0)):
        assert set(ask.view) == {
            *("round", "rounds", "seat", "seats", "weapon_points", "own_count", "bonus"),
            *("me", "sensed", "detected", "edges", "aether", "analyse_min_defence"),
        }
        for row in ask.view["sensed"]:
            assert set(row) == {"id", "kind", "seat", "pos", "energy", "defence", "radio"}


def test_a_miner_looks_like_a_battleship_without_true_sight():
    """Own ones too, though the seat's view knows better (4.5)."""
    state = middle_game()
    view = GAME.view(state, 0)
    miners = {row["id"] for row in view["own"] if row["kind"] == KINDS[MINER]}
    seen: dict[bool, set[str]] = {True: set(), False: set()}
    for ask in asks(view):
        is_true = ask.view["me"]["kind"] in ("planet", KINDS[SCOUT])
        seen[is_true] |= {
            row["kind"] for row in ask.view["sensed"] if row["id"] in miners and row["id"] != ask.view["me"]["id"]
        }
    assert seen == {True: {KINDS[MINER]}, False: {KINDS[BATTLESHIP]}}


def test_what_a_seat_cannot_see_changes_no_run():
    state = middle_game()
    view = GAME.view(state, 0)
    hidden = from_json(to_json(state))
    seen = {row["id"] for row in [*view["own"], *view["foreign"]]}
    unseen = [entity for entity in hidden.entities.values() if entity.id not in seen and entity.seat == 1]
    assert unseen
    for entity in unseen:
        entity.energy += 17
        entity.radio = 4711
    hidden.points = [hidden.points[0], hidden.points[1] + 1]
    assert asks(GAME.view(hidden, 0)) == asks(view)


def test_every_answer_becomes_a_direct_order_of_this_step():
    view = GAME.view(middle_game(), 0)
    ids = [row["id"] for row in view["own"]]
    answers = {str(ids[0]): [{"do": "radio", "value": 7}], str(ids[1]): {"void": "budget"}, str(ids[2]): []}
    assert orders(view, answers) == {
        "direct": [{"id": ids[0], "valid_for": 1, "actions": [{"do": "radio", "value": 7}]}],
        "standing": [],
    }


def test_in_longer_steps_a_charge_is_repeated_every_round_and_ends_when_none_is_made():
    view = {**GAME.view(middle_game(), 0), "stride": 5}
    planet = next(row for row in view["own"] if row["kind"] == "planet")
    actions = [{"do": "charge", "energy": 2}, {"do": "radio", "value": 7}, {"do": "charge", "energy": 1}]
    reflex = {"type": "auto_charge", "mode": "fixed", "energy": 3}
    given = orders(view, {str(planet["id"]): actions})
    assert given == {
        "direct": [{"id": planet["id"], "valid_for": 5, "actions": [{"do": "radio", "value": 7}]}],
        "standing": [{"id": planet["id"], "reflexes": [reflex]}],
    }
    planet["standing"] = {"movement": None, "reflexes": [reflex]}
    assert orders(view, {})["standing"] == [{"id": planet["id"], "reflexes": []}]


def test_in_longer_steps_cooldowns_are_shown_as_they_end():
    view = {**GAME.view(middle_game(), 0), "stride": 5}
    shown = {ask.entity: ask.view["me"]["cooldown"] for ask in asks(view)}
    assert shown == {str(row["id"]): max(row["cooldown"] - 5, 0.0) for row in view["own"]}
    assert any(row["cooldown"] > 1 for row in view["own"])


def test_the_budget_is_the_one_of_the_kind():
    state = middle_game()
    options = {"run_budget": {"planet": 1, "battleship": 2, "miner": 3, "scout": 4}}
    kinds = {(ask.view["me"]["kind"], PROGRAMS.budget(options, ask.view)) for ask in asks(GAME.view(state, 0))}
    assert kinds == {("planet", 1), ("battleship", 2), ("miner", 3), ("scout", 4)}
