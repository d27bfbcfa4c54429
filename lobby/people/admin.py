"""What did people report, and what do staff do about it? The queue lists reports. Staff close each with or without an act, and both are logged.

A member of staff who plays in a match, with any account or a program, does not see its reports before its end: private chat there, and who
wrote it, is secret from every player. They never see reports about themselves, and decide none of a match of theirs and none that they made.
"""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from lobby.accounts import sanctions
from lobby.accounts.models import Report, StaffAct, User
from lobby.accounts.staff import LongList, UntilForm, asks_why
from lobby.clubs import founding, posting
from lobby.conversations import writing as conversations
from lobby.matches.models import ChatLine
from lobby.people import reported
from lobby.talk import chat


@admin.register(Report)
class ReportAdmin(LongList):
    """The queue: open ones first, newest first."""

    ordering = ["-status", "-created_at"]  # open, dismissed, acted
    actions = ["mute_person", "suspend_person", "take_name", "take_back", "dismiss"]
    list_display = ["created_at", "status", "kind", "name", "person", "text", "note", "reporter", "handled_by"]
    list_filter = ["status", "kind"]
    search_fields = ["name", "text", "note"]
    readonly_fields = (
        *(
            "created_at",
            "status",
            "kind",
            "name",
            "person",
            "text",
            "note",
            "match",
            "reporter",
            "handled_by",
            "handled_at",
        ),
        "earlier",
    )
    fields = readonly_fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """All reports except those about this member of staff, and those from matches that they or a program of theirs are playing."""
        assert isinstance(request.user, User)
        return reported.seen_by(
            request.user, super().get_queryset(request).select_related("person__owner", "reporter", "line")
        )

    @admin.display(description=_("what staff did before"))
    def earlier(self, report: Report) -> SafeString | str:
        """The acts of staff against this person so far."""
        acts = StaffAct.objects.filter(person=report.person_id) if report.person_id else StaffAct.objects.none()
        rows = ((f"{act.at:%Y-%m-%d}", act.act, act.why) for act in acts[:20])
        return format_html_join("", "<p>{} {}: <bdi>{}</bdi></p>", rows) or "–"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_sanction_permission(self, request: HttpRequest) -> bool:
        """True if this member of staff may change people, which sanctions need."""
        return bool(request.user.has_perm("lobby.change_user") and request.user.has_perm("lobby.change_report"))

    @admin.action(permissions=["sanction"])
    @asks_why(_("Mute the person"), UntilForm)
    def mute_person(self, request: HttpRequest, report: Report, *, staff: User, until: datetime, why: str) -> None:
        """Mute the reported person."""
        sanctions.mute(staff=staff, person=_person(report), until=until, why=why)
        sanctions.settle_report(staff=staff, report=report, acted=True, why=why)

    @admin.action(permissions=["sanction"])
    @asks_why(_("Suspend the person (who is told why)"), UntilForm)
    def suspend_person(self, request: HttpRequest, report: Report, *, staff: User, until: datetime, why: str) -> None:
        """Suspend the reported person."""
        sanctions.suspend(staff=staff, person=_person(report), until=until, why=why)
        sanctions.settle_report(staff=staff, report=report, acted=True, why=why)

    @admin.action(permissions=["sanction"])
    @asks_why(_("Remove the person's name"))
    def take_name(self, request: HttpRequest, report: Report, *, staff: User, why: str) -> None:
        """Give the reported person a neutral name."""
        sanctions.take_name(staff=staff, person=_person(report), why=why)
        sanctions.settle_report(staff=staff, report=report, acted=True, why=why)

    @admin.action(permissions=["change"])
    @asks_why(_("Remove the line"))
    def take_back(self, request: HttpRequest, report: Report, *, staff: User, why: str) -> None:
        """Remove what was reported: a line of a chat, a message, news of a club, or what a club or a profile says if it is still the same."""
        if report.line_id is not None:
            chat.remove(ChatLine.objects.filter(pk=report.line_id))
        elif report.message is not None:
            conversations.remove(report.message)
        elif report.post is not None:
            posting.erase(report.post, report.post.club)
        elif report.club is not None:
            if not founding.silence(report.club, report.text):
                raise ValidationError(_("This report is about no line."))
        elif (
            report.person_id is None
            or not report.text
            or not User.objects.filter(pk=report.person_id, about=report.text).update(about="")
        ):
            raise ValidationError(_("This report is about no line."))
        sanctions.settle_report(staff=staff, report=report, acted=True, why=why)

    @admin.action(permissions=["change"])
    @asks_why(_("Dismiss: no action is needed"))
    def dismiss(self, request: HttpRequest, report: Report, *, staff: User, why: str) -> None:
        """Close the report without an act."""
        sanctions.settle_report(staff=staff, report=report, acted=False, why=why)


def _person(report: Report) -> User:
    if report.person is None or report.person.closed_at is not None:
        raise ValidationError(_("This person has left the site."))
    return report.person
