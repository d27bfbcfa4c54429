"""The browser plans by the same numbers as the engine: static/games/hundred_clubs/plan.js against `forecast`, on random drafts."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from games.core.rng import SeededRng, step_rng
from games.core.simulate import open_table
from games.hundred_clubs import GAME

Json = Any
ROOT = Path(__file__).parents[3]
SMALL = {"generated": {"width": 15, "height": 15, "water": True}}
NARROW = {"generated": {"width": 15, "height": 21, "water": True}}


class Table(NamedTuple):
    """A match of random drafts."""

    seats: int
    options: dict[str, Json]
    signs: set[str]
    """What the drafts must have led to at least once, or the comparison says little."""


TABLES = {
    "campus": Table(8, {"rounds": 14}, {"left", "water", "taken", "diplomacy"}),
    "crowded": Table(
        4,
        {"map": SMALL, "starts": "drawn", "rounds": 30},
        {"taken", "broken", "wars", "cut", "alliance_needed", "diplomacy", "uncertain"},
    ),
    "dear": Table(
        2,
        {
            "map": NARROW,
            "rounds": 20,
            "campaign_price": 3,
            "justify_rounds": 1,
            "justify_price": 7,
            "truce_rounds": 0,
            "threshold": 90,
            "capital_wage": {"base": 3, "per_round": 2},
            "alliance_tax": {"basis": "area", "milli": 2500},
            "corruption": {"basis": "area", "ppm": 9000},
        },
        {"left", "taken", "wars", "cut", "diplomacy"},
    ),
}
"""Wide, crowded, and one where every number of money and war differs from the default."""


@pytest.mark.parametrize("table", TABLES)
def test_plan_in_browser_equals_forecast(table: str, tmp_path: Path) -> None:
    cases = played(table, SeededRng(f"twin:{table}"))
    seen = set().union(*(signs(case["forecast"]) for case in cases))
    assert TABLES[table].signs <= seen, f"the drafts never led to {TABLES[table].signs - seen}"
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(cases))
    command = ["node", "--import", "./tests/js/import_map.mjs", "tests/js/hundred_clubs_twin.mjs", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout == f"{len(cases)} cases agree\n"


def signs(forecast: dict[str, Json]) -> set[str]:
    """What a forecast holds that makes it worth comparing."""
    found = {key for key in ("taken", "broken", "wars", "left", "water") if forecast.get(key) not in (None, [])}
    found |= {entry["reason"] for entry in forecast.get("campaigns", []) if entry["reason"]}
    money = forecast.get("money", {})
    return found | {key for key in ("diplomacy", "uncertain") if money.get(key)}


def played(table: str, rng: SeededRng) -> list[dict[str, Json]]:
    """Cases from a match of random drafts: for every seat and step the view, what was drafted and what the engine foresaw."""
    seats = TABLES[table].seats
    options = open_table(GAME, TABLES[table].options, seats, table)
    state = GAME.setup(options, seats, step_rng(table, 0))
    cases: list[dict[str, Json]] = []
    step = 0
    while GAME.outcome(state) is None:
        orders = {}
        for seat in GAME.pending(state):
            view = GAME.view(state, seat)
            draft = drafted(view, GAME.choices(state, seat), rng)
            assert GAME.forecast
            cases.append({"view": view, "orders": draft, "forecast": GAME.forecast(view, draft)})
            orders[seat] = GAME.check(state, seat, draft)
        step += 1
        state, _ = GAME.resolve(state, orders, step_rng(table, step))
    return cases


def drafted(view: dict[str, Json], choices: Json, rng: SeededRng) -> dict[str, Json]:
    """A random legal draft; in the rounds mostly campaigns of a size that breaks something."""
    if choices["phase"] == "auction":
        return {"bid": rng.randrange(6)}
    if choices["phase"] == "birthplaces":
        return {"birthplace": rng.choice(cells(choices["legal"], "1"))}
    diplomacy = commands(choices["diplomacy"], rng)
    draft: dict[str, Json] = {"diplomacy": diplomacy} if diplomacy else {}
    offered = {seat for seat, command in diplomacy.items() if command == "form_alliance"}
    places = cells(choices["access"], "o") * 4 + cells(choices["access"], "a") + cells(choices["access"], "?")[::9]
    places += [at for at in cells(choices["access"], "n") if view["owners"][at[1]][at[0]] in offered]
    places = [at for at in places if letter_allows(view, at, diplomacy)]
    money = choices["saving"] // choices["campaign_price"]
    campaigns: list[Json] = []
    for _ in range(rng.randrange(12)):
        size = money if rng.randrange(6) == 0 else min(money, 1 + rng.randrange(60))
        if size < 1 or not places:
            break
        money -= size
        campaigns.append({"at": rng.choice(places), "size": size})
    if campaigns:
        draft["campaigns"] = campaigns
    if rng.randrange(3) == 0:
        draft["capital"] = rng.choice(cells(choices["access"], "oan?"))
    return draft


def letter_allows(view: dict[str, Json], at: list[int], diplomacy: dict[str, str]) -> bool:
    """Whether the draft may place there: not on an ally's land that it turns away from."""
    letter = view["owners"][at[1]][at[0]]
    return letter in ("?", str(view["you"])) or diplomacy.get(letter, "form_alliance") == "form_alliance"


def commands(offered: dict[str, Json], rng: SeededRng) -> dict[str, str]:
    """A command to about every second known club, at most one of them a backstab."""
    given: dict[str, str] = {}
    for seat, prices in offered.items():
        command = rng.choice(sorted(prices))
        if rng.randrange(2) and (command != "backstab" or ("backstab" not in given.values() and rng.randrange(4) == 0)):
            given[seat] = command
    return given


def cells(rows: list[str], letters: str) -> list[Json]:
    """Cells [x, y] that have one of these letters."""
    return [[x, y] for y, row in enumerate(rows) for x, letter in enumerate(row) if letter in letters]
