"""Which messages does the server send over the match socket?

Every message is a struct, tagged by `type`; `docs/protocol.md` says what each means. No Django, no database, no knowledge of any game.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, json

AudienceName = int | Literal["public", "referee"]


class ServerMessage(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """A message of the server; `encode` returns its bytes."""


class Welcome(ServerMessage, tag="welcome"):
    """First message of a connection."""

    protocol: int
    now: int
    release: str
    person: int | None
    """Id of the client's person; None: not logged in."""


class Acked(ServerMessage, tag="ack"):
    """The request was carried out; orders are on disk."""

    ack: int


class Refused(ServerMessage, tag="error"):
    """The request was refused, and nothing changed."""

    ack: int | None
    match: str | None
    code: str
    path: str
    message: str
    data: dict[str, Any]


class SeatInfo(Struct, forbid_unknown_fields=True, kw_only=True):
    """Who sits where."""

    seat: int
    name: str
    kind: Literal["person", "bot"]
    bot: str
    program: str = ""
    staff: bool = False
    """A person of the site's staff."""
    bot_account: bool = False
    """An account with which a program plays."""
    given: list[str] = []
    """Of a bot that shares its level with another at the table: the end of its name, in English and in Chinese."""


class Info(Struct, forbid_unknown_fields=True, kw_only=True):
    """What does not change while a match runs."""

    game: str
    name: str
    turns: str
    first_step: int
    """The game's number of position 0: more than 0 in a match that begins at a later position than the set-up."""
    rules_version: str
    options: dict[str, Any]
    clock: Literal["live", "slow", "none"]
    kind: Literal["ordinary", "hot_seat", "sandbox", "lesson"]
    rated: bool
    step_seconds: int
    bank_seconds: int
    fixed_hour: int | None
    time_zone: str
    rest_days: list[int]
    vacation_days: int
    draws: bool
    spectator_delay: int
    truth_delay: int | None = None
    """Steps by which spectators who see everything are late; None: everything is shown when the match is over."""
    started_at: int | None = None
    """When the match began."""
    has_fog: bool
    press: Literal["none", "public", "full"]
    anonymous: bool
    host: str | None
    public: bool
    static: dict[str, Any]
    seats: list[SeatInfo]
    you: int | None
    yours: list[int]
    seed_hash: str | None = None
    """SHA-256 of `fogbound:<match id>:<seed>`: the site's promise which seed the match has. The seed is shown at the end. None of the demo."""
    seat_seed: str | None = None
    """Random seed for a program that plays the client's own seat."""


class MatchShown(ServerMessage, tag="match"):
    """First answer to `watch`; sent again when something in it changes."""

    match: str
    audience: AudienceName
    info: Info


class FrameShown(ServerMessage, tag="frame"):
    """One position as one audience sees it, with the events that led there."""

    match: str
    audience: AudienceName
    step: int
    view: Any
    events: list[dict[str, Any]]
    choices: Any
    final: bool


class SeatStatus(Struct, forbid_unknown_fields=True, kw_only=True):
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


class VoteStatus(Struct, forbid_unknown_fields=True, kw_only=True):
    """The state of a proposal. Who else has agreed, and how many, stays secret."""

    asked: bool
    mine: bool
    by: int | None
    """The seat that asked, or that `declined`; null: nobody, or hidden."""
    declined: bool
    """It was declined a few steps ago."""
    again: int | None
    """The step from which on my seat may ask for it again; null: now."""


class RematchOffer(Struct, forbid_unknown_fields=True, kw_only=True):
    """Who has asked for a rematch."""

    seats: list[int]
    """Seats of this match whose people sit at the table of the rematch, ascending."""
    until: int
    """Until when only those who played this match may sit down there."""
    begun: bool
    full: bool
    """Every seat there is taken."""


class StatusShown(ServerMessage, tag="status"):
    """Which seats the match waits for, and until when."""

    match: str
    revision: int
    now: int
    status: Literal["open", "running", "paused", "finished", "aborted"]
    step: int
    deadline: int | None
    waiting: list[int]
    seats: list[SeatStatus]
    out: list[int]
    """Seats that no longer take part, as the rules show them, while the match goes on."""
    votes: dict[str, VoteStatus]
    claim_at: int | None
    outcome: dict[str, Any] | None
    rematch: str | None
    rematch_offer: RematchOffer | None
    held: bool
    goes_on: str | None


class OrdersStored(ServerMessage, tag="orders"):
    """The stored orders of a seat, sent to every connection of that seat."""

    match: str
    step: int
    orders: Any
    ready: bool


class PreferencesShown(ServerMessage, tag="preferences"):
    """The preferences by which the site answers for a seat, sent to every connection of that seat."""

    match: str
    preferences: dict[str, Any]


class GoingOn(ServerMessage, tag="going_on"):
    """For how many steps the seat goes on by itself, until what, and why it has stopped; sent to every connection of that seat."""

    match: str
    left: int
    until: dict[str, Any]
    stopped: dict[str, Any] | None


class ForecastMade(ServerMessage, tag="forecast"):
    """Answer to `forecast`."""

    match: str
    step: int
    ack: int | None
    forecast: Any


class ChatLineShown(Struct, forbid_unknown_fields=True, kw_only=True):
    """One chat line."""

    number: int
    room: Literal["table", "seats", "spectators"]
    to: list[int]
    name: str
    seat: int | None
    step: int
    text: str
    at: int
    staff: bool = False
    """A member of the site's staff wrote it."""
    bot: bool = False
    """A bot account wrote it."""


class ChatShown(ServerMessage, tag="chat"):
    """Chat lines, oldest first."""

    match: str
    lines: list[ChatLineShown]


class Bye(ServerMessage, tag="bye"):
    """This connection gets no more messages of this match."""

    match: str
    code: Literal["unwatched", "gone", "internal"]


class Pong(ServerMessage, tag="pong"):
    """Answer to `ping`."""

    now: int


AnyServerMessage = (
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

_encoder = json.Encoder(order="deterministic")


def encode(message: AnyServerMessage) -> bytes:
    """The bytes of `message`. Its keys are sorted, so that the order in which a game filled a dict reveals nothing."""
    return _encoder.encode(message)
