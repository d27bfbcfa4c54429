"""Fog, by two worlds: change what a club cannot know, and every byte it gets stays the same (chapter 19.2).

Positions of random play, altered in all that is hidden from one club: owners of unseen land, money, capitals, counters, bids and
memories of others, relations it has not heard of. FOGBOUND_LONG=1 takes 10,000 positions.
"""

import os
from typing import Any

import orjson
import pytest

from games.core.errors import OrderError
from games.core.events import filter_for
from games.core.rng import Rng, SeededRng
from games.hundred_clubs import GAME
from games.hundred_clubs.constants import COMMANDS
from games.hundred_clubs.sight import facts
from games.hundred_clubs.state import ALLIED, AT_WAR, NEUTRAL, UNDISCOVERED, State
from tests.games.hundred_clubs.boards import random_orders, random_states

pytestmark = [pytest.mark.timeout(1800), pytest.mark.slow]

STATES = 10_000 if os.environ.get("FOGBOUND_LONG") else 200

SMALL = {"generated": {"width": 15, "height": 15}}
TABLES: list[tuple[int, dict[str, Any]]] = [
    (4, {"rounds": 20, "map": SMALL, "starts": "drawn"}),
    (3, {"rounds": 18, "map": SMALL, "justify_rounds": 1, "truce_rounds": 2, "end_jitter": 3}),
    (8, {"rounds": 15, "show_campaigns": "allies", "sight": 3}),
    (2, {"rounds": 12, "map": {"generated": {"width": 15, "height": 21}}, "starts": "drawn"}),
    (4, {"rounds": 20, "map": SMALL, "reveal_bids": True, "capital_influence_pct": 90}),
]
QUIET = [(seats, {**options, "capital_influence_pct": 0}) for seats, options in TABLES]


def copied(state: State) -> State:
    return GAME.from_json(GAME.to_json(state))


def altered(state: State, seat: int, dice: Rng) -> State:
    """A position that differs in whatever is hidden from `seat`."""
    twin = copied(state)
    others = [other for other in range(state.seats) if other != seat]
    allies = [other for other in others if state.relation[seat][other] == ALLIED]
    for other in others:
        twin.peak[other] = 2000 + dice.randrange(900)
        twin.stabbed[other] = dice.randrange(2) == 1
        twin.memory[other] = bytes(dice.choice(b"?.0") for _ in range(9)) + twin.memory[other][9:]
        for target in range(state.seats):
            twin.justify[other][target] = dice.randrange(state.settings.justify_rounds)
        if other not in allies:
            twin.saving[other] = 200 + dice.randrange(900)
            if state.phase == "birthplaces":
                twin.bids[other] = dice.randrange(51)
            elif state.phase == "rounds" and state.out[other] is None:
                twin.capital[other] = dice.randrange(state.board.cells)
    twin.commands, twin.campaigns = {}, {}
    twin.last_round = state.last_round + dice.randrange(3)
    if state.phase == "rounds":
        for i, a in enumerate(others):
            for b in others[i + 1 :]:
                alter_pair(twin, seat, a, b, dice)
        alter_land(twin, seat, dice)
    twin.facts = None
    return twin


def alter_pair(twin: State, seat: int, a: int, b: int, dice: Rng) -> None:
    """Change what `seat` has not heard of how two others stand, in place (table 5.3)."""
    if twin.out[a] is not None or twin.out[b] is not None:
        return
    mine = {twin.relation[seat][a], twin.relation[seat][b]}
    if ALLIED in mine:
        return
    relation, truce = twin.relation[a][b], twin.truce[a][b]
    if NEUTRAL not in mine:
        relation = dice.randrange(4)
        truce = dice.randrange(3) if relation == NEUTRAL else 0
    elif truce:
        truce = 1 + dice.randrange(4)
    elif relation != AT_WAR:
        relation = dice.choice([UNDISCOVERED, NEUTRAL, ALLIED])
    twin.relation[a][b] = twin.relation[b][a] = relation
    twin.truce[a][b] = twin.truce[b][a] = truce


def alter_land(twin: State, seat: int, dice: Rng) -> None:
    """Change owners and marks of unseen cells, in place; the areas of neutral clubs are known and stay."""
    sight = facts(twin).sight[seat]
    owner = bytearray(twin.owner)
    hidden = [cell for cell in range(len(owner)) if not sight >> cell & 1]
    letters = [owner[cell] for cell in hidden]
    dice.shuffle(letters)
    unknown = [
        ord("0") + other
        for other, relation in enumerate(twin.relation[seat])
        if relation in (UNDISCOVERED, AT_WAR) and twin.out[other] is None and other != seat
    ]
    loose = [ord("."), *unknown]
    for cell, letter in zip(hidden, letters, strict=True):
        owner[cell] = dice.choice(loose) if letter in loose and dice.randrange(3) == 0 else letter
        twin.cut &= ~(1 << cell)
        if owner[cell] != ord(".") and dice.randrange(2):
            twin.cut |= 1 << cell
    twin.owner = bytes(owner)


def everything_told(state: State, seat: int, dice: Rng) -> bytes:
    """All that a club can ask: its view, choices, forecasts, and the answers to good and bad orders."""
    view = GAME.view(state, seat)
    answers: list[Any] = [view, GAME.choices(state, seat)]
    for orders in probes(state, seat, dice):
        try:
            answers.append(GAME.check(state, seat, orders))
            answers.append(GAME.forecast(view, orders))
        except OrderError as error:
            answers.append([error.code, error.path, error.message, error.data])
    return orjson.dumps(answers)


def probes(state: State, seat: int, dice: Rng) -> list[Any]:
    """Orders that would tell something if the check looked where it must not."""
    anywhere = [state.board.place(dice.randrange(state.board.cells)) for _ in range(6)]
    target = str(dice.randrange(state.seats))
    found: list[Any] = [
        {"birthplace": anywhere[0]},
        {"bid": dice.randrange(60)},
        {"capital": anywhere[1]},
        {"diplomacy": {target: dice.choice(COMMANDS)}},
        {"campaigns": [{"at": anywhere[2], "size": 1}]},
        {"campaigns": [{"at": anywhere[3], "size": 1}], "diplomacy": {target: "form_alliance"}},
        {"campaigns": [{"at": anywhere[4], "size": 10**6}]},
    ]
    if GAME.choices(state, seat) is not None:
        found.append(random_orders(state, seat, SeededRng(str(state.round))))
    return found


def test_view_choices_checks_and_forecasts_do_not_tell() -> None:
    dice = SeededRng("worlds")
    phases, differing = set(), 0
    for number, (state, _) in enumerate(random_states("worlds", STATES, TABLES)):
        seat = dice.randrange(state.seats)
        twin = altered(state, seat, dice)
        phases.add((state.phase, state.out[seat] is None))
        differing += state.phase == "rounds" and twin.owner != state.owner and twin.cut != state.cut
        first, second = (everything_told(world, seat, SeededRng(str(number))) for world in (state, twin))
        assert first == second, f"position {number}, club {seat}"
    assert differing > STATES // 2
    assert phases >= {("auction", True), ("birthplaces", True), ("rounds", True), ("rounds", False)}


def test_the_public_view_does_not_tell() -> None:
    dice = SeededRng("public")
    for state, _ in random_states("public", STATES // 4, TABLES):
        views = {orjson.dumps(GAME.view(world, "public")) for world in (state, altered(state, 0, dice))}
        assert len(views) == 1


def test_events_of_a_quiet_round_do_not_tell() -> None:
    """Nobody orders anything. Where what differed came to light (a discovery, a mark on seen land) the worlds are not compared."""
    dice = SeededRng("quiet")
    compared = 0
    for number, (state, _) in enumerate(random_states("quiet", STATES, QUIET)):
        seat = dice.randrange(state.seats)
        if state.phase != "rounds" or state.round == state.settings.rounds:
            continue
        rich = copied(state)
        rich.saving = [max(saving, 200) for saving in state.saving]
        twin = altered(rich, seat, dice)
        twin.last_round = rich.last_round
        told = []
        for world in (rich, twin):
            done, events = GAME.resolve(world, {}, SeededRng("quiet"))
            told.append((orjson.dumps(GAME.view(done, seat)), orjson.dumps(filter_for(events, seat))))
        if told[0][0] == told[1][0]:
            compared += twin.owner != state.owner
            assert told[0][1] == told[1][1], f"position {number}, club {seat}"
    assert compared > STATES // 5


LAND = ("taken", "contested", "not_connected", "washed_away", "eliminated", "over")


def test_events_do_not_tell_of_money_marks_and_commands() -> None:
    """Other clubs, not allied before or after, have and spend other sums, command otherwise, and were cut off elsewhere.

    What the hidden difference leads to where it shows (land, wars, eliminations) ends the comparison.
    """
    dice = SeededRng("orders")
    compared = differing = 0
    for number, (state, orders) in enumerate(random_states("orders", STATES, TABLES)):
        seat = dice.randrange(state.seats)
        if state.phase != "rounds":
            continue
        ended, _ = GAME.resolve(state, orders, SeededRng("orders"))
        twin, given = copied(state), dict(orders)
        for other in state.living():
            if other != seat and ALLIED not in (state.relation[seat][other], ended.relation[seat][other]):
                given[other] = alter_deeds(twin, other, orders.get(other), dice)
        unseen = ((1 << state.board.cells) - 1) & ~facts(state).sight[seat]
        twin.cut ^= unseen & sum(facts(state).own) & sum(1 << dice.randrange(state.board.cells) for _ in range(20))
        told, outcomes = [], []
        for world, played in ((state, orders), (twin, given)):
            done, events = GAME.resolve(world, played, SeededRng("orders"))
            full = filter_for(events, "referee")
            shown: list[Any] = [event for event in full if event["type"] in LAND]
            # What made a war is told to the two by the rules: a backstab, or else a justification.
            shown += [event["cause"] for event in full if event["type"] == "relation"]
            outcomes.append((done.owner, done.cut, done.relation, done.truce, done.out, shown))
            told.append(orjson.dumps([filter_for(events, seat), GAME.view(done, seat)]))
        differing += done.saving != ended.saving and done.justify != ended.justify
        if outcomes[0] == outcomes[1]:
            compared += 1
            assert told[0] == told[1], f"position {number}, club {seat}"
    assert compared > STATES // 10
    assert differing > STATES // 6


def alter_deeds(twin: State, other: int, given: Any, dice: Rng) -> Any:
    """Other orders of that club, to be given in the position `twin`, which is changed in place."""
    twin.saving[other] += 20 + dice.randrange(50)
    twin.stabbed[other] = dice.randrange(2) == 1
    twin.peak[other] += dice.randrange(9)
    if given is None or "resign" in given:
        return given
    target = dice.choice([key for key in given["diplomacy"] if key != str(other)])
    diplomacy = {**given["diplomacy"], target: dice.choice(["keep_neutral", "justify_war"])}
    campaigns = [{**entry, "size": entry["size"] + dice.randrange(2)} for entry in given["campaigns"]]
    return {**given, "diplomacy": diplomacy, "campaigns": campaigns}
