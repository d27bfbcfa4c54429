"""Which messages may a client send over the match socket, and what is wrong with an invalid one?

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
"""Followed by the version: the subprotocol that a client may offer in the handshake."""
TOKEN_SUBPROTOCOL: Final = "fogbound-token."
"""Followed by a token: for clients that cannot set headers."""
MAX_BYTES: Final = 65_536
_LONGEST_PATH: Final = 80

Ack = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]
"""An integer that a browser can hold exactly."""
MatchId = Annotated[str, Meta(max_length=40)]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
"""A step or a seat number, limited to what the database can store."""


class ProtocolError(Exception):
    """A malformed message: `code` is bad_message or too_large, `path` names the field.

    `ack` and `match` are those of the message, None if they could not be read.
    """

    def __init__(self, code: str, path: str, message: str, data: dict[str, Any] | None = None) -> None:
        self.code = code
        self.path = path[:_LONGEST_PATH]
        self.template = message
        self.data: dict[str, Any] = data or {}
        self.ack: int | None = None
        self.match: str | None = None
        super().__init__(message % self.data if self.data else message)


class ClientMessage(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """Fields that every client message may have."""

    ack: Ack | None = None


class Watch(ClientMessage, tag="watch"):
    """Send me this match from now on."""

    match: MatchId
    as_: Number | Literal["public", "referee"] | None = field(name="as", default=None)
    since: Number | None = None


class Unwatch(ClientMessage, tag="unwatch"):
    """Stop sending this match."""

    match: MatchId


class SendOrders(ClientMessage, tag="orders"):
    """Store these orders for my seat."""

    match: MatchId
    step: Number
    orders: Any
    ready: bool = False
    seat: Number | None = None


class SetReady(ClientMessage, tag="ready"):
    """Mark my seat as ready for this step, or not ready again; `clear`: with the default orders in place of those stored."""

    match: MatchId
    step: Number
    ready: bool
    seat: Number | None = None
    clear: bool = False


class AskForecast(ClientMessage, tag="forecast"):
    """What would these draft orders lead to?"""

    match: MatchId
    step: Number
    orders: Any
    seat: Number | None = None


class AskFrame(ClientMessage, tag="frame"):
    """Send one earlier frame again."""

    match: MatchId
    step: Number


class Resign(ClientMessage, tag="resign"):
    """My seat resigns."""

    match: MatchId
    seat: Number | None = None


class CastVote(ClientMessage, tag="vote"):
    """My seat is for or against a proposal."""

    match: MatchId
    kind: Literal["pause", "resume", "extend", "draw", "abort"]
    value: bool


class Claim(ClientMessage, tag="claim"):
    """A player has been absent for too long: claim the win, or a bot for that seat."""

    match: MatchId
    kind: Literal["win", "bot"]
    seat: Number | None = None


class TakeVacation(ClientMessage, tag="vacation"):
    """Move the deadline of this step by some days of my vacation."""

    match: MatchId
    days: Number


class AskSubstitute(ClientMessage, tag="substitute"):
    """My seat is offered to others; a bot plays it until somebody takes it over, or I return."""

    match: MatchId
    seat: Number | None = None


class ComeBack(ClientMessage, tag="return"):
    """I play my seat myself again; the stand-in stops."""

    match: MatchId
    seat: Number | None = None


class SetWatchable(ClientMessage, tag="watchable"):
    """Spectators may, or may not, watch from my seat."""

    match: MatchId
    value: bool


class SetPreferences(ClientMessage, tag="preferences"):
    """What the site may answer for me from now on. Preferences that are not named stay the same."""

    match: MatchId
    preferences: Any
    seat: Number | None = None


class GoOn(ClientMessage, tag="go_on"):
    """My seat goes on by itself after this step, for so many steps at most, until one of these happens; 0 steps: no more."""

    match: MatchId
    steps: Number
    until: Any = {}
    seat: Number | None = None


class Say(ClientMessage, tag="chat"):
    """Write one chat line."""

    match: MatchId
    text: str
    to: Annotated[list[Number], Meta(max_length=64)] = []


class Ping(ClientMessage, tag="ping"):
    """Ask for a `pong`."""


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
    | AskSubstitute
    | ComeBack
    | SetWatchable
    | SetPreferences
    | GoOn
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
    """The decoder's error as a ProtocolError with code and path."""
    where = _WHERE.search(text)
    inside = where.group(1) if where else ""
    if "[...]" in inside:
        # The decoder gives no exact path inside a field that accepts any value.
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
    """The path of the first number that overflows to infinity or is NaN; "" if there is none."""
    # Each part stores its parent's index and its own name. The path is built only for a found number, so deep nesting costs nothing.
    parts: list[tuple[int, str | int, Any]]
    try:
        parts = [(0, "", _loosely(data))]
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


def _loosely(data: str | bytes) -> Any:
    """The value in `data`, in which a number that is too large is infinity, also one of thousands of digits. Raises ValueError, RecursionError."""
    return stdlib_json.loads(data, parse_int=lambda digits: int(digits) if len(digits) < 20 else float(digits))


def _path_to(parts: Sequence[tuple[int, str | int, Any]], place: int) -> str:
    names: list[str] = []
    while place:
        place, name, _ = parts[place]
        names.append(f"[{name}]" if isinstance(name, int) else f".{name[:_LONGEST_PATH]}")
    return "".join(reversed(names)).removeprefix(".")


def _join(inside: str, name: str) -> str:
    return f"{inside}.{name}" if inside else name


def _remember_sender(refusal: ProtocolError, data: str | bytes) -> None:
    """Copy `ack` and `match` of a refused message to the refusal, if they are valid themselves."""
    try:
        message = _loosely(data)
    except (ValueError, RecursionError):
        return
    if not isinstance(message, dict):
        return
    ack, match = message.get("ack"), message.get("match")
    if type(ack) is int and abs(ack) < 2**53:
        refusal.ack = ack
    if isinstance(match, str) and len(match) <= 40:
        refusal.match = match
