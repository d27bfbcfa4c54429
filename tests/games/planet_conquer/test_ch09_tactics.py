"""Chapter 9: tactics. What each costs, when it works, and what the seven on one planet do (9.1 to 9.7)."""

import pytest

from games.core.errors import OrderError
from games.core.rng import SeededRng
from games.planet_conquer import GAME
from games.planet_conquer.constants import TACTICS
from tests.games.planet_conquer.boards import PARAMETERS, board, crossing, duel, held, move, of_type, play, tactic

COSTS = {
    "terminator": 3, "defend": 2, "attack": 2, "fast": 2, "teleport": 4, "halt": 2, "boost": 2, "eleminate": 20, "swap": 40, "god": 8,
}  # fmt: skip


# Costs and timing.


@pytest.mark.parametrize("name", TACTICS)
def test_9_costs(name: str) -> None:
    """9: the cost is paid in step 2 and never refunded; one point more is needed to play it."""
    assert TACTICS[name].cost == COSTS[name]
    state = duel(points=COSTS[name])
    after, _ = play(state, {0: tactic(name, **PARAMETERS[name])})
    assert after.points[0] == 1
    state.points[0] -= 1
    with pytest.raises(OrderError) as refused:
        play(state, {0: tactic(name, **PARAMETERS[name])})
    assert refused.value.code == "not_enough_points"


def test_9_first_terminator_in_round_3() -> None:
    """9: with one point a round, in round r a seat has r points; a first terminator is possible in round 3."""
    full = GAME.check_options({"map": "crossroads"}, 2)
    state = GAME.setup(full, 2, SeededRng("points"))
    for number in (1, 2):
        assert state.points == [number] * 2
        with pytest.raises(OrderError):
            GAME.check(state, 0, tactic("terminator", planet=0))
        state, _ = play(state)
    assert GAME.check(state, 0, tactic("terminator", planet=0))


@pytest.mark.parametrize("name,lasts", [("defend", 7), ("attack", 7), ("halt", 8), ("boost", 8)])
def test_9_until(name: str, lasts: int) -> None:
    """9: r + 2 for defend and attack, r + 3 for halt and boost; replaying restarts and does not stack."""
    state = duel()
    state, _ = play(state, {0: tactic(name, **PARAMETERS[name])})
    assert [effect.until for effect in state.effects] == [lasts]
    state, _ = play(state, {0: tactic(name, **PARAMETERS[name])})
    assert [effect.until for effect in state.effects] == [lasts + 1]
    ended = []
    while not ended:
        state, events = play(state)
        ended = of_type(events, "effect_ended")
    assert ended[0]["cause"] == "time"
    assert ended[0]["round"] == lasts + 1
    assert state.effects == []


# 9.1 Terminator.


def test_9_1_kills_the_garrison_next_round() -> None:
    """9.1: strikes in step 5 of r + 1; leavers escape, arrivals are safe and can occupy."""
    state = board(crossing(rounds=2), {"A": (0, 50), "M": (1, 200), "B": (1, 1)})
    state, _ = play(state, {0: tactic("terminator", planet="M", moves=[("A", "M", 5)])})
    assert held(state, "M") == (1, 200)
    after, events = play(state, {1: move("M", "B", 199)})
    assert held(after, "M") == (0, 5)
    assert of_type(events, "strike")[0] | {"to": 0} == {
        "type": "strike", "round": 6, "kind": "terminator", "planet": 4, "seat": 0, "lost": 1, "left": 0, "defended": False,
        "shielded": False, "to": 0,
    }  # fmt: skip
    assert sum(fleet.units for fleet in after.fleets) == 199


@pytest.mark.parametrize("owner", [0, 1, None])
def test_9_1_any_owner(owner: int | None) -> None:
    """9.1: any garrison, natives and one's own too; several at once act as one."""
    state = duel(holds={"M": (owner, 21)}, pending=[("terminator", 0, "M", None, 5), ("terminator", 1, "M", None, 5)])
    after, events = play(state)
    assert held(after, "M") == (None, 0)
    assert len(of_type(events, "strike")) == 1
    assert after.pending == []


def test_9_1_defended_half_dies() -> None:
    """9.1: on a defended planet floor(units / 2) survive; several strikes halve once."""
    state = duel(effects=[("defend", "M", 1, 6)], holds={"M": (1, 21)})
    state.pending = duel(pending=[("terminator", 0, "M", None, 5), ("terminator", 1, "M", None, 5)]).pending
    after, events = play(state)
    assert held(after, "M") == (1, 10)
    assert (of_type(events, "strike")[0]["lost"], of_type(events, "strike")[0]["defended"]) == (11, True)


def test_9_1_defended_single_unit() -> None:
    """9.1, 9.2: half of one is none: the planet is emptied and the defence ends."""
    state = duel(effects=[("defend", "M", 1, 6)], holds={"M": (1, 1)}, pending=[("terminator", 0, "M", None, 5)])
    after, events = play(state)
    assert held(after, "M") == (None, 0)
    assert of_type(events, "planet_abandoned")[0]["cause"] == "strike"
    assert of_type(events, "effect_ended")[0]["cause"] == "emptied"


def test_9_1_god_of_the_owner() -> None:
    """9.1: god of the garrison's owner in r + 1: nothing dies; a god of somebody else does not help."""
    after, events = play(duel(pending=[("terminator", 0, "M", None, 5)]), {1: tactic("god", planet="M")})
    assert held(after, "M") == (1, 20)
    assert of_type(events, "strike")[0]["shielded"]
    after, _ = play(duel(pending=[("terminator", 0, "M", None, 5)]), {0: tactic("god", planet="M")})
    assert held(after, "M") == (None, 0)


def test_9_1_strikes_though_its_seat_is_out() -> None:
    """9.1, 8.7: also after its seat went out."""
    state = duel(holds={"C": (2, 5)}, seats=3, pending=[("terminator", 2, "M", None, 5)])
    after, _ = play(state, {2: {"resign": True}})
    assert held(after, "M") == (None, 0)


def test_9_1_boost_ends_if_emptied() -> None:
    """9.1, 9.7 and table: halt stays, boost ends on an emptied planet."""
    state = duel(effects=[("boost", "M", 1, 8), ("halt", "M", 0, 8)], pending=[("terminator", 0, "M", None, 5)])
    after, _ = play(state)
    assert [effect.type for effect in after.effects] == ["halt"]


# 9.2 Defend.


def test_9_2_doubles_def_of_the_garrison_only() -> None:
    """9.2: 2 * def for the garrison, not for reinforcements; from the round it is played in."""
    state = board(crossing(M={"def": 1.4}), {"A": (0, 50), "B": (1, 50), "M": (1, 10)})
    after, events = play(state, {0: move("A", "M", 20), 1: tactic("defend", planet="M")})
    assert held(after, "M") == (1, 4)
    side = of_type(events, "battle")[0]["sides"][1]
    assert (side["power"], side["def"], side["defended"]) == (28, 1.4, True)
    after, events = play(state, {0: move("A", "M", 20), 1: tactic("defend", planet="M", moves=[("B", "M", 10)])})
    assert of_type(events, "battle")[0]["sides"][1]["power"] == 38


def test_9_2_three_rounds() -> None:
    """9.2: rounds r, r + 1, r + 2 and no more."""
    state = duel(holds={"M": (1, 10), "A": (0, 400)})
    state, _ = play(state, {1: tactic("defend", planet="M")})
    for kept in (True, True, False):
        state, events = play(state, {0: move("A", "M", 1)})
        assert of_type(events, "battle")[0]["sides"][1]["defended"] == kept


# 9.3 Attack.


def test_9_3_attackers_weigh_one_and_a_half() -> None:
    """9.3: 40 on 30 at 1.5: power 60 against 45, 17 survive; not for anybody else."""
    state = board(crossing(M={"def": 1.5}), {"A": (0, 50), "B": (1, 50), "M": (1, 30)})
    after, events = play(state, {0: tactic("attack", planet="M", moves=[("A", "M", 40)])})
    assert held(after, "M") == (0, 17)
    assert [side["attack"] for side in of_type(events, "battle")[0]["sides"]] == [True, False]


def test_9_3_not_for_the_owner_of_the_garrison() -> None:
    """9.3: it rests while you own the garrison and stays with you when the planet changes hands."""
    state = duel(holds={"M": (0, 10)}, effects=[("attack", "M", 0, 7)])
    after, events = play(state, {0: move("A", "M", 10), 1: move("B", "M", 15)})
    side = of_type(events, "battle")[0]["sides"][0]
    assert (side["power"], side["attack"]) == (20, False)
    assert [effect.type for effect in after.effects] == ["attack"]


def test_9_3_on_an_empty_planet() -> None:
    """9.3: empty planets included."""
    state = duel(holds={"M": (None, 0)})
    after, _ = play(state, {0: tactic("attack", planet="M", moves=[("A", "M", 20)]), 1: move("B", "M", 25)})
    assert held(after, "M")[0] == 0


# 9.4 Fast.


@pytest.mark.parametrize("left,after", [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_9_4_halves_the_rounds_left(left: int, after: int) -> None:
    """9.4: left = ceil(left / 2), then step 6 subtracts 1; only fleets to that planet, only one's own."""
    fleets = [(0, "A", "M", 5, left), (1, "B", "M", 5, left), (0, "A", "F", 5, left)]
    state = board(crossing(rounds=6), {"A": (0, 50), "B": (1, 50)}, fleets=fleets)
    done, events = play(state, {0: tactic("fast", planet="M")})
    lefts = {fleet.id: done.left(fleet) for fleet in done.fleets}
    assert lefts.get("fleet0", 0) == after - 1
    assert (lefts["fleet1"], lefts["fleet2"]) == (left - 1, left - 1)
    sped = of_type(events, "fleet_sped")
    assert [(event["fleet"], event["left_before"], event["left"]) for event in sped] == [("fleet0", left, after)]


def test_9_4_launched_this_round_too() -> None:
    """9.4: fleets launched in the same round are sped; a fleet with one round left is not told of."""
    state = board(crossing(rounds=6), {"A": (0, 50), "B": (1, 50)}, fleets=[(0, "A", "M", 5, 1)])
    after, events = play(state, {0: tactic("fast", planet="M", moves=[("A", "M", 9)])})
    assert [(fleet.units, after.left(fleet)) for fleet in after.fleets] == [(9, 2)]
    assert len(of_type(events, "fleet_sped")) == 1


# 9.5 Teleport.


def test_9_5_arrives_this_round() -> None:
    """9.5: without a route, arriving in the same round, fighting like any arrival."""
    state = duel(holds={"F": (1, 20)})
    after, events = play(state, {0: tactic("teleport", **{"from": "A", "to": "F", "units": 30})})
    assert held(after, "F") == (0, 30 - 14)
    side = of_type(events, "battle")[0]["sides"][0]
    assert (side["seat"], side["teleported"]) == (0, 30)
    assert of_type(events, "fleet_launched")[0]["fleet"]["kind"] == "teleport"


def test_9_5_counts_together_with_moves() -> None:
    """9.5: its units and those of the moves come from one garrison; leaving it completely is allowed."""
    state = duel()
    after, events = play(
        state, {0: tactic("teleport", moves=[("A", "F", 20)], **{"from": "A", "to": "C", "units": 30})}
    )
    assert (held(after, "A"), held(after, "C")) == ((None, 0), (0, 30))
    assert of_type(events, "occupied")[0]["teleported"] == 30
    with pytest.raises(OrderError):
        play(state, {0: tactic("teleport", moves=[("A", "F", 21)], **{"from": "A", "to": "C", "units": 30})})


# 9.6 and 9.7 Halt and boost.


def test_9_6_three_productions() -> None:
    """9.6: upkeeps r + 1, r + 2, r + 3, whoever owns the planet; growth and decay."""
    state = board(crossing(A={"cos": 5}, M={"res": 0.5}), {"A": (0, 50), "B": (1, 50), "M": (1, 64)})
    state, events = play(state, {0: tactic("halt", planet="M"), 1: tactic("halt", planet="A")})
    assert {event["planet"]: event["halted"] for event in of_type(events, "production")} == {0: True, 4: True}
    for _ in range(2):
        state, _ = play(state)
    assert (held(state, "A"), held(state, "M")) == ((0, 50), (1, 64))
    state, _ = play(state)
    assert (held(state, "A"), held(state, "M")) == ((0, 55), (1, 32))


def test_9_6_latest_counts() -> None:
    """9.6: several halts on one planet: the latest `until` counts."""
    state = board(
        crossing(A={"cos": 5}), {"A": (0, 50), "B": (1, 50)}, effects=[("halt", "A", 1, 6), ("halt", "A", 0, 7)]
    )
    state, _ = play(state)
    state, _ = play(state)
    assert held(state, "A") == (0, 50)
    state, _ = play(state)
    assert held(state, "A") == (0, 55)


def test_9_7_doubles_growth() -> None:
    """9.7: a positive increase is doubled for three productions, up to max; decay is not."""
    state = board(crossing(A={"cos": 5, "max": 68}, F={"res": 0.5}), {"A": (0, 50), "B": (1, 50), "F": (0, 64)})
    state, events = play(state, {0: tactic("boost", planet="A")})
    assert of_type(events, "production")[0]["boosted"]
    assert held(state, "A") == (0, 60)
    state, _ = play(state, {0: tactic("boost", planet="F")})
    assert (held(state, "A"), held(state, "F")) == ((0, 68), (0, 16))


def test_9_7_halt_beats_boost() -> None:
    """9.7: halt beats boost."""
    state = board(
        crossing(A={"cos": 5}), {"A": (0, 50), "B": (1, 50)}, effects=[("halt", "A", 1, 8), ("boost", "A", 0, 8)]
    )
    after, _ = play(state)
    assert held(after, "A") == (0, 50)
