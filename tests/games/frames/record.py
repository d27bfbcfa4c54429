"""Frames of real matches for tests of the browser's words: `python -m tests.games.frames.record` writes tests/games/frames/recorded_frames.json.

Of matches between bots, in turns and in Blitz, the first frame of every phase in which a seat is asked is kept with its choices, and
every event of a kind that nobody had heard of before, with a view in which its units are known.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from games.core.events import filter_for
from games.core.rng import SeededRng, step_rng
from games.frames import GAME

TARGET = Path(__file__).resolve().parent / "recorded_frames.json"
MATCHES = 10
STEPS = 150
MOST = 40
"""Choices of a step that are kept."""


def frames() -> list[dict[str, Any]]:
    """Frames `{view, events, choices}`; a view that is None is that of the frame before, of the same seat and match."""
    known: set[Any] = set()
    kept: list[dict[str, Any]] = []
    for number in range(MATCHES):
        seed = f"words:{number}"
        mode = "blitz" if number % 3 == 2 else "turns"
        state = GAME.setup(GAME.check_options({"mode": mode, "victory_set": "all"}, 2), 2, SeededRng(seed))
        memories: list[dict[str, Any]] = [{}, {}]
        events: list[Any] = []
        shown = None
        for step in range(STEPS):
            asked = GAME.pending(state)
            for seat in (0, 1):
                news = []
                for event in filter_for(events, seat):
                    kind = (event["type"], event.get("how"))
                    if kind not in known:
                        known.add(kind)
                        news.append(event)
                asks = seat in asked and state.phase not in known
                if not (news or asks):
                    continue
                known |= {state.phase} if asks else set()
                choices = (GAME.choices(state, seat) or [])[:MOST] if asks else None
                view = GAME.view(state, seat) if asks or shown != (number, seat) else None
                shown = (number, seat)
                kept.append({"view": view, "events": news, "choices": choices})
            if not asked:
                break
            orders = {seat: _orders(state, seat, step, number, memories[seat]) for seat in asked}
            state, events = GAME.resolve(state, orders, step_rng(seed, step + 1))
    return kept


def _orders(state: Any, seat: int, step: int, number: int, memory: dict[str, Any]) -> Any:
    """Now a bot's order, now one of those that bots seldom give."""
    rng = SeededRng(f"{number}:{step}:{seat}")
    given = [one["orders"] for one in GAME.choices(state, seat) if one.get("orders") and not one.get("adds")]
    if given and rng.randrange(2):
        return GAME.check(state, seat, given[rng.randrange(len(given))])
    return GAME.bots[0].decide(GAME.view(state, seat), rng, memory)


def main() -> None:
    """Write the file; keys of views that never change stand once."""
    kept = frames()
    always = ("cards", "keywords", "areas")
    static = {key: kept[0]["view"][key] for key in always}
    for one in kept:
        if one["view"]:
            one["view"] = {key: value for key, value in one["view"].items() if key not in (*always, "legal")}
    TARGET.write_text(json.dumps({"static": static, "frames": kept}, separators=(",", ":")) + "\n")
    kinds = sorted({event["type"] for one in kept for event in one["events"]})
    print(
        f"{TARGET.name}: {len(kept)} frames, {TARGET.stat().st_size} bytes, {len(kinds)} kinds of events: {', '.join(kinds)}"
    )


if __name__ == "__main__":
    main()
