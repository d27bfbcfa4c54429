"""Moments of matches for tests of boards in node: `python -m tests.moments` reads what is wanted as JSON, line by line, and writes what boards get of it.

{name: facts of `moment`} → {name: {"info", "frames", "seat", "orders", "forecast"}}. No server, no database, no browser.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, islice
from typing import Any, NamedTuple

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
    match = _match(json.dumps([game, list(bots), options or {}, scene, start]))
    info = demo.shown(kind, match.bare, perspective=0, most=1)["info"]
    positions = match.until(step)[-last:]
    seen = [one.seen(kind, seat) for one in positions]
    static, frames = replay.unstored_frames(kind, seen, SEED)
    info["static"] = static
    frames = [{**frame, "view": {**static, **frame["view"]}} for frame in frames]
    forecast = None
    if isinstance(seat, int):
        books = static.get("names", {})
        frames[-1]["choices"] = kind.choices and named(kind.choices(positions[-1].state, seat), books)
        forecast = orders and kind.forecast and named(kind.forecast(frames[-1]["view"], orders), books)
    own = seat if isinstance(seat, int) else None
    info |= {"you": own, "yours": [] if own is None else [own]}
    return {"info": info, "frames": frames, "seat": own, "orders": orders, "forecast": forecast}


def staged_sea(start: dict[str, Any]) -> Any:
    """A position of Deep Blue: units as [number, kind, seat, cell, stocks, planes]."""
    from games.deep_blue.lessons.positions import Sea, Unit

    units = []
    for number, kind, seat, cell, *more in start["units"]:
        stocks, planes = more[0] if more else {}, tuple(more[1]) if len(more) > 1 else None
        units.append(Unit(number, kind, seat, cell, stocks, planes))
    return Sea(units)


class Position(NamedTuple):
    """A match after so many steps, and what happened in the last of them."""

    step: int
    state: Any
    events: Any
    is_over: bool

    def seen(self, game: Game, seat: Audience) -> Seen:
        return Seen(self.step, game.view(self.state, seat), filter_for(self.events, seat), self.is_over)


class Match:
    """A match between bots, played as far as somebody has asked: the moments of one match share its steps."""

    def __init__(self, game: Game, bots: Sequence[str], terms: Any, state: Any) -> None:
        self.bare = MatchRecord(SEED, tuple(bots), (), 0, "", (), terms, ())
        self._steps = self._played(game, bots, state)
        self._positions: list[Position] = []

    def until(self, step: int) -> list[Position]:
        """Positions 0 to `step`, fewer if the match ends before."""
        self._positions += islice(self._steps, max(0, step + 1 - len(self._positions)))
        return self._positions[: step + 1]

    @staticmethod
    def _played(game: Game, bots: Sequence[str], state: Any) -> Iterator[Position]:
        minds = [game.bot(bot) for bot in bots]
        memories: list[dict[str, Any]] = [{} for _ in bots]
        events: Any = EventLog([])
        for step in count():
            pending = game.pending(state)
            yield Position(step, state, events, not pending)
            if not pending:
                return
            given = {
                one: minds[one].decide(game.view(state, one), seat_rng(SEED, step, one), memories[one])
                for one in pending
            }
            checked = {one: judged(game, state, one, step, orders)[0] for one, orders in given.items()}
            state, events = game.resolve(state, checked, step_rng(SEED, step + 1))


@cache
def _match(told: str) -> Match:
    """The match that begins as the JSON of [game, bots, options, scene, start] says."""
    import games

    game, bots, options, scene, start = json.loads(told)
    kind = games.get(game)
    if scene:
        one = next(one for lesson in kind.lessons for one in lesson.scenes if one.id == scene)
        return Match(kind, bots, *open_scene(kind, one))
    sea = staged_sea(start) if game == "deep_blue" and start else None
    chosen = {**options, **(start.get("options", {}) if start else {})}
    terms = open_table(kind, dict(sea.options if sea else chosen), len(bots), SEED)
    if sea:
        return Match(kind, bots, terms, sea.position(terms, len(bots), step_rng(SEED, 0)))
    if start:
        from games.frames.vectors import new_position

        return Match(kind, bots, terms, new_position(start))
    return Match(kind, bots, terms, kind.setup(terms, len(bots), step_rng(SEED, 0)))


def main() -> None:
    import django

    django.setup()
    for line in sys.stdin:
        told = {name: moment(**one) for name, one in json.loads(line).items()}
        print(json.dumps(told, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
