"""Pages before a match: landing, lobby, a new table, an open table and what can be done there."""

from collections.abc import Callable, Mapping
from typing import Any

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games
from games.core.contract import Game
from games.core.errors import OptionError
from lobby.accounts import services as people
from lobby.accounts.forms import GuestForm
from lobby.accounts.models import User
from lobby.accounts.views import become_guest, person_of
from lobby.achievements import path_progress
from lobby.fog import audience
from lobby.governance import substitutes
from lobby.matches import length
from lobby.matches.errors import NoMatch, ServiceError, TooMany
from lobby.matches.models import Match
from lobby.notices import table_offers
from lobby.pages import answers, crowd, form_presets, game_facts, lists, slow_play, table_page
from lobby.pages.form_presets import OWN
from lobby.pages.forms import TableForm
from lobby.platform.assets import browser_modules
from lobby.platform.http import scripts, site_address, sources
from lobby.platform.http.paging import ShortPaginator
from lobby.platform.http.request_kinds import may_take_long
from lobby.tables import challenges, entry, forks, presets, queue
from lobby.tables import services as tables

FINISHED_A_PAGE = 20


Text = str | Promise
FILTERS: dict[str, tuple[Text, tuple[tuple[str, Text], ...]]] = {
    "pace": (_("Clock"), (("", _("Any clock")), ("live", _("Live")), ("slow", _("Slow, by the day")))),
    "rating": (_("Rating"), (("", _("Rated or not")), ("rated", _("Rated")), ("casual", _("Casual")))),
    "players": (_("Players"), (("", _("With or without bots")), ("people", _("Without bots")))),
    "door": (_("Entry"), (("", _("Any entry")), ("free", _("No password, no minimum reliability")))),
}
"""What the lists can be narrowed down to, besides the game; cards say the same in `data-` attributes, for the page's script."""


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """The front page: what waits for somebody who has played here; for everybody else what the site is, a demo, and the ways to begin."""
    return _landing(request, GuestForm())


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Begin a match against a bot at once; a person without an account becomes a guest."""
    if not request.user.is_authenticated:
        form = GuestForm(request.POST)
        if not form.is_valid():
            return _landing(request, form, status=400)
        refused = become_guest(request, form.cleaned_data["name"])
        if refused:
            return refused
    refused = ratelimit.consume_or_429(request, action="quick_match")
    if refused:
        return refused
    game_id = request.POST.get("game") or next(iter(games.GAMES))
    try:
        # A person who plays leaves the queue.
        queue.leave(user=person_of(request))
        wanted = {name: request.POST.get(name, "") for name in ("bot", "stop", "preset")}
        match = tables.quick_match(user=person_of(request), game_id=game_id, program=_program(request), **wanted)
    except NoMatch:
        raise Http404 from None
    except ServiceError as error:
        messages.error(request, error.message)
        return redirect("lobby")
    return redirect("match", match.pk)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Open tables, running matches, one's own."""
    game = request.GET.get("game", "")
    if game not in games.GAMES:
        game = ""
    wanted = {name: request.GET.get(name, "") for name in FILTERS}
    mine = lists.my_running(request.user.pk) if request.user.is_authenticated else []
    running = lists.running_matches(game, without=[one.card.id for one in mine])
    fitting = [card for card in lists.cards([*lists.open_tables(game), *running]) if _fits(card, wanted)]
    return render(
        request,
        "lobby/lobby.html",
        {
            "open": [card for card in fitting if card.list == lists.OPEN],
            "seats": [card for card in fitting if card.list == lists.SEATS],
            "running": [card for card in fitting if card.list == lists.RUNNING],
            "filters": [
                {"name": name, "label": label, "choices": choices, "value": wanted[name]}
                for name, (label, choices) in FILTERS.items()
            ],
            "mine": mine,
            "challenges": challenges.received(request.user.pk) if request.user.is_authenticated else [],
            "games": game_facts.of_all(),
            "game": game,
            "crowd": crowd.sentence(),
            "wanted": table_offers.wanted_by(request.user.pk) if request.user.is_authenticated else set(),
        },
    )


@login_required(login_url="guest")
@require_safe
def my_matches(request: HttpRequest) -> HttpResponse:
    """All matches of the person, running and finished."""
    assert request.user.pk is not None
    page = ShortPaginator(lists.my_finished(request.user.pk), FINISHED_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "mine": lists.my_running(request.user.pk),
        "challenges": challenges.received(request.user.pk),
        "finished": lists.my_cards(page.object_list, request.user.pk),
        "page": page,
    }
    return render(request, "lobby/my_matches.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest, game_id: str) -> HttpResponse:
    """The form of a new table; its preset can be applied without a script."""
    if game_id not in games.GAMES:
        raise Http404
    if not request.user.is_authenticated:
        return redirect(f"{reverse('guest')}?{urlencode({'next': request.path})}")
    game = games.get(game_id)
    person = person_of(request)
    opponent = _opponent(request)
    if request.method != "POST":
        return _new_table_page(request, game, _table_form(person, game))
    if "apply" in request.POST:
        own = form_presets.with_own_preset(request.POST, presets.of(person.pk, game.id))
        return _filled_page(request, game, form_presets.with_preset(game, request.POST) if own is None else own)
    if request.POST.get("rhythm") in length.RHYTHMS:
        rhythm = slow_play.fields(_table_form(person, game, request.POST), request.POST["rhythm"])
        return _filled_page(request, game, form_presets.fill(request.POST, rhythm))
    if "save" in request.POST or "forget" in request.POST:
        return _preset_changed(request, game)
    form = _table_form(person, game, request.POST)
    if request.POST.get("filled") != request.POST.get("preset"):
        known = form_presets.bases(form, presets.of(person.pk, game.id))
        form = _table_form(person, game, form_presets.with_late_choice(form, request.POST, known))
    if form.is_valid():
        refused = ratelimit.consume_or_429(request, action="table")
        if refused:
            return refused
        asked: dict[str, Any] = {"user": person, "game_id": game_id, "options": form.options, "settings": form.settings}
        try:
            if opponent is not None:
                challenges.challenge(opponent=opponent, **asked)
                return redirect("challenges")
            match = tables.create_table(**asked)
        except (OptionError, ServiceError) as error:
            if error.path == "player":
                # The form has no field for it: the page is about one opponent.
                error.path = ""
            form.refuse(error)
        else:
            return redirect("table", match.pk)
    return _new_table_page(request, game, form, status=400)


@login_required(login_url="guest")
@require_POST
def table_length(request: HttpRequest, game_id: str) -> HttpResponse:
    """For the form's script: how long the match lasts at most as the form stands, and what a chosen rhythm puts into it."""
    if game_id not in games.GAMES:
        raise Http404
    refused = ratelimit.consume_or_429(request, action="table_length")
    if refused:
        return refused
    game, person = games.get(game_id), person_of(request)
    form, changed = _table_form(person, game, request.POST), {}
    if request.POST.get("rhythm") in length.RHYTHMS:
        changed = slow_play.fields(form, request.POST["rhythm"])
        form = _table_form(person, game, form_presets.fill(request.POST, changed))
    return JsonResponse({"said": slow_play.said(form), "fields": changed})


def _table_form(person: User, game: Game, data: QueryDict | None = None) -> TableForm:
    return TableForm(game, data, user_id=person.pk, usual_clock=person.default_clock)


def _opponent(request: HttpRequest) -> User | None:
    """Whom the table is to challenge; None: it is for everybody. Raises Http404 for nobody's name."""
    slug = request.POST.get("player", "") or request.GET.get("player", "")
    if not slug:
        return None
    try:
        return people.person(slug)
    except User.DoesNotExist:
        raise Http404 from None


def _filled_page(request: HttpRequest, game: Game, data: QueryDict) -> HttpResponse:
    """The form with what is in `data`. Nothing was sent yet: what is missing is no mistake."""
    form = _table_form(person_of(request), game, data)
    form.full_clean()
    longest = slow_play.said(form)
    form.errors.clear()
    return _new_table_page(request, game, form, longest=longest)


def _preset_changed(request: HttpRequest, game: Game) -> HttpResponse:
    """A form is kept under a name, or the chosen one kept no longer; what is filled in stays."""
    person = person_of(request)
    if "forget" in request.POST:
        chosen = request.POST.get("preset", "").removeprefix(OWN)
        presets.remove(
            user=person, preset_id=int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 16 else 0
        )
        return _filled_page(request, game, request.POST)
    name = request.POST.get("preset_name", "")
    try:
        preset = presets.save(user=person, game_id=game.id, name=name, fields=dict(request.POST.lists()))
    except ServiceError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, gettext("Saved as %(name)s.") % {"name": preset.name})
        data = request.POST.copy()
        data["preset"] = f"{OWN}{preset.pk}"
        return _filled_page(request, game, data)
    return _filled_page(request, game, request.POST)


@require_safe
def table(request: HttpRequest, match_id: str) -> HttpResponse:
    """An open table; a match once it has started."""
    match = visible_match(request, match_id)
    if match.status != Match.Status.OPEN:
        return redirect("match", match.pk)
    facts = table_page.facts(match)
    live = table_page.context(match, request.user.pk)
    key = request.GET.get("key", "")
    key = key if entry.is_invited(match, key) else ""
    # A person with a seat may invite others.
    invitation = entry.invitation(match) if live["mine"] else key
    link = site_address.absolute(request, request.path)
    context = {
        **live,
        **facts,
        "link": f"{link}?{urlencode({'key': invitation})}" if invitation else link,
        "key": key,
        "offers_way_back": table_page.offers_way_back(request.user, match),
        "page": {
            "match": match.pk,
            "game": match.game,
            "preview": facts["preview"],
            "socket": f"{settings.ROOT}ws/play/",
            "lobby": f"{settings.ROOT}ws/lobby/",
            "has_preview": facts["preview"] is not None and browser_modules.of_game(match.game, "preview.js") != "",
            "can_talk": request.user.is_authenticated,
            "key": key,
            "is_locked": bool(match.password),
        },
    }
    return render(request, "lobby/table.html", context)


def _number(request: HttpRequest, field: str = "number") -> int:
    value = request.POST.get(field, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 4 else -1


def _step(request: HttpRequest) -> int:
    value = request.POST.get("step", "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else -1


def _admission(request: HttpRequest) -> dict[str, str]:
    """What the request gives to join a table: the password, or the key of an invitation."""
    return {"password": request.POST.get("password", ""), "key": request.POST.get("key", "")}


def _program(request: HttpRequest) -> int | None:
    value = request.POST.get("program", "")
    if not value:
        return None
    return int(value) if value.isascii() and value.isdigit() and len(value) < 16 else -1


def _leave(request: HttpRequest, match_id: str) -> Match | None:
    return tables.leave(user=person_of(request), match_id=match_id)


def _offer(request: HttpRequest, match_id: str) -> Match:
    """Tell those who want this game that somebody waits here."""
    try:
        match = visible_match(request, match_id)
    except Http404:
        raise NoMatch from None
    if not ratelimit.consume(request, action="offer"):
        raise TooMany("", gettext("You have offered enough tables for this hour."))
    table_offers.offer(user=person_of(request), match=match)
    messages.success(request, gettext("Those who asked for this game are told that you wait."))
    return match


def _fork(request: HttpRequest, match_id: str) -> Match:
    """With a `seat` a match against bots (`bot_<seat>`), else a sandbox."""
    user, step = person_of(request), _step(request)
    if "seat" not in request.POST:
        return forks.fork(user=user, match_id=match_id, step=step)
    named = ((name.removeprefix("bot_"), name) for name in request.POST if name.startswith("bot_"))
    bots = {
        int(seat): request.POST[name] for seat, name in named if seat.isascii() and seat.isdigit() and len(seat) < 4
    }
    return forks.play_on(
        user=user,
        match_id=match_id,
        step=step,
        seat=_number(request, "seat"),
        bots={seat: str(bot) for seat, bot in bots.items() if bot},
    )


ACTIONS: dict[str, Callable[[HttpRequest, str], Match | None]] = {
    "join": lambda request, match_id: tables.join(user=person_of(request), match_id=match_id, **_admission(request)),
    "leave": _leave,
    "ready": lambda request, match_id: tables.set_table_ready(
        user=person_of(request), match_id=match_id, ready=request.POST.get("ready") == "1"
    ),
    "kick": lambda request, match_id: tables.kick(user=person_of(request), match_id=match_id, number=_number(request)),
    "bot": lambda request, match_id: tables.seat_bot(
        user=person_of(request), match_id=match_id, number=_number(request), bot=request.POST.get("bot", "")
    ),
    "program": lambda request, match_id: tables.seat_program(
        user=person_of(request), match_id=match_id, number=_number(request), program=_program(request)
    ),
    "unbot": lambda request, match_id: tables.unseat_bot(
        user=person_of(request), match_id=match_id, number=_number(request)
    ),
    "start": lambda request, match_id: tables.start(user=person_of(request), match_id=match_id),
    "take": lambda request, match_id: substitutes.take_over(
        user=person_of(request), match_id=match_id, number=_number(request), source=sources.of_request(request)
    ),
    "offer": _offer,
    "fork": _fork,
    "rematch": lambda request, match_id: tables.rematch(user=person_of(request), match_id=match_id),
}


@require_POST
@may_take_long("POST", action=["fork"])
def table_action(request: HttpRequest, match_id: str, action: str) -> HttpResponse:
    """Carry out one action at a table; answers JSON to a script, and a redirect to a form."""
    if action not in ACTIONS:
        raise Http404
    if not request.user.is_authenticated:
        back = reverse("table", args=[match_id])
        key = request.POST.get("key", "")
        back = f"{back}?{urlencode({'key': key})}" if key else back
        return redirect(f"{reverse('guest')}?{urlencode({'next': back})}")
    try:
        if not ratelimit.consume(request, action="table_action"):
            raise TooMany("", gettext("Too many clicks in a short time. Wait a minute, please."))
        match = ACTIONS[action](request, match_id)
    except ServiceError as error:
        return _refused(request, match_id, error)
    url = _page_of(match)
    if not scripts.wants_json(request):
        return redirect(url)
    # Who stays on the page reads it there, and not on whatever page comes next.
    stays = url == reverse("table", args=[match_id])
    said = [str(one) for one in messages.get_messages(request)] if stays else []
    return JsonResponse({"url": url, "said": said} if said else {"url": url})


def _refused(request: HttpRequest, match_id: str, error: ServiceError) -> HttpResponse:
    if scripts.wants_json(request):
        return answers.refusal(error)
    if isinstance(error, NoMatch):
        raise Http404
    messages.error(request, error.message)
    return redirect("table", match_id)


def _page_of(match: Match | None) -> str:
    if match is None:
        return reverse("lobby")
    return reverse("table" if match.status == Match.Status.OPEN else "match", args=[match.pk])


def visible_match(request: HttpRequest, match_id: str) -> Match:
    """The match, if this person may know of it; Http404 that looks the same whether it is hidden or absent."""
    match = table_page.find(match_id)
    if match is None or not audience.is_visible(match, list(match.seats.all()), request.user.pk):
        raise Http404
    return match


def _fits(card: lists.Card, wanted: dict[str, str]) -> bool:
    return (
        wanted["pace"] in {"", "slow" if card.is_slow else "live"}
        and wanted["players"] in {"", "bots" if card.has_bots else "people"}
        and wanted["rating"] in {"", "rated" if card.is_rated else "casual"}
        and not (wanted["door"] == "free" and (card.is_locked or card.least))
    )


def _landing(request: HttpRequest, form: GuestForm, status: int = 200) -> HttpResponse:
    known = game_facts.of_all()
    hero = known[0]
    front = _front(request.user.pk)
    own = [one.card.id for one in front.get("mine", [])]
    context = {
        "form": form,
        "hero": hero,
        "games": known,
        "style": browser_modules.of_game(hero.id, f"{hero.id}.css"),
        "has_demo": browser_modules.of_game(hero.id, "demo.js") != "",
        "open": lists.cards(lists.open_tables(limit=6)),
        "running": lists.cards(lists.running_matches(limit=6, with_practice=False, without=own)),
        **front,
    }
    walked = front["front"]["game"] if front else hero
    stops = path_progress.of(walked.id, request.user.pk)
    context |= {"stops": stops, "next_stop": next((one for one in stops if one.is_next), None), "path_game": walked}
    return render(request, "lobby/landing.html", context, status=status)


def _front(user_id: int | None) -> dict[str, Any]:
    """What the front page says to somebody who has played: their matches, and the game of the newest. Empty for everybody else."""
    if user_id is None:
        return {}
    mine, received = lists.my_running(user_id), challenges.received(user_id)
    newest = lists.newest_game(user_id)
    if newest is None and not received:
        return {}
    game = games.get(newest or next(iter(games.GAMES)))
    return {
        "mine": mine,
        "challenges": received,
        "front": {"waiting": sum(one.waits for one in mine), "game": game_facts.of(game)},
    }


def _longest(game: Game, form: TableForm, values: Mapping[str, Any]) -> str:
    return slow_play.said(form) if form.is_bound else slow_play.said_of(game, values)


def _new_table_page(
    request: HttpRequest, game: Game, form: TableForm, status: int = 200, longest: str | None = None
) -> HttpResponse:
    """`longest`: how long the match lasts at most, in words, where the form does not tell any more whether something in it is wrong."""
    saved = presets.of(person_of(request).pk, game.id)
    known = form_presets.bases(form, saved)
    chosen = form.data.get("preset", "")
    if not form.is_bound:
        # An address may name a preset; the first one is for everybody else.
        chosen = request.GET.get("preset", next(iter(game.presets), ""))
    if chosen not in known:
        chosen = ""
    if not form.is_bound:
        form.initial.update(known[chosen] | {"club": request.GET.get("club", "")})
        form.begin_with(request.GET.get("build", ""))
    facts = game_facts.of(game)
    context = {
        "form": form,
        "opponent": _opponent(request),
        "game": facts,
        "own_presets": form_presets.own_presets(form, saved),
        "preset": chosen,
        "differences": form_presets.differences(form, known[chosen]),
        "rhythms": slow_play.rhythms(),
        "longest": longest if longest is not None else _longest(game, form, known[chosen]),
        "page": {
            "length": reverse("table_length", args=[game.id]),
            "bases": known,
            "seats": {way.id: way.seat_numbers for way in facts.ways},
            "help": {way.id: way.help for way in facts.ways},
            "words": form_presets.value_words(),
            "is_fresh": not form.is_bound,
            "pictured": form.pictured,
        },
    }
    return render(request, "lobby/new_table.html", context, status=status)
