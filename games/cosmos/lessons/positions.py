"""How is a position written down, and what of a view do scenes ask? Used by the lesson and the puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.core.contract import Json, Options
from games.core.lessons import Scene, Stage
from games.core.rng import Rng
from games.cosmos.constants import KIND_NUMBER
from games.cosmos.entity import Entity
from games.cosmos.generator import generate
from games.cosmos.orders import check
from games.cosmos.setup import empty
from games.cosmos.sight import first_look
from games.cosmos.standing_orders import standing_orders
from games.cosmos.state import State

STRIDE = 5
"""Rounds of a step, as in the matches that people play."""


@dataclass(frozen=True)
class One:
    """One planet or ship, undamaged and ready to act. `seat` is None for a neutral planet; `home` is the planet that built it."""

    id: int
    kind: str
    seat: int | None
    at: tuple[int, int]
    energy: int
    born: int = 0
    home: int | None = None
    reflexes: Sequence[Mapping[str, Json]] = ()
    """Standing orders that it has."""


@dataclass(frozen=True)
class Chart:
    """These entities and nobody else on a board of 32 x 32 in smooth aether, at the beginning of a round."""

    entities: Sequence[One]
    round: int = 1
    points: tuple[int, int] = (0, 0)
    rounds: int = 200
    more: Mapping[str, Json] = field(default_factory=dict)
    """Other options."""
    named: Mapping[str, int] = field(default_factory=dict)
    """Whom texts name: place → id."""

    @property
    def options(self) -> dict[str, Json]:
        """What a table would choose for it. The corner of the board is at 0, 0, so that a puzzle can ask for a place."""
        return {
            "rounds": self.rounds, "stride": STRIDE, "execution": "planned", "symmetry": "rotate_180", "aether_style": "smooth",
            "aether_range": [500, 1000], "coordinate_offset": False, "map_knowledge": "size", **self.more,
        }  # fmt: skip

    def scene(self, **rest: Any) -> Scene:
        """A scene on this board."""
        named = {place: ("entities", id_) for place, id_ in self.named.items()}
        return Stage(self.options, self.position, named, (self.round - 1) // STRIDE).scene(**rest)

    def position(self, options: Options, seats: int, rng: Rng) -> State:
        """The generator's aether with these entities in place of its planets."""
        state = empty(options, seats, generate(options, seats, rng), (0, 0))
        state.round, state.points = self.round, list(self.points)
        for one in self.entities:
            place = state.geometry.at(*one.at)
            number, ticked = KIND_NUMBER[one.kind], self.round - 1
            defence = 0 if one.kind == "planet" else (7 * one.energy + 9) // 10 if one.kind == "scout" else one.energy
            state.entities[one.id] = Entity(
                one.id, number, one.seat, place, one.energy, defence, defence, 0.0, ticked, 0, one.born, one.home
            )
        state.used_ids = frozenset(state.entities)
        first_look(state)
        for one in self.entities:
            if one.seat is not None and one.reflexes:
                given = check(state, one.seat, standing(one.id, reflexes=[*one.reflexes]))["standing"][0]
                state.standing[one.id] = standing_orders(None, given["reflexes"])
        return state


def direct(id_: int, *actions: Mapping[str, Json]) -> dict[str, Any]:
    """Orders of one entity for this step."""
    return {"direct": [{"id": id_, "actions": [dict(one) for one in actions]}]}


def standing(id_: int, **given: Json) -> dict[str, Any]:
    """Standing orders of one entity: `movement`, `reflexes`."""
    return {"standing": [{"id": id_, **given}]}


def build(kind: str, direction: str, energy: int) -> dict[str, Any]:
    """A ship beside the planet."""
    return {"do": "build", "kind": kind, "dir": direction, "energy": energy}


def go(*to: int) -> dict[str, Any]:
    """The movement to a tile."""
    return {"type": "move_to", "to": list(to)}


def bid(energy: int) -> dict[str, Any]:
    """The reflex of a planet that bids the same in every round."""
    return {"type": "auto_charge", "mode": "fixed", "energy": energy}


WAIT: dict[str, Any] = {}


def own(view: Json, kind: str) -> list[dict[str, Any]]:
    """Own entities of a kind."""
    return [one for one in view["own"] if one["kind"] == kind]


def is_own(view: Json, id_: int) -> bool:
    """Does it belong to the seat of the view?"""
    return any(one["id"] == id_ for one in view["own"])


def is_sensed(view: Json, id_: int) -> bool:
    """Does the seat sense this foreign entity now?"""
    return any(one["id"] == id_ for one in view["foreign"])
