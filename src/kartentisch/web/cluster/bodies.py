"""The body of a request, kept so that it can be sent again if a server that has got it says that it is not the one."""

from __future__ import annotations

from starlette.types import Message, Receive

MOST = 1 << 16
"""Bytes that are kept: forms have a few kilobytes, and above 16 no page takes them."""


class TooLong(Exception):  # noqa: N818 - not a fault of this program
    """Some of the body has been sent and was not kept."""


class Body:
    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._kept: list[Message] = []
        self._size = 0

    def again(self) -> Receive:
        """Receives the body from its beginning. Raises TooLong."""
        if self._size > MOST:
            raise TooLong
        kept = iter([*self._kept])

        async def receive() -> Message:
            if (message := next(kept, None)) is not None:
                return message
            message = await self._receive()
            self._size += len(message.get("body", b""))
            if self._size <= MOST:
                self._kept.append(message)
            else:
                self._kept.clear()
            return message

        return receive
