"""What did an entity know when its program ran? In sentences for the program's owner. Chapter 7.1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.text import gettext_noop
from games.core.things import thing

Json = Any
MOST = 12
"""Sensed entities that are told one by one."""

ME = gettext_noop("At %(x)s:%(y)s: energy %(energy)s, defence %(defence)s, cooldown %(cooldown)s, radio %(radio)s.")
ALONE = gettext_noop("It sensed nobody else.")
SENSED = {
    "planet": gettext_noop("It sensed planet %(id)s of %(whose)s at %(x)s:%(y)s, energy %(energy)s."),
    "battleship": gettext_noop("It sensed battleship %(id)s of %(whose)s at %(x)s:%(y)s, energy %(energy)s."),
    "miner": gettext_noop("It sensed miner %(id)s of %(whose)s at %(x)s:%(y)s, energy %(energy)s."),
    "scout": gettext_noop("It sensed scout %(id)s of %(whose)s at %(x)s:%(y)s, energy %(energy)s."),
}
MORE = gettext_noop("And %(n)s more.")
FARTHER = gettext_noop("It detected %(n)s more, only as positions.")
NOBODY = "–"


def explain(view: Json) -> list[tuple[str, Mapping[str, Json]]]:
    """What the run of an entity view knew: itself, whom it sensed (as it saw their kind), how many more it detected."""
    me, others = view["me"], [row for row in view["sensed"] if row["id"] != view["me"]["id"]]
    told: list[tuple[str, Mapping[str, Json]]] = [
        (ME, {**_place(me), **_numbers(me), "cooldown": round(me["cooldown"], 2), "radio": me["radio"]})
    ]
    told += [
        (
            SENSED[row["kind"]],
            {**_place(row), **_numbers(row), "id": thing("entities", row["id"]), "whose": _seat(row["seat"])},
        )
        for row in others[:MOST]
    ]
    if not others:
        told.append((ALONE, {}))
    if len(others) > MOST:
        told.append((MORE, {"n": len(others) - MOST}))
    farther = len(view["detected"]) - len(view["sensed"])
    if farther > 0:
        told.append((FARTHER, {"n": farther}))
    return told


def _place(row: Json) -> dict[str, Json]:
    return {"x": row["pos"][0], "y": row["pos"][1]}


def _numbers(row: Json) -> dict[str, Json]:
    return {"energy": row["energy"], "defence": row["defence"]}


def _seat(seat: int | None) -> str:
    return NOBODY if seat is None else "ABCDEFGH"[seat]
