"""What one entity senses at its turn: the view that programs get. Chapters 4.5 and 7.1."""

from __future__ import annotations

from math import isqrt
from typing import Any

from games.cosmos.constants import BATTLESHIP, DETECT, KINDS, MINER, PLANET, SENSE, TRUE_SIGHT
from games.cosmos.entity import Entity
from games.cosmos.resolve.work import Work

Json = Any


def entity_view(work: Work, me: Entity) -> dict[str, Json]:
    """Everything that the program of an entity may know now; its cooldown is shown as it is."""
    state, geometry, board, pos = work.state, work.geometry, work.board, work.pos
    assert me.seat is not None
    near = [state.entities[id_].at for id_ in board.ids_on(board.everybody & geometry.mask(DETECT[me.kind], me.at))]
    sensed = sorted(board.ids_on(board.everybody & geometry.mask(SENSE[me.kind], me.at)))
    return {
        "round": state.round,
        "rounds": state.rounds,
        "seat": me.seat,
        "seats": list(range(state.seats)),
        "weapon_points": state.points[me.seat],
        "own_count": len(board.owned[me.seat]),
        "analyse_min_defence": state.options["analyse_min_defence"],
        "bonus": [list(entry) for entry in state.bonus if entry[2] > state.round],
        "me": {
            "id": me.id, "kind": KINDS[me.kind], "pos": pos(me.at), "energy": me.energy, "defence": me.shield,
            "initial_defence": None if me.kind == PLANET else me.initial, "cooldown": me.waits(state.round), "radio": me.radio,
            "born": me.born, "home": me.home,
        },
        "sensed": [_sensed(work, me, state.entities[id_]) for id_ in sensed],
        "detected": sorted(map(pos, near)),
        "edges": _edges(work, me),
        "aether": {"radius": SENSE[me.kind], "rows": _aether(work, me)},
    }  # fmt: skip


def _sensed(work: Work, me: Entity, entity: Entity) -> dict[str, Json]:
    is_masked = entity.kind == MINER and entity.id != me.id and not TRUE_SIGHT[me.kind]
    return {
        "id": entity.id, "kind": KINDS[BATTLESHIP if is_masked else entity.kind], "seat": entity.seat,
        "pos": work.pos(entity.at), "energy": entity.energy, "defence": entity.shield, "radio": entity.radio,
    }  # fmt: skip


def _edges(work: Work, me: Entity) -> list[int | None]:
    """West, east, south, north: the last coordinate on the map if the first line beyond it is within detection."""
    x, y = work.geometry.xy[me.at]
    ox, oy = work.state.origin
    last_x, last_y = work.state.width - 1, work.state.height - 1
    lines = ((x + 1, ox), (last_x + 1 - x, ox + last_x), (y + 1, oy), (last_y + 1 - y, oy + last_y))
    return [edge if distance**2 <= DETECT[me.kind] else None for distance, edge in lines]


def _aether(work: Work, me: Entity) -> list[list[Json]]:
    """[x of the first tile, y, thousandths per tile] for every row of the disc; None off the map."""
    radius, (cx, cy) = SENSE[me.kind], work.pos(me.at)
    reach = isqrt(radius)
    rows = []
    for dy in range(-reach, reach + 1):
        half = isqrt(radius - dy * dy)
        middle = me.at + dy * work.geometry.stride
        rows.append([cx - half, cy + dy, [a or None for a in work.state.aether[middle - half : middle + half + 1]]])
    return rows
