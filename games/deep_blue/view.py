"""What may an audience know of a position (4, 10)? Events are addressed in `resolve/news.py`."""

from __future__ import annotations

from typing import Any

from games.core.events import REFEREE, Audience
from games.deep_blue import constants, formations
from games.deep_blue.constants import AIR, SEATS
from games.deep_blue.dock import waiting_for
from games.deep_blue.state import Element, Entry, Known, State

Json = Any


def view(state: State, audience: Audience) -> dict[str, Json]:
    """The view of a seat, of a stranger ("public") or of the referee."""
    seat = audience if isinstance(audience, int) else None
    everything = audience == REFEREE
    static = _static(state)
    seats = [seat] if seat is not None else list(range(SEATS)) if everything else []
    shown: dict[str, Json] = {
        "game": constants.GAME_ID,
        "ruleset": static["options"]["ruleset"],
        "seat": seat,
        "round": state.round,
        "round_limit": state.settings.round_limit,
        "size": static["size"],
        "weather": state.settings.weather,
        "terrain": state.chart.document["terrain"],
        "map": static["map"],
        "options": static["options"],
        "tables": static["tables"],
        "scores": state.scores(),
        "score_parts": [state.tallies[one].parts() if one in seats else None for one in range(SEATS)],
        "pending": pending(state),
        "outcome": state.result,
    }
    if everything or state.result is not None:
        shown["statistics"] = [book.to_json() for book in state.books]
    if everything:
        shown.update(
            population=[[state.population(one), state.settings.population_cap] for one in seats],
            queue=[_queue(state, one) for one in seats],
            vision=[_vision(state, one) for one in seats],
            elements=[_own(one, state) for one in state.elements.values()],
            memory=[_memory(state, one) for one in seats],
        )
        return shown
    shown.update(
        population=None if seat is None else [state.population(seat), state.settings.population_cap],
        queue=None if seat is None else _queue(state, seat),
        vision=None if seat is None else _vision(state, seat),
        elements=_elements(state, seat) if seat is not None else [_stranger(one) for one in _buildings(state)],
        memory=None if seat is None else _memory(state, seat),
    )
    if seat is not None:
        shown["enemy_parts"] = _told_of(state, 1 - seat)
    return shown


def _told_of(state: State, enemy: int) -> dict[str, int]:
    """Of the enemy's points those whose cause the seat was told: its own damage, and islands, of which both always know whose they are."""
    parts = state.tallies[enemy].parts()
    return {key: parts[key] for key in ("damage", "islands")}


def pending(state: State) -> list[int]:
    """Both seats while the match runs (3)."""
    return [] if state.result is not None else list(range(SEATS))


def _static(state: State) -> dict[str, Json]:
    if not state.shown:
        document = state.chart.document
        state.shown["size"] = [document["width"], document["height"]]
        state.shown["map"] = document
        state.shown["options"] = state.settings.shown()
        state.shown["tables"] = {**constants.TABLES, "per_point": state.settings.per_point}
    return state.shown


def _vision(state: State, seat: int) -> list[list[str]]:
    return [state.chart.board.to_hex(packed) for packed in state.sight().packed[seat]]


def _queue(state: State, seat: int) -> list[dict[str, Json]]:
    base, population = state.base(seat), state.population(seat)

    def entry(one: Entry) -> dict[str, Json]:
        return {
            "kind": one.kind,
            "planes": None if one.planes is None else list(one.planes),
            "left": one.left,
            "waiting": waiting_for(state, base, one, population),
            "rally": None if one.rally is None else list(one.rally),
        }

    return [entry(one) for one in state.queues[seat]]


def _memory(state: State, seat: int) -> list[dict[str, Json]]:
    """Enemy units seen before and not seen now."""
    board, sight = state.chart.board, state.sight()
    return [
        {
            "id": ghost.id, "kind": ghost.kind, "seat": ghost.seat, "pos": [ghost.x, ghost.y, ghost.level],
            "health": ghost.health, "round": ghost.round,
        }
        for ghost in state.memory[seat].values()
        if not sight.sees(seat, ghost.level, board.cell(ghost.x, ghost.y))
    ]  # fmt: skip


# Elements.


def _buildings(state: State) -> list[Element]:
    return [one for one in state.elements.values() if not one.is_unit]


def _elements(state: State, seat: int) -> list[dict[str, Json]]:
    board, sight = state.chart.board, state.sight()
    shown = []
    for one in state.elements.values():
        if one.seat == seat:
            shown.append(_own(one, state))
        elif not one.is_unit:
            shown.append(
                _building(one, sight.sees_element(board, seat, one), state.known[seat].get(one.id), state.round)
            )
        elif sight.sees(seat, one.level, board.cell(one.x, one.y)):
            shown.append(_enemy(one))
    return shown


def _own(one: Element, state: State) -> dict[str, Json]:
    """Everything; also how the referee sees any element."""
    if not one.is_unit:
        return {
            **_stranger(one), "seat": one.seat, "health": one.health, "fuel": one.fuel, "ammo": one.ammo,
            "metal": one.metal, "visible": True, "seen_round": state.round, **_own_only(one, state),
        }  # fmt: skip
    shown: dict[str, Json] = {
        "id": one.id, "kind": one.kind, "seat": one.seat, "pos": [one.x, one.y, one.level], "health": one.health,
        "fuel": one.fuel, "ammo": one.ammo, "metal": one.metal,
        "destination": None if one.destination is None else list(one.destination), "visible": True,
        **_own_only(one, state),
    }  # fmt: skip
    if one.planes is not None and one.planes_max is not None:
        shown["planes"], shown["planes_max"] = list(one.planes), list(one.planes_max)
        shown["attack"], shown["sight"] = list(formations.basic_attack(one.planes)), list(one.sight)
        shown["limits"] = formations.limits(one.planes)
    return shown


def _own_only(one: Element, state: State) -> dict[str, Json]:
    """What is said of an own element where there is something to say: its standing order, health lost to the enemy in the last round."""
    shown: dict[str, Json] = {} if one.standing is None else {"standing": one.standing}
    return {**shown, "struck": state.struck[one.id]} if one.id in state.struck else shown


def _enemy(one: Element) -> dict[str, Json]:
    """A unit in sight: of formations the number of planes, not their types."""
    shown: dict[str, Json] = {
        "id": one.id, "kind": one.kind, "seat": one.seat, "pos": [one.x, one.y, one.level], "health": one.health,
        "fuel": None, "ammo": None, "metal": None, "visible": True,
    }  # fmt: skip
    if one.level == AIR and one.planes is not None:
        shown["planes"], shown["planes_total"] = None, sum(one.planes)
    return shown


def _building(one: Element, is_visible: bool, known: Known | None, now: int) -> dict[str, Json]:
    """A building that is not the seat's own: as it was last seen."""
    shown = {**_stranger(one), "visible": is_visible, "seen_round": now if is_visible or known is None else known.round}
    if known is None:
        return shown
    shown["seat"] = known.seat
    if one.is_resource:
        shown["fuel"], shown["metal"] = known.fuel, known.metal
    else:
        shown["health"] = known.health
    return shown


def _stranger(one: Element) -> dict[str, Json]:
    """What everybody knows of a building: where it is; of a base also its health."""
    is_base = one.kind == "base"
    return {
        "id": one.id, "kind": one.kind, "seat": one.seat if is_base else None, "rect": list(one.rect), "level": one.level,
        "health": one.health if is_base else None, "fuel": None, "ammo": None, "metal": None, "visible": False,
        "seen_round": None,
    }  # fmt: skip


def scores(state: State) -> dict[str, list[int]]:
    """Score and living population per seat, for curves after the match."""
    return {
        "score": state.scores(),
        "population": [state.population(seat) for seat in range(SEATS)],
    }
