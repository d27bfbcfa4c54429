"""What may an audience know of a position? Chapter 7.2."""

from __future__ import annotations

from base64 import b64encode
from bisect import bisect_left
from typing import Any

from games.core.events import REFEREE, Audience
from games.cosmos.constants import (
    ACTION,
    BASE_COOLDOWN,
    BATTLESHIP,
    BONUS_ROUNDS,
    DETECT,
    EVOLUTION_AGE,
    GAME_ID,
    KINDS,
    MINING_DELAY,
    MINING_STEPS,
    PLANET,
    SCOUT,
    SENSE,
    TRUE_SIGHT,
    planet_income,
)
from games.cosmos.entity import Entity
from games.cosmos.geometry import Bits
from games.cosmos.resolve.actions import ACTION_KINDS
from games.cosmos.resolve.burst import factor
from games.cosmos.resolve.ending import safe_points
from games.cosmos.settings import LATER
from games.cosmos.standing.routines import ROUTINES
from games.cosmos.state import State

Json = Any
TABLES: dict[str, Json] = {
    "kinds": {
        name: {
            "base_cooldown": BASE_COOLDOWN[i],
            "action": ACTION[i],
            "sense": SENSE[i],
            "detect": DETECT[i],
            "true_sight": TRUE_SIGHT[i],
        }
        for i, name in enumerate(KINDS)
    },
    "mining_steps": MINING_STEPS,
    "mining_delay": MINING_DELAY,
    "evolution_age": EVOLUTION_AGE,
    "bonus_rounds": BONUS_ROUNDS,
    "routines": ROUTINES,
    "actions": {name: list(kinds) for name, kinds in ACTION_KINDS.items()},
}
"""Numbers of the rules that a board shows and no board works out: attributes by kind (4.1), the least energies of a miner that pay one
point more each (6.4), rounds until it pays and until it evolves, how long a bonus lasts, named standing orders by kind (8.3), which
kinds have an action."""
RULES = (
    "rounds", "execution", "stride", "map_knowledge", "public_weapons", "reveal_on_elimination", "neutral_income",
    "overload_min_remaining", "resonance_minimum", "analyse_min_defence", "end_when_decided", "coordinate_offset",
)  # fmt: skip
"""Options that a view tells."""
_PLAIN = (PLANET, SCOUT)
"""Kinds that everybody knows when he senses them (4.5)."""


def view(state: State, audience: Audience) -> dict[str, Json]:
    """The view of a seat, of a stranger ("public") or of the referee."""
    if audience == REFEREE:
        return _referee(state)
    if not isinstance(audience, int):
        return {**_public(state), "seat": None}
    if state.eliminated and audience not in state.living() and state.options["reveal_on_elimination"]:
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
        "analyse_min_defence": state.options["analyse_min_defence"],
        "rules": _rules(state),
        "tables": _tables(state),
        "bonus": _bonuses(state),
        "points": state.points[:] if state.options["public_weapons"] else None,
        "safe": safe_points(state.rounds),
        "outcome": state.outcome,
    }


def _tables(state: State) -> dict[str, Json]:
    """The numbers of the rules, with what the table has chosen for one of them; made once."""
    if state.evolution_age == EVOLUTION_AGE:
        return TABLES
    if "tables" not in state.drawn:
        state.drawn["tables"] = {**TABLES, "evolution_age": state.evolution_age}
    shown: dict[str, Json] = state.drawn["tables"]
    return shown


def _rules(state: State) -> dict[str, Json]:
    """What the table has chosen that decides about rounds and is no secret of the map; made once."""
    if "rules" not in state.drawn:
        later = {key: state.options[key] for key in LATER if key in state.options}
        state.drawn["rules"] = {key: state.options[key] for key in RULES} | later
    shown: dict[str, Json] = state.drawn["rules"]
    return shown


def _bonuses(state: State) -> list[dict[str, Json]]:
    """The bonuses of all seats; made anew when one has come or expired."""
    active = [entry for entry in state.bonus if entry[2] > state.round]
    shown: list[dict[str, Json]]
    last_active, shown = state.drawn.get("bonus", (None, []))
    if active != last_active:
        shown = [_bonus(active, seat) for seat in range(state.seats)]
        state.drawn["bonus"] = (active, shown)
    return shown


def _bonus(active: list[tuple[int, int, int]], seat: int) -> dict[str, Json]:
    entries = [[x, expires] for owner, x, expires in active if owner == seat]
    total = sum(x for x, _ in entries)
    expiry = min((expires for _, expires in entries), default=None)
    return {"seat": seat, "sum": total, "factor": factor(total), "next_expiry": expiry, "entries": entries}


def _seat(state: State, seat: int) -> dict[str, Json]:
    return {
        "seat": seat,
        "map": _map(state, seat, state.known[seat], state.options["map_knowledge"]),
        "own": _own_rows(state, seat),
        "foreign": _foreign_rows(state, seat),
        "blips": _blips(state, seat),
        "ghosts": _ghosts(state, seat),
        "weapon": {
            "own": state.points[seat],
            "all": state.points[:] if state.options["public_weapons"] else None,
            "history": state.history[seat],
            "courses": _courses(state, seat),
        },
        "defaults": state.defaults[seat],
    }


def _courses(state: State, seat: int) -> list[Json]:
    """By seat how its points have grown, None where they are secret."""
    is_told = state.options["public_weapons"]
    return [course if is_told or one == seat else None for one, course in enumerate(state.courses)]


def _pos(state: State, place: int) -> list[int]:
    return state.positions[place]


def _map(state: State, reader: int | None, known: Bits, knowledge: str) -> dict[str, Json]:
    """What `reader` knows of the tiles. Made from what was made for it last, where no more is known than then."""
    shown: dict[str, Json]
    last_known, shown = state.drawn.get(("map", reader), (None, {}))
    if known != last_known:
        make = _tiles if knowledge == "none" else _rows
        shown = make(state, known, knowledge == "full", last_known or 0, shown)
        state.drawn["map", reader] = (known, shown)
    return shown


def _tiles(state: State, known: Bits, everything: bool, last_known: Bits, last: dict[str, Json]) -> dict[str, Json]:
    """Without knowledge of the size only known tiles are told, by their coordinates, row by row, least y first."""
    tiles = [[*_pos(state, place), state.aether[place]] for place in state.geometry.places_of(known)]
    return {"origin": None, "size": None, "known": None, "aether": None, "tiles": tiles}


def _rows(state: State, known: Bits, everything: bool, last_known: Bits, last: dict[str, Json]) -> dict[str, Json]:
    """Densities by rows, least y first; None where nothing is known. Rows without news are those of `last`."""
    geometry, width = state.geometry, state.width
    rows: list[list[int | None]]
    if last:
        rows, news = list(last["aether"]), 0 if everything else known ^ last_known
    else:
        rows, news = [[None] * width] * state.height, (1 << width * state.height) - 1 if everything else known
    while news:
        y = (news.bit_length() - 1) // width
        tiles = news >> y * width
        news ^= tiles << y * width
        row, start = rows[y][:], geometry.at(0, y)
        # Stretch by stretch, the last one first.
        while tiles:
            end = tiles.bit_length()
            first = (tiles ^ (1 << end) - 1).bit_length()
            tiles &= (1 << first) - 1
            row[first:end] = state.aether[start + first : start + end]
        rows[y] = row
    flags = known.to_bytes((width * state.height + 7) // 8, "little")
    return {
        "origin": list(state.origin), "size": [width, state.height], "known": b64encode(flags).decode(), "aether": rows,
        "tiles": None,
    }  # fmt: skip


def _own_rows(state: State, seat: int) -> list[dict[str, Json]]:
    """Everything of the entities of one seat, ascending by id."""
    ticked, positions, standing, rows = state.ticked, state.positions, state.standing, []
    for entity in state.own(seat):
        waits, row = entity.cooldown - (ticked - entity.ticked), entity.row
        if row is None:
            old, given = entity.old_row, standing.get(entity.id)
            row = entity.row = vars(_OwnRow(entity)) if old is None else old.copy()
            row["pos"], row["energy"], row["radio"] = positions[entity.at], entity.energy, entity.radio
            row["defence"] = entity.energy if entity.kind == PLANET else entity.defence
            row["standing"] = {} if given is None else given.rules
            entity.old_row = None
        elif waits > 0.0:
            row = row.copy()
        elif row["cooldown"]:
            row = entity.row = row.copy()
        else:
            rows.append(row)
            continue
        row["cooldown"] = waits if waits > 0.0 else 0.0
        row["ready"] = waits < 2.0
        rows.append(row)
    _add_gains(state, seat, rows)
    _add_direct(state, seat, rows)
    return rows


class _OwnRow:
    """An own entity's row, as an object, of an ordinary ship, or a planet that gains nothing; what may change is set by `_own_rows`.

    The `vars` of all of them share one table of keys, and so do their copies, which are less than half as large as those of other tables.
    """

    def __init__(self, entity: Entity) -> None:
        self.id = entity.id
        self.kind = KINDS[entity.kind]
        self.seat = entity.seat
        self.pos: list[int] = []
        self.energy = 0
        self.defence = 0
        self.initial_defence = None if entity.kind == PLANET else entity.initial
        self.cooldown = 0.0
        self.ready = True
        self.radio = 0
        self.born = entity.born
        self.home = entity.home
        self.income = 0
        self.mining_income = 0
        self.standing: dict[str, Json] = {}
        self.direct: dict[str, Json] | None = None


def _add_gains(state: State, seat: int, rows: list[dict[str, Json]]) -> None:
    """What its planets get in this round if nothing happens to them and their miners, in place."""
    board, entities, income = state.board, state.entities, planet_income(state.round)
    owned, gains = board.owned[seat], board.miners.gains(state.round)
    for id_ in board.planets:
        if entities[id_].seat == seat:
            place = bisect_left(owned, id_)
            row = rows[place] = rows[place].copy()
            row["income"], row["mining_income"] = income, gains.get((seat, id_), 0)
            if state.bids_last and any(
                reflex["type"] == "auto_charge" for reflex in row["standing"].get("reflexes", ())
            ):
                row["bids_left"] = state.bids_left(id_)


def _add_direct(state: State, seat: int, rows: list[dict[str, Json]]) -> None:
    """The direct orders that are still to be done, in place."""
    if state.direct:
        for place, row in enumerate(rows):
            order = state.direct.get((seat, row["id"]))
            if order is not None:
                row = rows[place] = row.copy()
                row["direct"] = {"actions": list(order[0]), "rounds": order[1]}


def _foreign_rows(state: State, seat: int) -> list[dict[str, Json]]:
    """The foreign entities that a seat senses, ascending by id, with those of its own that sense them."""
    entities, positions = state.entities, state.positions
    _, _, truly, eyes = state.board.sight(seat)
    rows = []
    # Those that it senses now are those that it noted when the last round ended.
    for id_ in sorted(state.seen[seat]):
        entity = entities[id_]
        at, kind = entity.at, entity.kind
        is_sure = kind in _PLAIN or at in truly
        rows.append({
            "id": id_, "kind": KINDS[kind if is_sure else BATTLESHIP], "sure": is_sure,
            "seat": entity.seat, "pos": positions[at], "energy": entity.energy,
            "defence": entity.energy if kind == PLANET else entity.defence, "radio": entity.radio, "seen_by": eyes[at],
        })  # fmt: skip
    return rows


def _blips(state: State, seat: int) -> list[list[int]]:
    """Positions of entities detected but not sensed; only scouts detect farther than they sense, and by less than a step."""
    board, geometry, positions = state.board, state.geometry, state.positions
    scouts = board.kinds[seat][SCOUT]
    if not scouts:
        return []
    sight, detected = board.sight(seat), geometry.masks(DETECT[SCOUT])
    near = board.foreign(seat) & sight.around
    places = geometry.places_of(near ^ near & sight.tiles)
    return sorted([positions[place] for place in places if scouts & detected[place]])


def _ghosts(state: State, seat: int) -> list[dict[str, Json]]:
    """Foreign entities as last sensed, those not sensed now."""
    ghosts = state.ghosts[seat]
    rows: list[dict[str, Json]]
    last, rows = state.drawn.get(("ghosts", seat), (None, []))
    if ghosts is not last:
        rows = [
            {
                "id": id_, "kind": KINDS[kind], "seat": owner, "pos": _pos(state, place), "energy": energy,
                "defence": defence, "radio": radio, "round": round_,
            }
            for id_, (kind, owner, place, energy, defence, radio, round_) in sorted(ghosts.items())
        ]  # fmt: skip
        state.drawn["ghosts", seat] = (ghosts, rows)
    return rows


def _referee(state: State) -> dict[str, Json]:
    """Everything (7.2)."""
    return {
        **_public(state),
        "seat": None,
        "map": _map(state, None, (1 << state.width * state.height) - 1, "full"),
        "own": [],
        "foreign": _all_rows(state),
        "blips": [],
        "ghosts": [],
        "points": state.points[:],
        "bids": {str(id_): bid for id_, bid in sorted(state.last_bid_table.items())},
        "last_sequence": state.last_sequence,
        "history": state.history,
        "courses": state.courses[:],
        "defaults": state.defaults,
    }


def _all_rows(state: State) -> list[dict[str, Json]]:
    """All entities, ascending by id, owned ones as their seat sees them."""
    owned = {row["id"]: row for seat in range(state.seats) for row in _own_rows(state, seat)}
    return [
        {**owned[entity.id], "sure": True} if entity.id in owned else _neutral_row(state, entity)
        for entity in state.ordered()
    ]


def _neutral_row(state: State, planet: Entity) -> dict[str, Json]:
    return {
        "id": planet.id, "kind": KINDS[PLANET], "sure": True, "seat": None, "pos": _pos(state, planet.at),
        "energy": planet.energy, "defence": planet.shield, "radio": planet.radio, "seen_by": [],
    }  # fmt: skip


def scores(state: State) -> dict[str, list[int]]:
    """Weapon points, then planets and energy, per seat."""
    planets, energy = [0] * state.seats, [0] * state.seats
    for entity in state.entities.values():
        if entity.seat is not None:
            planets[entity.seat] += entity.kind == PLANET
            energy[entity.seat] += entity.energy
    return {"points": state.points[:], "planets": planets, "energy": energy}
