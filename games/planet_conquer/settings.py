"""What has a table chosen, with what the map says where it chose nothing? Chapters 6 and 20; checking is in `setup.py`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.core.options import of_fields
from games.planet_conquer import constants
from games.planet_conquer.maps.chart import GameMap


@dataclass(frozen=True, slots=True)
class Settings:
    """Options in effect. `chosen` keeps them as they were given, without the map."""

    chosen: dict[str, Any]
    fog: bool
    max_round: int
    start_units: int
    maintain_fee: bool
    points_per_round: int
    points_cap: int
    lost_turn_limit: int
    show_scores: bool
    reveal_when_out: bool
    full_losses: bool
    costs: dict[str, int]
    """Cost of every tactic, in the order of chapter 9."""
    allowed: frozenset[str]
    standing: bool = False
    """Orders may name standing routes (rule 8.9)."""
    shown: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """Parts of views that follow from the settings, made when first shown."""


def settle(options: dict[str, Any], chart: GameMap) -> Settings:
    """Settings from checked options; None takes the map's value."""
    whole = {key: chart.document.get(key) if value is None else value for key, value in options.items()}
    costs = {name: options["tactic_costs"].get(name, tactic.cost) for name, tactic in constants.TACTICS.items()}
    return Settings(
        # A table without standing routes keeps the bytes that it had before there were any.
        chosen={key: value for key, value in options.items() if key != "map" and (key != "standing" or value)},
        full_losses=options["crowd_losses"] == "full",
        costs=costs,
        allowed=frozenset(options["tactics"]),
        # Matches that began before there were standing routes have no such option.
        **of_fields(Settings, whole),
    )
