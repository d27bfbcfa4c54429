"""How does a message reach the other person, and how does one of the two let go of it?"""

from __future__ import annotations

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import User
from lobby.conversations import allowing
from lobby.conversations.models import LONGEST, Conversation, Message, Side
from lobby.matches.errors import ServiceError, TooMany
from lobby.notices import writing as notices
from lobby.notices.models import Notice
from lobby.notices.writing import News
from lobby.platform.characters import cleaning
from lobby.store import acts, wake

MOST_BEGUN = 10
"""Conversations that one person may begin in a day."""
DAY = timedelta(days=1)


class BadMessage(ServiceError):
    """The text of a message is not allowed."""

    code = "bad_message"


class TooManyBegun(TooMany):
    """`data`: `limit`."""

    text = _("You have begun %(limit)s conversations within a day. Write to somebody new tomorrow.")


def clean_text(text: str) -> str:
    """`text` with its line breaks. Raises BadMessage if nothing can be seen of it, or if it is too long."""
    try:
        cleaned = cleaning.paragraphs(text, longest=LONGEST)
    except ValidationError as error:
        raise BadMessage.of("text", error) from None
    if not cleaned:
        raise BadMessage("text", _("Write something first."))
    return cleaned


def send(*, user: User, other: User, text: str) -> Message:
    """Store a message of `user` to `other` and tell them. Raises NotAllowed, Muted, BadMessage, TooManyBegun; then nothing is stored."""
    cleaned = clean_text(text)
    with acts.acting():
        allowing.ensure(user, other)
        conversation = _conversation(user, other)
        message = Message.objects.create(conversation=conversation, author=user, text=cleaned)
        sides = Side.objects.filter(conversation=conversation)
        sides.filter(person=user).update(newest=message.pk, has_written=True)
        sides.filter(person=other).update(newest=message.pk, unread=F("unread") + 1)
        _tell(user, other, message)
    return message


def _conversation(user: User, other: User) -> Conversation:
    """The conversation of the two, locked; begun if there is none."""
    low, high = sorted((user.pk, other.pk))
    found = Conversation.objects.select_for_update(no_key=True).filter(low=low, high=high).first()
    if found is not None:
        return found
    # Two that are begun at once count each other. Not `persons.hold`: rows that refer to the other person would wait for the other's lock.
    User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()
    now = timezone.now()
    if Conversation.objects.filter(begun_by=user, created_at__gt=now - DAY).count() >= MOST_BEGUN:
        raise TooManyBegun("", limit=MOST_BEGUN)
    # The other may begin it at the same moment.
    begun, is_new = Conversation.objects.get_or_create(low_id=low, high_id=high, defaults={"begun_by": user})
    if is_new:
        Side.objects.bulk_create(
            [
                Side(conversation=begun, person=user, other=other),
                Side(conversation=begun, person=other, other=user),
            ]
        )
    return begun


def _tell(user: User, other: User, message: Message) -> None:
    """Write a notice unless the other knows of an unread one by this person, and call the open pages of both."""
    about = f"person-{user.pk}:"
    known = Notice.objects.filter(
        user=other, kind=Notice.Kind.MESSAGE, key__startswith=f"{Notice.Kind.MESSAGE}:{about}", read_at=None
    )
    if not known.exists():
        notices.write([News(other.pk, Notice.Kind.MESSAGE, f"{about}{message.pk}", data={"person": user.pk})])
    for one in (user, other):
        wake.publish_soon(notices.call_of(one.pk))


def read(*, user: User, other: User) -> None:
    """The person has read what the other has written."""
    was_unread = Side.objects.filter(person=user, other=other, unread__gt=0).update(unread=0)
    told = Notice.objects.filter(
        user=user, kind=Notice.Kind.MESSAGE, key__startswith=f"{Notice.Kind.MESSAGE}:person-{other.pk}:", read_at=None
    )
    if was_unread or told.exists():
        told.update(read_at=timezone.now())
        wake.publish_from_thread([notices.call_of(user.pk)])


def delete(*, user: User, other: User, message_id: int | None = None) -> int:
    """Delete a message for this person, or all. The other keeps theirs. Returns how many are gone."""
    with acts.acting():
        conversation = Conversation.objects.select_for_update(no_key=True).filter(
            sides__person=user, sides__other=other
        )
        found = conversation.first()
        if found is None:
            return 0
        rows = Message.objects.filter(conversation=found)
        gone = _let_go(rows if message_id is None else rows.filter(pk=message_id), user)
        _count_again(Side.objects.select_related("person").get(conversation=found, person=user))
    return gone


def _count_again(side: Side) -> None:
    """Say anew which message is the newest that a person keeps, and call their open pages."""
    left = kept_by(side.person).filter(conversation=side.conversation_id)
    newest = left.aggregate(newest=Max("pk"))["newest"] or 0
    unread = min(side.unread, left.exclude(author=side.person).count()) if side.unread else 0
    Side.objects.filter(pk=side.pk).update(newest=newest, unread=unread)
    wake.publish_soon(notices.call_of(side.person_id))


def remove(message: Message) -> None:
    """Take a message from both, as staff do with one that was reported."""
    with acts.acting():
        conversation = Conversation.objects.select_for_update(no_key=True).get(pk=message.conversation_id)
        message.delete()
        for side in conversation.sides.select_related("person"):
            _count_again(side)


def kept_by(user: User) -> QuerySet[Message]:
    """The messages in conversations of this person that they have not deleted."""
    mine = Q(author=user, is_kept_by_author=True)
    return Message.objects.filter(mine | (~Q(author=user) & Q(is_kept_by_reader=True)))


def _let_go(rows: QuerySet[Message], user: User) -> int:
    gone = rows.filter(author=user, is_kept_by_author=True).update(is_kept_by_author=False)
    gone += rows.exclude(author=user).filter(is_kept_by_reader=True).update(is_kept_by_reader=False)
    rows.filter(is_kept_by_author=False, is_kept_by_reader=False).delete()
    return gone


def on_account_closed(sender: object, *, user: User, **_kwargs: object) -> None:
    """A closed account keeps nothing. What it has written stays with the others, who see it under the name of somebody who has left."""
    conversations = Conversation.objects.filter(sides__person=user)
    _let_go(Message.objects.filter(conversation__in=conversations.values("pk")), user)
    Side.objects.filter(person=user).update(newest=0, unread=0)
    # Where nothing is left the two have never written to each other.
    conversations.exclude(messages__isnull=False).delete()
