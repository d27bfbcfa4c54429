"""Which kinds of orders are there, and which of them come up in a phase? All that is asked of an order by its type (5.2, 14.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.core.text import Phrase, phrase
from games.frames import labels
from games.frames.effects.damage import bury
from games.frames.effects.work import Work
from games.frames.orders import answers, hand, mechs, warship
from games.frames.orders.kind import Facts, Kind, Order, Use
from games.frames.state import State

FIRE, RESUPPLY, GATHER, AUTOCANNON = warship.Fire(), warship.Resupply(), warship.Gather(), warship.Autocannon()
OPERATE_ALL, OPERATE_ONE, ACT, FINISH = mechs.OperateAll(), mechs.OperateOne(), mechs.Act(), mechs.Finish()
DEPLOY, RECALL, USE_GEAR, END_TURN = mechs.Deploy(), mechs.Recall(), mechs.UseGear(), mechs.EndTurn()
PLAY, CAPTAIN, SHIP_SKILL = hand.PlayCard(), hand.Captain(), hand.ShipSkill()
FLEET, VICTORY, CHOOSE, REACT = answers.Fleet(), answers.Victory(), answers.Choose(), answers.React()

PLANNED = (
    FIRE, RESUPPLY, OPERATE_ALL, OPERATE_ONE, DEPLOY, RECALL, GATHER, PLAY, USE_GEAR, AUTOCANNON, CAPTAIN, SHIP_SKILL,
)  # fmt: skip
"""Orders of the main phase that a plan of Blitz may hold as well."""
MAIN: dict[str, Kind] = {kind.type: kind for kind in (*PLANNED, END_TURN)}
KINDS: dict[str, Kind] = {**MAIN, **{kind.type: kind for kind in (ACT, FINISH, FLEET, VICTORY, CHOOSE, REACT)}}


# What is legal


def legal(state: State, seat: int) -> list[Order]:
    """Legal orders of a pending seat. Deployments are listed without gear, plans by their single entries."""
    return list(orders_of(state, seat))


def orders_of(state: State, seat: int) -> Iterator[Order]:
    """The same, one after the other."""
    for listed in _LISTED[state.phase]:
        yield from listed(state, seat)


def transfers(state: State, seat: int) -> Iterator[tuple[Kind, Use]]:
    """Mechs of the hangar and of the board, mech by mech: their deployment or recall."""
    for mech in state.sides[seat].mechs:
        if mech.where == "hangar":
            yield DEPLOY, DEPLOY.use_of(state, seat, mech)
        elif mech.on_board:
            yield RECALL, RECALL.use_of(state, seat, mech)


def _transfers(state: State, seat: int) -> Iterator[Order]:
    if state.sides[seat].intact:
        for kind, use in transfers(state, seat):
            if use.sure and state.ap >= kind.least:
                yield from use.orders


_MAIN = (
    OPERATE_ONE.legal, OPERATE_ALL.legal, GATHER.legal, FIRE.legal, RESUPPLY.legal, _transfers, USE_GEAR.legal,
    AUTOCANNON.legal, PLAY.legal, CAPTAIN.legal, SHIP_SKILL.legal,
)  # fmt: skip
_LISTED: dict[str, tuple[Callable[[State, int], Iterator[Order]], ...]] = {
    "fleet": (FLEET.legal,),
    "victory": (VICTORY.legal,),
    "main": (*_MAIN, END_TURN.legal),
    "operate": (ACT.legal, FINISH.legal),
    "window": (REACT.legal,),
    "choose": (CHOOSE.legal,),
    "end_step": (ACT.legal, FINISH.legal),
    "plan": _MAIN,
}
"""By phase, in the order in which boards and programs read them."""


# What an order costs, does and is called


def check_main(state: State, seat: int, order: Order) -> Order:
    """An order of the main phase in normal form. Raises OrderError."""
    return MAIN[order["type"]].check(state, seat, order)


def price(state: State, seat: int, order: Order) -> int:
    """Action points of an order (5.2)."""
    return KINDS[order["type"]].price(state, seat, order)


def costs(state: State, seat: int, order: Order) -> dict[str, int]:
    """What an order costs: of `ap`, `energy`, `ammo` and `hp` those that it costs any of."""
    found = {"ap": price(state, seat, order), **KINDS[order["type"]].costs(state, seat, order)}
    return {key: value for key, value in found.items() if value}


def execute(work: Work, seat: int, order: Order) -> None:
    """Pay an order and do it; what needs time goes on the list of work."""
    kind = KINDS[order["type"]]
    work.state.ap -= kind.price(work.state, seat, order)
    kind.do(work, seat, order)
    bury(work)


def sketch_order(sketch: State, seat: int, order: Order) -> None:
    """Its effect on own units as far as it is sure, and its price."""
    kind = KINDS[order["type"]]
    sketch.ap -= kind.price(sketch, seat, order)
    kind.sketch(sketch, seat, order)


def say_order(state: State, seat: int, order: Order) -> Phrase:
    """A legal order in a few words, for the seat that may give it."""
    return KINDS[order["type"]].say(state, seat, order)


def about(state: State, seat: int, order: Order) -> Facts:
    """What an order is about: `group` (its type), `source` (what is used or acts), `part` (its weapon or card), `card` (of the catalogue)."""
    facts = KINDS[order["type"]].about(state, seat, order)
    return {"group": order["type"], "source": None, "part": None, "card": None, **facts}


def leads(state: State, seat: int, order: Order) -> list[Phrase]:
    """What an order leads to, sentence by sentence, besides what stands on the card that it uses."""
    said = list(KINDS[order["type"]].leads(state, seat, order)) if order["type"] in KINDS else []
    if ends_turn(state, seat, order):
        said.insert(0, phrase(labels.LOSES_FREE_DRAW if can_draw_free(state, seat) else labels.ENDS_TURN))
    return said


def can_draw_free(state: State, seat: int) -> bool:
    """May it still draw cards in this turn without action points?"""
    return any(order["free"] for order in RESUPPLY.legal(state, seat))


def ends_turn(state: State, seat: int, order: Order) -> bool:
    """Does it use up the last action points of the turn, or end it (D8)?"""
    if state.phase != "main" or state.settings.blitz or order["type"] not in KINDS:
        return False
    return order["type"] == "end_turn" or 0 < price(state, seat, order) >= state.ap
