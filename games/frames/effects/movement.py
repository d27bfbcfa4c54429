"""How do mechs move, and what does the event area do? Chapters 5.3, 8.2, 8.7 and 9.10."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.frames import cards
from games.frames.board import EVENT_AREA, PLACES, Place, distance, home_row, is_forward, pushed_to, ship_area
from games.frames.cards import Effect
from games.frames.effects.damage import bury, free_event_area, hurt
from games.frames.effects.work import Work
from games.frames.modifiers import passives, weather_op
from games.frames.state import State, Unit, Weather


def is_held(state: State, unit: Unit) -> bool:
    """Does the Black Hole hold it (9.10)?"""
    return unit.at == EVENT_AREA and weather_op(state, "hold") is not None


def is_blocked(state: State, seat: int, start: Place, end: Place) -> bool:
    """Does an enemy mech in the area forbid to leave it forward (5.3)?"""
    if not is_forward(seat, start, end):
        return False
    return any(mech.at == start for mech in state.sides[1 - seat].board_mechs())


def is_anchored(work: Work, unit: Unit, how: str) -> bool:
    """Does a card keep it where it is? The card is turned up by it."""
    for effect, source in passives(unit):
        if effect["op"] == "immune" and how in effect["to"]:
            work.reveal(unit, (source,))
            return True
    return False


def walk(work: Work, unit: Unit, path: list[Place], how: str) -> None:
    """A move by its own power of one or two areas; it ends early when the mech cannot go on (5.3)."""
    state = work.state
    if len(path) > 1 and "tailwind" in unit.buffs:
        unit.buffs.remove("tailwind")
    elif "tailwind" in unit.buffs:
        unit.buffs.remove("tailwind")
        work.status_end(unit, "tailwind")
    for place in path:
        start = unit.at
        if not unit.on_board or start is None or unit.em_locked or is_held(state, unit):
            return
        if is_blocked(state, unit.seat, start, place):
            return
        if place == ship_area(1 - unit.seat):
            _step(work, unit, place, how)
            if "raid" in state.victory and not state.settings.raid_waits:
                state.raider = unit.seat
                return
            continue
        enter(work, unit, place, how)


def push_back(work: Work, unit: Unit, areas: int) -> None:
    """8.2: towards its own home row; only the last area is entered."""
    assert unit.at is not None
    place = pushed_to(unit.seat, unit.at, areas)
    if place == unit.at or is_held(work.state, unit) or is_anchored(work, unit, "push"):
        return
    enter(work, unit, place, "push")


def teleport(work: Work, unit: Unit) -> None:
    """The Wormhole Generator: any area outside the enemy home row but the own one (9.9)."""
    allowed = [place for place in PLACES if place[1] != home_row(1 - unit.seat) and place != unit.at]
    enter(work, unit, allowed[work.rng.randrange(len(allowed))], "wormhole")


def _step(work: Work, unit: Unit, place: Place, how: str) -> None:
    start = unit.at
    assert start is not None
    if unit.em_locked and start == EVENT_AREA:
        unit.em_locked = 0
        work.status_end(unit, "em_locked")
    unit.at = place
    work.tell("move", unit=unit.id, **{"from": list(start)}, to_area=list(place), how=how)


def enter(work: Work, unit: Unit, place: Place, how: str) -> None:
    """Stand in another area; the event area draws a card (8.7)."""
    _step(work, unit, place, how)
    if place == EVENT_AREA:
        free_event_area(work, unit)
        draw_event(work, unit)
        if unit.on_board and work.state.weather is not None:
            _carry_out(work, unit, cards.EVENT[work.state.weather.card]["enter"])
        bury(work)


def draw_event(work: Work, unit: Unit) -> None:
    """Turn up the top card of the event deck and carry it out."""
    state = work.state
    if not state.deck:
        state.deck, state.event_discard = state.event_discard, []
        work.rng.shuffle(state.deck)
    if not state.deck:
        return
    name = state.deck.pop(0)
    card = cards.EVENT[name]
    work.tell("event_card", card=name, by=unit.id)
    if card["type"] == "weather":
        end_weather(work)
        state.weather = Weather(name, card["rounds"], unit.seat, state.turn)
        work.tell("weather", card=name, rounds=card["rounds"])
    else:
        state.event_discard.append(name)
    _carry_out(work, unit, card["draw"])
    bury(work)


def end_weather(work: Work) -> None:
    """The weather in force is over."""
    state = work.state
    if state.weather is None:
        return
    state.event_discard.append(state.weather.card)
    work.tell("weather_end", card=state.weather.card)
    state.weather = None
    for mech in state.mechs_on_board():
        mech.backup_used = False


def _carry_out(work: Work, unit: Unit, effects: list[Effect]) -> None:
    for effect in effects:
        _OPERATIONS[effect["op"]](work, unit, effect)


# Operations of event cards; each takes the entering mech.


def _direct_damage(work: Work, unit: Unit, effect: Effect) -> None:
    hurt(work, unit, effect["amount"], "event", None)


def _pull(work: Work, unit: Unit, effect: Effect) -> None:
    for mech in work.state.mechs_on_board():
        assert mech.at is not None
        if distance(mech.at, EVENT_AREA) == effect["within"] and not is_anchored(work, mech, "pull"):
            _step(work, mech, EVENT_AREA, "pull")
            hurt(work, mech, effect["damage"], "event", None)


def _status(work: Work, unit: Unit, effect: Effect) -> None:
    turns, turn = effect["turns"], work.state.turn
    if effect["id"] == "infected":
        unit.infected = turns if unit.infected is None else min(unit.infected, turns)
        unit.infected_turn = turn
    else:
        unit.em_locked, unit.em_turn = turns, turn
    work.status(unit, effect["id"], turns)


def _barrier(work: Work, unit: Unit, effect: Effect) -> None:
    unit.barrier = max(unit.barrier, effect["points"])
    unit.barrier_turns, unit.barrier_turn = effect["turns"], work.state.turn
    work.status(unit, "barrier", effect["turns"])


def _jam(work: Work, unit: Unit, effect: Effect) -> None:
    side = work.state.side_of(unit)
    side.jammed, side.jammed_turn = effect["turns"], work.state.turn
    work.tell("status", seat=unit.seat, id="jammed", turns=effect["turns"])


def _draw_card(work: Work, unit: Unit, effect: Effect) -> None:
    work.draw(unit.seat, "ship", effect["count"])


def _buff(work: Work, unit: Unit, effect: Effect) -> None:
    if effect["id"] not in unit.buffs:
        unit.buffs.append(effect["id"])
        work.status(unit, effect["id"], None)


def _gain_energy(work: Work, unit: Unit, effect: Effect) -> None:
    if work.state.side_of(unit).ship_state != "wreck":
        work.change_energy(unit.seat, effect["amount"], "event")


def _refill(work: Work, unit: Unit, effect: Effect) -> None:
    for arm in unit.weapons:
        full = cards.WEAPON[arm.card]["ammo"]
        if arm.ammo != full:
            arm.ammo = full
            work.tell("ammo", unit=unit.id, weapon=arm.id, ammo=full)


def _reveal_near(work: Work, unit: Unit, effect: Effect) -> None:
    for mech in work.state.mechs_on_board():
        if mech.at is not None and distance(mech.at, EVENT_AREA) <= effect["within"]:
            work.reveal_pilot(mech)
            for held in mech.gear:
                work.reveal_gear(mech, held)


def _heal(work: Work, unit: Unit, effect: Effect) -> None:
    for mech in work.state.mechs_on_board():
        if mech.at == EVENT_AREA:
            work.heal(mech, effect["amount"])


def _end_weather(work: Work, unit: Unit, effect: Effect) -> None:
    end_weather(work)


_OPERATIONS: dict[str, Callable[[Work, Unit, Any], None]] = {
    "direct_damage": _direct_damage,
    "pull": _pull,
    "status": _status,
    "barrier": _barrier,
    "seat_status": _jam,
    "draw_card": _draw_card,
    "buff": _buff,
    "gain_energy": _gain_energy,
    "refill": _refill,
    "reveal_near": _reveal_near,
    "heal": _heal,
    "end_weather": _end_weather,
}
