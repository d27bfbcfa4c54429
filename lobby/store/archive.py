"""What is kept of the steps and orders of an old match? One compressed text: a row of the database, later a file of the archive.

The file is text, compressed with xz as a whole, because each position resembles the one before. Its first line is a JSON object:
`steps` has [time, orders, scores] of each step, and `orders` has [step, seat, revision, ready, by, time] of each row, followed by
the orders themselves unless they are those that were played. A time is the number of microseconds since the time before it in the same
list. Then there is one line for the state of each step, and one for the events of each.

Positions are kept although orders lead to them, because a later release plays by other rules.
A file never changes. Its name contains a digest of its text.
"""

from __future__ import annotations

import hashlib
import json
import logging
import lzma
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

from lobby.matches.errors import Unavailable
from lobby.matches.models import Match, Orders, Packed, Step
from lobby.platform.storage.lru import ByteLRU

log = logging.getLogger("fogbound.archive")

FORMAT = 1
"""Version of the file's format."""
PLACE = "archive"
"""The name of the storage in Django's settings."""
ROW = "packed"
"""What comes before the slash in the name of a text that is a row of the database."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TICK = timedelta(microseconds=1)
_MOST_WINDOW = 1 << 23
"""Bytes of text in which the compression finds repetitions: a hundred positions and more. Compressing takes twelve times the memory."""
_LEAST_WINDOW = 1 << 16
_DIGEST = 16
"""Hexadecimal digits of the digest in a file's name."""


class Unreadable(Unavailable):
    """The file of an archived match is missing or damaged, or the place where it lies does not answer."""

    text = _("This match is in the archive, which cannot be read now. Please try again later.")


@dataclass(frozen=True)
class Kept:
    """Steps and orders of a match as they were in the tables, without their ids. Must not be changed."""

    steps: Sequence[Step]
    """By number, from 0. States and events are not compressed."""
    orders: Sequence[Orders]
    """By step, revision and seat."""


_KEPT: ByteLRU[str, Kept] = ByteLRU(most_bytes=24_000_000, most=200)
"""File → its content, because a replay asks for one position after the other."""


def of(match_id: str) -> Kept | None:
    """What the archive keeps of the match; None if the match is not there. Raises Unreadable."""
    name = _name_of(match_id)
    while name:
        try:
            return read(name)
        except Unreadable as error:
            before, name = name, _name_of(match_id)
            # Otherwise it has moved just now.
            if name == before:
                log.error("%s in the archive cannot be read: %s", name, error.__cause__ or "it is damaged")
                raise
    return None


def read(name: str) -> Kept:
    """The content of a file or row. Raises Unreadable."""
    kept = _KEPT.get(name)
    if kept is None:
        content = text_of(name)
        kept = decoded(content)
        _KEPT.put(name, kept, len(content))
    return kept


def text_of(name: str) -> bytes:
    """The text of a file or row, compared with the digest in its name. Raises Unreadable."""
    try:
        content = lzma.decompress(_stored(name))
    except DatabaseError:
        raise
    except Exception as error:  # each kind of storage has exceptions of its own
        raise Unreadable from error
    if _digest(content) not in name:
        raise Unreadable
    return content


def row_name(match: Match, content: bytes) -> str:
    """By which the match names its row with this text."""
    return f"{ROW}/{match.pk}-{_digest(content)}"


def put(match: Match, content: bytes) -> str:
    """Store the text of a match, unless it is stored already; returns the name of its file. Raises Unreadable if it cannot be read again."""
    assert match.finished_at is not None
    name = f"{match.finished_at:%Y/%m}/{match.pk}-{_digest(content)}.xz"
    if not _is_stored(name):
        try:
            place = _place()
            # Only what is damaged: another process may have stored it just now, and its match name it.
            if place.exists(name) and not _is_stored(name):
                place.delete(name)
            saved = place.save(name, ContentFile(compressed(content)))
            if saved != name:
                # Another process was quicker, and the storage chose another name.
                place.delete(saved)
        except Exception as error:
            raise Unreadable from error
        text_of(name)
    return name


def encoded(
    match: Match, steps: Sequence[Step], orders: Iterable[Orders], texts: Sequence[tuple[bytes, bytes]]
) -> bytes:
    """The text for these steps, from number 0, and orders. `texts`: the uncompressed state and events of each step."""
    played = [{seat: json_text(given) for seat, given in step.orders.items()} for step in steps]
    moments, received = _Deltas(), _Deltas()
    rows = []
    for row in sorted(orders, key=lambda row: (row.step, row.revision, row.seat)):
        entry: list[Any] = [row.step, row.seat, row.revision, row.ready, row.by, received.since(row.created_at)]
        after = row.step + 1
        if after >= len(played) or played[after].get(str(row.seat)) != json_text(row.orders):
            entry.append(row.orders)
        rows.append(entry)
    head = {
        "format": FORMAT,
        "match": match.pk,
        "game": match.game,
        "rules_version": match.rules_version,
        "steps": [[moments.since(step.created_at), step.orders, step.scores] for step in steps],
        "orders": rows,
    }
    lines = [json_text(head).encode(), *(state for state, _ in texts), *(events for _, events in texts)]
    return b"\n".join(lines)


def decoded(content: bytes) -> Kept:
    """The reverse of `encoded`."""
    first, *texts = content.split(b"\n")
    head = json.loads(first)
    moments, received = _Times(), _Times()
    steps = [
        Step(
            match_id=head["match"],
            number=number,
            state=texts[number],
            events=texts[len(head["steps"]) + number],
            orders=orders,
            digest=hashlib.sha256(texts[number]).hexdigest(),
            scores=scores,
            created_at=moments.after(ticks),
        )
        for number, (ticks, orders, scores) in enumerate(head["steps"])
    ]
    rows = [
        Orders(
            match_id=head["match"],
            step=step,
            seat=seat,
            revision=revision,
            orders=own[0] if own else steps[step + 1].orders[str(seat)],
            ready=ready,
            by=by,
            created_at=received.after(ticks),
        )
        for step, seat, revision, ready, by, ticks, *own in head["orders"]
    ]
    return Kept(steps, rows)


def compressed(content: bytes) -> bytes:
    """A text as it is stored."""
    window = min(_MOST_WINDOW, max(_LEAST_WINDOW, 1 << len(content).bit_length()))
    # `pb=0` suits text.
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": window, "pb": 0}]
    return lzma.compress(content, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, filters=filters)


def forget() -> None:
    """Empty the cache; for tests."""
    _KEPT.clear()


class _Deltas:
    """Times as the number of microseconds since the one before."""

    def __init__(self) -> None:
        self._last = _EPOCH

    def since(self, at: datetime) -> int:
        ticks = (at - self._last) // _TICK
        self._last = at
        return ticks


class _Times:
    """The reverse of `_Deltas`."""

    def __init__(self) -> None:
        self._last = _EPOCH

    def after(self, ticks: int) -> datetime:
        self._last += ticks * _TICK
        return self._last


def json_text(value: Any) -> str:
    """JSON with keys in the given order, which is that of the download of a match."""
    return json.dumps(value, separators=(",", ":"))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:_DIGEST]


def _name_of(match_id: str) -> str:
    return Match.objects.filter(pk=match_id).values_list("archived_as", flat=True).first() or ""


def _stored(name: str) -> bytes:
    folder, _, rest = name.partition("/")
    if folder == ROW:
        return bytes(Packed.objects.values_list("text", flat=True).get(match_id=rest.partition("-")[0]))
    with _place().open(name) as file:
        content: bytes = file.read()
        return content


def _place() -> Storage:
    return storages[PLACE]


def _is_stored(name: str) -> bool:
    try:
        text_of(name)
    except Unreadable:
        return False
    return True
