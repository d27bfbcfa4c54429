"""Nothing passes from one run to another beside `memory`: not between seats, entities, steps or matches, in whatever game.

Every run of a table stores a mark in every object that it can reach, and first looks whether any holds one already.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest

import games
from games.core.contract import Game, Json, Programs, Turn
from games.core.rng import step_rng
from games.core.simulate import open_table
from lobby.bots import loader
from lobby.bots.sandbox import Run, Sandbox

pytestmark = pytest.mark.usefixtures("unhurried")

ALL = [game.id for game in map(games.get, games.GAMES) if game.programs]
STEPS = 3

HEAD = '''
import bisect
import collections
import dataclasses
import functools
import itertools
import json
import math
import typing
from collections import Counter, defaultdict, deque, namedtuple
from dataclasses import dataclass, field
from functools import lru_cache, partial

KEPT = []
TABLE = {}
POOL = set()
TURNS = itertools.count()
QUEUE = deque()
TALLY = Counter()
GROUPS = defaultdict(list)
ROWS = iter([1, 2, 3])


class Plain:
    kept = []
    mark = None


@dataclass
class Record:
    kept: list = field(default_factory=list)
    n: int = 0


RECORD = Record()
PLAIN = Plain()
PART = partial(KEPT.__class__ if False else max, 1)
ERROR = ValueError("clean")


def default(found=[], table={}, box=Plain()):
    return found, table, box


def closure():
    n = 0
    kept = []

    def step():
        nonlocal n
        n += 1
        kept.append(n)
        return kept

    return step


STEP = closure()


@lru_cache
def cached(x):
    return [x]


def quietly(f):
    try:
        return f()
    except Exception:
        return None


def marks(view):
    """Where a mark of an earlier run is found."""
    found = []
    if KEPT or TABLE or POOL or QUEUE or TALLY or GROUPS:
        found.append("module level")
    if next(TURNS) != 0 or next(ROWS, None) != 1:
        found.append("iterators")
    if Plain.kept or Plain.mark or PLAIN.mark or RECORD.kept or RECORD.n:
        found.append("classes")
    for one in default():
        if one and not isinstance(one, Plain):
            found.append("defaults")
    if default()[2].mark:
        found.append("a default object")
    if len(STEP()) != 1:
        found.append("closures")
    if len(cached(1)) != 1:
        found.append("caches")
    if ERROR.args != ("clean",):
        found.append("errors")
    for number, one in enumerate(REACHED):
        if quietly(lambda: getattr(one, "marked")) or quietly(lambda: getattr(one, "mark_of_all")):
            found.append(f"object {number}")
    for number, one in enumerate([*REACHED, view]):
        if isinstance(one, dict) and "marked" in one or isinstance(one, list) and "marked" in one:
            found.append(f"container {number}")
    if quietly(lambda: LEFT) or quietly(lambda: LATER):
        found.append("names")
    return found


def mark(view):
    """Store a mark in everything that can be reached."""
    KEPT.append(view)
    TABLE["view"] = view
    POOL.add(1)
    QUEUE.append(view)
    TALLY["x"] += 1
    GROUPS["x"].append(view)
    Plain.kept.append(view)
    Plain.mark = view
    PLAIN.mark = view
    RECORD.kept.append(view)
    RECORD.n = 1
    found, table, box = default()
    found.append(view)
    table["view"] = view
    box.mark = view
    STEP()
    cached(1).append(view)
    for one in REACHED:
        quietly(lambda: setattr(one, "marked", view))
        quietly(lambda: setattr(type(one), "mark_of_all", view))
        quietly(lambda: one.append("marked"))
        quietly(lambda: one.update({"marked": view}))
        quietly(lambda: one.add("marked"))
    for module in (math, json, collections, itertools, functools, dataclasses, typing, bisect):
        quietly(lambda: setattr(module, "marked", view))
        quietly(lambda: setattr(module, "dumps", view))
        quietly(lambda: setattr(module, "floor", view))
    if isinstance(view, dict):
        view["marked"] = view
    try:
        raise KeyError("marked")
    except KeyError as error:
        quietly(lambda: setattr(error, "marked", view))
        quietly(lambda: error.args.append(view))
    [LEFT for LEFT in [view]]
    for LATER in [view]:
        pass


REACHED = [
    *(math, json, collections, itertools, functools, dataclasses, typing, bisect, json.dumps, json.loads, math.floor),
    *(Counter, deque, defaultdict, namedtuple, dataclass, field, lru_cache, partial, typing.Any),
    *(sorted, sum, min, max, any, all, len, print, repr, format, map, filter, zip, enumerate, reversed, isinstance, type),
    *(getattr, setattr, hasattr, int, float, str, bytes, bool, list, tuple, set, frozenset, dict, range, object, slice),
    *(ValueError, KeyError, RuntimeError, TypeError, Exception, NotImplemented, Ellipsis, None, True, 1, 1.5, "x", ()),
    *(Plain, Record, PLAIN, RECORD, ERROR, default, closure, STEP, cached, quietly, TURNS, PART, type(type), type(list), type(len)),
]
'''
DECIDE = (
    HEAD
    + """

def decide(view, choices, rng, memory, refused):
    memory["runs"] = memory.get("runs", 0) + 1
    REACHED.extend([rng, type(rng), rng.randrange, memory, choices])
    found = marks(view)
    mark(view)
    memory.pop("marked", None)
    memory["found"] = found
    return None
"""
)
ENTITIES = (
    HEAD
    + """

REACHED.extend([Pos, Direction, DIRECTIONS, CARDINALS, NEUTRAL, Refused, direction, PLANET, *DIRECTIONS])


def run(c):
    kept = {"runs": c.memory.get("runs", 0) + 1}
    REACHED.extend([c, type(c), c.random, type(c.random), c.pos, c.seats, c.opponents, c.sense, c.limits(PLANET), type(c.limits(PLANET))])
    REACHED.extend(c.sense())
    found = marks({"id": c.id})
    if [d.name for d in DIRECTIONS[:2]] != ["north", "north_east"] or len(DIRECTIONS) != 8 or Pos(1, 2).add(DIRECTIONS[0]).y != 3:
        found.append("prelude")
    if c.limits(PLANET).sense != 40:
        found.append("limits")
    mark({"id": c.id})
    quietly(lambda: setattr(DIRECTIONS[0], "name", "marked"))
    quietly(lambda: setattr(DIRECTIONS[0], "dy", 5))
    quietly(lambda: DIRECTIONS.clear())
    quietly(lambda: setattr(Pos, "add", None))
    quietly(lambda: setattr(type(c), "limits", None))
    quietly(lambda: setattr(c.limits(PLANET), "sense", 1))
    quietly(lambda: setattr(c, "memory", None))
    kept["found"] = found
    c.memory = kept
"""
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=1)
    yield made
    made.close()


def tables(game: Game, seed: str) -> Iterator[tuple[Json, int, int, Turn]]:
    """Options, step, seat and turn of everybody, in the first steps of a table."""
    seats = min(3, game.seats[-1])
    options = open_table(game, {}, seats, seed)
    state = game.setup(options, seats, step_rng(seed, 0))
    for step in range(STEPS):
        pending = game.pending(state)
        for seat in pending:
            yield options, step, seat, Turn(seat, game.view(state, seat), partial(game.choices, state, seat), None)  # type: ignore[arg-type]
        orders = {seat: game.default_orders(state, seat) for seat in pending}
        state, _ = game.resolve(state, orders, step_rng(seed, step + 1))


def runs(sandbox: Sandbox, game: Game, rules: Programs, text: str, seed: str) -> list[Run]:
    """Every run of a match in which all seats have this text."""
    prepared = sandbox.prepare(rules, text)
    memories: dict[tuple[int, str], str] = {}
    found: list[Run] = []
    for options, step, _, turn in tables(game, seed):
        for ask in rules.asks(turn):
            key = (ask.seat, ask.entity)
            one = sandbox.run(
                rules,
                prepared,
                options=options,
                view=ask.view,
                memory=memories.get(key, "{}"),
                seed=rules.seed(seed, ask, step),
            )
            memories[key] = one.memory
            found.append(one)
    return found


def check(sandbox: Sandbox, game: Game, rules: Programs, text: str) -> None:
    for seed in ("one match", "another"):
        made = runs(sandbox, game, rules, text, seed)
        assert len(made) >= 4
        for one in made:
            assert one.void is None, one
            assert json.loads(one.memory)["found"] == [], one
        assert max(json.loads(one.memory)["runs"] for one in made) > 1, "memory is kept"


@pytest.mark.parametrize("is_reused", [True, False], ids=["made anew", "restored"])
@pytest.mark.parametrize("game_id", ALL)
def test_nothing_of_one_run_is_found_in_another_seat_step_or_match(
    game_id: str, is_reused: bool, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loader, "can_reuse_session", lambda tree: is_reused)
    game = games.get(game_id)
    assert game.programs is not None
    text = f"{DECIDE}# {is_reused}\n"
    rules = game.programs.rules(text)
    assert sandbox.prepare(rules, text).is_reused == is_reused
    check(sandbox, game, rules, text)


@pytest.mark.parametrize("is_reused", [True, False], ids=["made anew", "restored"])
def test_nothing_of_one_entity_is_found_in_another(
    is_reused: bool, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loader, "can_reuse_session", lambda tree: is_reused)
    game = games.get("cosmos")
    assert game.programs is not None
    text = f"{ENTITIES}# {is_reused}\n"
    assert sandbox.prepare(game.programs, text).is_reused == is_reused
    check(sandbox, game, game.programs, text)


PAST = {
    "a counter's list": ("_cb_spent", "_cb_spent.append(1)"),
    "a name by global": ("LEFT_BEHIND", "global LEFT_BEHIND\n        LEFT_BEHIND = 1"),
    "a name by exec": ("LEFT_BEHIND", "exec('LEFT_BEHIND = 1')"),
    "a name by eval": ("LEFT_BEHIND", "eval('(LEFT_BEHIND := 1)')"),
    "a name in a default": ("LEFT_BEHIND", "def f(x=(LEFT_BEHIND := 1)): pass"),
    "a name in a class": ("LEFT_BEHIND", "class A:\n            x = [(lambda: (LEFT_BEHIND := 1))() for _ in (1, 2)]"),
    "a module": ("sys.marked", "import sys\n        sys.marked = 1"),
    "the module random": ("random.marked", "import random\n        random.marked = 1"),
    "its numbers": ("random.random() != first", "import random\n        random.seed(1)"),
    "a builtin": ("sorted(1)", "global sorted\n        sorted = lambda value: 1"),
    "the game's own": ("_cb_play.marked", "_cb_play.marked = 1"),
    "what is read": ("_cb_json.marked", "_cb_json.marked = 1"),
    "input": ("_cb_view", "_cb_memory"),
    "a specification": ("_cb_spent", r'f"{1:\x7b_cb_spent.append(1)\x7d}"'),
}


@pytest.mark.parametrize("name", PAST)
def test_even_a_text_that_the_loader_let_through_leaves_nothing(
    name: str, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loader, "refuse", lambda *given: None)
    monkeypatch.setattr(loader, "_refuse_difference", lambda meant, sent: None)
    seen, kept = PAST[name]
    text = (
        f"def seen():\n    return bool({seen})\n"
        f"def left():\n    try:\n        {kept}\n    except Exception: pass\n"
        "def decide(view, memory):\n    memory['found'] = False\n    try:\n        memory['found'] = seen()\n"
        f"    except Exception: pass\n    left()\n# {name}\n"
    )
    game = games.get("planet_conquer")
    assert game.programs is not None
    rules = game.programs.rules(text)
    prepared = sandbox.prepare(rules, text)
    ask = {"view": {}, "choices": {}, "refused": None}
    for _ in range(4):
        one = sandbox.run(rules, prepared, options={}, view=ask, memory="{}", seed=1)
        assert one.void or json.loads(one.memory) == {"found": False}, one


def test_a_mark_that_was_left_would_be_found(sandbox: Sandbox) -> None:
    """The same text in a session that is used again as it is."""
    game = games.get("planet_conquer")
    assert game.programs is not None
    text = f"global_name = 1\ndef name():\n    global global_name\n{DECIDE}"
    rules = game.programs.rules(text)
    prepared = replace(sandbox.prepare(rules, text), is_reused=True)
    ask = {"view": {}, "choices": {}, "refused": None}
    found = [
        json.loads(sandbox.run(rules, prepared, options={}, view=ask, memory="{}", seed=1).memory)["found"]
        for _ in range(2)
    ]
    assert found[0] == []
    assert {"module level", "iterators", "classes", "defaults", "a default object", "closures", "caches"} <= set(
        found[1]
    )
