"""Are the numbers in the rules for players those of the code, in both languages?"""

import re
from pathlib import Path

import pytest

from games.cosmos.constants import BASE_COOLDOWN, SENSE
from games.deep_blue.constants import KINDS as ELEMENTS
from games.deep_blue.constants import PLANE_FUEL, PLANE_HEALTH, PLANE_METAL, PLANE_RATING
from games.frames.constants import AP_COST
from games.hundred_clubs.constants import KERNEL20, TERRAIN
from games.planet_conquer import GAME as PLANET_CONQUER
from games.planet_conquer.constants import KINDS, TACTICS

RULES = Path(__file__).parents[2] / "docs" / "rules"
LANGUAGES = pytest.mark.parametrize("language", ["", ".zh-hans"])
SHORT = 12_000
"""Characters; the exact rules have five times as many."""


def rows(game: str, language: str, heading: int, number: int = 0) -> list[list[str]]:
    """The rows of a table, by its chapter and its place in it."""
    chapters = re.split(r"^## ", (RULES / f"{game}{language}.md").read_text(encoding="utf-8"), flags=re.M)
    found = re.findall(r"^\|.*\n\|[-|]+\|\n((?:\|.*\n?)+)", chapters[heading], re.M)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[number].strip().split("\n")]


def numbers(cells: list[str]) -> list[int]:
    return [int(part) for cell in cells for part in re.findall(r"\d+", cell)]


@LANGUAGES
def test_planets_and_tactics_of_planet_conquer(language: str) -> None:
    for kind, (_name, defence, growth, limit) in zip(KINDS.values(), rows("planet_conquer", language, 3), strict=True):
        assert (float(defence[1:]), int(limit)) == (kind.defence / 1000, kind.limit)
        factor = f"×{kind.res / 1000:g}" if kind.res != 1000 else ""
        said = f"{factor} +{kind.cos // 1000}".strip() if kind.cos else ""
        assert growth == said or not (said or re.search(r"\d", growth))
    costs = {name: tactic.cost for name, tactic in TACTICS.items()} | dict(
        PLANET_CONQUER.presets["full"].options["tactic_costs"]
    )
    assert [int(row[1]) for row in rows("planet_conquer", language, 5)] == list(costs.values())


@LANGUAGES
def test_land_and_influence_of_hundred_clubs(language: str) -> None:
    land = sorted(numbers(row[1:4]) for row in rows("hundred_clubs", language, 4))
    assert land == sorted([kind.atk, kind.def_, kind.members] for kind in TERRAIN.values())
    assert [numbers(row[1:]) for row in rows("hundred_clubs", language, 5)] == [list(row) for row in KERNEL20]


@LANGUAGES
def test_ships_and_planes_of_deep_blue(language: str) -> None:
    ships = [ELEMENTS[kind] for kind in ("submarine", "destroyer", "cruiser", "battleship", "carrier", "cargo")]
    found = {place: numbers(row[3:]) for place, row in enumerate(rows("deep_blue", language, 3))}
    assert found[0] == [ship.health for ship in ships] and found[1] == [ship.fuel for ship in ships]
    assert found[2] == [ship.ammo for ship in ships] and found[4] == [far for ship in ships for far in ship.sight]
    assert found[9] == [ship.speed for ship in ships] and found[10] == [ship.cost for ship in ships]
    assert found[11] == [ship.rounds for ship in ships] and found[12] == [ship.population for ship in ships]
    planes = [numbers(row[1:]) for row in rows("deep_blue", language, 4)]
    assert [plane[:5] for plane in planes] == [
        [*rating, health, fuel] for rating, health, fuel in zip(PLANE_RATING, PLANE_HEALTH, PLANE_FUEL, strict=True)
    ]
    assert [plane[6] for plane in planes] == list(PLANE_METAL)


@LANGUAGES
def test_prices_of_frames(language: str) -> None:
    assert [int(row[1]) for row in rows("frames", language, 4)] == [
        AP_COST[order] for order in ("fire", "operate_all", "operate_one", "deploy", "recall", "resupply", "gather")
    ]


@LANGUAGES
def test_planets_and_ships_of_cosmos(language: str) -> None:
    found = rows("cosmos", language, 3)
    assert tuple(float(cell) for cell in found[2][1:]) == BASE_COOLDOWN
    assert tuple(int(cell) for cell in found[5][1:]) == SENSE


@LANGUAGES
@pytest.mark.parametrize("game", ["planet_conquer", "hundred_clubs", "deep_blue", "frames", "cosmos"])
def test_they_are_short_and_without_the_words_of_the_engine(language: str, game: str) -> None:
    text = (RULES / f"{game}{language}.md").read_text(encoding="utf-8")
    assert len(text) < SHORT
    assert not re.search(r"```|JSON|\w+_\w+(?![\w./-]*\.(webp|md))|rng|floor", re.sub(r"\]\([^)]*\)", "]", text))
