"""Does a report say truly who won, how long it took, and what winners and losers used?"""

from collections.abc import Iterator
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command

import games
from games.core.contract import Parts
from games.core.report import Played, lines, read, report
from games.core.simulate import open_table, play
from tests.games import toy

NAMES = frozenset({"act.jump", "act.sing", "act.wait"})


def match(ranks: tuple[int, ...], *used: dict[str, int], steps: int = 10, reason: str = "end") -> Played:
    return Played(ranks, steps, steps * 2.0, reason, used, NAMES)


FOUR = [
    match((1, 2), {"act.jump": 3}, {"act.sing": 1}, steps=10),
    match((2, 1), {"act.jump": 1, "act.sing": 1}, {"act.jump": 1}, steps=20),
    match((2, 1), {}, {"act.jump": 4}, steps=30),
    match((1, 1), {"act.sing": 1}, {}, steps=40, reason="draw"),
]


def test_seats_draws_and_reasons() -> None:
    """A shared first place is a half each."""
    found = report(toy.GAME, FOUR)
    assert found["matches"] == 4
    assert [(row["seat"], row["share"], row["error"]) for row in found["seats"]] == [(0, 0.375, -0.5), (1, 0.625, 0.5)]
    assert found["draws"] == 0.25
    assert found["reasons"] == {"end": 0.75, "draw": 0.25}


def test_length_in_steps_and_in_minutes_for_people() -> None:
    """Minutes count every step by the factor of its clock."""
    found = report(replace(toy.GAME, pace_seconds=30), FOUR)
    assert found["steps"] == {"least": 10, "median": 25, "most": 40}
    assert found["minutes"] == {"least": 10, "median": 25, "most": 40}


def test_parts_by_winners_and_losers() -> None:
    """Draws count for use alone; what nobody used is there too."""
    rows = {row["part"]: row for row in report(toy.GAME, FOUR)["parts"]}
    assert set(rows) == NAMES
    jump = rows["act.jump"]
    assert (jump["used"], jump["won"], jump["lost"]) == (0.75, 1.0, 0.3333)
    assert (jump["share"], jump["times_won"], jump["times_lost"]) == (0.75, 2.6667, 0.3333)
    assert (rows["act.sing"]["used"], rows["act.sing"]["won"], rows["act.sing"]["share"]) == (0.75, 0.0, 0.0)
    assert rows["act.wait"]["used"] == 0


def test_as_tables() -> None:
    """Everything stands in tables of Markdown."""
    text = "\n".join(lines(report(toy.GAME, FOUR)))
    assert "| 1 | 62.5% | +0.5 |" in text
    assert "| act.jump | 75.0% | 100.0% | 33.3% | 75.0% | 2.7 | 0.3 |" in text
    assert "| draw | 25.0% |" in text


def test_a_record_is_read_with_the_parts_of_its_game() -> None:
    """A game says what was used in each step; one that does not has no parts."""

    def used(state: object, orders: dict[int, dict[str, int]], events: object) -> Iterator[tuple[int, str]]:
        for seat, given in orders.items():
            if given and given["walk"]:
                yield seat, "act.walk"

    parts = Parts(lambda options: ["act.walk", "act.fly"], used, openings=("act",))  # type: ignore[arg-type]
    game = replace(toy.GAME, parts=parts)
    record = play(game, open_table(game, {}, 2, "s"), 2, [toy.GAME.bots[0]] * 2, "s")
    found = read(game, record)
    walked = [sum(bool(given[seat] and given[seat]["walk"]) for given in record.orders) for seat in range(2)]
    assert [one.get("act.walk", 0) for one in found.used] == walked
    assert [one.get("opening.act.walk", 0) for one in found.used] == [min(1, times) for times in walked]
    assert found.names == {"act.walk", "act.fly"}
    assert (found.ranks, found.steps, found.reason) == (record.ranks, record.steps, record.reason)
    assert read(toy.GAME, record).used == ()


@pytest.mark.parametrize("game_id", games.GAMES)
def test_every_game_names_its_parts(game_id: str) -> None:
    """What bots use of the quick game is among what the game says that there is, but for openings and for fleets of one's own."""
    game = games.get(game_id)
    assert game.parts is not None
    options = open_table(game, dict(game.presets["quick"].options), 2, "parts")
    found = read(game, play(game, options, 2, [game.bots[0]] * 2, "parts"))
    assert set().union(*found.used)
    beyond = set().union(*found.used) - found.names
    assert {name for name in beyond if not name.startswith("opening.")} <= {"starter.own"}


def test_the_command_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """`simulate --report` prints the tables under the totals."""
    known = games.get
    monkeypatch.setattr(games, "get", lambda game_id: toy.GAME if game_id == "toy" else known(game_id))
    out = StringIO()
    bot = toy.GAME.bots[0].id
    call_command("simulate", "toy", "--seats", "2", "--bots", f"{bot},{bot}", "--matches", "2", "--report", stdout=out)
    assert "| seat | won | standard errors |" in out.getvalue()
