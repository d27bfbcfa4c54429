"""With which seed were the options of a match made, and with which is it played once more?"""

from __future__ import annotations

from typing import Any

import games
from games.core.path import preset_of
from games.core.simulate import open_table
from lobby.matches.models import Match

MOST_REMATCHES = 20
"""How far back the first match of a row is looked for."""


def opened_with(match: Match) -> str:
    """The seed with which the table's options were made: a rematch has those of the match before, unless its own seed has drawn others."""
    for _ in range(MOST_REMATCHES):
        if match.rematch_of is None or match.rematch_of.options != match.options:
            break
        match = match.rematch_of
    return match.seed


def way(match: Match, seats: int) -> str | None:
    """The preset that the match is played with, unchanged; None: it has options of its own, or its game is no longer there."""
    if match.game not in games.GAMES:
        return None
    return preset_of(games.get(match.game), match.options, seats, opened_with(match))


def drawn_anew(match: Match, seats: int, seed: str) -> dict[str, Any] | None:
    """Options of the same preset as a table with that seed gets them, with a map of its own where maps are drawn; None: it was of no preset."""
    preset = way(match, seats)
    if preset is None:
        return None
    game = games.get(match.game)
    return open_table(game, dict(game.presets[preset].options), seats, seed)
