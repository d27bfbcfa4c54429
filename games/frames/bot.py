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
        gettext_noop(
            "Shoots at what it can hit best and stands in the way of raiders, but never runs itself and forgets the end of the match."
        ),
        partial(officer.decide, Style(runs=False, guard=0.6, deep=False, whim=0.5)),
    ),
    Bot(
        "hard",
        gettext_noop("Commander"),
        gettext_noop(
            "Chooses the way to win that suits its fleet, runs for your warship, and reckons with your shields and the last round."
        ),
        partial(officer.decide, Style(runs=True, guard=1.0)),
    ),
)
