"""What does a person say about themselves on their profile? A line, a country, and which picture they have chosen."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from lobby.accounts import faces
from lobby.accounts.models import User
from lobby.people import countries
from lobby.platform.characters.fields import LineField

LONGEST = User._meta.get_field("about").max_length or 0


class PortraitForm(forms.Form):
    """What others read and see of me."""

    about = LineField(
        label=_("A line about myself"),
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"maxlength": LONGEST, "dir": "auto"}),
        help_text=format_lazy(_("Everybody can read it. At most {longest} characters."), longest=LONGEST),
    )
    country = forms.ChoiceField(label=_("Country or region"), required=False)
    picture = forms.ChoiceField(label=_("Picture"), required=False, widget=forms.RadioSelect)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        known = countries.names()
        self.fields["country"].choices = [("", _("I do not say")), *known.items()]  # type: ignore[attr-defined]
        self.fields["picture"].choices = [("", _("Drawn from my name")), *faces.NAMES.items()]  # type: ignore[attr-defined]


def change(*, user: User, about: str | None = None, country: str | None = None, picture: str | None = None) -> None:
    """Set what is not None; the line must be clean. Raises ValidationError by field. Who may not talk changes no line."""
    if user.is_guest:
        raise ValidationError(_("A guest has no profile to fill in. Sign up to have one."), code="guest")
    if country and not countries.is_known(country):
        raise ValidationError({"country": _("There is no such country.")})
    if picture and picture not in faces.EMBLEMS:
        raise ValidationError({"picture": _("There is no such picture.")})
    if about and about != user.about and user.is_muted:
        raise ValidationError({"about": _("Staff do not let you write now.")})
    given = {"about": about, "country": country, "picture": picture}
    changed = {name: value for name, value in given.items() if value is not None}
    for name, value in changed.items():
        setattr(user, name, value)
    if changed:
        user.save(update_fields=list(changed))
