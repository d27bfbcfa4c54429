"""What can a seat not do now, and why? One entry for every own card, mech, weapon and skill that no legal order uses.

The reason is the refusal of the order that would use it, so it says what the seat may know and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.core.errors import OrderError
from games.core.text import Phrase, gettext_noop, phrase, spoken
from games.frames import cards, labels, refusals
from games.frames.board import ADJACENT, PLACES, deployment_areas, distance, is_forward, ship_area
from games.frames.labels import name_of, unit_name, weapon_name
from games.frames.modifiers import weapons_of
from games.frames.orders import check
from games.frames.state import State, Unit

Json = Any
Order = dict[str, Any]
Thing = tuple[Phrase, dict[str, Json], list[Order]]
"""What it is called, what it is about (see `about`), and orders that would use it."""

WITH_DEPLOYMENT = gettext_noop("It goes along with a mech that is deployed; none can be deployed now.")
WORDS = (WITH_DEPLOYMENT,)


def about(state: State, seat: int, order: Order) -> dict[str, Json]:
    """What an order is about: `group` (its type), `source` (what is used or acts), `part` (its weapon or card), `card` (of the catalogue)."""
    kind = order["type"]
    facts: dict[str, Json] = {"group": kind, "source": None, "part": None, "card": None}
    if kind == "fire":
        facts |= {"source": order["weapon"], "card": order["weapon"]}
    elif kind in ("resupply", "victory", "fleet"):
        facts |= {"source": order.get("mode") or order.get("choice") or order.get("starter")}
    elif kind in ("deploy", "recall"):
        facts |= {"source": order["mech"], "card": state.need(order["mech"]).card}
    elif "act" in order:
        facts |= _about_act(state, order["act"])
    elif kind in ("play", "use_gear"):
        facts |= {"source": order["card"], "card": card_of(state, seat, order["card"]), "part": order.get("unit")}
    elif kind == "autocannon":
        facts |= {"source": order["installation"], "card": "autocannon"}
    elif kind in ("captain", "ship_skill"):
        facts |= {"source": order["skill"], "card": order["skill"]}
    elif kind == "choose":
        facts |= {"source": order["index"], "card": state.waiting["cards"][order["index"]]}
    elif kind == "react" and order["use"]:
        facts |= _about_item(state, seat, order["use"][0])
    return facts


def _about_act(state: State, act: Order) -> dict[str, Json]:
    unit = state.need(act["unit"])
    if "weapon" in act:
        return {"source": unit.id, "part": act["weapon"], "card": act["weapon"].split("#")[0]}
    if "card" in act:
        return {"source": unit.id, "part": act["card"], "card": card_of(state, unit.seat, act["card"])}
    return {"source": unit.id, "part": act["do"], "card": unit.card}


def _about_item(state: State, seat: int, item: Order) -> dict[str, Json]:
    if "skill" in item:
        return {"source": item["skill"], "card": item["skill"]}
    name = item.get("card") or item["gear"]
    return {"source": name, "card": card_of(state, seat, name), "part": item.get("unit")}


def card_of(state: State, seat: int, card_id: str) -> str:
    """Which card an own card of this number is."""
    side = state.sides[seat]
    held = side.held_in_hand(card_id)
    return held.card if held else next(one.card for mech in side.mechs for one in mech.gear if one.id == card_id)


def entries(state: State, seat: int, legal: Sequence[Json]) -> Iterator[Json]:
    """Entries with a `reason` instead of `orders`; `legal` are those that have some."""
    things = _THINGS.get(state.phase)
    if things is None:
        return
    used = [entry["orders"] for entry in legal]
    keys = {_key(entry) for entry in legal}
    if state.phase in ("main", "plan") and not any((one.get("kind") or one["group"]) == "deploy" for one in legal):
        yield from _carried(state, seat)
    for said, facts, orders in things(state, seat):
        if _key(facts) not in keys and not any(order in used for order in orders):
            reason = _refusal(state, seat, orders)
            if reason is not None:
                yield {"label": spoken(said), **said, **facts, "reason": reason}


def _carried(state: State, seat: int) -> Iterator[Json]:
    """Mech cards in hand while no mech can be deployed."""
    for held in state.sides[seat].hand["mech"]:
        said = phrase(labels.PLAY, card=name_of(held.card))
        reason = {"code": "wrong_window", **phrase(WITH_DEPLOYMENT)}
        yield {"label": spoken(said), **said, **_facts("gear", held.id, held.card), "reason": reason}


def _key(facts: Json) -> tuple[Json, ...]:
    return facts.get("kind") or facts["group"], facts["source"], facts["part"], tuple(facts.get("at") or ())


def _refusal(state: State, seat: int, orders: list[Order]) -> Json | None:
    """Why the first of these orders is refused; None if one of them is legal after all."""
    first: OrderError | None = None
    for order in orders:
        try:
            check(state, seat, {"type": "plan", "actions": [order]} if state.phase == "plan" else order)
        except OrderError as error:
            first = first or error
        else:
            return None
    if first is None:
        return {"code": "no_target", "text": refusals.NO_TARGET, "data": {}}
    data = {key: value for key, value in first.data.items() if f"%({key})s" in first.template}
    return {"code": first.code, "text": first.template, "data": data}


def _facts(group: str, source: Json, card: str | None = None, part: Json = None, **more: Json) -> dict[str, Json]:
    return {"group": group, "source": source, "part": part, "card": card, **more}


# What there is


def _main(state: State, seat: int) -> Iterator[Thing]:
    yield from _ship(state, seat)
    yield from _mechs(state, seat, "operate_one")
    yield from _hand(state, seat)
    yield from _skills(state, seat)


def _ship(state: State, seat: int) -> Iterator[Thing]:
    side = state.sides[seat]
    for arm in side.ship.weapons if not side.ship.is_mech else ():
        said = phrase(labels.FIRE, weapon=weapon_name(arm.id))
        yield said, _facts("fire", arm.id, arm.card), list(_shots(state, seat, arm.id))
    for mode in ("ship", "mech"):
        said = phrase(labels.RESUPPLY[mode, False])
        yield said, _facts("resupply", mode), [{"type": "resupply", "mode": mode, "free": False}]
    yield phrase(labels.OPERATE_ALL), _facts("operate_all", None), [{"type": "operate_all"}]
    yield phrase(labels.GATHER), _facts("gather", None), [{"type": "gather"}]
    pilot = (side.ready or list(cards.PILOT))[0]
    at = list(deployment_areas(seat)[0])
    for mech in side.mechs:
        name = unit_name(state, mech.id, seat)
        if mech.where == "hangar":
            order = {"type": "deploy", "mech": mech.id, "pilot": pilot, "gear": [], "at": at}
            yield phrase(labels.DEPLOY, mech=name), _facts("deploy", mech.id, mech.card), [order]
        elif mech.on_board:
            order = {"type": "recall", "mech": mech.id}
            yield phrase(labels.RECALL, mech=name), _facts("recall", mech.id, mech.card), [order]
    for cannon in side.cannons:
        orders = [
            {"type": "autocannon", "installation": cannon.id, "target": mech.id}
            for mech in state.sides[1 - seat].board_mechs()
        ]
        yield phrase(labels.CANNON), _facts("autocannon", cannon.id, cannon.card), orders


def _shots(state: State, seat: int, weapon: str) -> Iterator[Order]:
    card = cards.WEAPON[weapon]
    if card["aoe"] is not None:
        low, high = card["range"]
        areas = [area for area in PLACES if low <= distance(area, ship_area(seat)) <= high]
        yield from ({"type": "fire", "weapon": weapon, "area": list(area)} for area in areas)
        return
    enemy = state.sides[1 - seat]
    names = [mech.id for mech in enemy.board_mechs()] + ([enemy.ship.id] if enemy.intact else [])
    more: Order = {"second_target": None} if any(one["op"] == "second_target" for one in card["effects"]) else {}
    yield from ({"type": "fire", "weapon": weapon, "target": name, **more} for name in names)


def _mechs(state: State, seat: int, group: str) -> Iterator[Thing]:
    """Mechs on the board: each as a whole, its weapons and cards, and ways that are barred."""
    for mech in state.sides[seat].board_mechs():
        name = unit_name(state, mech.id, seat)
        hold = _acts(group, [{"unit": mech.id, "do": "hold"}])
        yield phrase(labels.OPERATE_ONE, mech=name), _facts(group, mech.id, mech.card, "hold"), hold
        if _refusal(state, seat, hold) is not None:
            continue
        for weapon in weapons_of(mech):
            card = cards.WEAPON[weapon.split("#")[0]]
            acts = [
                {"unit": mech.id, "do": card["use"], "weapon": weapon, "target": one}
                for one in _aims(state, mech, card)
            ]
            said = phrase(labels.USES, unit=name, card=weapon_name(weapon))
            yield said, _facts(group, mech.id, card["id"], weapon), _acts(group, acts)
        for held in mech.gear:
            yield from _own_card(state, group, mech, held.id, cards.MECH_CARD[held.card], phrase(
                labels.USES, unit=name, card=name_of(held.card)))  # fmt: skip
        yield from _barred(state, seat, group, mech)


def _own_card(state: State, group: str, mech: Unit, held: str, card: cards.Card, said: Phrase) -> Iterator[Thing]:
    if card["use"] == "free" and group == "operate_one":
        order: Order = {"type": "use_gear", "unit": mech.id, "card": held}
        weapons = [arm.id for arm in mech.weapons if arm.ammo is not None]
        is_refill = any(effect["op"] == "refill" for effect in card["do"])
        orders = [{**order, "weapon": name} for name in weapons] if is_refill else [order]
        yield said, _facts("use_gear", held, card["id"], mech.id), orders
    elif card["use"] == "act":
        act = {"unit": mech.id, "do": "gear", "card": held}
        foes = [{**act, "target": foe.id} for foe in state.sides[1 - mech.seat].board_mechs()]
        yield said, _facts(group, mech.id, card["id"], held), _acts(group, foes if "range" in card else [act])


def _barred(state: State, seat: int, group: str, mech: Unit) -> Iterator[Thing]:
    """Neighbouring areas to which the mech may not move, with the enemy mechs that bar the way forward (5.3)."""
    assert mech.at is not None
    for end in ADJACENT[mech.at]:
        act = {"unit": mech.id, "do": "move", "path": [list(end)], "boost": None}
        foes = [foe.id for foe in state.sides[1 - seat].board_mechs() if foe.at == mech.at]
        by = foes if is_forward(seat, mech.at, end) else []
        facts = _facts(group, mech.id, mech.card, "move", at=list(end), blockers=by)
        yield labels.say_act(state, seat, act), facts, _acts(group, [act])


def _aims(state: State, mech: Unit, card: cards.Card) -> list[str]:
    if card["use"] == "support":
        return [one.id for one in state.sides[mech.seat].board_mechs() if one is not mech]
    enemy = state.sides[1 - mech.seat]
    return [one.id for one in enemy.board_mechs()] + ([enemy.ship.id] if enemy.intact else [])


def _acts(group: str, acts: list[Order]) -> list[Order]:
    return [{"type": group, "act": act} for act in acts]


def _hand(state: State, seat: int) -> Iterator[Thing]:
    for held in state.sides[seat].hand["ship"]:
        order: Order = {"type": "play", "card": held.id}
        aim = cards.SHIP_CARD[held.card]["aim"]
        orders = [order]
        if "area_within" in aim:
            orders = [{**order, "area": list(ship_area(seat))}]
        elif "pile" in aim:
            orders = [{**order, "pile": kind} for kind in ("ship", "mech")]
        yield phrase(labels.PLAY, card=name_of(held.card)), _facts("play", held.id, held.card), orders


def _skills(state: State, seat: int) -> Iterator[Thing]:
    side = state.sides[seat]
    for skill in cards.CAPTAIN[side.captain]["skills"]:
        said = phrase(labels.CAPTAIN, skill=name_of(skill["id"]))
        order: Order = {"type": "captain", "skill": skill["id"]}
        operations = {effect["op"] for effect in skill["do"]}
        if "destroy" in operations:
            order["target"] = next((mech.id for mech in state.sides[1 - seat].board_mechs()), side.ship.id)
        elif "divert" in operations:
            order |= {"from": {"unit": side.ship.id, "weapon": ""}, "to": "energy"}
        yield said, _facts("captain", skill["id"], skill["id"]), [order]
    for skill in cards.SHIP[side.ship.card]["skills"]:
        if skill["trigger"] == "main" and skill["id"] != "quick_rearm":
            order = {"type": "ship_skill", "skill": skill["id"]}
            if any(effect["op"] == "extra_acts" for effect in skill["do"]):
                order["units"] = [mech.id for mech in side.board_mechs()][:1]
            yield (
                phrase(labels.SHIP_SKILL, skill=name_of(skill["id"])),
                _facts("ship_skill", skill["id"], skill["id"]),
                [order],
            )


def _operate(state: State, seat: int) -> Iterator[Thing]:
    yield from _mechs(state, seat, "act")


def _window(state: State, seat: int) -> Iterator[Thing]:
    side = state.sides[seat]
    for held in side.hand["ship"]:
        order = {"type": "react", "use": [{"card": held.id}]}
        yield phrase(labels.PLAY, card=name_of(held.card)), _facts("react", held.id, held.card), [order]
    for skill in cards.CAPTAIN[side.captain]["skills"]:
        order = {"type": "react", "use": [{"skill": skill["id"]}]}
        yield phrase(labels.CAPTAIN, skill=name_of(skill["id"])), _facts("react", skill["id"], skill["id"]), [order]


_THINGS = {"main": _main, "plan": _main, "operate": _operate, "end_step": _operate, "window": _window}
