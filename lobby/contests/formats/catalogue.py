"""Which formats are there? Pure."""

from __future__ import annotations

from lobby.contests.formats import arena, double, last_out, points_race, rank_sum, round_robin, single, swiss
from lobby.contests.formats.contract import Format

FORMATS: dict[str, Format] = {
    one.KEY: one for one in (points_race, last_out, rank_sum, single, double, round_robin, swiss, arena)
}
"""By their keys, in the order in which they are offered."""
KNOCKOUTS = {one.KEY: one.judged for one in (single, double)}
"""What each table of a knockout has decided, by the keys of these formats."""
