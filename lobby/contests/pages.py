"""Pages of contests: the calendar, the form, one contest with its entry and results, and its files."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games
from games.core.errors import OptionError
from lobby.accounts.models import User
from lobby.accounts.views import person_of
from lobby.clubs import reading as clubs
from lobby.contests import failings, hand_ins, oversight, result_files, serializers, services, terms, words
from lobby.contests.brackets import brackets
from lobby.contests.formats import swiss
from lobby.contests.formats.catalogue import FORMATS, KNOCKOUTS
from lobby.contests.formats.contract import Rules
from lobby.contests.forms import ContestForm
from lobby.contests.models import Contest
from lobby.contests.ready_plans import PLANS, again_values, first_values, size_for
from lobby.contests.team_pages import own_team
from lobby.matches import modules
from lobby.matches import words as match_words
from lobby.matches.errors import ServiceError
from lobby.platform.http import csv_files, page_limits
from lobby.platform.http.paging import ShortPaginator
from lobby.platform.http.request_kinds import may_take_long
from lobby.tables import presets
from lobby.tables import services as tables

A_PAGE = 30
A_FEW = 5
"""Earlier contests that the form offers to use again."""
LARGE = 100
"""Entrants or tables of a stage beyond which the page of its contest has only its first lines; a contest of 512 took five seconds."""
FIRST = 20
"""Lines of such a stage."""
PODIUM = 3
"""Ranks that the page of a finished contest begins with."""
AHEAD = ("planned", "running")


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The calendar: what comes and what runs, then what is over."""
    now = timezone.now()
    ahead = serializers.listed().filter(status__in=AHEAD).order_by("starts_at", "pk")[:100]
    over = serializers.listed().exclude(status__in=AHEAD).order_by("-starts_at", "-pk")
    page = ShortPaginator(over, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "ahead": [_card(one, serializers.facts(one, now)) for one in ahead],
        "over": [_card(one, serializers.facts(one, now)) for one in page.object_list],
        "page": page,
    }
    return render(request, "contests/list.html", context)


@login_required(login_url="guest")
@require_http_methods(["GET", "HEAD", "POST"])
def new_contest(request: HttpRequest) -> HttpResponse:
    """The form of a new contest."""
    person = person_of(request)
    sent = request.POST or request.GET
    again = _own(person, _number(sent.get("again", "")))
    about: dict[str, Any] = {
        "led": clubs.led_by(person),
        "saved": presets.kept(person.pk),
        "user_id": person.pk,
        "again": again,
    }
    if request.method != "POST":
        key = request.GET.get("preset", "")
        first = again_values(again, timezone.now()) if again else first_values(key, request.GET.get("game", ""))
        if club := request.GET.get("club", ""):
            first |= {"club": club, "entry": "club"}
        context = {
            "form": ContestForm(initial=first, **about),
            "again": again,
            "plans": [] if again else _ready(),
            "earlier": [] if again or key else serializers.listed().filter(host=person).order_by("-pk")[:A_FEW],
        }
        return render(request, "contests/new.html", context)
    form = ContestForm(request.POST, **about)
    if "apply" in request.POST or "add_stage" in request.POST:
        # Nothing was sent yet: what is missing is no mistake.
        form.full_clean()
        form.errors.clear()
        return render(request, "contests/new.html", {"form": form, "opened": "apply" in request.POST})
    if form.is_valid():
        if not ratelimit.consume(request, action="contest", dry_run=True):
            form.add_error(None, page_limits.said(request, "contest"))
            return render(request, "contests/new.html", {"form": form}, status=429)
        try:
            contest = services.create_contest(user=person, plan=form.plan())
        except (ServiceError, OptionError) as error:
            form.refuse(error)
        else:
            # What was refused does not count.
            ratelimit.consume(request, action="contest")
            messages.success(request, gettext("The contest is announced."))
            return redirect("contest", contest.pk)
    return render(request, "contests/new.html", {"form": form}, status=400)


@login_required(login_url="guest")
@require_POST
def fitting_sizes(request: HttpRequest) -> HttpResponse:
    """For the form's script: which sizes of tables the rules allow, as the form stands."""
    refused = ratelimit.consume_or_429(request, action="table_length")
    if refused:
        return refused
    form = ContestForm(request.POST, saved=presets.kept(person_of(request).pk), user_id=person_of(request).pk)
    return JsonResponse({"sizes": form.sizes})


@require_safe
@may_take_long("GET")
def contest_page(request: HttpRequest, contest_id: int) -> HttpResponse:
    """One contest: its terms, one's own part, who takes part, how it stands."""
    contest, now = found_contest(contest_id), timezone.now()
    facts = serializers.facts(contest, now)
    everybody = serializers.entrants(contest)
    part = _own_part(request, contest, facts["phase"])
    counts, standings = serializers.table_counts(contest), _standings(contest, now)
    large = {number for number in standings if max(counts.get(number, 0), len(standings[number]["lines"])) > LARGE}
    all_tables = serializers.tables(
        contest, [stage["number"] for stage in facts["stages"] if stage["number"] not in large]
    )
    mine = {one.pk for one in part.get("entries", ())}
    stages = [
        _stage(stage, _begun(standings[stage["number"]], mine), []) | {"tables": counts.get(stage["number"], 0)}
        if stage["number"] in large
        else _stage(stage, standings.get(stage["number"]), all_tables)
        for stage in facts["stages"]
    ]
    is_over = facts["phase"] == "finished"
    entrants = [one for one in everybody if not one["is_organiser"] and (one["rank"] or not one["is_withdrawn"])]
    context = {
        **_card(contest, facts),
        "contest": facts,
        # Afterwards people look for the winner and the final; before, for what comes first.
        "stages": stages[::-1] if is_over else stages,
        "podium": sorted(
            (one for one in entrants if is_over and one["rank"] and one["rank"] <= PODIUM), key=lambda one: one["rank"]
        ),
        "entrants": entrants,
        "organisers": serializers.organisers(contest),
        "terms": terms.lines(contest),
        "options": terms.options(contest),
        "acts": words.acts(oversight.log(contest)),
        "own": [
            {**line, "played": part.get("played", {}).get((line["entrant"]["id"], line["match"]))}
            for line in serializers.own(contest, request.user.pk)
        ],
        "challenges": serializers.challenges(contest, request.user.pk),
        "is_released": serializers.is_released(contest),
        **part,
    }
    return render(request, "contests/contest.html", context)


@require_safe
@may_take_long("GET")
def stage_page(request: HttpRequest, contest_id: int, number: int) -> HttpResponse:
    """One stage with all its lines and tables, which the page of a large contest leaves out; `number` is counted from 1."""
    contest, now = found_contest(contest_id), timezone.now()
    facts = serializers.facts(contest, now)
    stage = next((one for one in facts["stages"] if one["number"] == number - 1), None)
    if stage is None:
        raise Http404
    shown = _stage(stage, _standings(contest, now).get(number - 1), serializers.tables(contest, [number - 1]))
    context = {
        "contest": facts,
        "stage": shown,
        "stages": facts["stages"],
        "is_released": serializers.is_released(contest),
    }
    return render(request, "contests/stage.html", context)


@login_required(login_url="guest")
@require_POST
def act(request: HttpRequest, contest_id: int, action: str) -> HttpResponse:
    """Enter, check in, withdraw, challenge, hand in an organiser's program, cancel."""
    if seconds := page_limits.wait(request, "contest_act"):
        return page_limits.too_fast(request, seconds, reverse("contest", args=[contest_id]))
    person = person_of(request)
    program = _number(request.POST.get("program", ""))
    try:
        if action == "enter":
            code = request.POST.get("code", "")
            services.enter(user=person, contest_id=contest_id, program_id=program, code=code)
        elif action == "organise":
            shows = "shows_text" in request.POST
            services.enter(user=person, contest_id=contest_id, program_id=program, is_organiser=True, shows_text=shows)
        elif action == "hand-in":
            entrant = _number(request.POST.get("entrant", "")) or 0
            given = hand_ins.hand_in(user=person, contest_id=contest_id, entrant_id=entrant, program_id=program or 0)
            later = gettext("Handed in. It counts from the next evening on.")
            messages.success(request, gettext("Handed in. It counts at once.") if given.has_counted else later)
        elif action == "check-in":
            services.check_in(user=person, contest_id=contest_id)
        elif action == "withdraw":
            services.withdraw(user=person, contest_id=contest_id, program_id=program)
        elif action == "cancel":
            services.cancel(user=person, contest_id=contest_id)
        elif action == "challenge":
            entrant = _number(request.POST.get("entrant", "")) or 0
            match = services.challenge(user=person, contest_id=contest_id, entrant_id=entrant, program_id=program)
            return redirect("match", match.pk)
        else:
            raise Http404
    except services.NoContest:
        raise Http404 from None
    except tables.NotHost as error:
        raise PermissionDenied from error
    except ServiceError as error:
        messages.error(request, error.message)
    return redirect("contest", contest_id)


@require_safe
def organiser_text(request: HttpRequest, contest_id: int, entrant_id: int) -> HttpResponse:
    """The text of an organiser's program that is open to everybody."""
    contest = found_contest(contest_id)
    found = serializers.open_text(contest, entrant_id)
    if found is None:
        raise Http404
    if "file" in request.GET:
        if found["module"]:
            ending, answer = (
                ".wasm",
                HttpResponse(modules.content(found["text"]), content_type="application/wasm"),
            )
        else:
            ending, answer = ".py", HttpResponse(found["text"], content_type="text/x-python; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="contest-{contest_id}-{entrant_id}{ending}"'
        return answer
    return render(request, "contests/text.html", {"contest": serializers.facts(contest, timezone.now()), **found})


@require_safe
@may_take_long("GET")
def results_csv(request: HttpRequest, contest_id: int) -> HttpResponse:
    """The standings as a table; only its head before they may be known."""
    return csv_files.answer(f"contest-{contest_id}.csv", result_files.lines(found_contest(contest_id), timezone.now()))


@require_safe
@may_take_long("GET")
def results_json(request: HttpRequest, contest_id: int) -> HttpResponse:
    """Everything that may be known: terms, entrants, standings, tables, the log."""
    return JsonResponse(result_files.results_of(found_contest(contest_id), timezone.now()))


# --- What templates get


def found_contest(contest_id: int) -> Contest:
    """A contest of an installed game. Raises Http404."""
    contest = serializers.listed().filter(pk=contest_id).first()
    if contest is None:
        raise Http404
    return contest


def _own(person: User, contest_id: int | None) -> Contest | None:
    """A contest of which the person is the host."""
    return None if contest_id is None else serializers.listed().filter(pk=contest_id, host=person).first()


def _ready() -> list[dict[str, Any]]:
    """The ready plans, each with the games for which it is one."""
    found = [(one.id, gettext(one.name), one.programs is not None) for one in games.all_games()]
    return [
        {
            "key": key,
            "label": plan.label,
            "text": plan.text,
            "games": [
                (id_, name, size_for(plan, id_)) for id_, name, takes in found if takes or not plan.is_for_programs
            ],
        }
        for key, plan in PLANS.items()
    ]


def _standings(contest: Contest, now: datetime) -> dict[int, dict[str, Any]]:
    return {stage["stage"]: stage for stage in serializers.standings(contest, now)}


def _stage(stage: dict[str, Any], standings: dict[str, Any] | None, all_tables: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        **stage,
        "name": words.FORMATS[stage["format"]],
        "help": words.HELP[stage["format"]],
        "rules": _told(stage),
        "ties": words.TIES[stage["format"]],
        "every": match_words.duration(stage["every_minutes"] * 60) if stage["every_minutes"] else "",
        "lasts": match_words.duration(stage["lasts_minutes"] * 60) if stage["lasts_minutes"] else "",
        "standings": _shown(standings),
        "rounds": _rounds([table for table in all_tables if table["stage"] == stage["number"]]),
        "brackets": _brackets(stage, all_tables),
    }


def _told(stage: dict[str, Any]) -> dict[str, int]:
    """The numbers by which it is played, those that the host has left empty too; 0 rounds: as many as its entrants need, who are not known yet."""
    form, given = FORMATS[stage["format"]], Rules(**stage["rules"])
    told = {name: getattr(given, name) for name in form.FIELDS}
    if "rounds" in told and not told["rounds"]:
        if form is not swiss:
            told["rounds"] = 1
        elif stage["order"]:
            told["rounds"] = swiss.rounds(given, len(stage["order"]))
    return told


def _begun(standings: dict[str, Any], mine: set[int]) -> dict[str, Any]:
    """The first lines, and those of the reader."""
    lines = standings["lines"]
    own = [line for line in lines[FIRST:] if line["entrant"]["id"] in mine]
    return {**standings, "lines": [*lines[:FIRST], *own], "of": len(lines)}


def _card(contest: Contest, facts: dict[str, Any]) -> dict[str, Any]:
    return {
        "facts": facts,
        "game_name": gettext(games.get(contest.game).name),
        "phase_name": words.PHASES[facts["phase"]],
        "who_name": words.WHO[contest.who],
        "formats": [words.FORMATS[stage["format"]] for stage in facts["stages"]],
    }


def _shown(stage: dict[str, Any] | None) -> dict[str, Any] | None:
    if stage is None:
        return None
    # Stages that ended before a column was known have nothing in it.
    lines = [
        {**line, "values": [line["values"].get(name, "–") for name in stage["columns"]]} for line in stage["lines"]
    ]
    return {
        "columns": [words.VALUES[name] for name in stage["columns"]],
        "lines": lines,
        "of": stage.get("of"),
    }


def _rounds(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    numbers = sorted({table["round"] for table in found})
    return [
        {"number": number + 1, "tables": [table for table in found if table["round"] == number]} for number in numbers
    ]


def _brackets(stage: dict[str, Any], found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    if stage["format"] not in KNOCKOUTS:
        return []
    own = [table for table in found if table["stage"] == stage["number"]]
    names = words.LANES if stage["format"] == "double" else {}
    return [{"picture": one, "name": names.get(one.lane, "")} for one in brackets(own)]


def _own_part(request: HttpRequest, contest: Contest, phase: str) -> dict[str, Any]:
    user = request.user
    if not isinstance(user, User):
        return {"may_enter": phase == "entry"}
    mine_here = contest.entrants.filter(services.entries_of(user), withdrawn_at=None)
    entries = list(mine_here.select_related("program").defer("program__text"))
    mine = [one for one in entries if not one.is_organiser]
    programs = tables.programs_of(user.pk, games.get(contest.game)) if contest.who != Contest.Who.PEOPLE else []
    entered = {one.program_id for one in entries}
    begins = contest.starts_at - timedelta(minutes=contest.check_in_minutes)
    played = failings.in_matches(mine)
    last = {pk: rows[-1] for pk, rows in played.items()}
    is_let_in = not contest.by_list or services.is_listed(contest, user)
    return {
        "entries": mine,
        "last_played": [{"name": one.program_name, "in": last[one.pk]} for one in mine if one.pk in last],
        "played": {(pk, one.match): one for pk, rows in played.items() for one in rows},
        "ours": own_team(contest, user),
        "is_over": contest.is_over,
        "may_found": phase == "entry",
        "is_let_in": is_let_in,
        "was_removed": contest.entrants.filter(services.entries_of(user), is_removed=True).exists(),
        "is_host": contest.host_id == user.pk,
        "steers": services.steers(contest, user),
        "asks_code": bool(contest.code) and not services.steers(contest, user),
        "may_cancel": not contest.is_over and contest.host_id == user.pk,
        "may_enter": phase == "entry" and is_let_in and not contest.is_for_teams and len(mine) < contest.per_person,
        "may_check_in": phase == "check_in" and any(one.checked_in_at is None for one in mine),
        "check_in_begins": begins,
        "may_withdraw": not contest.is_over and any(one.user_id == user.pk and not one.missed for one in mine),
        "takes_people": contest.who != Contest.Who.PROGRAMS,
        "programs": [one for one in programs if one.pk not in entered],
        "handed_in": _handed_in(contest, user) if contest.evening is not None else [],
        "challenges_left": services.challenges_left(user, timezone.now()),
        "all_programs": programs,
    }


def _handed_in(contest: Contest, user: User) -> list[dict[str, Any]]:
    """Versions of one's own programs and of one's team, with the programs that can be the next; none where it is not one's own to decide."""
    may = hand_ins.is_open(contest, timezone.now())
    entries = contest.entrants.in_bulk() if may else {}
    found = []
    for line in serializers.versions(contest, user.pk):
        entrant = entries.get(line["entrant"]["id"])
        decides = entrant is not None and entrant.user_id == user.pk
        now = line["versions"][0]["program"] if line["versions"] else None
        choices = [] if entrant is None or not decides else hand_ins.choices(entrant, contest)
        found.append(
            {**line, "decides": decides, "is_frozen": not may, "choices": [one for one in choices if one.pk != now]}
        )
    return found


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
