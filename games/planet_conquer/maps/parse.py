"""Is this a map, and which planets, routes and starts does it mean? Format 1 (chapter 3): every mistake is found, none is guessed at.

`read_map` turns a document of either layout into the expanded explicit one. It does not choose homes and knows no match.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

from games.core.errors import OptionError
from games.core.fields import cut
from games.planet_conquer import constants
from games.planet_conquer.maps import values
from games.planet_conquer.maps.graph import find_asymmetry, lost_parts
from games.planet_conquer.maps.values import Values, fault, plain

COMMON = (
    "format", "id", "name", "name_zh", "author", "description", "seats", "max_round", "start_units", "maintain_fee",
    "points_per_round", "start_sets",
)  # fmt: skip
EXPLICIT = ("planets", "routes")
ORBITS = ("symmetry", "orbits", "centre", "links")
NUMBERS = ("def", "res", "cos", "max", "natives")
PLANET_FIELDS = ("key", "kind", "at", *NUMBERS, "name")
EXPANDED = ("size", "id")
"""Fields of an expanded map and of its planets, which views show: a map with them may be sent back, if they are what they must be."""
ORBIT_FIELDS = ("key", "kind", "radius", "angle", *NUMBERS)
CENTRE_FIELDS = ("kind", *NUMBERS)


@dataclass(frozen=True)
class Reading:
    """What came of a document: the expanded map, or what is wrong with it."""

    document: dict[str, Any] | None
    errors: list[OptionError]
    warnings: list[OptionError]


def read_map(source: Any) -> Reading:
    """Check a map document completely and expand it."""
    document, errors = _Reader().faults_of(source)
    uneven = document is not None and "orbits" not in source and find_asymmetry(document)
    return Reading(document, errors, [fault("asymmetric", "starts")] if uneven else [])


class _Reader(Values):
    """Reads a whole document."""

    def read(self, source: Any) -> dict[str, Any] | None:
        if not isinstance(source, dict):
            self.fail("bad_format", "")
            return None
        if "format" not in source:
            self.fail("missing_field", "format", field="format")
        elif source["format"] != 1 or isinstance(source["format"], bool):
            self.fail("bad_format", "format")
        explicit = [key for key in EXPLICIT if key in source]
        orbits = [key for key in ORBITS if key in source]
        layouts = (
            (EXPLICIT + ORBITS if orbits else (*EXPLICIT, EXPANDED[0])) if explicit else ORBITS if orbits else EXPLICIT
        )
        known = (*COMMON, "starts", *layouts)
        self.only(source, "", known)
        document = self.common(source)
        if explicit and orbits:
            self.fail("mixed_layouts", orbits[0])
            return None
        planets, routes, starts = self.orbit_layout(source) if orbits else self.explicit_layout(source)
        if planets is not None:
            self.positions(planets, "orbits" if orbits else "planets", source.get("symmetry") if orbits else 1)
        seats = document["seats"]
        if starts is not None and seats is not None and len(starts) < seats["max"]:
            if orbits:
                self.fail("seats_exceed_starts", "seats.max", seats=seats["max"], count=len(starts))
            else:
                self.fail("too_few_starts", "starts", seats=seats["max"], count=len(starts))
        document["start_sets"] = self.start_sets(source, starts, seats)
        if document["start_sets"] is None:
            del document["start_sets"]
        if planets and routes is not None and all(planet["key"] for planet in planets):
            lost = lost_parts([planet["key"] for planet in planets], routes)
            for place in dict.fromkeys(self.place(one, source, bool(orbits)) for one in lost):
                first = next(one for one in lost if self.place(one, source, bool(orbits)) == place)
                self.fail("not_connected", place, key=planets[first]["key"])
        if self.faults or planets is None or routes is None or starts is None:
            return None
        document.update(
            size=constants.MAP_SIZE,
            planets=[{"id": i, **planet} for i, planet in enumerate(planets)],
            routes=routes,
            starts=starts,
        )
        return document

    @staticmethod
    def place(planet: int, source: dict[str, Any], orbits: bool) -> str:
        if not orbits:
            return f"planets[{planet}]"
        orbit = planet // source["symmetry"]
        return f"orbits[{orbit}]" if orbit < len(source["orbits"]) else "centre"

    # Fields that both layouts have.

    def common(self, source: dict[str, Any]) -> dict[str, Any]:
        name = self.text(source, "name", 1, 60, None)
        document: dict[str, Any] = {"format": 1, "id": None, "name": name}
        if "id" not in source:
            self.fail("missing_field", "id", field="id")
        elif not isinstance(source["id"], str):
            self.fail("bad_type", "id", field="id", wanted=values.TEXT)
        elif not re.fullmatch("[a-z0-9_]{1,40}", source["id"]):
            self.fail("bad_key", "id", key=cut(source["id"]), wanted="a-z 0-9 _")
        else:
            document["id"] = source["id"]
        document["name_zh"] = self.text(source, "name_zh", 1, 60, name or "")
        document["author"] = self.text(source, "author", 0, 60, "")
        document["description"] = self.text(source, "description", 0, 2000, "")
        document["seats"] = self.seats(source)
        for key, (low, high), default in (
            ("max_round", constants.MAX_ROUND, 300),
            ("start_units", constants.START_UNITS, 100),
            ("points_per_round", constants.POINTS_PER_ROUND, 1),
        ):
            document[key] = self.optional(source, key, key, low, high, default)
        document["maintain_fee"] = source.get("maintain_fee", False)
        if not isinstance(document["maintain_fee"], bool):
            self.fail("bad_type", "maintain_fee", field="maintain_fee", wanted=values.TRUTH)
        return document

    def seats(self, source: dict[str, Any]) -> dict[str, int] | None:
        if "seats" not in source:
            self.fail("missing_field", "seats", field="seats")
            return None
        seats = source["seats"]
        if not isinstance(seats, dict):
            self.fail("bad_type", "seats", field="seats", wanted=values.OBJECT)
            return None
        self.only(seats, "seats", ("min", "max"))
        found: dict[str, int | None] = {}
        for key in ("min", "max"):
            if key not in seats:
                self.fail("missing_field", f"seats.{key}", field=f"seats.{key}")
            else:
                found[key] = self.whole(seats[key], f"seats.{key}", 2, constants.MAX_SEATS)
        low, high = found.get("min"), found.get("max")
        if low is None or high is None:
            return None
        if low > high:
            self.fail("out_of_range", "seats.min", field="seats.min", low=2, high=high)
            return None
        return {"min": low, "max": high}

    def start_sets(
        self, source: dict[str, Any], starts: list[str] | None, seats: Any
    ) -> dict[str, list[list[str]]] | None:
        if "start_sets" not in source:
            return None
        sets = source["start_sets"]
        if not isinstance(sets, dict):
            self.fail("bad_type", "start_sets", field="start_sets", wanted=values.OBJECT)
            return None
        if starts is None or seats is None:
            return None
        for count, lists in sets.items():
            where = f"start_sets.{cut(count)}"
            if (
                count not in [str(k) for k in range(seats["min"], seats["max"] + 1)]
                or not isinstance(lists, list)
                or not lists
            ):
                self.fail("bad_start_set", where, count=cut(count))
                continue
            for i, keys in enumerate(lists):
                good = isinstance(keys, list) and all(isinstance(key, str) and key in starts for key in keys)
                if not good or len(set(keys)) != len(keys) or len(keys) != int(count):
                    self.fail("bad_start_set", f"{where}[{i}]", count=count)
        return (
            {str(count): [list(keys) for keys in lists] for count, lists in sets.items()} if not self.faults else None
        )

    def explicit_layout(
        self, source: dict[str, Any]
    ) -> tuple[list[dict[str, Any]] | None, list[Any] | None, list[str] | None]:
        if "size" in source:
            self.whole(source["size"], "size", constants.MAP_SIZE, constants.MAP_SIZE)
        items = self.listed(source, "planets")
        routes = self.listed(source, "routes")
        starts = self.listed(source, "starts")
        if items is None:
            return None, None, None
        if len(items) > constants.MAX_PLANETS:
            self.fail("too_many_planets", "planets", count=len(items))
            return None, None, None
        if len(items) < 2:
            self.fail("out_of_range", "planets", field="planets", low=2, high=constants.MAX_PLANETS)
            return None, None, None
        taken: set[str] = set()

        def planet(item: dict[str, Any], path: str) -> dict[str, Any]:
            key = self.key(item, path, "[A-Za-z][A-Za-z0-9]{0,7}", "A-Z a-z 0-9", taken)
            numbers = self.numbers(item, path)
            at = self.point(item, path)
            name = item.get("name", key)
            if name is not None and (not isinstance(name, str) or re.search("[\x00-\x1f\ud800-\udfff]", name)):
                self.fail("bad_type", f"{path}.name", field=f"{path}.name", wanted=values.TEXT)
            elif isinstance(name, str) and not 1 <= len(name) <= 60:
                self.fail("out_of_range", f"{path}.name", field=f"{path}.name", low=1, high=60)
            return {"key": key, "kind": numbers.pop("kind"), "at": at, **numbers, "name": name}

        planets = self.objects(items, "planets", (*PLANET_FIELDS, EXPANDED[1]), planet)
        for i, item in enumerate(items):
            if isinstance(item, dict) and "id" in item:
                self.whole(item["id"], f"planets[{i}].id", i, i)
        natives = {planet["key"]: planet["natives"] for planet in planets}
        found_routes = self.routes(routes, natives) if routes is not None else None
        return planets, found_routes, self.starts(starts, natives) if starts is not None else None

    def point(self, item: dict[str, Any], path: str) -> list[int] | None:
        where = f"{path}.at"
        if "at" not in item:
            self.fail("missing_field", where, field=where)
            return None
        at = item["at"]
        if not isinstance(at, list) or len(at) != 2:
            self.fail("bad_type", where, field=where, wanted=values.PLACE)
            return None
        x, y = (self.whole(value, f"{where}[{i}]", 0, constants.MAP_SIZE) for i, value in enumerate(at))
        return None if x is None or y is None else [x, y]

    def positions(self, planets: list[dict[str, Any]], where: str, group: Any) -> None:
        at: dict[tuple[int, int], str] = {}
        for i, planet in enumerate(planets):
            if planet["at"] is None:
                continue
            place = (planet["at"][0], planet["at"][1])
            if place in at:
                self.fail("duplicate_position", f"{where}[{i // group}]", key=planet["key"], other=at[place])
            at.setdefault(place, planet["key"])

    def routes(self, items: list[Any], known: dict[str, Any]) -> list[list[Any]] | None:
        if len(items) > constants.MAX_ROUTES:
            self.fail("too_many_routes", "routes", count=len(items))
            return None
        found = []
        taken: set[frozenset[str]] = set()
        for i, item in enumerate(items):
            where = f"routes[{i}]"
            if not self.shape(item, where, 3):
                continue
            good = self.route_ends(item[0], item[1], where, known)
            rounds, bend = self.travel(item, where, 2)
            if not good:
                continue
            ends = frozenset(item[:2])
            if len(ends) == 1:
                self.fail("self_route", where)
            elif ends in taken:
                self.fail("duplicate_route", where, key=item[0], other=item[1])
            taken.add(ends)
            found.append([item[0], item[1], rounds, bend])
        return found

    def starts(self, items: list[Any], natives: dict[str, Any]) -> list[str]:
        found: list[str] = []
        for i, key in enumerate(items[: constants.MAX_PLANETS + 1]):
            where = f"starts[{i}]"
            if not isinstance(key, str):
                self.fail("bad_type", where, field=where, wanted=values.TEXT)
            elif key not in natives:
                self.fail("unknown_planet", where, key=cut(key))
            elif key in found:
                self.fail("duplicate_start", where, key=key)
            else:
                if natives[key]:
                    self.fail("start_has_natives", where, key=key)
                found.append(key)
        return found

    # The orbit layout.

    def orbit_layout(
        self, source: dict[str, Any]
    ) -> tuple[list[dict[str, Any]] | None, list[Any] | None, list[str] | None]:
        n = source.get("symmetry")
        if "symmetry" not in source:
            self.fail("missing_field", "symmetry", field="symmetry")
        elif not isinstance(n, int) or isinstance(n, bool):
            self.fail("bad_type", "symmetry", field="symmetry", wanted=values.WHOLE)
        elif not 2 <= n <= constants.MAX_SEATS:
            self.fail("bad_symmetry", "symmetry")
        items = self.listed(source, "orbits")
        links = self.listed(source, "links")
        if items is not None and not 1 <= len(items) <= 25:
            self.fail("out_of_range", "orbits", field="orbits", low=1, high=25)
            items = None
        if items is None:
            return None, None, None
        taken: set[str] = set()

        def orbit(item: dict[str, Any], path: str) -> dict[str, Any]:
            found = {"key": self.key(item, path, "[A-NP-Z]", "A-Z, O", taken), **self.numbers(item, path)}
            for key, high in (("radius", 500_000), ("angle", 359_999)):
                where = f"{path}.{key}"
                if key not in item:
                    self.fail("missing_field", where, field=where)
                    found[key] = None
                else:
                    exact = self.decimal(item[key], where, 0, high)
                    found[key] = None if exact is None else plain(exact)
            return found

        orbits = self.objects(items, "orbits", ORBIT_FIELDS, orbit)
        centre = None
        if "centre" in source:
            if not isinstance(source["centre"], dict):
                self.fail("bad_type", "centre", field="centre", wanted=values.OBJECT)
            else:
                self.only(source["centre"], "centre", CENTRE_FIELDS)
                if "kind" not in source["centre"]:
                    self.fail("missing_field", "centre.kind", field="centre.kind")
                centre = self.numbers(source["centre"], "centre")
        start = self.start_orbit(source, orbits)
        if self.faults and (not isinstance(n, int) or isinstance(n, bool) or not 2 <= n <= constants.MAX_SEATS):
            return None, None, None
        assert isinstance(n, int)
        count = n * len(orbits) + (centre is not None)
        if count > constants.MAX_PLANETS:
            self.fail("too_many_planets", "orbits", count=count)
            return None, None, None
        routes = (
            self.links(links, {orbit["key"] for orbit in orbits}, "centre" in source, n) if links is not None else None
        )
        if self.faults:
            return None, None, None
        planets = []
        for item in orbits:
            radius, angle, letter = item.pop("radius"), item.pop("angle"), item.pop("key")
            for i in range(n):
                key = f"{letter}{i}"
                planets.append(
                    {"key": key, "kind": item["kind"], "at": position(radius, angle, i, n), **item, "name": key}
                )
        if centre is not None:
            planets.append({"key": "O", "kind": centre["kind"], "at": [500, 500], **centre, "name": "O"})
        return planets, routes, [f"{start}{i}" for i in range(n)]

    def start_orbit(self, source: dict[str, Any], orbits: list[dict[str, Any]]) -> str | None:
        if "starts" not in source:
            start = next((orbit["key"] for orbit in orbits if orbit["kind"] == "base"), None)
            if start is None:
                self.fail("missing_field", "starts", field="starts")
                return None
        else:
            start = source["starts"]
            if not isinstance(start, str):
                self.fail("bad_type", "starts", field="starts", wanted=values.TEXT)
                return None
        found = next((orbit for orbit in orbits if orbit["key"] == start), None)
        if found is None:
            self.fail("unknown_planet", "starts", key=cut(start))
            return None
        if found["natives"]:
            self.fail("start_has_natives", f"orbits[{orbits.index(found)}].natives", key=f"{start}0")
        return str(start)

    def links(self, items: list[Any], letters: set[Any], centre: bool, n: int) -> list[list[Any]]:
        known = letters | ({"O"} if centre else set())
        found: list[list[Any]] = []
        taken: set[frozenset[str]] = set()
        for k, item in enumerate(items[: constants.MAX_ROUTES + 1]):
            where = f"links[{k}]"
            if not self.shape(item, where, 4):
                continue
            good = self.route_ends(item[0], item[1], where, known)
            shift = item[2]
            rounds, bend = self.travel(item, where, 3)
            if not isinstance(shift, int) or isinstance(shift, bool):
                self.fail("bad_type", f"{where}[2]", field=f"{where}[2]", wanted=values.WHOLE)
                continue
            if not good:
                continue
            a, b = item[0], item[1]
            high = 0 if "O" in (a, b) else n - 1
            if not 0 <= shift <= high:
                self.fail("link_shift_out_of_range", f"{where}[2]", high=high)
                continue
            if a == b and shift == 0:
                self.fail("self_route", where)
                continue
            for i in range(n // 2 if a == b and 2 * shift == n else n):
                ends = ["O" if a == "O" else f"{a}{i}", "O" if b == "O" else f"{b}{(i + shift) % n}"]
                if frozenset(ends) in taken:
                    self.fail("duplicate_route", where, key=ends[0], other=ends[1])
                    break
                taken.add(frozenset(ends))
                found.append([*ends, rounds, bend])
        if len(found) > constants.MAX_ROUTES:
            self.fail("too_many_routes", "links", count=len(found))
        return found


def position(radius: float, angle: float, i: int, n: int) -> list[int]:
    """Where planet i of an orbit lies (chapter 3): the one place with floating point, rounded so that all machines agree."""
    turned = math.radians(angle + 360 * i / n)
    x, y = 500 + radius * math.sin(turned), 500 - radius * math.cos(turned)
    return [math.floor(x + 0.5 + 1e-9), math.floor(y + 0.5 + 1e-9)]
