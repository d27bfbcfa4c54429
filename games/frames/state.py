"""What is the position, and how is it stored? Suspended work is a list of plain records (14.1), so any position can be saved."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from games.core.records import shallow
from games.frames import cards
from games.frames.board import Place
from games.frames.settings import Settings

Json = Any
Record = dict[str, Any]
"""A piece of suspended work: `do` names what is to be done next, the rest is its own."""


def _copied(value: Json) -> Json:
    """A copy of a record with all its parts."""
    if isinstance(value, dict):
        return {key: _copied(one) for key, one in value.items()}
    return [_copied(one) for one in value] if isinstance(value, list) else value


class Held(Struct):
    """A card of a pile that has been given a number: in a pile, in a hand, on a mech, or used."""

    id: str
    card: str
    revealed: bool = False
    charges: int | None = None
    """Uses or points that are left; None for cards that count none."""

    def renewed(self) -> Held:
        """The same card as it lies in a pile: face down, with all its charges (9.9)."""
        return held(self.id, self.card)


def held(card_id: str, card: str) -> Held:
    """A fresh card of this number."""
    kind = cards.MECH_CARD.get(card)
    return Held(card_id, card, False, kind["charges"] if kind else None)


class Arm(Struct, array_like=True):
    """A weapon as it is carried."""

    id: str
    """Catalogue id, with `#2` behind it for the giant's second of a kind."""
    ammo: int | None

    @property
    def card(self) -> str:
        """Catalogue id."""
        return self.id.split("#")[0]


class Unit(Struct):
    """A warship, a mech, or the giant that a warship became."""

    id: str
    seat: int
    card: str
    """Id of the warship or of the model."""
    hp: int
    max_hp: int
    hit: int
    evade: int
    weapons: list[Arm]
    where: str = "hangar"
    """`board`, `hangar` or `gone`; a warship that is whole stands on the board, a wreck is gone."""
    at: Place | None = None
    is_mech: bool = True
    burn: int = 0
    burn_by: int | None = None
    burn_turn: int = 0
    marks: list[int] = field(default_factory=lambda: [0, 0])
    """Tracer marks per seat that made them, and the turn in which they were made last."""
    marks_turn: list[int] = field(default_factory=lambda: [0, 0])
    pilot: str | None = None
    pilot_up: bool = False
    gear: list[Held] = []
    disabled: int = 0
    disabled_turn: int = 0
    em_locked: int = 0
    em_turn: int = 0
    barrier: int = 0
    """Points that are left, and turns that are left."""
    barrier_turns: int = 0
    barrier_turn: int = 0
    buffs: list[str] = []
    """Of `link_charge`, `smoke` and `tailwind`; the other buffs follow from the position."""
    infected: int | None = None
    infected_turn: int = 0
    doomed: bool = False
    acted: bool = False
    attacked: bool = False
    boosted: bool = False
    """Used a Booster Pack this turn."""
    fresh: bool = False
    extras: list[str] = []
    """What it has had of `thruster` and `frenzy` in this end step."""
    deploy_lock: int = 0
    backup_used: bool = False
    spared: bool = False
    """Takes no more damage this turn (Backup Power)."""
    guard_used: bool = False
    defence_zero: bool = False

    @property
    def on_board(self) -> bool:
        """Does it stand on the board?"""
        return self.where == "board"

    @property
    def able(self) -> bool:
        """Is it on the board and neither disabled nor locked (5.2)?"""
        return self.where == "board" and not self.disabled and not self.em_locked

    @property
    def damaged(self) -> bool:
        """Has it less than its maximum?"""
        return self.hp < self.max_hp

    def arm(self, weapon: str) -> Arm | None:
        """The weapon of this id, if it is carried."""
        return next((arm for arm in self.weapons if arm.id == weapon), None)

    def copy(self) -> Unit:
        """An independent one."""
        clone = shallow(self)
        clone.weapons = [shallow(arm) for arm in self.weapons]
        clone.marks, clone.marks_turn, clone.buffs, clone.extras = (
            self.marks[:], self.marks_turn[:], self.buffs[:], self.extras[:],
        )  # fmt: skip
        clone.gear = [shallow(one) for one in self.gear]
        return clone


class Cannon(Struct):
    """An Autonomous Cannon on a warship (9.4)."""

    id: str
    card: str
    ready: bool
    turns: int | None
    """Own turns that are left; None for the rest of the match."""


class Side(Struct):
    """What belongs to a seat."""

    seat: int
    ship: Unit
    mechs: list[Unit] = []
    cannons: list[Cannon] = []
    cannons_built: int = 0
    energy: int = 0
    gained_energy: int = 0
    """Tokens gained in this round of Blitz, which outlast it (12.5)."""
    gathered: bool = False
    jammed: int = 0
    jammed_turn: int = 0
    immune: bool = False
    double: bool = False
    captain: str = ""
    captain_up: bool = False
    gained: list[str] = []
    spent: list[str] = []
    ready: list[str] = []
    wounded: list[Json] = []
    """`card`, `turns`, `known` (to everybody)."""
    lost: list[str] = []
    known: list[str] = []
    """Pilots that have ever been turned up."""
    hand: dict[str, list[Held]] = field(default_factory=lambda: {"ship": [], "mech": []})
    pile: dict[str, list[Held]] = field(default_factory=lambda: {"ship": [], "mech": []})
    """Top first."""
    discard: dict[str, list[Held]] = field(default_factory=lambda: {"ship": [], "mech": []})
    skills_used: list[str] = []
    """Ship skills that cannot be used (again) now."""
    counters: dict[str, int] = field(
        default_factory=lambda: {
            "destroyed_own": 0, "destroyed_enemy": 0, "evades": 0, "ship_damage_dealt": 0, "landed_attacks": 0,
        }
    )  # fmt: skip

    @property
    def ship_state(self) -> str:
        """`intact`, `wreck` or `giant` (6.8, 8.4)."""
        if self.ship.is_mech:
            return "giant"
        return "intact" if self.ship.on_board else "wreck"

    @property
    def intact(self) -> bool:
        """Is there a warship that is a warship?"""
        return self.ship.on_board and not self.ship.is_mech

    def board_mechs(self) -> list[Unit]:
        """Mechs on the board in the order of their ids, the giant last."""
        found = [mech for mech in self.mechs if mech.where == "board"]
        if self.ship.is_mech and self.ship.where == "board":
            found.append(self.ship)
        return found

    def held_in_hand(self, card_id: str) -> Held | None:
        """The card of this id, if it is in hand."""
        return next((one for kind in ("ship", "mech") for one in self.hand[kind] if one.id == card_id), None)

    def copy(self) -> Side:
        """An independent one; cards in hand and piles never change in place and are shared."""
        clone = shallow(self)
        clone.ship = self.ship.copy()
        clone.mechs = [mech.copy() for mech in self.mechs]
        clone.cannons = [shallow(one) for one in self.cannons]
        clone.gained, clone.spent, clone.ready = self.gained[:], self.spent[:], self.ready[:]
        clone.lost, clone.known, clone.skills_used = self.lost[:], self.known[:], self.skills_used[:]
        clone.wounded = [dict(one) for one in self.wounded]
        clone.hand = {kind: list_[:] for kind, list_ in self.hand.items()}
        clone.pile = {kind: list_[:] for kind, list_ in self.pile.items()}
        clone.discard = {kind: list_[:] for kind, list_ in self.discard.items()}
        clone.counters = dict(self.counters)
        return clone


class Weather(Struct):
    """The weather in force (8.7)."""

    card: str
    turns_left: int
    drawn_by: int
    drawn_turn: int = 0


class State(Struct):
    """A position. `resolve` never changes one; it copies it and changes the copy."""

    settings: Settings
    phase: str
    sides: list[Side]
    choices: list[str | None] = field(default_factory=lambda: [None, None])
    victory: list[str] = []
    round: int = 0
    first: int | None = None
    active: int | None = None
    ap: int = 0
    turn: int = 0
    """Number of the turn of the match (in Blitz: of the round); what was applied in it does not count down in it (D9)."""
    ending: bool = False
    """The turn is in its end step."""
    deck: list[str] = []
    """Event cards, top first."""
    event_discard: list[str] = []
    weather: Weather | None = None
    todo: list[Record] = []
    """Suspended work, the next piece last."""
    raider: int | None = None
    """A seat whose mech has just entered the enemy ship area by its own move (11.1)."""
    resigned: list[int] = []
    rest: Record | None = None
    """Orders of the turn that are still to be played, or were not (`resolve/rest.py`); replaced, never changed in place. Secret."""
    result: Json = None

    @property
    def waiting(self) -> Record:
        """The record that waits for an answer; only in the phases that have one."""
        return self.todo[-1]

    def side_of(self, unit: Unit) -> Side:
        """The side that a unit belongs to."""
        return self.sides[unit.seat]

    def unit(self, unit_id: str) -> Unit | None:
        """The unit of this id, wherever it is."""
        for side in self.sides:
            if side.ship.id == unit_id:
                return side.ship
            for mech in side.mechs:
                if mech.id == unit_id:
                    return mech
        return None

    def need(self, unit_id: str) -> Unit:
        """The unit of an id that is known to be one."""
        unit = self.unit(unit_id)
        assert unit is not None, unit_id
        return unit

    def mechs_on_board(self) -> list[Unit]:
        """Mechs of both seats on the board, seat 0 first."""
        return self.sides[0].board_mechs() + self.sides[1].board_mechs()

    def copy(self) -> State:
        """A position that may be changed."""
        clone = shallow(self)
        clone.sides = [side.copy() for side in self.sides]
        clone.todo = [_copied(record) for record in self.todo]
        for name in ("choices", "victory", "deck", "event_discard", "resigned"):
            setattr(clone, name, getattr(self, name)[:])
        clone.weather = self.weather and shallow(self.weather)
        return clone
