"""Frames of real matches for tests of the browser's words: `python -m tests.games.deep_blue.record` writes tests/games/deep_blue/recorded_frames.json.

Of bots' matches on the smallest map those frames are kept that bring a kind of event nobody had heard of before, each as a seat sees it,
with what the forecast says of that seat's next orders.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from games.core.events import filter_for
from games.core.rng import SeededRng, step_rng
from games.deep_blue import GAME

TARGET = Path(__file__).resolve().parent / "recorded_frames.json"
MATCHES = 12
TABLES: tuple[dict[str, Any], ...] = ({"map": "pocket_sound"}, {"map": "pocket_sound", "weather": -4})
SELF_DESTRUCT_AT, RUN_AT = 9, 2
FORECASTS = 4
"""So many frames keep theirs: they are long."""


def frames() -> list[dict[str, Any]]:
    """Frames `{view, events, orders, forecast}` that together hold every kind of event that came up."""
    known: set[str] = set()
    kept = []
    for number in range(MATCHES):
        seed = f"words:{number}"
        state = GAME.setup(GAME.check_options(TABLES[number % len(TABLES)], 2), 2, SeededRng(seed))
        memories: list[dict[str, Any]] = [{}, {}]
        for step in range(40):
            if not GAME.pending(state):
                break
            orders = {seat: _orders(state, seat, number, step, memories[seat]) for seat in (0, 1)}
            state, events = GAME.resolve(state, orders, step_rng(seed, step))
            for seat in (0, 1):
                heard = filter_for(events, seat)
                if {event["type"] for event in heard} <= known:
                    continue
                known |= {event["type"] for event in heard}
                kept.append(_frame(state, seat, heard, orders[seat]))
    return kept


def _orders(state: Any, seat: int, number: int, step: int, memory: dict[str, Any]) -> Any:
    """What a bot orders; now and then something that bots leave alone."""
    view = GAME.view(state, seat)
    bot = GAME.bots[(seat + number) % len(GAME.bots)]
    given = bot.decide(view, SeededRng(f"{number}:{step}:{seat}"), memory)
    units = dict(given.get("units", {}))
    own = [one for one in view["elements"] if one["seat"] == seat and one["kind"] == "cargo"]
    if step == SELF_DESTRUCT_AT and own:
        units[str(own[0]["id"])] = {"command": {"type": "self_destruct"}}
    if step == RUN_AT and len(own) > 0:
        escorts = [one for one in view["elements"] if one["seat"] == seat and one["kind"] == "destroyer"]
        units.update({str(one["id"]): {"standing": {"type": "escort", "unit": own[0]["id"]}} for one in escorts})
    return GAME.check(state, seat, {**given, "units": units} if units else given)


def _frame(state: Any, seat: int, heard: list[dict[str, Any]], before: Any) -> dict[str, Any]:
    view = GAME.view(state, seat)
    orders = {} if state.result is not None else _orders(state, seat, 2, 0, {})
    forecast = None if state.result is not None or GAME.forecast is None else GAME.forecast(view, orders)
    return {"view": view, "events": heard, "before": before, "orders": orders, "forecast": forecast}


def main() -> None:
    """Write the file; keys of views that never change stand once."""
    kept = frames()
    static = {key: kept[0]["view"][key] for key in GAME.static_keys if key not in ("weather", "options")}
    for frame in kept[FORECASTS:]:
        frame["forecast"] = None
    for frame in kept:
        frame["view"] = {key: value for key, value in frame["view"].items() if key not in static}
    TARGET.write_text(json.dumps({"static": static, "frames": kept}, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
