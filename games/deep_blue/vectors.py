"""Do the formulas give the recorded numbers (1, 5.3, 5.6)? The vectors are tables of single results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.vectors import Case, UnknownFormat
from games.deep_blue import formations
from games.deep_blue.formulas import air_combat, attack_value, hit_chance

Json = Any

TABLES = ("formations", "casualties", "hit_threshold", "attack_value", "air_combat")


def run(data: Json) -> Iterator[Case]:
    """A case per table; raises UnknownFormat for files that hold no such tables."""
    if not isinstance(data, dict) or not set(TABLES) & set(data):
        raise UnknownFormat("no table of formulas")
    unknown = sorted(set(data) - set(TABLES))
    if unknown:
        raise UnknownFormat(f"unknown tables: {', '.join(unknown)}")
    for name in TABLES:
        if name in data:
            rows = data[name]["rows"] if isinstance(data[name], dict) else data[name]
            for i, row in enumerate(rows):
                case = Case(f"{name}, row {i}")
                CHECKS[name](case, row)
                yield case


def _formation(case: Case, row: Json) -> None:
    planes = tuple(row["planes"])
    case.expect("attack", row["attack"], list(formations.basic_attack(planes)))
    case.expect("health", row["health"], formations.health_max(planes))
    case.expect("fuel", row["fuel"], formations.fuel_max(planes))
    case.expect("ammo", row["ammo"], formations.ammo_max(planes))
    case.expect("metal", row["metal"], formations.metal_cost(planes))
    case.expect("rounds", row["rounds"], formations.build_rounds(planes))


def _casualties(case: Case, row: Json) -> None:
    case.expect("left", row["left"], list(formations.survivors(tuple(row["planes"]), row["health"])))


def _hit(case: Case, row: Json) -> None:
    reach, distance, hits = row
    case.expect("hits", hits, hit_chance(reach, distance)[0])


def _attack(case: Case, row: Json) -> None:
    base, ammo, ammo_max, scouts, numerator, denominator, attack = row
    case.expect("attack", attack, attack_value(base, ammo, ammo_max, scouts, (numerator, denominator)))


def _air_combat(case: Case, row: Json) -> None:
    found = air_combat(row["MF"], row["ME"])
    case.expect("band", row["band"], found.band)
    case.expect("defender_loss", row["defender_loss"], min(row["HE"], found.defender_loss))
    case.expect("attacker_loss", row["attacker_loss"], min(row["HF"], found.attacker_loss))
    case.expect("factor", row["factor"], list(found.factor))


CHECKS = {
    "formations": _formation,
    "casualties": _casualties,
    "hit_threshold": _hit,
    "attack_value": _attack,
    "air_combat": _air_combat,
}
