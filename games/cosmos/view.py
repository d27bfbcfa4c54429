"""What may an audience know of a position? Chapter 7.2."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from games.core.events import REFEREE, Audience
from games.cosmos.constants import GAME_ID, KINDS, MINER, MINING_DELAY, PLANET, SENSE, mining_income, planet_income
from games.cosmos.geometry import Bits
from games.cosmos.resolve.burst import factor
from games.cosmos.sight import Sight, is_sure, seen_kind, sight
from games.cosmos.state import Entity, State

Json = Any


def view(state: State, audience: Audience) -> dict[str, Json]:
    """The view of a seat, of a stranger ("public") or of the referee."""
    if audience == REFEREE:
        return _referee(state)
    if not isinstance(audience, int):
        return {**_public(state), "seat": None}
    if audience not in state.living() and state.options["reveal_on_elimination"]:
        return {**_referee(state), "seat": audience}
    return {**_public(state), **_seat(state, audience)}


def _public(state: State) -> dict[str, Json]:
    """What everybody may know."""
    return {
        "game": GAME_ID,
        "round": state.round,
        "rounds": state.rounds,
        "phase": state.phase,
        "seats": state.seats,
        "alive": state.living(),
        "execution": state.options["execution"],
        "stride": state.options["stride"],
        "bonus": [_bonus(state, seat) for seat in range(state.seats)],
        "points": state.points[:] if state.options["public_weapons"] else None,
        "outcome": state.outcome,
    }


def _bonus(state: State, seat: int) -> dict[str, Json]:
    entries = [[x, expires] for owner, x, expires in state.bonus if owner == seat and expires > state.round]
    total = sum(x for x, _ in entries)
    expiry = min((expires for _, expires in entries), default=None)
    return {"seat": seat, "sum": total, "factor": factor(total), "next_expiry": expiry, "entries": entries}


def _seat(state: State, seat: int) -> dict[str, Json]:
    found = sight(state, seat)
    own = state.own(seat)
    geometry = state.geometry
    eyes = [(one.id, geometry.mask(SENSE[one.kind], one.at)) for one in own]
    return {
        "seat": seat,
        "map": _map(state, state.known[seat], state.options["map_knowledge"]),
        "own": [_own(state, entity) for entity in own],
        "foreign": [_foreign(state, state.entities[id_], found, eyes) for id_ in found.foreign],
        "blips": _blips(state, found),
        "ghosts": _ghosts(state, seat, found),
        "weapon": {
            "own": state.points[seat],
            "all": state.points[:] if state.options["public_weapons"] else None,
            "history": state.history[seat],
        },
        "defaults": state.defaults[seat],
    }


def _pos(state: State, place: int) -> list[int]:
    x, y = state.geometry.xy[place]
    return [x + state.origin[0], y + state.origin[1]]


def _map(state: State, known: Bits, knowledge: str) -> dict[str, Json]:
    """Tiles by rows, least y first. Without knowledge of the size only rows with known tiles are told, by their coordinates."""
    everything = knowledge == "full"
    geometry, (ox, oy) = state.geometry, state.origin
    if knowledge == "none":
        tiles = [[*_pos(state, place), state.aether[place]] for place in geometry.places_of(known)]
        return {"origin": None, "size": None, "known": None, "aether": None, "tiles": tiles}
    size = (state.width * state.height + 7) // 8
    flags = known.to_bytes(size, "little")
    rows = []
    for y in range(state.height):
        start = geometry.at(0, y)
        row = state.aether[start : start + state.width]
        bits = known >> (y * state.width)
        rows.append(row if everything else [a if bits >> x & 1 else None for x, a in enumerate(row)])
    return {
        "origin": [ox, oy], "size": [state.width, state.height], "known": b64encode(flags).decode(),
        "aether": rows, "tiles": None,
    }  # fmt: skip


def _own(state: State, entity: Entity) -> dict[str, Json]:
    seat, is_planet = entity.seat, entity.kind == PLANET
    assert seat is not None
    direct = state.direct.get((seat, entity.id))
    standing = state.standing.get(entity.id)
    return {
        "id": entity.id, "kind": KINDS[entity.kind], "seat": seat, "pos": _pos(state, entity.at),
        "energy": entity.energy, "defence": entity.shield, "initial_defence": None if is_planet else entity.initial,
        "cooldown": entity.cooldown, "ready": entity.cooldown < 2, "radio": entity.radio, "born": entity.born,
        "home": entity.home,
        "income": planet_income(state.round) if is_planet else 0,
        "mining_income": _mining(state, entity) if is_planet else 0,
        "standing": {key: standing[key] for key in ("movement", "reflexes")} if standing else {},
        "direct": None if direct is None else {"actions": list(direct[0]), "rounds": direct[1]},
    }  # fmt: skip


def _mining(state: State, planet: Entity) -> int:
    """What the own miners of a planet pay it in this round if nothing happens to them."""
    return sum(
        mining_income(e.energy)
        for e in state.entities.values()
        if e.home == planet.id and e.seat == planet.seat and e.kind == MINER and e.born + MINING_DELAY <= state.round
    )


def _foreign(state: State, entity: Entity, found: Sight, eyes: list[tuple[int, Bits]]) -> dict[str, Json]:
    bit = state.geometry.bit[entity.at]
    return {
        "id": entity.id, "kind": KINDS[seen_kind(entity, found.truly, bit)],
        "sure": is_sure(entity, found.truly, bit), "seat": entity.seat, "pos": _pos(state, entity.at),
        "energy": entity.energy, "defence": entity.shield, "radio": entity.radio,
        "seen_by": [id_ for id_, mask in eyes if mask & bit],
    }  # fmt: skip


def _blips(state: State, found: Sight) -> list[list[int]]:
    """Positions of entities detected but not sensed; own ones always sense themselves."""
    only = found.detected & ~found.sensed
    if not only:
        return []
    bit = state.geometry.bit
    return sorted(_pos(state, entity.at) for entity in state.entities.values() if only & bit[entity.at])


def _ghosts(state: State, seat: int, found: Sight) -> list[dict[str, Json]]:
    """Foreign entities as last sensed, those not sensed now."""
    now = set(found.foreign)
    return [
        {
            "id": id_, "kind": KINDS[kind], "seat": owner, "pos": _pos(state, place), "energy": energy,
            "defence": defence, "radio": radio, "round": round_,
        }
        for id_, (kind, owner, place, energy, defence, radio, round_) in sorted(state.memory[seat].items())
        if id_ not in now
    ]  # fmt: skip


def _referee(state: State) -> dict[str, Json]:
    """Everything (7.2)."""
    entities = [state.entities[id_] for id_ in sorted(state.entities)]
    return {
        **_public(state),
        "seat": None,
        "map": _map(state, (1 << state.width * state.height) - 1, "full"),
        "own": [],
        "foreign": [_whole(state, entity) for entity in entities],
        "blips": [],
        "ghosts": [],
        "points": state.points[:],
        "bids": {str(id_): bid for id_, bid in sorted(state.last_bid_table.items())},
        "last_sequence": state.last_sequence,
        "history": state.history,
        "defaults": state.defaults,
    }


def _whole(state: State, entity: Entity) -> dict[str, Json]:
    if entity.seat is not None:
        return {**_own(state, entity), "sure": True}
    return {
        "id": entity.id, "kind": KINDS[entity.kind], "sure": True, "seat": None, "pos": _pos(state, entity.at),
        "energy": entity.energy, "defence": entity.shield, "radio": entity.radio, "seen_by": [],
    }  # fmt: skip


def scores(state: State) -> dict[str, list[int]]:
    """Weapon points, then planets and energy, per seat."""
    planets, energy = [0] * state.seats, [0] * state.seats
    for entity in state.entities.values():
        if entity.seat is not None:
            planets[entity.seat] += entity.kind == PLANET
            energy[entity.seat] += entity.energy
    return {"points": state.points[:], "planets": planets, "energy": energy}
