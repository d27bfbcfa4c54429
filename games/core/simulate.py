"""How does a match run without a platform: from stored orders again, or between built-in bots?

Pure: no clock, no database. Replays, checks of stored matches, strength measurements and tests all step through here; the
live counterpart is the referee of the platform, and both give the same states for the same options, seed and orders.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from games.core.contract import Bot, Game, Json, Options, Orders, State
from games.core.errors import OrderError
from games.core.events import Event, EventLog, filter_for
from games.core.lessons import Moment, Scene, scripted
from games.core.rng import Rng, SeededRng, seat_rng, step_rng

StepOrders = Mapping[int, Orders | None]


@dataclass(frozen=True)
class OwnBot:
    """Somebody's own bot. It gets what a program at the match socket gets, as copies that it may keep and change."""

    id: str
    answer: Callable[[Json, Json, Rng, dict[str, Json]], Orders]
    """`answer(view, choices, rng, memory)` → orders, of which only what JSON can say counts."""


@dataclass(frozen=True)
class MatchRecord:
    """A finished match between bots: all that is needed to play it again, and how it went."""

    seed: str
    bots: tuple[str, ...]
    """Bot id per seat."""
    ranks: tuple[int, ...]
    """Place per seat, 1 is first; seats that share a place have the same number."""
    steps: int
    reason: str
    refused: int
    """Orders of bots that the game did not accept; default orders were played instead."""
    first_refused: str
    """Which were the first of them, and why; empty if there are none."""
    options: Options = field(repr=False)
    """As `open_table` made them."""
    orders: tuple[StepOrders, ...] = field(repr=False)
    """Checked orders of all pending seats, step by step."""


def match_seed(seed: str, number: int) -> str:
    """The seed of match `number` of a series that has the seed `seed`."""
    return f"{seed}:{number}"


def open_table(game: Game, options: Options, seats: int, seed: str) -> Options:
    """Options with defaults filled in and everything made that all should see before they sit down; raises OptionError."""
    checked = game.check_options(options, seats)
    return game.prepare(checked, seats, SeededRng(f"{seed}:prepare")) if game.prepare else checked


def open_scene(game: Game, scene: Scene) -> tuple[Options, State]:
    """The options of a scene as `open_table` makes them, and the position in which it begins."""
    options = open_table(game, dict(scene.options), scene.seats, scene.seed)
    return options, (scene.position or game.setup)(options, scene.seats, step_rng(scene.seed, 0))


def act(game: Game, scene: Scene, answers: Iterable[Orders | None]) -> Iterator[Moment]:
    """Play a scene with these orders of its seat, step by step, None for default ones, until they or the match are at an end.

    The site plays it in the same way (`written_orders`); what a bot is refused is played as default orders.
    """
    _, state = open_scene(game, scene)
    memories: list[dict[str, Json]] = [{} for _ in range(scene.seats)]
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
        yield Moment(
            step=step + 1,
            before=game.view(state, scene.seat),
            orders=orders.get(scene.seat),
            after=game.view(after, scene.seat),
            events=filter_for(events, scene.seat),
            place=None if outcome is None else next(p.place for p in outcome.ranking if p.seat == scene.seat),
        )
        state = after


def written_orders(game: Game, scene: Scene, state: State, step: int, seat: int) -> Orders | None:
    """What another seat of a scene orders at position `step`: as the script says, if the rules still allow it, else default orders.

    None: nothing of that, for the bot of the scene decides.
    """
    wanted = scripted(scene, step, seat)
    try:
        if wanted is not None:
            return game.check(state, seat, wanted)
    except OrderError:
        # The person has played so that it cannot be done any more.
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
    game: Game, options: Options, seats: int, bots: Sequence[Bot | OwnBot], seed: str, *, max_steps: int = 100_000
) -> MatchRecord:
    """Play one match between `bots`, one per seat, to its end.

    `options` are prepared ones. A bot whose orders are refused plays the default orders of that step. Raises ValueError when
    the number of bots is not the number of seats, RuntimeError when the match has not ended after `max_steps`.
    """
    if len(bots) != seats:
        raise ValueError(f"{seats} seats need {seats} bots, got {len(bots)}")
    state = game.setup(options, seats, step_rng(seed, 0))
    memories: list[dict[str, Json]] = [{} for _ in bots]
    history: list[StepOrders] = []
    refused, first_refused = 0, ""
    while pending := game.pending(state):
        step = len(history)
        if step >= max_steps:
            raise RuntimeError(f"match {seed!r} of {game.id} has not ended after {max_steps} steps")
        orders: dict[int, Orders | None] = {}
        for seat in pending:
            given = _ask(game, bots[seat], state, seat, seat_rng(seed, step, seat), memories[seat])
            try:
                orders[seat] = game.check(state, seat, given)
            except OrderError as error:
                refused += 1
                place = f" at {error.path}" if error.path else ""
                first_refused = first_refused or f"step {step}, seat {seat}: {error.code}{place}: {error}"
                orders[seat] = game.default_orders(state, seat)
        history.append(orders)
        state, _ = game.resolve(state, orders, step_rng(seed, step + 1))
    outcome = game.outcome(state)
    if outcome is None:
        raise RuntimeError(f"match {seed!r} of {game.id} waits for nobody and has no outcome")
    places = {place.seat: place.place for place in outcome.ranking}
    return MatchRecord(
        seed=seed,
        bots=tuple(bot.id for bot in bots),
        ranks=tuple(places[seat] for seat in range(seats)),
        steps=len(history),
        reason=outcome.reason,
        refused=refused,
        first_refused=first_refused,
        options=options,
        orders=tuple(history),
    )


@dataclass(frozen=True)
class Seen:
    """One position of a match as a seat sees it, and what the seat heard on the way there."""

    step: int
    view: Json
    events: Sequence[Event]
    is_over: bool


def watch(
    game: Game, options: Options, seats: int, answers: Sequence[Callable[[Json, Rng], Orders]], seed: str, seat: int
) -> Iterator[Seen]:
    """Play a match step by step as `seat` sees it, until it is over or nobody asks for more.

    `answers[n](view, rng)` → the orders of seat n, from its own view; what the game refuses is played as default orders. `options` are
    prepared ones.
    """
    state, step = game.setup(options, seats, step_rng(seed, 0)), 0
    events: Sequence[Event] = EventLog([])
    while True:
        pending = game.pending(state)
        yield Seen(step, game.view(state, seat), filter_for(events, seat), not pending)
        if not pending:
            return
        orders: dict[int, Orders | None] = {}
        for one in pending:
            given = answers[one](game.view(state, one), seat_rng(seed, step, one))
            try:
                orders[one] = game.check(state, one, given)
            except OrderError:
                orders[one] = game.default_orders(state, one)
        step += 1
        state, events = game.resolve(state, orders, step_rng(seed, step))


def watch_again(game: Game, record: MatchRecord, seat: int) -> Iterator[Seen]:
    """A match between bots once more, as `seat` saw it."""
    for step, state, events in replay(game, record.options, len(record.bots), record.seed, record.orders):
        yield Seen(step, game.view(state, seat), filter_for(events, seat), step == record.steps)


def _ask(game: Game, bot: Bot | OwnBot, state: State, seat: int, rng: Rng, memory: dict[str, Json]) -> Orders:
    view = game.view(state, seat)
    if isinstance(bot, Bot):
        return bot.decide(view, rng, memory)
    choices = game.choices(state, seat) if game.choices else None
    given: Orders = _copied(bot.answer(_copied(view), _copied(choices), rng, memory))
    return given


def _copied(value: Json) -> Json:
    return json.loads(json.dumps(value))


def rotated(bots: Sequence[Bot | OwnBot], by: int) -> tuple[Bot | OwnBot, ...]:
    """The same bots, each `by` seats further on."""
    by %= len(bots)
    return tuple(bots[len(bots) - by :]) + tuple(bots[: len(bots) - by])
