"""Programs for the original's controller: a class `Player` is taken as it was written, and plays. Chapter 10.6."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import games
from games.core.errors import NoProgram
from games.core.simulate import open_table, play
from games.cosmos.programs import PLAYERS, PROGRAMS
from games.cosmos.programs.templates import PLAYER
from lobby.bots import at_home
from lobby.bots.loader import ProgramRefused
from lobby.bots.sandbox import Sandbox
from tests.games.cosmos.test_programs import OPTIONS, entity_view

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent / "players"
DOES = {
    "collector": {"build", "charge", "move", "radio"},
    "hunter": {"build", "move", "analyse"},
    "raider": {"build", "move", "overload"},
    "bidder": {"charge"},
    "chorus": {"build", "charge", "move", "radio"},
}
"""Whole programs, and what each is seen to do in a match. Texts, since what they import is not here."""
METHODS = [
    "get_all_teams",
    "get_opponent",
    "get_cooldown_turns",
    "get_overdrive_factor",
    "get_defence",
    "get_id",
    "get_location",
    "get_round_num",
    "get_team",
    "get_type",
    "get_radio",
    "get_charge_point",
    "get_entity_count",
    "get_energy",
    "adjacent_location",
    "is_opponent",
    "is_blocked",
    "is_location_occupied",
    "is_ready",
    "on_the_map",
    "can_detect_location",
    "can_detect_radius",
    "can_sense_location",
    "can_sense_radius",
    "sense_entity",
    "sense_nearby_entities",
    "detect_nearby_entities",
    "sense_aether",
    "can_charge",
    "can_build",
    "can_overdrive",
    "can_analyze",
    "can_move",
    "can_set_radio",
    "charge",
    "build",
    "overdrive",
    "analyze",
    "move",
    "set_radio",
]
ASKED = """\
from core.api import *


class Player:
    def run(self, c):
"""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=1)
    yield made
    made.close()
    at_home.close()


def ran(sandbox: Sandbox, text: str, view: Any, memory: str = "{}") -> Any:
    rules = PROGRAMS.rules(text)
    assert rules is PLAYERS
    return sandbox.run(rules, sandbox.prepare(rules, text), options=OPTIONS, view=view, memory=memory, seed=7)


@pytest.mark.parametrize("name", DOES)
def test_a_program_written_for_the_original_plays_a_match(sandbox, tmp_path, name):
    """As the site would run it, against a bot: no run is void, and it acts."""
    game = games.get("cosmos")
    file = tmp_path / f"{name}.py"
    file.write_text((FOLDER / f"{name}.txt").read_text(encoding="utf-8"), encoding="utf-8")
    program = at_home.hosted_bot(game, str(file))
    options = open_table(game, {"rounds": 60, "execution": "planned"}, 2, name)
    record = play(game, options, 2, [program, game.bot("easy")], "s1")
    given = [row for step in record.orders for row in (dict(step).get(0) or {}).get("direct", [])]
    did = Counter(action["do"] for row in given for action in row["actions"])
    assert (record.steps, record.failures, record.first_refused) == (60, (), "")
    assert set(did) >= DOES[name]


def test_every_method_of_the_original_is_there(sandbox):
    asked = "".join(f"        c.{name}\n" for name in METHODS)
    assert ran(sandbox, ASKED + asked, entity_view("scout")).void is None


def test_what_it_knows_is_what_our_controller_knows(sandbox):
    lines = """\
        here = c.get_location()
        print([c.get_id(), c.get_type().name, c.get_team().tag, c.get_energy(), c.get_radio(), c.get_round_num(), c.is_ready()])
        print([(one.ID, one.type.name, one.team.tag) for one in c.sense_nearby_entities()])
        print([one.ID for one in c.sense_nearby_entities(teams=["Neutral"])], c.sense_entity(here).ID, c.sense_entity(1))
        print(c.sense_aether(here), c.is_blocked(Direction.west()), c.is_blocked(Direction.north()), c.is_blocked(Direction.east()))
"""
    more = """\
        here = c.get_location()
        print(here.direction_to(here.translate(3, -2)) == Direction.south_east(), here.distance_to(here.translate(3, 4)))
        print([team.tag for team in c.get_opponent()], c.is_opponent("Neutral"), c.get_team() == "a", c.get_team() != "a")
        print(Direction.north().rotate_right().equals(Direction.north_east()), Direction.west().opposite(), EntityType("scout").sensor_radius)
"""
    told = [ran(sandbox, ASKED + text, entity_view("scout")) for text in (lines, more)]
    assert [(played.void, played.fault) for played in told] == [(None, "")] * 2
    assert [line for played in told for line in played.console.splitlines()] == [
        "[20000, 'scout', 'a', 50, 5, 37, True]",
        "[(20000, 'scout', 'a'), (30000, 'miner', 'b'), (40000, 'planet', 'Neutral')]",
        "[40000] 20000 None",
        "0.5 False False True",
        "True 25",
        "['b', 'c'] False True False",
        "True Direction(1, 0) 30",
    ]


def test_what_an_instance_holds_is_kept_for_its_entity(sandbox):
    text = """\
from src import template
from core.api import *


class Player(template.Player):
    def __init__(self):
        super().__init__()
        self.round = 0
        self.places = {(1, 2): [MapLocation(3, 4)]}
        self.way = Direction.north()

    def run_scout(self):
        self.round += 1
        self.way = self.way.rotate_right()
        self.prey = self.controller.sense_entity(30000)
        print(self.round, self.way, self.places[(1, 2)][0], self.prey.location)
"""
    first = ran(sandbox, text, entity_view("scout"))
    again = ran(sandbox, text, entity_view("scout"), first.memory)
    assert first.void is None and again.void is None
    assert first.console == "1 Direction(1, 1) MapLocation(3, 4) MapLocation(0, 2)\n"
    assert again.console == "2 Direction(1, 0) MapLocation(3, 4) MapLocation(0, 2)\n"
    assert "controller" not in json.loads(first.memory)


def test_an_impossible_action_is_refused_at_its_line(sandbox):
    text = f"{ASKED}        c.energy = 9999\n        c.build(EntityType('miner'), Direction.north(), 5000)\n"
    played = ran(sandbox, text, entity_view("planet"))
    assert (played.void, played.line, played.fault) == ("error", 7, "ValueError: not_enough_energy")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("from core.api import Sun\n\n\nclass Player:\n    pass\n", 1),
        ("import core.game\n\n\nclass Player:\n    pass\n", 1),
        ("from core.api import *\n\n\nclass Player:\n    def run(self, c):\n        return c._cb_c\n", 6),
    ],
)
def test_what_is_not_there_is_refused_with_its_line(sandbox, text, line):
    with pytest.raises(ProgramRefused) as refusal:
        sandbox.prepare(PROGRAMS.rules(text), text)
    assert refusal.value.line == line


def test_a_text_is_read_for_the_interface_that_it_names():
    assert PROGRAMS.rules(PLAYER) is PLAYERS
    assert PROGRAMS.rules("class Player:\n    pass\n\n\ndef run(c):\n    pass\n") is PROGRAMS
    assert PROGRAMS.rules(PROGRAMS.example) is PROGRAMS
    with pytest.raises(NoProgram):
        PLAYERS.ending(ast.parse("def run():\n    pass\n"))
