"""How is a table described in words? Texts for pages about clock, options, preset and seats, in the active language. Decides nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.dates import WEEKDAYS
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.core.contract import Bot, ByPeople, Game, Option
from games.core.feats import Strength
from games.core.text import spoken
from lobby.matches.models import Match

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

SEAT_LETTERS = "ABCDEFGH"
PRESS = {
    Match.Press.NONE: _("No talk between players"),
    Match.Press.PUBLIC: _("One channel for all"),
    Match.Press.FULL: _("Private channels too"),
}
"""Texts for what players may say to each other."""
KINDS = {
    Match.Kind.ORDINARY: _("Everybody plays for themselves"),
    Match.Kind.HOT_SEAT: _("Hot seat: several people in front of this screen"),
    Match.Kind.SANDBOX: _("Sandbox: I play all seats"),
}
"""Texts for who plays the seats of a table. A kind without a text cannot be chosen."""
STRENGTHS: dict[Strength, StrPromise] = {
    "easy": pgettext_lazy("strength of a bot", "easy"),
    "medium": pgettext_lazy("strength of a bot", "medium"),
    "hard": pgettext_lazy("strength of a bot", "hard"),
}
"""Texts for how hard bots are to beat."""
ENDINGS: dict[ByPeople, StrPromise] = {
    "agreed_draw": _("The seats agreed on a draw."),
    "claimed": _("The others were away, and the win was claimed."),
    "gave_up": _("One of the two has given up."),
}
"""Texts for how people end a match that would go on by the rules."""
OLD_AGREED_DRAW = "draw"
"""The reason of an agreed draw in old matches. A game with a reason of that name had no agreed draws."""


@dataclass(frozen=True)
class OptionLine:
    """One option of a table."""

    label: str
    text: str
    is_default: bool
    is_minor: bool
    """The usual value, which needs no line of its own."""


def duration(seconds: int) -> str:
    """A length of time in its largest whole unit."""
    if seconds % 86400 == 0 and seconds:
        return ngettext("%(n)d day", "%(n)d days", seconds // 86400) % {"n": seconds // 86400}
    if seconds % 3600 == 0 and seconds:
        return ngettext("%(n)d hour", "%(n)d hours", seconds // 3600) % {"n": seconds // 3600}
    if seconds % 60 == 0 and seconds:
        return ngettext("%(n)d minute", "%(n)d minutes", seconds // 60) % {"n": seconds // 60}
    return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}


def clock(match: Match) -> str:
    """The clock of a table in one short phrase."""
    if match.kind != Match.Kind.ORDINARY or match.clock == Match.Clock.NONE:
        return gettext("No clock")
    if not match.bank_seconds:
        return gettext("%(time)s a step") % {"time": duration(match.step_seconds)}
    return gettext("%(time)s a step, %(bank)s in reserve") % {
        "time": duration(match.step_seconds),
        "bank": duration(match.bank_seconds),
    }


def kind(match: Match) -> str:
    """The name of a mode in which one person plays alone; "" for other matches."""
    names = {
        Match.Kind.HOT_SEAT: gettext("hot seat"),
        Match.Kind.SANDBOX: gettext("sandbox"),
        Match.Kind.LESSON: gettext("lesson"),
    }
    return names.get(Match.Kind(match.kind), "")


def terms(match: Match) -> list[tuple[str, str]]:
    """Conditions for people and the calendar, as labels and texts. Usual values are left out."""
    lines = []
    if match.kind != Match.Kind.ORDINARY:
        lines.append((gettext("Kind of table"), str(KINDS[Match.Kind(match.kind)])))
    if match.rated:
        lines.append((gettext("Rating"), gettext("Rated")))
    if match.password:
        lines.append((gettext("Entry"), gettext("with a password or by invitation")))
    if match.min_reliability:
        lines.append((gettext("Reliability"), gettext("at least %(n)d %% in time") % {"n": match.min_reliability}))
    if match.fixed_hour is not None:
        hour = gettext("%(hour)02d:00 (%(zone)s)") % {"hour": match.fixed_hour, "zone": match.time_zone}
        lines.append((gettext("Steps end at"), hour))
    if match.rest_days:
        lines.append((gettext("Rest days"), pgettext("list", ", ").join(str(WEEKDAYS[day]) for day in match.rest_days)))
    if match.vacation_days:
        days = ngettext("%(n)d day for each seat", "%(n)d days for each seat", match.vacation_days)
        lines.append((gettext("Vacation"), days % {"n": match.vacation_days}))
    return lines


def press(match: Match) -> str:
    """How players may talk while the match runs."""
    return str(PRESS[Match.Press(match.press)])


def step(number: int) -> str:
    """The text for a step by its number. Only the browser knows the game's own word for its steps."""
    return gettext("Step %(n)d") % {"n": number + 1}


def step_of(game: Game, match: Match, number: int) -> str:
    """The name of a step of that match by the game's word for its steps, as its page names it."""
    shown = {"n": (match.forked_step or 0) + number + 1}
    return gettext("Round %(n)d") % shown if game.turns == "round" else gettext("Step %(n)d") % shown


def seat(number: int) -> str:
    """The name of a seat when nobody may know who sits there."""
    return gettext("Seat %(letter)s") % {"letter": SEAT_LETTERS[number]}


def fog(game: Game, options: Mapping[str, Any]) -> str:
    """The text that says whether a match hides anything."""
    return gettext("Fog of war") if game.has_fog(dict(options)) else gettext("Open information")


def strength(bot: Bot) -> str:
    """How hard the bot is to beat, in a word; "" if its game does not say."""
    return str(STRENGTHS[bot.strength]) if bot.strength else ""


def bot_name(bot: Bot) -> str:
    """The name of a bot, and how hard it is to beat if its game says so."""
    name = gettext(bot.name)
    return gettext("%(name)s (%(strength)s)") % {"name": name, "strength": strength(bot)} if bot.strength else name


def option_lines(game: Game, options: Mapping[str, Any]) -> list[OptionLine]:
    """Every option with its value, in the game's order; those that differ from the default first."""
    lines = [
        _line(option, options.get(option.key))
        for option in game.options
        if not _is_moot(option, options.get(option.key))
    ]
    return sorted(lines, key=lambda line: line.is_default)


def _line(option: Option, value: Any) -> OptionLine:
    is_default = value == option.default
    return OptionLine(
        label=gettext(option.label),
        text=option_text(option, value),
        is_default=is_default,
        is_minor=is_default and (option.advanced or option.optional or option.kind in {"int", "json"}),
    )


def headline(game: Game, options: Mapping[str, Any]) -> str:
    """The names in the option values, such as that of a map. They tell this table from others; "" if there are none."""
    return " · ".join(_names(game, options))


def _names(game: Game, options: Mapping[str, Any]) -> Iterator[str]:
    for option in game.options:
        value = options.get(option.key)
        if isinstance(value, dict) and "name" in value:
            yield own_name(value)
        elif option.kind == "choice" and option.custom and value is not None:
            # The part in brackets helps only people who choose.
            yield re.sub(r"\s*[(（][^()（）]*[)）]$", "", option_text(option, value))


def own_name(thing: Mapping[str, Any]) -> str:
    """The name in a JSON object: its `title`, else its `name`; in other languages `title_zh`, `name_zh` and the like."""
    language = (get_language() or "en").split("-")[0]
    return str(next(filter(None, map(thing.get, (f"title_{language}", f"name_{language}", "title", "name"))), ""))


def _is_moot(option: Option, value: Any) -> bool:
    return option.kind == "json" and option.default in (None, {}, []) and value in (None, {}, [], "")


def option_text(option: Option, value: Any) -> str:
    """A value of an option in words, never a key or JSON."""
    if value is None or (option.kind == "json" and not value):
        return gettext("as usual")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    labels = {_hashable(key): gettext(label) for key, label in option.choices}
    if option.kind == "choices":
        if len(value) == len(option.choices):
            return gettext("all")
        return pgettext("list", ", ").join(labels.get(_hashable(one), str(one)) for one in value) or gettext("none")
    if _hashable(value) in labels:
        return labels[_hashable(value)]
    if isinstance(value, dict) and own_name(value):
        return own_name(value)
    if isinstance(value, dict) and len(value) == 1 and repr(next(iter(value))) in labels:
        # A choice with wishes of its own, such as a generated map of that size.
        return labels[repr(next(iter(value)))]
    if isinstance(value, dict | list):
        told = option.in_words(value) if option.in_words else ()
        return gettext("; ").join(spoken(one, gettext) for one in told) or gettext("of its own")
    return capfirst(str(value))


def endings(game: Game) -> dict[str, str]:
    """Texts of the reasons by which people, not the rules, end matches of that game."""
    old = {} if OLD_AGREED_DRAW in game.reasons else {OLD_AGREED_DRAW: str(ENDINGS["agreed_draw"])}
    return {**old, **{reason: str(text) for reason, text in ENDINGS.items()}}


def reasons(game: Game) -> dict[str, str]:
    """Texts of all reasons for which a match of that game can end."""
    return {**endings(game), **{reason: gettext(text) for reason, text in game.reasons.items()}}


def vocabulary(game: Game) -> dict[str, Any]:
    """The game's words for its things, in the language of the page, for places without a board."""
    own = game.vocabulary
    translated = {
        name: {key: gettext(text) for key, text in texts.items()}
        for name, texts in (("keys", own.keys), ("values", own.values), ("events", own.events))
    }
    return {**translated, "seats": sorted(own.seats), "orders": list(own.orders)}


def _hashable(value: Any) -> str:
    return repr(value)


def preferences(game: Game) -> list[dict[str, Any]]:
    """What a person can leave to the site in matches of that game, for a panel; [] if there is nothing."""
    return [
        {
            "key": option.key,
            "kind": option.kind,
            "label": gettext(option.label),
            "help": gettext(option.help) if option.help else "",
            "minimum": option.minimum,
            "maximum": option.maximum,
            "choices": [[value, gettext(label)] for value, label in option.choices],
        }
        for option in game.preferences
    ]


def until(game: Game) -> list[dict[str, Any]]:
    """For what a person who goes on for many steps may want to be asked again; [] if nobody goes on by himself."""
    return [
        {
            "key": one.key,
            "label": gettext(one.label),
            "amount": [one.amount.least, one.amount.most, one.amount.usual] if one.amount else None,
            "usual": one.is_usual,
        }
        for one in game.until
    ]
