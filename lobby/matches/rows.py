"""What do the tables say about these matches now? Many matches in three statements: what every order, step and message of news begins with.

The rows are read by hand-made statements, because composing one through the ORM takes longer than all else about an order; what comes
out are the ordinary models. A row that says what it said last time gives the same object again, so whatever is read here is
**never to be changed**; `changed` makes a copy that may be.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, OperationalError, connection
from django.db.models import Field, Model

from games.core.contract import Json
from lobby.accounts.models import User
from lobby.matches import statements
from lobby.matches.models import OVER, ChatLine, Match, Orders, Program, Seat, Step, Vote
from lobby.matches.statements import Row, field_of
from lobby.matches.texts import from_text

KEPT = 5_000
"""Matches whose objects are remembered, more than a process can carry at once; the one that was read longest ago goes first.
One of two seats takes 6 KB and the texts of its orders, one of eight seats 12 KB: together 30 to 60 MB at most.

Those that are over are not among them. They would be most of all before long, and nobody reads one many times a second: it takes 0.2 ms
then instead of 0.04."""
_APART = {"options"}
"""Of a match: may hold a whole map, and no step needs it."""
_COUNTED = {"steps_due", "steps_answered"}
"""Of a seat: what `reliability.add` counts; nobody asks for it while the match goes on."""

_ORDERS = ("match_id", "step", "seat", "revision", "ready", "by", "orders", "created_at")
_STEPS = ("match_id", "number", "state", "events", "orders", "digest", "scores", "created_at")

M = TypeVar("M", bound=Model)


class Locked(OperationalError):
    """Somebody else has locked the match, and perhaps hangs: who comes again later holds up nobody else."""


@dataclass(slots=True)
class Given:
    """The newest orders of a seat for the step that is due."""

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
        """The orders as they come back from the disk."""
        return from_text(self.text)


@dataclass(slots=True)
class Facts:
    """One match as it is on disk; `options` is deferred."""

    match: Match
    seats: list[Seat] = field(default_factory=list)
    """By number, each with its user (names, and whether they are staff) and program (name)."""
    given: dict[int, Given] = field(default_factory=dict)
    done_at: dict[int, datetime] = field(default_factory=dict)
    """Since when each ready seat has been ready."""
    rows: int = 0
    """How many rows of orders there are for this step."""

    def seat(self, number: int) -> Seat | None:
        """The seat of that number."""
        if 0 <= number < len(self.seats) and self.seats[number].number == number:
            return self.seats[number]
        return next((seat for seat in self.seats if seat.number == number), None)

    def replace_seat(self, seat: Seat, **values: Any) -> None:
        """The seat is like this now."""
        self.seats = [changed(one, **values) if one.id == seat.id else one for one in self.seats]

    def add(self, given: Given) -> None:
        """One more row of orders, the newest of its seat."""
        self.rows += 1
        self.given[given.seat] = given
        if not given.ready:
            self.done_at.pop(given.seat, None)
        else:
            self.done_at.setdefault(given.seat, given.created_at)


def read(match_ids: Iterable[str], *, lock: bool = False) -> dict[str, Facts]:
    """Facts of each of these matches that exists.

    `lock`: nobody else may change them until this transaction ends. It waits for nobody: a match that somebody else has locked is
    left out, and among the `locked`.
    """
    facts: dict[str, Facts] = {}
    wanted = set(match_ids)
    while wanted:
        # What has changed between two statements of a reading is read anew: half of a step is no fact.
        found, wanted = _read_once(sorted(wanted), lock=lock)
        facts |= found
    return facts


def _read_once(ids: Sequence[str], *, lock: bool) -> tuple[dict[str, Facts], set[str]]:
    """Facts of these matches, and those that changed meanwhile."""
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
        # After the orders: a resignation that comes in between changes their number, by which it is found out.
        for row in _select(cursor, _seats(), ids, " ORDER BY s.match_id, s.number"):
            match_id, *now = row[-3:]
            # One that is not there was made after the first statement.
            if match_id in facts:
                seat = _seats().object(row[:-3], _known.get(match_id, _NOTHING), objects[match_id])
                facts[match_id].seats.append(seat)
                match = facts[match_id].match
                if now != [match.step, match.revision]:
                    torn.add(match_id)
    _keep(facts, objects)
    return {match_id: one for match_id, one in facts.items() if match_id not in torn}, torn


def locked(left_out: Collection[str]) -> set[str]:
    """Those of the matches, left out by a reading that locks, that exist: somebody else is at work on them, or hangs in the middle of it."""
    if not left_out or not statements.is_server():
        return set()
    among, values = statements.among(left_out)
    with statements.cursor() as cursor:
        cursor.execute(f"SELECT id FROM {Match._meta.db_table} WHERE id {among}", values)
        return {match_id for (match_id,) in cursor.fetchall()}


def votes(match_ids: Collection[str]) -> dict[str, list[tuple[str, int]]]:
    """(kind, seat) of every standing yes, by match."""
    found: dict[str, list[tuple[str, int]]] = {}
    for match_id, kind, seat in _select_plainly(Vote, "match_id, kind, seat", match_ids, " ORDER BY id"):
        found.setdefault(match_id, []).append((kind, seat))
    return found


def talk(match_ids: Collection[str]) -> dict[str, dict[tuple[str, str], int]]:
    """{(room, members): number of the last line} of every channel, by match."""
    found: dict[str, dict[tuple[str, str], int]] = {}
    columns, tail = "match_id, room, members, MAX(number)", " GROUP BY match_id, room, members"
    for match_id, room, members, last in _select_plainly(ChatLine, columns, match_ids, tail):
        found.setdefault(match_id, {})[room, members] = last
    return found


def with_machines(match_ids: Collection[str]) -> list[str]:
    """Those of the matches in which a bot or a program sits or stands in."""
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
    """Pages of these matches show something new."""
    if match_ids:
        among, values = statements.among(sorted(match_ids))
        with statements.cursor() as cursor:
            cursor.execute(f"UPDATE {Match._meta.db_table} SET revision = revision + 1 WHERE id {among}", values)


def drop(match_ids: Iterable[str]) -> None:
    """These matches are over: forget what was read while they went on."""
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
    """A copy of what was read here with other values; it may be changed further."""
    copy: M = type(row).__new__(type(row))
    # Its state too - which database, what belongs to it - is the same, and nobody changes it.
    copy.__dict__ = row.__dict__ | values
    return copy


def forget() -> None:
    """Forget every object: for tests, whose databases come and go."""
    with _lock:
        _known.clear()
    _matches.cache_clear()
    _seats.cache_clear()
    _orders.cache_clear()


class _Source:
    """Columns to read, and how the database's values become those of the model. The statement ends with the key of the matches."""

    def __init__(
        self,
        statement: str,
        model: type[Model],
        fields: Sequence[Field[Any, Any]],
        make: Callable[[Row], Any] = lambda row: row,
    ) -> None:
        """`fields` are those of the model, then some of others that belong to it."""
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
        """One value of that column."""
        return self._converters[place](value) if place in self._converters else value

    def object(self, row: Row, known: _Objects, objects: _Objects) -> Any:
        """The model of a row, also put among `objects`: the same as among those `known` as long as the row says the same.

        The first column is its key.
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
                    # Somebody else sits there, or has another name.
                    return self._make(tuple(self.convert(place, value) for place, value in enumerate(row)))
                values[self._names[place]] = self.convert(place, new)
        return changed(known, **values)


_Objects = dict[tuple[type[Model], Any], tuple[Row, Any]]
"""The rows of one match, and what was made of them."""
_NOTHING: _Objects = {}
_lock = threading.Lock()
_known: OrderedDict[str, _Objects] = OrderedDict()
"""Of the matches that were read last."""


def _chain(steps: Sequence[Callable[..., Any]], expression: Any) -> Callable[[Any], Any]:
    def convert(value: Any) -> Any:
        for step in steps:
            # Converters hardly ask it anything: to find the thread's own for every value would take longer.
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
    """Matches `m`, each with the rows `o` of the model that belong to the step that is due.

    Those of other steps are not looked at. PostgreSQL would begin with them, as long as it knows nothing of a table that grows, if it might choose;
    what has an offset it takes as it stands.
    """
    matches, table = Match._meta.db_table, model._meta.db_table
    if statements.is_server():
        own = f"SELECT * FROM {table} WHERE match_id = m.id AND {step} = m.step OFFSET 0"
        return f"{matches} m CROSS JOIN LATERAL ({own}) o"
    return f"{matches} m JOIN {table} o ON o.match_id = m.id AND o.{step} = m.step"


@cache
def _seats() -> _Source:
    fields = [field for field in Seat._meta.concrete_fields if field.name not in _COUNTED]
    names = [f.attname for f in fields]
    # `from_db` takes values in the order of the model's fields.
    user_fields = [field for field in User._meta.concrete_fields if field.name in {"username", "name", "is_staff"}]
    user_names = ["id", *(str(field.attname) for field in user_fields)]
    program_field = field_of(Program, "name")
    columns = ", ".join([*(f"s.{f.column}" for f in fields), *(f"u.{f.column}" for f in user_fields), "p.name"])
    now = "s.match_id, m.step, m.revision"

    def make(row: Row) -> Seat:
        own, (*person, program) = row[: len(names)], row[len(names) :]
        seat = Seat.from_db(DEFAULT_DB_ALIAS, names, own)
        if seat.user_id is not None:
            seat.user = User.from_db(DEFAULT_DB_ALIAS, user_names, (seat.user_id, *person))
        if seat.program_id is not None:
            seat.program = Program.from_db(DEFAULT_DB_ALIAS, ["id", "name"], (seat.program_id, program))
        return seat

    return _Source(
        f"SELECT {columns}, {now} FROM {Seat._meta.db_table} s"
        f" JOIN {Match._meta.db_table} m ON m.id = s.match_id"
        f" LEFT JOIN {User._meta.db_table} u ON u.id = s.user_id"
        f" LEFT JOIN {Program._meta.db_table} p ON p.id = s.program_id WHERE s.match_id ",
        Seat,
        [*fields, *user_fields, program_field],
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
