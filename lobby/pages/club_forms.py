"""What do people fill in about a club? Its name and terms, news, and whom to invite. The services clean it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from lobby.clubs.models import LONGEST_ABOUT, LONGEST_NAME, LONGEST_POST, Club
from lobby.matches.errors import ServiceError
from lobby.platform.characters.fields import LabelField, ParagraphsField


class RefusableForm(forms.Form):
    """A form that takes what the service refuses."""

    def refuse(self, error: ServiceError) -> None:
        """Put a refusal of the service beside its field."""
        self.add_error(error.path if error.path in self.fields else None, error.message)


class ClubForm(RefusableForm):
    """What a club says of itself."""

    name = LabelField(
        label=_("Name"),
        longest=LONGEST_NAME,
        help_text=_("It stays: links lead to it. No two clubs have names that look alike."),
    )
    about = ParagraphsField(
        label=_("What the club is about"),
        required=False,
        max_length=LONGEST_ABOUT,
        widget=forms.Textarea(attrs={"rows": 5, "maxlength": LONGEST_ABOUT, "dir": "auto"}),
    )
    door = forms.ChoiceField(
        label=_("How one becomes a member"), choices=Club.Door.choices, initial=Club.Door.OPEN, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, without: tuple[str, ...] = (), **kwargs: Any) -> None:
        """`without`: fields that the person does not change."""
        super().__init__(*args, **kwargs)
        for name in without:
            del self.fields[name]


class PostForm(RefusableForm):
    """News for the members."""

    text = ParagraphsField(
        label=_("News for the members"),
        max_length=LONGEST_POST,
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": LONGEST_POST, "dir": "auto"}),
    )


class InviteForm(RefusableForm):
    """Whom to invite."""

    person = forms.CharField(
        label=_("Whom to invite"),
        help_text=_("The name of somebody with an account."),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )
