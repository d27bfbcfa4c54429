"""Which built-in bots does Frames have? Three levels, weakest first; how each thinks is in `bots/` (16)."""

from __future__ import annotations

from games.core.contract import Bot
from games.core.text import gettext_noop
from games.frames.bots import cadet

BOTS: tuple[Bot, ...] = (
    Bot("easy", gettext_noop("Cadet"), gettext_noop("Does something legal, whatever it is."), cadet.decide),
)
