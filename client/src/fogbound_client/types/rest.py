"""What shape have requests and answers of the REST interface?

Made by `client/generate.py` from the schema of the site; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class Account(TypedDict):
    """One's own account."""

    id: int
    name: str
    username: str
    email: str
    is_guest: bool
    owner: str | None
    slug: str
    since: str
    preferences: Preferences


class Achievement(TypedDict):
    """An achievement, with what one person has of it."""

    game: str
    key: str
    name: str
    text: str
    icon: str
    percent: int | None
    times: int
    done: int
    at: str | None
    match: str | None


class AllStandings(TypedDict):
    """The standings of every stage that has begun."""

    is_released: bool
    standings: list[ContestStandings]


class Bot(TypedDict):
    """A built-in bot."""

    id: str
    name: str
    help: str


class BotAccount(TypedDict):
    """A bot account of mine."""

    id: int
    name: str
    slug: str
    since: str
    tokens: int


class BotAccountForm(TypedDict):
    """What a bot account is called."""

    name: str


class BotForm(TypedDict):
    """A bot for a seat."""

    number: int
    bot: str


class Build(TypedDict):
    """A build of one's own."""

    id: int
    game: str
    name: str
    content: Any
    code: str | None
    is_shown: bool
    created_at: str
    updated_at: str


class BuildForm(TypedDict):
    """A new build; it may be unfinished."""

    game: str
    name: str
    content: Any


class Card(TypedDict):
    """A table or match in a list."""

    id: str
    game: str
    status: Literal["open", "running", "paused", "finished", "aborted"]
    headline: str
    host: str
    seats: list[Sitter]
    free: int
    clock: Literal["live", "slow", "none"]
    step_seconds: int
    bank_seconds: int
    has_fog: bool
    anonymous: bool
    kind: Literal["ordinary", "hot_seat", "sandbox", "lesson"]
    rated: bool
    has_password: bool
    min_reliability: int
    open_seats: list[int]
    press: Literal["none", "public", "full"]
    since: str
    mine: Mine | None


class Challenge(TypedDict):
    """Somebody asks somebody for a match."""

    id: str
    game: str
    status: Literal["open", "accepted", "declined", "withdrawn", "lapsed"]
    why: Literal["none", "later", "game", "clock", "options", "rated", "casual", "full", None]
    challenger: ChallengePlayer
    challenged: ChallengePlayer
    rated: bool
    clock: Literal["live", "slow", "none", None]
    step_seconds: int | None
    created_at: str


class ChallengeForm(TypedDict):
    """A table, and for whom it is."""

    game: str
    options: NotRequired[dict[str, Any]]
    preset: NotRequired[str]
    seats: NotRequired[int]
    clock: NotRequired[Literal["live", "slow", "none"]]
    step_seconds: NotRequired[int]
    bank_seconds: NotRequired[int]
    rhythm: NotRequired[Literal["twice", "daily", "relaxed", "weekly"]]
    visibility: NotRequired[Literal["public", "link"]]
    spectator_delay: NotRequired[int]
    spectators_see_all: NotRequired[bool]
    press: NotRequired[Literal["none", "public", "full"]]
    anonymous: NotRequired[bool]
    kind: NotRequired[Literal["ordinary", "hot_seat", "sandbox", "lesson"]]
    rated: NotRequired[bool]
    password: NotRequired[str]
    club: NotRequired[str]
    min_reliability: NotRequired[int]
    fixed_hour: NotRequired[int | None]
    time_zone: NotRequired[str]
    rest_days: NotRequired[list[int]]
    vacation_days: NotRequired[int]
    bots: NotRequired[dict[str, str]]
    player: str


class ChallengePlayer(TypedDict):
    """One of the two."""

    name: str
    slug: str
    is_bot: bool


class Challenges(TypedDict):
    """Those that concern me, newest first."""

    received: list[Challenge]
    made: list[Challenge]


class ClaimForm(TypedDict):
    """A claim against an absent player: the win, or a bot for their seat."""

    seat: NotRequired[int]
    kind: Literal["win", "bot"]


class Club(TypedDict):
    """A club."""

    name: str
    slug: str
    about: str
    door: Literal["open", "request", "invitation"]
    size: int
    created_at: str
    role: Literal["owner", "officer", "member", None]


class ClubAsking(TypedDict):
    """Somebody who asks to join."""

    name: str
    slug: str
    line: str
    created_at: str


class ClubForm(TypedDict):
    """A new club."""

    name: str
    about: NotRequired[str]
    door: NotRequired[Literal["open", "request", "invitation"]]


class ClubJoinForm(TypedDict):
    """What officers read of whoever asks."""

    line: NotRequired[str]


class ClubMember(TypedDict):
    """Somebody in a club."""

    name: str
    slug: str
    role: Literal["owner", "officer", "member"]
    since: str


class ClubMembers(TypedDict):
    """Members: owner, officers, the others, each in the order in which they came."""

    pages: int
    results: list[ClubMember]


class ClubPlace(TypedDict):
    """What I am in the club."""

    role: Literal["owner", "officer", "member", None]


class ClubPost(TypedDict):
    """News of a club."""

    id: int
    author: str | None
    text: str
    created_at: str


class ClubPostForm(TypedDict):
    """News for the members."""

    text: str


class ClubPosts(TypedDict):
    """News, the newest first."""

    pages: int
    results: list[ClubPost]


class Clubs(TypedDict):
    """Clubs, the greatest first."""

    pages: int
    results: list[Club]


class Condition(TypedDict):
    """Something for which a seat stops going on."""

    key: str
    label: str
    amount: list[int] | None
    usual: bool


class ConsoleLine(TypedDict):
    """What a program of the person said in a match, or why a run of it did not count."""

    seat: int
    step: int
    entity: str
    void: str
    line: int
    text: str


class Contest(TypedDict):
    """What everybody may know of a contest."""

    id: int
    name: str
    note: str
    host: ContestPerson | None
    game: str
    options: dict[str, Any]
    maps: list[Any]
    clock: str
    step_seconds: int
    bank_seconds: int
    budget: int
    table_size: int
    who: Literal["people", "programs", "both"]
    club: ContestClub | None
    needs_code: bool
    is_seeded: bool
    cohosts: list[ContestPerson]
    entry: Literal["open", "code", "list", "club"]
    team_least: int
    team_most: int
    per_person: int
    most: int
    entrants: int
    opens_at: str
    closes_at: str
    check_in_at: str | None
    starts_at: str
    finished_at: str | None
    time_zone: str
    evening: str | None
    frozen_at: str | None
    paused_at: str | None
    is_secret: bool
    phase: Literal["announced", "entry", "closed", "check_in", "starting", "running", "finished", "cancelled"]
    seed_hash: str
    seed: str | None
    stages: list[ContestStage]


class ContestAct(TypedDict):
    """A line of the log."""

    id: int
    kind: Literal[
        "pause",
        "resume",
        "dates",
        "remove",
        "replay",
        "void",
        "message",
        "cohost",
        "uncohost",
        "cancel",
        "staff",
        "list",
        "invite",
        "uninvite",
    ]
    by: ContestPerson | None
    at: str
    text: str
    entrant: Entrant | None
    person: ContestPerson | None
    table: ContestTableId | None
    stage: int | None
    format: str | None
    moved_from: str | None
    moved_to: str | None
    dates: list[ContestMovedDate]


class ContestActForm(TypedDict):
    """What to do to a contest that I steer."""

    act: Literal[
        "pause",
        "resume",
        "dates",
        "stage",
        "list",
        "remove",
        "replay",
        "void",
        "message",
        "cohost",
        "uncohost",
        "invite",
        "uninvite",
    ]
    text: NotRequired[str]
    entrant: NotRequired[int]
    stage: NotRequired[int]
    round: NotRequired[int]
    number: NotRequired[int]
    acts: NotRequired[int]
    person: NotRequired[str]
    opens_at: NotRequired[str]
    closes_at: NotRequired[str]
    starts_at: NotRequired[str]
    check_in_minutes: NotRequired[int]
    not_before: NotRequired[str]
    people: NotRequired[int]
    days: NotRequired[int]
    listed: NotRequired[list[str]]


class ContestActs(TypedDict):
    """What was done to a contest, the latest first."""

    acts: list[ContestAct]


class ContestChallengeForm(TypedDict):
    """Whom to challenge, and with what."""

    entrant: int
    program: NotRequired[int | None]


class ContestClub(TypedDict):
    """The club for whose members it is."""

    name: str
    slug: str


class ContestForm(TypedDict):
    """A new contest: `game`, times, and either `plan` or `stages`. What is left out is as the site's form has it."""

    name: str
    note: NotRequired[str]
    game: str
    options: NotRequired[dict[str, Any]]
    maps: NotRequired[list[Any]]
    entry: NotRequired[Literal["open", "code", "list", "club"]]
    code: NotRequired[str]
    is_seeded: NotRequired[bool]
    preset: NotRequired[str]
    who: Literal["people", "programs", "both"]
    club: NotRequired[str]
    table_size: NotRequired[int]
    step_seconds: NotRequired[int]
    bank_seconds: NotRequired[int]
    budget: NotRequired[Literal[1, 3, 10]]
    listed: NotRequired[list[str]]
    team_least: NotRequired[int]
    team_most: NotRequired[int]
    per_person: NotRequired[int]
    most: NotRequired[int]
    opens_at: NotRequired[str]
    closes_at: str
    starts_at: str
    check_in_minutes: NotRequired[int]
    time_zone: NotRequired[str]
    evening: NotRequired[str | None]
    plan: NotRequired[Literal["chain"]]
    stages: NotRequired[list[ContestStageForm]]


class ContestInvitation(TypedDict):
    """With what people sign up however many have done so from their address."""

    code: str
    address: str
    most: int
    used: int
    ends_at: str


class ContestLine(TypedDict):
    """A line of the standings."""

    rank: int | None
    entrant: Entrant
    games: int
    is_out: bool
    is_off: bool
    values: dict[str, float]


class ContestMatch(TypedDict):
    """The match that has begun."""

    match: str


class ContestMovedDate(TypedDict):
    """A date of a contest that was moved."""

    date: Literal["opens_at", "closes_at", "check_in_at", "starts_at"]
    moved_from: str | None
    moved_to: str | None


class ContestPage(TypedDict):
    """One page of the list, newest first."""

    next: str | None
    previous: str | None
    results: list[Contest]


class ContestPerson(TypedDict):
    """A host, or the owner of an entrant."""

    name: str
    slug: str


class ContestPlace(TypedDict):
    """A seat at a table."""

    entrant: Entrant
    version: int | None
    place: int | None
    is_forfeit: bool


class ContestProgress(TypedDict):
    """How far a contest is, for those who steer it."""

    paused_at: str | None
    stage: int | None
    stages: int
    round: int | None
    tables: int
    done: int
    running: int
    waiting: int
    failed: int
    next_at: str | None
    round_ends_at: str | None
    expected: ExpectedEnd
    programs: list[FailingProgram]
    last_tables: list[LastTable]
    invitation: ContestInvitation | None


class ContestResults(TypedDict):
    """All that may be known."""

    contest: Contest
    entrants: list[Entrant]
    ratings: list[SeededBy]
    standings: list[ContestStandings]
    tables: list[ContestTable]
    acts: list[ContestAct]


class ContestStage(TypedDict):
    """A stage."""

    number: int
    format: Literal["points_race", "last_out", "rank_sum", "single", "double", "round_robin", "swiss", "arena"]
    rules: dict[str, int]
    straight: int
    advances: int
    every_minutes: int
    lasts_minutes: int
    not_before: str | None
    order: list[int]
    started_at: str | None
    finished_at: str | None


class ContestStageForm(TypedDict):
    """A stage of a new contest. Which rules a format has is in the guide to contests."""

    format: Literal["points_race", "last_out", "rank_sum", "single", "double", "round_robin", "swiss", "arena"]
    rounds: NotRequired[int]
    games: NotRequired[int]
    target: NotRequired[int]
    drop_worst: NotRequired[int]
    straight: NotRequired[int]
    advances: NotRequired[int]
    every_minutes: NotRequired[int]
    lasts_minutes: NotRequired[int]


class ContestStandings(TypedDict):
    """The standings of a stage."""

    stage: int
    format: Literal["points_race", "last_out", "rank_sum", "single", "double", "round_robin", "swiss", "arena"]
    columns: list[str]
    lines: list[ContestLine]


class ContestTable(TypedDict):
    """A table of a round."""

    stage: int
    round: int
    number: int
    lane: int
    is_over: bool
    is_void: bool
    decided_by: Literal["games", "earlier", "lot", None]
    match: str | None
    earlier: list[str]
    places: list[ContestPlace]


class ContestTableId(TypedDict):
    """Which table it was."""

    stage: int
    round: int
    number: int


class ContestTables(TypedDict):
    """All tables that were paired."""

    is_released: bool
    tables: list[ContestTable]


class ContestTeam(TypedDict):
    """People who take part together."""

    id: int
    name: str
    members: list[ContestPerson]


class Conversation(TypedDict):
    """A conversation of mine, as lists have it."""

    name: str
    slug: str
    unread: int
    newest: Message


class Conversations(TypedDict):
    """Conversations of mine, newest first."""

    unread: int
    results: list[Conversation]


class Course(TypedDict):
    """How a rating came about, and where it lies among all."""

    game: str
    game_name: str
    pace: Literal["live", "slow"]
    points: int
    spread: int
    matches: int
    is_provisional: bool
    better_than: int | None
    played_at: str | None
    best: int | None
    history: list[Past]
    distribution: list[Share]


class DeclineForm(TypedDict):
    """Why not."""

    why: NotRequired[Literal["none", "later", "game", "clock", "options", "rated", "casual", "full"]]


class Difference(TypedDict):
    """A line of a difference."""

    sign: Literal["+", "-", "", "\u2026"]
    text: str


class Earned(TypedDict):
    """What a match has brought you."""

    is_counted: bool
    earned: list[Achievement]
    stop: Stop | None


class Effect(TypedDict):
    """How a match changed the rating of a seat."""

    seat: int
    before: int
    points: int
    change: int
    is_provisional: bool
    has_left: bool


class Effects(TypedDict):
    """What a match did to ratings."""

    verdict: Literal["counts", "nobody", "void", "unrated"]
    changes: list[Effect]
    rival: Rival | None


class Entrant(TypedDict):
    """Who takes part."""

    id: int
    name: str
    owner: ContestPerson | None
    team: ContestTeam | None
    is_program: bool
    is_organiser: bool
    shows_text: bool
    is_checked_in: bool
    is_withdrawn: bool
    is_removed: bool
    missed_check_in: bool
    rank: int | None


class EntryForm(TypedDict):
    """Who takes part."""

    program: NotRequired[int | None]
    code: NotRequired[str]
    organiser: NotRequired[bool]
    shows_text: NotRequired[bool]


class Error(TypedDict):
    """The shape of every refusal."""

    code: str
    path: str
    message: str
    data: dict[str, Any]


class ExpectedEnd(TypedDict):
    """When the whole contest may be over, and from what that is reckoned."""

    ends_at: str | None
    rounds: int
    matches: int
    match_seconds: int | None
    reckoned_from: Literal["matches", "programs", "rules"]


class FailingProgram(TypedDict):
    """A program that fails."""

    entrant: Entrant
    is_switched_off: bool
    failures: int
    failed: Literal["", "some", "all"]
    refused: Literal["", "some", "all"]


class Fairness(TypedDict):
    """The check of a map: how it stands, and what it has found so far."""

    status: Literal["none", "waiting", "running", "done", "failed", "cancelled"]
    matches: NotRequired[int]
    wanted: NotRequired[int]
    played: NotRequired[int]
    seconds: NotRequired[float]
    elapsed: NotRequired[float]
    starts: NotRequired[list[Start]]
    steps: NotRequired[float | None]
    minutes: NotRequired[int | None]
    bot: NotRequired[str]
    name: NotRequired[str]
    is_current: NotRequired[bool]
    is_rated: bool
    refusal: NotRequired[Any | None]


class Faults(TypedDict):
    """Counts of what went wrong."""

    failed: int
    late: int
    refused: int
    was_off: bool


class Forecast(TypedDict):
    """The forecast of draft orders, from what my seat knows."""

    forecast: Any


class ForecastForm(TypedDict):
    """Draft orders."""

    seat: NotRequired[int]
    step: int
    orders: Any


class ForkForm(TypedDict):
    """The step at which it begins; with `seat` a match against bots, else a sandbox."""

    step: int
    seat: NotRequired[int]
    bots: NotRequired[dict[str, str]]


class Found(TypedDict):
    """A person who was found."""

    name: str
    slug: str
    is_bot: bool
    points: int | None


class Gallery(TypedDict):
    """A page of the gallery."""

    pages: int
    results: list[ShownMap]


class Game(TypedDict):
    """A game in short; texts in the language of the request."""

    id: str
    name: str
    summary: str
    rules_version: str
    seats: list[int]
    turns: str
    step_seconds: int
    draws: bool
    takes_programs: bool
    bots: list[Bot]


class GoOnForm(TypedDict):
    """For how many steps my seat goes on by itself after this one, and until what; 0 steps: no more."""

    seat: NotRequired[int]
    steps: int
    until: NotRequired[dict[str, Any]]


class GoingOn(TypedDict):
    """For what a seat goes on by itself."""

    left: int
    until: dict[str, Any]
    stopped: dict[str, Any] | None


class HandInForm(TypedDict):
    """A new version of a program that takes part, or an earlier one again."""

    entrant: int
    program: int


class HandIns(TypedDict):
    """What I have handed in."""

    is_open: bool
    entrants: list[VersionsOfEntrant]


class Invitation(TypedDict):
    """The key that replaces the password."""

    key: str


class JoinForm(TypedDict):
    """What a locked table asks of somebody who joins."""

    password: NotRequired[str]
    key: NotRequired[str]


class JudgeForm(TypedDict):
    """A build, and the options of the table that it is meant for."""

    content: Any
    options: NotRequired[dict[str, Any]]


class JudgeMineForm(TypedDict):
    """The game of the builds, and the options of the table that they are for."""

    game: str
    options: NotRequired[dict[str, Any]]


class Judged(TypedDict):
    """The build in normal form, or as it came with everything that is wrong."""

    content: Any
    faults: list[Error]
    facts: list[str]


class JudgedMine(TypedDict):
    """The faults of one of one's own builds."""

    id: int
    faults: list[Error]


class Ladder(TypedDict):
    """The standings of a game."""

    pages: int
    results: list[LadderLine]


class LadderLine(TypedDict):
    """A program of the standings."""

    rank: int
    program: int
    name: str
    owner: str
    owner_slug: str
    points: int
    is_provisional: bool
    matches: int


class LadderMatch(TypedDict):
    """A match of a program."""

    match: str
    at: str
    is_over: bool
    seat: int
    place: int | None
    shares_place: bool
    opponents: list[Opponent]
    change: int | None
    faults: Faults
    fault: str


class LadderMatches(TypedDict):
    """Matches of a program on the ladder, newest first."""

    pages: int
    results: list[LadderMatch]


class LastTable(TypedDict):
    """A table of the last round."""

    stage: int
    round: int
    number: int
    state: Literal["waiting", "running", "failed", "over", "void"]
    attempts: int
    acts: int
    entrants: list[Entrant]


class Leaderboard(TypedDict):
    """A list of the best."""

    seasons: list[str]
    pages: int
    results: list[Line]


class League(TypedDict):
    """A division of a league."""

    season: str
    last_day: str
    leagues: list[LeagueSize]
    league: int
    division: int
    results: list[LeagueLine]


class LeagueLine(TypedDict):
    """One person of a division."""

    rank: int
    name: str
    slug: str
    points: int
    matches: int
    move: int


class LeagueSize(TypedDict):
    """One league of a season."""

    league: int
    divisions: int
    people: int


class Length(TypedDict):
    """How long a match lasts at most, without pauses and vacations."""

    rounds: int | None
    steps: int | None
    seconds: int | None
    text: str


class Line(TypedDict):
    """One player of a list."""

    rank: int
    name: str
    slug: str
    owner: str
    points: int
    matches: int


class Map(TypedDict):
    """A map that comes with the game."""

    id: str
    name: str
    facts: list[str]
    seats: list[int]
    url: str


class MapForm(TypedDict):
    """A map as a value, or as a text of JSON or YAML; in any layout that the game reads."""

    content: NotRequired[Any]
    text: NotRequired[str]


class Maps(TypedDict):
    """Maps of a game, and the option of a table that takes them."""

    option: str
    maps: list[Map]


class MeasureForm(TypedDict):
    """A build, and the target that it is measured against."""

    content: Any
    options: NotRequired[dict[str, Any]]
    against: str


class Measured(TypedDict):
    """Averages, as the game has them."""

    measured: Any


class Message(TypedDict):
    """A private message."""

    id: int
    is_mine: bool
    text: str
    created_at: str


class MessageForm(TypedDict):
    """A new message."""

    text: str


class Mine(TypedDict):
    """The state of the match for me."""

    is_due: bool
    is_autopilot: bool
    deadline: str | None
    place: int | None


class Module(TypedDict):
    """A WebAssembly module."""

    size: int
    sha256: str


class Month(TypedDict):
    """All public matches of a month in one file."""

    month: str
    matches: int
    size: int
    sha256: str
    url: str


class NewMapForm(TypedDict):
    """A map to be kept, and what to call it."""

    content: NotRequired[Any]
    text: NotRequired[str]
    name: str


class NewProgramForm(TypedDict):
    """A new program."""

    text: str
    name: str
    note: NotRequired[str]
    game: str


class NewToken(TypedDict):
    """A new token, with its secret."""

    id: int
    name: str
    prefix: str
    scopes: list[Literal["read", "play", "tables", "messages", "bots"]]
    created_at: str
    last_used_at: str | None
    token: str


class Note(TypedDict):
    """My private note about a match."""

    text: str


class Notice(TypedDict):
    """Something that I should know."""

    id: int
    kind: Literal[
        "step",
        "soon",
        "missed",
        "begun",
        "ended",
        "rematch",
        "challenge",
        "seat",
        "vote",
        "message",
        "contest",
        "program",
        "report",
        "hook",
        "achievement",
        "wanted",
        "joined",
        "season",
        "club",
        "puzzle",
    ]
    text: str
    url: str
    match: str | None
    until: str | None
    is_read: bool
    created_at: str


class NoticePage(TypedDict):
    """One page, newest first."""

    next: str | None
    previous: str | None
    results: list[Notice]


class OpenProgram(TypedDict):
    """An organiser's program that everybody may read."""

    entrant: Entrant
    text: str
    digest: str


class Opponent(TypedDict):
    """Another player of the match."""

    name: str
    program: int | None
    is_bot: bool


class Option(TypedDict):
    """One option of a game."""

    key: str
    kind: Literal["choice", "choices", "int", "bool", "json"]
    label: str
    help: str
    default: Any
    minimum: int | None
    maximum: int | None
    choices: list[Any]
    optional: bool
    advanced: bool
    custom: bool


class OrdersForm(TypedDict):
    """Orders for my seat, in place of earlier ones."""

    seat: NotRequired[int]
    step: int
    orders: Any
    ready: NotRequired[bool]


class OwnChallenge(TypedDict):
    """A challenge of mine."""

    match: str
    at: str
    against: str
    place: int | None
    seats: int
    is_over: bool


class OwnChallenges(TypedDict):
    """My last challenges, the newest first."""

    left_today: int
    challenges: list[OwnChallenge]


class OwnResult(TypedDict):
    """How one game of an entrant of mine ended."""

    stage: int
    round: int
    entrant: Entrant
    version: int | None
    place: int | None
    seats: int
    is_bye: bool
    is_void: bool
    is_forfeit: bool
    match: str | None


class OwnResults(TypedDict):
    """Mine, in the order of play."""

    results: list[OwnResult]


class OwnSeatForm(TypedDict):
    """Selects one of my seats."""

    seat: NotRequired[int]


class OwnTeam(TypedDict):
    """My team in a contest, or who asks me."""

    team: ContestTeam | None
    is_captain: bool
    is_entered: bool
    asked: list[TeamAsked]
    invited: list[ContestPerson]
    programs: list[TeamProgram]


class Page(TypedDict):
    """One page of a list, newest first."""

    next: str | None
    previous: str | None
    results: list[Card]


class Past(TypedDict):
    """One match of a history."""

    match: str
    at: str
    points: int
    change: int
    is_provisional: bool


class PatchedAccountForm(TypedDict):
    """Changes of the account; what is left out stays."""

    name: NotRequired[str]
    preferences: NotRequired[PreferencesChange]


class PatchedBuildChange(TypedDict):
    """A change of a build: its name, its content, or both."""

    name: NotRequired[str]
    content: NotRequired[Any]
    updated_at: NotRequired[str]


class PatchedClubChange(TypedDict):
    """What changes; what is left out stays."""

    about: NotRequired[str]
    door: NotRequired[Literal["open", "request", "invitation"]]


class PatchedClubRoleForm(TypedDict):
    """What somebody becomes. Whoever makes another the owner becomes an officer."""

    role: NotRequired[Literal["owner", "officer", "member"]]


class PatchedPreferencesForm(TypedDict):
    """Changes of my preferences; preferences that are not named stay."""

    seat: NotRequired[int]
    preferences: NotRequired[dict[str, Any]]


class PatchedProfileChange(TypedDict):
    """What I say about myself; what is left out stays."""

    about: NotRequired[str]
    country: NotRequired[str]
    picture: NotRequired[
        Literal[
            "",
            "lighthouse",
            "anchor",
            "star",
            "moon",
            "saturn",
            "comet",
            "compass",
            "mountain",
            "tower",
            "ship",
            "whale",
            "leaf",
            "key",
            "sun",
            "wave",
            "crown",
        ]
    ]


class PatchedWishesForm(TypedDict):
    """What is to be changed."""

    ways: NotRequired[dict[str, list[Literal["site", "mail", "digest", "push", "hook"]]]]
    time_zone: NotRequired[
        Literal[
            "Africa/Abidjan",
            "Africa/Accra",
            "Africa/Addis_Ababa",
            "Africa/Algiers",
            "Africa/Asmara",
            "Africa/Asmera",
            "Africa/Bamako",
            "Africa/Bangui",
            "Africa/Banjul",
            "Africa/Bissau",
            "Africa/Blantyre",
            "Africa/Brazzaville",
            "Africa/Bujumbura",
            "Africa/Cairo",
            "Africa/Casablanca",
            "Africa/Ceuta",
            "Africa/Conakry",
            "Africa/Dakar",
            "Africa/Dar_es_Salaam",
            "Africa/Djibouti",
            "Africa/Douala",
            "Africa/El_Aaiun",
            "Africa/Freetown",
            "Africa/Gaborone",
            "Africa/Harare",
            "Africa/Johannesburg",
            "Africa/Juba",
            "Africa/Kampala",
            "Africa/Khartoum",
            "Africa/Kigali",
            "Africa/Kinshasa",
            "Africa/Lagos",
            "Africa/Libreville",
            "Africa/Lome",
            "Africa/Luanda",
            "Africa/Lubumbashi",
            "Africa/Lusaka",
            "Africa/Malabo",
            "Africa/Maputo",
            "Africa/Maseru",
            "Africa/Mbabane",
            "Africa/Mogadishu",
            "Africa/Monrovia",
            "Africa/Nairobi",
            "Africa/Ndjamena",
            "Africa/Niamey",
            "Africa/Nouakchott",
            "Africa/Ouagadougou",
            "Africa/Porto-Novo",
            "Africa/Sao_Tome",
            "Africa/Timbuktu",
            "Africa/Tripoli",
            "Africa/Tunis",
            "Africa/Windhoek",
            "America/Adak",
            "America/Anchorage",
            "America/Anguilla",
            "America/Antigua",
            "America/Araguaina",
            "America/Argentina/Buenos_Aires",
            "America/Argentina/Catamarca",
            "America/Argentina/ComodRivadavia",
            "America/Argentina/Cordoba",
            "America/Argentina/Jujuy",
            "America/Argentina/La_Rioja",
            "America/Argentina/Mendoza",
            "America/Argentina/Rio_Gallegos",
            "America/Argentina/Salta",
            "America/Argentina/San_Juan",
            "America/Argentina/San_Luis",
            "America/Argentina/Tucuman",
            "America/Argentina/Ushuaia",
            "America/Aruba",
            "America/Asuncion",
            "America/Atikokan",
            "America/Atka",
            "America/Bahia",
            "America/Bahia_Banderas",
            "America/Barbados",
            "America/Belem",
            "America/Belize",
            "America/Blanc-Sablon",
            "America/Boa_Vista",
            "America/Bogota",
            "America/Boise",
            "America/Buenos_Aires",
            "America/Cambridge_Bay",
            "America/Campo_Grande",
            "America/Cancun",
            "America/Caracas",
            "America/Catamarca",
            "America/Cayenne",
            "America/Cayman",
            "America/Chicago",
            "America/Chihuahua",
            "America/Ciudad_Juarez",
            "America/Coral_Harbour",
            "America/Cordoba",
            "America/Costa_Rica",
            "America/Coyhaique",
            "America/Creston",
            "America/Cuiaba",
            "America/Curacao",
            "America/Danmarkshavn",
            "America/Dawson",
            "America/Dawson_Creek",
            "America/Denver",
            "America/Detroit",
            "America/Dominica",
            "America/Edmonton",
            "America/Eirunepe",
            "America/El_Salvador",
            "America/Ensenada",
            "America/Fort_Nelson",
            "America/Fort_Wayne",
            "America/Fortaleza",
            "America/Glace_Bay",
            "America/Godthab",
            "America/Goose_Bay",
            "America/Grand_Turk",
            "America/Grenada",
            "America/Guadeloupe",
            "America/Guatemala",
            "America/Guayaquil",
            "America/Guyana",
            "America/Halifax",
            "America/Havana",
            "America/Hermosillo",
            "America/Indiana/Indianapolis",
            "America/Indiana/Knox",
            "America/Indiana/Marengo",
            "America/Indiana/Petersburg",
            "America/Indiana/Tell_City",
            "America/Indiana/Vevay",
            "America/Indiana/Vincennes",
            "America/Indiana/Winamac",
            "America/Indianapolis",
            "America/Inuvik",
            "America/Iqaluit",
            "America/Jamaica",
            "America/Jujuy",
            "America/Juneau",
            "America/Kentucky/Louisville",
            "America/Kentucky/Monticello",
            "America/Knox_IN",
            "America/Kralendijk",
            "America/La_Paz",
            "America/Lima",
            "America/Los_Angeles",
            "America/Louisville",
            "America/Lower_Princes",
            "America/Maceio",
            "America/Managua",
            "America/Manaus",
            "America/Marigot",
            "America/Martinique",
            "America/Matamoros",
            "America/Mazatlan",
            "America/Mendoza",
            "America/Menominee",
            "America/Merida",
            "America/Metlakatla",
            "America/Mexico_City",
            "America/Miquelon",
            "America/Moncton",
            "America/Monterrey",
            "America/Montevideo",
            "America/Montreal",
            "America/Montserrat",
            "America/Nassau",
            "America/New_York",
            "America/Nipigon",
            "America/Nome",
            "America/Noronha",
            "America/North_Dakota/Beulah",
            "America/North_Dakota/Center",
            "America/North_Dakota/New_Salem",
            "America/Nuuk",
            "America/Ojinaga",
            "America/Panama",
            "America/Pangnirtung",
            "America/Paramaribo",
            "America/Phoenix",
            "America/Port-au-Prince",
            "America/Port_of_Spain",
            "America/Porto_Acre",
            "America/Porto_Velho",
            "America/Puerto_Rico",
            "America/Punta_Arenas",
            "America/Rainy_River",
            "America/Rankin_Inlet",
            "America/Recife",
            "America/Regina",
            "America/Resolute",
            "America/Rio_Branco",
            "America/Rosario",
            "America/Santa_Isabel",
            "America/Santarem",
            "America/Santiago",
            "America/Santo_Domingo",
            "America/Sao_Paulo",
            "America/Scoresbysund",
            "America/Shiprock",
            "America/Sitka",
            "America/St_Barthelemy",
            "America/St_Johns",
            "America/St_Kitts",
            "America/St_Lucia",
            "America/St_Thomas",
            "America/St_Vincent",
            "America/Swift_Current",
            "America/Tegucigalpa",
            "America/Thule",
            "America/Thunder_Bay",
            "America/Tijuana",
            "America/Toronto",
            "America/Tortola",
            "America/Vancouver",
            "America/Virgin",
            "America/Whitehorse",
            "America/Winnipeg",
            "America/Yakutat",
            "America/Yellowknife",
            "Antarctica/Casey",
            "Antarctica/Davis",
            "Antarctica/DumontDUrville",
            "Antarctica/Macquarie",
            "Antarctica/Mawson",
            "Antarctica/McMurdo",
            "Antarctica/Palmer",
            "Antarctica/Rothera",
            "Antarctica/South_Pole",
            "Antarctica/Syowa",
            "Antarctica/Troll",
            "Antarctica/Vostok",
            "Arctic/Longyearbyen",
            "Asia/Aden",
            "Asia/Almaty",
            "Asia/Amman",
            "Asia/Anadyr",
            "Asia/Aqtau",
            "Asia/Aqtobe",
            "Asia/Ashgabat",
            "Asia/Ashkhabad",
            "Asia/Atyrau",
            "Asia/Baghdad",
            "Asia/Bahrain",
            "Asia/Baku",
            "Asia/Bangkok",
            "Asia/Barnaul",
            "Asia/Beirut",
            "Asia/Bishkek",
            "Asia/Brunei",
            "Asia/Calcutta",
            "Asia/Chita",
            "Asia/Choibalsan",
            "Asia/Chongqing",
            "Asia/Chungking",
            "Asia/Colombo",
            "Asia/Dacca",
            "Asia/Damascus",
            "Asia/Dhaka",
            "Asia/Dili",
            "Asia/Dubai",
            "Asia/Dushanbe",
            "Asia/Famagusta",
            "Asia/Gaza",
            "Asia/Harbin",
            "Asia/Hebron",
            "Asia/Ho_Chi_Minh",
            "Asia/Hong_Kong",
            "Asia/Hovd",
            "Asia/Irkutsk",
            "Asia/Istanbul",
            "Asia/Jakarta",
            "Asia/Jayapura",
            "Asia/Jerusalem",
            "Asia/Kabul",
            "Asia/Kamchatka",
            "Asia/Karachi",
            "Asia/Kashgar",
            "Asia/Kathmandu",
            "Asia/Katmandu",
            "Asia/Khandyga",
            "Asia/Kolkata",
            "Asia/Krasnoyarsk",
            "Asia/Kuala_Lumpur",
            "Asia/Kuching",
            "Asia/Kuwait",
            "Asia/Macao",
            "Asia/Macau",
            "Asia/Magadan",
            "Asia/Makassar",
            "Asia/Manila",
            "Asia/Muscat",
            "Asia/Nicosia",
            "Asia/Novokuznetsk",
            "Asia/Novosibirsk",
            "Asia/Omsk",
            "Asia/Oral",
            "Asia/Phnom_Penh",
            "Asia/Pontianak",
            "Asia/Pyongyang",
            "Asia/Qatar",
            "Asia/Qostanay",
            "Asia/Qyzylorda",
            "Asia/Rangoon",
            "Asia/Riyadh",
            "Asia/Saigon",
            "Asia/Sakhalin",
            "Asia/Samarkand",
            "Asia/Seoul",
            "Asia/Shanghai",
            "Asia/Singapore",
            "Asia/Srednekolymsk",
            "Asia/Taipei",
            "Asia/Tashkent",
            "Asia/Tbilisi",
            "Asia/Tehran",
            "Asia/Tel_Aviv",
            "Asia/Thimbu",
            "Asia/Thimphu",
            "Asia/Tokyo",
            "Asia/Tomsk",
            "Asia/Ujung_Pandang",
            "Asia/Ulaanbaatar",
            "Asia/Ulan_Bator",
            "Asia/Urumqi",
            "Asia/Ust-Nera",
            "Asia/Vientiane",
            "Asia/Vladivostok",
            "Asia/Yakutsk",
            "Asia/Yangon",
            "Asia/Yekaterinburg",
            "Asia/Yerevan",
            "Atlantic/Azores",
            "Atlantic/Bermuda",
            "Atlantic/Canary",
            "Atlantic/Cape_Verde",
            "Atlantic/Faeroe",
            "Atlantic/Faroe",
            "Atlantic/Jan_Mayen",
            "Atlantic/Madeira",
            "Atlantic/Reykjavik",
            "Atlantic/South_Georgia",
            "Atlantic/St_Helena",
            "Atlantic/Stanley",
            "Australia/ACT",
            "Australia/Adelaide",
            "Australia/Brisbane",
            "Australia/Broken_Hill",
            "Australia/Canberra",
            "Australia/Currie",
            "Australia/Darwin",
            "Australia/Eucla",
            "Australia/Hobart",
            "Australia/LHI",
            "Australia/Lindeman",
            "Australia/Lord_Howe",
            "Australia/Melbourne",
            "Australia/NSW",
            "Australia/North",
            "Australia/Perth",
            "Australia/Queensland",
            "Australia/South",
            "Australia/Sydney",
            "Australia/Tasmania",
            "Australia/Victoria",
            "Australia/West",
            "Australia/Yancowinna",
            "Brazil/Acre",
            "Brazil/DeNoronha",
            "Brazil/East",
            "Brazil/West",
            "CET",
            "CST6CDT",
            "Canada/Atlantic",
            "Canada/Central",
            "Canada/Eastern",
            "Canada/Mountain",
            "Canada/Newfoundland",
            "Canada/Pacific",
            "Canada/Saskatchewan",
            "Canada/Yukon",
            "Chile/Continental",
            "Chile/EasterIsland",
            "Cuba",
            "EET",
            "EST",
            "EST5EDT",
            "Egypt",
            "Eire",
            "Etc/GMT",
            "Etc/GMT+0",
            "Etc/GMT+1",
            "Etc/GMT+10",
            "Etc/GMT+11",
            "Etc/GMT+12",
            "Etc/GMT+2",
            "Etc/GMT+3",
            "Etc/GMT+4",
            "Etc/GMT+5",
            "Etc/GMT+6",
            "Etc/GMT+7",
            "Etc/GMT+8",
            "Etc/GMT+9",
            "Etc/GMT-0",
            "Etc/GMT-1",
            "Etc/GMT-10",
            "Etc/GMT-11",
            "Etc/GMT-12",
            "Etc/GMT-13",
            "Etc/GMT-14",
            "Etc/GMT-2",
            "Etc/GMT-3",
            "Etc/GMT-4",
            "Etc/GMT-5",
            "Etc/GMT-6",
            "Etc/GMT-7",
            "Etc/GMT-8",
            "Etc/GMT-9",
            "Etc/GMT0",
            "Etc/Greenwich",
            "Etc/UCT",
            "Etc/UTC",
            "Etc/Universal",
            "Etc/Zulu",
            "Europe/Amsterdam",
            "Europe/Andorra",
            "Europe/Astrakhan",
            "Europe/Athens",
            "Europe/Belfast",
            "Europe/Belgrade",
            "Europe/Berlin",
            "Europe/Bratislava",
            "Europe/Brussels",
            "Europe/Bucharest",
            "Europe/Budapest",
            "Europe/Busingen",
            "Europe/Chisinau",
            "Europe/Copenhagen",
            "Europe/Dublin",
            "Europe/Gibraltar",
            "Europe/Guernsey",
            "Europe/Helsinki",
            "Europe/Isle_of_Man",
            "Europe/Istanbul",
            "Europe/Jersey",
            "Europe/Kaliningrad",
            "Europe/Kiev",
            "Europe/Kirov",
            "Europe/Kyiv",
            "Europe/Lisbon",
            "Europe/Ljubljana",
            "Europe/London",
            "Europe/Luxembourg",
            "Europe/Madrid",
            "Europe/Malta",
            "Europe/Mariehamn",
            "Europe/Minsk",
            "Europe/Monaco",
            "Europe/Moscow",
            "Europe/Nicosia",
            "Europe/Oslo",
            "Europe/Paris",
            "Europe/Podgorica",
            "Europe/Prague",
            "Europe/Riga",
            "Europe/Rome",
            "Europe/Samara",
            "Europe/San_Marino",
            "Europe/Sarajevo",
            "Europe/Saratov",
            "Europe/Simferopol",
            "Europe/Skopje",
            "Europe/Sofia",
            "Europe/Stockholm",
            "Europe/Tallinn",
            "Europe/Tirane",
            "Europe/Tiraspol",
            "Europe/Ulyanovsk",
            "Europe/Uzhgorod",
            "Europe/Vaduz",
            "Europe/Vatican",
            "Europe/Vienna",
            "Europe/Vilnius",
            "Europe/Volgograd",
            "Europe/Warsaw",
            "Europe/Zagreb",
            "Europe/Zaporozhye",
            "Europe/Zurich",
            "GB",
            "GB-Eire",
            "GMT",
            "GMT+0",
            "GMT-0",
            "GMT0",
            "Greenwich",
            "HST",
            "Hongkong",
            "Iceland",
            "Indian/Antananarivo",
            "Indian/Chagos",
            "Indian/Christmas",
            "Indian/Cocos",
            "Indian/Comoro",
            "Indian/Kerguelen",
            "Indian/Mahe",
            "Indian/Maldives",
            "Indian/Mauritius",
            "Indian/Mayotte",
            "Indian/Reunion",
            "Iran",
            "Israel",
            "Jamaica",
            "Japan",
            "Kwajalein",
            "Libya",
            "MET",
            "MST",
            "MST7MDT",
            "Mexico/BajaNorte",
            "Mexico/BajaSur",
            "Mexico/General",
            "NZ",
            "NZ-CHAT",
            "Navajo",
            "PRC",
            "PST8PDT",
            "Pacific/Apia",
            "Pacific/Auckland",
            "Pacific/Bougainville",
            "Pacific/Chatham",
            "Pacific/Chuuk",
            "Pacific/Easter",
            "Pacific/Efate",
            "Pacific/Enderbury",
            "Pacific/Fakaofo",
            "Pacific/Fiji",
            "Pacific/Funafuti",
            "Pacific/Galapagos",
            "Pacific/Gambier",
            "Pacific/Guadalcanal",
            "Pacific/Guam",
            "Pacific/Honolulu",
            "Pacific/Johnston",
            "Pacific/Kanton",
            "Pacific/Kiritimati",
            "Pacific/Kosrae",
            "Pacific/Kwajalein",
            "Pacific/Majuro",
            "Pacific/Marquesas",
            "Pacific/Midway",
            "Pacific/Nauru",
            "Pacific/Niue",
            "Pacific/Norfolk",
            "Pacific/Noumea",
            "Pacific/Pago_Pago",
            "Pacific/Palau",
            "Pacific/Pitcairn",
            "Pacific/Pohnpei",
            "Pacific/Ponape",
            "Pacific/Port_Moresby",
            "Pacific/Rarotonga",
            "Pacific/Saipan",
            "Pacific/Samoa",
            "Pacific/Tahiti",
            "Pacific/Tarawa",
            "Pacific/Tongatapu",
            "Pacific/Truk",
            "Pacific/Wake",
            "Pacific/Wallis",
            "Pacific/Yap",
            "Poland",
            "Portugal",
            "ROC",
            "ROK",
            "Singapore",
            "Turkey",
            "UCT",
            "US/Alaska",
            "US/Aleutian",
            "US/Arizona",
            "US/Central",
            "US/East-Indiana",
            "US/Eastern",
            "US/Hawaii",
            "US/Indiana-Starke",
            "US/Michigan",
            "US/Mountain",
            "US/Pacific",
            "US/Samoa",
            "UTC",
            "Universal",
            "W-SU",
            "WET",
            "Zulu",
        ]
    ]
    quiet_from: NotRequired[int | None]
    quiet_to: NotRequired[int | None]
    digest_hour: NotRequired[int]
    only_away: NotRequired[bool]
    tells_more: NotRequired[bool]
    games: NotRequired[list[Literal["planet_conquer", "hundred_clubs", "deep_blue", "frames", "cosmos"]]]


class Player(TypedDict):
    """The public profile of a person."""

    name: str
    slug: str
    is_guest: bool
    about: str
    country: str
    since: str
    reliability: int | None
    records: list[Record]
    contests: list[Reached]


class Preferences(TypedDict):
    """The settings of a person."""

    language: Literal["", "en", "zh-hans"]
    theme: Literal["system", "dark", "light"]
    palette: Literal["standard", "muted", "steps"]
    reduced_motion: bool
    sounds: bool
    volume: int
    default_clock: Literal["live", "slow"]
    hides_activity: bool
    messages_from: Literal["known", "followed", "nobody"]
    is_unlisted: bool


class PreferencesChange(TypedDict):
    """Changes of settings; those that are left out stay."""

    language: NotRequired[Literal["", "en", "zh-hans"]]
    theme: NotRequired[Literal["system", "dark", "light"]]
    palette: NotRequired[Literal["standard", "muted", "steps"]]
    reduced_motion: NotRequired[bool]
    sounds: NotRequired[bool]
    volume: NotRequired[int]
    default_clock: NotRequired[Literal["live", "slow"]]
    hides_activity: NotRequired[bool]
    messages_from: NotRequired[Literal["known", "followed", "nobody"]]
    is_unlisted: NotRequired[bool]


class Preset(TypedDict):
    """A named set of options."""

    id: str
    label: str
    help: str
    options: dict[str, Any]


class Profile(TypedDict):
    """What I say about myself."""

    about: str
    country: str
    picture: str


class Program(TypedDict):
    """A program in a list."""

    id: int
    game: str
    name: str
    note: str
    origin: int | None
    language: Literal["python", "wasm"]
    created_at: str
    switched_off: str


class ProgramForm(TypedDict):
    """One's own program for a seat; null: not after all."""

    number: int
    program: int | None


class Puzzle(TypedDict):
    """A puzzle on its board. What helps is empty before the first try is decided."""

    match: str
    game: str
    seat: int
    goal: str
    limit: int
    verdict: Literal["open", "passed", "failed"]
    steps: int
    first: Literal["open", "solved", "failed", "lapsed"]
    points: int | None
    change: int | None
    hint: str
    learned: str
    solution: Any


class PuzzleForm(TypedDict):
    """Which puzzle to begin."""

    game: Literal["planet_conquer", "hundred_clubs", "deep_blue", "frames", "cosmos"]
    day: NotRequired[str]
    again: NotRequired[bool]


class PuzzleOfGame(TypedDict):
    """Today's puzzle of a game, and how I stand."""

    game: str
    day: str
    state: Literal["new", "open", "solved", "failed", "lapsed", "late"]
    streak: int
    best: int
    points: int | None
    is_provisional: bool
    tried: int
    count: int
    still_open: str | None


class Puzzles(TypedDict):
    """Today's puzzles."""

    streak: int
    games: list[PuzzleOfGame]


class QueueForm(TypedDict):
    """What to wait for."""

    game: str
    pace: Literal["fast", "normal", "slow"]
    rated: NotRequired[bool]


class QuickForm(TypedDict):
    """A match at once against a bot."""

    game: str
    bot: NotRequired[str]
    stop: NotRequired[str]


class Reached(TypedDict):
    """A contest that is over, in which the person has a rank; of several entries the best."""

    contest: int
    name: str
    game: str
    at: str
    entrant: int
    program: str
    rank: int
    of: int


class ReadForm(TypedDict):
    """Which ones I have read."""

    ids: NotRequired[list[int]]


class ReadMap(TypedDict):
    """What came of a document: the map as far as it was read, what was taken over and what was not, what is wrong, and the map as YAML."""

    content: Any
    read: list[str]
    left: list[str]
    faults: list[Error]
    yaml: str


class ReadyForm(TypedDict):
    """Willing to start, or not after all."""

    ready: bool


class Record(TypedDict):
    """How matches of one game at one pace went. A shared first place is a draw."""

    game: str
    game_name: str
    clock: Literal["live", "slow", "none"]
    played: int
    won: int
    drawn: int
    lost: int
    mean_place: float


class ReportForm(TypedDict):
    """What staff should know."""

    kind: Literal["abuse", "cheating", "name", "spam", "other"]
    note: NotRequired[str]


class Rival(TypedDict):
    """The next better player of the list in which the match counts."""

    name: str
    slug: str
    points: int
    chance: int


class Rules(TypedDict):
    """The rules of a game."""

    game: str
    language: str
    text: str


class SavedProgram(TypedDict):
    """A program that was saved just now."""

    id: int
    game: str
    name: str
    note: str
    origin: int | None
    language: Literal["python", "wasm"]
    created_at: str
    switched_off: str
    text: str
    module: Module | None
    refused: str


class SayForm(TypedDict):
    """One line of talk."""

    text: str
    to: NotRequired[list[int]]


class SeatForm(TypedDict):
    """A seat of the table."""

    number: int


class SeededBy(TypedDict):
    """By which rating an entrant was seeded."""

    entrant: int
    rating: int


class Share(TypedDict):
    """How many players have a rating in a range."""

    low: int
    players: int


class Shared(TypedDict):
    """A shared build; it has no faults."""

    game: str
    name: str
    content: Any
    code: str


class Shelf(TypedDict):
    """What a person has achieved in one game, or on the site."""

    game: str
    name: str
    lines: list[Achievement]
    whole: int


class ShownMap(TypedDict):
    """A map of the gallery."""

    code: str
    name: str
    author: str
    author_slug: str
    facts: list[str]
    seats: list[int]
    is_rated: bool
    played: int
    hearts: int
    is_liked: bool
    url: str


class ShownRating(TypedDict):
    """A rating beside a name."""

    points: int
    is_provisional: bool


class Sitter(TypedDict):
    """The player of a seat."""

    number: int
    name: str
    is_bot: bool
    program: str
    place: int | None
    rating: ShownRating | None


class Standing(TypedDict):
    """A person's rating in one game at one pace."""

    game: str
    game_name: str
    pace: Literal["live", "slow"]
    points: int
    spread: int
    matches: int
    is_provisional: bool
    better_than: int | None
    played_at: str | None


class Star(TypedDict):
    """A star of a stop."""

    name: str
    text: str
    is_had: bool


class Start(TypedDict):
    """How often the seat of a start has won."""

    wins: float
    low: float
    high: float
    verdict: Literal["", "even", "better", "worse"]


class StepReadyForm(TypedDict):
    """Marks my seat as ready, or not ready."""

    seat: NotRequired[int]
    step: int
    ready: bool
    clear: NotRequired[bool]


class Stop(TypedDict):
    """A stop of a path: a match against bots."""

    key: str
    name: str
    where: str
    minutes: int
    stars: list[Star]
    is_next: bool


class Stored(TypedDict):
    """What is stored for my seat."""

    step: int
    orders: Any
    ready: bool


class Stretch(TypedDict):
    """Messages of a conversation that follow each other, oldest first."""

    messages: list[Message]
    has_older: bool
    refusal: str | None


class TableForm(TypedDict):
    """A new table. What is left out is as the site's form has it."""

    game: str
    options: NotRequired[dict[str, Any]]
    preset: NotRequired[str]
    seats: NotRequired[int]
    clock: NotRequired[Literal["live", "slow", "none"]]
    step_seconds: NotRequired[int]
    bank_seconds: NotRequired[int]
    rhythm: NotRequired[Literal["twice", "daily", "relaxed", "weekly"]]
    visibility: NotRequired[Literal["public", "link"]]
    spectator_delay: NotRequired[int]
    spectators_see_all: NotRequired[bool]
    press: NotRequired[Literal["none", "public", "full"]]
    anonymous: NotRequired[bool]
    kind: NotRequired[Literal["ordinary", "hot_seat", "sandbox", "lesson"]]
    rated: NotRequired[bool]
    password: NotRequired[str]
    club: NotRequired[str]
    min_reliability: NotRequired[int]
    fixed_hour: NotRequired[int | None]
    time_zone: NotRequired[str]
    rest_days: NotRequired[list[int]]
    vacation_days: NotRequired[int]
    bots: NotRequired[dict[str, str]]


class TeamActForm(TypedDict):
    """What to do about a team of mine."""

    act: Literal["found", "invite", "remove", "captain", "accept", "decline", "hand_in", "take_back", "choose", "leave"]
    name: NotRequired[str]
    code: NotRequired[str]
    person: NotRequired[str]
    team: NotRequired[int]
    program: NotRequired[int]


class TeamAsked(TypedDict):
    """A team whose captain asks me to join."""

    id: int
    name: str
    by: ContestPerson | None


class TeamProgram(TypedDict):
    """A program that a member has handed in. All of the team read it at `/api/programs/<id>/`."""

    id: int
    name: str
    by: ContestPerson | None
    at: str
    is_mine: bool
    is_off: bool
    plays: bool


class Ticket(TypedDict):
    """My place in the queue for a quick match."""

    game: str
    pace: Literal["fast", "normal", "slow"]
    rated: bool
    since: str
    match: str | None


class Token(TypedDict):
    """A token without its secret."""

    id: int
    name: str
    prefix: str
    scopes: list[Literal["read", "play", "tables", "messages", "bots"]]
    created_at: str
    last_used_at: str | None


class TokenForm(TypedDict):
    """What a token is called and what it may do."""

    name: str
    scopes: list[Literal["read", "play", "tables", "messages", "bots"]]


class TrialForm(TypedDict):
    """A text to try, or a program of one's own."""

    game: str
    text: NotRequired[str]
    program: NotRequired[int]
    level: str
    seed: NotRequired[str]
    steps: NotRequired[int]


class Unread(TypedDict):
    """How many are left."""

    unread: int


class VacationForm(TypedDict):
    """Days of my vacation for this step."""

    days: int


class Version(TypedDict):
    """A version of an entrant's program."""

    version: int
    name: str
    program: int | None
    digest: str
    at: str
    counts_from: str
    counts_now: bool
    waits: bool


class VersionForm(TypedDict):
    """A new version of a program."""

    text: str
    name: NotRequired[str]
    note: NotRequired[str]


class VersionsOfEntrant(TypedDict):
    """The versions of an entrant of mine, the newest first."""

    entrant: Entrant
    is_switched_off: bool
    versions: list[Version]


class VoteForm(TypedDict):
    """A vote for a proposal, or its withdrawal."""

    kind: Literal["pause", "resume", "extend", "draw", "abort"]
    value: bool


class WatchableForm(TypedDict):
    """May spectators watch from my seat?"""

    value: bool


class Webhook(TypedDict):
    """One of mine."""

    id: int
    form: Literal["discord", "slack", "json"]
    address: str
    match: str | None
    secret: str
    failures: int
    is_on: bool
    created_at: str


class WebhookForm(TypedDict):
    """A new webhook."""

    form: Literal["discord", "slack", "json"]
    address: str
    match: NotRequired[str | None]


class WholeContest(TypedDict):
    """A contest with its entrants."""

    contest: Contest
    entrants: list[Entrant]


class WholeGame(TypedDict):
    """A game with all its options, presets and preferences."""

    id: str
    name: str
    summary: str
    rules_version: str
    seats: list[int]
    turns: str
    step_seconds: int
    draws: bool
    takes_programs: bool
    bots: list[Bot]
    options: list[Option]
    presets: list[Preset]
    preferences: list[Option]
    until: list[Condition]
    reasons: dict[str, str]


class WholeMap(TypedDict):
    """A map with its content."""

    id: str
    name: str
    facts: list[str]
    content: Any


class WholeProgram(TypedDict):
    """A program with its text."""

    id: int
    game: str
    name: str
    note: str
    origin: int | None
    language: Literal["python", "wasm"]
    created_at: str
    switched_off: str
    text: str
    module: Module | None


class Wishes(TypedDict):
    """How I hear of what."""

    ways: dict[str, list[Literal["site", "mail", "digest", "push", "hook"]]]
    time_zone: str
    quiet_from: int | None
    quiet_to: int | None
    digest_hour: int
    only_away: bool
    tells_more: bool
    games: list[str]


class Workshop(TypedDict):
    """What can be built for a game; `description` is the game's own, its messages in English (see the catalog of the site)."""

    word: str
    name: str
    one: str
    help: str
    most_bytes: int
    description: Any


class Info(TypedDict):
    """What does not change while a match runs."""

    game: str
    name: str
    turns: str
    first_step: int
    rules_version: str
    options: dict[str, Any]
    clock: Literal["live", "none", "slow"]
    kind: Literal["hot_seat", "lesson", "ordinary", "sandbox"]
    rated: bool
    step_seconds: int
    bank_seconds: int
    fixed_hour: int | None
    time_zone: str
    rest_days: list[int]
    vacation_days: int
    draws: bool
    spectator_delay: int
    truth_delay: NotRequired[int | None]
    started_at: NotRequired[int | None]
    has_fog: bool
    press: Literal["full", "none", "public"]
    anonymous: bool
    host: str | None
    public: bool
    static: dict[str, Any]
    seats: list[SeatInfo]
    you: int | None
    yours: list[int]
    seed_hash: NotRequired[str | None]
    seat_seed: NotRequired[str | None]


class SeatInfo(TypedDict):
    """Who sits where."""

    seat: int
    name: str
    kind: Literal["bot", "person"]
    bot: str
    program: NotRequired[str]
    staff: NotRequired[bool]
    bot_account: NotRequired[bool]
    given: NotRequired[list[str]]


class StatusShown(TypedDict):
    """Which seats the match waits for, and until when."""

    revision: int
    now: int
    status: Literal["aborted", "finished", "open", "paused", "running"]
    step: int
    deadline: int | None
    waiting: list[int]
    seats: list[SeatStatus]
    out: list[int]
    votes: dict[str, VoteStatus]
    claim_at: int | None
    outcome: dict[str, Any] | None
    rematch: str | None
    rematch_offer: RematchOffer | None
    held: bool
    goes_on: str | None


class SeatStatus(TypedDict):
    """The state of one seat; null: hidden from this audience."""

    seat: int
    ready: bool | None
    bank: int | None
    online: bool
    autopilot: str
    missed: int | None
    resigned: bool | None
    watchable: bool
    vacation: int | None
    gone_at: int | None
    place: int | None


class VoteStatus(TypedDict):
    """The state of a proposal. Who else has agreed, and how many, stays secret."""

    asked: bool
    mine: bool
    by: int | None
    declined: bool
    again: int | None


class RematchOffer(TypedDict):
    """Who has asked for a rematch."""

    seats: list[int]
    until: int
    begun: bool
    full: bool


class FrameShown(TypedDict):
    """One position as one audience sees it, with the events that led there."""

    audience: int | Literal["public", "referee"]
    step: int
    view: Any
    events: list[dict[str, Any]]
    choices: Any
    final: bool


class ChatLineShown(TypedDict):
    """One chat line."""

    number: int
    room: Literal["seats", "spectators", "table"]
    to: list[int]
    name: str
    seat: int | None
    step: int
    text: str
    at: int
    staff: NotRequired[bool]
    bot: NotRequired[bool]


class Match(TypedDict):
    id: str
    audience: int | Literal["public", "referee"]
    info: Info
    status: StatusShown


class Advice(TypedDict):
    match: str
    seat: int
    step: int
    bot: str
    name: str
    orders: Any
    forecast: Any
    choices: Any


class Events(TypedDict):
    steps: list[EventsSteps]
    count: int


class EventsSteps(TypedDict):
    step: int
    events: list[dict[str, Any]]


class Frames(TypedDict):
    info: Info
    frames: list[FrameShown]
    scores: dict[str, Any]
    count: int


class MatchRecord(TypedDict):
    format: int
    match: str
    game: str
    rules_version: str
    options: dict[str, Any]
    clock: Literal["live", "slow", "none"]
    step_seconds: int
    rated: bool
    seed: str
    seed_hash: str
    seats: list[MatchRecordSeats]
    start: dict[str, Any] | None
    lot: list[int] | None
    orders: list[dict[str, Any]]
    status: Literal["finished", "aborted"]
    outcome: dict[str, Any] | None
    started_at: str
    finished_at: str | None
    yours: NotRequired[list[int]]


class MatchRecordSeats(TypedDict):
    seat: int
    name: str
    bot: str
    program: str
    resigned: bool


class Statistics(TypedDict):
    """A number for each seat in each row; {} in a game without statistics."""

    points: NotRequired[list[StatisticsPoints]]
    luck: NotRequired[list[StatisticsLuck]]
    spent: NotRequired[list[StatisticsSpent]]


class StatisticsPoints(TypedDict):
    name: str
    values: list[float]
    expected: list[float] | None


class StatisticsLuck(TypedDict):
    name: str
    values: list[float]
    expected: list[float] | None


class StatisticsSpent(TypedDict):
    name: str
    values: list[float]
    expected: list[float] | None


class Study(TypedDict):
    match: str
    seat: int
    status: Literal["none", "waiting", "running", "done", "failed", "cancelled"]
    wanted: NotRequired[int]
    played: NotRequired[int]
    seconds: NotRequired[float]
    elapsed: NotRequired[float]
    refusal: NotRequired[StudyRefusal | None]
    bot: NotRequired[str]
    ahead: NotRequired[int]
    looked_at: NotRequired[int]
    turns: NotRequired[list[StudyTurns]]


class StudyRefusal(TypedDict):
    code: str
    path: str
    message: str
    data: dict[str, Any]


class StudyTurns(TypedDict):
    step: int
    to: int
    before: Estimate
    after: Estimate
    sure: Literal["sure", "likely", "hint"]


class Estimate(TypedDict):
    value: float
    low: float
    high: float
    plays: int


class Talk(TypedDict):
    lines: list[ChatLineShown]


class Trial(TypedDict):
    id: str
    game: str
    level: str
    seed: str
    status: Literal["waiting", "running", "done", "failed", "cancelled"]
    wanted: int
    played: int
    seconds: float
    ended: Literal["over", "steps", "runs", "seconds", "size", None]
    refusal: TrialRefusal | None
    options: dict[str, Any]
    names: list[str]
    static: dict[str, Any]
    frames: list[dict[str, Any]]
    runs: list[list[dict[str, Any]]]


class TrialRefusal(TypedDict):
    code: str
    path: str
    message: str
    data: dict[str, Any]


Protocol = TypedDict(
    "Protocol",
    {
        "$schema": "str",
        "title": "str",
        "version": "int",
        "most_bytes": "int",
        "client": "dict[str, Any]",
        "server": "dict[str, Any]",
        "$defs": "dict[str, Any]",
    },
)
