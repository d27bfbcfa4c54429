"""How does a match begin? Chapter 4: state 0 waits for both fleets."""

from __future__ import annotations

from typing import Any

from games.core.rng import Rng
from games.frames.settings import settle
from games.frames.state import State


def setup(options: dict[str, Any], seats: int, rng: Rng) -> State:
    """State 0; draws nothing, all shuffles come when both fleets are in."""
    return State(settle(options), "fleet", [])
