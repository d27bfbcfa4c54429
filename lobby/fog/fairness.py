"""How can people know that nobody chose the luck of their match? A fingerprint of its seed is shown from the start, the seed at the end.

The map, the dice and every draw of a match follow from its seed (`games.core.rng`), and so does the lot for the seats, with the order in which
all sat at the table. The seed is drawn when the table opens. Its fingerprint (SHA-256) says nothing about it, because the seed has 128 random
bits; another seed has another fingerprint.
"""

from __future__ import annotations

import hashlib
import hmac

from lobby.fog import audience
from lobby.matches.models import Match, Seat


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


def entered(match: Match) -> list[Seat]:
    """The seats in the order that the lot uses: that of the table, before the seats were drawn.

    Empty where no lot was drawn from the seed, and while it would tell who sits where.
    """
    if match.status == Match.Status.OPEN:
        return sorted(match.seats.all(), key=lambda seat: seat.number)
    if audience.hides_names(match) or not has_lot(match):
        return []
    return sorted(match.seats.all(), key=lambda seat: seat.entry or 0)


def has_lot(match: Match) -> bool:
    """True if the seats of a match that has begun were drawn from its seed."""
    return all(seat.entry is not None for seat in match.seats.all())


def lot(match: Match) -> list[int] | None:
    """The seat of each in that order, of a match that is over; null where no lot was drawn, or names are hidden."""
    return [seat.number for seat in entered(match)] or None
