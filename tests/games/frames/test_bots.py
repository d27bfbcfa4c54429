"""16: the bots' orders are never refused, and each level beats the one below (200 matches, in `make long`)."""

import pytest

from games.core.rng import SeededRng
from games.core.simulate import match_seed, open_table, play, rotated
from games.frames import GAME
from games.frames.bots import officer
from games.frames.bots.judging import worth
from games.frames.bots.officer import plan
from games.frames.bots.reading import Reading
from games.frames.bots.values import Style, Values
from games.frames.constants import AP_COST
from games.frames.orders.kinds import price
from games.frames.settings import settle as settings_of
from tests.games.frames.positions import BISON, attack, end_turns, mech, move, position
from tests.games.frames.positions import play as play_order

pytestmark = pytest.mark.slow

MATCHES = 200
TUNED = dict(GAME.presets["tuned"].options)


@pytest.mark.long
@pytest.mark.parametrize(("better", "worse", "least"), [("medium", "easy", 0.75), ("hard", "medium", 0.6)])
def test_levels(better, worse, least):
    won = 0
    for number in range(MATCHES):
        seed = match_seed(f"levels-{better}", number // 2)
        bots = rotated([GAME.bot(better), GAME.bot(worse)], number % 2)
        record = play(GAME, open_table(GAME, TUNED, 2, seed), 2, bots, seed)
        assert record.refused == 0
        won += record.ranks[record.bots.index(better)] < record.ranks[record.bots.index(worse)]
    assert won >= least * MATCHES


@pytest.mark.parametrize("options", [{"mode": "blitz"}, {"victory_set": "all"}], ids=["blitz", "lingering"])
def test_every_level_finishes_other_tables(options):
    for number, bot in enumerate(GAME.bots):
        seed = match_seed(f"tables-{options}", number)
        assert play(GAME, open_table(GAME, options, 2, seed), 2, [bot, bot], seed).refused == 0


def test_the_weakest_bot_brings_out_a_mech_in_its_second_turn():
    seed = match_seed("beginner", 0)
    state = GAME.setup(open_table(GAME, {}, 2, seed), 2, SeededRng(seed))
    while not (state.phase == "main" and state.active == 0 and state.round == 2):
        state = GAME.resolve(state, {}, SeededRng(seed))[0]
    view = GAME.view(state, 0)
    assert {order["type"] for order in view["legal"]} > {"deploy", "end_turn"}
    assert {GAME.bot("easy").decide(view, SeededRng(f"out {i}"), {})["type"] for i in range(40)} == {"deploy"}


def test_the_weakest_bot_spends_its_points_and_leaves_the_first_turn_of_a_match_to_itself():
    seed = match_seed("idle", 0)
    state = GAME.setup(open_table(GAME, dict(GAME.presets["quick"].options), 2, seed), 2, SeededRng(seed))
    spent = 0
    for step in range(160):
        if state.phase == "over":
            break
        orders = {}
        for seat in GAME.pending(state):
            view = GAME.view(state, seat)
            orders[seat] = order = GAME.bot("easy").decide(view, SeededRng(f"{step} {seat}"), {})
            if view["phase"] != "main":
                continue
            spent += order["type"] in AP_COST
            if order["type"] == "end_turn":
                assert not [one for one in view["legal"] if one["type"] in AP_COST]
            if view["turn"] == 1:
                assert order["type"] not in ("deploy", "gather")
        state = GAME.resolve(state, orders, SeededRng(f"resolve {step}"))[0]
    assert state.round > 2 and spent >= 2 * state.round


def test_the_weakest_bot_shoots_at_a_runner_near_its_ship_now_and_then():
    own, foe = {"mechs": [mech("longbow", [2, 2])], "ship": BISON}, {"mechs": [mech("vampire", [1, 3])], "ship": BISON}
    view = {**GAME.view(position(own, foe), 0), "victory": ["raid", "annihilation"]}
    drawn = [GAME.bot("easy").decide(view, SeededRng(f"now {i}"), {}) for i in range(60)]
    aimed = [order for order in drawn if "m1_0" in (order.get("target"), order.get("act", {}).get("target"))]
    assert len(aimed) >= 20


@pytest.mark.parametrize(("round_", "bombs"), [(1, False), (3, False), (4, True)])
def test_the_weakest_bot_lets_mechs_come_out_in_the_first_rounds(round_, bombs):
    own = {"mechs": [mech("sword", None)], "pilots": ["john_snow"], "ship": BISON}
    state = position(own, {"ship": BISON, "hand": ["deck_bomb"]}, round=round_)
    deploy = {"type": "deploy", "mech": "m0_0", "at": [0, 4], "pilot": "john_snow", "gear": []}
    asked = GAME.view(play_order(state, 0, deploy, hold=True)[0], 1)
    assert asked["window"]["kind"] == "enemy_deploy"
    answers = [GAME.bot("easy").decide(asked, SeededRng(f"bomb {i}"), {})["use"] for i in range(20)]
    assert any(answers) is bombs


def test_a_bot_knows_what_the_weather_makes_dearer():
    own = {"mechs": [mech("hammer", [1, 3]), mech("sword", [1, 1])], "ship": BISON, "ship_pile": ["emp_grenade"] * 3}
    state = position(own, event={"deck": ["meteor_shower", "dead_calm"]})
    state = end_turns(play_order(state, 0, move("m0_0", [1, 2]))[0], 2)
    reading = Reading(GAME.view(state, 0))
    orders = [order for order in GAME.view(state, 0)["legal"] if order["type"] == "operate_one"]
    assert {reading.price(order) for order in orders} == {1, 2}
    for order in orders:
        assert reading.price(order) == price(state, 0, order)


def test_a_hull_of_a_hundred_points_is_hardly_worth_shooting_at():
    """Burn the Boats: a shot at a mech that hits less often is worth more then."""
    own, foe = {"mechs": [mech("longbow", [1, 2])]}, {"mechs": [mech("vampire", [0, 1])], "ship": BISON}
    for burnt in (False, True):
        state = position(own, foe)
        ship = state.need("s1")
        if burnt:
            ship.hp = ship.max_hp = 100
        values = Values(Reading(GAME.view(state, 0)), Style(runs=False, guard=0.0))
        at_hull, at_mech = (worth(values, attack("m0_0", "rail_sniper", target)) for target in ("s1", "m1_0"))
        assert (at_mech > at_hull) is burnt


def test_a_plan_supports_nobody_who_walks_away_first(monkeypatch):
    state = position({"mechs": [mech("kagami", [0, 3]), mech("sword", [0, 3])]})
    state.settings = settings_of(GAME.check_options({"mode": "blitz"}, 2))
    state.phase, state.active, state.ap = "plan", None, 2

    def eager(values, order):
        act = order.get("act", {})
        return {"move": 9.0 if act.get("unit") == "m0_1" else 0.0, "support": 5.0}.get(act.get("do"), 0.0)

    monkeypatch.setattr(officer, "worth", eager)
    reading = Reading(GAME.view(state, 0))
    planned = plan(reading, Values(reading, Style(runs=False, guard=0.0)), SeededRng("walks"))
    assert [order["act"]["do"] for order in planned["actions"]] == ["move"]
    assert GAME.check(state, 0, planned)
