"""What harm would an order do to whoever gives it, as far as the seat knows? Sentences for forecasts, read before the order is given.

`state` is what the seat's view tells (`imagine.known`), in the position that the orders before lead to; reads only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from games.core.text import Phrase, gettext_noop, phrase
from games.frames import cards
from games.frames.labels import unit_name
from games.frames.modifiers import reaches, weapons_of
from games.frames.state import State, Unit

Json = Any
Order = dict[str, Any]

IN_VAIN = gettext_noop("This attack cannot land.")
NO_DAMAGE = gettext_noop("This attack can do no damage.")
IN_REACH = (
    gettext_noop("1 enemy mech could strike %(unit)s there."),
    gettext_noop("%(count)s enemy mechs could strike %(unit)s there."),
)
NO_SHIELD = gettext_noop("Without energy the warship takes full damage: its %(skill)s needs 1 token.")
ENERGY_LOST = gettext_noop("Energy that was not gathered this turn is lost.")
MECHS_LOST = (
    gettext_noop("Your mech on the board is destroyed by it."),
    gettext_noop("Your %(count)s mechs on the board are destroyed by it."),
)

WORDS = (IN_VAIN, NO_DAMAGE, *IN_REACH, NO_SHIELD, ENERGY_LOST, *MECHS_LOST)


def harm(state: State, seat: int, order: Order, costs: dict[str, int], odds: Json) -> list[Phrase]:
    """Why an order may be regretted, sentence by sentence. `costs` and `odds`: as the forecast tells them of it."""
    return [
        *_volley(state, seat, order),
        *_attack(odds),
        *_place(state, seat, order),
        *_energy(state, seat, order, costs),
    ]


def _volley(state: State, seat: int, order: Order) -> Iterator[Phrase]:
    """A last volley that own mechs give themselves for."""
    skill = cards.SKILL.get(order.get("skill", "")) if order["type"] == "captain" else None
    count = len(state.sides[seat].board_mechs())
    if skill and count and any(effect["op"] == "final_volley" for effect in skill["do"]):
        yield phrase(MECHS_LOST[0]) if count == 1 else phrase(MECHS_LOST[1], count=count)


def _attack(odds: Json) -> Iterator[Phrase]:
    """An attack that nothing can come of."""
    targets = odds["targets"] if odds else []
    if targets and all(one["immune"] or not one["lands"] for one in targets):
        yield phrase(IN_VAIN)
    elif targets and not any(one["most"] for one in targets):
        yield phrase(NO_DAMAGE)


def _place(state: State, seat: int, order: Order) -> Iterator[Phrase]:
    """A mech that comes within the range of more enemy mechs than before."""
    act = order.get("act", order)
    if order["type"] == "deploy":
        unit, end = state.need(order["mech"]), order["at"]
    elif act.get("do") == "move":
        unit, end = state.need(act["unit"]), act["path"][-1]
    else:
        return
    count = strikers(state, seat, replace(unit, at=(end[0], end[1])))
    before = strikers(state, seat, unit) if unit.at is not None and order["type"] != "deploy" else 0
    if count > before:
        name = unit_name(state, unit.id, seat)
        yield phrase(IN_REACH[0], unit=name) if count == 1 else phrase(IN_REACH[1], count=count, unit=name)


def strikers(state: State, seat: int, unit: Unit) -> int:
    """How many enemy mechs that are neither disabled nor locked have a unit in range of a loaded weapon, from where they stand."""
    return sum(
        any(
            cards.WEAPON[name.split("#")[0]]["use"] == "attack"
            and reaches(cards.WEAPON[name.split("#")[0]], foe, unit)
            and ((arm := foe.arm(name)) is None or arm.ammo != 0)
            for name in weapons_of(foe)
        )
        for foe in state.sides[1 - seat].board_mechs()
        if not foe.disabled and not foe.em_locked
    )


def _energy(state: State, seat: int, order: Order, costs: dict[str, int]) -> Iterator[Phrase]:
    """Energy whose loss takes a shield away, or that is lost with the end of the turn."""
    side = state.sides[seat]
    if order["type"] == "end_turn" and side.energy and not side.gathered:
        yield phrase(ENERGY_LOST)
    spent = costs.get("energy", 0)
    if not spent or spent < side.energy or not side.intact:
        return
    for skill in cards.SHIP[side.ship.card]["skills"]:
        needs_energy = any(effect.get("if", {}).get("own_energy_gte") for effect in skill["do"])
        if skill["trigger"] == "passive" and needs_energy:
            yield phrase(NO_SHIELD, skill=skill["name"])
