"""For what does a planet wait that builds in turn by itself, and when is that there? From its orders and what the forecast foresees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.cosmos.constants import KINDS, PLANET

Json = Any


def waits(view: Json, drafted: Json, energies: Mapping[int, Sequence[int]], rounds: Sequence[int]) -> Iterator[Json]:
    """Of every own planet that could build at once and lacks energy for the next ship of its series: `{"planet", "from", "rounds", "bids"}`.

    `energies`: by id its energy after each step foreseen, `rounds`: the last round of each. `from`: energy from which on it builds;
    `rounds`: in how many it has that if it goes on so, None: it gains nothing; `bids`: it bids besides. Which ship is next is known of an order
    of the draft; of an older one that rests it is none that could be paid.
    """
    fresh = {entry["id"]: entry["reflexes"] for entry in drafted["standing"] if entry.get("reflexes") is not None}
    direct = {entry["id"]: entry["actions"] for entry in drafted["direct"]}
    for row in view["own"]:
        id_ = row["id"]
        if row["kind"] != KINDS[PLANET] or not row["ready"] or not energies.get(id_):
            continue
        reflexes = fresh.get(id_, (row["standing"] or {}).get("reflexes") or [])
        series = next((one for one in reflexes if one["type"] == "auto_build" and one["pattern"]), None)
        if series is None:
            continue
        has = row["energy"] - sum(act["energy"] for act in direct.get(id_, ()) if act["do"] == "build")
        costs = [series["keep"] + _price(ship) for ship in series["pattern"]]
        dear = [cost for cost in (costs[:1] if id_ in fresh else costs) if cost > has]
        if not dear:
            continue
        # What it has spent by then was there before.
        most, round_ = max(zip(energies[id_], rounds, strict=False), key=lambda pair: pair[0])
        gain, ahead = most - has, round_ - view["round"] + 1
        wait = -(-(min(dear) - has) * ahead // gain) if gain > 0 else None
        bids = any(one["type"] == "auto_charge" for one in reflexes)
        yield {"planet": id_, "from": min(dear), "rounds": wait, "bids": bids}


def _price(ship: Json) -> int:
    """What it costs; of a part of what there is the first energy that gives a ship of one."""
    return int(-(-1000 // ship["permille"]) if ship["energy"] is None else ship["energy"])
