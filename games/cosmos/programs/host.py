"""What the controller finds around it when a program of ours runs outside the sandbox: nothing is counted, nothing printed."""

from __future__ import annotations

from games.core.rng import stream as _cb_stream

__all__ = ["_cb_say", "_cb_spend", "_cb_stream"]


def _cb_spend(units: int) -> None:
    """Units are counted in the sandbox only (10.5)."""


def _cb_say(text: str) -> None:
    """Only hosted programs have a console."""
