"""Chapter 10.2: the views of seats, of a stranger and of the referee, in every phase."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.core.rng import SeededRng
from games.hundred_clubs import GAME
from games.hundred_clubs.constants import KERNEL20, TERRAIN
from games.hundred_clubs.state import State
from tests.games.hundred_clubs.boards import after, board, campaign, random_states, to_rounds

KEYS = {
    "game", "phase", "round", "rounds", "you", "clubs", "options", "map", "terrain", "kernel20", "pending", "auction",
    "owners", "cut_off", "memory", "me", "players", "outcome",
}  # fmt: skip


def new(**options: Any) -> State:
    return GAME.setup(GAME.check_options(options, 3), 3, SeededRng("view"))


def test_keys_are_always_the_same() -> None:
    for state, _ in random_states("keys", 60, [(3, {"rounds": 8, "map": {"generated": {"width": 15, "height": 15}}})]):
        for audience in (0, 1, 2, "public"):
            view = GAME.view(state, audience)
            assert set(view) == KEYS
            assert (view["you"], view["phase"]) == (audience if audience != "public" else None, state.phase)
        assert set(GAME.view(state, "referee")) == KEYS | {"last_round"}


def test_what_never_changes() -> None:
    view = GAME.view(new(rounds=9, end_jitter=3), 1)
    assert (view["game"], view["rounds"], view["clubs"]) == ("hundred_clubs", 9, 3)
    assert view["options"]["end_jitter"] == 3
    assert view["options"]["alliance_tax"] == {"basis": "area", "milli": 400}
    assert "map" not in view["options"]
    assert view["kernel20"] == [list(row) for row in KERNEL20]
    assert view["terrain"]["+"] == {"key": "road", "atk": 30, "def": 10, "members": 2}
    assert list(view["terrain"]) == list(TERRAIN)
    assert (view["map"]["width"], view["map"]["height"], view["map"]["starts"]) == (25, 35, [])


def test_the_auction_shows_the_own_bid_only() -> None:
    state = new()
    assert GAME.view(state, 0)["auction"] == {"order": None, "chosen": [], "my_bid": None, "next": None}
    state = after(state, {0: {"bid": 3}, 1: {"bid": 8}, 2: {"bid": 5}})
    for audience, bid in ((0, 3), (1, 8), (2, 5), ("public", None), ("referee", None)):
        assert GAME.view(state, audience)["auction"] == {"order": [1, 2, 0], "chosen": [], "my_bid": bid, "next": 1}
    assert [GAME.view(state, seat)["me"]["saving"] for seat in range(3)] == [47, 42, 45]
    text = json.dumps(GAME.view(state, 0)["players"])
    assert text == json.dumps([{"seat": seat, "relation": "undiscovered"} for seat in (1, 2)])


def test_chosen_cells_are_public_but_not_whose_they_are() -> None:
    state = after(new(), {0: {"bid": 3}, 1: {"bid": 8}, 2: {"bid": 5}})
    state = after(state, {1: {"birthplace": [5, 5]}})
    for audience in (0, 1, 2, "public", "referee"):
        view = GAME.view(state, audience)
        assert view["auction"]["chosen"] == [[5, 5]]
        assert view["auction"]["next"] == 2
        assert set("".join(view["owners"])) <= {"?", "."}
    assert set("".join(GAME.view(state, 1)["owners"])) == {"?"}


def test_from_round_1_on_the_auction_is_null() -> None:
    state = to_rounds(3)
    assert all(GAME.view(state, audience)["auction"] is None for audience in (0, "public", "referee"))


def test_owners_and_cut_off_of_seen_cells_only() -> None:
    state = board(["." * 9] * 3, ["00......1", ".........", "........1"], cut=[[1, 0], [8, 0]], capitals={0: [0, 0]})
    view = GAME.view(state, 0)
    assert view["owners"] == ["00..?????", "...??????", "..???????"]
    assert view["cut_off"] == [[1, 0]]
    assert GAME.view(state, "public")["owners"] == ["?" * 9] * 3
    assert GAME.view(state, "public")["cut_off"] == []
    assert GAME.view(state, "referee")["owners"] == ["00......1", ".........", "........1"]
    assert GAME.view(state, "referee")["cut_off"] == [[1, 0], [8, 0]]


def test_the_public_knows_what_nobody_has_told_it() -> None:
    state = board(
        ["." * 9] * 3, ["0.1......", "." * 9, "." * 9], relations={(0, 1): "at_war"}, capitals={0: [0, 0], 1: [2, 0]}
    )
    view = GAME.view(state, "public")
    assert view["players"] == [{"seat": 0, "relation": "undiscovered"}, {"seat": 1, "relation": "undiscovered"}]
    assert (view["me"], view["memory"], view["pending"]) == (None, None, [0, 1])


def test_own_facts() -> None:
    state = board(
        ["D" * 9] * 3, ["000.....1", "." * 9, "." * 9], justify={(0, 1): 2, (1, 0): 1}, capitals={0: [2, 0]}, saving={0: 77},
        stabbed=[0], corruption={"ppm": 50_000},
    )  # fmt: skip
    assert GAME.view(state, 0)["me"] == {
        "saving": 77, "income": 24, "area": 3, "peak": 24, "capital": [2, 0], "alive": True, "backstab_used": True,
        "justify": {"1": 2}, "capital_influence": 7, "corruption_rate_ppm": 150_000,
    }  # fmt: skip
    assert GAME.view(state, 1)["me"]["capital_influence"] == 0


def test_the_rate_of_corruption_ends_at_everything() -> None:
    state = board(["." * 12] * 3, ["0" * 12, "." * 12, "." * 11 + "1"], corruption={"ppm": 100_000})
    assert GAME.view(state, 0)["me"]["corruption_rate_ppm"] == 1_000_000


def test_the_referee_knows_everything() -> None:
    state = board(
        ["." * 9] * 3, ["0.1......", "." * 9, "........2"], seats=3, relations={(0, 1): "at_war"}, truce={(0, 2): 2},
        justify={(2, 1): 1}, capitals={0: [0, 0]}, saving={0: 60}, stabbed=[2],
    )  # fmt: skip
    view = GAME.view(state, "referee")
    assert (view["you"], view["me"], view["memory"]) == (None, None, None)
    assert view["players"][0] == {
        "seat": 0, "saving": 60, "income": 1, "area": 1, "peak": 1, "capital": [0, 0], "alive": True, "eliminated_in": None,
        "backstab_used": False, "bid": None, "relations": {"1": "at_war", "2": "neutral"}, "justify": {}, "truce": {"2": 2},
    }  # fmt: skip
    assert view["players"][2]["justify"] == {"1": 1}
    assert view["last_round"] == {"commands": {}, "campaigns": {}}
    done = after(
        state, {0: {"diplomacy": {"2": "form_alliance"}, "campaigns": [campaign(0, 0, 70), campaign(0, 0, 3)]}}
    )
    last = GAME.view(done, "referee")["last_round"]
    assert last["commands"]["0"] == {"1": "justify_war", "2": "form_alliance"}
    assert last["campaigns"] == {"0": [{"at": [0, 0], "size": 59, "capital": False}], "1": [], "2": []}


def test_seats_are_not_told_the_last_round() -> None:
    state = after(to_rounds(2))
    assert "last_round" not in GAME.view(state, 0)
    assert "last_round" not in GAME.view(state, "public")


@pytest.mark.parametrize("audience", [0, 1, "public"])
def test_no_unseen_owner_in_any_view(audience: Any) -> None:
    """19.2, over whole random matches: a digit is the owner of a seen cell, now or in the memory."""
    tables = [
        (
            4,
            {
                "rounds": 25,
                "map": {"generated": {"width": 21, "height": 21}},
                "starts": "drawn",
                "min_birth_distance": 3,
            },
        )
    ]
    for state, _ in random_states("fog", 120, tables):
        view = GAME.view(state, audience)
        for cell, letter in enumerate("".join(view["owners"])):
            assert letter in ("?", chr(state.owner[cell]))
        if audience == "public":
            assert set("".join(view["owners"])) == {"?"}


def test_scores_are_series_per_seat() -> None:
    state = board(["D" * 9] * 3, ["00......1", "." * 9, "." * 9], saving={0: 5, 1: 6})
    assert GAME.scores(state) == {"income": [16, 8], "area": [2, 1], "saving": [5, 6]}
