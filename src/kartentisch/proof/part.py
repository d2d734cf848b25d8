"""The part of a client in draws of luck: it seals a number before each deal, and opens it once all seals are known."""

from __future__ import annotations

import secrets
from typing import Any

from kartentisch.proof import draws


class Part:
    """The numbers of one seat on one connection. See docs/trust.md."""

    def __init__(self) -> None:
        self._seat = -1
        self._bind = ""
        self._numbers: dict[int, str] = {}
        """By draw: the number that is sealed for it."""

    def asks(self, message: dict[str, Any]) -> list[dict[str, str]]:
        """What to ask for after a `welcome` or `draw`, without ids: to open the seal, and to seal the next number."""
        found = []
        draw = message.get("draw", 0)
        if message["t"] == "welcome":
            self._seat, self._bind = message["seat"], draws.bind(message["table"])
        else:
            number = self._numbers.pop(draw, "")
            seal = message["seals"].get(str(self._seat))
            if number and seal == draws.seal(self._bind, draw, self._seat, number):
                found.append({"do": "unseal", "arg": f"{draw} {number}"})
            draw += 1
        if draw:
            number = self._numbers[draw] = secrets.token_hex(32)
            found.append({"do": "seal", "arg": f"{draw} {draws.seal(self._bind, draw, self._seat, number)}"})
        return found
