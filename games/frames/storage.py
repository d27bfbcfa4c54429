"""How is a position written down and read again? Secret: for storage only."""

from __future__ import annotations

from typing import Any

from msgspec import convert, to_builtins
from msgspec.structs import asdict

from games.frames.settings import settle
from games.frames.state import Side, State, Weather

Json = Any


def to_json(state: State) -> dict[str, Json]:
    """The whole state; `from_json` of it is equal to it."""
    found: dict[str, Json] = to_builtins({**asdict(state), "settings": state.settings.chosen})
    return found


def from_json(data: Json) -> State:
    """The state that `to_json` wrote."""
    sides, weather = convert((data["sides"], data["weather"]), tuple[list[Side], Weather | None])
    return State(**{**data, "settings": settle(data["settings"]), "sides": sides, "weather": weather})
