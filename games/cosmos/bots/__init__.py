"""How the built-in bots think. The easy one is a program over the controller of chapter 10.2; the others steer a whole seat by its view."""

from __future__ import annotations

from games.cosmos.programs.prelude import text_of


def program_text() -> str:
    """The program of the easy bot as a person could hand it in."""
    return text_of(__name__, "drifter")
