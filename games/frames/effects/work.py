"""What do the parts of a step hand on to each other, and who hears of what? Chapters 10 and 14.5."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.core.events import Event
from games.core.rng import Rng
from games.frames.modifiers import Source
from games.frames.state import Held, Record, Side, State, Unit

Json = Any
KINDS = ("ship", "mech")


class Work:
    """A step while it is being played. `state` is a copy that is changed."""

    def __init__(self, state: State, rng: Rng) -> None:
        self.state = state
        self.rng = rng
        self.events: list[Event] = []
        self.looked_through = -1
        """Events that captains have been looked after for."""
        self.killers: dict[str, int | None] = {}
        """Seat that brought a unit to 0, until it is taken off the board."""
        self.standing: Callable[[Work, Record], None] | None = None
        """In Blitz: answers a window by the standing orders."""

    # Words

    def tell(self, event: str, /, **facts: Any) -> None:
        """Something that everybody hears."""
        self._add(event, facts, "all")

    def tell_seat(self, to: int, event: str, /, **facts: Any) -> None:
        """Something that one seat hears."""
        self._add(event, facts, [to])

    def _add(self, event: str, facts: dict[str, Any], to: Json) -> None:
        """Every event says in which turn, and in whose, it happened."""
        state = self.state
        self.events.append({"type": event, **facts, "turn": state.turn, "acting": state.active, "to": to})

    # Chance: chapter 15

    def die(self, faces: int) -> int:
        """1..faces."""
        return self.rng.randrange(faces) + 1

    def roll(self, why: str, seat: int, unit: Unit | None, total: int) -> bool:
        """A d20 against a total, told to everybody (6.2); success if it is not above it."""
        value = self.die(20)
        self.tell(
            "roll",
            why=why,
            seat=seat,
            unit=unit.id if unit else None,
            die=20,
            value=value,
            total=total,
            success=value <= total,
        )
        return value <= total

    def chance(self, why: str, seat: int, unit: Unit | None, percent: int) -> bool:
        """A percent roll, told to everybody."""
        value = self.die(100)
        self.tell(
            "roll", why=why, seat=seat, unit=unit.id if unit else None, die=100, value=value, total=percent,
            success=value <= percent,
        )  # fmt: skip
        return value <= percent

    # Seats

    def side(self, seat: int) -> Side:
        """What belongs to a seat."""
        return self.state.sides[seat]

    def change_energy(self, seat: int, change: int, why: str) -> None:
        """Gain or lose tokens (8.5)."""
        if change == 0:
            return
        side = self.side(seat)
        side.energy += change
        if change > 0:
            side.gained_energy += change
        else:
            side.gained_energy = min(side.gained_energy, side.energy)
        self.tell("energy", seat=seat, change=change, total=side.energy, why=why)

    def draw(self, seat: int, kind: str, count: int) -> int:
        """Take cards from the top of a pile into the hand; returns how many there were."""
        side = self.side(seat)
        drawn: list[Held] = []
        while len(drawn) < count:
            if not side.pile[kind] and not self._refill(side, kind):
                break
            drawn.append(side.pile[kind].pop(0))
        side.hand[kind] += drawn
        if drawn:
            names = [{"id": one.id, "card": one.card} for one in drawn]
            self.tell("draw", seat=seat, kind=kind, count=len(drawn))
            self.tell_seat(seat, "drawn", cards=names)
        return len(drawn)

    def _refill(self, side: Side, kind: str) -> bool:
        """By option: shuffle the used cards of a kind into an empty pile (8.6)."""
        if not self.state.settings.reshuffle_discard or not side.discard[kind]:
            return False
        side.pile[kind] = [one.renewed() for one in side.discard[kind]]
        side.discard[kind] = []
        self.rng.shuffle(side.pile[kind])
        self.tell("reshuffle", seat=side.seat, kind=kind, count=len(side.pile[kind]))
        return True

    def shuffle_back(self, seat: int, kind: str, returned: list[Held]) -> None:
        """Put cards back into a pile and shuffle it; they forget what was used of them."""
        pile = self.side(seat).pile[kind]
        pile += [one.renewed() for one in returned]
        self.rng.shuffle(pile)

    def throw(self, seat: int, kind: str, held: Held) -> None:
        """A used card goes face up to its discard pile."""
        self.side(seat).discard[kind].append(held)
        self.tell("discard", seat=seat, kind=kind, card=held.card)

    # What is turned up

    def reveal(self, unit: Unit, sources: Iterable[Source]) -> None:
        """Turn up a mech's pilot or cards that have had an effect."""
        for source in sources:
            if source == "pilot":
                self.reveal_pilot(unit)
            elif isinstance(source, Held):
                self.reveal_gear(unit, source)

    def reveal_pilot(self, unit: Unit) -> None:
        """Turn up the pilot of a mech."""
        if unit.pilot is None or unit.pilot_up:
            return
        unit.pilot_up = True
        side = self.state.side_of(unit)
        if unit.pilot not in side.known:
            side.known.append(unit.pilot)
        self.tell("reveal", what="pilot", unit=unit.id, card=unit.pilot)

    def reveal_gear(self, unit: Unit, held: Held) -> None:
        """Turn up a card on a mech."""
        if not held.revealed:
            held.revealed = True
            self.tell("reveal", what="gear", unit=unit.id, card=held.card)

    def drop_gear(self, unit: Unit, held: Held) -> None:
        """A used-up card of a mech goes to the discard pile."""
        unit.gear.remove(held)
        self.throw(unit.seat, "mech", held)

    def reveal_captain(self, seat: int, skill: str) -> None:
        """A skill is used: it is spent, and the captain is face up from now on."""
        side = self.side(seat)
        side.spent.append(skill)
        if not side.captain_up:
            side.captain_up = True
            self.tell("reveal", what="captain", seat=seat, card=side.captain)
        self.tell("skill_used", seat=seat, skill=skill)

    # Units

    def heal(self, unit: Unit, amount: int) -> None:
        """Give back hit points, never above the maximum (D51)."""
        gained = min(amount, unit.max_hp - unit.hp)
        if gained > 0:
            unit.hp += gained
            self.tell("heal", unit=unit.id, amount=gained, hp=unit.hp)

    def status(self, unit: Unit, status: str, turns: int | None) -> None:
        """Tell of a status that a unit has got."""
        self.tell("status", unit=unit.id, id=status, turns=turns)

    def status_end(self, unit: Unit, status: str) -> None:
        """Tell of a status that has ended."""
        self.tell("status_end", unit=unit.id, id=status)
