"""What is played to measure Hundred Clubs: the campus with eight clubs that spread all their campaigns over all their land."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.bits import members
from games.core.rng import Rng, SeededRng, step_rng
from games.hundred_clubs import GAME
from games.hundred_clubs.sight import facts
from games.hundred_clubs.state import State
from tests.bench.engine import Recording

SEATS = 8
COMMANDS = ("keep_neutral", "keep_neutral", "form_alliance", "justify_war")


def recordings() -> Iterator[Recording]:
    """The case that has to make 400 steps a second."""
    yield _recorded("campus 25x35, 8 clubs, 32 campaigns each", {"min_birth_distance": 7})


def _recorded(name: str, options: dict[str, Any]) -> Recording:
    seed = f"bench-{name}"
    state = GAME.setup(GAME.check_options(options, SEATS), SEATS, step_rng(seed, 0))
    while state.phase != "rounds":
        state, _ = GAME.resolve(state, {}, step_rng(seed, 0))
    first, dice, orders = state, SeededRng(seed), []
    while state.phase == "rounds":
        given = {seat: _orders(state, seat, dice) for seat in state.living()}
        orders.append(given)
        state, _ = GAME.resolve(state, given, step_rng(seed, len(orders)))
    return Recording(name, SEATS, first, seed, orders)


def _orders(state: State, seat: int, dice: Rng) -> dict[str, Any]:
    """As many campaigns as are allowed, anywhere on the own land, and now and then a change of mind about a neighbour."""
    board, limit = state.board, state.settings.campaign_limit
    own = members(facts(state).own[seat])
    size = max(1, (state.saving[seat] - SEATS) // limit)
    others = [other for other in range(state.seats) if other != seat]
    diplomacy = {str(other): dice.choice(COMMANDS) for other in others if dice.randrange(4) == 0}
    campaigns = [{"at": board.place(dice.choice(own)), "size": size} for _ in range(limit)] if own else []
    return {"diplomacy": diplomacy, "campaigns": campaigns, "capital": None}
