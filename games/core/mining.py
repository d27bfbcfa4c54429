"""How are puzzles found in matches between bots, and how is each of them checked?

A match is played between the strongest bots. At every step, for every seat, the goals of the game (`Craft.goals`) are looked at that waiting
does not reach. So that little has to be searched, these are goals that the match reaches there, and things that are lost by waiting. Of a kind with
an amount, the amount is set between the best answer and the next. Whatever is not needed is left out; what remains is the answer. It is
compared with every single other part of orders that the game knows to try, with the answer in which one part is another, with giving the orders
later, and with the orders of bots of every level, over draws of luck and of what the other seats order: as recorded, or as bots of two levels would.

`examine` is that comparison. A puzzle is kept if two examinations with different draws find no fault; `manage.py puzzles check` makes a third.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from games.core import simulate
from games.core.batch import StepOrders
from games.core.chances import chances
from games.core.contract import Bot, Game, Json, Options, Orders, State, view_text
from games.core.craft import Goal, Piece
from games.core.errors import OrderError
from games.core.lessons import Moment, Scene
from games.core.puzzles import Puzzle, craft_of, is_done, packed, scene_of, unpacked
from games.core.rng import seat_rng
from games.core.variety import HasRoom, Variety, idea_of

DRAWS: Final = 8
LEAST: Final = 0.75
"""In this part of the draws at least the answer works."""
SURE: Final = 0.875
"""The same while mining: of many candidates those with lucky draws would pass, and fail when they are examined again."""
MARGIN: Final = 0.4
"""By so much at least it works more often than waiting, than any other kind of answer, and than the orders of easy and medium bots."""
MOST_PIECES: Final = 3
PER_MATCH: Final = 4
APART: Final = 2
"""Steps between two puzzles of one seat in one match."""
EVERY: Final = 2
"""Only at every so many steps amounts are asked for, and what is searched though the match did not reach it: everything has to be tried for it."""
LEAD: Final = 0.05
LEAST_LEAD: Final = 1
"""By this part of itself, and by so much, the amount of the best answer is larger than that of others."""
TASTED: Final = 2
"""Draws in which another answer is tried first; one that works in none of them is not tried in the others."""


Course = list[tuple[Moment, State]]
"""What follows from orders, step by step, with the position after each."""


@dataclass(frozen=True)
class Quality:
    """What an examination found."""

    fault: str
    """Why the puzzle is no good, in English for whoever mines; "": it is."""
    share: float = 0.0
    """In which part of the draws the answer works."""
    second: float = 0.0
    """The same for the best other kind of answer."""
    levels: tuple[tuple[str, float], ...] = ()
    """The same for the orders of bots, by strength."""
    tried: int = 0
    """How many other answers were compared."""


@dataclass
class Bench:
    """A position of one seat with everything that answers are compared by."""

    game: Game
    scene: Scene
    state: State
    seed: str
    """Of the draws."""
    on_board: dict[str, bool] = field(default_factory=dict)
    """What reaches which goal with the luck of the match itself; benches of one position may share it."""

    def __post_init__(self) -> None:
        self.craft = craft_of(self.game)
        self.turn = simulate.turn_of(self.game, self.state, self.scene.seat)
        self.view = self.turn.view
        self._known: dict[tuple[str, int], bool] = {}

    @cached_property
    def draws(self) -> list[Scene]:
        """The scene with other luck and, where the others give recorded orders, sometimes with others."""
        return [self._drawn(number) for number in range(DRAWS)]

    def _drawn(self, number: int) -> Scene:
        scene = replace(self.scene, seed=f"{self.scene.seed}:{self.seed}:{number}")
        level = {1: self.game.bots[len(self.game.bots) // 2], 3: self.game.strongest_bot}.get(number % 4)
        if level is None or not scene.script:
            return scene
        first = {
            seat: self.orders_of(level, seat, number)
            for seat in self.game.pending(self.state)
            if seat != self.scene.seat
        }
        return replace(scene, script=(first, *scene.script[1:]))

    def orders_of(self, bot: Bot, seat: int, number: int) -> Orders:
        """What a bot orders here for a seat; default orders where the rules refuse them."""
        return simulate.decided(self.game, bot, self.state, seat, seat_rng(f"{self.seed}:{bot.id}", number, seat))

    def course(self, scene: Scene, answers: Sequence[Orders | None], steps: int) -> Course:
        """What follows from these orders of the first steps, as far as it matters; empty if the rules refuse them."""
        found: Course = []
        try:
            for moment, after in simulate.act_from(
                self.game, scene, self.state, (*answers, *[None] * (steps - len(answers)))
            ):
                found.append((moment, after))
                if self.craft.closed(moment.after) or moment.place is not None:
                    break
        except OrderError:
            return []
        return found

    def reaches(self, goal: Goal, answers: Sequence[Orders | None]) -> bool:
        """Do these orders reach the goal on the board?"""
        key = view_text([goal, list(answers)])
        if key not in self.on_board:
            self.on_board[key] = self._reaches(self.scene, goal, answers)
        return self.on_board[key]

    def _reaches(self, scene: Scene, goal: Goal, answers: Sequence[Orders | None]) -> bool:
        return any(is_done(self.craft, goal, moment) for moment, _ in self.course(scene, answers, goal["steps"]))

    def works(self, goal: Goal, answers: Sequence[Orders | None], draw: int) -> bool:
        """The same in a draw; asked once."""
        key = (view_text([goal, list(answers)]), draw)
        if key not in self._known:
            self._known[key] = self._reaches(self.draws[draw], goal, answers)
        return self._known[key]

    def share(self, goal: Goal, answers: Sequence[Orders | None]) -> float:
        """In which part of all draws they reach it."""
        return sum(self.works(goal, answers, draw) for draw in range(DRAWS)) / DRAWS

    def tasted(self, goal: Goal, answers: Sequence[Orders | None]) -> float:
        """As `share`; 1 where they reach it on the board, if only by luck, and 0 where they fail there and in the first draws."""
        if self.reaches(goal, answers):
            return 1.0
        return self.share(goal, answers) if any(self.works(goal, answers, draw) for draw in range(TASTED)) else 0.0

    def least(self, goal: Goal, parts: Sequence[Piece]) -> list[Piece]:
        """As few of these parts as still reach the goal, on the board and in the first draws."""
        kept = list(parts)
        for part in parts:
            rest = [one for one in kept if one is not part]
            orders = self.craft.orders(rest)
            if rest and self.reaches(goal, [orders]) and all(self.works(goal, [orders], n) for n in range(TASTED)):
                kept = rest
        return kept

    def is_other(self, parts: Sequence[Piece], best: Sequence[Piece]) -> bool:
        """Are these parts another idea than the best answer? One that holds the answer and more is none."""
        return not all(any(self._is_alike(one, part) for part in parts) for one in best)

    def _is_alike(self, one: Piece, other: Piece) -> bool:
        view, craft = self.view, self.craft
        return craft.kind(view, one) == craft.kind(view, other) or craft.near(view, one, other)

    def amount(self, goal: Goal, played: Course) -> int | None:
        """The most that these steps come to, None if nothing counts."""
        found = [self.craft.amounts[goal["kind"]](goal, moment) for moment, _ in played[: goal["steps"]]]
        return max((one for one in found if one is not None), default=None)


def examine(
    game: Game, puzzle: Puzzle, seed: str, *, sure: float = LEAST, on_board: dict[str, bool] | None = None
) -> Quality:
    """Is there one clear best answer? `seed` draws luck and the answers of others; in a part `sure` of them the answer has to work.

    `on_board`: see `Bench`; an examination of the same puzzle with other draws goes on with it.
    """
    state = game.from_json(unpacked(puzzle.position))
    bench = Bench(game, scene_of(game, puzzle), state, seed, {} if on_board is None else on_board)
    goal, answer = puzzle.goal, [puzzle.solution]
    if not bench.reaches(goal, answer):
        return Quality("the answer does not reach the goal on the board")
    if bench.reaches(goal, [None]):
        return Quality("waiting reaches the goal")
    share = bench.share(goal, answer)
    if share < sure:
        return Quality("the answer depends on luck or on what the others do", share)
    weaker = _levels(bench, puzzle, ("easy", "medium"))
    if any(part > share - MARGIN for _, part in weaker):
        return Quality("an easy or medium bot finds it", share, 0.0, weaker)
    second, tried = 0.0, 0
    for other in _others(bench, puzzle):
        tried += 1
        second = max(second, bench.tasted(goal, other))
        if second > share - MARGIN:
            return Quality("another answer is nearly as good", share, second, weaker)
    # What thinks longest is asked last.
    return Quality("", share, second, (*weaker, *_levels(bench, puzzle, ("hard",))), tried)


def _levels(bench: Bench, puzzle: Puzzle, wanted: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """In which part of the draws the orders of bots of these strengths reach the goal."""
    found = []
    for bot in bench.game.bots:
        if bot.strength in wanted:
            works = [
                bench.works(puzzle.goal, [bench.orders_of(bot, puzzle.seat, number)], number) for number in range(DRAWS)
            ]
            found.append((str(bot.strength), sum(works) / DRAWS))
    return tuple(found)


def _others(bench: Bench, puzzle: Puzzle) -> Iterator[list[Orders | None]]:
    """Answers of other kinds than that of the puzzle."""
    yield [None]
    craft, game, goal = bench.craft, bench.game, puzzle.goal
    # Checked orders have parts that say no more than what is so anyhow.
    best = bench.least(goal, craft.pieces(puzzle.solution))
    tries = list(craft.tries(bench.view, bench.turn.choices(), [goal]))
    for part in tries:
        if bench.is_other([part], best):
            yield [craft.orders([part])]
        if not craft.rivals:
            for later in range(1, goal["steps"]):
                yield [*[None] * later, craft.orders([part])]
        if len(best) > 1:
            for place in range(len(best)):
                changed = [*best[:place], part, *best[place + 1 :]]
                if bench.is_other(changed, best):
                    yield [craft.orders(changed)]
    for number in range(2):
        orders = bench.orders_of(game.strongest_bot, puzzle.seat, number)
        if bench.reaches(goal, [orders]):
            parts = bench.least(goal, craft.pieces(orders))
            if bench.is_other(parts, best):
                yield [craft.orders(parts)]


def points(quality: Quality, pieces: int) -> int:
    """How hard a puzzle is, on the scale of ratings: the fewer bots find it, the more there is to try and the more parts it takes, the harder."""
    missed = sum(1 - part for _, part in quality.levels)
    return round(700 + 150 * missed + 60 * math.log2(1 + quality.tried) + 100 * (pieces - 1))


def mine(game: Game, preset: str, seats: int, seed: str, variety: Variety) -> Iterator[Puzzle]:
    """Play a match and yield the puzzles in it for which there is room, `PER_MATCH` at most and none of them alike. Whoever keeps one adds it to
    `variety` before asking for the next."""
    options = simulate.open_table(game, dict(game.presets[preset].options), seats, seed)
    record = simulate.play(game, options, seats, [game.strongest_bot] * seats, seed)
    asked: set[tuple[int, str, str]] = set()
    found: set[str] = set()
    latest: dict[int, int] = {}
    for step, state, _ in simulate.replay(game, options, seats, seed, record.orders):
        for seat in game.pending(state):
            if step - latest.get(seat, -APART) < APART:
                continue
            bench = _bench(game, options, record.orders, state, step, seat, seed)
            puzzle = _at(bench, record.orders[step].get(seat), asked, lambda one: one not in found and variety.has(one))
            if puzzle is None:
                continue
            latest[seat] = step
            found.add(idea_of(game, puzzle))
            yield puzzle
            if len(found) >= PER_MATCH:
                return


def _bench(
    game: Game, options: Options, orders: Sequence[StepOrders], state: State, step: int, seat: int, seed: str
) -> Bench:
    """A position of a match, from a seat, with what the others ordered in it."""
    craft = craft_of(game)
    most = max(craft.steps.values())
    script = () if craft.rivals else tuple(_script(orders, at, seat) for at in range(step, step + most))
    scene = Scene(
        "", "", "", "", "", "", _seats(orders), options, lambda moment: False, (), seat=seat, first_step=step,
        script=script, rivals=craft.rivals, seed=f"{seed}:{step}",
    )  # fmt: skip
    return Bench(game, scene, state, "search")


def _at(bench: Bench, recorded: Orders | None, asked: set[tuple[int, str, str]], has_room: HasRoom) -> Puzzle | None:
    """The first good puzzle of a position, if there is one; none about what was asked before in this match, and none without room for its idea.

    `recorded`: what the seat ordered in the match.
    """
    game, craft, scene = bench.game, bench.craft, bench.scene
    wanted = [
        one
        for one in craft.goals(bench.view)
        if (scene.seat, one["kind"], str(one["what"])) not in asked
        and (scene.first_step % EVERY == 0 or one["kind"] not in craft.amounts.keys() | craft.searched)
        and has_room(one["kind"])
    ]
    if not wanted:
        return None
    for goal, parts in _proposed(bench, wanted, recorded):
        if not 0 < len(parts) <= MOST_PIECES:
            continue
        puzzle = _puzzle(bench, goal, parts)
        if puzzle is None or not has_room(craft.idea(bench.view, goal, craft.pieces(puzzle.solution))):
            continue
        if not _is_worth_it(bench, goal, craft.orders(parts)):
            continue
        on_board: dict[str, bool] = {}
        found = examine(game, puzzle, "first", sure=SURE, on_board=on_board)
        if found.fault or examine(game, puzzle, "second", sure=SURE, on_board=on_board).fault:
            continue
        if goal["what"] is not None:
            asked.add((scene.seat, goal["kind"], str(goal["what"])))
        return replace(puzzle, points=points(found, len(parts)), share=found.share)
    return None


def _puzzle(bench: Bench, goal: Goal, parts: Sequence[Piece]) -> Puzzle | None:
    """The puzzle as it is stored, not yet examined; None if the rules refuse the answer."""
    game, scene = bench.game, bench.scene
    solution, refused = simulate.judged(game, bench.state, scene.seat, scene.first_step, bench.craft.orders(parts))
    if refused is not None:
        return None
    text = f"{game.id}:{scene.seed}:{scene.seat}:{view_text(goal)}"
    return Puzzle(
        id=hashlib.sha256(text.encode()).hexdigest()[:10], options=scene.options, seats=scene.seats, seat=scene.seat, seed=scene.seed,
        first_step=scene.first_step, goal=goal, position=packed(game.to_json(bench.state)), script=scene.script[: goal["steps"]],
        solution=solution, points=0, share=0.0,
    )  # fmt: skip


def _seats(orders: Sequence[StepOrders]) -> int:
    return 1 + max(seat for line in orders for seat in line)


def _script(orders: Sequence[StepOrders], step: int, seat: int) -> dict[int, Json]:
    """What the others order at a step; nothing after the end."""
    if step >= len(orders):
        return {}
    return {other: given for other, given in orders[step].items() if other != seat and given is not None}


def _proposed(bench: Bench, wanted: Sequence[Goal], recorded: Orders | None) -> Iterator[tuple[Goal, list[Piece]]]:
    """Goals that neither waiting nor the orders of an easy or medium bot reach, with parts of orders that do.

    Only what happened in the match is searched: what the orders of the match reach, what waiting loses, and amounts. The answer is either one
    single part and others of the same kind alone, or, where no single part does, the orders of the match.
    """
    craft, game = bench.craft, bench.game
    most = max(craft.steps[one["kind"]] for one in wanted)
    waited = bench.course(bench.scene, [None], most)
    given = recorded if recorded is not None else bench.orders_of(game.strongest_bot, bench.scene.seat, 0)
    played = bench.course(bench.scene, [given], most)
    asked = [goal for one in wanted if (goal := _open(bench, one, waited)) is not None]
    always = craft.keeps | craft.searched
    asked = [one for one in asked if one["kind"] in always or _met(bench, one, played)]
    amounts = [{**one, "steps": craft.steps[one["kind"]]} for one in wanted if one["kind"] in craft.amounts]
    if not asked and not amounts:
        return
    weak = [bench.course(bench.scene, [orders], most) for orders in _weak(bench)]
    asked = [one for one in asked if not any(_met(bench, one, course) for course in weak)]
    if not asked and not amounts:
        return
    # What is still asked may need fewer steps than all that was wanted.
    most = max(one["steps"] for one in (*asked, *amounts))
    singles = [
        (part, bench.course(bench.scene, [craft.orders([part])], most))
        for part in craft.tries(bench.view, bench.turn.choices(), [*asked, *amounts])
    ]
    for one in amounts:
        if (measured := _measured(bench, one, [waited, *weak], singles)) is not None:
            yield measured
    for one in asked:
        found = [(part, met) for part, course in singles if (met := _met(bench, one, course))]
        if found and not any(bench.is_other([part], [found[0][0]]) for part, _ in found):
            yield _timed(bench, one, found[0][1]), [found[0][0]]
        elif not found and (met := _met(bench, one, played)):
            goal = _timed(bench, one, met)
            yield goal, bench.least(goal, craft.pieces(given))


def _weak(bench: Bench) -> list[Orders]:
    """What the easy and the medium bot order here."""
    weak = [bot for bot in bench.game.bots if bot.strength in ("easy", "medium")]
    return [bench.orders_of(bot, bench.scene.seat, 0) for bot in weak]


def _measured(
    bench: Bench, goal: Goal, weak: Sequence[Course], singles: Sequence[tuple[Piece, Course]]
) -> tuple[Goal, list[Piece]] | None:
    """The goal with an amount between that of the best single part and that of everything that is another idea, if there is one.

    `weak`: what follows from waiting, and then from the orders of weak bots.
    """
    found = [(amount, part) for part, course in singles if (amount := bench.amount(goal, course)) is not None]
    if not found:
        return None
    best, answer = max(found, key=lambda line: line[0])
    waited, *others = [bench.amount(goal, course) for course in weak]
    others += [amount for amount, part in found if bench.is_other([part], [answer])]
    second = max((one for one in (waited, *others) if one is not None), default=best - LEAST_LEAD)
    if not _leads(best, second):
        return None
    # What the match's own luck gave may be more than what the answer mostly comes to.
    best = min(best, _mostly(bench, goal, answer, second))
    if not _leads(best, second):
        return None
    rivals = [part for _, part in found if bench.is_other([part], [answer])]
    if not any(_helps(bench, goal, part, waited) for part in rivals):
        return None
    return {**goal, "least": second + (best - second + 1) // 2}, [answer]


def _helps(bench: Bench, goal: Goal, part: Piece, waited: int | None) -> bool:
    """Does a part do better than waiting, on the board or in some draws? Where nothing but the answer does there is nothing to choose."""
    answer = [bench.craft.orders([part])]
    for scene in (bench.scene, *bench.draws[: DRAWS // 2]):
        found = bench.amount(goal, bench.course(scene, answer, goal["steps"]))
        if found is not None and (waited is None or found > waited):
            return True
    return False


def _leads(best: int, second: int) -> bool:
    return best - second >= max(LEAST_LEAD, abs(best) * LEAD)


def _mostly(bench: Bench, goal: Goal, part: Piece, nothing: int) -> int:
    """The amount that a part comes to in `LEAST` of the draws; `nothing` stands for draws in which nothing counts."""
    answer = [bench.craft.orders([part])]
    found = [bench.amount(goal, bench.course(scene, answer, goal["steps"])) for scene in bench.draws]
    return sorted(nothing if one is None else one for one in found)[round(DRAWS * (1 - LEAST))]


def _met(bench: Bench, goal: Goal, played: Course) -> int:
    """The step that reaches the goal; 0 if none does."""
    return next((moment.step for moment, _ in played[: goal["steps"]] if is_done(bench.craft, goal, moment)), 0)


def _timed(bench: Bench, goal: Goal, met: int) -> Goal:
    """The goal with as few steps as the answer takes, so that giving the same orders later comes too late."""
    is_fixed = bool(bench.craft.rivals) or goal["kind"] in bench.craft.keeps
    return goal if is_fixed else {**goal, "steps": met}


def _open(bench: Bench, one: Goal, waited: Course) -> Goal | None:
    """The goal with its number of steps, if waiting does not reach it; what is kept falls with the last of them. None for amounts."""
    craft = bench.craft
    if one["kind"] in craft.amounts:
        return None
    most = craft.steps[one["kind"]]
    goal = {**one, "steps": most}
    if one["kind"] in craft.keeps and not craft.rivals:
        fell = next((moment.step for moment, _ in waited[:most] if not craft.met(one, moment)), None)
        return None if fell is None else {**one, "steps": fell}
    return None if any(is_done(craft, goal, moment) for moment, _ in waited[:most]) else goal


def _is_worth_it(bench: Bench, goal: Goal, orders: Orders) -> bool:
    """Does the seat stand at least as well after the answer as after waiting?"""
    after = []
    for given in (orders, None):
        course = bench.course(bench.scene, [given], goal["steps"])
        found = chances(bench.game, course[-1][1]) if course else None
        if found is None:
            return False
        after.append(found[bench.scene.seat])
    return after[0] >= after[1]
