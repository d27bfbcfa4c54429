"""What does a notice say, and where does it lead? In full on the site, in one general sentence where others may look on; in the active language.

A notice says what its person's seat knows: that orders are due, its own place, never what happened. Names are looked up when it is read.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

import games
from lobby.accounts.models import User
from lobby.matches import words
from lobby.matches.models import Match, Program, Vote
from lobby.matches.people import PersonalChallenge
from lobby.notices.models import Notice

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Kind = Notice.Kind

BRIEF: dict[str, StrPromise] = {
    Kind.STEP: _("A match waits for your orders"),
    Kind.SOON: _("A deadline of yours is near"),
    Kind.MISSED: _("You have missed a deadline"),
    Kind.BEGUN: _("A match of yours has begun"),
    Kind.ENDED: _("A match of yours is over"),
    Kind.REMATCH: _("Somebody wants a rematch with you"),
    Kind.CHALLENGE: _("There is news of a challenge"),
    Kind.SEAT: _("A seat is free that you can take over"),
    Kind.VOTE: _("A vote waits for you"),
    Kind.MESSAGE: _("Somebody has written to you"),
    Kind.CONTEST: _("There is news of a contest"),
    Kind.PROGRAM: _("A program of yours was switched off"),
    Kind.REPORT: _("There is an answer to a report of yours"),
    Kind.HOOK: _("A webhook of yours was switched off"),
    Kind.ACHIEVEMENT: _("You have achieved something"),
    Kind.WANTED: _("Somebody waits for a game that you asked for"),
    Kind.JOINED: _("Somebody has sat down at your table"),
    Kind.SEASON: _("A season is over"),
    Kind.CLUB: _("There is news of a club"),
    Kind.PUZZLE: _("The puzzles of the day are there"),
}
"""What is said where somebody else may read it: no game, no name, no number."""

_VOTES: dict[str, StrPromise] = {
    Vote.Kind.PAUSE: _("%(game)s: somebody asks for a pause. Your vote is missing."),
    Vote.Kind.RESUME: _("%(game)s: somebody wants to go on. Your vote is missing."),
    Vote.Kind.EXTEND: _("%(game)s: somebody asks for more time. Your vote is missing."),
    Vote.Kind.DRAW: _("%(game)s: somebody offers a draw. Your vote is missing."),
    Vote.Kind.ABORT: _("%(game)s: somebody wants to end the match without a result. Your vote is missing."),
}
_CONTESTS: dict[str, StrPromise] = {
    "check_in": _("%(name)s: check in now, or you do not take part."),
    "began": _("%(name)s has begun."),
    "over": _("%(name)s is over."),
    "cancelled": _("%(name)s was cancelled."),
    "too_few": _("%(name)s was cancelled, because it had too few entrants (%(text)s)."),
    "moved": _("%(name)s has other dates now."),
    "removed": _("The host has removed you from %(name)s. The log of the contest says why."),
    "off": _(
        "%(name)s: your program is switched off and plays no more. A better version that you hand in plays from the next evening on."
    ),
    "gone": _(
        "%(name)s: your program is switched off and plays no more in this contest, where programs stay as they have entered."
        " A better version can enter another one."
    ),
    "message": _("%(name)s, from the host: %(text)s"),
    "listed": _("You can enter %(name)s: its host has put you on the list."),
    "unlisted": _("You take no part in %(name)s any more: its host has taken you off the list."),
    "invited": _("%(by)s asks you to join the team %(team)s in %(name)s."),
    "joined": _("%(by)s has joined your team %(team)s in %(name)s."),
    "declined": _("%(by)s does not join your team %(team)s in %(name)s."),
    "unteamed": _("You are not in the team %(team)s in %(name)s any more."),
    "captain": _("You are the captain of the team %(team)s in %(name)s now."),
    "small": _("Your team %(team)s has too few members now and takes no part in %(name)s."),
}
_CLUBS: dict[str, StrPromise] = {
    "news": _("%(name)s, a club of yours, has news."),
    "asked": _("Somebody asks to join %(name)s, a club of yours."),
    "accepted": _("You are in the club %(name)s now."),
    "invited": _("You are invited to join the club %(name)s."),
    "officer": _("You are an officer of the club %(name)s now."),
    "owner": _("The club %(name)s is yours now."),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A notice as its person reads it."""

    id: int
    kind: str
    text: str
    brief: str
    url: str
    """Path on this site."""
    at: datetime
    is_read: bool
    match_id: str | None
    until: datetime | None
    """When the orders are due, if that is what it tells."""


def lines(notices: Sequence[Notice], known: Known | None = None) -> list[Line]:
    """The notices in words, in their order, with everything that they name read at once, unless it is `known`."""
    known = known or Known(notices)
    return [_line(one, known) for one in notices]


class Known:
    """What the notices name: matches, challenges, programs, people."""

    def __init__(self, notices: Collection[Notice]) -> None:
        self.matches = Match.objects.defer("options").in_bulk({one.match_id for one in notices if one.match_id})
        people = PersonalChallenge.objects.select_related("challenger", "challenged")
        self.challenges = people.in_bulk(self._named(notices, "challenge"))
        self.programs = Program.objects.in_bulk(self._named(notices, "program"))
        named = self._named(notices, "person")
        self.people = User.objects.in_bulk(named) if named else {}

    @staticmethod
    def _named(notices: Collection[Notice], what: str) -> Collection[str | int]:
        return {one.data[what] for one in notices if what in one.data}


def _line(notice: Notice, known: Known) -> Line:
    match = known.matches.get(notice.match_id or "")
    kind = Kind(notice.kind)
    is_due = kind in {Kind.STEP, Kind.SOON} or (kind == Kind.BEGUN and notice.step is not None)
    until = match.deadline if is_due and match is not None and match.clock != Match.Clock.NONE else None
    return Line(
        id=notice.pk,
        kind=kind,
        text=_text(notice, kind, match, known),
        brief=str(BRIEF[kind]),
        url=_url(notice, kind, match, known),
        at=notice.created_at,
        is_read=notice.read_at is not None,
        match_id=notice.match_id,
        until=until if match is not None and match.step == (notice.step or 0) else None,
    )


def game_name(game_id: str) -> str:
    """The name of a game; its id if it is no longer installed."""
    return gettext(games.get(game_id).name) if game_id in games.GAMES else game_id


def step_name(match: Match | None, number: int) -> str:
    """The name of a step of the match, by its game's word for steps if the game is still installed."""
    if match is None or match.game not in games.GAMES:
        return words.step(number)
    return words.step_of(games.get(match.game), match, number)


def match_name(match: Match) -> str:
    """A match among others of its host: the game, the map or what else has a name in its options, and how far it is."""
    game = games.get(match.game) if match.game in games.GAMES else None
    step = gettext("open table") if match.status == Match.Status.OPEN else step_name(match, match.step)
    told = [game_name(match.game), words.headline(game, match.options) if game is not None else "", step]
    return " · ".join(filter(None, told))


def _text(notice: Notice, kind: Notice.Kind, match: Match | None, known: Known) -> str:
    game = game_name(match.game) if match is not None else ""
    step = step_name(match, notice.step or 0)
    if kind == Kind.STEP:
        return gettext("%(game)s, %(step)s: your orders are due.") % {"game": game, "step": step}
    if kind == Kind.SOON:
        return gettext("%(game)s, %(step)s: the deadline is near, and your orders are missing.") % {
            "game": game,
            "step": step,
        }
    if kind == Kind.MISSED:
        return _missed(notice, game)
    if kind == Kind.BEGUN:
        return gettext("%(game)s: your match has begun.") % {"game": game}
    if kind == Kind.ENDED:
        if notice.data.get("place") is None:
            return gettext("%(game)s: your match has ended without a result.") % {"game": game}
        return gettext("%(game)s: your match is over. Your place: %(place)d.") % {
            "game": game,
            "place": notice.data["place"],
        }
    if kind == Kind.REMATCH:
        return gettext("%(game)s: somebody wants a rematch with you.") % {"game": game}
    if kind == Kind.CHALLENGE:
        return _challenge(notice, known)
    if kind == Kind.SEAT:
        return gettext("%(game)s: a seat is free that you can take over.") % {"game": game}
    if kind == Kind.WANTED:
        return gettext("%(game)s: somebody waits at a table.") % {"game": game}
    if kind == Kind.JOINED:
        if match is None or match.anonymous:
            return gettext("Somebody has sat down at your table (%(game)s).") % {"game": game}
        names = {"name": known.people.get(notice.data["person"], "…"), "game": game}
        return gettext("%(name)s has sat down at your table (%(game)s).") % names
    if kind == Kind.ACHIEVEMENT:
        return gettext("You have achieved “%(name)s”.") % {"name": gettext(notice.data["name"])}
    if kind == Kind.VOTE:
        return str(_VOTES[notice.data["vote"]]) % {"game": game}
    if kind == Kind.MESSAGE and "person" in notice.data:
        return gettext("%(name)s has written to you.") % {"name": known.people.get(notice.data["person"], "…")}
    if kind == Kind.MESSAGE:
        return gettext("%(game)s: somebody has written.") % {"game": game}
    if kind == Kind.CONTEST:
        return _contest(notice)
    if kind == Kind.PROGRAM:
        program = known.programs.get(notice.data["program"])
        return gettext("%(name)s failed in too many matches and was switched off.") % {"name": program or "…"}
    if kind == Kind.REPORT:
        if notice.data.get("acted"):
            return gettext("Staff have acted on your report. Thank you.")
        return gettext("Staff have looked at your report and saw no reason to act.")
    if kind == Kind.SEASON:
        return _season(notice)
    if kind == Kind.CLUB:
        return str(_CLUBS[notice.data["what"]]) % {"name": notice.data["name"]}
    if kind == Kind.PUZZLE:
        return gettext("The puzzles of the day are there.")
    return gettext("A webhook of yours failed too often and was switched off.")


def _missed(notice: Notice, game: str) -> str:
    missed, left = notice.data["missed"], notice.data["left"]
    if notice.data.get("bot"):
        told = ngettext(
            "%(game)s: you have missed a deadline, and a bot plays your seat now. Give orders to have it back before another takes it.",
            "%(game)s: you have missed %(n)d deadlines in a row, and a bot plays your seat now. Give orders to have it back before another takes it.",
            missed,
        )
    elif left is None:
        told = ngettext(
            "%(game)s: you have missed a deadline.", "%(game)s: you have missed %(n)d deadlines in a row.", missed
        )
    else:
        told = ngettext(
            "%(game)s: you have missed a deadline. If you miss the next one, a bot plays your seat.",
            "%(game)s: you have missed a deadline. If you miss %(left)d more in a row, a bot plays your seat.",
            left,
        )
    return told % {"game": game, "n": missed, "left": left}


def _challenge(notice: Notice, known: Known) -> str:
    asked = known.challenges.get(notice.data["challenge"])
    if asked is None:
        return gettext("A challenge is no longer open.")
    names = {"game": game_name(asked.game)}
    if notice.data["what"] == "declined":
        return gettext("%(name)s has declined your challenge (%(game)s).") % {"name": asked.challenged, **names}
    return gettext("%(name)s challenges you to a match (%(game)s).") % {"name": asked.challenger, **names}


def _contest(notice: Notice) -> str:
    if notice.data.get("rank") is not None:
        return gettext("%(name)s is over. Your rank: %(rank)d.") % {
            "name": notice.data["name"],
            "rank": notice.data["rank"],
        }
    named = {key: notice.data.get(key, "") for key in ("name", "text", "by", "team")}
    if moved := notice.data.get("moved"):
        dates = pgettext("list", ", ").join(_moved(moved))
        return gettext("%(name)s has other dates now: %(dates)s.") % {**named, "dates": dates}
    what = notice.data["what"]
    return str(_CONTESTS["too_few" if what == "cancelled" and named["text"] else what]) % named


def _moved(moved: dict[str, Any]) -> list[str]:
    """The dates of a contest that are others now, in its time zone."""

    def at(name: str) -> dict[str, str]:
        moment = datetime.fromisoformat(moved[name]).astimezone(ZoneInfo(moved["zone"]))
        return {"at": f"{moment:%Y-%m-%d %H:%M} ({moved['zone']})"}

    if "stage" in moved:
        told = {**at("at"), "n": moved["stage"] + 1}
        if moved["runs"]:
            return [gettext("the next round of stage %(n)d begins no earlier than %(at)s") % told]
        return [gettext("stage %(n)d begins no earlier than %(at)s") % told]
    found = []
    if "opens_at" in moved:
        found.append(gettext("the entry opens %(at)s") % at("opens_at"))
    if "closes_at" in moved:
        found.append(gettext("the entry closes %(at)s") % at("closes_at"))
    if "check_in_minutes" in moved:
        n = moved["check_in_minutes"]
        none, some = (
            gettext("no check-in"),
            ngettext("check-in %(n)d minute before the start", "check-in %(n)d minutes before the start", n),
        )
        found.append(some % {"n": n} if n else none)
    if "starts_at" in moved:
        found.append(gettext("it starts %(at)s") % at("starts_at"))
    return found


def _season(notice: Notice) -> str:
    data = notice.data
    if data["move"] < 0:
        told = gettext(
            "%(game)s: the season is over. You were number %(rank)d of your division and go up to league %(tier)d."
        )
    elif data["move"] > 0:
        told = gettext(
            "%(game)s: the season is over. You were number %(rank)d of your division and play on in league %(tier)d."
        )
    else:
        told = gettext(
            "%(game)s: the season is over. You were number %(rank)d of your division and stay in league %(tier)d."
        )
    return told % {"game": game_name(data["game"]), "rank": data["rank"], "tier": data["tier"]}


def _url(notice: Notice, kind: Notice.Kind, match: Match | None, known: Known) -> str:
    if kind == Kind.MESSAGE and "person" in notice.data:
        person = known.people.get(notice.data["person"])
        return reverse("conversations") if person is None else reverse("conversation", args=[person.slug])
    if kind == Kind.CHALLENGE:
        return reverse("challenges")
    if kind == Kind.CONTEST:
        return reverse("contest", args=[notice.data["contest"]])
    if kind == Kind.PROGRAM:
        return reverse("program", args=[notice.data["program"]])
    if kind == Kind.ACHIEVEMENT:
        game = notice.data["game"]
        return reverse("achievements", args=[game] if game in games.GAMES else [])
    if kind == Kind.HOOK:
        return reverse("account_notices")
    if kind == Kind.SEASON:
        return f"{reverse('leagues')}?game={notice.data['game']}&pace={notice.data['pace']}"
    if kind == Kind.CLUB:
        page = "club_askings" if notice.data["what"] == "asked" else "club"
        return reverse(page, args=[notice.data["club"]])
    if kind == Kind.PUZZLE:
        return reverse("puzzles")
    if match is None:
        return reverse("notices")
    return reverse("table" if match.status == Match.Status.OPEN else "match", args=[match.pk])
