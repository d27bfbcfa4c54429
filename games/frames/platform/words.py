"""Which messages does the browser put together itself? All that stand in cards, choices, forecasts, windows and the workshop (`Game.words`)."""

from __future__ import annotations

from games.frames.advice import WORDS as ADVICE
from games.frames.catalogue import WORDS as CATALOGUE
from games.frames.choices import WORDS as CHOICES
from games.frames.forecast import WORDS as FORECAST
from games.frames.harm import WORDS as HARM
from games.frames.keywords import WORDS as KEYWORDS
from games.frames.labels import WORDS as LABELS
from games.frames.orders.blocked import WORDS as BLOCKED
from games.frames.orders.hand import WORDS as HAND
from games.frames.orders.plan_parts import WORDS as PLAN_PARTS
from games.frames.orders.turn import WORDS as TURN
from games.frames.origins import WORDS as ORIGINS
from games.frames.refusals import WORDS as REFUSALS
from games.frames.texts import WORDS as TEXTS
from games.frames.workshop import WORDS as WORKSHOP

PARTS = (
    TEXTS,
    KEYWORDS,
    CATALOGUE,
    ORIGINS,
    LABELS,
    PLAN_PARTS,
    HAND,
    HARM,
    ADVICE,
    REFUSALS,
    BLOCKED,
    CHOICES,
    FORECAST,
    TURN,
    WORKSHOP,
)

WORDS = tuple(dict.fromkeys(message for part in PARTS for message in part))
"""Each once."""
