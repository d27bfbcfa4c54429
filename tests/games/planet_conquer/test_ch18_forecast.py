"""Chapter 18: the forecast of draft orders. It knows what the view knows, and is right where nothing unseen interferes."""

import copy
from typing import Any

import pytest

from games.core.errors import OrderError
from games.planet_conquer import GAME
from tests.games.planet_conquer.boards import board, crossing, held, move, play, random_states, tactic


def ahead(state: Any, seat: int, orders: Any) -> Any:
    """The forecast of a seat; it leaves view and orders as they were."""
    view = GAME.view(state, seat)
    before = copy.deepcopy((view, orders))
    found = GAME.forecast(view, orders)
    assert (view, orders) == before
    return found


def test_18_battle_preview() -> None:
    """18: arrival round, who wins, how many are left, and how many would do."""
    state = board(crossing(rounds=3, M={"def": 1.5}), {"A": (0, 90), "B": (1, 50), "M": (1, 20)})
    entry = ahead(state, 0, move("A", "M", 50))["moves"][0]
    assert entry["arrives"] == 7
    assert entry["battle"] == {"owner": 1, "garrison": 20, "winner": 0, "survivors": 50 - 18, "needs": 31}
    entry = ahead(state, 0, move("A", "M", 20))["moves"][0]
    assert (entry["battle"]["winner"], entry["battle"]["needs"]) == (1, 31)
    entry = ahead(state, 0, move("A", "M", 31))["moves"][0]
    assert (entry["battle"]["winner"], entry["battle"]["survivors"]) == (0, 1)


def test_18_needs_counts_what_arrives_together() -> None:
    """18: two drafts that arrive together need less each; an empty planet needs one."""
    state = board(crossing(), {"A": (0, 90), "F": (0, 9), "B": (1, 50), "M": (1, 30)})
    moves = [{"from": "A", "to": "M", "units": 20}, {"from": "A", "to": "M", "units": 15}]
    entries = ahead(state, 0, {"moves": moves})["moves"]
    assert [entry["battle"]["needs"] for entry in entries] == [16, 11]
    empty = board(crossing(), {"A": (0, 90), "B": (1, 50)})
    assert ahead(empty, 0, move("A", "M", 5))["moves"][0]["battle"]["needs"] == 1


def test_18_seen_enemies_interfere() -> None:
    """18: known fleets count."""
    state = board(crossing(rounds=2), {"A": (0, 90), "B": (1, 50)}, fleets=[(1, "B", "M", 30, 1)])
    entry = ahead(state, 0, move("A", "M", 40))["moves"][0]
    assert entry["battle"] == {"owner": 1, "garrison": 30, "winner": 0, "survivors": 17, "needs": 31}


def test_18_left_and_points() -> None:
    """18: units left at each source and points left."""
    found = ahead(
        board(crossing(), {"A": (0, 90), "F": (0, 7), "B": (1, 50)}),
        0,
        tactic("defend", planet="A", moves=[("A", "M", 30)]),
    )
    assert found["left"] == [{"planet": 0, "units": 60, "grows": 0}, {"planet": 5, "units": 7, "grows": 0}]
    assert found["points"] == 98


def test_18_growth() -> None:
    """18: five rounds per planet, ten of totals, never-seen planets are left out."""
    state = board(crossing(rounds=2, A={"cos": 5}), {"A": (0, 50), "B": (1, 50)})
    found = ahead(state, 0, {})
    rows = {row["planet"]: row["next"] for row in found["planets"]}
    assert set(rows) == {0, 4, 5}
    assert [entry["units"] for entry in rows[0]] == [55, 60, 65, 70, 75]
    assert [line["units"] for line in found["totals"]] == list(range(55, 105, 5))
    assert [line["round"] for line in found["totals"]] == list(range(6, 16))
    assert found["fee"] is None


def test_18_fee() -> None:
    """18: base line and steps; growth shrinks at a step."""
    state = board(crossing(A={"cos": 8}), {"A": (0, 900), "F": (0, 596), "B": (1, 50)}, maintain_fee=True)
    found = ahead(state, 0, {})
    assert found["fee"] == {"base_line": 1500, "steps": [1500, 2250, 3000]}
    assert [line["units"] for line in found["totals"]][:3] == [1504, 1508, 1512]


def test_18_tactics() -> None:
    """18: teleport, god, fast, boost and announced strikes are reckoned with."""
    state = board(crossing(rounds=4, A={"cos": 5}), {"A": (0, 90), "B": (1, 50), "M": (1, 30)})
    entry = ahead(state, 0, tactic("teleport", **{"from": "A", "to": "M", "units": 40}))["teleport"]
    assert (entry["arrives"], entry["battle"]["winner"]) == (5, 0)
    assert ahead(state, 0, tactic("fast", planet="M", moves=[("A", "M", 40)]))["moves"][0]["arrives"] == 6
    boosted = ahead(state, 0, tactic("boost", planet="A"))["planets"][0]["next"]
    assert [entry["units"] for entry in boosted] == [100, 110, 120, 125, 130]
    near = board(crossing(), {"A": (0, 90), "B": (1, 50), "M": (1, 30)})
    god = ahead(near, 0, tactic("god", planet="M", moves=[("A", "M", 1)]))["moves"][0]["battle"]
    assert (god["winner"], god["needs"]) == (0, 1)
    struck = board(crossing(), {"A": (0, 90), "B": (1, 50), "M": (1, 30)}, pending=[("terminator", 1, "A", None, 5)])
    assert ahead(struck, 0, {})["planets"][0]["next"][0] == {"owner": None, "units": 0}


def test_18_crowd_losses_of_the_table() -> None:
    """18, 20: the preview uses the table's rule for crowds."""
    for rule, survivors in (("shared", 58), ("full", 18)):
        state = board(
            crossing(rounds=2), {"A": (0, 150), "B": (1, 50), "C": (2, 50)}, seats=3, crowd_losses=rule, fog=False,
            fleets=[(1, "B", "M", 90, 2), (2, "C", "M", 1, 2)],
        )  # fmt: skip
        assert ahead(state, 0, move("A", "M", 100))["moves"][0]["battle"]["survivors"] == survivors


def test_18_beyond_the_end() -> None:
    """18: what would arrive after the last round does not arrive."""
    state = board(crossing(rounds=4), {"A": (0, 90), "B": (1, 50)}, round=9, max_round=10)
    found = ahead(state, 0, move("A", "M", 5))
    assert (found["moves"][0]["arrives"], found["moves"][0]["battle"]) == (None, None)
    assert len(found["totals"]) == 1


def test_18_remembered_planets_grow() -> None:
    """18: a remembered garrison is taken as grown since."""
    state = board(crossing(rounds=3, B={"cos": 3}), {"A": (0, 90), "B": (1, 9), "M": (0, 1)})
    state, _ = play(state, {0: move("M", "A", 1)})
    state, _ = play(state)
    state, _ = play(state)
    view = GAME.view(state, 0)
    assert (view["planets"][1]["seen"], view["planets"][1]["as_of"]) == ("before", 5)
    row = next(row for row in GAME.forecast(view, {})["planets"] if row["planet"] == 1)
    assert row["next"][0]["units"] == play(state)[0].units[1]


def test_18_illegal_drafts() -> None:
    """18: the wrong part is named, as by the check; nobody's view has no forecast."""
    state = board(crossing(), {"A": (0, 90), "B": (1, 50)})
    with pytest.raises(OrderError) as refused:
        ahead(state, 0, move("A", "M", 91))
    assert (refused.value.code, refused.value.path) == ("not_enough_units", "moves[0].units")
    for audience in ("public", "referee"):
        with pytest.raises(OrderError) as refused:
            GAME.forecast(GAME.view(state, audience), {})
        assert refused.value.code == "not_pending"


def test_18_agrees_with_the_check() -> None:
    """18, 12: what a view allows is what the check allows."""
    for state, orders in random_states("agree", 40, [(3, {"map": "trident", "points_per_round": 9, "max_round": 30})]):
        for seat, given in orders.items():
            if given is not None:
                GAME.forecast(GAME.view(state, seat), given)


def test_18_open_forecast_is_the_truth() -> None:
    """18: with open information and nobody else giving orders the next round comes as foretold."""
    tables = [(3, {"map": "trident", "points_per_round": 9, "max_round": 30, "fog": False, "maintain_fee": True})]
    compared = 0
    for state, orders in random_states("truth", 80, tables):
        seat = min(orders)
        given = orders[seat] or GAME.default_orders(state, seat)
        if given["resign"]:
            continue
        after, events = play(state, {seat: given})
        if any(event["type"] == "seat_out" for event in events) or after.phase == "ended":
            continue
        found = ahead(state, seat, given)
        compared += 1
        assert [(row["next"][0]["owner"], row["next"][0]["units"]) for row in found["planets"]] == list(
            zip(after.owner, after.units, strict=True)
        )
        assert found["totals"][0]["units"] == GAME.view(after, seat)["you"]["units"]
        assert held(after, "A0") == (found["planets"][0]["next"][0]["owner"], found["planets"][0]["next"][0]["units"])
    assert compared > 30


def _advised(state: Any, orders: Any) -> Any:
    found = ahead(state, 0, orders)["advice"]
    return found and (found["type"], found["planet"], found["planets"], found["cost"])


def test_18_advice_names_the_tactic_that_would_pay() -> None:
    """18: growth where nothing is at stake, help for what would not win, defence of what would be lost."""
    growing = {"A": {"cos": 20}}
    assert _advised(board(crossing(**growing), {"A": (0, 50), "B": (1, 50)}), {}) == ("boost", 0, 0, 2)
    assert _advised(board(crossing(), {"A": (0, 50), "B": (1, 50)}), {}) is None, "nothing grows there"
    # 50 are held off by 50; one and a half times as strong they take the middle. A god would too, for four times as much.
    even = board(crossing(**growing), {"A": (0, 90), "B": (1, 50), "M": (1, 50)})
    assert _advised(even, move("A", "M", 50)) == ("attack", 4, 1, 2)
    coming = board(crossing(), {"A": (0, 90), "M": (0, 40), "B": (1, 9)}, fleets=[(1, "B", "M", 60, 1)])
    assert _advised(coming, {}) == ("defend", 4, 1, 2)


def test_18_advice_names_none_that_the_draft_or_the_points_rule_out() -> None:
    """18: one tactic a round, nothing on credit, nothing for whoever gives up."""
    state = board(crossing(A={"cos": 20}), {"A": (0, 50), "B": (1, 50)})
    assert _advised(state, tactic("defend", planet="A")) is None
    assert _advised(state, {"resign": True}) is None
    assert _advised(board(crossing(A={"cos": 20}), {"A": (0, 50), "B": (1, 50)}, points=1), {}) is None


def test_18_advice_tells_what_the_engine_then_does() -> None:
    """18: in a world without surprises the planet that it promises is won, and without the tactic it is not."""
    state = board(crossing(), {"A": (0, 90), "B": (1, 50), "M": (1, 50)})
    orders = move("A", "M", 50)
    found = ahead(state, 0, orders)["advice"]
    chosen = {"type": found["type"], "planet": found["planet"]}
    for played, owner in (({**orders, "tactic": chosen}, 0), (orders, 1)):
        after, _ = play(state, {0: played})
        assert after.owner[4] in ((owner,) if owner == 0 else (1, None))


def test_18_reach_says_what_each_neighbour_needs() -> None:
    """18: units more, by the round in which they would arrive; drafts that arrive with them count, own planets are left out."""
    state = board(crossing(rounds=3, M={"def": 1.5}), {"A": (0, 90), "B": (1, 50), "M": (1, 20)})
    reach = {(row["from"], row["to"]): row for row in ahead(state, 0, {})["reach"]}
    assert reach[0, 4] == {"from": 0, "to": 4, "arrives": 7, "needs": 31}
    assert all(row["from"] == 0 for row in reach.values())
    after = {(row["from"], row["to"]): row["needs"] for row in ahead(state, 0, move("A", "M", 20))["reach"]}
    assert after[0, 4] == 11
    enough = {(row["from"], row["to"]): row["needs"] for row in ahead(state, 0, move("A", "M", 31))["reach"]}
    assert enough[0, 4] == 0


def test_18_threats_say_what_rivals_beside_would_do() -> None:
    """18: all that stands at a rival's neighbour, against what the draft leaves behind; defence and growth count."""
    state = board(crossing(rounds=2, A={"def": 1}), {"A": (0, 90), "M": (1, 60), "B": (1, 9)})
    threats = ahead(state, 0, {})["threats"]
    assert threats == [{"planet": 0, "from": 4, "seat": 1, "units": 60, "arrives": 6, "left": 50}]
    assert ahead(state, 0, move("A", "M", 50))["threats"][0]["left"] == 0
    assert ahead(state, 0, tactic("defend", planet="A"))["threats"][0]["left"] == 80
    assert ahead(board(crossing(), {"A": (0, 90), "B": (1, 50)}), 0, {})["threats"] == []


def test_18_battles_under_way() -> None:
    """18: how those end to which fleets are under way; what the draft sends changes that, and adds none of its own."""
    flying = [(1, "M", "A", 70, 2), (0, "A", "M", 30, 1), (0, "A", "F", 9, 1)]
    holds = {"A": (0, 60), "B": (1, 50), "M": (1, 20)}
    state = board(crossing(rounds=3), holds, fleets=flying)
    ids = state.chart.ids
    of = {"planet": ids["M"], "round": 5, "owner": 1, "winner": 0, "survivors": 16}
    lost = {"planet": ids["A"], "round": 6, "owner": 0, "winner": 1, "survivors": 18}
    # Nobody is at F: whoever lands there fights no battle.
    assert ahead(state, 0, {})["battles"] == [of, lost]
    assert ahead(state, 0, tactic("defend", planet="A"))["battles"] == [of, {**lost, "winner": 0, "survivors": 39}]
    assert ahead(state, 0, move("A", "M", 50))["battles"] == [of, {**lost, "survivors": 68}]
    # The other one knows as much of them as it sees.
    assert ahead(state, 1, {})["battles"] == [of, lost]


def test_18_nothing_is_foreseen_beyond_the_last_round() -> None:
    """18: what would arrive after the end of the match is no reach and no threat."""
    state = board(crossing(rounds=2), {"A": (0, 90), "M": (1, 60)})
    state.round = state.settings.max_round
    found = ahead(state, 0, {})
    assert (found["reach"], found["threats"]) == ([], [])
