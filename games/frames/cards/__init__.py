"""Where is the card of this name? One index over the whole catalogue (chapter 9); nothing here changes."""

from __future__ import annotations

from games.frames.cards import second
from games.frames.cards.captains import CAPTAINS
from games.frames.cards.card import Card, Effect
from games.frames.cards.fleets import STARTERS
from games.frames.cards.hands import MECH_CARDS, SHIP_CARDS
from games.frames.cards.mechs import MECHS, PILOTS, TRAITS
from games.frames.cards.ships import SHIPS
from games.frames.cards.weapons import GEAR_WEAPONS, MECH_WEAPONS, SHIP_WEAPONS
from games.frames.cards.weather import EVENTS

Index = dict[str, Card]
"""Cards by id, in the order of the rules."""


def _index(cards: tuple[Card, ...]) -> Index:
    return {card["id"]: card for card in cards}


CAPTAIN = _index(CAPTAINS + second.CAPTAINS)
SKILL = {skill["id"]: skill for captain in CAPTAIN.values() for skill in captain["skills"]}
"""Skills of captains by id."""
SHIP = _index(SHIPS + second.SHIPS)
SHIP_SKILL = {skill["id"]: skill for ship in SHIP.values() for skill in ship["skills"]}
WEAPON = _index(SHIP_WEAPONS + second.SHIP_WEAPONS + MECH_WEAPONS + second.MECH_WEAPONS + GEAR_WEAPONS)
"""Every weapon, the dagger of the mech cards included."""
SHIP_WEAPON = _index(SHIP_WEAPONS + second.SHIP_WEAPONS)
MECH_WEAPON = _index(MECH_WEAPONS + second.MECH_WEAPONS)
MECH = _index(MECHS + second.MECHS)
TRAIT = _index(TRAITS + second.TRAITS)
PILOT = _index(PILOTS + second.PILOTS)
SHIP_CARD = _index(SHIP_CARDS)
MECH_CARD = _index(MECH_CARDS)
EVENT = _index(EVENTS)
STARTER = _index(STARTERS + second.STARTERS)


def is_in(card: Card, sets: str) -> bool:
    """Is a card played where the option `sets` has this value?"""
    return sets == "both" or card.get("set", "first") == sets


def within(index: Index, sets: str) -> Index:
    """The cards of an index that are played there, in their order."""
    return {name: card for name, card in index.items() if is_in(card, sets)}


__all__ = [
    "CAPTAIN",
    "EVENT",
    "MECH",
    "MECH_CARD",
    "MECH_WEAPON",
    "PILOT",
    "SHIP",
    "SHIP_CARD",
    "SHIP_SKILL",
    "SHIP_WEAPON",
    "SKILL",
    "STARTER",
    "TRAIT",
    "WEAPON",
    "Card",
    "Effect",
    "is_in",
    "within",
]
