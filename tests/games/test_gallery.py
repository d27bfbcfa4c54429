"""Do the simple bots of the gallery play by the rules, and is the balance of a game judged as it is said?"""

import inspect
import json
import sys
from importlib import import_module
from typing import Any

import pytest

import games
from tests.bench import balance
from tests.bench.gallery import __main__ as exhibition
from tests.bench.gallery.__main__ import Row
from tests.bench.series import Series, bot_of, gallery, play_one, settings, share, spread

SHOWN = [game_id for game_id in games.GAMES if gallery(game_id)]
LINES = 60


def test_every_setting_can_be_played_by_two() -> None:
    """Presets first, then the maps that no preset has as its only change."""
    names = [setting.name for setting in settings(games.get("planet_conquer"))]
    assert names[: len(games.get("planet_conquer").presets)] == list(games.get("planet_conquer").presets)
    assert "map great_wheel" in names
    assert "map tightrope" not in [setting.name for setting in settings(games.get("planet_conquer"), 3)]


@pytest.mark.parametrize("game_id", SHOWN)
def test_each_is_one_short_idea(game_id: str) -> None:
    """At least five, none longer than 60 lines."""
    bots = import_module(f"tests.bench.gallery.{game_id}").BOTS
    assert len(bots) >= 5
    assert all(len(inspect.getsource(answer).splitlines()) <= LINES for answer in bots.values())


@pytest.mark.parametrize(("game_id", "bot"), [(game_id, bot) for game_id in SHOWN for bot in gallery(game_id)])
def test_their_orders_are_accepted(game_id: str, bot: str) -> None:
    """A bot whose orders are refused would lose for the wrong reason."""
    game = games.get(game_id)
    record = play_one(Series(game_id, (bot, game.bots[0].id), dict(game.presets["quick"].options)), 0)
    assert record.refused == 0, record.first_refused


def test_matches_are_swapped_and_shared() -> None:
    """Bots change seats on the same map; a share is that of the first bot."""
    series = Series("planet_conquer", ("hard", "pass"), {"map": "tightrope", "max_round": 30})
    first, second = (play_one(series, number) for number in range(2))
    assert (first.bots, second.bots) == (("hard", "pass"), ("pass", "hard"))
    assert first.seed == second.seed
    assert list(spread(share, series, 2, 1)) == [1.0, 1.0]
    assert bot_of(games.get("planet_conquer"), "hard").id == "hard"
    with pytest.raises(KeyError):
        bot_of(games.get("planet_conquer"), "nobody")


def test_the_exhibition_fails_for_a_weak_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """70 % for hard, 50 % for medium."""
    assert Row("quick", "rush", "hard", 10, 0.7).is_enough and not Row("quick", "rush", "hard", 10, 0.69).is_enough
    assert Row("quick", "rush", "medium", 10, 0.5).is_enough and not Row("quick", "rush", "medium", 10, 0.49).is_enough
    call = ["gallery", "planet_conquer", "--preset", "quick", "--bots", "pass", "--matches", "2", "--json"]
    monkeypatch.setattr(sys, "argv", [*call, "--against", "hard"])
    assert exhibition.main() == 0
    assert json.loads(capsys.readouterr().out) == [
        {"setting": "quick", "bot": "pass", "against": "hard", "matches": 2, "won": 1.0}
    ]
    monkeypatch.setattr(exhibition, "spread", lambda *given: [0.0, 1.0])
    monkeypatch.setattr(sys, "argv", [*call, "--against", "hard"])
    assert exhibition.main() == 1


def found(**changes: Any) -> dict[str, Any]:
    minutes = games.get("planet_conquer").presets["quick"].minutes
    fair = {"seats": [], "draws": 0.0, "minutes": {"median": minutes}, "parts": []}
    return {**fair, **changes}


def part(name: str, used: float = 1.0, share: float = 0.5, won: float = 0.5, users: int = 400) -> dict[str, Any]:
    return {"part": name, "used": used, "share": share, "won": won, "users": users}


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"seats": [{"seat": 1, "share": 0.7, "error": 4.0}]}, "seat 1 wins 70.0%"),
        ({"draws": 0.2}, "20.0% draws"),
        ({"minutes": {"median": 500}}, "500 minutes"),
        ({"parts": [part("act.jump", used=0.04)]}, "act.jump is used in 4.0% of the matches"),
        ({"parts": [part("act.jump", share=0.7)]}, "70.0% of those who use act.jump win"),
        ({"parts": [part("act.jump", share=0.2)]}, "20.0% of those who use act.jump win"),
        ({"parts": [part("way.a", won=0.61), part("way.b", won=0.39)]}, "way.a stands in 61.0% of the wins"),
    ],
)
def test_what_is_out_of_bounds(changes: dict[str, Any], what: str) -> None:
    """Each figure has its bound."""
    (finding,) = balance.judge("planet_conquer", "quick", found(**changes), [])
    assert what in finding.what


def test_what_is_within_bounds() -> None:
    """A part that everybody uses stands in all wins, and few users prove nothing."""
    parts = [part("act.jump", won=1.0), part("act.sing", won=0.9), part("card.rare", share=0.7, users=20)]
    assert not list(balance.judge("planet_conquer", "quick", found(parts=parts), []))
