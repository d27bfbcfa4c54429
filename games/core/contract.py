"""What a game is: one `Game` record of facts and pure functions. Documented here once; no game repeats it.

Words: a *match* runs in *steps*. State 0 comes from `setup`; the orders of step k, given against state k, lead to state k + 1.
A *seat* is 0..n-1. A *view* is what one audience may know of a state. Everything that crosses this border is JSON
(dict, list, str, int, float, bool, None) except the state itself, which only the game understands.

No function here reads a clock, a file or a global generator, and none changes its arguments.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, get_args

from games.core.batch import Batch
from games.core.clocks import ClockKind, Late, Longest, Timing
from games.core.craft import Craft
from games.core.entries import Entry
from games.core.errors import OrderError
from games.core.events import Audience, Event
from games.core.feats import GRADES, Achievement, Deed, Feat, Strength
from games.core.lessons import Lesson
from games.core.names import Book
from games.core.picture import Picture
from games.core.rng import Rng, program_seed
from games.core.text import Phrase
from games.core.until import GO_ON, Condition

Json = Any
State = Any
Options = dict[str, Json]
Orders = Json

OptionKind = Literal["choice", "choices", "int", "bool", "json"]


@dataclass(frozen=True)
class Option:
    """One option of a table. The lobby builds its form from these."""

    key: str
    kind: OptionKind
    label: str
    default: Json
    help: str = ""
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[tuple[Json, str], ...] = ()
    """Pairs of value and label, for the kinds `choice` (one value) and `choices` (a list of values)."""
    optional: bool = False
    """The value may be None, which means what `help` says (usually: the map's own value)."""
    advanced: bool = False
    """The form shows it folded away: most tables never change it."""
    custom: bool = False
    """For kind `choice`: the table may give a JSON object of its own instead of a choice."""
    in_words: Callable[[Json], Sequence[Phrase]] | None = None
    """For kind `json`: `in_words(value)` → a checked value in words, for people at the table. None, or no phrase: pages say only that the table
    has something of its own."""
    lapses_with: str = ""
    """For preferences: a top-level key of the seat's view. When the value of that key differs from the value at the time of the
    choice, the choice expires and the default applies."""


@dataclass(frozen=True)
class Preset:
    """A named set of options. Options that it leaves out have their defaults."""

    label: str
    options: Mapping[str, Json]
    help: str = ""
    minutes: int = 0
    """Minutes that people need for a match: steps of a match between the strongest bots times `Game.pace_seconds`. 0: unknown."""
    earlier: tuple[Mapping[str, Json], ...] = ()
    """What differed from `options` in earlier versions, whose matches are still of this preset."""


@dataclass(frozen=True)
class Parts:
    """What can be used in a match, such as units, cards, tactics and acts; for reports on balance. A part is named `group.name`."""

    names: Callable[[Options], Sequence[str]]
    """`names(options)` → all parts that these checked options allow."""
    used: Callable[[State, Mapping[int, Orders | None], Sequence[Event]], Iterable[tuple[int, str]]]
    """`used(state, orders, events)` → seat and part of each use in one step: by the position before it, checked orders and unfiltered events."""
    openings: tuple[str, ...] = ()
    """Groups whose first use says how a seat opens the match."""


@dataclass(frozen=True)
class Bot:
    """A built-in bot. It sees only the view of its seat."""

    id: str
    name: str
    help: str
    decide: Callable[[Json, Rng, dict[str, Json]], Orders]
    """`decide(view, rng, memory)` → orders for the view's seat. `memory` is a JSON dict that the process keeps for this bot and seat
    between steps; it may be empty at any step. The same arguments must give the same orders on every machine."""
    strength: Strength | None = None
    """How hard it is to beat, among the bots of its game. Pages say it in words beside the name. None: they say nothing."""


@dataclass(frozen=True)
class Ask:
    """A question of `Game.drive`: run this seat's program on that view now. The answer is the list of its actions, as
    `Programs.read` returned them, or {"void": reason} of budget, error, memory, time, result, stopped, crash."""

    seat: int
    entity: str
    view: Json
    ahead: Callable[[], Ask | None] = field(default=lambda: None, compare=False, repr=False)
    """Returns the Ask that will probably follow, so that its run can begin during this one. The result of that run counts only if an
    equal Ask follows. Call it before sending the answer."""


@dataclass(frozen=True)
class Turn:
    """What a seat's program may know at one step: exactly what a client of that seat gets."""

    seat: int
    view: Json
    choices: Callable[[], Json] = field(default=lambda: None, compare=False, repr=False)
    """Returns what `Game.choices` gives for the seat; None in games without it. A function, because not every program uses it."""
    refused: Json = None
    """What was wrong with the orders of the program's previous turn (`step`, `code`, `path`, `message`), or None."""


def entity_seed(match_seed: str, ask: Ask, step: int) -> int:
    """The seed of the run of one entity of a step."""
    return program_seed(match_seed, ask.entity, step + 1)


def view_text(view: Json) -> str:
    """Canonical JSON text: no white space, keys sorted."""
    return _VIEW_TEXTS.encode(view)


_VIEW_TEXTS = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False, check_circular=False)


@dataclass(frozen=True)
class Template:
    """A complete program that a person may start from."""

    name: str
    text: str


@dataclass(frozen=True)
class Reference:
    """Documentation of one name that programs can use."""

    signature: str
    """As code: `c.sense(center=None, radius=None)`."""
    meaning: str


@dataclass(frozen=True)
class Programs:
    """What the sandbox needs to run people's programs for a game. Programs are source texts in the sandbox's subset of Python."""

    prelude: str
    """Source text that runs before the person's text in the same session, once or once a run; its work is not counted. It uses
    `_cb_spend(units)`, which charges the run, and defines `_cb_play(view, memory, seed)`. Arguments: the text of `text(view)`, a JSON text,
    an int. Returns the JSON text of {"actions": list, "memory": JSON text or null}."""
    budget: Callable[[Options, Json], int]
    """`budget(options, view)` → units of work that one run on this view of an Ask may spend; 0: no limit but time."""
    read: Callable[[Json, Json], Json]
    """`read(view, actions)` → the actions in normal form. Raises OrderError; `actions` may be any JSON value."""
    asks: Callable[[Turn], Sequence[Ask]]
    """`asks(turn)` → the runs of a seat, from what it knows, for a step in which programs decide beforehand, like everybody."""
    orders: Callable[[Json, Mapping[str, Json]], Orders | None]
    """`orders(view, answers)` → the seat's orders in such a step; None: the default orders. `answers`: one for each entity, as in `Game.drive`."""
    seed: Callable[[str, Ask, int], int] = entity_seed
    """`seed(match_seed, ask, step)` → the seed that `_cb_play` gets; 64 bits from which nobody finds the match's seed."""
    translate: Callable[[ast.Module], ast.Module] = lambda program: program
    """`translate(program)` → a text that was written for somewhere else, in the words of this interface; statements keep their lines, and what
    is added has line 0. What it returns is checked like any program. May change its argument; raises NoProgram."""
    ending: Callable[[ast.Module], str] = lambda program: ""
    """`ending(program)` → source text that runs after the person's text. Raises NoProgram if the text lacks what the game calls. Must not
    change its argument."""
    instead: Callable[[str], Programs | None] = lambda text: None
    """`instead(text)` → how to run a text that is written for another interface than this one; None: it is for this one."""
    chance: str = "rng"
    """What a program uses in place of Python's module `random`."""
    trial_steps: int = 0
    """Before a program is saved, it plays so many steps of a trial against the weakest bot. A void run in one of them refuses the program."""
    text: Callable[[Json], str] = view_text
    """`text(view)` → the text that `_cb_play` gets for the view of an Ask."""
    reserved: frozenset[str] = frozenset()
    """Names that the prelude reads. No program may bind them outside its functions."""
    source_bytes: int = 128 * 1024
    """Greatest length of a program, in bytes."""
    memory_bytes: int = 4096
    """Greatest length of the JSON text that one entity keeps between its runs, in bytes."""
    load_units: int = 100_000
    """Units of work for the code outside functions, which runs once, before the first run."""
    example: str = ""
    """A complete program; the editor starts with it."""
    templates: tuple[Template, ...] = ()
    """Further complete programs, each with another strategy; the editor offers them."""
    reference: tuple[Reference, ...] = ()
    """All names that programs can use, in reading order; the editor completes and explains them."""
    refusals: Mapping[str, str] = field(default_factory=dict)
    """Text of a ValueError that the prelude raises → its explanation, a message (`gettext_noop`) shown beside it."""
    trial_options: Mapping[str, Json] = field(default_factory=dict)
    """Options of a trial match that differ from the defaults."""
    explain: Callable[[Json], Sequence[tuple[str, Mapping[str, Json]]]] = lambda view: ()
    """`explain(view)` → what a run on this view of an Ask knew, as pairs of a message and its data, for the program's owner."""
    times: int = 1
    """How many times the usual budget `budget` gives; limits of time are as many times as long."""

    def rules(self, text: str) -> Programs:
        """How this text runs: these rules, or those of `instead`."""
        return self.instead(text) or self

    def with_budget(self, times: int) -> Programs:
        """The same rules with so many times the budget; 0, which is no limit, stays that."""
        if times == self.times:
            return self
        usual, was = self.budget, self.times
        return replace(self, times=times, budget=lambda options, view: times * usual(options, view) // was)


@dataclass(frozen=True)
class Vocabulary:
    """Words of a game for pages that show it without its board. All are messages (`gettext_noop`), which the platform translates."""

    keys: Mapping[str, str] = field(default_factory=dict)
    """Keys of views, orders and score series. If this is not empty, a key that is missing here is folded away and shown with blanks for `_`."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Texts that are not sentences, such as kinds, names of phases and groups of choices."""
    events: Mapping[str, str] = field(default_factory=dict)
    """Event type → a sentence in which `%(key)s` stands for the event's value. The log leaves out events without a sentence."""
    seats: frozenset[str] = frozenset()
    """Keys whose value is a seat number; pages show the name of that seat's person."""
    orders: tuple[str, ...] = ()
    """Fields of orders that people can type ("walk 1"), by key or by its word in `keys`."""


class Reading(NamedTuple):
    """What came of a document that was written for this game or for another system (`Workshop.read`)."""

    build: Json
    """As far as it was read; it may have faults."""
    read: Sequence[Phrase]
    """What was taken over, in sentences."""
    left: Sequence[Phrase]
    """What was not, and why."""


@dataclass(frozen=True)
class Workshop:
    """What people make before a match: a fleet or a deck that a seat brings, a map that a table has. A *build* is one of them, as JSON.

    The platform keeps builds on accounts and shares them by a code. The functions here alone decide what a build consists of and whether
    it may be played. `options` are a table's options, with or without defaults filled in; {} means the defaults. Nothing here knows a match.
    """

    word: str
    """Part of the page's address: lower-case letters and `-`."""
    name: str
    """Title of the page: "Fleets"."""
    one: str
    """Word for one build: "Fleet"."""
    help: str
    """What people do on the page, in one sentence."""
    describe: Callable[[Options], Json]
    """`describe(options)` → everything that a page shows and explains, nothing secret: the parts of builds, their limits, ready-made builds
    under `ready` (`id`, `name`, `text`, `build`), an empty build under `empty`, and under `targets` what a build can be measured against.

    If a build consists of cards in parts, the kit's builder (`static/kit/workshop/builder.js`) draws it. The description then has `cards`
    (id → `id`, `kind`, `name` and whatever else the game shows) and a list `parts`. Fields of a part: `key`, the field of a build; `kind` of its
    cards; `most`, the greatest number of cards, a number or `{"of": part, "under": field}` (then the card in that part has the number in that
    field, under `key`); `copies` of one card; `form`: `one` id, a `list` of ids, a list of records whose field `each` is the id, or `counts` by
    id. If the empty build has a field `name`, it takes the name that a person gives.

    Records may carry cards of their own. Then the part has `fits`: `key`, the field of a record that lists them; their `kind`; `copies` of one
    card in a record; `own`, the field of the record's card that lists its printed ones. A record carries as many cards as are printed on its
    card; without that field it carries the printed ones. If options of a table decide what may be built, `variants` lists the ways to build,
    that of the default options first: `options`, their `name` as it reads after "for tables with", and `fits`, whether records may carry other
    cards than the printed ones. A build may be kept and shared if a variant finds no fault; a ready-made one names it by its index, `variant`.

    If a build is drawn, as places joined by routes or as squares of ground, the description has `drawing` (`games.core.drawing`), and
    `static/kit/drawing/` draws it."""
    judge: Callable[[Options, Json], tuple[Json, Sequence[OrderError]]]
    """`judge(options, build)` → (the build in normal form, no faults), or (the build unchanged, every fault with its path). `build` may be any
    JSON value."""
    measure: Callable[[Options, Json, Json], Json] | None = None
    """`measure(options, build, against)` → averages from printed numbers only. Leaves out what an unfinished build does not determine.
    Raises OptionError with a path in `against`. None: nothing is measured, and `targets` is empty."""
    orders: Callable[[Json], Orders] | None = None
    """`orders(build)` → the orders by which a pending seat brings a build without faults to the match. None: the table has it (`option`)."""
    option: str = ""
    """Key of the option of a table whose value a build without faults can be, such as a map; the option is `custom`. "": seats bring builds."""
    seats: Callable[[Json], range] | None = None
    """`seats(build)` → for how many seats a build without faults is, where `option` is set."""
    fixed: Mapping[str, Json] = field(default_factory=dict)
    """Where `option` is set: options that put seat i on start i, for checks of whether starts are equally good."""
    starts: Callable[[Json], int] | None = None
    """`starts(build)` → how many starts a build without faults names; with fewer than 2 nothing compares them. None: as many as its most seats."""
    is_even: Callable[[Json], bool] | None = None
    """`is_even(build)` → true if a build without faults surely looks the same from each start, as all do that the game generates. None: unknown."""
    suits: Callable[[Json], Options] | None = None
    """`suits(build)` → options besides `option` with which a table begins that is opened for this build without faults."""
    facts: Callable[[Json], Sequence[Phrase]] | None = None
    """`facts(build)` → what people may want to know of a build without faults, in sentences."""
    picture: Callable[[Json], Picture] | None = None
    """`picture(build)` → a build without faults in small."""
    read: Callable[[Json], Reading] | None = None
    """`read(document)` → a build out of any JSON value in any layout that the game knows, its own too; what is missing is for `judge`."""
    most_bytes: int = 8192
    """Greatest length of the JSON text of a build, in bytes."""


@dataclass(frozen=True)
class Place:
    """One line of the final ranking; seats that share a place have the same number."""

    place: int
    seat: int


ByPeople = Literal["agreed_draw", "claimed", "gave_up"]
"""Reasons of the platform, for matches that people end although the rules would continue them. No game may use these names."""


@dataclass(frozen=True)
class Outcome:
    """How a match ended: a reason for programs, and all seats, best first."""

    reason: str
    """A key of `Game.reasons`."""
    ranking: tuple[Place, ...]


@dataclass(frozen=True)
class Game:
    """Facts for the lobby, then the functions in the order in which a match uses them."""

    id: str
    name: str
    summary: str
    rules_version: str
    """Must change whenever the same options, seed and orders may give different bytes."""
    seats: range
    """Allowed numbers of seats."""
    options: tuple[Option, ...]
    presets: Mapping[str, Preset]
    bots: tuple[Bot, ...]
    """Weakest first."""

    check_options: Callable[[Options, int | None], Options]
    """`check_options(options, seats)` → all options, with defaults filled in. `seats` is None while it is unknown. Raises OptionError."""
    setup: Callable[[Options, int, Rng], State]
    """`setup(options, seats, rng)` → state 0. `options` come from `check_options` and `prepare`."""
    pending: Callable[[State], list[int]]
    """Seats that the step waits for, ascending; empty if and only if the match is over. Public."""
    check: Callable[[State, int, Orders], Orders]
    """`check(state, seat, orders)` → the same orders in normal form. Raises OrderError, and uses only what the seat may
    know. `check` returns orders in normal form unchanged."""
    default_orders: Callable[[State, int], Orders]
    """`default_orders(state, seat)` → orders of a seat that gives none; always legal. For display: `resolve` gets None for a missed step."""
    resolve: Callable[[State, Mapping[int, Orders | None], Rng], tuple[State, Sequence[Event]]]
    """`resolve(state, orders, rng)` → next state and its events. `orders` has checked orders by seat; a pending seat that is missing or None
    missed the step. Orders of a seat that is not pending are resignations (`resign_orders`) and must be carried out."""
    view: Callable[[State, Audience], Json]
    """`view(state, audience)` → what the audience may know: a seat, "public" (anybody) or "referee" (everything)."""
    outcome: Callable[[State], Outcome | None]
    """None while the match runs."""
    reasons: Mapping[str, str]
    """Every reason that `outcome` can give → a sentence for people."""
    to_json: Callable[[State], Json]
    """The whole state as JSON; `from_json(to_json(state))` equals `state`. Secret: for storage only."""
    from_json: Callable[[Json], State]

    has_fog: Callable[[Options], bool]
    """`has_fog(options)` → False if every audience may see everything, so that spectators may watch without delay."""
    late: Callable[[Options], Late] = lambda options: Late()
    """How late spectators are while a match with these options hides anything."""
    turns: str = "round"
    """The word of the rules for a step."""
    step_seconds: int = 30
    """Suggested seconds for an ordinary step of a live match."""
    pace_seconds: int = 0
    """Seconds that an experienced person needs for an ordinary step; 0: the same as `step_seconds`."""
    clocks: Mapping[str, ClockKind] = field(default_factory=lambda: {"step": ClockKind("Orders")})
    timing: Callable[[State], Timing] = lambda state: Timing()
    longest: Callable[[Options, int], Longest] | None = None
    """`longest(options, seats)` → how long a match can last. Takes checked options, prepared or not. None: the rules set no end."""
    shorter: Callable[[Options, int, int], Options] | None = None
    """`shorter(options, seats, steps)` → those options of a shorter match that must change, so that it has at most about so many ordinary
    steps; none if it has not more already. For slow tables. None: no option of the game limits a match."""
    draws: bool = False
    """The rules allow a draw by agreement."""
    resign_orders: Orders = field(default_factory=lambda: {"resign": True})
    """Orders by which a seat resigns. `check` and `resolve` accept them at any time before the end."""
    static_keys: tuple[str, ...] = ()
    """Keys of a view whose values are the same in every view of a match, for every audience. The platform sends them once."""

    names: Callable[[Json, str], dict[str, Book]] | None = None
    """`names(view, key)` → a book of names (`games.core.names`) for each kind of thing that views know by numbers, places or keys. It draws from
    `key` only. `view` is a view of position 0; the names use of it only what is in every audience's view, so that all get the same. The
    platform sends them once, under `names` beside the constant keys, which no view may have. None: nothing has a name.
    A match that goes on from another one has the names of that one."""

    prepare: Callable[[Options, int, Rng], Options] | None = None
    """`prepare(options, seats, rng)` → options with everything that all should see before they take seats (a generated map). The platform
    calls it once, when a table is opened."""
    preview: Callable[[Options], Json] | None = None
    """`preview(options)` → public facts of prepared options, for drawing a table that has not started."""
    in_play: Callable[[State], list[int]] | None = None
    """`in_play(state)` → seats that still take part, ascending, whether or not they are pending. Public. Their people vote about pauses,
    draws and ends. None: the pending seats, for games in which every step waits for everybody."""
    choices: Callable[[State, int], Json] | None = None
    """`choices(state, seat)` → what the seat could order now, in the game's own form: legal sources, targets, prices. Uses only what the seat
    knows. Entries of the form `{"label", "orders"}` can be played without a board; with `"adds": True` their orders are added to those
    already drafted. Entries without `orders` say what is not possible, and why (`"reason"`). `label` is English; `"text"` and `"data"` beside
    it are the same as a phrase (`games.core.text`), for the page's language. Entries with the same `"group"`, a word of
    `vocabulary.values`, are shown together."""
    picture: Callable[[Json], Picture] | None = None
    """`picture(view)` → a small picture of what this view shows (`games.core.picture`), for cards and previews of links. It takes a view, so it
    shows nothing that the view lacks. None: the game has no board that could be drawn in small."""
    vocabulary: Vocabulary = Vocabulary()
    words: tuple[str, ...] = ()
    """Messages (`gettext_noop`) that views, choices and forecasts send to the browser unchanged, as phrases or as data of phrases."""
    forecast: Callable[[Json, Orders], Json] | None = None
    """`forecast(view, orders)` → what these draft orders would lead to if nothing unseen interferes. It takes a view, so
    it cannot know more than the seat that asks. Raises OrderError at an illegal part, or leaves that part out
    and says so. It may answer questions beside the drafts; for the platform they are part of `orders`."""
    imagine: Callable[[Options, Json, Rng], State] | None = None
    """`imagine(options, view, rng)` → a position that the seat of this `view` could be in: what it knows unchanged, the rest by
    the simplest guess. For sandboxes of a running match. It takes a view, so the position contains nothing hidden. Equal
    views give equal positions, and the seat's view of that position equals `view`."""
    preferences: tuple[Option, ...] = ()
    """What a person may choose about answers that the platform gives for them: choice, choices, int or bool, from the first step the default."""
    auto_orders: Callable[[Json, Json], Orders | None] | None = None
    """`auto_orders(view, preferences)` → an answer that the platform gives for a person at once, or None to ask the person. `preferences`
    has a value for every key of `Game.preferences`. The platform calls it only in steps with a secret wait: elsewhere others would
    notice the answer."""
    until: tuple[Condition, ...] = ()
    """For what a person who goes on for many steps may want to be asked again (`games.core.until`). Empty: nobody can go on by himself."""
    drive: Callable[[State, Rng], Generator[Ask, Json, tuple[State, dict[int, Orders]]] | None] | None = None
    """`drive(state, rng)` → a generator that plays one step and asks programs inside it. It yields an Ask, receives the program's answer, and
    returns the new state with the orders from which `resolve` makes the same state without any program. If it returns None instead
    of a generator, programs of this match are asked beforehand, like everybody. Programs of `Programs.instead` always are. Needs
    `programs`."""
    programs: Programs | None = None
    """How people's programs play on the site. `games.core.deciding.programs()` runs `decide(view, choices, rng, memory)` in any game. None: the
    site takes no programs for this game."""
    workshop: Workshop | None = None
    """How people make what they bring to a match. None: they bring nothing."""
    lessons: tuple[Lesson, ...] = ()
    """The lesson first, then the puzzles. Their ids are unique."""
    puzzles: Craft | None = None
    """How puzzles are mined from matches (`games.core.puzzles`), in games that estimate chances. None: the game has no puzzle of the day."""
    scores: Callable[[State], Mapping[str, Sequence[float]]] | None = None
    """`scores(state)` → named series with one number per seat, the main series first, for curves and turning points of a finished match.
    The platform stores them with every step, so a different way to count needs a new `rules_version`."""
    statistics: Callable[[State, Sequence[Event], State], Iterable[Entry]] | None = None
    """`statistics(before, events, after)` → what a step adds to a finished match's numbers (`games.core.statistics`), of unfiltered events."""
    chances: Callable[[State], Sequence[int]] | None = None
    """`chances(state)` → how likely each seat is to win from here, in thousandths that sum to 1000 (`games.core.chances`), while the match runs.
    It may read all of the position, so it is for after the end: turning points, the course of a match, play-outs that were not played to
    their end. Nothing is stored, so it may become better without new rules."""
    achievements: tuple[Achievement, ...] = ()
    """What a seat can achieve in a match (`games.core.feats`). Keys are unique. The platform adds nothing and keeps who has which."""
    deeds: Callable[[State, Sequence[Event], State], Iterable[Deed]] | None = None
    """`deeds(before, events, after)` → what one step adds to sums that achievements and stars ask for and `statistics` does not have. Takes
    unfiltered events, each once. Nothing of it is shown."""
    stars: tuple[Feat, ...] = ()
    """The second and third star of each stop of the path (`games.core.path`), of two feats. Empty: those of `games.core.achievements.STARS`."""
    off_path: frozenset[str] = frozenset()
    """Presets that the path leaves out."""
    batch: Callable[[Sequence[State]], Batch] | None = None
    """`batch(states)` → these positions as a batch that is quicker than one after another (`games.core.batch`). None: there is no such form."""
    parts: Parts | None = None
    invariants: Callable[[State], None] | None = None
    """For tests: asserts what holds for every state."""

    def __post_init__(self) -> None:
        if taken := sorted(set(get_args(ByPeople)) & set(self.reasons)):
            raise ValueError(f"reasons that are the platform's: {', '.join(taken)}")
        if any(option.key == GO_ON for option in self.preferences):
            raise ValueError(f"a preference with the platform's name: {GO_ON}")

    @property
    def strongest_bot(self) -> Bot:
        """The hardest bot to beat; of equals the last. A game without strengths has its bots in order."""
        return max(enumerate(self.bots), key=lambda pair: (GRADES[pair[1].strength], pair[0]))[1]

    def bot(self, bot_id: str) -> Bot:
        """The bot of that id; KeyError if there is none."""
        for bot in self.bots:
            if bot.id == bot_id:
                return bot
        raise KeyError(bot_id)
