"""What does an entry of the yard cost, how does it sail, and what keeps it there (8)?"""

from __future__ import annotations

from games.deep_blue import formations
from games.deep_blue.constants import KINDS
from games.deep_blue.state import Element, Entry, State


def price(kind: str, planes: tuple[int, ...] | None) -> int:
    """Metal that an entry costs."""
    return KINDS[kind].cost if planes is None else formations.metal_cost(planes)


def first_tank(kind: str) -> int:
    """Fuel with which a ship or submarine leaves the yard (8)."""
    return KINDS[kind].fuel // 2 if kind == "cargo" else KINDS[kind].fuel


def waiting_for(state: State, base: Element, entry: Entry, population: int) -> str | None:
    """What keeps a finished entry in the yard, as far as the numbers say; free cells are looked for at the launch."""
    if entry.left > 0:
        return None
    if population + entry.population > state.settings.population_cap:
        return "population"
    if entry.planes is not None and base.fuel < formations.fuel_max(entry.planes):
        return "fuel"
    return "cell"
