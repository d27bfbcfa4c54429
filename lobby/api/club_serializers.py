"""What is sent and answered about clubs of people."""

from __future__ import annotations

from rest_framework import serializers

import games
from lobby.api.text_fields import LabelField, LineField, ParagraphsField
from lobby.clubs.models import LONGEST_ABOUT, LONGEST_LINE, LONGEST_NAME, LONGEST_POST, Club, Member
from lobby.ratings.models import Pace


class ClubsQuery(serializers.Serializer):
    """Which clubs."""

    q = serializers.CharField(
        max_length=100, required=False, default="", allow_blank=True, help_text="A part of the name: two characters."
    )
    page = serializers.IntegerField(min_value=1, max_value=50, required=False, default=1)


class ClubSerializer(serializers.Serializer):
    """A club."""

    name = serializers.CharField()
    slug = serializers.CharField(help_text="In addresses.")
    about = serializers.CharField(allow_blank=True)
    door = serializers.ChoiceField(choices=Club.Door.values)
    size = serializers.IntegerField(help_text="How many members it has.")
    created_at = serializers.DateTimeField()
    role = serializers.ChoiceField(choices=Member.Role.values, allow_null=True, help_text="Mine; null: I am no member.")


class ClubsSerializer(serializers.Serializer):
    """Clubs, the greatest first."""

    pages = serializers.IntegerField()
    results = ClubSerializer(many=True)


class ClubForm(serializers.Serializer):
    """A new club."""

    name = LabelField(longest=LONGEST_NAME, help_text=f"At most {LONGEST_NAME} characters; it stays.")
    about = ParagraphsField(
        max_length=LONGEST_ABOUT, allow_blank=True, default="", help_text=f"At most {LONGEST_ABOUT} characters."
    )
    door = serializers.ChoiceField(choices=Club.Door.values, default=Club.Door.OPEN.value)


class ClubChange(serializers.Serializer):
    """What changes; what is left out stays."""

    about = ParagraphsField(max_length=LONGEST_ABOUT, allow_blank=True, required=False)
    door = serializers.ChoiceField(choices=Club.Door.values, required=False, help_text="For the owner.")


class ClubJoinForm(serializers.Serializer):
    """What officers read of whoever asks."""

    line = LineField(max_length=LONGEST_LINE, allow_blank=True, default="")


class ClubPlaceSerializer(serializers.Serializer):
    """What I am in the club."""

    role = serializers.ChoiceField(
        choices=Member.Role.values, allow_null=True, help_text="Null: the officers are asked."
    )


class ClubPageQuery(serializers.Serializer):
    """Which page."""

    page = serializers.IntegerField(min_value=1, max_value=50, required=False, default=1)


class ClubMemberSerializer(serializers.Serializer):
    """Somebody in a club."""

    name = serializers.CharField()
    slug = serializers.CharField(help_text="In addresses.")
    role = serializers.ChoiceField(choices=Member.Role.values)
    since = serializers.DateTimeField()


class ClubMembersSerializer(serializers.Serializer):
    """Members: owner, officers, the others, each in the order in which they came."""

    pages = serializers.IntegerField()
    results = ClubMemberSerializer(many=True)


class ClubRoleForm(serializers.Serializer):
    """What somebody becomes. Whoever makes another the owner becomes an officer."""

    role = serializers.ChoiceField(choices=Member.Role.values)


class ClubAskingSerializer(serializers.Serializer):
    """Somebody who asks to join."""

    name = serializers.CharField()
    slug = serializers.CharField(help_text="In addresses.")
    line = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()


class ClubPostSerializer(serializers.Serializer):
    """News of a club."""

    id = serializers.IntegerField()
    author = serializers.CharField(allow_null=True, help_text="In addresses; null: has left.")
    text = serializers.CharField(help_text="With line breaks; never markup.")
    created_at = serializers.DateTimeField()


class ClubPostsSerializer(serializers.Serializer):
    """News, the newest first."""

    pages = serializers.IntegerField()
    results = ClubPostSerializer(many=True)


class ClubPostForm(serializers.Serializer):
    """News for the members."""

    text = ParagraphsField(
        max_length=LONGEST_POST,
        trim_whitespace=False,
        allow_blank=True,
        help_text=f"At most {LONGEST_POST} characters.",
    )


class ClubRatingsQuery(ClubPageQuery):
    """Which ratings."""

    pace = serializers.ChoiceField(choices=Pace.values, required=False, default=Pace.LIVE.value)

    def get_fields(self) -> dict[str, serializers.Field]:
        """With the games of the site as they are now."""
        return {"game": serializers.ChoiceField(choices=list(games.GAMES)), **super().get_fields()}
