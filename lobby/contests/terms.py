"""What are the terms of a contest, in words, before the entry and after it? Map, options, clock, programs, who may enter, replays."""

from __future__ import annotations

from contextlib import suppress

from django.utils.formats import number_format
from django.utils.translation import gettext, pgettext

import games
from games.core.contract import Game
from lobby.builds import admission
from lobby.contests import plans
from lobby.contests.models import Contest
from lobby.matches import words
from lobby.matches.words import OptionLine

Line = tuple[str, str]


def lines(contest: Contest) -> list[Line]:
    """Labels and texts, in the order in which people ask."""
    game = games.get(contest.game)
    found = []
    if maps := _maps(contest, game):
        found.append((gettext("Maps in turn") if len(maps) > 1 else gettext("Map"), pgettext("list", ", ").join(maps)))
    found.append((gettext("Clock"), _clock(contest)))
    if contest.who != Contest.Who.PEOPLE and game.programs is not None:
        found.append((gettext("Work of a program"), _budget(contest, game)))
    if contest.evening is not None:
        found.append((gettext("New versions"), _versions(contest)))
    found.append((gettext("Who may enter"), _entry(contest)))
    order = gettext("by rating, then by lot") if contest.is_seeded else gettext("by lot")
    found.append((gettext("Order of entrants"), order))
    found.append((gettext("Replays"), _replays(contest)))
    found.append((gettext("Rating"), _rating(contest, game)))
    return found


def options(contest: Contest) -> list[OptionLine]:
    """The options of the game, those that differ from its usual ones first; where it is played is among `lines`."""
    game = games.get(contest.game)
    option = plans.map_option(game)
    label = "" if option is None else gettext(option.label)
    return [line for line in words.option_lines(game, _all(contest, game)) if line.label != label and not line.is_minor]


def _all(contest: Contest, game: Game) -> dict[str, object]:
    return {one.key: one.default for one in game.options} | contest.options


def _maps(contest: Contest, game: Game) -> list[str]:
    option = plans.map_option(game)
    if option is None:
        return []
    found = []
    for one in plans.turns(game, _all(contest, game), contest.maps):
        value = one[option.key]
        found.append(words.own_name(value) if isinstance(value, dict) else words.headline(game, one))
    return [name or gettext("drawn anew for every match") for name in found]


def _rating(contest: Contest, game: Game) -> str:
    if contest.is_secret:
        return gettext("not rated")
    turns = plans.turns(game, _all(contest, game), contest.maps)
    admitted = [admission.are_admitted(game.id, one) for one in turns]
    if all(admitted):
        return gettext("Rated")
    return (
        gettext("rated only on maps whose starts are known to be equally good")
        if any(admitted)
        else gettext("not rated: whether the starts of this map are equally good is not known")
    )


def _clock(contest: Contest) -> str:
    given = {"time": words.duration(contest.step_seconds), "bank": words.duration(contest.bank_seconds)}
    if not contest.bank_seconds:
        return gettext("%(time)s a step") % given
    return gettext("%(time)s a step, %(bank)s in reserve") % given


def _budget(contest: Contest, game: Game) -> str:
    assert game.programs is not None
    # A game may give each kind of its programs another budget, which is then among its options.
    units = 0
    with suppress(LookupError, TypeError):
        units = game.programs.with_budget(contest.budget).budget(_all(contest, game), {})
    if not units and contest.budget == 1:
        return gettext("as the rules of the game have it")
    shown = {"n": number_format(units, force_grouping=True), "times": contest.budget}
    if contest.budget != 1:
        if not units:
            return gettext("%(times)s times as much as in other matches") % shown
        return gettext("up to %(n)s units a run, %(times)s times as much as in other matches") % shown
    return gettext("up to %(n)s units a run, as in every match of the site") % shown


def _versions(contest: Contest) -> str:
    assert contest.evening is not None
    return gettext(
        "taken until the evening after the last round of the race; they count from the next evening on, at %(hour)s (%(zone)s)"
    ) % {"hour": contest.evening.strftime("%H:%M"), "zone": contest.time_zone}


def _entry(contest: Contest) -> str:
    who = {
        "open": gettext("everybody with an account"),
        "club": gettext("members of the club"),
        "code": gettext("whoever knows the code"),
        "list": gettext("those on the host's list"),
    }[contest.entry]
    if contest.is_for_teams and contest.team_least == contest.team_most:
        return gettext("%(who)s, in teams of %(n)d") % {"who": who, "n": contest.team_most}
    if contest.is_for_teams:
        return gettext("%(who)s, in teams of %(low)d to %(high)d members") % {
            "who": who,
            "low": contest.team_least,
            "high": contest.team_most,
        }
    if contest.per_person == 1:
        return gettext("%(who)s, once each") % {"who": who}
    return gettext("%(who)s, with up to %(n)d programs each") % {"who": who, "n": contest.per_person}


def _replays(contest: Contest) -> str:
    if contest.is_secret:
        return gettext(
            "sealed until the contest is over, then open to everybody; of one's own matches at once, without names"
        )
    return gettext("open to everybody at once")
