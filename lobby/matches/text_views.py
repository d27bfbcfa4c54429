"""Pages that only say something: the rules of a game, the words that scripts show."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext, override
from django.utils.translation.trans_real import DjangoTranslation
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition, require_safe
from django.views.i18n import JSONCatalog

import games
from lobby.matches import rules


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """The games and where their rules are; a single one at once."""
    known = games.all_games()
    if len(known) == 1:
        return redirect("rules", known[0].id)
    entries = [{"id": game.id, "name": gettext(game.name), "summary": gettext(game.summary)} for game in known]
    return render(request, "lobby/rules_index.html", {"games": entries})


@require_safe
def rules_page(request: HttpRequest, game_id: str) -> HttpResponse:
    """The rules of one game."""
    if game_id not in games.GAMES:
        raise Http404
    game = games.get(game_id)
    workshop = game.workshop and {"word": game.workshop.word, "name": gettext(game.workshop.name)}
    facts = {"id": game.id, "name": gettext(game.name), "summary": gettext(game.summary), "workshop": workshop}
    return render(request, "lobby/rules.html", {"game": facts, "rules": rules.read(game_id, get_language() or "en")})


@require_safe
def rules_picture(request: HttpRequest, name: str) -> HttpResponseBase:
    """A picture that the rules show."""
    found = rules.picture(name)
    if found is None:
        raise Http404
    path, kind = found
    return FileResponse(path.open("rb"), content_type=kind)


class _Catalog(JSONCatalog):
    """Django's catalog, of our own scripts only, and the words that choices of the games carry there."""

    def read(self, language: str) -> dict[str, Any]:
        """All words of one language."""
        self.translation = DjangoTranslation(
            language, domain="djangojs", localedirs=[str(path) for path in settings.LOCALE_PATHS]
        )
        return {
            "language": language,
            "catalog": self.get_catalog() | _game_words(language),
            "plural": self.get_plural(),
        }


def _game_words(language: str) -> dict[str, str]:
    """Messages of `Game.words` that have other words in this language."""
    with override(language):
        return {word: said for game in games.all_games() for word in game.words if (said := gettext(word)) != word}


@cache
def _words(language: str) -> dict[str, Any]:
    return _Catalog().read(language)


def _catalog_tag(request: HttpRequest) -> str:
    return f'"{settings.RELEASE}-{get_language()}"'


@gzip_page
@require_safe
@condition(etag_func=_catalog_tag)
def catalog(request: HttpRequest) -> HttpResponse:
    """The words that scripts show, in the language of the request."""
    return JsonResponse(_words(get_language() or settings.LANGUAGE_CODE), json_dumps_params={"ensure_ascii": False})
