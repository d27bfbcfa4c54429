"""Marks the texts of a game for translation; the platform translates them, an engine never does."""

from __future__ import annotations


def gettext_noop(text: str) -> str:
    """Return `text` unchanged; the name tells the extractor that a player will see it."""
    return text
