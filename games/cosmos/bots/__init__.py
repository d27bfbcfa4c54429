"""The built-in bots as programs over the controller of chapter 10.2, in the sandbox's subset of Python: people may read and run them."""

from __future__ import annotations

from games.cosmos.programs.prelude import text_of

_MODULES = {
    "easy": ("drifter",),
    "medium": ("walking", "bursts", "mining", "steward"),
    "hard": ("walking", "bursts", "mining", "gossip", "bidding", "warden"),
}


def program_text(bot: str) -> str:
    """The program of a built-in bot as a person could hand it in; KeyError for a bot that does not exist."""
    return text_of(__name__, *_MODULES[bot])
