"""What does a card say? Phrases made from the same data that the engine carries out (9).

Every operation has its messages here. A card whose data changes says so by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from games.core.text import Phrase, gettext_noop, phrase
from games.frames import cards
from games.frames.cards import Card, Effect
from games.frames.constants import SMOKE_EVADE, TRACER_HIT

_PLACE = re.compile(r"%\((\w+)\)s")

_IF: dict[str, str] = {
    "target=mech": gettext_noop("against a mech"),
    "target=ship": gettext_noop("against a warship"),
    "ship_hp_lte": gettext_noop("while the warship has %(value)s HP or less"),
    "own_energy_gte": gettext_noop("while you hold %(value)s energy token or more"),
    "attr": gettext_noop("from a laser"),
    "melee": gettext_noop("with a melee weapon"),
    "distance": gettext_noop("at distance %(value)s"),
    "own_ship_damaged": gettext_noop("while your warship is below its maximum HP"),
    "self_damaged": gettext_noop("while this mech is damaged"),
    "target_damaged_mech": gettext_noop("against a damaged enemy mech"),
    "self_hp_lte": gettext_noop("at %(value)s HP or less"),
    "enemy_mech_within": gettext_noop("while an enemy mech is within distance %(value)s of your ship area"),
    "ship_intact": gettext_noop("while your warship is intact"),
    "enemy_ship_intact": gettext_noop("while the enemy warship is intact"),
    "own_mechs_gte": gettext_noop("while %(value)s or more of your mechs are on the board"),
    "ap_gte": gettext_noop("while you have %(value)s action point or more left in your turn"),
    "ship_hp_lt": gettext_noop("while the warship has less than %(value)s HP"),
    "ship_hp_gte": gettext_noop("while the warship has %(value)s HP or more"),
    "enemy_ship_cards_gte": gettext_noop("while the enemy holds %(value)s ship card or more"),
    "own_ship_is_target": gettext_noop("if your warship is hit by the attack"),
    "pilot_race=new_human": gettext_noop("while its pilot is a New Human"),
    "pilot_grade": gettext_noop("if its pilot is of grade %(value)s"),
    "series": gettext_noop("in a mech of the %(value)s series"),
}
"""Conditions, as parts of a sentence."""
AND, AND_LAST = gettext_noop("%(first)s, %(more)s"), gettext_noop("%(first)s and %(more)s")

_TARGETS: dict[str, str] = {
    "enemy_mechs_in_area": gettext_noop("Every enemy mech in the area"),
    "enemy_mech": gettext_noop("One enemy mech"),
    "entering": gettext_noop("The entering mech"),
    "others_in_area": gettext_noop("Every other mech in its area"),
    "own_mechs": gettext_noop("Each of your mechs on the board"),
    "self": gettext_noop("This mech"),
    "friend": gettext_noop("Another mech of yours"),
    "event_area": gettext_noop("Every mech in the event area"),
    "ship": gettext_noop("Your warship"),
}
"""Whom an operation is about, as the beginning of a sentence."""
_STATUS: dict[str, tuple[str, str]] = {
    "disabled": (
        gettext_noop("%(who)s is disabled for its owner's next turn."),
        gettext_noop("%(who)s is disabled for its owner's next %(turns)s turns."),
    ),
    "infected": (
        gettext_noop("%(who)s is infected: unless recalled within 1 turn, its pilot is lost with it."),
        gettext_noop("%(who)s is infected: unless recalled within %(turns)s turns, its pilot is lost with it."),
    ),
    "em_locked": (
        gettext_noop(
            "%(who)s cannot act until another mech enters, it leaves the area, or 1 turn of its owner has ended."
        ),
        gettext_noop(
            "%(who)s cannot act until another mech enters, it leaves the area, or %(turns)s turns of its owner have ended."
        ),
    ),
}
"""For one turn and for several."""
_SEAT_STATUS: dict[str, str] = {
    "immune_to_attacks": gettext_noop("Until the current turn ends, attacks at your units do nothing."),
    "double_damage": gettext_noop("This and every later attack of your units this turn deals double damage."),
    "jammed": gettext_noop(
        "The owner of a mech that enters plays no ship cards until two more turns of that owner have ended."
    ),
}
_BUFFS: dict[str, str] = {
    "link_charge": gettext_noop("%(who)s deals double weapon damage until the start of your next turn."),
    "smoke": gettext_noop("%(who)s has evade +%(evade)s until the start of your next turn."),
    "tailwind": gettext_noop("%(who)s may move 2 areas with its next move."),
}
_PER: dict[str, str] = {
    "own_energy": gettext_noop("per energy token you hold"),
    "own_buff": gettext_noop("per buff on this mech"),
    "landed_shot": gettext_noop("per landed shot"),
}
PER_AND_IF = gettext_noop("%(per)s %(condition)s")
_CHANGES: dict[str, tuple[str, str]] = {
    "hit_mod": (gettext_noop("Hit %(value)s."), gettext_noop("Hit %(value)s %(when)s.")),
    "evade_mod": (gettext_noop("Evade %(value)s."), gettext_noop("Evade %(value)s %(when)s.")),
    "damage_add": (gettext_noop("Damage %(value)s."), gettext_noop("Damage %(value)s %(when)s.")),
}
"""Always, and under a condition."""
REFLECTED = gettext_noop("The enemy warship takes the same packet of damage.")
REFILLS_ALL = gettext_noop("All weapons of the entering mech are refilled.")
REFILLS_ONE = gettext_noop("One limited-ammo weapon of this mech is refilled.")
HALVED = gettext_noop("Damage to the warship is halved, rounded down, %(condition)s.")
MAY_BE_HALVED = gettext_noop("A packet of damage %(condition)s is halved, rounded down, with a chance of %(chance)s %.")
DEALS = gettext_noop("%(who)s takes %(amount)s direct damage.")
HEALS = gettext_noop("%(who)s regains %(amount)s HP.")
HEALS_IF = gettext_noop("%(who)s regains %(amount)s HP %(condition)s.")
UNHURT = gettext_noop("%(who)s takes no damage from this attack.")
OWNER_GAINS = (
    gettext_noop("The owner of the entering mech gains 1 energy token."),
    gettext_noop("The owner of the entering mech gains %(amount)s energy tokens."),
)
"""By an event, which has no "you"."""
_DEPLOYED: dict[str, str] = {
    "flank": gettext_noop("It may also be deployed to an area before your decks in which no enemy mech stands."),
    "front": gettext_noop(
        "Your mechs may also be deployed to the area before your warship while no enemy mech stands there."
    ),
    "middle": gettext_noop(
        "From round %(from_round)s on its mech may also be deployed beside the event area, where no enemy mech stands."
    ),
}
"""Where mechs may come out besides the decks."""
HAS_TRAIT = gettext_noop("This mech has the trait %(trait)s.")
HAS_WEAPON = gettext_noop("This mech carries this weapon besides its own.")

_PLAIN: dict[str, str | tuple[str, str, str]] = {
    "shot_damage_mult": gettext_noop(
        "From landed shot number %(from_landed)s of a volley on, damage ×%(value)s."
    ),
    "mark": gettext_noop(
        "Each landed shot marks the target: the next volley of your units at it has hit +%(tracer)s per mark and uses them up. "
        "Unused marks end with your next turn."
    ),
    "no_judgement": gettext_noop("The attack lands without hit or evade rolls."),
    "push_back": (
        gettext_noop("A mech that was hit and survives is pushed 1 area back."),
        gettext_noop("A mech that was hit and survives is pushed %(areas)s areas back."),
        "areas",
    ),
    "burn": gettext_noop(
        "If it deals damage, the target burns: %(damage)s damage in each of its owner's next %(turns)s end steps."
    ),
    "spend_all_energy": gettext_noop(
        "Spends all your energy tokens: damage +%(damage_per_token)s per token; with none, damage %(damage_if_none)s."
    ),
    "second_target": gettext_noop("If the first attack lands, a second volley is fired at a different enemy unit."),
    "steal_energy": gettext_noop(
        "If it lands on a warship whose seat has energy, that seat loses %(amount)s token and you gain it."
    ),
    "parry": gettext_noop("If the target carries a melee weapon, the damage becomes 0 with a chance of %(chance)s %."),
    "heal_full": gettext_noop("Another mech of yours in range regains all its HP."),
    "extra_move": gettext_noop(
        "In your end step it may move once more if it is able, has made no attack this turn and was not deployed this turn."
    ),
    "repeat_volley": gettext_noop("After a melee volley of it has landed, it is repeated once at the same target with a chance of %(chance)s %."),
    "share_damage": gettext_noop("Damage is shared evenly by all of your mechs in the area that have this shield."),
    "skip_wound": gettext_noop("When its mech is destroyed, the pilot is ready again at once with a chance of %(chance)s %."),
    "gather_gain": (
        gettext_noop("Gathering energy gives 1 token."), gettext_noop("Gathering energy gives %(value)s tokens."), "value",
    ),
    "free_resupply": gettext_noop("One resupply costs no action points."),
    "become_giant": gettext_noop(
        "All of your mechs on the board become one with the warship: a mech with the sum of their HP and all their weapons."
    ),
    "pay_ship_hp": gettext_noop("Pay %(amount)s HP of the warship."),
    "extra_acts": gettext_noop(
        "Up to %(up_to)s of your mechs on the board act once each, whether or not they have acted before."
    ),
    "heal_ship": gettext_noop("Your warship regains %(amount)s HP."),
    "install": gettext_noop(
        "Stays on the warship. Once in each of your turns it deals %(damage)s direct damage to an enemy mech within distance "
        "%(within)s of your ship area."
    ),
    "force_recall": gettext_noop("The deployment fails: the mech goes back to the hangar."),
    "deploy_lock": (
        gettext_noop("It cannot be deployed during its owner's next turn."),
        gettext_noop("It cannot be deployed during its owner's next %(turns)s turns."),
        "turns",
    ),
    "peek": (
        gettext_noop("You alone see 1 random ship card of the enemy hand."),
        gettext_noop("You alone see %(count)s random ship cards of the enemy hand."),
        "count",
    ),
    "discard_random_other": (
        gettext_noop("1 other of them, drawn by lot, is discarded."),
        gettext_noop("%(count)s others of them, drawn by lot, are discarded."),
        "count",
    ),
    "gain_energy": (
        gettext_noop("Gain 1 energy token."), gettext_noop("Gain %(amount)s energy tokens."), "amount",
    ),
    "void_gather": gettext_noop("The gathering does nothing."),
    "end_turn_now": gettext_noop("The enemy turn ends at once."),
    "reveal_top": gettext_noop("Turn up the top %(count)s cards of one of your piles."),
    "choose_to_hand": gettext_noop("Take %(count)s of them into your hand."),
    "shuffle_rest_back": gettext_noop("Shuffle the others back."),
    "teleport_random": gettext_noop("This mech jumps to a random area outside the enemy home row."),
    "destroy_self": gettext_noop("This mech is destroyed."),
    "absorb": (
        gettext_noop("Absorbs the first point of damage."),
        gettext_noop("Absorbs the first %(points)s points of damage."),
        "points",
    ),
    "see_face_down": gettext_noop("You see face-down pilots and cards of enemy mechs within distance %(within)s."),
    "move_areas": gettext_noop("An ordinary move may be %(value)s areas long."),
    "immune": gettext_noop("This mech is neither pushed back nor pulled."),
    "dodge_attack": gettext_noop("The whole attack counts as evaded."),
    "redirect": gettext_noop("Turns the attack from one of its targets to any other unit on the board."),
    "divert": gettext_noop(
        "One of your weapons loses all its ammo; then another kind of weapon is refilled, or you gain %(energy)s energy tokens."
    ),
    "destroy": gettext_noop("One enemy mech on the board is destroyed."),
    "set_ship_hp": gettext_noop("HP and maximum HP of your warship become %(hp)s."),
    "defence_zero": gettext_noop("Its evade is 0 and its skill reduces no damage for the rest of the match."),
    "final_volley": gettext_noop(
        "All your mechs on the board are destroyed and all tokens spent: one shot per mech at the enemy warship, "
        "%(damage_per_token)s damage per token each."
    ),
    "pull": gettext_noop(
        "Every mech at distance %(within)s from the event area is pulled into it and takes %(damage)s direct damage."
    ),
    "hold": gettext_noop("No mech leaves the event area by moving."),
    "shelter": gettext_noop(
        "Mechs in the event area take no part when all mechs are operated; operating one of them alone costs %(ap)s AP."
    ),
    "barrier": (
        gettext_noop("%(who)s gets a barrier of %(points)s points for 1 own turn."),
        gettext_noop("%(who)s gets a barrier of %(points)s points for %(turns)s own turns."),
        "turns",
    ),
    "drift": gettext_noop(
        "Damage by a mech in the event area to an enemy mech goes to its own warship instead with a chance of %(chance)s %."
    ),
    "draw_card": (
        gettext_noop("The owner of the entering mech draws 1 ship card."),
        gettext_noop("The owner of the entering mech draws %(count)s ship cards."),
        "count",
    ),
    "overload": gettext_noop("Mechs in the event area deal and take ×%(value)s damage."),
    "backup": gettext_noop("A mech in the event area that would drop to 0 HP stays at 1, once."),
    "ion": gettext_noop("Mechs in the event area have evade +%(evade)s."),
    "resonance": gettext_noop(
        "Damage by a mech in the event area to an enemy mech becomes the maximum HP of that mech with a chance of %(chance)s %."
    ),
    "frenzy": gettext_noop(
        "In its owner's end step a mech in the event area may act once more, and then takes %(damage)s direct damage."
    ),
    "flare": gettext_noop("Laser volleys by or at a mech in the event area have hit %(hit)s."),
    "reveal_near": gettext_noop(
        "All face-down pilots and cards of mechs within distance %(within)s of the event area are turned up."
    ),
    "end_weather": gettext_noop("The weather in force ends."),
    "hit_rolls_against": gettext_noop(
        "While this mech is damaged, enemies need %(value)s successful hit rolls for each shot at it."
    ),
    "evade_rolls": gettext_noop("A damaged enemy mech needs %(value)s successful evade rolls against each shot of this mech."),
}  # fmt: skip
"""A message; or one for a single thing, one for several, and which parameter counts them."""

_ATTR: dict[str, str] = {
    "ballistic": gettext_noop("ballistic"), "laser": gettext_noop("laser"), "special": gettext_noop("special"),
}  # fmt: skip
MELEE = gettext_noop("%(attr)s, melee")
RANGE, RANGE_ANY = gettext_noop("range %(low)s–%(high)s"), gettext_noop("range any")
RANGE_ONE = gettext_noop("range %(low)s")
SHOTS = gettext_noop("%(shots)s × %(damage)s damage")
AOE, AMMO = gettext_noop("AOE %(aoe)s"), gettext_noop("ammo %(ammo)s")
TOKENS = gettext_noop("costs %(energy)s energy token")
COST_AP, COST_ENERGY = gettext_noop("Cost: %(cost)s AP."), gettext_noop("Cost: %(cost)s energy token.")
CONDITION = gettext_noop("Only %(condition)s.")
AIM = gettext_noop("Choose an area within distance %(within)s of your ship area.")
ONCE = {"match": gettext_noop("Once per match."), "turn": gettext_noop("Once in each of your turns.")}
CHARGES = gettext_noop("%(charges)s charges.")
LASTS = (gettext_noop("Lasts 1 round."), gettext_noop("Lasts %(rounds)s rounds."))


GAINED = gettext_noop("Gained: %(how)s.")
EITHER = gettext_noop("%(first)s, or %(more)s")
_GAINS: dict[str, tuple[str, str]] = {
    "landed_attacks": (
        gettext_noop("when an attack of your mechs has landed"),
        gettext_noop("when %(count)s attacks of your mechs have landed"),
    ),
    "evades": (
        gettext_noop("when your units have evaded 1 shot"),
        gettext_noop("when your units have evaded %(count)s shots"),
    ),
    "destroyed_enemy": (
        gettext_noop("when you have destroyed 1 enemy mech"),
        gettext_noop("when you have destroyed %(count)s enemy mechs"),
    ),
    "destroyed_own": (
        gettext_noop("when 1 of your mechs has been destroyed"),
        gettext_noop("when %(count)s of your mechs have been destroyed"),
    ),
    "rounds": (gettext_noop("after 1 round"), gettext_noop("after %(count)s rounds")),
    "mechs_on_board": (
        gettext_noop("when you have 1 mech on the board"),
        gettext_noop("when you have %(count)s mechs on the board"),
    ),
}
"""What a captain's skill is gained by, for one and for several."""
GAINED_FROM_START = gettext_noop("from the start")
GAINED_BEHIND = gettext_noop("when your warship has fewer HP than the enemy's")
GAINED_SHARE = gettext_noop("when your damage to the enemy warship has reached %(percent)s % of its HP")
WHEN: dict[str, str] = {
    "main": gettext_noop("In your turn, without action points."),
    "main_ap": gettext_noop("In your turn."),
    "any": gettext_noop("In any reaction window of yours."),
    "auto": gettext_noop("Happens by itself."),
    "offence": gettext_noop("In the reaction window after a shot of yours has landed."),
    "defence": gettext_noop("In the reaction window after a unit of yours was hit."),
    "enemy_deploy": gettext_noop("In the reaction window after the enemy has deployed a mech."),
    "enemy_gather": gettext_noop("In the reaction window when the enemy gathers energy."),
    "act": gettext_noop("As the act of the mech that carries it."),
    "free": gettext_noop("In your turn, without action points, by the mech that carries it."),
    "with_move": gettext_noop("Together with a move of the mech that carries it."),
    "passive": gettext_noop("Works by itself on the mech that carries it."),
    "weapon": gettext_noop("A weapon of the mech that carries it."),
}
"""When a card or skill is used, by its window or its use."""


def when_of(card: Card) -> list[Phrase]:
    """When a card or skill can be used."""
    names = card.get("windows") or [name for name in (card.get("window"), card.get("use")) if name in WHEN]
    is_paid = "ap" in card.get("cost", {})
    return [phrase(WHEN["main_ap" if is_paid and name == "main" else name]) for name in names]


def _gained(gain: dict[str, Any]) -> Phrase:
    if "any" in gain:
        first, more = (_gained(one) for one in gain["any"])
        return phrase(EITHER, first=first, more=more)
    if "percent_of_enemy_ship" in gain:
        return phrase(GAINED_SHARE, percent=gain["percent_of_enemy_ship"])
    if gain["tally"] in _GAINS:
        return _fitted(phrase(_counted(*_GAINS[gain["tally"]], gain["at_least"]), count=gain["at_least"]))
    return phrase({"always": GAINED_FROM_START, "ship_hp_behind": GAINED_BEHIND}[gain["tally"]])


def condition(wanted: dict[str, Any]) -> Phrase:
    """Conditions in words, joined."""
    said = [phrase(_IF.get(f"{key}={value}") or _IF[key], value=value) for key, value in wanted.items()]
    whole = said[-1]
    for i, one in enumerate(reversed(said[:-1])):
        whole = phrase(AND if i else AND_LAST, first=one, more=whole)
    return _fitted(whole)


def _fitted(said: Phrase) -> Phrase:
    """Without data for places that the message does not have."""
    places = set(_PLACE.findall(said["text"]))
    data = {key: _fitted(value) if isinstance(value, dict) else value for key, value in said["data"].items()}
    return {"text": said["text"], "data": {key: value for key, value in data.items() if key in places}}


def _counted(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


def _modifier(effect: Effect) -> list[Phrase]:
    always, under = _CHANGES[effect["op"]]
    value = f"{effect['value']:+d}".replace("-", "−")
    when: list[Phrase] = [phrase(_PER[effect["per"]])] if "per" in effect else []
    when += [condition(effect["if"])] if effect.get("if") else []
    if not when:
        return [phrase(always, value=value)]
    both = phrase(PER_AND_IF, per=when[0], condition=when[-1]) if len(when) > 1 else when[0]
    return [phrase(under, value=value, when=both)]


def _negate(effect: Effect) -> list[Phrase]:
    said = [phrase(UNHURT, who=_TARGETS[effect["target"]])]
    return [*said, phrase(REFLECTED)] if effect.get("reflect") else said


def _heal(effect: Effect) -> list[Phrase]:
    facts = {"who": _TARGETS[effect["target"]], "amount": effect["amount"]}
    return [phrase(HEALS_IF, **facts, condition=condition(effect["if"])) if "if" in effect else phrase(HEALS, **facts)]


def _status(effect: Effect) -> list[Phrase]:
    message = _counted(*_STATUS[effect["id"]], effect["turns"])
    return [phrase(message, who=_TARGETS[effect["target"]], turns=effect["turns"])]


_SPECIAL: dict[str, Callable[[Effect], list[Phrase]]] = {
    "hit_mod": _modifier,
    "evade_mod": _modifier,
    "damage_add": _modifier,
    "halve_packet": lambda effect: [phrase(MAY_BE_HALVED, condition=condition(effect["if"]), chance=effect["chance"])],
    "halve_damage": lambda effect: [phrase(HALVED, condition=condition(effect["if"]))],
    "status": _status,
    "seat_status": lambda effect: [phrase(_SEAT_STATUS[effect["id"]])],
    "buff": lambda effect: [phrase(_BUFFS[effect["id"]], who=_TARGETS[effect["target"]], evade=SMOKE_EVADE)],
    "direct_damage": lambda effect: [phrase(DEALS, who=_TARGETS[effect["target"]], amount=effect["amount"])],
    "heal": _heal,
    "negate_damage": _negate,
    "refill": lambda effect: [phrase(REFILLS_ALL if effect["target"] == "entering" else REFILLS_ONE)],
    "deploy_to": lambda effect: [phrase(_DEPLOYED[effect["where"]], from_round=effect.get("from_round"))],
    "grant_trait": lambda effect: [phrase(HAS_TRAIT, trait=cards.TRAIT[effect["trait"]]["name"])],
    "grant_weapon": lambda effect: [phrase(HAS_WEAPON)],
}


def say(effect: Effect) -> list[Phrase]:
    """One operation in words: a sentence or two."""
    op = effect["op"]
    if op in _SPECIAL:
        return [_fitted(said) for said in _SPECIAL[op](effect)]
    forms = _PLAIN[op]
    message = forms if isinstance(forms, str) else _counted(forms[0], forms[1], effect[forms[2]])
    known = {**effect, "tracer": TRACER_HIT, "who": _TARGETS.get(str(effect.get("target")), "")}
    places = set(_PLACE.findall(message))
    return [phrase(message, **{key: _signed(op, known[key]) for key in known if key in places})]


def _owner_gains(amount: int) -> Phrase:
    return _fitted(phrase(_counted(*OWNER_GAINS, amount), amount=amount))


def _signed(op: str, value: Any) -> Any:
    """Numbers that are taken off have a true minus."""
    return f"−{-value}" if isinstance(value, int) and value < 0 else value


def weapon_facts(card: Card) -> list[Phrase]:
    """The printed numbers of a weapon."""
    attr = _ATTR[card["attr"]]
    said = [phrase(MELEE, attr=attr) if card["melee"] else phrase(attr)]
    said.append(_range(card["range"]))
    if card["use"] == "attack":
        said.append(phrase(SHOTS, shots=card["shots"], damage=card["damage"]))
    for key, message in (("aoe", AOE), ("ammo", AMMO), ("energy", TOKENS)):
        if card[key]:
            said.append(phrase(message, **{key: card[key]}))
    return said


def _range(limits: list[int] | None) -> Phrase:
    if limits is None:
        return phrase(RANGE_ANY)
    low, high = limits
    return phrase(RANGE_ONE, low=low) if low == high else phrase(RANGE, low=low, high=high)


def effects_of(card: Card) -> list[Effect]:
    """All operations of a card, in the order in which they are said."""
    return [effect for key in ("effects", "do", "draw", "enter", "while") for effect in card.get(key, ())]


def lines_of(card: Card) -> list[Phrase]:
    """The text of a card or skill, sentence by sentence, without the numbers of a weapon."""
    said: list[Phrase] = []
    if "gain" in card:
        said.append(phrase(GAINED, how=_gained(card["gain"])))
    for key, message in (("ap", COST_AP), ("energy", COST_ENERGY)):
        if key in card.get("cost", {}):
            said.append(phrase(message, cost=card["cost"][key]))
    if card.get("needs"):
        said.append(phrase(CONDITION, condition=condition(card["needs"])))
    if "area_within" in card.get("aim", ()):
        said.append(phrase(AIM, within=card["aim"]["area_within"]))
    if card.get("once"):
        said.append(phrase(ONCE[card["once"]]))
    for effect in effects_of(card):
        is_event_gain = card.get("kind") == "event" and effect["op"] == "gain_energy"
        said += [_owner_gains(effect["amount"])] if is_event_gain else say(effect)
    if (card.get("charges") or 0) > 1 and card.get("use") == "act":
        said.append(phrase(CHARGES, charges=card["charges"]))
    if card.get("rounds"):
        said.append(_fitted(phrase(_counted(*LASTS, card["rounds"]), rounds=card["rounds"])))
    return said


def _messages() -> tuple[str, ...]:
    tables = (_IF, _TARGETS, _SEAT_STATUS, _BUFFS, _PER, _ATTR, _DEPLOYED, ONCE, WHEN)
    found = [message for table in tables for message in table.values()]
    found += [message for table in (_STATUS, _CHANGES, _GAINS) for pair in table.values() for message in pair]
    found += [message for forms in _PLAIN.values() for message in ((forms,) if isinstance(forms, str) else forms[:2])]
    return (
        *found, AND, AND_LAST, *OWNER_GAINS, PER_AND_IF, REFLECTED, REFILLS_ALL, REFILLS_ONE, HALVED, MAY_BE_HALVED, DEALS, HEALS, HEALS_IF, UNHURT,
        HAS_TRAIT,
        HAS_WEAPON, MELEE, RANGE, RANGE_ANY, SHOTS, AOE, AMMO, TOKENS, COST_AP, COST_ENERGY, CONDITION, AIM, CHARGES, *LASTS, RANGE_ONE,
        GAINED, EITHER, GAINED_FROM_START, GAINED_BEHIND, GAINED_SHARE,
    )  # fmt: skip


WORDS = _messages()
