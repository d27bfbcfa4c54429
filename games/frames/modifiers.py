"""What do a unit's traits, pilot and gear do by themselves? Chapters 6.6, 9.7 to 9.9; reads only, turns nothing up.

A source is None for what everybody sees, "pilot", or the card on the mech: what has had an effect is turned up by the caller.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.frames import cards
from games.frames.board import EVENT_AREA, Place, ahead, decks, distance, ship_area
from games.frames.cards import Card, Effect
from games.frames.constants import SMOKE_EVADE, TRACER_HIT
from games.frames.state import Held, State, Unit

Source = Held | str | None


def passives(unit: Unit) -> Iterator[tuple[Effect, Source]]:
    """Operations that are always on, with where each comes from; the same card twice on a mech counts once (6.6)."""
    if not unit.is_mech:
        for skill in cards.SHIP[unit.card]["skills"]:
            if skill["trigger"] == "passive":
                for effect in skill["do"]:
                    yield effect, None
        return
    for trait in traits_of(unit):
        for effect in cards.TRAIT[trait]["do"]:
            yield effect, effect.get("by")
    if unit.pilot is not None:
        for effect in cards.PILOT[unit.pilot]["do"]:
            yield effect, "pilot"
    seen = set()
    for held in unit.gear:
        kind = cards.MECH_CARD[held.card]
        if kind["use"] == "passive" and (held.card not in seen or kind["charges"]):
            seen.add(held.card)
            for effect in kind["do"]:
                yield effect, held


def traits_of(unit: Unit) -> list[str]:
    """Traits printed on the model; the giant has none (8.4)."""
    model = cards.MECH.get(unit.card)
    return model["traits"] if model else []


def has(unit: Unit, op: str) -> tuple[bool, Source]:
    """Has it this passive operation, and from where? What everybody sees comes first."""
    for effect, source in passives(unit):
        if effect["op"] == op:
            return True, source
    return False, None


def deployment_areas(state: State, seat: int, mech: Unit, pilot: str | None) -> tuple[Place, ...]:
    """Where a mech may come out with this pilot: on the decks, and where its trait, the pilot or the warship leads as well (1, D47).

    `pilot` None: where it may come out with anybody.
    """
    side = state.sides[seat]
    skills = cards.SHIP[side.ship.card]["skills"] if side.intact else []
    sources = [*skills, *(cards.TRAIT[trait] for trait in traits_of(mech)), *([cards.PILOT[pilot]] if pilot else ())]
    found = decks(seat)
    for effect in (effect for source in sources for effect in source["do"]):
        if effect["op"] == "deploy_to" and state.round >= effect.get("from_round", 0):
            taken = {enemy.at for enemy in state.sides[1 - seat].board_mechs()}
            found += tuple(area for area in ahead(seat, effect["where"]) if area not in taken)
    return found


def link_shield(unit: Unit) -> tuple[bool, Source]:
    """Does it share damage (9.7), and by which card?"""
    found = has(unit, "share_damage")
    if found[0]:
        return found
    return has(unit, "grant_trait")


def in_radar(state: State, seat: int) -> set[str]:
    """Enemy mechs whose cards and pilots a seat sees by its Wide-Range Radars (9.9)."""
    seen = set()
    enemies = [(mech.id, mech.at) for mech in state.sides[1 - seat].board_mechs() if mech.at is not None]
    for watcher in state.sides[seat].board_mechs():
        for effect, _ in passives(watcher):
            if effect["op"] == "see_face_down" and watcher.at is not None:
                seen |= {name for name, at in enemies if distance(at, watcher.at) <= effect["within"]}
    return seen


def as_seen(state: State, unit: Unit, seat: int) -> Unit:
    """An enemy unit as a seat knows it: what lies face down for it is left out (10)."""
    return unit if unit.id in in_radar(state, seat) else turned_up(unit)


def turned_up(unit: Unit) -> Unit:
    """A unit without what lies face down on it."""
    shown = unit.copy()
    shown.pilot = unit.pilot if unit.pilot_up else None
    shown.gear = [held for held in shown.gear if held.revealed]
    return shown


def weather_op(state: State, op: str) -> Effect | None:
    """The operation of the weather in force, if it has it."""
    if state.weather is None:
        return None
    for effect in cards.EVENT[state.weather.card]["while"]:
        if effect["op"] == op:
            found: Effect = effect
            return found
    return None


def in_event_area(unit: Unit) -> bool:
    """Does a mech stand there?"""
    return unit.is_mech and unit.on_board and unit.at == EVENT_AREA


def buffs_of(state: State, unit: Unit) -> list[str]:
    """The buffs of a mech in the order of the rules (8.3)."""
    found = unit.buffs[:]
    if unit.barrier > 0:
        found.append("barrier")
    if in_event_area(unit) and weather_op(state, "ion"):
        found.append("ion")
    return sorted(found) if found else found


def weapons_of(unit: Unit) -> list[str]:
    """Ids of all weapons it can use: carried ones, then those of its gear."""
    found = [arm.id for arm in unit.weapons]
    if any(held.card == "heat_dagger" for held in unit.gear):
        found.append("heat_dagger")
    return found


def melee_source(unit: Unit) -> tuple[bool, Held | None]:
    """Does it carry a melee weapon, and if only a card is one, which (9.9)?"""
    if any(cards.WEAPON[arm.card]["melee"] for arm in unit.weapons):
        return True, None
    for held in unit.gear:
        if held.card == "heat_dagger":
            return True, held
    return False, None


def meets(
    state: State, wanted: dict[str, Any], unit: Unit, weapon: Card | None = None, target: Unit | None = None
) -> bool:
    """Does the condition of an operation hold for a unit that owns it (9.12)?"""
    return all(_CONDITIONS[key](state, value, unit, weapon, target) for key, value in wanted.items())


def own_ship_damaged(state: State, seat: int) -> bool:
    """Is the seat's warship, while it is one, below its maximum?"""
    side = state.sides[seat]
    return side.intact and side.ship.damaged


_CONDITIONS: dict[str, Any] = {
    "target": lambda state, value, unit, weapon, target: (
        target is not None and ("mech" if target.is_mech else "ship") == value
    ),
    "ship_hp_lte": lambda state, value, unit, weapon, target: unit.hp <= value,
    "own_energy_gte": lambda state, value, unit, weapon, target: state.sides[unit.seat].energy >= value,
    "attr": lambda state, value, unit, weapon, target: weapon is not None and weapon["attr"] == value,
    "melee": lambda state, value, unit, weapon, target: weapon is not None and weapon["melee"] == value,
    "distance": lambda state, value, unit, weapon, target: (
        target is not None and unit.at is not None and target.at is not None and distance(unit.at, target.at) == value
    ),
    "own_ship_damaged": lambda state, value, unit, weapon, target: own_ship_damaged(state, unit.seat) == value,
    "self_damaged": lambda state, value, unit, weapon, target: unit.damaged == value,
    "target_damaged_mech": lambda state, value, unit, weapon, target: (
        target is not None and target.is_mech and target.seat != unit.seat and target.damaged == value
    ),
    "self_hp_lte": lambda state, value, unit, weapon, target: unit.hp <= value,
    "pilot_race": lambda state, value, unit, weapon, target: _printed(cards.PILOT, unit.pilot, "race") == value,
    "pilot_grade": lambda state, value, unit, weapon, target: _printed(cards.PILOT, unit.pilot, "grade") == value,
    "series": lambda state, value, unit, weapon, target: _printed(cards.MECH, unit.card, "series") == value,
}


def _printed(index: cards.Index, name: str | None, key: str) -> str | None:
    """What is printed on a card that may be unknown."""
    found: str | None = index[name][key] if name in index else None
    return found


def hit_total(state: State, by: Unit, target: Unit, weapon: Card, sources: list[Source]) -> int:
    """H (6.6). What changed it is appended to `sources`; marks are counted, not used up."""
    total = by.hit + TRACER_HIT * target.marks[by.seat]
    for effect in weapon["effects"]:
        if effect["op"] == "hit_mod" and meets(state, effect.get("if", {}), by, weapon, target):
            total += effect["value"] * (len(buffs_of(state, by)) if effect.get("per") == "own_buff" else 1)
    for effect, source in passives(by):
        if effect["op"] == "hit_mod" and meets(state, effect.get("if", {}), by, weapon, target):
            total += effect["value"]
            sources.append(source)
    flare = weather_op(state, "flare")
    if flare and weapon["attr"] == "laser" and (in_event_area(by) or in_event_area(target)):
        total += flare["hit"]
    return total


def evade_total(state: State, target: Unit, sources: list[Source]) -> int:
    """E (6.6). What changed it is appended to `sources`."""
    if target.defence_zero:
        return 0
    total = target.evade
    for effect, source in passives(target):
        if effect["op"] == "evade_mod" and meets(state, effect.get("if", {}), target):
            total += effect["value"]
            sources.append(source)
    if "smoke" in target.buffs:
        total += SMOKE_EVADE
    ion = weather_op(state, "ion")
    if ion and in_event_area(target):
        total += ion["evade"]
    return total


def at_rest(state: State, unit: Unit) -> dict[str, int]:
    """Hit and evade with whatever counts for every weapon and against everybody (6.6)."""
    hit = unit.hit
    for effect, _ in passives(unit):
        if effect["op"] == "hit_mod" and meets(state, effect.get("if", {}), unit):
            hit += effect["value"]
    return {"hit": hit, "evade": evade_total(state, unit, [])}


def rolls(state: State, op: str, owner: Unit, other: Unit) -> tuple[int, Source]:
    """How many rolls are needed (Danger Sense, Out-of-sight Sense), and who says so."""
    for effect, source in passives(owner):
        if effect["op"] == op and meets(state, effect["if"], owner, None, other):
            value: int = effect["value"]
            return value, source
    return 1, None


def range_of(weapon: Card) -> tuple[int, int] | None:
    """Least and largest distance; None is everywhere."""
    return None if weapon["range"] is None else (weapon["range"][0], weapon["range"][1])


def reaches(weapon: Card, by: Unit, target: Unit) -> bool:
    """Is the target in range?"""
    limits = range_of(weapon)
    if limits is None:
        return True
    start = by.at if by.is_mech else ship_area(by.seat)
    assert start is not None and target.at is not None
    return limits[0] <= distance(start, target.at) <= limits[1]


def shot_damage(state: State, by: Unit, target: Unit, weapon: Card, tokens: int, sources: list[Source]) -> int:
    """Damage of a landed shot before multipliers, flat bonuses included (6.3 steps 1 and 2)."""
    total: int = weapon["damage"]
    for effect in weapon["effects"]:
        if effect["op"] == "damage_add":
            per = state.sides[by.seat].energy if effect["per"] == "own_energy" else len(buffs_of(state, by))
            total += effect["value"] * per
        elif effect["op"] == "spend_all_energy":
            total += effect["damage_per_token"] * tokens if tokens else effect["damage_if_none"]
    for effect, source in passives(by):
        if effect["op"] == "damage_add" and meets(state, effect.get("if", {}), by, weapon, target):
            total += effect["value"]
            sources.append(source)
    return total


def volley(state: State, by: Unit, target: Unit, weapon: Card, landed: int, tokens: int, sources: list[Source]) -> int:
    """The packet of the landed shots with all multipliers (6.3)."""
    if landed <= 0:
        return 0
    each = shot_damage(state, by, target, weapon, tokens, sources)
    packet = each * landed
    for effect in weapon["effects"]:
        if effect["op"] == "shot_damage_mult":
            packet += each * (effect["value"] - 1) * max(0, landed - effect["from_landed"] + 1)
    if state.sides[by.seat].double:
        packet *= 2
    if "link_charge" in by.buffs:
        packet *= 2
    overload = weather_op(state, "overload")
    if overload and in_event_area(by):
        packet *= overload["value"]
    return packet
