"""Does every match come to its end, whoever sits there: people who answer, people who have gone, bots, bots in the place of people?

The match service drives itself by a clock that is handed in; nobody waits. Who has gone owes orders in every phase of every game.
"""

from __future__ import annotations

import sys
from datetime import datetime
from functools import partial
from itertools import product
from typing import Any

import pytest

import games
from games.core.rng import seat_rng
from lobby.fog import audience
from lobby.matches.models import Match, Orders, Seat, Step
from lobby.play import journal, referee
from lobby.store.positions import game_of, position

pytestmark = pytest.mark.slow

ANSWERS, GONE, BOT, REPLACED = "answers", "gone", "bot", "replaced"
KINDS = (ANSWERS, GONE, BOT, REPLACED)
MOST_STEPS = 3000
SHORT: dict[str, dict[str, Any]] = {
    "planet_conquer": {"map": "two_lanterns", "max_round": 10},
    "hundred_clubs": {
        "map": {"generated": {"width": 15, "height": 21, "water": True}},
        "rounds": 2,
        "min_birth_distance": 3,
    },
    "deep_blue": {"start_units": "fleet", "round_limit": 20},
    "frames": {"arms_race_round": 5, "max_rounds": 5},
    "cosmos": {"rounds": 10, "stride": 5},
}
MIXES = [(GONE, ANSWERS), (REPLACED, GONE), (BOT, ANSWERS)]


@pytest.fixture
def make_mix(make_match, alice, bob):
    """A match of two seats that are what the mix says."""

    def make(game: str, mix: tuple[str, str], options: dict[str, Any]) -> Match:
        people = [person for person, kind in zip((alice, bob), mix, strict=True) if kind != BOT]
        bots = [games.get(game).bots[0].id] * mix.count(BOT)
        match = make_match(people, bots, game=game, options=options, bank_seconds=5)
        # Bots come last at a table.
        kinds = [kind for kind in mix if kind != BOT] + [BOT] * len(bots)
        for number, kind in enumerate(kinds):
            if kind == REPLACED:
                Seat.objects.filter(match=match, number=number).update(
                    autopilot=bots[0] if bots else games.get(game).bots[0].id
                )
        match.kinds = kinds
        return match

    return make


def play_out(match: Match) -> set[str]:
    """Play to the end, each seat as it is; the kinds of clocks at which somebody who has gone was waited for."""
    game, kinds = game_of(match), match.kinds
    memories: list[dict[str, Any]] = [{} for _ in kinds]
    waited_in: set[str] = set()
    now = match.step_started_at
    for _ in range(MOST_STEPS):
        match = Match.objects.defer("options").get(pk=match.pk)
        if audience.is_over(match):
            return waited_in
        assert match.status == Match.Status.RUNNING, match.fault
        state = position(match.pk, match.step).state
        seats = {seat.number: seat for seat in match.seats.all()}
        given = set(Orders.objects.filter(match=match, step=match.step, ready=True).values_list("seat", flat=True))
        for number in game.pending(state):
            if number in given:
                continue
            if seats[number].is_automatic or kinds[number] == ANSWERS:
                orders = game.bots[0].decide(
                    audience.seat_view(match, number, match.step),
                    seat_rng(match.seed, match.step, number),
                    memories[number],
                )
                orders = game.check(state, number, orders)
                by = "bot" if seats[number].is_automatic else "person"
                (stored,) = journal.write([journal.Entry(match.pk, match.step, number, orders, True, by, now)]).results
                assert isinstance(stored, journal.Stored), stored
            else:
                waited_in.add(game.timing(state).clock)
        step = referee.advance_once(match.pk, partial(_said, now))
        if step is None:
            match.refresh_from_db(fields=["due_at", "status", "fault"])
            assert match.due_at is not None, match.fault
            assert match.due_at > now, "a look that changes nothing would be made again for ever"
            now = match.due_at
        else:
            now = Match.objects.values_list("step_started_at", flat=True).get(pk=match.pk) or now
    raise AssertionError(f"{match.game} of {kinds} goes on after {MOST_STEPS} looks at step {match.step}")


def _said(now: datetime) -> datetime:
    return now


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("game", "mix"),
    # Each game has one mix in every run, another than its neighbour.
    [
        pytest.param(game, mix, marks=[] if at % len(MIXES) == number else [pytest.mark.long])
        for at, game in enumerate(games.GAMES)
        for number, mix in enumerate(MIXES)
    ],
    ids=lambda one: one if isinstance(one, str) else " and ".join(one),
)
def test_a_match_of_every_game_comes_to_its_end(make_mix, game, mix):
    match = make_mix(game, mix, SHORT.get(game, {}))
    play_out(match)
    match.refresh_from_db()
    assert (match.status, match.fault, match.due_at, match.deadline) == ("finished", "", None, None)
    assert Step.objects.filter(match=match).count() == match.step + 1
    gone = match.seats.filter(number__in=[n for n, kind in enumerate(_kinds(mix)) if kind == GONE])
    assert all(seat.autopilot for seat in gone), "whoever has missed two deadlines is played for"


def _kinds(mix: tuple[str, str]) -> list[str]:
    return [kind for kind in mix if kind != BOT] + [BOT] * mix.count(BOT)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", games.GAMES)
def test_every_mix_in_every_phase(make_mix, game):
    """Longer matches, whole presets, all mixes; prints at which kinds of clocks somebody who has gone has been waited for."""
    rules = games.get(game)
    waited_in: set[str] = set()
    choices = [dict(SHORT.get(game, {})), dict(rules.presets["quick"].options)]
    for mix, options in product(product(KINDS, KINDS), choices):
        match = make_mix(game, mix, options)
        waited_in |= play_out(match)
        match.refresh_from_db()
        assert match.status == "finished"
    sys.stdout.write(f"{game}: waited for at {sorted(waited_in)} of {sorted(rules.clocks)}")
    assert waited_in, "nobody was ever waited for"
