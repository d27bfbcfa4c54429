"""What may a person do with their own programs? Check, add, read, compare and remove them, and read their console output in a match.

A text that the sandbox cannot start is refused here, before it could fail in a match. `tables` puts programs into seats. To check or save
a text takes up to a few seconds inside a request, so only a few requests of a process may do it at the same time, and one of a person.
"""

from __future__ import annotations

import difflib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from games.core.contract import Game, Json
from lobby.accounts import persons, switches
from lobby.accounts.models import User
from lobby.bots.loader import NOT_STARTED, ProgramNotStarted
from lobby.bots.sandbox import VOID, Prepared, Sandbox
from lobby.bots.trial import fault_words, refuse_failing
from lobby.bots.workers import NoWorker
from lobby.fog import audience
from lobby.matches import modules, sharing
from lobby.matches.errors import NoGame, NotAllowed, TooMany
from lobby.matches.models import UNFINISHED, Match, Program, ProgramMemory, Seat
from lobby.store import acts
from lobby.tables import switched

MOST_PROGRAMS = 100
"""Programs one person may keep."""
BUSY_SECONDS = 3
"""Seconds after which somebody may come again who was refused because others check and save: most of them are done by then."""

TRIALS = Sandbox(settings.TRIAL_WORKERS)
"""The sandbox of this process for texts that are checked, saved or tried. Programs in matches have another one (`hosted.SANDBOX`), so
that neither keeps the other waiting."""

_turns = threading.Condition()
_checking: set[int] = set()
"""The people a text of whom is checked or saved in this process now; `_turns` guards it, and tells who waits that one has ended."""


class TooManyPrograms(TooMany):
    """`data`: `limit`."""

    text = _("You have %(limit)s programs already. Remove one first.")


class TooManyChecks(TooMany):
    """Other texts are checked or saved in this process now. `data`: `limit`, `seconds`."""

    text = _("Other programs are being checked now. Try again in %(seconds)s seconds.")


@contextmanager
def _turn_to_check(user: User, *, patience: float = 0) -> Iterator[None]:
    """One of the few turns in which a text is checked or saved. Raises TooManyChecks if there is none; after `patience` seconds, if it is a
    text of the same person that is checked: their editor checks while they write, and they press Save as soon as they have written.
    """
    most: int = settings.TRIAL_WORKERS
    person = persons.person_id(user)
    with _turns:
        is_free = _turns.wait_for(lambda: person not in _checking, patience)
        if not is_free or len(_checking) >= most:
            raise TooManyChecks(key="checks", limit=most if is_free else 1, seconds=BUSY_SECONDS)
        _checking.add(person)
    try:
        yield
    finally:
        with _turns:
            _checking.discard(person)
            _turns.notify_all()


def games_with_programs() -> list[Game]:
    """The games that people's programs can play."""
    return [game for game in games.all_games() if game.programs is not None]


def save_program(
    *,
    user: User,
    game_id: str,
    name: str,
    text: str,
    note: str = "",
    origin_id: int | None = None,
    warn: Callable[[str], None] | None = None,
) -> Program:
    """Save a program. `origin_id` is the program of the same game, the person's own or a partner's, from which it was made. If the game refuses
    the orders of every first step, `warn` is told why: it is saved, and plays default orders.

    Raises ProgramRefused when the sandbox cannot start it or when it fails in its first steps, TooManyChecks while others save, and
    ServiceError for everything else.
    """
    switched.require(switches.PROGRAMS)
    game = game_with_programs(game_id)
    assert game.programs is not None
    if _kept_by_person(user) >= MOST_PROGRAMS:
        raise TooManyPrograms(limit=MOST_PROGRAMS)
    origin = None if origin_id is None else readable(user, origin_id)
    if origin is not None and origin.game != game.id:
        raise NotAllowed("origin", _("You have no such program."))
    with _turn_to_check(user, patience=BUSY_SECONDS):
        refused = _try_first_steps(game, _prepare(game, text))
    with transaction.atomic():
        persons.hold(user)
        if _kept_by_person(user) >= MOST_PROGRAMS:
            raise TooManyPrograms(limit=MOST_PROGRAMS)
        saved = Program.objects.create(owner=user, game=game.id, name=name, text=text, note=note, origin=origin)
    if refused and warn is not None:
        warn(refused)
    return saved


def _kept_by_person(user: User) -> int:
    return Program.objects.filter(persons.of(user, "owner"), retired=False).count()


def check_text(*, user: User, game: Game, text: str) -> None:
    """Raises ProgramRefused with the place of the fault if the sandbox cannot run the text, and TooManyChecks."""
    with _turn_to_check(user):
        _prepare(game, text)


def _prepare(game: Game, text: str) -> Prepared:
    assert game.programs is not None
    try:
        return TRIALS.prepare(game.programs.rules(text), text)
    except NoWorker:
        raise ProgramNotStarted(NOT_STARTED) from None


def _try_first_steps(game: Game, prepared: Prepared) -> str:
    try:
        return refuse_failing(game=game, prepared=prepared, sandbox=TRIALS)
    except NoWorker:
        raise ProgramNotStarted(NOT_STARTED) from None


def versions(program: Program, user: User) -> list[Program]:
    """All related versions that this person sees, newest first: those that this one was made from, and those made from any of them."""
    seen = Program.objects.filter(sharing.seen_by(user.pk), game=program.game, retired=False)
    rows = {row.pk: row for row in seen.annotate(is_in_wasm=modules.has_module("text"))}
    family = {program.pk}
    while True:
        more = {pk for pk, row in rows.items() if row.origin_id in family} | {
            row.origin_id for pk, row in rows.items() if pk in family and row.origin_id in rows
        }
        if more <= family:
            return sorted((rows[pk] for pk in family if pk in rows), key=lambda row: -row.pk)
        family |= more


MOST_COMPARED = 2000
"""Lines between the first and the last difference that are compared one by one; the time for them grows with their cube, at worst."""
CONTEXT = 3


def differences(old: Program, new: Program) -> list[dict[str, Any]]:
    """The difference of two texts: lines with `sign` +, - or blank; `sign` … stands for a long unchanged part.

    If too much differs, everything between the first and the last difference counts as replaced.
    """
    was, now = _lines(old.text), _lines(new.text)
    same = _same(was, now)
    head = max(0, same - CONTEXT)
    tail = _same(was[same:][::-1], now[same:][::-1])
    rest = max(0, tail - CONTEXT)
    was, now = was[head : len(was) - rest], now[head : len(now) - rest]
    if max(len(was), len(now)) <= MOST_COMPARED:
        # The first two lines name files.
        lines = list(difflib.unified_diff(was, now, lineterm="", n=CONTEXT))[2:]
    else:
        before, after = same - head, tail - rest
        lines = ["@@", *(f" {line}" for line in was[:before])]
        lines += [f"-{line}" for line in was[before : len(was) - after]]
        lines += [f"+{line}" for line in now[before : len(now) - after]]
        lines += [f" {line}" for line in was[len(was) - after :]]
    return [
        {"sign": "…", "text": ""} if line.startswith("@@") else {"sign": line[:1].strip(), "text": line[1:]}
        for line in lines
    ]


def _lines(text: str) -> list[str]:
    """Of a program's text; of a module what tells it from others."""
    module = modules.facts(text)
    if module is None:
        return text.splitlines()
    size = gettext("WebAssembly module, %(size)s bytes") % {"size": number_format(module.size, force_grouping=True)}
    return [size, f"SHA-256 {module.sha256}"]


def _same(one: list[str], other: list[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def game_with_programs(game_id: str) -> Game:
    """The game of that id. Raises NoGame if it is unknown or takes no programs."""
    for game in games_with_programs():
        if game.id == game_id:
            return game
    raise NoGame("game")


def mine(user: User) -> QuerySet[Program]:
    """A person's programs, newest first; each knows whether it `is_in_wasm`."""
    mine = Program.objects.filter(owner=user, retired=False)
    return mine.annotate(is_in_wasm=modules.has_module("text")).order_by("-pk")


def own(user: User, program_id: int) -> Program:
    """The person's program of that id, with its text. Raises NotAllowed if it does not exist or belongs to another person."""
    return _found(mine(user), program_id)


def readable(user: User, program_id: int) -> Program:
    """The program of that id, with its text, of which the person is the owner or a partner. Raises NotAllowed as `own` does."""
    return _found(Program.objects.filter(sharing.seen_by(user.pk)).exclude(owner=user, retired=True), program_id)


def _found(among: QuerySet[Program], program_id: int) -> Program:
    found = among.defer(None).filter(pk=program_id).first()
    if found is None:
        raise NotAllowed("program", _("You have no such program."))
    return found


@acts.acting(transaction.atomic)
def remove_program(*, user: User, program_id: int) -> None:
    """Remove a program. It keeps playing in running matches until they end, and leaves tables that have not begun."""
    program = Program.objects.select_for_update(of=("self",)).filter(pk=own(user, program_id).pk).get()
    _forget(program)


def on_account_closed(user: User, **kwargs: Any) -> None:
    """Remove the programs of a closed account."""
    for program in Program.objects.filter(owner=user):
        with transaction.atomic():
            _forget(program)


def _forget(program: Program) -> None:
    Seat.objects.filter(program=program, match__status=Match.Status.OPEN).update(program=None)
    # Partners play on with it.
    if program.partners.exists() or Seat.objects.filter(program=program, match__status__in=UNFINISHED).exists():
        Program.objects.filter(pk=program.pk).update(retired=True)
    else:
        program.delete()


def console(*, user: User, match_id: str) -> list[Json]:
    """Console lines of the programs in a match that the person sees as their owner does, and why runs of theirs were void, oldest first.

    A person who has a seat in a running match, with any account, reads only the program of that seat: another program knows what the seat
    must not.
    """
    match = Match.objects.filter(pk=match_id).first()
    if match is None or (match.sealed and not audience.is_over(match)):
        return []
    seats = Seat.objects.filter(sharing.seen_by(user.pk, "program"), match_id=match_id)
    if Seat.objects.filter(persons.of(user, "user"), match_id=match_id, match__status__in=UNFINISHED).exists():
        seats = seats.filter(user=user)
    numbers = list(seats.values_list("number", flat=True))
    rows = ProgramMemory.objects.filter(match_id=match_id, seat__in=numbers).order_by("seat")
    lines: list[dict[str, Any]] = [{"seat": row.seat, **line} for row in rows for line in row.console]
    rules = games.get(match.game).programs
    told = [
        {
            **line,
            "void": _reason(line["void"]),
            "text": fault_words(rules, line["text"]) if rules and line["void"] else line["text"],
        }
        for line in lines
    ]
    return sorted(told, key=lambda line: int(line["step"]))


def why_off(program: Program) -> str:
    """Why a program begins no more matches, in the active language; "" while it may."""
    void, _colon, fault = program.switched_off.partition(": ")
    if not void:
        return ""
    said = _reason(void) if void in VOID else void
    rules = games.get(program.game).programs if program.game in games.GAMES else None
    return f"{said}: {fault_words(rules, fault) if rules else fault}" if fault else said


def _reason(void: str) -> str:
    """Why a run was void, in the active language; "" if it was not."""
    words = VOID.get(void, "")
    return gettext(words) if words else void
