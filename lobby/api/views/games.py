"""What can be played, and by which rules? Facts that the games declare, in the language of the request."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import get_language, gettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import games
from games.core.contract import Game, Option
from lobby.api.endpoint import Endpoint, tagged
from lobby.api.permissions import OPEN
from lobby.api.serializers import GameSerializer, RulesQuery, RulesSerializer, WholeGameSerializer
from lobby.matches import words
from lobby.pages import rules


@tagged
class GamesView(Endpoint):
    """All games."""

    access = {"GET": OPEN}

    @extend_schema(summary="The games", operation_id="games_list", responses=GameSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response([_facts(game) for game in games.all_games()])


@tagged
class GameView(Endpoint):
    """One game with everything that can be chosen."""

    access = {"GET": OPEN}

    @extend_schema(summary="A game with its options", responses=WholeGameSerializer)
    def get(self, request: Request, game_id: str) -> Response:
        game = _game(game_id)
        presets = [
            {"id": key, "label": gettext(preset.label), "help": _said(preset.help), "options": dict(preset.options)}
            for key, preset in game.presets.items()
        ]
        return Response(
            {
                **_facts(game),
                "options": [_option(option) for option in game.options],
                "presets": presets,
                "preferences": [_option(option) for option in game.preferences],
                "until": words.until(game),
                "reasons": words.reasons(game),
            }
        )


@tagged
class RulesView(Endpoint):
    """The rules of a game as text."""

    access = {"GET": OPEN}

    @extend_schema(
        summary="The rules of a game",
        description="For players; the exact rules, with orders, views and events, by `part=engine`. English where nobody has written "
        "them in the language asked for.",
        parameters=[RulesQuery],
        responses=RulesSerializer,
    )
    def get(self, request: Request, game_id: str) -> Response:
        game = _game(game_id)
        asked = self.asked(RulesQuery)
        language = asked.get("language") or get_language() or "en"
        found = rules.source(game.id, language, exact=asked["part"] == "engine")
        if found is None:
            raise Http404
        return Response({"game": game.id, "language": found.language, "text": found.text})


def _game(game_id: str) -> Game:
    if game_id not in games.GAMES:
        raise Http404
    return games.get(game_id)


def _facts(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "name": gettext(game.name),
        "summary": gettext(game.summary),
        "rules_version": game.rules_version,
        "seats": list(game.seats),
        "turns": gettext(game.turns),
        "step_seconds": game.step_seconds,
        "draws": game.draws,
        "takes_programs": game.programs is not None,
        "bots": [{"id": bot.id, "name": gettext(bot.name), "help": _said(bot.help)} for bot in game.bots],
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "key": option.key,
        "kind": option.kind,
        "label": gettext(option.label),
        "help": _said(option.help),
        "default": option.default,
        "minimum": option.minimum,
        "maximum": option.maximum,
        "choices": [[value, gettext(label)] for value, label in option.choices],
        "optional": option.optional,
        "advanced": option.advanced,
        "custom": option.custom,
    }


def _said(text: str) -> str:
    # Asked for the empty text, gettext answers with the header of its catalogue.
    return gettext(text) if text else ""
