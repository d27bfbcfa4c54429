"""Fog is a promise (4, 12): what a seat cannot see changes nothing it can learn."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest

from games.core.errors import OrderError
from games.core.events import filter_for
from games.core.rng import Rng, SeededRng, step_rng
from games.deep_blue import GAME
from games.deep_blue.checks import invariants
from games.deep_blue.constants import KINDS
from games.deep_blue.formations import survivors
from games.deep_blue.setup import draw_id
from games.deep_blue.state import Book, Element, Entry, State
from tests.games.deep_blue.boards import BASE1, ISLAND0, ISLAND1, OIL0, OIL1, attack, go, sea, unit
from tests.games.hostile import mutate

pytestmark = pytest.mark.slow

STATES = 10_000 if os.environ.get("FOGBOUND_LONG") else 60


def states(seed: str, count: int) -> Iterator[tuple[State, Rng]]:
    """Positions out of bots' matches of several kinds, and dice."""
    made, number = 0, 0
    tables = (
        {"start_units": "fleet"},
        {"map": "four_isles", "weather": -4},
        {"start_units": "fleet", "spotting": "shared"},
    )
    while made < count:
        options = GAME.check_options(tables[number % len(tables)], 2)
        dice = SeededRng(f"{seed}:{number}")
        state = GAME.setup(options, 2, dice)
        memories: list[dict[str, object]] = [{}, {}]
        for step in range(60):
            if made >= count or not GAME.pending(state):
                break
            if step % 2:
                made += 1
                yield state, dice
            orders = {}
            for seat in (0, 1):
                bot = GAME.bots[(seat + number) % len(GAME.bots)]
                given = bot.decide(GAME.view(state, seat), dice, memories[seat])
                orders[seat] = GAME.check(state, seat, standing_too(state, seat, given, dice) if number % 2 else given)
            state, _ = GAME.resolve(state, orders, step_rng(seed, step))
        number += 1


def standing_too(state: State, seat: int, orders: Any, dice: Rng) -> Any:
    """These orders, with standing ones in place of those of some units."""
    units = {**orders["units"]}
    for one in state.own(seat):
        if dice.randrange(4) == 0:
            for standing in some_standing(state, seat, dice):
                try:
                    GAME.check(state, seat, {"units": {str(one.id): {"standing": standing}}})
                except OrderError:
                    continue
                units[str(one.id)] = {"standing": standing}
    return {**orders, "units": units}


def some_standing(state: State, seat: int, dice: Rng) -> list[Any]:
    """A standing order of every type, the one that matters last."""
    own = [one.id for one in state.own(seat)]
    sources = [one.id for one in state.elements.values() if one.is_resource]
    cells = [[dice.randrange(state.chart.board.width), dice.randrange(state.chart.board.height)] for _ in range(3)]
    found = [
        {"type": "patrol", "cells": cells}, {"type": "escort", "unit": dice.choice(own)}, {"type": "attack_at_will"},
        {"type": "supply_run", "unit": None}, {"type": "collect_run", "target": dice.choice(sources)},
    ]  # fmt: skip
    dice.shuffle(found)
    return found


def disturb(state: State, seat: int, dice: Rng) -> State:
    """Another world that looks the same to `seat`: what it does not see of the other has changed."""
    other = GAME.from_json(GAME.to_json(state))
    foe = 1 - seat
    board, sight = other.chart.board, state.sight()
    occupied = {(one.x, one.y, one.level) for one in other.elements.values()}
    for key, one in list(other.elements.items()):
        if one.seat == foe:
            one.fuel = 1 + dice.randrange(max(1, one.fuel_max - 1))
            one.standing = None if one.standing is not None else {"type": "attack_at_will"}
            other.struck[key] = dice.randrange(9)
            one.destination = (dice.randrange(board.width), dice.randrange(board.height)) if one.is_unit else None
            if one.ammo is not None and one.ammo_max:
                one.ammo = dice.randrange(one.ammo_max)
            if one.planes is not None and one.health <= 30:
                one.planes = one.planes_max = _other_planes(one.planes, one.health)
            if one.is_unit and not sight.sees_element(board, seat, one):
                _disturb_hidden(other, key, seat, occupied, dice)
        if not one.is_unit and one.seat != seat and not sight.sees_element(board, seat, one):
            _disturb_building(one, foe, dice)
    other.base(foe).metal = dice.randrange(200)
    other.books = [Book({"cargo": dice.randrange(9)}, {}, {"carrier": dice.randrange(9)}) for _ in other.books]
    other.queues[foe] = [Entry("cruiser", None, 3, None)] * dice.randrange(4)
    other.memory[foe], other.known[foe] = {}, {}
    other.ids_used[foe] += dice.randrange(9)
    other.seen = None
    return other


def _other_planes(planes: tuple[int, ...], health: int) -> tuple[int, ...]:
    """As many planes of other types that the same health may be left to; the same if there are none."""
    total = sum(planes)
    for kind in (2, 0, 1):
        found = tuple(total if i == kind else 0 for i in range(4))
        if survivors(found, health) == found and found != planes:
            return found
    return planes


def _disturb_building(one: Element, foe: int, dice: Rng) -> None:
    """An unseen island is of another health and the foe's or nobody's; unseen stocks differ."""
    if one.kind == "island":
        one.seat, one.health = (foe if dice.randrange(2) else None), 1 + dice.randrange(one.health_max)
    elif one.is_resource:
        one.metal, one.fuel = dice.randrange(1 + one.metal), dice.randrange(1 + one.fuel)


def _disturb_hidden(state: State, key: int, seat: int, occupied: set[tuple[int, int, int]], dice: Rng) -> None:
    """An unseen unit is gone, damaged, or elsewhere out of sight."""
    one, board, sight = state.elements[key], state.chart.board, state.sight()
    deed = dice.randrange(3)
    if deed == 0:
        del state.elements[key]
        return
    if deed == 1 and one.planes is None:
        one.health = 1 + dice.randrange(KINDS[one.kind].health)
        return
    x, y = dice.randrange(board.width), dice.randrange(board.height)
    cell = board.cell(x, y)
    is_free = (x, y, one.level) not in occupied and state.chart.free(one.level) >> cell & 1
    if is_free and not sight.sees(seat, one.level, cell):
        occupied.add((x, y, one.level))
        one.x, one.y = x, y


def answers(state: State, seat: int, orders: list[object]) -> str:
    """Everything a seat can learn from a position, as text."""
    view = GAME.view(state, seat)
    found: list[object] = [view, GAME.default_orders(state, seat)]
    for given in orders:
        try:
            found.append(GAME.check(state, seat, given))
        except OrderError as error:
            found.append([error.code, error.path, error.message])
    found.append(foretold(view, orders[state.round % len(orders)]))
    assert GAME.choices is not None
    found.append(GAME.choices(state, seat))
    return json.dumps(found)


def foretold(view: Any, given: object) -> object:
    """The forecast of these orders, with a question about the first units."""
    own = [one["id"] for one in view["elements"] if one["seat"] == view["seat"]]
    asked = {**given, "ask": {"units": own[:3], "cell": [1, 1, 1]}} if isinstance(given, dict) else given
    assert GAME.forecast is not None
    try:
        return GAME.forecast(view, asked)
    except OrderError as error:
        return [error.code, error.path, error.message]


def test_views_choices_and_refusals_of_two_worlds() -> None:
    """Byte for byte the same: order, counts and texts too."""
    changed = 0
    for number, (state, dice) in enumerate(states("two-worlds", STATES)):
        seat = number % 2
        other = disturb(state, seat, dice)
        changed += GAME.to_json(other) != GAME.to_json(state)
        bot = GAME.bots[1].decide(GAME.view(state, seat), SeededRng("x"), {})
        hidden = [one.id for one in state.elements.values() if one.seat == 1 - seat and one.is_unit][:4]
        shots = [{"units": {str(one.id): attack(key)}} for one in state.own(seat) for key in hidden][:4]
        shots += [
            {"units": {str(one.id): attack(cell=[1, 1, 1])}} for one in state.elements.values() if one.kind == "island"
        ]
        orders = [bot, *shots, *(mutate(bot, dice) for _ in range(2))]
        assert answers(state, seat, orders) == answers(other, seat, orders)
        own = {one["id"] for one in GAME.view(state, seat)["elements"] if one["seat"] == seat}
        assert own == {one.id for one in state.own(seat)}
        invariants(state)
    assert changed > 0.9 * STATES


def test_a_view_names_no_enemy_that_is_neither_seen_nor_remembered() -> None:
    """12."""
    for state, _ in states("names", 60):
        for seat in (0, 1):
            view = GAME.view(state, seat)
            named = {one["id"] for one in view["elements"]} | {one["id"] for one in view["memory"]}
            for one in state.elements.values():
                if one.seat == 1 - seat and one.is_unit and one.id in named:
                    assert one.id in state.memory[seat]


def test_hidden_destinations_and_builds_leave_no_trace_in_events() -> None:
    """10: what a far enemy orders is not in the events of the other, nor in their number."""

    def play(second: object) -> list[object]:
        state = sea(("destroyer", 0, 5, 10), ("cargo", 1, 17, 20), ("cargo", 1, 18, 18))
        _, events = go(state, {1: {"move": [6, 12]}}, second)
        return filter_for(events, 0)

    busy = {"units": {"2": {"move": [17, 22]}, "3": {"command": {"type": "supply", "target": BASE1}}},
            "production": [{"kind": "cargo"}]}  # fmt: skip
    assert play(None) == play(busy)


BUSY = {
    "units": {
        "4": attack(ISLAND1), "5": attack(ISLAND1), "6": {"command": {"type": "collect", "target": OIL1}},
        "7": {"command": {"type": "collect", "target": OIL1}}, "8": {"move": [22, 12]}, "9": {"move": [22, 12]},
    },
    "production": [{"kind": "submarine"}, {"kind": "submarine"}],
}  # fmt: skip


def test_lots_dice_and_ids_of_the_other_change_none_of_ones_own() -> None:
    """3, 5.1, 6.2, 7, 8: attacks, meetings of friends, collecting and launches, in a round in which the other does the same far away."""
    heard: dict[str, set[str]] = {"": set(), "strike": set(), "collect": set(), "launched": set()}
    for number in range(60):
        told = []
        for second in (None, BUSY):
            state = sea(
                ("destroyer", 0, 9, 2), ("cruiser", 0, 9, 3), ("cargo", 0, 8, 1),
                ("destroyer", 1, 14, 21), ("cruiser", 1, 14, 20), ("cargo", 1, 22, 16), ("cargo", 1, 20, 16), ("destroyer", 1, 20, 12),
                ("destroyer", 1, 22, 10), ("cargo", 0, 1, 7), ("cargo", 0, 3, 7), ("destroyer", 0, 5, 9), ("destroyer", 0, 7, 9),
            )  # fmt: skip
            for seat in (0, 1):
                state.queues[seat] = [Entry("submarine", None, 1, None)] * 2
            first = {
                1: attack(ISLAND0), 2: attack(ISLAND0), 10: {"command": {"type": "collect", "target": OIL0}},
                11: {"command": {"type": "collect", "target": OIL0}}, 12: {"move": [6, 12]}, 13: {"move": [6, 12]},
            }  # fmt: skip
            after, events = go(state, first, second, step_rng("apart", number))
            view = {**GAME.view(after, 0), "scores": None}
            mine = [event for event in filter_for(events, 0) if event["type"] != "score"]
            assert second is None or {"strike", "collect", "launched"} <= {
                event["type"] for event in filter_for(events, 1)
            }
            told.append(json.dumps([view, mine]))
            for kind, texts in heard.items():
                texts.add(json.dumps([event for event in mine if event["type"] == kind or not kind]))
        assert told[0] == told[1], number
    assert all(len(texts) > 1 for texts in heard.values()), "chance had a say in each"


def test_positions_of_earlier_rules_can_be_read() -> None:
    """1: before rules version 4 the seats took ids from one row; a match that was running then goes on."""
    state = GAME.setup(GAME.check_options({"start_units": "patrol"}, 2), 2, SeededRng("old"))
    data = GAME.to_json(state)
    used = data["ids_used"][0]
    assert data["ids_used"] == [used, used]
    old = GAME.from_json({**data, "ids_used": used})
    assert old == state
    drawn = [draw_id(old, number % 3 % 2) for number in range(300)]
    assert len({*drawn, *old.elements}) == 300 + len(old.elements)


def test_memory_of_ghosts() -> None:
    """4: who goes out of sight is remembered with place and round, for 20 rounds."""
    state = sea(("destroyer", 0, 12, 10), ("destroyer", 1, 20, 10))
    state, _ = go(state, {1: {"move": [4, 10]}})
    ghost = {"id": 2, "kind": "destroyer", "seat": 1, "pos": [20, 10, 1], "health": 70, "round": 1}
    assert GAME.view(state, 0)["memory"] == [ghost]
    assert all(one["id"] != 2 for one in GAME.view(state, 0)["elements"])
    for _ in range(19):
        state, _ = go(state)
    assert GAME.view(state, 0)["memory"] == [ghost]
    state, _ = go(state)
    assert GAME.view(state, 0)["memory"] == []


def test_a_ghost_whose_cell_is_seen_empty_is_forgotten() -> None:
    """4: it has left from under the eyes of the seat."""
    state = sea(("destroyer", 0, 9, 10), ("destroyer", 1, 15, 10))
    state, _ = go(state, None, {2: {"move": [22, 10]}})
    assert GAME.view(state, 0)["memory"] == []


def test_islands_out_of_sight_are_as_last_seen() -> None:
    """4: neutral and full of round 0 until somebody looks."""
    state = sea(("destroyer", 0, 6, 12))
    unit(state, ISLAND1).seat = 1
    state, _ = go(state, {1: {"move": [11, 14]}})

    def shown(position: State) -> dict[str, object]:
        return next(one for one in GAME.view(position, 0)["elements"] if one["id"] == ISLAND1)

    assert (shown(state)["seat"], shown(state)["seen_round"]) == (1, 2)
    state, _ = go(state, {1: {"move": [11, 8]}})
    unit(state, ISLAND1).seat = 0
    unit(state, ISLAND1).seat = None
    state.seen = None
    assert (shown(state)["seat"], shown(state)["seen_round"], shown(state)["visible"]) == (1, 2, False)


@pytest.mark.parametrize("hidden", ["fuel", "ammo", "metal"])
def test_stocks_of_enemies_are_hidden(hidden: str) -> None:
    view = GAME.view(sea(("destroyer", 0, 9, 10), ("cargo", 1, 12, 10), ((4, 2, 3, 1), 1, 12, 9)), 0)
    cargo, plane = (next(one for one in view["elements"] if one["id"] == key) for key in (2, 3))
    assert cargo[hidden] is None and plane[hidden] is None
    assert (plane["planes"], plane["planes_total"]) == (None, 10)
    assert "destination" not in cargo
