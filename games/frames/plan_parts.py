"""What can a plan of Blitz be put together from? Chapter 12; parts add up, some are legal only on top of another.

A part is a piece of a plan: `{"actions": [...]}`, `{"end_acts": [...]}`, `{"standing": [...]}` or `{"prefer": [...]}`. Parts that are
chosen one after the other are joined list by list; acts of the same operation that follow each other are one (12.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.frames import cards, windows
from games.frames.board import ADJACENT, deployment_areas
from games.frames.legal import acts
from games.frames.plans import ANY
from games.frames.resolve.commands import able, operable
from games.frames.resolve.turns import extras_of
from games.frames.state import State, Unit
from games.frames.texts import Pair, held_name, name_of, say_act, say_order, unit_name

Order = dict[str, Any]
Part = tuple[Order, Pair]

NOTHING: Pair = ("Plan nothing", "空计划")
AFTER: Pair = ("Once deployed:", "出动后：")
OPERATE: Pair = ("Operate all:", "操作战甲：")
AT_THE_END: Pair = ("At the end of the round:", "回合结束时：")
STANDING: Pair = ("Standing order:", "预设反应：")
PREFER: Pair = ("If it is turned up, take", "翻出时优先拿取")
WHEN: dict[str, Pair] = {
    "own_landed": ("when an own shot has landed", "我方攻击命中时"),
    "ship_landed": ("when the own ship is hit", "我方战舰被命中时"),
    "mech_landed": ("when an own mech is hit", "我方战甲被命中时"),
    "any_landed": ("when an own unit is hit", "我方单位被命中时"),
    "enemy_deploy": ("when the enemy deploys", "敌方出动时"),
    "enemy_gather": ("when the enemy gathers energy", "敌方聚集能量时"),
}
LEAST_DAMAGE = 4
"""What a reaction may be told to wait for."""
ONLY: tuple[tuple[Order, Pair], ...] = (
    ({}, ("", "")),
    ({"min_damage": LEAST_DAMAGE}, (f"for {LEAST_DAMAGE} or more", f"且伤害不少于{LEAST_DAMAGE}")),
    ({"if_lethal": True}, ("and would be destroyed", "且将被摧毁")),
)
"""What else must be true of a blow."""


def parts(state: State, seat: int, orders: Iterable[Order]) -> Iterator[Part]:
    """All parts with their words; `orders` are those of the main phase that are legal as the round begins."""
    yield from _actions(state, seat, orders)
    yield from _operations(state, seat)
    yield from _after_deployment(state, seat)
    yield from _end_acts(state, seat)
    yield from _reactions(state, seat)
    yield from _preferred(state, seat)


def _joined(*pairs: Pair) -> Pair:
    words = [pair for pair in pairs if pair[0]]
    return " ".join(english for english, _ in words), " ".join(chinese for _, chinese in words)


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
            yield {"actions": [{"type": "operate_all", "acts": [act]}]}, _joined(OPERATE, say_act(state, seat, act))
    for skill in cards.SHIP[side.ship.card]["skills"] if side.intact else ():
        if not any(effect["op"] == "extra_acts" for effect in skill["do"]) or skill["id"] in side.skills_used:
            continue
        if windows.needs_met(state, seat, skill["needs"]):
            for mech in side.board_mechs():
                for act in _acts_and_any(state, mech, extra=True) if able(state, mech) and not mech.fresh else ():
                    order = {"type": "ship_skill", "skill": skill["id"], "units": [mech.id], "acts": [act]}
                    yield {"actions": [order]}, _joined(name_of(skill["id"]), say_act(state, seat, act))


def _acts_and_any(state: State, unit: Unit, *, extra: bool) -> Iterator[Order]:
    seen: list[Order] = []
    for act in acts(state, unit, extra=extra):
        for one in (act, _act_at_any(act)):
            if one is not None and one not in seen:
                seen.append(one)
                yield one


def _after_deployment(state: State, seat: int) -> Iterator[Part]:
    """What a mech in the hangar could do from either deployment area, on top of its deployment."""
    side = state.sides[seat]
    if not side.intact or not side.ready or state.ap < 2:
        return
    for mech in side.mechs:
        if mech.where != "hangar" or mech.deploy_lock:
            continue
        seen: list[Order] = []
        for area in deployment_areas(seat):
            fresh = mech.copy()
            fresh.where, fresh.at, fresh.fresh = "board", area, True
            seen += [act for act in _acts_and_any(state, fresh, extra=False) if act not in seen]
        for act in seen:
            yield {"actions": [{"type": "operate_one", "act": act}]}, _joined(AFTER, say_act(state, seat, act))


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
            yield {"end_acts": [act]}, _joined(AT_THE_END, say_act(state, seat, act))


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
                whom = unit_name(state, unit) if unit else ("the attacker", "攻击者")
                words = _joined(name_of(skill["id"]), whom)
                yield from _standing({**means, "redirect_to": [wish]}, words, "defence")
        else:
            window = "hull" if skill["window"] == windows.ANY_WINDOW else skill["window"]
            yield from _standing(means, name_of(skill["id"]), window)
    for mech in side.board_mechs():
        for held in mech.gear:
            if cards.MECH_CARD[held.card]["use"] == "defence":
                means, words = {"gear": held.id, "unit": mech.id}, held_name(state, seat, held.id)
                yield from _standing({**means, "units": [mech.id]}, _joined(words, unit_name(state, mech.id)), "mech")


_TRIGGERS = {
    "offence": ("own_landed",),
    "defence": ("ship_landed", "any_landed"),
    "hull": ("ship_landed",),
    "mech": ("mech_landed",),
    "enemy_deploy": ("enemy_deploy",),
    "enemy_gather": ("enemy_gather",),
}
"""What a reaction can wait for, by its window or by what it protects."""


def _standing(means: Order, words: Pair, window: str) -> Iterator[Part]:
    for on in _TRIGGERS.get(window, ()):
        for more, only in ONLY if on.endswith("landed") else ONLY[:1]:
            order = {**means, "on": on, **more}
            yield {"standing": [order]}, _joined(STANDING, words, WHEN[on], only)


def _preferred(state: State, seat: int) -> Iterator[Part]:
    """Cards of the own piles, for an Advanced Weapon System in hand."""
    side = state.sides[seat]
    if any(effect["op"] == "reveal_top" for held in side.hand["ship"] for effect in cards.SHIP_CARD[held.card]["do"]):
        for kind in ("ship", "mech"):
            for name in sorted({held.card for held in side.pile[kind]}):
                yield {"prefer": [name]}, _joined(PREFER, name_of(name))
