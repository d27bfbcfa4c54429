"""A whole game in one small file: Lanterns. Seats walk a dark ring, see one cell far and throw lanterns at cells.

Each round all living seats walk -1, 0 or 1 cells and may throw a lantern at any cell. Who stands where another's lantern falls
loses a heart. The last one standing wins; after the last round hearts count."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.core.chances import of_strengths
from games.core.clocks import Longest
from games.core.contract import Bot, Game, Json, Option, Outcome, Place, Preset, Vocabulary
from games.core.errors import OptionError, OrderError
from games.core.events import REFEREE, Audience, Event
from games.core.rng import Rng
from tests.games.toy_workshop import WORKSHOP

LIMITS = {"size": (4, 24, 7), "rounds": (1, 60, 12), "hearts": (1, 9, 2)}
REASONS = {"last_standing": "Only one seat is left.", "last_round": "The last round is over."}
THROW = "Throw at %(cell)s"
VOCABULARY = Vocabulary(
    keys={
        "size": "Cells in the ring", "rounds": "Rounds in all", "round": "Round", "you": "You are", "seats": "Who stands where",
        "seat": "Name", "cell": "Cell", "hearts": "Hearts", "out": "Out since round", "walk": "Walk", "throw": "Throw at",
    },
    events={
        "light": "A lantern falls on cell %(cell)s.", "hit": "%(by)s hits %(seat)s on cell %(cell)s.", "out": "%(seat)s is out.",
    },
    seats=frozenset({"you", "seat", "by"}), orders=("walk", "throw"),
)  # fmt: skip
DEFAULT_ORDERS = {"walk": 0, "throw": None, "resign": False}


@dataclass
class State:
    options: dict[str, Any]
    round: int
    cells: list[int]
    hearts: list[int]
    out: list[int | None]  # the round in which a seat went out


def check_options(options: dict[str, Any], seats: int | None) -> dict[str, Any]:
    known = {key: default for key, (_, _, default) in LIMITS.items()} | {"fog": True}
    if seats is not None and seats not in range(2, 5):
        raise OptionError("out_of_range", "seats", "Two to four play.")
    for key, value in options.items():
        if key not in known:
            raise OptionError("unknown_field", key, "There is no such option.")
        if type(value) is not type(known[key]):
            raise OptionError("bad_type", key, "This option has another type.")
        if key in LIMITS and not LIMITS[key][0] <= value <= LIMITS[key][1]:
            raise OptionError("out_of_range", key, "This option is out of range.")
    return known | options


def setup(options: dict[str, Any], seats: int, rng: Rng) -> State:
    cells = rng.permutation(options["size"])[:seats]
    return State(options, 1, cells, [options["hearts"]] * seats, [None] * seats)


def living(state: State) -> list[int]:
    return [seat for seat, out in enumerate(state.out) if out is None]


def is_over(state: State) -> bool:
    return len(living(state)) < 2 or state.round > state.options["rounds"]


def pending(state: State) -> list[int]:
    return [] if is_over(state) else living(state)


def check(state: State, seat: int, orders: Json) -> Json:
    if not isinstance(orders, dict):
        raise OrderError("bad_type", "", "Orders are an object.")
    if unknown := [key for key in orders if key not in DEFAULT_ORDERS]:
        raise OrderError("unknown_field", unknown[0], "There is no such field.")
    full = DEFAULT_ORDERS | orders
    if type(full["resign"]) is not bool:
        raise OrderError("bad_type", "resign", "Must be true or false.")
    if type(full["walk"]) is not int or not -1 <= full["walk"] <= 1:
        raise OrderError("out_of_range", "walk", "Walk -1, 0 or 1 cells.")
    last = state.options["size"] - 1
    if full["throw"] is not None and (type(full["throw"]) is not int or not 0 <= full["throw"] <= last):
        raise OrderError("out_of_range", "throw", "Throw at a cell from 0 to %(last)s.", {"last": last})
    return full


def resolve(state: State, orders: Mapping[int, Json], rng: Rng) -> tuple[State, list[Event]]:
    state = replace(state, cells=[*state.cells], hearts=[*state.hearts], out=[*state.out])
    given = {seat: orders.get(seat) or DEFAULT_ORDERS for seat in living(state)}
    events: list[Event] = []
    for seat, order in given.items():
        state.cells[seat] = (state.cells[seat] + order["walk"]) % state.options["size"]
        state.hearts[seat] *= not order["resign"]
    for seat, order in given.items():
        if order["throw"] is not None and not order["resign"]:
            events.append({"type": "light", "cell": order["throw"], "to": "all"})
            for other in (other for other in given if other != seat and state.cells[other] == order["throw"]):
                state.hearts[other] = max(0, state.hearts[other] - 1)
                events.append({"type": "hit", "by": seat, "seat": other, "cell": order["throw"], "to": [seat, other]})
    for seat in given:
        if state.hearts[seat] == 0:
            state.out[seat] = state.round
            events.append({"type": "out", "seat": seat, "to": "all"})
    state.round += 1
    return state, events


def view(state: State, audience: Audience) -> Json:
    size, own = state.options["size"], audience if isinstance(audience, int) else None

    def is_seen(seat: int) -> bool:
        if audience == REFEREE or not state.options["fog"] or seat == own:
            return True
        if own is None or state.out[own] is not None:
            return False
        way = abs(state.cells[seat] - state.cells[own])
        return min(way, size - way) <= 1

    lines = zip(range(len(state.out)), state.cells, state.hearts, state.out, strict=True)
    seats = [{"seat": s, "cell": c if is_seen(s) else None, "hearts": h, "out": o} for s, c, h, o in lines]
    return {"size": size, "rounds": state.options["rounds"], "round": state.round, "you": own, "seats": seats}


def choices(state: State, seat: int) -> Json:
    cells = [{"cell": cell} for cell in range(state.options["size"])]
    return [{"label": THROW % at, "text": THROW, "data": at, "orders": {"throw": at["cell"]}} for at in cells]


def forecast(view: Json, orders: Json) -> Json:
    walk = (orders if isinstance(orders, dict) else {}).get("walk", 0)
    if type(walk) is not int or not -1 <= walk <= 1:
        raise OrderError("out_of_range", "walk", "Walk -1, 0 or 1 cells.")
    return {"cell": (view["seats"][view["you"]]["cell"] + walk) % view["size"]}


def outcome(state: State) -> Outcome | None:
    merit = [(state.out[seat] or state.round, state.hearts[seat]) for seat in range(len(state.out))]
    ranking = [Place(1 + sum(other > mine for other in merit), seat) for seat, mine in enumerate(merit)]
    reason = "last_standing" if len(living(state)) < 2 else "last_round"
    ranking.sort(key=lambda place: (place.place, place.seat))
    return Outcome(reason, tuple(ranking)) if is_over(state) else None


def decide(view: Json, rng: Rng, memory: dict[str, Json]) -> Json:
    seen = [line["cell"] for line in view["seats"] if line["seat"] != view["you"] and line["cell"] is not None]
    return {"walk": rng.randrange(3) - 1, "throw": rng.choice(seen) if seen else rng.randrange(view["size"])}


GAME = Game(
    id="toy", name="Lanterns", summary="Throw light at whom you cannot see.", rules_version="1", seats=range(2, 5),
    options=(
        *(Option(key, "int", key.title(), default, minimum=low, maximum=high) for key, (low, high, default) in LIMITS.items()),
        Option("fog", "bool", "Fog", True),
    ),
    presets={"quick": Preset("Quick", {"rounds": 3, "hearts": 1})}, bots=(Bot("thrower", "Thrower", "Throws at what it sees.", decide),),
    check_options=check_options, setup=setup, pending=pending, check=check, default_orders=lambda state, seat: dict(DEFAULT_ORDERS),
    resolve=resolve, view=view, outcome=outcome, reasons=REASONS, to_json=lambda state: dict(vars(state)), from_json=lambda value: State(**copy.deepcopy(value)),
    has_fog=lambda options: bool(options["fog"]), draws=True, resign_orders=DEFAULT_ORDERS | {"resign": True},
    longest=lambda options, seats: Longest(options["rounds"], options["rounds"], options["rounds"]),
    shorter=lambda options, seats, steps: {"rounds": steps} if options["rounds"] > steps else {},
    static_keys=("size", "rounds"), choices=choices, words=(THROW,), vocabulary=VOCABULARY, forecast=forecast, workshop=WORKSHOP, scores=lambda state: {"hearts": state.hearts},
    chances=lambda state: of_strengths(state.hearts, 2),
)  # fmt: skip
