"""Rule 8.9: standing routes."""

from typing import Any

import pytest

from games.core.errors import OrderError
from games.core.events import filter_for
from games.core.rng import SeededRng
from games.planet_conquer import GAME
from games.planet_conquer.state import State
from tests.games.planet_conquer.boards import board, crossing, duel, held, make_map, move, play, tactic

GROWING = {"A": {"res": 1, "cos": 10}}


def table(**more: Any) -> State:
    """Seat 0 at A with 50 and at F with 5, seat 1 at B and M; A grows by ten a round."""
    holds = {"A": (0, 50), "B": (1, 50), "M": (1, 20), "F": (0, 5)} | more.pop("holds", {})
    return board(crossing(**GROWING), holds, standing=True, **more)


def standing(*routes: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Orders that name all standing routes from now on."""
    return {"standing": list(routes), **more}


def way(**amount: int) -> dict[str, Any]:
    """A route from A to F."""
    return {"from": "A", "to": "F", **amount}


def shown(state: State, seat: int) -> list[tuple[int | None, int | None]]:
    """Amounts of a seat's routes in its view."""
    return [(row["units"], row["above"]) for row in GAME.view(state, seat)["standing"]]


def test_all_growth_leaves_every_round_and_the_garrison_stays_as_it_was() -> None:
    """Without an amount a route sends what exceeds the units that its orders leave there."""
    state, _ = play(table(), {0: standing(way(), moves=[{"from": "A", "to": "F", "units": 10}])})
    assert shown(state, 0) == [(None, 40)]
    assert (held(state, "A"), held(state, "F")) == ((0, 50), (0, 15))
    for round_ in range(1, 4):
        state, _ = play(state)
        assert (held(state, "A"), held(state, "F")) == ((0, 50), (0, 15 + 10 * round_))


def test_what_was_given_as_all_growth_is_called_so_and_stays_as_it_is_when_named_again() -> None:
    """A view gives routes back as orders write them."""
    state, _ = play(table(), {0: standing(way())})
    (row,) = GAME.view(state, 0)["standing"]
    assert (row["above"], row["growth"]) == (50, True)
    state, _ = play(
        GAME.from_json(GAME.to_json(state)),
        {0: standing({key: row[key] for key in row if key != "seat"}, moves=[{"from": "A", "to": "F", "units": 20}])},
    )
    (row,) = GAME.view(state, 0)["standing"]
    assert (row["above"], row["growth"]) == (50, True)
    state, _ = play(state, {0: standing(way(above=30))})
    assert [one["growth"] for one in GAME.view(state, 0)["standing"]] == [False]


def test_a_number_leaves_every_round_but_never_the_last_unit() -> None:
    """`units` a round, as far as they are there."""
    state, _ = play(table(), {0: standing(way(units=56))})
    assert (held(state, "A"), held(state, "F")) == ((0, 11), (0, 54))
    state, _ = play(state, {0: None})
    assert (held(state, "A"), held(state, "F")) == ((0, 11), (0, 64))


def test_what_exceeds_a_number_leaves() -> None:
    """`above`; 0 keeps one unit."""
    state, _ = play(table(), {0: standing(way(above=30))})
    assert (held(state, "A"), held(state, "F")) == ((0, 40), (0, 25))
    state, _ = play(state, {0: standing(way(above=0))})
    assert (held(state, "A"), held(state, "F")) == ((0, 11), (0, 64))


def test_routes_go_on_until_orders_name_others() -> None:
    """Null and a missed turn keep them, an empty list ends them."""
    state, _ = play(table(), {0: standing(way(units=3))})
    for orders in ({}, {"standing": None}, None):
        state, events = play(state, {0: orders})
        assert shown(state, 0) == [(3, None)]
        assert [event["fleet"]["units"] for event in events if event["type"] == "fleet_launched"] == [3]
    state, events = play(state, {0: {"standing": []}})
    assert not shown(state, 0) and not [event for event in events if event["type"] == "fleet_launched"]


def test_moves_and_teleports_leave_first() -> None:
    """Routes take what is left, in their order."""
    orders = standing(way(above=10), {"from": "A", "to": "M", "units": 5})
    orders |= tactic("teleport", moves=[("A", "M", 30)], **{"from": "A", "to": "F", "units": 8})
    _, events = play(table(), {0: orders})
    sent = [event["fleet"]["units"] for event in events if event["type"] == "fleet_launched"]
    assert sorted(sent) == [2, 5, 8, 30]
    names = [event["fleet"]["id"] for event in events if event["type"] == "fleet_launched"]
    assert len(set(names)) == 4


def test_a_route_ends_with_its_source_and_with_a_target_that_is_lost() -> None:
    """Its seat is told, nobody else."""
    orders = standing(way(units=1), {"from": "F", "to": "A", "units": 1}, {"from": "A", "to": "M", "units": 1})
    state, _ = play(table(), {0: orders, 1: move("B", "M", 1)})
    assert len(shown(state, 0)) == 3
    state, events = play(table(fleets=[(1, "M", "A", 400, 1)]), {0: orders})
    told = [event for event in filter_for(events, 0) if event["type"] == "standing_ended"]
    ids = state.chart.ids
    assert [(event["planet"], event["target"], event["cause"]) for event in told] == [
        (ids["A"], ids["F"], "source_lost"), (ids["F"], ids["A"], "target_lost"), (ids["A"], ids["M"], "source_lost"),
    ]  # fmt: skip
    assert not [event for event in filter_for(events, 1) if event["type"] == "standing_ended"]
    assert not shown(state, 0)


def test_who_goes_out_leaves_no_routes() -> None:
    """Rule 8.7."""
    state, _ = play(
        board(crossing(**GROWING), {"A": (0, 9), "B": (1, 9), "C": (2, 9)}, seats=3, standing=True),
        {0: standing(way(units=1))},
    )
    state, _ = play(state, {0: {"resign": True}})
    assert state.standing[0] == () and GAME.view(state, "referee")["standing"] == []


@pytest.mark.parametrize("fog", [True, False])
def test_nobody_else_sees_a_route_before_the_end(fog: bool) -> None:
    """Neither another seat nor a stranger, in open games either; the referee does."""
    state, _ = play(table(fog=fog), {0: standing(way(units=1))})
    assert [row["seat"] for row in GAME.view(state, 0)["standing"]] == [0]
    assert GAME.view(state, 1)["standing"] == [] == GAME.view(state, "public")["standing"]
    assert len(GAME.view(state, "referee")["standing"]) == 1


def test_two_worlds_with_and_without_a_route_look_alike_to_a_rival() -> None:
    """Where the fleets are out of sight not a byte tells of it."""
    far = make_map(
        {"A": {"cos": 9}, "B": {}, "C": {}, "D": {}, "E": {}},
        [["A", "C", 1], ["C", "D", 1], ["D", "E", 1], ["E", "B", 1]],
    )
    state = board(far, {"A": (0, 50), "B": (1, 50)}, standing=True)
    one, told = play(state, {0: standing({"from": "A", "to": "C", "units": 5})})
    other, told_other = play(state)
    assert GAME.view(one, 1) == GAME.view(other, 1)
    assert filter_for(told, 1) == filter_for(told_other, 1)
    assert GAME.forecast is not None
    assert GAME.forecast(GAME.view(one, 1), {}) == GAME.forecast(GAME.view(other, 1), {})


def test_the_forecast_counts_routes_in_every_round() -> None:
    """Those of the draft at once, those of the view from now on; moves are told beside them."""
    state, _ = play(table(), {0: standing(way(units=4))})
    assert GAME.forecast is not None
    said = GAME.forecast(GAME.view(state, 0), {"moves": [{"from": "A", "to": "M", "units": 6}]})
    planet = state.chart.ids["F"]
    rows = {row["planet"]: row["next"] for row in said["planets"]}
    played = state
    for i in range(3):
        played, _ = play(played, {0: {"moves": [{"from": "A", "to": "M", "units": 6}]} if i == 0 else {}})
        assert rows[planet][i]["units"] == held(played, "F")[1]
    assert said["moves"][0]["units"] == 6 and said["moves"][0]["arrives"] == state.round
    left = {row["planet"]: row["units"] for row in said["left"]}
    assert left[state.chart.ids["A"]] == state.units[state.chart.ids["A"]] - 10


def test_the_forecast_says_what_grows_where_a_route_has_sent() -> None:
    """Of what stays on the planet, not of what is there now."""
    fields = {"A": {"res": 1.5, "cos": 2}, "F": {}}
    state, _ = play(
        board(crossing(**fields), {"A": (0, 40), "F": (0, 5), "B": (1, 50)}, standing=True),
        {0: standing(way(above=20))},
    )
    view = GAME.view(state, 0)
    assert GAME.forecast is not None
    said = GAME.forecast(view, {})
    home = state.chart.ids["A"]
    row = next(row for row in said["left"] if row["planet"] == home)
    after = next(row for row in said["planets"] if row["planet"] == home)["next"][0]["units"]
    assert row["units"] == 20
    assert row["units"] + row["grows"] == after == held(play(state)[0], "A")[1]
    assert view["planets"][home]["next"] > after, "the view counts nothing that is ordered"


def test_a_stored_position_and_an_imagined_one_keep_them() -> None:
    """To JSON and back; a sandbox from a view."""
    state, _ = play(table(), {0: standing(way(units=4)), 1: standing({"from": "B", "to": "M", "above": 9})})
    assert GAME.from_json(GAME.to_json(state)).standing == state.standing
    assert GAME.imagine is not None
    again = GAME.imagine(state.settings.chosen, GAME.view(state, 0), SeededRng("imagined"))
    assert again.standing == [state.standing[0], ()]


@pytest.mark.parametrize(
    ("routes", "path", "code"),
    [
        ([{"from": "A"}], "standing[0].to", "missing_field"),
        ([way(speed=1)], "standing[0].speed", "unknown_field"),
        ([way(units=0)], "standing[0].units", "out_of_range"),
        ([way(above=-1)], "standing[0].above", "out_of_range"),
        ([way(units=2, above=1)], "standing[0].above", "two_amounts"),
        ([way(), way(units=2)], "standing[1].to", "duplicate_route"),
        ([{"from": "B", "to": "M"}], "standing[0].from", "not_your_planet"),
        ([{"from": "A", "to": "B"}], "standing[0].to", "no_route"),
        ([{"from": "Z", "to": "B"}], "standing[0].from", "unknown_planet"),
        (7, "standing", "bad_type"),
    ],
)
def test_a_wrong_route_is_refused_at_its_place(routes: Any, path: str, code: str) -> None:
    """Chapter 12."""
    with pytest.raises(OrderError) as refused:
        GAME.check(table(), 0, {"standing": routes})
    assert (refused.value.path, refused.value.code) == (path, code)


def test_a_table_without_them_knows_no_such_order() -> None:
    """Orders, states and views are what they were; so is the preset of the first game."""
    state = duel()
    with pytest.raises(OrderError) as refused:
        GAME.check(state, 0, {"standing": []})
    assert refused.value.code == "unknown_field"
    assert "standing" not in GAME.check(state, 0, {}) and "standing" not in GAME.default_orders(state, 0)
    assert "standing" not in GAME.view(state, 0) and "standing" not in GAME.to_json(state)
    assert "standing" not in GAME.presets["seed"].options
    assert all(preset.options["standing"] for name, preset in GAME.presets.items() if name != "seed")
