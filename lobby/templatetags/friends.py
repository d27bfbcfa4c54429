"""Which friends are here? For pages that say it beside something else."""

from django import template

from lobby.accounts.models import User
from lobby.people import friends

register = template.Library()


@register.simple_tag
def friends_online(user: User) -> friends.Friends | None:
    """None for guests and strangers, who follow nobody for long."""
    return friends.here_now(user) if user.is_authenticated and not user.is_guest else None
