"""How does a garrison grow, and what does the maintenance fee leave of it? Exact integers (rules 8.1 and 8.2)."""

from __future__ import annotations

from typing import Any


def produce(units: int, limit: int, res: int, cos: int, quarters: int = 4, boosted: bool = False) -> int:
    """Units of an owned planet after one production (rule 8.1).

    `res` and `cos` in thousandths, `quarters` the fee level 4, 2, 1 or 0. A halted planet does not come here: it keeps its units.
    """
    new = units + grown(units, res, cos, quarters, boosted)
    most = limit if units < limit else units
    return new if new < most else most


def grown(units: Any, res: Any, cos: Any, quarters: Any, boosted: Any) -> Any:
    """Units by which a garrison grows where no limit holds it back, or shrinks. Whole numbers, or arrays of them."""
    growth = units * (res - 1000) + cos
    return growth * (quarters << (boosted & (growth > 0))) // 4000


def base_line(total_max: Any, in_play: Any) -> Any:
    """The total of units from which the fee bites (rule 8.2). `total_max`: the sum of max over all planets of the map. Whole numbers, or arrays."""
    return total_max // (2 * (in_play + (in_play == 0)))


def fee_quarters(units: Any, line: Any) -> Any:
    """Fee level of a seat with `units` in garrisons and fleets: 4 is no fee, then 2, 1, and 0 is no growth (rule 8.2). Whole numbers, or arrays."""
    return 2 * (units < line) + (2 * units < 3 * line) + (units < 2 * line)


def next_step_at(quarters: int, line: int) -> int | None:
    """The smallest total whose level is lower than `quarters`; None at level 0."""
    if quarters == 4:
        return line
    if quarters == 2:
        return -(-3 * line // 2)
    return 2 * line if quarters == 1 else None
