"""Metadata of a page for programs that do not open it: messengers that preview a link, and crawlers."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kartentisch import words
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.live import people
from kartentisch.web.live.room import Room
from kartentisch.web.pages import static_files
from kartentisch.web.pages.sub_path import base_of
from kartentisch.words.language import Language

PREVIEWERS = (
    "facebookexternalhit",
    "LinkedInBot",
    "Mastodon",
    "Slackbot-LinkExpanding",
    "TelegramBot",
    "Twitterbot",
    "WhatsApp",
)
"""Crawlers that fetch a page because somebody has sent its link."""


class Preview(NamedTuple):
    """The texts of a preview. The addresses are empty if the server does not know how others reach it."""

    title: str
    description: str
    url: str = ""
    image: str = ""


def preview(public_address: PublicAddress, title: str, description: str, path: str) -> Preview:
    return Preview(
        title, description, public_address.link(path), public_address.link(static_files.static("preview.png"))
    )


def invitation(t: Language, public_address: PublicAddress, room: Room) -> Preview | None:
    """The game, who invites, and the number of free seats; None if nobody may watch or nobody can join."""
    table = room.table
    if table.watchers == "nobody" or not table.joinable:
        return None
    title = words.of(table.game.name).title
    free = sum(chair.open for chair in table.chairs)
    seats = (
        t.many("{n} seat is still free.", "{n} seats are still free.", free)
        if free
        else t.say("You can take over from a bot.")
    )
    if table.host >= 0 and table.chairs[table.host].person and room.names.get(table.host):
        name = people.names(t, room.id, table, room.names)[table.host]
        said = t.say("{name} invites you to a game of {game}.", name=name, game=title)
    else:
        said = t.say("You are invited to a game of {game}.", game=title)
    return preview(public_address, title, f"{said} {seats}", f"/t/{room.id}")


async def robots(request: Request) -> Response:
    """Anyone may find the home page, the rules and what is stored. A table is only for people who have its link."""
    named = "\n".join(f"User-agent: {name}" for name in PREVIEWERS)
    at = base_of(request)
    public = "".join(f"Allow: {at}{path}\n" for path in ("/$", "/rules/", "/stored", "/static/"))
    tables = f"Allow: {at}/t/\nDisallow: {at}/t/*/*\n"
    text = f"User-agent: *\n{public}Disallow: {at}/\n\n{named}\n{public}{tables}Disallow: {at}/\n"
    return PlainTextResponse(text, headers={"Cache-Control": "public, max-age=86400"})
