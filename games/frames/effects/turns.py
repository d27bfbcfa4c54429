"""How does a turn begin and end? Chapters 5.1 and 5.4."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.frames import cards
from games.frames.board import EVENT_AREA, distance, ship_area
from games.frames.effects import ending, movement
from games.frames.effects.damage import bury, hurt
from games.frames.effects.work import Work
from games.frames.modifiers import traits_of, weather_op
from games.frames.state import Cannon, Record, Side, State, Unit


def start_turn(work: Work, seat: int) -> None:
    """5.1 for the seat whose turn it is now."""
    state = work.state
    state.active, state.ending, state.phase = seat, False, "main"
    state.turn += 1
    if seat == state.first:
        state.round += 1
    begin_side(work, state.sides[seat])
    if (
        "raid" in state.victory
        and state.settings.raid_waits
        and any(holds_raid(one) for one in state.sides[seat].mechs)
    ):
        state.raider = seat
    settings = state.settings
    state.ap = settings.first_turn_ap if state.turn == 1 else settings.ap_per_turn
    work.tell("turn_start", seat=seat, round=state.round, ap=state.ap)
    if is_helpless(state.sides[seat]):
        end_turn(state)


def holds_raid(mech: Unit) -> bool:
    """Does it stand in the enemy ship area, able to act (11.1)?"""
    return mech.able and mech.at == ship_area(1 - mech.seat)


def start_round(work: Work) -> None:
    """A round of Blitz begins for both seats, the one that led the last round first (12.2)."""
    state = work.state
    assert state.first is not None
    state.round += 1
    state.turn += 1
    state.ending, state.phase, state.active = False, "plan", None
    state.ap = state.settings.ap_per_turn
    for seat in (state.first, 1 - state.first):
        begin_side(work, state.sides[seat])
        state.sides[seat].gained_energy = 0
    work.tell("round_start", round=state.round)


def is_helpless(side: Side) -> bool:
    """A wreck and no mech on the board (5.1 f)."""
    return side.ship_state == "wreck" and not side.board_mechs()


def end_turn(state: State) -> None:
    """Go to the end step (5.4)."""
    if not state.ending:
        state.ending = True
        state.ap = 0
        state.todo.append({"do": "end_step", "seat": state.active, "stage": 0})


def stop_turn(state: State) -> None:
    """The turn ends at once, without extra moves (9.4); in Blitz the rest of the seat's round is dropped (12.5)."""
    if state.settings.blitz:
        state.ending = True
        return
    state.todo = []
    end_turn(state)
    state.todo[-1]["stage"] = 1


def begin_side(work: Work, side: Side) -> None:
    """5.1 b to d."""
    for unit in [*side.mechs, side.ship]:
        for buff in ("link_charge", "smoke"):
            if buff in unit.buffs:
                unit.buffs.remove(buff)
                work.status_end(unit, buff)
        if unit.deploy_lock:
            unit.deploy_lock -= 1
            if unit.deploy_lock == 0:
                work.status_end(unit, "deploy_lock")
        unit.acted = unit.attacked = unit.boosted = unit.fresh = False
        unit.extras = []
    for one in side.wounded[:]:
        one["turns"] -= 1
        if one["turns"] == 0:
            side.wounded.remove(one)
            side.ready.append(one["card"])
            work.tell("pilot_ready", seat=side.seat, card=one["card"] if one["known"] else None)
    side.gathered = False
    side.skills_used = [skill for skill in side.skills_used if cards.SHIP_SKILL[skill]["once"] == "match"]
    for cannon in side.cannons:
        cannon.ready = True


def extras_of(state: State, unit: Unit) -> list[str]:
    """The extra act (`frenzy`) and move (`thruster`) that a mech may still have in the end step (5.4.1)."""
    if not unit.able or unit.fresh or unit.boosted:
        return []
    found = []
    moves = any(effect["op"] == "extra_move" for trait in traits_of(unit) for effect in cards.TRAIT[trait]["do"])
    # Whoever cannot move is not asked where to.
    if moves and not unit.attacked and "thruster" not in unit.extras and not movement.is_held(state, unit):
        found.append("thruster")
    if weather_op(state, "frenzy") and unit.at == EVENT_AREA and "frenzy" not in unit.extras:
        found.append("frenzy")
    return found


def end_step(work: Work, record: Record) -> bool:
    """One item of the end step; true while the seat may give extra acts."""
    state = work.state
    side = state.sides[record["seat"]]
    if record["stage"] == 0:
        if any(extras_of(state, mech) for mech in side.board_mechs()):
            state.phase = "end_step"
            return True
        record["stage"] = 1
        return False
    if record["stage"] <= len(END_ITEMS):
        END_ITEMS[record["stage"] - 1](work, side)
        record["stage"] += 1
        return False
    state.todo.remove(record)
    work.tell("turn_end", seat=side.seat)
    if side.seat != state.first and ending.end_round(work):
        return False
    start_turn(work, 1 - side.seat)
    return False


def cannon_targets(state: State, seat: int) -> list[Unit]:
    """Enemy mechs in reach of a seat's cannons (9.4)."""
    within = next(effect["within"] for effect in cards.SHIP_CARD["autocannon"]["do"])
    area = ship_area(seat)
    return [mech for mech in state.sides[1 - seat].board_mechs() if mech.at and distance(mech.at, area) <= within]


def fire_cannon(work: Work, seat: int, cannon: Cannon, target: Unit) -> None:
    """An autonomous cannon fires once a turn: direct damage (9.4)."""
    cannon.ready = False
    effect = cards.SHIP_CARD[cannon.card]["do"][0]
    work.tell("cannon", seat=seat, installation=cannon.id, target=target.id)
    hurt(work, target, effect["damage"], cannon.card, seat)
    bury(work)


def _fire_cannons(work: Work, side: Side) -> None:
    """5.4.2: what was not fired fires at the weakest, the closest of these, the first of these."""
    area = ship_area(side.seat)
    for cannon in side.cannons:
        targets = cannon_targets(work.state, side.seat)
        if cannon.ready and targets:
            fire_cannon(work, side.seat, cannon, min(targets, key=lambda mech: _weakest(mech, area)))
        if cannon.turns is not None:
            cannon.turns -= 1
    side.cannons = [cannon for cannon in side.cannons if cannon.turns != 0]


def _weakest(mech: Unit, area: tuple[int, int]) -> tuple[int, int, str]:
    assert mech.at is not None
    return mech.hp, distance(mech.at, area), mech.id


def _burn(work: Work, side: Side) -> None:
    """5.4.3: a fire that caught in this very turn burns from the next one on."""
    for unit in [*side.board_mechs(), side.ship]:
        if unit.burn and unit.on_board and unit.burn_turn < work.state.turn:
            effect = next(one for one in cards.WEAPON["thermal_beam"]["effects"] if one["op"] == "burn")
            unit.burn -= 1
            hurt(work, unit, effect["damage"], "burn", unit.burn_by)
            if unit.burn == 0:
                work.status_end(unit, "burn")
    bury(work)


def _count_down(work: Work, side: Side) -> None:
    """5.4.4: what was applied in this very turn does not count yet (D9)."""
    turn = work.state.turn
    for unit in side.board_mechs():
        if unit.disabled and unit.disabled_turn < turn:
            unit.disabled -= 1
            _tell_end(work, unit, "disabled", unit.disabled)
        if unit.em_locked and unit.em_turn < turn:
            unit.em_locked -= 1
            _tell_end(work, unit, "em_locked", unit.em_locked)
        if unit.barrier and unit.barrier_turn < turn:
            unit.barrier_turns -= 1
            if unit.barrier_turns == 0:
                unit.barrier = 0
                work.status_end(unit, "barrier")
        if unit.infected is not None and unit.infected_turn < turn:
            unit.infected -= 1
            if unit.infected == 0:
                unit.infected, unit.doomed = None, True
                work.status(unit, "doomed", None)
    if side.jammed and side.jammed_turn < turn:
        side.jammed -= 1
        if side.jammed == 0:
            work.tell("status_end", seat=side.seat, id="jammed")


def _tell_end(work: Work, unit: Unit, status: str, left: int) -> None:
    if left == 0:
        work.status_end(unit, status)


def _end_of_turn(work: Work, side: Side) -> None:
    """5.4.5: effects until the end of the turn, of both seats, and old tracer marks of this one."""
    state = work.state
    for one in state.sides:
        one.immune = one.double = False
        for unit in [*one.mechs, one.ship]:
            unit.spared = False
            if unit.marks[side.seat] and unit.marks_turn[side.seat] < state.turn:
                unit.marks[side.seat] = 0
                work.status_end(unit, "tracer")


def _lose_energy(work: Work, side: Side) -> None:
    """5.4.6; in Blitz what was gained in this round stays (12.5)."""
    if not side.gathered:
        kept = side.gained_energy if work.state.settings.blitz else 0
        work.change_energy(side.seat, kept - side.energy, "end_of_turn")


def _count_weather(work: Work, side: Side) -> None:
    """5.4.7: in turns of the seat that drew it."""
    weather = work.state.weather
    if weather is None or weather.drawn_by != side.seat or weather.drawn_turn == work.state.turn:
        return
    weather.turns_left -= 1
    if weather.turns_left == 0:
        movement.end_weather(work)


END_ITEMS: tuple[Callable[[Work, Side], Any], ...] = (
    _fire_cannons,
    _burn,
    _count_down,
    _end_of_turn,
    _lose_energy,
    _count_weather,
)
"""5.4.2 to 5.4.7, in their order."""
