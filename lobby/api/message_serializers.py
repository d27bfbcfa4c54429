"""What is sent and answered about private messages, the search for people, and reports to staff."""

from __future__ import annotations

from rest_framework import serializers

from lobby.accounts import faces
from lobby.accounts.models import Report
from lobby.accounts.reports import LONGEST_NOTE
from lobby.api.text_fields import LineField, ParagraphsField
from lobby.people.portrait import LONGEST

GREATEST_ID = 2**63 - 1


class MessageSerializer(serializers.Serializer):
    """A private message."""

    id = serializers.IntegerField(help_text="Later messages have greater ones.")
    is_mine = serializers.BooleanField()
    text = serializers.CharField(help_text="With line breaks; never markup.")
    created_at = serializers.DateTimeField()


class ConversationSerializer(serializers.Serializer):
    """A conversation of mine, as lists have it."""

    name = serializers.CharField(help_text="The other person.")
    slug = serializers.CharField(help_text="The other person in addresses.")
    unread = serializers.IntegerField()
    newest = MessageSerializer()


class ConversationsForm(serializers.Serializer):
    """Which of them."""

    before = serializers.IntegerField(
        min_value=1,
        max_value=GREATEST_ID,
        required=False,
        help_text="Older than the one whose newest message has this id.",
    )


class ConversationsSerializer(serializers.Serializer):
    """Conversations of mine, newest first."""

    unread = serializers.IntegerField(help_text="Conversations in which something is unread, of all.")
    results = ConversationSerializer(many=True)


class StretchForm(serializers.Serializer):
    """Which messages; without both the newest."""

    before = serializers.IntegerField(min_value=1, max_value=GREATEST_ID, required=False)
    after = serializers.IntegerField(min_value=0, max_value=GREATEST_ID, required=False)


class StretchSerializer(serializers.Serializer):
    """Messages of a conversation that follow each other, oldest first."""

    messages = MessageSerializer(many=True)
    has_older = serializers.BooleanField()
    refusal = serializers.CharField(
        allow_null=True, help_text="Why I cannot write now, in the language of the request; null: I can."
    )


class MessageForm(serializers.Serializer):
    """A new message."""

    text = serializers.CharField(
        trim_whitespace=False, allow_blank=True, help_text="At most 1000 characters; line breaks stay."
    )


class ReportForm(serializers.Serializer):
    """What staff should know."""

    kind = serializers.ChoiceField(choices=Report.Kind.values)
    note = ParagraphsField(
        max_length=LONGEST_NOTE, allow_blank=True, default="", help_text=f"At most {LONGEST_NOTE} characters."
    )


class FoundForm(serializers.Serializer):
    """Whom to look for."""

    q = serializers.CharField(max_length=96, help_text="A part of the name: two characters, or one Chinese character.")


class FoundSerializer(serializers.Serializer):
    """A person who was found."""

    name = serializers.CharField()
    slug = serializers.CharField(help_text="The person in addresses.")
    is_bot = serializers.BooleanField()
    points = serializers.IntegerField(allow_null=True, help_text="The highest settled rating.")


class ProfileChange(serializers.Serializer):
    """What I say about myself; what is left out stays."""

    about = LineField(max_length=LONGEST, allow_blank=True, required=False)
    country = serializers.CharField(
        max_length=2, allow_blank=True, required=False, help_text="ISO 3166, two letters; empty: none."
    )
    picture = serializers.ChoiceField(
        choices=["", *faces.EMBLEMS], required=False, help_text="Empty: drawn from my name."
    )


class ProfileSerializer(serializers.Serializer):
    """What I say about myself."""

    about = serializers.CharField(allow_blank=True)
    country = serializers.CharField(allow_blank=True)
    picture = serializers.CharField(allow_blank=True)
