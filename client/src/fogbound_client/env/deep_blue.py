"""What are the arrays and actions of Deep Blue? The sea in planes, ships and buildings as rows; for each own one a course and a command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fogbound_client.choices import merged
from fogbound_client.env.codec import Array, Json, Mask, Moment, Observation, Parts, numbers, observed
from fogbound_client.errors import FogboundError

OWN = 24
"""Own elements that are shown and can be ordered, by their ids; further ones go on as ordered before."""
OTHERS = 40
"""Other elements that are shown: those in the view, then those remembered."""
COURSES = (
    "go_on",
    "stop",
    *(f"{way}_{far}" for far in ("near", "far") for way in ("n", "ne", "e", "se", "s", "sw", "w", "nw")),
)
"""Values of the course of an own element: near is 3 cells away, far is 8, both cut off at the edge of the map."""
COMMANDS = ("attack", "supply", "repair", "collect")
"""A command has a value for each of these and each row of `elements`, in this order, from 1 on."""
PRODUCTS = ("submarine", "destroyer", "cruiser", "battleship", "carrier", "cargo", "formation")
"""Values from 1 on of the last part."""
KINDS = ("base", "island", "mine", "oilfield", *PRODUCTS)
ELEMENT = (
    "own", "enemy", "neutral", *KINDS, "x", "y", "depth", "health", "fuel", "ammo", "metal", "visible", "age", "sails", "to_x", "to_y",
)  # fmt: skip
"""Columns of `elements`: own ones first."""
PLANES = ("land", "seen_below", "seen_on", "seen_above", "own", "enemy", "neutral")
"""First axis of `sea`."""
SEAT = ("round", "rounds_left", "own_score", "enemy_score", "population", "free_population", "queue", "weather")
"""Columns of `seat`."""
HUNDRED = 100.0
TENS = 10.0

_WAYS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
_FAR = (3, 8)
_ROWS = OWN + OTHERS


class DeepBlue:
    """The codec of maps of one size."""

    def __init__(self, first: Moment) -> None:
        """`first`: of any match on a map of that size."""
        self.width, self.height = first.view["size"]
        sizes = [len(COURSES)] * OWN + [1 + len(COMMANDS) * _ROWS] * OWN + [1 + len(PRODUCTS)]
        self.action_space = Parts(sizes)
        self.observation_space = observed(
            self.action_space,
            sea=numbers(len(PLANES), self.height, self.width),
            elements=numbers(_ROWS, len(ELEMENT)),
            seat=numbers(len(SEAT)),
        )
        self._starts = [0, *self.action_space.ends[:-1].tolist()]

    # --- What is seen

    def observe(self, moments: Sequence[Moment]) -> Observation:
        """The views in planes and rows, and the masks of what `choices` offers."""
        masks = np.zeros((len(moments), int(self.action_space.ends[-1])), np.int8)
        masks[:, self._starts] = 1
        for mask, moment in zip(masks, moments, strict=True):
            if moment.view["size"] != [self.width, self.height]:
                raise FogboundError("This match has a map of another size than the one that the codec was made for.")
            if moment.choices is not None:
                self._offer(mask, moment)
        views = [moment.view for moment in moments]
        return {
            "sea": np.stack([self._sea(view) for view in views]),
            "elements": np.stack([self._elements(view) for view in views]),
            "seat": np.array([_seat(view) for view in views], np.float32),
            "action_mask": masks,
        }

    def _sea(self, view: Json) -> Array:
        planes = np.zeros((len(PLANES), self.height, self.width), np.float32)
        planes[0] = [[cell == "#" for cell in line] for line in view["terrain"]]
        for plane, layer in enumerate(view["vision"], 1):
            # A row is four cells a digit, and bytes have two of them.
            digits = "".join(line + "0" * (len(line) % 2) for line in layer)
            lines = np.frombuffer(bytes.fromhex(digits), np.uint8).reshape(self.height, -1)
            planes[plane] = np.unpackbits(lines, axis=1)[:, : self.width]
        for one in view["elements"]:
            plane = 6 if one["seat"] is None else 4 if one["seat"] == view["seat"] else 5
            left, top, right, bottom = one["rect"] if "rect" in one else (*one["pos"][:2], *one["pos"][:2])
            planes[plane, top : bottom + 1, left : right + 1] += 1
        return planes

    def _elements(self, view: Json) -> Array:
        rows = np.zeros((_ROWS, len(ELEMENT)), np.float32)
        own, others = _listed(view)
        for first, shown in ((0, own), (OWN, others)):
            for row, one in zip(rows[first:], shown, strict=False):
                x, y, depth = _where(one)
                to_x, to_y = one.get("destination") or (0, 0)
                seat = one["seat"]
                row[:] = [
                    seat == view["seat"], seat is not None and seat != view["seat"], seat is None,
                    *(one["kind"] == kind for kind in KINDS), x / self.width, y / self.height, depth,
                    (one["health"] or 0) / HUNDRED, (one.get("fuel") or 0) / HUNDRED, (one.get("ammo") or 0) / TENS,
                    (one.get("metal") or 0) / HUNDRED, one.get("visible", False), (view["round"] - _seen(one, view)) / TENS,
                    one.get("destination") is not None, to_x / self.width, to_y / self.height,
                ]  # fmt: skip
        return rows

    # --- What may be done

    def _offer(self, mask: Mask, moment: Moment) -> None:
        """Open in the mask what is offered, and every course of what can sail."""
        own, others = _listed(moment.view)
        kinds = moment.view["tables"]["kinds"]
        for place, one in enumerate(own):
            if kinds[one["kind"]]["speed"]:
                mask[self._starts[place] : self._starts[place] + len(COURSES)] = 1
        row_of = _rows(own, others)
        place_of = {one["id"]: place for place, one in enumerate(own)}
        for unit, kind, target, _ in _commands(moment.choices):
            if unit in place_of and target in row_of:
                mask[self._starts[OWN + place_of[unit]] + 1 + COMMANDS.index(kind) * _ROWS + row_of[target]] = 1
        for kind in _products(moment.choices):
            mask[self._starts[-1] + 1 + PRODUCTS.index(kind)] = 1

    def orders(self, action: Any, moment: Moment) -> Json:
        """Courses, commands and what the yard lays down."""
        values = np.asarray(action).tolist()
        own, others = _listed(moment.view)
        orders: Json = {"units": {}}
        for value, one in zip(values, own, strict=False):
            if value:
                orders["units"][str(one["id"])] = {"move": self._course(one, value)}
        row_of = _rows(own, others)
        offered = {
            (unit, 1 + COMMANDS.index(kind) * _ROWS + row_of[target]): entry
            for unit, kind, target, entry in _commands(moment.choices)
            if target in row_of
        }
        for value, one in zip(values[OWN : 2 * OWN], own, strict=False):
            if (one["id"], value) in offered:
                orders = merged(orders, offered[one["id"], value])
        products = _products(moment.choices)
        if values[-1] and PRODUCTS[values[-1] - 1] in products:
            orders = merged(orders, products[PRODUCTS[values[-1] - 1]])
        return orders

    def _course(self, one: Json, value: int) -> Json:
        if COURSES[value] == "stop":
            return None
        far, way = divmod(value - 2, len(_WAYS))
        x, y, _ = _where(one)
        x, y = (part + step * _FAR[far] for part, step in zip((x, y), _WAYS[way], strict=True))
        return [min(max(x, 0), self.width - 1), min(max(y, 0), self.height - 1)]


def _listed(view: Json) -> tuple[list[Json], list[Json]]:
    """The elements that are shown: own ones and others, as many as there is room for."""
    own = [one for one in view["elements"] if one["seat"] == view["seat"]]
    others = [one for one in view["elements"] if one["seat"] != view["seat"]] + view["memory"]
    return own[:OWN], others[:OTHERS]


def _rows(own: Sequence[Json], others: Sequence[Json]) -> dict[int, int]:
    """By id the row of what is shown."""
    return {
        **{one["id"]: OWN + place for place, one in enumerate(others)},
        **{one["id"]: place for place, one in enumerate(own)},
    }


def _where(one: Json) -> tuple[int, int, int]:
    """Cell and depth; of a building the middle of its ground."""
    if "rect" in one:
        left, top, right, bottom = one["rect"]
        return (left + right) // 2, (top + bottom) // 2, one["level"]
    x, y, depth = one["pos"]
    return x, y, depth


def _seen(one: Json, view: Json) -> int:
    """The round in which it was last seen."""
    if one.get("visible"):
        return int(view["round"])
    return int(one.get("seen_round") or one.get("round") or 0)


def _commands(choices: Json) -> list[tuple[int, str, int, Json]]:
    """What is offered to single elements: (own id, kind of command, id of the target, orders)."""
    return [
        (int(unit), parts["command"]["type"], parts["command"]["target"], entry["orders"])
        for entry in choices
        for unit, parts in entry.get("orders", {}).get("units", {}).items()
    ]


def _products(choices: Json) -> dict[str, Json]:
    """By kind the orders that lay it down."""
    return {
        line["kind"]: entry["orders"] for entry in choices for line in entry.get("orders", {}).get("production", ())
    }


def _seat(view: Json) -> list[float]:
    me, scores = view["seat"], [score or 0 for score in view["scores"]]
    has, most = view["population"]
    return [
        view["round"] / TENS, (view["round_limit"] - view["round"]) / TENS, scores[me] / HUNDRED, scores[1 - me] / HUNDRED,
        has / TENS, (most - has) / TENS, len(view["queue"] or ()), view["weather"],
    ]  # fmt: skip
