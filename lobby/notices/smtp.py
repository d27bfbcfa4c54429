"""How does a mail reach the mail server? As Django sends it, but the caller is asked before the last line, from which on the server has it."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Callable
from typing import Any, Final

from django.core.mail.backends.smtp import EmailBackend

FINAL_SECONDS: Final = 300.0
"""How long the server may take to accept a mail that it has whole: less, and it would get it twice (RFC 5321, 4.5.3.2.6, has ten minutes)."""


class NotMine(Exception):
    """The mail may not be handed over any more: somebody else has it in hand."""


class _Handing(smtplib.SMTP):
    """A connection that asks `handing` before the line that ends a mail."""

    handing: Callable[[], bool] | None = None

    def connect(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        """As in the standard library; what is sent leaves at once.

        A mail leaves in two parts, and the second would wait for the server's word about the first, which it gives 40 ms later (RFC 896 meets
        RFC 1122, 4.2.3.2).
        """
        reply = super().connect(*args, **kwargs)
        assert self.sock is not None
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return reply

    def data(self, msg: Any) -> tuple[int, bytes]:
        """As in the standard library, with that question. Raises NotMine after closing the connection, so that the server forgets the mail."""
        self.putcmd("data")
        code, reply = self.getreply()
        if code != 354:
            raise smtplib.SMTPDataError(code, reply)
        text = smtplib._quote_periods(msg)  # type: ignore[attr-defined]
        self.send(text if text.endswith(b"\r\n") else text + b"\r\n")
        if self.handing is not None and not self.handing():
            self.close()
            raise NotMine
        assert self.sock is not None
        patience = self.sock.gettimeout()
        self.sock.settimeout(FINAL_SECONDS)
        try:
            self.send(b".\r\n")
            return self.getreply()
        finally:
            if self.sock is not None:
                self.sock.settimeout(patience)


class _HandingTls(_Handing, smtplib.SMTP_SSL):
    """The same with TLS from the first byte."""


class Backend(EmailBackend):
    """Django's backend for SMTP. Whoever has opened it may set `handing` before each mail."""

    handing: Callable[[], bool] | None = None

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _HandingTls if self.use_ssl else _Handing

    def _send(self, email_message: Any) -> bool:
        assert isinstance(self.connection, _Handing)
        self.connection.handing = self.handing
        sent: bool = super()._send(email_message)  # type: ignore[misc]
        return sent
