"""How a connection to a table ends: with a reason, and with whether it makes sense to reconnect."""

from __future__ import annotations

import msgspec
from starlette.websockets import WebSocket

from kartentisch.engine.reasons import Reason
from kartentisch.web.phrases import refusals
from kartentisch.web.wire import Bye
from kartentisch.words.language import language

CODES = {
    "oversized": 1009,
    "hello_first": 1002,
    "version": 1002,
    "stale": 1012,
    "moved": 1012,
    "restart": 1012,
    "store": 1013,
    "busy_address": 1013,
    "compiling": 1013,
}
"""Close codes of the WebSocket protocol, by reason. Any other reason is a policy violation (1008)."""
AGAIN = ("stale", "moved", "restart", "busy_address", "compiling")
"""Reasons after which a client should reconnect by itself."""


class Disconnect(Exception):  # noqa: N818 - not a fault
    """The connection ends for this reason."""

    def __init__(self, code: str, **args: object) -> None:
        super().__init__(code)
        self.code = code
        self.again = code in AGAIN
        self.args_of_reason = args


async def turned_away(ws: WebSocket, why: Reason, game: str, language_code: str) -> None:
    """Say why there is no connection, and whether it makes sense to reconnect."""
    ws.app.state.meters.refused("connection", why.code)
    await ws.accept()
    text = refusals.sentence(language(language_code), game, why)
    await ws.send_text(msgspec.json.encode(Bye(why.code, text, again=why.code in AGAIN)).decode())
    await ws.close(CODES.get(why.code, 1008))
