"""What can a plan of Blitz be put together from? Chapter 12; parts add up, some are legal only on top of another.

A part is a piece of a plan: `{"actions": [...]}`, `{"end_acts": [...]}`, `{"standing": [...]}` or `{"prefer": [...]}`. Parts that are
chosen one after the other are joined list by list; acts of the same operation that follow each other are one (12.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.core.text import Phrase, gettext_noop, phrase
from games.frames import cards
from games.frames.board import ADJACENT
from games.frames.effects import windows
from games.frames.effects.turns import extras_of
from games.frames.labels import Named, name_of, unit_name
from games.frames.modifiers import deployment_areas
from games.frames.orders.acts import acts, say_act
from games.frames.orders.answers import say_item
from games.frames.orders.kind import Order
from games.frames.orders.kinds import say_order
from games.frames.orders.mechs import operable
from games.frames.orders.plan import ANY
from games.frames.state import State, Unit

Part = tuple[Order, Phrase]

NOTHING = gettext_noop("Plan nothing")
AFTER = gettext_noop("Once deployed: %(act)s")
OPERATE = gettext_noop("Operate all: %(act)s")
SHIP_ACT = gettext_noop("%(skill)s: %(act)s")
AT_THE_END = gettext_noop("At the end of the round: %(act)s")
STANDING = gettext_noop("Standing order: %(what)s %(when)s")
STANDING_IF = gettext_noop("Standing order: %(what)s %(when)s %(only)s")
TO = gettext_noop("%(skill)s to %(target)s")
THE_ATTACKER = gettext_noop("the attacker")
PREFER = gettext_noop("If it is turned up, take %(card)s")
WHEN: dict[str, str] = {
    "own_landed": gettext_noop("when an own shot has landed"),
    "ship_landed": gettext_noop("when the own ship is hit"),
    "mech_landed": gettext_noop("when an own mech is hit"),
    "any_landed": gettext_noop("when an own unit is hit"),
    "enemy_deploy": gettext_noop("when the enemy deploys"),
    "enemy_gather": gettext_noop("when the enemy gathers energy"),
}
LEAST_DAMAGE = 4
"""What a reaction may be told to wait for."""
FOR_DAMAGE = gettext_noop("for %(damage)s or more")
IF_LETHAL = gettext_noop("and would be destroyed")
ONLY: tuple[tuple[Order, Phrase | None], ...] = (
    ({}, None),
    ({"min_damage": LEAST_DAMAGE}, phrase(FOR_DAMAGE, damage=LEAST_DAMAGE)),
    ({"if_lethal": True}, phrase(IF_LETHAL)),
)
"""What else must be true of a blow."""
WORDS = (
    NOTHING, AFTER, OPERATE, SHIP_ACT, AT_THE_END, STANDING, STANDING_IF, TO, THE_ATTACKER, PREFER, *WHEN.values(), FOR_DAMAGE,
    IF_LETHAL,
)  # fmt: skip


def parts(state: State, seat: int, orders: Iterable[Order]) -> Iterator[Part]:
    """All parts with their words; `orders` are those of the main phase that are legal as the round begins."""
    yield from _actions(state, seat, orders)
    yield from _operations(state, seat)
    yield from _after_deployment(state, seat)
    yield from _end_acts(state, seat)
    yield from _reactions(state, seat)
    yield from _preferred(state, seat)


def _actions(state: State, seat: int, orders: Iterable[Order]) -> Iterator[Part]:
    """Single orders, and every shot also at the best target there is when its turn comes (12.3)."""
    seen: list[Order] = []
    for order in orders:
        if order["type"] in ("operate_all", "end_turn") or "units" in order:
            continue
        for one in (order, _at_any(order)):
            if one is not None and one not in seen:
                seen.append(one)
                yield {"actions": [one]}, say_order(state, seat, one)


def _at_any(order: Order) -> Order | None:
    if order["type"] == "operate_one":
        act = _act_at_any(order["act"])
        return act and {**order, "act": act}
    return {**order, "target": ANY} if order["type"] == "fire" and "target" in order else None


def _act_at_any(act: Order) -> Order | None:
    return {**act, "target": ANY} if act["do"] == "attack" else None


def _operations(state: State, seat: int) -> Iterator[Part]:
    """Acts of `operate_all` and of Hull Resupply, one by one."""
    side = state.sides[seat]
    for name in operable(state, seat) if state.ap >= 2 else ():
        for act in _acts_and_any(state, state.need(name), extra=False):
            yield {"actions": [{"type": "operate_all", "acts": [act]}]}, phrase(OPERATE, act=say_act(state, seat, act))
    for skill in cards.SHIP[side.ship.card]["skills"] if side.intact else ():
        if not any(effect["op"] == "extra_acts" for effect in skill["do"]) or skill["id"] in side.skills_used:
            continue
        if windows.needs_met(state, seat, skill["needs"]):
            for mech in side.board_mechs():
                for act in _acts_and_any(state, mech, extra=True) if mech.able and not mech.fresh else ():
                    order = {"type": "ship_skill", "skill": skill["id"], "units": [mech.id], "acts": [act]}
                    yield (
                        {"actions": [order]},
                        phrase(SHIP_ACT, skill=name_of(skill["id"]), act=say_act(state, seat, act)),
                    )


def _acts_and_any(state: State, unit: Unit, *, extra: bool) -> Iterator[Order]:
    seen: list[Order] = []
    for act in acts(state, unit, extra=extra):
        for one in (act, _act_at_any(act)):
            if one is not None and one not in seen:
                seen.append(one)
                yield one


def _after_deployment(state: State, seat: int) -> Iterator[Part]:
    """What a mech in the hangar could do from every area in which somebody could bring it out, on top of its deployment."""
    side = state.sides[seat]
    if not side.intact or not side.ready or state.ap < 2:
        return
    for mech in side.mechs:
        if mech.where != "hangar" or mech.deploy_lock:
            continue
        seen: list[Order] = []
        areas = (area for pilot in side.ready for area in deployment_areas(state, seat, mech, pilot))
        for area in dict.fromkeys(areas):
            fresh = mech.copy()
            fresh.where, fresh.at, fresh.fresh = "board", area, True
            seen += [act for act in _acts_and_any(state, fresh, extra=False) if act not in seen]
        for act in seen:
            yield {"actions": [{"type": "operate_one", "act": act}]}, phrase(AFTER, act=say_act(state, seat, act))


def _end_acts(state: State, seat: int) -> Iterator[Part]:
    """Extra moves from where a mech stands and from where one move takes it; extra acts in a Frenzy Virus (5.4.1)."""
    for mech in state.sides[seat].board_mechs():
        extras = extras_of(state, mech)
        if not extras or mech.at is None:
            continue
        starts = (mech.at, *ADJACENT[mech.at])
        ends = sorted({end for start in starts for end in ADJACENT[start]})
        found: list[Order] = [{"unit": mech.id, "do": "move", "path": [list(end)], "boost": None} for end in ends]
        if "frenzy" in extras:
            found += [act for act in acts(state, mech, extra=True) if act["do"] not in ("move", "hold")]
        for act in found:
            yield {"end_acts": [act]}, phrase(AT_THE_END, act=say_act(state, seat, act))


def _reactions(state: State, seat: int) -> Iterator[Part]:
    """Standing orders for every card and skill that has a window, and for the cards of mechs (12.4)."""
    side = state.sides[seat]
    for held in side.hand["ship"]:
        card = cards.SHIP_CARD[held.card]
        for window in card["windows"]:
            # Shields are for the warship alone; repairs may be made at any blow, and make most sense at one against it.
            is_hull = window == windows.ANY_WINDOW or card["needs"].get("own_ship_is_target")
            yield from _standing({"use": held.id}, name_of(held.card), "hull" if is_hull else window)
    for skill in cards.CAPTAIN[side.captain]["skills"]:
        if skill["id"] in side.spent:
            continue
        means = {"skill": skill["id"]}
        if skill["id"] == "borrowed_knife":
            for wish, unit in (("enemy_ship", f"s{1 - seat}"), ("attacker", "")):
                whom = unit_name(state, unit, seat) if unit else THE_ATTACKER
                words: Named = phrase(TO, skill=name_of(skill["id"]), target=whom)
                yield from _standing({**means, "redirect_to": [wish]}, words, "defence")
        else:
            window = "hull" if skill["window"] == windows.ANY_WINDOW else skill["window"]
            yield from _standing(means, name_of(skill["id"]), window)
    for mech in side.board_mechs():
        for held in mech.gear:
            if cards.MECH_CARD[held.card]["use"] == "defence":
                words = say_item(state, seat, {"gear": held.id, "unit": mech.id})
                yield from _standing({"gear": held.id, "unit": mech.id, "units": [mech.id]}, words, "mech")


_TRIGGERS = {
    "offence": ("own_landed",),
    "defence": ("ship_landed", "any_landed"),
    "hull": ("ship_landed",),
    "mech": ("mech_landed",),
    "enemy_deploy": ("enemy_deploy",),
    "enemy_gather": ("enemy_gather",),
}
"""What a reaction can wait for, by its window or by what it protects."""


def _standing(means: Order, words: Named, window: str) -> Iterator[Part]:
    for on in _TRIGGERS.get(window, ()):
        for more, only in ONLY if on.endswith("landed") else ONLY[:1]:
            order = {**means, "on": on, **more}
            if only is None:
                yield {"standing": [order]}, phrase(STANDING, what=words, when=WHEN[on])
            else:
                yield {"standing": [order]}, phrase(STANDING_IF, what=words, when=WHEN[on], only=only)


def _preferred(state: State, seat: int) -> Iterator[Part]:
    """Cards of the own piles, for an Advanced Weapon System in hand."""
    side = state.sides[seat]
    if any(effect["op"] == "reveal_top" for held in side.hand["ship"] for effect in cards.SHIP_CARD[held.card]["do"]):
        for kind in ("ship", "mech"):
            for name in sorted({held.card for held in side.pile[kind]}):
                yield {"prefer": [name]}, phrase(PREFER, card=name_of(name))
