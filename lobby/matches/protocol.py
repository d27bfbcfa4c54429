"""What may be said over the match socket, in both directions, and what is wrong with a message that may not?

Every message is a struct, tagged by `type`; `docs/protocol.md` says what each means. Strict: unknown fields, wrong types and
numbers out of range are refused with the path of the field. No Django, no database, no knowledge of any game.
"""

from __future__ import annotations

import json as stdlib_json
import math
import re
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, get_args

from msgspec import DecodeError, Meta, Struct, ValidationError, field, json

from games.core.text import gettext_noop

VERSION: Final = 1
SUBPROTOCOL: Final = "fogbound."
"""With the version after it, what a client may offer in the handshake."""
TOKEN_SUBPROTOCOL: Final = "fogbound-token."
"""With a token after it, for clients that cannot set headers."""
MAX_BYTES: Final = 65_536
_LONGEST_PATH: Final = 80

Ack = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]
"""An integer that a browser can hold exactly."""
MatchId = Annotated[str, Meta(max_length=40)]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
"""A step or a seat, as large as the database can store."""
AudienceName = int | Literal["public", "referee"]


class ProtocolError(Exception):
    """A malformed message: `code` is bad_message or too_large, `path` names the field.

    `ack` and `match` are the message's own, if they could be read.
    """

    def __init__(self, code: str, path: str, message: str, data: dict[str, Any] | None = None) -> None:
        self.code = code
        self.path = path[:_LONGEST_PATH]
        self.template = message
        self.data: dict[str, Any] = data or {}
        self.ack: int | None = None
        self.match: str | None = None
        super().__init__(message % self.data if self.data else message)


# From the client


class ClientMessage(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """What every message of a client may carry."""

    ack: Ack | None = None


class Watch(ClientMessage, tag="watch"):
    """Send me this match from now on."""

    match: MatchId
    as_: Number | Literal["public", "referee"] | None = field(name="as", default=None)
    since: Number | None = None


class Unwatch(ClientMessage, tag="unwatch"):
    """No more of it."""

    match: MatchId


class SendOrders(ClientMessage, tag="orders"):
    """Store these orders for my seat."""

    match: MatchId
    step: Number
    orders: Any
    ready: bool = False
    seat: Number | None = None


class SetReady(ClientMessage, tag="ready"):
    """I am done with this step, or not after all."""

    match: MatchId
    step: Number
    ready: bool
    seat: Number | None = None


class AskForecast(ClientMessage, tag="forecast"):
    """What would become of these drafts?"""

    match: MatchId
    step: Number
    orders: Any
    seat: Number | None = None


class AskFrame(ClientMessage, tag="frame"):
    """Send one earlier frame again."""

    match: MatchId
    step: Number


class Resign(ClientMessage, tag="resign"):
    """My seat gives up."""

    match: MatchId
    seat: Number | None = None


class CastVote(ClientMessage, tag="vote"):
    """My seat is for or against a proposal."""

    match: MatchId
    kind: Literal["pause", "resume", "extend", "draw", "abort"]
    value: bool


class Claim(ClientMessage, tag="claim"):
    """Somebody has been gone for long: I have won, or a bot shall play that seat."""

    match: MatchId
    kind: Literal["win", "bot"]
    seat: Number | None = None


class TakeVacation(ClientMessage, tag="vacation"):
    """Move the deadline of this step by some days of my vacation."""

    match: MatchId
    days: Number


class ComeBack(ClientMessage, tag="return"):
    """I play my seat again myself."""

    match: MatchId
    seat: Number | None = None


class SetWatchable(ClientMessage, tag="watchable"):
    """Spectators may, or may not, watch from my seat."""

    match: MatchId
    value: bool


class SetPreferences(ClientMessage, tag="preferences"):
    """What the site may answer for me, from now on; what is not named stays."""

    match: MatchId
    preferences: Any
    seat: Number | None = None


class Say(ClientMessage, tag="chat"):
    """One line of talk."""

    match: MatchId
    text: str
    to: Annotated[list[Number], Meta(max_length=64)] = []


class Ping(ClientMessage, tag="ping"):
    """Are you there?"""


AnyClientMessage = (
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
    | ComeBack
    | SetWatchable
    | SetPreferences
    | Say
    | Ping
)
CLIENT_MESSAGES: Final[tuple[type[ClientMessage], ...]] = get_args(AnyClientMessage)
_decoder: json.Decoder[AnyClientMessage] = json.Decoder(AnyClientMessage)
_WHERE = re.compile(r" - at `\$\.?(.*)`$")
_MISSING = re.compile(r"missing required field `(.*?)`")
_UNKNOWN = re.compile(r"contains unknown field `(.*)`", re.DOTALL)


def parse(data: str | bytes) -> AnyClientMessage:
    """The message in `data`; raises ProtocolError."""
    if len(data) > MAX_BYTES or (isinstance(data, str) and len(data.encode(errors="replace")) > MAX_BYTES):
        raise ProtocolError(
            "too_large", "", gettext_noop("A message has at most %(bytes)s bytes."), {"bytes": MAX_BYTES}
        )
    try:
        return _decoder.decode(data)
    except ValidationError as error:
        refusal = _explain(str(error), data)
        _remember_sender(refusal, data)
        raise refusal from None
    except (DecodeError, UnicodeError):
        raise ProtocolError("bad_message", "", gettext_noop("This is not JSON.")) from None
    except RecursionError:
        raise ProtocolError("bad_message", "", gettext_noop("This is nested too deeply.")) from None


def _explain(text: str, data: str | bytes) -> ProtocolError:
    """The decoder's complaint as a code with a path."""
    where = _WHERE.search(text)
    inside = where.group(1) if where else ""
    if "[...]" in inside:
        # Inside what may hold anything the decoder does not say where.
        inside = endless_number(data) or inside.split("[...]")[0]
    detail = text[: where.start()] if where else text
    if missing := _MISSING.search(detail):
        path = _join(inside, missing.group(1))
        return ProtocolError("bad_message", path, gettext_noop("A field is missing: %(field)s."), {"field": path})
    if unknown := _UNKNOWN.search(detail):
        path = _join(inside, unknown.group(1)[:_LONGEST_PATH])
        return ProtocolError("bad_message", path, gettext_noop("There is no field %(field)s here."), {"field": path})
    if not inside:
        return ProtocolError("bad_message", "", gettext_noop("A message is one JSON object."))
    if inside == "type":
        return ProtocolError("bad_message", "type", gettext_noop("There is no message of this type."))
    return ProtocolError(
        "bad_message", inside, gettext_noop("Wrong value: %(detail)s."), {"detail": detail.replace("`", "")}
    )


def endless_number(data: str | bytes) -> str:
    """The path of the first number that is too large to be one; "" if there is none."""
    # Each part knows its parent's place and its own name there; a path is written only for what is found, whatever the nesting.
    parts: list[tuple[int, str | int, Any]]
    try:
        parts = [(0, "", stdlib_json.loads(data))]
    except (ValueError, RecursionError):
        return ""
    for place, (_, _, value) in enumerate(parts):
        if isinstance(value, dict):
            parts += [(place, key, part) for key, part in value.items()]
        elif isinstance(value, list):
            parts += [(place, at, part) for at, part in enumerate(value)]
        elif isinstance(value, float) and not math.isfinite(value):
            return _path_to(parts, place)[: 4 * _LONGEST_PATH]
    return ""


def _path_to(parts: Sequence[tuple[int, str | int, Any]], place: int) -> str:
    names: list[str] = []
    while place:
        place, name, _ = parts[place]
        names.append(f"[{name}]" if isinstance(name, int) else f".{name[:_LONGEST_PATH]}")
    return "".join(reversed(names)).removeprefix(".")


def _join(inside: str, name: str) -> str:
    return f"{inside}.{name}" if inside else name


def _remember_sender(refusal: ProtocolError, data: str | bytes) -> None:
    """Lets the answer repeat `ack` and `match` of a refused message, where they themselves are in order."""
    try:
        message = json.decode(data)
    except (DecodeError, UnicodeError, RecursionError):
        return
    if not isinstance(message, dict):
        return
    ack, match = message.get("ack"), message.get("match")
    if type(ack) is int and abs(ack) < 2**53:
        refusal.ack = ack
    if isinstance(match, str) and len(match) <= 40:
        refusal.match = match


# From the server


class ServerMessage(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """What the server sends; `encode` makes its bytes."""


class Welcome(ServerMessage, tag="welcome"):
    """First message of a connection."""

    protocol: int
    now: int
    release: str
    person: int | None
    """Whom the site takes the client for; None: a stranger."""


class Acked(ServerMessage, tag="ack"):
    """Done; for orders: on disk."""

    ack: int


class Refused(ServerMessage, tag="error"):
    """Refused, nothing changed."""

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


class Info(Struct, forbid_unknown_fields=True, kw_only=True):
    """What does not change while a match runs."""

    game: str
    name: str
    turns: str
    first_step: int
    """What position 0 is called by: more than 0 in a match that begins later than with the set-up."""
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
    has_fog: bool
    press: Literal["none", "public", "full"]
    anonymous: bool
    host: str | None
    public: bool
    static: dict[str, Any]
    seats: list[SeatInfo]
    you: int | None
    yours: list[int]


class MatchShown(ServerMessage, tag="match"):
    """First answer to `watch`, and again when something in it changed."""

    match: str
    audience: AudienceName
    info: Info


class FrameShown(ServerMessage, tag="frame"):
    """One position as one audience sees it, and what led there."""

    match: str
    audience: AudienceName
    step: int
    view: Any
    events: list[dict[str, Any]]
    choices: Any
    final: bool


class SeatStatus(Struct, forbid_unknown_fields=True, kw_only=True):
    """How one seat is doing; null: not for this audience."""

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
    """How a proposal stands; who is for it stays secret, and how many are."""

    asked: bool
    mine: bool


class StatusShown(ServerMessage, tag="status"):
    """Who is awaited and until when."""

    match: str
    revision: int
    now: int
    status: Literal["open", "running", "paused", "finished", "aborted"]
    step: int
    deadline: int | None
    waiting: list[int]
    seats: list[SeatStatus]
    votes: dict[str, VoteStatus]
    claim_at: int | None
    outcome: dict[str, Any] | None
    rematch: str | None
    held: bool
    goes_on: str | None


class OrdersStored(ServerMessage, tag="orders"):
    """What is stored for a seat, to every connection of it."""

    match: str
    step: int
    orders: Any
    ready: bool


class PreferencesShown(ServerMessage, tag="preferences"):
    """What the site answers for a seat now, to every connection of it."""

    match: str
    preferences: dict[str, Any]


class ForecastMade(ServerMessage, tag="forecast"):
    """Answer to `forecast`."""

    match: str
    step: int
    ack: int | None
    forecast: Any


class ChatLineShown(Struct, forbid_unknown_fields=True, kw_only=True):
    """One line of talk."""

    number: int
    room: Literal["table", "seats", "spectators"]
    to: list[int]
    name: str
    seat: int | None
    step: int
    text: str
    at: int
    staff: bool = False
    """Somebody of the site's staff said it."""


class ChatShown(ServerMessage, tag="chat"):
    """Lines of talk, oldest first."""

    match: str
    lines: list[ChatLineShown]


class Bye(ServerMessage, tag="bye"):
    """No more of this match on this connection."""

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
    | ForecastMade
    | ChatShown
    | Bye
    | Pong
)

_encoder = json.Encoder(order="deterministic")


def encode(message: AnyServerMessage) -> bytes:
    """The bytes of `message`. Keys inside it are sorted: the order in which a game filled a dict tells nobody anything."""
    return _encoder.encode(message)
