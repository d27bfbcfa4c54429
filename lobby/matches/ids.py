"""What is the id of a match, and which cell stores it? The id begins with a bucket. The buckets of a large site are divided among cells.

A cell is a site with a database of its own (docs/scale.md). It draws ids only from its buckets, so a proxy, for example, can tell
the cell from the id alone.
"""

from __future__ import annotations

import secrets

from django.conf import settings

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Characters that are easy to read aloud."""
LENGTH = 10
BUCKET = 2
"""Characters of a bucket; 961 buckets exist."""


def new_match_id() -> str:
    """A new id in one of the buckets of this cell. With all buckets it has 49 random bits, so that nobody can guess a match by link."""
    start = secrets.choice(settings.MATCH_BUCKETS) if settings.MATCH_BUCKETS else ""
    return start + "".join(secrets.choice(ALPHABET) for _ in range(LENGTH - len(start)))


def bucket_of(match_id: str) -> str:
    """The bucket of a match, which never changes."""
    return match_id[:BUCKET]
