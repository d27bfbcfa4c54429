"""Is a fleet legal, and what is it made of? Chapter 2."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from games.core.errors import OrderError
from games.core.fields import cut, record, text, within
from games.frames import cards, refusals
from games.frames.cards import Card
from games.frames.constants import COPIES, PILE_SIZE
from games.frames.settings import Settings
from games.frames.state import Arm, Side, Unit, held

PARTS = ("captain", "ship", "weapons", "mechs", "pilots", "ship_cards", "mech_cards")
NAME_LENGTH = 40


class FleetError(OrderError):
    """A fleet that is not legal: as an error the first fault, in `faults` all of them."""

    def __init__(self, faults: list[OrderError]) -> None:
        first = faults[0]
        super().__init__(first.code, first.path, first.template, first.data)
        self.faults = faults


def read_fleet(value: Any, settings: Settings, *, root: str = "fleet") -> dict[str, Any]:
    """A fleet in normal form, every mech with its weapons; raises FleetError with every fault. `root`: the path of the fleet itself."""
    fleet = record(value, root, ("name", *PARTS))
    reader = _Reader(fleet, settings, root)
    reader.read()
    if reader.faults:
        raise FleetError(reader.faults)
    return reader.normal()


class _Reader:
    """Looks at every part of a fleet and collects what is wrong."""

    def __init__(self, fleet: dict[str, Any], settings: Settings, root: str) -> None:
        self.fleet, self.settings, self.root = fleet, settings, root
        self.faults: list[OrderError] = []

    def fault(self, code: str, path: str, message: str, **data: Any) -> None:
        """One more thing that is wrong."""
        self.faults.append(OrderError(code, path, message, data))

    def read(self) -> None:
        """All parts in the order of the rules."""
        for part in PARTS:
            if self.fleet.get(part) is None:
                self.fault("missing", within(self.root, part), refusals.MISSING_PART[part])
        if not isinstance(self.fleet.get("name", ""), str) or len(self.fleet.get("name", "")) > NAME_LENGTH:
            self.fault("bad_type", within(self.root, "name"), refusals.SHORT_NAME)
        self.one_card("captain", cards.CAPTAIN)
        ship = self.one_card("ship", cards.SHIP)
        slots = ship["slots"] if ship else None
        self.unique("weapons", cards.SHIP_WEAPON, slots)
        self.mechs(slots)
        self.unique("pilots", cards.PILOT, slots)
        self.pile("ship_cards", cards.SHIP_CARD)
        self.pile("mech_cards", cards.MECH_CARD)

    def one_card(self, part: str, catalogue: dict[str, Card]) -> Card | None:
        """A part that is a single card."""
        name = self.fleet.get(part)
        if name is None:
            return None
        return self.known(name, within(self.root, part), catalogue)

    def known(self, name: Any, path: str, catalogue: dict[str, Card]) -> Card | None:
        """The card of this name, if it is one of its kind."""
        if isinstance(name, str) and name in catalogue:
            if not cards.is_in(catalogue[name], self.settings.sets):
                self.fault("not_allowed", path, refusals.FIRST_SET_ONLY, card=name)
            return catalogue[name]
        self.fault("unknown_card", path, refusals.NO_SUCH_CARD_OF_KIND, card=cut(name))
        return None

    def list_of(self, part: str, slots: dict[str, int] | None) -> list[Any]:
        """A part that is a list, as long as the warship has room."""
        value = self.fleet.get(part)
        path = within(self.root, part)
        if value is None:
            return []
        if not isinstance(value, list):
            self.fault("bad_type", path, refusals.LIST_FORM)
            return []
        if not value:
            self.fault("too_few", path, refusals.AT_LEAST_ONE)
        if slots is not None and len(value) > slots[part]:
            message = refusals.TOO_MANY
            self.fault("too_many", path, message, limit=slots[part], count=len(value))
        return value[:PILE_SIZE]

    def unique(self, part: str, catalogue: dict[str, Card], slots: dict[str, int] | None) -> None:
        """Weapons and pilots: each once (D3)."""
        seen: list[Any] = []
        for i, name in enumerate(self.list_of(part, slots)):
            path = within(within(self.root, part), i)
            if self.known(name, path, catalogue) and name in seen:
                self.fault("duplicate", path, refusals.TWICE_IN_FLEET, card=name)
            seen.append(name)

    def mechs(self, slots: dict[str, int] | None) -> None:
        """Mechs: at most two of a model; their weapons as the armoury allows (D4)."""
        models: list[str] = []
        for i, one in enumerate(self.list_of("mechs", slots)):
            path = within(within(self.root, "mechs"), i)
            if not isinstance(one, dict):
                self.fault("bad_type", path, refusals.MECH_FORM)
                continue
            for key in one:
                if key not in ("model", "weapons"):
                    field = within(path, cut(key))
                    self.fault("unknown_field", field, refusals.NO_SUCH_FIELD, field=field)
            model = self.known(one.get("model"), f"{path}.model", cards.MECH)
            if model is None:
                continue
            models.append(model["id"])
            if models.count(model["id"]) > COPIES:
                message = refusals.COPIES
                self.fault("copy_limit", path, message, limit=COPIES, card=model["id"])
            self.loadout(one.get("weapons"), model, f"{path}.weapons")

    def loadout(self, weapons: Any, model: Card, path: str) -> None:
        """The weapons of a mech."""
        if weapons is None:
            return
        good = isinstance(weapons, list) and all(isinstance(name, str) for name in weapons)
        if good and self.settings.armoury == "printed":
            good = sorted(weapons) == sorted(model["weapons"])
        elif good:
            is_known = all(name in cards.MECH_WEAPON for name in weapons)
            good = is_known and len(weapons) == len(model["weapons"]) == len(set(weapons))
        if not good:
            self.fault("bad_loadout", path, refusals.BAD_LOADOUT, card=model["id"])
        elif self.settings.armoury == "open":
            for i, name in enumerate(weapons):
                self.known(name, within(path, i), cards.MECH_WEAPON)

    def pile(self, part: str, catalogue: dict[str, Card]) -> None:
        """A pile of ten cards, at most two of each."""
        value, path = self.fleet.get(part), within(self.root, part)
        if value is None:
            return
        if not isinstance(value, dict):
            self.fault("bad_type", path, refusals.PILE_FORM)
            return
        total = 0
        for name, count in list(value.items())[: 2 * len(catalogue)]:
            field = f"{path}.{cut(name)}"
            if not self.known(name, field, catalogue):
                continue
            if not isinstance(count, int) or isinstance(count, bool) or count < 1:
                self.fault("bad_count", field, refusals.COUNT_FORM)
                continue
            total += min(count, 1000)
            if count > COPIES:
                message = refusals.COPIES
                self.fault("copy_limit", field, message, limit=COPIES, card=name)
        if total != PILE_SIZE:
            message = refusals.PILE_SIZE
            self.fault("pile_size", path, message, size=PILE_SIZE, count=total)

    def normal(self) -> dict[str, Any]:
        """The fleet with all fields, cards in the order of the catalogue."""
        fleet = self.fleet
        return {
            "name": fleet.get("name", ""),
            "captain": fleet["captain"],
            "ship": fleet["ship"],
            "weapons": list(fleet["weapons"]),
            "mechs": [
                {"model": one["model"], "weapons": list(one.get("weapons") or cards.MECH[one["model"]]["weapons"])}
                for one in fleet["mechs"]
            ],
            "pilots": list(fleet["pilots"]),
            "ship_cards": {name: fleet["ship_cards"][name] for name in cards.SHIP_CARD if name in fleet["ship_cards"]},
            "mech_cards": {name: fleet["mech_cards"][name] for name in cards.MECH_CARD if name in fleet["mech_cards"]},
        }


def check_fleet(order: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """An order `fleet` in normal form: a starter by name, or a fleet of one's own."""
    record(order, "", ("type", "starter", "fleet"))
    if order.get("starter") is not None:
        starter = text(order["starter"], "starter")
        if starter not in cards.STARTER:
            message = refusals.NO_SUCH_CARD_OF_KIND
            raise OrderError("unknown_card", "starter", message, {"card": cut(starter)})
        if not cards.is_in(cards.STARTER[starter], settings.sets):
            raise OrderError("not_allowed", "starter", refusals.FIRST_SET_ONLY, {"card": starter})
        if order.get("fleet") is not None:
            raise OrderError("unknown_field", "fleet", refusals.ONE_FLEET)
        return {"type": "fleet", "starter": starter, "fleet": None}
    if settings.fleets == "starter_only":
        raise OrderError("not_allowed", "fleet", refusals.STARTERS_ONLY)
    if order.get("fleet") is None:
        raise OrderError("missing", "fleet", refusals.NO_FLEET)
    return {"type": "fleet", "starter": None, "fleet": read_fleet(order["fleet"], settings)}


def fleet_of(order: dict[str, Any]) -> dict[str, Any]:
    """The fleet that a checked order names."""
    if order.get("fleet") is not None:
        fleet: dict[str, Any] = order["fleet"]
        return fleet
    card = cards.STARTER[order["starter"]]
    return {**card, "mechs": [{"model": name, "weapons": cards.MECH[name]["weapons"]} for name in card["mechs"]]}


def new_ship(seat: int, card: str, weapons: Collection[str], at: tuple[int, int], settings: Settings) -> Unit:
    """A warship with full magazines."""
    ship = cards.SHIP[card]
    arms = [Arm(name, settings.magazine(name)) for name in weapons]
    return Unit(
        f"s{seat}", seat, card, ship["hp"], ship["hp"], ship["hit"], ship["evade"], arms, "board", at, is_mech=False
    )


def new_mech(seat: int, index: int, model: str, weapons: Collection[str]) -> Unit:
    """A mech in the hangar."""
    card = cards.MECH[model]
    arms = [Arm(name, cards.WEAPON[name]["ammo"]) for name in weapons]
    return Unit(f"m{seat}_{index}", seat, model, card["hp"], card["hp"], card["hit"], card["evade"], arms)


def new_side(seat: int, fleet: dict[str, Any], at: tuple[int, int], settings: Settings) -> Side:
    """A seat's side before the first card is drawn; card numbers follow the order of the fleet's lists."""
    side = Side(seat, new_ship(seat, fleet["ship"], fleet["weapons"], at, settings), captain=fleet["captain"])
    side.mechs = [new_mech(seat, i, one["model"], one["weapons"]) for i, one in enumerate(fleet["mechs"])]
    side.ready = list(fleet["pilots"])
    number = 0
    for kind in ("ship", "mech"):
        for name, count in fleet[f"{kind}_cards"].items():
            for _ in range(count):
                side.pile[kind].append(held(f"c{seat}_{number}", name))
                number += 1
    return side
