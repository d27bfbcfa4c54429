"""What may an audience know of a position? Chapters 10 and 14.4. The only way out of a state."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from games.core.events import REFEREE, Audience
from games.core.text import phrase
from games.frames import cards
from games.frames.catalogue import AREAS, PLAYED
from games.frames.constants import GAME_ID, SIDES
from games.frames.effects import windows
from games.frames.effects.captains import progress
from games.frames.effects.ending import last_round, leader, measured, raid_steps, totals
from games.frames.keywords import KEYWORDS
from games.frames.labels import say_window
from games.frames.modifiers import at_rest, buffs_of, in_radar, turned_up
from games.frames.orders import default_orders, pending, timing
from games.frames.orders.kinds import legal
from games.frames.orders.turn import WHY
from games.frames.state import Held, Side, State, Unit

Json = Any


_AREAS: Json = [{"at": list(place), "name": name} for place, name in AREAS.items()]


def view(state: State, audience: Audience) -> dict[str, Json]:
    """What a seat, a stranger or the referee may know."""
    you = audience if isinstance(audience, int) else None
    waiting = pending(state)
    is_asked = you is not None and you in waiting
    weather = state.weather
    return {
        "game": GAME_ID,
        "cards": PLAYED[state.settings.sets],
        "keywords": KEYWORDS,
        "areas": _AREAS,
        "options": state.settings.chosen,
        "mode": state.settings.mode,
        "phase": state.phase,
        "round": state.round,
        "turn": state.turn,
        "first": state.first,
        "active": state.active,
        "ap": state.ap,
        "pending": waiting,
        "you": you,
        "victory": state.victory[:],
        "raid_waits": state.settings.raid_waits,
        "choices": state.choices[:],
        "operation": _operation(state),
        "window": _window(state, audience),
        "choose": {"cards": state.waiting["cards"]} if state.phase == "choose" else None,
        "race": _race(state),
        "seats": [_side(state, side, audience) for side in state.sides],
        "event_area": {
            "weather": weather
            and {"card": weather.card, "turns_left": weather.turns_left, "drawn_by": weather.drawn_by},
            "deck_count": len(state.deck),
            "discard": state.event_discard[:],
        },
        "rest": _rest(state, audience),
        "default": default_orders(state, you) if you is not None and is_asked else None,
        "legal": legal(state, you) if you is not None and is_asked else None,
        "outcome": state.result,
    }


def _race(state: State) -> Json:
    """How far both are: totals as the arms race compares them, the same in thousandths of what the table measures them by (None: by nothing), who is
    ahead by them, how near a raid is, and after which round it ends. All of it lies open."""
    if len(state.sides) < 2:
        return None
    sums = totals(state)
    shares = measured(state) if state.settings.arms_race_measure != "sum" else None
    return {
        "totals": sums,
        "shares": shares,
        "ahead": leader(state, sums),
        "raid_steps": raid_steps(state),
        "last_round": last_round(state),
    }


def scores(state: State) -> dict[str, list[float]]:
    """Curves of a finished match: totals of the arms race, mechs on the board, energy."""
    if not state.sides:
        return {"hp": [0.0, 0.0], "mechs": [0.0, 0.0], "energy": [0.0, 0.0]}
    sides = state.sides
    ships = [side.ship.hp if side.intact else 0 for side in sides]
    return {
        "hp": [
            float(ship + sum(mech.hp for mech in side.board_mechs())) for ship, side in zip(ships, sides, strict=True)
        ],
        "mechs": [float(len(side.board_mechs())) for side in sides],
        "energy": [float(side.energy) for side in sides],
    }


def _operation(state: State) -> Json:
    """The operation that goes on, also while it waits for a reaction."""
    record = next((one for one in state.todo if one["do"] == "operate"), None)
    return record and {"kind": record["kind"], "remaining": list(record["remaining"])}


def _rest(state: State, audience: Audience) -> Json:
    """What is left of a turn that was ordered in one go; for its seat alone."""
    rest = state.rest
    if rest is None or audience not in (rest["seat"], REFEREE):
        return None
    shown = {key: rest[key] for key in ("seat", "orders", "stops", "why", "code")}
    return {**shown, "sentence": phrase(WHY[rest["why"]]) if rest["why"] else None}


def _window(state: State, audience: Audience) -> Json:
    """The open window with its attack; offers only for its seat."""
    if state.phase != "window":
        return None
    window, record = state.waiting, windows.attack_under(state)
    assert record is not None
    shown: dict[str, Json] = {
        "kind": window["kind"],
        "seat": window["seat"],
        "attack": None,
        "unit": record.get("unit"),
        "sentence": say_window(state, record),
        "clock": timing(state).clock,
    }
    if record["do"] == "attack":
        shown["attack"] = {
            "by": record["by"],
            "weapon": record["weapon"],
            "targets": [
                {"unit": one["unit"], "landed": one["landed"], "packet": one["packet"]} for one in record["targets"]
            ],
        }
    if audience in (window["seat"], REFEREE):
        shown["offers"] = windows.offers(state, window["kind"], window["seat"], record)
    return shown


def _side(state: State, side: Side, audience: Audience) -> dict[str, Json]:
    is_own = audience in (side.seat, REFEREE)
    seen = in_radar(state, audience) if isinstance(audience, int) and not is_own else set()
    mechs = [_mech(state, mech, is_own or mech.id in seen, is_own) for mech in side.mechs]
    if side.ship.is_mech:
        mechs.append(_mech(state, side.ship, True, True))
    return {
        "seat": side.seat,
        "side": SIDES[side.seat],
        "ship": _ship(state, side),
        "energy": side.energy,
        "gathered": side.gathered,
        "status": _statuses(side),
        "captain": _captain(state, side, is_own),
        "mechs": mechs,
        "pilots": {
            "ready": side.ready[:] if is_own else None,
            "ready_count": len(side.ready),
            "wounded": [
                {"card": one["card"] if is_own or one["known"] else None, "turns": one["turns"]} for one in side.wounded
            ],
            "lost": side.lost[:],
            "known": side.known[:],
        },
        "hand": {
            "ship": _hand(side.hand["ship"]) if is_own else None,
            "mech": _hand(side.hand["mech"]) if is_own else None,
            "ship_count": len(side.hand["ship"]),
            "mech_count": len(side.hand["mech"]),
        },
        "library": {
            "ship": _library(side.pile["ship"]) if is_own else None,
            "mech": _library(side.pile["mech"]) if is_own else None,
            "ship_count": len(side.pile["ship"]),
            "mech_count": len(side.pile["mech"]),
        },
        "discard": {kind: [held.card for held in side.discard[kind]] for kind in ("ship", "mech")},
        "counters": {key: value for key, value in side.counters.items() if key != "landed_attacks"},
    }


def _statuses(side: Side) -> list[Json]:
    found: list[Json] = []
    if side.jammed:
        found.append({"id": "jammed", "turns": side.jammed})
    if side.immune:
        found.append({"id": "immune_to_attacks", "turns": None})
    if side.double:
        found.append({"id": "double_damage", "turns": None})
    return found


def _hand(hand: list[Held]) -> list[Json]:
    return [{"id": held.id, "card": held.card} for held in hand]


def _library(pile: list[Held]) -> list[str]:
    """What lies in an own pile: the list, not the order (10)."""
    return sorted(held.card for held in pile)


def _ship(state: State, side: Side) -> dict[str, Json]:
    ship = side.ship
    shown: dict[str, Json] = {
        "id": ship.id,
        "card": ship.card,
        "state": side.ship_state,
        "at": None if ship.at is None else list(ship.at),
        "hp": ship.hp,
        "max_hp": ship.max_hp,
        "hit": ship.hit,
        "evade": ship.evade,
        "now": at_rest(state, ship),
        "defence_zero": ship.defence_zero,
        "weapons": [asdict(arm) for arm in ship.weapons],
        "installations": [asdict(one) for one in side.cannons],
        "burn": ship.burn,
        "tracer": {str(1 - side.seat): ship.marks[1 - side.seat]},
        "skills_used": {
            skill["id"]: skill["id"] in side.skills_used
            for skill in cards.SHIP[ship.card]["skills"]
            if skill["trigger"] == "main"
        },
    }
    if state.settings.hull_guard:
        shown["guard_used"] = ship.guard_used
    return shown


def _captain(state: State, side: Side, is_own: bool) -> dict[str, Json]:
    if not is_own and not side.captain_up:
        return {"card": None, "revealed": False, "skills": None}
    skills = []
    for skill in cards.CAPTAIN[side.captain]["skills"]:
        name = skill["id"]
        if not is_own:
            skills.append({"id": name, "state": "spent" if name in side.spent else None})
            continue
        done, needed = progress(state, side, skill["gain"])
        known = "spent" if name in side.spent else "gained" if name in side.gained else "open"
        skills.append({"id": name, "state": known, "progress": done, "need": needed})
    return {"card": side.captain, "revealed": side.captain_up, "skills": skills}


def _mech(state: State, mech: Unit, knows_cards: bool, is_own: bool) -> dict[str, Json]:
    pilot = None
    if mech.pilot is not None:
        pilot = {"card": mech.pilot if knows_cards or mech.pilot_up else None, "revealed": mech.pilot_up}
    return {
        "id": mech.id,
        "model": mech.card,
        "where": mech.where,
        "at": None if mech.at is None else list(mech.at),
        "hp": mech.hp,
        "max_hp": mech.max_hp,
        "hit": mech.hit,
        "evade": mech.evade,
        "now": at_rest(state, mech if knows_cards else turned_up(mech)),
        "weapons": [asdict(arm) for arm in mech.weapons],
        "pilot": pilot,
        "gear": [_gear(held, knows_cards, is_own) for held in mech.gear],
        "burn": mech.burn,
        "disabled": mech.disabled,
        "em_locked": mech.em_locked,
        "barrier": {"points": mech.barrier, "turns": mech.barrier_turns if mech.barrier else 0},
        "buffs": buffs_of(state, mech),
        "infected": mech.infected,
        "doomed": mech.doomed,
        "tracer": {str(1 - mech.seat): mech.marks[1 - mech.seat]},
        "acted": mech.acted,
        "attacked": mech.attacked,
        "boosted": mech.boosted,
        "extras": mech.extras[:],
        "fresh": mech.fresh,
        "deploy_lock": mech.deploy_lock,
    }


def _gear(held: Held, knows_cards: bool, is_own: bool) -> dict[str, Json]:
    """A card on a mech; one that lies face down for the reader shows nothing, a radar shows no number of it."""
    if not knows_cards and not held.revealed:
        return {"id": None, "card": None, "revealed": False, "charges": None}
    return {"id": held.id if is_own else None, "card": held.card, "revealed": held.revealed, "charges": held.charges}
