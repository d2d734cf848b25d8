"""How others reach this server: the address to send, and its QR code."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cached_property, lru_cache

import segno

from kartentisch.web.scene import Invite
from kartentisch.web.scorecard import FreeSeat
from kartentisch.words.language import Language

COMMAND = "kartentisch serve --lan"


def drawn(link: str, error: str = "m") -> str:
    """A QR code as SVG, with the margin of four white modules that it needs. `error`: how much may be hidden."""
    out = io.BytesIO()
    segno.make(link, error=error, micro=False).save(
        out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, svgns=True, omitsize=True, nl=False
    )
    return out.getvalue().decode()


picture = lru_cache(maxsize=400)(drawn)
"""The same, remembered."""


@dataclass(frozen=True)
class PublicAddress:
    """`base`: how others reach the server, `http://192.168.1.5:8000` or `https://example.org/games`, without a slash at
    its end; empty: only this computer can.
    """

    base: str = ""
    origins: frozenset[str] = frozenset()
    """All addresses of the server, if they are known for sure. Empty: the server accepts any name."""

    @property
    def host(self) -> str:
        """The host and port in that address."""
        return self.named.partition("/")[0]

    @property
    def path(self) -> str:
        """The path below which all pages are: `/games`, or empty."""
        return self.named[len(self.host) :]

    @property
    def named(self) -> str:
        """That address as people type it, without its scheme."""
        return self.base.partition("://")[2]

    @cached_property
    def hosts(self) -> frozenset[str]:
        """The host and port of each of the server's own addresses."""
        return frozenset(origin.partition("://")[2] for origin in self.origins)

    def link(self, path: str) -> str:
        return f"{self.base}{path}" if self.base else ""

    def invite(self, t: Language, table_id: str, join_code: str = "") -> Invite:
        link = self.link(f"/t/{table_id}")
        if not link:
            text = t.say(
                "So far only this computer reaches the table. Start the server with “{play}” or “{serve}”, "
                "and phones in your network can join.",
                play="make play",
                serve=COMMAND,
            )
            return Invite("", "", text)
        text = t.say("Send the link, or let the others scan the picture with their phones.")
        if join_code:
            text += " " + t.say("On {address}, the code is enough.", address=self.named)
        return Invite(link, picture(link), text, join_code)

    def seat(self, table_id: str, seat: int, label: str) -> FreeSeat:
        """The way to a seat that somebody could take. Its QR code has few modules, as it is read from afar."""
        link = self.link(f"/t/{table_id}?seat={seat}")
        return FreeSeat(seat, label, link, picture(link, "l"))
