"""Which bots can sit at a table?"""

from __future__ import annotations

from typing import Any

from games.core.contract import Bot
from games.core.rng import Rng
from games.core.text import gettext_noop


def scatter(view: Any, rng: Rng, memory: dict[str, Any]) -> dict[str, Any]:
    """Bid nothing, take the first legal of some drawn birthplaces, then spread the saving over own cells by chance."""
    if view["phase"] == "auction":
        return {"bid": 0}
    width, height = view["map"]["width"], view["map"]["height"]
    if view["phase"] == "birthplaces":
        near, chosen = view["options"]["min_birth_distance"], view["auction"]["chosen"]
        while True:
            x, y = rng.randrange(width), rng.randrange(height)
            if all(abs(x - a) + abs(y - b) >= near for a, b in chosen) and view["map"]["rows"][y][x] != "~":
                return {"birthplace": [x, y]}
    own = [[x, y] for y in range(height) for x in range(width) if view["owners"][y][x] == str(view["you"])]
    count = min(3, len(own), view["options"]["campaign_limit"])
    size = view["me"]["saving"] // view["options"]["campaign_price"] // count if count else 0
    return {"campaigns": [{"at": rng.choice(own), "size": size} for _ in range(count)] if size else []}


BOTS: tuple[Bot, ...] = (
    Bot("easy", gettext_noop("Easy"), gettext_noop("Spreads its campaigns over its land by chance."), scatter),
)
