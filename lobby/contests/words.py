"""What are formats, their rules and the columns of standings called, for people?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

FORMATS: dict[str, Promise] = {
    "points_race": _("Points race"),
    "last_out": _("Last one out"),
    "rank_sum": _("Sum of ranks"),
    "single": _("Single elimination"),
    "double": _("Double elimination"),
    "round_robin": _("Round robin"),
    "swiss": _("Swiss system"),
    "arena": _("Arena"),
}
HELP: dict[str, Promise] = {
    "points_race": _("Opponents are drawn by lot and secret. Most games won alone; then the better mean rank."),
    "last_out": _("Groups are drawn by lot, and the last of each group is out, until the target is reached."),
    "rank_sum": _("All play the same number of games; the lowest sum of ranks wins."),
    "single": _("Whoever loses is out. At larger tables the better half goes on. A draw is played on."),
    "double": _("Whoever loses twice is out. A draw is played on."),
    "round_robin": _("Everybody meets everybody."),
    "swiss": _("Neighbours in the standings meet, for a few rounds."),
    "arena": _("Whoever is free plays the next game at once."),
}
EMPTY: dict[str, Promise] = {
    "rounds": _(
        "Empty: in a points race 1; in a Swiss system as many as leave one unbeaten: 3 for 8 entrants, 5 for 32."
    ),
    "games": _("Empty: 1."),
    "target": _("Empty: 1."),
    "drop_worst": _("Empty: none."),
    "straight": _("Empty: nobody."),
    "advances": _("Empty: all who are left."),
    "every_minutes": _("Empty: the next round begins when all tables of the last one are over."),
    "lasts_minutes": _("Empty: until all is played."),
}
"""What a stage does about a number that its host leaves empty."""
VALUES: dict[str, Promise] = {
    "wins": _("Wins"),
    "mean_rank": _("Mean rank"),
    "steps": _("Steps survived"),
    "last_ranks": _("Sum of ranks in the last step"),
    "rank_sum": _("Sum of ranks"),
    "firsts": _("First ranks"),
    "rounds_won": _("Rounds won"),
    "losses": _("Defeats"),
    "rounds_lasted": _("Rounds lasted"),
    "points": pgettext_lazy("of a contest", "Points"),
    "opponents": _("Points of opponents"),
}
PHASES: dict[str, Promise] = {
    "announced": pgettext_lazy("contest", "announced"),
    "entry": _("entry open"),
    "closed": _("entry closed"),
    "check_in": _("check-in open"),
    "starting": _("about to start"),
    "running": pgettext_lazy("contest", "running"),
    "finished": pgettext_lazy("contest", "finished"),
    "cancelled": pgettext_lazy("contest", "cancelled"),
}
WHO: dict[str, Promise] = {"people": _("People"), "programs": _("Programs"), "both": _("People and programs")}
ENTRY: dict[str, Promise] = {
    "open": _("Open: everybody with an account"),
    "code": _("By code: whoever knows it"),
    "list": _("By list: those whose names you give"),
    "club": _("By club: its members"),
}
BUDGETS: dict[int, Promise] = {
    1: _("Usual: about 10 ms"),
    3: _("Three times: about 30 ms"),
    10: _("Ten times: about 100 ms"),
}
"""What `matches.terms.BUDGETS` are, as measured (docs/bots.md)."""
LANES: dict[int, Promise] = {0: _("Unbeaten"), 1: _("Beaten once"), 2: _("Final")}
STATES: dict[str, Promise] = {
    "waiting": _("to be played"),
    "running": _("being played"),
    "failed": _("stands still after a fault"),
    "over": pgettext_lazy("table of a contest", "over"),
    "void": _("void"),
}
ACTS: dict[str, Promise] = {
    "pause": _("The contest was paused."),
    "resume": _("The contest went on."),
    "dates": _("The dates were moved."),
    "remove": _("An entrant was removed."),
    "replay": _("A table is played again."),
    "void": _("A table was made void."),
    "message": _("A message to the entrants."),
    "cohost": _("Somebody became a co-host."),
    "uncohost": _("Somebody is a co-host no more."),
    "cancel": _("The contest was cancelled."),
    "staff": _("Staff have cancelled the contest."),
    "list": _("The list of those who can enter was changed."),
    "invite": _("A code was made with which many can sign up from one place."),
    "uninvite": _("The code for sign-ups was ended."),
}
DATES: dict[str, Promise] = {
    "opens_at": _("Entry opens:"),
    "closes_at": _("Entry closes:"),
    "check_in_at": _("Check-in opens:"),
    "starts_at": pgettext_lazy("contest", "Start:"),
}
"""How a line of the log says which date of the contest was moved."""
TIES: dict[str, Promise] = {
    "points_race": _("Games won alone; then the lower mean rank, fewer games, and the lot."),
    "last_out": _("Steps survived; then the sum of ranks in the last step, and the lot."),
    "rank_sum": _("The lowest sum of ranks; then more first ranks, the last game; then the rank is shared."),
    "single": _("A draw is played on, then the earlier rounds decide, and last the lot."),
    "double": _("A draw is played on, then the earlier rounds decide, and last the lot."),
    "round_robin": _("Points; then the points of the opponents, games won alone, and the lot."),
    "swiss": _("Points; then the points of the opponents, games won alone, and the lot."),
    "arena": _("Points; then the points of the opponents, games won alone, and the lot."),
}
"""What orders the standings of a format, for its page."""

VOID: dict[str, Promise] = {
    "last_out": _("The table counts for nobody: who is out there follows from the order of the lot."),
    "single": _("The table counts for nobody: who goes on is decided as after a draw."),
    "double": _("The table counts for nobody: who goes on is decided as after a draw."),
}
VOID_ELSEWHERE = _("The table counts for nobody.")
"""What a void table means in a format."""


LOGGED: dict[str, Promise] = {
    "remove": _("Removed:"),
    "replay": _("Played again:"),
    "void": _("Made void:"),
    "cohost": _("New co-host:"),
    "uncohost": _("No co-host any more:"),
    "message": _("To the entrants:"),
}
"""How a line of the log begins that goes on with whom or what the act was about."""


def acts(log: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines of a log of a contest, each with its sentence as `said`."""
    return [
        {
            **one,
            "said": _said(one),
            "format_name": FORMATS[one["format"]] if one["format"] else "",
            "dates": [{**moved, "name": DATES[moved["date"]]} for moved in one["dates"]],
        }
        for one in log
    ]


def _said(line: dict[str, Any]) -> Promise:
    about = any(line[name] for name in ("entrant", "person", "table")) or line["kind"] == "message"
    return LOGGED.get(line["kind"], ACTS[line["kind"]]) if about else ACTS[line["kind"]]
