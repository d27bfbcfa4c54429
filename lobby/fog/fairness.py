"""How can people know that nobody chose the luck of their match? A fingerprint of its seed is shown from the start, the seed at the end.

The map, the dice and every draw of a match follow from its seed (`games.core.rng`). The seed is drawn when the table opens. Its fingerprint
(SHA-256) says nothing about it, because the seed has 128 random bits; another seed has another fingerprint.
"""

from __future__ import annotations

import hashlib
import hmac

from lobby.fog import audience
from lobby.matches.models import Match


def seed_text(match_id: str, seed: str) -> str:
    """What the fingerprint is taken of. With the id of the match in it, no list of fingerprints serves for another match."""
    return f"fogbound:{match_id}:{seed}"


def seed_hash(match_id: str, seed: str) -> str:
    """The fingerprint, 64 hexadecimal digits."""
    return hashlib.sha256(seed_text(match_id, seed).encode()).hexdigest()


def fits(match_id: str, seed: str, promised: str) -> bool:
    """True if that seed has the promised fingerprint; capitals and spaces around it make no difference."""
    return hmac.compare_digest(seed_hash(match_id, seed), promised.strip().lower())


def revealed_seed(match: Match) -> str | None:
    """The seed once nothing of the match is hidden any more, else None."""
    return match.seed if audience.is_over(match) else None
