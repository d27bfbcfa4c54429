"""Does the match socket note whence those come who have a seat, and nobody else?"""

from __future__ import annotations

from lobby.matches.people import Trace
from tests.lobby.play_socket.conftest import in_thread


async def test_the_match_socket_notes_whence_it_is_watched(start_match, connect, people, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    match = await in_thread(start_match)
    for number, name in enumerate(("alice", "bob", "charlie", None)):
        tab = await connect(name, headers=[(b"x-forwarded-for", f"203.0.113.{number}".encode())])
        await tab.watch(match)
        await tab.ask("ping")
    found = await in_thread(lambda: list(Trace.objects.order_by("pk").values_list("user", "kind")))
    assert found == [(people["alice"].pk, "address"), (people["bob"].pk, "address")]
