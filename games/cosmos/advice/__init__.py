"""Between which ways can somebody choose now: what does each cost, what does it give, and what may go wrong? From a seat's own view and draft.

One entry a way, each payable by itself after the draft: they compete for the same energy, and whoever has drafted one is told what the rest
still allows. Only a planet that would fall is left out of what the others spend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.core.text import phrase
from games.cosmos.advice.bids import bid as bid_of
from games.cosmos.advice.bids import win
from games.cosmos.advice.desk import KEEP, Desk, Entry, called
from games.cosmos.advice.planets import Taken, hold, keep, mines, raid, save, storm, take
from games.cosmos.advice.ships import guards, hunts, scouts, strikes
from games.cosmos.advice.words import THEN_BARE
from games.cosmos.bare import falling

Json = Any
MOST = 3
"""Entries: more would be no choice that one overlooks."""
SMALL = 4
"""A bid of which a step costs no more than this part of what there is needs nothing kept beside it."""


UNASKED = {"hold", "guard", "save", "stop", "pause", "seek", "trace"}
"""Nobody asks whether to keep the energy instead: they spend none, or that is what they say."""


def advice(view: Json, given: Json, bare: list[Json], taken: Taken) -> list[Entry]:
    """At most `MOST` ways to go on, the usual first: `{"way", "kind", "id", "by", "says", "price", "gives", "risk", "orders"}`, no way twice.

    `given`: the checked draft; `bare`: as in the forecast. `taken(orders, id)`: how these orders take or destroy it; None: they do not, as far as
    is foreseen. `id`: what it is about, `by`: who of one's own acts. `orders`: what is added to the draft; None: there is nothing to order. Who
    has drafted nothing and has one way alone, which costs something, may keep the energy as well.
    """
    desk = Desk(view, given)
    found = {entry["way"]: entry for entry in [*win(desk), *[*hold(desk, bare)][:1]]}
    _add(
        found,
        desk,
        lambda at: raid(at, taken),
        lambda at: take(at, taken),
        lambda at: storm(at, taken),
        save,
        hunts,
        lambda at: strikes(at, taken),
    )
    # Who knows of nothing to take looks for it first.
    knows = {entry["kind"] for entry in found.values()} & {"take", "save", "storm"}
    _add(found, desk, *((_bids, mines, scouts) if knows else (scouts, _bids, mines)), guards)
    if len(found) == 1 and not desk.told and not {entry["kind"] for entry in found.values()} & UNASKED:
        found.update((entry["way"], entry) for entry in keep(desk))
    return [*found.values()]


def _add(found: dict[str, Entry], desk: Desk, *makers: Callable[[Desk], Iterator[Entry]]) -> None:
    """The first entry of each, until there are enough."""
    for make in makers:
        if len(found) == MOST:
            break
        entry = next(make(desk.copy()), None)
        if entry is not None:
            found.setdefault(entry["way"], _warned(desk, entry))


def _warned(desk: Desk, entry: Entry) -> Entry:
    """What a ship costs the planet that builds it is its worst risk where somebody in sight could take the rest."""
    for given in (entry["orders"] or {}).get("direct", ()):
        home = next(one for one in desk.planets if one["id"] == given["id"])
        price = sum(action["energy"] for action in given["actions"])
        for row in falling(desk.view, {home["id"]: desk.left_after(home, price)}):
            data = {"left": row["left"], "burst": row["burst"], "foe": called(row["foe"])}
            return {**entry, "risk": phrase(THEN_BARE, home=called(home["id"]), **data)}
    return entry


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
    """Another bid, if it costs little or leaves the planet its defence."""
    bid = bid_of(desk)
    if bid is not None:
        entry, energy = bid
        step, left = energy * desk.sky.stride, desk.left[entry["by"]]
        if step * SMALL <= left or step <= left - KEEP:
            yield entry
