"""Does anything that a seat gets tell what rivals do out of its sight? The seat plays the same in two worlds, in one of which the rivals
are idle. Until it meets them by the rules, its frames are equal byte for byte: ids, lots and dice of its own, order and number of all.

What is compared is what leaves the server for the seat's person: view, events and choices as `lobby.fog.audience` makes them, and the
constant part. Nothing is left out, but for what the rules tell everybody (`Case.public`). The meeting is asked of the rules, not of the
difference: somebody of a rival is in the seat's view or in its events. FOGBOUND_LONG=1 plays more seeds.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import timezone

import games
from games.core.contract import Game, Json, Orders, State
from games.core.events import Event, filter_for
from games.core.rng import Rng, SeededRng, seat_rng, step_rng
from games.core.simulate import open_table
from games.frames import cards
from games.hundred_clubs.state import UNDISCOVERED
from lobby.fog import audience
from lobby.matches.models import Match
from lobby.store import positions
from tests.games.cosmos import boards as cosmos
from tests.games.hundred_clubs import boards as hundred_clubs
from tests.games.planet_conquer import boards as planet_conquer
from tests.sweeps import first

SEEDS = 12 if os.environ.get("FOGBOUND_LONG") else 1
"""Matches of each behaviour at each table, at least."""
MATCHES = 8
"""Matches of each behaviour, at least: games with few tables have more of each."""
Decide = Callable[[State, int, Rng], Orders]
pytestmark = [pytest.mark.timeout(3600 if os.environ.get("FOGBOUND_LONG") else 240), pytest.mark.slow]


@dataclass(frozen=True)
class Case:
    """How the two worlds of a game are played."""

    tables: tuple[tuple[int, dict[str, Any]], ...]
    """Seats and options."""
    met: Callable[[State, int, Json, list[Event]], bool]
    """`met(state, seat, view, events)` → somebody of a rival, or something of its doing, is told to the seat."""
    by_lot: Decide
    """Random orders that may be given."""
    least: int
    """Frames of each behaviour that are compared in all, at least, while the rivals have done something."""
    steps: int = 30
    bots: bool = True
    """Rivals are also played by every bot. False: their doing is open to all, see `frames_rival`."""
    own: Callable[[Orders, Json], Orders] = lambda orders, view: orders
    """What the seat gives of these orders: nothing that meets rivals far away."""
    opening: Callable[[State, int, int, bool], Orders | None] = lambda state, me, seat, active: None
    """`opening(state, me, seat, active)` → what `seat` plays while everybody hears what it comes to; None after that. `me`: who is told."""
    traces: Callable[[State, State, int, Json], bool] = lambda idle, active, seat, view: False
    """`traces(idle, active, seat, view)` → rivals have changed something that belongs to nobody, or that everybody knows, and that is
    in the seat's sight now. Asked of the positions, not of the frames."""
    public: Callable[[Json, int], None] = lambda frame, seat: None
    """Takes out of a frame, in place, what the rules tell everybody."""


# Planet Conquer


def meets_planets(state: State, seat: int, view: Json, events: list[Event]) -> bool:
    """Planets, fleets, effects or announcements of others, and events that name another seat (11, 14)."""
    strange = {None, seat}
    return bool(
        any(planet["owner"] not in strange for planet in view["planets"])
        or any(effect["seat"] != seat for planet in view["planets"] for effect in planet["effects"])
        or any(fleet["seat"] != seat for fleet in view["fleets"])
        or view["announcements"]
        or any(line["status"] != "in" for line in view["seats"])
        or any(event.get("seat", seat) != seat for event in events)
        or any(side["seat"] not in strange for event in events for side in event.get("sides", ()))
    )


def lot_of_planets(state: State, seat: int, dice: Rng) -> Orders:
    return {**planet_conquer.random_orders(state, seat, dice), "resign": False}


def one_move(orders: Orders, view: Json) -> Orders:
    """One fleet a round, and tactics at home."""
    tactic = orders["tactic"]
    at_home = tactic is not None and tactic["type"] in ("defend", "boost", "teleport", "fast")
    return {"moves": orders["moves"][:1], "tactic": tactic if at_home else None}


# Deep Blue


def meets_ships(state: State, seat: int, view: Json, events: list[Event]) -> bool:
    """Units of the other, seen or remembered, its islands, and events that are not of own elements alone (4, 10)."""
    rival = 1 - seat
    shown = [one for one in view["elements"] if one["kind"] != "base"]
    own = {None, *(one.id for one in state.own(seat))}
    return bool(
        any(one["seat"] == rival for one in shown)
        or view["memory"]
        or any(event["type"] in ("activity", "battle", "captured") for event in events)
        or any(rival in (event.get("owner"), event.get("seat")) for event in events if event["type"] != "score")
        or any(
            event["attacker"] not in own or event["attacker"] is None for event in events if event["type"] == "strike"
        )
        or any(event.get("id") not in own for event in events)
    )


def marks_of_ships(idle: State, active: State, seat: int, view: Json) -> bool:
    """Bases, and islands and stocks in sight (4)."""
    shown = [one["id"] for one in view["elements"] if "rect" in one and (one["visible"] or one["kind"] == "base")]
    return any(
        (before.health, not before.is_resource or (before.fuel, before.metal))
        != (after.health, not after.is_resource or (after.fuel, after.metal))
        for before, after in ((idle.elements[key], active.elements[key]) for key in shown)
    )


def lot_of_ships(state: State, seat: int, dice: Rng) -> Orders:
    """Some of the choices, and random destinations around the own base."""
    listed = [one["orders"] for one in games.get("deep_blue").choices(state, seat) or [] if one["orders"]]
    units: dict[str, Json] = {}
    production: list[Json] = []
    for given in [dice.choice(listed) for _ in range(3) if listed]:
        units |= given.get("units", {})
        production = production or given.get("production", [])
    x, y, board = *state.base(seat).rect[:2], state.chart.board
    for one in state.own(seat):
        if one.is_unit and dice.randrange(2):
            at = [x + dice.randrange(13) - 6, y + dice.randrange(13) - 6]
            units.setdefault(str(one.id), {"move": at} if board.has(*at) else {})
    return {"units": units, "production": production}


def open_scores(frame: Json, seat: int) -> None:
    """Both scores are public (10): in the view, and in the event that tells them."""
    frame["view"]["scores"][1 - seat] = None
    frame["events"] = [
        {**event, "score": None} if event["type"] == "score" and event["seat"] != seat else event
        for event in frame["events"]
    ]


# Cosmos


def meets_entities(state: State, seat: int, view: Json, events: list[Event]) -> bool:
    """Entities of others sensed, detected or remembered, and events that name another seat (7.2, 11)."""
    theirs = {tuple(state.positions[one.at]) for one in state.entities.values() if one.seat not in (None, seat)}
    own = {one["id"] for one in view["own"]}
    return bool(
        any(one["seat"] not in (None, seat) for one in (*view["foreign"], *view["ghosts"]))
        or any(tuple(pos) in theirs for pos in view["blips"])
        or any(line["entries"] for line in view["bonus"])
        or any(event.get("seat", seat) != seat for event in events)
        or any(event["id"] not in own for event in events if "id" in event)
        or view["alive"] != list(range(view["seats"]))
    )


def without_bids(orders: Orders, view: Json) -> Orders:
    """A bid meets the bids of all (6.5)."""
    direct = [
        {**one, "actions": [action for action in one["actions"] if action["do"] != "charge"]}
        for one in orders.get("direct", [])
    ]
    standing = [
        {**one, "reflexes": [reflex for reflex in one.get("reflexes", []) if reflex["type"] != "auto_charge"]}
        for one in orders.get("standing", [])
    ]
    return {"direct": [one for one in direct if one["actions"]], "standing": standing}


# Hundred Clubs


def meets_clubs(state: State, seat: int, view: Json, events: list[Event]) -> bool:
    """Clubs that are discovered or gone, and land of others, seen or remembered (5.3, 8.3)."""
    if state.phase != "rounds":
        return state.phase == "over"
    letters = "".join([*view["owners"], *view["memory"]["owners"]])
    return bool(
        any(relation != UNDISCOVERED for other, relation in enumerate(state.relation[seat]) if other != seat)
        or any(out is not None for out in state.out)
        or any(letter.isdigit() and int(letter) != seat for letter in letters)
    )


def open_clubs(state: State, me: int, seat: int, active: bool) -> Orders | None:
    """Bids of other sizes in the same order, which alone is told, then birthplaces as far apart as there are (4.1)."""
    if state.phase == "auction":
        return {"bid": 50 if seat == me else (seat + 1) * (7 if active else 1)}
    if state.phase != "birthplaces":
        return None
    rows = games.get("hundred_clubs").choices(state, seat)["legal"]
    cells = [[x, y] for y, row in enumerate(rows) for x, one in enumerate(row) if one == "1"]
    taken = state.board.places_of(state.chosen) or [[-9, -9]]
    return {"birthplace": max(cells, key=lambda cell: min(abs(cell[0] - x) + abs(cell[1] - y) for x, y in taken))}


# Frames


def meets_frames(state: State, seat: int, view: Json, events: list[Event]) -> bool:
    """Cards of the rival that are turned up, and attacks (10)."""
    return state.phase == "over" or any(
        event["type"] in ("attack", "reveal", "damage") or event.get("what") == "captain" for event in events
    )


def frames_rival(state: State, seat: int, dice: Rng) -> Orders:
    """What lies open of the fleet is that of the default one; captain, pilots and all cards are others (4.1, 10).

    Everything that is done on the table is told to both, so that the rival does there what the idle one does.
    """
    game = games.get("frames")
    given: Orders = game.default_orders(state, seat)
    if state.phase != "fleet":
        return given
    fleet, sets = cards.STARTER[given["starter"]], state.settings.sets
    hidden = {
        "captain": dice.choice(sorted(cards.within(cards.CAPTAIN, sets))),
        "pilots": some(sorted(cards.within(cards.PILOT, sets)), len(fleet["pilots"]), dice),
        "ship_cards": pile(sorted(cards.SHIP_CARD), sum(fleet["ship_cards"].values()), dice),
        "mech_cards": pile(sorted(cards.MECH_CARD), sum(fleet["mech_cards"].values()), dice),
    }
    shown = {"ship": fleet["ship"], "weapons": fleet["weapons"], "mechs": [{"model": one} for one in fleet["mechs"]]}
    return {"type": "fleet", "fleet": {**shown, **hidden}}


def some(names: list[str], count: int, dice: Rng) -> list[str]:
    return [names[i] for i in dice.permutation(len(names))[:count]]


def pile(names: list[str], count: int, dice: Rng) -> dict[str, int]:
    """As many cards, two of each."""
    return dict.fromkeys(some(names, count // 2, dice), 2)


def frames_own(orders: Orders, view: Json) -> Orders:
    """The first of these that is legal: cards drawn, energy gathered, mechs deployed; nothing that strikes or moves."""
    legal = view["legal"] or []
    wanted = ("resupply", "gather", "deploy", "react", "choose", "finish")
    if view["phase"] in ("fleet", "victory"):
        return orders
    if view["phase"] == "plan":
        return {**view["default"], "actions": [one for one in legal if one["type"] in wanted][:1]}
    found = [one for kind in wanted for one in legal if one["type"] == kind]
    return found[view["round"] % len(found)] if found else view["default"]


CASES: dict[str, Case] = {
    "planet_conquer": Case(
        tables=(
            (2, {"map": "tightrope"}), (3, {"map": "trident", "points_per_round": 8}), (4, {"map": "four_winds", "maintain_fee": True}),
            (8, {"map": "great_wheel"}), (4, {"map": "long_night"}), (2, {"map": "two_lanterns"}), (2, {"map": "long_night"}),
            (2, {"map": {"generate": {"seats": 4, "per_sector": 20, "pace": 6}}, "points_per_round": 3}),
        ),
        met=meets_planets, by_lot=lot_of_planets, least=40, own=one_move,
    ),
    "deep_blue": Case(
        tables=(
            (2, {"map": "pocket_sound"}), (2, {"map": "four_isles", "start_units": "fleet"}),
            (2, {"map": "grand_archipelago", "start_units": "patrol"}), (2, {"map": "twin_straits", "weather": -4, "spotting": "shared"}),
            (2, {"map": "generated"}),
        ),
        met=meets_ships, by_lot=lot_of_ships, least=40, traces=marks_of_ships, public=open_scores,
    ),
    "cosmos": Case(
        tables=(
            (2, {}), (4, {"stride": 5}), (2, {"map_knowledge": "full", "stride": 2}), (3, {"execution": "planned", "width": 40, "height": 40}),
        ),
        met=meets_entities, by_lot=cosmos.random_orders, least=40, own=without_bids,
    ),
    "hundred_clubs": Case(
        tables=(
            (2, {"map": "generated"}), (2, {}), (3, {"map": {"generated": {"width": 35, "height": None, "water": True}}}),
            (4, {"map": {"generated": {"width": 35, "height": None, "water": True}}, "justify_rounds": 2}),
        ),
        met=meets_clubs, by_lot=hundred_clubs.random_orders, least=40, opening=open_clubs,
    ),
    "frames": Case(
        tables=tuple((2, dict(games.get("frames").presets[name].options)) for name in ("seed", "tuned", "long", "blitz", "sets")),
        met=meets_frames, by_lot=frames_rival, least=40, bots=False, own=frames_own,
    ),
}  # fmt: skip


def behaviours() -> Iterator[Any]:
    for game_id, case in CASES.items():
        names = [bot.id for bot in games.get(game_id).bots] if case.bots else []
        cases = [pytest.param(game_id, name, id=f"{game_id}-{name}") for name in ["by_lot", *names]]
        # Whoever plays the rivals, the seat may not learn it: chance and one bot in every run.
        yield from first(cases, 2)


class World:
    """One of the two matches."""

    def __init__(self, game: Game, options: dict[str, Any], seats: int, seed: str) -> None:
        self.game, self.seed, self.step = game, seed, 0
        self.match = Match(
            id="0" * 10, game=game.id, options=options, status=Match.Status.RUNNING, started_at=timezone.now(), step_seconds=30
        )  # fmt: skip
        self.memories: list[dict[str, Json]] = [{} for _ in range(seats)]
        self._arrive(game.setup(options, seats, step_rng(seed, 0)), ())

    def _arrive(self, state: State, events: Sequence[Event]) -> None:
        self.state, self.events, self.match.step = state, events, self.step
        self.position = positions.made(self.game, self.step, state, events, {}, 0)

    def play(self, orders: Mapping[int, Orders]) -> None:
        """One step by these orders."""
        checked = {seat: self.game.check(self.state, seat, given) for seat, given in orders.items()}
        self.step += 1
        self._arrive(*self.game.resolve(self.state, checked, step_rng(self.seed, self.step)))

    def view(self, seat: int) -> Json:
        return self.game.view(self.state, seat)

    def bot(self, name: str, seat: int) -> Orders:
        """What a bot plays."""
        return self.game.bot(name).decide(self.view(seat), seat_rng(self.seed, self.step, seat), self.memories[seat])

    def has_met(self, case: Case, seat: int) -> bool:
        return case.met(self.state, seat, self.view(seat), filter_for(self.events, seat))

    def sent(self, seat: int) -> bytes:
        """What leaves the server for the person of a seat: the constant part in a line, then the frame."""
        audience._FRAMES.clear()
        audience._static.cache_clear()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(positions, "position", lambda match_id, number: self.position)
            patch.setattr(audience, "_beginning", lambda match_id: (match_id, self.seed))
            constant = json.dumps(audience.static_view(self.match)).encode()
            return constant + b"\n" + audience.frame_bytes(self.match, audience.own_seat(seat), self.step)


def without_public(text: bytes, case: Case, seat: int) -> bytes:
    constant, frame = text.split(b"\n")
    read = json.loads(frame)
    case.public(read, seat)
    return constant + json.dumps(read).encode()


@dataclass
class Pair:
    """The two worlds of one match while they are played."""

    case: Case
    idle: World
    active: World
    seat: int
    number: int
    behaviour: str
    deeds: int = 0
    """Orders of rivals so far that differ between the worlds."""

    def has_met(self) -> bool:
        if self.idle.has_met(self.case, self.seat) or self.active.has_met(self.case, self.seat):
            return True
        return self.case.traces(self.idle.state, self.active.state, self.seat, self.active.view(self.seat))

    def check(self) -> None:
        """The seat gets the same, and is asked at the same time as others."""
        first, second = (world.sent(self.seat) for world in (self.idle, self.active))
        if first != second:
            first, second = (without_public(text, self.case, self.seat) for text in (first, second))
        assert first == second, (
            f"{self.idle.match.options}, seed {self.idle.seed}, seat {self.seat}, step {self.idle.step}"
        )

    def play(self) -> bool:
        """One step; False if the match is over."""
        game, case, seat, idle, active = self.idle.game, self.case, self.seat, self.idle, self.active
        waiting = game.pending(active.state)
        still: dict[int, Orders] = {}
        busy: dict[int, Orders] = {}
        for one in waiting:
            dice = SeededRng(f"{idle.seed}:{active.step}:{one}")
            opening = case.opening(idle.state, seat, one, False)
            if opening is not None:
                still[one], busy[one] = opening, case.opening(active.state, seat, one, True)
            elif one == seat:
                # A bot's orders now and then, so that it does not find the rivals at once.
                is_turn_of_bot = idle.step % 3 == self.number % 2
                given = (
                    idle.bot(game.bots[self.number % 2].id, seat)
                    if is_turn_of_bot
                    else case.by_lot(idle.state, seat, dice)
                )
                still[seat] = busy[seat] = case.own(given, idle.view(seat))
            else:
                still[one] = game.default_orders(idle.state, one)
                by_lot = self.behaviour == "by_lot"
                busy[one] = case.by_lot(active.state, one, dice) if by_lot else active.bot(self.behaviour, one)
                self.deeds += still[one] != game.check(active.state, one, busy[one])
        idle.play(still)
        active.play(busy)
        return bool(waiting)


@pytest.mark.parametrize(("game_id", "behaviour"), list(behaviours()))
def test_own_frames_before_contact(game_id: str, behaviour: str) -> None:
    game, case = games.get(game_id), CASES[game_id]
    compared = other = 0
    for number in range(max(SEEDS, -(-MATCHES // len(case.tables))) * len(case.tables)):
        seats, chosen = case.tables[number % len(case.tables)]
        seed, seat = f"unseen-{number}", number % seats
        options = open_table(game, chosen, seats, seed)
        idle, active = (World(game, options, seats, seed) for _ in range(2))
        pair = Pair(case, idle, active, seat, number, behaviour)
        for _ in range(case.steps):
            if pair.has_met():
                break
            pair.check()
            compared += pair.deeds > 0
            other += pair.deeds > 0 and game.to_json(idle.state) != game.to_json(active.state)
            if not pair.play():
                break
    assert other >= case.least, f"only {other} of {compared} frames came from different positions"
