"""Does the hard bot save for what turns a match, read what it sees, and keep its budget (chapter 17)?"""

from typing import Any

import pytest

from games.core.rng import SeededRng
from games.planet_conquer import GAME
from games.planet_conquer.bots.hard import BUDGET, Admiral
from tests.games.planet_conquer.boards import board, crossing, make_map
from tests.games.planet_conquer.test_bots import HARD, believe, decide, wander


class TestAdmiral:
    def test_saves_for_what_turns_a_match(self) -> None:
        """Behind in units it keeps its points for the swap; on equal terms only who drew the lot saves, for less."""

        def goal(mine: int, points: int, *, hopes: tuple[str, ...] = ()) -> str:
            state = board(
                crossing(rounds=2),
                {"A": (0, mine), "B": (1, 200)},
                points=points,
                fog=False,
                tactic_costs={"swap": 12, "eleminate": 26, "god": 4},
            )
            return Admiral(believe(state, 0, guess=True), SeededRng("b"), hopes)._goal()

        assert goal(100, 3) == "swap"
        assert goal(190, 3) == ""
        assert goal(190, 8, hopes=("eleminate", "god")) == "eleminate"
        assert goal(190, 3, hopes=("eleminate", "god")) == "god"

    def test_keeps_points_to_swap_back_from_whom_it_knows(self) -> None:
        """Once a rival has swapped with it, no tactic of little worth delays the next answer, and the answer comes at once."""
        state = board(
            crossing(rounds=2),
            {"A": (0, 300), "F": (0, 10), "B": (1, 40)},
            pending=[("swap", 1, None, 0, 5)],
            points=12,
            fog=False,
            tactic_costs={"swap": 12},
        )
        memory: dict[str, Any] = {"hopes": []}
        orders = decide(HARD, state, 0, memory)
        assert memory["is_wary"]
        assert orders["tactic"] == {"type": "swap", "seat": 1}
        calm = board(crossing(rounds=2), {"A": (0, 300), "B": (1, 250)}, points=3, fog=False, tactic_costs={"swap": 12})
        belief = believe(calm, 0, guess=True)
        assert Admiral(belief, SeededRng("b"), (), is_wary=True)._goal() == "swap"
        assert Admiral(belief, SeededRng("b"), ())._goal() == ""

    def test_leaves_a_planet_that_will_be_struck(self) -> None:
        state = board(
            crossing(rounds=2),
            {"A": (0, 300), "F": (0, 10), "B": (1, 300)},
            pending=[("terminator", 1, "A", None, 5)],
            points=0,
        )
        orders = decide(HARD, state, 0)
        assert sum(move["units"] for move in orders["moves"] if move["from"] == state.chart.ids["A"]) >= 290

    def test_god_kills_a_great_fleet_at_the_gate(self) -> None:
        state = board(
            crossing(rounds=2),
            {"A": (0, 40), "M": (0, 60), "B": (1, 20)},
            fleets=[(1, "B", "M", 900, 1)],
            points=8,
            tactics=["god"],
        )
        assert decide(HARD, state, 0)["tactic"] == {"type": "god", "planet": state.chart.ids["M"]}

    def test_defends_what_a_doubled_wall_saves(self) -> None:
        state = board(
            crossing(rounds=2, M={"def": 1.5}),
            {"A": (0, 5), "M": (0, 100), "B": (1, 20)},
            fleets=[(1, "B", "M", 190, 1)],
            points=2,
            tactics=["defend"],
        )
        assert decide(HARD, state, 0)["tactic"] == {"type": "defend", "planet": state.chart.ids["M"]}

    def test_boosts_a_world_that_multiplies(self) -> None:
        rich = {"res": 1.5, "cos": 5, "max": 2000}
        state = board(crossing(rounds=2, A=rich), {"A": (0, 150), "B": (1, 100)}, points=2, tactics=["boost"])
        assert decide(HARD, state, 0)["tactic"] == {"type": "boost", "planet": state.chart.ids["A"]}

    def test_halts_a_world_that_multiplies(self) -> None:
        rich = {"res": 2, "cos": 5, "max": 4000, "def": 3}
        state = board(
            crossing(rounds=12, M=rich), {"A": (0, 200), "M": (1, 150), "B": (1, 10)}, points=2, tactics=["halt"]
        )
        assert decide(HARD, state, 0)["tactic"] == {"type": "halt", "planet": state.chart.ids["M"]}

    def test_terminates_a_great_garrison(self) -> None:
        state = board(
            crossing(rounds=2, M={"def": 2}),
            {"A": (0, 80), "M": (1, 900), "B": (1, 10)},
            points=3,
            tactics=["terminator"],
        )
        assert decide(HARD, state, 0)["tactic"] == {"type": "terminator", "planet": state.chart.ids["M"]}

    def test_attack_wins_a_battle_that_is_otherwise_lost(self) -> None:
        state = board(
            crossing(rounds=2),
            {"A": (0, 20), "M": (1, 100), "B": (1, 10)},
            fleets=[(0, "A", "M", 95, 1)],
            points=2,
            tactics=["attack"],
        )
        assert decide(HARD, state, 0)["tactic"] == {"type": "attack", "planet": state.chart.ids["M"]}

    def test_fast_arrives_before_the_enemy_does(self) -> None:
        source = make_map({"A": {}, "B": {}, "M": {"res": 2, "cos": 10, "max": 900}}, [["A", "M", 8], ["B", "M", 8]])
        state = board(
            source,
            {"A": (0, 20), "B": (1, 20)},
            fleets=[(0, "A", "M", 90, 6), (1, "B", "M", 100, 5)],
            points=2,
            tactics=["fast"],
            fog=False,
        )
        assert decide(HARD, state, 0)["tactic"] == {"type": "fast", "planet": state.chart.ids["M"]}

    def test_teleports_to_a_bare_home(self) -> None:
        source = make_map({"A": {}, "B": {"res": 1.5, "cos": 20}, "C": {}}, [["A", "C", 9], ["C", "B", 9]])
        state = board(source, {"A": (0, 200), "B": (1, 20)}, points=4, tactics=["teleport"], fog=False)
        orders = decide(HARD, state, 0)
        assert orders["tactic"]["type"] == "teleport"
        assert orders["tactic"]["to"] == state.chart.ids["B"]

    def test_eleminates_when_much_is_in_reach(self) -> None:
        keys = {key: {"def": 2} for key in "ABCDEG"}
        source = make_map(keys, [["A", key, 3] for key in "BCDEG"])
        state = board(
            source,
            {"A": (0, 60), **dict.fromkeys("BCDEG", (1, 300))},
            points=20,
            tactics=["eleminate"],
        )
        assert decide(HARD, state, 0)["tactic"] == {"type": "eleminate"}

    def test_swaps_when_it_is_far_behind_and_never_when_ahead(self) -> None:
        holds = {"A": 20, "M": 400, "B": 400, "C": 400, "F": 400}
        state = board(
            crossing(rounds=3),
            {key: (int(key != "A"), units) for key, units in holds.items()},
            points=40,
            tactics=["swap"],
        )
        assert decide(HARD, state, 0)["tactic"] == {"type": "swap", "seat": 1}
        assert decide(HARD, state, 1)["tactic"] is None

    @pytest.mark.parametrize(("map_id", "seats"), [("long_night", 4), ("great_wheel", 8), ("four_winds", 4)])
    def test_keeps_its_budget(self, map_id: str, seats: int) -> None:
        for state in wander(map_id, seats, 30, f"budget-{map_id}")[::9]:
            belief = believe(state, GAME.pending(state)[0], guess=True)
            admiral = Admiral(belief, SeededRng("b"), ())
            admiral.plan()
            once = admiral.look.horizon * belief.atlas.count * seats
            assert 0 < admiral.look.spent <= BUDGET + once
