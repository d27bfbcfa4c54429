"""How does a garrison grow, and what does the maintenance fee leave of it? Exact integers (rules 8.1 and 8.2)."""

from __future__ import annotations


def produce(units: int, limit: int, res: int, cos: int, quarters: int = 4, boosted: bool = False) -> int:
    """Units of an owned planet after one production (rule 8.1).

    `res` and `cos` in thousandths, `quarters` the fee level 4, 2, 1 or 0. A halted planet does not come here: it keeps its units.
    """
    growth = units * (res - 1000) + cos
    if boosted and growth > 0:
        quarters *= 2
    new = units + growth * quarters // 4000
    if units < limit:
        return new if new < limit else limit
    return new if new < units else units


def base_line(total_max: int, in_play: int) -> int:
    """The total of units from which the fee bites (rule 8.2). `total_max`: the sum of max over all planets of the map."""
    return total_max // (2 * max(1, in_play))


def fee_quarters(units: int, line: int) -> int:
    """Fee level of a seat with `units` in garrisons and fleets: 4 is no fee, 0 no growth (rule 8.2)."""
    if units < line:
        return 4
    if 2 * units < 3 * line:
        return 2
    return 1 if units < 2 * line else 0


def next_step_at(quarters: int, line: int) -> int | None:
    """The smallest total whose level is lower than `quarters`; None at level 0."""
    if quarters == 4:
        return line
    if quarters == 2:
        return -(-3 * line // 2)
    return 2 * line if quarters == 1 else None
