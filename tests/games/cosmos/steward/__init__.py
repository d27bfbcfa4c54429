"""A whole program in the sandbox's subset, as a person might write it after some evenings; the sandbox is tried and measured with it."""

from __future__ import annotations

from games.cosmos.programs import native
from games.cosmos.programs.prelude import text_of
from tests.games.cosmos.steward import captain

PROGRAM: native.Program = captain.PROGRAM
TEXT = text_of(__name__, "walking", "bursts", "mining", "captain")
"""The same as a person could hand it in."""
