"""What does whoever steers a contest do to it? Pause it, move its dates, remove an entrant, play a table again or void it, write to entrants.

The host and the co-hosts do; only the host chooses co-hosts. Each act is one transaction that holds the contest, and one line of the contest's
log, which everybody may read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import Field
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts import invitations, persons
from lobby.accounts import services as people
from lobby.accounts.models import User
from lobby.contests import (
    act_fields,
    background,
    evenings,
    lists,
    moving,
    plans,
    replaying,
    scheduler,
    services,
    settling,
)
from lobby.contests.models import Act, Contest, Stage
from lobby.contests.plans import Dates
from lobby.matches.errors import NotAllowed
from lobby.platform.characters import cleaning
from lobby.store import acts
from lobby.tables.services import NotHost

LONGEST_TEXT = 1000
COHOSTS = 5
MESSAGES = 10
"""To entrants, of one contest in a day."""
REQUIRED = Field.default_error_messages["required"]
_SAY_WHY = _("Say why: everybody can read it.")


def held(user: User, contest_id: int) -> Contest:
    """The contest, locked, for somebody who steers it. Raises NoContest, NotHost, NotAllowed when it is over."""
    contest = Contest.objects.select_for_update().filter(pk=contest_id).first()
    if contest is None:
        raise services.NoContest
    if not services.steers(contest, user):
        raise NotHost("", services.ONLY_HOSTS)
    if contest.is_over:
        raise NotAllowed("", _("This contest is over."))
    return contest


@acts.acting(transaction.atomic)
def pause(*, user: User, contest_id: int, why: str = "") -> None:
    """Nothing new begins; matches that run go on to their end."""
    contest, text = held(user, contest_id), _text(why, shortest=0)
    if contest.paused_at is not None:
        raise NotAllowed("", _("This contest is paused already."))
    contest.paused_at = timezone.now()
    contest.save(update_fields=["paused_at"])
    _log(contest, user, Act.Kind.PAUSE, text=text)


@acts.acting(transaction.atomic)
def resume(*, user: User, contest_id: int, now: datetime | None = None) -> None:
    """It goes on. What is left of the time of its stage is as much as before; a date that was set in the pause stays as it was set."""
    contest, now = held(user, contest_id), now or timezone.now()
    if contest.paused_at is None:
        raise NotAllowed("", _("This contest is not paused."))
    stage = contest.stages.filter(started_at__isnull=False, finished_at=None).first()
    if stage is not None:
        pause_of_stage = now - max(contest.paused_at, stage.started_at or now)
        stage.held_seconds += max(0, round(pause_of_stage.total_seconds()))
        if contest.evening is not None and stage.number == 0:
            # An evening that has passed in the pause is skipped.
            if stage.next_at is not None and stage.next_at <= now:
                _race_on(contest, stage, now)
        elif stage.next_at is not None and not _was_moved(contest, stage):
            stage.next_at += pause_of_stage
        stage.save(update_fields=["held_seconds", "next_at"])
    contest.paused_at = None
    contest.save(update_fields=["paused_at", "frozen_at"])
    _log(contest, user, Act.Kind.RESUME)
    _go_on(contest)


def _was_moved(contest: Contest, stage: Stage) -> bool:
    """Has somebody set when the stage goes on since the contest was paused?"""
    return contest.acts.filter(kind=Act.Kind.DATES, stage=stage.number, at__gte=contest.paused_at).exists()


def _race_on(contest: Contest, race: Stage, moment: datetime) -> None:
    """The next round of a race by evenings is at the first evening not before that moment, and the freeze follows from it. The caller saves both."""
    race.next_at = moving.next_evening(contest, moment)
    drawn = race.tables.order_by().values("round").distinct().count()
    contest.frozen_at = evenings.freeze(contest, race, race.next_at, drawn)


@acts.acting(transaction.atomic)
def move(*, user: User, contest_id: int, dates: Dates, why: str = "") -> None:
    """Other dates of a contest that has not begun. Raises NotAllowed with the name of the field."""
    contest, text = held(user, contest_id), _text(why, shortest=0)
    if contest.status != Contest.Status.PLANNED:
        raise NotAllowed("", _("This contest has begun."))
    before = dates_of(contest)
    if dates == before:
        raise NotAllowed("starts_at", _("These are its dates already."))
    plans.check_times(dates, timezone.now(), before)
    for name, value in vars(dates).items():
        setattr(contest, name, value)
    contest.save(update_fields=list(vars(dates)))
    # Programs read when it starts where they read when a stage does.
    start = {"moved_from": before.starts_at, "moved_to": dates.starts_at} if before.starts_at != dates.starts_at else {}
    act = _log(contest, user, Act.Kind.DATES, text=text, facts={"dates": moving.from_to(before, dates)}, **start)
    moved = {"zone": contest.time_zone, **moving.changed(before, dates)}
    scheduler.tell(contest, contest.entrants.all(), f"moved:{act.pk}", moved=moved)


@acts.acting(transaction.atomic)
def move_stage(
    *, user: User, contest_id: int, stage: int, not_before: datetime, why: str = "", now: datetime | None = None
) -> None:
    """When a later stage begins at the earliest, or the next round of the one that runs; before the start and after it. Raises NotAllowed."""
    contest, text, now = held(user, contest_id), _text(why, shortest=0), now or timezone.now()
    found = contest.stages.filter(number=stage, finished_at=None).first()
    if found is None or (stage == 0 and found.started_at is None):
        raise NotAllowed("stage", _("Only a later stage, or the one that runs, has a date that can be moved."))
    moving.check_stage(contest, found, not_before, now)
    before = found.not_before if found.started_at is None else found.next_at
    if found.started_at is None:
        found.not_before = not_before
    elif contest.evening is not None and found.number == 0:
        _race_on(contest, found, not_before)
        contest.save(update_fields=["frozen_at"])
    else:
        found.next_at = not_before
    found.save(update_fields=["not_before", "next_at"])
    # A round by evenings is at the first evening from that moment on.
    now_at = found.not_before if found.started_at is None else found.next_at
    assert now_at is not None
    act = _log(contest, user, Act.Kind.DATES, text=text, stage=stage, moved_from=before, moved_to=now_at)
    moved = {"zone": contest.time_zone, "stage": stage, "runs": found.started_at is not None, "at": now_at.isoformat()}
    scheduler.tell(contest, contest.entrants.all(), f"moved:{act.pk}", moved=moved)


@acts.acting(transaction.atomic)
def relist(*, user: User, contest_id: int, listed: Sequence[str], now: datetime | None = None) -> None:
    """Other names on the list of a contest by list, until its entry closes. Who is on it no more takes no part any more."""
    contest = held(user, contest_id)
    if not contest.by_list:
        raise NotAllowed("listed", _("This contest is not by list."))
    if contest.status != Contest.Status.PLANNED or (now or timezone.now()) >= contest.closes_at:
        raise NotAllowed("listed", _("The entry is closed."))
    lists.withdraw(contest, lists.write(contest, lists.named(listed)))
    _log(contest, user, Act.Kind.LIST)


@acts.acting(transaction.atomic)
def remove(*, user: User, contest_id: int, entrant_id: int, why: str) -> None:
    """Somebody takes part no more and cannot enter again; a match that runs is theirs to forfeit (`settling`). The reason is in the log."""
    contest, text = held(user, contest_id), _text(why)
    entrant = contest.entrants.filter(pk=entrant_id, is_removed=False).first()
    if entrant is None:
        raise NotAllowed("entrant", _("There is no such entrant."))
    scheduler.tell(contest, [entrant], f"removed:{entrant.pk}")
    entrant.is_removed, entrant.withdrawn_at = True, entrant.withdrawn_at or timezone.now()
    entrant.save(update_fields=["is_removed", "withdrawn_at"])
    _log(contest, user, Act.Kind.REMOVE, text=text, entrant=entrant)
    _go_on(contest)


@acts.acting(transaction.atomic)
def replay(*, user: User, contest_id: int, stage: int, round_: int, number: int, seen: int, why: str) -> None:
    """Play a table of the last round again, whether it runs, is over or is void. What was played there before does not count here. `seen`: how
    many acts at it this person knows of (`replaying.acts_at`)."""
    contest, text = held(user, contest_id), _text(why)
    table = replaying.checked(contest, user, stage, round_, number, seen)
    settling.reopen(table, timezone.now())
    _log(contest, user, Act.Kind.REPLAY, text=text, table=table)
    _go_on(contest)


@acts.acting(transaction.atomic)
def void(*, user: User, contest_id: int, stage: int, round_: int, number: int, seen: int, why: str) -> None:
    """A table of the last round counts for nobody, as if it could not be played. `seen` as in `replay`."""
    contest, text = held(user, contest_id), _text(why)
    table = replaying.checked(contest, user, stage, round_, number, seen)
    if table.is_void:
        raise NotAllowed("table", _("This table is void already."))
    settling.annul(table, timezone.now())
    _log(contest, user, Act.Kind.VOID, text=text, table=table)
    _go_on(contest)


@acts.acting(transaction.atomic)
def write(*, user: User, contest_id: int, text: str) -> None:
    """Tell all entrants something: a notice, and a line of the log."""
    contest, cleaned = held(user, contest_id), _text(text)
    recent = contest.acts.filter(kind=Act.Kind.MESSAGE, at__gt=timezone.now() - services.DAY)
    if recent.count() >= MESSAGES:
        raise NotAllowed("text", _("At most %(limit)s messages in a day."), limit=MESSAGES)
    act = _log(contest, user, Act.Kind.MESSAGE, text=cleaned)
    scheduler.tell(contest, contest.entrants.all(), f"message:{act.pk}", text=cleaned)


@acts.acting(transaction.atomic)
def add_cohost(*, user: User, contest_id: int, slug: str) -> None:
    """Somebody with an account steers it too. Only the host decides that."""
    contest = _of_host(user, contest_id)
    try:
        person = people.person(slug)
    except User.DoesNotExist:
        raise NotAllowed("person", _("There is no such person.")) from None
    if person.is_guest or person.is_bot or services.steers(contest, person):
        raise NotAllowed("person", _("This cannot be a co-host: choose somebody with an account who is none yet."))
    if contest.cohosts.count() >= COHOSTS:
        raise NotAllowed("person", _("At most %(limit)s co-hosts."), limit=COHOSTS)
    contest.cohosts.add(person)
    _log(contest, user, Act.Kind.COHOST, person=person)


@acts.acting(transaction.atomic)
def remove_cohost(*, user: User, contest_id: int, slug: str) -> None:
    """Somebody steers it no more. Only the host decides that."""
    contest = _of_host(user, contest_id)
    person = next((one for one in contest.cohosts.all() if one.slug == slug), None)
    if person is None:
        raise NotAllowed("person", _("There is no such person."))
    contest.cohosts.remove(person)
    _log(contest, user, Act.Kind.UNCOHOST, person=person)


@acts.acting(transaction.atomic)
def invite(*, user: User, contest_id: int, people: int, days: int, now: datetime | None = None) -> None:
    """A code with which so many people sign up from one address, in place of an earlier one. Raises NotAllowed."""
    contest, now = held(user, contest_id), now or timezone.now()
    persons.hold(user)
    for name, value, most in (("people", people, invitations.MOST), ("days", days, invitations.DAYS)):
        if not 1 <= value <= most:
            raise NotAllowed(name, _("A number from 1 to %(most)s."), most=most)
    left = invitations.left(user, now)
    if people > left:
        raise NotAllowed("people", _("Your invitations of the last 30 days leave %(limit)s people."), limit=left)
    if contest.invitation is not None:
        invitations.end(contest.invitation, now)
    contest.invitation = invitations.make(maker=user, what_for=contest.name, most=people, days=days, now=now)
    contest.save(update_fields=["invitation"])
    _log(contest, user, Act.Kind.INVITE)


@acts.acting(transaction.atomic)
def uninvite(*, user: User, contest_id: int, now: datetime | None = None) -> None:
    """Nobody signs up with its code any more."""
    contest, now = held(user, contest_id), now or timezone.now()
    if contest.invitation is None or not contest.invitation.is_open(now):
        raise NotAllowed("", _("This contest has no open invitation."))
    invitations.end(contest.invitation, now)
    _log(contest, user, Act.Kind.UNINVITE)


def do(*, user: User, contest_id: int, act: str, given: Mapping[str, Any]) -> None:
    """One act by its name, with the fields that it takes of `given`: `text`, `entrant`, `stage`, `round`, `number`, `acts`,
    `person`, the dates, `listed`, `people` with `days`. Raises NotAllowed with the name of the field without one that it needs."""
    if name := act_fields.missing(act_fields.STEERING, act, given):
        raise NotAllowed(name, _SAY_WHY if name == "text" else REQUIRED)
    text = str(given.get("text", ""))
    here: dict[str, Any] = {"user": user, "contest_id": contest_id}
    if act == "pause":
        pause(**here, why=text)
    elif act == "resume":
        resume(**here)
    elif act == "dates":
        contest = held_now(user, contest_id)
        move(**here, dates=dates_of(contest, **{name: given.get(name) for name in act_fields.DATES}), why=text)
    elif act == "remove":
        remove(**here, entrant_id=given["entrant"], why=text)
    elif act in {"replay", "void"}:
        place: dict[str, Any] = {name: _at_most(given[key]) for name, key in _PLACE.items()}
        (replay if act == "replay" else void)(**here, **place, why=text)
    elif act == "stage":
        move_stage(**here, stage=_at_most(given["stage"]), not_before=given["not_before"], why=text)
    elif act == "list":
        relist(**here, listed=given["listed"])
    elif act == "message":
        write(**here, text=text)
    elif act == "cohost":
        add_cohost(**here, slug=str(given["person"]))
    elif act == "uncohost":
        remove_cohost(**here, slug=str(given["person"]))
    elif act == "invite":
        invite(**here, people=given["people"], days=given["days"])
    elif act == "uninvite":
        uninvite(**here)
    else:
        raise NotAllowed("act", _("There is no such act."))


_PLACE = {"stage": "stage", "round_": "round", "number": "number", "seen": "acts"}


# --- What several of them ask


def _at_most(number: int) -> int:
    """A number that the database can look for."""
    return min(number, 30_000)


def held_now(user: User, contest_id: int) -> Contest:
    """As `held`, without the lock."""
    with transaction.atomic():
        return held(user, contest_id)


def _of_host(user: User, contest_id: int) -> Contest:
    contest = held(user, contest_id)
    if contest.host_id != user.pk:
        raise NotHost("", _("Only the host chooses co-hosts."))
    return contest


def _text(raw: str, *, shortest: int = 1) -> str:
    """What is written, as others will see it. Raises NotAllowed."""
    if len(raw.strip()) < shortest:
        raise NotAllowed("text", _SAY_WHY)
    try:
        return cleaning.paragraphs(raw, longest=LONGEST_TEXT)
    except ValidationError as error:
        raise NotAllowed.of("text", error) from None


def _log(contest: Contest, user: User, kind: Act.Kind, *, text: str = "", **about: object) -> Act:
    return Act.objects.create(contest=contest, user=user, kind=kind, text=text, **about)


def _go_on(contest: Contest) -> None:
    transaction.on_commit(partial(background.soon, partial(scheduler.go_on, contest.pk)))


def dates_of(contest: Contest, **changed: object) -> Dates:
    """The dates of a contest, some of them changed; one that is given to the second or minute as it stands stays as it is."""
    before = Dates(contest.opens_at, contest.closes_at, contest.starts_at, contest.check_in_minutes, contest.time_zone)
    return replace(
        before,
        **{
            name: value
            for name, value in changed.items()
            if value is not None and not _is_same(getattr(before, name), value)
        },  # type: ignore[arg-type]
    )


def _is_same(before: object, given: object) -> bool:
    if not isinstance(before, datetime):
        return before == given
    return given in {before, before.replace(microsecond=0), before.replace(second=0, microsecond=0)}
