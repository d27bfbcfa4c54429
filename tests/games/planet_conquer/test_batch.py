"""Does a batch play what the engine plays? Random matches of all maps, presets and options, side by side, state for state."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from games.core.errors import OptionError, OrderError
from games.core.rng import SeededRng, step_rng
from games.core.simulate import side_by_side
from games.planet_conquer import GAME, constants, vectors
from games.planet_conquer.maps import BUILT_IN
from games.planet_conquer.maps.chart import GameMap
from games.planet_conquer.orders import choices as legal
from games.planet_conquer.setup import check_options, prepare
from games.planet_conquer.state import Fleet, State
from tests.sweeps import first

MAPS = (*BUILT_IN, "generate")


def drawn_table(dice: SeededRng) -> tuple[dict[str, Any], int]:
    """Options of a table, a preset or of all kinds, and its seats."""
    seats = 2 + dice.randrange(7)
    while True:
        if dice.randrange(3) == 0:
            options = dict(GAME.presets[dice.choice(list(GAME.presets))].options)
        else:
            options = {
                "map": dice.choice(MAPS),
                "fog": dice.randrange(4) > 0,
                "start_units": (None, 1, 40, 100_000)[dice.randrange(4)],
                "maintain_fee": (None, True, False)[dice.randrange(3)],
                "points_per_round": (None, 20, 3)[dice.randrange(3)],
                "lost_turn_limit": dice.randrange(4),
                "show_scores": dice.randrange(2) > 0,
                "reveal_when_out": dice.randrange(2) > 0,
                "standing": dice.randrange(3) > 0,
                "tactic_costs": dict.fromkeys(constants.TACTICS, 1) if dice.randrange(2) else {},
                "points_cap": (0, 12)[dice.randrange(2)],
                "crowd_losses": ("shared", "full")[dice.randrange(2)],
                "ties": ("lot", "seat")[dice.randrange(2)],
            }
        if dice.randrange(2):
            options["max_round"] = 10 + dice.randrange(30)
        for fitting in range(seats, 1, -1):
            try:
                return prepare(check_options(options, fitting), fitting, dice), fitting
            except OptionError:
                # Fewer seats, or another table.
                continue


def drawn_orders(state: State, seat: int, dice: SeededRng) -> Any:
    """Orders of all kinds, now and then none or a resignation."""
    if dice.randrange(150) == 0:
        return None
    own = {
        planet: units
        for planet, (owner, units) in enumerate(zip(state.owner, state.units, strict=True))
        if owner == seat
    }
    orders: dict[str, Any] = {
        "moves": [],
        "tactic": drawn_tactic(state, seat, dice),
        "resign": dice.randrange(800) == 0,
    }
    for planet in own:
        for _ in range(dice.randrange(3)):
            units = 1 + dice.randrange(max(1, own[planet]))
            target = dice.choice([*state.chart.rounds[planet]])
            if units <= own[planet]:
                own[planet] -= units
                orders["moves"].append({"from": planet, "to": target, "units": units})
    if state.settings.standing and dice.randrange(4) == 0:
        routes: dict[tuple[int, int], Any] = {}
        for planet in own:
            for target in list(state.chart.rounds[planet])[: dice.randrange(3)]:
                amount = ({}, {"units": 1 + dice.randrange(9)}, {"above": dice.randrange(30)})[dice.randrange(3)]
                routes[planet, target] = {"from": planet, "to": target, **amount}
        orders["standing"] = list(routes.values())
    for without in ((), ("tactic",), ("tactic", "moves")):
        try:
            return GAME.check(state, seat, {key: value for key, value in orders.items() if key not in without})
        except OrderError:
            continue
    return GAME.default_orders(state, seat)


def drawn_tactic(state: State, seat: int, dice: SeededRng) -> Any:
    """A tactic that is offered, or None. Half of them at planets where something is: there effects meet."""
    choices = legal(state, seat)
    assert choices is not None
    if not choices["tactics"] or dice.randrange(3) == 0:
        return None
    tactic = dice.choice(choices["tactics"])
    busy = {fleet.target for fleet in state.fleets} | {effect.planet for effect in state.effects}
    given = {"type": tactic["type"]}
    for key, places in tactic["targets"].items():
        liked = [place for place in places if place in busy]
        if not places:
            return None
        given[key] = dice.choice(liked if liked and dice.randrange(2) else places)
    if tactic["type"] == "teleport":
        given["units"] = 1 + dice.randrange(state.units[given["from"]])
    return given


def text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def assert_alike(batch: Any, states: Sequence[State], events: Sequence[Any], looks: Sequence[int]) -> None:
    """The same states everywhere; in some matches also the same bytes of states, events and all views."""
    for match, state in enumerate(states):
        assert batch.state(match) == state
        assert batch.over()[match] == (state.phase == "ended")
    for match in looks:
        state = states[match]
        assert text(GAME.to_json(batch.state(match))) == text(GAME.to_json(state))
        assert text(list(batch.events(match))) == text(list(events[match]))
        for audience in (*range(state.seats), "public", "referee"):
            assert text(batch.view(match, audience)) == text(GAME.view(state, audience))


def assert_seen(batch: Any, states: Sequence[State], match: int) -> None:
    """The arrays of what each seat knows say what its view says."""
    seen, state = batch.seen(), states[match]
    if state.phase == "ended":
        return
    for seat in range(state.seats):
        view = GAME.view(state, seat)
        for planet in view["planets"]:
            place = match, seat, planet["id"]
            types = {effect["type"] for effect in planet["effects"]}
            shown = [none_is(-1, planet[key]) for key in ("owner", "units", "as_of", "next")]
            shown += [name in types for name in ("defend", "boost", "halt")]
            arrays = (seen.owner, seen.units, seen.as_of, seen.next, seen.defended, seen.boosted, seen.halted)
            assert [array[place] for array in arrays] == shown
            assert seen.attacked[place] == any(line["planet"] == planet["id"] for line in view["attacks"])
            doomed = [line["planet"] for line in view["announcements"] if line["type"] == "terminator"]
            assert seen.doomed[place] == (planet["id"] in doomed)
            for others in (False, True):
                fleets = [
                    fleet
                    for fleet in view["fleets"]
                    if fleet["to"] == planet["id"] and (fleet["seat"] != seat) == others
                ]
                assert seen.arriving[int(others), *place] == sum(fleet["units"] for fleet in fleets)
                assert seen.left[int(others), *place] == min((fleet["left"] for fleet in fleets), default=0)
        here, you = (match, seat), view["you"]
        assert [seen.points[here], seen.planets[here], seen.total[here]] == [
            you[k] for k in ("points", "planets", "units")
        ]
        assert seen.quarters[here] == you["fee"]["quarters"]
        assert seen.in_play[here] == (view["seats"][seat]["status"] == "in")
        assert seen.lots[here] == view["seats"][seat]["lot"]
        assert [line["allowed"] for line in view["tactics"]] == seen.tactics[here].tolist()


def none_is(number: int, value: Any) -> Any:
    return number if value is None else value


@pytest.mark.parametrize("seed", first(range(1, 61), 2))
def test_random_matches_side_by_side(seed: int) -> None:
    dice = SeededRng(f"batch {seed}")
    matches = 32
    tables = [drawn_table(dice) for _ in range(matches)]
    states = [GAME.setup(options, seats, step_rng(f"{seed}:{n}", 0)) for n, (options, seats) in enumerate(tables)]
    batch = side_by_side(GAME, states)
    events: list[Any] = [()] * matches
    assert_alike(batch, states, events, range(0, matches, 8))
    for step in range(40):
        orders = [{seat: drawn_orders(state, seat, dice) for seat in GAME.pending(state)} for state in states]
        for match, (state, given) in enumerate(zip(states, orders, strict=True)):
            ended = state.phase == "ended"
            states[match], events[match] = (state, ()) if ended else GAME.resolve(state, given, step_rng("", 1))
        batch.step(orders, [step_rng(f"{seed}:{n}", step + 1) for n in range(matches)])
        assert_alike(batch, states, events, [step % matches, (step * 7 + 3) % matches])
        assert_seen(batch, states, (step * 5 + 1) % matches)


VECTORS = Path(__file__).parents[1] / "vectors" / "planet_conquer"


def recorded(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text())


def in_batch(state: State, orders: Any) -> tuple[State, Any]:
    """What `resolve` returns, by a batch in which the match has company."""
    batch = side_by_side(GAME, [state] * 3)
    batch.step([orders, {}, orders], [step_rng("", 1)] * 3)
    assert batch.state(0) == batch.state(2)
    return batch.state(0), batch.events(2)


@pytest.mark.parametrize("name", sorted(path.stem for path in VECTORS.glob("match_*.json")))
def test_recorded_matches(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "resolve", in_batch)
    case = vectors.check_match(recorded(name))
    assert not case.mismatches


def on_one_planet(units: int, owner: int | None, **planet: float) -> State:
    """Eight seats on a map on which nothing grows but the first planet, that has these numbers, garrison and owner."""
    checked = GAME.check_options({"map": "great_wheel", "start_assignment": "fixed", "max_round": 50}, 8)
    state: State = GAME.setup(checked, 8, step_rng("one planet", 0))
    still = [{**one, "res": 1, "cos": 0} for one in state.chart.document["planets"]]
    home = next(place for place, owner in enumerate(state.owner) if owner is None)
    still[home] |= planet
    state.chart = GameMap({**state.chart.document, "planets": still})
    state.units[home], state.owner[home] = units, owner
    state.facts = None
    state.fleets = [Fleet(f"{home}", 0, 0, home, 0, 1, 0, "route")]
    return state


def test_recorded_battles() -> None:
    states = []
    cases = recorded("battle")["cases"] + recorded("seed_examples").get("battle", [])
    for case in cases:
        state = on_one_planet(case["garrison"]["units"], case["garrison"]["owner"], **case["planet"], res=1, cos=0)
        home = state.fleets[0].target
        state.fleets = [
            Fleet(f"{n:010x}", one["seat"], 0, home, one["units"], 1, state.round, "route")
            for n, one in enumerate(case["arrivals"])
        ]
        states.append((state, home))
    batch = side_by_side(GAME, [state for state, _ in states])
    batch.step([{}] * len(cases), [step_rng("", 1)] * len(cases))
    for match, (case, (_, home)) in enumerate(zip(cases, states, strict=True)):
        after = batch.state(match)
        assert (after.owner[home], after.units[home]) == (case["expect"]["owner"], case["expect"]["units"]), case["id"]


def test_recorded_productions() -> None:
    states = []
    cases = recorded("production")["cases"] + recorded("seed_examples").get("production", [])
    line = {4: 2**31, 2: 2**20, 1: 2**20 * 2 // 3, 0: 2**18}
    for case in cases:
        state = on_one_planet(case["units"], 0, **case["planet"])
        home = state.fleets[0].target
        state.fleets = []
        # The seat has a million units more, and the fee begins where its level is that of the case.
        state.units[state.owner.index(0) if state.owner.index(0) != home else state.owner.index(0, home + 1)] = 2**20
        state.chart.total_max = line[case["fee_quarters"]] * 16
        states.append((state, home))
    batch = side_by_side(GAME, [state for state, _ in states])
    batch.step([{}] * len(cases), [step_rng("", 1)] * len(cases))
    for match, (case, (_, home)) in enumerate(zip(cases, states, strict=True)):
        after = batch.state(match)
        assert after.units[home] == case["expect"]["units"], case["id"]
        assert (after.owner[home] == 0) == case["expect"]["owned"], case["id"]


def test_a_batch_is_asked_for_the_same_number_of_matches() -> None:
    states = [GAME.setup(GAME.check_options({}, 2), 2, step_rng(f"{n}", 0)) for n in range(2)]
    with pytest.raises(ValueError, match="2 matches"):
        side_by_side(GAME, states).step([{}], [step_rng("", 1)])


def test_another_match_takes_the_place_of_one_that_is_over() -> None:
    long, short = (
        GAME.setup(GAME.check_options({"map": name, "max_round": most}, 2), 2, step_rng(name, 0))
        for name, most in (("four_winds", 50), ("two_lanterns", 10))
    )
    batch = side_by_side(GAME, [long, short])
    rngs = [step_rng("", 1)] * 2
    orders = [{seat: GAME.default_orders(long, seat) for seat in range(2)}] * 2
    for _ in range(12):
        batch.step(orders, rngs)
    assert list(batch.over()) == [False, True]
    assert not batch.events(1)
    assert batch.state(1).result["reason"] == "round_limit"
    batch.put([1], [short])
    batch.step(orders, rngs)
    assert (batch.state(0).round, batch.state(1).round) == (14, 2)
    assert batch.state(1) == GAME.resolve(short, orders[1], step_rng("", 1))[0]
    with pytest.raises(ValueError, match="largest"):
        side_by_side(GAME, [short]).put([0], [long])
