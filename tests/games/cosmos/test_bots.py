"""The three built-in bots: legal orders whatever the table chose, from what their seat sees. Chapter 12."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from games.core.rng import seat_rng, step_rng
from games.core.simulate import match_seed, open_table, play, rotated
from games.cosmos import GAME
from games.cosmos.bot import BOTS
from games.cosmos.bots.fleets import needed
from games.cosmos.bots.sky import Sky
from games.cosmos.bots.treasury import best_bid, best_miner, chance, point_value
from games.cosmos.constants import mining_income
from games.cosmos.programs.planned import asks
from games.cosmos.state import from_json, to_json
from tests.bench.series import Series, play_one, share
from tests.games.cosmos.boards import world
from tests.games.cosmos.matches import DECIDE, middle_game, states

pytestmark = pytest.mark.slow

FAST = {"stride": 5, "analyse_min_defence": 10}
LEVELS = [bot.id for bot in BOTS]


# --- All of them


def test_the_bots_are_named_weakest_first():
    assert [(bot.id, bot.name) for bot in BOTS] == [("easy", "Drifter"), ("medium", "Steward"), ("hard", "Warden")]


@pytest.mark.parametrize(
    "options",
    [
        {"map_knowledge": "none", "neutral_planets": 6},
        {"map_knowledge": "full", "coordinate_offset": False, "aether_style": "smooth", "start_planets": 3},
        {"stride": 7, "public_weapons": True, "analyse_min_defence": 10},
        {"width": 40, "height": 33, "symmetry": "rotate_180", "overload_min_remaining": 1, "resonance_minimum": 0},
    ],
)
def test_orders_are_legal_whatever_the_table_chose(options):
    record = play(
        GAME,
        open_table(GAME, {"rounds": 90, **options}, 2, "legal"),
        2,
        [GAME.bot("hard"), GAME.bot("medium")],
        "legal",
    )
    assert record.refused == 0


def test_every_level_plays_on_a_board_of_eight():
    bots = [GAME.bot(LEVELS[seat % 3]) for seat in range(8)]
    options = open_table(GAME, {"rounds": 60, "width": 48, "height": 48}, 8, "eight")
    assert play(GAME, options, 8, bots, "eight").refused == 0


@pytest.mark.parametrize("bot", LEVELS)
def test_the_same_view_chance_and_memory_give_the_same_orders(bot):
    view = GAME.view(middle_game(), 0)
    before = copy.deepcopy(view)
    memory: dict[str, Any] = {}
    orders = DECIDE[bot](view, seat_rng("same", 1, 0), memory)
    assert view == before
    again: dict[str, Any] = {}
    assert DECIDE[bot](json.loads(json.dumps(view)), seat_rng("same", 1, 0), again) == orders
    assert memory == again == json.loads(json.dumps(memory))


def test_what_an_entity_of_the_easy_bot_remembers_is_small_and_ends_with_it():
    memory: dict[str, Any] = {}
    most = 0
    for state in states(("easy", "hard"), {"rounds": 300}, "memories", 140):
        view = GAME.view(state, 0)
        DECIDE["easy"](view, seat_rng("memories", state.round, 0), memory)
        assert set(memory["entities"]) == {str(row["id"]) for row in view["own"]}
        most = max(most, max((len(json.dumps(kept)) for kept in memory["entities"].values()), default=0))
    assert most < 4096


def test_entities_of_the_easy_bot_share_nothing_but_the_radio():
    """What an entity does is the same when another one that it does not sense remembers something else."""
    view = GAME.view(middle_game(), 0)
    alone = {ask.entity: {row["id"] for row in ask.view["sensed"]} for ask in asks(view)}
    first, second = {}, {"entities": {next(iter(alone)): {"goal": [0, 0], "built": 3, "heading": "east", "bid": 9}}}
    orders = [DECIDE["easy"](view, seat_rng("share", 1, 0), memory) for memory in (first, second)]
    given = [{order["id"]: order["actions"] for order in one["direct"]} for one in orders]
    others = set(alone) - {next(iter(alone))}
    assert others
    for entity in others:
        assert given[0].get(int(entity)) == given[1].get(int(entity))


@pytest.mark.parametrize("bot", LEVELS)
def test_a_bot_knows_nothing_of_what_is_out_of_sight(bot):
    state = middle_game()
    view = GAME.view(state, 0)
    other = from_json(to_json(state))
    seen = {row["id"] for row in [*view["own"], *view["foreign"]]}
    unseen = [entity for entity in other.entities.values() if entity.id not in seen and entity.seat == 1]
    assert unseen
    for entity in unseen:
        entity.energy, entity.radio = entity.energy + 40, 5
    other.points = [other.points[0], other.points[1] + 30]
    orders = [DECIDE[bot](GAME.view(one, 0), seat_rng("fog", 1, 0), {}) for one in (state, other)]
    assert orders[0] == orders[1]


# --- Strength


@pytest.mark.parametrize(("better", "worse"), [("medium", "easy"), ("hard", "medium")])
@pytest.mark.parametrize(
    ("matches", "preset"),
    [
        pytest.param(6, "quick", marks=[pytest.mark.long]),
        *(
            pytest.param(100, preset, marks=[pytest.mark.long, pytest.mark.timeout(4 * 3600)])
            for preset in GAME.presets
        ),
    ],
)
def test_each_level_beats_the_one_below(better, worse, matches, preset):
    """12: three of four matches, each map played from both seats."""
    won = 0
    for number in range(matches):
        seed = match_seed(f"levels-{better}", number // 2)
        bots = rotated([GAME.bot(better), GAME.bot(worse)], number % 2)
        record = play(GAME, open_table(GAME, dict(GAME.presets[preset].options), 2, seed), 2, bots, seed)
        assert record.refused == 0
        won += record.ranks[record.bots.index(better)] < record.ranks[record.bots.index(worse)]
    assert won >= 0.75 * matches


# --- The gallery, in short


@pytest.mark.long
@pytest.mark.parametrize("bot", ["hammer", "early", "hunters", "pass"])
def test_a_simple_bot_of_the_gallery_does_not_beat_the_hard_one(bot):
    """The whole of it: `python -m tests.bench.gallery cosmos`."""
    options = dict(GAME.presets["quick"].options)
    series = Series("cosmos", ("hard", bot), options, "short")
    assert sum(share(series, number) for number in range(2)) >= 1


@pytest.mark.long
def test_a_passive_enemy_is_finished():
    series = Series("cosmos", ("hard", "pass"), {"rounds": 700, **FAST}, "finish")
    assert play_one(series, 0).reason == "elimination"


# --- What a seat knows


def sky_of(level: str = "hard", rounds: int = 60, **options: Any) -> Sky:
    """What seat 0 sees in a match of two such bots, with nothing remembered."""
    *_, state = states((level, level), {"rounds": 400, **options}, "sky", rounds)
    return Sky(GAME.view(state, 0), {})


def test_where_an_opponent_may_live_follows_from_the_symmetry_of_the_map():
    for seed in ("a", "b", "c", "d"):
        opened = open_table(GAME, {}, 2, seed)
        state = GAME.setup(opened, 2, step_rng(seed, 0))
        theirs = next(one for one in state.entities.values() if one.seat == 1)
        sky = Sky(GAME.view(state, 0), {})
        assert state.positions[theirs.at] in sky.candidates and len(sky.candidates) <= 3


def test_a_seat_that_knows_nothing_of_the_map_has_no_candidates():
    assert sky_of(rounds=1, map_knowledge="none").candidates == []


def test_ships_around_a_planet_take_their_shares_of_a_burst():
    sky = sky_of(rounds=1)
    planet = sky.own["planet"][0]
    x, y = planet["pos"]
    assert sky.divided(planet) == 1
    sky.taken |= {(x + dx, y + dy): 0 for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    assert sky.divided(planet) == 4
    for way in sky.gaps(planet):
        del sky.taken[tuple(sky.beside(planet, way))]
    assert sky.divided(planet) == 3, "through a gap of the ring"


def test_a_ring_has_two_gaps_through_which_ships_go_out():
    sky = sky_of(rounds=1)
    planet = sky.own["planet"][0]
    assert len(sky.gaps(planet)) == 2
    assert len(sky.free_ways(planet, ring=True)) == 6 and len(sky.free_ways(planet, ring=False)) == 2


def test_danger_counts_who_can_be_near_in_time_and_hurt():
    sky = sky_of(rounds=1)
    planet = sky.own["planet"][0]
    x, y = planet["pos"]
    ship = {"id": 5, "kind": "battleship", "seat": 1, "energy": 110, "pos": [x + 9, y]}
    assert sky.danger(planet, 6) == 0
    sky.foes = [ship]
    assert sky.danger(planet, 6) == 101 and sky.danger(planet, 5) == 0
    sky.foes = [{**ship, "energy": 19}]
    assert sky.danger(planet, 6) == 0
    sky.factors[1] = 2.0
    sky.foes = [ship]
    assert sky.danger(planet, 6) == 201


def test_what_a_planet_will_have_goes_on_as_of_late():
    sky = sky_of(rounds=1)
    planet = {"id": 7, "kind": "planet", "seat": 1, "energy": 40, "pos": [0, 0]}
    sky.memory["energies"] = {"7": [[1, 20], [11, 40]]}
    assert sky.energy_of(planet, 10) == 60
    sky.memory["energies"] = {"7": [[1, 60], [11, 40]]}
    assert sky.energy_of(planet, 10) == 40, "it may stop spending"
    assert sky.energy_of({**planet, "seat": None}, 10) == 50, "neutral ones have their income alone"


# --- Bids and miners


def test_what_has_won_with_less_and_lost_with_more_speaks_about_a_bid():
    history = [[34, 1, 5, "won", 0], [35, 1, 9, "lost", 4], [36, 1, 11, "won", 0]]
    assert chance([], 37, 1) == chance([], 37, 999)
    likely = [chance(history, 37, bid) for bid in (1, 5, 9, 11, 99)]
    assert likely == sorted(likely) and likely[0] < 0.35 and likely[-1] > 0.75


def test_bids_are_never_more_than_is_to_spare_and_nothing_when_nobody_can_catch_up():
    sky = sky_of()
    for spare in (1, 2, 8, 40):
        assert 0 <= best_bid(sky, spare, seat_rng("bid", spare, 0)) <= spare
    assert best_bid(sky, 0, seat_rng("bid", 0, 0)) == 0
    assert point_value(sky) > 0
    sky.view["weapon"]["own"] = sky.view["safe"]
    assert point_value(sky) == 0 and best_bid(sky, 99, seat_rng("bid", 1, 0)) == 0


def test_a_point_is_worth_more_when_few_rounds_are_left():
    sky = sky_of()
    early = point_value(sky)
    sky.left //= 4
    assert point_value(sky) > early


def test_the_miner_that_brings_most_is_built_and_none_when_none_pays():
    assert best_miner(90, 300, 0.995) == 85
    assert best_miner(90, 60, 0.995) == 0, "the match ends before it pays"
    assert best_miner(20, 300, 0.995) == 0 and mining_income(20) == 0


# --- Fleets


def test_a_wave_is_as_strong_as_its_goal_asks():
    sky = sky_of(rounds=1)
    sky.hostile = [{"id": 7, "kind": "planet", "seat": 1, "energy": 40, "pos": sky.home[0]}]
    sky.memory["energies"] = {}
    assert needed(sky, sky.hostile[0], 0) > 40
    assert sky.strength([{"energy": 60}, {"energy": 9}]) == 50


def test_only_the_hard_bot_builds_hunters():
    def scouts(level: str) -> set[int]:
        return {one["energy"] for one in sky_of(level, analyse_min_defence=10).own["scout"]}

    assert scouts("medium") == {1}
    assert max(scouts("hard")) > 1


@pytest.mark.parametrize("level", LEVELS)
def test_who_has_no_planet_gives_up_once_nothing_can_take_one_or_none_has_for_long(level):
    def orders(energy: int, rounds: int, kind: str = "battleship", **memory: Any) -> Any:
        rows = [(10_001, "planet", 1, 8, 8, 60), (20_001, kind, 0, 12, 12, energy)]
        return DECIDE[level](GAME.view(world(*rows, round_=rounds), 0), seat_rng("beaten", rounds, 0), memory)

    assert orders(10, 40) == orders(40, 40, "scout") == {"resign": True}
    assert "resign" not in orders(40, 40)
    assert "resign" not in orders(40, 54, homeless=40)
    assert orders(40, 55, homeless=40) == {"resign": True}
