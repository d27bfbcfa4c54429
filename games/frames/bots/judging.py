"""What is an order expected to gain? Each kind of order has its judge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.frames.bots import skills
from games.frames.bots.values import Values

Json = Any

_BY_TYPE: dict[str, Callable[[Values, Json], float]] = {
    "fire": Values.fire,
    "operate_one": lambda values, order: values.act(order["act"]),
    "act": lambda values, order: values.act(order["act"]),
    "deploy": Values.deploy,
    "gather": Values.gather,
    "resupply": Values.resupply,
    "recall": Values.recall,
    "play": Values.play,
    "use_gear": Values.use_gear,
    "autocannon": Values.autocannon,
    "captain": skills.captain,
    "ship_skill": skills.ship_skill,
}


def worth(values: Values, order: Json) -> float:
    """Points that an order is expected to gain; below 0: better not."""
    judge = _BY_TYPE.get(order["type"])
    return judge(values, order) if judge else 0.0
