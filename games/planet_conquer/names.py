"""What are the planets of a match called? As their map calls them; those that it knows by their keys alone have names of this match."""

from __future__ import annotations

import re
from typing import Any

from games.core.names import SKY, Book, Name, called, composed, named, shuffled

LIKE_A_KEY = re.compile(r"[A-Za-z]?\d*", re.ASCII)


def names(view: Any, key: str) -> dict[str, Book]:
    """Names of planets by their ids. See `Game.names`. Of two planets with one name in the map the second gets another."""
    first, _, last = SKY
    worlds = composed(key, "planets", first, last)
    drawn = (called(worlds, number) for number in shuffled(key, "numbers", range(len(first) * len(last))))
    taken = {planet["name"].casefold() for planet in view["map"]["planets"]}
    free = (name for name in drawn if not taken & {text.casefold() for text in name})
    found: dict[int, Name] = {}
    kept: set[str] = set()
    for id_, planet in enumerate(view["map"]["planets"]):
        own = planet["name"]
        if own == planet["key"] or LIKE_A_KEY.fullmatch(own) or own.casefold() in kept:
            found[id_] = next(free)
        else:
            found[id_] = [own, own]
            kept.add(own.casefold())
    return {"planets": named(found)}
