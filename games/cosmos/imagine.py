"""Which position could a seat be in that sees this view? What it knows as it is, the rest by the plainest guess; for trying things out.

Ghosts are where they were last sensed, or at the nearest detected position if theirs is known to be empty; a detected position that
nothing known explains is a small battleship. The map is symmetric, so planets stand on the images of known planets: of an own one
those of opponents whose planets nobody has sensed, with as much energy. Every opponent that is left then has a planet somewhere.
Other ships that nobody has sensed are left out. Others have as many weapon points, and no orders; densities are drawn.
"""

from __future__ import annotations

from base64 import b64decode
from math import isqrt
from typing import Any

from games.core.rng import Rng
from games.cosmos.constants import (
    BATTLESHIP,
    DETECT,
    HIGHEST_ID,
    KIND_NUMBER,
    KINDS,
    LOWEST_ID,
    PLANET,
    SCOUT,
    SENSE,
    START_ENERGY,
    initial_defence,
)
from games.cosmos.geometry import Bits, Geometry, Place, geometry_of
from games.cosmos.ids import between
from games.cosmos.maps import chosen
from games.cosmos.settings import kept
from games.cosmos.sight import first_look
from games.cosmos.standing import no_defaults
from games.cosmos.standing_orders import BIDS_SINCE
from games.cosmos.state import State, from_json
from games.cosmos.symmetry import AUTO, Tile, allowed, orbit

Json = Any

UNKNOWN_SHIP = 20
"""Energy of a ship of which only the position is known: the least of a battleship whose burst has an effect."""


def imagine(options: dict[str, Json], view: Json, rng: Rng) -> State:
    """A position with orders due that `view`, a seat's own, does not rule out; `options` are the table's."""
    document = chosen(options)
    size = (options["width"], options["height"]) if document is None else (document["width"], document["height"])
    sky = _Sky(options, view, geometry_of(*size), rng)
    sky.place_all()
    seats, seat = view["seats"], view["seat"]
    everything = "weapon" not in view
    weapon = {} if everything else view["weapon"]
    histories = view["history"] if everything else [weapon["history"] if one == seat else [] for one in range(seats)]
    courses = view["courses"] if everything else [course or [] for course in weapon["courses"]]
    points = view["points"] if everything else weapon["all"] or [weapon["own"]] * seats
    defaults = (
        view["defaults"] if everything else [view["defaults"] if one == seat else no_defaults() for one in range(seats)]
    )
    own = [line for line in (*view["own"], *view["foreign"]) if "standing" in line]
    state = from_json(
        {
            "options": kept(options),
            "seats": seats,
            "size": list(size),
            "symmetry": sky.group,
            "aether": sky.densities(rng),
            "origin": list(sky.origin),
            "round": view["round"],
            "phase": view["phase"],
            "entities": [sky.rows[id_] for id_ in sorted(sky.rows)],
            "used_ids": sorted(sky.used),
            "id_key": rng.randrange(1 << 48),
            "points": points,
            "bonus": [[line["seat"], *entry] for line in view["bonus"] for entry in line["entries"]],
            "bids": {},
            "last_bids": _last_bids(histories),
            "history": histories,
            "courses": courses,
            "standing": {str(line["id"]): _standing(line, view) for line in own if line["standing"]},
            "direct": [
                [line["seat"], line["id"], line["direct"]["actions"], line["direct"]["rounds"], None]
                for line in own
                if line["direct"] is not None
            ],
            "defaults": defaults,
            "known": [f"{sky.known:x}" if one == seat else "0" for one in range(seats)],
            "memory": [sky.remembered() if one == seat else {} for one in range(seats)],
            "seen": [[] for _ in range(seats)],
            "eliminated": [[one, max(1, view["round"] - 1), 0] for one in range(seats) if one not in view["alive"]],
            "last_sequence": view.get("last_sequence", []),
            "last_bid_table": view.get("bids", {}),
            "outcome": view["outcome"],
        }
    )
    first_look(state)
    return state


def _standing(line: Json, view: Json) -> Json:
    """The standing orders of an own entity as they are stored, with the round since which it bids."""
    if "bids_left" not in line:
        return line["standing"]
    since = view["round"] + line["bids_left"] - view["rules"]["bids_last"]
    return {**line["standing"], "memory": {BIDS_SINCE: since}}


def _last_bids(histories: list[list[list[Json]]]) -> dict[str, Json]:
    """By planet who bid last, how much, and whether it won."""
    rows = sorted((row[0], row[1], seat, row[2], row[3]) for seat, rows in enumerate(histories) for row in rows)
    return {str(planet): [seat, bid, result == "won"] for _, planet, seat, bid, result in rows}


class _Sky:
    """The map and who stands where, while it is being guessed. Tiles are counted from 0, as in the state."""

    def __init__(self, options: dict[str, Json], view: Json, geometry: Geometry, rng: Rng) -> None:
        self.options, self.view, self.geometry, self.rng = options, view, geometry, rng
        self.document = chosen(options)
        shown = view["map"]
        self.origin: Tile = tuple(shown["origin"]) if shown["origin"] else _origin(view, geometry, rng)
        self.aether = self._known_densities()
        self.known: Bits = sum(geometry.bit[geometry.at(*tile)] for tile in self.aether)
        if shown["known"] is not None:
            self.known = int.from_bytes(b64decode(shown["known"]), "little")
        self.group = self._symmetry()
        self.rows: dict[int, list[Json]] = {}
        """Entities as they are stored, by id."""
        self.taken: Bits = 0
        self.used = {line["id"] for key in ("own", "foreign", "ghosts") for line in view[key]}
        self.used |= {line["home"] for line in view["own"] if line["home"] is not None}
        self.others = [seat for seat in view["alive"] if seat != view["seat"]]
        self.blips = self._bits(view["blips"])
        self.barred = self._looked_at() & ~self.blips
        """Tiles of which the seat knows whether somebody is there."""

    def place_all(self) -> None:
        """Put everybody somewhere: who is seen, planets, ghosts, who is detected, and one for each opponent."""
        view = self.view
        for line in view["own"]:
            self._put_shown(line)
        for line in view["foreign"]:
            self._put_shown(line)
        ships = []
        for ghost in view["ghosts"]:
            if ghost["kind"] == KINDS[PLANET]:
                self._put(ghost["id"], PLANET, self._living(ghost["seat"]), self._place(ghost["pos"]), ghost)
            elif ghost["seat"] in self.others:
                ships.append(ghost)
        self._put_planets_of_the_map()
        self._put_ships(ships)
        for seat in self.others:
            if not self._owns(seat):
                self._put_new(PLANET, seat, self._farthest(), START_ENERGY)

    # The map

    def _known_densities(self) -> dict[Tile, int]:
        shown, (x0, y0) = self.view["map"], self.origin
        if shown["tiles"] is not None:
            return {(x - x0, y - y0): a for x, y, a in shown["tiles"]}
        rows = enumerate(shown["aether"])
        return {(x, y): a for y, row in rows for x, a in enumerate(row) if a is not None}

    def _symmetry(self) -> str:
        """The group of the map; where it was drawn the first that what is known does not rule out."""
        options = self.options
        if self.document is not None:
            return str(self.document["symmetry"])
        if options["symmetry"] != AUTO:
            return str(options["symmetry"])
        groups = allowed(self.view["seats"], options["width"], options["height"])
        return next((group for group in groups if self._fits(group)), groups[0])

    def _fits(self, group: str) -> bool:
        return all(
            self.aether.get(image, density) == density
            for tile, density in self.aether.items()
            for image in self._orbit(tile, group)
        )

    def _orbit(self, tile: Tile, group: str) -> list[Tile]:
        return orbit(group, self.geometry.width, self.geometry.height, *tile)

    def densities(self, rng: Rng) -> list[list[int]]:
        """Rows of thousandths: as known, as known of an image, or drawn once for all images."""
        if self.document is not None:
            rows: list[list[int]] = self.document["aether"]
            return rows
        width, height = self.geometry.width, self.geometry.height
        low, high = self.options["aether_range"]
        found = dict(self.aether)
        for tile in self.aether:
            for image in self._orbit(tile, self.group):
                found.setdefault(image, self.aether[tile])
        for tile in ((x, y) for y in range(height) for x in range(width)):
            if tile not in found:
                density = between(rng, low, high)
                found.update((image, density) for image in self._orbit(tile, self.group))
        return [[found[x, y] for x in range(width)] for y in range(height)]

    # Places

    def _place(self, pos: list[int]) -> Place:
        return self.geometry.at(pos[0] - self.origin[0], pos[1] - self.origin[1])

    def _bits(self, positions: list[list[int]]) -> Bits:
        return sum(self.geometry.bit[self._place(pos)] for pos in positions)

    def _looked_at(self) -> Bits:
        """Tiles that the seat senses, and those on which it detects whoever is there."""
        bits = 0
        for line in self.view["own"]:
            kind = KIND_NUMBER[line["kind"]]
            bits |= self.geometry.mask(DETECT[SCOUT] if kind == SCOUT else SENSE[kind], self._place(line["pos"]))
        return bits

    def _is_free(self, place: Place) -> bool:
        bit = self.geometry.bit[place]
        return bool(bit) and not (self.taken | self.barred) & bit

    def _nearest(self, place: Place) -> Place:
        """The nearest place where somebody may be unseen."""
        d2 = self.geometry.d2
        return min(filter(self._is_free, self.geometry.tiles), key=lambda tile: (d2(tile, place), tile))

    def _farthest(self) -> Place:
        """The free place that is farthest from all that is the seat's own."""
        own = [self._place(line["pos"]) for line in self.view["own"]] or self.geometry.tiles[:1]
        d2 = self.geometry.d2
        return max(
            filter(self._is_free, self.geometry.tiles), key=lambda tile: (min(d2(tile, one) for one in own), -tile)
        )

    # Entities

    def _living(self, seat: int | None) -> int | None:
        return seat if seat in self.view["alive"] else None

    def _owns(self, seat: int, *kinds: str) -> bool:
        return any(row[2] == seat and (not kinds or row[1] in kinds) for row in self.rows.values())

    def _store(self, row: list[Json], place: Place) -> None:
        self.rows[row[0]] = row
        self.used.add(row[0])
        self.taken |= self.geometry.bit[place]
        self.blips &= ~self.geometry.bit[place]

    def _put_shown(self, line: Json) -> None:
        """Somebody who is seen; of own ones everything is known."""
        if "cooldown" not in line:
            self._put(line["id"], KIND_NUMBER[line["kind"]], line["seat"], self._place(line["pos"]), line)
            return
        place, is_planet = self._place(line["pos"]), line["kind"] == KINDS[PLANET]
        defence, initial = (0, 0) if is_planet else (line["defence"], line["initial_defence"])
        x, y = self.geometry.xy[place]
        row = [line["id"], line["kind"], line["seat"], x, y, line["energy"], defence, initial]
        self._store([*row, line["cooldown"], line["radio"], line["born"], line["home"]], place)

    def _put(self, id_: int, kind: int, seat: int | None, place: Place, line: Json) -> None:
        """Somebody else's entity: as good as new, ready to act, a ship built in the last round."""
        is_planet, energy = kind == PLANET, line["energy"]
        defence, initial = (0, 0) if is_planet else (line["defence"], initial_defence(kind, energy))
        born = 0 if is_planet else max(1, self.view["round"] - 1)
        x, y = self.geometry.xy[place]
        self._store([id_, KINDS[kind], seat, x, y, energy, defence, initial, 0.0, line["radio"], born, None], place)

    def _put_new(self, kind: int, seat: int | None, place: Place, energy: int) -> None:
        """An entity that nobody has seen."""
        while (id_ := between(self.rng, LOWEST_ID, HIGHEST_ID)) in self.used:
            pass
        self._put(id_, kind, seat, place, {"energy": energy, "defence": energy, "radio": 0})

    def _put_planets_of_the_map(self) -> None:
        """Planets that the seat has never sensed, where the map must have some."""
        document = self.document
        if document is not None:
            for line in document["planets"]:
                if line["side"] is None or line["side"] < self.view["seats"]:
                    self._put_planet((line["x"], line["y"]), line["side"] is not None, line["energy"])
            return
        most = self.options["start_planets"] * self.view["seats"] + self.options["neutral_planets"]
        known = [row for _, row in sorted(self.rows.items()) if row[1] == KINDS[PLANET]]
        for row in known:
            for tile in self._orbit((row[3], row[4]), self.group):
                if sum(other[1] == KINDS[PLANET] for other in self.rows.values()) < most:
                    self._put_planet(tile, row[2] is not None, row[5])

    def _put_planet(self, tile: Tile, is_owned: bool, energy: int) -> None:
        """A planet, if none is known there; an owned one is that of the first opponent who has none yet."""
        place = self.geometry.at(*tile)
        if self._is_free(place):
            seats = [seat for seat in self.others if not self._owns(seat, KINDS[PLANET])]
            self._put_new(PLANET, seats[0] if is_owned and seats else None, place, energy)

    def _put_ships(self, ghosts: list[Json]) -> None:
        """Ghosts of ships where they were last sensed; those that are not there any more at what is detected."""
        gone = []
        for ghost in sorted(ghosts, key=lambda ghost: (-ghost["round"], ghost["id"])):
            place = self._place(ghost["pos"])
            if self._is_free(place):
                self._put(ghost["id"], KIND_NUMBER[ghost["kind"]], ghost["seat"], place, ghost)
            else:
                gone.append(ghost)
        d2 = self.geometry.d2
        for place in list(self.geometry.places_of(self.blips)):
            if gone:
                ghost = min(gone, key=lambda ghost: (d2(self._place(ghost["pos"]), place), ghost["id"]))
                gone.remove(ghost)
                self._put(ghost["id"], KIND_NUMBER[ghost["kind"]], ghost["seat"], place, ghost)
            elif self.others:
                self._put_new(BATTLESHIP, self.others[0], place, UNKNOWN_SHIP)
        for ghost in gone:
            place = self._nearest(self._place(ghost["pos"]))
            self._put(ghost["id"], KIND_NUMBER[ghost["kind"]], ghost["seat"], place, ghost)

    def remembered(self) -> dict[str, Json]:
        """Ghosts as they are stored."""
        x0, y0 = self.origin
        return {
            str(one["id"]): [
                KIND_NUMBER[one["kind"]], one["seat"], [one["pos"][0] - x0, one["pos"][1] - y0], one["energy"],
                one["defence"], one["radio"], one["round"],
            ]
            for one in self.view["ghosts"]
        }  # fmt: skip


def _origin(view: Json, geometry: Geometry, rng: Rng) -> Tile:
    """Where the map begins, for a seat that is not told (7.2): as the tiles that it senses, and those that are not there, leave room."""
    tiles = {(x, y) for x, y, _ in view["map"]["tiles"]}
    found = []
    for axis, length in enumerate((geometry.width, geometry.height)):
        low = max((tile[axis] for tile in tiles), default=0) - length + 1
        high = min((tile[axis] for tile in tiles), default=0)
        for line in view["own"]:
            reach = isqrt(SENSE[KIND_NUMBER[line["kind"]]])
            for step in (-1, 1):
                edge = _edge(tiles, line["pos"], axis, step, reach)
                if edge is not None:
                    low = high = edge if step < 0 else edge - length + 1
        found.append(between(rng, low, high))
    return found[0], found[1]


def _edge(tiles: set[Tile], pos: list[int], axis: int, step: int, reach: int) -> int | None:
    """The last coordinate of the map in that direction, if it is within reach."""
    at = list(pos)
    for _ in range(reach):
        at[axis] += step
        if (at[0], at[1]) not in tiles:
            return at[axis] - step
    return None
