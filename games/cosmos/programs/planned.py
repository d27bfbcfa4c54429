"""Programs in planned execution: what every own entity of a seat senses, taken out of the seat's view, and the seat's orders.

Chapters 5.2, 7.1, 7.2 and 8. Nothing is used that the entity itself may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isqrt
from typing import Any

from games.core.contract import Ask
from games.cosmos.constants import DETECT, KIND_NUMBER, SENSE, TRUE_SIGHT

Json = Any
Edges = list[int | None]
_BLANK = 7
"""Columns and rows without tiles around the board: more than the largest radius of sensing."""


@dataclass(frozen=True, slots=True)
class Board:
    """Densities as the seat knows them, by row, with blank tiles around; and the edges as far as the seat knows them."""

    west: int
    south: int
    rows: list[list[int | None]]
    edges: Edges

    def disc(self, x: int, y: int, radius: int) -> list[list[Json]]:
        """Rows [x of the first tile, y, thousandths or None off the map] of a disc, as in 7.1."""
        reach = isqrt(radius)
        found = []
        for dy in range(-reach, reach + 1):
            half = isqrt(radius - dy * dy)
            start = x - half - self.west
            found.append([x - half, y + dy, self.rows[y + dy - self.south][start : start + 2 * half + 1]])
        return found

    def edges_near(self, x: int, y: int, radius: int) -> Edges:
        """West, east, south, north: the last coordinate on the map if the first line beyond it is within the radius."""
        away = (x + 1, -x + 1, y + 1, -y + 1)
        signs = (-1, 1, -1, 1)
        return [
            edge if edge is not None and (start + sign * edge) ** 2 <= radius else None
            for edge, start, sign in zip(self.edges, away, signs, strict=True)
        ]


def read_board(view: Json) -> Board:
    """The board of a seat's view. Without knowledge of the size, an edge is known once an own entity senses beyond it."""
    told = view["map"]
    if told["origin"] is not None:
        (ox, oy), (width, height) = told["origin"], told["size"]
        edges: Edges = [ox, ox + width - 1, oy, oy + height - 1]
        side: list[int | None] = [None] * _BLANK
        blank: list[int | None] = [None] * (width + 2 * _BLANK)
        rows = [[*side, *row, *side] for row in told["aether"]]
        return Board(ox - _BLANK, oy - _BLANK, [blank] * _BLANK + rows + [blank] * _BLANK, edges)
    tiles = {(x, y): a for x, y, a in told["tiles"]}
    xs, ys = [x for x, _ in tiles] or [0], [y for _, y in tiles] or [0]
    west, south, east, north = min(xs) - _BLANK, min(ys) - _BLANK, max(xs) + _BLANK, max(ys) + _BLANK
    rows = [[tiles.get((x, y)) for x in range(west, east + 1)] for y in range(south, north + 1)]
    return Board(west, south, rows, _sensed_edges(view["own"], tiles))


def _sensed_edges(own: Iterable[Json], tiles: Mapping[tuple[int, int], int]) -> Edges:
    """Every tile that an own entity senses is known; one straight ahead that is not known is off the map."""
    edges: Edges = [None] * 4
    for one in own:
        (x, y), reach = one["pos"], isqrt(SENSE[KIND_NUMBER[one["kind"]]])
        for i, (dx, dy) in enumerate(((-1, 0), (1, 0), (0, -1), (0, 1))):
            steps = next((n for n in range(1, reach + 1) if (x + n * dx, y + n * dy) not in tiles), None)
            if steps is not None:
                edges[i] = x + (steps - 1) * dx if dx else y + (steps - 1) * dy
    return edges


def asks(view: Json) -> list[Ask]:
    """One run for every own entity of a seat's view, ascending by id."""
    board = read_board(view)
    seen = sorted([*view["own"], *view["foreign"]], key=lambda row: row["id"])
    rows = [(row["pos"][0], row["pos"][1], row) for row in seen]
    blips = [(x, y) for x, y in view["blips"]]
    shared = {
        "round": view["round"],
        "rounds": view["rounds"],
        "seat": view["seat"],
        "seats": list(range(view["seats"])),
        "weapon_points": view["weapon"]["own"],
        "own_count": len(view["own"]),
        "bonus": _bonus(view["bonus"]),
        "analyse_min_defence": view["analyse_min_defence"],
    }
    return [
        Ask(view["seat"], str(one["id"]), {**shared, **_senses(one, view["stride"], board, rows, blips)})
        for one in view["own"]
    ]


def _bonus(rows: list[Json]) -> list[list[int]]:
    """Active bonuses [seat, energy, expires] (6.3)."""
    return [[row["seat"], energy, expires] for row in rows for energy, expires in row["entries"]]


def _senses(
    me: Json, stride: int, board: Board, rows: list[tuple[int, int, Json]], blips: list[tuple[int, int]]
) -> dict[str, Json]:
    kind = KIND_NUMBER[me["kind"]]
    (x, y), sense, detect = me["pos"], SENSE[kind], DETECT[kind]
    near = [(row, d2) for px, py, row in rows if (d2 := (px - x) * (px - x) + (py - y) * (py - y)) <= detect]
    detected = [row["pos"] for row, _ in near]
    detected += [[px, py] for px, py in blips if (px - x) * (px - x) + (py - y) * (py - y) <= detect]
    return {
        "me": {
            "id": me["id"], "kind": me["kind"], "pos": me["pos"], "energy": me["energy"], "defence": me["defence"],
            "initial_defence": me["initial_defence"], "cooldown": max(me["cooldown"] - stride, 0.0),
            "radio": me["radio"], "born": me["born"], "home": me["home"],
        },
        "sensed": [_sensed(row, me, TRUE_SIGHT[kind]) for row, d2 in near if d2 <= sense],
        "detected": sorted(detected),
        "edges": board.edges_near(x, y, detect),
        "aether": {"radius": sense, "rows": board.disc(x, y, sense)},
    }  # fmt: skip


def _sensed(row: Json, me: Json, is_true: bool) -> dict[str, Json]:
    """Without true sight a miner appears as a battleship, an own one too (4.5)."""
    kind = row["kind"] if is_true or row is me or row["kind"] != "miner" else "battleship"
    return {
        "id": row["id"], "kind": kind, "seat": row["seat"], "pos": row["pos"], "energy": row["energy"],
        "defence": row["defence"], "radio": row["radio"],
    }  # fmt: skip


def orders(view: Json, answers: Mapping[str, Json]) -> Json:
    """The orders of a seat whose entities gave these answers, one per entity of `asks`; a void run orders nothing.

    In steps of several rounds the actions are tried in each until they are done (8.1), which is why cooldowns are shown as
    they will be in the last one; a charge becomes a standing order, for every round has its own bidding.
    """
    stride = view["stride"]
    given: dict[str, list[Json]] = {"direct": [], "standing": []}
    for one in view["own"]:
        answer = answers.get(str(one["id"]), [])
        actions = [] if isinstance(answer, dict) else list(answer)
        if stride > 1 and one["kind"] == "planet":
            bid = sum(action["energy"] for action in actions if action["do"] == "charge")
            actions = [action for action in actions if action["do"] != "charge"]
            if bid or one["standing"].get("reflexes"):
                given["standing"].append({"id": one["id"], "reflexes": _bidding(bid)})
        if actions:
            given["direct"].append({"id": one["id"], "valid_for": stride, "actions": actions})
    return given


def _bidding(bid: int) -> list[Json]:
    return [{"type": "auto_charge", "mode": "fixed", "energy": bid}] if bid else []
