"""The page of a game's workshop: ready-made builds, the person's own builds, and a shared build. It works without scripts.

The game's browser module `workshop.js` draws the builder. Without it the page lists ready-made and saved builds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

import games
from games.core.contract import Json, Workshop
from lobby.accounts.models import User
from lobby.accounts.views import person_of
from lobby.builds import gallery, services
from lobby.builds.models import Build
from lobby.matches.errors import ServiceError
from lobby.platform.assets import browser_modules
from lobby.platform.http import site_address

MODULE = "workshop.js"
"""The game's browser module of the builder; it exports `mountWorkshop(element, page)`."""


def named(game_id: str, word: str, workshop_of: Callable[[str], Workshop] = services.workshop_of) -> Workshop:
    """The workshop that an address names, as `workshop_of` finds it. Raises Http404."""
    try:
        workshop = workshop_of(game_id)
    except ServiceError:
        raise Http404 from None
    if workshop.word != word:
        raise Http404
    return workshop


@require_safe
def workshop_page(request: HttpRequest, game_id: str, word: str) -> HttpResponse:
    """The workshop with the ready-made builds and the person's own."""
    return _page(request, game_id, named(game_id, word), None)


@require_safe
def shared(request: HttpRequest, game_id: str, word: str, code: str) -> HttpResponse:
    """The workshop with a shared build; status 404 and a message if no build has this code."""
    workshop = named(game_id, word)
    try:
        return _page(request, game_id, workshop, services.shared(code, game_id))
    except services.NoBuild:
        messages.error(request, gettext("Nothing is shared under this code. It may have been taken back."))
        response = _page(request, game_id, workshop, None)
        response.status_code = 404
        return response


@login_required(login_url="guest")
@require_POST
def act(request: HttpRequest, game_id: str, word: str, build_id: int, action: str) -> HttpResponse:
    """Delete, share or unshare one of the person's own builds, or show it in the gallery or not."""
    named(game_id, word)
    if action not in _ACTIONS:
        raise Http404
    try:
        services.own(person_of(request), build_id, game_id)
        _ACTIONS[action](user=person_of(request), build_id=build_id)
    except services.NoBuild:
        raise Http404 from None
    except ServiceError as error:
        messages.error(request, error.message)
    return redirect("workshop", game_id, word)


@login_required(login_url="guest")
@require_POST
def keep(request: HttpRequest, game_id: str, word: str) -> HttpResponse:
    """Save a copy of a ready-made or shared build as the person's own."""
    named(game_id, word)
    refused = ratelimit.consume_or_429(request, action="build")
    if refused:
        return refused
    try:
        name, content = _chosen(game_id, request.POST)
        services.save(user=person_of(request), game_id=game_id, name=name, content=content)
    except services.NoBuild:
        raise Http404 from None
    except ServiceError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, gettext("Saved."))
    return redirect("workshop", game_id, word)


_ACTIONS: dict[str, Callable[..., Any]] = {
    "remove": services.remove,
    "share": services.share,
    "unshare": services.unshare,
    "show": gallery.show,
    "hide": gallery.hide,
}


def _chosen(game_id: str, sent: Any) -> tuple[str, Json]:
    """Name and content of the build that a form names by `code`, or by `ready`, the id of a ready-made one. Raises NoBuild."""
    if sent.get("code"):
        build = services.shared(sent["code"], game_id)
        return build.name, build.content
    return services.called(None, game_id, sent.get("ready") or "")


def _page(request: HttpRequest, game_id: str, workshop: Workshop, build: Build | None) -> HttpResponse:
    description = workshop.describe({})
    ready = [
        {
            "id": one["id"],
            "name": gettext(one["name"]),
            "text": [gettext(said) for said in one["text"]] or services.facts(game_id, one["build"]),
        }
        for one in description["ready"]
    ]
    person = request.user if isinstance(request.user, User) else None
    mine = (
        [
            _shown(one, len(services.judge_for_any(game_id=game_id, content=one.content)[1]))
            for one in services.mine(person, game_id)
        ]
        if person
        else []
    )
    module = browser_modules.of_game(game_id, MODULE)
    page = {
        "game": game_id,
        "word": workshop.word,
        "is_known": person is not None,
        "has_builder": bool(module),
        "most": services.MOST_BUILDS,
        "longest_name": services.LONGEST_NAME,
        "has_gallery": bool(workshop.option),
        "has_account": person is not None and not person.is_guest,
        "shared": None if build is None else {"name": build.name, "content": build.content, "code": build.code},
    }
    context = {
        "page": page,
        "game": {"id": game_id, "name": gettext(games.get(game_id).name)},
        "workshop": {
            "word": workshop.word, "name": gettext(workshop.name), "one": gettext(workshop.one), "help": gettext(workshop.help),
            "is_drawn": "drawing" in description, "has_gallery": bool(workshop.option),
        },
        "ready": ready,
        "mine": [{**one, "link": site_address.absolute(request, one["path"])} if one["path"] else one for one in mine],
        "shared": build,
        "module": module,
        "style": browser_modules.of_game(game_id, "workshop.css"),
    }  # fmt: skip
    return render(request, "builds/workshop.html", context)


def _shown(build: Build, faults: int) -> dict[str, Any]:
    path = services.address(build) if build.code else ""
    return {"id": build.pk, "name": build.name, "path": path, "faults": faults, "updated_at": build.updated_at,
            "is_shown": gallery.is_shown(build)}  # fmt: skip
