"""How likely is each seat to win (`games.core.chances`)? Its score at the end is guessed: what it has, and what islands and guns will add (9)."""

from __future__ import annotations

from games.core.chances import grown, of_strengths
from games.deep_blue import formations
from games.deep_blue.constants import ISLAND_SCORE, KINDS, SEATS
from games.deep_blue.state import Element, State

START = 200
"""What both have beside their scores, so that the first points do not decide."""
RESERVE = 50
"""Metal that a fleet counts beside its own: who has one ship against none has not won."""
FOUGHT = 15
"""Per cent of the score of a round so far that is still to be fought for."""
POWER = (4, 16)
"""At the beginning, and in the last round."""


def _worth(one: Element) -> int:
    """Metal that what is left of a warship or a formation is worth."""
    if one.planes is not None:
        return formations.metal_cost(one.planes)
    return KINDS[one.kind].cost * one.health // max(1, one.health_max)


def chances(state: State) -> list[int]:
    """Islands go on to count as they do; a part of what a round has scored so far goes on to be divided by what the fleets are worth; a base
    that is nearly gone makes all of it less."""
    left = max(0, state.settings.round_limit - state.round + 1)
    fleets, islands, bases = [RESERVE] * SEATS, [0] * SEATS, [0] * SEATS
    for one in state.elements.values():
        if one.seat is None:
            continue
        if one.kind == "base":
            bases[one.seat] = 1000 * one.health // max(1, one.health_max)
        elif not one.is_unit:
            islands[one.seat] += 1
        elif one.kind != "cargo":
            fleets[one.seat] += _worth(one)
    scores = state.scores()
    strengths = []
    for seat in range(SEATS):
        held = ISLAND_SCORE * islands[seat] * left
        fought = sum(scores) * left * fleets[seat] * FOUGHT // (100 * max(1, state.round) * sum(fleets))
        guess = START + scores[seat] + held + fought
        strengths.append(guess * (500 + bases[seat] // 2))
    return of_strengths(strengths, grown(*POWER, state.round, state.settings.round_limit))
