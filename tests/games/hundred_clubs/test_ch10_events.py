"""Chapter 10.3: every event with its fields, and who hears it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from games.core.events import PUBLIC, REFEREE, filter_for
from games.core.rng import SeededRng
from games.hundred_clubs import GAME
from tests.games.hundred_clubs.boards import after, board, campaign, heard, play, random_states

EVERYBODY = (0, 1, 2, PUBLIC, REFEREE)
LONG = "." * 12


def hears(events: list[Any], kind: str, audiences: Any = EVERYBODY) -> list[Any]:
    """The audiences that hear an event of that type."""
    return [audience for audience in audiences if heard(events, audience, kind)]


# Before the rounds.


@pytest.mark.parametrize(("reveal", "amounts"), [(False, None), (True, [3, 8, 5])])
def test_bids_closed(reveal: bool, amounts: Any) -> None:
    """All hear the order; the amounts only if the table reveals them. The referee always has them."""
    state = GAME.setup(GAME.check_options({"reveal_bids": reveal}, 3), 3, SeededRng("events"))
    _, events = play(state, {0: {"bid": 3}, 1: {"bid": 8}, 2: {"bid": 5}})
    for audience in (0, 1, 2, PUBLIC):
        assert heard(events, audience, "bids_closed") == [{"round": 0, "order": [1, 2, 0], "amounts": amounts}]
    assert heard(events, REFEREE, "bids_closed") == [{"round": 0, "order": [1, 2, 0], "amounts": [3, 8, 5]}]


def test_birthplace_chosen() -> None:
    """Only the chooser is told whose it is."""
    state = after(GAME.setup(GAME.check_options({}, 3), 3, SeededRng("events")), {1: {"bid": 8}})
    _, events = play(state, {1: {"birthplace": [4, 4]}})
    assert heard(events, 1, "birthplace_chosen") == [{"round": 0, "at": [4, 4], "seat": 1}]
    assert heard(events, 0, "birthplace_chosen") == [{"round": 0, "at": [4, 4], "seat": None}]
    assert heard(events, REFEREE, "birthplace_chosen") == [{"round": 0, "at": [4, 4], "seat": 1}]


def test_round_began_is_the_first_event() -> None:
    _, events = play(board(["..."] * 3, ["0..", "...", "..1"]))
    assert events[0] == {"type": "round_began", "round": 10, "to": "all"}


# Diplomacy.


def test_payments_and_preparations_are_private() -> None:
    state = board(["....."] * 3, ["0...1", ".....", "2...."], seats=3, saving={0: 2, 1: 9, 2: 9}, justify_price=2)
    _, events = play(
        state, {0: {"diplomacy": {"1": "justify_war", "2": "justify_war"}}, 1: {"diplomacy": {"0": "backstab"}}}
    )
    assert hears(events, "paid") == hears(events, "unpaid") == hears(events, "justification") == [0, REFEREE]
    assert hears(events, "backstab_spent") == [1, REFEREE]
    assert heard(events, 0, "justification") == [
        {"round": 10, "seat": 0, "target": 1, "count": 1, "blocked_by_truce": False}
    ]


@pytest.mark.parametrize(
    ("facts", "count", "blocked"),
    [
        ({"truce": {(0, 1): 2}}, 0, True),
        ({"relations": {(0, 1): "allied"}}, 0, True),
        ({"relations": {(0, 1): "allied"}, "truce_rounds": 0}, 1, False),
        ({"justify": {(0, 1): 1}}, 2, False),
        ({"justify": {(0, 1): 2}}, 3, False),
    ],
)
def test_justification(facts: dict[str, Any], count: int, blocked: bool) -> None:
    _, events = play(board(["..."] * 3, ["0..", "...", "..1"], **facts), {0: {"diplomacy": {"1": "justify_war"}}})
    assert heard(events, 0, "justification") == [
        {"round": 10, "seat": 0, "target": 1, "count": count, "blocked_by_truce": blocked}
    ]


def five(**relations: str) -> Any:
    """Clubs 0 and 1 deal with each other; 2 is allied with 0, 3 neutral to 1, 4 at war with both."""
    pairs = {(0, 2): "allied", (1, 2): "undiscovered", (0, 3): "undiscovered", (0, 4): "at_war", (1, 4): "at_war"}
    named = {tuple(int(seat) for seat in key[1:]): word for key, word in relations.items()}
    return board(["....."] * 3, ["0...1", ".....", "2.3.4"], seats=5, relations={**pairs, **named})


def told(state: Any, orders: Any) -> dict[Any, list[Any]]:
    """What everybody hears of the pair 0 and 1."""
    _, events = play(state, orders)
    found = {
        audience: [event for event in heard(events, audience, "relation") if (event["a"], event["b"]) == (0, 1)]
        for audience in (*range(5), PUBLIC, REFEREE)
    }
    return {audience: lines for audience, lines in found.items() if lines}


BARE = {"round": 10, "a": 0, "b": 1, "cause": None, "by": None}


@pytest.mark.parametrize(
    ("was", "first", "second", "now", "truce", "cause", "by"),
    [
        ("neutral", "backstab", "keep_neutral", "at_war", 0, "backstab", 0),
        ("neutral", "keep_neutral", "backstab", "at_war", 0, "backstab", 1),
        ("at_war", "keep_neutral", "form_alliance", "neutral", 3, "lapsed", None),
        ("allied", "form_alliance", "keep_neutral", "neutral", 3, "lapsed", None),
    ],
)
def test_wars_and_truces_are_heard_of(
    was: str, first: str, second: str, now: str, truce: int, cause: str, by: int | None
) -> None:
    """The two with the cause; their allies and the clubs neutral to one of them without it."""
    heard_by = told(five(p01=was), {0: {"diplomacy": {"1": first}}, 1: {"diplomacy": {"0": second}}})
    full = {"round": 10, "a": 0, "b": 1, "was": was, "now": now, "truce": truce, "cause": cause, "by": by}
    bare = {**full, "cause": None, "by": None}
    assert heard_by == {0: [full], 1: [full], 2: [bare], 3: [bare], REFEREE: [full]}


def test_alliances_are_heard_of_by_allies_only() -> None:
    offer = {0: {"diplomacy": {"1": "form_alliance"}}, 1: {"diplomacy": {"0": "form_alliance"}}}
    full = {"round": 10, "a": 0, "b": 1, "was": "neutral", "now": "allied", "truce": 0, "cause": "mutual", "by": None}
    assert told(five(), offer) == {0: [full], 1: [full], 2: [{**full, "cause": None}], REFEREE: [full]}


def test_a_justified_war_names_who_justified_it() -> None:
    for counts, by in (({(0, 1): 2}, 0), ({(1, 0): 2}, 1)):
        state = board(["..."] * 3, ["0..", "...", "..1"], justify=counts)
        _, events = play(state, {seat: {"diplomacy": {str(1 - seat): "justify_war"}} for seat in (0, 1)})
        assert [(event["cause"], event["by"]) for event in heard(events, 0, "relation")] == [("justified", by)]


@pytest.mark.parametrize(("word", "cause"), [("backstab", "backstab"), ("justify_war", "justified")])
def test_of_a_deed_of_both_each_is_told_its_own(word: str, cause: str) -> None:
    """5.1: commands are secret; whoever does the same hears nothing of the other one's."""
    for second, full in ((word, None), ("keep_neutral", 0)):
        state = board(["....."] * 3, ["0...1", ".....", "2...."], seats=3, justify={(0, 1): 2, (1, 0): 2})
        _, events = play(state, {0: {"diplomacy": {"1": word}}, 1: {"diplomacy": {"0": second}}})
        by = [heard(events, audience, "relation")[0]["by"] for audience in (0, 1, 2, REFEREE)]
        assert by == [0, 1 if second == word else 0, None, full]
        causes = [heard(events, audience, "relation")[0]["cause"] for audience in (0, 1, 2, REFEREE)]
        assert causes == [cause, cause, None, cause]
        assert all(len(heard(events, audience, "relation")) == 1 for audience in (0, 1, 2, REFEREE))


def test_without_truces_the_end_of_an_alliance_is_heard_of_by_allies_only() -> None:
    state = board(["....."] * 3, ["0...1", ".....", "2...."], seats=3, relations={(0, 1): "allied"}, truce_rounds=0)
    _, events = play(state, {0: {"diplomacy": {"1": "keep_neutral"}}})
    assert hears(events, "relation") == [0, 1, REFEREE]


def test_discovery_is_told_to_the_two_and_their_allies() -> None:
    state = board(
        [LONG] * 3, ["0.1........2", LONG, LONG], seats=4, relations={(0, 1): "undiscovered", (0, 2): "allied", (1, 2): "undiscovered"},
    )  # fmt: skip
    _, events = play(state)
    assert heard(events, 0, "relation")[0] == {
        **BARE,
        "was": "undiscovered",
        "now": "neutral",
        "truce": 0,
        "cause": "discovered",
    }
    # Club 2 discovers 1 through 0 and is told so itself, too.
    assert [(event["a"], event["b"], event["cause"]) for event in heard(events, 2, "relation")] == [
        (0, 1, None),
        (1, 2, "discovered"),
    ]
    assert heard(events, 3, "relation") == []


# Campaigns and conquests.


def test_campaigns_are_private() -> None:
    state = board(["....."] * 3, ["0...1", ".....", "2...."], seats=3, relations={(0, 1): "allied"}, saving=9)
    orders = {0: {"campaigns": [campaign(0, 0, 4), campaign(3, 0, 4), campaign(0, 0, 9)]}}
    _, events = play(state, orders)
    for kind in ("campaign", "campaign_void", "campaign_cut"):
        assert hears(events, kind) == [0, REFEREE], kind
    assert heard(events, 0, "campaign_void") == [
        {"round": 10, "seat": 0, "index": 1, "at": [3, 0], "reason": "no_access"}
    ]
    assert heard(events, 0, "campaign_cut") == [{"round": 10, "seat": 0, "index": 2, "asked": 9, "funded": 5}]


def test_taken_is_heard_by_who_sees_the_cell_and_by_the_owners() -> None:
    """Club 1 loses its last land near [4, 0] and sees nothing there any more; club 2 sees it, club 3 does not."""
    state = board(
        [LONG] * 3, ["...01..2....", LONG, "3..........1"], seats=4, relations={(0, 1): "at_war"}, cut=[[4, 0]], sight=3,
        capitals={0: [3, 0], 1: [11, 2], 2: [7, 0], 3: [0, 2]}, capital_influence_pct=0,
    )  # fmt: skip
    _, events = play(state, {0: {"campaigns": [campaign(3, 0, 25)]}})
    assert hears(events, "taken", range(4)) == []
    _, events = play(state, {0: {"campaigns": [campaign(3, 0, 45)]}})
    lines = {seat: [event for event in heard(events, seat, "taken") if event["at"] == [4, 0]] for seat in range(4)}
    line = {"round": 10, "at": [4, 0], "seat": 0, "was": 1}
    assert lines == {0: [line], 1: [line], 2: [line], 3: []}


def test_contested_names_the_clubs_to_themselves_only() -> None:
    state = board([LONG] * 3, ["0.1...2.....", LONG, LONG], seats=3, sight=5, saving=60, capital_influence_pct=0)
    _, events = play(state, {seat: {"campaigns": [campaign(2 * seat, 0, 60)]} for seat in (0, 1)})
    first = {audience: heard(events, audience, "contested")[0] for audience in (0, 1, 2, REFEREE)}
    line = {"round": 10, "at": [1, 0], "was": None, "seats": [0, 1]}
    assert first[0] == first[1] == first[REFEREE] == line
    # Of the three contested cells club 2 sees this one, five steps away.
    assert heard(events, 2, "contested") == [{**line, "seats": None}]
    assert heard(events, PUBLIC, "contested") == []


def test_a_contender_that_does_not_see_the_cell_hears_nothing() -> None:
    """7.1 reaches four columns, sight two."""
    state = board(["......."] * 3, ["0.....1", ".......", "......."], saving=200, capital_influence_pct=0)
    _, events = play(state, {seat: {"campaigns": [campaign(6 * seat, 0, 60)]} for seat in (0, 1)})
    assert [3, 0] in [event["at"] for event in heard(events, REFEREE, "contested")]
    for seat in (0, 1):
        letters = GAME.view(after(state, {s: {"campaigns": [campaign(6 * s, 0, 60)]} for s in (0, 1)}), seat)["owners"]
        for event in heard(events, seat, "contested"):
            x, y = event["at"]
            assert letters[y][x] == "."


def test_washed_away_is_heard_by_who_sees_it() -> None:
    state = board([LONG, "." + "~" * 11, LONG], [LONG, ".0.........1", "2..........."], seats=3, round=1, saving=0)
    _, events = play(state)
    line = {"round": 1, "at": [1, 1], "seat": 0}
    assert heard(events, 0, "washed_away") == heard(events, 2, "washed_away") == [line]
    assert heard(events, 1, "washed_away") == [{"round": 1, "at": [11, 1], "seat": 1}]


# Capitals, supply, taxes.


@pytest.mark.parametrize("kind", ["capital_moved", "capital_lost", "taxes"])
def test_capitals_and_taxes_are_told_to_allies(kind: str) -> None:
    state = board(
        ["....."] * 3, ["00..1", ".....", "2...."], seats=3, relations={(0, 1): "allied"}, capitals={0: [0, 0]}
    )
    _, events = play(state, {0: {"capital": [1, 0] if kind == "capital_moved" else [2, 0]}})
    listeners = [
        audience for audience in EVERYBODY if any(event["seat"] == 0 for event in heard(events, audience, kind))
    ]
    assert listeners == [0, 1, REFEREE]


def test_an_ally_that_has_just_left_hears_no_more_of_the_capital() -> None:
    """10.3: allies are those at the end of the round."""
    state = board(["....."] * 3, ["00..1", ".....", "....."], relations={(0, 1): "allied"}, capitals={0: [0, 0]})
    _, events = play(state, {0: {"capital": [1, 0]}, 1: {"diplomacy": {"0": "keep_neutral"}}})
    assert hears(events, "capital_moved", (0, 1)) == [0]
    assert [event["seat"] for event in heard(events, 1, "taxes")] == [1]


def test_supply_is_told_to_each_with_the_cells_it_sees() -> None:
    state = board(
        [LONG] * 3,
        ["00..1.......", LONG, "0..2........"],
        seats=3,
        capitals={0: [0, 0], 1: [4, 0], 2: [3, 2]},
    )
    _, events = play(state)
    assert heard(events, 0, "cut_off") == [{"round": 10, "cells": [[0, 2]]}]
    assert heard(events, 1, "cut_off") == []
    assert heard(events, REFEREE, "cut_off") == [{"round": 10, "cells": [[0, 2]]}]


def test_a_mark_that_comes_into_sight_tells_nothing_of_its_past() -> None:
    """Whether land was cut off before one saw it stays unknown."""
    told = []
    for cut in ([], [[7, 0]]):
        state = board(
            [LONG] * 3, ["0......1....", LONG, LONG], cut=cut, capitals={0: [0, 0]}, saving=200, capital_influence_pct=0
        )
        done, events = play(state, {0: {"campaigns": [campaign(0, 0, 200)]}})
        assert [7, 0] not in GAME.view(state, 0)["cut_off"]
        assert GAME.view(done, 0)["cut_off"] == ([[7, 0]] if GAME.view(done, 0)["owners"][0][7] == "1" else [])
        told.append(filter_for(events, 0))
    assert told[0] == told[1]


def test_resupplied() -> None:
    state = board(["....."] * 3, ["00...", ".....", "....1"], capitals={0: [0, 0]}, cut=[[0, 0], [1, 0]])
    _, events = play(state)
    assert heard(events, 0, "resupplied") == [{"round": 10, "cells": [[0, 0], [1, 0]]}]
    assert heard(events, 1, "resupplied") == []


def test_sighted() -> None:
    """One event per seat: cells that came into sight, with their owner, and cells that left it."""
    state = board(
        [LONG] * 3,
        ["0..........1", LONG, LONG],
        relations={(0, 1): "allied"},
        capitals={0: [0, 0]},
        saving=50,
        capital_influence_pct=0,
    )
    _, events = play(state, {0: {"campaigns": [campaign(0, 0, 45)]}, 1: {"diplomacy": {"0": "keep_neutral"}}})
    mine = heard(events, 0, "sighted")
    assert len(mine) == 1
    assert mine[0]["cells"] == [
        {"at": [3, 0], "owner": None},
        {"at": [2, 1], "owner": None},
        {"at": [1, 2], "owner": None},
    ]
    assert mine[0]["lost"] == [[9, 0], [10, 0], [11, 0], [10, 1], [11, 1], [11, 2]]
    assert heard(events, 1, "sighted")[0]["seat"] == 1
    assert heard(events, PUBLIC, "sighted") == []


def test_the_first_sight_is_told_when_round_1_begins() -> None:
    state = GAME.setup(GAME.check_options({}, 2), 2, SeededRng("first"))
    state = after(after(state), {})
    _, events = play(state)
    for seat in (0, 1):
        assert len(heard(events, seat, "sighted")) == 1
        assert {event["seat"] for event in heard(events, seat, "sighted")} == {seat}


# The whole list.


ORDER = (
    "bids_closed", "birthplace_chosen", "round_began", "diplomacy", "relation", "campaigns", "taken", "contested", "not_connected",
    "washed_away", "capitals", "supply", "taxes", "discovery", "sighted", "eliminated", "over",
)  # fmt: skip
PHASE = {
    "backstab_spent": "diplomacy", "paid": "diplomacy", "unpaid": "diplomacy", "justification": "diplomacy",
    "campaign": "campaigns", "campaign_void": "campaigns", "campaign_cut": "campaigns", "capital_moved": "capitals",
    "capital_lost": "capitals", "cut_off": "supply", "resupplied": "supply",
}  # fmt: skip
TABLES = [
    (4, {"rounds": 25, "map": {"generated": {"width": 15, "height": 15}}, "starts": "drawn"}),
    (3, {"rounds": 20, "map": {"generated": {"width": 15, "height": 15}}, "justify_rounds": 1, "truce_rounds": 1}),
]


def test_events_come_in_the_order_of_the_phases_and_every_type_occurs() -> None:
    kinds: Counter[str] = Counter()
    for state, orders in random_states("order", 400, TABLES):
        _, events = GAME.resolve(state, orders, SeededRng("order"))
        kinds.update(event["type"] for event in events)
        rank = [
            ORDER.index("discovery" if event.get("was") == "undiscovered" else PHASE.get(event["type"], event["type"]))
            for event in events
            if event["type"] != "eliminated" or state.round
        ]
        if state.round:
            assert rank == sorted(rank)
    assert set(kinds) == {*PHASE, *ORDER} - {"diplomacy", "campaigns", "capitals", "supply", "discovery"}


def test_twins_never_overlap_and_the_referee_hears_each_matter_once() -> None:
    for state, orders in random_states("twins", 200, TABLES):
        _, events = GAME.resolve(state, orders, SeededRng("twins"))
        for event, following in pairwise(events):
            if following.get("redacted") and event["type"] == following["type"] and following["to"] != "all":
                assert not set(event["to"]) & set(following["to"])
        full = [event for event in filter_for(events, REFEREE) if event["type"] in ("taken", "contested", "relation")]
        assert len(full) == len(
            {(event["type"], str(event.get("at", (event.get("a"), event.get("b"))))) for event in full}
        )
