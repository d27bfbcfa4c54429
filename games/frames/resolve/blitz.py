"""How is a round of Blitz played? Chapter 12: both plans at once, atom by atom, without windows."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from games.core.errors import OrderError
from games.frames import cards, refusals
from games.frames.board import ADJACENT, is_forward
from games.frames.effects import attack, ending, interpreter, turns, windows
from games.frames.effects.work import Work
from games.frames.modifiers import as_seen, evade_total, hit_total
from games.frames.odds import land
from games.frames.orders import default_orders
from games.frames.orders.acts import check_act, perform
from games.frames.orders.kind import Order, refuse
from games.frames.orders.kinds import check_main, execute, price
from games.frames.orders.mechs import act_in_end_step, need_extra
from games.frames.orders.plan import ANY, aimed, candidates
from games.frames.resolve.flow import HANDLERS, settle
from games.frames.resolve.opening import duel
from games.frames.state import Record, State, Unit

Atom = Order
"""An order, or `{"type": "act", "act": ..., "flag": ...}` for one act of an operation."""


class Round:
    """A round while it is being played."""

    def __init__(self, work: Work, plans: list[Order]) -> None:
        self.work = work
        self.plans = plans
        self.ap = [work.state.settings.ap_per_turn] * 2
        self.dropped = [False, False]
        """Seats whose round has been ended by a Discharge Field."""
        self.used: list[list[int]] = [[], []]
        """Standing orders that have been carried out."""

    # 12.2

    def play(self) -> bool:
        """All ticks, then extra acts, then the end of the round; true if the match is over."""
        work = self.work
        work.standing = self.answer
        lead = duel(work)
        work.state.first = lead
        work.tell("initiative", lead=lead)
        order = (lead, 1 - lead)
        ticks = [self.ticks_of(seat) for seat in range(2)]
        for tick in range(work.state.settings.ap_per_turn):
            if self._alternate([ticks[seat][tick] for seat in order], order):
                return True
        ends = [[{"type": "extra", "act": act} for act in self.plans[seat]["end_acts"]] for seat in order]
        if self._alternate(ends, order):
            return True
        for seat in order:
            work.state.active = seat
            for item in turns.END_ITEMS:
                item(work, work.side(seat))
                if settle(work):
                    return True
        work.state.active = None
        if ending.end_round(work):
            return True
        work.standing = None
        turns.start_round(work)
        return False

    def ticks_of(self, seat: int) -> list[list[Atom]]:
        """Atoms per tick: an order falls on the tick at which its last point is spent, free ones on that of the next (12.2.4)."""
        state = self.work.state
        count = state.settings.ap_per_turn
        found: list[list[Atom]] = [[] for _ in range(count)]
        waiting: list[Atom] = []
        spent = 0
        for order in self.plans[seat]["actions"]:
            cost = price(state, seat, order)
            waiting += _atoms(order)
            if cost:
                spent = min(count, spent + cost)
                found[spent - 1] += waiting
                waiting = []
        found[count - 1] += waiting
        return found

    def _alternate(self, queues: list[list[Atom]], seats: tuple[int, int]) -> bool:
        for pair in zip_longest(*queues):
            for seat, atom in zip(seats, pair, strict=True):
                if atom is not None and not self.dropped[seat]:
                    self._do(seat, atom)
                    if self.work.state.result is not None:
                        return True
        return False

    # Atoms

    def _do(self, seat: int, atom: Atom) -> None:
        """Carry an atom out, or let it fizzle (12.3)."""
        work, state = self.work, self.work.state
        state.active, state.ap = seat, self.ap[seat]
        cost = 0 if atom["type"] in ("act", "extra") else price(state, seat, atom)
        try:
            legal = _now(state, seat, atom)
        except OrderError as error:
            if atom["type"] not in ("act", "extra"):
                self.ap[seat] -= cost
            work.tell_seat(seat, "fizzle", seat=seat, order=atom, code=error.code)
            work.tell("atom_lost", seat=seat)
            return
        _execute(work, seat, legal)
        self.ap[seat] = state.ap
        self.drain(seat)
        if state.ending:
            self.dropped[seat], state.ending = True, False

    def drain(self, seat: int) -> None:
        """Do all work that the atom has brought."""
        state = self.work.state
        while not settle(self.work) and state.todo:
            record = state.todo[-1]
            if record["do"] == "choose":
                prefer = [one for one in self.plans[seat]["prefer"] if one in record["cards"]]
                interpreter.choose_to_hand(self.work, record, record["cards"].index(prefer[0]) if prefer else 0)
            else:
                HANDLERS[record["do"]](self.work, record)

    # 12.4

    def answer(self, work: Work, window: Record) -> None:
        """Carry out the first standing order that fits."""
        state, seat = work.state, window["seat"]
        record = windows.attack_under(state)
        assert record is not None
        allowed = windows.offers(state, window["kind"], seat, record)
        for number, entry in enumerate(self.plans[seat]["standing"]):
            if number in self.used[seat] or not _triggered(work, entry, window, record):
                continue
            item = _item(state, seat, entry, allowed)
            if item is not None:
                self.used[seat].append(number)
                interpreter.react(work, seat, item)
                return


def play_round(work: Work, orders: Mapping[int, Any]) -> None:
    """Play a round of Blitz from both plans; a missing one is empty."""
    state = work.state
    plans = [orders.get(seat) or default_orders(state, seat) for seat in range(2)]
    Round(work, plans).play()


def _atoms(order: Order) -> list[Atom]:
    """One atom for an order, one for each act of an operation."""
    if "acts" not in order:
        return [order]
    flag = order["type"] == "operate_all"
    acts = [{"type": "act", "act": act, "flag": flag} for act in order["acts"]]
    rest = {key: value for key, value in order.items() if key != "acts"}
    return [rest, *acts]


def _now(state: State, seat: int, atom: Atom) -> Order:
    """The atom as it is legal now, with one target; raises OrderError."""
    if atom["type"] == "act":
        return {**atom, "act": _act_now(state, seat, atom["act"], None if atom["flag"] else "hull_resupply")}
    if atom["type"] == "extra":
        act = _act_now(state, seat, atom["act"], "end_step")
        need_extra(state, act, "act.unit")
        return {**atom, "act": act}
    if atom["type"] == "operate_one":
        again = state.settings.repeat_operate
        act = _act_now(state, seat, atom["act"], None, again=again)
        return check_main(state, seat, {"type": "operate_one", "act": act})
    if not isinstance(atom.get("target"), list) and atom.get("target") != ANY:
        return check_main(state, seat, atom)
    return _first_legal(state, seat, atom, lambda one: check_main(state, seat, one))


def _act_now(state: State, seat: int, act: Order, extra: str | None, *, again: bool = False) -> Order:
    def legal(one: Order) -> Order:
        return check_act(state, seat, one["act"], "act", extra=extra, again=again)

    wrapped = {"type": "operate_one", "act": act}
    if isinstance(act.get("target"), list) or act.get("target") == ANY:
        return _first_legal(state, seat, wrapped, legal)
    try:
        return legal(wrapped)
    except OrderError:
        if "else" not in act:
            raise
        return _instead(state, seat, act, legal)


def _instead(state: State, seat: int, act: Order, legal: Any) -> Order:
    """What a mech does whose move is barred (12.3): it holds, or takes the first area that is lateral or back."""
    unit = state.need(act["unit"])
    if act["else"] == "hold" or unit.at is None:
        found: Order = legal({"act": {"unit": unit.id, "do": "hold"}})
        return found
    for place in ADJACENT[unit.at]:
        is_lateral = place[1] == unit.at[1]
        if (act["else"] == "lateral") == is_lateral and not is_forward(seat, unit.at, place):
            return _act_now(state, seat, {"unit": unit.id, "do": "move", "path": [list(place)]}, None)
    raise refuse("not_adjacent", "act.path[0]", refusals.NOT_NEXT_TO_IT)


def _first_legal(state: State, seat: int, order: Order, legal: Any) -> Order:
    """The order at the first of its targets that is legal; `any` tries the best first."""
    holder, path = (order["act"], "act.target") if order["type"] == "operate_one" else (order, "target")
    names = candidates(state, seat, holder["target"], path)
    if holder["target"] == ANY:
        by = state.unit(holder.get("unit", f"s{seat}"))
        names.sort(key=lambda name: (-_worth(state, seat, by, holder, state.need(name)), name))
    refusal: OrderError | None = None
    for name in names:
        try:
            found: Order = legal(aimed(order, name))
        except OrderError as error:
            refusal = refusal or error
        else:
            return found
    raise refusal or refuse("no_target", path, refusals.NO_TARGET)


def _worth(state: State, seat: int, by: Unit | None, holder: Order, target: Unit) -> float:
    """Expected damage per hit point of the target, by what the seat knows: the choice tells of nothing face down (12.3)."""
    if by is None or "weapon" not in holder or target.hp <= 0:
        return 0.0
    card = cards.WEAPON[holder["weapon"].split("#")[0]]
    evade = evade_total(state, as_seen(state, target, seat), [])
    chance = land(hit_total(state, by, target, card, []), evade)
    return chance * int(card["shots"]) * int(card["damage"]) / target.hp


def _execute(work: Work, seat: int, order: Order) -> None:
    if order["type"] == "act":
        if order["flag"]:
            work.state.need(order["act"]["unit"]).acted = True
        perform(work, order["act"])
    elif order["type"] == "extra":
        act_in_end_step(work, order["act"])
    elif order["type"] == "operate_all":
        # Its acts are atoms of their own.
        work.state.ap -= price(work.state, seat, order)
    else:
        execute(work, seat, order)
        work.state.todo = [one for one in work.state.todo if one["do"] != "operate"]


def _triggered(work: Work, entry: Order, window: Record, record: Record) -> bool:
    """Do trigger and conditions of a standing order hold (12.4)?"""
    state, seat, on = work.state, window["seat"], entry["on"]
    if on in ("enemy_deploy", "enemy_gather"):
        if window["kind"] != on:
            return False
        return "models" not in entry or state.need(record["unit"]).card in entry["models"]
    if record["do"] != "attack":
        return False
    own = window["kind"] == "defence"
    if (on == "own_landed") == own:
        return False
    concerned = [one for one in record["targets"] if one["landed"] and _concerns(state, seat, on, entry, one)]
    for one in concerned:
        packet = attack.packet_in(state, record, one, [])
        if packet >= entry.get("min_damage", 0) and (
            not entry.get("if_lethal") or packet >= state.need(one["unit"]).hp
        ):
            return True
    return False


def _concerns(state: State, seat: int, on: str, entry: Order, target: Record) -> bool:
    unit = state.need(target["unit"])
    if on == "own_landed":
        return unit.seat != seat
    if unit.seat != seat or ("units" in entry and unit.id not in entry["units"]):
        return False
    return on == "any_landed" or (on == "mech_landed") == unit.is_mech


def _item(state: State, seat: int, entry: Order, allowed: list[Order]) -> Order | None:
    """The standing order as an item of an answer, if it is legal now."""
    if "use" in entry:
        wanted: list[Order] = [{"card": entry["use"]}]
    elif "gear" in entry:
        wanted = [{"gear": entry["gear"], "unit": entry["unit"]}]
    elif entry["skill"] == "borrowed_knife":
        wanted = _led(state, seat, entry, allowed)
    else:
        wanted = [{"skill": entry["skill"]}]
    return next((item for item in wanted if item in allowed), None)


def _led(state: State, seat: int, entry: Order, allowed: list[Order]) -> list[Order]:
    """Ways to lead an attack elsewhere, in the order of the wish."""
    record = windows.attack_under(state)
    assert record is not None
    names = {"attacker": record["by"], "enemy_ship": f"s{1 - seat}"}
    wishes = [names.get(wish, wish) for wish in entry.get("redirect_to", ["enemy_ship"])]
    return [item for wish in wishes for item in allowed if item.get("to") == wish]
