"""How is a position written down, and what of a view do scenes ask? Used by the lesson and the puzzles. Two clubs, in the rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.contract import Json, Options
from games.core.lessons import Moment, Stage
from games.core.rng import Rng
from games.hundred_clubs.setup import discover, setup
from games.hundred_clubs.sight import facts
from games.hundred_clubs.state import State, from_json, to_json

Place = tuple[int, int]
"""Column and row of a cell."""


def placed(
    table: Mapping[str, Json],
    owners: Sequence[str],
    *,
    capitals: tuple[Place, Place],
    savings: tuple[int, int],
    relation: str = "undiscovered",
    round_: int = 1,
    cut_off: Sequence[int] = (),
) -> Stage:
    """`setup` of a table with this land in place of its own: a text per row, "." nobody's; `cut_off`: numbers of cells.

    Nobody remembers anything, and no truce is left.
    """

    def position(options: Options, seats: int, rng: Rng) -> State:
        data = to_json(setup(options, seats, rng))
        width, height = len(owners[0]), len(owners)
        data["owners"], data["saving"], data["round"] = list(owners), list(savings), round_
        data["capital"] = data["birthplaces"] = [y * width + x for x, y in capitals]
        data["relation"] = [["allied", relation], [relation, "allied"]]
        data["cut_off"] = list(cut_off)
        data["memory"] = [["?" * width] * height for _ in range(seats)]
        data["memory_rounds"] = [[0] * (width * height) for _ in range(seats)]
        state = from_json(data)
        state.peak = facts(state).income[:]
        discover(state)
        return state

    return Stage(table, position, first_step=round_ - 1)


def campaigns(*placed_at: tuple[int, int, int], **commands: str) -> dict[str, Any]:
    """Orders of campaigns at column, row, of a size; `to_1="backstab"` is a command to club 1."""
    return {
        "diplomacy": {name.removeprefix("to_"): command for name, command in commands.items()},
        "campaigns": [{"at": [x, y], "size": size} for x, y, size in placed_at],
    }


WAIT: dict[str, Any] = {}


def other_club(view: Json) -> dict[str, Any]:
    """What the seat knows of the other one."""
    line: dict[str, Any] = view["players"][0]
    return line


def took_from_other(moment: Moment) -> bool:
    """Did the seat take a cell that was the other's?"""
    me = moment.after["you"]
    return any(event["type"] == "taken" and event["seat"] == me and event["was"] == 1 - me for event in moment.events)


def cut_off_of_other(view: Json) -> int:
    """Cells in sight that are the other club's and cut off from its capital."""
    theirs = str(1 - view["you"])
    return sum(view["owners"][y][x] == theirs for x, y in view["cut_off"])
