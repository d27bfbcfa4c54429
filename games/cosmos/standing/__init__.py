"""Standing orders: what entities do by rules of their seat (8.2, 8.3)."""

from __future__ import annotations

from typing import Any

from games.cosmos.constants import KINDS
from games.cosmos.standing_orders import standing_orders
from games.cosmos.state import State

Json = Any


def no_defaults() -> dict[str, Json]:
    """The defaults of a seat that has set none (8.3)."""
    return {kind: {"movement": {"type": "hold"}, "reflexes": []} for kind in KINDS}


def give_defaults(state: State, id_: int) -> None:
    """Replace an entity's standing orders by its seat's defaults for its kind, in place; what it remembered is gone."""
    entity = state.entities[id_]
    assert entity.seat is not None
    default = state.defaults[entity.seat][KINDS[entity.kind]]
    if default["reflexes"] or (default["movement"] or {"type": "hold"})["type"] != "hold":
        state.standing[id_] = standing_orders(default["movement"], default["reflexes"])
    else:
        state.standing.pop(id_, None)
