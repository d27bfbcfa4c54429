"""Do the built-in bots play by the rules from any view, repeat exactly, and are they as strong as promised (chapter 16; in `make long`)?"""

import copy
import itertools
import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from games.core.contract import Bot
from games.core.rng import SeededRng, seat_rng, step_rng
from games.core.simulate import match_seed, open_table, play, rotated
from games.hundred_clubs import GAME
from games.hundred_clubs.bots import character
from games.hundred_clubs.bots.street_stall import StreetStall
from games.hundred_clubs.state import State
from tests.bench.series import Series, share, spread
from tests.games.hundred_clubs.boards import board, chart_document

pytestmark = pytest.mark.slow

EASY, MEDIUM, HARD = GAME.bots[:3]
GENERATED = {"generated": {"width": None, "height": None, "water": True}}


def decide(bot: Bot, state: State, seat: int, memory: dict[str, Any] | None = None) -> Any:
    """Checked orders of a bot; refused orders fail the test."""
    orders = bot.decide(GAME.view(state, seat), SeededRng("bot"), {} if memory is None else memory)
    return GAME.check(state, seat, orders)


def states_of(bots: Sequence[Bot], seed: str, **options: Any) -> Iterator[State]:
    """Every state of a match between these bots."""
    table = open_table(GAME, options, len(bots), seed)
    state = GAME.setup(table, len(bots), step_rng(seed, 0))
    memories: list[dict[str, Any]] = [{} for _ in bots]
    step = 0
    while pending := GAME.pending(state):
        yield state
        orders = {seat: decide(bots[seat], state, seat, memories[seat]) for seat in pending}
        step += 1
        state, _ = GAME.resolve(state, orders, step_rng(seed, step))


def wins(strong: Bot, weak: Bot, matches: int, **options: Any) -> float:
    """How often `strong` wins duels with seats swapped; a shared first place is no win."""
    won = 0
    for number in range(matches):
        group, turn = divmod(number, 2)
        seed = match_seed("strength", group)
        record = play(GAME, open_table(GAME, options, 2, seed), 2, rotated([strong, weak], turn), seed)
        assert record.refused == 0
        won += record.ranks[turn] == 1 and record.ranks[1 - turn] == 2
    return won / matches


def test_three_levels_weakest_first_then_three_characters() -> None:
    assert [bot.id for bot in GAME.bots] == ["easy", "medium", "hard", "street_stall", "bridge_warden", "fox"]


class TestAnyView:
    def test_every_order_of_a_match_is_legal(self) -> None:
        """A full table of all bots: wars and alliances, clubs that lose everything."""
        bots = [*GAME.bots, HARD, GAME.bot("fox")]
        assert len(list(states_of(bots, "legal", rounds=12))) > 9

    @pytest.mark.parametrize("options", [
        {"campaign_price": 7, "campaign_limit": 1},
        {"threshold": 0, "sight": 1},
        {"threshold": 10_000, "initial_saving": 1000},
        {"initial_saving": 0, "capital_influence_pct": 0},
        {"truce_rounds": 0, "justify_rounds": 1, "justify_price": 100},
        {"alliance_tax": {"basis": "area", "milli": 0}, "corruption": {"basis": "area", "ppm": 100_000}},
        {"capital_wage": {"base": 100, "per_round": 10}, "sight": 10, "show_campaigns": "allies", "end_jitter": 3},
        {"min_birth_distance": 10, "rounds": 1, "map": "campus"},
        {"starts": "drawn", "min_birth_distance": 1},
    ])  # fmt: skip
    def test_orders_are_legal_under_all_options(self, options: dict[str, Any]) -> None:
        bots = [HARD, GAME.bot("fox"), GAME.bot("bridge_warden"), MEDIUM, EASY]
        table = open_table(GAME, {"rounds": 7, "map": GENERATED, **options}, 5, "o")
        assert play(GAME, table, 5, bots, "o").refused == 0

    @pytest.mark.parametrize(("rows", "seats"), [
        (["DDD", "D~D", "DDD"], 2),
        (["+" * 64] * 64, 4),
        (["D~T=." * 12, "~~~~~" * 12, "h+aP~" * 12], 3),
        (["~D~T~" * 4] * 9, 2),
    ], ids=["smallest", "largest", "flat", "streams"])  # fmt: skip
    def test_orders_are_legal_on_strange_maps(self, rows: list[str], seats: int) -> None:
        overrides = [{"at": [0, 0], "atk": 1000, "def": 0, "members": 1000}, {"at": [2, 0], "atk": 3, "def": 1000}]
        source = chart_document(rows, overrides=overrides)
        bots = [HARD, *GAME.bots, MEDIUM][:seats]
        table = open_table(GAME, {"map": source, "rounds": 5, "min_birth_distance": 1}, seats, "strange")
        assert play(GAME, table, seats, bots, "strange").refused == 0

    def test_exile_no_land_no_capital_and_no_neighbours(self) -> None:
        land = ["+++++"] * 3
        alone = ["0....", ".....", "....."]
        states = [
            board(land, ["11111"] * 3, capitals={0: (2, 1), 1: (0, 0)}, relations={(0, 1): "allied"}),
            board(land, alone, capitals={0: (0, 0)}),
            board(land, alone, cut=[(0, 0)], saving=0),
            board(["~++++", *land[1:]], alone, capitals={0: (0, 0)}, round=1),
            board(land, ["00000"] * 3, capitals={0: (0, 0)}, round=50),
            board(land, ["01010", "10101", "01010"], capitals={0: (0, 0)}, relations={(0, 1): "at_war"}),
        ]
        for state in states:
            for bot in GAME.bots:
                decide(bot, state, 0)

    def test_a_club_that_is_out_orders_nothing(self) -> None:
        table = open_table(GAME, {"map": GENERATED, "starts": "drawn"}, 3, "out")
        state = GAME.setup(table, 3, SeededRng("out"))
        state, _ = GAME.resolve(state, {1: GAME.check(state, 1, GAME.resign_orders)}, SeededRng("out"))
        for bot in GAME.bots:
            assert bot.decide(GAME.view(state, 1), SeededRng("out"), {}) == {}
            decide(bot, state, 0)

    def test_same_arguments_same_orders_and_nothing_is_changed(self) -> None:
        memories: list[dict[str, Any]] = [{} for _ in GAME.bots]
        for step, state in enumerate(states_of([HARD, MEDIUM], "same", rounds=9)):
            for seat in GAME.pending(state)[:1]:
                for bot, memory in zip(GAME.bots, memories, strict=True):
                    view = json.loads(json.dumps(GAME.view(state, seat)))
                    before, kept = copy.deepcopy(view), copy.deepcopy(memory)
                    first = bot.decide(view, seat_rng("s", step, seat), memory)
                    assert view == before
                    assert bot.decide(view, seat_rng("s", step, seat), kept) == first
                    assert json.loads(json.dumps(memory)) == memory == kept
                    GAME.check(state, seat, first)

    def test_memory_may_be_lost_at_any_step(self) -> None:
        for state in states_of([GAME.bot("fox"), GAME.bot("bridge_warden"), HARD], "lost", rounds=9):
            for seat in GAME.pending(state):
                for bot in GAME.bots:
                    decide(bot, state, seat)


def mean_and_margin(places: Sequence[int]) -> tuple[float, float]:
    """Mean and half the width of its 95 % interval."""
    mean = sum(places) / len(places)
    spread = sum((place - mean) ** 2 for place in places) / (len(places) - 1)
    return mean, 1.96 * math.sqrt(spread / len(places))


@pytest.mark.long
class TestStrength:
    @pytest.mark.parametrize("simple", ["stab", "rush", "betrayer", "war"])
    def test_president_is_not_fooled(self, simple: str) -> None:
        """Four swapped matches of the preset "Play now" plays; `python -m tests.bench.gallery hundred_clubs` plays them all."""
        series = Series("hundred_clubs", ("hard", simple), dict(GAME.presets["quick"].options), f"gallery {simple}")
        assert sum(spread(share, series, 4, 1)) >= 3

    def test_senior_beats_freshman(self) -> None:
        assert wins(MEDIUM, EASY, 4, rounds=20) == 1

    def test_president_beats_senior(self) -> None:
        assert wins(HARD, MEDIUM, 4) >= 0.75

    @pytest.mark.timeout(3600)
    @pytest.mark.parametrize("source", ["campus", GENERATED], ids=["campus", "generated"])
    @pytest.mark.parametrize(("strong", "weak"), [(MEDIUM, EASY), (HARD, MEDIUM)], ids=["medium", "hard"])
    def test_each_level_wins_three_of_four_duels(self, source: Any, strong: Bot, weak: Bot) -> None:
        assert wins(strong, weak, 200, map=source) >= 0.75

    @pytest.mark.timeout(3600)
    def test_levels_keep_their_order_at_a_full_table(self) -> None:
        """Mean places of the levels in 100 matches of two of each and two more of the weakest; intervals do not overlap."""
        seats = [HARD, HARD, MEDIUM, MEDIUM, EASY, EASY, EASY, EASY]
        places: dict[str, list[int]] = {bot.id: [] for bot in seats}
        for number in range(100):
            order = list(seats)
            SeededRng(f"seats:{number}").shuffle(order)
            seed = match_seed("full", number)
            record = play(GAME, open_table(GAME, {}, 8, seed), 8, order, seed)
            for bot_id, rank in zip(record.bots, record.ranks, strict=True):
                places[bot_id].append(rank)
        levels = [mean_and_margin(places[bot.id]) for bot in (HARD, MEDIUM, EASY)]
        for (better, margin), (worse, other) in itertools.pairwise(levels):
            assert better + margin < worse - other


def test_the_freshman_fights_back_with_more_than_it_quarrels_with() -> None:
    rows, owners = ["+++DDDD+"] * 3, ["00001111"] * 3
    state = board(rows, owners, relations={(0, 1): "at_war"}, saving=400, initial_saving=100)
    freshman = StreetStall(budget_pct=70, purse_pct=100, stands=True)

    def money(said: str) -> int:
        memory = {"relations": {"1": "neutral"}, "said": {"1": said}}
        orders = character.decide(freshman, GAME.view(state, 0), SeededRng("back"), memory)
        return sum(campaign["size"] for campaign in orders["campaigns"])

    assert 0 < money("justify_war") <= 100 < money("keep_neutral") <= 280
