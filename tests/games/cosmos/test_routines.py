"""Are the routines with a name good plans? Chapter 8.3: who changes them in time wins against the easy bot, who keeps to one loses; each does what it is called for."""

from __future__ import annotations

from itertools import product

import pytest

from games.core.events import filter_for
from games.core.rng import step_rng
from games.core.simulate import OwnBot, open_table, play, replay
from games.cosmos import GAME
from games.cosmos.standing.routines import ROUTINES
from tests.games.cosmos.boards import world
from tests.sweeps import every, later

BOTS = {bot.id: bot for bot in GAME.bots}
USUAL = {"battleship": "guard", "miner": "shy", "scout": "hunter"}


PASSIVE = {"easy": 0.2, "medium": 0.05}
"""Part of the matches that somebody who keeps to one routine wins at most."""
LATER = {"economy": "weapon", "war": "weapon"}
"""What somebody changes to after two fifths of a match."""


def plan(*, changes=False, **names):
    """Somebody who gives every kind a routine in the first step, and again to planets whose bids have ended. With `changes` planets get another
    one after two fifths of the match."""
    rules = {kind: {"movement": None, "reflexes": [], **ROUTINES[kind][name]} for kind, name in names.items()}
    later = ROUTINES["planet"][LATER.get(names["planet"], names["planet"])]

    def answer(view, choices, rng, memory):
        is_late = changes and 5 * view["round"] >= 2 * view["rounds"]
        wanted = {"movement": None, **later} if is_late else rules["planet"]
        if view["round"] == 1:
            return {"defaults": rules, "standing": [{"id": one["id"], **rules[one["kind"]]} for one in view["own"]]}
        planets = [one for one in view["own"] if one["kind"] == "planet"]
        changed = is_late and not memory.get("late")
        memory["late"] = is_late
        return {"standing": [{"id": one["id"], **wanted} for one in planets if changed or one.get("bids_left") == 0]}

    return OwnBot("routines", answer)


def ranks_against(level, preset, seed, seat, *, changes=False, **names):
    options = open_table(GAME, dict(GAME.presets[preset].options), 2, seed)
    bots = [BOTS[level], BOTS[level]]
    bots[seat] = plan(changes=changes, **{**USUAL, **names})
    return options, play(GAME, options, 2, bots, seed)


@pytest.mark.parametrize("seat", [0, 1])
def test_who_builds_first_and_bids_later_wins_against_the_easy_bot(seat):
    _, record = ranks_against("easy", "quick", "routine", seat, planet="economy", changes=True)
    assert record.refused == 0 and record.ranks[seat] < record.ranks[1 - seat]


@pytest.mark.parametrize(("level", "planet"), every(2, product(["easy", "medium"], ROUTINES["planet"])))
def test_who_keeps_to_one_routine_and_renews_it_loses(planet, level):
    """17.1: on the shortest of the presets for people."""
    ranks = [
        (seat, ranks_against(level, "quick", f"waits {number}", seat, planet=planet)[1].ranks)
        for number in range(3)
        for seat in (0, 1)
    ]
    won = [seat for seat, ranked in ranks if ranked[seat] < ranked[1 - seat]]
    assert len(won) < PASSIVE[level] * len(ranks)


@pytest.mark.parametrize(("preset", "level"), later(product(["standard", "galaxies"], PASSIVE)))
def test_who_keeps_to_economy_loses_where_there_is_more_time(preset, level):
    """17.1: also where there are more rounds and more to own."""
    ranks = [
        (seat, ranks_against(level, preset, f"waits {number}", seat, planet="economy")[1].ranks)
        for number in range(2)
        for seat in (0, 1)
    ]
    won = [seat for seat, ranked in ranks if ranked[seat] < ranked[1 - seat]]
    assert len(won) < PASSIVE[level] * len(ranks)


def test_war_and_siege_take_planets():
    options, record = ranks_against("easy", "standard", "routine", 0, changes=True, planet="war", battleship="siege")
    taken = [
        event
        for _, _, events in replay(GAME, options, 2, record.seed, record.orders)
        for event in filter_for(events, "referee")
        if event["type"] == "captured" and event["kind"] == "planet" and event["new_seat"] == 0
    ]
    assert taken and record.ranks[0] == 1


@pytest.mark.parametrize(
    ("kind", "name", "foe"),
    [
        ("battleship", "raider", ("miner", 1, 9, 9, 10)),
        ("battleship", "guard", ("battleship", 1, 9, 9, 10)),
        ("battleship", "siege", ("planet", None, 9, 9, 10)),
        ("scout", "hunter", ("miner", 1, 9, 9, 10)),
    ],
)
def test_routines_of_ships_act_on_whom_they_are_made_for(kind, name, foe):
    second = [(10_006, *foe[:2], 9, 10, 10)] if name == "raider" else []
    state = world(
        (10_001, "planet", 0, 5, 5, 100),
        (10_003, kind, 0, 7, 7, 60),
        (10_005, *foe),
        *second,
        (10_002, "planet", 1, 26, 26, 100),
        stride=10,
    )
    orders = {"standing": [{"id": 10_003, **ROUTINES[kind][name]}]}
    _, events = GAME.resolve(state, {0: GAME.check(state, 0, orders), 1: {}}, step_rng("routine", 1))
    told = [event for event in filter_for(events, 0) if event["type"] in {"overloaded", "analysed"}]
    assert told, f"{name} does nothing"


def test_a_shy_miner_flees_from_a_scout():
    state = world(
        (10_001, "planet", 0, 5, 5, 100),
        (10_003, "miner", 0, 7, 7, 60),
        (10_005, "scout", 1, 10, 7, 10),
        (10_002, "planet", 1, 26, 26, 100),
    )
    orders = {"standing": [{"id": 10_003, **ROUTINES["miner"]["shy"]}]}
    after, _ = GAME.resolve(state, {0: GAME.check(state, 0, orders), 1: {}}, step_rng("routine", 1))
    (miner,) = [row for row in GAME.view(after, 0)["own"] if row["id"] == 10_003]
    assert miner["pos"][0] < 7
