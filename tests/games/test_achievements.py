"""Does each achievement say yes to a victory that has what it asks for, and no to one that lacks it? And is a path made of any game?

Victories are recorded matches of bots, changed in what the achievement asks about.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

import games
from games.core import path
from games.core.achievements import FIVE, MANY, TIDE, is_ahead, is_clear, least_chance, record
from games.core.feats import Played
from games.core.simulate import open_table, replay
from games.cosmos import achievements as cosmos
from games.cosmos.statistics import AGAINST, ALONE, BIDS, BUILT
from games.frames.state import Side
from games.hundred_clubs import achievements as clubs
from games.hundred_clubs.statistics import BID, CORRUPTION, DOLE, FOREIGN, FREE
from games.hundred_clubs.statistics import LOST as CELLS_LOST
from games.planet_conquer import achievements as planets
from games.planet_conquer.statistics import FALLEN, LOST, TAKEN
from tests.games import toy
from tests.games.playthroughs import FOLDER
from tests.sources import ROOT

GAMES = [game_id for game_id, module in games.GAMES.items() if module.startswith("games.")]
Change = Callable[[Played], Played]


@cache
def victory(game_id: str, number: int = 0) -> Played:
    """A recorded match as its first seat by rank has won it: of two seats, or (1) of as many as there can be."""
    game = games.get(game_id)
    match = json.loads((FOLDER / f"{game_id}.json").read_text())["matches"][number]
    orders = [{int(seat): given for seat, given in step.items()} for step in match["orders"]]
    course = list(replay(game, match["options"], match["seats"], match["seed"], orders))
    outcome = game.outcome(course[-1][1])
    assert outcome is not None
    positions = ((state, events) for _, state, events in course)
    return record(game, match["options"], outcome.reason, match["seats"], outcome.ranking[0].seat, positions)


def counted(**sums: Any) -> Change:
    """With these sums instead: what the winner has, and what each other seat has."""

    def change(played: Played) -> Played:
        made = {
            name: [mine if seat == played.seat else other for seat in range(played.seats)]
            for name, (mine, other) in sums.items()
        }
        return replace(played, sums={**played.sums, **made})

    return change


def with_reason(reason: str) -> Change:
    return lambda played: replace(played, reason=reason)


def with_end(**fields: Any) -> Change:
    """With other facts of the last position."""

    def change(played: Played) -> Played:
        end = copy.copy(played.end)
        for name, value in fields.items():
            setattr(end, name, value(played) if callable(value) else value)
        return replace(played, end=end)

    return change


def scored(mine: float, other: float, series: str = "") -> Change:
    """With this main score (or series) at the end of a match of two."""

    def change(played: Played) -> Played:
        name = series or next(iter(played.course))
        last = [mine if seat == played.seat else other for seat in range(played.seats)]
        return replace(played, course={**played.course, name: [*played.course[name][:-1], last]})

    return change


def held_at_half(part: float) -> Change:
    """Planet Conquer: with this part of all planets in the middle of the match."""

    def change(played: Played) -> Played:
        held = [part * len(played.end.owner) if seat == played.seat else 0 for seat in range(played.seats)]
        return replace(played, course={next(iter(played.course)): [held] * 3})

    return change


def estimated(mine: int) -> Change:
    return lambda played: replace(
        played, chances=[[mine if seat == played.seat else 1000 - mine for seat in range(played.seats)]]
    )


def both(*changes: Change) -> Change:
    def change(played: Played) -> Played:
        for one in changes:
            played = one(played)
        return played

    return change


def seats(number: int) -> Change:
    return lambda played: replace(played, seats=number)


def after(steps: int) -> Change:
    return lambda played: replace(played, steps=steps)


def booked(lost_by_other: dict[str, int] | None = None, **fields: Any) -> Change:
    """Deep Blue: what the winner's book has, and what the other has lost."""

    def change(played: Played) -> Played:
        end = copy.deepcopy(played.end)
        for name, value in fields.items():
            setattr(end.books[played.seat], name, value)
        end.books[1 - played.seat].lost = lost_by_other or {}
        return replace(played, end=end)

    return change


def elements(
    only: Callable[[Any, int], bool] = lambda one, seat: True, island: Callable[[int], int | None] | None = None
) -> Change:
    """Deep Blue: elements at the end that stay, and who holds the islands."""

    def change(played: Played) -> Played:
        end = copy.deepcopy(played.end)
        end.elements = {key: one for key, one in end.elements.items() if only(one, played.seat)}
        for one in end.elements.values():
            if island is not None and one.kind == "island":
                one.seat = island(played.seat)
        return replace(played, end=end)

    return change


def sided(**fields: Any) -> Change:
    """Frames: facts of the winner's side; `hp` is a part of the warship's."""

    def change(played: Played) -> Played:
        end = copy.deepcopy(played.end)
        side: Side = end.sides[played.seat]
        for name, value in fields.items():
            if name in side.counters:
                side.counters[name] = value
            elif name == "hp":
                side.ship.is_mech, side.ship.where = False, "board"
                side.ship.max_hp, side.ship.hp = 20, round(20 * value)
            else:
                setattr(side, name, value)
        return replace(played, end=end)

    return change


def _is_enemy_ship(one: Any, seat: int) -> bool:
    return one.is_unit and one.kind != "formation" and one.seat == 1 - seat


def _half_of_the_planets(played: Played) -> float:
    return sum(one.kind == cosmos.PLANET for one in played.end.entities.values()) / 2


CASES: dict[str, dict[str, tuple[Change, Change]]] = {
    "planet_conquer": {
        "unbroken": (counted(**{LOST: (0, 5)}), counted(**{LOST: (1, 5)})),
        "empire": (held_at_half(2 / 3), held_at_half(0.66)),
        "conqueror": (
            both(with_reason("last_standing"), seats(3)),
            both(with_reason("last_standing"), seats(2)),
        ),
        "lightning": (both(with_reason("last_standing"), after(10)), both(with_reason("last_standing"), after(11))),
        "bare_hands": (
            lambda played: replace(played, sums={LOST: [0] * played.seats}),
            counted(**{planets.LABELS[0]: (1, 0)}),
        ),
        "tactician": (
            counted(**dict.fromkeys(planets.LABELS[:4], (2, 0))),
            lambda played: counted(**dict.fromkeys(planets.LABELS[:3], (2, 0)))(replace(played, sums={})),
        ),
        "thrift": (
            counted(**{TAKEN: (5, 0), FALLEN: (50, 100)}),
            counted(**{TAKEN: (5, 0), FALLEN: (51, 100)}),
        ),
    },
    "hundred_clubs": {
        "wall": (counted(**{CELLS_LOST: (10, 0)}), counted(**{CELLS_LOST: (11, 0)})),
        "farmer": (counted(**{FREE: (80, 0), FOREIGN: (20, 0)}), counted(**{FREE: (79, 0), FOREIGN: (20, 0)})),
        "raider": (counted(**{FOREIGN: (400, 0)}), counted(**{FOREIGN: (399, 0)})),
        "honour": (counted(**{clubs.STABS: (0, 3)}), counted(**{clubs.STABS: (1, 0)})),
        "early": (
            both(with_reason("last_club"), with_end(round=10, last_round=20)),
            both(with_reason("last_club"), with_end(round=11, last_round=20)),
        ),
        "free": (counted(**{BID: (0, 9)}), counted(**{BID: (0, 0)})),
        "clean": (counted(**{CORRUPTION: (9, 0), DOLE: (10, 0)}), counted(**{CORRUPTION: (10, 0), DOLE: (10, 0)})),
    },
    "deep_blue": {
        "clear": (scored(125, 100), scored(124, 100)),
        "fewer": (
            booked(lost={"cruiser": 1, "formation": 9}, lost_by_other={"destroyer": 2}),
            booked(lost={"cruiser": 1}, lost_by_other={"destroyer": 1, "formation": 9}),
        ),
        "base": (with_reason("base_destroyed"), with_reason("round_limit")),
        "sweep": (
            elements(lambda one, seat: not _is_enemy_ship(one, seat)),
            lambda played: replace(
                played,
                end=next(state for _, state, _ in replay_of("deep_blue")),  # the set-up, with all ships
            ),
        ),
        "islands": (elements(island=lambda seat: seat), elements(island=lambda seat: None)),
        "landing": (booked(captured=3), booked(captured=2)),
        "wolves": (booked(damage={"submarine": 1, "cruiser": 2}), booked(damage={"submarine": 1, "cruiser": 3})),
        "wings": (booked(damage={"formation": 2, "cruiser": 3}), booked(damage={"formation": 1, "cruiser": 3})),
        "guns": (booked(damage={"battleship": 1, "cruiser": 3}), booked(damage={"battleship": 1, "cruiser": 4})),
    },
    "cosmos": {
        "clear": (scored(15, 10), scored(14, 10)),
        "early": (
            both(with_reason("decided"), with_end(outcome={"rounds": 1})),
            both(with_reason("weapon"), with_end(outcome={"rounds": 1})),
        ),
        "bidder": (counted(**{AGAINST: (9, 0), ALONE: (8, 0)}), counted(**{AGAINST: (8, 0), ALONE: (8, 0)})),
        "thrift": (counted(**{BIDS: (9, 10)}), counted(**{BIDS: (10, 10)})),
        "worlds": (
            lambda played: scored(_half_of_the_planets(played), 0, "planets")(played),
            lambda played: scored(_half_of_the_planets(played) - 1, 0, "planets")(played),
        ),
        "conqueror": (counted(**{cosmos.CAPTURED: (1, 0)}), counted(**{cosmos.CAPTURED: (0, 1)})),
        "industry": (
            counted(**{BUILT["miner"]: (20, 0), BUILT["scout"]: (10, 0), BUILT["battleship"]: (10, 0)}),
            counted(**{BUILT["miner"]: (20, 0), BUILT["scout"]: (9, 0), BUILT["battleship"]: (10, 0)}),
        ),
    },
    "frames": {
        "crew": (sided(destroyed_own=0, destroyed_enemy=2), sided(destroyed_own=0, destroyed_enemy=1)),
        "hull": (sided(hp=0.75, ship_damage_dealt=1), sided(hp=0.7, ship_damage_dealt=1)),
        "raid": (with_reason("raid"), with_reason("arms_race")),
        "annihilation": (with_reason("annihilation"), with_reason("raid")),
        "early": (with_end(round=1), with_end(round=99)),
        "hunter": (sided(destroyed_enemy=3), sided(destroyed_enemy=2)),
        "dancer": (sided(evades=5), sided(evades=4)),
        "secret": (sided(captain_up=False, destroyed_enemy=1), sided(captain_up=True, destroyed_enemy=1)),
    },
}
EVERYWHERE: dict[str, tuple[Change, Change]] = {
    TIDE.key: (estimated(100), estimated(400)),
    MANY.key: (seats(4), seats(3)),
}


def cases_of(game_id: str) -> dict[str, tuple[Change, Change]]:
    """Those above, or those that a game has beside its own tests, as `startgame` makes them."""
    own = f"tests.games.{game_id}.achievements"
    found: dict[str, tuple[Change, Change]] = import_module(own).CASES if find_spec(own) else CASES[game_id]
    return found


def replay_of(game_id: str) -> Any:
    game = games.get(game_id)
    match = json.loads((FOLDER / f"{game_id}.json").read_text())["matches"][0]
    return replay(game, match["options"], match["seats"], match["seed"], [])


def all_cases() -> list[tuple[str, str]]:
    return [(game_id, one.key) for game_id in GAMES for one in games.get(game_id).achievements if one.key != FIVE.key]


@pytest.mark.parametrize(("game_id", "key"), all_cases())
def test_an_achievement_tells_the_victory_that_earns_it_from_one_that_does_not(game_id, key):
    one = next(one for one in games.get(game_id).achievements if one.key == key)
    earns, lacks = cases_of(game_id).get(key) or EVERYWHERE[key]
    played = victory(game_id)
    assert one.is_done(earns(played))
    assert not one.is_done(lacks(played))


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("crew", sided(destroyed_own=1, destroyed_enemy=2)),
        ("hull", sided(hp=1, ship_damage_dealt=0)),
        ("secret", sided(captain_up=False, destroyed_enemy=0)),
    ],
)
def test_who_has_risked_nothing_has_not_kept_it_either(key, change):
    one = next(one for one in games.get("frames").achievements if one.key == key)
    assert not one.is_done(change(victory("frames")))


@pytest.mark.parametrize("game_id", GAMES)
def test_every_achievement_can_be_asked_of_a_match_of_many(game_id):
    game = games.get(game_id)
    played = victory(game_id, 1)
    assert all(isinstance(one.is_done(played), bool) for one in (*game.achievements, *path.stars_of(game)))


@pytest.mark.parametrize("game_id", GAMES)
def test_achievements_have_keys_of_their_own_and_icons_that_there_are(game_id):
    game = games.get(game_id)
    icons = json.loads((ROOT / "static/icons.json").read_text())
    keys = [one.key for one in game.achievements]
    assert 8 <= len(keys) == len(set(keys)) <= 12
    assert {one.icon for one in game.achievements} <= {*icons}
    assert len(path.stars_of(game)) == 2


def test_scores_say_who_was_clear_and_who_was_ahead():
    base = victory("deep_blue")
    ahead = replace(base, seat=0, seats=2, course={"score": [[0, 9], [0, 9], [5, 5], [6, 5], [9, 6]]})
    assert is_ahead(ahead) and is_clear(ahead)
    assert not is_ahead(replace(ahead, course={"score": [[9, 0], [9, 0], [5, 6], [7, 5]]}))
    assert not is_clear(replace(ahead, course={"score": [[8, 6]]}))
    assert not is_clear(replace(ahead, course={"score": [[0, 0]]})), "twice nothing is nothing"
    assert not is_ahead(replace(ahead, course={})) and not is_clear(replace(ahead, course={}))


def test_the_lowest_chance_is_measured_by_an_even_one():
    base = victory("deep_blue")
    assert least_chance(replace(base, seat=0, seats=4, chances=[[250, 250, 250, 250], [50, 50, 50, 850]])) == 200
    assert least_chance(replace(base, chances=[])) == 1000


# --- Paths


@pytest.mark.parametrize("game_id", GAMES)
def test_a_path_leads_from_the_weakest_bot_to_the_strongest(game_id):
    game = games.get(game_id)
    stops = path.path_of(game)
    assert 6 <= len(stops) <= path.MOST
    assert len({stop.key for stop in stops}) == len(stops)
    assert (stops[0].preset, stops[0].bot, stops[0].seats) == ("quick", game.bots[0].id, game.seats[0])
    assert game.strongest_bot.id in {stop.bot for stop in stops[-2:]}
    for stop in stops:
        game.check_options(dict(game.presets[stop.preset].options), stop.seats)
        assert game.presets[stop.preset].minutes <= path.LONGEST


def test_a_game_of_one_bot_and_one_preset_has_a_path_for_nothing():
    (stop, *others) = path.path_of(toy.GAME)
    assert (stop.key, stop.bot) == ("quick-thrower-2", "thrower")
    assert [one.seats for one in others] == [4]
    assert [feat.key for feat in path.stars_of(toy.GAME)] == ["clear", "ahead"]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_match_is_a_stop_only_with_exactly_its_options(game_id):
    game = games.get(game_id)
    for stop in path.path_of(game)[:4]:
        options = open_table(game, dict(game.presets[stop.preset].options), stop.seats, "here")
        assert path.stop_of(game, options, stop.seats, {stop.bot}, "here") == stop
        assert path.stop_of(game, options, stop.seats, {stop.bot, "another"}, "here") is None
        changed = next(key for key, value in options.items() if isinstance(value, int))
        assert path.stop_of(game, {**options, changed: options[changed] + 1}, stop.seats, {stop.bot}, "here") is None


@pytest.mark.parametrize(
    ("game_id", "preset", "were"),
    [
        (game.id, key, were)
        for game in games.all_games()
        for key, preset in game.presets.items()
        for were in preset.earlier
    ],
)
def test_a_match_of_an_earlier_version_of_a_preset_is_still_one_of_it(game_id: str, preset: str, were: dict) -> None:
    game = games.get(game_id)
    seats = path.path_of(game)[0].seats
    wanted = {**game.presets[preset].options, **were}
    options = open_table(game, wanted, seats, "then")
    assert path.preset_of(game, options, seats, "then") == preset
    # A map that is drawn is that of its seed alone.
    is_drawn = open_table(game, wanted, seats, "another") != options
    assert path.preset_of(game, options, seats, "another") == (None if is_drawn else preset)
