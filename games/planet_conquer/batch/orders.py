"""What are the orders of many matches in arrays? Columns, rows ascending and within a row by seat, as the engine takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.planet_conquer import constants
from games.planet_conquer.batch.arrays import NOBODY, ROUTES, TYPE, TYPES, Array, listed, route_lines, route_of
from games.planet_conquer.standing import standing_json, standing_of

M_ROW, M_SEAT, M_SOURCE, M_TARGET, M_UNITS = range(5)
MOVES = 5
T_ROW, T_SEAT, T_TYPE, T_PLANET, T_SOURCE, T_TARGET, T_UNITS = range(7)
"""`T_TARGET`: the planet of a teleport, the seat of a swap. What a tactic has not is -1."""
TACTICS = 7


@dataclass(slots=True)
class Orders:
    """Checked orders of one step of all matches."""

    given: Array
    """Rows × seats: there are orders of this seat."""
    resigned: Array
    """Rows × seats."""
    moves: Array
    tactics: Array
    renewed: Array
    """Rows × seats: the seat names its standing routes anew."""
    routes: Array
    plain: Sequence[Mapping[int, Any]] | None = None
    """The same as `resolve` takes them, if they came so."""

    @classmethod
    def idle(cls, rows: int, seats: int) -> Orders:
        """Every seat goes on as before."""
        no = np.zeros((rows, seats), bool)
        return cls(~no, no, listed(MOVES, ()), listed(TACTICS, ()), no, listed(ROUTES, ()))


def in_columns(orders: Sequence[Mapping[int, Any]], seats: int) -> Orders:
    """Orders by match and seat, as `resolve` takes them, in columns."""
    moves: list[tuple[int, ...]] = []
    tactics: list[tuple[int, ...]] = []
    routes: list[list[int]] = []
    given, resigned, renewed = (np.zeros((len(orders), seats), bool) for _ in range(3))
    for row, of_match in enumerate(orders):
        for seat in sorted(of_match):
            one = of_match[seat]
            if one is None or seat >= seats:
                continue
            given[row, seat] = True
            moves += [(row, seat, move["from"], move["to"], move["units"]) for move in one["moves"]]
            tactic = one["tactic"]
            if tactic is not None:
                goal = tactic.get("to", tactic.get("seat", NOBODY))
                tactics.append(
                    (
                        row, seat, TYPE[tactic["type"]], tactic.get("planet", NOBODY), tactic.get("from", NOBODY), goal,
                        tactic.get("units", 0),
                    )
                )  # fmt: skip
            if one["resign"]:
                resigned[row, seat] = True
            if one.get("standing") is not None:
                renewed[row, seat] = True
                routes += route_lines(row, seat, standing_of(one["standing"]))
    return Orders(
        given, resigned, listed(MOVES, moves), listed(TACTICS, tactics), renewed, listed(ROUTES, routes), orders
    )  # fmt: skip


def joined(given: Array, moves: Array, tactics: Array, others: Orders) -> Orders:
    """Moves and tactics of these seats, rows × seats, and the orders of others."""
    seats = given.shape[1]

    def merged(some: Array, more: Array) -> Array:
        if not more.shape[1]:
            return some
        both = np.concatenate([some, more], axis=1)
        return both[:, np.argsort(both[0] * seats + both[1], kind="stable")]

    return Orders(
        given | others.given, others.resigned, merged(moves, others.moves), merged(tactics, others.tactics), others.renewed, others.routes
    )  # fmt: skip


def given_to(orders: Orders, row: int) -> Mapping[int, Any]:
    """The orders of one match as `resolve` takes them."""
    if orders.plain is not None:
        return orders.plain[row]
    found: dict[int, Any] = {}
    for seat in np.flatnonzero(orders.given[row]).tolist():
        found[seat] = {"moves": [], "tactic": None, "resign": bool(orders.resigned[row, seat])}
        found[seat]["standing"] = [] if orders.renewed[row, seat] else None
    for seat, source, target, units in orders.moves[1:, orders.moves[M_ROW] == row].T.tolist():
        found[seat]["moves"].append({"from": source, "to": target, "units": units})
    for seat, type_, planet, source, target, units in orders.tactics[1:, orders.tactics[T_ROW] == row].T.tolist():
        name = TYPES[type_]
        known = {"planet": planet, "from": source, "to": target, "seat": target, "units": units}
        found[seat]["tactic"] = {"type": name, **{key: known[key] for key in constants.TACTICS[name].parameters}}
    for seat, *route in orders.routes[1:, orders.routes[0] == row].T.tolist():
        found[seat]["standing"] += standing_json([route_of(route)])
    return found
