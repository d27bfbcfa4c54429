"""What is worth doing now, what does it cost, and how likely does it come off? From a seat's own view and draft.

The best comes first, and nothing is said that would spend what something better needs: each entry leaves its price aside before the next one
is looked for, and a planet is asked for one ship a step. Whoever wants something else orders something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.cosmos.advice.bids import bid as bid_of
from games.cosmos.advice.desk import KEEP, Desk, Entry
from games.cosmos.advice.planets import hold, mines, take
from games.cosmos.advice.ships import hunts, scouts, ships

Json = Any
MOST = 3
"""Entries: more would be no advice."""
SMALL = 4
"""A bid of which a step costs no more than this part of what there is comes before a ship that pays later."""


def advice(view: Json, given: Json, bare: list[Json], taken: Callable[[Json, int], int | None]) -> list[Entry]:
    """At most `MOST` entries, the best first: `{"kind", "id", "by", "says", "price", "odds", "orders"}`.

    `given`: the checked draft; `bare`: as in the forecast. `taken(orders, planet)`: in which round these orders take it; None: in none that is
    foreseen. `id`: what it is about, `by`: who of one's own acts. `orders`: what is added to the draft; None: there is nothing to order.
    """
    desk = Desk(view, given)
    found: list[Entry] = []
    for make in (hold(desk, bare), take(desk, taken), hunts(desk), _bids(desk), ships(desk), scouts(desk)):
        found += make
    return found[:MOST]


def joined(draft: Json, added: Json) -> Json:
    """A checked draft with the orders of an entry, in the form of `check`: standing ones stand in place of those before."""
    direct = {entry["id"]: entry for entry in draft["direct"]}
    standing = {entry["id"]: entry for entry in draft["standing"]}
    for entry in added.get("direct", ()):
        actions = [*direct.get(entry["id"], {}).get("actions", ()), *entry["actions"]]
        direct[entry["id"]] = {**entry, "actions": actions}
    for entry in added.get("standing", ()):
        standing[entry["id"]] = {**standing.get(entry["id"], {}), **entry}
    defaults = {**draft["defaults"], **added.get("defaults", {})}
    return {**draft, "direct": list(direct.values()), "standing": list(standing.values()), "defaults": defaults}


def _bids(desk: Desk) -> Iterator[Entry]:
    """Miners and bids: a bid that costs little first, else a ship that pays, and then the bid."""
    bid = bid_of(desk)
    if bid is not None and bid[1] * desk.sky.stride * SMALL <= desk.left[bid[0]["by"]]:
        desk.left[bid[0]["by"]] -= bid[1] * desk.sky.stride
        yield bid[0]
        bid = None
    yield from mines(desk)
    if bid is not None and bid[1] * desk.sky.stride <= desk.left[bid[0]["by"]] - KEEP:
        yield bid[0]
