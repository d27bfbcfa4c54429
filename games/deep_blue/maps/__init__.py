"""Which maps come with the game (16)? `parse` checks what a table brings along, `chart` holds what the engine asks of a map."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

from games.core.text import gettext_noop
from games.deep_blue.maps.chart import Chart, chart_of, rect_of
from games.deep_blue.maps.parse import faults_of, read_map

BUILT_IN: dict[str, str] = {
    "pocket_sound": gettext_noop("Pocket Sound (20×20)"),
    "far_lights": gettext_noop("Far Lights (24×24)"),
    "outposts": gettext_noop("Outposts (24×24)"),
    "grey_banks": gettext_noop("Grey Banks (24×24, haze)"),
    "mirror_cove": gettext_noop("Mirror Cove (24×24)"),
    "four_isles": gettext_noop("Four Isles (32×32)"),
    "twin_straits": gettext_noop("Twin Straits (40×40)"),
    "broken_shelf": gettext_noop("Broken Shelf (48×48)"),
    "grand_archipelago": gettext_noop("Grand Archipelago (60×60)"),
    "open_ocean": gettext_noop("Open Ocean (80×80)"),
}
"""Id and label, in the order in which lobbies list them."""
SMALL = ("far_lights", "outposts", "grey_banks")
"""Charts for matches of some 16 rounds, of which one may be drawn: no gun reaches a free island from where a spread fleet begins (16)."""


@cache
def built_in(name: str) -> Chart:
    """A map that comes with the game; KeyError if there is none of that name."""
    if name not in BUILT_IN:
        raise KeyError(name)
    text = resources.files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return chart_of(read_map(document))


__all__ = ["BUILT_IN", "SMALL", "Chart", "built_in", "chart_of", "faults_of", "read_map", "rect_of"]
