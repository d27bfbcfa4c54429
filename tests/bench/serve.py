"""The site as it is always served, but for the limit of messages per connection: nobody plays as fast as a benchmark does.

`uvicorn tests.bench.serve:application`
"""

from config.asgi import application
from lobby.watch import socket

socket.MESSAGES = (10**9, 1.0)

__all__ = ["application"]
