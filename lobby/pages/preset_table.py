"""In what do the presets of a game differ from the game as it was designed? One table, made from the presets themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext

from games.core.contract import Game, Preset
from lobby.matches import words

ORIGINAL = "seed"
"""The preset with the rules of the original; a game of our own may have none."""
NAMED = 3
"""So many options are named on the card of the original."""


@dataclass(frozen=True)
class Cell:
    """The value of an option in one preset, in words."""

    text: str
    differs: bool
    """From the original."""


@dataclass(frozen=True)
class Row:
    """An option that is not the same in all presets; the original's value comes first."""

    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class PresetTable:
    """Presets and what they change. Texts in the language that was active."""

    presets: tuple[str, ...]
    """Names, the original's first."""
    rows: tuple[Row, ...]


def of(game: Game) -> PresetTable | None:
    """The table of a game; None without an original."""
    if ORIGINAL not in game.presets:
        return None
    presets = [game.presets[ORIGINAL], *(preset for key, preset in game.presets.items() if key != ORIGINAL)]
    every = [_whole(game, preset) for preset in presets]
    rows = []
    for option in game.options:
        values = [options[option.key] for options in every]
        if any(value != values[0] for value in values):
            cells = tuple(Cell(words.option_text(option, value), value != values[0]) for value in values)
            rows.append(Row(gettext(option.label), cells))
    return PresetTable(tuple(gettext(preset.label) for preset in presets), tuple(rows))


def changed(game: Game) -> str:
    """The options that other presets change, the weightiest by name, as a sentence for the card of the original."""
    table = of(game)
    # What most ways change weighs most; of equals what comes first among the options.
    rows = sorted(table.rows, key=lambda row: -sum(cell.differs for cell in row.cells)) if table else []
    if not rows:
        return ""
    options = pgettext("list", ", ").join(row.label for row in rows[:NAMED])
    more = len(rows) - NAMED
    if more <= 0:
        return gettext("Other ways to play change: %(options)s.") % {"options": options}
    words = ngettext(
        "Other ways to play change: %(options)s and %(count)d more.",
        "Other ways to play change: %(options)s and %(count)d more.",
        more,
    )
    return words % {"options": options, "count": more}


def _whole(game: Game, preset: Preset) -> dict[str, Any]:
    return {option.key: preset.options.get(option.key, option.default) for option in game.options}
