"""Chapter 14, part by part: what bots see in a position and what they make of it."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import pytest

from games.core.rng import SeededRng
from games.deep_blue import GAME
from games.deep_blue.bot import ADMIRAL, CAPTAIN
from games.deep_blue.bots import building, campaign, duel, lanes, logistics, sacrifice, scouting, wings
from games.deep_blue.bots.captain import Captain
from games.deep_blue.bots.gunnery import volleys
from games.deep_blue.bots.lookahead import Exchange
from games.deep_blue.bots.world import World, role, strikes_at
from games.deep_blue.state import State
from tests.games.deep_blue.boards import BASE0, BASE1, ISLAND0, ISLAND1, OIL0, go, look, sea, unit

WING, SCOUTS, GUARD = (2, 4, 4, 0), (2, 0, 0, 8), (10, 0, 0, 0)


def world_of(state: State, seat: int = 0) -> World:
    return World(GAME.view(state, seat))


def decide(state: State, character: Any = ADMIRAL, memory: dict[str, Any] | None = None, seat: int = 0) -> Any:
    """Orders of a bot, as the check returns them."""
    given = Captain(character).decide(GAME.view(state, seat), SeededRng("bots"), {} if memory is None else memory)
    return GAME.check(state, seat, given)


def shown(world: World, number: int) -> Any:
    return world.elements[number]


def test_what_is_out_of_sight_fades() -> None:
    """A remembered enemy counts for 0.9 of its weight each round."""
    state = sea(("destroyer", 0, 12, 10), ("destroyer", 1, 20, 10))
    assert [weight for _, weight in world_of(state).menaces] == [1.0]
    state, _ = go(state, {1: {"move": [4, 10]}})
    state, _ = go(state)
    ((ghost, weight),) = world_of(state).menaces
    assert ghost["id"] == 2 and weight == pytest.approx(0.81)


def test_roles_of_formations() -> None:
    world = world_of(sea((WING, 0, 8, 8), (SCOUTS, 0, 9, 8), (GUARD, 0, 10, 8), ("cruiser", 0, 5, 10)))
    assert [role(shown(world, key)) for key in (1, 2, 3, 4)] == ["wing", "scouts", "guard", "cruiser"]


def test_scouts_fly_to_what_was_not_seen_for_longest() -> None:
    """As far as the tank brings them home; without a stamp a square has never been seen."""
    state, memory = sea((SCOUTS, 0, 3, 3)), {}
    world = world_of(state)
    scouting.look_around(world, memory)
    assert "0,0" in memory["stamps"] and "18,0" not in memory["stamps"]
    first = scouting.sweep(world, memory, shown(world, 1), set())
    assert first is not None and not world.sees(*first, 1)
    memory["stamps"] = dict.fromkeys(scouting.squares(world), 9) | {"12,6": 2}
    assert scouting.sweep(world, memory, shown(world, 1), set()) == (15, 9)
    unit(state, 1).fuel = 30
    world = world_of(state)
    near = scouting.sweep(world, memory, shown(world, 1), set())
    assert near is not None and near != (15, 9)
    assert decide(sea((SCOUTS, 0, 3, 3)), CAPTAIN)["units"]["1"]["move"] != [3, 3]


def test_submarines_wait_on_lanes() -> None:
    """Where enemy cargo was seen most, unless a destroyer covers the place; half of the submarines stay with the fleet."""
    units = (("submarine", 0, 8, 10), ("submarine", 0, 8, 12), ("cargo", 1, 12, 12), ("destroyer", 0, 9, 9))
    state, memory = sea(*units), {}
    for _ in range(lanes.LEAST):
        lanes.note_cargos(world_of(state), memory)
    assert memory["lanes"] == {"3,3": 3}
    world = world_of(state)
    posts = lanes.lie_in_wait(world, memory, [shown(world, 1), shown(world, 2)], set())
    ((_, (x, y)),) = posts.items()
    assert (x // 4, y // 4) == (3, 3)
    covered = world_of(sea(*units, ("destroyer", 1, 13, 13)))
    assert lanes.lie_in_wait(covered, memory, [shown(covered, 1), shown(covered, 2)], set()) == {}


def test_wrecks_explode_among_enemies() -> None:
    """Below 15 % health, if what the blast destroys is worth one and a half times what is left of the ship."""
    state = sea(("carrier", 0, 10, 10), ("cargo", 1, 11, 10), ("cargo", 1, 9, 10), ("destroyer", 1, 10, 11))
    assert sacrifice.explosions(world_of(state)) == []
    unit(state, 1).health = 4
    assert sacrifice.explosions(world_of(state)) == [1]
    assert decide(state)["units"]["1"] == {"move": None, "command": {"type": "self_destruct"}}
    assert "self_destruct" not in str(decide(state, CAPTAIN))


def test_no_wreck_explodes_among_friends() -> None:
    state = sea(("carrier", 0, 10, 10), ("cargo", 1, 11, 10), ("cargo", 0, 9, 10), ("cargo", 0, 10, 11))
    unit(state, 1).health = 4
    assert sacrifice.explosions(world_of(state)) == []


def test_doomed_planes_fall_on_supply_ships() -> None:
    """A formation that cannot reach base or carrier goes down over a cargo ship, not over a destroyer."""
    state = sea((WING, 0, 18, 10), ("cargo", 1, 20, 11), ("destroyer", 1, 18, 11))
    unit(state, 1).fuel = 4
    assert sacrifice.last_flights(world_of(state)) == {1: (20, 11)}
    assert decide(state)["units"]["1"]["move"] == [20, 11]
    unit(state, 1).fuel = 60
    assert sacrifice.last_flights(world_of(state)) == {}


EVEN = [(kind, 1.0) for kind in ("destroyer", "cruiser", "submarine", "battleship")]


@pytest.mark.parametrize(("seen", "wanted"), [("wing", "cruiser"), ("battleship", "submarine")])
def test_counters(seen: str, wanted: str) -> None:
    """The share of what answers a fleet of one kind grows most, and no share leaves its bounds."""
    foes = {seen: 200 / duel.price(seen)}
    leaning = dict(duel.shares({"destroyer": 4.0}, foes, EVEN, by_population=False, by_score=False, stakes=0.0))
    assert max(leaning, key=lambda kind: leaning[kind]) == wanted
    assert all(math.exp(-duel.SWING) <= share <= math.exp(duel.SWING) for share in leaning.values())


def test_a_battle_in_the_head() -> None:
    """More of the same wins; submarines are out of reach of battleships; what fires at nothing loses nothing."""
    mine, theirs = duel.fight({"destroyer": 6.0}, {"destroyer": 3.0})
    assert duel.value(mine) > 0.5 * duel.value({"destroyer": 6.0}) > duel.value(theirs) == 0
    mine, theirs = duel.fight({"submarine": 8.0}, {"battleship": 4.0})
    assert mine == {"submarine": 8.0} and duel.value(theirs) < duel.value({"battleship": 4.0})
    assert (
        duel.margin({"submarine": 8.0}, {"battleship": 4.0}) > 0 > duel.margin({"battleship": 4.0}, {"submarine": 8.0})
    )


def test_a_siege_in_the_head() -> None:
    """Battleships sink a base that nobody guards; submarines never do, and a guarded one holds."""
    assert duel.siege({"battleship": 8.0}, {}, 1000.0)[2] <= 0
    assert duel.siege({"submarine": 20.0}, {}, 1000.0)[2] == 1000.0
    left, rest, stands = duel.siege({"battleship": 3.0}, {"submarine": 15.0}, 1000.0)
    assert left < 0.1 and rest > 100 and stands > 0


def test_what_is_believed_of_the_enemy() -> None:
    """Who is in sight counts whole; what lacks to the least is a common fleet, or more of the same once enough was seen."""
    seen = duel.believed(world_of(sea(("cruiser", 0, 8, 10), ("battleship", 1, 12, 10))), 34.0)
    assert {kind: number for kind, number in seen.items() if number} == {"battleship": 1.0}
    more = duel.believed(world_of(sea(("cruiser", 0, 8, 10), ("battleship", 1, 12, 10))), 234.0)
    assert duel.value(more) == pytest.approx(234.0) and more["submarine"] > 0 and more["battleship"] > 2
    many = duel.believed(
        world_of(sea(("cruiser", 0, 8, 10), *(("battleship", 1, 10 + i, 10) for i in range(4)))), 300.0
    )
    assert {kind for kind, number in many.items() if number > 0} == {"battleship"}


def test_a_small_share_waits_its_turn() -> None:
    """Of what there is room for; None if for nothing."""
    mix = [("destroyer", 4.0), ("battleship", 1.0)]
    assert building.fitting(mix, {}, 20) == "destroyer"
    assert building.fitting(mix, {"destroyer": 4}, 20) == "battleship"
    assert building.fitting(mix, {"destroyer": 4}, 4) == "destroyer"
    assert building.fitting(mix, {}, 1) is None


def test_tenders_bring_ammo_to_spent_ships_at_home() -> None:
    """The base serves the neediest; an empty cargo ship near by goes beside the next one."""
    state = sea(("destroyer", 0, 5, 6), ("destroyer", 0, 6, 5), ("cargo", 0, 6, 9))
    unit(state, 1).ammo, unit(state, 2).ammo, unit(state, 3).metal = 0, 8, 0
    orders: dict[str, Any] = {}
    logistics.sail_cargos(world_of(state), 0, orders, set())
    assert orders["3"]["command"] == {"type": "supply", "target": 2, "fuel": 0, "metal": 0}
    unit(state, 2).ammo = 40
    logistics.sail_cargos(world_of(state), 0, orders, set())
    assert orders["3"]["command"]["type"] == "collect", "nobody needs it: it sails for metal"


def test_a_pack_hunts_where_nothing_can_hit_it() -> None:
    """Round the enemy's yard, or the prey near by; with the fleet as soon as he has shown hunters, or in fog."""
    pack = [("submarine", 0, 10 + i, 12) for i in range(4)]
    world = world_of(sea(*pack))
    posts = lanes.prowl(world, world.fighters, set())
    assert set(posts) == {1, 2, 3, 4}
    assert all(world.apart({"pos": [*at, 0]}, world.foe_base) <= lanes.YARD for at in posts.values())
    prey = world_of(sea(*pack, ("battleship", 1, 14, 12)))
    assert all(abs(x - 14) + abs(y - 12) <= lanes.YARD for x, y in lanes.prowl(prey, prey.fighters[:4], set()).values())
    watched = world_of(sea(*pack, ("destroyer", 1, 14, 12), ("destroyer", 1, 15, 12)))
    assert lanes.prowl(watched, watched.fighters, set()) == {}
    foggy = world_of(sea(*pack, weather=-4))
    assert lanes.prowl(foggy, foggy.fighters, set()) == {}


def test_strikes_by_torpedo_first_where_the_hull_is_weaker_below() -> None:
    world = world_of(sea((WING, 0, 10, 10), ("carrier", 1, 11, 10), ("destroyer", 1, 10, 11)))
    assert strikes_at(world, shown(world, 1), shown(world, 2)) == ["torpedo", "fire"]
    assert strikes_at(world, shown(world, 1), shown(world, 3)) == ["fire", "torpedo"]


def test_no_strike_into_lost_mastery() -> None:
    """A guard over the target with its cruiser's guns beside it: no attack, no flight there; without the guard both."""
    units = (((0, 5, 5, 0), 0, 10, 10), ("cruiser", 1, 12, 10))
    guarded, free = world_of(sea(*units, (GUARD, 1, 12, 10))), world_of(sea(*units))
    assert not wings.is_mastered(guarded, shown(guarded, 1), shown(guarded, 2))
    assert wings.is_mastered(free, shown(free, 1), shown(free, 2))
    assert volleys(guarded, 200.0).get(1, {}).get("target") != 2
    assert volleys(free, 200.0)[1]["target"] == 2
    assert wings.fly(free, [shown(free, 1)], set(), True, set()) == {1: (12, 10)}


def test_fighters_fly_beside_the_wing_and_wait_beside_a_cruiser() -> None:
    state = sea((WING, 0, 8, 8), (GUARD, 0, 8, 9), ("cruiser", 0, 9, 10), ("carrier", 1, 13, 10))
    world = world_of(state)
    flights = wings.fly(world, [shown(world, 1), shown(world, 2)], set(), True, set())
    assert flights[1] == (13, 10)
    assert abs(flights[2][0] - 13) + abs(flights[2][1] - 10) == 1
    del state.elements[4]
    for island in (103, 104):
        unit(state, island).seat = 0
    look(state)
    world = world_of(state)
    for x, y in wings.fly(world, [shown(world, 1), shown(world, 2)], set(), True, set()).values():
        assert abs(x - 9) + abs(y - 10) <= 1
    grounded = wings.fly(world, [shown(world, 1)], set(), False, set())
    assert grounded == {1: world.place(world.base)}


def test_fuel_is_brought_to_ships_adrift() -> None:
    state = sea(("cargo", 0, 5, 10), ("destroyer", 0, 16, 10))
    unit(state, 2).fuel = 0
    units = decide(state)["units"]
    x, y = units["1"]["move"]
    assert abs(x - 16) + abs(y - 10) <= 1
    state = sea(("cargo", 0, 14, 10), ("destroyer", 0, 16, 10))
    unit(state, 2).fuel = 0
    assert decide(state)["units"]["1"]["command"] == {
        "type": "supply", "target": 2, "fuel": logistics.HELP, "ammo": None, "metal": 0,
    }  # fmt: skip


def test_ships_of_an_empty_base_use_up_what_they_have() -> None:
    """No ship of an admiral waits at home, or goes there, for fuel that is not there; cargo ships that lie dry are replaced."""
    state = sea(
        ("cruiser", 0, 8, 8), ("destroyer", 0, 5, 3), ("cruiser", 0, 9, 8), ("cruiser", 0, 8, 9), ("cargo", 0, 5, 4)
    )
    for key in (1, 2, 3, 4, 5):
        unit(state, key).fuel = 10
    for fuel, goes_home in ((500, True), (0, False)):
        unit(state, BASE0).fuel = fuel
        orders = decide(state)["units"]
        assert [sum(orders[key]["move"]) < 10 for key in ("1", "2")] == [goes_home, goes_home]
        assert logistics.stranded(world_of(state)) == (0 if fuel else 1)


def test_an_empty_base_sends_for_oil() -> None:
    state = sea(*(("cargo", 0, 5 + i, 12) for i in range(3)))
    unit(state, BASE0).fuel = 100
    for key in (1, 2, 3):
        unit(state, key).metal, unit(state, key).fuel = 0, 200
    world = world_of(state)
    units: dict[str, Any] = {}
    logistics.sail_cargos(world, 3, units, set())
    bound_for_oil = [order for order in units.values() if order.get("command", {}).get("target") == OIL0]
    assert len(bound_for_oil) == 2


def test_islands_get_provisions() -> None:
    state = sea(("cargo", 0, 10, 3), ("cargo", 0, 5, 3))
    unit(state, ISLAND0).seat = 0
    look(state)
    world = world_of(state)
    order = logistics.provision(world, shown(world, 1), set())
    assert (order["command"]["type"], order["command"]["target"]) == ("supply", ISLAND0)
    unit(state, ISLAND0).ammo = logistics.ISLAND_AMMO
    world = world_of(state)
    assert logistics.provision(world, shown(world, 1), set()) is None


def test_stations_are_chosen_together() -> None:
    """No two ships in one cell; from where they end they hit the enemy better than from where they were."""
    state = sea(
        ("destroyer", 0, 6, 10), ("cruiser", 0, 6, 11), ("cruiser", 0, 6, 12),
        ("battleship", 1, 15, 11), ("destroyer", 0, 12, 12),
    )  # fmt: skip
    world = world_of(state)
    force = [shown(world, key) for key in (1, 2, 3)]
    goals = {one["id"]: shown(world, 4) for one in force}
    exchange = Exchange(world, force, goals, set(), 0.8)
    cells = exchange.settle()
    assert len(set(cells.values())) == len(force)
    assert all(exchange.chosen[key].gains for key in cells)


FLEET = tuple(("battleship", 0, 6 + i % 4, 12 + i // 4) for i in range(8))


def test_who_is_fit_sails_in_waves() -> None:
    """The first wave when it is worth enough, the next for a part of that; who lacks fuel or health stays, the dead are forgotten."""
    memory: dict[str, Any] = {}
    state = sea(*FLEET)
    unit(state, 1).fuel, unit(state, 2).health = 20, 60
    world = world_of(state)
    assert campaign.muster(world, world.fighters, memory, 260.0) == []
    (first,) = campaign.muster(world, world.fighters, memory, 200.0)
    assert [one["id"] for one in first] == [3, 4, 5, 6, 7, 8]
    unit(state, 1).fuel = unit(state, 2).health = 150
    del state.elements[3]
    world = world_of(state)
    waves = campaign.muster(world, world.fighters, memory, 120.0)
    assert [[one["id"] for one in wave] for wave in waves] == [[4, 5, 6, 7, 8], [1, 2]]
    assert campaign.sailed(memory) == {1, 2, 4, 5, 6, 7, 8}


def test_submarines_alone_do_not_sail_against_a_base() -> None:
    world = world_of(sea(*(("submarine", 0, 6 + i, 12) for i in range(4))))
    assert campaign.muster(world, world.fighters, {}, 40.0) == []


def test_a_wave_turns_back_only_when_spent() -> None:
    """Low fuel sends a ship home that has not sailed; one that has goes on, unless its health is gone."""
    state = sea(("destroyer", 0, 16, 14), ("battleship", 0, 15, 14))
    unit(state, 1).fuel = 22
    waves: dict[str, Any] = {"waves": [[1, 2]]}
    x, y = decide(state)["units"]["1"]["move"]
    assert x < 8 and y < 8
    x, y = decide(state, memory=waves)["units"]["1"]["move"]
    assert x > 15 or y > 15
    unit(state, 2).health = 30
    x, y = decide(state, memory=waves)["units"]["2"]["move"]
    assert x < 8 and y < 8
    assert waves["waves"] == [[1]]


def test_who_follows_does_not_call_back_who_is_ahead() -> None:
    """Each wave keeps together by itself: two ships ahead go on though five are behind them."""
    front = [("battleship", 0, 14, 14), ("battleship", 0, 15, 13)]
    state = sea(*front, *(("battleship", 0, 5 + i, 8) for i in range(5)))
    orders = decide(state, memory={"waves": [[1, 2], [3, 4, 5, 6, 7]]})["units"]
    assert all(sum(orders[key]["move"]) > 28 for key in ("1", "2"))


def test_the_last_rounds_are_played_for_the_score() -> None:
    """An admiral who is ahead holds his island; one who is behind, like any captain, sails against the base."""
    state = sea(*(("destroyer", 0, 6 + i, 12) for i in range(4)), round_limit=20)
    unit(state, ISLAND1).seat, unit(state, ISLAND0).seat, state.round = 0, 1, 19
    look(state)
    for damage, goal in ((50, ISLAND1), (0, BASE1)):
        state.tallies[0].damage, state.tallies[1].damage = damage, 10
        world = world_of(state)
        assert Captain(ADMIRAL)._goal(world, world.fighters, {})["id"] == goal
        assert Captain(CAPTAIN)._goal(world, world.fighters, {})["id"] == BASE1


def test_building_by_shares() -> None:
    """Cargo first, then what is furthest below its share, scouts once there are four ships; one more cargo for two islands."""
    state = sea(*(("cargo", 0, 5 + i, 12) for i in range(3)), ("destroyer", 0, 9, 12), ("submarine", 0, 9, 13))
    mix = (("destroyer", 1.0), ("submarine", 1.0), ("cruiser", 2.0))
    choose = partial(building.fitting, mix)
    needs = {"cargo": 3, "scouts": 1}
    entries = building.produce(world_of(state), choose, needs, 4)
    assert [one["kind"] for one in entries] == ["cruiser", "cruiser", "formation", "cruiser"]
    assert entries[2]["planes"] == list(SCOUTS)
    for key in (ISLAND0, ISLAND1):
        unit(state, key).seat = 0
    look(state)
    assert building.produce(world_of(state), choose, needs, 1) == [{"kind": "cargo"}]


def test_a_carrier_for_a_fleet_that_can_use_one() -> None:
    """None for a small fleet; beside ten warships one, and no second."""
    warships = [("submarine", 0, 6 + i % 5, 12 + i // 5) for i in range(10)]
    choose = partial(building.fitting, (("destroyer", 1.0),))
    for units, wanted in (
        (warships[:8], "destroyer"),
        (warships, "carrier"),
        ([*warships, ("carrier", 0, 12, 12)], "destroyer"),
    ):
        (entry,) = building.produce(world_of(sea(*units)), choose, {"carrier": 1}, 1)
        assert entry["kind"] == wanted


def test_a_carrier_is_a_deck() -> None:
    """Planes low on fuel fly to the nearest deck, and it fills those right above it; one that is itself low serves nobody."""
    state = sea((WING, 0, 14, 10), ("carrier", 0, 15, 12), (WING, 0, 15, 12))
    unit(state, 1).fuel = unit(state, 3).fuel = 12
    orders = decide(state)["units"]
    assert orders["1"]["move"] == [15, 12]
    assert orders["2"]["command"]["type"] == "supply" and orders["2"]["command"]["target"] == 3
    unit(state, 2).fuel = 40
    world = world_of(state)
    assert world.deck_of(shown(world, 1)) is world.base


def test_scouts_stay_with_the_ships_nearest_to_the_enemy() -> None:
    """Where their fire and armour are helped; over the base if there is no fleet."""
    world = world_of(sea((SCOUTS, 0, 5, 5), ("destroyer", 0, 6, 6), ("cruiser", 0, 12, 10), ("battleship", 1, 18, 10)))
    fleet = [shown(world, 2), shown(world, 3)]
    assert wings.attend(world, [shown(world, 1)], fleet, set()) == {1: (12, 10)}
    assert wings.attend(world, [shown(world, 1)], [], set()) == {1: world.place(world.base)}


def test_nobody_sails_to_a_mine_that_the_enemy_rules() -> None:
    """Unless warships of one's own are worth as much beside it."""
    state = sea(("cargo", 0, 5, 10), ("destroyer", 0, 12, 10), ("battleship", 1, 18, 10))
    world = world_of(state)
    near = {one["id"] for one in world.resources if world.apart(shown(world, 3), one) <= logistics.BESIDE}
    assert near and near <= logistics.beset(world)
    guarded = world_of(
        sea(("cargo", 0, 5, 10), ("battleship", 1, 18, 10), *(("battleship", 0, 17, 9 + i) for i in range(3)))
    )
    assert logistics.beset(guarded) == set()


def test_nobody_waits_for_fuel_while_the_base_is_besieged() -> None:
    """A ship at home with ammo sails against who stands before the base; else it fills its tank first."""
    for foes, fights in (((), False), ((("battleship", 1, 9, 7),), True)):
        state = sea(("submarine", 0, 5, 3), *foes)
        unit(state, 1).fuel = 40
        assert (decide(state)["units"]["1"]["move"] != [5, 3]) == fights


def test_magazines_run_dry() -> None:
    """Destroyers fire both kinds and are empty first; the base never is."""
    assert duel.endurance("destroyer") == 5 and duel.endurance("submarine") == 12 and duel.endurance("battleship") == 10
    assert duel.endurance(duel.BASE) == math.inf


def test_both_seats_decide_alike() -> None:
    """On a map turned by half, with the same ids, an admiral's ships of seat 1 go where those of seat 0 go, turned."""
    units = [("destroyer", 8, 10), ("cruiser", 9, 11), ("battleship", 7, 12)]
    foes = [("destroyer", 15, 12), ("submarine", 14, 10)]

    def position(seat: int) -> State:
        def place(x: int, y: int) -> tuple[int, int]:
            return (x, y) if seat == 0 else (23 - x, 23 - y)

        return sea(
            *((kind, seat, *place(x, y)) for kind, x, y in units),
            *((kind, 1 - seat, *place(x, y)) for kind, x, y in foes),
        )

    first, second = decide(position(0)), decide(position(1), seat=1)
    assert first["production"] == second["production"]
    for key in ("1", "2", "3"):
        x, y = first["units"][key]["move"]
        assert second["units"][key]["move"] == [23 - x, 23 - y]
        assert first["units"][key].get("command", {}).get("target") == second["units"][key].get("command", {}).get(
            "target"
        )


def test_both_seats_look_alike() -> None:
    """Squares of scouts and of lanes are counted from the corner of one's own seat, whatever is left over at the far side."""
    first, second = world_of(sea(), 0), world_of(sea(), 1)
    turned = {key: (23 - x, 23 - y) for key, (x, y) in scouting.squares(first).items()}
    assert scouting.squares(second) == turned
    memories: list[dict[str, Any]] = [{}, {}]
    for seat, (x, y) in enumerate(((12, 13), (11, 10))):
        lanes.note_cargos(world_of(sea(("cargo", 1 - seat, x, y), ("destroyer", seat, x, y + 1)), seat), memories[seat])
    assert memories[0]["lanes"] == memories[1]["lanes"] == {"3,3": 1}


def test_focus_of_fire() -> None:
    """What can be sunk this round is sunk before anything else is fired at."""
    state = sea(("cruiser", 0, 10, 10), ("cruiser", 0, 10, 11), ("destroyer", 1, 12, 10), ("battleship", 1, 12, 11))
    unit(state, 3).health = 12
    targets = {key: command["target"] for key, command in volleys(world_of(state), 200.0).items()}
    assert 3 in targets.values() and 4 in targets.values()


def test_the_base_mends_before_it_fires() -> None:
    state = sea(("battleship", 0, 5, 4), ("destroyer", 1, 9, 6))
    unit(state, 1).health = 40
    for character in (ADMIRAL, CAPTAIN):
        assert decide(state, character)["units"][str(BASE0)]["command"]["type"] == "repair"
    unit(state, 1).health = 150
    assert decide(state)["units"][str(BASE0)]["command"]["type"] == "attack"
    assert world_of(state).foe_base["id"] == BASE1
