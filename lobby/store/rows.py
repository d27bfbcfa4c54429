"""What does the database say about these matches now? Reads many matches in three statements; every order, step and news starts here.

The statements are written by hand, because composing one through the ORM takes longer than everything else about an order. The
results are ordinary models. An unchanged row gives the same object as before, so objects from here
**must not be changed**; `changed` makes a copy that may be changed.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, OperationalError, connection
from django.db.models import Field, Model

from games.core.contract import Json
from lobby.accounts.models import User
from lobby.matches.models import OVER, ChatLine, Match, Orders, Program, Seat, Step, Vote
from lobby.platform.storage import statements
from lobby.platform.storage.statements import Row, field_of
from lobby.platform.storage.texts import from_text

KEPT = 5_000
"""Matches whose objects are cached, more than a process can serve at once; the least recently read is dropped first.
A match of two seats takes 6 KB and the texts of its orders, one of eight seats 12 KB: together 30 to 60 MB at most.

Matches that are over are not cached: they would soon be the majority, and nobody reads one many times a second. Reading one takes
0.2 ms instead of 0.04."""
_APART = {"options", "archived_as"}
"""Fields of a match that are not read: options may contain a whole map, and no step needs them."""
_NOT_OF_PLAY = {"steps_due", "steps_answered", "finished_at"}
"""Fields of a seat that are not read, because nobody needs them during the match. `reliability.add` counts the steps."""

_ORDERS = ("match_id", "step", "seat", "revision", "ready", "by", "orders", "created_at")
_STEPS = ("match_id", "number", "state", "events", "orders", "digest", "scores", "created_at")

M = TypeVar("M", bound=Model)


class Locked(OperationalError):
    """Another process has locked the match, and may hang. Callers should try again later instead of waiting."""


@dataclass(slots=True)
class Given:
    """The newest orders of a seat for the due step."""

    seat: int
    revision: int
    ready: bool
    by: str
    text: str
    """The orders as JSON."""
    created_at: datetime
    """When the site received them."""

    @property
    def orders(self) -> Json:
        """The orders as read from disk."""
        return from_text(self.text)


@dataclass(slots=True)
class Facts:
    """One match with its seats and the newest orders of the due step; `options` is deferred."""

    match: Match
    seats: list[Seat] = field(default_factory=list)
    """By number, each with its user (names, and whether they are staff) and program (name and owner)."""
    given: dict[int, Given] = field(default_factory=dict)
    done_at: dict[int, datetime] = field(default_factory=dict)
    """Seat → the time since which it has been ready."""
    rows: int = 0
    """Number of rows of orders for this step."""

    def seat(self, number: int) -> Seat | None:
        """The seat with that number, or None."""
        if 0 <= number < len(self.seats) and self.seats[number].number == number:
            return self.seats[number]
        return next((seat for seat in self.seats if seat.number == number), None)

    def replace_seat(self, seat: Seat, **values: Any) -> None:
        """Replace a seat by a copy with these values."""
        self.seats = [changed(one, **values) if one.id == seat.id else one for one in self.seats]

    def add(self, given: Given) -> None:
        """Add a row of orders, which is the newest of its seat."""
        self.rows += 1
        self.given[given.seat] = given
        if not given.ready:
            self.done_at.pop(given.seat, None)
        else:
            self.done_at.setdefault(given.seat, given.created_at)


def read(match_ids: Iterable[str], *, lock: bool = False) -> dict[str, Facts]:
    """Facts of these matches, without those that do not exist.

    `lock`: lock the matches until the transaction ends. It does not wait: a match that another process has locked is
    left out; `locked` names it.
    """
    facts: dict[str, Facts] = {}
    wanted = set(match_ids)
    while wanted:
        # If a match has changed between the statements it is read again, to avoid facts of two different times.
        found, wanted = _read_once(sorted(wanted), lock=lock)
        facts |= found
    return facts


def _read_once(ids: Sequence[str], *, lock: bool) -> tuple[dict[str, Facts], set[str]]:
    """Facts of these matches, and the ids of matches that changed meanwhile."""
    facts: dict[str, Facts] = {}
    objects: dict[str, _Objects] = {}
    torn: set[str] = set()
    with statements.cursor() as cursor:
        tail = " ORDER BY id" + (" FOR NO KEY UPDATE SKIP LOCKED" if lock and statements.is_server() else "")
        for row in _select(cursor, _matches(), ids, tail):
            objects[row[0]] = {}
            match = _matches().object(row, _known.get(row[0], _NOTHING), objects[row[0]])
            facts[match.id] = Facts(match)
        for match_id, step, *rest in _select(cursor, _orders(), ids, " ORDER BY o.revision"):
            known = facts.get(match_id)
            if known is not None and known.match.step == step:
                seat_number, revision, ready, by, text, created_at = rest
                at = _orders().convert(7, created_at)
                known.add(Given(seat_number, revision, bool(ready), by, text, at))
        # After the orders: a resignation in between changes the number of orders, and so is detected.
        for row in _select(cursor, _seats(), ids, " ORDER BY s.match_id, s.number"):
            match_id, *now = row[-3:]
            # A match that is missing was created after the first statement.
            if match_id in facts:
                seat = _seats().object(row[:-3], _known.get(match_id, _NOTHING), objects[match_id])
                facts[match_id].seats.append(seat)
                match = facts[match_id].match
                if now != [match.step, match.revision]:
                    torn.add(match_id)
    _keep(facts, objects)
    return {match_id: one for match_id, one in facts.items() if match_id not in torn}, torn


def locked(left_out: Collection[str]) -> set[str]:
    """Those of the matches left out by `read(lock=True)` that exist; another process has locked them."""
    if not left_out or not statements.is_server():
        return set()
    among, values = statements.among(left_out)
    with statements.cursor() as cursor:
        cursor.execute(f"SELECT id FROM {Match._meta.db_table} WHERE id {among}", values)
        return {match_id for (match_id,) in cursor.fetchall()}


class Cast(NamedTuple):
    """A vote of a seat, or what is remembered of one that does not stand any more."""

    kind: str
    seat: int
    step: int
    standing: bool
    declined_by: int | None


def votes(match_ids: Collection[str]) -> dict[str, list[Cast]]:
    """Match → all its votes, in the order in which they were cast."""
    found: dict[str, list[Cast]] = {}
    columns = "match_id, kind, seat, step, standing, declined_by"
    for match_id, kind, seat, step, standing, declined_by in _select_plainly(Vote, columns, match_ids, " ORDER BY id"):
        found.setdefault(match_id, []).append(Cast(kind, seat, step, bool(standing), declined_by))
    return found


def talk(match_ids: Collection[str]) -> dict[str, dict[tuple[str, str], int]]:
    """Match → {(room, members): number of the last line} for every channel."""
    found: dict[str, dict[tuple[str, str], int]] = {}
    columns, tail = "match_id, room, members, MAX(number)", " GROUP BY match_id, room, members"
    for match_id, room, members, last in _select_plainly(ChatLine, columns, match_ids, tail):
        found.setdefault(match_id, {})[room, members] = last
    return found


def with_machines(match_ids: Collection[str]) -> list[str]:
    """Those of the matches in which a bot or a program plays a seat, for good or as a stand-in."""
    tail = " AND (bot <> '' OR autopilot <> '' OR program_id IS NOT NULL)"
    return sorted({match_id for (match_id,) in _select_plainly(Seat, "match_id", match_ids, tail)})


def newest_steps(match_ids: Collection[str]) -> list[tuple[str, int, bytes, bytes, dict[str, Json]]]:
    """Match, number, state, events and orders of the newest step of each of these matches."""
    if not match_ids:
        return []
    columns = ", ".join(f"o.{name}" for name in _STEPS[:5])
    among, values = statements.among(match_ids)
    with statements.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {_with_due(Step, 'number')} WHERE m.id {among}", values)
        return [
            (match_id, number, bytes(state), bytes(events), json.loads(orders))
            for match_id, number, state, events, orders in cursor.fetchall()
        ]


def insert_orders(made: Sequence[Row]) -> None:
    """Store rows of `orders_row` in one statement."""
    statements.insert(Orders, _ORDERS, made)


def orders_row(match_id: str, step: int, given: Given) -> Row:
    """A row of orders for `insert_orders`."""
    return (
        match_id,
        step,
        given.seat,
        given.revision,
        given.ready,
        str(given.by),
        given.text,
        statements.moment(given.created_at),
    )


def insert_steps(made: Sequence[Row]) -> None:
    """Store steps in one statement: (match, number, state, events, orders as JSON, digest, scores as JSON or None, `moment`)."""
    statements.insert(Step, _STEPS, made)


def count_revisions(match_ids: Collection[str]) -> None:
    """Increase the revision of these matches, because their pages show something new."""
    if match_ids:
        among, values = statements.among(sorted(match_ids))
        with statements.cursor() as cursor:
            cursor.execute(f"UPDATE {Match._meta.db_table} SET revision = revision + 1 WHERE id {among}", values)


def drop(match_ids: Iterable[str]) -> None:
    """Drop the cached objects of these matches, because they are over."""
    with _lock:
        for match_id in match_ids:
            _known.pop(match_id, None)


def _keep(facts: Mapping[str, Facts], objects: Mapping[str, _Objects]) -> None:
    with _lock:
        for match_id, one in facts.items():
            if one.match.status in OVER:
                _known.pop(match_id, None)
            else:
                _known[match_id] = objects[match_id]
                _known.move_to_end(match_id)
        while len(_known) > KEPT:
            _known.popitem(last=False)


def game_of(match_id: str) -> str:
    """The game of a match that was read in this process; "" of another."""
    known = _known.get(match_id)
    game: str = known[Match, match_id][1].game if known else ""
    return game


def changed(row: M, **values: Any) -> M:
    """A copy of an object from here with other values; the copy may be changed."""
    copy: M = type(row).__new__(type(row))
    # The copy shares `_state` (database, related objects), which nobody changes.
    copy.__dict__ = row.__dict__ | values
    return copy


def forget() -> None:
    """Drop every cached object; for tests, which change databases."""
    with _lock:
        _known.clear()
    _matches.cache_clear()
    _seats.cache_clear()
    _orders.cache_clear()


class _Source:
    """Columns to read, and the conversion of their values to those of the model. The statement ends with the key of the matches."""

    def __init__(
        self,
        statement: str,
        model: type[Model],
        fields: Sequence[Field[Any, Any]],
        make: Callable[[Row], Any] = lambda row: row,
    ) -> None:
        """`fields`: fields of the model, then fields of related models."""
        self.statement = statement
        self._model = model
        self._make = make
        self._names = [str(field.attname) for field in fields if field.model is model]
        self._related = {str(field.attname) for field in fields if field.is_relation}
        self._converters: dict[int, Callable[[Any], Any]] = {}
        for place, column in enumerate(fields):
            expression = column.get_col(column.model._meta.db_table)
            steps = [*connection.ops.get_db_converters(expression), *expression.get_db_converters(connection)]
            if steps:
                self._converters[place] = _chain(steps, expression)

    def convert(self, place: int, value: Any) -> Any:
        """Convert one value of that column."""
        return self._converters[place](value) if place in self._converters else value

    def object(self, row: Row, known: _Objects, objects: _Objects) -> Any:
        """The object of a row, which is also added to `objects`. If the row is unchanged, it is the same object as in `known`.

        The first column is the key.
        """
        key = (self._model, row[0])
        kept = known.get(key)
        if kept is None:
            made = self._make(tuple(self.convert(place, value) for place, value in enumerate(row)))
        elif kept[0] == row:
            made = kept[1]
        else:
            made = self._with_changes(kept[1], kept[0], row)
        objects[key] = row, made
        return made

    def _with_changes(self, known: Any, before: Row, row: Row) -> Any:
        values = {}
        for place, (old, new) in enumerate(zip(before, row, strict=True)):
            if old != new:
                if place >= len(self._names) or self._names[place] in self._related:
                    # Another person has the seat, or the person has another name.
                    return self._make(tuple(self.convert(place, value) for place, value in enumerate(row)))
                values[self._names[place]] = self.convert(place, new)
        return changed(known, **values)


_Objects = dict[tuple[type[Model], Any], tuple[Row, Any]]
"""The rows of one match with their objects."""
_NOTHING: _Objects = {}
_lock = threading.Lock()
_known: OrderedDict[str, _Objects] = OrderedDict()
"""Match → its cached rows and objects, least recently read first."""


def _chain(steps: Sequence[Callable[..., Any]], expression: Any) -> Callable[[Any], Any]:
    def convert(value: Any) -> Any:
        for step in steps:
            # Converters hardly use the connection; finding the thread's own for every value would take longer.
            value = step(value, expression, connection)
        return value

    return convert


def _select_plainly(model: type[Model], columns: str, match_ids: Collection[str], tail: str) -> list[Row]:
    if not match_ids:
        return []
    among, values = statements.among(match_ids)
    with statements.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {model._meta.db_table} WHERE match_id {among}{tail}", values)
        rows: list[Row] = cursor.fetchall()
        return rows


def _select(cursor: Any, source: _Source, ids: Sequence[str], tail: str) -> list[Row]:
    among, values = statements.among(ids)
    cursor.execute(source.statement + among + tail, values)
    rows: list[Row] = cursor.fetchall()
    return rows


@cache
def _matches() -> _Source:
    fields = sorted((f for f in Match._meta.concrete_fields if f.name not in _APART), key=lambda f: not f.primary_key)
    names = [f.attname for f in fields]
    columns = ", ".join(str(f.column) for f in fields)
    return _Source(
        f"SELECT {columns} FROM {Match._meta.db_table} WHERE id ",
        Match,
        fields,
        lambda row: Match.from_db(DEFAULT_DB_ALIAS, names, row),
    )


def _with_due(model: type[Model], step: str) -> str:
    """SQL for matches `m`, each with the rows `o` of the model that belong to the due step.

    Without `OFFSET`, PostgreSQL might start from the rows of other steps while it has no statistics of a growing table; it does not
    reorder a subquery with an offset.
    """
    matches, table = Match._meta.db_table, model._meta.db_table
    if statements.is_server():
        own = f"SELECT * FROM {table} WHERE match_id = m.id AND {step} = m.step OFFSET 0"
        return f"{matches} m CROSS JOIN LATERAL ({own}) o"
    return f"{matches} m JOIN {table} o ON o.match_id = m.id AND o.{step} = m.step"


@cache
def _seats() -> _Source:
    fields = [field for field in Seat._meta.concrete_fields if field.name not in _NOT_OF_PLAY]
    names = [f.attname for f in fields]
    # `from_db` takes values in the order of the model's fields.
    user_fields = [
        field for field in User._meta.concrete_fields if field.name in {"username", "name", "is_staff", "owner"}
    ]
    user_names = ["id", *(str(field.attname) for field in user_fields)]
    program_fields = [field_of(Program, "name"), field_of(Program, "owner_id")]
    columns = ", ".join(
        [*(f"s.{f.column}" for f in fields), *(f"u.{f.column}" for f in user_fields), "p.name", "p.owner_id"]
    )
    now = "s.match_id, m.step, m.revision"

    def make(row: Row) -> Seat:
        own, (*person, program, owner_id) = row[: len(names)], row[len(names) :]
        seat = Seat.from_db(DEFAULT_DB_ALIAS, names, own)
        if seat.user_id is not None:
            seat.user = User.from_db(DEFAULT_DB_ALIAS, user_names, (seat.user_id, *person))
        if seat.program_id is not None:
            seat.program = Program.from_db(
                DEFAULT_DB_ALIAS, ["id", "owner_id", "name"], (seat.program_id, owner_id, program)
            )
        return seat

    return _Source(
        f"SELECT {columns}, {now} FROM {Seat._meta.db_table} s"
        f" JOIN {Match._meta.db_table} m ON m.id = s.match_id"
        f" LEFT JOIN {User._meta.db_table} u ON u.id = s.user_id"
        f" LEFT JOIN {Program._meta.db_table} p ON p.id = s.program_id WHERE s.match_id ",
        Seat,
        [*fields, *user_fields, *program_fields],
        make,
    )


@cache
def _orders() -> _Source:
    columns = ", ".join(f"o.{name}" for name in _ORDERS)
    return _Source(
        f"SELECT {columns} FROM {_with_due(Orders, 'step')} WHERE m.id ",
        Orders,
        [field_of(Orders, name) for name in _ORDERS],
    )
