"""Chapter 11: fog of war."""

from typing import Any

import pytest

from games.core.rng import SeededRng
from games.planet_conquer import GAME
from games.planet_conquer.sight import facts, near_ends
from games.planet_conquer.state import Fleet, Memory
from tests.games.planet_conquer.boards import board, crossing, heard, held, move, play, random_states, tactic


def seen(state: Any, seat: int) -> set[str]:
    """Keys of the planets a seat sees now."""
    return {
        key for key, planet in state.chart.ids.items() if GAME.view(state, seat)["planets"][planet]["seen"] == "now"
    }


@pytest.mark.parametrize(
    "length,left,ends",
    [(4, 4, "A"), (4, 3, "A"), (4, 2, "AM"), (4, 1, "M"), (3, 2, "A"), (3, 1, "M"), (1, 1, "A"), (2, 1, "AM")],
)
def test_11_1_near_ends(length: int, left: int, ends: str) -> None:
    """11.1: {from} if 2t < length, {to} if 2t > length, both if equal."""
    fleet = Fleet("x", 0, 0, 1, 5, length, left + 7, "route")
    assert near_ends([fleet], 7) == [sum({"A": 1, "M": 2}[end] for end in ends)]


def test_11_1_sight() -> None:
    """11.1: own planets, their neighbours, near ends of own fleets."""
    state = board(crossing(rounds=4), {"A": (0, 9), "B": (1, 9)}, fleets=[(0, "M", "C", 1, 1), (0, "M", "D", 1, 4)])
    assert seen(state, 0) == {"A", "M", "F", "C"}
    assert seen(state, 1) == {"B", "M"}


def test_11_1_a_scout_lends_sight_on_its_way() -> None:
    """11.1: a fleet of one unit sees the far end from half way on."""
    state = board(crossing(rounds=4), {"M": (0, 9), "B": (1, 9), "A": (0, 1)})
    state, _ = play(state, {0: move("A", "F", 1)})
    sights = []
    while state.fleets:
        sights.append("F" in seen(state, 0))
        state, _ = play(state)
    assert sights == [False, True, True]


def test_11_1_memory() -> None:
    """11.1: outside sight the last memory with its age, or never."""
    state = board(crossing(rounds=4, B={"cos": 3}), {"A": (0, 9), "B": (1, 9)}, fleets=[(0, "M", "B", 1, 2)])
    state, _ = play(state)
    view = GAME.view(state, 0)["planets"]
    assert (view[1]["seen"], view[1]["units"]) == ("now", 12)
    state, _ = play(state)
    view = GAME.view(state, 0)["planets"]
    # The scout died on B in round 6; B is remembered as the battle left it, before the upkeep.
    assert {key: view[1][key] for key in ("seen", "owner", "units", "as_of", "next", "effects")} == {
        "seen": "before", "owner": 1, "units": 11, "as_of": 6, "next": None, "effects": [],
    }  # fmt: skip
    assert view[3] | {"id": 0} == {
        "id": 0,
        "seen": "never",
        "owner": None,
        "units": None,
        "as_of": None,
        "next": None,
        "effects": [],
    }


def test_11_1_a_lost_planet_is_remembered_as_the_battle_showed_it() -> None:
    """11.1: a planet lost this round is remembered with the new owner, not with the garrison that died there."""
    state = board(crossing(rounds=4), {"A": (0, 9), "B": (1, 9), "C": (0, 3)}, fleets=[(1, "M", "C", 30, 1)])
    state, _ = play(state)
    planet = GAME.view(state, 0)["planets"][2]
    assert (planet["seen"], planet["owner"], planet["units"], planet["as_of"]) == ("before", 1, 29, 5)
    assert state.memory[0][2] == Memory(1, 29, 5)


def test_11_1_memory_is_written_by_setup() -> None:
    """11.1: the first state remembers what its seat sees, with round 1."""
    state = GAME.setup(GAME.check_options({"map": "crossroads", "start_assignment": "fixed"}, 2), 2, SeededRng("m"))
    row = GAME.to_json(state)["memory"][0]
    assert row[0] == {"owner": 0, "units": 120, "round": 1}
    assert row[2] is None


def test_11_1_fleets() -> None:
    """11.1: own fleets and those with a near end in sight, all fields exact."""
    state = board(
        crossing(rounds=4),
        {"A": (0, 9), "B": (1, 9)},
        fleets=[(1, "B", "M", 5, 3), (1, "B", "M", 6, 2), (0, "M", "D", 7, 4)],
    )
    shown = {seat: [fleet["units"] for fleet in GAME.view(state, seat)["fleets"]] for seat in (0, 1)}
    assert shown == {0: [6, 7], 1: [5, 6, 7]}
    assert GAME.view(state, 0)["fleets"][0] == {
        "id": "fleet1", "seat": 1, "from": 1, "to": 4, "units": 6, "length": 4, "left": 2, "kind": "route",
    }  # fmt: skip


def test_11_1_seats() -> None:
    """11.1: who is in play is public; totals and points of others are not, unless show_scores; out shows zeros."""
    state = board(crossing(), {"A": (0, 9), "B": (1, 9), "C": (2, 9)}, seats=3)
    state, _ = play(state, {2: {"resign": True}})
    lines = GAME.view(state, 0)["seats"]
    assert lines[0] == {"seat": 0, "status": "in", "out_round": None, "planets": 1, "units": 9, "points": 101, "lot": 3}
    assert lines[1] == {
        "seat": 1,
        "status": "in",
        "out_round": None,
        "planets": None,
        "units": None,
        "points": None,
        "lot": 2,
    }
    assert lines[2] == {
        "seat": 2,
        "status": "resigned",
        "out_round": 5,
        "planets": 0,
        "units": 0,
        "points": None,
        "lot": 1,
    }
    scored = board(crossing(), {"A": (0, 9), "B": (1, 9)}, show_scores=True)
    assert [(line["planets"], line["units"], line["points"]) for line in GAME.view(scored, 0)["seats"]] == [
        (1, 9, 100),
        (1, 9, None),
    ]
    assert [(line["planets"], line["units"], line["points"]) for line in GAME.view(scored, "public")["seats"]] == [
        (1, 9, None)
    ] * 2


@pytest.mark.parametrize("reveal", [True, False])
def test_11_1_a_seat_that_is_out(reveal: bool) -> None:
    """11.1: no sight and the old memories, or everything with reveal_when_out."""
    state = board(crossing(), {"A": (0, 9), "B": (1, 9), "C": (2, 9)}, seats=3, reveal_when_out=reveal)
    state, _ = play(state, {2: {"resign": True}})
    assert len(seen(state, 2)) == (6 if reveal else 0)
    assert GAME.view(state, 2)["planets"][4]["seen"] == ("now" if reveal else "before")
    assert GAME.view(state, 2)["you"]["units"] == 0
    assert GAME.choices(state, 2) is None


def test_11_1_after_the_end_everybody_sees_everything() -> None:
    """11.1: the truth for every audience."""
    state = board(crossing(), {"A": (0, 9), "B": (1, 9), "C": (2, 9)}, seats=3)
    state, _ = play(state, {1: {"resign": True}, 2: {"resign": True}})
    truth = GAME.view(state, "referee")
    for audience in (0, 1, "public"):
        view = GAME.view(state, audience)
        for key in ("planets", "fleets", "seats", "announcements", "result"):
            assert view[key] == truth[key]
    assert {planet["seen"] for planet in truth["planets"]} == {"now"}


def test_11_1_fee_levels_do_not_show() -> None:
    """11.1: with the fee on, `next` and `fee_quarters` of others are as if there were no fee."""
    source = crossing(M={"cos": 8, "res": 1})
    state = board(source, {"A": (0, 9), "B": (1, 2300), "M": (1, 100)}, maintain_fee=True)
    assert GAME.view(state, 0)["planets"][4]["next"] == 108
    assert GAME.view(state, 1)["planets"][4]["next"] == 102
    after, events = play(state)
    told = {seat: [e["fee_quarters"] for e in heard(events, seat, "production") if e["planet"] == 4] for seat in (0, 1)}
    assert told == {0: [None], 1: [1]}
    assert held(after, "M") == (1, 102)
    shown = board(source, {"A": (0, 9), "B": (1, 2300), "M": (1, 100)}, maintain_fee=True, fog=False)
    assert GAME.view(shown, 0)["planets"][4]["next"] == 102


def test_11_2_open_information() -> None:
    """11.2: everything is visible, nothing is remembered; orders stay secret, so the view has none."""
    state = board(crossing(rounds=4), {"A": (0, 9), "B": (1, 9)}, fog=False, fleets=[(1, "B", "M", 5, 4)])
    state, events = play(state, {1: tactic("terminator", planet="D")})
    for seat in (0, 1):
        view = GAME.view(state, seat)
        assert {planet["seen"] for planet in view["planets"]} == {"now"}
        assert len(view["fleets"]) == 1
        assert [line["points"] for line in view["seats"]] == [101, 98]
    assert {event["to"] for event in events} == {"all"}
    assert GAME.to_json(state)["memory"] == [[None] * 6] * 2
    assert GAME.has_fog({"fog": False}) is False


def test_11_2_eleminate_uses_sight_in_open_games() -> None:
    """11.2, 9.8: only what would be in sight under fog is in reach."""
    state = board(
        crossing(rounds=2),
        {"A": (0, 9), "B": (1, 9), "M": (1, 9)},
        fog=False,
        pending=[("eleminate", 0, None, None, 5)],
    )
    after, _ = play(state)
    assert (held(after, "M"), held(after, "B")) == ((None, 0), (1, 9))


def test_11_2_open_mode_equals_the_referee() -> None:
    """11.2, 19.6: apart from seat, you, attacks, tactics and the referee's pending."""
    own = {"seat", "you", "attacks", "tactics"}
    for state, _ in random_states(
        "open", 60, [(3, {"map": "trident", "fog": False, "points_per_round": 9, "max_round": 30})]
    ):
        truth = GAME.view(state, "referee")
        assert truth.pop("pending") == [pending._asdict() for pending in state.pending]
        assert GAME.view(state, "public") == truth
        for seat in range(3):
            view = GAME.view(state, seat)
            assert {key: value for key, value in view.items() if key not in own} == {
                key: value for key, value in truth.items() if key not in own
            }


def test_11_1_facts_are_true_in_random_play() -> None:
    """11.1: sights, sums and rows of memories carried from step to step are those of the position."""
    tables = [(4, {"map": "four_winds", "points_per_round": 9, "max_round": 40, "reveal_when_out": True})]
    for state, orders in random_states("facts", 80, tables):
        after, _ = GAME.resolve(state, orders, None)
        carried = facts(after)
        after.facts = None
        fresh = facts(after)
        assert carried[:5] == fresh[:5]
