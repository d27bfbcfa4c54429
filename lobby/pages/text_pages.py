"""Pages of text: the full and the exact rules of a game, how ratings and contests work, and the translations for scripts."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext, override
from django.utils.translation.trans_real import DjangoTranslation
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe
from django.views.i18n import JSONCatalog

import games
from games.core.contract import Game
from lobby.pages import documents, game_facts, preset_table, rules
from lobby.pages.preset_table import PresetTable
from lobby.platform.assets import browser_modules


@require_safe
def rules_page(request: HttpRequest, game_id: str) -> HttpResponse:
    """The full rules of one game, for players."""
    game = _game(game_id)
    return _rules(request, game, exact=False, presets=preset_table.of(game))


@require_safe
def engine_rules(request: HttpRequest, game_id: str) -> HttpResponse:
    """The exact rules of one game, which its code and tests cite: orders, views, events, for those who write programs."""
    return _rules(request, _game(game_id), exact=True)


def _game(game_id: str) -> Game:
    if game_id not in games.GAMES:
        raise Http404
    return games.get(game_id)


def _rules(request: HttpRequest, game: Game, *, exact: bool, presets: PresetTable | None = None) -> HttpResponse:
    language = get_language() or "en"
    text = rules.read(game.id, language, exact=exact)
    shown = {
        "game": {"id": game.id, "name": gettext(game.name), "summary": gettext(game.summary)},
        "workshop": game_facts.of(game).workshop,
        "rules": text and documents.linked(text),
        "presets": presets,
        "exact": exact,
        "has_exact": rules.source(game.id, language, exact=True) is not None,
    }
    return render(request, "lobby/rules.html", shown)


@require_safe
def rating_rules(request: HttpRequest) -> HttpResponse:
    """How ratings work."""
    return render(request, "ratings/rules.html", {"rules": documents.read("ratings", get_language() or "en")})


@require_safe
def contest_rules(request: HttpRequest) -> HttpResponse:
    """How a contest goes, what each format does, and what is secret."""
    return render(request, "contests/rules.html", {"rules": documents.read("contests", get_language() or "en")})


@require_safe
def program_python(request: HttpRequest) -> HttpResponse:
    """What of Python a program may use that the site runs, and what to write instead of the rest."""
    return render(request, "programs/python.html", {"rules": documents.read("python", get_language() or "en")})


@require_safe
@cache_control(private=True, no_cache=True)
def rules_picture(request: HttpRequest, name: str) -> HttpResponseBase:
    """A picture of the rules."""
    found = rules.picture(name)
    if found is None:
        raise Http404
    path, kind = found
    return FileResponse(path.open("rb"), content_type=kind)


_ESCAPED = re.compile(r"\\(['\"`])")
"""A quotation mark inside a text of a script."""


class _Catalog(JSONCatalog):
    """Django's catalogue for JavaScript with the messages of our scripts, and the words of the games' choices."""

    def read(self, language: str) -> dict[str, Any]:
        """All messages of one language."""
        self.translation = DjangoTranslation(
            language, domain="djangojs", localedirs=[str(path) for path in settings.LOCALE_PATHS]
        )
        found = self.get_catalog()
        # A message with a form for each number keeps them: a script that counts finds nothing in a single text.
        words = {word: said for word, said in _game_words(language).items() if not isinstance(found.get(word), list)}
        return {
            "language": language,
            "catalog": found | words,
            "plural": self.get_plural(),
        }


def _game_words(language: str) -> dict[str, str]:
    """Messages of `Game.words` whose translation differs."""
    with override(language):
        return {word: said for game in games.all_games() for word in game.words if (said := gettext(word)) != word}


@cache
def _words(language: str) -> dict[str, Any]:
    return _Catalog().read(language)


@cache
def _words_of(language: str, module: str) -> dict[str, Any]:
    """The messages in the sources of a module, and those of its game."""
    folder = Path(settings.STATICFILES_DIRS[0])
    text = "".join((folder / name).read_text() for name in browser_modules.led_to(folder, module))
    text = _ESCAPED.sub(r"\1", text)
    whole = _words(language)
    own = {word for game in games.all_games() if module.startswith(f"games/{game.id}/") for word in game.words}
    return whole | {"catalog": {word: said for word, said in whole["catalog"].items() if word in text or word in own}}


def _catalog_tag(request: HttpRequest) -> str:
    return f'"{settings.RELEASE}-{get_language()}-{request.GET.get("module", "")}"'


@require_safe
@cache_control(private=True, no_cache=True)
@condition(etag_func=_catalog_tag)
def catalog(request: HttpRequest) -> HttpResponse:
    """The messages that scripts show, in the language of the request; with `module` those of that module and of its imports."""
    language, module = get_language() or settings.LANGUAGE_CODE, request.GET.get("module", "")
    if module and module not in browser_modules.known():
        raise Http404
    words = _words_of(language, module) if module else _words(language)
    return JsonResponse(words, json_dumps_params={"ensure_ascii": False})
