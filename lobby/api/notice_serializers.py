"""What is sent and answered about notices."""

from __future__ import annotations

from rest_framework import serializers

import games
from lobby.matches import terms
from lobby.notices import wishes
from lobby.notices.models import Hook, Notice


class NoticeSerializer(serializers.Serializer):
    """Something that I should know."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Notice.Kind.values)
    text = serializers.CharField(help_text="In the language of the request.")
    url = serializers.CharField(help_text="The path on this site to which it leads.")
    match = serializers.CharField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True, help_text="When orders are due, if that is what it tells.")
    is_read = serializers.BooleanField()
    created_at = serializers.DateTimeField()


class NoticePageSerializer(serializers.Serializer):
    """One page, newest first."""

    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = NoticeSerializer(many=True)


class NoticesForm(serializers.Serializer):
    """Which of them."""

    unread = serializers.BooleanField(default=False, help_text="Only those that I have not read.")


class ReadForm(serializers.Serializer):
    """Which ones I have read."""

    ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1),
        max_length=200,
        required=False,
        help_text="Without it: all.",
    )


class UnreadSerializer(serializers.Serializer):
    """How many are left."""

    unread = serializers.IntegerField()


class WaysField(serializers.DictField):
    """Kind → list of ways."""

    child = serializers.ListField(child=serializers.ChoiceField(choices=wishes.WAYS))


class WishesForm(serializers.Serializer):
    """What is to be changed."""

    ways = WaysField(required=False, help_text=f"Kind → ways. Kinds: {', '.join(Notice.Kind.values)}.")
    time_zone = serializers.ChoiceField(choices=sorted(terms.time_zones()), required=False)
    quiet_from = serializers.IntegerField(min_value=0, max_value=23, allow_null=True, required=False)
    quiet_to = serializers.IntegerField(min_value=0, max_value=23, allow_null=True, required=False)
    digest_hour = serializers.IntegerField(min_value=0, max_value=23, required=False)
    only_away = serializers.BooleanField(required=False)
    tells_more = serializers.BooleanField(required=False)
    games = serializers.ListField(child=serializers.ChoiceField(choices=list(games.GAMES)), required=False)

    def validate_ways(self, ways: dict[str, list[str]]) -> dict[str, list[str]]:
        """Known kinds only."""
        if unknown := set(ways) - set(Notice.Kind.values):
            raise serializers.ValidationError(f"{', '.join(sorted(unknown))}?")
        return ways


class WishesSerializer(serializers.Serializer):
    """How I hear of what."""

    ways = WaysField(
        help_text="Every kind, with its ways: `site`, `mail` (at once), `digest` (mail of the day), `push`, `hook`."
    )
    time_zone = serializers.CharField()
    quiet_from = serializers.IntegerField(allow_null=True, help_text="Hour in that zone; null: it is never quiet.")
    quiet_to = serializers.IntegerField(allow_null=True)
    digest_hour = serializers.IntegerField()
    only_away = serializers.BooleanField(help_text="Nothing is sent while I have a page of the site open.")
    tells_more = serializers.BooleanField(help_text="Mails and messages name the game, the round and people.")
    games = serializers.ListField(
        child=serializers.CharField(), help_text="I hear when somebody waits at a table of these games."
    )


class WebhookForm(serializers.Serializer):
    """A new webhook."""

    form = serializers.ChoiceField(choices=Hook.Form.values)
    address = serializers.URLField(max_length=500)
    match = serializers.CharField(
        allow_null=True,
        default=None,
        help_text="A match that I host: the webhook tells what everybody may know of it. Null: what my notices say.",
    )


class WebhookSerializer(serializers.Serializer):
    """One of mine."""

    id = serializers.IntegerField()
    form = serializers.ChoiceField(choices=Hook.Form.values)
    address = serializers.CharField()
    match = serializers.CharField(allow_null=True)
    secret = serializers.CharField(help_text="With which plain JSON is signed.")
    failures = serializers.IntegerField(help_text="In a row.")
    is_on = serializers.BooleanField(help_text="False: it has failed too often.")
    created_at = serializers.DateTimeField()
