"""The controller `c` that a program's run is given. Chapter 10.2.

What stands below the mark is also the second part of the prelude in the sandbox. It computes everything from the entity view
of 7.1; a run calls nothing outside. Refusals carry the codes of 8.5.
"""

from __future__ import annotations

from typing import Any

from games.cosmos.programs.host import _cb_say, _cb_spend, _cb_stream
from games.cosmos.programs.space import (
    Direction,
    Pos,
    Refused,
    _cb_DIRECTIONS,
    _cb_LIMITS,
    _cb_Limits,
    _cb_NAMES,
    _cb_Pos,
    _cb_STEPS,
)

# --- The sandbox's text begins here.

_cb_Refused = Refused
_cb_MOST_ACTIONS = 8
_cb_HIGHEST_SUM = 30000


def _cb_power(total: int) -> float:
    """1.001 to the power of a sum of bonuses, by multiplications only: the same bits everywhere."""
    total = min(total, _cb_HIGHEST_SUM)
    result, square = 1.0, 1.001
    while total:
        if total % 2:
            result *= square
        square *= square
        total //= 2
    return result


class _cb_Sensed:
    """Another entity as it is sensed; a miner may look like a battleship (4.5)."""

    __slots__ = ("defence", "energy", "id", "kind", "pos", "radio", "seat")

    def __init__(self, row: dict[str, Any]) -> None:
        self.id: int = row["id"]
        self.kind: str = row["kind"]
        self.seat: int | None = row["seat"]
        self.pos = _cb_Pos(row["pos"][0], row["pos"][1])
        self.energy: int = row["energy"]
        self.defence: int = row["defence"]
        self.radio: int = row["radio"]

    def __repr__(self) -> str:
        return f"{self.kind} {self.id} of {self.seat} at {self.pos}"


class _cb_Random:
    """The run's own stream of chance, seeded at first use."""

    def __init__(self, seed: int) -> None:
        self._cb_seed = seed
        self._cb_source: Any = None

    def _cb_chance(self) -> Any:
        _cb_spend(1)
        if self._cb_source is None:
            self._cb_source = _cb_stream(self._cb_seed)
        return self._cb_source

    def random(self) -> float:
        """A float in [0, 1)."""
        return float(self._cb_chance().random())

    def randint(self, a: int, b: int) -> int:
        """A whole number of a..b."""
        return int(self._cb_chance().randint(a, b))

    def choice(self, seq: Any) -> Any:
        """One of a sequence."""
        return self._cb_chance().choice(seq)

    def shuffle(self, items: list[Any]) -> None:
        """Puts a list in random order."""
        _cb_spend(len(items))
        self._cb_chance().shuffle(items)


def _cb_name(d: Direction) -> str:
    """What a direction is called in orders; of something else there is no name, and the refusal comes next."""
    return _cb_NAMES[_cb_DIRECTIONS.index(d)] if d in _cb_DIRECTIONS else ""


def _cb_with(rows: list[dict[str, Any]], key: str, wanted: Any) -> list[dict[str, Any]]:
    """The rows that have the wanted value, or one of several."""
    if isinstance(wanted, (list, tuple, set, frozenset)):
        _cb_spend(len(rows) * len(wanted) // 16)
        return [row for row in rows if row[key] in wanted]
    return [row for row in rows if row[key] == wanted]


class _cb_Controller:
    """What one entity knows in one run, and what it does.

    A program may write to whatever it can name. What decides whether an action works is therefore kept apart, under names that it
    cannot: an impossible action is refused at once, whatever the program has written before.
    """

    def __init__(self, view: dict[str, Any], memory: dict[str, Any], seed: int, tiles: Any = None) -> None:
        """`tiles` gives the view's `aether` when it is first asked for; None: the view has it."""
        me = view["me"]
        self.id: int = me["id"]
        self.kind: str = me["kind"]
        self.seat: int = view["seat"]
        self.pos = _cb_Pos(me["pos"][0], me["pos"][1])
        self.energy: int = me["energy"]
        self.defence: int = me["defence"]
        self.initial_defence: int | None = me["initial_defence"]
        self.cooldown: float = me["cooldown"]
        self.ready = self.cooldown < 1
        self.radio: int = me["radio"]
        self.born: int = me["born"]
        self.home: int | None = me["home"]
        self.round: int = view["round"]
        self.rounds: int = view["rounds"]
        self.seats: list[int] = view["seats"]
        self.opponents = [seat for seat in self.seats if seat != self.seat]
        self.weapon_points: int = view["weapon_points"]
        self.own_count: int = view["own_count"]
        self.memory = memory
        self.random = _cb_Random(seed)
        self._cb_view = view
        self._cb_tiles = tiles
        self._cb_seat = self.seat
        self._cb_kind = self.kind
        self._cb_energy = self.energy
        self._cb_defence = self.defence
        self._cb_cooldown = self.cooldown
        self._cb_limits: _cb_Limits = _cb_LIMITS[self.kind]
        self._cb_start = _cb_Pos(self.pos.x, self.pos.y)
        self._cb_place = self._cb_start
        self._cb_gone = False
        self._cb_actions: list[dict[str, Any]] = []
        # Most runs look at little of what their entity senses: nothing is made of it before it is asked for.
        self._cb_rows: list[dict[str, Any]] = view["sensed"]
        self._cb_made: dict[int, _cb_Sensed] = {}
        self._cb_places: set[tuple[int, int]] | None = None

    # Knowledge.

    def limits(self, kind: str) -> _cb_Limits:
        """Base cooldown, radii and so on of a kind (4.1)."""
        _cb_spend(1)
        return _cb_LIMITS[kind].copy()

    def bonus(self, seat: int | None = None, ahead: int = 0) -> float:
        """The bonus factor K of a seat, by default the own one, in `ahead` rounds if nothing is added (6.3)."""
        _cb_spend(1)
        owner, when = self.seat if seat is None else seat, self.round + ahead
        return _cb_power(sum([x for who, x, expires in self._cb_view["bonus"] if who == owner and expires > when]))

    def turns_until_ready(self) -> int:
        """Whole rounds until an action of the cooldown is allowed."""
        _cb_spend(1)
        return int(self.cooldown)

    def _cb_one(self, row: dict[str, Any]) -> _cb_Sensed:
        id: int = row["id"]
        if id not in self._cb_made:
            self._cb_made[id] = _cb_Sensed(row)
        return self._cb_made[id]

    def _cb_taken(self) -> set[tuple[int, int]]:
        if self._cb_places is None:
            self._cb_places = {(x, y) for x, y in self._cb_view["detected"]}
        return self._cb_places

    def sense(
        self, center: Pos | None = None, radius: int | None = None, seats: Any = None, kinds: Any = None,
        hostile: bool | None = None,
    ) -> list[_cb_Sensed]:  # fmt: skip
        """The sensed entities, itself included, ascending by id, that pass every filter given.

        `radius` is measured from `center`, by default the own position. `seats` and `kinds` are one value or several
        ([NEUTRAL] finds neutral planets). `hostile`: of another civilisation, or (False) own and neutral ones.
        """
        found = self._cb_rows
        _cb_spend(50 + len(found))
        if kinds is not None:
            found = _cb_with(found, "kind", kinds)
        if seats is not None:
            found = _cb_with(found, "seat", seats)
        if hostile is not None:
            found = [row for row in found if (row["seat"] is not None and row["seat"] != self.seat) == hostile]
        if radius is not None:
            middle = self.pos if center is None else center
            found = [row for row in found if middle.d2(_cb_Pos(row["pos"][0], row["pos"][1])) <= radius]
        return [self._cb_one(row) for row in found]

    def sense_id(self, id: int) -> _cb_Sensed | None:
        """The sensed entity of that id."""
        _cb_spend(1)
        row = self._cb_of(id)
        return None if row is None else self._cb_one(row)

    def _cb_of(self, id: int) -> dict[str, Any] | None:
        for row in self._cb_rows:
            if row["id"] == id:
                return row
        return None

    def sense_at(self, pos: Pos) -> _cb_Sensed | None:
        """The sensed entity on a tile."""
        _cb_spend(1)
        row = self._cb_at(pos)
        return None if row is None else self._cb_one(row)

    def _cb_at(self, pos: Pos) -> dict[str, Any] | None:
        if (pos.x, pos.y) in self._cb_taken():
            for row in self._cb_rows:
                if row["pos"] == [pos.x, pos.y]:
                    return row
        return None

    def detect(self, radius: int | None = None) -> list[Pos]:
        """Positions of all detected entities, sensed or not, itself included."""
        found = [_cb_Pos(x, y) for x, y in self._cb_view["detected"]]
        _cb_spend(50 + len(found))
        return found if radius is None else [pos for pos in found if pos.d2(self.pos) <= radius]

    def can_sense(self, pos: Pos) -> bool:
        """Is a tile within the sense radius of where the run began?"""
        _cb_spend(1)
        return pos.d2(self._cb_start) <= self._cb_limits.sense

    def can_detect(self, pos: Pos) -> bool:
        """Is a tile within the detection radius of where the run began?"""
        _cb_spend(1)
        return pos.d2(self._cb_start) <= self._cb_limits.detect

    def aether(self, pos: Pos) -> float:
        """The density of a sensed tile, 0.1 to 1.0; raises Refused("out_of_reach") or Refused("off_map")."""
        _cb_spend(5)
        return self._cb_density(pos)

    def _cb_density(self, pos: Pos) -> float:
        if "aether" not in self._cb_view:
            self._cb_view["aether"] = self._cb_tiles()
        rows = self._cb_view["aether"]["rows"]
        index = pos.y - rows[0][1]
        if index < 0 or index >= len(rows):
            raise _cb_Refused("out_of_reach")
        start, _, values = rows[index]
        if pos.x < start or pos.x >= start + len(values):
            raise _cb_Refused("out_of_reach")
        value = values[pos.x - start]
        if value is None:
            raise _cb_Refused("off_map")
        return float(value / 1000.0)

    def on_map(self, pos: Pos) -> bool:
        """Is a tile on the map? Raises Refused("out_of_reach") beyond the detection radius."""
        _cb_spend(1)
        self._cb_need_detection(pos)
        return self._cb_on_map(pos)

    def _cb_on_map(self, pos: Pos) -> bool:
        west, east, south, north = self._cb_view["edges"]
        return not (
            (west is not None and pos.x < west)
            or (east is not None and pos.x > east)
            or (south is not None and pos.y < south)
            or (north is not None and pos.y > north)
        )

    def occupied(self, pos: Pos) -> bool:
        """Does any entity stand on a tile? Raises Refused("out_of_reach") beyond the detection radius."""
        _cb_spend(1)
        self._cb_need_detection(pos)
        return (pos.x, pos.y) in self._cb_taken()

    def _cb_need_detection(self, pos: Pos) -> None:
        if pos.d2(self._cb_start) > self._cb_limits.detect:
            raise _cb_Refused("out_of_reach")

    def log(self, text: Any) -> None:
        """A line for the owner's console."""
        line = str(text)
        _cb_spend(1 + len(line) // 16)
        _cb_say(line)

    # Actions. Each has a question that tells the same beforehand.

    def can_move(self, d: Direction) -> bool:
        """Would `move` work?"""
        _cb_spend(1)
        return self._cb_move_code(d) is None

    def move(self, d: Direction) -> None:
        """One step."""
        _cb_spend(1)
        code = self._cb_move_code(d)
        self._cb_do(code, {"do": "move", "dir": _cb_name(d)})
        left = self._cb_place
        self._cb_place = self._cb_next_to(d)
        self._cb_places = {xy for xy in self._cb_taken() if xy != (left.x, left.y)}
        self._cb_places.add((self._cb_place.x, self._cb_place.y))
        self.pos = _cb_Pos(self._cb_place.x, self._cb_place.y)
        self._cb_tire()

    def _cb_move_code(self, d: Direction) -> str | None:
        if self._cb_kind == "planet":
            return "wrong_kind_for_action"
        return self._cb_tired() or self._cb_way(d)

    def can_build(self, kind: str, d: Direction, e: int) -> bool:
        """Would `build` work?"""
        _cb_spend(1)
        return self._cb_build_code(kind, d, e) is None

    def build(self, kind: str, d: Direction, e: int) -> None:
        """A new ship of energy `e` on a neighbour tile."""
        _cb_spend(1)
        code = self._cb_build_code(kind, d, e)
        self._cb_do(code, {"do": "build", "kind": kind, "dir": _cb_name(d), "energy": e})
        self._cb_spent(e)
        place = self._cb_next_to(d)
        self._cb_taken().add((place.x, place.y))
        self._cb_tire()

    def _cb_build_code(self, kind: str, d: Direction, e: int) -> str | None:
        if self._cb_kind != "planet":
            return "wrong_kind_for_action"
        if kind not in ("battleship", "miner", "scout"):
            return "cannot_build_planet" if kind == "planet" else "unknown_kind"
        if type(e) is not int or e < 1:
            return "energy_out_of_range"
        return self._cb_tired() or self._cb_way(d) or ("not_enough_energy" if e > self._cb_energy else None)

    def can_charge(self, n: int) -> bool:
        """Would `charge` work?"""
        _cb_spend(1)
        return self._cb_charge_code(n) is None

    def charge(self, n: int) -> None:
        """Adds to this round's bid for the final weapon (6.6)."""
        _cb_spend(1)
        self._cb_do(self._cb_charge_code(n), {"do": "charge", "energy": n})
        self._cb_spent(n)

    def _cb_charge_code(self, n: int) -> str | None:
        if self._cb_kind != "planet":
            return "wrong_kind_for_action"
        if type(n) is not int or n < 0:
            return "energy_out_of_range"
        return self._cb_full() or ("not_enough_energy" if n > self._cb_energy else None)

    def can_overload(self, r: int) -> bool:
        """Would `overload` work? It may still be without effect (6.2)."""
        _cb_spend(1)
        return self._cb_overload_code(r) is None

    def overload(self, r: int) -> None:
        """Bursts: the battleship is gone, nothing can follow."""
        _cb_spend(1)
        self._cb_do(self._cb_overload_code(r), {"do": "overload", "radius": r})
        self._cb_gone = True
        self.ready = False

    def _cb_overload_code(self, r: int) -> str | None:
        if self._cb_kind != "battleship":
            return "wrong_kind_for_action"
        if type(r) is not int or r < 0 or r > 9:
            return "radius_out_of_range"
        return self._cb_tired()

    def can_analyse(self, target: int | Pos) -> bool:
        """Would `analyse` work?"""
        _cb_spend(1)
        return self._cb_analyse_code(self._cb_find(target)) is None

    def analyse(self, target: int | Pos) -> None:
        """Takes a foreign miner apart, by its id or position (6.3)."""
        _cb_spend(1)
        found = self._cb_find(target)
        self._cb_do(self._cb_analyse_code(found), {"do": "analyse", "id": found["id"] if found else 0})
        self._cb_defence = self.defence = max(self._cb_defence - 10, 0)
        self._cb_tire()

    def _cb_find(self, target: int | Pos) -> dict[str, Any] | None:
        _cb_spend(1)
        if isinstance(target, _cb_Pos):
            return self._cb_at(target)
        return self._cb_of(target)

    def _cb_analyse_code(self, target: dict[str, Any] | None) -> str | None:
        if self._cb_kind != "scout":
            return "wrong_kind_for_action"
        tired = self._cb_tired()
        if tired:
            return tired
        if self._cb_defence < self._cb_view["analyse_min_defence"]:
            return "not_enough_defence"
        if target is None:
            return "target_not_found"
        if target["kind"] != "miner" or target["seat"] == self._cb_seat:
            return "not_a_foreign_miner"
        place = _cb_Pos(target["pos"][0], target["pos"][1])
        return "out_of_reach" if place.d2(self._cb_place) > self._cb_limits.action else None

    def can_radio(self, n: int) -> bool:
        """Would `set_radio` work?"""
        _cb_spend(1)
        return self._cb_radio_code(n) is None

    def set_radio(self, n: int) -> None:
        """The number that everybody who senses this entity reads."""
        _cb_spend(1)
        self._cb_do(self._cb_radio_code(n), {"do": "radio", "value": n})
        self.radio = n

    def _cb_radio_code(self, n: int) -> str | None:
        return "radio_out_of_range" if type(n) is not int or n < 0 or n > 99999999 else self._cb_full()

    # What actions have in common.

    def _cb_full(self) -> str | None:
        if self._cb_gone:
            return "gone"
        return "too_many_actions" if len(self._cb_actions) >= _cb_MOST_ACTIONS else None

    def _cb_tired(self) -> str | None:
        return self._cb_full() or (None if self._cb_cooldown < 1 else "cooldown")

    def _cb_way(self, d: Direction) -> str | None:
        if d not in _cb_DIRECTIONS:
            return "bad_direction"
        place = self._cb_next_to(d)
        if not self._cb_on_map(place):
            return "off_map"
        return "blocked" if (place.x, place.y) in self._cb_taken() else None

    def _cb_next_to(self, d: Direction) -> Pos:
        dx, dy = _cb_STEPS[_cb_DIRECTIONS.index(d)]
        return self._cb_place.translate(dx, dy)

    def _cb_spent(self, energy: int) -> None:
        """A planet's defence is its energy at all times (4.1)."""
        self._cb_energy -= energy
        self.energy = self.defence = self._cb_defence = self._cb_energy

    def _cb_do(self, code: str | None, action: dict[str, Any]) -> None:
        if code is not None:
            raise _cb_Refused(code)
        self._cb_actions.append(action)

    def _cb_tire(self) -> None:
        self._cb_cooldown += self._cb_limits.base_cooldown / self._cb_density(self._cb_place)
        self.cooldown = self._cb_cooldown
        self.ready = self.cooldown < 1
