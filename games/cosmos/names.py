"""What are planets and ships called? By names that follow from their ids, of which every range of 90,000 has different ones, and nothing else.

What is in sight has its name, whoever sees it; an id tells nothing of what else there is (`ids`), and so does its name.
"""

from __future__ import annotations

from typing import Any

from games.core.names import SKY, Book, composed


def names(view: Any, key: str) -> dict[str, Book]:
    """Names of planets and ships by their ids. See `Game.names`."""
    return {"entities": composed(key, "entities", *SKY)}
