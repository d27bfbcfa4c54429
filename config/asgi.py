"""The one ASGI application: pages, sockets and, in the embedded form, the referee and the bots."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_asgi_application()

# Models can be imported only after the line above.
from channels.routing import ProtocolTypeRouter  # noqa: E402

from lobby.checks import refuse_bad_settings  # noqa: E402
from lobby.embedded import Embedded  # noqa: E402
from lobby.operations.serving import Serving  # noqa: E402
from lobby.routing import sockets  # noqa: E402

refuse_bad_settings()
application = Serving(
    Embedded(
        ProtocolTypeRouter(
            {
                "http": django_application,
                "websocket": sockets,
            }
        )
    )
)
