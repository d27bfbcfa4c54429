"""What was the position after step k? Stored steps as states of their game, kept in memory while they are asked for.

A stored step never changes, so a copy in this process is as good as the row. States are secret: only the referee and
the gate of the fog (`audience`, `replay`) may look inside.
"""

from __future__ import annotations

import hashlib
import json
import logging
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

import games
from games.core.clocks import Timing
from games.core.contract import Game, Json, State
from games.core.events import Event, EventLog
from lobby.matches.models import Match
from lobby.platform.storage.lru import ByteLRU
from lobby.store import archive, history, rows

KEPT = 10_000
KEPT_BYTES = settings.POSITIONS_MB * 1_000_000
"""Greatest number of positions in memory, and of bytes of their texts. The positions take up to eight times these bytes."""

PACKED_FROM = 512
"""Bytes of the shortest text that is compressed; for shorter ones preparing the compression costs more than it saves."""
_ZLIB = b"x"
"""The first byte of a zlib stream, and of no JSON text."""

log = logging.getLogger("fogbound.positions")


@dataclass(frozen=True)
class Position:
    """State `number`, the events that led to it and the orders of that step. Must not be changed."""

    number: int
    state: State
    events: EventLog
    """Audiences share these events."""
    orders: Mapping[int, Json]
    """Orders by seat of the step before; None for a seat that missed it. Empty for position 0."""
    pending: tuple[int, ...]
    """Seats that owe orders now."""
    timing: Timing
    """Clock and secret wait of the step that is due."""
    weight: int = 0
    """Bytes of the texts of state and events; the objects may take more."""


_memory: ByteLRU[tuple[str, int], Position] = ByteLRU(most_bytes=KEPT_BYTES, most=KEPT)


def game_of(match: Match) -> Game:
    """The game that `match` plays."""
    return games.get(match.game)


def position(match_id: str, number: int) -> Position:
    """Position `number` of a match. Raises Step.DoesNotExist if the match has not reached it."""
    kept = _memory.get((match_id, number))
    return remember(match_id, _load(match_id, number)) if kept is None else kept


def preload(matches: Iterable[Match]) -> None:
    """Read the newest position of each of these matches that is not in memory, all in one statement.

    A position that cannot be decoded is skipped; `position` raises the error later.
    """
    wanted = {match.id: match for match in matches if (match.id, match.step) not in _memory}
    for match_id, number, state, events, orders in rows.newest_steps(wanted):
        try:
            remember(match_id, _unpacked(game_of(wanted[match_id]), number, state, events, orders))
        except Exception:
            log.exception("match %s: position %s cannot be read", match_id, number)


def made(
    game: Game,
    number: int,
    state: State,
    events: Sequence[Event],
    orders: Mapping[int, Json],
    weight: int,
) -> Position:
    """Build a position as `position` returns it. `weight`: bytes of the texts of state and events."""
    return Position(number, state, EventLog.of(events), orders, tuple(game.pending(state)), game.timing(state), weight)


def remember(match_id: str, found: Position, *, behind: int | None = None) -> Position:
    """Cache a stored position, because it will be needed at once.

    `behind`: number of older steps that readers of a running match need; the position before those is dropped.
    """
    _memory.put((match_id, found.number), found, found.weight)
    if behind is not None:
        _memory.drop((match_id, found.number - behind - 1))
    return found


def forget() -> None:
    """Empty the cache; for tests, which change databases."""
    _memory.clear()
    archive.forget()
    rows.forget()


def read_uncached(match: Match, first: int, last: int) -> Iterator[Position]:
    """Positions `first` to `last`, read in batches and not cached: a replay would push running matches out of the cache."""
    for step in history.steps(match.pk, "state", "events", first=first, last=last):
        yield _unpacked(game_of(match), step.number, step.state, step.events, {})


def _load(match_id: str, number: int) -> Position:
    step = history.step(match_id, number)
    match = Match.objects.only("game").get(pk=match_id)
    return _unpacked(game_of(match), number, step.state, step.events, step.orders)


def _unpacked(
    game: Game, number: int, state: bytes | memoryview, events: bytes | memoryview, orders: Mapping[str, Json]
) -> Position:
    text, told = unpack_text(state), unpack_text(events)
    given = {int(seat): one for seat, one in orders.items()}
    return made(game, number, game.from_json(json.loads(text)), json.loads(told), given, len(text) + len(told))


def pack_text(text: bytes) -> bytes:
    """Canonical text in its stored form: compressed if it is long."""
    return text if len(text) < PACKED_FROM else zlib.compress(text, 6)


def unpack(stored: bytes | memoryview) -> Any:
    """The JSON value of a text that `pack_text` stored."""
    return json.loads(unpack_text(stored))


def unpack_text(stored: bytes | memoryview) -> bytes:
    """The text that `pack_text` stored."""
    text = bytes(stored)
    return zlib.decompress(text) if text.startswith(_ZLIB) else text


def canonical(value: Json) -> bytes:
    """Canonical text of a JSON value: sorted keys, no spaces."""
    return _canonical.encode(value).encode()


_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
"""Made once; `json.dumps` would make an encoder for every call."""


def digest(value: Json) -> str:
    """SHA-256 of the canonical text."""
    return digest_of_text(canonical(value))


def digest_of_text(text: bytes) -> str:
    """SHA-256 of canonical text."""
    return hashlib.sha256(text).hexdigest()
