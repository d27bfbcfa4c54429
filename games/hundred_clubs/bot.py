"""Which built-in bots does Hundred Clubs have? Three levels, weakest first, then three characters; how each thinks is in `bots/`."""

from __future__ import annotations

from functools import partial

from games.core.contract import Bot
from games.core.text import gettext_noop
from games.hundred_clubs.bots.bridge_warden import BridgeWarden
from games.hundred_clubs.bots.character import decide
from games.hundred_clubs.bots.fox import Fox
from games.hundred_clubs.bots.president import President
from games.hundred_clubs.bots.street_stall import StreetStall

BOTS: tuple[Bot, ...] = (
    Bot(
        "easy",
        gettext_noop("Freshman"),
        gettext_noop(
            "Takes free land, spends little at a time, now and then quarrels, and fights back. For a first match."
        ),
        partial(decide, StreetStall(budget_pct=70, purse_pct=90, stands=True, temper_pct=20)),
        strength="easy",
    ),
    Bot(
        "medium",
        gettext_noop("Senior"),
        gettext_noop("Spends everything on land, guards its borders, seldom starts a fight."),
        partial(decide, StreetStall(fights=True)),
        strength="medium",
    ),
    Bot(
        "hard",
        gettext_noop("President"),
        gettext_noop("Strikes first, holds its borders, guesses what you do and keeps its capital out of reach."),
        partial(decide, President()),
        strength="hard",
    ),
    Bot(
        "street_stall",
        gettext_noop("Street Stall"),
        gettext_noop("The expander: land first, then guards on its roads."),
        partial(decide, StreetStall()),
    ),
    Bot(
        "bridge_warden",
        gettext_noop("Bridge Warden"),
        gettext_noop("The defender: fills a corner with few ways in, holds it, strikes late."),
        partial(decide, BridgeWarden()),
    ),
    Bot(
        "fox",
        gettext_noop("Fox"),
        gettext_noop("The diplomat: allies with the strong, takes from the weak, stabs when it pays."),
        partial(decide, Fox()),
    ),
)
