"""What are the arrays and actions of Hundred Clubs? The campus as planes of cells, and a few campaigns as cells with a share of the saving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fogbound_client.env.codec import Array, Json, Mask, Moment, Observation, Parts, numbers, observed
from fogbound_client.errors import FogboundError

BIDS = 10
"""A bid is a number of tenths of the greatest bid."""
COMMANDS = ("keep_neutral", "form_alliance", "justify_war")
"""Commands towards another club; value 0 of that part is the one that counts without any."""
SHARES = (0.1, 0.25, 0.5, 1.0)
"""What a campaign takes of the money that those before it leave."""
CAMPAIGNS = 4
PLANES = (
    "own", "neutral", "allied", "at_war", "nobody", "unseen", "was_own", "was_other", "was_nobody", "age", "cut_off", "access",
    "capital", "allied_capital", "birthplace", "members", "attack", "defence",
)  # fmt: skip
"""First axis of `cells`."""
CLUB = ("undiscovered", "neutral", "allied", "at_war", "out", "area", "truce", "saving")
"""Columns of `clubs`: a row for each other seat, the next one first."""
SEAT = (
    "auction", "birthplaces", "rounds", "round", "rounds_left", "saving", "income", "area", "capital_influence", "backstab_used",
)  # fmt: skip
"""Columns of `seat`."""
HUNDRED = 100.0
"""Areas, money and incomes are shown in hundreds, rounds and members in tens."""
TENS = 10.0

_AT = {name: place for place, name in enumerate(PLANES)}
_RELATIONS = CLUB[:4]
_STATIC = _AT["members"]


class HundredClubs:
    """The codec of maps of one size, for so many seats."""

    def __init__(self, first: Moment) -> None:
        """`first`: of any match on a map of that size."""
        view = first.view
        self.width, self.height = view["map"]["width"], view["map"]["height"]
        self.seats = view["clubs"]
        self.cells = self.width * self.height
        others = self.seats - 1
        campaigns = [1 + self.cells, len(SHARES)] * CAMPAIGNS
        sizes = [
            1 + BIDS, 1 + self.cells, *[1 + len(COMMANDS)] * others, 1 + others, 1 + self.cells, *campaigns,
        ]  # fmt: skip
        self.action_space = Parts(sizes)
        self.observation_space = observed(
            self.action_space,
            cells=numbers(len(PLANES), self.height, self.width),
            clubs=numbers(others, len(CLUB)),
            seat=numbers(len(SEAT)),
        )
        starts = [0, *self.action_space.ends[:-1].tolist()]
        self._closed = np.zeros(int(self.action_space.ends[-1]), np.int8)
        self._closed[starts] = 1
        self._bid, self._birth, self._towards = starts[0], starts[1], starts[2 : 2 + others]
        self._stab, self._capital, *self._campaigns = starts[2 + others :]
        for share in self._campaigns[1::2]:
            self._closed[share : share + len(SHARES)] = 1
        self._maps: dict[int, tuple[Json, Array]] = {}

    # --- What is seen

    def observe(self, moments: Sequence[Moment]) -> Observation:
        """The views in planes, and the masks of what `choices` offers."""
        views = [moment.view for moment in moments]
        cells = self._cells(views)
        masks = np.empty((len(views), len(self._closed)), np.int8)
        masks[:] = self._closed
        for mask, rows, moment in zip(masks, cells, moments, strict=True):
            if moment.choices is not None:
                self._offer(mask, rows, moment)
        return {
            "cells": cells.reshape(len(views), len(PLANES), self.height, self.width),
            "clubs": np.array([self._clubs(view) for view in views], np.float32).reshape(len(views), -1, len(CLUB)),
            "seat": np.array([self._seat(view) for view in views], np.float32),
            "action_mask": masks,
        }

    def _others(self, seat: int) -> list[int]:
        """The other seats, the next one first."""
        return [(seat + step) % self.seats for step in range(1, self.seats)]

    def _cells(self, views: Sequence[Json]) -> Array:
        rows = np.zeros((len(views), len(PLANES), self.cells), np.float32)
        for row, view in zip(rows, views, strict=True):
            me = view["you"]
            owners, was = _letters(view["owners"]), _letters(view["memory"]["owners"])
            for line in view["players"]:
                if line["relation"] in _AT:
                    row[_AT[line["relation"]]] += owners == ord(str(line["seat"]))
            row[_AT["own"]] = owners == ord(str(me))
            row[_AT["nobody"]] = owners == ord(".")
            row[_AT["unseen"]] = owners == ord("?")
            row[_AT["was_own"]] = was == ord(str(me))
            row[_AT["was_nobody"]] = was == ord(".")
            row[_AT["was_other"]] = (was >= ord("0")) & (was <= ord("9")) & (was != ord(str(me)))
            remembered = was != ord("?")
            row[_AT["age"]] = (view["round"] - np.array(view["memory"]["rounds"]).ravel()) * remembered / TENS
            self._mark(row[_AT["cut_off"]], view["cut_off"])
            self._mark(row[_AT["capital"]], [view["me"]["capital"]])
            self._mark(row[_AT["allied_capital"]], [line.get("capital") for line in view["players"]])
            if view["auction"] is not None:
                self._mark(row[_AT["birthplace"]], view["auction"]["chosen"])
            row[_STATIC:] = self._ground(view)
        return rows

    def _mark(self, plane: Array, places: Sequence[Json]) -> None:
        for place in places:
            if place is not None:
                plane[place[1] * self.width + place[0]] = 1

    def _ground(self, view: Json) -> Array:
        """Members, attack and defence of the cells, in tens."""
        shown = view["map"]
        if id(shown) not in self._maps:
            if (shown["width"], shown["height"]) != (self.width, self.height):
                raise FogboundError("This match has a map of another size than the one that the codec was made for.")
            kinds = [view["terrain"][letter] for line in shown["rows"] for letter in line]
            ground = np.array([[kind[key] for kind in kinds] for key in ("members", "atk", "def")], np.float32)
            for change in shown["overrides"]:
                for place, key in enumerate(("members", "atk", "def")):
                    cell = change["at"][1] * self.width + change["at"][0]
                    ground[place, cell] = change.get(key, ground[place, cell])
            if len(self._maps) >= 64:
                self._maps.clear()
            # With the map itself, so that its number stays its own.
            self._maps[id(shown)] = (shown, ground / TENS)
        return self._maps[id(shown)][1]

    def _clubs(self, view: Json) -> list[list[float]]:
        lines = {line["seat"]: line for line in view["players"]}
        return [
            [
                *(line["relation"] == relation for relation in _RELATIONS), "eliminated_in" in line,
                line.get("area", 0) / HUNDRED, line.get("truce", 0) / TENS, line.get("saving", 0) / HUNDRED,
            ]
            for line in map(lines.__getitem__, self._others(view["you"]))
        ]  # fmt: skip

    def _seat(self, view: Json) -> list[float]:
        me, phase = view["me"], view["phase"]
        return [
            phase == "auction", phase == "birthplaces", phase == "rounds", view["round"] / TENS,
            (view["rounds"] - view["round"]) / TENS, me["saving"] / HUNDRED, me["income"] / HUNDRED, me["area"] / HUNDRED,
            me["capital_influence"] / HUNDRED, me["backstab_used"],
        ]  # fmt: skip

    # --- What may be done

    def _offer(self, mask: Mask, rows: Array, moment: Moment) -> None:
        """Open in the mask what is offered, and show in the planes where a campaign may be."""
        choices = moment.choices
        if choices["phase"] == "auction":
            mask[self._bid : self._bid + 1 + BIDS] = 1
        elif choices["phase"] == "birthplaces":
            mask[self._birth + 1 : self._birth + 1 + self.cells] = _letters(choices["legal"]) == ord("1")
        else:
            access = _letters(choices["access"]) != ord("-")
            rows[_AT["access"]] = access
            for place, other in enumerate(self._others(moment.view["you"])):
                offered = choices["diplomacy"].get(str(other), {})
                for value, command in enumerate(COMMANDS, 1):
                    mask[self._towards[place] + value] = command in offered
                mask[self._stab + 1 + place] = "backstab" in offered
            # A capital goes to own land, and never onto what cannot be attacked.
            mask[self._capital + 1 : self._capital + 1 + self.cells] = (rows[_AT["own"]] > 0) & (
                rows[_AT["attack"]] > 0
            )
            if choices["saving"] >= choices["campaign_price"]:
                for slot in self._campaigns[0 : 2 * choices["campaign_limit"] : 2]:
                    mask[slot + 1 : slot + 1 + self.cells] = access

    def orders(self, action: Any, moment: Moment) -> Json:
        """A bid, a birthplace, or commands, campaigns and the capital of a round. What is of another phase is not looked at."""
        choices, values = moment.choices, np.asarray(action).tolist()
        if choices["phase"] == "auction":
            return {"bid": choices["bid"]["maximum"] * values[0] // BIDS}
        if choices["phase"] == "birthplaces":
            return {"birthplace": self._place(values[1])} if values[1] else None
        others = self._others(moment.view["you"])
        towards, (stab, capital, *campaigns) = values[2 : 1 + self.seats], values[1 + self.seats :]
        diplomacy = {str(other): COMMANDS[value - 1] for other, value in zip(others, towards, strict=True) if value}
        if stab:
            diplomacy[str(others[stab - 1])] = "backstab"
        placed = []
        left = choices["saving"] // max(1, choices["campaign_price"])
        for cell, share in zip(campaigns[::2], campaigns[1::2], strict=True):
            if cell and left:
                size = max(1, int(left * SHARES[share]))
                left -= size
                place = self._place(cell)
                placed.append({"at": place, "size": size})
                if choices["access"][place[1]][place[0]] in "an":
                    # A campaign there counts only with an offer of alliance.
                    diplomacy[moment.view["owners"][place[1]][place[0]]] = "form_alliance"
        return {"diplomacy": diplomacy, "campaigns": placed, "capital": self._place(capital) if capital else None}

    def _place(self, value: int) -> list[int]:
        return [(value - 1) % self.width, (value - 1) // self.width]


def _letters(rows: Sequence[str]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.frombuffer("".join(rows).encode(), np.uint8)
