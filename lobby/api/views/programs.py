"""One's own programs over HTTP: write, read, compare, try and remove the texts that the site runs for a person."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.accounts.models import User
from lobby.api.endpoint import Endpoint
from lobby.api.limits import ProgramLimit, TrialLimit
from lobby.api.permissions import PLAY, READ
from lobby.api.program_serializers import (
    MOST_BYTES,
    AgainstQuery,
    ConsoleLineSerializer,
    DifferenceSerializer,
    NewProgramForm,
    ProgramSerializer,
    SavedProgramSerializer,
    SinceQuery,
    TrialForm,
    VersionForm,
    WholeProgramSerializer,
)
from lobby.api.shapes import TRIAL
from lobby.bots import programs, trial_jobs
from lobby.matches import modules
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Program
from lobby.matches.trials import Trial
from lobby.platform.http.request_kinds import may_take_long, searches


@may_take_long("POST")
class ProgramsView(Endpoint):
    """The programs of a person."""

    access = {"GET": READ, "POST": PLAY}
    limits = {"POST": ProgramLimit}
    most_bytes = MOST_BYTES

    @extend_schema(
        summary="My programs",
        description="Newest first. Their ids are what a seat of a table takes.",
        operation_id="programs_list",
        responses=ProgramSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        return Response([_shown(one) for one in programs.mine(self.person)])

    @extend_schema(
        summary="Save a program",
        description="A text that the sandbox cannot start is refused with `bad_program`; `data` has its line and column.",
        request=NewProgramForm,
        responses={201: SavedProgramSerializer},
    )
    def post(self, request: Request) -> Response:
        sent = self.sent(NewProgramForm)
        return _saved(self.person, game_id=sent.pop("game"), **sent)


class ProgramView(Endpoint):
    """One of them."""

    access = {"GET": READ, "DELETE": PLAY}

    @extend_schema(summary="One of my programs", responses=WholeProgramSerializer)
    def get(self, request: Request, program_id: int) -> Response:
        return Response(_whole(_readable(self.person, program_id)))

    @extend_schema(
        summary="Remove a program",
        description="It plays running matches to their end and leaves tables that have not begun.",
        responses={204: None},
    )
    def delete(self, request: Request, program_id: int) -> Response:
        programs.remove_program(user=self.person, program_id=_readable(self.person, program_id).pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


@may_take_long("POST")
class VersionsView(Endpoint):
    """The versions of a program."""

    access = {"GET": READ, "POST": PLAY}
    limits = {"POST": ProgramLimit}
    most_bytes = MOST_BYTES

    @extend_schema(
        summary="All versions of a program",
        description="Newest first: the programs from which this one was made, and those made from any of them.",
        operation_id="programs_versions",
        responses=ProgramSerializer(many=True),
    )
    def get(self, request: Request, program_id: int) -> Response:
        return Response([_shown(one) for one in programs.versions(_readable(self.person, program_id), self.person)])

    @extend_schema(
        summary="Save a new version of a program",
        description="A program is never changed: a version is a program of its own, with this one as its origin.",
        request=VersionForm,
        responses={201: SavedProgramSerializer},
    )
    def post(self, request: Request, program_id: int) -> Response:
        origin = _readable(self.person, program_id)
        sent = {"name": origin.name, **self.sent(VersionForm)}
        return _saved(self.person, game_id=origin.game, origin_id=origin.pk, **sent)


class DifferencesView(Endpoint):
    """The difference between two programs."""

    access = {"GET": READ}

    @extend_schema(
        summary="What is different in a program",
        description="The lines that differ from `against`, with three unchanged lines around them; none if it has no origin.",
        operation_id="programs_differences",
        parameters=[AgainstQuery],
        responses=DifferenceSerializer(many=True),
    )
    def get(self, request: Request, program_id: int) -> Response:
        program = _readable(self.person, program_id)
        against = self.asked(AgainstQuery).get("against", program.origin_id or program.pk)
        return Response(programs.differences(_readable(self.person, against), program))


class ConsoleView(Endpoint):
    """What the programs of a person said in a match."""

    access = {"GET": READ}

    @extend_schema(
        summary="What my programs said in a match",
        description="The last lines of each program, oldest first, with the runs that did not count; empty without a program of one's own "
        "there. Who has a seat in a match that runs reads the program of that seat alone.",
        operation_id="matches_console",
        responses=ConsoleLineSerializer(many=True),
    )
    def get(self, request: Request, match_id: str) -> Response:
        return Response(programs.console(user=self.person, match_id=match_id))


@searches("POST")
class TrialsView(Endpoint):
    """Trial matches of programs that need not be saved."""

    access = {"POST": PLAY}
    limits = {"POST": TrialLimit}
    most_bytes = MOST_BYTES

    @extend_schema(
        summary="Try a program",
        description="A trial match against a built-in bot. The answer comes at once; the trial is played by the site in its turn, and read at "
        "its own address while it is played and for an hour after that. A person has one trial at a time. The account socket says how far it is.",
        operation_id="programs_trial_begin",
        request=TrialForm,
        responses={(202, "application/json"): TRIAL},
    )
    def post(self, request: Request) -> Response:
        sent = self.sent(TrialForm)
        program_id = sent.pop("program", None)
        if program_id is not None:
            sent["text"] = _readable(self.person, program_id).text
        trial = trial_jobs.begin(user=self.person, game_id=sent.pop("game"), **sent)
        return Response(trial_jobs.serialize(trial), status=status.HTTP_202_ACCEPTED)


class TrialView(Endpoint):
    """One of them."""

    access = {"GET": READ, "DELETE": PLAY}

    @extend_schema(
        summary="How a trial stands, and its positions",
        description="The positions as the program's seat sees them, and what each run knew, ordered, printed and cost: all that there are "
        "so far. `refusal` says what is wrong with a text that is no program.",
        operation_id="programs_trial",
        parameters=[SinceQuery],
        responses={(200, "application/json"): TRIAL},
    )
    def get(self, request: Request, trial_id: str) -> Response:
        since = self.asked(SinceQuery)["since"]
        return Response(trial_jobs.serialize(_trial(self.person, trial_id), since))

    @extend_schema(
        summary="Cancel a trial",
        description="It stops with the step that is played, and another one can begin at once. What was played can still be read.",
        operation_id="programs_trial_cancel",
        responses={204: None},
    )
    def delete(self, request: Request, trial_id: str) -> Response:
        trial_jobs.cancel(_trial(self.person, trial_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _trial(person: User, trial_id: str) -> Trial:
    """The account's trial of that id. Raises Http404."""
    try:
        return trial_jobs.own(person, trial_id)
    except Trial.DoesNotExist:
        raise Http404 from None


def _readable(person: User, program_id: int) -> Program:
    """The program of that id, the person's own or a partner's. Raises Http404."""
    try:
        return programs.readable(person, program_id)
    except NotAllowed:
        raise Http404 from None


def _shown(program: Program) -> dict[str, Any]:
    # Lists leave the texts in the database.
    is_in_wasm = getattr(program, "is_in_wasm", None)
    if is_in_wasm is None:
        is_in_wasm = modules.is_module(program.text)
    return {
        "id": program.pk,
        "game": program.game,
        "name": program.name,
        "note": program.note,
        "origin": program.origin_id,
        "language": "wasm" if is_in_wasm else "python",
        "created_at": program.created_at,
        "switched_off": programs.why_off(program),
    }


def _saved(person: User, **sent: Any) -> Response:
    refused: list[str] = []
    saved = programs.save_program(user=person, warn=refused.append, **sent)
    return Response({**_whole(saved), "refused": "".join(refused)}, status=status.HTTP_201_CREATED)


def _whole(program: Program) -> dict[str, Any]:
    module = modules.facts(program.text)
    return {**_shown(program), "text": program.text, "module": asdict(module) if module else None}
