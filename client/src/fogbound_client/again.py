"""Does a program order again what was ordered in a match? A finished match is played once more from its record, until the two differ.

The record is the answer of `GET /api/matches/<id>/replay/`. The program gets the views, the choices and the chance that its seat had; the other
seats order what is recorded. It needs the engines (`local`).
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

from fogbound_client.deciding import Decide, Decider
from fogbound_client.errors import BadRecord
from fogbound_client.local import engines

Json = Any


@dataclass(frozen=True)
class Again:
    """How far a match went as it was recorded."""

    steps: int
    """Steps before the first difference; all of them if there is none."""
    seat: int
    differs: bool = False
    recorded: Json = None
    """The orders of the record at the difference, as they counted."""
    ordered: Json = None
    """Those of the program, as they would have counted: default orders in place of refused ones, and when it failed."""
    fault: str = ""
    """What the program raised, or why its orders were refused."""


def play_again(decide: Decide | Decider, record: Json, *, seat: int | None = None) -> Again:
    """Play a recorded match with this program in a seat; without `seat` in the only one that was its author's, else in the only one that no bot had.

    Raises NoEngines, and BadRecord for what is no record of a match, or of other rules than the engines have.
    """
    games = engines()
    simulate = importlib.import_module("games.core.simulate")
    random = importlib.import_module("games.core.rng")
    try:
        game = games.get(record["game"])
        seats, seed = record["seats"], record["seed"]
        history = [{int(one): orders for one, orders in step.items()} for step in record["orders"]]
        start = record["start"] and game.from_json(record["start"])
        version = record["rules_version"]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadRecord("this is no record of a match") from None
    if version != game.rules_version:
        raise BadRecord(f"it was played by version {version} of the rules, and the engines have {game.rules_version}")
    chosen = _seat(record, seat)
    decider = decide if isinstance(decide, Decider) else Decider(decide)
    memory: dict[str, Json] = {}
    refused: Json = None
    for step, state, _events in simulate.replay(game, record["options"], len(seats), seed, history, start=start):
        if step == len(history) or chosen not in game.pending(state):
            continue
        turn = simulate.turn_of(game, state, chosen, refused)
        rng = random.program_rng(random.seat_seed(seed, chosen), step)
        fault = ""
        try:
            given = decider.ask(view=turn.view, choices=turn.choices(), rng=rng, memory=memory, refused=refused)
        except Exception as error:  # noqa: BLE001 whatever a program raises is a failure of that program
            given, fault = None, simulate.fault_of(error)
        ordered, refused = simulate.judged(game, state, chosen, step, given)
        recorded = history[step].get(chosen)
        if recorded is None:
            recorded = game.default_orders(state, chosen)
        if ordered != recorded:
            return Again(step, chosen, True, recorded, ordered, fault or (refused["message"] if refused else ""))
    return Again(len(history), chosen)


def _seat(record: Json, seat: int | None) -> int:
    seats = record["seats"]
    if seat is not None:
        if not 0 <= seat < len(seats):
            raise BadRecord(f"the match has the seats 0 to {len(seats) - 1}")
        return seat
    # `yours` is what the site says to the author who asks; a file that anybody may load has none.
    likely = record.get("yours") or [number for number, one in enumerate(seats) if not one.get("bot")]
    if len(likely) != 1 or likely[0] not in range(len(seats)):
        raise BadRecord("say which seat the program had: --seat")
    return int(likely[0])
