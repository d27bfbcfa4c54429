"""Does a program order again what was ordered in a match? A finished match is played once more from its record, until the two differ.

The record is the answer of `GET /api/matches/<id>/replay/`. The program gets the views, the choices and the chance that its seat had; the other
seats order what is recorded. It needs the engines (`local`).
"""

from __future__ import annotations

import importlib
import json
from dataclasses import dataclass
from pathlib import Path
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

    def lines(self) -> list[str]:
        """The same for a terminal."""
        if not self.differs:
            return [f"seat {self.seat}: the same orders in all {self.steps} steps"]
        return [
            f"seat {self.seat}: the same orders in {self.steps} steps, others in step {self.steps}",
            f"recorded: {json.dumps(self.recorded)}",
            f"now:      {json.dumps(self.ordered)}",
            *[self.fault] * bool(self.fault),
        ]


def read_record(file: str) -> Json:
    """The record in that file. Raises BadRecord."""
    try:
        return json.loads(Path(file).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise BadRecord(f"{file}: {error}") from None


def play_again(decide: Decide | Decider, record: Json, *, seat: int | None = None) -> Again:
    """Play a recorded match with this program in a seat; without `seat` in the only one that was its author's, else in the only one that no bot had.

    `decide` may be a bot of the engines too (`games.core.simulate.TurnBot`), as a checkout makes one that runs in the sandbox.
    Raises NoEngines, and BadRecord for what is no record of a match, or of other rules than the engines have.
    """
    games = engines()
    simulate = importlib.import_module("games.core.simulate")
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
    bot: Any = decide
    if not isinstance(decide, simulate.TurnBot):
        decider = decide if isinstance(decide, Decider) else Decider(decide)
        bot = simulate.OwnBot(decider.name, decider.answer, hears_refusals=True, copies=True)
    failures: list[str] = []
    answer = simulate.begin(bot, record["options"], seed, chosen, lambda _, why: failures.append(why))
    refused: Json = None
    for step, state, _events in simulate.replay(game, record["options"], len(seats), seed, history, start=start):
        if step == len(history) or chosen not in game.pending(state):
            continue
        failures.clear()
        given = answer(simulate.turn_of(game, state, chosen, refused), step)
        ordered, refused = simulate.judged(game, state, chosen, step, given)
        recorded = history[step].get(chosen)
        if recorded is None:
            recorded = game.default_orders(state, chosen)
        if ordered != recorded:
            fault = "; ".join(failures) or (refused["message"] if refused else "")
            return Again(step, chosen, True, recorded, ordered, fault)
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
