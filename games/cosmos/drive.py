"""Slot execution: every entity's program is asked at the entity's own turn. Chapter 5.2."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from typing import Any

from games.core.contract import Ask
from games.core.errors import OrderError
from games.core.rng import Rng
from games.cosmos.constants import KINDS
from games.cosmos.entity import Entity
from games.cosmos.orders import default_orders, read_actions
from games.cosmos.resolve import begin_slots, next_round, sequence, start
from games.cosmos.resolve.ending import end_round
from games.cosmos.resolve.turns import run, slots
from games.cosmos.resolve.work import Work
from games.cosmos.senses import entity_view
from games.cosmos.state import State

Json = Any
VOID_REASONS = ("budget", "error", "memory", "time", "result", "stopped", "crash")


def drive(state: State, rng: Rng) -> Generator[Ask, Json, tuple[State, dict[int, Json]]] | None:
    """How a round is played by asking programs; None in a match that is planned.

    That is one which says so, and one whose steps have several rounds, which no record of one round can tell.
    """
    is_planned = state.options["execution"] == "planned" or state.options["stride"] != 1
    return None if is_planned else _play_round(state, rng)


def _play_round(state: State, rng: Rng) -> Generator[Ask, Json, tuple[State, dict[int, Json]]]:
    """Play one round by asking programs.

    Every question is one run; its answer is the list of actions that the program did, or {"void": reason}. Returns the
    state after the round and the record of all actions that succeeded: `resolve` on it gives the same state again. An
    answer that is not in the form of 8.1 makes the run void with reason "result" (10.4).
    """
    work = start(state)
    living = work.state.living()
    record = {seat: default_orders(state, seat) for seat in living}
    if work.state.phase == "over":
        return work.state, record
    ids = sequence(work.state, rng)
    begin_slots(work, ids)
    places = {id_: place for place, id_ in enumerate(ids)}
    for entity in slots(work, ids):
        seat, id_ = entity.seat, entity.id
        assert seat is not None
        answer = yield Ask(seat, str(id_), entity_view(work, entity), partial(_ahead, work, entity, ids, places[id_]))
        actions, void = _read(answer, KINDS[entity.kind])
        done, _ = run(work, entity, actions, tell=False)
        if done or void:
            entry = {"id": id_, "valid_for": 1, "actions": done}
            record[seat]["direct"].append({**entry, "void": void} if void else entry)
    end_round(work)
    next_round(work)
    for orders in record.values():
        orders["direct"].sort(key=lambda order: order["id"])
    return work.state, record


def _ahead(work: Work, entity: Entity, ids: Sequence[int], place: int) -> Ask | None:
    """The question to the next after `place` in `ids` that is asked, if `entity` there does nothing before but pay its planet."""
    entities = work.state.entities
    later = (entities.get(ids[number]) for number in range(place + 1, len(ids)))
    following = next((one for one in later if one is not None and one.seat is not None), None)
    if following is None or following.seat is None:
        return None
    view = entity_view(work, following)
    if payment := work.board.miners.pays(work.state.round).get(entity.id):
        seat, home, energy = payment
        for row in view["sensed"]:
            if row["id"] == home and row["seat"] == seat:
                row["energy"] = row["defence"] = row["energy"] + energy
                if following.id == entity.home:
                    view["me"] |= {"energy": row["energy"], "defence": row["defence"]}
    return Ask(following.seat, str(following.id), view)


def _read(answer: Json, kind: str) -> tuple[list[Json], str | None]:
    """Actions, and the reason if the run is void."""
    if isinstance(answer, dict) and answer.get("void") in VOID_REASONS:
        return [], str(answer["void"])
    try:
        return read_actions(answer, "", kind), None
    except OrderError:
        return [], "result"
