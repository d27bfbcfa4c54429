"""How do people's programs play? One runner per process finds steps that wait for programs, runs them in the sandbox, stores what they did.

Where every seat that is awaited has a program, the game's `drive` asks them inside the step; else each is asked beforehand about
the view of its seat, like everybody. Nothing is locked and no transaction is open while programs run. What a step is played
from is on disk (state, seed, memories), so that a step that was interrupted is played anew with the same result.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.core.contract import Ask, Game, Json, Options, State
from games.core.rng import step_rng
from lobby import metrics
from lobby.bots.loader import ProgramRefused
from lobby.bots.runner import MatchRunner
from lobby.bots.sandbox import Prepared, Run, Sandbox, program_seed
from lobby.bots.turns import Turns
from lobby.bots.workers import NoWorker
from lobby.matches import audience, referee, services, threads
from lobby.matches.models import Match, Orders, Program, ProgramMemory, Seat
from lobby.matches.positions import game_of, position
from lobby.matches.records import SeatRecord

log = logging.getLogger("fogbound.programs")

STEP_SECONDS = 0.5
RUN_SECONDS = 0.005
"""A seat's programs may take `STEP_SECONDS` a step and `RUN_SECONDS` more for every run; the others are not started then."""
OVERTIMES = 10
"""So many runs stopped because of their time in one match, and the seat runs nothing any more."""
CONSOLE_LINES = 200
"""What the owner may read of one match: the last lines."""

SANDBOX = Sandbox(settings.PROGRAM_WORKERS)
"""The workers of this process; they start with the first program."""


def is_stopped(overtimes: int, seconds: float, runs: int) -> bool:
    """Has a seat's program taken so much time that no more of its runs are begun? `seconds` and `runs` are those of the step."""
    return overtimes >= OVERTIMES or seconds > STEP_SECONDS + RUN_SECONDS * runs


@dataclass
class Player:
    """The program of one seat at one step."""

    seat: int
    text: str
    entities: Mapping[str, str]
    """Memories before the step."""
    overtimes: int
    console: list[Json]
    prepared: Prepared | None = None
    """None: the text is no program any more, or could not be started at this step; the seat is idle."""
    kept: dict[str, str] = field(default_factory=dict)
    """Memories after the step, of the entities that ran in it."""
    runs: int = 0
    seconds: float = 0.0

    def memory_of(self, entity: str) -> str:
        """What an entity kept in the step before."""
        return self.entities.get(entity, "{}")

    def is_stopped(self) -> bool:
        """See the function of that name."""
        return is_stopped(self.overtimes, self.seconds, self.runs)


@dataclass(frozen=True)
class DueStep:
    """A step that waits for programs."""

    match_id: str
    step: int
    game: Game
    options: Options
    seed: str
    state: State
    players: dict[int, Player]
    is_driven: bool
    views: dict[int, Json]
    """What each player's seat knows; empty for a driven step."""
    people: frozenset[int | None] = frozenset()
    """Whose programs they are; None: of somebody who has gone."""


def due_step(match_id: str) -> DueStep | None:
    """The step of a match that programs owe their part of; None if there is none."""
    # Most matches have none, and this is asked at every step of them all.
    if not Seat.objects.filter(match_id=match_id, program__isnull=False, match__status=Match.Status.RUNNING).exists():
        return None
    match = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING).first()
    if match is None:
        return None
    game = game_of(match)
    state = position(match_id, match.step).state
    given = Orders.objects.filter(match_id=match_id, step=match.step)
    if game.programs is None or given.filter(by=Orders.By.PROGRAM).exists():
        return None
    pending = set(game.pending(state))
    awaited = [seat for seat in match.seats.all() if seat.number in pending and not seat.resigned]
    seats = [seat for seat in awaited if seat.program_id is not None]
    if not seats:
        return None
    is_driven = len(seats) == len(awaited) and _driving(game, state, match.seed, match.step) is not None
    return DueStep(
        match_id=match_id,
        step=match.step,
        game=game,
        options=match.options,
        seed=match.seed,
        state=state,
        players=_players(match, seats),
        people=_people(seats),
        is_driven=is_driven,
        views={} if is_driven else {seat.number: audience.seat_view(match, seat.number, match.step) for seat in seats},
    )


def _players(match: Match, seats: Sequence[Seat]) -> dict[int, Player]:
    chosen = [seat.program_id for seat in seats if seat.program_id is not None]
    texts = dict(Program.objects.filter(pk__in=chosen).values_list("pk", "text"))
    memories = {row.seat: row for row in ProgramMemory.objects.filter(match_id=match.pk)}
    players = {}
    for seat in seats:
        memory = memories.get(seat.number) or ProgramMemory()
        players[seat.number] = Player(
            seat=seat.number,
            text=texts.get(seat.program_id or 0, ""),
            entities=memory.entities,
            overtimes=memory.overtimes,
            console=list(memory.console),
        )
    return players


def _people(seats: Sequence[Seat]) -> frozenset[int | None]:
    chosen = [seat.program_id for seat in seats if seat.program_id is not None]
    return frozenset(Program.objects.filter(pk__in=chosen).values_list("owner_id", flat=True))


def matches_with_programs() -> list[str]:
    """Ids of running matches in which a program has a seat and nothing is stored for it at the step."""
    done = Orders.objects.filter(match_id=OuterRef("match_id"), step=OuterRef("match__step"), seat=OuterRef("number"))
    seats = Seat.objects.filter(
        ~Exists(done), match__status=Match.Status.RUNNING, resigned=False, program__isnull=False
    )
    return list(seats.order_by("match_id").values_list("match_id", flat=True).distinct())


def play_step(due: DueStep, sandbox: Sandbox) -> dict[int, SeatRecord]:
    """Run every program of a step; what each seat did, and what it keeps. Slow: in a thread of its own. Raises NoWorker."""
    programs = due.game.programs
    assert programs is not None
    for player in due.players.values():
        try:
            player.prepared = sandbox.prepare(programs, player.text)
        except ProgramRefused as refusal:
            _tell(due, player, "", line=refusal.line, text=str(refusal))
    orders = _drive(due, sandbox) if due.is_driven else _plan(due, sandbox)
    return {
        seat: SeatRecord(
            orders=orders[seat],
            entities=player.kept,
            overtimes=player.overtimes,
            console=player.console,
        )
        for seat, player in due.players.items()
        if seat in orders
    }


def _driving(
    game: Game, state: State, seed: str, step: int
) -> Generator[Ask, Json, tuple[State, dict[int, Json]]] | None:
    """The game's way to ask programs inside a step, before the first question; None if they are asked beforehand."""
    return None if game.drive is None else game.drive(state, step_rng(seed, step + 1))


def _drive(due: DueStep, sandbox: Sandbox) -> Mapping[int, Json]:
    steps, runs = _driving(due.game, due.state, due.seed, due.step), Runs(due, sandbox)
    assert steps is not None
    answer: Json = None
    while True:
        try:
            ask = steps.send(answer)
        except StopIteration as end:
            _, record = end.value
            return dict(record)
        answer = runs.answer(ask, ask.ahead)


def _plan(due: DueStep, sandbox: Sandbox) -> Mapping[int, Json]:
    programs, runs = due.game.programs, Runs(due, sandbox)
    assert programs is not None
    orders = {}
    for seat in due.players:
        asks = programs.asks(due.views[seat])
        following = iter(asks[1:])
        answers = {ask.entity: runs.answer(ask, partial(next, following, None)) for ask in asks}
        orders[seat] = programs.orders(due.views[seat], answers)
    return orders


class Runs:
    """The runs of one step, one after another; while one thinks, the one that will probably follow is played already."""

    def __init__(self, due: DueStep, sandbox: Sandbox) -> None:
        assert due.game.programs is not None
        self._due = due
        self._programs = due.game.programs
        self._sandbox = sandbox
        self._begun: tuple[Ask, Future[Run]] | None = None

    def answer(self, ask: Ask, ahead: Callable[[], Ask | None]) -> Json:
        """What one entity's program answers; a void run for whatever goes wrong."""
        # Somebody who plays no more in person and has no program is idle, as is a text that is none any more or did not start.
        player = self._due.players.get(ask.seat)
        if player is None or player.prepared is None:
            return []
        player.runs += 1
        if player.is_stopped():
            player.kept[ask.entity] = player.memory_of(ask.entity)
            return {"void": "stopped"}
        begun = self._take(ask) or self._begin(player, player.prepared, ask)
        if self._sandbox.size > 1:
            self._begin_ahead(ahead())
        run = begun.result()
        player.seconds += run.seconds
        player.overtimes += run.void == "time"
        player.kept[ask.entity] = run.memory
        _report(self._due, player, ask, run)
        return run.answer

    def _take(self, ask: Ask) -> Future[Run] | None:
        """The run that was begun for this question, if it was the right one."""
        if self._begun is None:
            return None
        (guess, run), self._begun = self._begun, None
        if guess == ask:
            return run
        run.cancel()
        return None

    def _begin_ahead(self, ask: Ask | None) -> None:
        player = None if ask is None else self._due.players.get(ask.seat)
        if ask is not None and player is not None and player.prepared is not None and not player.is_stopped():
            self._begun = ask, self._begin(player, player.prepared, ask)

    def _begin(self, player: Player, prepared: Prepared, ask: Ask) -> Future[Run]:
        return self._sandbox.begin(
            self._programs,
            prepared,
            options=self._due.options,
            view=ask.view,
            memory=player.memory_of(ask.entity),
            seed=program_seed(self._due.seed, ask.entity, self._due.step + 1),
        )


def _report(due: DueStep, player: Player, ask: Ask, run: Run) -> None:
    if run.console:
        _tell(due, player, ask.entity, text=run.console)
    if run.void:
        _tell(due, player, ask.entity, void=run.void, line=run.line, text=run.fault)


def _tell(due: DueStep, player: Player, entity: str, *, void: str = "", line: int = 0, text: str) -> None:
    # PostgreSQL takes no NUL in any text.
    said = text.replace("\0", "�")
    player.console.append({"step": due.step, "entity": entity, "void": void, "line": line, "text": said})
    del player.console[:-CONSOLE_LINES]


class Runner(MatchRunner):
    """The people's programs of one process."""

    name = "programs"

    def __init__(self, sandbox: Sandbox = SANDBOX) -> None:
        super().__init__(settings.PROGRAM_WORKERS)
        self._sandbox = sandbox
        self._turns = Turns()

    def choose(self, waiting: Iterable[str]) -> str | None:
        """A match of whoever has had least of the workers' time."""
        return self._turns.choose(waiting)

    def search(self) -> list[str]:
        """Matches in which a program owes orders."""
        return matches_with_programs()

    async def play(self, match_id: str) -> None:
        """Play the step of a match that waits for programs, if one does."""
        due = await threads.run(threads.SERVICES, due_step, match_id)
        if due is None:
            return
        loop = asyncio.get_running_loop()
        try:
            records = await loop.run_in_executor(self._pool, play_step, due, self._sandbox)
        except NoWorker as error:
            # Nothing of the step is stored: the sweep comes by again, or another process plays it, or its deadline passes.
            log.error("match %s step %s: its programs cannot run now: %s", due.match_id, due.step, error)
            return
        except Exception as error:
            log.exception("match %s step %s: the game failed on its programs", due.match_id, due.step)
            await threads.run(
                threads.SERVICES, referee.stop_for_fault, due.match_id, error, timezone.now(), step=due.step
            )
            return
        took = sum(player.seconds for player in due.players.values())
        metrics.PROGRAM_SECONDS.labels(due.game.id).observe(took)
        self._turns.note(due.match_id, due.people, took)
        await services.submit_records(match_id=due.match_id, step=due.step, records=records, is_driven=due.is_driven)
