"""Is the balance of a game judged as it is said, and does every game pass the short form of it?"""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import games
from tests.bench import balance, kept, verdicts
from tests.bench.kept import Task
from tests.bench.seats import Share
from tests.bench.series import Series
from tests.bench.verdicts import MET, MISSED, OPEN, Verdict

pytestmark = pytest.mark.slow

PAIR = Series("planet_conquer", ("hard", "pass"))


@pytest.mark.long
@pytest.mark.parametrize("game_id", sorted(games.GAMES))
def test_the_short_form(game_id: str) -> None:
    """Five simple bots, both pairs of levels and equal bots on the preset that "Play now" plays: nothing is missed beyond doubt."""
    found = balance.short(game_id)
    assert {one.requirement for one in found} == {"no simple bot wins", "levels", "minutes", "orders accepted"}
    assert not [one.cells() for one in found if one.verdict == MISSED]


def told(**changes: Any) -> dict[str, Any]:
    minutes = games.get("planet_conquer").presets["quick"].minutes
    fair = {"matches": 400, "seats": [], "draws": 0.0, "minutes": {"median": minutes}, "wins": {}, "parts": []}
    return {**fair, **changes}


def part(name: str, used: float = 1.0, share: float = 0.5, won: float = 0.5, users: int = 400) -> dict[str, Any]:
    return {"part": name, "used": used, "share": share, "won": won, "users": users}


def missed(found: dict[str, Any], *, setting: str = "quick", bot: str = "hard", **places: float) -> list[str]:
    shares = [Share(name, 400, 400 * won, 0.5) for name, won in places.items()]
    game_id = "frames" if places else "planet_conquer"
    return [
        f"{one.requirement}: {one.what}"
        for one in verdicts.equals(game_id, setting, bot, found, shares)
        if one.verdict == MISSED and (one.requirement != "minutes" or not places)
    ]


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"seats": [{"seat": 1, "share": 0.7}]}, "seats: seat 1 of hard"),
        ({"draws": 0.2}, "draws: draws of hard"),
        ({"minutes": {"median": 500}}, "minutes: median"),
        ({"wins": {"score": 0.9, "base": 0.1}}, "ends: won by score"),
        ({"parts": [part("act.jump", used=0.01)]}, "parts are used: act.jump"),
        ({"parts": [part("act.jump", share=0.7)]}, "users win: act.jump"),
        ({"parts": [part("act.jump", share=0.2)]}, "users win: act.jump"),
        ({"parts": [part("victory.a", won=0.7), part("victory.b", won=0.3)]}, "no single choice: victory.a in wins"),
        ({"parts": [part("opening.build.ship", won=1.0)]}, "no single choice: opening.build.ship in wins"),
    ],
)
def test_what_is_out_of_bounds(changes: dict[str, Any], what: str) -> None:
    """Each figure has its bound."""
    assert missed(told(**changes)) == [what]


def test_what_is_within_bounds() -> None:
    """A part that everybody uses stands in all wins, few users prove nothing, openings may be rare, the letter of the rules may draw."""
    parts = [part("act.jump", won=1.0), part("act.sing", won=0.9), part("card.rare", share=0.7, users=20)]
    assert not missed(told(parts=[*parts, part("opening.act.jump", used=0.01, share=0.0, users=4)]))
    stated = games.get("planet_conquer").presets["seed"].minutes
    assert not missed(told(draws=0.9, minutes={"median": stated}), setting="seed")
    assert not missed(told(minutes={"median": 500}, wins={"score": 1.0}), bot="medium")


def test_bounds_of_places_are_those_of_the_game() -> None:
    """Frames: first player 50 ± 4 % with hard; starter fleets 40 to 60 %."""
    assert missed(told(), first=0.6) == ["places: first of hard"]
    assert not missed(told(), first=0.53)
    assert missed(told(), bot="medium", colossus=0.7) == ["places: colossus of medium"]
    assert not missed(told(), colossus=0.59)
    assert verdicts.bounds("frames", Share("first", 400, 200, 0.5), "hard") == (0.46, 0.54)
    assert verdicts.bounds("hundred_clubs", Share("lake", 400, 200, 0.5), "hard") == (0.425, 0.575)


def test_few_matches_leave_a_figure_open() -> None:
    """Out of bounds by less than two standard errors is neither met nor missed."""
    assert [verdicts.level("quick", "hard", "medium", [1.0] * won + [0.0] * (8 - won)).verdict for won in (6, 5, 1)] == [
        MET, OPEN, MISSED,
    ]  # fmt: skip
    pool = verdicts.pooled([verdicts.gallery("quick", "hard", str(i), [float(i < 2)]) for i in range(8)], "quick")
    assert [(one.measured, one.count, one.verdict) for one in pool] == [(0.25, 8, MISSED)]


def number_of(series: Series, number: int) -> int:
    return number


def test_a_series_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """What is in the file is not played again, nor what was cut off; results come in the order of the matches, however many play."""
    file = tmp_path / "kept" / "some.jsonl"
    calls: list[int] = []

    def fact(series: Series, number: int) -> int:
        calls.append(number)
        return 10 * number

    tasks = [Task("a", PAIR, 2), Task("b", PAIR, 3)]
    assert kept.play(tasks, fact, 1, file) == {"a": [0, 10], "b": [0, 10, 20]}
    assert calls == [0, 0, 1, 1, 2]
    with file.open("a") as whole:
        whole.write('["b", 3, 5')
    assert kept.play(tasks, fact, 1, file)["b"] == [0, 10, 20]
    assert len(calls) == 5
    assert kept.play([Task("c", PAIR, 5)], number_of, 2, tmp_path / "other") == {"c": [0, 1, 2, 3, 4]}


def test_other_sources_have_other_files() -> None:
    """Nothing that another engine played counts."""
    names = {kept.file_of(Path("x"), game_id).name for game_id in games.GAMES}
    assert len({name.rpartition("-")[2] for name in names}) == len(games.GAMES)


def test_named_settings() -> None:
    """A map that is named is played in full and alone; by default maps have the gallery only."""
    kinds, matches = list(balance.KINDS), dict.fromkeys(balance.KINDS, 2)
    one = balance.wanted("planet_conquer", ["map great_wheel"], kinds, matches, None)
    assert {task.name.split("|")[0] for task in one} == {"map great_wheel"}
    assert {task.name.split("|")[1] for task in one} == set(kinds)
    whole = [task.name.split("|")[:2] for task in balance.wanted("planet_conquer", [], kinds, matches, None)]
    assert {kind for name, kind in whole if name == "map great_wheel"} == {"gallery"}
    assert {kind for name, kind in whole if name == "quick"} == set(kinds)


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """It prints a table, fails where a figure is out of bounds, and names a setting that is not there."""
    call = ["balance", "frames", "--preset", "quick", "--only", "levels", "--matches", "2", "--keep", str(tmp_path)]
    file = kept.file_of(tmp_path, "frames")
    for won, code, verdict in ((1.0, 0, MET), (0.0, 1, MISSED)):
        names = ("quick|levels|hard|medium", "quick|levels|medium|easy")
        file.write_text("".join(json.dumps([name, number, won]) + "\n" for name in names for number in range(2)))
        monkeypatch.setattr(sys, "argv", [*call, "--json"])
        assert balance.main() == code
        rows = json.loads(capsys.readouterr().out)["verdicts"]
        assert [(row["what"], row["measured"], row["verdict"]) for row in rows] == [
            ("hard over medium", won, verdict), ("medium over easy", won, verdict),
        ]  # fmt: skip
    monkeypatch.setattr(sys, "argv", call)
    assert balance.main() == 1
    assert "| levels | quick | hard over medium | ≥ 75.0% | 0.0% | 2 | missed |" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["balance", "frames", "--preset", "nowhere"])
    with pytest.raises(SystemExit):
        balance.main()
    assert "'nowhere'" in capsys.readouterr().err


def test_what_is_met_takes_one_row() -> None:
    """Unless the whole table is asked for."""
    found = [
        Verdict("levels", "quick", name, won, 0.75, 1.0, 100) for name, won in (("a", 0.8), ("b", 0.9), ("c", 0.2))
    ]
    assert [row.split(" | ")[2] for row in balance.table(found, whole=False).splitlines()[2:]] == ["c", "2 figures"]
    assert len(balance.table(found, whole=True).splitlines()) == 5
