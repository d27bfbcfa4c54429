"""Do the simple bots of the gallery play by the rules?"""

import inspect
import json
import sys
from importlib import import_module

import pytest

import games
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


@pytest.mark.long
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
