"""Who hears of what in the check of notices? Run in the environment of its site, because rows need the site's settings.

python -m tests.launch.notice_rows begin MATCHES ADDRESS KEYS   slow matches whose people get mails, messages to a device and calls of a webhook,
                                                             both below ADDRESS; prints the numbers of the people of each match as JSON
python -m tests.launch.notice_rows order SEAT                the people of that seat give their orders in all matches
"""

from __future__ import annotations

import json
import sys

import django


def begin(matches: int, address: str, keys: dict[str, str]) -> list[list[int]]:
    """The people of each match, by seat. Whoever hears of it has been away for a minute."""
    from django.db import transaction

    from lobby.matches.models import Seat
    from tests.bench import toy_matches

    # Senders are there already: what is to go to a device must not be seen before that is there.
    with transaction.atomic():
        begun = [toy_matches.begin(f"m{number}", "slow").pk for number in range(matches)]
        people = [
            list(Seat.objects.filter(match=one).order_by("number").values_list("user_id", flat=True)) for one in begun
        ]
        _reach([person for both in people for person in both], address, keys)
    return people


def _reach(people: list[int], address: str, keys: dict[str, str]) -> None:
    from django.contrib.sessions.backends.db import SessionStore

    from lobby.notices.models import Device, Hook, Wishes

    session = SessionStore()
    session.save()
    Device.objects.bulk_create(
        Device(user_id=one, endpoint=f"{address}push/{one}", digest=str(one), session=session.session_key or "", **keys)
        for one in people
    )
    Hook.objects.bulk_create(
        Hook(user_id=one, form="json", address=f"{address}hook/{one}", secret="s") for one in people
    )
    Wishes.objects.bulk_create(Wishes(user_id=one, only_away=False) for one in people)


def main() -> None:
    """What the command line asks for."""
    django.setup()
    from lobby.matches.models import Match
    from tests.bench import toy_matches

    if sys.argv[1] == "begin":
        print(json.dumps(begin(int(sys.argv[2]), sys.argv[3], json.loads(sys.argv[4]))))
    else:
        toy_matches.order(list(Match.objects.values_list("pk", flat=True)), [int(sys.argv[2])])


if __name__ == "__main__":
    main()
