"""What are the arrays and actions of Cosmos? A window of space, entities as rows, a routine for each kind and an act for each own entity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fogbound_client.choices import merged
from fogbound_client.env.codec import Array, Json, Mask, Moment, Observation, Parts, numbers, observed

OWN = 32
"""Own entities that are shown and can be told something; further ones go on as ordered before."""
FOREIGN = 32
WINDOW = 33
"""Width and height of the part of space that is shown; the first own planet is in its middle."""
KINDS = ("planet", "battleship", "miner", "scout")
DIRECTIONS = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west")
ACTS = (
    "go_on", *(f"move_{direction}" for direction in DIRECTIONS), "charge_one", "charge_eighth", "build_miner", "build_scout",
    "build_battleship", "overload", "analyse",
)  # fmt: skip
"""Values of the part of an own entity. `charge_one` is the first charge that the engine offers for it, `charge_eighth` the second."""
PLANES = ("known", "aether", "own_planets", "own_ships", "foreign", "blips", "ghosts")
"""First axis of `space`."""
ENTITY = (
    "own", "foreign", *KINDS, "sure", "x", "y", "energy", "defence", "cooldown", "ready", "income", "moves", "reflexes",
)  # fmt: skip
"""Columns of `entities`: the own ones, then the foreign ones in sight."""
SEAT = ("round", "rounds_left", "living", "own", "energy", "own_points", "factor")
"""Columns of `seat`."""
HUNDRED = 100.0
TENS = 10.0

_ACT_AT = {name: value for value, name in enumerate(ACTS)}


class Cosmos:
    """The codec of all matches; routines are counted once, at the first moment, where the engine lists them all."""

    def __init__(self, first: Moment) -> None:
        """`first`: of any match."""
        self.routines = {kind: [entry["data"]["routine"] for entry in _routines(first.choices, kind)] for kind in KINDS}
        """By kind the names of what the values from 1 on of its part set."""
        self.action_space = Parts([*(1 + len(names) for names in self.routines.values()), *[len(ACTS)] * OWN])
        self.observation_space = observed(
            self.action_space,
            space=numbers(len(PLANES), WINDOW, WINDOW),
            entities=numbers(OWN + FOREIGN, len(ENTITY)),
            seat=numbers(len(SEAT)),
        )
        self._starts = [0, *self.action_space.ends[:-1].tolist()]

    # --- What is seen

    def observe(self, moments: Sequence[Moment]) -> Observation:
        """The views in planes and rows, and the masks of what `choices` offers."""
        masks = np.zeros((len(moments), int(self.action_space.ends[-1])), np.int8)
        masks[:, self._starts] = 1
        for mask, moment in zip(masks, moments, strict=True):
            if moment.choices is not None:
                self._offer(mask, moment)
        views = [moment.view for moment in moments]
        return {
            "space": np.stack([_space(view) for view in views]),
            "entities": np.stack([_entities(view) for view in views]),
            "seat": np.array([_seat(view) for view in views], np.float32),
            "action_mask": masks,
        }

    # --- What may be done

    def _offer(self, mask: Mask, moment: Moment) -> None:
        """Open in the mask what is offered, and steps of own ships that are ready."""
        for part, kind in enumerate(KINDS):
            start = self._starts[part]
            mask[start : start + 1 + len(_routines(moment.choices, kind))] = 1
        starts = self._starts[len(KINDS) :]
        offered = _acts(moment.choices)
        for start, one in zip(starts, moment.view["own"], strict=False):
            if one["kind"] != "planet" and one["ready"]:
                mask[start + 1 : start + 1 + len(DIRECTIONS)] = 1
            for name in offered.get(one["id"], ()):
                mask[start + _ACT_AT[name]] = 1

    def orders(self, action: Any, moment: Moment) -> Json:
        """The chosen routines, and what the chosen acts add to them."""
        values = np.asarray(action).tolist()
        orders: Json = {}
        for value, kind in zip(values, KINDS, strict=False):
            if value:
                offers = _routines(moment.choices, kind)
                orders = merged(orders, offers[value - 1]["orders"])
        offered = _acts(moment.choices)
        for value, one in zip(values[len(KINDS) :], moment.view["own"], strict=False):
            if 0 < value <= len(DIRECTIONS):
                step = {"do": "move", "dir": DIRECTIONS[value - 1]}
                orders = merged(orders, {"direct": [{"id": one["id"], "actions": [step]}]})
            elif value and ACTS[value] in offered.get(one["id"], {}):
                orders = merged(orders, offered[one["id"]][ACTS[value]])
        return orders


def _routines(choices: Json, kind: str) -> list[Json]:
    return [entry for entry in choices if kind in entry.get("orders", {}).get("defaults", ())]


def _acts(choices: Json) -> dict[int, dict[str, Json]]:
    """By own entity the acts that are offered for it, by their names in `ACTS`, as orders."""
    found: dict[int, dict[str, Json]] = {}
    for entry in choices:
        for direct in entry.get("orders", {}).get("direct", ()):
            act = direct["actions"][0]
            known = found.setdefault(direct["id"], {})
            name = act["do"]
            if name == "build":
                name = f"build_{act['kind']}"
            elif name == "charge":
                name = "charge_eighth" if "charge_one" in known else "charge_one"
            known.setdefault(name, entry["orders"])
    return found


def _middle(view: Json) -> Json:
    """Where the first own planet is, or the first own entity; without one the corner of what is known."""
    own = view["own"]
    first = next((one for one in own if one["kind"] == "planet"), own[0] if own else None)
    return view["map"]["origin"] if first is None else first["pos"]


def _space(view: Json) -> Array:
    planes = np.zeros((len(PLANES), WINDOW, WINDOW), np.float32)
    x, y = (part - WINDOW // 2 for part in _middle(view))
    shown = view["map"]
    if shown["aether"]:
        rows = np.array(shown["aether"], np.float32)
        left, low = shown["origin"][0] - x, shown["origin"][1] - y
        here = rows[max(0, -low) : max(0, WINDOW - low), max(0, -left) : max(0, WINDOW - left)]
        if here.size:
            known = ~np.isnan(here)
            spot = (
                slice(max(0, low), max(0, low) + here.shape[0]), slice(max(0, left), max(0, left) + here.shape[1]),
            )  # fmt: skip
            planes[0][spot] = known
            planes[1][spot] = np.where(known, here, 0) / (10 * HUNDRED)
    for tile in shown["tiles"] or ():
        _put(planes, 0, tile[0] - x, tile[1] - y, 1)
        _put(planes, 1, tile[0] - x, tile[1] - y, tile[2] / (10 * HUNDRED))
    for one in view["own"]:
        _put(planes, 2 if one["kind"] == "planet" else 3, one["pos"][0] - x, one["pos"][1] - y, one["energy"] / HUNDRED)
    for one in view["foreign"]:
        _put(planes, 4, one["pos"][0] - x, one["pos"][1] - y, (one["energy"] or 0) / HUNDRED)
    for spot in view["blips"]:
        _put(planes, 5, spot[0] - x, spot[1] - y, 1)
    for one in view["ghosts"]:
        _put(planes, 6, one["pos"][0] - x, one["pos"][1] - y, 1)
    return planes


def _put(planes: Array, plane: int, x: int, y: int, value: float) -> None:
    if 0 <= x < WINDOW and 0 <= y < WINDOW:
        planes[plane, y, x] += value


def _entities(view: Json) -> Array:
    rows = np.zeros((OWN + FOREIGN, len(ENTITY)), np.float32)
    x, y = _middle(view)
    for first, most, part in ((0, OWN, "own"), (OWN, FOREIGN, "foreign")):
        for row, one in zip(rows[first : first + most], view[part], strict=False):
            standing = one.get("standing") or {}
            row[:] = [
                part == "own", part == "foreign", *(one["kind"] == kind for kind in KINDS), one.get("sure", True),
                (one["pos"][0] - x) / TENS, (one["pos"][1] - y) / TENS, (one["energy"] or 0) / HUNDRED,
                (one["defence"] or 0) / HUNDRED, one.get("cooldown", 0) / TENS, one.get("ready", False),
                one.get("income", 0) / TENS, standing.get("movement") is not None, len(standing.get("reflexes") or ()),
            ]  # fmt: skip
    return rows


def _seat(view: Json) -> list[float]:
    factor = next((line["factor"] for line in view["bonus"] if line["seat"] == view["seat"]), 1.0)
    return [
        view["round"] / HUNDRED, (view["rounds"] - view["round"]) / HUNDRED, len(view["alive"]), len(view["own"]) / TENS,
        sum(one["energy"] for one in view["own"]) / HUNDRED, (view["weapon"]["own"] or 0) / HUNDRED, factor,
    ]  # fmt: skip
