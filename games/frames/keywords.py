"""Which words of the cards need an explanation, and on which cards do they stand? Read off the same data as the text."""

from __future__ import annotations

from typing import Any

from games.core.text import gettext_noop
from games.frames.cards import Card
from games.frames.texts import effects_of

KEYWORDS: dict[str, dict[str, str]] = {
    "hp": {
        "name": gettext_noop("HP"),
        "help": gettext_noop("Hit points. At 0 a mech leaves the table, and a warship is a wreck."),
    },
    "hit": {
        "name": gettext_noop("Hit"),
        "help": gettext_noop("For each shot a die of 20 is rolled; with this number or less it is on target."),
    },
    "evade": {
        "name": gettext_noop("Evade"),
        "help": gettext_noop(
            "Whoever such a shot is meant for rolls as well; with this number or less it goes past, else it has landed."
        ),
    },
    "ammo": {
        "name": gettext_noop("Ammunition"),
        "help": gettext_noop("How often a weapon can be used; a mech that is recalled comes out with all of it again."),
    },
    "landed": {
        "name": gettext_noop("Landed"),
        "help": gettext_noop("A shot has landed when its hit roll succeeded and it was not evaded."),
    },
    "volley": {
        "name": gettext_noop("Volley"),
        "help": gettext_noop("All shots of one attack at one target."),
    },
    "packet": {
        "name": gettext_noop("Packet"),
        "help": gettext_noop(
            "The damage of all landed shots of a volley together; shields and halving act on it once."
        ),
    },
    "direct_damage": {
        "name": gettext_noop("Direct damage"),
        "help": gettext_noop("Damage without rolls and without a reaction window; it is no attack."),
    },
    "melee": {
        "name": gettext_noop("Melee"),
        "help": gettext_noop("A weapon for the same area; whoever carries one may parry a Laser Saber."),
    },
    "support": {
        "name": gettext_noop("Support"),
        "help": gettext_noop("Used on another own mech: no rolls, one round of ammunition."),
    },
    "aoe": {
        "name": gettext_noop("AOE"),
        "help": gettext_noop(
            "Attacks every enemy mech in the area aimed at and in the areas next to it, and nobody else."
        ),
    },
    "energy": {
        "name": gettext_noop("Energy token"),
        "help": gettext_noop(
            "Belongs to the seat. All are lost at the end of an own turn in which no energy was gathered."
        ),
    },
    "burn": {
        "name": gettext_noop("Burning"),
        "help": gettext_noop("Takes damage at the end of each own turn until the fire is out; a new fire begins anew."),
    },
    "tracer": {
        "name": gettext_noop("Tracer mark"),
        "help": gettext_noop("Makes the next volley of the seat that set it hit more easily, and is used up by it."),
    },
    "disabled": {
        "name": gettext_noop("Disabled"),
        "help": gettext_noop("Does nothing in so many of its own turns; it evades as ever and may be recalled."),
    },
    "em_locked": {
        "name": gettext_noop("Locked"),
        "help": gettext_noop(
            "Cannot act until another mech enters the event area, it leaves the area, or time is over."
        ),
    },
    "infected": {
        "name": gettext_noop("Infected"),
        "help": gettext_noop(
            "If it is not recalled in time, its pilot is lost for the match when the mech is destroyed."
        ),
    },
    "barrier": {
        "name": gettext_noop("Barrier"),
        "help": gettext_noop("Absorbs so many points of damage before the mech takes any."),
    },
    "buff": {
        "name": gettext_noop("Buff"),
        "help": gettext_noop("Link Charge, barrier, smoke, tailwind and ion assimilation; the Nano Blade counts them."),
    },
    "jammed": {
        "name": gettext_noop("Jammed"),
        "help": gettext_noop("A jammed seat plays no ship cards."),
    },
    "immune": {
        "name": gettext_noop("Immune"),
        "help": gettext_noop("Attacks do nothing, not even roll dice; direct damage still counts."),
    },
    "deploy_lock": {
        "name": gettext_noop("Deployment lock"),
        "help": gettext_noop("The mech stays in the hangar for so many turns of its owner."),
    },
    "face_down": {
        "name": gettext_noop("Face down"),
        "help": gettext_noop("Only its owner knows it. What first changes a total or a damage turns it up."),
    },
    "window": {
        "name": gettext_noop("Reaction window"),
        "help": gettext_noop(
            "A short pause after a landed attack, a deployment or a gathering, in which a seat may answer from its hidden cards."
        ),
    },
    "weather": {
        "name": gettext_noop("Weather"),
        "help": gettext_noop("Stays in force for its rounds; new weather replaces it, instant events leave it."),
    },
    "wounded": {
        "name": gettext_noop("Wounded"),
        "help": gettext_noop("A pilot whose mech was destroyed is ready again after so many turns of the owner."),
    },
}
"""Name and help sentence by id, in the order of chapters 6 to 9."""

_BY_OPERATION: dict[str, tuple[str, ...]] = {
    "no_judgement": ("landed",),
    "shot_damage_mult": ("landed", "volley"),
    "mark": ("landed", "volley", "tracer"),
    "burn": ("burn",),
    "spend_all_energy": ("energy",),
    "second_target": ("volley",),
    "steal_energy": ("energy",),
    "repeat_volley": ("volley", "melee"),
    "halve_packet": ("packet",),
    "negate_damage": ("window", "packet"),
    "dodge_attack": ("window",),
    "redirect": ("window",),
    "force_recall": ("window",),
    "void_gather": ("window", "energy"),
    "deploy_lock": ("deploy_lock",),
    "gain_energy": ("energy",),
    "gather_gain": ("energy",),
    "divert": ("energy",),
    "final_volley": ("volley", "energy"),
    "install": ("direct_damage",),
    "direct_damage": ("direct_damage",),
    "pull": ("direct_damage",),
    "frenzy": ("direct_damage",),
    "barrier": ("barrier", "buff"),
    "buff": ("buff",),
    "ion": ("buff",),
    "see_face_down": ("face_down",),
    "reveal_near": ("face_down",),
    "skip_wound": ("wounded",),
    "status": (),
    "seat_status": (),
}
"""Words that an operation uses; a status names itself."""
_STATUSES = {"disabled", "em_locked", "infected", "jammed"}


def keywords_of(card: Card) -> list[str]:
    """The ids of the words on a card that have a help sentence, in the order of `KEYWORDS`."""
    found: set[str] = set()
    for effect in effects_of(card):
        found.update(_BY_OPERATION.get(effect["op"], ()), {str(effect.get("id"))} & _STATUSES)
        if effect.get("id") == "immune_to_attacks":
            found.add("immune")
        found.update(_of_conditions({**effect.get("if", {}), "per": effect.get("per")}))
    found.update(_of_conditions(card.get("needs", {})))
    if "hp" in card:
        found.update(("hp", "hit", "evade", "ammo"))
    if card.get("ammo"):
        found.add("ammo")
    if card.get("melee"):
        found.add("melee")
    if card.get("aoe"):
        found.add("aoe")
    if card.get("use") == "support":
        found.add("support")
    if card.get("energy") or "energy" in card.get("cost", {}):
        found.add("energy")
    if set(card.get("windows", ())) - {"main"} or card.get("window") in ("offence", "defence", "any"):
        found.add("window")
    if card.get("type") == "weather":
        found.add("weather")
    if card.get("kind") in ("pilot", "mech_card"):
        found.add("face_down")
    return [name for name in KEYWORDS if name in found]


def _of_conditions(wanted: dict[str, Any]) -> set[str]:
    found = {"energy"} & {"energy" for key in wanted if key == "own_energy_gte"}
    if wanted.get("melee"):
        found.add("melee")
    per = {"own_energy": "energy", "own_buff": "buff", "landed_shot": "landed"}.get(str(wanted.get("per")))
    return found | ({per} if per else set())


WORDS = tuple(said for entry in KEYWORDS.values() for said in entry.values())
