"""How does a notice come into being? As a row in the transaction of what it tells: if that is undone, nobody hears of it.

Whoever writes it needs to know nothing of ways and wishes: `routing` finds the row and puts deliveries into the outbox.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from lobby.notices.models import Notice
from lobby.platform.process import metrics
from lobby.store import wake

Kind = Notice.Kind


@dataclass(frozen=True, slots=True)
class News:
    """What one person should know. `about` tells it from other news of the same kind: the person gets it once."""

    user_id: int
    kind: Notice.Kind
    about: str
    match_id: str | None = None
    step: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)


def write(news: Collection[News]) -> None:
    """Store these news, without those that their people have already. Call it inside the transaction of what they tell.

    Open pages hear of those of a match by the wake-up call of the match; `tell` is for others.
    """
    if not news:
        return
    rows = [
        Notice(
            user_id=one.user_id,
            kind=one.kind,
            key=f"{one.kind}:{one.about}",
            match_id=one.match_id,
            step=one.step,
            data=dict(one.data),
        )
        for one in news
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    for one in news:
        metrics.NOTICES.labels(one.kind).inc()


def tell(news: Collection[News]) -> None:
    """`write`, and call open pages of these people after the commit."""
    write(news)
    for user_id in {one.user_id for one in news}:
        wake.publish_soon(call_of(user_id))


_PREFIX = "person-"


def call_of(user_id: int) -> str:
    """What a wake-up call carries that is about the notices of a person. Ids of matches have no hyphen."""
    return f"{_PREFIX}{user_id}"


def called(any_id: str) -> int | None:
    """The person whom a wake-up call is about; None if it is about a match or a trial."""
    return int(any_id.removeprefix(_PREFIX)) if any_id.startswith(_PREFIX) else None
