"""Chapter 6: who may step where, fuel, crashes, detours."""

from __future__ import annotations

from tests.games.deep_blue.boards import BASE0, Dice, go, sea, told, unit


def stopped(events: list[dict[str, object]]) -> dict[object, object]:
    return {event["id"]: event["stopped"] for event in told(events, "move")}


def test_a_standing_destination_goes_on_and_is_cleared_on_arrival() -> None:
    """3 and 6.1."""
    state, _ = go(sea(("battleship", 0, 6, 12)), {1: {"move": [15, 12]}})
    assert (unit(state, 1).x, unit(state, 1).destination, unit(state, 1).fuel) == (12, (15, 12), 174)
    state, events = go(state)
    assert (unit(state, 1).x, unit(state, 1).destination) == (15, None)
    assert stopped(events) == {1: "arrived"}


def test_null_stops() -> None:
    """10: null clears the destination."""
    state, _ = go(sea(("battleship", 0, 6, 12)), {1: {"move": [20, 12]}})
    state, events = go(state, {1: {"move": None}})
    assert (unit(state, 1).x, unit(state, 1).destination) == (12, None)
    assert not told(events, "move")


def test_a_ship_without_fuel_stays() -> None:
    """6.2.4."""
    state = sea(("destroyer", 0, 6, 12))
    unit(state, 1).fuel = 3
    state, events = go(state, {1: {"move": [15, 12]}})
    assert (unit(state, 1).x, unit(state, 1).fuel, stopped(events)) == (9, 0, {1: "fuel"})
    state, events = go(state)
    assert unit(state, 1).x == 9


def test_hovering_costs_fuel_and_may_crash() -> None:
    """6.2: a formation that made no step."""
    state = sea(((4, 2, 3, 1), 0, 10, 10))
    state, events = go(state)
    assert unit(state, 1).fuel == 104
    assert told(events, "hover")
    unit(state, 1).fuel = 1
    state, events = go(state)
    assert 1 not in state.elements
    assert told(events, "crash")[0]["victim"] is None


def test_free_decks() -> None:
    """18.2 `deck_hover`: over the own base or an own carrier no fuel is spent."""
    for kind, x, fuel in (("carrier", 10, 105), ("cruiser", 10, 104)):
        state, _ = go(sea(((4, 2, 3, 1), 0, x, 10), (kind, 0, x, 10), deck_hover="free"))
        assert unit(state, 1).fuel == fuel
    state, _ = go(sea(((4, 2, 3, 1), 0, 3, 3), deck_hover="free"))
    assert unit(state, 1).fuel == 105


def test_columns_move_together() -> None:
    """6.2.3: who follows is not blocked by who leaves."""
    units = [("destroyer", 0, x, 10) for x in (8, 9, 10)]
    state, _ = go(sea(*units), {i: {"move": [20, 10]} for i in (1, 2, 3)})
    assert [unit(state, i).x for i in (1, 2, 3)] == [16, 17, 18]


def test_rings_move_together() -> None:
    """6.2.3: four ships in a ring, each to the next one's cell."""
    corners = [(8, 10), (9, 10), (9, 11), (8, 11)]
    state = sea(*(("destroyer", 0, x, y) for x, y in corners))
    state, _ = go(state, {i: {"move": list(corners[i % 4])} for i in (1, 2, 3, 4)})
    assert [(unit(state, i).x, unit(state, i).y) for i in (1, 2, 3, 4)] == [*corners[1:], corners[0]]


def test_two_friends_head_on() -> None:
    """6.2.1 and 6.2.5: the one with the higher id goes around, both arrive."""
    state = sea(("destroyer", 0, 10, 10), ("destroyer", 0, 11, 10))
    state, events = go(state, {1: {"move": [13, 10]}, 2: {"move": [8, 10]}})
    assert (unit(state, 1).x, unit(state, 2).x) == (13, 8)
    assert len(told(events, "move")[1]["path"]) > 4
    assert not told(events, "battle")


def test_of_two_friends_the_faster_takes_the_cell() -> None:
    """6.2.2: the slower loses the step and goes on."""
    state = sea(("cruiser", 0, 9, 10), ("destroyer", 0, 11, 10))
    state, _ = go(state, {1: {"move": [10, 10]}, 2: {"move": [10, 5]}})
    assert (unit(state, 2).x, unit(state, 2).y) == (10, 5)
    assert (unit(state, 1).x, unit(state, 1).y) == (10, 10)


def test_equally_fast_enemies_are_drawn() -> None:
    """6.2.2 and 6.3: the shuffle decides who holds the cell; the other is halted in the cell before."""
    state = sea(("destroyer", 0, 8, 10), ("destroyer", 1, 12, 10))
    state, events = go(state, {1: {"move": [10, 10]}}, {2: {"move": [10, 10]}}, rng=Dice(rest=-1))
    assert (unit(state, 1).x, unit(state, 2).x) == (10, 11)
    assert len(told(events, "battle")) == 1
    assert stopped(events)[2] == "halted"


def test_head_on_enemies() -> None:
    """6.2.1: battle; of equal speed the lot says who is blocked and who is halted."""
    for lot, halted in ((0, 2), (1, 1)):
        state = sea(("battleship", 0, 10, 10), ("battleship", 1, 11, 10))
        dice = Dice([99, 99, lot])
        state, events = go(state, {1: {"move": [15, 10]}}, {2: {"move": [5, 10]}}, rng=dice)
        assert dice.asked[:3] == [100, 100, 2]
        assert stopped(events)[halted] == "halted"
        assert len(told(events, "battle")) == 1


def test_cargo_does_not_fire_in_a_battle() -> None:
    """6.3."""
    state = sea(("cargo", 0, 10, 10), ("destroyer", 1, 11, 10))
    state, events = go(state, {1: {"move": [15, 10]}}, {2: {"move": [5, 10]}})
    assert {strike[0] for strike in told(events, "battle")[0]["strikes"]} == {2}


def test_a_standing_enemy_only_blocks() -> None:
    """6.3: no battle with who stands; who is seen is gone around from the start."""
    state = sea(("destroyer", 0, 8, 10), ("cruiser", 1, 10, 10))
    state, events = go(state, {1: {"move": [13, 10]}})
    assert unit(state, 1).x == 13
    assert not told(events, "battle")


def test_an_unseen_blocker_is_gone_around() -> None:
    """6.2.5: blocked by what was not seen, once per round a new way is looked for."""
    state = sea(("submarine", 0, 8, 10), ("submarine", 1, 10, 10), weather=-12)
    state, events = go(state, {1: {"move": [12, 10]}})
    assert [10, 10] not in told(events, "move")[0]["path"]
    assert unit(state, 1).x == 12


def test_a_crash_takes_an_island() -> None:
    """6.2.4: a crash that brings an island to 0 captures it."""
    state = sea(((10, 0, 0, 0), 0, 11, 2))
    unit(state, 1).fuel = 1
    unit(state, 103).health = 21
    state, events = go(state)
    assert unit(state, 103).seat == 0
    assert told(events, "captured")


def test_formations_fly_over_buildings_and_ships_do_not() -> None:
    """1 and 6.1: land stops ships; a destination on land leads to the nearest cell."""
    state = sea(((4, 2, 3, 1), 0, 3, 8), ("destroyer", 0, 6, 8))
    state, _ = go(state, {1: {"move": [3, 1]}, 2: {"move": [3, 3]}})
    assert (unit(state, 1).x, unit(state, 1).y) == (3, 1)
    assert (unit(state, 2).x, unit(state, 2).y) in {(3, 5), (5, 3)}
    assert unit(state, BASE0).health == 1000
