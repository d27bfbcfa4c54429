"""Which built-in bots does Frames have? Three levels, weakest first; how each thinks is in `bots/` (16)."""

from __future__ import annotations

from functools import partial

from games.core.contract import Bot
from games.core.text import gettext_noop
from games.frames.bots import cadet, officer
from games.frames.bots.values import Style

BOTS: tuple[Bot, ...] = (
    Bot("easy", gettext_noop("Cadet"), gettext_noop("Does something legal, whatever it is."), cadet.decide),
    Bot(
        "medium",
        gettext_noop("Lieutenant"),
        gettext_noop("Shoots at what it can hit best and plays all its cards, but neither runs nor fears a raid."),
        partial(officer.decide, Style(runs=False, guard=0.0)),
    ),
    Bot(
        "hard",
        gettext_noop("Commander"),
        gettext_noop("Runs for your warship besides, and stops those who run for its own."),
        partial(officer.decide, Style(runs=True, guard=1.0)),
    ),
)
