"""How does a match run without the platform? From stored orders, or between bots.

Pure: no clock, no database. Replays, checks of stored matches, measurements of bots and tests use it. The
platform's referee runs live matches; both give the same states for the same options, seed and orders.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from games.core.batch import Batch, OneByOne, StepOrders
from games.core.contract import Bot, Game, Json, Options, Orders, State, Turn, view_text
from games.core.errors import OrderError
from games.core.events import Event, EventLog, filter_for
from games.core.lessons import Moment, Scene, scripted
from games.core.rng import Rng, SeededRng, program_rng, seat_rng, seat_seed, step_rng


@dataclass(frozen=True)
class OwnBot:
    """A bot from outside the site. It gets what a program at the match socket gets, as copies that it may keep and change."""

    id: str
    answer: Callable[..., Orders]
    """`answer(view, choices, rng, memory)` → orders. Orders and memory are converted to JSON; None means default orders. `rng` is that
    of `program_rng`."""
    hears_refusals: bool = False
    """`answer` takes a fifth argument: what was wrong with its last orders (`step`, `code`, `path`, `message`), or None."""
    copies: bool = False
    """`answer` makes the copies itself, as the client package does; a second one would be half of the time of a quick program."""


Failed = Callable[[int, str], None]
"""`failed(step, why)` notes that a bot failed at a step, and played default orders or a part of what it wanted."""


@dataclass(frozen=True)
class TurnBot:
    """A bot from outside that is asked turn by turn and begins each match anew, as the programs do that the site runs."""

    id: str
    begin: Callable[[Options, str, Failed], Callable[[Turn, int], Orders | None]]
    """`begin(options, seed, failed)` → `answer(turn, step)`; None means default orders."""


AnyBot = Bot | OwnBot | TurnBot


@dataclass(frozen=True)
class MatchRecord:
    """A match between bots: everything that a replay needs, and the result."""

    seed: str
    bots: tuple[str, ...]
    """Bot id per seat."""
    ranks: tuple[int, ...]
    """Place of each seat, from 1; seats that share a place have the same number. Empty if it was not played to its end."""
    steps: int
    reason: str
    refusals: tuple[tuple[int, int, str], ...]
    """Step, seat and reason of all orders that the game refused; default orders were played instead."""
    options: Options = field(repr=False)
    """As `open_table` made them."""
    orders: tuple[StepOrders, ...] = field(repr=False)
    """Checked orders of all pending seats, step by step."""
    failures: tuple[tuple[int, int, str], ...] = ()
    """Step, seat and fault of each failure of a bot from outside; default orders were played, and its memory stayed as it was."""

    @property
    def refused(self) -> int:
        """Number of orders that the game refused."""
        return len(self.refusals)

    @property
    def first_refused(self) -> str:
        """Step, seat and reason of the first refusal; empty if there was none."""
        return "step {}, seat {}: {}".format(*self.refusals[0]) if self.refusals else ""

    @property
    def is_shared(self) -> bool:
        """True if several seats share the first place."""
        return self.ranks.count(1) > 1


def side_by_side(game: Game, states: Sequence[State]) -> Batch:
    """These positions as a batch: in the form that the game has for it, else the engine one after another."""
    return game.batch(states) if game.batch else OneByOne(game.resolve, game.view, game.outcome, states)


def match_seed(seed: str, number: int) -> str:
    """The seed of match `number` of a series that has the seed `seed`."""
    return f"{seed}:{number}"


def open_table(game: Game, options: Options, seats: int, seed: str) -> Options:
    """Checked and prepared options, as the platform stores them with a table. Raises OptionError."""
    checked = game.check_options(options, seats)
    return game.prepare(checked, seats, SeededRng(f"{seed}:prepare")) if game.prepare else checked


def open_scene(game: Game, scene: Scene) -> tuple[Options, State]:
    """The options of a scene, as `open_table` makes them, and its first position."""
    options = open_table(game, dict(scene.options), scene.seats, scene.seed)
    return options, (scene.position or game.setup)(options, scene.seats, step_rng(scene.seed, 0))


def act(game: Game, scene: Scene, answers: Iterable[Orders | None]) -> Iterator[Moment]:
    """Play a scene with these orders of its seat, step by step, until they or the match end. None means default orders.

    The platform plays scenes in the same way (`written_orders`). Default orders replace refused orders of a bot.
    """
    _, state = open_scene(game, scene)
    for moment, _after in act_from(game, scene, state, answers):
        yield moment


def act_from(
    game: Game, scene: Scene, state: State, answers: Iterable[Orders | None]
) -> Iterator[tuple[Moment, State]]:
    """As `act`, from a position of the scene that is given, with the position after each step. The scene's options are not asked."""
    memories: list[dict[str, Json]] = [{} for _ in range(scene.seats)]
    seen = game.view(state, scene.seat)
    for step, answer in enumerate(answers):
        pending = game.pending(state)
        if not pending:
            return
        orders: dict[int, Orders | None] = {
            seat: _rival(game, scene, state, step, seat, memories[seat]) for seat in pending if seat != scene.seat
        }
        if scene.seat in pending:
            given = game.default_orders(state, scene.seat) if answer is None else answer
            orders[scene.seat] = game.check(state, scene.seat, given)
        after, events = game.resolve(state, orders, step_rng(scene.seed, step + 1))
        outcome = game.outcome(after)
        before, seen = seen, game.view(after, scene.seat)
        moment = Moment(
            step=step + 1,
            before=before,
            orders=orders.get(scene.seat),
            after=seen,
            events=filter_for(events, scene.seat),
            place=None if outcome is None else next(p.place for p in outcome.ranking if p.seat == scene.seat),
        )
        yield moment, after
        state = after


def written_orders(game: Game, scene: Scene, state: State, step: int, seat: int) -> Orders | None:
    """Orders of another seat of a scene at position `step`: those of the script if the rules still allow them, otherwise default orders.

    None if the scene has a bot and the script gives no orders: the bot decides.
    """
    wanted = scripted(scene, step, seat)
    try:
        if wanted is not None:
            return game.check(state, seat, wanted)
    except OrderError:
        # The person's orders have made the script impossible.
        pass
    return None if scene.rivals else game.default_orders(state, seat)


def _rival(game: Game, scene: Scene, state: State, step: int, seat: int, memory: dict[str, Json]) -> Orders:
    written = written_orders(game, scene, state, step, seat)
    if written is not None:
        return written
    try:
        decided = _ask(game, game.bot(scene.rivals), state, seat, seat_rng(scene.seed, step, seat), memory)
        return game.check(state, seat, decided)
    except OrderError:
        return game.default_orders(state, seat)


def replay(
    game: Game,
    options: Options,
    seats: int,
    seed: str,
    orders_per_step: Iterable[StepOrders],
    *,
    start: State = None,
) -> Iterator[tuple[int, State, Sequence[Event]]]:
    """Yield (step, state, events) of state 0 and of every state that the stored orders lead to.

    `options` are prepared ones (see `open_table`); `orders_per_step[k]` holds checked orders given against state k, with None
    or nothing for a seat that missed the step. Events are unfiltered. State 0 is the set-up, or `start`.
    """
    state = game.setup(options, seats, step_rng(seed, 0)) if start is None else start
    yield 0, state, []
    for step, orders in enumerate(orders_per_step, start=1):
        state, events = game.resolve(state, orders, step_rng(seed, step))
        yield step, state, events


def play(
    game: Game,
    options: Options,
    seats: int,
    bots: Sequence[AnyBot],
    seed: str,
    *,
    max_steps: int = 100_000,
    first: int | None = None,
) -> MatchRecord:
    """Play one match between `bots`, one per seat, to its end, or its `first` steps alone; then it has neither ranks nor a reason.

    `options` are prepared ones. A bot whose orders are refused plays the default orders of that step, and so does one from outside that fails,
    as on the site. Raises ValueError when
    the number of bots is not the number of seats, RuntimeError when the match has not ended after `max_steps`.
    """
    if len(bots) != seats:
        raise ValueError(f"{seats} seats need {seats} bots, got {len(bots)}")
    state = game.setup(options, seats, step_rng(seed, 0))
    memories: list[dict[str, Json]] = [{} for _ in bots]
    faults: list[Json] = [None for _ in bots]
    history: list[StepOrders] = []
    refusals: list[tuple[int, int, str]] = []
    failures: list[tuple[int, int, str]] = []
    begun = [
        None if isinstance(bot, Bot) else begin(bot, options, seed, seat, partial(_note, failures, seat))
        for seat, bot in enumerate(bots)
    ]
    while (pending := game.pending(state)) and len(history) != first:
        step = len(history)
        if step >= max_steps:
            raise RuntimeError(f"match {seed!r} of {game.id} has not ended after {max_steps} steps")
        orders: dict[int, Orders | None] = {}
        for seat in pending:
            bot, answer = bots[seat], begun[seat]
            given: Orders | None
            if answer is not None:
                given = answer(turn_of(game, state, seat, faults[seat]), step)
            else:
                assert isinstance(bot, Bot)
                given = _ask(game, bot, state, seat, seat_rng(seed, step, seat), memories[seat])
            orders[seat], fault = judged(game, state, seat, step, given)
            if fault is not None:
                place = f" at {fault['path']}" if fault["path"] else ""
                refusals.append((step, seat, f"{fault['code']}{place}: {fault['message']}"))
            faults[seat] = fault
        history.append(orders)
        state, _ = game.resolve(state, orders, step_rng(seed, step + 1))
    outcome = game.outcome(state)
    if outcome is None and not pending:
        raise RuntimeError(f"match {seed!r} of {game.id} waits for nobody and has no outcome")
    places = {place.seat: place.place for place in outcome.ranking} if outcome is not None else {}
    return MatchRecord(
        seed=seed,
        bots=tuple(bot.id for bot in bots),
        ranks=tuple(places[seat] for seat in range(seats)) if places else (),
        steps=len(history),
        reason=outcome.reason if outcome is not None else "",
        refusals=tuple(refusals),
        options=options,
        orders=tuple(history),
        failures=tuple(failures),
    )


def fault_of(error: Exception) -> str:
    """What an error says, with the file and line where a bot raised it."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({where.filename.rpartition('/')[2]}, line {where.lineno})"


def _note(failures: list[tuple[int, int, str]], seat: int, step: int, why: str) -> None:
    failures.append((step, seat, why))


def play_out(game: Game, state: State, bots: Sequence[Bot], seed: str, *, max_steps: int) -> Iterator[State]:
    """Play on from a position between `bots`, one per seat, without memories, and yield each position that follows: `max_steps` at most.

    Default orders replace those that the game refuses.
    """
    memories: list[dict[str, Json]] = [{} for _ in bots]
    for step in range(max_steps):
        pending = game.pending(state)
        if not pending:
            return
        orders: dict[int, Orders | None] = {}
        for seat in pending:
            given = _ask(game, bots[seat], state, seat, seat_rng(seed, step, seat), memories[seat])
            orders[seat], _ = judged(game, state, seat, step, given)
        state, _ = game.resolve(state, orders, step_rng(seed, step + 1))
        yield state


@dataclass(frozen=True)
class Seen:
    """One position of a match as a seat sees it, with the events that the seat may know."""

    step: int
    view: Json
    events: Sequence[Event]
    is_over: bool
    refused: Json = None
    """What was wrong with the orders of the seat that led here, or None."""


def judged(game: Game, state: State, seat: int, step: int, given: Orders | None) -> tuple[Orders, Json]:
    """The orders that count, and what was wrong with those that were given, or None. Default orders replace refused orders and None."""
    if given is None:
        return game.default_orders(state, seat), None
    try:
        return game.check(state, seat, given), None
    except OrderError as error:
        refused = {"step": step, "code": error.code, "path": error.path, "message": str(error)}
        return game.default_orders(state, seat), refused


def turn_of(game: Game, state: State, seat: int, refused: Json = None) -> Turn:
    """What the seat may know at this position."""
    return Turn(seat, game.view(state, seat), partial(_choices, game, state, seat), refused)


def decided(game: Game, bot: Bot, state: State, seat: int, rng: Rng) -> Orders:
    """What a bot without memories orders for the seat; default orders where the rules refuse them."""
    return judged(game, state, seat, 0, _ask(game, bot, state, seat, rng, {}))[0]


def watch(
    game: Game,
    options: Options,
    seats: int,
    answers: Sequence[Callable[[Turn, int], Orders | None]],
    seed: str,
    seat: int,
) -> Iterator[Seen]:
    """Play a match and yield each position as `seat` sees it, until the match is over.

    `answers[n](turn, step)` → orders of seat n; default orders replace refused ones and None. `options` are prepared ones.
    """
    state, step = game.setup(options, seats, step_rng(seed, 0)), 0
    events: Sequence[Event] = EventLog([])
    faults: list[Json] = [None] * seats
    told: Json = None
    while True:
        pending = game.pending(state)
        yield Seen(step, game.view(state, seat), filter_for(events, seat), not pending, told)
        if not pending:
            return
        orders: dict[int, Orders | None] = {}
        for one in pending:
            turn = turn_of(game, state, one, faults[one])
            orders[one], faults[one] = judged(game, state, one, step, answers[one](turn, step))
        told = faults[seat] if seat in pending else None
        step += 1
        state, events = game.resolve(state, orders, step_rng(seed, step))


def watch_again(game: Game, record: MatchRecord, seat: int) -> Iterator[Seen]:
    """Replay a match between bots and yield each position as `seat` saw it."""
    for step, state, events in replay(game, record.options, len(record.bots), record.seed, record.orders):
        yield Seen(step, game.view(state, seat), filter_for(events, seat), step == record.steps)


def _ask(game: Game, bot: Bot, state: State, seat: int, rng: Rng, memory: dict[str, Json]) -> Orders:
    return bot.decide(game.view(state, seat), rng, memory)


def begin(
    bot: OwnBot | TurnBot, options: Options, seed: str, seat: int, failed: Failed
) -> Callable[[Turn, int], Orders | None]:
    """A bot from outside that has sat down: `answer(turn, step)` → orders. None, and `failed` is told, where it raises something."""
    if isinstance(bot, TurnBot):
        return bot.begin(options, seed, failed)
    memory: dict[str, Json] = {}

    def answer(turn: Turn, step: int) -> Orders | None:
        try:
            return _ask_own(bot, turn, program_rng(seat_seed(seed, seat), step), memory)
        except Exception as error:  # noqa: BLE001 whatever a program raises is a failure of that program
            failed(step, fault_of(error))
            return None

    return answer


def _ask_own(bot: OwnBot, turn: Turn, rng: Rng, memory: dict[str, Json]) -> Orders:
    told = (turn.refused,) if bot.hears_refusals else ()
    if bot.copies:
        return bot.answer(turn.view, turn.choices(), rng, memory, *told)
    kept = _copied(memory)
    given: Orders = _copied(bot.answer(_shown(turn.view), _shown(turn.choices()), rng, kept, *told))
    kept = _copied(kept)
    memory.clear()
    memory.update(kept)
    return given


def _choices(game: Game, state: State, seat: int) -> Json:
    return game.choices(state, seat) if game.choices else None


def _shown(value: Json) -> Json:
    """A copy with sorted keys, as the sandbox hands views to programs (`contract.view_text`)."""
    return json.loads(view_text(value))


def _copied(value: Json) -> Json:
    return json.loads(json.dumps(value))


def rotated(bots: Sequence[AnyBot], by: int) -> tuple[AnyBot, ...]:
    """The same bots, each moved on by `by` seats, cyclically."""
    by %= len(bots)
    return tuple(bots[len(bots) - by :]) + tuple(bots[: len(bots) - by])
