"""The three built-in bots: legal orders whatever the table chose, from what their entities sense. Chapter 12."""

from __future__ import annotations

import copy
import json
import time
from typing import Any

import pytest

from games.core.rng import seat_rng
from games.core.simulate import match_seed, open_table, play, rotated
from games.cosmos import GAME
from games.cosmos.bot import BOTS, PROGRAM_OF
from games.cosmos.bots import bidding, bursts, gossip, mining, walking, warden
from games.cosmos.constants import mining_income
from games.cosmos.programs.controller import _cb_Controller as Controller
from games.cosmos.programs.planned import asks
from games.cosmos.programs.space import Pos, direction
from games.cosmos.state import from_json, to_json
from tests.games.cosmos.matches import DECIDE, middle_game, states
from tests.games.cosmos.test_programs import entity_view

LEVELS = [bot.id for bot in BOTS]


# --- All of them


def test_the_bots_are_named_weakest_first():
    assert [(bot.id, bot.name) for bot in BOTS] == [("easy", "Drifter"), ("medium", "Steward"), ("hard", "Warden")]
    assert set(PROGRAM_OF) == set(LEVELS)


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


@pytest.mark.parametrize("bot", LEVELS)
def test_what_an_entity_remembers_is_small_and_ends_with_it(bot):
    memory: dict[str, Any] = {}
    most = 0
    for state in states((bot, "hard"), {"rounds": 300}, "memories", 140):
        view = GAME.view(state, 0)
        DECIDE[bot](view, seat_rng("memories", state.round, 0), memory)
        assert set(memory["entities"]) == {str(row["id"]) for row in view["own"]}
        most = max(most, max((len(json.dumps(kept)) for kept in memory["entities"].values()), default=0))
    assert most < 4096


@pytest.mark.parametrize("bot", LEVELS)
def test_entities_share_nothing_but_the_radio(bot):
    """What an entity does is the same when another one that it does not sense remembers something else."""
    view = GAME.view(middle_game(), 0)
    alone = {ask.entity: {row["id"] for row in ask.view["sensed"]} for ask in asks(view)}
    first, second = {}, {"entities": {next(iter(alone)): {"goal": [0, 0], "built": 3, "heading": "east", "bid": 9}}}
    orders = [DECIDE[bot](view, seat_rng("share", 1, 0), memory) for memory in (first, second)]
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


def test_a_hundred_entities_are_steered_in_a_moment():
    """Asked: well under a second of processor time."""
    state = from_json(to_json(middle_game()))
    view = GAME.view(state, 0)
    ship = next(row for row in view["own"] if row["kind"] == "scout")
    (ox, oy), (width, _) = view["map"]["origin"], view["map"]["size"]
    taken = {tuple(row["pos"]) for row in view["own"]}
    free = [(ox + x, oy + y) for y in range(0, 32, 2) for x in range(0, width, 3) if (ox + x, oy + y) not in taken]
    for number, pos in enumerate(free[: 100 - len(view["own"])]):
        view["own"].append({**ship, "id": 1000 + number, "pos": list(pos), "cooldown": 0.0})
    view["map"]["aether"] = [[a or 500 for a in row] for row in view["map"]["aether"]]
    assert len(view["own"]) == 100
    took = []
    for _ in range(5):
        memory: dict[str, Any] = {}
        began = time.process_time()
        DECIDE["hard"](view, seat_rng("speed", 1, 0), memory)
        took.append(time.process_time() - began)
    assert min(took) < 0.3


# --- Strength


@pytest.mark.parametrize(("better", "worse"), [("medium", "easy"), ("hard", "medium")])
@pytest.mark.parametrize(
    ("matches", "rounds"),
    [(8, 150), pytest.param(100, 1000, marks=[pytest.mark.long, pytest.mark.timeout(4 * 3600)])],
)
def test_each_level_beats_the_one_below(better, worse, matches, rounds):
    """12: three of four matches, each map played from both seats."""
    won = 0
    for number in range(matches):
        seed = match_seed(f"levels-{better}", number // 2)
        bots = rotated([GAME.bot(better), GAME.bot(worse)], number % 2)
        record = play(GAME, open_table(GAME, {"rounds": rounds}, 2, seed), 2, bots, seed)
        assert record.refused == 0
        won += record.ranks[record.bots.index(better)] < record.ranks[record.bots.index(worse)]
    assert won >= 0.75 * matches


# --- Parts


def scout(**changes: Any) -> Controller:
    return Controller(entity_view("scout", **changes), {}, 1)


def test_sizes_of_miners_are_the_least_that_pay_so_much():
    for pay, size in enumerate(mining.MINER_STEPS, start=1):
        assert mining_income(size) == pay and mining_income(size - 1) == pay - 1
    assert [mining.miner_size(energy, 85) for energy in (20, 21, 62, 63, 500)] == [0, 21, 41, 63, 85]


def test_a_ship_takes_the_dense_way_round():
    """Straight ahead a tile of 0.1 costs 15 rounds; the way round costs a few."""
    view = entity_view("scout")
    row = next(row for row in view["aether"]["rows"] if row[1] == -1)
    row[2] = [None if a is None else 100 if x == 0 else 900 for x, a in zip(range(row[0], 9), row[2], strict=False)]
    c = Controller(view, {}, 1)
    assert walking.step_to(c, Pos(0, -8))
    assert c.pos.y == -1 and c.pos.x != 0
    assert c.memory["last"] == [0, 0]


def test_a_ship_does_not_step_back_and_stays_at_its_goal():
    c = scout()
    assert not walking.step_to(c, Pos(0, 0))
    c.memory["last"] = [0, -1]
    walking.step_to(c, Pos(0, -8))
    assert c.pos != Pos(0, -1)


def test_flight_leads_away_or_nowhere():
    c = scout()
    assert walking.step_away(c, Pos(0, 2), 0.5)
    assert c.pos.y == -1
    thin = scout()
    assert not walking.step_away(thin, Pos(0, 2), 0.6) and thin.pos == Pos(0, 0)


def test_an_explorer_starts_away_from_home_and_turns_at_the_edge():
    view = entity_view("scout", home=30000)
    view["sensed"][1] |= {"kind": "planet", "pos": [0, 1], "seat": 0}
    assert walking.heading(Controller(view, {}, 1)) is direction("south")
    west = Controller(view, {"heading": "west"}, 1)
    assert walking.explore(west) and west.memory["heading"] != "west" and west.pos.x >= 0


def test_a_burst_is_worth_what_it_wins():
    view = entity_view("battleship", energy=60)
    c = Controller(view, {}, 1)
    near = [one for one in c.sense() if one.id != c.id]
    prizes = {"planet": 100.0, "battleship": 0.0, "miner": 0.0, "scout": 0.0, "harm": 0.5}
    assert bursts.strength(60, 2.0) == 100 and bursts.strength(19, 9.0) == 0
    # Radius 1 reaches the neutral planet alone: 50 x 2 beats its 99 by one point.
    assert bursts.best_burst(c, near, 2.0, prizes) == (100 + 3 * 1, 1)
    # Without the bonus the planet holds, and of the radii that reach the miner none destroys it.
    worth, radius = bursts.best_burst(c, near, 1.0, prizes)
    assert (worth, radius) == (0.5 * 25, 4)
    weak = Controller(entity_view("battleship", energy=19), {}, 1)
    assert bursts.best_burst(weak, near, 9.0, prizes) == (0.0, 0)


def test_bids_rise_after_a_loss_and_fall_after_a_win():
    def bid(points_now: int, **memory: Any) -> int:
        view = {**entity_view("planet"), "weapon_points": points_now}
        c = Controller(view, memory, 3)
        mining.escalate(c, 40)
        return c.memory["bid"]

    assert bid(12) == 1
    assert bid(12, bid=20, charged=20, points=12) == 27
    assert bid(13, bid=20, charged=20, points=12) == 18
    assert bid(12, bid=20, charged=0, points=12) == 20
    assert bid(12, bid=39, charged=39, points=12) == 40


def test_a_message_comes_back_as_it_was_sent_and_noise_does_not():
    for word in (gossip.HOSTILE, gossip.VACANT):
        for pos in (Pos(-300, 399), Pos(0, 0), Pos(12, -7)):
            value = gossip.encode(word, pos)
            assert 0 <= value <= 99_999_999 and gossip.decode(value) == (word, pos)
            assert gossip.decode(value + 1) is None
    assert gossip.decode(0) is None and gossip.decode(5) is None


def test_news_of_a_planet_spread_and_end_with_its_capture():
    view = entity_view("scout")
    view["sensed"][1] |= {"kind": "planet", "pos": [0, 2], "seat": 1}
    c = Controller(view, {}, 1)
    gossip.learn(c, c.sense())
    assert c.radio == gossip.encode(gossip.HOSTILE, Pos(0, 2))
    friend = entity_view("battleship")
    friend["sensed"][1] |= {"kind": "scout", "seat": 0, "radio": c.radio}
    other = Controller(friend, {}, 1)
    gossip.learn(other, other.sense())
    assert gossip.known(other, gossip.HOSTILE) == Pos(0, 2) and other.radio == c.radio
    view["sensed"][1] |= {"seat": 0}
    later = Controller(view, c.memory, 1)
    gossip.learn(later, later.sense())
    assert gossip.known(later, gossip.HOSTILE) is None
    gossip.note(later, gossip.HOSTILE, Pos(0, 2))
    assert gossip.known(later, gossip.HOSTILE) is None


# --- Warden's reckoning (12.3)


def planet(memory: dict[str, Any] | None = None, *, round_: int = 37, points: int = 12, **changes: Any) -> Controller:
    view = {**entity_view("planet", **changes), "round": round_, "weapon_points": points}
    return Controller(view, memory if memory is not None else {}, 3)


def test_what_has_won_with_less_and_lost_with_more_speaks_about_a_bid():
    bids = [[5, 1], [9, 0], [11, 1]]
    assert bidding.chance([], 1) == bidding.chance([], 999) == 0.5
    likely = [bidding.chance(bids, bid) for bid in (1, 5, 9, 11, 99)]
    assert likely == sorted(likely) and likely[0] < 0.3 and likely[-1] > 0.75
    assert bidding.chance([[7, 0], [7, 1]], 7) > bidding.chance([[7, 1], [7, 0]], 7), "the latest tell most"


def test_bids_are_odd_and_never_more_than_is_to_spare():
    assert [bidding.odd(energy) for energy in (0, 1, 2, 3, 40)] == [1, 1, 1, 3, 39]
    for spare in (1, 2, 8, 40, 500):
        memory = {"bids": [[9, 0], [15, 0]], "income": 8 * 50}
        bid = bidding.best_bid(planet(memory, round_=900), spare)
        assert bid % 2 == 1 and bid <= spare
    assert bidding.best_bid(planet(), 0) == 0


def test_a_point_is_worth_more_in_the_end_and_nothing_when_it_decides_nothing():
    early, late = (bidding.point_value(planet(round_=r), 50, 0) for r in (1, 900))
    assert early == pytest.approx(0.3 * 50, rel=0.02) and late == pytest.approx(3 * 50)
    assert bidding.point_value(planet(round_=900, points=501), 50, 999) == 0
    assert bidding.point_value(planet({"beaten": 480}, round_=900, points=300), 50, 999) == 0
    assert bidding.point_value(planet({"beaten": 400}, round_=900, points=300), 50, 999) > 0


def test_income_is_what_comes_in_without_refunds():
    memory: dict[str, Any] = {}
    for _ in range(60):
        c = planet(memory, energy=100)
        memory |= {"left": 90, "charged": 8, "points": 12}
        income = bidding.note_income(c)
    assert income == 10 - 4, "half of a lost bid came back"


def test_results_of_bids_are_remembered_for_forty_rounds():
    memory: dict[str, Any] = {}
    for round_ in range(1, 100):
        memory["charged"] = round_
        bidding.note_bid(planet(memory, points=round_ // 2))
    assert len(memory["bids"]) == bidding.BIDS_KEPT and memory["bids"][-2:] == [[98, 1], [99, 0]]
    assert memory["beaten"] == 50


def test_the_miner_that_brings_most_is_built_and_none_when_none_pays():
    assert mining.best_miner(planet(round_=10), 90, 0.995, 12) == 85
    assert mining.best_miner(planet(round_=10), 90, 0.98, 12) == 0, "they do not live long enough"
    assert mining.best_miner(planet(round_=940), 90, 0.995, 12) == 0, "the match ends before they pay"
    assert mining.payments(planet(round_=1), 0.995) == pytest.approx(111, abs=2)


def test_losses_of_miners_teach_how_long_they_live():
    view = {**entity_view("planet"), "seat": 0}
    view["sensed"] = [view["sensed"][0], *({**view["sensed"][1], "id": 30001 + n, "seat": 0} for n in range(3))]
    memory: dict[str, Any] = {}
    c = Controller(view, memory, 1)
    assert warden.survival_of(c, c.sense()) == pytest.approx(0.995, abs=0.001)
    view["sensed"] = view["sensed"][:1]
    c = Controller(view, memory, 1)
    assert warden.survival_of(c, c.sense()) == max(0.98, 1 - 4 / 203)
    evolved: dict[str, Any] = {"had": [1, 0]}
    view["sensed"].append({**entity_view("planet")["sensed"][1], "kind": "battleship", "seat": 0})
    c = Controller(view, evolved, 1)
    assert warden.survival_of(c, c.sense()) > 0.994 and evolved["lost"] == 0


def test_one_planet_bids_and_another_when_it_is_not_heard_of_any_more():
    first, second = {}, {}
    home = planet(first, round_=1)
    assert gossip.is_treasurer(home, home.sense())
    captured = planet(second, round_=200, pos=[5, 5])
    gossip.hear(captured, gossip.span_word(captured, 1), Pos(0, 0))
    assert gossip.treasurer(captured) == Pos(0, 0) and not gossip.is_treasurer(captured, captured.sense())
    took_over = [
        gossip.is_treasurer(one, one.sense()) for one in (planet(second, round_=r, pos=[5, 5]) for r in range(280, 400))
    ]
    assert took_over.index(True) == gossip.UNHEARD - 1 and all(took_over[gossip.UNHEARD :])


def test_a_much_richer_planet_in_sight_takes_the_bidding_over():
    view = entity_view("planet", energy=50)
    view["sensed"][2] |= {"seat": 0, "energy": 90}
    memory: dict[str, Any] = {}
    c = Controller({**view, "round": 1}, memory, 1)
    assert not gossip.is_treasurer(c, c.sense()) and gossip.treasurer(c) == Pos(1, 0)
    c = Controller({**view, "round": 24}, memory, 1)
    gossip.tell(c)
    assert gossip.decode(c.radio) == (gossip.span_word(c, 0), Pos(1, 0))


def test_a_scout_keeps_a_large_miner_for_the_wave():
    def did(energy: int, memory: dict[str, Any], *, raider: bool = False) -> str | None:
        view = entity_view("scout")
        view["sensed"][1] |= {"energy": energy}
        if raider:
            view["sensed"].append(
                {**view["sensed"][1], "id": 50000, "kind": "battleship", "seat": 0, "energy": 60, "pos": [2, 2]}
            )
        c = Controller(view, memory, 1)
        warden.run_scout(c)
        return next((action["do"] for action in c._cb_actions if action["do"] != "radio"), None)

    known: dict[str, Any] = {"goal": [9, 9]}
    assert did(85, dict(known)) == "analyse"
    assert did(255, {}) == "analyse", "nobody knows where a wave should go"
    assert did(255, dict(known)) != "analyse"
    assert did(255, dict(known), raider=True) == "analyse"
    assert did(255, known | {"until": 37}) == "analyse", "it has waited long enough"


def test_a_battleship_gives_itself_to_a_planet_that_would_fall_without():
    def did(planets: int, foes: int) -> str | None:
        view = entity_view("battleship", energy=40)
        view["sensed"][2] |= {"seat": 0, "energy": planets, "defence": planets}
        view["sensed"][1] |= {"kind": "battleship", "energy": foes}
        view["bonus"] = []
        c = Controller(view, {}, 1)
        warden.run_battleship(c)
        return next((action["do"] for action in c._cb_actions if action["do"] == "overload"), None)

    assert did(40, 60) == "overload"
    assert did(70, 60) is None, "it holds alone"
    assert did(10, 99) is None, "it would fall all the same"
