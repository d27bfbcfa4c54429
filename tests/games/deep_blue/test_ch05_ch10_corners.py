"""Rarer cases of chapters 5 to 10: lots, the dead of a phase, meetings that kill, refits, the last round of a base, what a view holds."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

import pytest

from games.deep_blue import GAME
from tests.games.deep_blue.boards import BASE0, BASE1, MISSES, Dice, attack, go, sea, told, unit


class Lots(Dice):
    """Dice that turn every shuffled list round and keep how long it was."""

    def __init__(self) -> None:
        super().__init__()
        self.lengths: list[int] = []

    def shuffle(self, items: MutableSequence[Any]) -> None:
        self.lengths.append(len(items))
        items.reverse()


def test_attacks_of_both_seats_are_settled_in_one_drawn_order() -> None:
    """5.1: one list of both seats, by ascending id before it is shuffled."""
    units = [("destroyer", i % 2, 8 + 2 * (i % 2), 10 + i // 2) for i in range(4)]
    orders = {1: attack(2), 3: attack(4)}, {2: attack(1), 4: attack(3)}
    fired = [event["attacker"] for event in told(go(sea(*units), *orders)[1], "strike")]
    assert list(dict.fromkeys(fired)) == [1, 2, 3, 4]
    lots = Lots()
    fired = [event["attacker"] for event in told(go(sea(*units), *orders, rng=lots)[1], "strike")]
    assert list(dict.fromkeys(fired)) == [4, 3, 2, 1]
    assert lots.lengths[0] == 4


@pytest.mark.parametrize(("near", "far", "damage"), [(1, 0, 12), (3, 0, 16), (5, 0, 16), (2, 3, 14)])
def test_at_most_three_scout_formations_help(near: int, far: int, damage: int) -> None:
    """5.3.5: a tenth for each within planar 6 of the target, three at most: 22 becomes 24, 26, 28 against a cruiser's 12."""
    scouts = [((2, 0, 0, 8), 0, 9 + i, 14) for i in range(near)] + [((2, 0, 0, 8), 0, 2 + i, 20) for i in range(far)]
    state = sea(("destroyer", 0, 8, 10), ("cruiser", 1, 11, 10), *scouts)
    after, _ = go(state, {1: attack(2, "fire")})
    assert unit(after, 2).health == 95 - damage


def test_the_dead_of_a_phase_neither_block_nor_support() -> None:
    """5.1: a torpedo runs on through a ship sunk before; a sunk cruiser lends its planes no anti-air fire."""
    state = sea(("battleship", 0, 8, 12), ("destroyer", 0, 8, 10), ("cargo", 1, 10, 10), ("cruiser", 1, 12, 10))
    unit(state, 3).health = 5
    after, events = go(state, {1: attack(3), 2: attack(4, "torpedo")})
    assert 3 not in after.elements
    assert [event["target"] for event in told(events, "strike")] == [3, 4]
    assert unit(after, 4).health == 95 - 16
    state = sea(("battleship", 0, 9, 7), ((10, 0, 0, 0), 0, 8, 10), ((2, 4, 4, 0), 1, 11, 10), ("cruiser", 1, 11, 11))
    unit(state, 4).health = 5
    after, events = go(state, {1: attack(4), 2: attack(3)})
    assert told(events, "air_combat")[0]["mastery"] == [50, 30]


def test_air_combat_scores_for_both_and_own_losses_for_nobody() -> None:
    """5.6, 5.3.7: damage both ways counts; what splash does to own ships does not."""
    after, events = go(sea(((10, 0, 0, 0), 0, 8, 10), ((2, 4, 4, 0), 1, 11, 10)), {1: attack(2)})
    assert [tally.damage for tally in after.tallies] == told(events, "air_combat")[0]["losses"][::-1] == [70, 20]
    after, _ = go(sea(("battleship", 0, 8, 10), ("cargo", 1, 12, 10), ("cargo", 0, 13, 10)), {1: attack(2, "fire")})
    assert unit(after, 3).health < 60
    assert after.tallies[0].damage == 60 - unit(after, 2).health
    assert after.tallies[1].damage == 0


def test_who_survives_a_meeting_goes_on() -> None:
    """6.2.1, 6.2.2: if one dies head-on, or the holder of a cell dies, the other keeps its wish."""
    state = sea(("cargo", 0, 10, 10), ("destroyer", 1, 11, 10))
    unit(state, 1).health = 5
    after, events = go(state, {1: {"move": [15, 10]}}, {2: {"move": [5, 10]}})
    assert 1 not in after.elements
    assert (unit(after, 2).x, len(told(events, "battle"))) == (5, 1)
    state = sea(("destroyer", 0, 8, 10), ("cruiser", 1, 10, 10))
    unit(state, 1).health = 5
    after, _ = go(state, {1: {"move": [9, 10]}}, {2: {"move": [9, 10]}})
    assert 1 not in after.elements
    assert unit(after, 2).x == 9


def test_a_refit_dismisses_what_is_too_many() -> None:
    """7: planes above the target go without refund, their health with them; what is missing is paid."""
    state = sea(((4, 2, 3, 1), 0, 3, 3))
    repair = {"command": {"type": "repair", "target": 1, "planes": [2, 0, 0, 8]}}
    after, _ = go(state, {BASE0: repair})
    plane = unit(after, 1)
    assert (plane.planes, plane.planes_max, plane.health) == ((2, 0, 0, 8), (2, 0, 0, 8), 2 * 7 + 8 * 5)
    assert unit(after, BASE0).metal == 200 - 7


def test_a_base_that_falls_does_nothing_more() -> None:
    """3: shot down in the attack phase, it neither repairs nor launches in that round, nor fires; its fleet still moves."""
    units = (("battleship", 0, 15, 17), ("destroyer", 1, 18, 20), ("destroyer", 1, 8, 8))
    state = sea(*units)
    state, _ = go(state, None, {"production": [{"kind": "submarine"}]})
    unit(state, BASE1).health, unit(state, 2).health = 10, 30
    orders = {"2": {}, "3": {"move": [8, 9]}, str(BASE1): {"command": {"type": "repair", "target": 2}}}
    after, events = go(state, {1: attack(BASE1)}, {"units": orders})
    assert after.result is not None and after.result["reason"] == "base_destroyed"
    assert (unit(after, BASE1).health, unit(after, 2).health, unit(after, 3).y) == (0, 30, 9)
    assert not told(events, "repair") and not told(events, "launched")
    standing, events = go(state, {1: attack(BASE1)}, {"units": orders}, rng=Dice(rest=MISSES))
    assert standing.result is None and unit(standing, 2).health == 70
    assert [event["kind"] for event in told(events, "launched")] == ["submarine"]


def test_a_ghost_that_was_seen_to_sink_is_forgotten() -> None:
    """4: nothing is remembered of a unit whose end the seat saw."""
    state = sea(("battleship", 0, 8, 10), ("cargo", 1, 12, 10))
    unit(state, 2).health = 5
    state, _ = go(state, {1: attack(2)})
    assert GAME.view(state, 0)["memory"] == []
    assert 2 not in state.memory[0]


def test_parts_of_the_score_are_ones_own() -> None:
    """10: both totals are public, what the other's is made of is not."""
    state, _ = go(sea(("battleship", 0, 8, 10), ("cargo", 1, 12, 10)), {1: attack(2)})
    first, second = GAME.view(state, 0), GAME.view(state, 1)
    assert first["scores"] == second["scores"] == [36, 0]
    assert first["score_parts"][0]["damage"] == 36 and first["score_parts"][1] is None
    assert second["score_parts"][0] is None and second["score_parts"][1]["damage"] == 0


def test_of_the_enemys_points_a_seat_is_told_what_it_knows() -> None:
    """10: damage that was done to it, and islands; not what the enemy has collected. Nobody else is told anything."""
    state, _ = go(sea(("battleship", 0, 8, 10), ("cargo", 1, 12, 10)), {1: attack(2)})
    assert GAME.view(state, 1)["enemy_parts"] == {"damage": 36, "islands": 0}
    assert GAME.view(state, 0)["enemy_parts"] == {"damage": 0, "islands": 0}
    state.tallies[0].islands, state.tallies[0].metal = 3, 50
    assert GAME.view(state, 1)["enemy_parts"] == {"damage": 36, "islands": 30}
    assert "enemy_parts" not in GAME.view(state, "public") and "enemy_parts" not in GAME.view(state, None)
    assert GAME.view(state, 0)["tables"]["island_score"] == 10
