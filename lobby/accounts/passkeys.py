"""What if a browser, or somebody who plays one, sends a key that cannot be read? allauth's forms, answering with an error at the field."""

import struct
from collections.abc import Callable
from typing import Any

from allauth.mfa.webauthn import forms as allauth_forms
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 60
UNREADABLE = (KeyError, ValueError, TypeError, IndexError, AttributeError, struct.error)
"""What the parsers of keys raise on input that is no key, besides what allauth catches."""


def _read(read: Callable[[], Any]) -> Any:
    try:
        return read()
    except UNREADABLE:
        raise ValidationError(_("This key could not be read. Please try again."), code="unreadable") from None


class AddForm(allauth_forms.AddWebAuthnForm):
    """A new key with a name of one's own."""

    name = forms.CharField(label=_("Name"), required=False, max_length=LONGEST_NAME)
    field_order = ["name", "passwordless", "credential"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].label = _("Log in with this key alone")
        self.fields["passwordless"].help_text = _(
            "Without the password: the key asks for your finger, your face or a PIN instead."
        )

    def clean(self) -> Any:
        """Whatever was sent is a key or an error."""
        return _read(super().clean)


class RenameForm(allauth_forms.EditWebAuthnForm):
    """Another name for a key."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)


class AuthenticateForm(allauth_forms.AuthenticateWebAuthnForm):
    """The second factor."""

    def clean_credential(self) -> Any:
        """Whatever was sent is a key or an error."""
        return _read(super().clean_credential)


class LoginForm(allauth_forms.LoginWebAuthnForm):
    """A passkey in place of the password."""

    def clean_credential(self) -> Any:
        """Whatever was sent is a key or an error."""
        return _read(super().clean_credential)


class ReauthenticateForm(allauth_forms.ReauthenticateWebAuthnForm):
    """The same person once more."""

    def clean_credential(self) -> Any:
        """Whatever was sent is a key or an error."""
        return _read(super().clean_credential)
