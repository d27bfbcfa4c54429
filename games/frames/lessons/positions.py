"""How is a position written down, and what of a view do scenes ask? Used by the lesson and the puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.core.contract import Json, Options
from games.core.lessons import Scene, Stage
from games.core.rng import Rng
from games.frames.orders import check, default_orders, pending
from games.frames.resolve.opening import setup
from games.frames.resolve.step import resolve
from games.frames.state import State
from games.frames.storage import from_json, to_json

KINDS = ("ship", "mech")
WARP_SHIELD, CONVERSION_SHIELD, SPY_DRONE, BOOSTER_PACK = "c0_5", "c0_6", "c0_9", "c0_12"
"""Cards of Blue by their numbers, which follow from the list of the fleet."""


@dataclass(frozen=True)
class Mech:
    """A mech on the board: its id (`m0_2` is the third of Blue), its area, its pilot and its cards; whole if nothing is said."""

    id: str
    at: tuple[int, int]
    pilot: str
    gear: Sequence[str] = ()
    hp: int | None = None


@dataclass(frozen=True)
class Table:
    """A match in which both have the fleet Red Lance, the first turn of `active` in this round has begun and these mechs stand on the board."""

    mechs: Sequence[Mech] = ()
    hands: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """Cards in hand, of ships and mechs alike, by seat; nobody else holds any."""
    hulls: Mapping[int, int] = field(default_factory=dict)
    """Points of damaged warships by seat."""
    active: int = 0
    round: int = 3
    victory: str = "annihilation"
    ordered: Json = None
    """What `active` has ordered in this turn; it is played until Blue is asked."""
    more: Mapping[str, Json] = field(default_factory=dict)
    """Other options."""

    @property
    def options(self) -> dict[str, Json]:
        """What a table would choose for it."""
        return dict(self.more)

    def scene(self, **rest: Any) -> Scene:
        """A scene at this table."""
        return Stage(self.options, self.position, AREAS).scene(**rest)

    def position(self, options: Options, seats: int, rng: Rng) -> State:
        """`setup` and the opening, then what is written here in place of what the lot gave."""
        state = setup(options, seats, rng)
        for answer in ({"type": "fleet", "starter": "red_lance"}, {"type": "victory", "choice": self.victory}):
            state, _ = resolve(state, {seat: check(state, seat, answer) for seat in range(seats)}, rng)
        data = to_json(state)
        data.update(active=self.active, first=0, ap=2, round=self.round, turn=2 * self.round - 1 + self.active)
        for seat, side in enumerate(data["sides"]):
            self._deal(side, self.hands.get(seat, ()))
            side["ship"]["hp"] = self.hulls.get(seat, side["ship"]["hp"])
        for one in self.mechs:
            self._place(one, data["sides"][int(one.id[1])])
        state, ordered = from_json(data), self.ordered
        while 0 not in pending(state):
            given = {seat: ordered or default_orders(state, seat) for seat in pending(state)}
            state, _ = resolve(state, {seat: check(state, seat, one) for seat, one in given.items()}, rng)
            ordered = None
        return state

    def _deal(self, side: dict[str, Json], wanted: Sequence[str]) -> None:
        for kind in KINDS:
            cards = side["pile"][kind] + side["hand"][kind]
            side["hand"][kind] = [_take(cards, name) for name in wanted if any(one["card"] == name for one in cards)]
            side["pile"][kind] = cards

    def _place(self, one: Mech, side: dict[str, Json]) -> None:
        unit = next(unit for unit in side["mechs"] if unit["id"] == one.id)
        gear = [_take(side["pile"]["mech"], name) for name in one.gear]
        unit.update(where="board", at=list(one.at), pilot=one.pilot, gear=gear, hp=one.hp or unit["hp"])
        side["ready"].remove(one.pilot)


AREAS: dict[str, tuple[str, int | str]] = {
    f"{column}{5 - y}": ("areas", f"{x},{y}") for x, column in enumerate("abc") for y in range(5)
}
"""What texts call the areas: places, by the letters and numbers of the rules (`Scene.named`)."""


def _take(cards: list[dict[str, Json]], name: str) -> dict[str, Json]:
    """The copy with the lowest number, so that solutions can name it."""
    found = min((one for one in cards if one["card"] == name), key=lambda one: int(one["id"].split("_")[1]))
    cards.remove(found)
    return found


def act(unit: str, do: str, **more: Json) -> dict[str, Any]:
    """One mech acts."""
    return {"type": "operate_one", "act": {"unit": unit, "do": do, **more}}


def move(unit: str, *to: int) -> dict[str, Any]:
    """One mech moves to a neighbouring area."""
    return act(unit, "move", path=[list(to)], boost=None)


def attack(unit: str, weapon: str, target: str) -> dict[str, Any]:
    """One mech attacks."""
    return act(unit, "attack", weapon=weapon, target=target)


def mech(view: Json, id_: str) -> dict[str, Any] | None:
    """The mech as the view shows it while it stands on the board; None: it does not."""
    side = view["seats"][int(id_[1])]
    return next((one for one in side["mechs"] if one["id"] == id_ and one["at"] is not None), None)


def hull(view: Json, seat: int) -> int:
    """Points of a warship."""
    return int(view["seats"][seat]["ship"]["hp"])
