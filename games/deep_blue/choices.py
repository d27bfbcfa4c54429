"""What could a seat order now, in a list short enough to pick from or to draw lots in? For bots and pages without a board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from games.core.errors import OrderError
from games.core.text import gettext_noop, phrase, spoken
from games.deep_blue import refusals
from games.deep_blue.board import planar
from games.deep_blue.commands import check_command
from games.deep_blue.constants import COMMANDS, KINDS, QUEUE_MAX, RESOURCES, UNITS
from games.deep_blue.formations import metal_cost
from games.deep_blue.known import CALLED, Known, rect
from games.deep_blue.state import State
from games.deep_blue.view import pending, view

Json = Any

MOST = 80
"""Entries of the list."""
USUAL_PLANES = [4, 2, 3, 1]

WAIT = gettext_noop("Wait: go on as ordered before")
BUILD = gettext_noop("Build: %(kind)s for %(cost)s metal")
COMMAND = {
    "attack": gettext_noop("%(unit)s attacks %(other)s"),
    "supply": gettext_noop("%(unit)s supplies %(other)s"),
    "repair": gettext_noop("%(unit)s repairs %(other)s"),
    "collect": gettext_noop("%(unit)s collects from %(other)s"),
}

KIND_WORDS = (
    gettext_noop("base"), gettext_noop("island"), gettext_noop("mine"), gettext_noop("oilfield"), gettext_noop("submarine"),
    gettext_noop("destroyer"), gettext_noop("cruiser"), gettext_noop("battleship"), gettext_noop("carrier"),
    gettext_noop("cargo"), gettext_noop("formation"),
)  # fmt: skip
WORDS = (WAIT, BUILD, CALLED, *COMMAND.values(), *KIND_WORDS, *refusals.WORDS)


def choices(state: State, seat: int) -> list[dict[str, Json]] | None:
    """Entries `{label, orders}`: waiting, every affordable product, every command that works where units are now.

    `text` and `data` are the label before its places were filled; all but waiting add to what is drafted. None when the
    seat owes nothing.
    """
    if seat not in pending(state):
        return None
    known = Known(view(state, seat))
    wait = {**_entry(WAIT, {}, {}), "adds": False}
    commands = (entry for kind in ("attack", "repair", "supply", "collect") for entry in _commands(known, kind))
    return list(islice(chain([wait], _products(known), commands), MOST))


def _entry(text: str, data: dict[str, Json], orders: Json) -> dict[str, Json]:
    return {"label": spoken(phrase(text, **data)), "text": text, "data": data, "orders": orders, "adds": True}


def _products(known: Known) -> Iterator[dict[str, Json]]:
    if len(known.view["queue"]) >= QUEUE_MAX:
        return
    for kind in UNITS:
        is_formation = kind == "formation"
        cost = metal_cost(tuple(USUAL_PLANES)) if is_formation else KINDS[kind].cost
        if cost <= known.base["metal"]:
            entry: dict[str, Json] = {"kind": kind, **({"planes": USUAL_PLANES} if is_formation else {})}
            yield _entry(BUILD, {"kind": kind, "cost": cost}, {"production": [entry]})


def _commands(known: Known, kind: str) -> Iterator[dict[str, Json]]:
    for one in known.elements.values():
        if one["seat"] != known.seat or kind not in COMMANDS.get(one["kind"], ()):
            continue
        for target in known.elements.values():
            if not _is_sensible(known, kind, one, target):
                continue
            try:
                command = check_command(known, one, {"type": kind, "target": target["id"]}, "")
            except OrderError:
                continue
            data = {"unit": known.called(one["id"]), "other": known.called(target["id"])}
            yield _entry(COMMAND[kind], data, {"units": {str(one["id"]): {"command": command}}})


def _is_sensible(known: Known, kind: str, one: Json, target: Json) -> bool:
    """Would it do something here and now? The check alone also lets pass what may work after moving."""
    if kind == "attack":
        is_target = target["seat"] != known.seat and target["kind"] not in RESOURCES
        return is_target and planar(rect(one), rect(target)) <= max(KINDS[one["kind"]].reach)
    reach = 0 if target["kind"] == "formation" else 1
    is_here = planar(rect(one), rect(target)) <= reach
    return is_here and (kind != "repair" or target["health"] < KINDS[target["kind"]].health or reach == 0)
