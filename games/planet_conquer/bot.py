"""Which built-in bots does Planet Conquer have? Three, weakest first; how each thinks is in `bots/`."""

from __future__ import annotations

from games.core.contract import Bot
from games.core.text import gettext_noop
from games.planet_conquer.bots import easy, hard, medium

BOTS: tuple[Bot, Bot, Bot] = (
    Bot(
        "easy",
        gettext_noop("Cadet"),
        gettext_noop("Attacks its weakest neighbour, never defends. For a first match."),
        easy.decide,
        strength="easy",
    ),
    Bot(
        "medium",
        gettext_noop("Captain"),
        gettext_noop("Reckons with what it sees: defends, expands, joins forces, uses the common tactics."),
        medium.decide,
        strength="medium",
    ),
    Bot(
        "hard",
        gettext_noop("Admiral"),
        gettext_noop("Plays many plans ahead before it chooses and uses every tactic."),
        hard.decide,
        strength="hard",
    ),
)
