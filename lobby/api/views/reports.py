"""What can be reported to staff over HTTP? A person, a private message, what a club says of itself, one of its news."""

from __future__ import annotations

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.accounts import reports
from lobby.api.endpoint import Endpoint
from lobby.api.limits import PeopleLimit
from lobby.api.message_serializers import ReportForm
from lobby.api.permissions import BROWSER, MESSAGES, TABLES
from lobby.api.views.contests import found_contest
from lobby.api.views.players import person_called
from lobby.clubs import reporting
from lobby.contests import oversight
from lobby.conversations import reading


class ReportView(Endpoint):
    """Something that staff should look at. Whoever is reported is not told."""

    limits = {"POST": PeopleLimit}


class PersonReportView(ReportView):
    """A person."""

    access = {"POST": BROWSER}

    @extend_schema(
        summary="Report a person to staff", operation_id="players_report", request=ReportForm, responses={204: None}
    )
    def post(self, request: Request, slug: str) -> Response:
        person = person_called(slug)
        # What the person says on their profile may be another thing when staff look.
        reports.report(reporter=self.person, person=person, text=person.about, **self.sent(ReportForm))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MessageReportView(ReportView):
    """A message that somebody has written to me."""

    access = {"POST": MESSAGES}

    @extend_schema(
        summary="Report a private message to staff",
        description="Staff get its text, and nothing else of the conversation.",
        operation_id="message_report",
        request=ReportForm,
        responses={204: None},
    )
    def post(self, request: Request, slug: str, message_id: int) -> Response:
        other = reading.partner(self.person, slug)
        message = None if other is None else reading.find(self.person, other, message_id)
        if other is None or message is None or message.author_id != other.pk:
            raise Http404
        sent = self.sent(ReportForm)
        reports.report(reporter=self.person, person=other, message_id=message.pk, text=message.text, **sent)
        return Response(status=status.HTTP_204_NO_CONTENT)


class _AboutClubView(ReportView):
    def reported(self, club_slug: str, post_id: int | None) -> Response:
        about = reporting.reported(user=self.person, slug=club_slug, post_id=post_id)
        reporting.report(user=self.person, about=about, **self.sent(ReportForm))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ContestReportView(ReportView):
    """What a host has written to the entrants."""

    access = {"POST": TABLES}

    @extend_schema(
        summary="Report a message of a contest to staff",
        description="A line of the log with `kind` `message`. Staff get its text.",
        operation_id="contests_report",
        request=ReportForm,
        responses={204: None},
    )
    def post(self, request: Request, contest_id: int, act_id: int) -> Response:
        message = oversight.message(found_contest(contest_id), act_id)
        if message is None or message.user is None:
            raise Http404
        sent = self.sent(ReportForm)
        reports.report(reporter=self.person, person=message.user, act_id=message.pk, text=message.text, **sent)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ClubReportView(_AboutClubView):
    """What a club says of itself."""

    access = {"POST": TABLES}

    @extend_schema(
        summary="Report a club to staff", operation_id="clubs_report", request=ReportForm, responses={204: None}
    )
    def post(self, request: Request, club_slug: str) -> Response:
        return self.reported(club_slug, None)


class ClubPostReportView(_AboutClubView):
    """One of its news."""

    access = {"POST": TABLES}

    @extend_schema(
        summary="Report news of a club to staff",
        operation_id="clubs_post_report",
        request=ReportForm,
        responses={204: None},
    )
    def post(self, request: Request, club_slug: str, post_id: int) -> Response:
        return self.reported(club_slug, post_id)
