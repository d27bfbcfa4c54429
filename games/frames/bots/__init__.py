"""Which built-in bots does Frames have? Three levels, weakest first; how each thinks is in `bots/` (16)."""

from __future__ import annotations

from functools import partial

from games.core.contract import Bot
from games.core.text import gettext_noop
from games.frames.bots import cadet, officer
from games.frames.bots.values import Style

BOTS: tuple[Bot, ...] = (
    Bot(
        "easy",
        gettext_noop("Cadet"),
        gettext_noop(
            "Uses all its action points, mostly shoots at a runner near its ship, and sees of its orders only what they give at once."
        ),
        cadet.decide,
        strength="easy",
    ),
    Bot(
        "medium",
        gettext_noop("Lieutenant"),
        gettext_noop(
            "Shoots at what it can hit best from where it stands, but never runs, fears raiders too little and forgets the end of the match."
        ),
        partial(officer.decide, Style(runs=False, guard=0.2, deep=False, whim=0.5, caution=0.8, shots=0.7)),
        strength="medium",
    ),
    Bot(
        "hard",
        gettext_noop("Commander"),
        gettext_noop(
            "Chooses the way to win that suits its fleet, runs for your warship, and reckons with your shields and the last round."
        ),
        partial(officer.decide, Style(runs=True, guard=1.0, card=20.0)),
        strength="hard",
    ),
)
