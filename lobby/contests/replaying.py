"""Which tables may be played again or made void, and by whom? Those of the last round from which nothing has followed, by hosts who do not
take part in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext_lazy as _

from lobby.accounts import persons
from lobby.accounts.models import User
from lobby.contests.formats.catalogue import KNOCKOUTS
from lobby.contests.models import Act, Contest, Stage, Table
from lobby.contests.team_models import Teammate
from lobby.matches.errors import NotAllowed

JUST_DONE = _("Somebody has just played this table again or made it void: look at it first.")


def checked(contest: Contest, user: User, stage: int, round_: int, number: int, seen: int) -> Table:
    """The table; `seen`: how many acts at it this person knows of. Raises NotAllowed with the reason for which it stays as it is."""
    here = contest.stages.filter(number=stage).first()
    tables = [] if here is None else _tables(here, round_)
    found = next((one for one in tables if one.number == number), None)
    if here is None or found is None or len(_seats(found)) < 2:
        raise NotAllowed("table", _("There is no such table."))
    if here.finished_at is not None:
        raise NotAllowed("table", _("This stage is over: it stands in what follows."))
    if here.tables.filter(round__gt=round_).exists():
        raise NotAllowed("table", _("A later round is drawn already."))
    if _has_followed(here, found, tables):
        raise NotAllowed("table", _("A further game at this table has followed from its result already."))
    if _seats(found) & _own(contest, user):
        raise NotAllowed("table", _("You take part at this table: leave it to another host."))
    if acts_at([found])[found.pk] != seen:
        raise NotAllowed("table", JUST_DONE)
    return found


def acts_at(tables: Iterable[Table]) -> Counter[int]:
    """{table: how often somebody has played it again or made it void}."""
    done = Act.objects.filter(table__in=list(tables), kind__in=(Act.Kind.REPLAY, Act.Kind.VOID))
    return Counter(done.order_by().values_list("table", flat=True))


def open_to(contest: Contest, user: User) -> tuple[list[Table], bool]:
    """Those that may be now, and whether others may be that are left to another host, as this one takes part there."""
    stage = contest.stages.filter(started_at__isnull=False, finished_at=None).first()
    last = None if stage is None else stage.tables.order_by("-round").first()
    if stage is None or last is None:
        return [], False
    tables, own = _tables(stage, last.round), _own(contest, user)
    found = [one for one in tables if len(_seats(one)) > 1 and not _has_followed(stage, one, tables)]
    others = [one for one in found if not _seats(one) & own]
    return others, len(others) < len(found)


def _tables(stage: Stage, round_: int) -> list[Table]:
    return list(stage.tables.filter(round=round_).order_by("number").select_related("stage").prefetch_related("places"))


def _seats(table: Table) -> set[int]:
    return {place.entrant_id for place in table.places.all()}


def _has_followed(stage: Stage, table: Table, tables: Sequence[Table]) -> bool:
    """Has a further game at a table of a knockout followed from this one? In other formats all games of a round are drawn before the first one."""
    later = (one for one in tables if one.number > table.number)
    return stage.format in KNOCKOUTS and any(_seats(one) == _seats(table) for one in later)


def _own(contest: Contest, user: User) -> set[int]:
    """Entrants with which this person takes part: their own ones, those of their teams, and programs that they own or share."""
    mates = Teammate.objects.filter(persons.of(user, "user"), contest=contest)
    return {
        *contest.entrants.filter(persons.playing(user)).values_list("pk", flat=True),
        *contest.entrants.filter(team__in=mates.values("team")).values_list("pk", flat=True),
    }
