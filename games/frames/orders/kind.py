"""What is a kind of order? One record: what it could use, its check, its price, its effect, and its words.

An order that passes its check is legal; of what has no legal order the first refusal tells why; a sketch is the effect without dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from games.core.errors import OrderError
from games.core.fields import cut, items, record, text, whole
from games.core.text import Phrase
from games.frames import refusals
from games.frames.board import HEIGHT, WIDTH, Place
from games.frames.constants import AP_COST
from games.frames.effects.work import Work
from games.frames.state import Side, State, Unit

Order = dict[str, Any]
Facts = dict[str, Any]


class Use(Struct, frozen=True):
    """Something own that an order could use."""

    order: Order
    """The order without its aim: enough to say what it is about."""
    orders: Iterable[Order]
    """With every aim that there might be, as they are checked."""
    sure: bool = False
    """All of them are legal as soon as what acts is ready."""
    more: Facts = {}
    """What else a reader is told of it."""


class Kind:
    """One kind of order; a kind of an operation, window or choice does without what nobody asks of it."""

    type: str
    fields: tuple[str, ...] = ()
    required: tuple[str, ...] = ()

    least = 0
    """Action points that the cheapest such order costs."""

    def __init_subclass__(cls) -> None:
        if "least" not in vars(cls):
            cls.least = AP_COST.get(getattr(cls, "type", ""), 0)

    def uses(self, state: State, seat: int) -> Iterator[Use]:
        """All that the seat owns for orders of this kind, able or not."""
        yield Use({"type": self.type}, [{"type": self.type}])

    def plain(self, state: State, seat: int, order: Order) -> Order | None:
        """Of a use's orders the one whose refusal tells why none is legal; None: the first of them."""
        return None

    def check(self, state: State, seat: int, given: Order) -> Order:
        """The order in normal form; raises OrderError. Order of checks: shape, acting thing, price, aim (14.3)."""
        record(given, "", ("type", *self.fields), self.required)
        found = self.ready(state, seat, given)
        return {"type": self.type, **found, **self.aim(state, seat, given, found)}

    def ready(self, state: State, seat: int, given: Order) -> Order:
        """The part without an aim: may what acts do so, and is it paid for? Raises OrderError."""
        return {}

    def aim(self, state: State, seat: int, given: Order, found: Order) -> Order:
        """The rest of the order; `found` is its ready part. Raises OrderError."""
        return {}

    def passes(self, state: State, seat: int, order: Order) -> bool:
        """Is an order of a ready use legal? What its check asks of the aim, without the form."""
        try:
            self.aim(state, seat, order, order)
        except OrderError:
            return False
        return True

    def legal(self, state: State, seat: int) -> Iterator[Order]:
        """Every legal order of this kind, one after the other."""
        if state.ap < self.least:
            return
        for use in self.uses(state, seat):
            try:
                self.ready(state, seat, use.order)
            except OrderError:
                continue
            for order in use.orders:
                if use.sure or self.passes(state, seat, order):
                    yield order

    def price(self, state: State, seat: int, order: Order) -> int:
        """Its action points (5.2)."""
        return self.least

    def costs(self, state: State, seat: int, order: Order) -> dict[str, int]:
        """What it costs besides: `energy`, `ammo`, `hp`."""
        return {}

    def do(self, work: Work, seat: int, order: Order) -> None:
        """Its effect once it is paid; what needs time goes on the list of work."""
        raise NotImplementedError

    def sketch(self, sketch: State, seat: int, order: Order) -> None:
        """Its effect on own units as far as it is sure, without its price in action points."""

    def is_unforeseen(self, state: State, seat: int, order: Order) -> bool:
        """Does it change or show so much that nothing can be ordered beyond it?"""
        return False

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        """The order in a few words, for its seat; of a use without an aim as well."""
        raise NotImplementedError

    def about(self, state: State, seat: int, order: Order) -> Facts:
        """`source` (what is used or acts), `part` (its weapon or card), `card` (of the catalogue), as far as there is one."""
        return {}

    def leads(self, state: State, seat: int, order: Order) -> Iterator[Phrase]:
        """What it leads to, besides what stands on its card."""
        yield from ()


# What several checks ask


def refuse(code: str, path: str, message: str, **data: Any) -> OrderError:
    """An error to raise."""
    return OrderError(code, path, message, data)


def need_ap(state: State, cost: int) -> None:
    """Refuses what costs more action points than are left."""
    if state.ap < cost:
        raise refuse("not_enough_ap", "type", refusals.NOT_ENOUGH_AP, cost=cost, ap=state.ap)


def unmet(path: str, needs: Facts, need: str | None) -> OrderError:
    """A condition of a card or skill does not hold; `need`: which of its `needs`, None: none of them, but there is nothing it fits."""
    message = refusals.CARD_UNMET if need is None else refusals.NEEDS[need]
    return refuse("condition_not_met", path, message, **({} if need is None else {"limit": needs[need]}))


def need_ship(side: Side, *, giant: bool) -> None:
    """Refuses what needs a warship; `giant`: a giant will do."""
    if side.intact:
        return
    if side.ship_state == "wreck":
        raise refuse("ship_wrecked", "type", refusals.WRECK)
    if not giant:
        raise refuse("is_giant", "type", refusals.GIANT)


def own_unit(state: State, seat: int, value: Any, path: str) -> Unit:
    """A unit of the seat, by its id."""
    name = text(value, path)
    unit = state.unit(name)
    if unit is None:
        raise refuse("unknown_id", path, refusals.NO_SUCH_UNIT, unit=cut(name))
    if unit.seat != seat:
        raise refuse("not_yours", path, refusals.NOT_YOURS, unit=name)
    return unit


def own_mech(state: State, seat: int, value: Any, path: str) -> Unit:
    """A mech of the seat, or its giant, by its id."""
    unit = own_unit(state, seat, value, path)
    if not unit.is_mech:
        raise refuse("unknown_id", path, refusals.NOT_A_MECH, unit=unit.id)
    return unit


def need_able(unit: Unit, path: str) -> None:
    """Refuses a mech that is not on the board, disabled or locked (5.2)."""
    need_on_board(unit, path)
    if unit.disabled or unit.em_locked:
        raise refuse("disabled", path, refusals.DISABLED, unit=unit.id)


def need_on_board(unit: Unit, path: str) -> None:
    """Refuses a unit that is not on the board."""
    if not unit.on_board:
        raise refuse("not_on_board", path, refusals.NOT_ON_BOARD, unit=unit.id)


def enemy_on_board(state: State, seat: int, value: Any, path: str, *, mech: bool = False) -> Unit:
    """An enemy unit that can be aimed at."""
    name = text(value, path)
    unit = state.unit(name)
    if unit is None:
        raise refuse("unknown_id", path, refusals.NO_SUCH_UNIT, unit=cut(name))
    if unit.seat == seat or not unit.on_board or (mech and not unit.is_mech):
        raise refuse("bad_target", path, refusals.NO_TARGET_FOR_THIS, unit=unit.id)
    return unit


def place(value: Any, path: str) -> Place:
    """An area of the board, given as [x, y]."""
    pair = items(value, path)
    if len(pair) != 2:
        raise refuse("bad_type", path, refusals.AREA_FORM)
    x, y = (whole(one, f"{path}[{i}]") for i, one in enumerate(pair))
    if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
        raise refuse("bad_area", path, refusals.NO_SUCH_AREA)
    return (x, y)
