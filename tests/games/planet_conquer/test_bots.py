"""Do the built-in bots play by the rules from any view, repeat exactly, keep their budget, and are they as strong as promised (chapter 17)?"""

import copy
import json
from itertools import product
from typing import Any

import pytest

from games.core.contract import Bot
from games.core.rng import SeededRng, seat_rng
from games.core.simulate import OwnBot, match_seed, open_table, play, replay, rotated
from games.planet_conquer import GAME, battle, maps
from games.planet_conquer.bots.belief import Belief
from games.planet_conquer.bots.forecast import ENOUGH, Forecast
from games.planet_conquer.bots.instinct import instinct
from games.planet_conquer.bots.orders import to_orders
from games.planet_conquer.bots.world import NOBODY, Move, Plan, Tactic, World, fight
from games.planet_conquer.constants import TACTICS
from games.planet_conquer.state import State
from tests.games.planet_conquer.boards import board, crossing, make_map, random_orders
from tests.sweeps import every

pytestmark = pytest.mark.slow

EASY, MEDIUM, HARD = GAME.bots
CHEAP = dict.fromkeys(TACTICS, 1)
"""Costs at which every tactic is in reach."""


def believe(state: State, seat: int, memory: dict[str, Any] | None = None, *, guess: bool = False) -> Belief:
    return Belief(GAME.view(state, seat), {} if memory is None else memory, guess=guess)


def decide(bot: Bot, state: State, seat: int, memory: dict[str, Any] | None = None) -> Any:
    """Checked orders of a bot; refused orders fail the test."""
    orders = bot.decide(GAME.view(state, seat), SeededRng("bot"), {} if memory is None else memory)
    return GAME.check(state, seat, orders)


def wander(source: str, seats: int, rounds: int, seed: str, **options: Any) -> list[State]:
    """States of a match in which everybody orders at random."""
    dice = SeededRng(seed)
    table = open_table(GAME, {"map": source, "lost_turn_limit": 0, **options}, seats, seed)
    states = [GAME.setup(table, seats, dice)]
    while len(states) < rounds and GAME.pending(states[-1]):
        state = states[-1]
        orders = {seat: GAME.check(state, seat, random_orders(state, seat, dice)) for seat in GAME.pending(state)}
        states.append(GAME.resolve(state, orders, dice)[0])
    return states


def share_of_wins(strong: Bot, weak: Bot, matches: int, **options: Any) -> float:
    """How often `strong` wins duels with seats swapped."""
    wins = 0
    for number in range(matches):
        group, turn = divmod(number, 2)
        seed = match_seed("strength", group)
        record = play(GAME, open_table(GAME, options, 2, seed), 2, rotated([strong, weak], turn), seed)
        assert record.refused == 0
        wins += record.ranks[turn] == 1
    return wins / matches


def test_three_levels_weakest_first() -> None:
    assert [(bot.id, bot.name) for bot in GAME.bots] == [("easy", "Cadet"), ("medium", "Captain"), ("hard", "Admiral")]


class TestAnyView:
    @pytest.mark.parametrize(("fog", "map_id"), every(5, product([True, False], maps.BUILT_IN)))
    def test_orders_pass_the_check_on_every_map(self, map_id: str, fog: bool) -> None:
        chart = maps.load(maps.source_of(map_id))
        for seats in {chart.seats[0], chart.seats[-1]}:
            states = wander(map_id, seats, 34, f"any-{map_id}-{seats}", fog=fog, tactic_costs=CHEAP)
            for state in states[:: 11 if map_id == "long_night" else 8]:
                for seat in GAME.pending(state)[:3]:
                    for bot in GAME.bots:
                        decide(bot, state, seat)

    @pytest.mark.parametrize("options", every(3, [
        {"tactics": []},
        {"maintain_fee": True, "show_scores": True},
        {"start_units": 1},
        {"start_units": 100_000},
        {"points_per_round": 20, "tactic_costs": dict.fromkeys(TACTICS, 0)},
        {"crowd_losses": "full", "points_cap": 5},
        {"max_round": 10},
    ]))  # fmt: skip
    def test_orders_pass_the_check_under_all_options(self, options: dict[str, Any]) -> None:
        for seats in (2, 4):
            record = play(
                GAME,
                open_table(GAME, {"map": "crossroads", "max_round": 30, **options}, seats, "o"),
                seats,
                [HARD, MEDIUM, EASY, HARD][:seats],
                "o",
            )
            assert record.refused == 0

    def test_eight_seats_to_the_end(self) -> None:
        table = open_table(GAME, {"map": "great_wheel", "max_round": 20}, 8, "eight")
        record = play(GAME, table, 8, [HARD, MEDIUM, EASY, MEDIUM, EASY, MEDIUM, EASY, HARD], "eight")
        assert record.refused == 0
        assert sorted(record.ranks) == list(range(1, 9))

    def test_maps_without_room(self) -> None:
        """Planets that hold nothing, never grow or decay to nothing, and a rich garrison on them."""
        barren = {"max": 0, "res": 0, "cos": 0}
        source = crossing(M={"max": 0}, B={"res": 0.5, "cos": 0}, F=barren)
        for bot in GAME.bots:
            for fog in (True, False):
                state = board(source, {"A": (0, 1), "M": (0, 500), "B": (1, 3)}, fog=fog)
                assert decide(bot, state, 0)["resign"] is False
                assert decide(bot, state, 1)["resign"] is False

    def test_every_planet_is_mine(self) -> None:
        source = crossing()
        keys = [planet["key"] for planet in source["planets"]]
        state = board(source, dict.fromkeys(keys, (0, 50)), fleets=[(1, "B", "M", 40, 1)])
        for bot in GAME.bots:
            decide(bot, state, 0)
            decide(bot, state, 1)

    def test_a_seat_that_is_out_and_a_match_that_is_over(self) -> None:
        table = open_table(GAME, {"map": "crossroads"}, 3, "x")
        state = GAME.setup(table, 3, SeededRng("x"))
        for seat in (0, 1):
            state, _ = GAME.resolve(state, {seat: GAME.check(state, seat, {"resign": True})}, SeededRng("x"))
            for bot in GAME.bots:
                for audience in range(3):
                    orders = bot.decide(GAME.view(state, audience), SeededRng("x"), {})
                    assert set(orders) == {"moves", "tactic", "resign"}
        assert GAME.outcome(state) is not None

    def test_same_arguments_same_orders_and_nothing_is_changed(self) -> None:
        for state in wander("four_winds", 4, 30, "same")[::7]:
            for seat in GAME.pending(state):
                for bot in GAME.bots:
                    view = GAME.view(state, seat)
                    before = copy.deepcopy(view)
                    first = bot.decide(view, seat_rng("s", 3, seat), {})
                    assert view == before
                    assert bot.decide(view, seat_rng("s", 3, seat), {}) == first

    def test_memory_is_json_and_may_be_lost_at_any_step(self) -> None:
        memory: dict[str, Any] = {}
        for state in wander("two_lanterns", 2, 24, "memories"):
            for bot in GAME.bots:
                decide(bot, state, 0, memory)
                assert json.loads(json.dumps(memory)) == memory
                decide(bot, state, 0)


class TestWorld:
    """The bots' compact model against the engine."""

    def test_battles_agree(self) -> None:
        dice = SeededRng("battles")
        for _ in range(3000):
            owner = dice.randrange(4) - 1
            units = dice.randrange(60) * dice.randrange(2)
            if not units:
                owner = NOBODY
            defence = 1 + dice.randrange(3000)
            arrived = {seat: 1 + dice.randrange(80) for seat in range(4) if dice.randrange(2)}
            if not arrived:
                continue
            edge = [seat for seat in arrived if seat != owner and dice.randrange(3) == 0]
            gods = [seat for seat in range(4) if dice.randrange(8) == 0]
            expected = battle.decide(
                None if owner == NOBODY else owner, units, defence, arrived, attackers=edge, gods=gods
            )
            winner, left = fight(owner, units, defence, arrived, edge, gods)
            assert (None if winner == NOBODY else winner, left) == expected, (
                owner,
                units,
                defence,
                arrived,
                edge,
                gods,
            )

    @pytest.mark.parametrize("map_id", ["four_winds", "pentacle", "crossroads", "great_wheel"])
    def test_rounds_agree(self, map_id: str) -> None:
        """Everything but eleminate, whose reach the model simplifies, and seats that go out."""
        allowed = [name for name in TACTICS if name != "eleminate"]
        compared = 0
        for number, seats in enumerate((2, 4, 2, 4, 2, 4)):
            dice = SeededRng(f"rounds-{map_id}-{number}")
            options = {"map": map_id, "fog": False, "tactics": allowed, "tactic_costs": dict.fromkeys(allowed, 1)}
            state = GAME.setup(open_table(GAME, options, seats, "r"), seats, dice)
            for _ in range(25):
                orders = {
                    seat: GAME.check(state, seat, random_orders(state, seat, dice)) for seat in GAME.pending(state)
                }
                world = believe(state, 0).world
                world.step({seat: as_plan(given) for seat, given in orders.items()})
                state, _ = GAME.resolve(state, orders, dice)
                if len(GAME.pending(state)) < seats:
                    break
                truth = believe(state, 0).world
                assert world.owner == truth.owner
                assert world.units == truth.units
                assert world.points == truth.points
                assert arrivals(world) == arrivals(truth)
                compared += 1
        assert compared > 40

    def test_a_copy_may_be_stepped_without_harm(self) -> None:
        for state in wander("four_winds", 4, 20, "copy", fog=False, tactic_costs=CHEAP)[::5]:
            world = believe(state, 0).world
            before = copy.deepcopy({name: getattr(world, name) for name in World.__slots__ if name != "atlas"})
            twin = world.copy()
            for _ in range(6):
                twin.step({seat: Plan(instinct(twin, seat)) for seat in range(4)})
            assert {name: getattr(world, name) for name in World.__slots__ if name != "atlas"} == before


def as_plan(orders: Any) -> Plan:
    moves: list[Move] = [(move["from"], move["to"], move["units"]) for move in orders["moves"]]
    given = orders["tactic"]
    if given is None:
        return Plan(moves)
    planet = given.get("planet", given.get("to", NOBODY))
    tactic = Tactic(given["type"], planet, given.get("from", NOBODY), given.get("units", 0), given.get("seat", NOBODY))
    return Plan(moves, tactic)


def arrivals(world: World) -> dict[int, list[tuple[int, int, int]]]:
    return {due: sorted(fleets) for due, fleets in world.coming.items() if fleets}


class TestBelief:
    LINE = make_map(
        {key: {} for key in "ABCDE"},
        [["A", "C", 1], ["C", "D", 1], ["D", "E", 6], ["E", "B", 1]],
    )

    def test_a_fleet_that_flies_out_of_sight_is_remembered_until_it_must_be_seen(self) -> None:
        memory: dict[str, Any] = {}
        state = board(self.LINE, {"A": (0, 50), "C": (0, 5), "B": (1, 50)}, fleets=[(1, "D", "E", 30, 6)], round=5)
        target = state.chart.ids["E"]
        assert believe(state, 0, memory).world.coming == {10: [(target, 1, 30)]}
        later = board(self.LINE, {"A": (0, 50), "C": (0, 5), "B": (1, 50)}, fleets=[(1, "D", "E", 30, 2)], round=9)
        assert GAME.view(later, 0)["fleets"] == []
        assert believe(later, 0, memory).world.coming == {10: [(target, 1, 30)]}
        looking = board(self.LINE, {"A": (0, 50), "C": (0, 5), "E": (0, 5), "B": (1, 50)}, round=9)
        assert believe(looking, 0, memory).world.coming == {}

    def test_garrisons_out_of_sight_have_grown(self) -> None:
        source = crossing(rounds=1, M={"res": 1, "cos": 10})
        state = board(source, {"A": (0, 50), "B": (1, 50)}, round=9)
        middle = state.chart.ids["M"]
        view = GAME.view(state, 0)
        view["planets"][middle] |= {"seen": "before", "owner": 1, "units": 40, "as_of": 5}
        assert Belief(view, {}, guess=False).world.units[middle] == 80
        view["planets"][middle] |= {"owner": 0}
        assert Belief(view, {}, guess=False).world.owner[middle] == NOBODY

    def test_rivals_are_looked_for_at_their_homes(self) -> None:
        table = open_table(GAME, {"map": "four_winds"}, 2, "home")
        state = GAME.setup(table, 2, SeededRng("home"))
        home = state.owner.index(1)
        plain, guessing = believe(state, 0).world, believe(state, 0, guess=True).world
        assert 1 not in plain.owner
        assert guessing.owner[home] == 1
        assert guessing.units[home] > 0


class TestForecast:
    def test_need_is_the_smallest_number_that_takes_the_planet(self) -> None:
        for state in wander("six_moons", 3, 25, "need", fog=False)[4::5]:
            forecast = Forecast(believe(state, 0).world, 0, 6)
            for planet in range(state.chart.count):
                for h in (1, 3, 6):
                    need = forecast.need(planet, h)
                    if not 0 < need < ENOUGH:
                        continue
                    for units, taken in ((need, True), (need - 1, False)):
                        trial = Forecast(believe(state, 0).world, 0, 6)
                        sides = trial.arrivals[planet].setdefault(h, {})
                        if units:
                            sides[0] = sides.get(0, 0) + units
                        if not sides:
                            continue
                        owner, left = trial.after(planet, h)
                        assert (owner == 0 and left >= 3) == taken

    def test_lost_at(self) -> None:
        state = board(crossing(rounds=3), {"A": (0, 20), "B": (1, 90)}, fleets=[(1, "M", "A", 60, 2)], fog=False)
        forecast = Forecast(believe(state, 0).world, 0, 6)
        ids = state.chart.ids
        assert forecast.lost_at(ids["A"], 6) == 2
        assert forecast.lost_at(ids["A"], 1) == 0


class TestOrders:
    def test_moves_are_merged_and_cut_to_the_garrison(self) -> None:
        state = board(crossing(), {"A": (0, 50), "M": (0, 9), "B": (1, 5)})
        ids = state.chart.ids
        a, m, f = ids["A"], ids["M"], ids["F"]
        plan = Plan([(a, m, 30), (a, f, 15), (a, m, 30), (m, a, 0)], Tactic("teleport", f, m, 9))
        assert GAME.check(state, 0, to_orders(plan, GAME.view(state, 0))) == {
            "moves": [{"from": a, "to": m, "units": 35}, {"from": a, "to": f, "units": 15}],
            "tactic": {"type": "teleport", "from": m, "to": f, "units": 9},
            "resign": False,
        }


class TestCadet:
    def test_matches_of_nothing_but_cadets_end_by_blows(self) -> None:
        """With full garrisons that waited they used to last until round 300."""
        for preset, seats in (("standard", 2), ("standard", 3), ("classic", 2)):
            options = open_table(GAME, dict(GAME.presets[preset].options), seats, "blows")
            record = play(GAME, options, seats, [EASY] * seats, "blows")
            assert record.reason == "last_standing"
            assert record.steps < 150

    def test_it_sends_little_at_first_and_more_with_every_round(self) -> None:
        """Later also at who is not much weaker: somebody has to begin."""
        held = {"A": (0, 400), "M": (1, 230), "F": (0, 5)}
        sent = [most_sent(board(crossing(), held, round=number)) for number in (1, 12, 20, 60)]
        assert sent == [0, 0, 0, 300]


def most_sent(state: State) -> int:
    """The largest move of a cadet at seat 0, whatever it is in the mood for."""
    orders = [EASY.decide(GAME.view(state, 0), SeededRng(f"mood {number}"), {}) for number in range(20)]
    return max((move["units"] for one in orders for move in one["moves"]), default=0)


class TestCaptain:
    def test_reinforces_a_planet_that_would_fall(self) -> None:
        state = board(crossing(), {"A": (0, 80), "M": (0, 10), "B": (1, 5)}, fleets=[(1, "B", "M", 40, 1)], tactics=[])
        ids = state.chart.ids
        moves = decide(MEDIUM, state, 0)["moves"]
        assert sum(move["units"] for move in moves if (move["from"], move["to"]) == (ids["A"], ids["M"])) >= 31

    def test_joins_two_garrisons_against_one_that_neither_beats(self) -> None:
        source = make_map({"A": {}, "B": {}, "C": {}}, [["A", "B", 1], ["C", "B", 1], ["A", "C", 1]])
        state = board(source, {"A": (0, 60), "C": (0, 60), "B": (1, 75)}, tactics=[], fog=False)
        target = state.chart.ids["B"]
        assert sum(move["units"] for move in decide(MEDIUM, state, 0)["moves"] if move["to"] == target) > 75

    def test_strikes_before_it_attacks_a_fortress(self) -> None:
        source = make_map({"A": {}, "B": {"def": 2}}, [["A", "B", 2]])
        state = board(source, {"A": (0, 90), "B": (1, 400)}, points=3, fog=False)
        orders = decide(MEDIUM, state, 0)
        assert orders["tactic"] == {"type": "terminator", "planet": state.chart.ids["B"]}
        assert orders["moves"]

    def test_sends_more_where_a_force_has_vanished(self) -> None:
        """Two equal bots would otherwise send the same few units to the same empty planet for ever."""
        state = board(crossing(rounds=1), {"A": (0, 100), "B": (1, 100)}, tactics=[])
        target = state.chart.ids["F"]

        def sent(memory: dict[str, Any]) -> int:
            return sum(move["units"] for move in decide(MEDIUM, state, 0, memory)["moves"] if move["to"] == target)

        memory: dict[str, Any] = {"sent": [[state.round - 1, target]], "failed": {str(target): 2}}
        assert 0 < sent({}) < sent(memory)
        assert memory["failed"] == {str(target): 3}

    def test_strikes_where_a_fleet_arrives_next_round(self) -> None:
        state = board(
            crossing(rounds=4), {"A": (0, 50), "F": (0, 5), "B": (1, 20), "M": (1, 300)}, fleets=[(0, "A", "M", 40, 2)],
            points=3, fog=False,
        )  # fmt: skip
        assert decide(MEDIUM, state, 0)["tactic"] == {"type": "terminator", "planet": state.chart.ids["M"]}

    def test_two_of_them_play_a_match_out(self) -> None:
        """On the default map they used to stand still until the last round."""
        seed = match_seed("equals", 0)
        record = play(GAME, open_table(GAME, {}, 2, seed), 2, [MEDIUM, MEDIUM], seed)
        assert record.reason == "last_standing"


@pytest.mark.long
class TestStrength:
    @pytest.mark.parametrize("map_id", ["two_lanterns", "four_winds"])
    def test_captain_beats_cadet(self, map_id: str) -> None:
        assert share_of_wins(MEDIUM, EASY, 20, map=map_id) >= 0.9

    def test_admiral_beats_captain(self) -> None:
        assert share_of_wins(HARD, MEDIUM, 6, map="two_lanterns") >= 0.8

    @pytest.mark.parametrize("map_id", ["two_lanterns", "four_winds"])
    @pytest.mark.parametrize(("strong", "weak"), [(MEDIUM, EASY), (HARD, MEDIUM)], ids=["medium", "hard"])
    def test_each_level_wins_three_of_four_duels(self, map_id: str, strong: Bot, weak: Bot) -> None:
        assert share_of_wins(strong, weak, 200, map=map_id) >= 0.75


def test_the_cadet_takes_what_nobody_holds_from_the_first_rounds() -> None:
    """17.2: after six rounds of *Quick* against somebody idle it holds three planets and more, in every match; the Captain holds more still."""
    held: dict[str, list[int]] = {"easy": [], "medium": []}
    for level, found in held.items():
        for number in range(6):
            options = open_table(GAME, dict(GAME.presets["quick"].options), 2, f"{number}")
            idle = OwnBot("idle", lambda view, choices, rng, memory: {})
            record = play(GAME, options, 2, [GAME.bot(level), idle], f"{number}", first=6)
            *_, (_, state, _) = replay(GAME, options, 2, f"{number}", record.orders)
            found.append(state.owner.count(0))
    assert min(held["easy"]) >= 3
    assert sum(held["medium"]) > sum(held["easy"])
