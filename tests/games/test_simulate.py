"""Do simulated matches run by the rules of the contract, repeat exactly, and does `manage.py simulate` report them truly?"""

import json
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

import games
from games.core.contract import Bot, Game
from games.core.errors import OptionError
from games.core.simulate import OwnBot, match_seed, open_table, play, replay, rotated
from lobby.management.commands.simulate import count_totals
from lobby.operations.own_bots import own_bot
from tests.games import toy

CAREFUL = Bot("careful", "Careful", "", lambda view, rng, memory: {"walk": 0, "throw": None})
THROWER = toy.GAME.bots[0]
GAME: Game = replace(toy.GAME, bots=(CAREFUL, THROWER))


@pytest.fixture
def lanterns(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The toy game under an id of its own, so that the command finds it."""
    known = games.get
    monkeypatch.setattr(games, "get", lambda game_id: GAME if game_id == "toy" else known(game_id))
    return GAME


def simulate(*arguments: str) -> str:
    out = StringIO()
    call_command("simulate", *arguments, stdout=out)
    return out.getvalue()


def simulate_json(*arguments: str) -> Any:
    return json.loads(simulate(*arguments, "--json"))


def without_seconds(result: Any) -> Any:
    return [{key: value for key, value in match.items() if key != "seconds"} for match in result["matches"]]


class TestPlay:
    def test_repeats_exactly(self) -> None:
        options = open_table(GAME, {}, 3, "s")
        first = play(GAME, options, 3, [THROWER] * 3, "s")
        assert first == play(GAME, options, 3, [THROWER] * 3, "s")
        assert first.orders != play(GAME, options, 3, [THROWER] * 3, "t").orders

    def test_replay_of_the_record_ends_in_the_same_ranks(self) -> None:
        record = play(GAME, open_table(GAME, {}, 4, "x"), 4, [THROWER] * 4, "x")
        frames = list(replay(GAME, record.options, 4, "x", record.orders))
        assert [step for step, _, _ in frames] == list(range(record.steps + 1))
        assert frames[0][2] == []
        outcome = GAME.outcome(frames[-1][1])
        assert outcome is not None
        assert tuple(sorted((p.seat, p.place) for p in outcome.ranking)) == tuple(enumerate(record.ranks))
        assert all(GAME.outcome(state) is None for _, state, _ in frames[:-1])

    def test_its_first_steps_alone_are_those_of_the_whole_match_and_have_no_result(self) -> None:
        options = open_table(GAME, {"rounds": 5}, 2, "s")
        whole, part = (play(GAME, options, 2, [CAREFUL] * 2, "s", first=first) for first in (None, 2))
        assert (whole.steps, part.steps) == (5, 2)
        assert part.orders == whole.orders[:2]
        assert (part.ranks, part.reason) == ((), "")
        assert play(GAME, options, 2, [CAREFUL] * 2, "s", first=5) == whole

    def test_replay_takes_missed_steps(self) -> None:
        options = open_table(GAME, {"rounds": 2, "hearts": 9}, 2, "x")
        frames = list(replay(GAME, options, 2, "x", [{0: None}, {}]))
        assert GAME.pending(frames[-1][1]) == []

    def test_refused_orders_are_counted_and_replaced_by_default_orders(self) -> None:
        wild = Bot("wild", "Wild", "", lambda view, rng, memory: {"walk": 7})
        record = play(GAME, open_table(GAME, {"rounds": 5}, 2, "s"), 2, [wild, CAREFUL], "s")
        assert record.refused == record.steps == 5
        assert all(step[0] == GAME.default_orders(None, 0) for step in record.orders)
        assert record.first_refused.startswith("step 0, seat 0: ")
        assert " at walk: " in record.first_refused

    def test_an_own_bot_gets_copies_of_its_view_and_its_choices_and_nothing_else(self) -> None:
        seen: list[Any] = []

        def answer(view: Any, choices: Any, rng: Any, memory: Any) -> Any:
            seen.append((json.dumps(view), choices))
            view.clear()
            return {"walk": 0, "throw": None}

        options = open_table(GAME, {"rounds": 3}, 2, "s")
        game = replace(GAME, choices=lambda state, seat: [seat, (1, 2)])
        record = play(game, options, 2, [OwnBot("mine", answer), CAREFUL], "s")
        assert record.orders == play(GAME, options, 2, [CAREFUL, CAREFUL], "s").orders
        states = [state for _, state, _ in replay(GAME, options, 2, "s", record.orders)]
        assert seen == [(json.dumps(GAME.view(state, 0), sort_keys=True), [0, [1, 2]]) for state in states[:-1]]

    def test_memory_belongs_to_one_seat_and_lasts(self) -> None:
        seen: dict[int, list[int]] = {0: [], 1: []}

        def count(view: Any, rng: Any, memory: dict[str, Any]) -> Any:
            memory["steps"] = memory.get("steps", 0) + 1
            seen[view["you"]].append(memory["steps"])
            return {}

        play(GAME, open_table(GAME, {"rounds": 4}, 2, "s"), 2, [Bot("count", "Count", "", count)] * 2, "s")
        assert seen == {0: [1, 2, 3, 4], 1: [1, 2, 3, 4]}

    def test_bots_must_fill_the_seats(self) -> None:
        with pytest.raises(ValueError, match="3 seats need 3 bots, got 1"):
            play(GAME, open_table(GAME, {}, 3, "s"), 3, [THROWER], "s")

    def test_endless_match_is_an_error(self) -> None:
        with pytest.raises(RuntimeError, match="has not ended"):
            play(GAME, open_table(GAME, {"rounds": 9}, 2, "s"), 2, [CAREFUL, CAREFUL], "s", max_steps=8)

    def test_open_table_refuses_bad_options(self) -> None:
        with pytest.raises(OptionError):
            open_table(GAME, {"size": 1}, 2, "s")

    def test_rotated(self) -> None:
        assert rotated([CAREFUL, THROWER, THROWER], 0) == (CAREFUL, THROWER, THROWER)
        assert rotated([CAREFUL, THROWER, THROWER], 1) == (THROWER, CAREFUL, THROWER)
        assert rotated([CAREFUL, THROWER, THROWER], 2) == (THROWER, THROWER, CAREFUL)
        assert rotated([CAREFUL, THROWER], 2) == (CAREFUL, THROWER)

    def test_seeds_of_a_series_differ(self) -> None:
        assert len({match_seed("a", number) for number in range(100)} | {match_seed("b", 0)}) == 101


@pytest.mark.usefixtures("lanterns")
class TestCommand:
    def test_json_has_the_documented_shape(self) -> None:
        result = simulate_json("toy", "--seats", "2", "--bots", "thrower,careful", "--matches", "6", "--seed", "7")
        assert set(result) == {"matches", "totals"}
        assert len(result["matches"]) == 6
        for match in result["matches"]:
            assert match["bots"] == ["thrower", "careful"]
            assert sorted(match["ranks"]) in ([1, 2], [1, 1])
            assert match["steps"] >= 1
            assert match["reason"] in ("last_standing", "last_round")
            assert match["seconds"] >= 0
        wins = sum(match["ranks"] == [1, 2] for match in result["matches"])
        shared = sum(match["ranks"] == [1, 1] for match in result["matches"])
        mean = sum(match["ranks"][0] for match in result["matches"]) / 6
        assert result["totals"]["thrower"] == {
            "matches": 6,
            "wins": wins,
            "shared": shared,
            "mean_rank": round(mean, 4),
        }
        assert set(result["totals"]) == {"thrower", "careful"}

    def test_same_seed_same_matches_other_seed_other_matches(self) -> None:
        call = ("toy", "--seats", "3", "--bots", "thrower,thrower,careful", "--matches", "5", "--seed")
        assert without_seconds(simulate_json(*call, "1")) == without_seconds(simulate_json(*call, "1"))
        assert without_seconds(simulate_json(*call, "1")) != without_seconds(simulate_json(*call, "2"))

    def test_swap_plays_every_seed_once_per_rotation(self) -> None:
        call = ("toy", "--seats", "2", "--bots", "thrower,careful", "--matches", "6", "--swap")
        matches = simulate_json(*call)["matches"]
        assert len(matches) == 6
        assert [match["bots"][0] for match in matches] == ["thrower", "careful"] * 3
        seeds = [match["seed"] for match in matches]
        assert seeds[0::2] == seeds[1::2]
        assert len(set(seeds)) == 3

    def test_options_reach_the_game(self) -> None:
        call = ("toy", "--seats", "2", "--bots", "careful,careful", "--matches", "1", "--options", '{"rounds": 4}')
        assert simulate_json(*call)["matches"][0]["steps"] == 4

    def test_ties_share_a_rank_and_count_as_shared(self) -> None:
        result = simulate_json("toy", "--seats", "2", "--bots", "careful,careful", "--matches", "2")
        assert all(match["ranks"] == [1, 1] for match in result["matches"])
        assert result["totals"]["careful"] == {"matches": 4, "wins": 0, "shared": 4, "mean_rank": 1.0}

    def test_table_for_people(self) -> None:
        text = simulate("toy", "--seats", "2", "--bots", "thrower,careful", "--matches", "3")
        assert "mean rank" in text
        assert text.count("steps") == 3

    def test_own_bots_play_from_their_files(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "path", [*sys.path])
        own_bot.cache_clear()
        Path("ways.py").write_text("STAY = 0\n")
        Path("mine.py").write_text(
            "import ways\ndef decide(memory, view):\n    return {'walk': ways.STAY, 'throw': None}\n"
        )
        Path("wild.py").write_text("decide = lambda view, choices, rng: {'walk': 7}\n")
        call = ("toy", "--seats", "2", "--matches", "4", "--swap", "--bots")
        result = simulate_json(*call, "mine.py,wild.py")
        assert {bot: total["matches"] for bot, total in result["totals"].items()} == {"mine.py": 4, "wild.py": 4}
        assert all(match["refused"] == match["steps"] > 0 for match in result["matches"])
        assert all(" at walk: " in match["first_refused"] for match in result["matches"])
        mine, careful = simulate_json(*call, "mine.py,thrower"), simulate_json(*call, "careful,thrower")
        assert [match["ranks"] for match in mine["matches"]] == [match["ranks"] for match in careful["matches"]]

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            (None, "--bots: there is no file mine.py"),
            ("orders = {}", "--bots: mine.py has no function decide"),
            (
                "def decide(state): pass",
                "--bots: mine.py takes state; there is view, choices, rng, memory, refused",
            ),
        ],
    )
    def test_files_that_are_no_bots_are_named(
        self, text: str | None, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "path", [*sys.path])
        own_bot.cache_clear()
        if text is not None:
            Path("mine.py").write_text(text)
        with pytest.raises(CommandError) as caught:
            simulate("toy", "--seats", "2", "--bots", "mine.py,thrower")
        assert str(caught.value) == complaint

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (("chess", "--seats", "2", "--bots", "a,b"), "game: there is no game 'chess'"),
            (("toy", "--seats", "9", "--bots", "thrower"), "--seats: toy is for 2, 3, 4 seats, not 9"),
            (("toy", "--seats", "2", "--bots", "thrower,genius"), "--bots: toy has no bot 'genius'"),
            (("toy", "--seats", "2", "--bots", "thrower"), "--bots: 2 seats need 2 bots, got 1"),
            (("toy", "--seats", "2", "--bots", "thrower,careful", "--matches", "0"), "--matches: at least 1"),
            (("toy", "--seats", "2", "--bots", "thrower,careful", "--jobs", "0"), "--jobs: at least 1"),
            (("toy", "--seats", "2", "--bots", "thrower,careful", "--options", "{"), "--options: not JSON"),
            (
                ("toy", "--seats", "2", "--bots", "thrower,careful", "--options", "[]"),
                "--options: must be a JSON object",
            ),
            (("toy", "--seats", "2", "--bots", "thrower,careful", "--options", '{"size": 1}'), "--options: size:"),
        ],
    )
    def test_bad_arguments_are_named(self, arguments: tuple[str, ...], complaint: str) -> None:
        with pytest.raises(CommandError) as caught:
            simulate(*arguments)
        assert str(caught.value).startswith(complaint)

    def test_count_totals_counts_seats(self) -> None:
        matches = [{"bots": ["a", "b", "a"], "ranks": [1, 3, 2]}, {"bots": ["b", "c"], "ranks": [1, 1]}]
        assert count_totals(matches) == {
            "a": {"matches": 2, "wins": 1, "shared": 0, "mean_rank": 1.5},
            "b": {"matches": 2, "wins": 0, "shared": 1, "mean_rank": 2.0},
            "c": {"matches": 1, "wins": 0, "shared": 1, "mean_rank": 1.0},
        }


def test_jobs_change_only_the_time() -> None:
    call = (
        "planet_conquer",
        "--seats",
        "2",
        "--bots",
        "medium,easy",
        "--matches",
        "4",
        "--swap",
        "--options",
        '{"map": "crossroads"}',
    )
    one, two = simulate_json(*call, "--jobs", "1"), simulate_json(*call, "--jobs", "2")
    assert without_seconds(one) == without_seconds(two)
    assert one["totals"] == two["totals"]
