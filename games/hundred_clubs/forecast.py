"""What would become of a draft if every other club kept the status quo? From the view alone, by the functions of `resolve`.

What is certain and what is only likely are told apart (`estimate.py`); what each campaign is good for says `hints.py`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.core.bits import members
from games.hundred_clubs import hints
from games.hundred_clubs.board import Bits, Numbers, to_bits
from games.hundred_clubs.bots.world import World
from games.hundred_clubs.constants import (
    ALLIED,
    AT_WAR,
    BACKSTAB,
    FORM_ALLIANCE,
    JUSTIFY_WAR,
    KEEP_NEUTRAL,
    UNDISCOVERED,
    UNIT,
)
from games.hundred_clubs.estimate import Estimate, Ground, estimates, ground_of
from games.hundred_clubs.orders import Known, check_known, known_in, price
from games.hundred_clubs.resolve.campaigns import Fate, pay
from games.hundred_clubs.resolve.diplomacy import is_blocked
from games.hundred_clubs.resolve.upkeep import dole_in, kept_of
from games.hundred_clubs.settings import Settings, settle
from games.hundred_clubs.spending import guard, spend

Json = Any


class Diplomacy(NamedTuple):
    """What the commands lead to."""

    left: int
    """Saving after the payments; a price that is not known counts as 0."""
    least: int
    """The least that can be left."""
    paid: list[dict[str, Json]]
    wars: list[int]
    sure_wars: list[int]
    """Those that no answer of the other club prevents."""
    allies: list[int]
    neutrals: list[int]


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
        chart = known.chart
        return {"members": int(chart.members[y, x]), "around": int(chart.around[y, x]), "water": not chart.land[y, x]}
    return _round(known, settle({**view["options"], "map": None}), checked)


def _round(known: Known, settings: Settings, orders: Json) -> dict[str, Json]:
    diplomacy = _answer(known, settings, orders["diplomacy"])
    ground = ground_of(known, diplomacy.wars, diplomacy.sure_wars, diplomacy.allies, diplomacy.neutrals)
    fates, left = pay(settings, known.board, ground.access, diplomacy.left, orders["campaigns"])
    firm = _firm(known, settings, ground, diplomacy.least, orders["campaigns"])
    placed = [(fate.cell or 0, fate.funded) for fate in fates]
    # The influence of the whole draft, then of the draft without each of its campaigns.
    each = known.board.influence([[campaign] for campaign in placed]) if placed else _nothing(known, 0)
    whole = known.board.influence([[*placed, *_capital(known)]])
    allied = _allied(known, settings, ground)
    rival = allied.max(axis=0)
    world = World(known.view)
    cells = len({cell for cell, _ in placed})
    more = spend(known, settings, world, ground, whole[0], left, cells)
    war = guard(known, settings, world, ground, diplomacy.wars, whole[0], allied.sum(axis=0), left, cells)
    proposals = [more, war.campaigns] if war else [more]
    # The whole proposals, then each campaign of the one for land by itself.
    added = [*proposals, *([campaign] for campaign in more)]
    influences = np.vstack([whole, whole - each, whole + known.board.influence(added)])
    added_firms = [firm + _firm_part(known, diplomacy, ground, given) for given in added]
    firms = np.vstack([firm, np.minimum(firm, whole - each), *added_firms])
    expected, *others = estimates(known, settings, ground, influences, firms, rival)
    without, proposed = others[: len(placed)], others[len(placed) :]
    alone = [
        campaign
        for campaign, one in zip(more, proposed[len(proposals) :], strict=True)
        if hints.gain_of(one, expected)["about"]
    ]
    taken = expected.sure | expected.likely
    missing = _missing(known, settings, ground, whole[0])
    advice = hints.Advice(known, settings, ground, whole[0], rival, taken)
    width = known.board.width
    return {
        "money": _money(known, settings, orders, diplomacy, left, ground, expected),
        "campaigns": [
            {
                "index": fate.number,
                "funded": fate.funded,
                "reason": _reason(known, fate, diplomacy.neutrals),
                **advice.of_campaign(fate, expected, other, own, left // settings.campaign_price),
            }
            for fate, other, own in zip(fates, without, each, strict=True)
        ],
        "cells": expected.counts,
        "sure": known.board.places_of(members(expected.sure)),
        "likely": known.board.places_of(members(expected.likely)),
        "broken": known.board.places_of(members(expected.loose)),
        "wars": diplomacy.wars,
        "capital": _capital_note(known, orders, ground, expected),
        "easiest": advice.easiest(),
        "spend": {
            "campaigns": _listed(known, more),
            "alone": _listed(known, alone),
            "gain": hints.gain_of(proposed[0], expected),
            "left": _rest(settings, left, more),
        },
        "guard": war
        and {
            "campaigns": _listed(known, war.campaigns),
            "open": int(war.open.sum()),
            "by": war.by,
            "cells": int(war.kept.sum()),
            "members": int(world.members[war.kept].sum()),
            "gain": hints.gain_of(proposed[1], expected),
            "left": _rest(settings, left, war.campaigns),
        },
        "layers": {
            "influence": whole.reshape(-1, width).tolist(),
            "allied": allied.sum(axis=0).reshape(-1, width).tolist(),
            "missing": hints.rows_of(missing, width),
            "defence": _defence(known, settings, ground, whole[0]).reshape(-1, width).tolist(),
        },
    }


def _listed(known: Known, campaigns: list[tuple[int, int]]) -> list[Json]:
    return [{"at": known.board.place(cell), "size": size} for cell, size in campaigns]


def _rest(settings: Settings, left: int, campaigns: list[tuple[int, int]]) -> int:
    return left - settings.campaign_price * sum(size for _, size in campaigns)


# Diplomacy and money.


def _answer(known: Known, settings: Settings, commands: dict[str, str]) -> Diplomacy:
    """Payments and relations if the others keep to theirs (5.2)."""
    left = least = known.me["saving"]
    paid, wars, sure_wars, allies, neutrals = [], [], [], [], []
    for line in known.view["players"]:
        seat = line["seat"]
        if line["relation"] == UNDISCOVERED:
            continue
        command = commands[str(seat)]
        cost = price(known.options, command, line.get("area"))
        dearest = price(known.options, command, known.board.cells) if cost is None else cost
        assert dearest is not None, "every price of a known area is known"
        is_sure = dearest <= least
        if cost is not None and cost > left:
            command, cost, dearest = KEEP_NEUTRAL, 0, 0
        if cost != 0:
            paid.append({"target": seat, "command": command, "price": cost})
        left -= cost or 0
        least -= min(least, dearest)
        if _is_war(known, settings, line, command):
            wars.append(seat)
            if is_sure and command in (BACKSTAB, JUSTIFY_WAR):
                sure_wars.append(seat)
        elif line["relation"] == ALLIED and command == FORM_ALLIANCE:
            allies.append(seat)
        else:
            neutrals.append(seat)
    return Diplomacy(left, least, paid, wars, sure_wars, allies, neutrals)


def _is_war(known: Known, settings: Settings, line: dict[str, Json], command: str) -> bool:
    if command == BACKSTAB or line["relation"] == AT_WAR:
        return True
    if command != JUSTIFY_WAR or is_blocked(settings, line["relation"] == ALLIED, line.get("truce", 0)):
        return False
    return bool(known.me["justify"].get(str(line["seat"]), 0) + 1 >= settings.justify_rounds)


def _money(
    known: Known, settings: Settings, orders: Json, diplomacy: Diplomacy, left: int, ground: Ground, expected: Estimate
) -> dict[str, Json]:
    money = {
        "saving": known.me["saving"],
        "diplomacy": diplomacy.paid,
        "campaigns": diplomacy.left - left,
        "left": left,
        "next": _next_saving(known, settings, orders, left, ground, expected),
    }
    if any(line["price"] is None for line in diplomacy.paid):
        money["uncertain"] = True
    return money


def _next_saving(
    known: Known, settings: Settings, orders: Json, left: int, ground: Ground, expected: Estimate
) -> dict[str, int]:
    """Saving after taxes if no own land is lost: with the sure cells alone, and with all that is won on the average (7.7, 7.8, 8.1)."""
    dry = to_bits(known.chart.land.reshape(1, -1))[0]
    yields = known.chart.members.ravel()

    def after(cells: Bits, area: int, income: int) -> int:
        capital = None if orders["capital"] is None else known.board.cell(orders["capital"])
        stands = capital is not None and (ground.access | cells) & dry & 1 << capital
        return kept_of(settings, left, area) + (dole_in(settings, known.view["round"]) if stands else 0) + income

    own, sure = ground.own & dry, expected.sure
    area = (own | sure).bit_count()
    income = int(yields[known.board.to_flags([own | sure])[0]].sum())
    more, richer = expected.about - 100 * sure.bit_count(), expected.members
    base = int(yields[known.board.to_flags([own])[0]].sum())
    return {
        "least": after(sure, area, income),
        "about": after(sure | expected.likely, area + (more + 50) // 100, base + (richer + 50) // 100),
    }


# Influence.


def _nothing(known: Known, rows: int) -> Numbers:
    return np.zeros((rows, known.board.cells), dtype=np.int64)


def _capital(known: Known) -> list[tuple[int, int]]:
    if known.me["capital"] is None:
        return []
    cell = known.board.cell(known.me["capital"])
    assert cell is not None, "a capital stands on the board"
    return [(cell, known.me["capital_influence"])]


def _firm(known: Known, settings: Settings, ground: Ground, money: int, campaigns: list[Json]) -> Numbers:
    """Influence that is there whatever the others answer: of campaigns on own land, if all others are paid for as well."""
    everywhere = (1 << known.board.cells) - 1
    fates, _ = pay(settings, known.board, everywhere, money, campaigns)
    placed = [(fate.cell, fate.funded) for fate in fates if fate.cell is not None and ground.own >> fate.cell & 1]
    return known.board.influence([[*placed, *_capital(known)]])


def _firm_part(known: Known, diplomacy: Diplomacy, ground: Ground, more: list[tuple[int, int]]) -> Numbers:
    """The part that is there whatever the others answer, of campaigns that the money left pays for if every price is known."""
    firm = [(cell, size) for cell, size in more if ground.own >> cell & 1 and diplomacy.least == diplomacy.left]
    return known.board.influence([firm])


def _allied(known: Known, settings: Settings, ground: Ground) -> Numbers:
    """Influence of each ally's capital, by [ally, cell]; one row of zeros without any. All land of allies is in sight (8.2)."""
    letters = np.frombuffer(known.owners.encode(), dtype=np.uint8)
    found = []
    for line in known.view["players"]:
        if line["relation"] == ALLIED and line["capital"] is not None:
            income = int(known.chart.members.ravel()[letters == ord("0") + line["seat"]].sum())
            cell = known.board.cell(line["capital"])
            assert cell is not None, "a capital stands on the board"
            found.append([(cell, settings.capital_influence(income))])
    return known.board.influence(found) if found else _nothing(known, 1)


def _missing(known: Known, settings: Settings, ground: Ground, influence: Numbers) -> Numbers:
    """How much more influence breaks each cell that may be attacked, undefended; below 1 where it breaks, `hints.CLOSED` elsewhere."""
    atk = known.chart.atk.ravel()
    needed = UNIT * settings.threshold // np.maximum(atk, 1) + 1
    missing: Numbers = np.where(known.board.to_flags([ground.open])[0], needed - influence, hints.CLOSED)
    return missing


def _defence(known: Known, settings: Settings, ground: Ground, influence: Numbers) -> Numbers:
    """Own defence of access land in percent of the threshold; 0 where it is cut off (7.3)."""
    cut = np.zeros(known.board.cells, dtype=bool)
    for x, y in known.view["cut_off"]:
        cut[y * known.board.width + x] = True
    held = known.board.to_flags([ground.access])[0] & ~cut
    percent: Numbers = 100 * known.chart.def_.ravel() * influence // max(1, UNIT * settings.threshold)
    return np.where(held, percent, 0)


# What is said of entries.


def _reason(known: Known, fate: Fate, neutrals: list[int]) -> str | None:
    """Why an entry is not funded as asked, in the words of the forecast."""
    if fate.reason == "no_money" and fate.funded:
        return "cut"
    if fate.reason == "no_access" and fate.cell is not None:
        letter = known.owners[fate.cell]
        if letter.isdigit() and int(letter) in neutrals:
            return "alliance_needed"
    return fate.reason


def _capital_note(known: Known, orders: Json, ground: Ground, expected: Estimate) -> str | None:
    """What threatens the capital that is ordered: None if nothing is known to."""
    cell = None if orders["capital"] is None else known.board.cell(orders["capital"])
    if cell is None or ground.own >> cell & 1:
        return None
    if ground.access >> cell & 1:
        return "on_allied_land"
    if expected.sure >> cell & 1:
        return "if_taken"
    return "if_likely_taken" if expected.likely >> cell & 1 else "lost"
