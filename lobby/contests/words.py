"""What are formats, their rules and the columns of standings called, for people?"""

from __future__ import annotations

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
VALUES: dict[str, Promise] = {
    "wins": _("Wins"),
    "mean_rank": _("Mean rank"),
    "steps": _("Steps survived"),
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
LANES: dict[int, Promise] = {0: _("Unbeaten"), 1: _("Beaten once"), 2: _("Final")}
