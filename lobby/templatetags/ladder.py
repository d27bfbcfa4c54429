"""Where is a program on the ladder? For the page of the program."""

from django import template

from lobby.ladder import services
from lobby.ladder.models import Entry
from lobby.matches.models import Program
from lobby.ratings.standing import Standing

register = template.Library()


@register.simple_tag
def ladder_entry(program: Program) -> Entry | None:
    """Its entry; None if it is not on the ladder."""
    return Entry.objects.filter(program=program).first()


@register.simple_tag
def ladder_rating(program: Program) -> Standing | None:
    """Its rating; None before its first match."""
    return services.rating_of(program)
