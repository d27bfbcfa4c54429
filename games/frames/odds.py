"""How good is an attack, by what everybody may know? Chapter 6.7; used for `any` in plans and by the bots."""

from __future__ import annotations


def land(hit: int, evade: int) -> float:
    """Probability that a shot lands (6.7)."""
    return min(20, max(0, hit)) / 20 * (1 - min(20, max(0, evade)) / 20)
