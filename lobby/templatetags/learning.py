"""Where does a person go on learning a game? For pages that say it beside something else."""

from django import template
from django.urls import reverse
from django.utils.translation import gettext

import games
from lobby.lessons import services

register = template.Library()


@register.simple_tag
def next_to_learn(game_id: str, user_id: int | None) -> dict[str, str] | None:
    """Address and words of what follows all that a person has passed: the lesson, then the puzzles; None when there is nothing left."""
    lessons = games.get(game_id).lessons
    done = services.passed(user_id, game_id) if lessons else set()
    left = [lesson for lesson in lessons if any((lesson.id, scene.id) not in done for scene in lesson.scenes)]
    if not left:
        return None
    url = reverse("lessons", args=[game_id])
    if all(lesson.is_puzzle for lesson in left):
        return {"url": f"{url}#puzzles-title", "text": gettext("Try a puzzle")}
    is_begun = any((lesson.id, scene.id) in done for lesson in left for scene in lesson.scenes if not lesson.is_puzzle)
    return {"url": url, "text": gettext("Go on with the lesson") if is_begun else gettext("Learn it in a few minutes")}
