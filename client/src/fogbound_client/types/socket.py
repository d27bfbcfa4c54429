"""Which messages go over the match socket?

Made by `client/generate.py` from the schema of the site; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Watch = TypedDict(
    "Watch",
    {
        "type": 'Literal["watch"]',
        "match": "str",
        "as": 'NotRequired[int | Literal["public", "referee"] | None]',
        "since": "NotRequired[int | None]",
        "ack": "NotRequired[int | None]",
    },
)


class Unwatch(TypedDict):
    """Stop sending this match."""

    type: Literal["unwatch"]
    match: str
    ack: NotRequired[int | None]


class SendOrders(TypedDict):
    """Store these orders for my seat."""

    type: Literal["orders"]
    match: str
    step: int
    orders: Any
    ready: NotRequired[bool]
    seat: NotRequired[int | None]
    ack: NotRequired[int | None]


class SetReady(TypedDict):
    """Mark my seat as ready for this step, or not ready again; `clear`: with the default orders in place of those stored."""

    type: Literal["ready"]
    match: str
    step: int
    ready: bool
    seat: NotRequired[int | None]
    clear: NotRequired[bool]
    ack: NotRequired[int | None]


class AskForecast(TypedDict):
    """What would these draft orders lead to?"""

    type: Literal["forecast"]
    match: str
    step: int
    orders: Any
    seat: NotRequired[int | None]
    ack: NotRequired[int | None]


class AskFrame(TypedDict):
    """Send one earlier frame again."""

    type: Literal["frame"]
    match: str
    step: int
    ack: NotRequired[int | None]


class Resign(TypedDict):
    """My seat resigns."""

    type: Literal["resign"]
    match: str
    seat: NotRequired[int | None]
    ack: NotRequired[int | None]


class CastVote(TypedDict):
    """My seat is for or against a proposal."""

    type: Literal["vote"]
    match: str
    kind: Literal["abort", "draw", "extend", "pause", "resume"]
    value: bool
    ack: NotRequired[int | None]


class Claim(TypedDict):
    """A player has been absent for too long: claim the win, or a bot for that seat."""

    type: Literal["claim"]
    match: str
    kind: Literal["bot", "win"]
    seat: NotRequired[int | None]
    ack: NotRequired[int | None]


class TakeVacation(TypedDict):
    """Move the deadline of this step by some days of my vacation."""

    type: Literal["vacation"]
    match: str
    days: int
    ack: NotRequired[int | None]


class AskSubstitute(TypedDict):
    """My seat is offered to others; a bot plays it until somebody takes it over, or I return."""

    type: Literal["substitute"]
    match: str
    seat: NotRequired[int | None]
    ack: NotRequired[int | None]


class ComeBack(TypedDict):
    """I play my seat myself again; the stand-in stops."""

    type: Literal["return"]
    match: str
    seat: NotRequired[int | None]
    ack: NotRequired[int | None]


class SetWatchable(TypedDict):
    """Spectators may, or may not, watch from my seat."""

    type: Literal["watchable"]
    match: str
    value: bool
    ack: NotRequired[int | None]


class SetPreferences(TypedDict):
    """What the site may answer for me from now on. Preferences that are not named stay the same."""

    type: Literal["preferences"]
    match: str
    preferences: Any
    seat: NotRequired[int | None]
    ack: NotRequired[int | None]


class GoOn(TypedDict):
    """My seat goes on by itself after this step, for so many steps at most, until one of these happens; 0 steps: no more."""

    type: Literal["go_on"]
    match: str
    steps: int
    until: NotRequired[Any]
    seat: NotRequired[int | None]
    ack: NotRequired[int | None]


class Say(TypedDict):
    """Write one chat line."""

    type: Literal["chat"]
    match: str
    text: str
    to: NotRequired[list[int]]
    ack: NotRequired[int | None]


class Ping(TypedDict):
    """Ask for a `pong`."""

    type: Literal["ping"]
    ack: NotRequired[int | None]


class Welcome(TypedDict):
    """First message of a connection."""

    type: Literal["welcome"]
    protocol: int
    now: int
    release: str
    person: int | None


class Acked(TypedDict):
    """The request was carried out; orders are on disk."""

    type: Literal["ack"]
    ack: int


class Refused(TypedDict):
    """The request was refused, and nothing changed."""

    type: Literal["error"]
    ack: int | None
    match: str | None
    code: str
    path: str
    message: str
    data: dict[str, Any]


class MatchShown(TypedDict):
    """First answer to `watch`; sent again when something in it changes."""

    type: Literal["match"]
    match: str
    audience: int | Literal["public", "referee"]
    info: Info


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


class FrameShown(TypedDict):
    """One position as one audience sees it, with the events that led there."""

    type: Literal["frame"]
    match: str
    audience: int | Literal["public", "referee"]
    step: int
    view: Any
    events: list[dict[str, Any]]
    choices: Any
    final: bool


class StatusShown(TypedDict):
    """Which seats the match waits for, and until when."""

    type: Literal["status"]
    match: str
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


class OrdersStored(TypedDict):
    """The stored orders of a seat, sent to every connection of that seat."""

    type: Literal["orders"]
    match: str
    step: int
    orders: Any
    ready: bool


class PreferencesShown(TypedDict):
    """The preferences by which the site answers for a seat, sent to every connection of that seat."""

    type: Literal["preferences"]
    match: str
    preferences: dict[str, Any]


class GoingOn(TypedDict):
    """For how many steps the seat goes on by itself, until what, and why it has stopped; sent to every connection of that seat."""

    type: Literal["going_on"]
    match: str
    left: int
    until: dict[str, Any]
    stopped: dict[str, Any] | None


class ForecastMade(TypedDict):
    """Answer to `forecast`."""

    type: Literal["forecast"]
    match: str
    step: int
    ack: int | None
    forecast: Any


class ChatShown(TypedDict):
    """Chat lines, oldest first."""

    type: Literal["chat"]
    match: str
    lines: list[ChatLineShown]


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


class Bye(TypedDict):
    """This connection gets no more messages of this match."""

    type: Literal["bye"]
    match: str
    code: Literal["gone", "internal", "unwatched"]


class Pong(TypedDict):
    """Answer to `ping`."""

    type: Literal["pong"]
    now: int


Sent = (
    Watch
    | Unwatch
    | SendOrders
    | SetReady
    | AskForecast
    | AskFrame
    | Resign
    | CastVote
    | Claim
    | TakeVacation
    | AskSubstitute
    | ComeBack
    | SetWatchable
    | SetPreferences
    | GoOn
    | Say
    | Ping
)

Heard = (
    Welcome
    | Acked
    | Refused
    | MatchShown
    | FrameShown
    | StatusShown
    | OrdersStored
    | PreferencesShown
    | GoingOn
    | ForecastMade
    | ChatShown
    | Bye
    | Pong
)
