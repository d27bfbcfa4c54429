"""Pages about a person's own programs, and those that they play together with others. Nobody else can see a text, or whether it exists."""

from __future__ import annotations

from contextlib import suppress

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core.contract import Game
from lobby.accounts.views import person_of
from lobby.bots import programs, trial_jobs
from lobby.bots.forms import ProgramForm, python_lines, sentence
from lobby.bots.loader import ProgramRefused
from lobby.bots.trial import LONGEST_SEED, MOST_SECONDS, MOST_STEPS
from lobby.matches import modules, words
from lobby.matches.errors import NotAllowed, ServiceError, TooMany
from lobby.matches.models import OVER, Match, Program
from lobby.pages import answers
from lobby.platform.assets import browser_modules
from lobby.platform.http import scripts
from lobby.platform.http.request_kinds import may_take_long


@login_required(login_url="guest")
@require_safe
def program_list(request: HttpRequest) -> HttpResponse:
    """The person's programs, and the games for which they can add more."""
    names = {game.id: _(game.name) for game in programs.games_with_programs()}
    mine = [{"program": one, "game": names.get(one.game, one.game)} for one in programs.mine(person_of(request))]
    return render(request, "programs/list.html", {"mine": mine, "games": names})


@login_required(login_url="guest")
@require_http_methods(["GET", "HEAD", "POST"])
@may_take_long("POST")
def new_program(request: HttpRequest, game_id: str) -> HttpResponse:
    """The form for a new program. It begins with the game's example, or with the person's own program that `from` names."""
    game = _game(game_id)
    if request.method != "POST":
        return _form_page(request, game, ProgramForm(initial=_first_text(request, game)))
    form, status, data = ProgramForm(request.POST, request.FILES), 400, {}
    if form.is_valid():
        refused = ratelimit.consume_or_429(request, action="program")
        if refused:
            return refused
        try:
            given = dict(form.cleaned_data)
            origin_id = given.pop("origin")
            saved = programs.save_program(
                user=person_of(request),
                game_id=game.id,
                origin_id=origin_id,
                warn=lambda why: messages.warning(request, _ALL_REFUSED % {"why": why}),
                **given,
            )
        except ProgramRefused as refusal:
            form.refuse(refusal)
        except ServiceError as error:
            form.add_error(None, error.message)
            status = answers.status_of(error)
            data = error.data
        else:
            messages.success(request, _("Saved."))
            return redirect("program", saved.pk)
    return answers.with_wait(_form_page(request, game, form, status=status), data)


_ALL_REFUSED = _(
    "In its first match the game refused the orders of every step, and default orders were played. At first: %(why)s"
)


@login_required(login_url="guest")
@require_safe
def program_page(request: HttpRequest, program_id: int) -> HttpResponse:
    """One program and its text."""
    program = _readable(request, program_id)
    editor: dict[str, object] = {"game": {"id": program.game, "name": program.game}}
    module = modules.facts(program.text)
    with suppress(ServiceError):
        game = programs.game_with_programs(program.game)
        known = {"name": program.name, "text": program.text, "origin": program.pk}
        editor = _editor(request, game, ProgramForm(initial=known), program=program if module else None)
    family = programs.versions(program, person_of(request))
    older = next((one for one in family if one.pk == _number(request.GET.get("against", ""))), None) or program.origin
    context = {
        **editor,
        "program": program,
        "module": module,
        "versions": family,
        "is_own": program.owner_id == request.user.pk,
        "older": older,
        "why_off": programs.why_off(program),
        "failures": settings.PROGRAM_FAILURES,
    }
    if older is not None and older in family and older != program:
        context["differences"] = programs.differences(programs.readable(person_of(request), older.pk), program)
    return render(request, "programs/program.html", context)


@login_required(login_url="guest")
@require_safe
def module_file(request: HttpRequest, program_id: int) -> HttpResponse:
    """The module of a program, as the file that was sent."""
    program = _readable(request, program_id)
    if not modules.is_module(program.text):
        raise Http404
    answer = HttpResponse(modules.content(program.text), content_type="application/wasm")
    answer.headers["Content-Disposition"] = f'attachment; filename="program-{program.pk}{modules.MODULE_FILE}"'
    return answer


@login_required(login_url="guest")
@require_POST
@may_take_long("POST")
def check_text(request: HttpRequest, game_id: str) -> HttpResponse:
    """Why a text is not a valid program: `{"problems": [{"line", "column", "message"}]}`, empty if it can play."""
    game = _game(game_id)
    refused = ratelimit.consume_or_429(request, action="program_check")
    if refused:
        return refused
    try:
        programs.check_text(user=person_of(request), game=game, text=_text(request))
    except ProgramRefused as refusal:
        return JsonResponse({"problems": [_problem(one) for one in refusal.all]})
    except TooMany as error:
        return answers.refusal(error)
    return JsonResponse({"problems": []})


def _text(request: HttpRequest) -> str:
    return python_lines(request.POST.get("text", ""))


def _problem(refusal: ProgramRefused) -> dict[str, object]:
    return {"line": refusal.line or 0, "column": refusal.column or 0, "message": sentence(refusal)}


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


@login_required(login_url="guest")
@require_POST
def remove_program(request: HttpRequest, program_id: int) -> HttpResponse:
    """Remove a program."""
    _readable(request, program_id)
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
    """Console lines of the person's programs in a match as JSON {"lines"}; empty as well for a person without a program there."""
    lines = programs.console(user=person_of(request), match_id=match_id)
    if scripts.wants_json(request):
        answer = JsonResponse({"lines": lines})
        answer.headers["Cache-Control"] = "no-store"
        return answer
    is_over = bool(lines) and Match.objects.filter(pk=match_id, status__in=OVER).exists()
    return render(request, "programs/console.html", {"lines": lines, "match_id": match_id, "is_over": is_over})


def _first_text(request: HttpRequest, game: Game) -> dict[str, str | int]:
    wanted = _number(request.GET.get("from", ""))
    if wanted is not None:
        with suppress(NotAllowed):
            program = programs.readable(person_of(request), wanted)
            if program.game == game.id and modules.is_module(program.text):
                return {"name": program.name, "origin": program.pk, "text": ""}
            if program.game == game.id:
                return {"name": program.name, "text": program.text, "origin": program.pk}
    assert game.programs is not None
    return {"text": game.programs.example}


def _form_page(request: HttpRequest, game: Game, form: ProgramForm, status: int = 200) -> HttpResponse:
    return render(request, "programs/new.html", _editor(request, game, form), status=status)


def _editor(request: HttpRequest, game: Game, form: ProgramForm, program: Program | None = None) -> dict[str, object]:
    """What a page with the editor and the trial needs. `program`: a module, which has no text to edit."""
    assert game.programs is not None
    person = person_of(request)
    running = trial_jobs.active(person, game.id)
    page = {
        "game": game.id,
        "program": program.pk if program else None,
        "has_board": bool(browser_modules.of_game(game.id, "main.js")),
        "vocabulary": words.vocabulary(game),
        "check": reverse("check_program", args=[game.id]),
        "trial": running.pk if running else None,
        "templates": [{"name": _(one.name), "text": one.text} for one in game.programs.templates],
        "reference": [{"signature": one.signature, "meaning": _(one.meaning)} for one in game.programs.reference],
        "levels": [{"id": bot.id, "name": _(bot.name)} for bot in game.bots],
        "most_steps": MOST_STEPS,
        "longest_seed": LONGEST_SEED,
        "longer": MOST_SECONDS if person.is_guest else 0,
    }
    return {"form": form, "game": {"id": game.id, "name": _(game.name)}, "page": page}


def _game(game_id: str) -> Game:
    try:
        return programs.game_with_programs(game_id)
    except ServiceError:
        raise Http404 from None


def _readable(request: HttpRequest, program_id: int) -> Program:
    try:
        return programs.readable(person_of(request), program_id)
    except NotAllowed:
        raise Http404 from None
