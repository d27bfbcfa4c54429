"""What has a seat to give, after its draft and what better advice needs? And in which form advice is given."""

from __future__ import annotations

from copy import copy
from typing import Any

from games.core.text import Phrase, phrase
from games.core.things import thing
from games.cosmos.advice.words import AWAY, BIDS_GO_ON, BIDS_STOP, ENERGY, IN_SIGHT
from games.cosmos.bots.sky import Sky, d2, tiles_between

Json = Any
KEEP = 30
"""What a planet keeps of its energy, which is its defence; as much as its routines leave."""
NEAR = 12
"""Tiles within which a battleship of a rival is a threat: what a planet spends then is missing from its defence."""
Entry = dict[str, Json]
WAYS = {
    "hold": "defend", "guard": "defend", "take": "grow", "mine": "grow", "save": "wait", "keep": "wait", "stop": "wait", "bid": "weapon",
    "pause": "weapon", "hunt": "strike", "strike": "strike", "storm": "strike", "trace": "scout", "seek": "scout",
    "look": "scout",
}  # fmt: skip
"""Which way each kind of advice goes: one of each is offered at a time."""


def called(id_: int) -> Json:
    """Somebody whom the seat knows, by name."""
    return thing("entities", id_)


def advised(kind: str, id_: int, by: int, says: Phrase, terms: tuple[Phrase, Phrase, Phrase], orders: Json) -> Entry:
    """One piece of advice (`advice`); `terms`: its price, what it gives, and what may go wrong."""
    price, gives, risk = terms
    told = {"says": says, "price": price, "gives": gives, "risk": risk}
    return {"way": WAYS[kind], "kind": kind, "id": id_, "by": by, **told, "orders": orders}


def build(by: int, kind: str, energy: int, way: str, later: Json = None) -> Json:
    """A ship once; `later`: what it does by itself."""
    action = {"do": "build", "kind": kind, "energy": energy, "dir": way}
    return {"direct": [{"id": by, "actions": [action]}], **({"defaults": {kind: later}} if later else {})}


def stands(id_: int, rules: Json) -> Json:
    """Standing orders of one of one's own; `rules`: its `movement` and `reflexes`."""
    return {"standing": [{"id": id_, **rules}]}


def seen_at(one: Json, tiles: int) -> Phrase:
    """How sure it is where somebody is, so many tiles away."""
    if "round" in one:
        return phrase(AWAY, round=one["round"], tiles=tiles)
    return phrase(IN_SIGHT, tiles=tiles)


class Desk:
    """What a seat has to give, after its draft and what better entries need."""

    def __init__(self, view: Json, given: Json) -> None:
        self.view, self.sky = view, Sky(view, {})
        directs = {entry["id"]: entry["actions"] for entry in given["direct"]}
        standing = {entry["id"]: entry for entry in given["standing"]}
        self.rules = {one["id"]: {**one["standing"], **standing.get(one["id"], {})} for one in view["own"]}
        self.told = {*directs, *standing}
        """Who has something in the draft."""
        self.renewed = {*standing}
        """Whose bids begin anew, however few were left of those before (8.5)."""
        self.planets = sorted(self.sky.own["planet"], key=lambda one: (-one["energy"], one["id"]))
        self.left = {one["id"]: one["energy"] for one in self.planets}
        self.busy = set()
        """Planets that build something in this step."""
        drafted = [action for actions in directs.values() for action in actions if action["do"] == "build"]
        self.drafted = [*drafted]
        for one in self.planets:
            id_ = one["id"]
            for action in directs.get(id_, ()):
                if action["do"] in ("build", "charge"):
                    self.left[id_] -= action["energy"]
            if any(action["do"] == "build" for action in directs.get(id_, ())) or one["cooldown"] > self.sky.stride:
                self.busy.add(id_)
        self._bids = {one["id"]: self._bids_in_step(one) for one in self.planets}
        for id_, bids in self._bids.items():
            self.left[id_] -= bids
        later = given["defaults"].get("battleship") if any(one["kind"] == "battleship" for one in drafted) else None
        self.sends = ((later or {}).get("movement") or {}).get("type") == "pursue"
        """Are battleships drafted that go for somebody? All that are new in a step are told the same, so that none more is."""
        chases = [self.rules[one["id"]] for one in view["own"]] + ([later] if later else [])
        self.aims = {rule["movement"]["id"] for rule in chases if (rule.get("movement") or {}).get("type") == "pursue"}
        """Whom ships of the seat go for."""

    def copy(self) -> Desk:
        """The same to give, for a way that competes with others for it."""
        other = copy(self)
        other.left, other.busy, other.told, other.aims = {**self.left}, {*self.busy}, {*self.told}, {*self.aims}
        return other

    def reflex(self, id_: int, type_: str) -> Json:
        """What an own entity does by itself of this type; None: nothing."""
        return next((one for one in self.rules[id_].get("reflexes") or () if one["type"] == type_), None)

    def without(self, id_: int, *types: str) -> list[Json]:
        """What it does by itself but for these."""
        return [one for one in self.rules[id_].get("reflexes") or () if one["type"] not in types]

    def side(self, planet: Json, goal: list[int] | None = None) -> str | None:
        """A free side of a planet: the nearest to a goal, else one of its ring; None: all are taken."""
        ways = [*self.sky.free_ways(planet, ring=True), *self.sky.free_ways(planet, ring=False)]
        if goal is None:
            return ways[0] if ways else None
        return min(ways, key=lambda way: (d2(self.sky.beside(planet, way) or [], goal), way), default=None)

    def spends(self, planet: Json, energy: int) -> None:
        """Sets the price of a ship aside."""
        self.left[planet["id"]] -= energy
        self.busy.add(planet["id"])

    def pays(self, planet: Json, price: int) -> Phrase:
        """So much of a planet's energy, which is its defence, and what becomes of its bids."""
        id_, left = planet["id"], self.left[planet["id"]] - price
        bid = self.reflex(id_, "auto_charge")
        if bid is None or (planet.get("bids_left") == 0 and id_ not in self.renewed):
            return phrase(ENERGY, price=price, has=left + price, left=left)
        bids = self.bids_of(id_)
        has, lacks = left + price + bids, bid["keep"] + 1 - left - bids
        if left < 0:
            # The ship takes what they would have had.
            lacks = max(lacks, -left)
        if lacks <= 0:
            return (
                phrase(BIDS_GO_ON, price=price, has=has, bids=bids, left=left)
                if bids
                else phrase(ENERGY, price=price, has=has, left=left)
            )
        rounds = min(self.sky.left, -(-lacks // max(1, planet["income"] + planet["mining_income"])))
        data = {"price": price, "has": has, "left": left + bids, "from": bid["keep"] + 1}
        return phrase(BIDS_STOP, points=rounds, round=self.view["round"] + rounds, **data)

    def left_after(self, planet: Json, price: int) -> int:
        """About how much a planet has at the end of this step, once it has paid so much: its bids stop where they would go below what they keep."""
        id_, bids = planet["id"], self.bids_of(planet["id"])
        left = self.left[id_] - price
        bid = self.reflex(id_, "auto_charge")
        if bid is not None and (left < 0 or left + bids <= bid["keep"]):
            left += bids
        return int(left + (planet["income"] + planet["mining_income"]) * self.sky.stride)

    def bids_of(self, id_: int) -> int:
        """What a planet bids by itself in a step, as far as its bids last and what they keep allows."""
        return self._bids[id_]

    def _bids_in_step(self, planet: Json) -> int:
        bid = self.reflex(planet["id"], "auto_charge")
        if bid is None or bid["mode"] != "fixed":
            return 0
        stride = self.sky.stride
        rounds = stride if planet["id"] in self.renewed else min(stride, planet.get("bids_left", stride))
        gains = (planet["income"] + planet["mining_income"]) * stride
        most = max(0, self.left[planet["id"]] + gains - bid["keep"])
        return int(min(bid["energy"] * rounds, most, max(0, self.left[planet["id"]])))

    def builder(self, energy: int, goal: list[int], keep: int = KEEP, instead: bool = False) -> tuple[Json, str] | None:
        """The planet that lies nearest to a goal, may build and can pay so much, and on which side it builds; `instead`: of its bids."""
        for planet in sorted(self.planets, key=lambda one: (d2(one["pos"], goal), one["id"])):
            way = self.side(planet, goal)
            has = self.left[planet["id"]] + (self.bids_of(planet["id"]) if instead else 0)
            if planet["id"] not in self.busy and way and has - keep >= energy:
                return planet, way
        return None

    def foe_near(self, one: Json) -> tuple[int, Json] | None:
        """The nearest battleship of a rival in sight within `NEAR` tiles, and how many; None: there is none."""
        ships = [foe for foe in self.sky.foes if foe["kind"] == "battleship"]
        found = [(tiles_between(foe["pos"], one["pos"]), foe["id"], foe) for foe in ships]
        tiles, _, foe = min(found, key=lambda row: row[:2], default=(NEAR + 1, 0, None))
        return (tiles, foe) if foe is not None and tiles <= NEAR else None

    def is_idle(self, ship: Json) -> bool:
        """Has it nothing to do, neither by the draft nor by itself?"""
        rules = self.rules[ship["id"]]
        movement = rules.get("movement") or {"type": "hold"}
        own = {one["id"] for one in self.view["own"]}
        is_done = movement["type"] == "pursue" and movement["id"] in own
        return ship["id"] not in self.told and (is_done or (movement["type"] == "hold" and not rules.get("reflexes")))
