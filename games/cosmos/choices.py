"""What could a seat order now, in a list short enough to pick from without a board? Everything else goes as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.text import Thing, gettext_noop, phrase, spoken
from games.core.things import thing
from games.cosmos.advice.words import DIRECTION_WORDS
from games.cosmos.constants import (
    ACTION,
    BATTLESHIP,
    BURST_OVERHEAD,
    DIRECTIONS,
    KIND_WORDS,
    KINDS,
    MAX_RADIUS,
    MINING_DELAY,
    SCOUT,
    mining_income,
)
from games.cosmos.standing.routines import LABELS, ROUTINES
from games.cosmos.state import State
from games.cosmos.view import view

Json = Any
MOST = 80
"""Entries of the list."""
_MINER = 41
USUAL = (("miner", _MINER), ("scout", 1), ("battleship", 60))
"""What is offered to build, and of how much energy."""

WAIT = gettext_noop("Wait: go on as ordered before")
ROUTINE = gettext_noop("Every %(kind)s from now on: %(routine)s")
BUILD = gettext_noop("%(name)s builds: %(kind)s of %(energy)s to the %(dir)s")
CHARGE = gettext_noop("%(name)s charges the final weapon with %(energy)s")
OVERLOAD = gettext_noop(
    "%(kind)s %(name)s of %(energy)s overloads, squared radius %(radius)s: %(targets)s targets in sight"
)
ANALYSE = gettext_noop("%(kind)s %(name)s analyses miner %(other)s of %(energy)s")
WORDS = (
    WAIT, ROUTINE, BUILD, CHARGE, OVERLOAD, ANALYSE, *LABELS.values(), *KIND_WORDS.values(), *DIRECTION_WORDS.values(),
)  # fmt: skip


def choices(state: State, seat: int) -> list[dict[str, Json]] | None:
    """Entries `{label, orders}`: waiting, routines for all of a kind, bursts and analyses in reach, charges, builds.

    `text` and `data` are the label before its places were filled; all but waiting add to what is drafted. None when the
    seat owes nothing.
    """
    if state.phase == "over" or seat not in state.living():
        return None
    known = view(state, seat)
    found = [
        {**_entry(WAIT, {}, {}), "adds": False},
        *_routines(known),
        *_analyses(known),
        *_bursts(known),
        *_charges(known),
        *_builds(known),
    ]
    return found[:MOST]


def _entry(text: str, data: dict[str, Json], orders: Json) -> dict[str, Json]:
    return {"label": spoken(phrase(text, **data)), "text": text, "data": data, "orders": orders, "adds": True}


def _called(id_: int) -> Thing:
    return thing("entities", id_)


def _direct(id_: int, **action: Json) -> Json:
    return {"direct": [{"id": id_, "actions": [action]}]}


def _routines(known: Json) -> Iterator[dict[str, Json]]:
    """For all that there are and will be."""
    for kind, routines in ROUTINES.items():
        ids = [one["id"] for one in known["own"] if one["kind"] == kind]
        for name, routine in routines.items():
            rules = {"movement": None, "reflexes": [], **routine}
            orders = {"defaults": {kind: routine}, "standing": [{"id": id_, **rules} for id_ in ids]}
            yield _entry(ROUTINE, {"kind": KIND_WORDS[kind], "routine": LABELS[name]}, orders)


def usual(known: Json) -> dict[str, int]:
    """What is offered to build now: a miner only while it brings its price before the end."""
    left = known["rounds"] - known["round"] + 1
    is_late = left < MINING_DELAY - (-_MINER // mining_income(_MINER))
    return {kind: energy for kind, energy in USUAL if kind != "miner" or not is_late}


def _ready(known: Json, kind: int) -> list[Json]:
    return [one for one in known["own"] if one["kind"] == KINDS[kind] and one["ready"]]


def _d2(a: Json, b: Json) -> int:
    (ax, ay), (bx, by) = a["pos"], b["pos"]
    return int((ax - bx) ** 2 + (ay - by) ** 2)


def _analyses(known: Json) -> Iterator[dict[str, Json]]:
    """Of every miner that is sure to be one the first scout in reach."""
    for target in known["foreign"]:
        near = [scout for scout in _ready(known, SCOUT) if _d2(scout, target) <= ACTION[SCOUT]]
        able = [scout for scout in near if scout["defence"] >= known["analyse_min_defence"]]
        if target["kind"] == "miner" and able:
            id_ = able[0]["id"]
            data = {
                "kind": KIND_WORDS["scout"],
                "name": _called(id_),
                "other": _called(target["id"]),
                "energy": target["energy"],
            }
            yield _entry(ANALYSE, data, _direct(id_, do="analyse", id=target["id"]))


def _bursts(known: Json) -> Iterator[dict[str, Json]]:
    """The widest burst of every battleship that has somebody else in it."""
    for ship in _ready(known, BATTLESHIP):
        targets = sum(_d2(ship, other) <= MAX_RADIUS for other in known["foreign"])
        if targets and ship["energy"] > BURST_OVERHEAD:
            data = {
                "kind": KIND_WORDS["battleship"], "name": _called(ship["id"]), "energy": ship["energy"], "radius": MAX_RADIUS,
                "targets": targets,
            }  # fmt: skip
            yield _entry(OVERLOAD, data, _direct(ship["id"], do="overload", radius=MAX_RADIUS))


def _charges(known: Json) -> Iterator[dict[str, Json]]:
    """One point, or an eighth of what a planet has."""
    for planet in known["own"]:
        if planet["kind"] == "planet":
            for energy in sorted({1, planet["energy"] // 8} - {0}):
                if energy <= planet["energy"]:
                    data = {"name": _called(planet["id"]), "energy": energy}
                    yield _entry(CHARGE, data, _direct(planet["id"], do="charge", energy=energy))


def _builds(known: Json) -> Iterator[dict[str, Json]]:
    """The usual ships that a planet can pay, on the first neighbour on which nobody is seen."""
    taken = [one["pos"] for part in ("own", "foreign", "ghosts") for one in known[part]]
    for planet in known["own"]:
        if planet["kind"] != "planet" or not planet["ready"]:
            continue
        x, y = planet["pos"]
        free = [name for name, (dx, dy) in DIRECTIONS.items() if [x + dx, y + dy] not in taken]
        for kind, energy in usual(known).items() if free else ():
            if energy <= planet["energy"]:
                data = {
                    "name": _called(planet["id"]),
                    "kind": KIND_WORDS[kind],
                    "energy": energy,
                    "dir": DIRECTION_WORDS[free[0]],
                }
                action = {"kind": kind, "dir": free[0], "energy": energy}
                yield _entry(BUILD, data, _direct(planet["id"], do="build", **action))
