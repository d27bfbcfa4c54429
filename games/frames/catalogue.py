"""What may everybody know of a card? Its name, text, numbers and explained words, as plain data for pages, boards and programs."""

from __future__ import annotations

from typing import Any

from games.core.text import gettext_noop
from games.frames import cards
from games.frames.board import PLACES, Place
from games.frames.cards import Card
from games.frames.keywords import KEYWORDS, keywords_of
from games.frames.origins import about_of
from games.frames.texts import lines_of, weapon_facts, when_of

Json = Any

NUMBERS: dict[str, tuple[str, ...]] = {
    "captain": (),
    "captain_skill": ("window",),
    "ship": ("short", "hp", "hit", "evade", "slots"),
    "ship_skill": ("trigger", "once"),
    "mech": ("short", "maker", "series", "hp", "hit", "evade", "weapons", "traits"),
    "trait": (),
    "pilot": ("talent", "sex", "race", "grade", "recovery"),
    "ship_card": ("windows", "cost", "stays"),
    "mech_card": ("use", "charges"),
    "event": ("type", "rounds"),
    "ship_weapon": (),
    "mech_weapon": (),
    "fleet": ("plays", "advice", "captain", "ship", "weapons", "mechs", "pilots", "ship_cards", "mech_cards"),
}
"""Facts of a card that are shown, by its kind; weapons have theirs in `weapon`."""
_WEAPON = ("use", "attr", "melee", "ammo", "range", "aoe", "shots", "damage", "energy")

AREAS: dict[Place, str] = dict(zip(PLACES, (
    gettext_noop("Deck a5"), gettext_noop("Warship b5"), gettext_noop("Deck c5"),
    gettext_noop("Flank a4"), gettext_noop("Front b4"), gettext_noop("Flank c4"),
    gettext_noop("Middle a3"), gettext_noop("Event Area b3"), gettext_noop("Middle c3"),
    gettext_noop("Flank a2"), gettext_noop("Front b2"), gettext_noop("Flank c2"),
    gettext_noop("Deck a1"), gettext_noop("Warship b1"), gettext_noop("Deck c1"),
), strict=True))  # fmt: skip
"""What the areas are called (1)."""


def entry(card: Card, kind: str) -> dict[str, Json]:
    """One card: `text` are its sentences, `when` says when it is used, `about` who a pilot is or who built a mech, `facts` are the printed numbers
    of a weapon in words."""
    shown: dict[str, Json] = {
        "id": card["id"],
        "kind": kind,
        "set": card.get("set", "first"),
        "name": card.get("called", card["name"]),
        "text": lines_of(card),
        "when": when_of(card) if "attr" not in card else [],
        "about": about_of(card),
        "facts": [],
        "keywords": keywords_of(card),
    }
    shown |= {key: card.get(key) for key in NUMBERS[kind]}
    if "skills" in card:
        shown["skills"] = [skill["id"] for skill in card["skills"]]
    weapon = _weapon_of(card)
    if weapon is not None:
        shown["weapon"] = {key: weapon[key] for key in _WEAPON}
        shown["facts"] = weapon_facts(weapon)
        shown["keywords"] = [name for name in KEYWORDS if name in {*shown["keywords"], *keywords_of(weapon)}]
    return shown


def _weapon_of(card: Card) -> Card | None:
    """The weapon that a card is, or that it brings."""
    if "attr" in card:
        return card
    granted = (effect["weapon"] for effect in card.get("do", ()) if effect["op"] == "grant_weapon")
    return next((cards.WEAPON[name] for name in granted), None)


def _all_cards() -> dict[str, dict[str, Json]]:
    indexes = {
        "captain": cards.CAPTAIN, "captain_skill": cards.SKILL, "ship": cards.SHIP, "ship_skill": cards.SHIP_SKILL,
        "ship_weapon": cards.SHIP_WEAPON, "mech_weapon": cards.MECH_WEAPON, "mech": cards.MECH, "trait": cards.TRAIT,
        "pilot": cards.PILOT, "ship_card": cards.SHIP_CARD, "mech_card": cards.MECH_CARD, "event": cards.EVENT,
        "fleet": cards.STARTER,
    }  # fmt: skip
    return {card["id"]: entry(card, kind) for kind, index in indexes.items() for card in index.values()}


CATALOGUE = _all_cards()
"""All cards by id, in the order of chapter 9. A weapon that a card brings stands in the entry of the card."""
PLAYED: dict[str, dict[str, dict[str, Json]]] = {
    "first": {name: shown for name, shown in CATALOGUE.items() if shown["set"] == "first"},
    "both": CATALOGUE,
}
"""The cards of a table, by its option `sets`."""

WORDS = (
    *(shown["name"] for shown in CATALOGUE.values()),
    *(shown[key] for shown in CATALOGUE.values() for key in ("short", "talent") if key in shown),
    *(said for card in cards.STARTER.values() for said in card["plays"]),
    *AREAS.values(),
)
