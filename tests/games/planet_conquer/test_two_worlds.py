"""Rule 11.3, by two worlds: change what a seat cannot know, and every byte it gets stays the same.

Random states of random play, altered in all that is hidden from one seat: planets out of its sight, fleets it does not see,
points, memories and hidden names of others. FOGBOUND_LONG=1 takes 10,000 states.
"""

import os
from typing import Any

import orjson
import pytest

from games.core.errors import OrderError
from games.core.events import filter_for
from games.core.rng import SeededRng
from games.planet_conquer import GAME
from games.planet_conquer.sight import facts
from games.planet_conquer.state import Effect, Fleet, Memory, Pending, State
from tests.games.planet_conquer.boards import board, crossing, play, random_orders, random_states, tactic

pytestmark = pytest.mark.slow

STATES = 10_000 if os.environ.get("FOGBOUND_LONG") else 200

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {"map": "tightrope", "points_per_round": 8, "max_round": 50}),
    (3, {"map": "trident", "points_per_round": 12, "max_round": 50}),
    (3, {"map": "trident", "points_per_round": 6, "max_round": 50, "standing": True}),
    (4, {"map": "four_winds", "points_per_round": 10, "max_round": 60, "maintain_fee": True}),
    (4, {"map": "sunken_temple", "points_per_round": 15, "max_round": 60}),
    (8, {"map": "great_wheel", "points_per_round": 5, "max_round": 60}),
    (5, {"map": "pentacle", "points_per_round": 8, "max_round": 40, "crowd_losses": "full"}),
]


def altered(state: State, seat: int, dice: SeededRng, *, keep: int = 0) -> State:
    """A copy that differs in what is hidden from `seat`; planets in the bit set `keep` stay as they are."""
    twin = state.copy()
    known = facts(state)
    sight = known.sights[seat]
    others = [other for other in state.in_play() if other != seat]
    hidden = [planet for planet in range(state.chart.count) if not (sight | keep) >> planet & 1]
    for planet in hidden:
        if state.owner[planet] is None or dice.randrange(2):
            continue
        twin.units[planet] = 1 + dice.randrange(900)
    for planet in hidden:
        if state.owner[planet] is None and dice.randrange(3) == 0:
            twin.units[planet] = dice.randrange(50)
    twin.points = [points if other == seat else dice.randrange(60) for other, points in enumerate(state.points)]
    twin.memory = [row if other == seat else {} for other, row in enumerate(state.memory)]
    if others:
        # Hidden names: halts in sight and terminators of others may be anybody else's, attacks may be or not be.
        shuffled = [other for other in range(state.seats) if other != seat]
        names = dict(zip(shuffled, [shuffled[i] for i in dice.permutation(len(shuffled))], strict=True))
        effects = []
        for effect in state.effects:
            if effect.seat != seat and effect.type == "halt":
                effect = effect._replace(seat=names[effect.seat])
            if not (
                effect.seat != seat
                and (effect.type == "attack" or (effect.type == "halt" and not sight >> effect.planet & 1))
            ):
                effects.append(effect)
        effects += [Effect("attack", dice.choice(hidden), dice.choice(others), state.round + 2)] if hidden else []
        twin.effects = list(dict.fromkeys(effects))
        dice.shuffle(twin.effects)
        pending = []
        for entry in state.pending:
            if entry.type == "terminator" and entry.seat != seat:
                if not sight >> (entry.planet or 0) & 1:
                    continue
                entry = entry._replace(seat=names[entry.seat])
            pending.append(entry)
        twin.pending = pending
        if hidden:
            twin.pending.insert(0, Pending("terminator", dice.choice(others), dice.choice(hidden), None, state.round))
    twin.fleets = [
        fleet if near & sight else fleet._replace(units=1 + dice.randrange(500))
        for fleet, near in zip(state.fleets, known.near, strict=True)
        if near & sight or dice.randrange(2)
    ]
    if state.standing:
        twin.standing = [routes if other == seat else () for other, routes in enumerate(state.standing)]
    for planet in hidden:
        away = [q for q in state.chart.rounds[planet] if q in hidden]
        if others and away and dice.randrange(3) == 0:
            target = dice.choice(away)
            length = state.chart.rounds[planet][target]
            due = state.round + dice.randrange(length)
            twin.fleets.insert(0, Fleet(f"ghost{planet}", dice.choice(others), planet, target, 9, length, due, "route"))
    # Their order tells when they left, which is a secret of those that were sped.
    dice.shuffle(twin.fleets)
    twin.facts = None
    assert facts(twin).sights[seat] == sight
    return twin


def everything_told(state: State, seat: int, dice: SeededRng) -> bytes:
    """All that a seat can ask: its view, choices, forecasts, and the answers to good and bad orders."""
    answers: list[Any] = [GAME.view(state, seat), GAME.choices(state, seat)]
    for orders in probes(state, seat, dice):
        try:
            answers.append(GAME.check(state, seat, orders))
            answers.append(GAME.forecast(GAME.view(state, seat), orders))
        except OrderError as error:
            answers.append([error.code, error.path, error.message, error.data])
    return orjson.dumps(answers)


def probes(state: State, seat: int, dice: SeededRng) -> list[Any]:
    """Orders that would tell something if the check looked where it must not."""
    far = [planet for planet in range(state.chart.count) if not facts(state).sights[seat] >> planet & 1] or [0]
    planet = dice.choice(far)
    found: list[Any] = [
        {"moves": [{"from": planet, "to": dice.choice(list(state.chart.rounds[planet])), "units": 1}]},
        {
            "tactic": {
                "type": dice.choice(["defend", "boost", "attack", "god", "halt", "terminator", "fast"]),
                "planet": planet,
            }
        },
        {"tactic": {"type": "swap", "seat": dice.randrange(state.seats)}},
        {"tactic": {"type": "teleport", "from": planet, "to": 0, "units": 10**6}},
    ]
    if GAME.choices(state, seat) is not None:
        found.append(random_orders(state, seat, dice))
    return found


def test_view_choices_checks_and_forecasts_do_not_tell() -> None:
    """11.3, 19.5: byte-equal answers in both worlds."""
    dice = SeededRng("worlds")
    differing = 0
    for number, (state, _) in enumerate(random_states("worlds", STATES, TABLES)):
        seat = dice.randrange(state.seats)
        twin = altered(state, seat, dice)
        differing += twin != state
        first, second = (everything_told(world, seat, SeededRng(str(number))) for world in (state, twin))
        assert first == second, f"state {number}, seat {seat}"
    assert differing > STATES * 0.8


def test_public_view_does_not_tell() -> None:
    """13: under fog a stranger's view depends on nothing hidden."""
    dice = SeededRng("public")
    for state, _ in random_states("public", STATES // 4, TABLES):
        views = set()
        for world in (state, altered(state, dice.randrange(state.seats), dice)):
            # To a stranger every planet, fleet and terminator is hidden; seats in play, swaps and eleminates are not.
            views.add(orjson.dumps(GAME.view(world, "public")))
        assert len(views) == 1


def touched_by(state: State, seat: int, given: Any) -> int:
    """Bit set of planets where units or tactics of `seat` do something this round."""
    planets = [fleet.target for fleet in state.fleets if fleet.seat == seat]
    planets += [effect.planet for effect in state.effects if effect.seat == seat]
    planets += [entry.planet for entry in state.pending if entry.seat == seat and entry.planet is not None]
    if given is not None:
        planets += [move["to"] for move in given["moves"]]
        planets += [value for key, value in (given["tactic"] or {}).items() if key in ("planet", "to", "from")]
    return sum(1 << planet for planet in set(planets))


def test_events_do_not_tell() -> None:
    """19.5: a round played in both worlds is told to the seat in the same bytes, if what differs stays out of its sight.

    Hidden garrisons differ, and memories; orders are the same. Where what differed came into sight (a hidden battle went another way,
    another fee level showed as growth) the worlds may be told apart, rightly, and are not compared.
    """
    dice = SeededRng("events")
    compared = 0
    for number, (state, orders) in enumerate(random_states("events", STATES, TABLES)):
        seat = dice.randrange(state.seats)
        given = orders.get(seat)
        if any(entry.type != "terminator" for entry in state.pending):
            continue
        after, events = GAME.resolve(state, orders, None)
        seen = facts(state).sights[seat] | facts(after).sights[seat] | touched_by(state, seat, given)
        leaving: dict[int, int] = {}
        for other in orders.values():
            for move in [
                *(other or {"moves": []})["moves"],
                *([other["tactic"]] if other and other["tactic"] and "units" in other["tactic"] else []),
            ]:
                leaving[move["from"]] = leaving.get(move["from"], 0) + move["units"]
        # What a standing route sends depends on the garrison that it leaves, and may come into sight at once.
        sending = {route.source for routes in state.standing for route in routes}
        sending |= {row["from"] for other in orders.values() for row in (other or {}).get("standing") or ()}
        hidden = [
            planet
            for planet in range(state.chart.count)
            if not seen >> planet & 1
            and planet not in sending
            and state.owner[planet] is not None
            and state.units[planet] > leaving.get(planet, 0)
        ]
        twin = state.copy()
        for planet in hidden:
            twin.units[planet] = leaving.get(planet, 0) + 1 + dice.randrange(300)
        twin.memory = [row if other == seat else {0: Memory(None, 5, 1)} for other, row in enumerate(state.memory)]
        twin_after, twin_events = GAME.resolve(twin, orders, None)
        public = [
            [event for event in list_ if event["type"] in ("seat_out", "match_ended")]
            for list_ in (events, twin_events)
        ]
        if (
            public[0] != public[1]
            or facts(twin_after).sights[seat] != facts(after).sights[seat]
            or after.phase == "ended"
        ):
            continue
        if changed_in(after, twin_after, facts(state).sights[seat] | facts(after).sights[seat]):
            continue
        compared += bool(hidden)
        told = [
            orjson.dumps([filter_for(list_, seat), GAME.view(world, seat)])
            for list_, world in ((events, after), (twin_events, twin_after))
        ]
        assert told[0] == told[1], f"state {number}, seat {seat}"
    assert compared > STATES // 10


def changed_in(one: State, two: State, sight: int) -> bool:
    """Do the worlds differ where the seat now looks?"""
    return any(
        sight >> planet & 1 and (one.owner[planet], one.units[planet]) != (two.owner[planet], two.units[planet])
        for planet in range(one.chart.count)
    )


@pytest.mark.parametrize("total", [2300, 1400, 200])
def test_hidden_fee_levels_do_not_tell(total: int) -> None:
    """11.1: with the fee on, another seat's total shows neither in `next` nor in events, where its planets cannot grow anyway."""
    told = set()
    for hidden in (total, 10):
        state = board(
            crossing(M={"cos": 8, "max": 100}), {"A": (0, 9), "M": (1, 100), "B": (1, hidden)}, maintain_fee=True
        )
        after, events = play(state)
        told.add(orjson.dumps([GAME.view(state, 0), filter_for(events, 0), GAME.view(after, 0)]))
    assert len(told) == 1


@pytest.mark.parametrize("kind", ["terminator", "halt"])
def test_order_of_events_does_not_name_a_hidden_seat(kind: str) -> None:
    """9, 11.3: two seats play the same on one planet; the order of what they hear is the same whoever the other one is."""
    told = []
    for other in (0, 2):
        state = board(
            crossing(), {"A": (0, 9), "B": (1, 9), "C": (2, 9)}, seats=3,
            effects=[("halt", "M", 1, 5), ("halt", "M", other, 5)],
        )  # fmt: skip
        _, events = play(state, {1: tactic(kind, planet="M"), other: tactic(kind, planet="M")})
        told.append([event for event in filter_for(events, 1) if event["type"] in ("tactic_played", "effect_ended")])
        assert [event["seat"] for event in told[-1]] == [1, None] * (len(told[-1]) // 2)
    assert told[0] == told[1]
    assert told[0]
