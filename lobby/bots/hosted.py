"""How do people's programs play? One runner per process finds steps that wait for programs, runs them in the sandbox, stores the orders.

If programs play all pending seats, the game's `drive` asks them during the step. Otherwise each program decides beforehand from the
view of its seat, as people do. No lock is held and no transaction is open while programs run. All inputs of a step are on disk
(state, seed, memories), so an interrupted step is played again with the same result.
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

from games.core.contract import Ask, Game, Json, Options, Programs, State, Turn
from games.core.rng import step_rng
from games.core.simulate import judged
from lobby.accounts import persons
from lobby.bots.loader import ProgramRefused
from lobby.bots.runner import MatchRunner
from lobby.bots.sandbox import Prepared, Run, Sandbox
from lobby.bots.turns import Turns
from lobby.bots.workers import NoWorker
from lobby.fog import audience
from lobby.matches.models import Match, Orders, Program, ProgramMemory, Seat
from lobby.platform.process import metrics, threads
from lobby.play import referee, services
from lobby.play.records import SeatRecord
from lobby.store.positions import game_of, position

log = logging.getLogger("fogbound.programs")

STEP_SECONDS = 0.5
RUN_SECONDS = 0.005
"""A seat's runs may together take `STEP_SECONDS` a step plus `RUN_SECONDS` for each run; after that no more of its runs start."""
OVERTIMES = 10
"""After this many runs of a seat were stopped for their time in one match, none of its runs start any more."""
FAULT_KEPT = 240
"""Characters of the last failure that are kept when a program is switched off."""
RESTS = 5
LONGEST_REST = 0.25
"""How many times as long as a step of an arranged match took, the worker rests after it where people are served too; and seconds at most, because
the steps of a contest have deadlines."""
CONSOLE_LINES = 200
"""Console lines of one match that are kept for the owner; the oldest are dropped."""

SANDBOX = Sandbox(settings.PROGRAM_WORKERS)
"""The sandbox of this process; its workers start with the first program."""


def is_off(overtimes: int, strikes: int) -> bool:
    """True if a seat is off for the rest of the match: too many of its runs took too long, or failed."""
    return overtimes >= OVERTIMES or strikes >= settings.PROGRAM_STRIKES


def is_stopped(overtimes: int, seconds: float, runs: int, times: int = 1) -> bool:
    """True if a seat has used so much time that no more of its runs may start. `seconds` and `runs` are those of the step; runs may take so many
    `times` the usual budget."""
    return overtimes >= OVERTIMES or seconds > times * (STEP_SECONDS + RUN_SECONDS * runs)


@dataclass
class Player:
    """The program of one seat at one step."""

    seat: int
    text: str
    rules: Programs
    entities: Mapping[str, str]
    """Memories before the step."""
    overtimes: int
    console: list[Json]
    refused: Json = None
    """Why the orders of the last turn were refused, or None. After the step: those of this one."""
    strikes: int = 0
    """Steps in which every run was void."""
    counts: dict[str, int] = field(default_factory=dict)
    """How often each failure happened in this match (`ProgramMemory.counts`)."""
    gave_up: str = ""
    """The last failure, if the seat is off since this step."""
    prepared: Prepared | None = None
    """None: the text is no longer a valid program, or could not be started at this step; the seat then does nothing."""
    kept: dict[str, str] = field(default_factory=dict)
    """Memories after the step, of the entities that ran in it."""
    runs: int = 0
    voids: int = 0
    fault: str = ""
    """The latest failure in this step."""
    seconds: float = 0.0

    def memory_of(self, entity: str) -> str:
        """The memory that an entity returned in its last run."""
        return self.entities.get(entity, "{}")

    def is_stopped(self) -> bool:
        """True if no more of its runs may start, in this step or for the rest of the match."""
        return is_off(self.overtimes, self.strikes) or is_stopped(
            self.overtimes, self.seconds, self.runs, self.rules.times
        )

    def count(self, what: str, fault: str = "") -> None:
        """Count a failure of a run. `what` is a reason of `sandbox.VOID`."""
        self.counts[what] = self.counts.get(what, 0) + 1
        self.fault = f"{what}: {fault}"[:FAULT_KEPT] if fault else what


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
    turns: dict[int, Turn]
    """Seat → its turn with its view; empty if the game drives the step."""
    people: frozenset[int | None] = frozenset()
    """Owners of the programs; None stands for a closed account."""
    is_arranged: bool = False
    """True for an arranged match, which waits until no match of people waits."""


def due_step(match_id: str) -> DueStep | None:
    """The step of a match for which programs owe orders; None if there is none."""
    # Checked first because this runs at every step of every match, and most matches have no program.
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
    players = _players(match, game.programs, seats)
    is_driven = (
        len(seats) == len(awaited)
        and all(game.programs.rules(player.text) is game.programs for player in players.values())
        and _driving(game, state, match.seed, match.step) is not None
    )
    return DueStep(
        match_id=match_id,
        step=match.step,
        game=game,
        options=match.options,
        seed=match.seed,
        state=state,
        players=players,
        people=_people(seats),
        is_arranged=bool(match.arranged),
        is_driven=is_driven,
        turns={} if is_driven else {seat: _turn(match, player) for seat, player in players.items()},
    )


def _turn(match: Match, player: Player) -> Turn:
    return Turn(
        seat=player.seat,
        view=audience.seat_view(match, player.seat, match.step),
        choices=partial(audience.seat_choices, match, player.seat, match.step),
        refused=player.refused,
    )


def _players(match: Match, programs: Programs, seats: Sequence[Seat]) -> dict[int, Player]:
    chosen = [seat.program_id for seat in seats if seat.program_id is not None]
    texts = dict(Program.objects.filter(pk__in=chosen).values_list("pk", "text"))
    memories = {row.seat: row for row in ProgramMemory.objects.filter(match_id=match.pk)}
    players = {}
    for seat in seats:
        memory = memories.get(seat.number) or ProgramMemory()
        text = texts.get(seat.program_id or 0, "")
        players[seat.number] = Player(
            seat=seat.number,
            text=text,
            rules=programs.rules(text).with_budget(match.budget),
            entities=memory.entities,
            overtimes=memory.overtimes,
            console=list(memory.console),
            refused=memory.refused,
            strikes=memory.strikes,
            counts=dict(memory.counts or {}),
        )
    return players


def _people(seats: Sequence[Seat]) -> frozenset[int | None]:
    chosen = [seat.program_id for seat in seats if seat.program_id is not None]
    return frozenset(Program.objects.filter(pk__in=chosen).values_list(persons.person("owner"), flat=True))


def matches_with_programs(*, of_people: bool = False) -> list[str]:
    """Ids of running matches in which a seat of a program has nothing stored for the step that is due.

    `of_people`: without those that the site has arranged.
    """
    done = Orders.objects.filter(match_id=OuterRef("match_id"), step=OuterRef("match__step"), seat=OuterRef("number"))
    seats = Seat.objects.filter(
        ~Exists(done), match__status=Match.Status.RUNNING, resigned=False, program__isnull=False
    )
    if of_people:
        seats = seats.filter(match__arranged=Match.Arranged.NONE)
    return list(seats.order_by("match_id").values_list("match_id", flat=True).distinct())


def play_step(due: DueStep, sandbox: Sandbox) -> dict[int, SeatRecord]:
    """Run every program of a step; returns seat → orders and memories. Slow, so call it in a worker thread. Raises NoWorker."""
    were_off = {seat for seat, player in due.players.items() if is_off(player.overtimes, player.strikes)}
    for player in due.players.values():
        try:
            player.prepared = sandbox.prepare(player.rules, player.text)
        except ProgramRefused as refusal:
            player.count("error", str(refusal))
            _tell(due, player, "", line=refusal.line, text=str(refusal))
    orders = _drive(due, sandbox) if due.is_driven else _plan(due, sandbox)
    for seat in due.players.keys() - were_off:
        _strike(due, due.players[seat])
    return {
        seat: SeatRecord(
            orders=orders[seat],
            entities=player.kept,
            overtimes=player.overtimes,
            console=player.console,
            refused=player.refused,
            strikes=player.strikes,
            counts=player.counts,
            gave_up=player.gave_up,
        )
        for seat, player in due.players.items()
        if seat in orders
    }


def _strike(due: DueStep, player: Player) -> None:
    """Count a step in which every run of a program failed. After too many such steps the seat is off for the rest of the match."""
    player.strikes += player.prepared is None or (player.runs > 0 and player.voids == player.runs)
    if is_off(player.overtimes, player.strikes):
        player.gave_up = player.fault or "error"
        _tell(due, player, "", void="off", text="")


def _driving(
    game: Game, state: State, seed: str, step: int
) -> Generator[Ask, Json, tuple[State, dict[int, Json]]] | None:
    """The game's generator that asks programs during the step, not yet started; None if programs decide beforehand."""
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
    runs, orders = Runs(due, sandbox), {}
    asked = {seat: list(player.rules.asks(due.turns[seat])) for seat, player in due.players.items()}
    following = iter([ask for asks in asked.values() for ask in asks][1:])
    for seat, player in due.players.items():
        answers = {ask.entity: runs.answer(ask, partial(next, following, None)) for ask in asked[seat]}
        orders[seat] = _judged(due, player, answers)
    return orders


def _judged(due: DueStep, player: Player, answers: Mapping[str, Json]) -> Json:
    try:
        given = player.rules.orders(due.turns[player.seat].view, answers)
        orders, player.refused = judged(due.game, due.state, player.seat, due.step, given)
    except Exception:
        # Orders on which the game fails must not end the match of the others.
        log.exception("match %s step %s: the game failed on orders of a program", due.match_id, due.step)
        orders = due.game.default_orders(due.state, player.seat)
        player.refused = {
            "step": due.step,
            "code": "internal",
            "path": "",
            "message": "The orders were not understood.",
        }
    if player.refused is not None:
        player.count("refused")
        _tell(due, player, "", void="refused", text=refusal_text(player.refused))
    return orders


def refusal_text(refused: Json) -> str:
    """Why orders were refused, in one line."""
    return " ".join(part for part in (refused["code"], refused["path"], refused["message"]) if part)


class Runs:
    """The runs of one step in order. While one runs, the run that will probably follow is already started."""

    def __init__(self, due: DueStep, sandbox: Sandbox) -> None:
        self._due = due
        self._sandbox = sandbox
        self._begun: tuple[Ask, Future[Run]] | None = None

    def answer(self, ask: Ask, ahead: Callable[[], Ask | None]) -> Json:
        """The answer of one entity's program; if anything goes wrong, a void run."""
        # A seat without person and program does nothing; neither does one whose text is no longer valid or did not start.
        player = self._due.players.get(ask.seat)
        if player is None or player.prepared is None:
            return []
        player.runs += 1
        if player.is_stopped():
            player.kept[ask.entity] = player.memory_of(ask.entity)
            player.count("off" if is_off(player.overtimes, player.strikes) else "stopped")
            player.voids += 1
            return {"void": "stopped"}
        begun = self._take(ask) or self._begin(player, player.prepared, ask)
        if self._sandbox.size > 1:
            self._begin_ahead(ahead())
        run = begun.result()
        player.seconds += run.seconds
        player.overtimes += run.void == "time"
        if run.void:
            player.count(run.void, run.fault)
            # A worker that died is not the program's fault.
            player.voids += run.void != "crash"
        player.kept[ask.entity] = run.memory
        _report(self._due, player, ask, run)
        return run.answer

    def _take(self, ask: Ask) -> Future[Run] | None:
        """The run that was started ahead, if it has these inputs; else None."""
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
            player.rules,
            prepared,
            options=self._due.options,
            view=ask.view,
            memory=player.memory_of(ask.entity),
            seed=player.rules.seed(self._due.seed, ask, self._due.step),
        )


def _report(due: DueStep, player: Player, ask: Ask, run: Run) -> None:
    if run.console:
        _tell(due, player, ask.entity, text=run.console)
    if run.void:
        _tell(due, player, ask.entity, void=run.void, line=run.line, text=run.fault)


def _tell(due: DueStep, player: Player, entity: str, *, void: str = "", line: int = 0, text: str) -> None:
    # PostgreSQL does not store NUL in text.
    said = text.replace("\0", "�")
    player.console.append({"step": due.step, "entity": entity, "void": void, "line": line, "text": said})
    del player.console[:-CONSOLE_LINES]


class Runner(MatchRunner):
    """Plays people's programs in one process."""

    name = "programs"

    def __init__(self, sandbox: Sandbox = SANDBOX, *, yields: bool = False) -> None:
        """`yields`: this process serves people as well, and arranged matches leave it most of the time."""
        super().__init__(settings.PROGRAM_WORKERS)
        self._sandbox = sandbox
        self._yields = yields
        self._turns = Turns()

    def choose(self, waiting: Iterable[str]) -> str | None:
        """The waiting match whose owners have used the least of the workers' time (`turns`)."""
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
        began = loop.time()
        try:
            records = await loop.run_in_executor(self._pool, play_step, due, self._sandbox)
        except NoWorker as error:
            # Nothing of the step is stored: the next sweep or another process plays it, or its deadline passes.
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
        self._turns.note(due.match_id, due.people, took, is_arranged=due.is_arranged)
        await services.submit_records(match_id=due.match_id, step=due.step, records=records, is_driven=due.is_driven)
        if self._yields and due.is_arranged:
            await self.rest(loop.time() - began)

    async def rest(self, seconds: float) -> None:
        """Do nothing after a step that took so many seconds: longer where it took long because the process was busy."""
        await asyncio.sleep(min(RESTS * seconds, LONGEST_REST))
