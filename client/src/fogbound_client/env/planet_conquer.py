"""What are the arrays and actions of Planet Conquer? A row for each planet, and for each garrison where it sends how many units."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

import numpy as np

from fogbound_client.env.codec import Array, Json, Mask, Moment, Observation, Parts, numbers, observed
from fogbound_client.errors import FogboundError

AMOUNTS = ("one", "half", "most")
"""How many units leave: one, half of the garrison rounded down, all but one."""
PLANET_TACTICS = ("terminator", "defend", "attack", "fast", "teleport", "halt", "boost", "god")
"""Tactics with a value for each planet, in this order; `teleport` goes from the largest garrison to the planet."""
PLANES = (
    "own", "rival", "empty", "in_sight", "age", "units", "next", "defence", "growth", "output", "limit",
    "own_arriving", "own_soonest", "rival_arriving", "rival_soonest", "defended", "boosted", "halted", "attacked", "doomed",
)  # fmt: skip
"""Columns of `planets`."""
SEAT = ("round", "rounds_left", "points", "planets", "units", "fee", "rivals_in", "first_by_lot")
"""Columns of `seat`."""
UNITS = 100.0
"""Units are shown in hundreds, and rounds and points in tens."""
TENS = 10.0
LEAST_ROUTES = 8
"""Room for routes of a planet, however few the first map has: others that are generated in its size may have more."""
MAPS_KEPT = 64

_NO_PLANET = (None, None, None, None)
_FACTS = itemgetter("owner", "units", "as_of", "next")
_EFFECTS = {"defend": PLANES.index("defended"), "boost": PLANES.index("boosted"), "halt": PLANES.index("halted")}
_OWN, _RIVAL, _EMPTY, _SIGHT, _AGE, _UNITS, _NEXT, _STATIC = range(8)
_ARRIVING = PLANES.index("own_arriving")
_ATTACKED, _DOOMED = PLANES.index("attacked"), PLANES.index("doomed")


class Chart:
    """What follows from one map, in arrays with room for more planets and routes."""

    def __init__(self, shown: Json, planets: int, degree: int) -> None:
        """`shown`: the map of a view. Raises FogboundError if it is too large."""
        self.shown = shown
        ways = _ways(shown)
        if len(ways) > planets or max(map(len, ways)) > degree:
            raise FogboundError(
                "This match has a larger map than the one that the codec was made for."
                f" It has room for {planets} planets with {degree} routes each."
            )
        self.neighbours = np.full((planets, degree), -1, np.int64)
        self.rounds = np.zeros((planets, degree), np.int64)
        for planet, near in enumerate(ways):
            for place, target in enumerate(sorted(near)):
                self.neighbours[planet, place] = target
                self.rounds[planet, place] = near[target]
        self.ways = np.stack([self.neighbours, self.rounds / TENS], -1).astype(np.float32)
        self.static = np.zeros((planets, 4), np.float32)
        for row, place in zip(self.static, shown["planets"], strict=False):
            row[:] = place["def"], place["res"], place["cos"] / TENS, place["max"] / UNITS
        self.offered: dict[int, Mask] = {}
        """By planet the mask of a garrison that can send, once it is known. The targets are the routes, the same all match long."""


def _ways(shown: Json) -> list[dict[int, int]]:
    """Per planet: neighbour → rounds."""
    ways: list[dict[int, int]] = [{} for _ in shown["planets"]]
    ids = {place["key"]: place["id"] for place in shown["planets"]}
    for route in shown["routes"]:
        one, other = ids[route[0]], ids[route[1]]
        ways[one][other] = ways[other][one] = route[2]
    return ways


class PlanetConquer:
    """The codec of maps that are as large as the first, or smaller."""

    def __init__(self, first: Moment) -> None:
        """`first`: of any match on such a map."""
        view = first.view
        ways = _ways(view["map"])
        self.planets = len(ways)
        self.seats = len(view["seats"])
        self.degree = max(LEAST_ROUTES, *map(len, ways))
        self._charts: dict[int, Chart] = {}
        chart = self.chart(view["map"])
        self.neighbours = chart.neighbours
        """Which planet each target of a planet's action is on the first map: neighbours by their ids, ascending; -1 beyond the last."""
        self.rounds = chart.rounds
        """Rounds of travel to each of them."""
        # Values of the part of a planet, where the part of the tactic begins in a mask, and where those of each tactic do in that part.
        self.sends = 1 + len(AMOUNTS) * self.degree
        self.tactics = self.planets * self.sends
        self.tactic_at = {name: 1 + turn * self.planets for turn, name in enumerate(PLANET_TACTICS)}
        self.tactic_at["eleminate"] = 1 + len(PLANET_TACTICS) * self.planets
        self.tactic_at["swap"] = self.tactic_at["eleminate"] + 1
        self.action_space = Parts([self.sends] * self.planets + [self.tactic_at["swap"] + self.seats])
        self.observation_space = observed(
            self.action_space,
            planets=numbers(self.planets, len(PLANES)),
            ways=numbers(self.planets, self.degree, 2),
            seat=numbers(len(SEAT)),
        )
        # The mask of a seat that can do nothing.
        self.closed = np.zeros(int(self.action_space.ends[-1]), np.int8)
        self.closed[0 : self.tactics + 1 : self.sends] = 1

    def chart(self, shown: Json) -> Chart:
        """The map of a view in arrays."""
        chart = self._charts.get(id(shown))
        if chart is None:
            if len(self._charts) >= MAPS_KEPT:
                self._charts.clear()
            # It keeps the map, so that the map's number stays its own.
            chart = self._charts[id(shown)] = Chart(shown, self.planets, self.degree)
        return chart

    # --- What is seen

    def observe(self, moments: Sequence[Moment]) -> Observation:
        """The views in planes, and the masks of what `choices` offers."""
        views = [moment.view for moment in moments]
        charts = [self.chart(view["map"]) for view in views]
        masks = np.empty((len(views), len(self.closed)), np.int8)
        masks[:] = self.closed
        for mask, moment, chart in zip(masks, moments, charts, strict=True):
            if moment.choices is not None:
                self._offer(mask, moment.choices, chart)
        return {
            "planets": self._rows(views, charts),
            "ways": np.array([chart.ways for chart in charts]),
            "seat": np.array([self._seat(view) for view in views], np.float32),
            "action_mask": masks,
        }

    def _rows(self, views: Sequence[Json], charts: Sequence[Chart]) -> Array:
        # What is None becomes nan, and then -1.
        listed = [[*map(_FACTS, view["planets"])] for view in views]
        for rows_of in listed:
            rows_of += [_NO_PLANET] * (self.planets - len(rows_of))
        facts = np.array(listed, np.float32)
        facts[np.isnan(facts)] = -1
        me, now = np.array([(view["seat"], view["round"]) for view in views], np.float32).T[..., None]
        owner, units, as_of, later = np.moveaxis(facts, -1, 0)
        static = np.array([chart.static for chart in charts])
        rows = self.planes(owner, units, as_of, later, me, now, static)
        found: dict[int, float] = {}
        for number, view in enumerate(views):
            self._traffic(found, number * self.planets, view)
        rows.reshape(-1)[list(found)] = list(found.values())
        rows[..., [_ARRIVING, _ARRIVING + 2]] /= UNITS
        return rows

    def planes(
        self, owner: Array, units: Array, as_of: Array, later: Array, me: Array, now: Array, static: Array
    ) -> Array:
        """Rows of planets with all that has no one but the planet in it. What is unknown, and nobody, is -1; `me` and `now`: seat and round."""
        known = as_of >= 0
        rows = np.zeros((*owner.shape, len(PLANES)), np.float32)
        rows[..., _OWN] = own = owner == me
        rows[..., _RIVAL] = (owner >= 0) ^ own
        rows[..., _EMPTY] = known & (owner < 0)
        rows[..., _SIGHT] = as_of == now
        rows[..., _AGE] = (now - as_of) * known / TENS
        rows[..., _UNITS] = np.maximum(units, 0) / UNITS
        rows[..., _NEXT] = np.maximum(later, 0) / UNITS
        rows[..., _STATIC : _STATIC + 4] = static
        return rows

    def _traffic(self, found: dict[int, float], first: int, view: Json) -> None:
        """Add what stands at few planets to `found`, by its place in all rows; `first` is the row of the view's first planet."""
        me, width = view["seat"], len(PLANES)
        for fleet in view["fleets"]:
            place = (first + fleet["to"]) * width + (_ARRIVING if fleet["seat"] == me else _ARRIVING + 2)
            found[place] = found.get(place, 0.0) + fleet["units"]
            found[place + 1] = max(found.get(place + 1, 0.0), 1.0 / fleet["left"])
        for planet in view["planets"]:
            for effect in planet["effects"]:
                if effect["type"] in _EFFECTS:
                    found[(first + planet["id"]) * width + _EFFECTS[effect["type"]]] = 1.0
        for line in view["attacks"]:
            found[(first + line["planet"]) * width + _ATTACKED] = 1.0
        for line in view["announcements"]:
            if line["type"] == "terminator":
                found[(first + line["planet"]) * width + _DOOMED] = 1.0

    def _seat(self, view: Json) -> list[float]:
        me, you, lines = view["seat"], view["you"], view["seats"]
        playing = [line["lot"] for line in lines if line["status"] == "in" and line["seat"] != me]
        return [
            view["round"] / TENS, (view["max_round"] - view["round"]) / TENS, you["points"] / TENS, you["planets"] / TENS,
            you["units"] / UNITS, you["fee"]["quarters"] / 4, len(playing), lines[me]["lot"] < min(playing, default=0),
        ]  # fmt: skip

    # --- What may be done

    def _offer(self, mask: Mask, choices: Json, chart: Chart) -> None:
        """Open in the mask what is offered."""
        for source in choices["sources"]:
            if source["units"] > 1:
                planet = source["planet"]
                row = chart.offered.get(planet)
                if row is None:
                    row = chart.offered[planet] = self._offered(source, chart)
                start = planet * self.sends
                mask[start : start + self.sends] = row
        planets: dict[int, Any] = {}
        for tactic in choices["tactics"]:
            start = self.tactics + self.tactic_at[tactic["type"]]
            targets = tactic["targets"]
            if targets.get("from") == []:
                continue
            offered = targets.get("planet") or targets.get("to")
            if offered:
                # The same list of planets for several tactics.
                row = planets.get(id(offered))
                if row is None:
                    row = planets[id(offered)] = np.zeros(self.planets, np.int8)
                    row[offered] = 1
                mask[start : start + self.planets] = row
            elif "seat" in targets:
                mask[start + np.array(targets["seat"], np.int64)] = 1
            elif not targets:
                mask[start] = 1
            if "to" in targets:
                mask[start + _largest(choices)["planet"]] = 0

    def _offered(self, source: Json, chart: Chart) -> Mask:
        """The mask of a garrison of two units or more."""
        row = np.zeros(self.sends, np.int8)
        row[0] = 1
        targets = {target["planet"] for target in source["targets"]}
        for place, target in enumerate(chart.neighbours[source["planet"]].tolist()):
            if target in targets:
                row[1 + place * len(AMOUNTS) : 1 + (place + 1) * len(AMOUNTS)] = 1
        return row

    def orders(self, action: Any, moment: Moment) -> Json:
        """The moves of all garrisons and one tactic."""
        units = {source["planet"]: source["units"] for source in moment.choices["sources"]}
        neighbours = self.chart(moment.view["map"]).neighbours
        moves = []
        *sends, tactic = np.asarray(action).tolist()
        for planet, sent in enumerate(sends):
            if sent:
                place, amount = divmod(sent - 1, len(AMOUNTS))
                stays = units.get(planet, 0)
                leaving = (1, stays // 2, stays - 1)[amount]
                moves.append({"from": planet, "to": int(neighbours[planet, place]), "units": leaving})
                units[planet] = stays - leaving
        return {"moves": moves, "tactic": self._tactic(tactic, moment.choices, units) if tactic else None}

    def _tactic(self, value: int, choices: Json, staying: dict[int, int]) -> Json:
        if value >= self.tactic_at["swap"]:
            return {"type": "swap", "seat": value - self.tactic_at["swap"]}
        if value == self.tactic_at["eleminate"]:
            return {"type": "eleminate"}
        turn, planet = divmod(value - 1, self.planets)
        name = PLANET_TACTICS[turn]
        if name != "teleport":
            return {"type": name, "planet": planet}
        source = _largest(choices)["planet"]
        return {"type": name, "from": source, "to": planet, "units": (staying[source] + 1) // 2}


def _largest(choices: Json) -> Json:
    """The garrison from which teleports go: the largest, of equals the first. Teleports are offered only where there is one."""
    return max(choices["sources"], key=itemgetter("units"))
