"""What are the arrays and actions of Frames? Ships and mechs as rows, cards as counts, and every offered act as a row of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from fogbound_client.choices import additions, merged, whole
from fogbound_client.env.codec import Json, Moment, Observation, Parts, numbers, observed

OFFERS = 64
"""Acts that can be chosen; further ones are left out."""
EXTRAS = 8
"""Cards that can be taken along."""
MECHS = 4
"""Mechs of a seat that are shown."""
GROUPS = (
    "fleet", "deploy", "operate_one", "operate_all", "act", "fire", "play", "captain", "use_gear", "react", "gather", "resupply",
    "recall", "finish", "end_turn", "victory", "choose",
)  # fmt: skip
OFFER = (
    "offered", *GROUPS, "moves", "holds", "ap", "energy", "ammo", "own_mech_1", "own_mech_2", "own_mech_3", "own_mech_4", "at_ship",
    "at_mech", "has_place", "x", "y", "hit", "consequences",
)  # fmt: skip
"""Columns of `offers`: a row for each value of the first part of an action."""
UNIT = (
    "known", "on_board", "destroyed", "x", "y", "hp", "most_hp", "hit", "evade", "ammo", "pilot", "gear", "burn", "disabled",
    "em_locked", "barrier", "acted", "attacked", "doomed", "lock",
)  # fmt: skip
"""Columns of `units`: own ship and mechs, then those of the enemy."""
PHASES = ("fleet", "victory", "main", "operate", "window", "choose", "end_step")
SEAT = (
    *PHASES, "my_turn", "first", "round", "turn", "ap", "own_energy", "enemy_energy", "own_ship_cards", "own_mech_cards",
    "enemy_ship_cards", "enemy_mech_cards", "own_ready_pilots", "own_gathered", "enemy_gathered",
)  # fmt: skip
"""Columns of `seat`."""
TENS = 10.0

_OFFER_AT = {name: place for place, name in enumerate(OFFER)}


class Frames:
    """The codec of all matches with one list of cards."""

    def __init__(self, first: Moment) -> None:
        """`first`: of any match."""
        self.cards = sorted(first.view["cards"])
        """Which card each column of `cards` counts: in the own hand, in the own discard pile, in that of the enemy."""
        self._card_at = {card: place for place, card in enumerate(self.cards)}
        self.action_space = Parts([OFFERS, 1 + EXTRAS])
        self.observation_space = observed(
            self.action_space,
            offers=numbers(OFFERS, len(OFFER)),
            units=numbers(2 * (1 + MECHS), len(UNIT)),
            cards=numbers(3, len(self.cards)),
            seat=numbers(len(SEAT)),
        )

    def observe(self, moments: Sequence[Moment]) -> Observation:
        """The views as rows, and the masks of what `choices` offers."""
        masks = np.zeros((len(moments), OFFERS + 1 + EXTRAS), np.int8)
        masks[:, 0] = masks[:, OFFERS] = 1
        offers = np.zeros((len(moments), OFFERS, len(OFFER)), np.float32)
        for mask, rows, moment in zip(masks, offers, moments, strict=True):
            acts = whole(moment.choices)[:OFFERS]
            mask[: len(acts)] = 1
            mask[OFFERS + 1 : OFFERS + 1 + len(additions(moment.choices)[:EXTRAS])] = 1
            where = _places(moment.view)
            for row, act in zip(rows, acts, strict=False):
                for column, value in _offer(act, moment.view["you"], where):
                    row[_OFFER_AT[column]] = value
        views = [moment.view for moment in moments]
        return {
            "offers": offers,
            "units": np.array([_units(view) for view in views], np.float32),
            "cards": np.stack([self._cards(view) for view in views]),
            "seat": np.array([_seat(view) for view in views], np.float32),
            "action_mask": masks,
        }

    def _cards(self, view: Json) -> Any:
        counts = np.zeros((3, len(self.cards)), np.float32)
        for seat in view["seats"]:
            is_own = seat["seat"] == view["you"]
            piles = [(1 if is_own else 2, pile) for pile in seat["discard"].values()]
            if is_own:
                piles += [(0, [card["card"] for card in seat["hand"][kind]]) for kind in ("ship", "mech")]
            for row, pile in piles:
                for card, count in Counter(pile).items():
                    counts[row, self._card_at[card]] += count
        return counts

    def orders(self, action: Any, moment: Moment) -> Json:
        """The chosen act; with a deployment goes the chosen card, if there is one."""
        value, extra = np.asarray(action).tolist()
        acts, extras = whole(moment.choices), additions(moment.choices)
        if value >= len(acts):
            # Nothing stands there: say so to the engine, which refuses it.
            return {"type": "nothing"} if value else None
        orders = acts[value]["orders"]
        if extra and acts[value]["group"] == "deploy" and extra <= len(extras):
            orders = merged(orders, extras[extra - 1]["orders"])
        return orders


def _places(view: Json) -> dict[str, Json]:
    """Where ships and mechs are that the seat sees, by their ids."""
    return {unit["id"]: unit["at"] for seat in view["seats"] for unit in (seat["ship"], *seat["mechs"]) if unit}


def _offer(act: Json, me: int, where: dict[str, Json]) -> Iterator[tuple[str, float]]:
    """The columns of an act that are not 0."""
    yield "offered", 1
    if act["group"] in _OFFER_AT:
        yield act["group"], 1
    if act.get("part") in ("move", "hold"):
        yield f"{act['part']}s", 1
    for cost in ("ap", "energy", "ammo"):
        yield cost, (act.get("costs") or {}).get(cost) or 0
    orders = act["orders"]
    inner = orders.get("act") or orders
    unit = inner.get("unit") or inner.get("mech") or ""
    if isinstance(unit, str) and unit.startswith(f"m{me}_") and int(unit[3:]) < MECHS:
        yield f"own_mech_{int(unit[3:]) + 1}", 1
    target = inner.get("target")
    if isinstance(target, str):
        yield "at_ship" if target.startswith("s") else "at_mech", 1
    path = inner.get("path")
    place = (
        inner.get("area") or (path[-1] if path else None) or (where.get(target) if isinstance(target, str) else None)
    )
    if isinstance(place, list) and len(place) == 2:
        yield "has_place", 1
        yield "x", place[0]
        yield "y", place[1]
    targets = (act.get("odds") or {}).get("targets") or [{}]
    yield "hit", _number(targets[0].get("hit")) / TENS
    yield "consequences", len(act.get("leads") or ())


def _units(view: Json) -> list[list[float]]:
    rows: list[list[float]] = []
    for seat in sorted(view["seats"], key=lambda one: one["seat"] != view["you"]):
        mechs = seat["mechs"][:MECHS]
        shown = [_unit(unit) for unit in (seat["ship"], *mechs)]
        rows += shown + [[0.0] * len(UNIT)] * (1 + MECHS - len(shown))
    return rows + [[0.0] * len(UNIT)] * (2 * (1 + MECHS) - len(rows))


def _unit(unit: Json) -> list[float]:
    if not unit:
        return [0.0] * len(UNIT)
    x, y = unit["at"] or (0, 0)
    where = unit.get("where")
    return [
        1, unit["at"] is not None, where == "destroyed" or unit.get("state") == "destroyed", x, y, unit["hp"] / TENS,
        unit["max_hp"] / TENS, unit["hit"] / TENS, unit["evade"] / TENS, _sum(weapon["ammo"] for weapon in unit["weapons"]),
        unit.get("pilot") is not None, len(unit.get("gear", ())), unit["burn"], _number(unit.get("disabled")),
        _number(unit.get("em_locked")), _number(unit.get("barrier", {}).get("points")), bool(unit.get("acted")),
        bool(unit.get("attacked")), bool(unit.get("doomed")), _number(unit.get("deploy_lock")),
    ]  # fmt: skip


def _seat(view: Json) -> list[float]:
    me = view["you"]
    row = [
        *(view["phase"] == phase for phase in PHASES), view["active"] == me, view["first"] == me, _number(view["round"]) / TENS,
        _number(view["turn"]) / TENS, _number(view["ap"]),
    ]  # fmt: skip
    if not view["seats"]:
        return [*row, *[0.0] * (len(SEAT) - len(row))]
    own, enemy = sorted(view["seats"], key=lambda one: one["seat"] != me)
    return [
        *row, own["energy"], enemy["energy"], own["hand"]["ship_count"], own["hand"]["mech_count"], enemy["hand"]["ship_count"],
        enemy["hand"]["mech_count"], own["pilots"]["ready_count"], own["gathered"], enemy["gathered"],
    ]  # fmt: skip


def _number(value: Json) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _sum(values: Iterable[Json]) -> float:
    """Ammunition that is counted; what has no end is left out."""
    return sum(_number(value) for value in values)
