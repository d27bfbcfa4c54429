"""What becomes of draft orders if nothing unseen interferes? The engine's own rounds, played on the position that the view suggests.

The unseen is guessed as `imagine` guesses it, others give no orders, and the sequence of the slots is drawn: what happens between
entities of several seats in one round may come out otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.core.events import Event, EventLog
from games.core.rng import step_rng
from games.core.text import gettext_noop
from games.cosmos.advice import advice, joined
from games.cosmos.advice.desk import KEEP
from games.cosmos.advice.planets import AHEAD
from games.cosmos.attacks import Attacks
from games.cosmos.bare import falling, least_burst
from games.cosmos.choices import usual
from games.cosmos.constants import BURST_OVERHEAD, KINDS, PLANET
from games.cosmos.imagine import imagine
from games.cosmos.maps import SIZE
from games.cosmos.orders import check
from games.cosmos.orders.forms import refused
from games.cosmos.resolve import resolve
from games.cosmos.settings import OPTIONS
from games.cosmos.state import State
from games.cosmos.view import view as view_of
from games.cosmos.waiting import waits

Json = Any

HORIZON = 20
"""Rounds that are looked ahead, at least one step."""
TOLD = frozenset({"overloaded", "captured", "destroyed", "analysed", "built", "charged", "order_failed"})
"""Events of the next step that answer what a draft leads to."""
_NAMING = ("id", "planet", "scout", "miner")
"""Fields of events that name an entity."""


def forecast(view: Json, orders: Json) -> dict[str, Json]:
    """What the draft `orders` of the view's seat lead to. Raises OrderError at the part that is not legal.

    `rounds`: the last round of each step looked at. `events`: of the next step what the seat would hear of its bursts, analyses, builds,
    charges and failures, in the form of chapter 11; whom the seat has never sensed is nobody in them (None). `tracks`: by id of an own ship its
    position now and after each step, of those that move. `planets`: by id of an own planet its energy after each step. `gone`: ids of own
    entities that are not there after the next step. `bare`: own planets that would then fall to the burst of one ship in sight, with that ship.
    `vain`: own planets whose next bid wins nothing, see `_vain`. `waits`: own planets that wait for the price of their next ship, see
    `waiting`. `takes`: by id of a planet of others the least energy of one ship whose burst takes it as the seat knows it, if it hits nobody
    else and no bonus helps. `attacks`: of each known one of others that a ship of the seat goes for, to burst there, `{"target", "round",
    "before", "after", "result", "energy", "shared", "burst"}`: its defence before and after the bursts foreseen, and of the last one the round,
    the energy of the ship, by how many it is shared, and how much each gets; `result` None: none is foreseen.
    `least_burst`: energy from which on a burst has an effect. `usual`: by kind what the ships cost that are offered (`choices`). `keep`: energy that
    a planet keeps which sends what it can. `advice`: what is worth doing besides the draft (`advice`).
    """
    seat = view["seat"]
    if seat is None or "weapon" not in view:
        raise refused("seat_not_alive", "", gettext_noop("This seat is out of the match."))
    state = imagine(_options(view), view, step_rng("forecast", view["round"]))
    drafted = given = check(state, seat, orders)
    first = state
    before = _own(view)
    tracks = {id_: [row["pos"]] for id_, row in before.items() if row["kind"] != "planet"}
    planets: dict[int, list[int]] = {id_: [] for id_, row in before.items() if row["kind"] == "planet"}
    rounds: list[int] = []
    events: list[Json] = []
    gone: list[int] = []
    vain: list[Json] = []
    attacks = Attacks(view, drafted)
    while state.phase != "over" and (not rounds or rounds[-1] + view["stride"] < view["round"] + HORIZON):
        state, log = _play(state, seat, given, len(rounds))
        rows = _own(view_of(state, seat))
        heard = log.heard_by(seat)
        attacks.note(heard)
        if not rounds:
            events, vain = _known(view, heard), _vain(view, heard)
            gone = sorted(before.keys() - rows.keys())
        rounds.append(state.ticked)
        for id_, line in tracks.items():
            if id_ in rows:
                line.append(rows[id_]["pos"])
        for id_, energies in planets.items():
            if id_ in rows:
                energies.append(rows[id_]["energy"])
        given = {}
    state = _until(state, view, attacks, len(rounds))
    bare = falling(view, {id_: energies[0] for id_, energies in planets.items() if energies})
    return {
        "rounds": rounds,
        "events": events,
        "tracks": {str(id_): line for id_, line in tracks.items() if any(pos != line[0] for pos in line)},
        "planets": {str(id_): energies for id_, energies in planets.items()},
        "gone": gone,
        "bare": bare,
        "vain": vain,
        "waits": [*waits(view, drafted, planets, rounds)],
        "takes": _takes(view),
        "attacks": attacks.lines(state),
        "least_burst": least_burst(view),
        "usual": usual(view),
        "keep": KEEP,
        "advice": advice(
            view,
            drafted,
            bare,
            lambda added, goal: _taken(view, first, check(first, seat, joined(drafted, added)), goal),
        ),
    }


def _taken(view: Json, state: State, given: Json, goal: int) -> Json:
    """How the orders take or destroy somebody, as `attacks` tells it, as far ahead as a ship that is built needs; None: they do not."""
    attacks = Attacks(view, given)
    state, log = _play(state, view["seat"], given, 0)
    attacks.note(log.heard_by(view["seat"]))
    state = _until(state, view, attacks, 1)
    won = (
        line for line in attacks.lines(state) if line["target"] == goal and line["result"] in ("captured", "destroyed")
    )
    return next(won, None)


def _until(state: State, view: Json, attacks: Attacks, step: int) -> State:
    """The position when all attacks are over, or as far ahead as is looked; `step`: how many were played before."""
    while state.phase != "over" and state.round < view["round"] + AHEAD and attacks.are_on(state):
        state, log = _play(state, view["seat"], {}, step)
        attacks.note(log.heard_by(view["seat"]))
        step += 1
    return state


def _takes(view: Json) -> dict[str, int]:
    """A planet falls when it loses more than it has (6.3)."""
    planets = [row for row in (*view["foreign"], *view["ghosts"]) if row["kind"] == KINDS[PLANET]]
    return {str(row["id"]): max(least_burst(view), BURST_OVERHEAD + row["energy"] + 1) for row in planets}


def _known(view: Json, events: Iterable[Event]) -> list[Event]:
    """What the seat is told of the events: the ids of those who were guessed, and of ships still to be built, say nothing true."""
    known = {row["id"] for key in ("own", "foreign", "ghosts") for row in view[key]}
    told = []
    for event in events:
        if event["type"] not in TOLD or (event["type"] != "built" and event.get("id", None) not in {None, *known}):
            continue
        masked = {key: None if key in _NAMING and event[key] not in known else event[key] for key in event}
        if "hits" in event:
            masked["hits"] = [hit if hit["id"] in known else dict.fromkeys(hit) for hit in event["hits"]]
        told.append(masked)
    return told


def _vain(view: Json, events: Iterable[Event]) -> list[Json]:
    """Own planets whose first bid of the next step wins nothing, the most likely reason, and in which round it happens or happened.

    `rival` is the own planet that it loses to or ties with. None: nobody is known to bid more, but a bid of this size or a greater one
    of the seat lost in the step before, and none as low has won since. `most`: that planet's bid, or the one that lost. What others bid is
    not known.
    """
    lately = [row for row in view["weapon"]["history"] if row[0] >= view["round"] - view["stride"]]
    rounds: dict[int, list[Event]] = {}
    for event in events:
        if event["type"] == "bid_result":
            rounds.setdefault(event["round"], []).append(event)
    found: dict[int, Json] = {}
    for round_, results in sorted(rounds.items()):
        for event in results:
            planet, bid = event["planet"], event["bid"]
            if planet in found:
                continue
            rivals = [(other["bid"], other["planet"]) for other in results if other["planet"] != planet]
            won = max((when for when, _, size, result, _ in lately if result == "won" and size <= bid), default=0)
            lost = [
                (when, size) for when, _, size, result, _ in lately if result == "lost" and size >= bid and when > won
            ]
            found[planet] = None
            if event["result"] == "lost" and rivals:
                most, rival = max(rivals)
                found[planet] = {"planet": planet, "bid": bid, "rival": rival, "most": most, "round": round_}
            elif lost:
                when, most = lost[-1]
                found[planet] = {"planet": planet, "bid": bid, "rival": None, "most": most, "round": when}
    return [row for row in found.values() if row]


def _options(view: Json) -> Json:
    """The table's options as far as the view tells them; a board of unknown size is as large as any."""
    width, height = view["map"]["size"] or (SIZE[1], SIZE[1])
    made = {option.key: option.default for option in OPTIONS}
    return {**made, **view["rules"], "width": width, "height": height}


def _play(state: State, seat: int, given: Json, step: int) -> tuple[State, EventLog]:
    return resolve(state, {seat: given}, step_rng("forecast", step))


def _own(view: Json) -> dict[int, Json]:
    """The rows of the seat's own entities, by id; nothing once it is out."""
    return {row["id"]: row for row in view["own"]}
