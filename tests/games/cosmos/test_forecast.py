"""What would a draft lead to? The forecast is the engine's own next step where nothing unseen interferes, and takes a view only."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.core.errors import OrderError
from games.core.events import filter_for
from games.core.rng import step_rng
from games.cosmos import GAME
from games.cosmos.forecast import HORIZON, forecast
from tests.games.cosmos.boards import direct, play, world
from tests.games.cosmos.matches import middle_game

MOVE = {"standing": [{"id": 10_003, "movement": {"type": "move_to", "to": [12, 5]}, "reflexes": []}]}


def lonely(**options):
    """A seat with a planet, a battleship and a scout, and nobody near."""
    return world(
        (10_001, "planet", 0, 5, 5, 100),
        (10_003, "battleship", 0, 7, 5, 60),
        (10_004, "scout", 0, 5, 8, 10),
        (10_002, "planet", 1, 26, 26, 100),
        **options,
    )


def asked(state, orders, seat=0):
    return forecast(json.loads(json.dumps(GAME.view(state, seat))), orders)


@pytest.mark.parametrize("stride", [1, 5])
def test_tracks_and_energies_are_those_of_the_next_steps(stride):
    state = lonely(stride=stride)
    foreseen = asked(state, MOVE)
    checked = GAME.check(state, 0, MOVE)
    now, given = state, {0: checked, 1: {}}
    for step in range(len(foreseen["rounds"])):
        now, _ = GAME.resolve(now, given, step_rng("other chance", step))
        given = {}
        rows = {row["id"]: row for row in GAME.view(now, 0)["own"]}
        assert foreseen["tracks"]["10003"][step + 1] == rows[10_003]["pos"]
        assert foreseen["planets"]["10001"][step] == rows[10_001]["energy"]
    assert foreseen["tracks"].keys() == {"10003"}, "who stays has no track"
    assert foreseen["rounds"][0] == state.round - 1 + stride and foreseen["rounds"][-1] <= state.round + HORIZON


def test_a_burst_is_foreseen_with_its_hits_and_what_is_lost():
    state = world(
        (10_001, "planet", 0, 5, 5, 100),
        (10_003, "battleship", 0, 8, 5, 60),
        (10_005, "battleship", 1, 9, 5, 20),
        (10_002, "planet", 1, 26, 26, 100),
    )
    orders = direct(10_003, {"do": "overload", "radius": 2})
    foreseen = asked(state, orders)
    _, events = GAME.resolve(state, {0: GAME.check(state, 0, orders), 1: {}}, step_rng("x", 1))
    heard = [event for event in filter_for(events, 0) if event["type"] == "overloaded"]
    assert [event for event in foreseen["events"] if event["type"] == "overloaded"] == heard
    assert heard[0]["hits"][0]["result"] == "captured"
    assert foreseen["gone"] == [10_003]
    assert foreseen["least_burst"] == 20
    assert foreseen["usual"] == {"miner": 41, "scout": 1, "battleship": 60} and foreseen["keep"] == 30


def test_a_failure_is_foreseen_with_its_code():
    foreseen = asked(lonely(), direct(10_001, {"do": "charge", "energy": 5000}))
    failed = [event for event in foreseen["events"] if event["type"] == "order_failed"]
    assert [event["code"] for event in failed] == ["not_enough_energy"]


def test_an_illegal_draft_is_refused_where_it_is_wrong():
    with pytest.raises(OrderError) as caught:
        asked(lonely(), direct(10_003, {"do": "charge", "energy": 5}))
    assert (caught.value.code, caught.value.path) == ("wrong_kind_for_action", "direct[0].actions[0].do")


@pytest.mark.parametrize("audience", ["public", "referee"])
def test_only_a_seat_that_plays_has_drafts(audience):
    with pytest.raises(OrderError) as caught:
        forecast(GAME.view(middle_game(), audience), {})
    assert caught.value.code == "seat_not_alive"


def test_equal_views_have_equal_forecasts():
    view = json.dumps(GAME.view(middle_game(), 0))
    assert json.dumps(forecast(json.loads(view), {})) == json.dumps(forecast(json.loads(view), {}))


def test_a_forecast_changes_neither_view_nor_orders():
    view = json.loads(json.dumps(GAME.view(lonely(), 0)))
    before, orders = json.dumps(view), json.loads(json.dumps(MOVE))
    forecast(view, orders)
    assert json.dumps(view) == before and orders == MOVE


def hemmed(foe, **options):
    """A planet of 100 beside a hostile battleship, seen."""
    return world(
        (10_001, "planet", 0, 5, 5, 100),
        (10_005, "battleship", 1, *foe),
        (10_002, "planet", 1, 26, 26, 100),
        **options,
    )


@pytest.mark.parametrize(
    ("energy", "charge", "is_bare"),
    [(100, 0, False), (100, 20, True), (130, 0, True), (19, 100, False)],
)
def test_a_planet_is_bare_that_the_burst_of_a_ship_in_sight_could_take(energy, charge, is_bare):
    foreseen = asked(hemmed((9, 8, energy)), direct(10_001, {"do": "charge", "energy": charge}))
    # Of a bid that is the only one nothing comes back; the planet earns one a round.
    left = foreseen["planets"]["10001"][0]
    assert left == 101 - charge
    expected = [{"planet": 10_001, "left": left, "foe": 10_005, "burst": energy - 10}]
    assert foreseen["bare"] == (expected if is_bare else [])


@pytest.mark.parametrize(("stride", "x", "is_bare"), [(1, 10, True), (1, 11, False), (5, 11, True)])
def test_a_ship_that_cannot_come_near_in_time_makes_no_planet_bare(stride, x, is_bare):
    state = hemmed((x, 5, 200), stride=stride)
    assert bool(asked(state, {})["bare"]) == is_bare


def test_a_bonus_makes_more_planets_bare():
    state = hemmed((9, 8, 100))
    state.bonus = [(1, 150, 50)]
    assert [row["burst"] for row in asked(state, {})["bare"]] == [90 * 1001**150 // 1000**150]


def test_the_forecast_names_nobody_whom_the_seat_has_never_sensed():
    """A blip is guessed to be a battleship with a number: the guess is played with and not told."""
    state = world(
        (10_001, "planet", 0, 5, 5, 100),
        (10_004, "scout", 0, 16, 16, 10),
        (10_006, "battleship", 0, 28, 17, 60),
        (10_007, "battleship", 1, 22, 17, 25),
        (10_002, "planet", 1, 30, 30, 100),
        stride=10,
    )
    view = GAME.view(state, 0)
    known = {row["id"] for key in ("own", "foreign", "ghosts") for row in view[key]}
    assert known == {10_001, 10_004, 10_006} and view["blips"] == [[22, 17]]
    orders = direct(10_001, {"do": "build", "kind": "scout", "dir": "north", "energy": 1})
    orders["standing"] = [
        {"id": 10_006, "movement": {"type": "move_to", "to": [22, 17]}, "reflexes": [{"type": "auto_overload"}]}
    ]
    foreseen = forecast(json.loads(json.dumps(view)), orders)
    assert None in numbers(foreseen) <= known | {None}
    told = {event["type"]: event for event in foreseen["events"]}
    assert told["built"]["id"] is None and told["built"]["planet"] == 10_001
    assert told["overloaded"]["hits"] == [dict.fromkeys(("id", "kind", "before", "after", "result"))]


def test_the_forecasts_of_two_worlds_that_look_the_same_are_the_same_and_name_the_same():
    """Who lies unseen in reach of the burst is neither told nor counted, also by no number of his."""

    def one(*unseen):
        return world(
            (10_001, "planet", 0, 5, 5, 100),
            (10_006, "battleship", 0, 12, 5, 60),
            (10_002, "planet", 1, 26, 26, 100),
            *unseen,
        )

    worlds = [one(), one((77_777, "battleship", 1, 22, 20, 90)), one((88_888, "miner", 1, 25, 25, 90))]
    orders = {"standing": [{"id": 10_006, "movement": {"type": "move_to", "to": [20, 18]}, "reflexes": [
        {"type": "auto_overload", "min_enemies": 1}]}]}  # fmt: skip
    for stride in (1, 10):
        told = []
        for state in worlds:
            state.options["stride"] = stride
            state.drawn.clear()
            told.append(asked(state, orders))
        assert told[0] == told[1] == told[2]
        assert numbers(told[0]) <= {10_001, 10_006, None}


def numbers(foreseen):
    """Every number of an entity that a forecast says."""
    keys = ("id", "planet", "scout", "miner", "foe")
    rows = [*foreseen["events"], *foreseen["bare"]]
    rows += [hit for event in foreseen["events"] for hit in event.get("hits", [])]
    return {
        *(row[key] for row in rows for key in keys if key in row),
        *map(int, [*foreseen["tracks"], *foreseen["planets"]]), *foreseen["gone"],
    }  # fmt: skip


def test_a_bid_against_another_own_planet_is_in_vain():
    """The planet that the engine lets win is not told; of two equal bids neither wins."""
    state = world(
        (10_001, "planet", 0, 5, 5, 100), (10_003, "planet", 0, 15, 5, 100), (10_002, "planet", 1, 26, 26, 100)
    )  # fmt: skip

    def bids(*energies):
        given = zip((10_001, 10_003), energies, strict=True)
        return {"direct": [{"id": id_, "actions": [{"do": "charge", "energy": bid}]} for id_, bid in given if bid]}

    one = {"planet": 10_003, "bid": 4, "rival": 10_001, "most": 9, "round": state.round}
    assert asked(state, bids(9, 4))["vain"] == [one]
    assert [(row["planet"], row["rival"]) for row in asked(state, bids(5, 5))["vain"]] == [
        (10_001, 10_003),
        (10_003, 10_001),
    ]
    assert asked(state, bids(9, 0))["vain"] == []


@pytest.mark.parametrize(("lost", "is_told"), [([3, 6], True), ([3, 5], True), ([3, 4], False), ([1, 6], False)])
def test_a_bid_no_higher_than_one_that_has_just_lost_is_told(lost, is_told):
    """Only of the step before, and only where as much has lost."""
    state = lonely(stride=1)
    state.round = 4
    round_, bid = lost
    state.history[0] = [[round_, 10_001, bid, "lost", bid // 2]]
    row = {"planet": 10_001, "bid": 5, "rival": None, "most": bid, "round": round_}
    draft = {"direct": [{"id": 10_001, "actions": [{"do": "charge", "energy": 5}]}]}
    assert asked(state, draft)["vain"] == ([row] if is_told else [])
    state.history[0] = [[round_, 10_001, bid, "won", 0]]
    assert asked(state, draft)["vain"] == []


def test_a_bid_that_has_won_since_is_not_called_vain():
    state = lonely(stride=5)
    state.round = 11
    draft = {"direct": [{"id": 10_001, "actions": [{"do": "charge", "energy": 5}]}]}
    lost, won = [7, 10_001, 5, "lost", 2], [8, 10_001, 5, "won", 0]
    state.history[0] = [lost, won]
    assert asked(state, draft)["vain"] == []
    state.history[0] = [[6, 10_001, 5, "won", 0], lost]
    assert [row["round"] for row in asked(state, draft)["vain"]] == [7]


@pytest.mark.parametrize(("energy", "has_fallen"), [(0, True), (-1, False)])
def test_so_much_and_no_less_takes_a_planet_of_others(energy, has_fallen):
    """6.3: a planet falls when it loses more than it has; one that is only remembered is told of as it was."""
    state = world(
        (10_001, "planet", 0, 5, 5, 100), (10_002, "planet", 1, 26, 26, 100), (10_003, "planet", None, 8, 5, 31)
    )
    takes = asked(state, {})["takes"]
    assert takes == {"10003": 42}
    ship = (10_004, "battleship", 0, 7, 5, takes["10003"] + energy)
    state = world(
        (10_001, "planet", 0, 5, 5, 100), (10_002, "planet", 1, 26, 26, 100), (10_003, "planet", None, 8, 5, 31), ship,
        neutral_income=False,
    )  # fmt: skip
    orders = direct(10_004, {"do": "overload", "radius": 1})
    after, _ = GAME.resolve(state, {0: GAME.check(state, 0, orders), 1: {}}, step_rng("takes", 1))
    assert (after.entities[10_003].seat == 0) == has_fallen


CHASE = {
    "movement": {"type": "pursue", "id": 10_003},
    "reflexes": [{"type": "auto_overload", "only_capture": True, "min_planets": 1}],
}


def raid(energy, *more):
    """A ship of so much energy, a planet of 31 of nobody's eight tiles away, and an own planet that sees it."""
    return world(
        (10_001, "planet", 0, 5, 5, 100), (10_002, "planet", 1, 26, 26, 100), (10_003, "planet", None, 9, 5, 31),
        (10_004, "battleship", 0, 1, 5, energy), *more, neutral_income=False,
    )  # fmt: skip


@pytest.mark.parametrize(("energy", "result"), [(50, "captured"), (41, None)])
def test_an_attack_is_told_with_when_it_comes_and_by_how_much_it_is_won(energy, result):
    state = raid(energy)
    told = asked(state, {"standing": [{"id": 10_004, **CHASE}]})["attacks"]
    after, events = state, []
    given = {0: GAME.check(state, 0, {"standing": [{"id": 10_004, **CHASE}]}), 1: {}}
    while after.round < state.round + 50 and not events:
        after, log = GAME.resolve(after, given, step_rng("attack", after.round))
        given, events = {}, [event for event in filter_for(log, 0) if event["type"] == "overloaded"]
    if result is None:
        none = {"energy": None, "shared": None, "burst": None}
        assert told == [{"target": 10_003, "round": None, "before": 31, "after": 31, "result": None, **none}]
        assert not events
    else:
        ((line,), (burst,)) = told, events
        share = {"energy": energy, "shared": 1, "burst": energy - 10}
        assert line == {"target": 10_003, "round": burst["round"], "before": 31, "after": 9, "result": result, **share}
    assert asked(state, {})["attacks"] == [], "who goes for nobody attacks nobody"


def test_an_attack_says_by_how_many_its_burst_is_shared():
    chase = {**CHASE, "reflexes": [{"type": "auto_overload", "radius": 9, "min_planets": 1}]}
    state = raid(50, (10_005, "scout", 1, 9, 6, 70))
    (line,) = asked(state, {"standing": [{"id": 10_004, **chase}]})["attacks"]
    assert (line["energy"], line["shared"], line["burst"], line["result"]) == (50, 2, 20, "hurt")


def test_a_ship_to_be_built_and_one_under_way_attack_as_well():
    built = direct(10_001, {"do": "build", "kind": "battleship", "dir": "east", "energy": 50})
    built["defaults"] = {"battleship": CHASE}
    (line,) = asked(raid(20), built)["attacks"]
    assert (line["target"], line["result"]) == (10_003, "captured")
    state = raid(50)
    state, _ = GAME.resolve(
        state, {0: GAME.check(state, 0, {"standing": [{"id": 10_004, **CHASE}]}), 1: {}}, step_rng("x", 1)
    )
    assert [line["result"] for line in asked(state, {})["attacks"]] == ["captured"]


# --- Planets that build in turn


def waiting(energy: int, *reflexes: Any, told: bool = False, ships: int = 0) -> Any:
    """What the forecast says of a planet's wait: for an order of the draft, with so much energy for a ship at once, or told a step before."""
    orders = {"standing": [{"id": 10_001, "reflexes": [*reflexes]}]}
    state = world((10_001, "planet", 0, 8, 8, energy), (10_002, "planet", 1, 26, 26, 60), stride=5, rounds=200)
    if told:
        state, _ = play(state, {0: orders})
        return forecast(GAME.view(state, 0), {})["waits"]
    ship = {"do": "build", "kind": "scout", "dir": "east", "energy": ships}
    return forecast(GAME.view(state, 0), {**orders, "direct": [{"id": 10_001, "actions": [ship]}] if ships else []})[
        "waits"
    ]


def test_a_planet_that_builds_in_turn_says_for_which_energy_it_waits_and_how_long() -> None:
    pattern = [{"kind": "miner", "energy": 41}, {"kind": "scout", "energy": 9}]
    builds = {"type": "auto_build", "loop": True, "keep": 30, "pattern": pattern}
    bids = {"type": "auto_charge", "mode": "fixed", "energy": 3, "keep": 0}
    assert waiting(60, builds) == [{"planet": 10_001, "from": 71, "rounds": 11, "bids": False}]
    assert waiting(90, builds) == []
    assert waiting(60, builds, told=True) == [{"planet": 10_001, "from": 71, "rounds": 6, "bids": False}]
    assert waiting(90, builds, ships=40)[0]["from"] == 71
    (lost,) = waiting(60, builds, bids)
    assert (lost["from"], lost["rounds"], lost["bids"]) == (71, None, True)
    assert waiting(60, bids) == []
    part = {"type": "auto_build", "loop": True, "keep": 60, "pattern": [{"kind": "miner", "permille": 500}]}
    assert waiting(60, part)[0]["from"] == 62
