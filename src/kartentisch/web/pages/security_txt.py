"""`/.well-known/security.txt` (RFC 9116): the contact for vulnerabilities of this server."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kartentisch.web.pages.context import AppContext

GOOD_FOR = timedelta(days=180)
"""The RFC recommends less than a year. A server that nobody has restarted for long cannot vouch for its contact."""
_MAIL = re.compile(r"[^\s@:/]+@[^\s@:/]+")
_WAYS = re.compile(r"(?:mailto:[^\s@]+@|https://|tel:)[\x21-\x7e]+")


def checked_contact(text: str | None) -> str:
    """The contact as a URI; a bare e-mail address becomes `mailto:`. Raises ValueError."""
    contact = f"mailto:{text}" if text and _MAIL.fullmatch(text) else text or ""
    if contact and not _WAYS.fullmatch(contact):
        raise ValueError(f"{text} is no contact like security@example.org, https://example.org/contact or tel:+4930…")
    return contact


async def show(context: AppContext, request: Request) -> Response:
    """The page; 404 without a contact."""
    if not context.security_contact:
        raise HTTPException(404)
    expires = datetime.fromtimestamp(context.rooms.world.clock() // 1000, UTC) + GOOD_FOR
    lines = [
        f"Contact: {context.security_contact}",
        f"Expires: {expires:%Y-%m-%dT00:00:00Z}",
        "Preferred-Languages: en, de",
    ]
    if context.public_address.base.startswith("https:"):
        lines.append(f"Canonical: {context.public_address.link('/.well-known/security.txt')}")
    return PlainTextResponse("\n".join(lines) + "\n", headers={"Cache-Control": "max-age=86400"})
