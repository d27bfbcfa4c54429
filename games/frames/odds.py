"""How good is an attack, by what everybody may know? Chapters 6.2 to 6.7; reads only.

Used for `any` in plans, by the bots, and before an attack is ordered. Units are as the asker sees them: what lies face down is not there.
"""

from __future__ import annotations

from collections import defaultdict
from math import comb
from typing import Any

from games.frames import cards
from games.frames.cards import Card
from games.frames.modifiers import (
    evade_total,
    hit_total,
    in_event_area,
    link_shield,
    meets,
    melee_source,
    passives,
    rolls,
    volley,
    weather_op,
)
from games.frames.state import State, Unit

Json = Any
Chances = dict[int, float]
"""Probability by amount."""

DIGITS = 4
"""Decimals of a probability and of an expected damage."""


def land(hit: int, evade: int) -> float:
    """Probability that a shot lands (6.7)."""
    return _success(hit) * (1 - _success(evade))


def _success(total: int) -> float:
    return min(20, max(0, total)) / 20


def odds(state: State, by: Unit, target: Unit, weapon: Card, tokens: int) -> dict[str, Json]:
    """One volley: totals, chance per shot, of every number of landed shots, expected and greatest damage, chance to destroy.

    `tokens`: energy that the weapon spends for damage. Damage is what the target loses if nobody reacts.
    """
    hit, evade = hit_total(state, by, target, weapon, []), evade_total(state, target, [])
    is_sure = any(effect["op"] == "no_judgement" for effect in weapon["effects"])
    is_immune = state.side_of(target).immune
    chance = 0.0 if is_immune else 1.0 if is_sure else _landing(state, by, target, hit, evade)
    shots: int = weapon["shots"]
    landed = [comb(shots, n) * chance**n * (1 - chance) ** (shots - n) for n in range(shots + 1)]
    losses: Chances = defaultdict(float)
    destroyed = 0.0
    for number, part in enumerate(landed):
        packet = volley(state, by, target, weapon, number, tokens, [])
        for amount, share in (_reduced(state, by, target, weapon, packet) if part else {0: 1.0}).items():
            lost = _lost(state, target, amount)
            losses[lost] += part * share
            destroyed += part * share * (lost >= target.hp)
    return {
        "unit": target.id,
        "hit": None if is_sure else hit,
        "evade": None if is_sure else evade,
        "printed": {"hit": by.hit, "evade": target.evade},
        "shots": shots,
        "lands": round(chance, DIGITS),
        "landed": [round(part, DIGITS) for part in landed],
        "damage": round(sum(lost * part for lost, part in losses.items()), DIGITS),
        "most": max(lost for lost, part in losses.items() if part > 0),
        "destroys": round(destroyed, DIGITS),
        "hp": target.hp,
        "immune": is_immune,
    }


def _landing(state: State, by: Unit, target: Unit, hit: int, evade: int) -> float:
    needed, _ = rolls(state, "hit_rolls_against", target, by)
    evasions, _ = rolls(state, "evade_rolls", by, target)
    return float(_success(hit) ** needed * (1 - _success(evade) ** evasions))


def _reduced(state: State, by: Unit, target: Unit, weapon: Card, packet: int) -> Chances:
    """What is left of a packet for its target, steps 2 to 7 of chapter 6.4."""
    found: Chances = {packet: 1.0}
    if target.is_mech and melee_source(target)[0]:
        for effect in weapon["effects"]:
            if effect["op"] == "parry":
                found = _perhaps(found, effect["chance"], lambda amount: 0)
    if weather_op(state, "overload") and in_event_area(target):
        found = _perhaps(found, 100, lambda amount: amount * 2)
    for effect, _ in passives(target):
        if effect["op"] == "halve_packet" and meets(state, effect["if"], target, weapon):
            found = _perhaps(found, effect["chance"], lambda amount: amount // 2)
        elif effect["op"] == "halve_damage" and not target.defence_zero and meets(state, effect["if"], target):
            found = _perhaps(found, 100, lambda amount: amount // 2)
    if in_event_area(by) and target.is_mech:
        resonance, drift = weather_op(state, "resonance"), weather_op(state, "drift")
        if resonance:
            found = _perhaps(found, resonance["chance"], lambda amount: target.max_hp)
        if drift:
            found = _perhaps(found, drift["chance"], lambda amount: 0)
    shield = target.barrier + sum(
        held.charges or 0
        for held in target.gear
        if any(effect["op"] == "absorb" for effect in cards.MECH_CARD[held.card]["do"])
    )
    partners = _partners(state, target)
    return _perhaps(found, 100, lambda amount: -(-max(0, amount - shield) // partners))


def is_sure_end(state: State, by: Unit, target: Unit, weapon: Card, packet: int) -> bool:
    """Whether a packet that has landed destroys its target however the dice fall, if nobody reacts."""
    return all(_lost(state, target, amount) >= target.hp for amount in _reduced(state, by, target, weapon, packet))


def _perhaps(chances: Chances, percent: int, change: Any) -> Chances:
    """The amounts after a change that happens to a positive one with so many percent."""
    found: Chances = defaultdict(float)
    for amount, part in chances.items():
        changed = change(amount) if amount > 0 else amount
        found[changed] += part * percent / 100
        if percent < 100:
            found[amount] += part * (100 - percent) / 100
    return found


def _partners(state: State, target: Unit) -> int:
    """Among how many mechs a link shield shares; whoever was hit takes the odd points first (9.7)."""
    if not target.is_mech or not link_shield(target)[0]:
        return 1
    mechs = state.side_of(target).board_mechs()
    return 1 + sum(mech is not target and mech.at == target.at and link_shield(mech)[0] for mech in mechs)


def _lost(state: State, target: Unit, amount: int) -> int:
    """Step 8: hit points that go, with Backup Power and the hull guard in mind."""
    if amount < target.hp:
        return max(0, amount)
    is_backed = weather_op(state, "backup") and in_event_area(target) and not target.backup_used
    guard = state.settings.hull_guard and not target.is_mech and target.hp == target.max_hp
    is_guarded = guard and not target.guard_used and not target.defence_zero
    return target.hp - 1 if is_backed or is_guarded else target.hp
