"""What would become of a draft if every other club kept the status quo and placed nothing?

Computed from the view alone; static/games/hundred_clubs/plan.js computes the same.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from games.core.bits import members
from games.hundred_clubs.board import Bits, to_bits
from games.hundred_clubs.constants import (
    ALLIED,
    AT_WAR,
    BACKSTAB,
    FORM_ALLIANCE,
    JUSTIFY_WAR,
    KEEP_NEUTRAL,
    NEUTRAL,
    UNDISCOVERED,
    UNIT,
    UNOWNED,
)
from games.hundred_clubs.orders import Known, check_known, known_in, price
from games.hundred_clubs.state import MILLION

Json = Any


class Diplomacy(NamedTuple):
    """What the commands lead to."""

    left: int
    """Saving after the payments."""
    paid: list[dict[str, Json]]
    wars: list[int]
    allies: list[int]


class Lands(NamedTuple):
    """Sets of cells that the seat sees."""

    own: Bits
    access: Bits
    open: Bits
    """Cells that it may take: unowned, or of a club at war with it."""
    neutral: Bits


def forecast(view: Json, orders: Json) -> dict[str, Json]:
    """The forecast of this draft; raises OrderError at the part that is not legal. Of a resignation there is nothing to say: {}."""
    known = known_in(view)
    checked = check_known(known, orders)
    if "resign" in checked:
        return {}
    if "bid" in checked:
        return {"left": known.me["saving"] - checked["bid"]}
    if "birthplace" in checked:
        x, y = checked["birthplace"]
        members, around = known.chart.members[y, x], known.chart.around[y, x]
        return {"members": int(members), "around": int(around), "water": not known.chart.land[y, x]}
    return _round(known, checked)


def _round(known: Known, orders: Json) -> dict[str, Json]:
    diplomacy = _answer(known, orders["diplomacy"])
    lands = _lands(known, diplomacy)
    entries, placed, left = _fund(known, orders["campaigns"], lands, diplomacy.left)
    broken = _break(known, placed, lands)
    taken = known.board.spread(lands.access, broken) & broken
    money = {
        "saving": known.me["saving"],
        "diplomacy": diplomacy.paid,
        "campaigns": diplomacy.left - left,
        "left": left,
        "next_low": _next_saving(known, orders, left, lands, 0),
        "next_high": _next_saving(known, orders, left, lands, taken),
    }
    if any(line["price"] is None for line in diplomacy.paid):
        money["uncertain"] = True
    return {
        "money": money,
        "campaigns": entries,
        "taken": known.board.places_of(members(taken)),
        "broken": known.board.places_of(members(broken & ~taken)),
        "wars": diplomacy.wars,
    }


def _answer(known: Known, commands: dict[str, str]) -> Diplomacy:
    """Payments and relations if the others keep to theirs (5.2)."""
    money = known.me["saving"]
    paid, wars, allies = [], [], []
    for line in known.view["players"]:
        if line["relation"] == UNDISCOVERED:
            continue
        command = commands[str(line["seat"])]
        cost = price(known.options, command, line.get("area"))
        if cost is not None and cost > money:
            command, cost = KEEP_NEUTRAL, 0
        if cost != 0:
            paid.append({"target": line["seat"], "command": command, "price": cost})
        money -= cost or 0
        if _is_war(known, line, command):
            wars.append(line["seat"])
        elif line["relation"] == ALLIED and command == FORM_ALLIANCE:
            allies.append(line["seat"])
    return Diplomacy(money, paid, wars, allies)


def _is_war(known: Known, line: dict[str, Json], command: str) -> bool:
    if command == BACKSTAB or line["relation"] == AT_WAR:
        return True
    if command != JUSTIFY_WAR or line.get("truce", 0) > 0:
        return False
    if line["relation"] == ALLIED and known.options["truce_rounds"] > 0:
        return False
    count = known.me["justify"].get(str(line["seat"]), 0) + 1
    return bool(count >= known.options["justify_rounds"])


def _lands(known: Known, diplomacy: Diplomacy) -> Lands:
    letters = np.frombuffer(known.owners.encode(), dtype=np.uint8)
    neutrals = [seat for seat, relation in known.relation.items() if relation == NEUTRAL]
    own = _owned_by(letters, [known.seat])
    free = to_bits((letters == ord(UNOWNED))[None, :] & known.chart.land.reshape(1, -1))[0]
    return Lands(
        own=own,
        access=own | _owned_by(letters, diplomacy.allies),
        open=free | _owned_by(letters, diplomacy.wars),
        neutral=_owned_by(letters, neutrals),
    )


def _owned_by(letters: npt.NDArray[np.uint8], seats: list[int]) -> Bits:
    return to_bits(np.isin(letters, [ord("0") + seat for seat in seats])[None, :])[0]


def _fund(
    known: Known, campaigns: list[Json], lands: Lands, money: int
) -> tuple[list[dict[str, Json]], list[tuple[int, int]], int]:
    """Per entry what is funded and why not all of it, the funded campaigns with the capital's influence, and the money left (6)."""
    unit = known.options["campaign_price"]
    entries: list[dict[str, Json]] = []
    placed: list[tuple[int, int]] = []
    spent = False
    for index, entry in enumerate(campaigns):
        cell = known.board.cell(entry["at"])
        assert cell is not None, "a checked campaign is on the board"
        funded, reason = 0, None
        if not lands.access >> cell & 1:
            reason = "alliance_needed" if lands.neutral >> cell & 1 else "no_access"
        elif spent:
            reason = "no_money"
        else:
            funded = min(entry["size"], money // unit)
            spent = funded < entry["size"]
            if spent:
                reason = "cut" if funded else "no_money"
        money -= funded * unit
        entries.append({"index": index, "funded": funded, "reason": reason})
        if funded:
            placed.append((cell, funded))
    if known.me["capital"] is not None:
        cell = known.board.cell(known.me["capital"])
        assert cell is not None
        placed.append((cell, known.me["capital_influence"]))
    return entries, placed, money


def _break(known: Known, placed: list[tuple[int, int]], lands: Lands) -> Bits:
    """Open cells whose attack exceeds the threshold, undefended (7.5)."""
    influence = known.board.influence([placed])[0]
    excess = known.chart.atk.ravel() * influence > UNIT * known.options["threshold"]
    return to_bits(excess[None, :])[0] & lands.open


def _next_saving(known: Known, orders: Json, left: int, lands: Lands, taken: Bits) -> int:
    """Saving after taxes with these cells more (7.7, 7.8, 8.1)."""
    dry = to_bits(known.chart.land.reshape(1, -1))[0]
    own = (lands.own | taken) & dry
    income = int(known.chart.members.ravel()[known.board.to_flags([own])[0]].sum())
    kept: int = max(0, left * (MILLION - known.options["corruption"]["ppm"] * own.bit_count()) // MILLION)
    capital = None if orders["capital"] is None else known.board.cell(orders["capital"])
    wage = known.options["capital_wage"]
    stands = capital is not None and (lands.access | taken) & dry & 1 << capital
    dole = int(wage["base"] + wage["per_round"] * known.view["round"]) if stands else 0
    return kept + dole + income
