"""How does `decide(view, choices, rng, memory)` run on the site? The same file as at home and as a remote client, for any game.

One run a seat and step. The program gets what a client of its seat gets: the view, the choices, what was wrong with its previous orders.
Its random numbers are those of `games.core.rng.program_rng`, so that the same file gives the same orders for the same views everywhere. None
means the default orders; so does a run that is void.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence

from games.core.contract import Ask, Json, Options, Orders, Programs, Reference, Template, Turn
from games.core.errors import NoProgram, OrderError
from games.core.rng import decide_seed
from games.core.text import gettext_noop

TAKES = ("view", "choices", "rng", "memory", "refused")
"""The parameters that `decide` may have, in any order."""
ENTITY = ""
"""A seat has one run a step, which belongs to no entity."""
UNITS = 150_000
"""Units of work of one run."""
MEMORY_BYTES = 16 * 1024
TRIAL_STEPS = 5

MODULE = "data:application/wasm;base64,"
"""What the text of a program begins with that is a WebAssembly module. It is asked as `decide` is, and answers for its seat."""

_DECIDE = re.compile(r"^(?:def\s+decide\s*\(|decide\s*[:=])", re.MULTILINE)

PRELUDE = """
import json as _cb_json
import random as _cb_random
_cb_wrong = TypeError
_cb_wrongs = (TypeError, ValueError, RecursionError)
_cb_no_value = ValueError
_cb_nothing = IndexError
_cb_count = len
_cb_numbers = range
_cb_listed = list


class _cb_Rng:
    def __init__(self, seed):
        self._cb_seed = seed
        self._cb_source = None

    def _cb_below(self, stop):
        _cb_spend(3)
        if self._cb_source is None:
            self._cb_source = _cb_random.Random(self._cb_seed)
        return self._cb_source.randint(0, stop - 1)

    def randrange(self, stop):
        if stop < 1:
            raise _cb_no_value(f"randrange needs a stop of at least 1, got {stop}")
        return self._cb_below(stop)

    def random(self):
        return self._cb_below(9007199254740991) / 9007199254740992

    def shuffle(self, items):
        for i in _cb_numbers(_cb_count(items) - 1, 0, -1):
            j = self._cb_below(i + 1)
            items[i], items[j] = items[j], items[i]

    def choice(self, items):
        if not items:
            raise _cb_nothing("choice from nothing")
        return items[self._cb_below(_cb_count(items))]

    def permutation(self, size):
        _cb_spend(size)
        numbers = _cb_listed(_cb_numbers(size))
        self.shuffle(numbers)
        return numbers


def _cb_plain(value, what):
    try:
        return _cb_json.dumps(value, allow_nan=False)
    except _cb_wrongs as error:
        raise _cb_wrong(f"{what} is no JSON: {error}")


def _cb_play(view, memory, seed):
    asked = _cb_json.loads(view)
    kept = _cb_json.loads(memory)
    orders = _cb_decide(asked["view"], asked["choices"], _cb_Rng(seed), kept, asked["refused"])
    told = _cb_plain(orders, "what decide returned")
    return '{"actions": [' + told + '], "memory": ' + _cb_json.dumps(_cb_plain(kept, "memory")) + "}"
"""
"""`randint` draws as `SeededRng.randrange` does. `random` there takes 53 bits, which `randrange(2**53 - 1)` takes too."""

RESERVED = frozenset({"TypeError", "ValueError", "RecursionError", "IndexError", "len", "range", "list"})

REFERENCE = tuple(
    Reference(signature, meaning)
    for signature, meaning in (
        (
            "decide(view, choices, rng, memory, refused)",
            gettext_noop(
                "The function of yours that returns the orders, or None for the default orders. Take the parameters that you need."
            ),
        ),
        ("view", gettext_noop("What the seat may see now, as JSON. The rules describe it.")),
        ("choices", gettext_noop("What the seat could order now, in the game's own form.")),
        ("memory", gettext_noop("A dict of JSON that is kept until the next step of the match.")),
        ("refused", gettext_noop("None, or what was wrong with the previous orders: step, code, path and message.")),
        ("rng.randrange(stop)", gettext_noop("A whole number of 0 to stop - 1.")),
        ("rng.random()", gettext_noop("A float in [0, 1).")),
        ("rng.choice(items)", gettext_noop("One of a sequence.")),
        ("rng.shuffle(items)", gettext_noop("Puts a list in random order.")),
        ("rng.permutation(size)", gettext_noop("The numbers 0 to size - 1 in random order, as a list.")),
        ("print(text)", gettext_noop("A line for the owner's console.")),
    )
)


def programs(
    *,
    example: str,
    templates: tuple[Template, ...] = (),
    trial_options: Mapping[str, Json] | None = None,
    units: int = UNITS,
) -> Programs:
    """The rules for programs that define `decide`. `example` is a complete one, the first text of the editor."""

    def budget(options: Options, view: Json) -> int:
        return units

    return Programs(
        prelude=PRELUDE,
        budget=budget,
        read=read,
        asks=asks,
        orders=orders,
        seed=seed,
        ending=ending,
        reserved=RESERVED,
        memory_bytes=MEMORY_BYTES,
        example=example,
        templates=templates,
        reference=REFERENCE,
        trial_options=trial_options or {},
        trial_steps=TRIAL_STEPS,
    )


def is_decider(text: str) -> bool:
    """True if the text defines `decide`, or is a module; for games that have another interface beside it."""
    return text.startswith(MODULE) or _DECIDE.search(text) is not None


def asks(turn: Turn) -> list[Ask]:
    """One run for the seat."""
    asked = {"view": turn.view, "choices": turn.choices(), "refused": turn.refused}
    return [Ask(turn.seat, ENTITY, asked)]


def read(view: Json, actions: Json) -> list[Json]:
    """The list with the one answer of `decide`. Whether it is legal, the engine says later, and the program is told."""
    if not isinstance(actions, list) or len(actions) != 1:
        raise OrderError("bad_type", "", "A run gives one answer.")
    return actions


def orders(view: Json, answers: Mapping[str, Json]) -> Orders | None:
    """What `decide` returned; None for a void run, or if the program could not be started."""
    answer = answers[ENTITY]
    return answer[0] if isinstance(answer, list) and answer else None


def seed(match_seed: str, ask: Ask, step: int) -> int:
    """The seed of the seat's random numbers at a step."""
    return decide_seed(match_seed, ask.seat, step)


def ending(program: ast.Module) -> str:
    """A function of all parameters that calls `decide` with those that it takes, by name. Raises NoProgram."""
    takes = ", ".join(f"{name}={name}" for name in _parameters(program))
    return f"def _cb_decide({', '.join(TAKES)}):\n    return decide({takes})\n"


def _parameters(program: ast.Module) -> Sequence[str]:
    found: tuple[ast.stmt, ast.arguments] | None = None
    for node in program.body:
        match node:
            case ast.FunctionDef(name="decide"):
                found = node, node.args
            case ast.Assign(targets=[ast.Name(id="decide")], value=ast.Lambda() as value):
                found = node, value.args
    if found is None:
        raise NoProgram(gettext_noop("There is no function decide(view, choices, rng, memory)."))
    node, given = found
    names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    names += [f"*{one.arg}" for one in (given.vararg, given.kwarg) if one is not None]
    for name in names:
        if name not in TAKES or given.posonlyargs:
            raise NoProgram(
                gettext_noop("decide takes %(name)s; there is only %(known)s, by name."),
                node.lineno,
                node.col_offset + 1,
                name=name[:40],
                known=", ".join(TAKES),
            )
    return names
