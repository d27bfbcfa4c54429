"""Leaks that a second reader has found, and steps played in two worlds that look alike to a seat."""

from __future__ import annotations

import json
from itertools import zip_longest
from typing import Any

import pytest

from games.core.events import filter_for
from games.core.rng import SeededRng, seat_rng, step_rng
from games.frames import GAME
from games.frames.orders import check
from games.frames.resolve.step import resolve
from games.frames.state import State
from games.frames.vectors import Script
from tests.games.frames.positions import mech, position
from tests.games.frames.test_two_worlds import TABLES, altered

STEPS = 600
TURNED_UP = {"reveal", "react", "discard", "peek"}
"""Events that show what was hidden: from there on two worlds may differ."""


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    "hidden",
    [
        {"gear": ["attitude_jets"]},
        {"gear": ["ablative_plate"]},
        {"gear": ["anchor_clamps"], "pilot": "zack_fair"},
        {"gear": ["anchor_clamps"], "pilot": "john_snow"},
    ],
)
def test_12_3_any_is_chosen_by_what_the_seat_knows(hidden: Any, sign: int) -> None:
    """Two mechs that look alike: what one of them hides does not decide which is fired at; of equal ones it is the lowest id."""
    facts = {"gear": ["anchor_clamps"], "pilot": "jack_thunder", **hidden}
    foes = [mech("sword", [0, 3], **facts), mech("sword", [0, 3], gear=["anchor_clamps"], pilot="linus_torvalds")]
    blue = {"mechs": [mech("sword", [0, 3])]}
    state = position(blue, {"mechs": foes[::sign], "hp": 10}, phase="plan", options={"mode": "blitz"})
    act = {"unit": "m0_0", "do": "attack", "weapon": "assault_rifle", "target": "any"}
    plan = {"type": "plan", "actions": [{"type": "operate_one", "act": act}]}
    dice = Script(("d20:15", "d20:4", "d20:20", "d20:20"))
    _, events = resolve(state, {0: check(state, 0, plan), 1: check(state, 1, {"type": "plan"})}, dice)
    assert [event["targets"] for event in events if event["type"] == "attack"] == [["m1_0"]]


def twin_of(state: State, seat: int, dice: SeededRng) -> State:
    """Another world for `seat`, in which its own piles and the event deck lie as they do, so that draws are the same."""
    twin = altered(state, seat, dice)
    enemy = twin.sides[1 - seat]
    twin.sides[seat].pile = {kind: cards[:] for kind, cards in state.sides[seat].pile.items()}
    twin.deck = state.deck[:]
    if enemy.captain_up:
        enemy.gained = enemy.spent[:]
    for one in enemy.wounded:
        if not one["known"] and enemy.ready:
            one["card"], enemy.ready[0] = enemy.ready[0], one["card"]
    return twin


def first_difference(one: list[Any], other: list[Any]) -> tuple[Any, Any] | None:
    return next(((a, b) for a, b in zip_longest(one, other) if a != b), None)


def test_steps_of_two_worlds_differ_by_what_is_turned_up_only() -> None:
    """10: with the same dice a seat hears the same, until something that was hidden shows by the rules."""
    compared = apart = number = 0
    while compared < STEPS:
        state = GAME.setup(GAME.check_options(TABLES[number % len(TABLES)], 2), 2, step_rng(f"fog-{number}", 0))
        bots = [GAME.bots[(number + seat) % len(GAME.bots)] for seat in range(2)]
        step = 0
        while GAME.pending(state) and compared < STEPS:
            orders = {}
            for seat in GAME.pending(state):
                raw = bots[seat].decide(GAME.view(state, seat), seat_rng(f"fog-{number}", step, seat), {})
                orders[seat] = GAME.check(state, seat, raw)
            for seat, mine in orders.items():
                if state.sides:
                    twin = twin_of(state, seat, SeededRng(f"{number}-{step}"))
                    assert json.dumps(GAME.view(state, seat)) == json.dumps(GAME.view(twin, seat))
                    heard = [
                        filter_for(GAME.resolve(world, {seat: mine}, step_rng("same", step))[1], seat)
                        for world in (state, twin)
                    ]
                    found = first_difference(*heard)
                    compared += 1
                    apart += found is not None
                    assert found is None or is_turning_up(*found), found
            step += 1
            state, _ = GAME.resolve(state, orders, step_rng(f"fog-{number}", step))
        number += 1
    assert apart < compared // 5


def is_turning_up(one: Any, other: Any) -> bool:
    """Is what only one of the worlds has the showing of something hidden? An ejection that succeeds shows the pilot."""
    shown = [event for event in (one, other) if event is not None]
    return any(event["type"] in TURNED_UP or event.get("why") == "ejection" for event in shown)
