"""Lanterns with puzzles: where to throw, and when to walk away. The smallest that mining and the pages of puzzles can be tried with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.core.contract import Bot, Json
from games.core.craft import Ask, Craft, Goal, Piece
from games.core.lessons import Moment
from games.core.names import named
from games.core.puzzles import Puzzle, packed
from games.core.rng import Rng
from tests.games import toy

PACKAGE = "tests.games"


def goals(view: Json) -> Iterator[Goal]:
    for line in view["seats"]:
        if line["seat"] != view["you"] and line["cell"] is not None:
            yield {"kind": "hit", "what": line["seat"]}
    yield {"kind": "live", "what": view["you"]}


def met(goal: Goal, moment: Moment) -> bool:
    if goal["kind"] == "live":
        return moment.after["seats"][goal["what"]]["hearts"] == moment.before["seats"][goal["what"]]["hearts"]
    return any(event["type"] == "hit" and event["seat"] == goal["what"] for event in moment.events)


def pieces(orders: Json) -> list[Piece]:
    return [{key: orders[key]} for key in ("walk", "throw") if orders.get(key) not in (None, 0)]


def joined(parts: Sequence[Piece]) -> Json:
    return {key: value for part in parts for key, value in part.items()}


def tries(view: Json, choices: Json, wanted: Sequence[Goal]) -> Iterator[Piece]:
    yield from ({"walk": way} for way in (-1, 1))
    yield from (one["orders"] for one in choices)


def names(view: Json, key: str) -> Json:
    return {"seats": named({seat: [f"Seat {seat}", f"座位{seat}"] for seat in range(4)})}


def clumsy(view: Json, rng: Rng, memory: Json) -> Json:
    return {"walk": 0, "throw": view["seats"][view["you"]]["cell"]}


CRAFT = Craft(
    package=PACKAGE,
    tables=(("quick", 2),),
    asks={
        "hit": Ask(
            "Hit %(what)s.", "Where does %(what)s stand?", "%(what)s stood there.", "Hit %(what)s in %(steps)s steps."
        ),
        "live": Ask(
            "Stay whole.", "Where does the lantern fall?", "You were elsewhere.", "Stay whole for %(steps)s steps."
        ),
    },
    goals=goals,
    met=met,
    steps={"hit": 1, "live": 1},
    pieces=pieces,
    orders=joined,
    tries=tries,
    kind=lambda view, piece: str(piece),
    idea=lambda view, goal, parts: " ".join([goal["kind"], *sorted(next(iter(part)) for part in parts)]),
    book=lambda goal: ("seats", goal["what"]),
    searched=frozenset({"hit"}),
    keeps=frozenset({"live"}),
)
BOTS = (Bot("clumsy", "Clumsy", "Throws at its own feet.", clumsy, "easy"), *toy.GAME.bots)
GAME = replace(toy.GAME, id="toy_puzzles", bots=BOTS, names=names, puzzles=CRAFT)


def puzzle(number: int, *, rival: int = 1, waits: bool = True) -> Puzzle:
    """You stand on cell 0 and the other one on the cell `rival`, beside you; he walks away if he does not wait."""
    options = toy.check_options({}, 2)
    state = toy.State(options, 1, [0, rival], [2, 2], [None, None])
    away = rival if waits else rival + 1
    return Puzzle(
        id=f"puzzle{number}", options=options, seats=2, seat=0, seed=f"puzzle:{number}", first_step=0,
        goal={"kind": "hit", "what": 1, "steps": 1}, position=packed(GAME.to_json(state)),
        script=({1: toy.DEFAULT_ORDERS | {"walk": 0 if waits else 1}},), solution=toy.DEFAULT_ORDERS | {"throw": away}, points=1200 + 100 * number,
        share=1.0,
    )  # fmt: skip


POOL = tuple(puzzle(number, waits=number % 2 == 0) for number in range(8))
