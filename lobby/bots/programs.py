"""What may a person do with their own programs? Add, read, compare, try and remove them, and read their console output in a match.

A text that the sandbox cannot start is refused here, before it could fail in a match. `tables` puts programs into seats.
"""

from __future__ import annotations

import difflib
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from games.core.contract import Game, Json
from lobby.accounts.models import User
from lobby.bots.hosted import SANDBOX
from lobby.bots.loader import NOT_STARTED, ProgramNotStarted
from lobby.bots.sandbox import VOID, Prepared
from lobby.bots.trial import fault_words, play_trial, refuse_failing, trial_seed
from lobby.bots.workers import NoWorker
from lobby.fog import audience
from lobby.matches.errors import NoMatch, NotAllowed, TooMany
from lobby.matches.models import UNFINISHED, Match, Program, ProgramMemory, Seat
from lobby.store import acts

MOST_PROGRAMS = 100
"""Programs one person may keep."""


class TooManyPrograms(TooMany):
    """`data`: `limit`."""

    text = _("You have %(limit)s programs already. Remove one first.")


def games_with_programs() -> list[Game]:
    """The games that people's programs can play."""
    return [game for game in games.all_games() if game.programs is not None]


def save_program(
    *, user: User, game_id: str, name: str, text: str, note: str = "", origin_id: int | None = None
) -> Program:
    """Save a program. `origin_id` is the program of the same person and game from which it was made.

    Raises ProgramRefused when the sandbox cannot start it or when it fails in its first steps, ServiceError for everything else.
    """
    game = game_with_programs(game_id)
    assert game.programs is not None
    if mine(user).count() >= MOST_PROGRAMS:
        raise TooManyPrograms(limit=MOST_PROGRAMS)
    origin = None if origin_id is None else own(user, origin_id)
    if origin is not None and origin.game != game.id:
        raise NotAllowed("origin", _("You have no such program."))
    _try_first_steps(game, prepare(game, text))
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # simultaneous requests must count each other's programs
        if mine(user).count() >= MOST_PROGRAMS:
            raise TooManyPrograms(limit=MOST_PROGRAMS)
        return Program.objects.create(owner=user, game=game.id, name=name, text=text, note=note, origin=origin)


def prepare(game: Game, text: str) -> Prepared:
    """The text as a program that the sandbox can run. Raises ProgramRefused with the place of the fault."""
    assert game.programs is not None
    try:
        return SANDBOX.prepare(game.programs.rules(text), text)
    except NoWorker:
        raise ProgramNotStarted(NOT_STARTED) from None


def _try_first_steps(game: Game, prepared: Prepared) -> None:
    try:
        refuse_failing(game=game, prepared=prepared, sandbox=SANDBOX)
    except NoWorker:
        raise ProgramNotStarted(NOT_STARTED) from None


def trial(*, game_id: str, text: str, level: str, seed: str, steps: int) -> Json:
    """A trial match of a text against a built-in bot. Raises ProgramRefused, and NotAllowed for an unknown level."""
    game = game_with_programs(game_id)
    if level not in {bot.id for bot in game.bots}:
        raise NotAllowed("level", _("There is no such bot."))
    prepared = prepare(game, text)
    try:
        return play_trial(
            game=game, prepared=prepared, level=level, seed=trial_seed(seed), steps=steps, sandbox=SANDBOX
        )
    except NoWorker:
        raise ProgramNotStarted(NOT_STARTED) from None


def versions(program: Program) -> list[Program]:
    """All related versions, newest first: the programs that this one was made from, and those made from any of them."""
    rows = {row.pk: row for row in Program.objects.filter(owner=program.owner_id, game=program.game, retired=False)}
    family = {program.pk}
    while True:
        more = {pk for pk, row in rows.items() if row.origin_id in family} | {
            row.origin_id for pk, row in rows.items() if pk in family and row.origin_id in rows
        }
        if more <= family:
            return sorted((rows[pk] for pk in family if pk in rows), key=lambda row: -row.pk)
        family |= more


def differences(old: Program, new: Program) -> list[dict[str, Any]]:
    """The difference of two texts: lines with `sign` +, - or blank; `sign` … stands for a long unchanged part."""
    lines = difflib.unified_diff(old.text.splitlines(), new.text.splitlines(), lineterm="", n=3)
    found = []
    for line in lines:
        if line.startswith(("---", "+++")):
            continue
        found.append(
            {"sign": "…", "text": ""} if line.startswith("@@") else {"sign": line[:1].strip(), "text": line[1:]}
        )
    return found


def game_with_programs(game_id: str) -> Game:
    """The game of that id. Raises NoMatch if it is unknown or takes no programs."""
    for game in games_with_programs():
        if game.id == game_id:
            return game
    raise NoMatch("game", _("There is no such game."))


def mine(user: User) -> QuerySet[Program]:
    """A person's programs, newest first."""
    return Program.objects.filter(owner=user, retired=False).order_by("-pk")


def own(user: User, program_id: int) -> Program:
    """The person's program of that id, with its text. Raises NotAllowed if it does not exist or belongs to another person."""
    found = mine(user).defer(None).filter(pk=program_id).first()
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
    if Seat.objects.filter(program=program, match__status__in=UNFINISHED).exists():
        Program.objects.filter(pk=program.pk).update(retired=True)
    else:
        program.delete()


def console(*, user: User, match_id: str) -> list[Json]:
    """Console lines of the person's own programs in a match, and why runs of theirs were void, oldest first.

    A person with a seat in a running match reads only the program of that seat: another program knows what the seat must not.
    """
    match = Match.objects.filter(pk=match_id).first()
    if match is None or (match.sealed and not audience.is_over(match)):
        return []
    seats = Seat.objects.filter(match_id=match_id, program__owner=user)
    if Seat.objects.filter(match_id=match_id, user=user, match__status__in=UNFINISHED).exists():
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
