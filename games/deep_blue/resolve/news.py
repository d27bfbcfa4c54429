"""Who hears of what, and what is left out for whom (10)? Events are noted while the round runs and addressed at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.core.events import Event
from games.deep_blue.board import Board, Rect
from games.deep_blue.constants import SEATS
from games.deep_blue.sight import Sight
from games.deep_blue.state import State

Json = Any
Spot = tuple[int, "int | Rect"]
"""A layer and a cell number or a building's rectangle."""


@dataclass(slots=True)
class Note:
    """Something that happened, told in full to `full`; others hear of it if they see a watched spot."""

    body: dict[str, Json]
    full: set[int]
    watched: Sequence[Spot] = ()
    source: Spot | None = None
    """Of strikes: where the attacker stands."""
    goal: Spot | None = None
    """Of strikes: where it went."""
    splashed: Sequence[tuple[int, int | None, Spot]] = ()
    """Of strikes: id, owner and place of what the splash hit."""
    versions: dict[int, dict[str, Json]] = field(default_factory=dict)
    """Of what each seat hears in words of its own."""


def address(notes: list[Note], board: Board, seen: Sight, moved: Sight, state: State) -> list[Event]:
    """Events in the order in which they happened. `seen`: at any time of the round; `moved`: after the attack phase or later."""
    events: list[Event] = []
    for note in notes:
        full = sorted(note.full)
        told: list[tuple[int, dict[str, Json]]] = []
        for seat in range(SEATS):
            if seat not in note.full:
                body = _for_others(note, seat, board, moved if note.body["type"] == "move" else seen)
                if body is note.body:
                    full.append(seat)
                elif body is not None:
                    told.append((seat, body))
        _forget_dead(note, full, told, state)
        events.append({**note.body, "to": sorted(full)})
        events.extend({**body, "to": [seat], "redacted": True} for seat, body in told)
    return events


def _forget_dead(note: Note, full: list[int], told: list[tuple[int, Json]], state: State) -> None:
    """A seat that saw a unit destroyed forgets it (4)."""
    if note.body["type"] == "destroyed":
        for seat in [*full, *(seat for seat, _ in told)]:
            state.memory[seat].pop(note.body["id"], None)


def _sees(sight: Sight, board: Board, seat: int, spot: Spot) -> bool:
    level, at = spot
    if isinstance(at, int):
        return sight.sees(seat, level, at)
    return bool(sight.cells[seat][level] & board.area(at))


def _for_others(note: Note, seat: int, board: Board, sight: Sight) -> dict[str, Json] | None:
    """What a seat hears that is not told in full: the body itself, a copy with holes, or nothing."""
    if note.versions:
        return note.versions.get(seat)
    kind = note.body["type"]
    if kind == "strike":
        return _strike(note, seat, board, sight)
    if kind == "move":
        return _move(note, seat, board, sight)
    is_victim = any(owner == seat for _, owner, _ in note.splashed)
    if not is_victim and not any(_sees(sight, board, seat, spot) for spot in note.watched):
        return None
    if kind in ("supply", "repair", "collect"):
        here = [at for spot, at in zip(note.watched, note.body["at"], strict=True) if _sees(sight, board, seat, spot)]
        return {"phase": note.body["phase"], "type": "activity", "at": here}
    if kind == "self_destruct":
        return _self_destruct(note, seat, board, sight)
    if kind == "crash":
        return _crash(note, seat, board, sight)
    return note.body


def _strike(note: Note, seat: int, board: Board, sight: Sight) -> dict[str, Json] | None:
    """Without attacker and place for a seat that does not see him; without what was hit for one that sees only him."""
    assert note.source is not None and note.goal is not None
    sees_source, sees_goal = _sees(sight, board, seat, note.source), _sees(sight, board, seat, note.goal)
    own = {key for key, owner, _ in note.splashed if owner == seat}
    is_hit = note.body["owner"] == seat
    if not (sees_source or sees_goal or is_hit or own):
        return None
    known = own | {key for key, _, spot in note.splashed if _sees(sight, board, seat, spot)}
    body = {**note.body, "splash": [pair for pair in note.body["splash"] if pair[0] in known]}
    if not sees_source:
        body.update({"attacker": None, "from": None})
    if not (sees_goal or is_hit):
        body.update({"target": None, "owner": None, "cell": None, "result": None, "damage": None})
    return note.body if body == note.body else body


def _move(note: Note, seat: int, board: Board, sight: Sight) -> dict[str, Json] | None:
    """Only the stretches on cells that the seat sees."""
    body = note.body
    if len(body["path"]) < 2:
        return None
    layer = sight.packed[seat][body["level"]]
    stretches: list[list[list[int]]] = []
    was_seen = False
    for at in body["path"]:
        cell = board.cell(at[0], at[1])
        is_seen = bool(layer[cell >> 3] >> (cell & 7) & 1)
        if is_seen and was_seen:
            stretches[-1].append(at)
        elif is_seen:
            stretches.append([at])
        was_seen = is_seen
    if not stretches:
        return None
    return {"phase": body["phase"], "type": "move", "id": body["id"], "level": body["level"], "segments": stretches}


def _self_destruct(note: Note, seat: int, board: Board, sight: Sight) -> dict[str, Json] | None:
    """Without victims that the seat neither owns nor sees."""
    own = {key for key, owner, _ in note.splashed if owner == seat}
    known = own | {key for key, _, spot in note.splashed if _sees(sight, board, seat, spot)}
    body = {**note.body, "victims": [pair for pair in note.body["victims"] if pair[0] in known]}
    return note.body if body == note.body else body


def _crash(note: Note, seat: int, board: Board, sight: Sight) -> dict[str, Json] | None:
    """Without a victim that the seat neither owns nor sees: the watched spots are the air above and the surface below."""
    if _sees(sight, board, seat, note.watched[1]):
        return note.body
    return {**note.body, "victim": None, "damage": None}
