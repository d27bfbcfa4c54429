"""Do the worked scenarios come out the same? Each starts from a position that is given, with dice that are given."""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableSequence, Sequence
from typing import Any, TypeVar

from games.core.errors import OrderError
from games.core.vectors import Case, UnknownFormat
from games.frames import cards
from games.frames.board import ship_area
from games.frames.fleets import PARTS, FleetError, new_mech, new_ship, read_fleet
from games.frames.orders import check, pending
from games.frames.resolve.step import resolve
from games.frames.settings import Settings, check_options, settle
from games.frames.state import Arm, Side, State, Weather, held
from games.frames.view import view

Json = Any
T = TypeVar("T")

LISTS_OF_CARDS = {"areas", "captains", "ships", "mechs"}


class Script:
    """Dice that fall as they are told; asking for another die than the next one is a mismatch."""

    def __init__(self, values: Sequence[str]) -> None:
        self.left = [self._read(value) for value in values]

    @staticmethod
    def _read(value: str) -> tuple[int, int]:
        kind, result = value.split(":")
        if kind.startswith("pick"):
            return int(kind[4:]), int(result)
        return int(kind[1:]), int(result) - 1

    def randrange(self, stop: int) -> int:
        """The next value."""
        if not self.left:
            raise ValueError(f"no die is left for one of {stop}")
        faces, value = self.left.pop(0)
        if faces != stop:
            raise ValueError(f"asked for one of {stop}, the next die has {faces}")
        return value

    def random(self) -> float:
        """Never asked for."""
        raise ValueError("the rules use no fractions of chance")

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Leaves the order as it is."""

    def choice(self, items: Sequence[T]) -> T:
        """One of them by the next value."""
        return items[self.randrange(len(items))]

    def permutation(self, size: int) -> list[int]:
        """Leaves the order as it is."""
        return list(range(size))

    def substream(self, name: str) -> Script:
        """The same script: it has one order for all that asks."""
        return self


def run(data: Json) -> Iterator[Case]:
    """Every scenario of a file; for the catalogue, whether it is the engine's; for the starter fleets, whether each is legal and has
    the captain, the warship and the main weapons of ours (the rest has been balanced since, chapter 19)."""
    if isinstance(data, dict) and set(data) >= LISTS_OF_CARDS:
        yield from _catalogue(data)
    elif isinstance(data, list) and data and "steps" in data[0]:
        for scenario in data:
            yield _Run(scenario).case
    elif isinstance(data, list) and data and "ship_cards" in data[0]:
        for fleet in data:
            case = Case(f"starter {fleet['id']}")
            ours = cards.STARTER.get(fleet["id"], {})
            for key in ("captain", "ship", "weapons"):
                case.expect(key, fleet[key], ours.get(key))
            parts = {key: fleet[key] for key in PARTS if key != "mechs"}
            read_fleet({**parts, "mechs": [{"model": model} for model in fleet["mechs"]]}, settle(check_options({}, 2)))
            yield case
    else:
        raise UnknownFormat("neither scenarios, nor a catalogue, nor fleets")


def _catalogue(data: Json) -> Iterator[Case]:
    """Names and printed numbers of every card."""
    kinds = {
        "captains": cards.CAPTAIN, "ships": cards.SHIP, "ship_weapons": cards.WEAPON, "mech_weapons": cards.WEAPON,
        "mechs": cards.MECH, "traits": cards.TRAIT, "pilots": cards.PILOT, "ship_sub_weapons": cards.SHIP_CARD,
        "mech_sub_weapons": cards.MECH_CARD, "event_deck": cards.EVENT,
    }  # fmt: skip
    shared = (
        "name", "hp", "hit", "evade", "slots", "attr", "melee", "ammo", "shots", "damage", "weapons", "traits",
        "recovery", "sex", "race", "grade", "maker", "windows", "cost", "use", "charges", "type", "rounds",
    )  # fmt: skip
    for kind, ours in kinds.items():
        case = Case(f"catalogue of {kind}")
        for card in data[kind]:
            mine = ours.get(card["id"], {})
            for key in shared:
                if key in card and not (key == "cost" and "weapons" in kind and "sub" not in kind):
                    case.expect(f"{card['id']}.{key}", card[key], mine.get(key))
        case.expect(
            "number", len(data[kind]), len([one for one in ours.values() if one["id"] in {c["id"] for c in data[kind]}])
        )
        yield case


# Positions


def new_position(given: Json) -> State:
    """The state that a scenario describes; fleets are not checked."""
    state = State(settle(check_options(given.get("options", {}), 2)), given.get("phase", "main"), [])
    if state.phase == "fleet":
        return state
    state.sides = [_side(seat, one, state.settings) for seat, one in enumerate(given["seats"])]
    state.round, state.first = given.get("round", 2), given.get("first", 0)
    state.active = None if state.settings.blitz else given.get("active", 0)
    state.ap, state.turn = given.get("ap", 2), 2 * given.get("round", 2)
    state.victory = list(given.get("victory", ["annihilation"]))
    event = given.get("event", {})
    state.deck = list(event.get("deck", ["dead_calm"] * 10))
    if event.get("weather"):
        state.weather = Weather(**event["weather"])
    return state


def _side(seat: int, given: Json, settings: Settings) -> Side:
    ship = new_ship(seat, given["ship"], [], ship_area(seat), settings)
    ship.hp = given.get("hp", ship.hp)
    for weapon in given.get("weapons", ()):
        name = weapon if isinstance(weapon, str) else weapon["id"]
        full = settings.magazine(name)
        ship.weapons.append(Arm(name, full if isinstance(weapon, str) else weapon["ammo"]))
    side = Side(seat, ship, energy=given.get("energy", 0), captain=given.get("captain", "tom_steel"))
    side.captain_up = given.get("captain_revealed", False)
    free = [skill["id"] for skill in cards.CAPTAIN[side.captain]["skills"] if skill["gain"].get("tally") == "always"]
    side.gained = [*given.get("gained", ()), *free]
    side.ready = list(given.get("pilots", ()))
    side.wounded = [{**one, "known": False} for one in given.get("wounded", ())]
    side.counters.update(given.get("counters", {}))
    _deal(side, given)
    return side


def _deal(side: Side, given: Json) -> None:
    """Mechs and cards; numbers run over the hand, the gear, the ship pile, the mech pile."""
    number = 0

    def numbered(name: str) -> Any:
        nonlocal number
        number += 1
        return held(f"c{side.seat}_{number - 1}", name)

    for name in given.get("hand", ()):
        side.hand["ship" if name in cards.SHIP_CARD else "mech"].append(numbered(name))
    for index, one in enumerate(given.get("mechs", ())):
        mech = new_mech(side.seat, index, one["model"], cards.MECH[one["model"]]["weapons"])
        side.mechs.append(mech)
        mech.hp, mech.pilot = one.get("hp", mech.hp), one.get("pilot")
        mech.buffs, mech.acted = list(one.get("buffs", ())), one.get("acted", False)
        if one["at"] is not None:
            mech.where, mech.at = "board", (one["at"][0], one["at"][1])
        for arm in mech.weapons:
            arm.ammo = one.get("ammo", {}).get(arm.id, arm.ammo)
        mech.gear = [numbered(name) for name in one.get("gear", ())]
    side.pile["ship"] = [numbered(name) for name in given.get("ship_pile", ["emp_grenade"] * 5)]
    side.pile["mech"] = [numbered(name) for name in given.get("mech_pile", ["aim_assist"] * 5)]


# Steps


class _Run:
    """One scenario while it is played."""

    def __init__(self, scenario: Json) -> None:
        self.case = Case(scenario["id"])
        self.state = new_position(scenario["position"])
        self.script = Script(scenario["dice"])
        self.events: list[Json] = []
        try:
            self._play(scenario["steps"])
        except (OrderError, ValueError, StopIteration) as error:
            self.case.mismatches.append(f"stopped: {error!r} {getattr(error, 'path', '')} {getattr(error, 'code', '')}")
            return
        self._judge(scenario)

    def _play(self, steps: list[Json]) -> None:
        for number, step in enumerate(steps):
            self._step(number, step)
            if not step.get("hold_windows"):
                following = steps[number + 1] if number + 1 < len(steps) else {}
                self._pass_windows(following)
            self._compare(f"step {number}", step.get("expect", {}), "referee")

    def _step(self, number: int, step: Json) -> None:
        if "error" in step or "errors" in step:
            self._refused(number, step)
            return
        given = (
            {int(seat): order for seat, order in step["orders"].items()}
            if "orders" in step
            else {step["seat"]: step["order"]}
        )
        self._resolve({seat: check(self.state, seat, order) for seat, order in given.items()})

    def _refused(self, number: int, step: Json) -> None:
        try:
            check(self.state, step["seat"], step["order"])
        except OrderError as error:
            faults = error.faults if isinstance(error, FleetError) else [error]
            found = [{"field": fault.path, "code": fault.code} for fault in faults]
        else:
            found = []
        wanted = step.get("errors") or [step["error"]]
        key = str
        self.case.expect(f"step {number} refused", sorted(wanted, key=key), sorted(found, key=key))

    def _resolve(self, orders: dict[int, Json]) -> None:
        self.state, events = resolve(self.state, orders, self.script)
        self.events += events

    def _pass_windows(self, following: Json) -> None:
        while self.state.phase == "window":
            seat = pending(self.state)[0]
            if following.get("window") == self.state.waiting["kind"] and following["seat"] == seat:
                return
            self._resolve({seat: {"type": "react", "use": []}})

    def _judge(self, scenario: Json) -> None:
        self.case.expect("dice left", [], self.script.left)
        self._compare("end", scenario["expect"], "referee")
        for one in scenario.get("views", ()):
            self._compare(f"view of {one['seat']}", one["expect"], one["seat"])
        position = 0
        for wanted in scenario.get("events", ()):
            while position < len(self.events) and not _matches(self.events[position], wanted):
                position += 1
            self.case.expect(f"event {wanted}", True, position < len(self.events))
            position += 1
        result = self.state.result
        if "outcome" in scenario:
            for key, value in scenario["outcome"].items():
                self.case.expect(f"outcome.{key}", value, None if result is None else result[key])
        else:
            self.case.expect("outcome", None, result)

    def _compare(self, where: str, wanted: Json, audience: Any) -> None:
        if wanted:
            shown = view(self.state, audience)
            for path, value in wanted.items():
                self.case.expect(f"{where} {path}", value, read_path(shown, path))


def _matches(event: Json, wanted: Json) -> bool:
    return all(event.get(key) == value for key, value in wanted.items())


def read_path(shown: Json, path: str) -> Json:
    """The value that a path of a scenario names in a view."""
    head, _, rest = path.partition(".")
    kind, _, name = head.partition(":")
    if kind == "top":
        part: Json = shown
    elif kind == "unit":
        part = next(mech for side in shown["seats"] for mech in side["mechs"] if mech["id"] == name)
    else:
        side = shown["seats"][int(name)]
        part = side["ship"] if kind == "ship" else side
    for key in rest.split("."):
        listed = re.fullmatch(r"(\w+)\[(\w+)\]", key)
        if listed:
            part = next(one for one in part[listed[1]] if one["id"] == listed[2])
        else:
            part = part[key]
    return part
