"""Does what the forecast says happen? Bots' matches, their orders forecast and then resolved."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest

from games.core.rng import step_rng
from games.deep_blue import GAME
from games.deep_blue.calm import Calm
from games.deep_blue.state import State
from tests.games.deep_blue.test_two_worlds import states

pytestmark = pytest.mark.slow

POSITIONS = 1000 if os.environ.get("FOGBOUND_LONG") else 20


def calm(state: State, seat: int) -> State:
    """The same position without what `seat` does not see, its enemies ordered nothing; fields out of its sight hold what it remembers."""
    other = GAME.from_json(GAME.to_json(state))
    for told in GAME.view(state, seat)["elements"]:
        if told["kind"] in ("oilfield", "mine"):
            other.elements[told["id"]].fuel, other.elements[told["id"]].metal = told["fuel"], told["metal"]
    for one in list(other.own(1 - seat)):
        one.destination = one.standing = None
        if one.is_unit and not state.sight().sees_element(state.chart.board, seat, one):
            del other.elements[one.id]
    other.seen = None
    return other


def ends(state: State, seat: int) -> dict[int, Any]:
    """Place and stocks of the seat's elements."""
    return {one.id: (one.x, one.y, one.health, one.fuel, one.ammo, one.metal, one.planes) for one in state.own(seat)}


def foretold(state: State, seat: int, told: Any) -> dict[int, Any]:
    """The same as the forecast has it."""
    found = {}
    for one in state.own(seat):
        after = told["units"].get(str(one.id), {"after": {}})["after"]
        if after is None:
            continue
        x, y, _ = after.get("pos", [one.x, one.y, one.level])
        planes = tuple(after["planes"]) if "planes" in after else one.planes
        stocks = [after.get(name, getattr(one, name)) for name in ("health", "fuel", "ammo", "metal")]
        found[one.id] = (x, y, *stocks, planes)
    return found


def orders_of(state: State, seat: int, number: int) -> Any:
    """What a bot orders, in normal form."""
    bot = GAME.bots[number % len(GAME.bots)]
    return GAME.check(state, seat, bot.decide(GAME.view(state, seat), step_rng("agree", number), {}))


def test_in_a_calm_sea_every_word_comes_true() -> None:
    """Places, fuel, ammo, health, metal and planes of every own element, where no dice are thrown and nobody hides."""
    compared = 0
    for number, (state, _) in enumerate(states("calm", 3 * POSITIONS)):
        seat = number % 2
        orders = orders_of(state, seat, number)
        told = GAME.forecast(GAME.view(state, seat), orders)
        assert told["refused"] == []
        quiet = calm(state, seat)
        if any(one.planes is not None for one in quiet.own(1 - seat)):
            continue
        after, _ = GAME.resolve(quiet, {seat: orders}, Calm(""))
        wanted = ends(after, seat)
        launched = set(wanted) - set(ends(quiet, seat))
        assert {key: one for key, one in wanted.items() if key not in launched} == foretold(quiet, seat, told)
        compared += len(wanted)
    assert compared > 2 * POSITIONS
    print(f"calm sea: {compared} elements foretold exactly")


def test_hits_do_what_was_foretold() -> None:
    """Damage of every strike that hits a target which lost nothing before in this round; shares of what came true in real rounds."""
    found: Counter[tuple[str, bool]] = Counter()
    for number, (state, _) in enumerate(states("hits", 2 * POSITIONS)):
        given = {seat: orders_of(state, seat, number + seat) for seat in (0, 1)}
        told = {seat: GAME.forecast(GAME.view(state, seat), given[seat]) for seat in (0, 1)}
        after, events = GAME.resolve(state, given, step_rng("hits", number))
        hurt: set[Any] = set()
        for event in events:
            if event["type"] == "strike" and "redacted" not in event:
                _count_strike(state, told, event, hurt, found)
            elif event["type"] == "air_combat":
                hurt |= {event["attacker"], event["defender"]}
        for seat in (0, 1):
            wanted, said = ends(after, seat), foretold(state, seat, told[seat])
            for key, one in said.items():
                found["places", key in wanted and wanted[key][:2] == one[:2]] += 1
                found["metal", key in wanted and wanted[key][5] == one[5]] += 1
    for name in ("damage", "places", "metal"):
        right, wrong = found[name, True], found[name, False]
        print(f"{name}: {right} of {right + wrong} as foretold")
    assert found["damage", False] == 0 and found["damage", True] > POSITIONS // 5
    assert found["places", True] > 8 * found["places", False]
    assert found["metal", True] > 9 * found["metal", False]


def _count_strike(state: State, told: Any, event: Any, hurt: set[Any], found: Counter[Any]) -> None:
    attacker, target = state.elements[event["attacker"]], event["target"]
    # Planes of enemies are guessed; own ones that have lost their scouts in this round help no more.
    unknown = any(one.planes is not None for one in (attacker, *state.own(1 - attacker.seat)))
    unknown |= any(one.planes is not None and one.id in hurt for one in state.own(attacker.seat))
    if event["result"] == "hit" and target not in hurt and attacker.id not in hurt and not unknown:
        report = told[attacker.seat]["units"][str(attacker.id)]["attack"]
        strike = next(one for one in report["strikes"] if one["kind"] == event["kind"])
        found["damage", strike["damage"] == event["damage"]] += 1
    if event["damage"]:
        hurt.add(target)
    hurt.update(key for key, _ in event["splash"])
