"""The controller of the game that Cosmos comes from, over ours: a class `Player` whose `run(controller)` is called. Chapter 10.6.

What stands below the mark follows the controller in the sandbox's prelude. Every action goes through our controller, so nothing is possible
here that is not possible there.
"""

from __future__ import annotations

from typing import Any

from games.cosmos.programs.controller import _cb_Controller, _cb_Sensed
from games.cosmos.programs.host import _cb_spend
from games.cosmos.programs.space import _cb_DIRECTIONS, _cb_LIMITS, _cb_Pos, _cb_STEPS

# --- The sandbox's text begins here.

_cb_THEIRS = {"planet": "planet", "battleship": "destroyer", "miner": "miner", "scout": "scout"}
_cb_OURS = {"planet": "planet", "destroyer": "battleship", "miner": "miner", "scout": "scout"}
_cb_TAGS = "abcdefgh"
_cb_NOBODY = "Neutral"


class _cb_Way:
    """A direction: one of eight steps, or none."""

    def __init__(self, dx: int = 0, dy: int = 0) -> None:
        self.dx = dx
        self.dy = dy

    def get_dx(self) -> int:
        return self.dx

    def get_dy(self) -> int:
        return self.dy

    def opposite(self) -> _cb_Way:
        return _cb_Way(-self.dx, -self.dy)

    def rotate_left(self) -> _cb_Way:
        return _cb_turned(self, -1)

    def rotate_right(self) -> _cb_Way:
        return _cb_turned(self, 1)

    def equals(self, dir: object) -> bool:
        return self == dir

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _cb_Way) and other.dx == self.dx and other.dy == self.dy

    def __hash__(self) -> int:
        return hash((self.dx, self.dy))

    def __repr__(self) -> str:
        return f"Direction({self.dx}, {self.dy})"


def _cb_turned(way: _cb_Way, by: int) -> _cb_Way:
    _cb_spend(1)
    step = (way.dx, way.dy)
    if step not in _cb_STEPS:
        return way
    dx, dy = _cb_STEPS[(_cb_STEPS.index(step) + by) % 8]
    return _cb_Way(dx, dy)


def _cb_ours(way: Any) -> Any:
    """Our direction; what is none is refused by our controller."""
    step = (way.dx, way.dy) if isinstance(way, _cb_Way) else None
    return _cb_DIRECTIONS[_cb_STEPS.index(step)] if step in _cb_STEPS else None


class _cb_Ways:
    """What `Direction` is: called it makes a direction, and it has all of them."""

    def __call__(self, dx: int = 0, dy: int = 0) -> _cb_Way:
        return _cb_Way(dx, dy)

    def center(self) -> _cb_Way:
        return _cb_Way(0, 0)

    def north(self) -> _cb_Way:
        return _cb_Way(0, 1)

    def north_east(self) -> _cb_Way:
        return _cb_Way(1, 1)

    def east(self) -> _cb_Way:
        return _cb_Way(1, 0)

    def south_east(self) -> _cb_Way:
        return _cb_Way(1, -1)

    def south(self) -> _cb_Way:
        return _cb_Way(0, -1)

    def south_west(self) -> _cb_Way:
        return _cb_Way(-1, -1)

    def west(self) -> _cb_Way:
        return _cb_Way(-1, 0)

    def north_west(self) -> _cb_Way:
        return _cb_Way(-1, 1)

    def all_directions(self) -> list[_cb_Way]:
        _cb_spend(8)
        return [_cb_Way(dx, dy) for dx, dy in _cb_STEPS]

    def cardinal_directions(self) -> list[_cb_Way]:
        _cb_spend(4)
        return [_cb_Way(dx, dy) for dx, dy in _cb_STEPS[::2]]


Direction = _cb_Ways()


class MapLocation:
    """A tile, in the coordinates of the views."""

    def __init__(self, x: int, y: int) -> None:
        self.x = x
        self.y = y

    def add(self, dir: _cb_Way) -> MapLocation:
        return _cb_Place(self.x + dir.dx, self.y + dir.dy)

    def subtract(self, dir: _cb_Way) -> MapLocation:
        return _cb_Place(self.x - dir.dx, self.y - dir.dy)

    def translate(self, dx: int, dy: int) -> MapLocation:
        return _cb_Place(self.x + dx, self.y + dy)

    def distance_to(self, loc: MapLocation) -> int:
        return (self.x - loc.x) * (self.x - loc.x) + (self.y - loc.y) * (self.y - loc.y)

    def is_adjacent_to(self, loc: MapLocation) -> bool:
        return 1 <= self.distance_to(loc) <= 2

    def direction_to(self, loc: MapLocation) -> _cb_Way:
        return _cb_Way((loc.x > self.x) - (loc.x < self.x), (loc.y > self.y) - (loc.y < self.y))

    def equals(self, loc: object) -> bool:
        return self == loc

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _cb_Place) and other.x == self.x and other.y == self.y

    def __hash__(self) -> int:
        return hash((self.x, self.y))

    def __repr__(self) -> str:
        return f"MapLocation({self.x}, {self.y})"


_cb_Place = MapLocation


class _cb_Type:
    """A kind of entity, with its row of the table; equal to its name."""

    def __init__(self, type: str) -> None:
        limits = _cb_LIMITS[_cb_OURS[type]]
        self.name = type
        self.action_cooldown = limits.base_cooldown
        self.action_radius = limits.action
        self.defence_ratio = limits.defence_ratio / 10
        self.detection_radius = limits.detect
        self.initial_cooldown = limits.initial_cooldown
        self.sensor_radius = limits.sense

    def __eq__(self, other: object) -> bool:
        return self.name == (other.name if isinstance(other, _cb_Type) else other)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"EntityType({self.name!r})"


class _cb_Types:
    """What `EntityType` is: called it makes a kind, and it has all of them."""

    def __call__(self, type: str) -> _cb_Type:
        return _cb_Type(type)

    def all_types(self) -> list[_cb_Type]:
        return [_cb_Type(name) for name in _cb_OURS]


EntityType = _cb_Types()


class Team:
    """A civilisation, or nobody; equal to its tag."""

    def __init__(self, tag: str) -> None:
        self.tag = tag

    def is_player(self) -> bool:
        return self.tag != _cb_NOBODY

    def __eq__(self, other: object) -> bool:
        return self.tag == (other.tag if isinstance(other, _cb_Team) else other)

    def __hash__(self) -> int:
        return hash(self.tag)

    def __repr__(self) -> str:
        return f"Team({self.tag!r})"


_cb_Team = Team


def _cb_team(seat: int | None) -> Team:
    return _cb_Team(_cb_NOBODY if seat is None else _cb_TAGS[seat])


def _cb_seat(team: Any) -> int | None:
    """The seat of a team or of its tag; None for nobody."""
    tag = team.tag if isinstance(team, _cb_Team) else team
    return None if tag == _cb_NOBODY else _cb_TAGS.index(tag)


class EntityInfo:
    """An entity as it is sensed."""

    def __init__(self, type: str) -> None:
        self.type = _cb_Type(type)
        self.ID = 0
        self.energy = 0
        self.defence = 0
        self.location: MapLocation | None = None
        self.team: Team | None = None
        self.radio = 0


_cb_Info = EntityInfo


def _cb_info(one: _cb_Sensed) -> EntityInfo:
    _cb_spend(1)
    info = _cb_Info(_cb_THEIRS[one.kind])
    info.ID = one.id
    info.energy = one.energy
    info.defence = one.defence
    info.location = _cb_Place(one.pos.x, one.pos.y)
    info.team = _cb_team(one.seat)
    info.radio = one.radio
    return info


class _cb_Chance:
    """What the module `random` is: the entity's own stream."""

    def __init__(self) -> None:
        self._cb_stream: Any = None

    def random(self) -> float:
        return float(self._cb_stream.random())

    def randint(self, a: int, b: int) -> int:
        return int(self._cb_stream.randint(a, b))

    def randrange(self, start: int, stop: int | None = None) -> int:
        return int(self._cb_stream.randint(0, start - 1) if stop is None else self._cb_stream.randint(start, stop - 1))

    def choice(self, seq: Any) -> Any:
        return self._cb_stream.choice(seq)

    def shuffle(self, x: list[Any]) -> None:
        self._cb_stream.shuffle(x)


random = _cb_Chance()
_cb_chance = random


class _cb_Original:
    """The controller that `run` is given: the names of the original over ours."""

    def __init__(self, c: _cb_Controller) -> None:
        self._cb_c = c

    # Knowledge of itself and of the match.

    def get_all_teams(self) -> list[Team]:
        return [_cb_team(seat) for seat in self._cb_c.seats]

    def get_opponent(self) -> list[Team]:
        return [_cb_team(seat) for seat in self._cb_c.opponents]

    def get_team(self) -> Team:
        return _cb_team(self._cb_c._cb_seat)

    def is_opponent(self, team: Any) -> bool:
        return _cb_seat(team) in self._cb_c.opponents

    def get_overdrive_factor(self, team: Any, round: int = 0) -> float:
        return self._cb_c.bonus(_cb_seat(team), round)

    def get_charge_point(self) -> int:
        return self._cb_c.weapon_points

    def get_entity_count(self) -> int:
        return self._cb_c.own_count

    def get_round_num(self) -> int:
        return self._cb_c.round

    def get_id(self) -> int:
        return self._cb_c.id

    def get_ID(self) -> int:
        return self._cb_c.id

    def get_type(self) -> _cb_Type:
        return _cb_Type(_cb_THEIRS[self._cb_c._cb_kind])

    def get_energy(self) -> int:
        return int(self._cb_c._cb_energy)

    def get_defence(self) -> int:
        return int(self._cb_c._cb_defence)

    def get_radio(self) -> int:
        return self._cb_c.radio

    def get_location(self) -> MapLocation:
        place = self._cb_c._cb_place
        return _cb_Place(place.x, place.y)

    def get_cooldown_turns(self) -> int:
        return self._cb_c.turns_until_ready()

    def is_ready(self) -> bool:
        return bool(self._cb_c.ready)

    # Knowledge of what is around it.

    def adjacent_location(self, dir: _cb_Way) -> MapLocation:
        return self.get_location().add(dir)

    def is_blocked(self, d: _cb_Way) -> bool:
        place = self.adjacent_location(d)
        return not self.on_the_map(place) or self.is_location_occupied(place)

    def is_location_occupied(self, loc: MapLocation) -> bool:
        return self._cb_c.occupied(_cb_Pos(loc.x, loc.y))

    def on_the_map(self, loc: MapLocation) -> bool:
        return self._cb_c.on_map(_cb_Pos(loc.x, loc.y))

    def can_detect_location(self, loc: MapLocation) -> bool:
        return self._cb_c.can_detect(_cb_Pos(loc.x, loc.y))

    def can_detect_radius(self, radius: int) -> bool:
        return 0 <= radius <= self._cb_c._cb_limits.detect

    def can_sense_location(self, loc: MapLocation) -> bool:
        return self._cb_c.can_sense(_cb_Pos(loc.x, loc.y))

    def can_sense_radius(self, radius: int) -> bool:
        return 0 <= radius <= self._cb_c._cb_limits.sense

    def sense_entity(self, arg: Any) -> EntityInfo | None:
        found = self._cb_c.sense_at(_cb_Pos(arg.x, arg.y)) if isinstance(arg, _cb_Place) else self._cb_c.sense_id(arg)
        return None if found is None else _cb_info(found)

    def sense_nearby_entities(
        self, center: MapLocation | None = None, radius: int | None = None, teams: Any = None
    ) -> list[EntityInfo]:
        middle = None if center is None else _cb_Pos(center.x, center.y)
        seats = None if teams is None else [_cb_seat(team) for team in teams]
        return [_cb_info(one) for one in self._cb_c.sense(middle, radius, seats)]

    def detect_nearby_entities(self, radius: int | None = None) -> list[MapLocation]:
        return [_cb_Place(pos.x, pos.y) for pos in self._cb_c.detect(radius)]

    def sense_aether(self, loc: MapLocation) -> float:
        return self._cb_c.aether(_cb_Pos(loc.x, loc.y))

    # Actions. Each has a question that tells the same beforehand.

    def can_move(self, dir: Any) -> bool:
        return self._cb_c.can_move(_cb_ours(dir))

    def move(self, dir: Any) -> None:
        self._cb_c.move(_cb_ours(dir))

    def can_build(self, entity_type: Any, dir: Any, energy: int) -> bool:
        return self._cb_c.can_build(_cb_kind(entity_type), _cb_ours(dir), energy)

    def build(self, entity_type: Any, dir: Any, energy: int) -> None:
        self._cb_c.build(_cb_kind(entity_type), _cb_ours(dir), energy)

    def can_charge(self, energy: int) -> bool:
        return self._cb_c.can_charge(energy)

    def charge(self, energy: int) -> None:
        self._cb_c.charge(energy)

    def can_overdrive(self, radius: int) -> bool:
        return self._cb_c.can_overload(radius)

    def overdrive(self, radius: int) -> None:
        self._cb_c.overload(radius)

    def can_analyze(self, arg: Any) -> bool:
        return self._cb_c.can_analyse(_cb_aim(arg))

    def analyze(self, arg: Any) -> EntityInfo | None:
        found = self.sense_entity(arg)
        self._cb_c.analyse(_cb_aim(arg))
        return found

    def can_set_radio(self, radio: int) -> bool:
        return self._cb_c.can_radio(radio)

    def set_radio(self, radio: int) -> None:
        self._cb_c.set_radio(radio)


def _cb_kind(entity_type: Any) -> str:
    name = entity_type.name if isinstance(entity_type, _cb_Type) else entity_type
    return _cb_OURS.get(name, "")


def _cb_aim(arg: Any) -> Any:
    return _cb_Pos(arg.x, arg.y) if isinstance(arg, _cb_Place) else arg


# What an instance keeps from run to run, as JSON.


def _cb_packed(value: Any) -> Any:
    _cb_spend(1)
    if isinstance(value, list):
        return [_cb_packed(one) for one in value]
    if isinstance(value, (tuple, set)):
        return {"tuple" if isinstance(value, tuple) else "set": [_cb_packed(one) for one in value]}
    if isinstance(value, dict):
        return {"dict": [[_cb_packed(key), _cb_packed(one)] for key, one in value.items()]}
    if isinstance(value, _cb_Way):
        return {"way": [value.dx, value.dy]}
    if isinstance(value, _cb_Place):
        return {"place": [value.x, value.y]}
    if isinstance(value, _cb_Type):
        return {"type": value.name}
    if isinstance(value, _cb_Team):
        return {"team": value.tag}
    if isinstance(value, _cb_Info):
        facts = (value.type, value.ID, value.energy, value.defence, value.location, value.team, value.radio)
        return {"info": [_cb_packed(one) for one in facts]}
    return value


def _cb_unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return [_cb_unpacked(one) for one in value]
    if not isinstance(value, dict):
        return value
    ((sort, parts),) = value.items()
    if sort == "type":
        return _cb_Type(parts)
    if sort == "team":
        return _cb_Team(parts)
    found = [_cb_unpacked(one) for one in parts]
    if sort == "tuple":
        return tuple(found)
    if sort == "set":
        return set(found)
    if sort == "dict":
        return {one[0]: one[1] for one in found}
    if sort == "way":
        return _cb_Way(found[0], found[1])
    if sort == "place":
        return _cb_Place(found[0], found[1])
    info = _cb_Info(found[0].name)
    info.ID, info.energy, info.defence, info.location, info.team, info.radio = found[1:]
    return info
