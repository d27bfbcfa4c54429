"""What a match is told of itself (10): health lost in the last round, and statistics after the end."""

from __future__ import annotations

import json
from typing import Any

from games.core.events import PUBLIC, REFEREE
from games.core.rng import SeededRng, step_rng
from games.deep_blue import GAME
from games.deep_blue.state import State
from tests.games.deep_blue.boards import BASE1, Dice, attack, go, sea, told, unit


def shown(state: State, seat: Any, number: int) -> Any:
    return next(one for one in GAME.view(state, seat)["elements"] if one["id"] == number)


def test_who_was_struck_is_told_to_its_owner_for_one_round() -> None:
    state = sea(("destroyer", 0, 8, 12), ("cruiser", 1, 11, 12))
    state, _ = go(state, {1: attack(2, "fire")})
    assert shown(state, 1, 2)["struck"] == 10
    assert "struck" not in shown(state, 0, 2) and "struck" not in shown(state, 0, 1)
    assert shown(GAME.from_json(json.loads(json.dumps(GAME.to_json(state)))), 1, 2)["struck"] == 10
    assert GAME.forecast is not None
    first = GAME.forecast(GAME.view(state, 1), {})["attention"][0]
    assert first == {"code": "under_fire", "id": 2, "damage": 10}
    state, _ = go(state)
    assert "struck" not in shown(state, 1, 2)


def test_what_the_own_side_does_is_not_being_under_fire() -> None:
    state = sea(("destroyer", 0, 8, 12), ("cruiser", 1, 11, 12), ("destroyer", 0, 11, 13))
    state, _ = go(state, {1: attack(2, "fire")})
    assert unit(state, 3).health < 70 and "struck" not in shown(state, 0, 3)


def test_statistics_come_with_the_end() -> None:
    state = sea(("battleship", 0, 19, 17), ("cargo", 1, 20, 17))
    unit(state, BASE1).health = 30
    unit(state, 2).health = 1
    for audience in (0, 1, PUBLIC):
        assert "statistics" not in GAME.view(state, audience)
    assert GAME.view(state, REFEREE)["statistics"][0] == {"built": {}, "lost": {}, "damage": {}, "captured": 0}
    state, _ = go(state, {1: attack(2), 101: {}}, {"production": [{"kind": "submarine"}]})
    state, _ = go(state, {1: attack(BASE1)})
    assert GAME.outcome(state) is not None
    ours = {"built": {}, "lost": {}, "damage": {"battleship": 31}, "captured": 0}
    theirs = {"built": {}, "lost": {"cargo": 1}, "damage": {}, "captured": 0}
    for audience in (0, 1, PUBLIC, REFEREE):
        assert GAME.view(state, audience)["statistics"] == [ours, theirs]


def test_the_books_agree_with_the_match() -> None:
    """Damage by kind sums up to the points; units lost and built are those of the events."""
    dice = SeededRng("books")
    state = GAME.setup(GAME.check_options({"start_units": "fleet"}, 2), 2, dice)
    started = {seat: sum(one.is_unit for one in state.own(seat)) for seat in (0, 1)}
    launched, memories = 0, [{}, {}]  # type: ignore[var-annotated]
    for step in range(40):
        if not GAME.pending(state):
            break
        orders = {seat: GAME.bots[1].decide(GAME.view(state, seat), dice, memories[seat]) for seat in (0, 1)}
        checked = {seat: GAME.check(state, seat, given) for seat, given in orders.items()}
        state, events = GAME.resolve(state, checked, step_rng("books", step))
        launched += len(told(list(events), "launched"))
    for seat in (0, 1):
        book = state.books[seat]
        assert sum(book.damage.values()) == state.tallies[seat].damage > 0
        living = sum(one.is_unit for one in state.own(seat))
        assert living == started[seat] + sum(book.built.values()) - sum(book.lost.values())
    assert sum(sum(book.built.values()) for book in state.books) == launched > 0


def test_positions_of_version_2_go_on_with_empty_books() -> None:
    stored = GAME.to_json(sea(("destroyer", 0, 8, 12)))
    del stored["books"]
    after, _ = GAME.resolve(GAME.from_json(stored), {}, Dice())
    assert after.books[0].to_json() == {"built": {}, "lost": {}, "damage": {}, "captured": 0}
