"""Chapter 6: which campaigns are paid. These orders never went through `check`."""

from __future__ import annotations

from typing import Any

import pytest

from games.hundred_clubs.state import State
from tests.games.hundred_clubs.boards import board, campaign, heard, play


def alone(**facts: Any) -> State:
    """Club 0 holds the left half, far from club 1; no taxes but the saving itself."""
    free = {"corruption": {"ppm": 0}, "capital_wage": {"base": 0}, "capital_influence_pct": 0}
    return board(["." * 12] * 3, ["00" + "." * 9 + "1"] * 3, **{**free, "saving": 20, **facts})


def spent(state: State, campaigns: list[Any], seat: int = 0) -> tuple[list[tuple[int, int, int]], int, list[Any]]:
    """Funded campaigns as (x, y, size), what they cost, and the events of those that were not or not in full."""
    done, events = play(state, {seat: {"campaigns": campaigns}})
    funded = [(*event["at"], event["size"]) for event in heard(events, seat, "campaign") if not event["capital"]]
    lost = [
        (event["index"], event.get("reason", event.get("funded")))
        for kind in ("campaign_void", "campaign_cut")
        for event in heard(events, seat, kind)
    ]
    income = heard(events, seat, "taxes")[0]["income"]
    return funded, state.saving[seat] - (done.saving[seat] - income), lost


def test_void_entries_are_free_and_not_counted() -> None:
    entries = [
        campaign(-1, 0, 5),
        campaign(12, 0, 5),
        campaign(0, 3, 5),
        campaign(5, 0, 5),
        campaign(11, 0, 5),
        campaign(0, 0, -4),
        campaign(1, 1, 7),
    ]
    funded, price, lost = spent(alone(campaign_limit=1), entries)
    assert funded == [(1, 1, 7)]
    assert price == 7
    assert lost == [(0, "off_board"), (1, "off_board"), (2, "off_board"), (3, "no_access"), (4, "no_access")]


def test_size_nothing_counts_towards_the_limit() -> None:
    """`check` refuses it; `resolve` takes it for a valid entry."""
    funded, price, lost = spent(alone(campaign_limit=2), [campaign(0, 0, 0), campaign(0, 0, 3), campaign(0, 1, 4)])
    assert funded == [(0, 0, 3)]
    assert (price, lost) == (3, [(2, "over_limit")])


def test_an_entry_that_costs_too_much_is_cut_and_all_later_ones_cancelled() -> None:
    funded, price, lost = spent(alone(), [campaign(0, 0, 15), campaign(1, 0, 9), campaign(0, 1, 1), campaign(9, 9, 1)])
    assert funded == [(0, 0, 15), (1, 0, 5)]
    assert price == 20
    assert lost == [(2, "no_money"), (3, "off_board"), (1, 5)]


def test_nothing_left_is_no_campaign() -> None:
    funded, price, lost = spent(alone(), [campaign(0, 0, 20), campaign(1, 0, 9)])
    assert funded == [(0, 0, 20)]
    assert (price, lost) == (20, [(1, "no_money")])


@pytest.mark.parametrize(("price", "funded", "cost"), [(1, 20, 20), (3, 6, 18), (10, 2, 20)])
def test_price_per_unit_of_size(price: int, funded: int, cost: int) -> None:
    """6.2: cut to floor(money / campaign_price)."""
    assert spent(alone(campaign_price=price), [campaign(0, 0, 99)]) == ([(0, 0, funded)], cost, [(0, funded)])


def test_exactly_affordable_is_not_cut() -> None:
    assert spent(alone(campaign_price=4), [campaign(0, 0, 5), campaign(0, 1, 1)]) == (
        [(0, 0, 5)],
        20,
        [(1, "no_money")],
    )


def test_limit_of_valid_entries() -> None:
    entries = [campaign(0, 0, 1)] * 40
    funded, price, lost = spent(alone(saving=100), entries)
    assert len(funded) == price == 32
    assert lost == [(index, "over_limit") for index in range(32, 40)]


def test_several_campaigns_on_one_cell_add_up() -> None:
    """44 is not enough to take the grass beside (7.5), 22 and 23 are."""
    done, _ = play(alone(saving=50), {0: {"campaigns": [campaign(1, 1, 22), campaign(1, 1, 23)]}})
    assert done.owner.decode()[2::12] == ".0."


def test_a_campaign_on_the_land_of_a_new_ally_works_at_once() -> None:
    state = board(["." * 9] * 3, ["0" + "." * 7 + "1"] * 3, capitals={0: [0, 0], 1: [8, 0]}, capital_influence_pct=0)
    ally = {"form_alliance"}.pop()
    done, _ = play(
        state,
        {0: {"diplomacy": {"1": ally}, "campaigns": [campaign(8, 1, 60)]}, 1: {"diplomacy": {"0": ally}}},
    )
    assert done.owner.decode()[9 + 7] == "0"


def test_a_campaign_on_the_land_of_a_lost_ally_is_void() -> None:
    state = board(
        ["." * 9] * 3, ["0" + "." * 7 + "1"] * 3, relations={(0, 1): "allied"}, capitals={0: [0, 0], 1: [8, 0]}
    )
    done, events = play(state, {0: {"campaigns": [campaign(8, 1, 60)]}, 1: {"diplomacy": {"0": "keep_neutral"}}})
    assert [event["reason"] for event in heard(events, 0, "campaign_void")] == ["no_access"]
    assert done.owner.decode()[9 + 7] == "."


def test_the_capital_is_a_campaign_for_free() -> None:
    """Size floor(pct * income / 100), not counted towards the limit; here 3 * 60 members."""
    rich = [{"at": [0, y], "members": 60} for y in range(3)]
    state = alone(overrides=rich, capitals={0: [0, 1]}, capital_influence_pct=30, campaign_limit=1, saving=5)
    done, events = play(state, {0: {"campaigns": [campaign(1, 1, 5)]}})
    assert heard(events, 0, "campaign") == [
        {"round": 10, "seat": 0, "at": [0, 1], "size": (3 * 60 + 3) * 30 // 100, "capital": True},
        {"round": 10, "seat": 0, "at": [1, 1], "size": 5, "capital": False},
    ]
    # 54 * 16 + 5 * 18 = 954 twentieths, 10 * 954 > 8000.
    assert done.owner.decode()[12 + 2] == "0"


def test_the_capital_works_where_its_cell_has_just_stopped_being_access_land() -> None:
    """6: the alliance ends in diplomacy, the capital is lost in 7.8 only."""
    rich = [{"at": [0, 0], "members": 500}]
    state = board(
        ["." * 9] * 3, ["0" + "." * 7 + "1"] + ["." * 9] * 2, relations={(0, 1): "allied"}, capitals={0: [8, 0], 1: [8, 0]},
        overrides=rich, saving=0, alliance_tax={"milli": 5000},
    )  # fmt: skip
    done, events = play(state, {1: {"diplomacy": {"0": "keep_neutral"}}})
    assert [event["size"] for event in heard(events, 0, "campaign")] == [150]
    assert done.capital[0] is None


@pytest.mark.parametrize(("shown", "hears"), [("own", False), ("allies", True)])
def test_who_hears_of_campaigns(shown: str, hears: bool) -> None:
    """10.3: the club; its allies if the table shows them."""
    state = board(["." * 9] * 3, ["0" + "." * 7 + "1"] * 3, relations={(0, 1): "allied"}, show_campaigns=shown)
    _, events = play(state, {0: {"campaigns": [campaign(0, 0, 9)]}})
    assert bool(heard(events, 1, "campaign")) == hears
    assert heard(events, 0, "campaign")
    assert not heard(events, "public", "campaign")
