"""When may a seat react, with what, and how is a window opened and closed? Chapter 7: windows open by public facts alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple

from games.frames import cards
from games.frames.board import distance, ship_area
from games.frames.effects.work import Work
from games.frames.state import Record, State, Unit

ANY_WINDOW = "any"

Answer = Callable[[Work, int, dict[str, Any]], None]
"""Carries out one item of an answer."""


def attack_under(state: State) -> Record | None:
    """The attack, deployment or gathering that the open window is about."""
    return state.todo[-2] if len(state.todo) > 1 else None


def is_target(state: State, record: Record | None, unit_id: str) -> bool:
    """Has this unit been hit by the attack, and not been shielded or left since?"""
    if record is None or record["do"] != "attack" or record["dodged"]:
        return False
    return any(one["unit"] == unit_id and one["landed"] and not one["negated"] for one in record["targets"])


class Reason(NamedTuple):
    """Why a window opens, as everybody may know it."""

    kind: str
    """`ship_cards`, `captain_down`, `skill`, `face_down` or `barrier`."""
    name: str
    """The skill, or the mech that carries the cards; empty where there is but one."""


def opens(state: State, kind: str, seat: int, record: Record) -> bool:
    """Might this seat, by what everybody knows, have something to use (7.2)?"""
    return next(reasons(state, kind, seat, record), None) is not None


def reasons(
    state: State, kind: str, seat: int, record: Record, face_down: Collection[str] | None = None
) -> Iterator[Reason]:
    """All that lets this window open (7.2): nothing of it may depend on what is hidden.

    `face_down` names the mechs that carry cards face down where the state, a reader's, does not hold these cards.
    """
    side = state.sides[seat]
    hit = side.intact and is_target(state, record, side.ship.id)
    if side.ship_state != "wreck" and not side.jammed and side.hand["ship"]:
        damaged = side.intact and side.ship.damaged
        if kind in ("enemy_deploy", "enemy_gather") or hit or damaged:
            yield Reason("ship_cards", "")
    if kind not in ("offence", "defence"):
        return
    if not side.captain_up:
        yield Reason("captain_down", "")
    for skill in cards.CAPTAIN[side.captain]["skills"] if side.captain_up else ():
        may_use = skill["window"] == kind or (
            skill["window"] == ANY_WINDOW and kind == "defence" and hit and needs_met(state, seat, skill["needs"])
        )
        if may_use and skill["id"] not in side.spent:
            yield Reason("skill", skill["id"])
    if kind == "defence":
        for mech in side.mechs:
            if is_target(state, record, mech.id):
                yield from _carried(mech, face_down or ())


def _carried(mech: Unit, face_down: Collection[str]) -> Iterator[Reason]:
    """What a mech that was hit carries: a card face down may be anything, a barrier turned up is one."""
    if mech.id in face_down or any(not held.revealed for held in mech.gear):
        yield Reason("face_down", mech.id)
    if any(held.revealed and cards.MECH_CARD[held.card]["use"] == "defence" for held in mech.gear):
        yield Reason("barrier", mech.id)


def needs_met(state: State, seat: int, needs: dict[str, Any]) -> bool:
    """Do the conditions of a card or skill hold for its seat?"""
    return first_unmet(state, seat, needs) is None


def first_unmet(state: State, seat: int, needs: dict[str, Any]) -> str | None:
    """The first condition that does not hold; all are about what everybody sees, or the seat's own."""
    for key, value in needs.items():
        if not _NEEDS[key](state, seat, value):
            return key
    return None


def _enemy_within(state: State, seat: int, limit: int) -> bool:
    area = ship_area(seat)
    return any(mech.at is not None and distance(mech.at, area) <= limit for mech in state.sides[1 - seat].board_mechs())


_NEEDS: dict[str, Any] = {
    "ap_gte": lambda state, seat, value: state.ap >= value,
    "ship_intact": lambda state, seat, value: state.sides[seat].intact,
    "enemy_ship_intact": lambda state, seat, value: state.sides[1 - seat].intact,
    "own_mechs_gte": lambda state, seat, value: len(state.sides[seat].board_mechs()) >= value,
    "own_energy_gte": lambda state, seat, value: state.sides[seat].energy >= value,
    "enemy_mech_within": _enemy_within,
    "ship_hp_lt": lambda state, seat, value: state.sides[seat].intact and state.sides[seat].ship.hp < value,
    "ship_hp_gte": lambda state, seat, value: state.sides[seat].intact and state.sides[seat].ship.hp >= value,
    "enemy_ship_cards_gte": lambda state, seat, value: len(state.sides[1 - seat].hand["ship"]) >= value,
    "own_ship_is_target": lambda state, seat, value: True,
}


def skill_ready(state: State, seat: int, skill: str) -> bool:
    """Has the seat's captain this skill, gained and not yet spent?"""
    side = state.sides[seat]
    return skill in side.gained and skill not in side.spent


def offers(state: State, kind: str, seat: int, record: Record) -> list[dict[str, Any]]:
    """What the seat could use in this window, one entry per item, as it would stand in `use` (7.1)."""
    side = state.sides[seat]
    found: list[dict[str, Any]] = []
    attack = record if record["do"] == "attack" else None
    hit = side.intact and is_target(state, attack, side.ship.id)
    if side.ship_state != "wreck" and not side.jammed:
        for held in side.hand["ship"]:
            if card_fits(state, held.card, kind, seat, hit):
                found.append({"card": held.id})
    for skill in cards.CAPTAIN[side.captain]["skills"]:
        if skill["window"] not in (kind, ANY_WINDOW) or not skill_ready(state, seat, skill["id"]):
            continue
        if not needs_met(state, seat, skill["needs"]):
            continue
        if skill["id"] == "borrowed_knife":
            found += redirections(state, seat, attack)
        elif skill["window"] == ANY_WINDOW or attack is not None:
            found.append({"skill": skill["id"]})
    if kind == "defence":
        for mech in side.mechs:
            if is_target(state, attack, mech.id):
                barriers = [held for held in mech.gear if cards.MECH_CARD[held.card]["use"] == "defence"]
                found += [{"gear": held.id, "unit": mech.id} for held in barriers]
    return found


def card_fits(state: State, card: str, kind: str, seat: int, hit: bool) -> bool:
    """May this ship card be used in this kind of window?"""
    windows, side = cards.SHIP_CARD[card]["windows"], state.sides[seat]
    if kind not in windows and ANY_WINDOW not in windows:
        return False
    if cards.SHIP_CARD[card]["needs"].get("own_ship_is_target"):
        return hit
    if any(effect["op"] == "heal_ship" for effect in cards.SHIP_CARD[card]["do"]):
        return side.intact and side.ship.damaged
    return True


def redirections(state: State, seat: int, attack: Record | None) -> list[dict[str, Any]]:
    """Every way to lead the attack from one of the own targets to another unit (9.1)."""
    if attack is None:
        return []
    sources = [one["unit"] for one in attack["targets"] if one["landed"] and not one["negated"]]
    own = [unit for unit in sources if state.need(unit).seat == seat]
    taken = {one["unit"] for one in attack["targets"]}
    return [
        {"skill": "borrowed_knife", "from": start, "to": end}
        for start in own
        for end in redirect_targets(state)
        if end not in taken
    ]


def redirect_targets(state: State) -> list[str]:
    """Units on the board that an attack may be led to: no wreck, nobody who is immune."""
    found = []
    for side in state.sides:
        if side.immune:
            continue
        found += [mech.id for mech in side.mechs if mech.on_board]
        if side.ship.on_board:
            found.append(side.ship.id)
    return sorted(found)


# Opening and closing


def open_window(work: Work, kind: str, seat: int, record: Record) -> None:
    """Ask a seat for a reaction to the record on top of the work, if by public facts it might have one."""
    state = work.state
    if work.standing is not None:
        # In Blitz nobody is asked; the standing orders answer at once and in secret (12.4).
        window: Record = {"do": "window", "kind": kind, "seat": seat}
        state.todo.append(window)
        work.standing(work, window)
        state.todo.remove(window)
        return
    if not opens(state, kind, seat, record):
        return
    state.todo.append({"do": "window", "kind": kind, "seat": seat})
    work.tell("window", kind=kind, seat=seat)


def wait(work: Work, record: Record) -> bool:
    """An open window waits for its seat."""
    work.state.phase = "window"
    return True


def close(work: Work, record: Record, uses: list[dict[str, Any]], carry_out: Answer) -> None:
    """Carry out the answer in its order and go on (7.1)."""
    state = work.state
    for item in uses:
        carry_out(work, record["seat"], item)
    state.todo.remove(record)
    work.tell("window_closed", kind=record["kind"], seat=record["seat"])
