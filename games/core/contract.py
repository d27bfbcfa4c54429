"""What a game is: one `Game` record of facts and pure functions. Documented here once; no game repeats it.

Words: a *match* runs in *steps*. State 0 comes from `setup`; the orders of step k, given against state k, lead to state k + 1.
A *seat* is 0..n-1. A *view* is what one audience may know of a state. Everything that crosses this border is JSON
(dict, list, str, int, float, bool, None) except the state itself, which only the game understands.

No function here reads a clock, a file or a global generator, and none changes its arguments.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from games.core.errors import OrderError
from games.core.events import Audience, Event
from games.core.lessons import Lesson
from games.core.rng import Rng

Json = Any
State = Any
Options = dict[str, Json]
Orders = Json

OptionKind = Literal["choice", "choices", "int", "bool", "json"]


@dataclass(frozen=True)
class Option:
    """One thing a table may choose; the form of the lobby is made from these."""

    key: str
    kind: OptionKind
    label: str
    default: Json
    help: str = ""
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[tuple[Json, str], ...] = ()
    """Value and label, for `choice` (one of them) and `choices` (a list of them)."""
    optional: bool = False
    """None is allowed and means what `help` says (usually: as the map has it)."""
    advanced: bool = False
    """Shown folded away: tuning that most tables never touch."""
    custom: bool = False
    """Of kind `choice`: an object of the table's own may stand in place of a choice."""
    lapses_with: str = ""
    """Of a preference: a top-level key of the seat's view. When its value is another one than it was when the person chose, the
    default is back."""


@dataclass(frozen=True)
class Preset:
    """A named set of options; what it leaves out has its default."""

    label: str
    options: Mapping[str, Json]
    help: str = ""
    minutes: int = 0
    """How long people play, measured as the steps of a match of the strongest bots times `Game.pace_seconds`; 0: not told."""


@dataclass(frozen=True)
class Parts:
    """What can be used in a match, such as units, cards, tactics and acts; for reports on balance. A part is named `group.name`."""

    names: Callable[[Options], Sequence[str]]
    """All that checked options allow."""
    used: Callable[[State, Mapping[int, Orders | None], Sequence[Event]], Iterable[tuple[int, str]]]
    """`used(state, orders, events)` → seat and part of whatever was used in one step: the position before it, checked orders, unfiltered events."""


@dataclass(frozen=True)
class ClockKind:
    """How long one kind of step may take, as a part of what the table gives an ordinary one."""

    label: str
    factor: float = 1.0
    uses_bank: bool = True
    tells_absence: bool = True
    """Is somebody who misses its deadline perhaps away? Of a clock that is too short for that nobody is told."""


LONGEST_HOLD = 10.0
"""Seconds; no game may ask for a longer secret wait."""


@dataclass(frozen=True)
class Timing:
    """What the platform must know of the step that is due. Public: every audience may learn it."""

    clock: str = "step"
    """A key of `Game.clocks`."""
    hold: tuple[float, float] | None = None
    """Secret wait: the step is not resolved before a time drawn by the platform from this range of seconds after the step
    began, however early the answers came. Hides who answered by hand and who had nothing to answer. At most `LONGEST_HOLD`."""

    def __post_init__(self) -> None:
        if self.hold is not None and self.hold[1] > LONGEST_HOLD:
            raise ValueError(f"a secret wait of {self.hold[1]} seconds")


@dataclass(frozen=True)
class Bot:
    """A built-in bot. It sees a view and nothing else."""

    id: str
    name: str
    help: str
    decide: Callable[[Json, Rng, dict[str, Json]], Orders]
    """`decide(view, rng, memory)` → orders for the view's seat. `memory` is a JSON dict kept for this bot and seat from step
    to step as long as the process lives; it may come empty at any step. Same arguments, same orders, on every machine."""


@dataclass(frozen=True)
class Ask:
    """A question of `Game.drive`: run this seat's program on that view now. The answer is the list of its actions, as
    `Programs.read` returned them, or {"void": reason} of budget, error, memory, time, result, stopped, crash."""

    seat: int
    entity: str
    view: Json
    ahead: Callable[[], Ask | None] = field(default=lambda: None, compare=False, repr=False)
    """The question that will probably follow, so that its run may begin while this one thinks: that counts only if an equal one is
    then asked. To be called before the answer is sent."""


def view_text(view: Json) -> str:
    """JSON text without blanks, its keys in order."""
    return _VIEW_TEXTS.encode(view)


_VIEW_TEXTS = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False, check_circular=False)


@dataclass(frozen=True)
class Template:
    """A whole program to begin with."""

    name: str
    text: str


@dataclass(frozen=True)
class Reference:
    """One thing that programs can name, for whoever writes one."""

    signature: str
    """As it is written: `c.sense(center=None, radius=None)`."""
    meaning: str


@dataclass(frozen=True)
class Programs:
    """What the sandbox must know to run people's programs for a game: source texts in its subset of Python, and what goes in and out."""

    prelude: str
    """Runs before the person's text in the same session, once or once a run, uncounted. Uses `_cb_spend(units)`, which charges the run.
    Defines `_cb_play(view, memory, seed)`: `text(view)`, JSON text, int → the JSON text of {"actions": list, "memory": JSON text or null}."""
    budget: Callable[[Options, Json], int]
    """`budget(options, view)` → units of one run on this view of an Ask; 0: as many as time allows."""
    read: Callable[[Json, Json], Json]
    """`read(view, actions)` → the actions in normal form. Raises OrderError: what comes out of a sandbox is anything at all."""
    asks: Callable[[Json], Sequence[Ask]]
    """`asks(view)` → the runs of a seat whose step is planned, because not every seat has a program; from its own view."""
    orders: Callable[[Json, Mapping[str, Json]], Orders]
    """`orders(view, answers)` → what the seat orders then; an answer per entity, as in `Game.drive`."""
    text: Callable[[Json], str] = view_text
    """`text(view)` → what `_cb_play` is given of the view of an Ask."""
    reserved: frozenset[str] = frozenset()
    """Names that the prelude reads, which no program may bind outside its functions."""
    source_bytes: int = 128 * 1024
    """The longest text."""
    memory_bytes: int = 4096
    """The longest JSON text that one entity keeps between its runs."""
    load_units: int = 100_000
    """Units for what stands outside functions; it runs once, before the first run."""
    example: str = ""
    """A whole program, to begin with."""
    templates: tuple[Template, ...] = ()
    """More of them, each for another plan; the editor offers them."""
    reference: tuple[Reference, ...] = ()
    """What there is to name, in the order in which one reads it; the editor completes and explains it."""
    refusals: Mapping[str, str] = field(default_factory=dict)
    """By the text of a ValueError that the prelude raises, what it means: messages (`gettext_noop`), shown beside it."""
    trial_options: Mapping[str, Json] = field(default_factory=dict)
    """Options of a trial match beside the defaults."""
    explain: Callable[[Json], Sequence[tuple[str, Mapping[str, Json]]]] = lambda view: ()
    """`explain(view)` → what a run on this view of an Ask knew, as messages and what stands in their places, for its program's owner."""


@dataclass(frozen=True)
class Vocabulary:
    """What a game calls its things where no board of its own shows them: messages (`gettext_noop`), which the platform translates."""

    keys: Mapping[str, str] = field(default_factory=dict)
    """Keys of views, orders and score series. If there are any, a key without one is folded away, and spelled with blanks."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Texts that are no sentences, such as kinds, names of phases and groups of choices."""
    events: Mapping[str, str] = field(default_factory=dict)
    """By `type`, a sentence with `%(key)s` for what the event has there. The log leaves out what has none."""
    seats: frozenset[str] = frozenset()
    """Keys whose number is a seat: people read the name of who sits there."""
    orders: tuple[str, ...] = ()
    """Fields of orders that can be typed, "walk 1", by their key or its word."""


@dataclass(frozen=True)
class Workshop:
    """What people make at leisure and bring to a table: a fleet, a deck. A *build* is one of them, as JSON.

    The platform keeps builds on accounts and shares them by a code; what one is made of and whether it may be played is said here
    alone. `options` are those of a table, filled in or not; {} means the defaults. Nothing here knows of a match.
    """

    word: str
    """Part of its page's address: small letters, `-`."""
    name: str
    """What the room is called: "Fleets"."""
    one: str
    """What one build is called: "Fleet"."""
    help: str
    """What people do there, in one sentence."""
    describe: Callable[[Options], Json]
    """`describe(options)` → all that a page needs to show and explain: what builds are made of, limits, ready-made ones under `ready`
    (`id`, `name`, `text`, `build`), an empty one under `empty`, and under `targets` what a build can be measured against. No secret.

    A build of cards in parts is drawn by the kit's room (`static/kit/workshop/room.js`) if the description has `cards` (id → `id`, `kind`,
    `name` and whatever the game shows of it) and `parts`: for each `key`, its field in a build; `kind` of its cards; `most` of them, a number or
    `{"of": part, "under": field}`, as many as the card in that part says under that field and `key`; `copies` of one; and its `form`, `one` id, a
    `list` of ids, or of records whose field `each` is the id, or `counts` by id. A field `name` of the empty build takes what people call it.

    Records may carry cards of their own: `fits` of such a part says under which `key` of a record they are listed, of which `kind` they are,
    how many `copies` of one a record may carry, and which field `own` of the record's card lists those that it has printed. A record carries as
    many as are printed on its card; without that key it carries the printed ones. Where options of a table decide what may be built,
    `variants` names the ways to build, the one of the default options first: `options`, their `name` as it stands after "for tables with", and
    `fits`, whether records may carry other cards than the printed ones. A build may be kept and shared if one of them finds no fault in it."""
    judge: Callable[[Options, Json], tuple[Json, Sequence[OrderError]]]
    """`judge(options, build)` → the build in normal form and no faults, or as it came and every fault at its place. Anything may come in."""
    measure: Callable[[Options, Json, Json], Json]
    """`measure(options, build, against)` → averages, by printed numbers alone; what of an unfinished build is not known is left out.
    Raises OptionError at `against`."""
    orders: Callable[[Json], Orders]
    """`orders(build)` → the orders by which a seat that is asked brings a build without faults to the match."""
    most_bytes: int = 8192
    """Of the JSON text of a build."""


@dataclass(frozen=True)
class Place:
    """One line of the final ranking; seats that share a place have the same number."""

    place: int
    seat: int


ByPeople = Literal["agreed_draw", "claimed"]
"""Reasons that the platform gives where people end a match of which the rules would say that it goes on. No game's own is called so."""


@dataclass(frozen=True)
class Outcome:
    """How a match ended: a machine-readable reason and all seats, best first."""

    reason: str
    """A key of `Game.reasons`."""
    ranking: tuple[Place, ...]


@dataclass(frozen=True)
class Game:
    """Facts for the lobby, then the functions, in the order a match uses them."""

    id: str
    name: str
    summary: str
    rules_version: str
    """Changes whenever the same options, seed and orders may give other bytes."""
    seats: range
    """Allowed numbers of seats."""
    options: tuple[Option, ...]
    presets: Mapping[str, Preset]
    bots: tuple[Bot, ...]
    """Weakest first."""

    check_options: Callable[[Options, int | None], Options]
    """`check_options(options, seats)` → all options, defaults filled in. `seats` None: not known yet. Raises OptionError."""
    setup: Callable[[Options, int, Rng], State]
    """`setup(options, seats, rng)` → state 0; options as `check_options` and `prepare` returned them."""
    pending: Callable[[State], list[int]]
    """Seats that the step waits for, ascending; empty if and only if the match is over. Public."""
    check: Callable[[State, int, Orders], Orders]
    """`check(state, seat, orders)` → the same orders in normal form. Raises OrderError, judged only from what the seat may
    know. `check` of normal orders returns them unchanged."""
    default_orders: Callable[[State, int], Orders]
    """What a seat that says nothing plays; always legal. For showing: `resolve` is told of a missed step by None."""
    resolve: Callable[[State, Mapping[int, Orders | None], Rng], tuple[State, Sequence[Event]]]
    """`resolve(state, orders, rng)` → next state and what happened. `orders` holds checked orders; a pending seat that is absent or None missed
    the step. Orders of a seat that is not pending are resignations (`resign_orders`) and are honoured too."""
    view: Callable[[State, Audience], Json]
    """What `audience` may know: a seat, "public" (a stranger) or "referee" (everything)."""
    outcome: Callable[[State], Outcome | None]
    """None while the match runs."""
    reasons: Mapping[str, str]
    """Every reason that `outcome` can give, with a sentence that says it to people."""
    to_json: Callable[[State], Json]
    """The whole state; `from_json(to_json(state))` equals it. Secret: for storage only."""
    from_json: Callable[[Json], State]

    has_fog: Callable[[Options], bool]
    """False: every audience may see everything at once, so spectators may watch without delay."""
    spectators_late: int = 1
    """Least number of steps by which spectators are late while anything is hidden: so many that a hand or an ambush is no longer
    worth telling. More than 1 where a step is a single act."""
    turns: str = "round"
    """What the rules call a step when talking to people."""
    step_seconds: int = 30
    """Suggested time for an ordinary step of a live match."""
    pace_seconds: int = 0
    """What a person who knows the game takes for an ordinary step; 0: `step_seconds`."""
    clocks: Mapping[str, ClockKind] = field(default_factory=lambda: {"step": ClockKind("Orders")})
    timing: Callable[[State], Timing] = lambda state: Timing()
    draws: bool = False
    """The rules know a draw by agreement."""
    resign_orders: Orders = field(default_factory=lambda: {"resign": True})
    """Orders by which a seat gives up; accepted by `check` and `resolve` at any time before the end."""
    static_keys: tuple[str, ...] = ()
    """Keys of a view that are the same in every view of a match for every audience; the platform sends them once."""

    prepare: Callable[[Options, int, Rng], Options] | None = None
    """`prepare(options, seats, rng)`, called once when a table is opened: makes what all should see before they sit down (a generated map)."""
    preview: Callable[[Options], Json] | None = None
    """Public facts of prepared options for drawing a table that has not started."""
    in_play: Callable[[State], list[int]] | None = None
    """Seats that still take part, ascending, also those that are not asked now; public. None: the pending ones, as in games
    whose every step asks everybody. Their people decide about pauses, draws and ends."""
    choices: Callable[[State, int], Json] | None = None
    """What the seat could order now, in the game's own form: legal sources, targets, prices. From what the seat knows. Entries
    `{"label", "orders"}` can be played without a board; with `"adds": True` their orders are laid on those already drafted. Entries
    without `orders` tell what cannot be done, and why (`"reason"`).
    `label` is English; `"text"` and `"data"` beside it are the same as a phrase (`games.core.text`), for the page's language. Those of one
    `"group"`, a word of `vocabulary.values`, are shown together."""
    vocabulary: Vocabulary = Vocabulary()
    words: tuple[str, ...] = ()
    """Messages (`gettext_noop`) that views, choices and forecasts carry to the browser as they are, in phrases or as words in their places."""
    forecast: Callable[[Json, Orders], Json] | None = None
    """`forecast(view, orders)` → what would become of these draft orders if nothing unseen interferes. Takes a view, so
    it cannot know more than the one who asks. Raises OrderError at the part that is not legal, or goes
    on without it and says so. May answer questions that stand beside the drafts; to the platform they are part of `orders`."""
    imagine: Callable[[Options, Json, Rng], State] | None = None
    """`imagine(options, view, rng)` → a position that the seat whose `view` this is could be in: what it knows as it is, the rest by
    the plainest guess. For trying things out from a match that goes on. Takes a view, so that nothing hidden can be in it; equal
    views give equal positions, and what the seat sees in that position is `view` again."""
    preferences: tuple[Option, ...] = ()
    """What a person may choose about answers that the platform gives for them: of the kinds choice, choices, int and bool, each
    with a default that holds from the first step."""
    auto_orders: Callable[[Json, Json], Orders | None] | None = None
    """`auto_orders(view, preferences)` → an answer the platform may give for a person at once, or None to ask. `preferences`
    has a value for every key of `Game.preferences`. Asked in steps with a secret wait only: elsewhere the answer would show."""
    drive: Callable[[State, Rng], Generator[Ask, Json, tuple[State, dict[int, Orders]]] | None] | None = None
    """Plays one step by asking programs inside it. Yields an Ask, is sent the program's answer, returns the new state and the
    orders that make `resolve` give the same state again without any program. None: in this match programs are asked beforehand,
    like everybody. Needs `programs`."""
    programs: Programs | None = None
    workshop: Workshop | None = None
    """Where people make what they bring to a table. None: nothing is brought."""
    lessons: tuple[Lesson, ...] = ()
    """The lesson first, then its puzzles; each has an id of its own."""
    scores: Callable[[State], Mapping[str, Sequence[float]]] | None = None
    """Named series, one number per seat, main series first: curves and turning points of a finished match. Stored with every step, so
    that another way to count is another `rules_version`."""
    parts: Parts | None = None
    invariants: Callable[[State], None] | None = None
    """For tests: asserts what is true of every state."""

    def __post_init__(self) -> None:
        if taken := sorted(set(get_args(ByPeople)) & set(self.reasons)):
            raise ValueError(f"reasons that are the platform's: {', '.join(taken)}")

    def bot(self, bot_id: str) -> Bot:
        """The bot of that id; KeyError if there is none."""
        for bot in self.bots:
            if bot.id == bot_id:
                return bot
        raise KeyError(bot_id)
