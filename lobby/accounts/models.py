"""Who you are: a person with an account, or a guest who may become one."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person. A guest has a name but no e-mail and no password, and becomes an account by signing up, keeping every match.

    `username` is unique and used to log in; `name` is what others see and need not be unique.
    """

    name = models.CharField(_("name"), max_length=24)
    is_guest = models.BooleanField(default=False)
    language = models.CharField(max_length=10, blank=True)

    class Meta(AbstractUser.Meta):
        indexes = [models.Index(fields=["is_guest", "last_login"])]

    def __str__(self) -> str:
        return self.name or self.username
