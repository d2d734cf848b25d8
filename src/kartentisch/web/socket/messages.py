"""What a client sends, read as messages."""

from __future__ import annotations

import re

import msgspec

from kartentisch.web.socket.disconnect import Disconnect
from kartentisch.web.wire import MAX_BYTES, Up

_UP: msgspec.json.Decoder[Up] = msgspec.json.Decoder(Up)
_ANY_ID = re.compile(r'"id"\s*:\s*"([A-Za-z0-9_-]{1,40})"')


class Malformed(Exception): ...  # noqa: N818 - what the message was


def read_message(data: str | bytes) -> Up:
    """The message in this text. Raises Disconnect if it is too large, else Malformed with its id, if it has one."""
    if len(data) > MAX_BYTES or (isinstance(data, str) and len(data.encode("utf-8", "surrogatepass")) > MAX_BYTES):
        raise Disconnect("oversized", n=MAX_BYTES)
    try:
        return _UP.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        text = data if isinstance(data, str) else data.decode(errors="replace")
        found = _ANY_ID.search(text)
        raise Malformed(found[1] if found else "") from error
