"""Recorded whole matches, one file a game: options, seed, orders, digests of every state and of what everyone saw; and of each version of
the rules a position in the middle, as a match that ran when the next release came.

A change that alters any byte of a match shows here. Is the change meant: raise the game's RULES_VERSION and record
anew with `python -m tests.games.playthroughs <game>`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.core.contract import Game
from games.core.errors import OptionError
from games.core.events import PUBLIC, REFEREE, filter_for
from games.core.simulate import match_seed, open_table, play, replay, rotated

FOLDER = Path(__file__).parent
MATCHES = 2
SHORTER = {"cosmos": {"rounds": 60}}
"""Options of games whose matches are too long to keep whole."""


def digest(value: Any) -> str:
    """Sixteen hex digits that change with any byte of the value's canonical JSON."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]


def seen(game: Game, match: dict[str, Any]) -> Iterator[list[str]]:
    """Per step: digest of the state, then of view and events of each seat, of the public and of the referee."""
    orders = [{int(seat): given for seat, given in step.items()} for step in match["orders"]]
    audiences = [*range(match["seats"]), PUBLIC, REFEREE]
    for _, state, events in replay(game, match["options"], match["seats"], match["seed"], orders):
        yield [digest(game.to_json(state))] + [
            digest([game.view(state, audience), filter_for(events, audience)]) for audience in audiences
        ]


def record(game: Game, earlier: list[dict[str, Any]]) -> dict[str, Any]:
    """Matches between the game's bots of all levels, at the fewest and the most seats of its options; and their positions after those of `earlier`
    versions of the rules."""
    matches, options = [], SHORTER.get(game.id, {})
    seats_allowed = [seats for seats in game.seats if _starts(game, options, seats)]
    for number, seats in enumerate((seats_allowed[0], seats_allowed[-1])[:MATCHES]):
        seed = match_seed(f"playthrough-{game.id}", number)
        bots = rotated([game.bots[seat % len(game.bots)] for seat in range(seats)], number)
        played = play(game, open_table(game, options, seats, seed), seats, bots, seed)
        match: dict[str, Any] = {
            "seats": seats,
            "options": played.options,
            "seed": seed,
            "orders": [{str(seat): given for seat, given in step.items()} for step in played.orders],
            "ranks": list(played.ranks),
        }
        match["seen"] = list(seen(game, match))
        matches.append(match)
    kept = [one for one in earlier if one["rules_version"] != game.rules_version]
    return {
        "game": game.id,
        "rules_version": game.rules_version,
        "matches": matches,
        "positions": [*kept, position(game, matches[0])],
    }


def position(game: Game, match: dict[str, Any]) -> dict[str, Any]:
    """The position in the middle of a recorded match, with what the site stores beside it."""
    middle = len(match["orders"]) // 2
    orders = [{int(seat): given for seat, given in step.items()} for step in match["orders"][:middle]]
    *_, (_, state, _) = replay(game, match["options"], match["seats"], match["seed"], orders)
    kept = {name: match[name] for name in ("seats", "options", "seed")}
    return {"rules_version": game.rules_version, **kept, "step": middle, "state": game.to_json(state)}


def _starts(game: Game, options: dict[str, Any], seats: int) -> bool:
    try:
        game.check_options(options, seats)
    except OptionError:
        return False
    return True
