"""Chapter 10, by two worlds: change what a seat cannot know, and every byte it gets stays the same. Windows too.

Random states of play between bots, altered in all that is hidden from one seat: captain and progress, pilots face down, hands, gear
face down, both piles of the enemy, the own piles' order, the event deck. FOGBOUND_LONG=1 takes 10,000 states.
"""

import json
import os
from typing import Any

import pytest

from games.core.errors import OrderError
from games.core.events import filter_for
from games.core.rng import SeededRng, seat_rng, step_rng
from games.frames import GAME, cards
from games.frames.state import Held, State
from tests.games.hostile import hostile_values, mutate

pytestmark = pytest.mark.slow

STATES = 10_000 if os.environ.get("FOGBOUND_LONG") else 150
TABLES: list[dict[str, Any]] = [
    {},
    dict(GAME.presets["tuned"].options),
    {"mode": "blitz"},
    dict(GAME.presets["sets"].options),
    {"victory_set": "all", "ap_per_turn": 3},
]


def in_radar(state: State, seat: int) -> set[str]:
    shown = GAME.view(state, seat)["seats"][1 - seat]["mechs"]
    return {
        mech["id"] for mech in shown if any(held["card"] for held in mech["gear"]) or (mech["pilot"] or {}).get("card")
    }


def altered(state: State, seat: int, dice: SeededRng) -> State:
    """A copy that differs in what is hidden from `seat`."""
    twin = state.copy()
    enemy, own = twin.sides[1 - seat], twin.sides[seat]
    dice.shuffle(twin.deck)
    for kind in ("ship", "mech"):
        dice.shuffle(own.pile[kind])
        names = sorted(cards.SHIP_CARD if kind == "ship" else cards.MECH_CARD)
        for pile in (enemy.pile, enemy.hand):
            pile[kind] = [Held(held.id, dice.choice(names), False, held.charges) for held in pile[kind]]
        dice.shuffle(enemy.hand[kind])
    if not enemy.captain_up:
        enemy.captain = dice.choice(sorted(cards.CAPTAIN))
        enemy.gained = [skill["id"] for skill in cards.CAPTAIN[enemy.captain]["skills"] if dice.randrange(2)]
        enemy.counters["landed_attacks"] = dice.randrange(9)
    visible = in_radar(state, seat)
    for mech in enemy.mechs:
        if mech.id not in visible:
            mech.gear = [
                held
                if held.revealed
                else Held(f"c9_{dice.randrange(99)}", dice.choice(["aim_assist", "smoke_screen"]), False, None)
                for held in mech.gear
            ]
    hidden = [mech for mech in enemy.mechs if mech.pilot and not mech.pilot_up and mech.id not in visible]
    names = [mech.pilot for mech in hidden if mech.pilot] + enemy.ready
    dice.shuffle(names)
    for mech in hidden:
        mech.pilot = names.pop()
    enemy.ready = names
    if twin.rest is not None and twin.rest["seat"] != seat:
        twin.rest = {**twin.rest, "orders": [{"type": "end_turn"}], "why": dice.choice([None, "dice"])}
    return twin


def heard(state: State, seat: int, dice: SeededRng) -> str:
    """All that the seat gets of a state: view, choices, default, timing, and the answers to its orders."""
    timing = GAME.timing(state)
    told: list[Any] = [
        GAME.view(state, seat),
        GAME.choices(state, seat),
        GAME.pending(state),
        timing.clock,
        timing.hold,
    ]
    told.append(GAME.scores(state))
    if seat in GAME.pending(state):
        told.append(GAME.forecast(GAME.view(state, seat), GAME.default_orders(state, seat)))
    for order in [*hostile_values()[:20], *(mutate(GAME.default_orders(state, seat), dice) for _ in range(4))]:
        try:
            told.append(GAME.check(state, seat, order))
        except OrderError as error:
            told.append([error.code, error.path, error.message])
    return json.dumps(told)


def states():
    count = number = 0
    while count < STATES:
        options = GAME.check_options(TABLES[number % len(TABLES)], 2)
        state = GAME.setup(options, 2, step_rng(f"worlds-{number}", 0))
        bots = [GAME.bots[(number + seat) % len(GAME.bots)] for seat in range(2)]
        step = 0
        while GAME.pending(state) and count < STATES:
            orders = {}
            for seat in GAME.pending(state):
                raw = bots[seat].decide(GAME.view(state, seat), seat_rng(f"worlds-{number}", step, seat), {})
                orders[seat] = GAME.check(state, seat, raw)
            if state.sides and state.phase != "over":
                count += 1
                yield state, orders
            step += 1
            state, _ = GAME.resolve(state, orders, step_rng(f"worlds-{number}", step))
        number += 1


@pytest.mark.timeout(1800)
def test_two_worlds():
    windows = different = 0
    for number, (state, orders) in enumerate(states()):
        seat = number % 2
        twin = altered(state, seat, SeededRng(f"alter-{number}"))
        different += GAME.to_json(twin) != GAME.to_json(state)
        windows += state.phase == "window"
        assert heard(twin, seat, SeededRng("ask")) == heard(state, seat, SeededRng("ask"))
        assert json.dumps(GAME.view(twin, "public")) == json.dumps(
            GAME.view(altered(twin, seat, SeededRng("more")), "public")
        )
        # The seat's own order in the main phase that draws nothing hidden tells it the same.
        mine = orders.get(seat)
        if state.phase == "main" and mine and mine["type"] in ("gather", "recall", "end_turn"):
            pair = [filter_for(GAME.resolve(one, {seat: mine}, step_rng("same", 1))[1], seat) for one in (state, twin)]
            known = [
                [event for event in events if event["type"] in ("energy", "gather", "recall", "window")]
                for events in pair
            ]
            assert known[0] == known[1]
    assert windows > STATES // 50
    assert different > STATES * 0.9
