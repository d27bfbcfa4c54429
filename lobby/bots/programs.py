"""What may a person do with programs of their own? Bring one, look at it, take it away again, read what it said in a match.

A text is refused here if the sandbox cannot start it, so that a seat does not find out in a match. Seating one is in `tables`.
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
from lobby.bots.trial import fault_words, play_trial, trial_seed
from lobby.bots.workers import NoWorker
from lobby.matches import acts
from lobby.matches.errors import NoMatch, NotAllowed, TooMany
from lobby.matches.models import Match, Program, ProgramMemory, Seat

MOST_PROGRAMS = 100
"""Programs one person may keep."""
_UNFINISHED = [Match.Status.OPEN, Match.Status.RUNNING, Match.Status.PAUSED]


class TooManyPrograms(TooMany):
    """`data`: `limit`."""

    text = _("You have %(limit)s programs already. Remove one first.")


def games_with_programs() -> list[Game]:
    """The games that programs can play."""
    return [game for game in games.all_games() if game.programs is not None]


def save_program(
    *, user: User, game_id: str, name: str, text: str, note: str = "", origin_id: int | None = None
) -> Program:
    """Keep a program; `origin_id` is the one of the same person and game that it was made from.

    Raises ProgramRefused when the sandbox cannot start it, ServiceError for everything else.
    """
    game = game_with_programs(game_id)
    assert game.programs is not None
    if mine(user).count() >= MOST_PROGRAMS:
        raise TooManyPrograms(limit=MOST_PROGRAMS)
    origin = None if origin_id is None else own(user, origin_id)
    if origin is not None and origin.game != game.id:
        raise NotAllowed("origin", _("You have no such program."))
    prepare(game, text)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # two requests at once count each other
        if mine(user).count() >= MOST_PROGRAMS:
            raise TooManyPrograms(limit=MOST_PROGRAMS)
        return Program.objects.create(owner=user, game=game.id, name=name, text=text, note=note, origin=origin)


def prepare(game: Game, text: str) -> Prepared:
    """A text that the sandbox can run; raises ProgramRefused where it is wrong."""
    assert game.programs is not None
    try:
        return SANDBOX.prepare(game.programs, text)
    except NoWorker:
        raise ProgramNotStarted(NOT_STARTED) from None


def trial(*, game_id: str, text: str, level: str, seed: str, steps: int) -> Json:
    """A trial match of a text against a built-in bot; raises ProgramRefused, NotAllowed for a level that is not there."""
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
    """All versions that belong together, newest first: what it was made from, and what was made from any of them."""
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
    """What has changed from one text to another: lines with `sign` +, - or blank, long equal parts left out (`sign` …)."""
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
    """The game of that id; raises NoMatch if there is none that takes programs."""
    for game in games_with_programs():
        if game.id == game_id:
            return game
    raise NoMatch("game", _("There is no such game."))


def mine(user: User) -> QuerySet[Program]:
    """A person's programs, newest first."""
    return Program.objects.filter(owner=user, retired=False).order_by("-pk")


def own(user: User, program_id: int) -> Program:
    """The person's program of that id, with its text; raises NotAllowed, whether it is another's or nobody's."""
    found = mine(user).defer(None).filter(pk=program_id).first()
    if found is None:
        raise NotAllowed("program", _("You have no such program."))
    return found


@acts.acting(transaction.atomic)
def remove_program(*, user: User, program_id: int) -> None:
    """Forget a program. In matches that go on it plays to the end; it leaves tables that have not begun."""
    program = Program.objects.select_for_update(of=("self",)).filter(pk=own(user, program_id).pk).get()
    _forget(program)


def on_account_closed(user: User, **kwargs: Any) -> None:
    """Nobody will come back for the programs of somebody who has gone."""
    for program in Program.objects.filter(owner=user):
        with transaction.atomic():
            _forget(program)


def _forget(program: Program) -> None:
    Seat.objects.filter(program=program, match__status=Match.Status.OPEN).update(program=None)
    if Seat.objects.filter(program=program, match__status__in=_UNFINISHED).exists():
        Program.objects.filter(pk=program.pk).update(retired=True)
    else:
        program.delete()


def console(*, user: User, match_id: str) -> list[Json]:
    """What the person's programs said in a match and why runs of theirs did not count, oldest first; of nobody else's.

    Whoever sits in a match that goes on hears only the program of that seat: another one says what the seat must not know.
    """
    seats = Seat.objects.filter(match_id=match_id, program__owner=user)
    if Seat.objects.filter(match_id=match_id, user=user, match__status__in=_UNFINISHED).exists():
        seats = seats.filter(user=user)
    numbers = list(seats.values_list("number", flat=True))
    rows = ProgramMemory.objects.filter(match_id=match_id, seat__in=numbers).order_by("seat")
    lines: list[dict[str, Any]] = [{"seat": row.seat, **line} for row in rows for line in row.console]
    played = Match.objects.filter(pk=match_id).values_list("game", flat=True).first()
    rules = None if played is None else games.get(played).programs
    told = [
        {
            **line,
            "void": _reason(line["void"]),
            "text": fault_words(rules, line["text"]) if rules and line["void"] else line["text"],
        }
        for line in lines
    ]
    return sorted(told, key=lambda line: int(line["step"]))


def _reason(void: str) -> str:
    """Why a run did not count, in words; nothing for one that did."""
    words = VOID.get(void, "")
    return gettext(words) if words else void
