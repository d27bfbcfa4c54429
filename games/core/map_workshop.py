"""What have the map workshops of all games in common? Their name and address, the form of their description, and faults with words for fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

from games.core.contract import Json, Reading, Workshop
from games.core.drawing import Drawing, Grid, described
from games.core.text import Phrase, gettext_noop, phrase

NUMBERED = gettext_noop("%(what)s %(number)s")
"""One of several things of a kind, as people are told of it."""
SAID = gettext_noop("%(what)s: %(text)s")


def own_layout(document: Json) -> Reading:
    """A map in the game's own layout, as it is: what is wrong with it `Workshop.judge` says."""
    return Reading(document, (), ())


MapWorkshop = partial(
    Workshop,
    word="maps",
    name=gettext_noop("Maps"),
    one=gettext_noop("Map"),
    help=gettext_noop("Draw maps of your own, keep them on your account, share them, and play on them."),
    option="map",
    read=own_layout,
)
"""A workshop whose builds are maps, for the option `map` of a table; texts are in the game's own layout, unless it has `read`."""


def description(
    drawing: Drawing | Grid, empty: Mapping[str, Json], ready: Mapping[str, str], build: Callable[[str], Json]
) -> dict[str, Json]:
    """`Workshop.describe` of maps: how they are drawn, an empty one, and those to begin with (id → name, id → map)."""
    maps = [{"id": key, "name": name, "text": [], "build": build(key)} for key, name in ready.items()]
    return {"drawing": described(drawing), "empty": {**empty}, "ready": maps, "targets": []}


def titled(build: Json, nameless: str) -> Json:
    """A map with the name `nameless` if it has an empty one, as a map has on the drawing board."""
    return {**build, "name": nameless} if isinstance(build, dict) and build.get("name") == "" else build


def field_words(path: str, labels: Mapping[str, str]) -> Phrase:
    """What the field is called that a path ends with; as it is written, if it has no words."""
    names = [one for one in re.split(r"[.\[\]]+", path) if one and not one.isdigit()]
    label = labels.get(names[-1]) if names else None
    return phrase(label) if label else phrase("%(name)s", name=[path, path])
