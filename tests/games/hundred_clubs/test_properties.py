"""Chapter 19.2: what is true of every round of every match."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from games.core.rng import Rng, SeededRng, step_rng
from games.core.simulate import open_table, replay
from games.hundred_clubs import GAME
from games.hundred_clubs.constants import RELATIONS, STATUS_QUO
from games.hundred_clubs.maps import draw
from games.hundred_clubs.sight import facts
from games.hundred_clubs.state import State
from tests.games.hundred_clubs.boards import random_orders, random_states

SMALL = {"generated": {"width": 15, "height": 15}}
TABLES: list[tuple[int, dict[str, Any]]] = [
    (4, {"rounds": 20, "map": SMALL, "starts": "drawn"}),
    (3, {"rounds": 18, "map": SMALL, "justify_rounds": 1, "truce_rounds": 1, "campaign_price": 2}),
    (8, {"rounds": 12, "sight": 3}),
]


def test_every_position_is_sound() -> None:
    """One owner per cell, no negative money, equal relations of both sides, and what else `invariants` holds."""
    for state, orders in random_states("sound", 200, TABLES):
        GAME.invariants(state)
        assert all(seat in GAME.in_play(state) for seat in GAME.pending(state))
        assert min(state.saving) >= 0
        done, _ = GAME.resolve(state, orders, SeededRng("sound"))
        GAME.invariants(done)


def test_a_match_played_again_is_the_same() -> None:
    """From options, seed and orders alone."""
    options = open_table(GAME, {"map": SMALL, "rounds": 15, "end_jitter": 4}, 4, "again")
    dice, orders = SeededRng("again"), []
    state = GAME.setup(options, 4, step_rng("again", 0))
    while pending := GAME.pending(state):
        orders.append({seat: random_orders(state, seat, dice) for seat in pending})
        state, _ = GAME.resolve(state, orders[-1], step_rng("again", len(orders)))
    *_, (steps, again, _) = replay(GAME, json.loads(json.dumps(options)), 4, "again", orders)
    assert steps == len(orders)
    assert GAME.to_json(again) == GAME.to_json(state)


# Permuted seats.


def affordable(state: State, seat: int, dice: Rng) -> dict[str, Any]:
    """Random orders of which every command can be paid, with at most one backstab; the campaigns take the rest."""
    orders = random_orders(state, seat, dice)
    area = facts(state).area
    due = 0
    for key, command in orders["diplomacy"].items():
        if command == "form_alliance":
            due += state.settings.alliance_milli * area[int(key)] // 1000
        due += state.settings.justify_price * (command == "justify_war")
    money = (state.saving[seat] - due) // state.settings.campaign_price
    size = money // max(1, len(orders["campaigns"]))
    campaigns = [{**entry, "size": size} for entry in orders["campaigns"]] if size > 0 else []
    return {**orders, "campaigns": campaigns}


def can_pay_status_quo(state: State) -> bool:
    """Can every club pay what it says when it says nothing?"""
    for seat in state.living():
        words = [STATUS_QUO[RELATIONS[relation]] for relation in state.relation[seat]]
        area = facts(state).area
        due = sum(
            state.settings.alliance_milli * area[other] // 1000
            for other, word in enumerate(words)
            if word == "form_alliance" and other != seat
        )
        if due + len(words) * state.settings.justify_price > state.saving[seat]:
            return False
    return True


def permuted(state: State, order: Sequence[int]) -> State:
    """The same position with club `order[i]` in seat i."""
    twin = GAME.from_json(GAME.to_json(state))
    seat_of = {old: new for new, old in enumerate(order)}
    for name in ("bids", "birthplaces", "saving", "peak", "capital", "stabbed", "out", "memory_rounds"):
        values = getattr(state, name)
        setattr(twin, name, [values[old] for old in order])
    for name in ("relation", "justify", "truce"):
        table = getattr(state, name)
        setattr(twin, name, [[table[a][b] for b in order] for a in order])
    digits = bytes.maketrans(bytes(48 + old for old in order), bytes(48 + new for new in range(len(order))))
    twin.owner = state.owner.translate(digits)
    twin.memory = [state.memory[old].translate(digits) for old in order]
    twin.order = None if state.order is None else [seat_of[old] for old in state.order]
    twin.commands = {seat_of[old]: [row[other] for other in order] for old, row in state.commands.items()}
    twin.campaigns = {seat_of[old]: placed for old, placed in state.campaigns.items()}
    return twin


def test_permuting_seats_permutes_the_result() -> None:
    dice, compared = SeededRng("permuted"), 0
    for state, _ in random_states("permuted", 150, TABLES):
        if state.phase != "rounds" or state.round == state.last_round or not can_pay_status_quo(state):
            continue
        order = dice.permutation(state.seats)
        seat_of = {old: new for new, old in enumerate(order)}
        orders = {seat: affordable(state, seat, dice) for seat in state.living()}
        twin_orders = {
            seat_of[seat]: {
                **given,
                "diplomacy": {str(seat_of[int(key)]): word for key, word in given["diplomacy"].items()},
            }
            for seat, given in orders.items()
        }
        done, _ = GAME.resolve(state, orders, SeededRng("p"))
        twin, _ = GAME.resolve(permuted(state, order), twin_orders, SeededRng("p"))
        if done.phase == "over":
            continue
        assert GAME.to_json(permuted(done, order)) == GAME.to_json(twin)
        compared += order != sorted(order)
    assert compared > 50


# Mirrored maps.


def mirrored(state: State) -> State:
    """The same position seen in a mirror: column x becomes column width - 1 - x."""
    twin = GAME.from_json(GAME.to_json(state))
    width = state.chart.width

    def flip(cell: int | None) -> int | None:
        return None if cell is None else cell // width * width + width - 1 - cell % width

    def flipped(cells: bytes) -> bytes:
        return b"".join(cells[start : start + width][::-1] for start in range(0, len(cells), width))

    document = state.chart.document()
    document["rows"] = [row[::-1] for row in document["rows"]]
    for part in (document["overrides"], document["landmarks"]):
        for entry in part:
            entry["at"] = [width - 1 - entry["at"][0], entry["at"][1]]
    document["starts"] = [[width - 1 - x, y] for x, y in document["starts"]]
    twin.chart = draw(document)
    twin.owner = flipped(state.owner)
    twin.memory = [flipped(letters) for letters in state.memory]
    twin.memory_rounds = [flipped(rounds) for rounds in state.memory_rounds]
    twin.capital = [flip(cell) for cell in state.capital]
    twin.birthplaces = [flip(cell) for cell in state.birthplaces]
    twin.chosen = [cell for cell in map(flip, state.chosen) if cell is not None]
    twin.cut = sum(1 << (flip(cell) or 0) for cell in range(state.board.cells) if state.cut >> cell & 1)
    twin.campaigns = {
        seat: [(flip(cell) or 0, size, capital) for cell, size, capital in placed]
        for seat, placed in state.campaigns.items()
    }
    return twin


def mirror_orders(orders: Any, width: int) -> Any:
    def place(at: Any) -> Any:
        return None if at is None else [width - 1 - at[0], at[1]]

    if "campaigns" not in orders:
        return orders
    campaigns = [{**entry, "at": place(entry["at"])} for entry in orders["campaigns"]]
    return {**orders, "campaigns": campaigns, "capital": place(orders["capital"])}


def test_mirroring_the_map_mirrors_the_result() -> None:
    compared = 0
    for state, orders in random_states("mirror", 120, TABLES):
        if state.phase != "rounds":
            continue
        done, _ = GAME.resolve(state, orders, SeededRng("m"))
        twin_orders = {seat: mirror_orders(given, state.chart.width) for seat, given in orders.items()}
        twin, _ = GAME.resolve(mirrored(state), twin_orders, SeededRng("m"))
        assert GAME.to_json(mirrored(done)) == GAME.to_json(twin)
        compared += 1
    assert compared > 70


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_number_of_clubs_plays_to_the_end(seats: int) -> None:
    """19.3: 2 to 8 clubs, on the campus and on a generated map."""
    dice = SeededRng(f"seats {seats}")
    for options in ({"rounds": 6}, {"rounds": 6, "map": "generated", "starts": "drawn"}):
        full = open_table(GAME, options, seats, f"seats {seats}")
        state = GAME.setup(full, seats, dice)
        while pending := GAME.pending(state):
            state, _ = GAME.resolve(state, {seat: random_orders(state, seat, dice) for seat in pending}, dice)
        GAME.invariants(state)
        assert sum(len(group) for group in state.result["ranking"]) == seats
