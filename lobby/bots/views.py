"""Pages about a person's own programs. Nobody sees another's text, not even that there is one."""

from __future__ import annotations

from contextlib import suppress

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core.contract import Game
from lobby.accounts.views import person_of
from lobby.bots import programs
from lobby.bots.forms import ProgramForm
from lobby.bots.loader import ProgramRefused
from lobby.matches.errors import NotAllowed, ServiceError
from lobby.matches.models import Program


@login_required(login_url="guest")
@require_safe
def program_list(request: HttpRequest) -> HttpResponse:
    """One's programs, and for which games more can be brought."""
    names = {game.id: _(game.name) for game in programs.games_with_programs()}
    mine = [{"program": one, "game": names.get(one.game, one.game)} for one in programs.mine(person_of(request))]
    return render(request, "programs/list.html", {"mine": mine, "games": names})


@login_required(login_url="guest")
@require_http_methods(["GET", "HEAD", "POST"])
def new_program(request: HttpRequest, game_id: str) -> HttpResponse:
    """The form of a new program; `from` names one of one's own to begin with, instead of the game's example."""
    game = _game(game_id)
    if request.method != "POST":
        return _form_page(request, game, ProgramForm(initial=_first_text(request, game)))
    form = ProgramForm(request.POST)
    if form.is_valid():
        refused = ratelimit.consume_or_429(request, action="program")
        if refused:
            return refused
        try:
            saved = programs.save_program(user=person_of(request), game_id=game.id, **form.cleaned_data)
        except ProgramRefused as refusal:
            form.refuse(refusal)
        except ServiceError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("Saved."))
            return redirect("program", saved.pk)
    return _form_page(request, game, form, status=400)


@login_required(login_url="guest")
@require_safe
def program_page(request: HttpRequest, program_id: int) -> HttpResponse:
    """One program and its text."""
    program = _own(request, program_id)
    try:
        game = _(programs.game_with_programs(program.game).name)
    except ServiceError:
        game = program.game
    return render(request, "programs/program.html", {"program": program, "game": game})


@login_required(login_url="guest")
@require_POST
def remove_program(request: HttpRequest, program_id: int) -> HttpResponse:
    """Take a program away."""
    _own(request, program_id)
    try:
        programs.remove_program(user=person_of(request), program_id=program_id)
    except ServiceError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("The program is removed."))
    return redirect("programs")


@login_required(login_url="guest")
@require_safe
def console_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """What one's programs said in a match; the same empty page for whoever has none there."""
    lines = programs.console(user=person_of(request), match_id=match_id)
    return render(request, "programs/console.html", {"lines": lines, "match_id": match_id})


def _first_text(request: HttpRequest, game: Game) -> dict[str, str]:
    wanted = request.GET.get("from", "")
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 16:
        with suppress(NotAllowed):
            program = programs.own(person_of(request), int(wanted))
            if program.game == game.id:
                return {"name": program.name, "text": program.text}
    assert game.programs is not None
    return {"text": game.programs.example}


def _form_page(request: HttpRequest, game: Game, form: ProgramForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "game": {"id": game.id, "name": _(game.name)}}
    return render(request, "programs/new.html", context, status=status)


def _game(game_id: str) -> Game:
    try:
        return programs.game_with_programs(game_id)
    except ServiceError:
        raise Http404 from None


def _own(request: HttpRequest, program_id: int) -> Program:
    try:
        return programs.own(person_of(request), program_id)
    except NotAllowed:
        raise Http404 from None
