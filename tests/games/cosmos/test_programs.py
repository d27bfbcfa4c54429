"""The controller of programs: what `c` knows and does, in the sandbox and natively alike. Chapter 10."""

from __future__ import annotations

import ast
import contextlib
import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.core.errors import OrderError
from games.core.rng import step_rng, stream
from games.core.simulate import open_table
from games.cosmos import GAME
from games.cosmos.bots import drifter, program_text
from games.cosmos.programs import PROGRAMS, native
from games.cosmos.programs.controller import _cb_Controller as Controller
from games.cosmos.programs.planned import asks
from games.cosmos.programs.space import CARDINALS, DIRECTIONS, MINER, SCOUT, Pos, Refused, direction
from lobby.bots.sandbox import Sandbox
from lobby.bots.trial import fault_words
from tests.games.cosmos import steward
from tests.games.cosmos.matches import middle_game, states

pytestmark = pytest.mark.slow

PROGRAMS_OF = {"drifter": (drifter.PROGRAM, program_text()), "steward": (steward.PROGRAM, steward.TEXT)}
"""Whole programs: what runs natively, and the text for the sandbox."""
OPTIONS = {"run_budget": dict.fromkeys(("planet", "battleship", "miner", "scout"), 60_000)}


def entity_view(kind: str, **changes: Any) -> dict[str, Any]:
    """A view by hand: at (0, 0), density 0.5 everywhere, the western edge 1 tile away, a miner of seat 1 two tiles north."""
    radius = {"planet": 40, "battleship": 25, "miner": 20, "scout": 30}[kind]
    half = {40: 6, 25: 5, 20: 4, 30: 5}[radius]
    rows = []
    for y in range(-half, half + 1):
        width = next(x for x in range(half, -1, -1) if x * x + y * y <= radius)
        rows.append([-width, y, [500 if x >= -1 else None for x in range(-width, width + 1)]])
    me = {
        "id": 20000, "kind": kind, "pos": [0, 0], "energy": 50, "defence": 50, "initial_defence": 50, "cooldown": 0.25,
        "radio": 5, "born": 3, "home": None if kind == "planet" else 10000,
    }  # fmt: skip
    seen = {key: me[key] for key in ("id", "kind", "pos", "energy", "defence", "radio")}
    foe = {"id": 30000, "kind": "miner", "seat": 1, "pos": [0, 2], "energy": 41, "defence": 40, "radio": 0}
    neutral = {"id": 40000, "kind": "planet", "seat": None, "pos": [1, 0], "energy": 99, "defence": 99, "radio": 0}
    view = {
        "round": 37, "rounds": 1000, "seat": 0, "seats": [0, 1, 2], "weapon_points": 12, "own_count": 9,
        "bonus": [[0, 75, 80], [0, 25, 38], [1, 10, 60]], "me": me, "sensed": [{**seen, "seat": 0}, foe, neutral],
        "detected": [[0, 0], [0, 2], [1, 0]], "edges": [-1, None, None, None], "aether": {"radius": radius, "rows": rows},
        "analyse_min_defence": 0,
    }  # fmt: skip
    view["me"].update(changes)
    return view


def controller(kind: str, **changes: Any) -> Controller:
    return Controller(entity_view(kind, **changes), {}, 7)


def refusal(call: Any, *arguments: Any) -> str:
    with pytest.raises(Refused) as caught:
        call(*arguments)
    return str(caught.value)


# --- What a program writes changes nothing that counts


CHEATS = {
    "energy": ("planet", "c.energy = 9999", "c.build(BATTLESHIP, DIRECTIONS[0], 5000)", "not_enough_energy"),
    "energy to charge": ("planet", "c.energy = 9999", "c.charge(51)", "not_enough_energy"),
    "cooldown": ("scout", "c.cooldown = 0.0\n    c.ready = True", "c.move(DIRECTIONS[4])", "cooldown"),
    "kind": ("miner", "c.kind = PLANET", "c.build(MINER, DIRECTIONS[0], 1)", "wrong_kind_for_action"),
    "place": ("scout", "c.pos.x = 0\n    c.pos.y = -3", "c.analyse(31000)", "out_of_reach"),
    "another kind of target": ("scout", "c.sense_id(40000).kind = MINER", "c.analyse(40000)", "not_a_foreign_miner"),
    "a longer arm": ("scout", "c.limits(SCOUT).action = 99", "c.analyse(31000)", "out_of_reach"),
    "a longer step": ("scout", "DIRECTIONS[6].dx = 5", "c.move(DIRECTIONS[6])", "off_map"),
    "another name": ("scout", "DIRECTIONS[6].name = 'east'", "c.move(DIRECTIONS[6])", "off_map"),
}
"""What stands in the way, written over, and then the action: it is refused with the code that it would have had."""


@pytest.mark.parametrize("name", CHEATS)
def test_an_impossible_action_is_refused_at_once_whatever_the_program_has_written(sandbox, name):
    kind, writes, acts, code = CHEATS[name]
    view = entity_view(kind, **({"cooldown": 3.5} if name == "cooldown" else {}))
    if "move" in acts and code == "off_map":
        view["me"]["pos"] = [-1, 0]
    far = {"id": 31000, "kind": "miner", "seat": 1, "pos": [0, -5], "energy": 9, "defence": 9, "radio": 0}
    view["sensed"].append(far)
    text = (
        f"def run(c):\n    {writes}\n    try:\n        {acts}\n    except Refused as refusal:\n        print(refusal)\n"
    )
    prepared = sandbox.prepare(PROGRAMS, text)
    played = sandbox.run(PROGRAMS, prepared, options=OPTIONS, view=view, memory="{}", seed=1)
    assert (played.void, played.answer, played.console.strip()) == (None, [], code)


def test_whoever_does_not_catch_a_refusal_is_told_the_reason_at_its_line(sandbox):
    text = "def run(c):\n    c.energy = 9999\n    c.build(BATTLESHIP, DIRECTIONS[0], 5000)\n"
    prepared = sandbox.prepare(PROGRAMS, text)
    played = sandbox.run(PROGRAMS, prepared, options=OPTIONS, view=entity_view("planet"), memory="{}", seed=1)
    assert (played.void, played.line, played.fault) == ("error", 3, "ValueError: not_enough_energy")
    assert fault_words(PROGRAMS, played.fault) == "ValueError: not_enough_energy (not enough energy)"


def test_every_code_that_the_controller_refuses_with_has_words():
    code = inspect.getsource(Controller)
    codes = set(re.findall(r'Refused\("(\w+)"\)|return "(\w+)"|"(\w+)" if |else "(\w+)"', code))
    named = {one for group in codes for one in group if one}
    assert "not_enough_energy" in named and "out_of_reach" in named
    assert named <= PROGRAMS.refusals.keys()


CALLS = {
    "too few": ("c.build(MINER)", 2),
    "too many": ("c.move(DIRECTIONS[0], 2)", 2),
    "a name that is none": ("c.sense(where=3)", 2),
    "in a part of c": ("c.random.randint(1)", 2),
    "a class": ("Pos(1)", 2),
    "its own function": ("near(1, 2, 3)", 2),
}
"""Calls whose arguments do not fit: the sandbox says where the function was made, which is nowhere in the person's text."""


@pytest.mark.parametrize("name", CALLS)
def test_arguments_that_do_not_fit_are_an_error_of_the_line_that_gives_them(sandbox, name):
    call, line = CALLS[name]
    text = f"def run(c):\n    {call}\n\ndef near(c):\n    c.can_move(DIRECTIONS[0])\n    Pos(1, 2)\n"
    prepared = sandbox.prepare(PROGRAMS, text)
    played = sandbox.run(PROGRAMS, prepared, options=OPTIONS, view=entity_view("planet"), memory="{}", seed=1)
    assert (played.void, played.line) == ("error", line), played.fault
    assert played.fault.startswith("TypeError")


# --- What c knows


def test_c_shows_itself_and_the_match():
    c = controller("scout")
    assert (c.id, c.kind, c.seat, c.pos, c.energy, c.defence, c.initial_defence) == (
        20000, "scout", 0, Pos(0, 0), 50, 50, 50,
    )  # fmt: skip
    assert (c.cooldown, c.radio, c.born, c.home) == (0.25, 5, 3, 10000)
    assert (c.round, c.rounds, c.seats, c.opponents) == (37, 1000, [0, 1, 2], [1, 2])
    assert (c.weapon_points, c.own_count, c.memory) == (12, 9, {})
    assert c.ready and c.turns_until_ready() == 0
    tired = controller("scout", cooldown=3.75)
    assert not tired.ready and tired.turns_until_ready() == 3


def test_the_bonus_factor_of_every_seat_now_and_later():
    c = controller("planet")
    assert c.bonus() == pytest.approx(1.001**100)
    assert c.bonus(ahead=1) == pytest.approx(1.001**75)
    assert c.bonus(0, 43) == 1.0
    assert c.bonus(1) == pytest.approx(1.001**10)
    assert c.bonus(2) == 1.0


def test_the_table_of_kinds():
    table = {kind: vars(controller("scout").limits(kind)) for kind in ("planet", "battleship", "miner", "scout")}
    keys = ("base_cooldown", "action", "sense", "detect", "true_sight", "initial_cooldown", "defence_ratio")
    assert {kind: tuple(row[key] for key in keys) for kind, row in table.items()} == {
        "planet": (2.0, 2, 40, 40, True, 0, 10),
        "battleship": (1.0, 9, 25, 25, False, 10, 10),
        "miner": (2.0, 0, 20, 20, False, 0, 10),
        "scout": (1.5, 12, 30, 40, True, 10, 7),
    }


def test_sensing_filters_by_place_seat_kind_and_hostility():
    c = controller("scout")
    me, foe, neutral = 20000, 30000, 40000

    def ids(**filters: Any) -> list[int]:
        return [one.id for one in c.sense(**filters)]

    assert ids() == [me, foe, neutral]
    assert ids(radius=1) == [me, neutral]
    assert ids(center=Pos(0, 3), radius=1) == [foe]
    assert ids(seats=1) == [foe] and ids(seats=[0, 1]) == [me, foe] and ids(seats=[None]) == [neutral]
    assert ids(kinds=MINER) == [foe] and ids(kinds=(SCOUT, MINER)) == [me, foe]
    assert ids(hostile=True) == [foe] and ids(hostile=False) == [me, neutral]
    assert c.sense_id(foe).pos == Pos(0, 2) and c.sense_id(1) is None
    assert c.sense_at(Pos(1, 0)).id == neutral and c.sense_at(Pos(3, 0)) is None
    assert c.detect() == [Pos(0, 0), Pos(0, 2), Pos(1, 0)] and c.detect(1) == [Pos(0, 0), Pos(1, 0)]


def test_a_list_of_entities_is_the_programs_own():
    c = controller("scout")
    c.sense().clear()
    assert len(c.sense()) == 3


def test_the_map_is_known_as_far_as_the_senses_reach():
    c = controller("battleship")
    assert c.aether(Pos(3, 4)) == 0.5
    assert refusal(c.aether, Pos(-2, 0)) == "off_map"
    assert refusal(c.aether, Pos(4, 4)) == refusal(c.aether, Pos(0, -6)) == "out_of_reach"
    assert c.on_map(Pos(-1, 0)) and not c.on_map(Pos(-2, 0))
    assert refusal(c.on_map, Pos(6, 0)) == refusal(c.occupied, Pos(6, 0)) == "out_of_reach"
    assert c.occupied(Pos(1, 0)) and not c.occupied(Pos(0, 1))
    assert c.can_sense(Pos(3, 4)) and not c.can_sense(Pos(4, 4))
    scout = controller("scout")
    assert scout.can_detect(Pos(6, 2)) and not scout.can_sense(Pos(6, 2)) and not scout.can_detect(Pos(6, 3))


def test_directions_and_positions():
    assert [d.name for d in DIRECTIONS] == [
        "north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west",
    ]  # fmt: skip
    assert [d.name for d in CARDINALS] == ["north", "east", "south", "west"]
    north = direction("north")
    assert (north.dx, north.dy, north.left.name, north.right.name, north.opposite.name) == (
        0, 1, "north_west", "north_east", "south",
    )  # fmt: skip
    for d in DIRECTIONS:
        assert d.left.right is d and d.opposite.opposite is d and Pos(0, 0).direction_to(Pos(0, 0).add(d)) is d
    pos = Pos(3, -2)
    assert pos.add(north) == Pos(3, -1) == pos.translate(0, 1) and pos.sub(north) == Pos(3, -3)
    assert (
        pos.d2(Pos(0, 2)) == 25 and pos.direction_to(Pos(9, -9)).name == "south_east" and pos.direction_to(pos) is None
    )
    assert pos.adjacent(Pos(4, -1)) and not pos.adjacent(pos) and not pos.adjacent(Pos(5, -2))
    assert {pos: 1}[Pos(3, -2)] == 1 and pos != (3, -2) and str(pos) == "Pos(3, -2)"


def test_chance_is_pythons_own_generator_seeded_once():
    c = controller("scout")
    items, same = list(range(9)), list(range(9))
    drawn = [c.random.random(), c.random.randint(3, 9), c.random.choice(items)]
    c.random.shuffle(items)
    source = stream(7)
    assert drawn == [source.random(), source.randint(3, 9), source.choice(same)]
    source.shuffle(same)
    assert items == same


# --- What c does


def test_a_move_is_felt_at_once():
    c = controller("scout")
    c.move(direction("north"))
    assert c.pos == Pos(0, 1) and c.cooldown == 0.25 + 1.5 / 0.5 and not c.ready
    assert c.occupied(Pos(0, 1)) and not c.occupied(Pos(0, 0))
    assert not c.can_move(direction("south")) and refusal(c.move, direction("south")) == "cooldown"
    assert c._cb_actions == [{"do": "move", "dir": "north"}]


def test_a_planet_builds_once_and_charges_what_is_left():
    c = controller("planet")
    c.charge(5)
    c.build(MINER, direction("south"), 41)
    assert (c.energy, c.defence, c.cooldown) == (4, 4, 0.25 + 2 / 0.5) and c.occupied(Pos(0, -1))
    assert c.can_charge(4) and not c.can_charge(5)
    c.charge(4)
    c.set_radio(99999999)
    assert (c.energy, c.radio) == (0, 99999999)
    assert [action["do"] for action in c._cb_actions] == ["charge", "build", "charge", "radio"]


def test_after_an_overload_nothing_can_be_done():
    c = controller("battleship")
    assert c.can_overload(9)
    c.overload(4)
    assert not c.ready and not c.can_radio(1) and not c.can_move(direction("north"))
    assert refusal(c.set_radio, 1) == refusal(c.overload, 1) == "gone"


def test_an_analysis_by_id_or_place():
    for target in (30000, Pos(0, 2)):
        c = controller("scout", defence=4)
        assert c.can_analyse(target)
        c.analyse(target)
        assert c.defence == 0 and c._cb_actions == [{"do": "analyse", "id": 30000}]
        assert not c.can_analyse(target)


REFUSALS = [
    ("planet", {}, lambda c: c.move(direction("north")), "wrong_kind_for_action"),
    ("scout", {"cooldown": 1.0}, lambda c: c.move(direction("north")), "cooldown"),
    ("scout", {}, lambda c: c.move(direction("east")), "blocked"),
    ("scout", {"pos": [-1, 0]}, lambda c: c.move(direction("west")), "off_map"),
    ("miner", {}, lambda c: c.build(MINER, direction("north"), 1), "wrong_kind_for_action"),
    ("planet", {}, lambda c: c.build("planet", direction("north"), 1), "cannot_build_planet"),
    ("planet", {}, lambda c: c.build("cruiser", direction("north"), 1), "unknown_kind"),
    ("planet", {}, lambda c: c.build(MINER, direction("north"), 0), "energy_out_of_range"),
    ("planet", {}, lambda c: c.build(MINER, direction("north"), 2.5), "energy_out_of_range"),
    ("planet", {}, lambda c: c.build(MINER, direction("north"), 51), "not_enough_energy"),
    ("planet", {}, lambda c: c.build(MINER, direction("east"), 1), "blocked"),
    ("planet", {"cooldown": 2.0}, lambda c: c.build(MINER, direction("north"), 1), "cooldown"),
    ("scout", {}, lambda c: c.charge(1), "wrong_kind_for_action"),
    ("planet", {}, lambda c: c.charge(-1), "energy_out_of_range"),
    ("planet", {}, lambda c: c.charge(True), "energy_out_of_range"),
    ("planet", {}, lambda c: c.charge(51), "not_enough_energy"),
    ("miner", {}, lambda c: c.overload(1), "wrong_kind_for_action"),
    ("battleship", {}, lambda c: c.overload(10), "radius_out_of_range"),
    ("battleship", {"cooldown": 1.0}, lambda c: c.overload(9), "cooldown"),
    ("battleship", {}, lambda c: c.analyse(30000), "wrong_kind_for_action"),
    ("scout", {"cooldown": 1.5}, lambda c: c.analyse(30000), "cooldown"),
    ("scout", {}, lambda c: c.analyse(12345), "target_not_found"),
    ("scout", {}, lambda c: c.analyse(40000), "not_a_foreign_miner"),
    ("scout", {"pos": [0, -2]}, lambda c: c.analyse(30000), "out_of_reach"),
    ("scout", {}, lambda c: c.set_radio(100000000), "radio_out_of_range"),
    ("scout", {}, lambda c: c.set_radio(-1), "radio_out_of_range"),
    ("scout", {}, lambda c: [c.set_radio(n) for n in range(9)], "too_many_actions"),
]


@pytest.mark.parametrize(("kind", "changes", "call", "code"), REFUSALS)
def test_a_refusal_carries_the_code_of_the_rules_and_does_nothing(kind, changes, call, code):
    c = controller(kind, **changes)
    before = (c.energy, c.pos, c.cooldown)
    assert refusal(call, c) == code
    assert (c.energy, c.pos, c.cooldown) == before
    assert len(c._cb_actions) == (8 if code == "too_many_actions" else 0)


def test_a_scout_too_weak_to_analyse_where_the_table_asks_for_defence():
    view = {**entity_view("scout", defence=9), "analyse_min_defence": 10}
    assert refusal(Controller(view, {}, 1).analyse, 30000) == "not_enough_defence"


def test_what_can_be_done_is_certain_to_work_in_slot_execution():
    """Every action of two programs, asked slot by slot, is in the record of what succeeded (10.2)."""
    opened = open_table(GAME, {"rounds": 100, "neutral_planets": 4}, 2, "certain")
    state = GAME.setup(opened, 2, step_rng("certain", 0))
    memories: dict[tuple[int, str], dict[str, Any]] = {}
    acted = 0
    for step in range(1, 100):
        game = GAME.drive(state, step_rng("certain", step))
        told: dict[int, dict[str, Any]] = {0: {}, 1: {}}
        answer: Any = None
        while True:
            try:
                ask = game.send(answer)
            except StopIteration as end:
                after, record = end.value
                break
            memory = memories.setdefault((ask.seat, ask.entity), {})
            answer = native.run((steward.PROGRAM, drifter.PROGRAM)[ask.seat], ask.view, memory, 5)
            if answer:
                told[ask.seat][int(ask.entity)] = answer
        assert {seat: {o["id"]: o["actions"] for o in record[seat]["direct"]} for seat in record} == told
        acted += sum(len(actions) for actions in told[0].values())
        again, _ = GAME.resolve(state, record, step_rng("certain", step))
        assert GAME.to_json(again) == GAME.to_json(after)
        state = after
    assert acted > 100


def test_who_follows_is_asked_what_was_foreseen_when_nobody_does_anything():
    """Also where a miner pays the planet that is asked next, or one that it senses."""
    foreseen: list[bool] = []
    for state in states(("medium", "hard"), {"rounds": 200}, "foreseen", 130):
        if state.round % 10:
            continue
        game, guess = GAME.drive(state, step_rng("foreseen", state.round)), None
        ask = next(game)
        with contextlib.suppress(StopIteration):
            while True:
                if guess is not None:
                    foreseen.append(guess == ask)
                guess = ask.ahead()
                ask = game.send([])
        assert guess is None
    assert len(foreseen) > 200 and all(foreseen)


# --- The text for the sandbox


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=1)
    yield made
    made.close()


@pytest.mark.parametrize("name", PROGRAMS_OF)
def test_a_program_gives_the_same_answers_in_the_sandbox_and_natively(sandbox, name):
    """Whole programs, on views of a match, run after run with what they remember; and all within their budget."""
    prepared = sandbox.prepare(PROGRAMS, PROGRAMS_OF[name][1])
    assert prepared.is_reused, "thrice as slow otherwise"
    memories: dict[str, str] = {}
    acted, most = 0, 0
    for state in states(("medium", "easy"), {"rounds": 400}, "two homes", 130):
        if state.round % 13:
            continue
        for ask in asks(GAME.view(state, 0)):
            text = memories.get(ask.entity, "{}")
            remembered = json.loads(text)
            actions = native.run(PROGRAMS_OF[name][0], ask.view, remembered, state.round)
            ran = sandbox.run(PROGRAMS, prepared, options=OPTIONS, view=ask.view, memory=text, seed=state.round)
            assert (ran.answer, json.loads(ran.memory)) == (actions, remembered)
            memories[ask.entity] = ran.memory
            acted += len(actions)
            most = max(most, ran.units)
    assert acted > 20 and 100 < most < 60_000


@pytest.mark.parametrize(
    ("lines", "console"),
    [
        (("c.log(c.bonus(1, 3))",), "1.010045120210251"),
        (("c.log([c.random.random(), c.random.randint(1, 6)])",), "[0.32383276483316237, 2]"),
        (("c.log(c.sense(kinds=[MINER], hostile=True))",), "[miner 30000 of 1 at Pos(0, 2)]"),
        (("try:", "    c.overload(10)", "except Refused as e:", "    c.log(e)"), "wrong_kind_for_action"),
        (("c.log([d.left.name for d in CARDINALS])",), "['north_west', 'north_east', 'south_east', 'south_west']"),
        (("c.log(Pos(1, 2) in {Pos(1, 2): 0})",), "True"),
    ],
)
def test_the_controller_answers_the_same_in_the_sandbox(sandbox, capsys, lines, console):
    text = "def run(c):\n" + "".join(f"    {line}\n" for line in lines)
    prepared = sandbox.prepare(PROGRAMS, text)
    ran = sandbox.run(PROGRAMS, prepared, options=OPTIONS, view=entity_view("scout"), memory="{}", seed=7)
    assert (ran.void, ran.console) == (None, console + "\n")
    names: dict[str, Any] = {"_cb_spend": lambda units: None}
    exec(PROGRAMS.prelude + text, names)
    names["_cb_play"](PROGRAMS.text(entity_view("scout")), "{}", 7)
    assert capsys.readouterr().out == ran.console


def test_a_function_of_the_kind_goes_before_run_and_a_missing_one_is_idle(sandbox):
    both = "def run(c):\n    c.set_radio(1)\ndef run_scout(c):\n    c.set_radio(2)\n"
    for text, kind, radio in (
        (both, "scout", 2),
        (both, "miner", 1),
        ("def run_scout(c):\n    pass\n", "planet", None),
    ):
        prepared = sandbox.prepare(PROGRAMS, text)
        ran = sandbox.run(PROGRAMS, prepared, options=OPTIONS, view=entity_view(kind), memory="{}", seed=7)
        assert ran.answer == ([] if radio is None else [{"do": "radio", "value": radio}])


@pytest.mark.parametrize(
    "memory", ["{1, 2}", "[1]", "3", "float('nan')", "{'a': Pos(1, 2)}", "{'a': float('inf')}", "{'a': 'x' * 4096}"]
)
def test_memory_that_is_no_small_object_of_json_makes_the_run_void(sandbox, memory):
    prepared = sandbox.prepare(PROGRAMS, f"def run(c):\n    c.set_radio(1)\n    c.memory = {memory}\n")
    ran = sandbox.run(PROGRAMS, prepared, options=OPTIONS, view=entity_view("scout"), memory='{"k": 1}', seed=7)
    assert (ran.void, ran.memory) == ("result", '{"k": 1}')


@pytest.mark.parametrize(
    ("lines", "units"),
    [
        ("c.sense()", 4 + 53),
        ("c.detect()", 4 + 53),
        ("c.aether(c.pos)", 6 + 5),
        ("c.turns_until_ready()", 4 + 1),
        ("c.can_radio(1)", 5 + 1),
    ],
)
def test_what_the_controllers_methods_cost(sandbox, lines, units):
    prepared = sandbox.prepare(PROGRAMS, f"def run(c):\n    {lines}\n")
    ran = sandbox.run(PROGRAMS, prepared, options=OPTIONS, view=entity_view("scout"), memory="{}", seed=7)
    assert (ran.void, ran.units) == (None, units)


def test_the_program_in_the_rules_runs(sandbox):
    for language in ("", ".zh-hans"):
        rules = (Path(__file__).parents[3] / f"docs/rules/cosmos.engine{language}.md").read_text(encoding="utf-8")
        assert rules.split("```python\n")[1].split("```")[0] == PROGRAMS.example
    prepared = sandbox.prepare(PROGRAMS, PROGRAMS.example)
    did = [
        sandbox.run(PROGRAMS, prepared, options=OPTIONS, view=view, memory="{}", seed=7).answer
        for view in (entity_view("planet"), entity_view("scout"))
    ]
    assert did == [
        [{"do": "build", "kind": "miner", "dir": "north", "energy": 41}],
        [{"do": "analyse", "id": 30000}],
    ]


def test_no_program_may_bind_what_the_controller_reads():
    assert {"Pos", "DIRECTIONS", "Refused", "len", "sum", "MINER"} <= PROGRAMS.reserved
    assert not {name for name in PROGRAMS.reserved if name.startswith(("run", "_cb_"))}
    for _, text in PROGRAMS_OF.values():
        bound = {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        assert not bound & PROGRAMS.reserved


def test_a_result_that_is_no_list_of_actions_is_refused():
    view = asks(GAME.view(middle_game(), 0))[0].view
    kind = view["me"]["kind"]
    assert PROGRAMS.read(view, [{"do": "radio", "value": 3}]) == [{"do": "radio", "value": 3}]
    wrong = "move" if kind == "planet" else "charge"
    for answer in (None, 3, {}, [{"do": "radio", "value": 1}] * 9, [{"do": wrong}], [{"do": "dance"}], [[]]):
        with pytest.raises(OrderError):
            PROGRAMS.read(view, answer)
