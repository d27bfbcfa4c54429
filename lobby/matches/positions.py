"""What was the position after step k? Stored steps as states of their game, kept in memory while they are asked for.

A stored step never changes, so that a copy in this process is as good as the row. States are secret: only the referee and
the doors of the fog (`audience`, `replay`) may look inside.
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
from games.core.contract import Game, Json, State, Timing
from games.core.events import Event, EventLog
from lobby.matches import rows
from lobby.matches.models import Match, Step
from lobby.matches.shelf import Shelf

KEPT = 10_000
KEPT_BYTES = settings.POSITIONS_MB * 1_000_000
"""Positions in memory, and how long their texts may be together, which is down to an eighth of what they take."""

READ_AT_ONCE = 50
"""Of a row of positions that is read in one go."""
PACKED_FROM = 512
"""Bytes of the shortest text that is compressed: making room for the work takes longer than the work on a short one."""
_ZLIB = b"x"
"""The first byte of a zlib stream, and of no JSON text."""

log = logging.getLogger("fogbound.positions")


@dataclass(frozen=True)
class Position:
    """State `number`, the events that led to it and the orders they came from. Never to be changed."""

    number: int
    state: State
    events: EventLog
    """Shared by all audiences that hear them."""
    orders: Mapping[int, Json]
    """Orders per seat of the step before; None for a seat that missed it. Empty for number 0."""
    pending: tuple[int, ...]
    """Seats that owe orders now."""
    timing: Timing
    """How long they have, and by which clock."""
    weight: int = 0
    """Bytes of the texts of the state and of the events, which may take more."""


_memory: Shelf[tuple[str, int], Position] = Shelf(most_bytes=KEPT_BYTES, most=KEPT)


def game_of(match: Match) -> Game:
    """The game that `match` plays."""
    return games.get(match.game)


def position(match_id: str, number: int) -> Position:
    """Position `number` of a match; Step.DoesNotExist when it has not been reached."""
    kept = _memory.get((match_id, number))
    return remember(match_id, _load(match_id, number)) if kept is None else kept


def preload(matches: Iterable[Match]) -> None:
    """Read the newest position of each of these matches that is not in memory, all in one statement.

    One that cannot be understood is left to whoever asks for it.
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
    """A position as `position` gives it, whose state and events are texts of that many bytes."""
    return Position(number, state, EventLog.of(events), orders, tuple(game.pending(state)), game.timing(state), weight)


def remember(match_id: str, found: Position, *, behind: int | None = None) -> Position:
    """Keep a position that is stored: it will be asked for at once.

    `behind`: how many steps back anybody looks while the match goes on; the position before those makes room.
    """
    _memory.put((match_id, found.number), found, found.weight)
    if behind is not None:
        _memory.drop((match_id, found.number - behind - 1))
    return found


def forget() -> None:
    """Empty the memory: for tests, whose databases come and go."""
    _memory.clear()
    rows.forget()


def read_apart(match: Match, first: int, last: int) -> Iterator[Position]:
    """Positions `first` to `last`, read in one go and kept nowhere: those of a replay would push out of memory what is being played."""
    steps = Step.objects.filter(match=match, number__gte=first, number__lte=last).order_by("number")
    for number, state, events in steps.values_list("number", "state", "events").iterator(chunk_size=READ_AT_ONCE):
        yield _unpacked(game_of(match), number, state, events, {})


def _load(match_id: str, number: int) -> Position:
    step = Step.objects.select_related("match").defer("match__options").get(match_id=match_id, number=number)
    return _unpacked(game_of(step.match), number, step.state, step.events, step.orders)


def _unpacked(
    game: Game, number: int, state: bytes | memoryview, events: bytes | memoryview, orders: Mapping[str, Json]
) -> Position:
    text, told = unpack_text(state), unpack_text(events)
    given = {int(seat): one for seat, one in orders.items()}
    return made(game, number, game.from_json(json.loads(text)), json.loads(told), given, len(text) + len(told))


def pack_text(text: bytes) -> bytes:
    """Canonical text as it is stored: compressed if it is long."""
    return text if len(text) < PACKED_FROM else zlib.compress(text, 6)


def unpack(stored: bytes | memoryview) -> Any:
    """The JSON whose canonical text `pack_text` was given."""
    return json.loads(unpack_text(stored))


def unpack_text(stored: bytes | memoryview) -> bytes:
    """The text that `pack_text` was given."""
    text = bytes(stored)
    return zlib.decompress(text) if text.startswith(_ZLIB) else text


def canonical(value: Json) -> bytes:
    """The one text of a JSON value: sorted keys, no spaces."""
    return _canonical.encode(value).encode()


_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
"""`json.dumps` would make one for every call."""


def digest(value: Json) -> str:
    """SHA-256 of the canonical text."""
    return digest_of_text(canonical(value))


def digest_of_text(text: bytes) -> str:
    """SHA-256 of canonical text."""
    return hashlib.sha256(text).hexdigest()
