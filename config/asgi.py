"""The one ASGI application: pages, sockets and, in the embedded form, the referee and the bots."""

import os
import sys

from django.core.asgi import get_asgi_application

from config.env import refused_in_one_line

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
with refused_in_one_line():
    django_application = get_asgi_application()

# Models can be imported only after the lines above.
from channels.routing import ProtocolTypeRouter

from lobby.operations.checks import refuse_bad_settings
from lobby.operations.embedded import Embedded
from lobby.operations.requests import Queue
from lobby.operations.serving import Serving
from lobby.platform.http.below_root import BelowRoot
from lobby.routing import sockets

with refused_in_one_line():
    refuse_bad_settings()
application = Serving(
    Embedded(
        BelowRoot(
            ProtocolTypeRouter(
                {
                    "http": Queue(django_application),
                    "websocket": sockets,
                }
            )
        )
    )
)

# A page waits for the interpreter after each of its questions to the database, for up to so many seconds while another thread computes.
# Python's 5 ms made a page of 45 ms take 0.4 s beside searches; with 0.2 ms it takes half of that, and more searches are answered.
sys.setswitchinterval(0.0002)
