"""Which captain, pilots and cards may a side have that a view does not show? The plainest guess, from that view alone.

A fleet of the enemy that looks like a starter fleet, as far as it shows, is taken for it; else what is hidden is drawn from the whole
catalogue within the limits of chapter 2. Nothing is drawn that lies open elsewhere. Of own piles only the order is not known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from games.core.rng import Rng
from games.frames import cards
from games.frames.constants import COPIES, PILE_SIZE
from games.frames.settings import Settings
from games.frames.state import Held, held

Json = Any

KINDS = ("ship", "mech")
_CATALOGUE = {"ship": cards.SHIP_CARD, "mech": cards.MECH_CARD}


class Guess:
    """The hidden parts of one side, dealt out one after the other; `line` is the side as the view shows it."""

    def __init__(self, line: Json, turned_up: list[str], settings: Settings, rng: Rng) -> None:
        self.line, self.rng = line, rng
        self.shown = {kind: _shown_cards(line, kind) for kind in KINDS}
        self._turned_up = Counter(turned_up)
        for name in turned_up:
            self.shown[_kind_of(name)][name] += 1
        starter = _starter(line, self.shown)
        self.captain: str = line["captain"]["card"] or _captain(line, starter, settings, rng)
        self._pilots = _hidden_pilots(line, starter, settings, rng)
        self._cards = {kind: self._hidden_cards(kind, starter) for kind in KINDS}
        taken = {one["id"] for one in _own_cards(line)}
        names = (f"c{line['seat']}_{number}" for number in range(2 * PILE_SIZE))
        self._ids = [name for name in names if name not in taken]

    def pilot(self) -> str:
        """The next hidden pilot."""
        return self._pilots.pop()

    def card(self, kind: str) -> Held:
        """The next hidden card of a kind, as it lies in a pile."""
        return self.numbered(self._cards[kind].pop())

    def gear(self) -> list[Held]:
        """The next card that lies face down on a mech."""
        return [self.card("mech")]

    def numbered(self, card: str) -> Held:
        """A card whose number is not known."""
        return held(self._ids.pop(0), card)

    def _hidden_cards(self, kind: str, starter: cards.Card | None) -> list[str]:
        listed, shown = self.line["library"][kind], self.shown[kind]
        whole: Counter[str] = Counter(dict.fromkeys(_CATALOGUE[kind], COPIES))
        if listed is not None:
            whole = Counter(listed) - self._turned_up + shown
        elif starter is not None:
            whole = Counter(starter[f"{kind}_cards"])
        hidden = sorted((whole - shown).elements())
        self.rng.shuffle(hidden)
        return hidden[: PILE_SIZE - shown.total()]


class Nothing:
    """In place of a guess: what a view does not show stays blank; own piles hold what they are known to hold, in no order."""

    def __init__(self, line: Json, turned_up: list[str]) -> None:
        self.captain: str = line["captain"]["card"] or next(iter(cards.CAPTAIN))
        self._piles = {
            kind: sorted((Counter(line["library"][kind] or ()) - Counter(turned_up)).elements()) for kind in KINDS
        }

    def pilot(self) -> str:
        """Nobody that is known."""
        return ""

    def card(self, kind: str) -> Held:
        """A card of an own pile, else a blank one."""
        return held("", self._piles[kind].pop() if self._piles[kind] else "")

    def gear(self) -> list[Held]:
        """A card face down on a mech has no effect that is known."""
        return []

    def numbered(self, card: str) -> Held:
        """A card without a number."""
        return held("", card)


def _kind_of(card: str) -> str:
    return "ship" if card in cards.SHIP_CARD else "mech"


def _own_cards(line: Json) -> list[Json]:
    """Cards whose number is known: those in the own hand and on the own mechs."""
    found = [one for kind in KINDS for one in line["hand"][kind] or ()]
    found += [one for mech in line["mechs"] for one in mech["gear"]]
    return [one for one in found if one["id"] is not None]


def cannons_built(line: Json) -> int:
    """Cards that have become installations: they are missing from hand, pile and discards."""
    left: int = line["hand"]["ship_count"] + line["library"]["ship_count"] + len(line["discard"]["ship"])
    return PILE_SIZE - left


def _shown_cards(line: Json, kind: str) -> Counter[str]:
    found = Counter(line["discard"][kind])
    found.update(one["card"] for one in line["hand"][kind] or ())
    if kind == "mech":
        found.update(one["card"] for mech in line["mechs"] for one in mech["gear"] if one["card"] is not None)
    else:
        staying = [card["id"] for card in cards.SHIP_CARD.values() if card["stays"]]
        found.update(staying * cannons_built(line))
    return found


def _shown_pilots(line: Json) -> set[str]:
    """Pilots who are seen somewhere now."""
    found = {*(line["pilots"]["ready"] or ()), *line["pilots"]["lost"]}
    found |= {one["card"] for one in line["pilots"]["wounded"]}
    found |= {mech["pilot"]["card"] for mech in line["mechs"] if mech["pilot"]}
    return found - {None}


def _starter(line: Json, shown: Mapping[str, Counter[str]]) -> cards.Card | None:
    """The starter fleet that this side looks like, if there is one."""
    return next((card for card in cards.STARTER.values() if _looks_like(line, shown, card)), None)


def _looks_like(line: Json, shown: Mapping[str, Counter[str]], starter: cards.Card) -> bool:
    ship = line["ship"]
    mechs = [mech for mech in line["mechs"] if mech["id"] != ship["id"]]
    weapons = [arm["id"] for arm in ship["weapons"]]
    # The main weapons of a giant, and of the wreck that it became, are gone (8.4).
    had_others = not all(name in cards.SHIP_WEAPON for name in weapons)
    return (
        line["captain"]["card"] in (None, starter["captain"])
        and ship["card"] == starter["ship"]
        and (had_others or weapons == list(starter["weapons"]))
        and [mech["model"] for mech in mechs] == list(starter["mechs"])
        and all([arm["id"] for arm in mech["weapons"]] == cards.MECH[mech["model"]]["weapons"] for mech in mechs)
        and _pilot_count(line) == len(starter["pilots"])
        and _shown_pilots(line) | set(line["pilots"]["known"]) <= set(starter["pilots"])
        and all(shown[kind] <= Counter(starter[f"{kind}_cards"]) for kind in KINDS)
    )


def _pilot_count(line: Json) -> int:
    pilots = line["pilots"]
    aboard = sum(mech["pilot"] is not None for mech in line["mechs"])
    return int(pilots["ready_count"]) + len(pilots["wounded"]) + len(pilots["lost"]) + aboard


def _captain(line: Json, starter: cards.Card | None, settings: Settings, rng: Rng) -> str:
    """A captain who has used no skill yet: none whose skill would have happened by itself by now (7.4)."""
    waits = settings.momentum_waits
    if starter is not None and not _would_have_acted(line, starter["captain"], waits):
        name: str = starter["captain"]
        return name
    names = [name for name in cards.within(cards.CAPTAIN, settings.sets) if not _would_have_acted(line, name, waits)]
    return names[rng.randrange(len(names))]


def _would_have_acted(line: Json, captain: str, momentum_waits: bool) -> bool:
    mechs = [mech for mech in line["mechs"] if mech["where"] == "board"]
    if momentum_waits and all(mech["hp"] == mech["max_hp"] for mech in mechs):
        return False
    alone = [skill for skill in cards.CAPTAIN[captain]["skills"] if skill["window"] == "auto"]
    return any(len(mechs) >= skill["gain"]["at_least"] for skill in alone)


def _hidden_pilots(line: Json, starter: cards.Card | None, settings: Settings, rng: Rng) -> list[str]:
    """As many as there are places for; whoever was turned up once and is nowhere in sight is one of them."""
    shown = _shown_pilots(line)
    due = [name for name in line["pilots"]["known"] if name not in shown]
    names: Iterable[str] = cards.within(cards.PILOT, settings.sets) if starter is None else starter["pilots"]
    others = [name for name in names if name not in shown and name not in due]
    rng.shuffle(others)
    found = (due + others)[: _pilot_count(line) - len(shown)]
    rng.shuffle(found)
    return found
