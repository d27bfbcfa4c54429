"""What is sent to a webhook, and is it taken? One short message in the form of its service; plain JSON is signed, so that it is known who sends.

A webhook of a person says what their notices say. One of a table says what everybody may know: that a round has begun, that the match is over.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db.models import F
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import User
from lobby.matches.errors import NotAllowed, TooMany
from lobby.matches.models import OVER, Match
from lobby.notices import links, outbound_http, words, writing
from lobby.notices.judging import Judged
from lobby.notices.models import Delivery, Hook, Notice
from lobby.notices.writing import News

MOST_FAILURES: Final = 10
"""In a row; then it is switched off, and its person hears of that."""
MOST_HOOKS: Final = 10
"""Of one person."""
SIGNATURE: Final = "X-Fogbound-Signature"
NO_ADDRESS: Final = _(
    "Give an address that begins with https:// and that the whole internet can reach, on port 443 or 8443."
)


class TooManyHooks(TooMany):
    """`data`: `limit`."""

    text = _("You have %(limit)s webhooks already.")


def add(*, user: User, form: str, address: str, match: Match | None = None) -> Hook:
    """A new webhook: of the person, or of a table that they host. Raises NotAllowed, TooManyHooks."""
    if form not in Hook.Form.values:
        raise NotAllowed("form", _("There is no such form."))
    try:
        outbound_http.admit(address)
    except outbound_http.Forbidden:
        raise NotAllowed("address", NO_ADDRESS) from None
    if match is not None:
        hosted_by(user, match.pk)
    if Hook.objects.filter(user=user).count() >= MOST_HOOKS:
        raise TooManyHooks(limit=MOST_HOOKS)
    return Hook.objects.create(user=user, match=match, form=form, address=address, secret=secrets.token_hex(32))


def hosted_by(user: User, match_id: str) -> Match:
    """The match of that id that the person hosts and that is not over. Raises NotAllowed, in the same words whether there is such a match or not."""
    match = Match.objects.filter(pk=match_id, host=user).exclude(status__in=OVER).first()
    if match is None:
        raise NotAllowed("match", _("Only the host of a match that goes on can do this."))
    return match


def message(hook: Hook, delivery: Delivery, judged: Judged) -> tuple[bytes, dict[str, str]]:
    """Body and headers for one delivery."""
    notice = judged.notices[delivery.notice_id or 0]
    user, chosen = judged.users[notice.user_id], judged.wishes[notice.user_id]
    with translation.override(user.language or settings.LANGUAGE_CODE):
        (line,) = words.lines([notice], judged.known)
        if hook.match_id is not None:
            text = _of_table(notice)
        else:
            text = line.text if chosen.tells_more else line.brief
            if hook.form != Hook.Form.JSON:
                text = text if chosen.tells_more else f"{text}."
    facts = {
        "id": delivery.key if hook.match_id is not None else f"{delivery.key}:{notice.pk}",
        "kind": notice.kind,
        "match": notice.match_id,
        "step": notice.step,
        "at": notice.created_at.isoformat(),
    }
    return _packed(hook, text, links.site(line.url), facts)


def has_id(hook: Hook) -> bool:
    """True if what comes twice can be known there: plain JSON has an `id`, and the services give no such way."""
    return hook.form == Hook.Form.JSON


async def try_out(hook: Hook) -> str:
    """Send a message that tells of nothing, at once and once; what became of it, in words for the webhook's person."""
    now = timezone.now()
    facts = {"id": f"test:{hook.pk}:{now:%Y%m%d%H%M%S%f}", "kind": "test", "match": None, "step": None}
    text = gettext("This is a test. Notices of Fogbound will come here.")
    sent = _packed(hook, text, links.site(reverse("account_notices")), {**facts, "at": now.isoformat()})

    async def may_go() -> bool:
        return True

    try:
        async with outbound_http.session() as opened:
            answer = await outbound_http.post(opened, hook.address, *sent, may_go)
    except outbound_http.Forbidden:
        return gettext("Nothing was sent: the address leads to no place that this site calls.")
    except outbound_http.Unreachable:
        return gettext("Nothing was sent: nobody answers at this address.")
    except outbound_http.Silent:
        return gettext("The message was sent, but no answer came within five seconds.")
    if 200 <= answer.status < 300:
        return gettext("The message has arrived.")
    return gettext("The message was refused, with the answer %(status)s.") % {"status": answer.status}


def _packed(hook: Hook, text: str, url: str, facts: Mapping[str, Any]) -> tuple[bytes, dict[str, str]]:
    """Body and headers in the form of the hook's service; `facts` stand in plain JSON only."""
    body: dict[str, Any]
    if hook.form == Hook.Form.DISCORD:
        # Nothing in the text may call people of the other service.
        body = {"content": f"{_for_discord(text)}\n{url}", "allowed_mentions": {"parse": []}}
    elif hook.form == Hook.Form.SLACK:
        body = {"text": f"{_for_slack(text)}\n<{url}>"}
    else:
        body = {**facts, "text": text, "url": url}
    packed = json.dumps(body, ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json", "User-Agent": "Fogbound"}
    if hook.form == Hook.Form.JSON:
        headers[SIGNATURE] = signature(hook.secret, packed, int(timezone.now().timestamp()))
    return packed, headers


def signature(secret: str, body: bytes, at: int) -> str:
    """`t=SECONDS,v1=HEX`: HMAC-SHA-256 of `SECONDS.` and the body, under the webhook's secret."""
    mark = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={mark}"


def _of_table(notice: Notice) -> str:
    match = notice.match
    assert match is not None
    names = {"game": words.game_name(match.game), "step": words.step_name(match, notice.step or 0)}
    if notice.kind == Notice.Kind.STEP:
        return gettext("%(game)s: %(step)s has begun.") % names
    if notice.kind == Notice.Kind.BEGUN:
        return gettext("%(game)s: the match has begun.") % names
    return gettext("%(game)s: the match is over.") % names


def _for_discord(text: str) -> str:
    """Names of people and contests as they are: else `_` would be lost, and a name in the form of a link would be one."""
    return _MARKS.sub(r"\\\g<0>", text)


_MARKS: Final = re.compile(r"[\\*_~`|<>\[\]()#-]")


def _for_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def note_success(hook_id: int) -> None:
    """It has answered."""
    Hook.objects.filter(pk=hook_id, failures__gt=0).update(failures=0)


def note_failure(hook_id: int, now: datetime) -> bool:
    """It has not answered, or has refused. True if it is switched off now, and its person is told; inside the caller's transaction."""
    Hook.objects.filter(pk=hook_id).update(failures=F("failures") + 1)
    worn = Hook.objects.filter(pk=hook_id, failures__gte=MOST_FAILURES, switched_off_at=None)
    if not worn.update(switched_off_at=now):
        return False
    hook = Hook.objects.get(pk=hook_id)
    writing.tell([News(hook.user_id, Notice.Kind.HOOK, f"{hook.pk}:{now:%Y%m%d%H%M%S}", data={"hook": hook.pk})])
    return True


def switch_on(hook: Hook) -> None:
    """Try again."""
    Hook.objects.filter(pk=hook.pk).update(failures=0, switched_off_at=None)
