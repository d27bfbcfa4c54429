"""How do staff void a match? With a reason for the log; then its pool is computed again."""

from __future__ import annotations

from functools import partial

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from lobby.accounts import persons, sanctions
from lobby.accounts.models import User
from lobby.ratings import background, rater, recomputation
from lobby.ratings.models import RatedMatch

Verdict = RatedMatch.Verdict


def void(*, staff: User, match_id: str, why: str) -> None:
    """Void the match, so that it counts for nobody. Raises ValidationError."""
    _judge(staff, match_id, why, act="void rating", was=Verdict.COUNTS, now=Verdict.VOID)


def restore(*, staff: User, match_id: str, why: str) -> None:
    """Let a voided match count again, at its old place in the order. Raises ValidationError."""
    _judge(staff, match_id, why, act="restore rating", was=Verdict.VOID, now=Verdict.COUNTS)


def _judge(staff: User, match_id: str, why: str, *, act: str, was: Verdict, now: Verdict) -> None:
    if not why.strip():
        raise ValidationError(_("Give a reason: it goes into the log."), code="required")
    with transaction.atomic():
        known = RatedMatch.objects.select_related("match").filter(match=match_id, verdict=was).first()
        if known is None:
            raise ValidationError(
                _("The match has been judged otherwise already, or counts for nobody."), code="judged"
            )
        if known.match.seats.filter(persons.playing(staff)).exists():
            raise ValidationError(
                _("You played in this match: only somebody else of the staff may act on it."), code="own"
            )
        rater.held_pool(known.game, known.pace)
        RatedMatch.objects.filter(pk=known.pk).update(verdict=now)
        recomputation.make_stale(known.game, known.pace)
        sanctions.log_act(staff=staff, act=act, subject=known.match, why=why)
        # If the process dies before that, the hourly check does it.
        transaction.on_commit(partial(background.soon, _work_out))


def _work_out() -> None:
    recomputation.recompute_all(repair=True, stale_only=True)
