"""When may the site answer a reaction window for a person? Chapter 7.3: by the person's own wishes and the view alone."""

from __future__ import annotations

from typing import Any

from games.core.contract import Option
from games.core.text import gettext_noop
from games.frames import cards
from games.frames.cards import Card

Json = Any

PASS = {"type": "react", "use": []}


def _reactions() -> dict[str, Card]:
    """Everything that can be offered in a window, by its id."""
    found = {name: card for name, card in cards.SHIP_CARD.items() if set(card["windows"]) - {"main"}}
    found |= {name: card for name, card in cards.MECH_CARD.items() if card["use"] == "defence"}
    return found | {name: skill for name, skill in cards.SKILL.items() if skill["window"] not in ("main", "auto")}


REACTIONS = _reactions()

PREFERENCES: tuple[Option, ...] = (
    Option(
        "reactions", "choice", gettext_noop("Reaction windows"), "ask_if_able",
        gettext_noop("The enemy cannot tell which of these you have chosen."),
        choices=(
            ("ask_if_able", gettext_noop("Ask if I can do something")),
            ("always_ask", gettext_noop("Always ask")),
            ("auto_pass", gettext_noop("Always pass")),
        ),
    ),
    Option("pass_this_turn", "bool", gettext_noop("Pass until this turn ends"), False, lapses_with="turn"),
    Option(
        "skip", "choices", gettext_noop("Never ask for"), [],
        choices=tuple((name, card["name"]) for name, card in REACTIONS.items()),
    ),
    Option(
        "repair_below", "int", gettext_noop("Ask for repairs of the warship below"), 100,
        gettext_noop("Percent of its hit points."), minimum=1, maximum=100,
    ),
)  # fmt: skip


def auto_orders(view: Json, preferences: Json) -> Json | None:
    """A pass where the seat's wishes ask for one; None: ask the person. Reads the seat's own view, changes nothing."""
    window = view["window"]
    if view["phase"] != "window" or window["seat"] != view["you"]:
        return None
    if preferences["reactions"] == "auto_pass" or preferences["pass_this_turn"]:
        return dict(PASS)
    if preferences["reactions"] == "always_ask":
        return None
    mine = view["seats"][view["you"]]
    asked = [offer for offer in window["offers"] if _is_wanted(mine, _card_of(mine, offer), preferences)]
    return None if asked else dict(PASS)


def _card_of(mine: Json, offer: Json) -> str:
    """What an offer would use, by its catalogue id."""
    if "skill" in offer:
        return str(offer["skill"])
    if "gear" in offer:
        unit = next(mech for mech in mine["mechs"] if mech["id"] == offer["unit"])
        return next(str(held["card"]) for held in unit["gear"] if held["id"] == offer["gear"])
    return next(str(held["card"]) for held in mine["hand"]["ship"] if held["id"] == offer["card"])


def _is_wanted(mine: Json, card: str, preferences: Json) -> bool:
    """Does the seat want to be asked for this?"""
    if card in preferences["skip"]:
        return False
    heals = any(effect["op"] == "heal_ship" for effect in REACTIONS[card]["do"])
    ship = mine["ship"]
    return not heals or 100 * ship["hp"] < preferences["repair_below"] * ship["max_hp"]
