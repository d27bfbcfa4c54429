"""Moments of matches for tests of boards in node: `python -m tests.moments` reads what is wanted as JSON and writes what boards get of it.

{name: facts of `moment`} → {name: {"info", "frames", "seat", "orders", "forecast"}}. No server, no database, no browser.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from games.core.contract import Game
from games.core.events import Audience, EventLog, filter_for
from games.core.rng import seat_rng, step_rng
from games.core.simulate import MatchRecord, Seen, judged, open_scene, open_table
from games.core.things import named

SEED = "fogbound"


def moment(
    game: str,
    bots: Sequence[str] = ("easy", "easy"),
    *,
    step: int = 0,
    options: dict[str, Any] | None = None,
    scene: str = "",
    start: Any = None,
    seat: Audience = 0,
    orders: Any = None,
    last: int = 2,
) -> dict[str, Any]:
    """What a board needs to show a match after `step` steps that `bots` played.

    `scene`: it begins as that scene of a lesson does. `start`: with this position, as `staged` reads it. `seat`: a number, or `referee`, who
    sees all and orders nothing. `orders`: what the seat has drafted; its forecast comes along. `last`: so many frames come along, the newest as the last.
    """
    import games
    from lobby.pages import demo
    from lobby.watch import replay

    kind = games.get(game)
    if scene:
        one = next(one for lesson in kind.lessons for one in lesson.scenes if one.id == scene)
        terms, state = open_scene(kind, one)
    else:
        chosen = {**(options or {}), **(start.get("options", {}) if start else {})}
        sea = staged_sea(start) if game == "deep_blue" and start else None
        terms = open_table(kind, dict(sea.options if sea else chosen), len(bots), SEED)
        state = kind.setup(terms, len(bots), step_rng(SEED, 0))
        if sea:
            state = sea.position(terms, len(bots), step_rng(SEED, 0))
        elif start:
            from games.frames.vectors import new_position

            state = new_position(start)
    bare = MatchRecord(SEED, tuple(bots), (), 0, "", 0, "", terms, ())
    info = demo.shown(kind, bare, perspective=0, most=1)["info"]
    seen = list(_played(kind, state, bots, step, seat))[-last:]
    static, frames = replay.unstored_frames(kind, [told for told, _ in seen], SEED)
    info["static"] = static
    frames = [{**frame, "view": {**static, **frame["view"]}} for frame in frames]
    forecast = None
    if isinstance(seat, int):
        books = static.get("names", {})
        frames[-1]["choices"] = kind.choices and named(kind.choices(seen[-1][1], seat), books)
        forecast = orders and kind.forecast and named(kind.forecast(frames[-1]["view"], orders), books)
    own = seat if isinstance(seat, int) else None
    return {"info": info, "frames": frames, "seat": own, "orders": orders, "forecast": forecast}


def staged_sea(start: dict[str, Any]) -> Any:
    """A position of Deep Blue: units as [number, kind, seat, cell, stocks, planes]."""
    from games.deep_blue.lessons.positions import Sea, Unit

    units = []
    for number, kind, seat, cell, *more in start["units"]:
        stocks, planes = more[0] if more else {}, tuple(more[1]) if len(more) > 1 else None
        units.append(Unit(number, kind, seat, cell, stocks, planes))
    return Sea(units)


def _played(game: Game, state: Any, bots: Sequence[str], steps: int, seat: Audience) -> Iterator[tuple[Seen, Any]]:
    """Positions 0 to `steps` as the seat sees them, and whole."""
    minds = [game.bot(bot) for bot in bots]
    memories: list[dict[str, Any]] = [{} for _ in bots]
    events: Any = EventLog([])
    for step in range(steps + 1):
        pending = game.pending(state)
        yield Seen(step, game.view(state, seat), filter_for(events, seat), not pending), state
        if not pending:
            return
        given = {
            one: minds[one].decide(game.view(state, one), seat_rng(SEED, step, one), memories[one]) for one in pending
        }
        checked = {one: judged(game, state, one, step, orders)[0] for one, orders in given.items()}
        state, events = game.resolve(state, checked, step_rng(SEED, step + 1))


def main() -> None:
    import django

    django.setup()
    json.dump({name: moment(**one) for name, one in json.load(sys.stdin).items()}, sys.stdout, ensure_ascii=False)


if __name__ == "__main__":
    main()
