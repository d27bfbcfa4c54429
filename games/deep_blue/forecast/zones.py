"""How far do units come and shoot? Of own ones by what they have, of others by what is seen of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.deep_blue.board import Bits
from games.deep_blue.constants import AIR
from games.deep_blue.forecast.scene import Scene
from games.deep_blue.formulas import hit_chance
from games.deep_blue.resolve.movement import Crowd
from games.deep_blue.state import Element

Json = Any

BANDS = (75, 50, 25)
"""Accuracies in per cent for which a fire diamond is told."""


def zones(scene: Scene, mine: Sequence[Element]) -> dict[str, list[str]]:
    """Of own units together, in the form of `vision`: `reach`, cells to which one of them comes in this round; `danger`, cells where one of
    their layers can be shot at in the next round by ships and buildings that are known now, each fully armed and as far on as its speed takes
    it; `wings`, the same by planes, which come nearly everywhere."""
    board = scene.known.board
    units = [one for one in mine if one.is_unit]
    reach: Bits = 0
    for one in units:
        reach |= flood(scene, one, free_around(scene, one), min(one.fuel, one.table.speed))
    danger: Bits = 0
    wings: Bits = 0
    for layer in sorted({one.level for one in units}):
        danger |= _danger(scene, layer, False)
        wings |= _danger(scene, layer, True)
    cells = {"reach": reach, "danger": danger, "wings": wings}
    return {name: _rows(scene, found & board.full) for name, found in cells.items()}


def _rows(scene: Scene, cells: Bits) -> list[str]:
    board = scene.known.board
    return board.to_hex(board.to_bytes(cells))


def _danger(scene: Scene, layer: int, by_planes: bool) -> Bits:
    board, free = scene.known.board, scene.before.chart.free
    found: Bits = 0
    for other in scene.before.state.elements.values():
        if other.seat != 1 - scene.seat or (other.level == AIR) != by_planes or not _is_seen(scene, other):
            continue
        fire = diamond(scene, other, layer)
        if fire is None:
            continue
        if other.is_unit:
            cells = flood(scene, other, free(other.level), other.table.speed)
            for _ in range(fire["radius"]):
                cells |= board.grow(cells) & board.full
        else:
            cells = board.around(other.rect, fire["radius"])
        found |= cells
    return found


def _is_seen(scene: Scene, other: Element) -> bool:
    """Buildings are known where they are not seen."""
    line = scene.known.elements.get(other.id)
    return line is not None and (line["visible"] or not other.is_unit)


def diamond(scene: Scene, one: Element, layer: int) -> dict[str, Json] | None:
    """Planar radii around the element on a layer; None where it cannot fire.

    `radius`: as far as its guns reach and its own sight lets it aim; `bands`: [per cent, radius] as far as a strike hits with at least
    that chance, cut alike. `aims` says by what: `own` sight, `shared` (any cell in the radius that the seat sees), `blind`.
    """
    reach, depth = one.table.reach[layer], abs(one.level - layer)
    if reach < depth or reach == 0:
        return None
    sight = one.sight[layer] + scene.known.weather
    is_shared = scene.known.view["options"]["spotting"] == "shared"
    aims = "blind" if sight <= 0 else "shared" if is_shared else "own"
    radius = min(reach - depth, sight) if aims == "own" else reach - depth
    bands = []
    for per_cent in BANDS:
        far = [d for d in range(depth, reach + 1) if _is_sure(reach, d, per_cent)]
        bands.append([per_cent, min(radius, max(far) - depth) if far else None])
    return {"reach": reach, "radius": radius, "aims": aims, "bands": bands}


def _is_sure(reach: int, distance: int, per_cent: int) -> bool:
    hits, throws = hit_chance(reach, distance)
    return 100 * hits >= per_cent * throws


def free_around(scene: Scene, one: Element) -> Bits:
    """Cells of its layer where nobody is known to stay."""
    return scene.before.chart.free(one.level) & ~crowd(scene, one).bits


def flood(scene: Scene, one: Element, free: Bits, steps: int) -> Bits:
    """Cells that it reaches over free ones in so many steps, its own first."""
    board = scene.known.board
    found = edge = 1 << board.cell(one.x, one.y)
    for _ in range(steps):
        edge = board.grow(edge) & free & ~found
        if not edge:
            break
        found |= edge
    return found


def crowd(scene: Scene, one: Element) -> Crowd:
    """Other units in sight on its layer that have nowhere to go."""
    found, board = Crowd(), scene.known.board
    for other in scene.before.state.elements.values():
        stays = other.destination is None or other.seat != scene.seat
        if other.is_unit and other is not one and other.level == one.level and stays:
            found.cells.add(board.cell(other.x, other.y))
    return found
