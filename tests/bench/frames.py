"""What is played to measure Frames: matches between bots, every decision a step with its events and both views (2 ms each)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.rng import seat_rng, step_rng
from games.frames import GAME
from tests.bench.engine import Recording


def recordings() -> Iterator[Recording]:
    """At least 500 steps a second are asked for."""
    for name in ("seed", "tuned", "blitz"):
        yield _recorded(f"preset {name}", dict(GAME.presets[name].options))


def _recorded(name: str, options: dict[str, Any]) -> Recording:
    seed = f"bench-{name}"
    bot = GAME.bots[0]
    first = state = GAME.setup(GAME.check_options(options, 2), 2, step_rng(seed, 0))
    orders: list[dict[int, Any]] = []
    while GAME.pending(state):
        given = {}
        for seat in GAME.pending(state):
            raw = bot.decide(GAME.view(state, seat), seat_rng(seed, len(orders), seat), {})
            given[seat] = GAME.check(state, seat, raw)
        orders.append(given)
        state, _ = GAME.resolve(state, given, step_rng(seed, len(orders)))
    return Recording(name, 2, first, seed, orders)
