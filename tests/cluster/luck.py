"""The part of a page in draws of luck: its numbers, and what it was shown, which it keeps for its receipt."""

from __future__ import annotations

import json
import secrets
from typing import Any

from kartentisch.proof import draws


class Luck:
    """As in the browser, it outlives connections, and a draw that is shown again is answered again: the server that had
    the number may be gone.
    """

    def __init__(self, table: str, seat: int) -> None:
        self.bind, self.seat = draws.bind(table), seat
        self.shown: dict[int, dict[str, Any]] = {}
        self._numbers: dict[int, list[str]] = {}

    def asks(self, message: dict[str, Any]) -> list[dict[str, str]]:
        """What to ask for after a `welcome` or `draw`."""
        draw = message.get("draw", 0)
        found = []
        if message["t"] == "draw":
            number = self._look(message)
            if number:
                found.append({"do": "unseal", "arg": f"{draw} {number}"})
            draw += 1
        if draw and draw not in self.shown:
            number = secrets.token_hex(32)
            self._numbers.setdefault(draw, []).append(number)
            found.append({"do": "seal", "arg": f"{draw} {draws.seal(self.bind, draw, self.seat, number)}"})
        return found

    def _look(self, message: dict[str, Any]) -> str:
        """The number behind the own seal of a draw; "" for none."""
        draw = message["draw"]
        known = self.shown.setdefault(draw, {"promise": message["promise"], "seals": message["seals"]})
        if (known["promise"], known["seals"]) != (message["promise"], message["seals"]) or message["bind"] != self.bind:
            known["differs"] = True
        for number in self._numbers.get(draw, []):
            if message["seals"].get(str(self.seat)) == draws.seal(self.bind, draw, self.seat, number):
                known["number"] = number
        return "" if "differs" in known else known.get("number", "")

    def given(self, arg: str) -> None:
        """The server has taken the number that was sent with this argument."""
        self.shown[int(arg.split(maxsplit=1)[0])]["given"] = True

    def receipt(self) -> str:
        shown = {str(draw): one for draw, one in self.shown.items()}
        return json.dumps({"kartentisch": "receipt 1", "bind": self.bind, "seat": self.seat, "draws": shown})
