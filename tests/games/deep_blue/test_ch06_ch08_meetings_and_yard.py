"""Chapters 6 to 9, the rarer cases: detours, meetings of three, planes that collide, blasts, the yard when it is full."""

from __future__ import annotations

from games.deep_blue import GAME
from tests.games.deep_blue.boards import BASE0, ISLAND1, OIL0, Dice, attack, go, look, sea, told, unit


def test_a_detour_of_more_than_eight_steps_is_not_taken() -> None:
    """6.2.5: a wall with one far gap; who finds the near gap taken by somebody unseen halts before it."""
    wall = [(12, y) for y in range(5, 24) if y != 12]
    state = sea(("destroyer", 0, 10, 12), ("submarine", 0, 1, 20), ("battleship", 1, 12, 12), land=wall, weather=-10)
    after, events = go(state, {1: {"move": [14, 12]}})
    assert (unit(after, 1).x, unit(after, 1).y) == (11, 12)
    assert next(event for event in told(events, "move") if event["id"] == 1)["stopped"] == "halted"


def test_a_destination_held_by_a_known_unit_is_approached_by_the_terrain() -> None:
    """6.1: unreachable with known obstacles, so the terrain alone says the way; it ends beside the holder."""
    state = sea(("destroyer", 0, 6, 12), ("cruiser", 0, 10, 12))
    after, _ = go(state, {1: {"move": [10, 12]}})
    assert abs(unit(after, 1).x - 10) + abs(unit(after, 1).y - 12) == 1
    assert unit(after, 1).destination == (10, 12)


def test_three_want_one_cell() -> None:
    """6.2.2: the fastest holds it, the enemy is halted before it, the friend only loses the step."""
    state = sea(("destroyer", 0, 9, 12), ("battleship", 0, 10, 13), ("cruiser", 1, 11, 12))
    after, events = go(state, {1: {"move": [10, 12]}, 2: {"move": [10, 9]}}, {3: {"move": [7, 12]}}, Dice(rest=-1))
    stopped = {event["id"]: event["stopped"] for event in told(events, "move")}
    assert stopped[3] == "halted" and len(told(events, "battle")) == 1
    assert (unit(after, 3).x, unit(after, 3).y) == (11, 12)
    assert (unit(after, 1).x, unit(after, 1).y) == (10, 12)
    assert stopped[2] != "halted" and unit(after, 2).y < 13


def test_planes_that_collide_fight_for_the_air() -> None:
    """6.3: one air combat, the lot says who attacks (0: the lower id)."""
    for throw, attacker in ((0, 1), (1, 2)):
        state = sea(((10, 0, 0, 0), 0, 9, 12), ((4, 2, 3, 1), 1, 10, 12))
        _, events = go(state, {1: {"move": [15, 12]}}, {2: {"move": [5, 12]}}, Dice([throw]))
        (fight,) = told(events, "air_combat")
        assert (fight["attacker"], fight["phase"]) == (attacker, "move")


def test_blasts_spare_submarines_and_planes_and_take_islands() -> None:
    """7: only what lies on the surface beside the ship; an island at 0 is captured; the ship's loss scores for nobody."""
    state = sea(("cargo", 0, 13, 20), ("submarine", 1, 13, 19), ((4, 2, 3, 1), 1, 13, 21))
    unit(state, ISLAND1).seat, unit(state, ISLAND1).health = 1, 5
    look(state)
    after, events = go(state, {1: {"command": {"type": "self_destruct"}}})
    assert (unit(after, 2).health, unit(after, 3).health) == (30, 69)
    assert (unit(after, ISLAND1).seat, unit(after, ISLAND1).health) == (0, 300)
    assert told(events, "captured")[0]["from_seat"] == 1
    assert [tally.damage for tally in after.tallies] == [5, 0]


def test_ranges_of_supply_by_layer() -> None:
    """7: a submarine from above or beside, a formation only from the cell below it."""
    state = sea(("carrier", 0, 10, 12), ("submarine", 0, 10, 12), ((4, 2, 3, 1), 0, 11, 12))
    for number, works in ((2, True), (3, False)):
        unit(state, number).fuel = 50
        after, events = go(state, {1: {"command": {"type": "supply", "target": number}}})
        assert bool(told(events, "supply")) is works and bool(told(events, "command_failed")) is not works
    unit(state, 3).x = 10
    after, events = go(state, {1: {"command": {"type": "supply", "target": 3}}})
    assert unit(after, 3).fuel == unit(after, 3).fuel_max


def test_a_formation_is_refitted_over_any_cell_of_the_base() -> None:
    """7: planar 0; losses are made good to the composition it had."""
    state = sea(((4, 2, 3, 1), 0, 4, 4), ((4, 2, 3, 1), 0, 5, 4))
    for number in (1, 2):
        unit(state, number).lose(40)
    after, _ = go(state, {BASE0: {"command": {"type": "repair", "target": 1}}})
    assert (unit(after, 1).planes, unit(after, 1).health) == ((4, 2, 3, 1), 69)
    _, events = go(state, {BASE0: {"command": {"type": "repair", "target": 2}}})
    assert told(events, "command_failed")[0]["reason"] == "out_of_range"


def test_entries_advance_together_and_wait_for_room() -> None:
    """8: all entries count down at once; who finds no free cell waits and comes out when there is one."""
    ring = [(x, y) for x in range(1, 6) for y in range(1, 6) if (x in (1, 5)) != (y in (1, 5))]
    state = sea(*(("cargo", 0, x, y) for x, y in ring), population_cap=200)
    state, _ = go(state, {"production": [{"kind": "destroyer"}, {"kind": "formation", "planes": [0, 0, 0, 10]}]})
    assert [entry.left for entry in state.queues[0]] == [2]
    assert next(one for one in state.own(0) if one.planes is not None).level == 2
    for _ in range(3):
        state, _ = go(state)
    assert [entry.left for entry in state.queues[0]] == [0]
    assert GAME.view(state, 0)["queue"][0]["waiting"] == "cell"
    state, events = go(state, {1: {"move": [0, 0]}})
    assert [event["kind"] for event in told(events, "launched")] == ["destroyer"] and state.queues[0] == []


def test_islands_score_every_round() -> None:
    """9: ten points for each, to who holds it at the end of the round."""
    state = sea()
    unit(state, ISLAND1).seat = 1
    look(state)
    for rounds in (1, 2, 3):
        state, _ = go(state)
        assert state.scores() == [0, 10 * rounds]


def test_what_is_known_of_a_resource_out_of_sight() -> None:
    """4: its stock as last seen; full at the start."""
    state = sea(("destroyer", 0, 21, 12))
    field = next(one.id for one in state.elements.values() if one.kind == "oilfield" and one.id != OIL0)
    unit(state, field).fuel = 300
    look(state)
    state, _ = go(state, {1: {"move": [13, 8]}})
    state, _ = go(state, {1: {"move": [8, 8]}})
    unit(state, field).fuel = 100
    state.seen = None
    shown = next(one for one in GAME.view(state, 0)["elements"] if one["id"] == field)
    assert (shown["fuel"], shown["visible"]) == (300, False)


def test_an_attacker_sunk_earlier_in_the_match_gives_no_order() -> None:
    """3: commands of the dead are not carried out: a ship sunk by shells does not explode afterwards."""
    state = sea(("cargo", 0, 10, 12), ("battleship", 1, 13, 12), ("destroyer", 1, 11, 12))
    unit(state, 1).health = 3
    after, events = go(state, {1: {"command": {"type": "self_destruct"}}}, {2: attack(1)})
    assert told(events, "destroyed")[0]["cause"] == "strike" and not told(events, "self_destruct")
    assert 1 not in after.elements
